//! The library as a whole, in a folder of its own.

use std::{cell::Cell, fs, path::PathBuf, sync::Arc};

use super::*;
use crate::llm::{
    BoxFuture, ModelError,
    embed::{Embedder, SharedEmbedder, scripted::Words},
};

const BREAD: &str =
    "The baker rises at four, and the price of bread is set by the harvest and the road.";
const MOON: &str = "On the moon there is no weather; a footprint stays where it was made.";
const TOLLS: &str =
    "A toll on the turnpike falls on the carriages of the idle and spares the waggon.";

struct Place {
    dir: tempfile::TempDir,
    library: Arc<Library>,
}

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let library = Arc::new(Library::open(dir.path()).unwrap());
        Self { dir, library }
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join("texts").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn add(&self, persona: &str, paths: &[PathBuf]) -> (Added, Vec<String>) {
        let mut skipped = Vec::new();
        let mut tell = |progress| {
            if let IngestProgress::Skipped { what } = progress {
                skipped.push(what);
            }
        };
        let labels = Labels::default();
        let added = add(
            &self.library,
            persona,
            paths,
            &labels,
            1,
            &mut tell,
            &|| true,
        )
        .unwrap();
        (added, skipped)
    }

    async fn found(
        &self,
        persona: Option<&str>,
        question: &str,
        by: Option<&SharedEmbedder>,
    ) -> Vec<String> {
        let questions = [question.to_owned()];
        let (hits, trouble) = find_by(
            &self.library,
            by,
            (persona, TagFilter::default()),
            &questions,
            3,
        )
        .await
        .unwrap();
        assert_eq!(trouble, None);
        hits.into_iter().map(|hit| hit.text).collect()
    }
}

#[tokio::test]
async fn what_was_added_is_found_again_by_whoever_it_belongs_to() {
    let place = Place::new();
    let folder = place.file("one.txt", BREAD).parent().unwrap().to_owned();
    place.file("two.txt", MOON);
    place.file("three.dat", TOLLS);
    let (added, skipped) = place.add("smith", &[folder]);
    assert_eq!(
        (added.files, added.passages, added.skipped),
        (2, 2, 0),
        "{skipped:?}"
    );
    place.add("tell", &[place.file("tolls/three.txt", TOLLS)]);
    assert_eq!(
        place
            .found(Some("smith"), "who sets prices of bread?", None)
            .await,
        [BREAD]
    );
    assert_eq!(
        place
            .found(Some("smith"), "carriages, turnpike", None)
            .await,
        [BREAD; 0]
    );
    assert_eq!(
        place.found(None, "carriages, turnpike", None).await,
        [TOLLS]
    );
    assert_eq!(place.found(Some("nobody"), "bread", None).await, [BREAD; 0]);
    // What is typed is never syntax.
    for hostile in [
        "\"",
        "bread\" OR",
        "NEAR(",
        "*",
        "stems:",
        "a AND NOT b",
        "\0",
        "",
    ] {
        place.found(None, hostile, None).await;
    }
    let summaries = place.library.summaries().unwrap();
    let names: Vec<(&str, u64)> = summaries
        .iter()
        .map(|s| (s.persona.as_str(), s.passages))
        .collect();
    assert_eq!(names, [("smith", 2), ("tell", 1)]);
}

#[test]
fn what_is_there_already_is_left_out_and_what_cannot_be_read_is_named() {
    let place = Place::new();
    let one = place.file("one.txt", BREAD);
    place.add("smith", std::slice::from_ref(&one));
    let (again, _) = place.add("smith", std::slice::from_ref(&one));
    assert_eq!((again.files, again.there, again.passages), (0, 1, 0));
    // The same words in another file are not there twice either.
    let other = place.file("other.md", &format!("{BREAD}\n"));
    let (more, _) = place.add("smith", &[other]);
    assert_eq!((more.files, more.passages, more.known), (1, 0, 1));
    let empty = place.file("empty.txt", "  \n");
    let (none, skipped) = place.add("smith", &[empty, one]);
    assert_eq!((none.skipped, none.there), (1, 1));
    assert!(
        skipped[0].contains("empty.txt") && skipped[0].contains("empty"),
        "{skipped:?}"
    );
    let missing = add(
        &place.library,
        "smith",
        &[PathBuf::from("no/such/file")],
        &Labels::default(),
        1,
        &mut |_| {},
        &|| true,
    );
    assert!(missing.unwrap_err().to_string().contains("no/such/file"));
}

