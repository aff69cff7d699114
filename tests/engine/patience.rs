//! How long is waited for one of several who speak at once, and what is recorded of calls that come to nothing.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use hustings::{
    catalog::Profile,
    debate::{
        ask::Purpose,
        command::Pace,
        event::{CallReport, Event, Truncation},
        opening::{OnFailure, Options},
    },
    llm::{
        ModelError, Request,
        scripted::{Scripted, ScriptedAnswer},
    },
};

use super::{
    common,
    harness::{Watcher, options, speech, start, usual},
};

const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test(start_paused = true)]
async fn nobody_waits_longer_for_one_of_several_than_the_phase_says() {
    // The second of four says its first words after so long; the phase waits for a minute.
    for (first_word, is_lost) in [(Duration::from_secs(55), false), (10 * MINUTE, true)] {
        let script = move |request: &Request| {
            let asked: String = request
                .messages
                .iter()
                .map(|one| one.text.as_str())
                .collect();
            match request.purpose {
                Purpose::Speech if asked.contains("You are Mohandas Gandhi") => {
                    ScriptedAnswer::words(&speech(4)).delays(first_word, Duration::ZERO)
                }
                _ => usual(request),
            }
        };
        let settings = Options {
            on_failure: OnFailure::Pause,
            ..options(Pace::Instant)
        };
        let opening = common::opening_in("panel", 0, settings, &Profile::default());
        assert_eq!(opening.format.phases[0].timeout_seconds, Some(60));
        let (handle, _) = start(&Arc::new(opening), Scripted::new("scripted", script));
        let mut watcher = Watcher::new(handle);
        let end = watcher
            .until(|event, _| matches!(event, Event::PhaseEnded { phase: 0 }))
            .await;
        watcher.handle.stop.cancel();
        let lost: Vec<_> = watcher
            .state
            .turns
            .iter()
            .filter(|turn| matches!(turn.truncated(), Some(Truncation::Unreachable { .. })))
            .collect();
        assert_eq!(lost.len(), usize::from(is_lost));
        if let [lost] = lost.as_slice() {
            assert!(
                format!("{:?}", lost.truncated()).contains("60 s"),
                "{lost:?}"
            );
            let waited = u128::from(end.at_ms);
            assert!((60_000..61_000).contains(&waited), "{waited} ms");
        }
        assert!(
            watcher.state.is_running() || !is_lost,
            "nobody is held up, even with a viewer"
        );
    }
}

/// Speeches that never end; all else is answered at once.
fn never(request: &Request) -> ScriptedAnswer {
    match request.purpose {
        Purpose::Speech => ScriptedAnswer::text("Late.").delays(1000 * MINUTE, Duration::ZERO),
        _ => usual(request),
    }
}

#[tokio::test(start_paused = true)]
async fn after_two_that_took_the_longest_time_nobody_waits_as_long_again() {
    let script = |request: &Request| never(request);
    let settings = Options {
        on_failure: OnFailure::Stop,
        ..options(Pace::Instant)
    };
    let opening = common::opening(0, settings, &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    let end = watcher
        .until(|event, _| matches!(event, Event::Paused { .. }))
        .await;
    let gone = watcher.state.outage.gone.clone().unwrap();
    assert!(gone.contains("within 30 min"), "{gone}");
    // One is given up, because others are answered; the second says that speeches are not to be had.
    assert_eq!(end.at_ms / 60_000, 60, "{}", end.at_ms);
    watcher.handle.stop.cancel();
}

#[tokio::test(start_paused = true)]
async fn where_even_the_probe_takes_too_long_the_server_is_gone() {
    let script = |request: &Request| match request.purpose {
        Purpose::Probe => ScriptedAnswer::text("Late.").delays(1000 * MINUTE, Duration::ZERO),
        _ => never(request),
    };
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    let end = watcher
        .until(|event, _| matches!(event, Event::Paused { .. }))
        .await;
    assert_eq!(end.at_ms / 60_000, 32, "{}", end.at_ms);
    watcher.handle.stop.cancel();
}

#[tokio::test(start_paused = true)]
async fn every_call_is_recorded_with_its_end_failed_ones_and_those_that_the_bell_cuts() {
    // Whoever speaks never sits down; and nobody will say how they would vote.
    let script = |request: &Request| match request.purpose {
        Purpose::Speech => {
            let ms = Duration::from_millis;
            ScriptedAnswer::words(&speech(400)).delays(ms(10), ms(10))
        }
        Purpose::Poll => ScriptedAnswer::error(ModelError::Refused {
            status: 402,
            detail: "no".into(),
        }),
        _ => usual(request),
    };
    let model = Scripted::new("scripted", script);
    let opening = common::opening(3, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, model.clone());
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let (mut begun, mut ended) = (BTreeMap::new(), BTreeMap::new());
    for record in memory.0.lock().unwrap().iter() {
        match &record.event {
            Event::CallBegan { call, ask, .. } => {
                assert!(begun.insert(*call, ask.purpose()).is_none(), "{call:?}");
            }
            Event::ModelCalled { call, report } | Event::CallCut { call, report } => {
                assert!(ended.insert(*call, (report.clone(), false)).is_none());
            }
            Event::ModelFailed { call, report, .. } => {
                assert!(ended.insert(*call, (report.clone(), true)).is_none());
            }
            _ => {}
        }
    }
    assert!(begun.keys().eq(ended.keys()), "every call has its end");
    let count = |purpose: Purpose, of: &dyn Fn(&CallReport, bool) -> bool| {
        let asked = begun.iter().filter(|(_, one)| **one == purpose);
        let ends = asked.map(|(call, _)| &ended[call]);
        ends.filter(|(report, failed)| of(report, *failed)).count()
    };
    // Three votes after each of five speeches, twice asked for at once before; six speeches, and what was read and written
    // for each is estimated.
    assert_eq!(count(Purpose::Poll, &|_, failed| failed), 2 + 15);
    let is_cut = |report: &CallReport, failed: bool| {
        let usage = report.usage;
        !failed && usage.estimated && usage.prompt_tokens > 0 && usage.completion_tokens > 0
    };
    assert!(count(Purpose::Speech, &is_cut) >= 6);
    for purpose in begun.values() {
        let of_it = |one: &Purpose| one == purpose;
        let asked = model
            .requests()
            .iter()
            .filter(|one| of_it(&one.purpose))
            .count();
        let recorded = begun.values().filter(|one| of_it(one)).count();
        assert!(asked <= recorded, "{purpose:?}: {asked} of {recorded}");
    }
}
