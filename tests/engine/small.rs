//! Small models, and small contexts.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use hustings::{
    catalog::{Profile, Steps, Task},
    debate::{
        ask::Purpose,
        command::Pace,
        event::{Event, Truncation},
        opening::{OnFailure, Options},
    },
    llm::{
        ModelError, Request,
        scripted::{Scripted, ScriptedAnswer},
    },
    text::sentence::is_at_end,
};

use super::{
    common::{self, opening_in},
    harness::{Watcher, options, sentence, speech, start, usual},
};

/// A debate of small models, watched to its end.
pub(super) async fn held(format: &str, model: Scripted) -> Watcher {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let options = Options {
        on_failure: OnFailure::GoOn,
        ..options(Pace::Instant)
    };
    let opening = opening_in(format, 0, options, &small);
    let (handle, _) = start(&Arc::new(opening), model);
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    watcher
}

#[tokio::test(start_paused = true)]
async fn whoever_sums_up_may_say_what_was_said_and_nobody_else_may() {
    let said = AtomicUsize::new(0);
    let script = move |request: &Request| {
        if request.shape.is_some() {
            return ScriptedAnswer::error(ModelError::EMPTY);
        }
        let task = &request.messages.last().unwrap().text;
        if task.contains("where they began") {
            return ScriptedAnswer::words(&sentence(0));
        }
        let number = said.fetch_add(1, Ordering::SeqCst);
        ScriptedAnswer::words(&format!("{} {}", sentence(number), sentence(0)))
    };
    let watcher = held("roundtable", Scripted::new("scripted", script)).await;
    let with_it: Vec<Task> = watcher
        .state
        .speeches()
        .filter(|turn| turn.text.contains(&sentence(0)))
        .map(|turn| turn.task)
        .collect();
    assert_eq!(with_it, [Task::Speech, Task::Summary]);
}

#[tokio::test(start_paused = true)]
async fn whoever_has_nothing_new_to_say_is_heard_in_the_end() {
    let script = |request: &Request| match request.shape {
        Some(_) => ScriptedAnswer::error(ModelError::EMPTY),
        None => ScriptedAnswer::words(&sentence(0)),
    };
    let watcher = held("roundtable", Scripted::new("scripted", script)).await;
    let speeches: Vec<_> = watcher.state.speeches().collect();
    assert_eq!(speeches.len(), 19);
    for turn in speeches {
        assert_eq!(turn.text.trim(), sentence(0), "{:?}", turn.truncated());
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_says_only_what_was_said_in_paragraphs_is_not_asked_without_end() {
    let model = Scripted::new("scripted", |request: &Request| match request.purpose {
        Purpose::Speech => ScriptedAnswer::words(&speech(12)),
        _ => usual(request),
    });
    let asked = model.clone();
    let watcher = held("exhibition", model).await;
    assert!(watcher.state.is_closed());
    let asked = asked.requests();
    let speeches = asked.iter().filter(|one| one.purpose == Purpose::Speech);
    let count = speeches.count();
    // Six speeches of four steps, each asked for a few times.
    assert!((6..=100).contains(&count), "{count}");
}

/// What closes a speech is short, and runs over its time no further than other words.
#[tokio::test(start_paused = true)]
async fn a_close_that_does_not_end_is_cut_at_the_end_of_a_sentence() {
    let said = AtomicUsize::new(0);
    let script = move |request: &Request| {
        if request.purpose != Purpose::Speech {
            return usual(request);
        }
        let from = said.fetch_add(16, Ordering::SeqCst);
        let sentences: Vec<String> = (from..from + 16).map(sentence).collect();
        ScriptedAnswer::words(&sentences.join(" "))
    };
    let watcher = held("exhibition", Scripted::new("scripted", script)).await;
    let cut: Vec<_> = watcher.state.speeches().collect();
    let cut: Vec<_> = cut
        .into_iter()
        .filter(|turn| turn.truncated() == Some(&Truncation::TimeLimit))
        .collect();
    assert!(!cut.is_empty());
    for turn in cut {
        let text = turn.text.trim();
        assert!(is_at_end(text), "{} words: {text}", turn.words);
        assert!(
            turn.steps > 2,
            "cut before its close after {} steps",
            turn.steps
        );
    }
}

/// How many earlier speeches stand in a prompt as they were spoken, and not in short.
fn whole_speeches(request: &Request) -> usize {
    let sentences = |text: &str| text.matches("Sentence number ").count();
    let texts = request.messages.iter().map(|message| &message.text);
    texts.filter(|text| sentences(text) > 5).count()
}

#[tokio::test(start_paused = true)]
async fn that_the_record_is_too_long_is_said_when_it_has_doubled() {
    // However long speeches are, and the words in which they are asked for: the model has room for one of them.
    for sentences in [14, 25, 60] {
        let script = move |request: &Request| match request.purpose {
            Purpose::Speech if whole_speeches(request) > 1 => {
                ScriptedAnswer::error(ModelError::TooLong {
                    model: "scripted".into(),
                    detail: "more than fits".into(),
                    context: None,
                })
            }
            Purpose::Speech => ScriptedAnswer::words(&speech(sentences)),
            _ => usual(request),
        };
        let options = Options {
            scale: 0.8,
            on_failure: OnFailure::GoOn,
            ..options(Pace::Instant)
        };
        let opening = common::opening(0, options, &Profile::default());
        let (handle, _) = start(&opening, Scripted::new("scripted", script));
        let mut watcher = Watcher::new(handle);
        watcher.watch_out().await;
        let told: Vec<u32> = watcher
            .seen
            .iter()
            .filter_map(|record| match &record.event {
                Event::TranscriptCondensed { speeches, .. } => Some(*speeches),
                _ => None,
            })
            .collect();
        assert!(told.len() >= 2, "{sentences} sentences: {told:?}");
        for pair in told.windows(2) {
            assert!(pair[1] >= 2 * pair[0], "{sentences} sentences: {told:?}");
        }
        assert_eq!(watcher.state.speeches().count(), 6, "{sentences} sentences");
    }
}
