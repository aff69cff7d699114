//! What a corpus costs: how fast files go in, from the bytes to passages that can be found, and how long a search takes
//! in a corpus of 100,000 passages, about 100 MB of text.
//!
//! The text is made by hand, of 30,000 words that are as frequent as words are (Zipf's law), so that both rare and
//! common words are asked for; vectors are drawn by lot. `HUSTINGS_BENCH_PASSAGES` says how many passages there are.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use divan::{Bencher, counter::BytesCount};
use hustings::similarity::normalised;
use hustings::{
    corpus::{Labels, Library, PassageQuery, add, embed_missing},
    llm::{ModelError, embed::Embedder},
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

const PASSAGES: u64 = 100_000;
/// As many as MiniLM gives.
const SIZE: usize = 384;
const VOCABULARY: f64 = 30_000.0;
const PERSONA: &str = "smith";
const LABEL: &str = "by lot";
/// Words that a passage of this text brings; what overlaps is not counted.
const NEW_WORDS: u64 = 212;
const SYLLABLES: [&str; 32] = [
    "ba", "cor", "den", "fel", "gor", "hin", "jul", "kem", "lan", "mor", "nip", "or", "pel",
    "quin", "ras", "sto", "tam", "ul", "ver", "wim", "yar", "zen", "bri", "cla", "dro", "fla",
    "gre", "pri", "sla", "tre", "sho", "thi",
];

fn main() {
    divan::main();
}

fn some<T, E: std::fmt::Display>(found: Result<T, E>) -> T {
    found.unwrap_or_else(|error| panic!("{error}"))
}

fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// From 0 to 1.
fn share(random: &mut ChaCha8Rng) -> f64 {
    f64::from(random.next_u32()) / (f64::from(u32::MAX) + 1.0)
}

/// The word of this rank.
fn word(mut rank: usize) -> String {
    let mut word = String::new();
    loop {
        word += SYLLABLES[rank % SYLLABLES.len()];
        rank /= SYLLABLES.len();
        if rank == 0 {
            return word;
        }
    }
}

/// A word, a frequent one more often than a rare one.
fn any_word(random: &mut ChaCha8Rng) -> String {
    word(VOCABULARY.powf(share(random)) as usize)
}

fn sentence(random: &mut ChaCha8Rng) -> String {
    let count = 8 + random.next_u32() as usize % 20;
    let words: Vec<String> = (0..count).map(|_| any_word(random)).collect();
    words.join(" ") + "."
}

/// Paragraphs of so many words together.
fn text(words: u64, random: &mut ChaCha8Rng) -> String {
    let mut text = String::new();
    let mut count = 0;
    while count < words {
        let paragraph: Vec<String> = (0..6).map(|_| sentence(random)).collect();
        let paragraph = paragraph.join(" ");
        count += paragraph.split(' ').count() as u64;
        let _ = write!(text, "{paragraph}\n\n");
    }
    text
}

fn ingest(library: &Library, file: &Path) {
    let files = [PathBuf::from(file)];
    let labels = Labels::default();
    some(add(
        library,
        PERSONA,
        &files,
        &labels,
        0,
        &mut |_| {},
        &|| true,
    ));
}

#[derive(Debug)]
struct ByLot;

fn vector(random: &mut ChaCha8Rng) -> Vec<f32> {
    let drawn = (0..SIZE).map(|_| (share(random) - 0.5) as f32).collect();
    normalised(drawn).unwrap_or_default()
}

impl Embedder for ByLot {
    fn label(&self) -> &str {
        LABEL
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> futures_util::future::BoxFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        let seed = texts.first().map_or(0, String::len) as u64;
        let mut random = random(seed);
        let made = texts.iter().map(|_| vector(&mut random)).collect();
        Box::pin(async move { Ok(made) })
    }
}

struct Kept {
    library: Arc<Library>,
    _dir: tempfile::TempDir,
}

/// The corpus that is asked.
fn kept() -> &'static Kept {
    static KEPT: OnceLock<Kept> = OnceLock::new();
    KEPT.get_or_init(|| {
        let asked = std::env::var("HUSTINGS_BENCH_PASSAGES").ok();
        let count = asked
            .and_then(|count| count.parse().ok())
            .unwrap_or(PASSAGES);
        let dir = some(tempfile::tempdir());
        let library = Arc::new(some(Library::open(dir.path())));
        let file = dir.path().join("all.txt");
        some(std::fs::write(
            &file,
            text(count * NEW_WORDS, &mut random(1)),
        ));
        ingest(&library, &file);
        let runtime = some(
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build(),
        );
        some(runtime.block_on(embed_missing(&library, None, &ByLot, &mut |_, _| {})));
        let there = some(library.passages_of(PERSONA));
        assert!(there * 10 >= count * 9, "there are only {there} passages");
        Kept { library, _dir: dir }
    })
}

/// A text of four megabytes, into an empty corpus.
#[divan::bench(sample_count = 5)]
fn ingestion(bencher: Bencher<'_, '_>) {
    let text = text(650_000, &mut random(2));
    let bytes = BytesCount::of_str(&text);
    bencher
        .counter(bytes)
        .with_inputs(|| {
            let dir = some(tempfile::tempdir());
            let file = dir.path().join("some.txt");
            some(std::fs::write(&file, &text));
            (some(Library::open(dir.path())), file, dir)
        })
        .bench_local_values(|(library, file, dir)| {
            ingest(&library, &file);
            (library, dir)
        });
}

fn search(bencher: Bencher<'_, '_>, words: usize, with_vectors: bool) {
    let kept = kept();
    let mut random = random(3);
    let ask = |random: &mut ChaCha8Rng| {
        let words: Vec<String> = (0..words).map(|_| any_word(random)).collect();
        (vec![words.join(" ")], vec![vector(random)])
    };
    // What is kept in memory is read once.
    for _ in 0..2 {
        let (questions, vectors) = ask(&mut random);
        find(&kept.library, &questions, &vectors, with_vectors);
    }
    bencher
        .with_inputs(move || ask(&mut random))
        .bench_local_values(|(questions, vectors)| {
            find(&kept.library, &questions, &vectors, with_vectors)
        });
}

fn find(library: &Library, questions: &[String], vectors: &[Vec<f32>], with: bool) -> usize {
    let asked = PassageQuery {
        persona: Some(PERSONA),
        questions,
        vectors: with.then_some((LABEL, vectors)),
        most: 10,
        ..PassageQuery::default()
    };
    some(library.find(&asked)).len()
}

/// A question of so many words, by words alone.
#[divan::bench(args = [3, 8, 40], sample_count = 200)]
fn search_by_words(bencher: Bencher<'_, '_>, words: usize) {
    search(bencher, words, false);
}

/// The same by words and by meaning, the embedding of the question left out.
#[divan::bench(args = [3, 8, 40], sample_count = 200)]
fn search_by_both(bencher: Bencher<'_, '_>, words: usize) {
    search(bencher, words, true);
}
