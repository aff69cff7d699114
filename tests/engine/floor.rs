//! How a debate runs on the floor: its time, its points, its pauses, its questions.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        answer::{PoiDecision, PoiOffer},
        ask::{Cue, Purpose},
        command::{Command, Halt, Pace},
        event::{CloseReason, Event},
        ids::Seat,
        state::{DebateStatus, Poi, PoiStatus},
    },
    llm::{
        From, Request,
        scripted::{Scripted, ScriptedAnswer},
    },
    text::count_words,
};

use super::{
    common,
    harness::{Watcher, options, speaks, speech, start, usual},
};

#[tokio::test(start_paused = true)]
async fn a_debate_takes_its_critical_path_and_little_more() {
    let opening = common::opening(13, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let state = &watcher.state;
    assert_eq!(state.status, DebateStatus::Closed(CloseReason::Completed));
    assert_eq!(
        &DebateState::fold(&*memory.0.lock().unwrap()),
        state,
        "the journal is what was shown"
    );
    let ends = |task| {
        let turns = state.turns.iter().filter(move |turn| turn.task == task);
        turns.map(|turn| turn.ended_ms.unwrap() - turn.began_ms)
    };
    let preparation = ends(hustings::catalog::Task::Prepare).max().unwrap();
    let speeches: u64 = ends(hustings::catalog::Task::Speech).sum();
    let path = preparation + speeches + 800;
    assert!(
        preparation <= 510,
        "all six prepare at once: {preparation} ms"
    );
    let wall = state.at_ms;
    assert!(
        wall as f64 <= path as f64 * 1.1,
        "{wall} ms for a critical path of {path} ms"
    );
}

#[tokio::test(start_paused = true)]
async fn a_speech_without_a_full_stop_is_cut_at_the_word_however_it_comes() {
    for (word, words, in_pieces) in [
        ("word ", 250, false),
        ("word ", 4000, false),
        ("word ", 4000, true),
        // Scripts without spaces have words, too; and what goes on without any is cut all the same.
        ("茶比，", 1500, false),
        ("茶比。", 1500, false),
        ("Läng", 20_000, false),
    ] {
        let script = move |request: &Request| {
            if request.purpose != Purpose::Speech {
                return usual(request);
            }
            let text = word.repeat(words);
            if in_pieces {
                ScriptedAnswer::words(&text)
            } else {
                ScriptedAnswer::text(text)
            }
        };
        let opening = common::opening(0, options(Pace::Instant), &Profile::default());
        let (handle, _) = start(&opening, Scripted::new("scripted", script));
        let mut watcher = Watcher::new(handle);
        watcher.watch_out().await;
        let cut_at = opening.format.timing.cut_at;
        for turn in watcher.state.speeches() {
            let most = (f64::from(turn.target_words) * cut_at * 1.3).ceil();
            let heard = f64::from(turn.words);
            assert!(heard <= most.max(60.0), "{heard} of {}", turn.target_words);
            let written = f64::from(count_words(&word.repeat(words)));
            assert!(heard >= f64::from(turn.target_words).min(written));
            assert!(
                turn.text.trim_end().ends_with(word.trim_end()),
                "a whole word"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_speech_that_is_written_whole_is_heard_whole_though_its_call_goes_on() {
    let written = || speech(40);
    let script = move |request: &Request| match request.purpose {
        Purpose::Speech => ScriptedAnswer::text(written()).drags(Duration::from_secs(5)),
        _ => usual(request),
    };
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let state = &watcher.state;
    assert_eq!(state.speeches().count(), 6);
    for turn in state.speeches() {
        let share = f64::from(turn.words) / f64::from(turn.target_words);
        assert!((0.9..1.1).contains(&share), "{share} of its time");
        assert_eq!(turn.text.trim(), written().trim());
    }
}

/// Napoleon rises.
fn rises() -> ScriptedAnswer {
    let offer = PoiOffer {
        weakness: "the price".into(),
        rises: true,
        speaker: "Napoleon".into(),
        point: "Who pays for the space your carriage leaves empty?".into(),
    };
    ScriptedAnswer::json(&offer).delays(Duration::from_millis(300), Duration::ZERO)
}

#[tokio::test(start_paused = true)]
async fn a_point_of_information_changes_the_speech() {
    let script = |request: &Request| match request.purpose {
        Purpose::PoiOffer if speaks(request) == "Mary Wollstonecraft" => rises(),
        Purpose::Speech => {
            let last = &request.messages.last().unwrap().text;
            if last.contains("Who pays for the space") {
                ScriptedAnswer::words("And so, having answered, I go on. ")
                    .delays(Duration::from_millis(200), Duration::from_millis(10))
            } else {
                usual(request)
            }
        }
        _ => usual(request),
    };
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let state = &watcher.state;
    let turn = state.speeches().nth(1).unwrap();
    assert_eq!(turn.seat, Seat::new("opp", 1));
    let point = state.point(turn.points[0]).unwrap();
    assert_eq!(point.from, Seat::new("prop", 1), "a short name is enough");
    assert_eq!(
        point.status,
        PoiStatus::Answered {
            text: "The same purse that pays for yours.".into()
        }
    );
    let (before, after) = turn.text.split_at(point.at as usize);
    assert!(
        before.trim_end().ends_with('.'),
        "put at the end of a sentence: {before:?}"
    );
    assert!(
        after.trim_start().starts_with("And so, having answered"),
        "the rest was dropped: {after:?}"
    );
    assert!(
        turn.words < 180,
        "what was written before and not said is gone"
    );
    let order: Vec<&str> = watcher
        .seen
        .iter()
        .filter_map(|record| match &record.event {
            Event::PoiOffered { .. } => Some("offered"),
            Event::PoiTaken { .. } => Some("taken"),
            Event::SpeechCut {
                cue: Cue::AfterPoint { .. },
                ..
            } => Some("cut"),
            Event::PoiAccepted { .. } => Some("accepted"),
            Event::PoiAnswered { .. } => Some("answered"),
            _ => None,
        })
        .take(5)
        .collect();
    assert_eq!(order, ["offered", "taken", "cut", "accepted", "answered"]);
}

#[tokio::test(start_paused = true)]
async fn a_point_is_answered_with_the_decision_and_its_speaker_is_not_asked_again() {
    let asked: Arc<Mutex<Vec<Request>>> = Arc::default();
    let heard = Arc::clone(&asked);
    let script = move |request: &Request| match request.purpose {
        Purpose::PoiOffer if speaks(request) == "Mary Wollstonecraft" => rises(),
        Purpose::PoiAccept => {
            heard.lock().unwrap().push(request.clone());
            let taken = PoiDecision {
                reason: "gladly".into(),
                accept: true,
                gesture: String::new(),
                answer: Some("Mary Wollstonecraft: \"The same purse as yours.\"".into()),
            };
            ScriptedAnswer::json(&taken).delays(Duration::from_millis(200), Duration::ZERO)
        }
        Purpose::PoiAnswer => panic!("it is answered already"),
        _ => usual(request),
    };
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let state = &watcher.state;
    let answers: Vec<&str> = state.points.iter().filter_map(Poi::answer).collect();
    assert!(!answers.is_empty());
    assert!(answers.iter().all(|one| *one == "The same purse as yours."));

    // It is asked where the speech stands, and what the speech was asked for with is gone on with.
    let asked = asked.lock().unwrap();
    let [.., first, said, last] = asked[0].messages.as_slice() else {
        panic!("{:?}", asked[0].messages)
    };
    assert!(first.text.contains("speech"), "{}", first.text);
    assert_eq!(said.from, From::Assistant);
    assert!(last.text.contains("\"answer\""), "{}", last.text);
}

#[tokio::test(start_paused = true)]
async fn a_pause_stops_at_the_very_character_and_goes_on_from_it() {
    let opening = common::opening(0, options(Pace::Reading), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| state.floor().is_some_and(|turn| turn.words >= 23))
        .await;
    let id = watcher.order(Command::Pause).await;
    watcher
        .until(|event, _| matches!(event, Event::Paused { command, .. } if *command == id))
        .await;
    let said = watcher.state.floor().unwrap().text.clone();
    tokio::time::sleep(Duration::from_secs(600)).await;
    let id = watcher.order(Command::Resume).await;
    let resumed = watcher.next().await.unwrap();
    assert!(
        matches!(resumed.event, Event::Resumed { command, .. } if command == id),
        "nothing was said meanwhile: {resumed:?}"
    );
    assert_eq!(watcher.state.floor().unwrap().text, said);
    watcher
        .until(|event, _| matches!(event, Event::TurnEnded { .. }))
        .await;
    let turn = watcher.state.speeches().next().unwrap();
    assert!(
        speech(40).starts_with(
            turn.text
                .split("  ")
                .next()
                .unwrap()
                .get(..said.len())
                .unwrap()
        )
    );
    assert!(watcher.state.paused_ms >= 600_000);
}

#[tokio::test(start_paused = true)]
async fn the_reading_pace_is_about_three_hundred_words_a_minute() {
    let opening = common::opening(0, options(Pace::Reading), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|event, state| {
            matches!(event, Event::TurnEnded { .. }) && state.speeches().count() == 1
        })
        .await;
    let turn = watcher.state.speeches().next().unwrap();
    let minutes = (turn.ended_ms.unwrap() - turn.began_ms) as f64 / 60_000.0;
    let pace = f64::from(turn.words) / minutes;
    assert!((270.0..=305.0).contains(&pace), "{pace} words a minute");
    // Coming in small pieces: nothing is shown in lumps of more than a quarter of a second.
    let lump = watcher.seen.iter().filter_map(|r| match &r.event {
        Event::Said { text, .. } if r.at_ms > turn.began_ms => {
            Some(text.split_whitespace().count())
        }
        _ => None,
    });
    assert!(lump.max().unwrap() <= 2);
}

#[tokio::test(start_paused = true)]
async fn questions_are_answered_while_the_debate_halts_and_beside_it_while_it_does_not() {
    let opening = common::opening(0, options(Pace::Reading), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| state.floor().is_some_and(|turn| turn.words >= 10))
        .await;
    let ask = |halt| Command::Ask {
        seat: Seat::new("opp", 2),
        text: "Why?".into(),
        halt,
    };
    watcher.order(ask(Halt::Halting)).await;
    watcher
        .until(|event, _| matches!(event, Event::QuestionAnswered { .. }))
        .await;
    assert!(
        matches!(watcher.state.status, DebateStatus::Paused(_)),
        "the viewer confirms before it goes on"
    );
    let words = watcher.state.floor().unwrap().words;
    watcher.order(Command::Resume).await;
    watcher.order(ask(Halt::Beside)).await;
    watcher
        .until(|event, _| matches!(event, Event::QuestionAnswered { .. }))
        .await;
    assert!(watcher.state.is_running());
    assert!(watcher.state.floor().unwrap().words >= words);
    watcher
        .order(Command::Clarify {
            seat: None,
            text: "What is a car?".into(),
        })
        .await;
    let put = watcher
        .until(|event, _| matches!(event, Event::ClarificationPut { .. }))
        .await;
    assert!(
        matches!(&put.event, Event::ClarificationPut { seat, .. } if *seat == Seat::new("prop", 1)),
        "the last who spoke"
    );
    watcher
        .until(|event, _| matches!(event, Event::TurnBegan { .. }))
        .await;
    let answered = watcher
        .seen
        .iter()
        .rposition(|r| matches!(r.event, Event::QuestionAnswered { .. }))
        .unwrap();
    assert!(
        answered < watcher.seen.len() - 1,
        "the next speech waits for the answer"
    );
}
