//! Speakers who draw on what they wrote: passages before they speak, their numbers in what they say, and what is held
//! against it.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use hustings::{
    catalog::{Profile, Steps},
    corpus::{Labels, Library, add, embed_missing},
    debate::{
        ask::Purpose,
        command::{Command, Pace},
        event::Event,
        opening::{OnFailure, Opening, Options},
        passage::CitationFault,
        state::DebateState,
    },
    engine::{self, PassageSources},
    llm::{
        Request,
        embed::scripted::Words,
        scripted::{Scripted, ScriptedAnswer},
    },
};
use serde_json::json;

use super::{
    common,
    harness::{Memory, Watcher, options, outside, sentence, speech, usual},
};

const TOLLS: &str =
    "A toll on the turnpike falls on the carriages of the idle and spares the waggon of the poor.";
const BREAD: &str = "The baker rises at four in the morning, whatever the harvest was like.";

/// A library in which the first speaker has two short works.
async fn library(persona: &str) -> (tempfile::TempDir, Arc<Library>) {
    library_of(persona, &[("Of Tolls.txt", TOLLS), ("Of Bread.txt", BREAD)]).await
}

/// A library in which somebody has these works.
async fn library_of(persona: &str, works: &[(&str, &str)]) -> (tempfile::TempDir, Arc<Library>) {
    let dir = tempfile::tempdir().unwrap();
    let library = Library::open(dir.path()).unwrap();
    let paths: Vec<PathBuf> = works
        .iter()
        .map(|(name, text)| {
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        })
        .collect();
    add(
        &library,
        persona,
        &paths,
        &Labels::default(),
        1,
        &mut |_| {},
        &|| true,
    )
    .unwrap();
    let library = Arc::new(library);
    embed_missing(&library, None, &Words::new(64), &mut |_, _| {})
        .await
        .unwrap();
    (dir, library)
}

fn grounded(library: &Library, profile: &Profile) -> Opening {
    let options = Options {
        on_failure: OnFailure::GoOn,
        ..options(Pace::Instant)
    };
    let mut opening = (*common::opening(0, options, profile)).clone();
    for speaker in &mut opening.speakers {
        speaker.passages = library.passages_of(&speaker.persona).unwrap();
    }
    opening
}

fn start(opening: Opening, library: Arc<Library>, model: Scripted) -> Watcher {
    let sources = PassageSources {
        library,
        embedder: Some(Arc::new(Words::new(64))),
    };
    let mut outside = outside(Memory::default(), model);
    outside.passage_sources = Some(sources);
    Watcher::new(engine::open(Arc::new(opening), outside))
}

/// Everything that a model was sent.
fn sent(request: &Request) -> String {
    let texts = request.messages.iter().map(|message| message.text.as_str());
    texts.collect::<Vec<_>>().join("\n")
}

#[tokio::test(start_paused = true)]
async fn whoever_has_a_corpus_speaks_from_it_and_is_held_to_it() {
    let options = options(Pace::Instant);
    let first = common::opening(0, options, &Profile::default()).speakers[0]
        .persona
        .clone();
    let (_dir, library) = library(&first).await;
    let model = Scripted::new("scripted", |request: &Request| match request.purpose {
        Purpose::Speech if sent(request).contains(TOLLS) => ScriptedAnswer::words(&format!(
            "I wrote that a toll falls on the carriages of the idle [1]. I also wrote that \"tolls are the ruin of \
             every honest nation\" [1]. Somebody wrote so [9]. {}",
            speech(20)
        )),
        _ => usual(request),
    });
    let requests = model.clone();
    let mut watcher = start(grounded(&library, &Profile::default()), library, model);
    watcher.watch_out().await;
    let state = &watcher.state;
    let turn = state.speeches().next().unwrap();
    assert_eq!(state.passages.len(), 2);
    let numbers = turn.drawn.clone().unwrap();
    assert_eq!(numbers.len(), 2);
    let place =
        |what: fn(&Event) -> bool| watcher.seen.iter().position(|record| what(&record.event));
    let drawn = place(|event| matches!(event, Event::PassagesDrawn { .. })).unwrap();
    let prepared = place(|event| matches!(event, Event::Said { .. })).unwrap();
    assert!(drawn < prepared, "drawn before a word is said");
    // What was given to one is not given to another.
    let others = state.turns.iter().filter(|one| one.seat != turn.seat);
    assert!(others.into_iter().all(|other| other.drawn.is_none()));
    let told = requests
        .requests()
        .into_iter()
        .filter(|one| one.purpose == Purpose::Prepare);
    let with: Vec<bool> = told.map(|request| sent(&request).contains(BREAD)).collect();
    assert_eq!(with.iter().filter(|with| **with).count(), 1, "{with:?}");
    let doubts = turn.doubts.as_ref().unwrap();
    let faults: Vec<(u32, &CitationFault)> = doubts
        .iter()
        .map(|doubt| (doubt.number, &doubt.fault))
        .collect();
    let misquoted = CitationFault::Misquoted {
        words: "tolls are the ruin of every honest nation".into(),
    };
    let first = state
        .passages
        .iter()
        .position(|passage| passage.text == TOLLS)
        .unwrap();
    if first == 0 {
        assert_eq!(faults, [(1, &misquoted), (9, &CitationFault::Unknown)]);
    } else {
        // The other one is called 1: it says nothing of tolls at all.
        assert_eq!(faults.last(), Some(&(9, &CitationFault::Unknown)));
    }
    let folded = DebateState::fold(watcher.seen.iter().map(AsRef::as_ref));
    assert_eq!(folded.passages, state.passages);
}

