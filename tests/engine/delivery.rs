//! Written turns are read out at pace, while they are still being written; and turns that are shown together one after the
//! other, once all are written.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use hustings::{
    catalog::{Profile, Task},
    debate::{
        DebateState,
        ask::Purpose,
        command::Pace,
        event::{Event, Record, Truncation},
        opening::{OnFailure, Options},
        written::Work,
    },
    engine::{self, Terms},
    llm::{
        ModelError, Request,
        scripted::{Scripted, ScriptedAnswer},
    },
    text::count_words,
};
use serde_json::json;

use super::{
    common::{self, debater},
    harness::{Memory, Watcher, outside, start},
};

const MS: fn(u64) -> Duration = Duration::from_millis;

/// Five arguments of so many sentences of ten words each, and a claim.
fn arguments(sentences: usize) -> String {
    let one = |number: usize| {
        let reasons: Vec<String> = (0..sentences)
            .map(|at| format!("Reason {at} of argument {number} is said in ten plain words."))
            .collect();
        json!({
            "claim": format!("Claim number {number} is what is asserted here."),
            "reasoning": reasons.join(" "),
            "evidence": "A count that anybody can look up.",
        })
    };
    json!({ "arguments": (1..=5).map(one).collect::<Vec<_>>() }).to_string()
}

fn watched(
    format: &str,
    pace: Pace,
    answers: impl Fn(&Request) -> Option<ScriptedAnswer> + Send + Sync + 'static,
) -> Watcher {
    let options = Options {
        pace,
        on_failure: OnFailure::GoOn,
        ..Options::default()
    };
    let opening = common::opening_in(format, 0, options, &Profile::default());
    let counts = Mutex::new(BTreeMap::new());
    let model = Scripted::new("scripted", move |request: &Request| {
        answers(request).unwrap_or_else(|| {
            let answer = debater::proper_to(request, &mut counts.lock().unwrap());
            ScriptedAnswer::words(&answer).delays(MS(100), MS(2))
        })
    });
    Watcher::new(start(&opening.into(), model).0)
}

/// The first turn of the debate, from its beginning to its end.
async fn first_turn(watcher: &mut Watcher) -> Vec<Record> {
    watcher
        .until(|event, _| matches!(event, Event::TurnEnded { turn, .. } if turn.index() == 0))
        .await;
    let of_first = |record: &Record| match &record.event {
        Event::Drafted { turn, .. }
        | Event::Delivered { turn, .. }
        | Event::BellRang { turn, .. }
        | Event::Submitted { turn, .. }
        | Event::TurnEnded { turn, .. } => turn.index() == 0,
        _ => false,
    };
    let seen = watcher.seen.iter().map(|record| (**record).clone());
    seen.filter(of_first).collect()
}

#[tokio::test(start_paused = true)]
async fn arguments_are_read_out_at_pace_while_they_are_written() {
    let mut watcher = watched("structured", Pace::Reading, |request| {
        let is_first = request.purpose == Purpose::Write;
        // Two minutes and more until the last word is written.
        is_first.then(|| ScriptedAnswer::words(&arguments(3)).delays(MS(500), MS(400)))
    });
    let events = first_turn(&mut watcher).await;
    let began = watcher.state.turns[0].began_ms;
    let at = |what: &dyn Fn(&Event) -> bool| {
        let found = events.iter().find(|record| what(&record.event)).unwrap();
        found.at_ms - began
    };
    let first_word = at(&|event| matches!(event, Event::Delivered { .. }));
    let written = at(&|event| matches!(event, Event::Drafted { is_whole: true, .. }));
    assert!(
        first_word < 10_000,
        "the first claim is heard after {first_word} ms"
    );
    assert!(written > 60_000, "and all is written after {written} ms");
    let mut before = 0;
    for record in &events {
        if let Event::Delivered { words, .. } = record.event {
            assert!(
                words > before && words <= before + 2,
                "no lumps at a reading pace"
            );
            before = words;
        }
    }
    let Event::Submitted { work, .. } = &events[events.len() - 2].event else {
        panic!("it is handed in at its end: {:?}", events.last());
    };
    assert_eq!(before, count_words(&work.words()), "all of it was heard");
    let drafts = events
        .iter()
        .filter(|one| matches!(one.event, Event::Drafted { .. }));
    assert!(
        drafts.count() <= 16,
        "an event for each text at the most, and not for each sentence"
    );
}

