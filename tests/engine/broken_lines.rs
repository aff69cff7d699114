//! Lines that break in the middle of an answer: what was kept of it is gone on from.

use std::sync::{Arc, Mutex};

use hustings::{
    catalog::Profile,
    debate::{
        ask::{Ask, Purpose},
        command::Pace,
        event::{CloseReason, Event, Truncation},
        opening::{OnFailure, Options},
        state::DebateStatus,
    },
    llm::{
        Finish, ModelError, Request,
        scripted::{Scripted, ScriptedAnswer},
    },
};

use super::harness::{Watcher, count, options, sentence, speaks, start, usual};
use crate::common;

#[tokio::test(start_paused = true)]
async fn a_line_that_breaks_is_taken_up_from_what_was_kept() {
    let breaks = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&breaks);
    let script = move |request: &Request| {
        if request.purpose == Purpose::Speech && speaks(request) == "Napoleon Bonaparte" {
            let mut n = counter.lock().unwrap();
            *n += 1;
            if *n == 1 {
                return ScriptedAnswer::words("The first is whole. The second is bro").then(
                    ModelError::Broke {
                        detail: "reset by peer".into(),
                    },
                );
            }
            assert!(
                request
                    .messages
                    .last()
                    .unwrap()
                    .text
                    .contains("The first is whole."),
                "told where to go on"
            );
            return ScriptedAnswer::words("The second is whole now. ").finish(Finish::Stop);
        }
        usual(request)
    };
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let turn = watcher.state.speeches().next().unwrap();
    assert_eq!(
        turn.text.trim(),
        "The first is whole. The second is whole now."
    );
    assert_eq!(
        count(&watcher, |event| matches!(event, Event::ModelFailed { .. })),
        1
    );
}

/// Answers as usual, but whatever is asked of this speaker, the line breaks after these words of each speech.
fn breaking_after(
    words: &'static str,
) -> impl Fn(&Request) -> ScriptedAnswer + Send + Sync + 'static {
    move |request| {
        if request.purpose == Purpose::Speech && speaks(request) == "Mary Wollstonecraft" {
            let detail = "overloaded".into();
            return ScriptedAnswer::words(words).then(ModelError::Broke { detail });
        }
        usual(request)
    }
}

#[tokio::test(start_paused = true)]
async fn a_line_that_breaks_in_each_first_sentence_is_not_asked_for_ever() {
    for (policy, takes) in [
        (OnFailure::GoOn, 3),
        // It is asked once more when a probe has told that the server is there.
        (OnFailure::Stop, 4),
        (OnFailure::Pause, 4),
    ] {
        let settings = Options {
            on_failure: policy,
            ..options(Pace::Instant)
        };
        let opening = common::opening(3, settings, &Profile::default());
        let model = Scripted::new("scripted", breaking_after("My friends "));
        let (handle, _) = start(&opening, model.clone());
        let mut watcher = Watcher::new(handle);
        if policy == OnFailure::Pause {
            let is_pause = |event: &Event| matches!(event, Event::Paused { .. });
            watcher.until(|event, _| is_pause(event)).await;
            let by = format!("{:?}", watcher.state.status);
            assert!(by.contains("overloaded"), "{by}");
        } else {
            watcher.watch_out().await;
            assert_eq!(
                watcher.state.status,
                DebateStatus::Closed(CloseReason::Completed)
            );
            let lost = watcher.state.speeches().nth(1).unwrap();
            let why = lost.truncated();
            assert!(matches!(why, Some(Truncation::Unreachable { .. })));
            let mut told = watcher.state.notices.iter();
            assert!(told.any(|text| text.contains("goes on") && text.contains("overloaded")));
        }
        let asked: Vec<u64> = watcher
            .seen
            .iter()
            .filter(|record| {
                matches!(&record.event, Event::CallBegan { ask: Ask::Speech { .. }, seat: Some(seat), .. } if seat.as_str() == "opp.1")
            })
            .map(|record| record.at_ms)
            .collect();
        assert_eq!(asked.len(), takes, "{policy:?}");
        let waits: Vec<u64> = asked.windows(2).map(|two| two[1] - two[0]).collect();
        // The first is sent at once, each other after its wait.
        assert!(waits[1..].iter().all(|wait| *wait >= 500), "{waits:?}");
        assert_eq!(
            count(
                &watcher,
                |event| matches!(event, Event::CallRetried { reason, wait_ms, .. }
                if reason.contains("overloaded") && *wait_ms >= 500)
            ),
            takes - 1,
            "and it is told why it is waited for"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_line_that_breaks_in_every_second_sentence_costs_nothing_but_time() {
    let written = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&written);
    let script = move |request: &Request| {
        if request.purpose == Purpose::Speech && speaks(request) == "Mary Wollstonecraft" {
            let mut number = counter.lock().unwrap();
            *number += 1;
            let words = format!("{} And the ne", sentence(*number));
            let detail = "overloaded".into();
            return ScriptedAnswer::words(&words).then(ModelError::Broke { detail });
        }
        usual(request)
    };
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let turn = watcher.state.speeches().nth(1).unwrap();
    assert!(turn.words >= turn.target_words, "{} words", turn.words);
    let unreachable = matches!(turn.truncated(), Some(Truncation::Unreachable { .. }));
    assert!(
        !unreachable && turn.seams.len() > 3,
        "{:?}",
        turn.truncated()
    );
}

/// As a model does whose answers are longer than its server lets them be.
#[tokio::test(start_paused = true)]
async fn what_was_finished_of_a_form_that_broke_off_stands() {
    for pace in [Pace::Instant, Pace::Reading] {
        let opening = Arc::new(common::opening_in(
            "structured",
            0,
            options(pace),
            &Profile::default(),
        ));
        let counts = Mutex::new(std::collections::BTreeMap::new());
        let model = Scripted::new("scripted", move |request: &Request| {
            let mut answer = common::debater::proper_to(request, &mut counts.lock().unwrap());
            // In the middle of the second argument, or of the answer to the second.
            let (opens, second) = (&answer, ["\"claim\"", "\"reasoning\""]);
            let places = second.map(|name| opens.match_indices(name).nth(1));
            let at = places.into_iter().flatten().next().map(|(at, _)| at + 12);
            if request.purpose == Purpose::Write
                && let Some(at) = at
            {
                answer.truncate(at);
            }
            ScriptedAnswer::text(answer)
        });
        let (handle, _) = start(&opening, model);
        let mut watcher = Watcher::new(handle);
        watcher.watch_out().await;
        let state = &watcher.state;
        let ids: Vec<&str> = state.arguments().map(|(_, one)| one.id.as_str()).collect();
        assert_eq!(ids, ["PRO-1", "CON-1"], "{pace:?}: {:?}", state.notices);
        assert!(state.trace().iter().all(|row| !row.met.is_empty()));
        let told = state.notices.iter();
        let told = told.filter(|told| told.contains("what was finished of it stands"));
        assert!(told.count() >= 2, "{:?}", state.notices);
        let mut ends = state.turns.iter().filter_map(|turn| turn.truncated());
        let is_lost = ends.any(|end| matches!(end, Truncation::Unreachable { .. }));
        assert!(!is_lost, "nobody is called unreachable");
    }
}