#[tokio::test(start_paused = true)]
async fn a_small_model_is_given_one_passage_and_the_house_puts_the_number_it_forgets() {
    const SAID: &str =
        "I have said before that the toll spares the waggon, and falls on idle carriages.";
    let profile = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let options = options(Pace::Instant);
    let first = common::opening(0, options, &profile).speakers[0]
        .persona
        .clone();
    let (_dir, library) = library(&first).await;
    let rests = |request: &Request| {
        let asked = request.messages.last().unwrap().text.clone();
        asked
            .contains("said, long before tonight: ")
            .then_some(asked)
    };
    let spoken = AtomicUsize::new(0);
    let model = Scripted::new("scripted", move |request: &Request| match rests(request) {
        Some(asked) if asked.contains(TOLLS) => ScriptedAnswer::words(&format!(
            "{SAID} Who pays for the road decides for whom it is."
        )),
        Some(_) => ScriptedAnswer::words(
            "The baker is up at four in the morning, whatever the harvest was.",
        ),
        None if request.purpose == Purpose::Speech => {
            ScriptedAnswer::words(&sentence(spoken.fetch_add(1, Ordering::SeqCst)))
        }
        None => usual(request),
    });
    let requests = model.clone();
    let mut watcher = start(grounded(&library, &profile), library, model);
    watcher
        .until(|event, state| {
            let checked = matches!(event, Event::SourcesChecked { .. });
            let first = state.speeches().next();
            checked && first.is_some_and(|turn| turn.doubts.is_some())
        })
        .await;
    let asked: Vec<(usize, String)> = requests
        .requests()
        .iter()
        .filter_map(|request| Some((request.messages.len(), rests(request)?)))
        .collect();
    let (messages, asked) = asked.first().unwrap();
    assert!(asked.contains("Begin with \""), "{asked}");
    assert!(
        !asked.contains(" goes at it by "),
        "one thing at a time: {asked}"
    );
    let others = requests.requests();
    let others = others.iter().filter(|one| one.purpose == Purpose::Speech);
    let practised = others.map(|one| one.messages.len()).min().unwrap();
    assert_eq!(
        *messages,
        practised + 2,
        "it is practised where it is needed"
    );
    let state = &watcher.state;
    let turn = state.speeches().next().unwrap();
    let drawn = turn.drawn.as_ref().unwrap();
    let given = |number: &&u32| asked.contains(&state.passage(**number).unwrap().text);
    let number = drawn.iter().find(given).unwrap();
    let expected = if asked.contains(TOLLS) {
        format!("falls on idle carriages [{number}]. Who pays")
    } else {
        format!("whatever the harvest was [{number}].")
    };
    assert!(turn.text.contains(&expected), "{expected}: {}", turn.text);
    assert_eq!(turn.doubts.as_deref(), Some(&[][..]));
}