#[tokio::test(start_paused = true)]
async fn what_is_written_too_long_is_told_of_the_time_and_cut_at_the_end_of_a_sentence() {
    for pace in [Pace::Live, Pace::Instant] {
        // 400 words are asked for.
        let mut watcher = watched("structured", pace, |request| {
            (request.purpose == Purpose::Write).then(|| ScriptedAnswer::text(arguments(60)))
        });
        let events = first_turn(&mut watcher).await;
        let turn = &watcher.state.turns[0];
        assert_eq!(turn.truncated(), Some(&Truncation::TimeLimit));
        assert!((480..500).contains(&turn.words), "{} words", turn.words);
        let Some(Work::Arguments(all)) = &turn.work else {
            panic!("no arguments");
        };
        assert!(all.last().unwrap().reasoning.ends_with("plain words."));
        let bell = events.iter().find_map(|one| match one.event {
            Event::BellRang { words_left, .. } => Some(words_left),
            _ => None,
        });
        match pace {
            Pace::Instant => assert_eq!(bell, None),
            _ => assert!((60..=80).contains(&bell.unwrap()), "{bell:?} words left"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_not_said_any_more_when_it_is_written_again_is_taken_back() {
    let calls = Mutex::new(0);
    let mut watcher = watched("structured", Pace::Reading, move |request| {
        if request.purpose != Purpose::Write {
            return None;
        }
        let mut calls = calls.lock().unwrap();
        *calls += 1;
        let whole = arguments(3);
        // The first line breaks after the second argument.
        let half = &whole[..whole.find("Claim number 3").unwrap()];
        Some(match *calls {
            1 => ScriptedAnswer::words(half)
                .delays(MS(100), MS(300))
                .then(ModelError::Broke {
                    detail: "gone".into(),
                }),
            _ => ScriptedAnswer::text(whole.replace("argument 2", "the second argument")),
        })
    });
    let events = first_turn(&mut watcher).await;
    let read: Vec<u32> = events
        .iter()
        .filter_map(|one| match one.event {
            Event::Delivered { words, .. } => Some(words),
            _ => None,
        })
        .collect();
    let heard_before = read.windows(2).find(|pair| pair[1] < pair[0]);
    assert!(
        heard_before.is_none_or(|pair| pair[1] >= 45),
        "the first argument stands: {heard_before:?}"
    );
    let turn = &watcher.state.turns[0];
    assert!(turn.text.contains("the second argument"), "{}", turn.text);
    assert!(!turn.text.contains("of argument 2"));
}

/// Answers that cannot be used: what is finished of them is what nobody means, or means no more.
fn refused() -> [(&'static str, String); 5] {
    let said = arguments(2);
    let (all, _) = said.rsplit_once('}').unwrap();
    [
        (
            "a thought with its end",
            format!(
                "Let me see. Maybe {said} Hmm, no: that is weak.</think>\n\nI would rather not."
            ),
        ),
        (
            "a thought with a sign",
            format!("[THINK] Maybe {said} Hmm, no.[/THINK] I would rather not."),
        ),
        (
            "taken back",
            format!(
                "{said}\n\nNo, wait. I take all of that back: {}",
                said.replace("is asserted", "is denied")
            ),
        ),
        (
            "said twice",
            format!("{all}, \"Arguments\": [{{\"claim\": \"The contrary is so.\"}}]}}"),
        ),
        (
            "an example",
            format!("The form is like {said} and so on. {{\"arguments\": []}} I argue for nobody."),
        ),
    ]
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_used_is_on_the_record_at_no_pace() {
    for (what, answer) in refused() {
        for pace in [Pace::Instant, Pace::Live, Pace::Reading] {
            for delay in [MS(1), MS(300)] {
                let answer = answer.clone();
                let mut watcher = watched("structured", pace, move |request| {
                    let is_work = request.purpose == Purpose::Write;
                    is_work.then(|| ScriptedAnswer::words(&answer).delays(MS(50), delay))
                });
                first_turn(&mut watcher).await;
                let turn = &watcher.state.turns[0];
                assert_eq!(turn.work, None, "{what} {pace:?} {delay:?}");
                assert_eq!(turn.words, 0, "{what} {pace:?} {delay:?}: {}", turn.text);
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_breaks_off_for_good_counts_at_no_pace() {
    let said = arguments(2);
    let long = arguments(30);
    let all_but_its_end = long.trim_end_matches(|sign: char| !sign.is_alphanumeric());
    for broken in [
        format!("Example:\n{said}\n\nMy answer is this one:\n{{\"arguments\": [{{\"claim\""),
        format!("{said}\n\nNo, wait. I take all of that back."),
        all_but_its_end.to_owned(),
    ] {
        for pace in [Pace::Instant, Pace::Live, Pace::Reading] {
            let broken = broken.clone();
            let mut watcher = watched("structured", pace, move |request| {
                let gone = ModelError::Broke {
                    detail: "gone".into(),
                };
                (request.purpose == Purpose::Write).then(|| {
                    ScriptedAnswer::words(&broken)
                        .delays(MS(50), MS(100))
                        .then(gone)
                })
            });
            first_turn(&mut watcher).await;
            let turn = &watcher.state.turns[0];
            assert_eq!((&turn.work, turn.words), (&None, 0), "{}", turn.text);
            assert!(turn.given_up().is_some(), "{pace:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_stands_of_an_answer_that_was_cut_is_read_on_and_not_again() {
    let mut watcher = watched("structured", Pace::Reading, move |request| {
        if request.purpose != Purpose::Write {
            return None;
        }
        let whole = arguments(3);
        let cut = &whole[..whole.find("Claim number 4").unwrap()];
        Some(ScriptedAnswer::words(cut).delays(MS(50), MS(300)))
    });
    let events = first_turn(&mut watcher).await;
    // Of three answers the first two are refused, and what was heard of them is taken back; the last one stands.
    let empty = events.iter().filter(|one| match &one.event {
        Event::Drafted { work, .. } => !work.has_words(),
        _ => false,
    });
    assert_eq!(empty.count(), 2);
    let turn = &watcher.state.turns[0];
    assert!(turn.text.contains("Claim number 3"), "{}", turn.text);
}

#[tokio::test(start_paused = true)]
async fn of_a_synthesis_that_is_taken_back_nothing_is_left() {
    let parts = [
        "areas_of_agreement",
        "core_disagreements",
        "evidence_gaps",
        "decision_hinges",
    ];
    let synthesis = |word: &str| {
        let part = |name: &&str| {
            let text = format!("{word} is what stands between them in the end.");
            ((*name).to_owned(), json!([text]))
        };
        serde_json::Value::Object(parts.iter().map(part).collect())
    };
    let answer = format!(
        "{}\n\nNo, wait. I take all of that back: {}",
        synthesis("A bridge"),
        synthesis("A road")
    );
    let mut watcher = watched("clearside", Pace::Live, move |request| {
        let asks = |part: &str| request.messages.iter().any(|one| one.text.contains(part));
        let is_synthesis = request.purpose == Purpose::Write && asks("\"areas_of_agreement\"");
        is_synthesis.then(|| ScriptedAnswer::words(&answer).delays(MS(50), MS(300)))
    });
    watcher
        .until(|event, _| matches!(event, Event::Closed { .. }))
        .await;
    let turns = watcher.state.turns.iter().rev();
    let mut turns = turns.filter(|turn| turn.task == Task::Synthesis);
    let turn = turns.next().unwrap();
    assert_eq!((turn.text.as_str(), &turn.work, turn.words), ("", &None, 0));
}

#[tokio::test(start_paused = true)]
async fn the_time_is_over_for_no_answer_that_may_still_be_refused() {
    for (what, answer) in refused() {
        let calls = Mutex::new(0);
        let mut watcher = watched("structured", Pace::Reading, move |request| {
            if request.purpose != Purpose::Write {
                return None;
            }
            let mut calls = calls.lock().unwrap();
            *calls += 1;
            Some(match *calls {
                // Both sides write at the same time.
                1 | 2 => ScriptedAnswer::text(answer.clone()),
                _ => ScriptedAnswer::words(&arguments(30).replace("ten plain", "quite other"))
                    .delays(MS(20_000), MS(400)),
            })
        });
        first_turn(&mut watcher).await;
        let turn = &watcher.state.turns[0];
        let Some(Work::Arguments(all)) = &turn.work else {
            panic!("{what}: no arguments");
        };
        let said = &all.first().unwrap().reasoning;
        assert!(said.contains("quite other words"), "{what}: {said}");
        assert!(
            (300..500).contains(&turn.words),
            "{what}: {} words",
            turn.words
        );
        let is_ended = |one: &hustings::debate::written::Argument| !one.evidence.is_empty();
        assert!(all.iter().all(is_ended), "{what}: {all:?}");
        assert_eq!(turn.truncated(), Some(&Truncation::TimeLimit), "{what}");
    }
}

#[tokio::test(start_paused = true)]
async fn no_argument_is_begun_that_is_not_known_to_be_ended_in_its_time() {
    // Some end in their time, the next does not, whatever their length; the first is begun whatever comes of it.
    for sentences in [8, 14, 20, 30, 60] {
        let mut watcher = watched("structured", Pace::Reading, move |request| {
            let is_first = request.purpose == Purpose::Write;
            // Slower than it is read out.
            is_first.then(|| ScriptedAnswer::words(&arguments(sentences)).delays(MS(500), MS(400)))
        });
        let events = first_turn(&mut watcher).await;
        let heard = events.iter().filter_map(|record| match record.event {
            Event::Delivered { words, .. } => Some(words),
            _ => None,
        });
        let turn = &watcher.state.turns[0];
        assert_eq!(turn.truncated(), Some(&Truncation::TimeLimit));
        assert_eq!(
            heard.max(),
            Some(turn.words),
            "{sentences} sentences each: nothing that was heard is unsaid"
        );
    }
}

fn heard(state: &DebateState) -> Vec<u32> {
    state.turns.iter().map(|turn| turn.words).collect()
}

#[tokio::test(start_paused = true)]
async fn those_who_open_together_are_heard_one_after_the_other_once_all_are_ready() {
    let calls = Mutex::new(0);
    let mut watcher = watched("panel", Pace::Reading, move |request| {
        if request.purpose != Purpose::Speech {
            return None;
        }
        let mut calls = calls.lock().unwrap();
        *calls += 1;
        let slow = if *calls == 2 { MS(20_000) } else { MS(300) };
        let text = "It is so because it was so, and who would change it now. ".repeat(6);
        Some(ScriptedAnswer::words(&text).delays(slow, MS(5)))
    });
    watcher
        .until(|event, _| matches!(event, Event::Said { .. }))
        .await;
    let waited = watcher.state.at_ms - watcher.state.turns[0].began_ms;
    assert!(
        waited >= 20_000,
        "nobody is heard before the slowest is ready: {waited} ms"
    );
    let opened = watcher.state.turns.len();
    watcher
        .until(|event, state| {
            let now = heard(state);
            let beginners = now.iter().filter(|words| **words > 0).count();
            let ended = state.turns.iter().filter(|turn| turn.is_ended()).count();
            assert!(beginners <= ended + 1, "one at a time: {now:?}");
            matches!(event, Event::PhaseEnded { .. })
        })
        .await;
    assert_eq!(watcher.state.speeches().count(), opened);
}

#[tokio::test(start_paused = true)]
async fn what_was_half_read_when_the_debate_was_left_is_read_on() {
    let options = Options {
        pace: Pace::Reading,
        on_failure: OnFailure::GoOn,
        ..Options::default()
    };
    let opening = common::opening_in("structured", 0, options, &Profile::default());
    let model = || {
        let counts = Mutex::new(BTreeMap::new());
        Scripted::new("scripted", move |request: &Request| {
            let answer = match request.purpose {
                Purpose::Write => arguments(3),
                _ => debater::proper_to(request, &mut counts.lock().unwrap()),
            };
            ScriptedAnswer::text(answer)
        })
    };
    let (handle, memory) = start(&opening.into(), model());
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| state.turns.first().is_some_and(|turn| turn.words >= 40))
        .await;
    drop(watcher);
    tokio::time::sleep(MS(100)).await;
    let mut records = memory.0.lock().unwrap().clone();
    // As after a crash: nothing of the end was recorded.
    let heard = records
        .iter()
        .rposition(|one| matches!(one.event, Event::Delivered { .. }));
    records.truncate(heard.unwrap() + 1);
    let mut state = DebateState::default();
    for record in &records {
        state.apply(record);
    }
    let before = state.turns[0].clone();
    assert!(before.words >= 40 && before.draft.is_some());
    let memory = Memory(Arc::new(Mutex::new(records.clone())));
    let outside = outside(memory, model());
    let terms = Terms {
        on_failure: OnFailure::GoOn,
        ..Terms::default()
    };
    let handle = engine::resume(state.clone(), outside, terms);
    let mut watcher = Watcher::new(handle);
    watcher.state = state;
    watcher
        .until(|event, state| {
            let turn = &state.turns[0];
            assert!(
                turn.words >= before.words,
                "nothing that was heard is heard again"
            );
            matches!(event, Event::TurnEnded { turn, .. } if turn.index() == 0)
        })
        .await;
    let turn = &watcher.state.turns[0];
    assert!(turn.text.starts_with(&before.text), "{}", turn.text);
    assert_eq!(turn.truncated(), None);
}

#[tokio::test(start_paused = true)]
async fn what_breaks_a_rule_is_struck_once_all_of_it_is_written_and_not_read_to_its_end() {
    let answer = arguments(4).replace("A count that anybody can look up.", "No.");
    let mut watcher = watched("structured", Pace::Reading, move |request| {
        (request.purpose == Purpose::Write)
            .then(|| ScriptedAnswer::words(&answer).delays(MS(10), MS(1)))
    });
    let end = |event: &Event, _: &DebateState| matches!(event, Event::TurnEnded { turn, .. } | Event::TurnStruck { turn, .. } if turn.index() == 0);
    watcher.until(end).await;
    let struck = &watcher.state.turns[0];
    assert!(struck.is_struck(), "{struck:?}");
    // Read out, it would have taken half a minute and more. In the record it stands whole.
    let lasted = struck.ended_ms.unwrap() - struck.began_ms;
    assert!(lasted < 20_000, "{lasted} ms");
    assert!(struck.words > 100, "{} words", struck.words);
    // The last attempt counts, and is read like any other.
    let slot = struck.slot;
    watcher
        .until(|event, state| {
            matches!(event, Event::TurnEnded { turn, .. } if state.turn(*turn).is_some_and(|turn| turn.slot == slot))
        })
        .await;
    let mut turns = watcher.state.turns.iter();
    let last = turns.rfind(|turn| turn.slot == slot).unwrap();
    assert!(last.words > 100, "{} words", last.words);
}
