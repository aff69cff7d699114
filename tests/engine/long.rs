//! Debates for which time passes otherwise than one expects: a server that is away for ten minutes, a machine that sleeps, a
//! day. Time is paused, so that none of it is waited for.

use std::time::Duration;

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        command::{Command, Pace},
        event::{CloseReason, Event},
        opening::{OnFailure, Options},
        state::DebateStatus,
    },
    llm::{
        ModelError, Request,
        scripted::{Scripted, ScriptedAnswer},
    },
};
use tokio::time::Instant;

use super::{
    common,
    harness::{Memory, Watcher, count, options, start, usual},
};

/// Every speech is there, to its last sentence, and the record has neither gap nor a step back in time.
fn is_whole(watcher: &Watcher, memory: &Memory) {
    let state = &watcher.state;
    assert_eq!(state.status, DebateStatus::Closed(CloseReason::Completed));
    assert_eq!(state.speeches().count(), 6);
    for turn in state.speeches() {
        assert!(turn.text.trim_end().ends_with("tonight."), "{}", turn.text);
        assert_eq!(turn.truncated(), None, "{:?}", turn.seat);
    }
    let records = memory.0.lock().unwrap();
    assert!(
        records
            .iter()
            .enumerate()
            .all(|(seq, one)| one.seq == seq as u64)
    );
    assert!(records.is_sorted_by_key(|record| record.at_ms));
    assert_eq!(DebateState::fold(records.iter()), *state);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_is_gone_for_ten_minutes_costs_nothing_but_time() {
    let away = Duration::from_secs(60)..Duration::from_secs(660);
    let begun = Instant::now();
    let script = {
        let away = away.clone();
        move |request: &Request| {
            if away.contains(&begun.elapsed()) {
                return ScriptedAnswer::error(ModelError::Unreachable {
                    url: "http://127.0.0.1:1/v1".into(),
                    detail: "refused".into(),
                });
            }
            usual(request)
        }
    };
    let settings = Options {
        on_failure: OnFailure::Pause,
        ..options(Pace::Live)
    };
    let opening = common::opening(3, settings, &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    while watcher.next().await.is_some() {
        if let DebateStatus::Paused(_) = watcher.state.status {
            // Whoever watches presses space again after a while.
            tokio::time::sleep(Duration::from_secs(45)).await;
            watcher.order(Command::Resume).await;
            watcher
                .until(|event, _| {
                    matches!(event, Event::Resumed { .. } | Event::CommandRefused { .. })
                })
                .await;
        }
    }
    let pauses = count(&watcher, |event| matches!(event, Event::Paused { .. }));
    assert!(pauses > 1, "it was away for {pauses} pauses");
    assert!(begun.elapsed() > away.end);
    is_whole(&watcher, &memory);
}

#[tokio::test(start_paused = true)]
async fn a_machine_that_sleeps_for_a_night_costs_nothing_but_time() {
    let opening = common::opening(3, options(Pace::Reading), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    for turn in 1..4 {
        watcher
            .until(|_, state| {
                state.speeches().count() == turn && state.floor().is_some_and(|one| one.words > 15)
            })
            .await;
        tokio::time::advance(Duration::from_secs(8 * 3600)).await;
    }
    watcher.watch_out().await;
    is_whole(&watcher, &memory);
}

#[tokio::test(start_paused = true)]
#[ignore = "long: `cargo test --test all long:: -- --ignored`"]
async fn a_debate_of_eight_hours_at_the_pace_of_people_is_held() {
    // Long speeches by a model that has enough to say.
    let script = |request: &Request| match request.purpose {
        hustings::debate::ask::Purpose::Speech => {
            ScriptedAnswer::pieces([super::harness::speech(1400)])
        }
        _ => usual(request),
    };
    let settings = Options {
        scale: 10.0,
        ..options(Pace::Live)
    };
    let opening = common::opening(3, settings, &Profile::default());
    let begun = Instant::now();
    let (handle, memory) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let hours = begun.elapsed().as_secs_f64() / 3600.0;
    let words: u32 = watcher.state.speeches().map(|turn| turn.words).sum();
    assert!(hours > 7.0, "{hours} hours, {words} words");
    let records = memory.0.lock().unwrap();
    assert!(records.is_sorted_by_key(|record| record.at_ms));
    assert_eq!(
        watcher.state.status,
        DebateStatus::Closed(CloseReason::Completed)
    );
}
