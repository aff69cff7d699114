//! Debates for which time passes otherwise than one expects: a server that is away for ten minutes, a machine that sleeps, a
//! day. Time is paused, so that none of it is waited for.

#![allow(clippy::print_stderr, reason = "figures for whoever asks for them")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        ask::Purpose,
        command::{Command, Pace},
        event::{CloseReason, Event, Truncation},
        opening::{OnFailure, Options},
        state::DebateStatus,
    },
    llm::{
        ModelError, Request,
        scripted::{Scripted, ScriptedAnswer},
        tokens::estimate_prompt,
    },
};
use tokio::time::Instant;

use super::{
    common,
    harness::{Memory, Watcher, count, options, speech, start, usual},
};

/// Every speech is there, to its last sentence, and the record has neither gap nor a step back in time.
fn is_whole(watcher: &Watcher, memory: &Memory) {
    let state = &watcher.state;
    assert_eq!(state.status, DebateStatus::Closed(CloseReason::Completed));
    assert_eq!(state.speeches().count(), 6);
    for turn in state.speeches() {
        assert!(turn.text.trim_end().ends_with("tonight."), "{}", turn.text);
        // A speaker who was taken up with all that they had to say once more has too much to say, and nothing less.
        let all = matches!(turn.truncated(), None | Some(Truncation::TimeLimit));
        assert!(all, "{}: {:?}", turn.seat, turn.truncated());
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
    let (mut nights, mut pauses) = (0, Vec::new());
    while watcher.next().await.is_some() {
        if let DebateStatus::Paused(why) = &watcher.state.status {
            pauses.push(format!("{why:?}"));
            watcher.order(Command::Resume).await;
            watcher
                .until(|event, _| {
                    matches!(event, Event::Resumed { .. } | Event::CommandRefused { .. })
                })
                .await;
        }
        let speaks = watcher.state.floor().is_some_and(|one| one.words > 15);
        if nights < 3 && speaks && watcher.state.speeches().count() == nights + 1 {
            nights += 1;
            tokio::time::advance(Duration::from_secs(8 * 3600)).await;
        }
    }
    assert_eq!(nights, 3);
    assert!(pauses.len() <= 3, "{pauses:?}");
    is_whole(&watcher, &memory);
}

/// Answers as usual, but whoever speaks says so many sentences.
fn says(sentences: usize) -> impl Fn(&Request) -> ScriptedAnswer + Send + Sync + 'static {
    move |request| match request.purpose {
        Purpose::Speech => {
            let speech = speech(sentences);
            let piece = |at: usize| speech.get(at * 4096..).map(|rest| rest.chars().take(4096));
            ScriptedAnswer::pieces((0..).map_while(piece).map(String::from_iter))
        }
        _ => usual(request),
    }
}

#[tokio::test(start_paused = true)]
#[ignore = "long: `cargo test --test all long:: -- --ignored --nocapture`"]
async fn a_debate_of_eight_hours_at_the_pace_of_people_is_held() {
    let settings = Options {
        scale: 10.0,
        ..options(Pace::Live)
    };
    let opening = common::opening(3, settings, &Profile::default());
    let (begun, really) = (Instant::now(), std::time::Instant::now());
    let (handle, memory) = start(&opening, Scripted::new("scripted", says(1_300)));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let hours = begun.elapsed().as_secs_f64() / 3600.0;
    let words: u32 = watcher.state.speeches().map(|turn| turn.words).sum();
    let records = memory.0.lock().unwrap();
    eprintln!(
        "{hours:.1} hours, {words} words, {} records, {:?}",
        records.len(),
        really.elapsed()
    );
    assert_eq!(
        watcher.state.status,
        DebateStatus::Closed(CloseReason::Completed)
    );
    assert!(hours > 7.0, "{hours} hours");
    assert!(records.is_sorted_by_key(|record| record.at_ms));
}

#[tokio::test(start_paused = true)]
#[ignore = "long: `cargo test --test all long:: -- --ignored --nocapture`"]
async fn a_transcript_ten_times_a_models_context_never_exceeds_it() {
    const CONTEXT: u32 = 8_192;
    let profile = Profile {
        context: CONTEXT,
        ..Profile::default()
    };
    let mut opening = common::opening_in("exhibition", 0, options(Pace::Instant), &profile);
    let phases = opening.format.phases.clone();
    for round in 0..40 {
        for phase in phases.iter().filter(|phase| phase.id == "debate") {
            let mut phase = phase.clone();
            phase.id = format!("{}-{round}", phase.id);
            opening.format.phases.push(phase);
        }
    }
    let longest = Arc::new(AtomicU64::new(0));
    let (seen, answers) = (Arc::clone(&longest), says(40));
    let script = move |request: &Request| {
        seen.fetch_max(estimate_prompt(&request.messages), Ordering::SeqCst);
        answers(request)
    };
    let began = std::time::Instant::now();
    let model = Scripted::new("scripted", script).with_profile(profile);
    let (handle, _memory) = start(&Arc::new(opening), model);
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let words: u32 = watcher.state.speeches().map(|turn| turn.words).sum();
    let longest = longest.load(Ordering::SeqCst);
    eprintln!(
        "{words} words in {} speeches, {:?}; the longest prompt had {longest} tokens",
        watcher.state.speeches().count(),
        began.elapsed()
    );
    assert!(watcher.state.is_closed(), "{:?}", watcher.state.status);
    assert!(
        f64::from(words) * 1.3 > f64::from(CONTEXT) * 10.0,
        "{words}"
    );
    assert!(longest <= u64::from(CONTEXT), "{longest} tokens");
}

#[tokio::test(start_paused = true)]
#[ignore = "long: `cargo test --test all long:: -- --ignored --nocapture`"]
async fn a_speech_of_ten_megabytes_is_cut_and_harms_nobody() {
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let sentences = 10_000_000 / 64;
    let began = std::time::Instant::now();
    let (handle, memory) = start(&opening, Scripted::new("scripted", says(sentences)));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let longest = watcher.state.speeches().map(|turn| turn.text.len()).max();
    eprintln!(
        "the longest speech has {longest:?} bytes, {:?}",
        began.elapsed()
    );
    assert_eq!(
        watcher.state.status,
        DebateStatus::Closed(CloseReason::Completed)
    );
    assert!(longest.is_some_and(|bytes| bytes < 100_000));
    assert!(!memory.0.lock().unwrap().is_empty());
}