#[test]
fn whoever_is_stopped_goes_on_from_there() {
    let place = Place::new();
    let text: Vec<String> = (0..2_000)
        .map(|n| {
            format!(
                "Sentence {n} speaks of the matter number {n} and of nothing else, {}.",
                "word ".repeat(190)
            )
        })
        .collect();
    let long = place.file("long.txt", &text.join("\n\n"));
    let asked = Cell::new(0);
    let go_on = || {
        asked.set(asked.get() + 1);
        asked.get() < 4
    };
    let labels = Labels::default();
    let paths = [long];
    let first = add(
        &place.library,
        "smith",
        &paths,
        &labels,
        1,
        &mut |_| {},
        &go_on,
    )
    .unwrap();
    assert!(first.stopped && first.passages > 0);
    assert_eq!(place.library.summaries().unwrap()[0].unfinished, 1);
    let (rest, _) = place.add("smith", &paths);
    assert_eq!(rest.known, first.passages);
    assert!(rest.passages > 0 && !rest.stopped);
    assert_eq!(
        place.library.passages_of("smith").unwrap(),
        first.passages + rest.passages
    );
    assert_eq!(place.library.summaries().unwrap()[0].unfinished, 0);
}

#[test]
fn a_long_file_says_how_far_it_is_and_one_that_changes_stays_unfinished() {
    let place = Place::new();
    let text: Vec<String> = (0..2_000)
        .map(|n| format!("Matter {n}. {}", "word ".repeat(190)))
        .collect();
    let long = place.file("long.txt", &text.join("\n\n"));
    let (mut told, mut skipped) = (Vec::new(), Vec::new());
    let mut tell = |progress| match progress {
        IngestProgress::Bytes { done, total } => told.push((done, total)),
        IngestProgress::Skipped { what } => skipped.push(what),
    };
    let asked = Cell::new(0);
    let go_on = || {
        asked.set(asked.get() + 1);
        if asked.get() == 3 {
            fs::write(&long, "Something else.").unwrap();
        }
        true
    };
    let paths = [long.clone()];
    let labels = Labels::default();
    let added = add(
        &place.library,
        "smith",
        &paths,
        &labels,
        1,
        &mut tell,
        &go_on,
    )
    .unwrap();
    assert_eq!((added.files, added.skipped), (0, 1));
    assert!(
        skipped[0].contains("changed while it was read"),
        "{skipped:?}"
    );
    assert_eq!(place.library.summaries().unwrap()[0].unfinished, 1);
    assert!(
        told.iter().any(|(done, total)| (1..*total).contains(done)),
        "{told:?}"
    );
    assert!(told.is_sorted() && told.last().is_some_and(|(done, total)| done == total));
}

#[test]
fn what_a_work_says_of_itself_late_is_known_all_the_same() {
    let place = Place::new();
    let text = format!("{BREAD}\n\n# Of bread\n\n{MOON}\n");
    place.add("smith", &[place.file("a.md", &text)]);
    let sources = place.library.sources("smith").unwrap();
    assert_eq!(sources[0].title.as_deref(), Some("Of bread"));
}

#[tokio::test]
async fn what_is_removed_is_found_no_more() {
    let place = Place::new();
    place.add(
        "smith",
        &[place.file("bread.txt", BREAD), place.file("moon.txt", MOON)],
    );
    let words: SharedEmbedder = Arc::new(Words::new(64));
    embed_missing(&place.library, None, words.as_ref(), &mut |_, _| {})
        .await
        .unwrap();
    assert_eq!(place.library.remove("smith", Some("moon.txt")).unwrap(), 1);
    assert!(
        place
            .found(Some("smith"), "footprint moon weather", None)
            .await
            .is_empty()
    );
    assert_eq!(
        place
            .found(Some("smith"), "footprint moon weather", Some(&words))
            .await,
        [BREAD]
    );
    let unknown = place.library.remove("smith", Some("moon.txt")).unwrap_err();
    assert!(matches!(unknown, CorpusError::NoSource { .. }), "{unknown}");
    assert_eq!(place.library.remove("smith", None).unwrap(), 1);
    assert!(place.library.summaries().unwrap().is_empty());
    assert!(matches!(
        place.library.remove("smith", None),
        Err(CorpusError::NoCorpus { .. })
    ));
    // It can come back.
    place.add("smith", &[place.file("moon.txt", MOON)]);
    assert_eq!(place.found(Some("smith"), "footprint", None).await, [MOON]);
}