#[tokio::test(start_paused = true)]
async fn long_evidence_is_read_like_a_corpus_by_everybody() {
    let dir = tempfile::tempdir().unwrap();
    let library = Arc::new(Library::open(dir.path()).unwrap());
    let model = Scripted::new("scripted", usual);
    let requests = model.clone();
    let mut watcher = start(grounded(&library, &Profile::default()), library, model);
    watcher
        .until(|event, _| matches!(event, Event::TurnBegan { task, .. } if task.is_spoken()))
        .await;
    let filler = |n: usize| {
        format!(
            "Paragraph {n} tells of other things altogether. {}",
            "So it goes on. ".repeat(40)
        )
    };
    let mut parts: Vec<String> = (0..30).map(filler).collect();
    parts.insert(
        17,
        "Streets without private cars gave cities back to those who walk. ".repeat(12),
    );
    let text = parts.join("\n\n");
    watcher
        .order(Command::Evidence {
            text,
            source: "A long report".into(),
            places: Vec::new(),
        })
        .await;
    watcher.watch_out().await;
    let state = &watcher.state;
    assert!(!state.passages.is_empty());
    assert!(
        state.passages[0].source.starts_with("A long report"),
        "{:?}",
        state.passages[0].source
    );
    let with_it = requests.requests().into_iter().filter(|request| {
        request.purpose == Purpose::Speech
            && sent(request).contains("gave cities back to those who walk")
    });
    let speakers: std::collections::BTreeSet<String> = with_it
        .map(|request| super::harness::speaks(&request))
        .collect();
    assert!(speakers.len() >= 4, "{speakers:?}");
}

#[tokio::test(start_paused = true)]
async fn ten_passages_are_given_for_the_first_turn_and_eight_for_every_later_one() {
    let first = common::opening(0, options(Pace::Instant), &Profile::default()).speakers[0]
        .persona
        .clone();
    // Twenty works on what the motion is about, and as many on bread.
    let works: Vec<(String, String)> = (1..=20)
        .flat_map(|n| {
            [
                (
                    format!("Cars {n}.txt"),
                    format!("Cities should ban private cars from their streets, for reason {n}."),
                ),
                (
                    format!("Bread {n}.txt"),
                    format!("{BREAD} So it was in year {n}."),
                ),
            ]
        })
        .collect();
    let works: Vec<(&str, &str)> = works
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let (_dir, library) = library_of(&first, &works).await;
    let model = Scripted::new("scripted", usual);
    let requests = model.clone();
    let mut watcher = start(grounded(&library, &Profile::default()), library, model);
    watcher.watch_out().await;
    let state = &watcher.state;
    let speaker = state.opening.as_ref().unwrap().speakers[0].seat.clone();
    let turns = state.turns.iter().filter(|turn| turn.seat == speaker);
    let drawn: Vec<usize> = turns
        .map(|turn| turn.drawn.as_ref().map_or(0, Vec::len))
        .collect();
    assert_eq!(drawn, [10, 8], "what it prepares, and what it says");
    let shown = |purpose: Purpose, of: &str| {
        let asked = requests.requests();
        let asked = asked.iter().filter(|one| one.purpose == purpose);
        asked.map(|one| sent(one).matches(of).count()).max()
    };
    let about = "private cars from their streets, for reason";
    assert_eq!(
        shown(Purpose::Prepare, about),
        Some(10),
        "those that fit the motion best"
    );
    assert_eq!(shown(Purpose::Prepare, "The baker rises"), Some(0));
}

#[tokio::test(start_paused = true)]
async fn whether_a_passage_holds_a_claim_is_asked_unless_the_referee_is_a_small_model() {
    for (steps, is_asked) in [(Steps::Together, true), (Steps::OneAtATime, false)] {
        let settings = options(Pace::Instant);
        let first = common::opening(0, settings, &Profile::default()).speakers[0]
            .persona
            .clone();
        let (_dir, library) = library(&first).await;
        let model = Scripted::new("scripted", |request: &Request| match request.purpose {
            Purpose::Speech if sent(request).contains(TOLLS) => ScriptedAnswer::words(&format!(
                "So I have written [1]. I have written this, too [2]. {}",
                speech(20)
            )),
            Purpose::Sources => {
                let held = |held: bool| json!({"reason": "It is about something else.", "words": "", "held": held});
                ScriptedAnswer::json(&json!({"1": held(false), "2": held(false)}))
            }
            _ => usual(request),
        });
        let requests = model.clone();
        let mut opening = grounded(&library, &Profile::default());
        opening.referee = Some(Profile {
            steps,
            ..Profile::default()
        });
        let mut watcher = start(opening, library, model);
        watcher.watch_out().await;
        let asked = requests.requests();
        let asked = asked.iter().filter(|one| one.purpose == Purpose::Sources);
        assert_eq!(asked.count(), usize::from(is_asked), "{steps:?}");
        let turn = watcher.state.speeches().next().unwrap();
        let not_held = turn.doubts.iter().flatten();
        let not_held =
            not_held.filter(|doubt| matches!(doubt.fault, CitationFault::NotHeld { .. }));
        assert_eq!(
            not_held.count(),
            if is_asked { 2 } else { 0 },
            "{:?}",
            turn.doubts
        );
    }
}