#[tokio::test]
async fn another_model_embeds_anew_and_goes_on_where_it_was_stopped() {
    let place = Place::new();
    let text: Vec<String> = (0..900).map(|n| format!("Matter {n}. {BREAD}")).collect();
    place.add("smith", &[place.file("many.txt", &text.join("\n\n"))]);
    let passages = place.library.passages_of("smith").unwrap();
    let embed = async |model: &dyn Embedder| {
        embed_missing(&place.library, Some("smith"), model, &mut |_, _| {}).await
    };
    // The server goes away after its first answer: what it gave is kept, and only the rest is asked for again.
    let breaks = Breaks {
        words: Words::new(64),
        left: 1.into(),
    };
    embed(&breaks).await.unwrap_err();
    let done: u64 = place.library.summaries().unwrap()[0]
        .embedded
        .iter()
        .map(|(_, count)| *count)
        .sum();
    assert!(done > 0 && done < passages, "{done} of {passages}");
    assert_eq!(embed(&Words::new(64)).await.unwrap(), passages - done);
    assert_eq!(embed(&Words::new(64)).await.unwrap(), 0);
    assert_eq!(embed(&Words::new(32)).await.unwrap(), passages);
    let summary = &place.library.summaries().unwrap()[0];
    assert_eq!(summary.embedded, [("words-32".to_owned(), passages)]);
}

/// Says of itself that it is another one.
#[derive(Debug)]
struct Impostor(Words);

impl Embedder for Impostor {
    fn label(&self) -> &'static str {
        "words-64"
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        self.0.embed(texts)
    }
}

#[tokio::test]
async fn vectors_of_another_size_are_refused_with_both_sizes() {
    let place = Place::new();
    place.add("smith", &[place.file("bread.txt", BREAD)]);
    embed_missing(&place.library, None, &Words::new(64), &mut |_, _| {})
        .await
        .unwrap();
    place.add("smith", &[place.file("moon.txt", MOON)]);
    let impostor = Impostor(Words::new(48));
    let error = embed_missing(&place.library, None, &impostor, &mut |_, _| {})
        .await
        .unwrap_err();
    let said = error.to_string();
    assert!(said.contains("48") && said.contains("64"), "{said}");
    // A question of another size finds by words.
    let by: SharedEmbedder = Arc::new(impostor);
    assert_eq!(
        place.found(Some("smith"), "footprint", Some(&by)).await,
        [MOON]
    );
}

#[test]
fn a_style_is_drawn_from_all_over_a_corpus() {
    let place = Place::new();
    let text: Vec<String> = (0..40)
        .map(|n| format!("Matter {n}. {}", "word ".repeat(190)))
        .collect();
    place.add("smith", &[place.file("many.txt", &text.join("\n\n"))]);
    let all = usize::try_from(place.library.passages_of("smith").unwrap()).unwrap();
    let ids = |most| -> Vec<i64> {
        let spread = place.library.spread("smith", most).unwrap();
        spread.iter().map(|hit| hit.id).collect()
    };
    assert_eq!(ids(all + 5).len(), all);
    let four = ids(4);
    assert_eq!(four.len(), 4);
    assert!(four.windows(2).all(|pair| pair[0] < pair[1]));
    let everything = ids(all);
    assert!(everything[..all / 2].contains(&four[0]) && everything[all / 2..].contains(&four[3]));
}

/// An embedder that answers so often, and then no more.
#[derive(Debug)]
struct Breaks {
    words: Words,
    left: std::sync::atomic::AtomicUsize,
}

impl Embedder for Breaks {
    fn label(&self) -> &str {
        self.words.label()
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        use std::sync::atomic::Ordering::Relaxed;
        let answers = self
            .left
            .fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        match answers {
            Ok(_) => self.words.embed(texts),
            Err(_) => Box::pin(async { Err(ModelError::EMPTY) }),
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn corpora_that_cannot_be_written_are_read_all_the_same() {
    let mut place = Place::new();
    place.add("smith", &[place.file("bread.txt", BREAD)]);
    let file = place.dir.path().join(schema::FILE);
    let Place { dir, library } = place;
    drop(library);
    // Permissions mean nothing to some users, but nobody can open a folder as the index of a log.
    fs::create_dir(dir.path().join(format!("{}-shm", schema::FILE))).unwrap();
    let before = fs::read(&file).unwrap();
    let library = Arc::new(Library::find_in(dir.path()).unwrap().unwrap());
    let refused = library.remove("smith", None).unwrap_err().to_string();
    assert!(
        refused.contains(&file.display().to_string()) && refused.contains("cannot be written"),
        "{refused}"
    );
    place = Place { dir, library };
    assert_eq!(place.found(Some("smith"), "harvest", None).await, [BREAD]);
    assert_eq!(fs::read(&file).unwrap(), before);
}
