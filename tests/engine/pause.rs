//! A pause: nothing that is on the record happens in it, whatever the format and the moment.

use std::{collections::BTreeMap, sync::Mutex, time::Duration};

use hustings::{
    catalog::Profile,
    debate::{
        command::{Command, Pace},
        event::Event,
        opening::{OnFailure, Options},
    },
    llm::{
        Request,
        scripted::{Scripted, ScriptedAnswer},
    },
};

use super::{
    common::{self, debater},
    harness::{Watcher, start},
};

/// Answers that come after a while, in pieces.
fn debater() -> impl Fn(&Request) -> ScriptedAnswer + Send + Sync + 'static {
    let counts = Mutex::new(BTreeMap::new());
    move |request| {
        let answer = debater::proper_to(request, &mut counts.lock().unwrap());
        let ms = Duration::from_millis;
        ScriptedAnswer::words(&answer).delays(ms(400), ms(30))
    }
}

/// What may happen in a pause: what is told of calls under way, and what the viewer is answered.
fn is_off_the_record(event: &Event) -> bool {
    matches!(
        event,
        Event::CallRetried { .. }
            | Event::TranscriptCondensed { .. }
            | Event::CommandRefused { .. }
    )
}

/// Holds a debate of a format that is paused for half a minute after each of these times, and gives what happened in
/// pauses.
async fn paused(format: &str, pace: Pace, after: &[u64]) -> Vec<Event> {
    let options = Options {
        scale: 0.2,
        pace,
        on_failure: OnFailure::GoOn,
        ..Options::default()
    };
    let opening = common::opening_in(format, 3, options, &Profile::default());
    let (handle, _) = start(&opening.into(), Scripted::new("scripted", debater()));
    let mut watcher = Watcher::new(handle);
    let mut leaked = Vec::new();
    for ms in after {
        let until = tokio::time::Instant::now() + Duration::from_millis(*ms);
        while let Ok(Some(_)) = tokio::time::timeout_at(until, watcher.next()).await {}
        if watcher.state.is_closed() {
            break;
        }
        watcher.order(Command::Pause).await;
        watcher
            .until(|event, _| matches!(event, Event::Paused { .. } | Event::Closed { .. }))
            .await;
        if watcher.state.is_closed() {
            break;
        }
        let until = tokio::time::Instant::now() + Duration::from_secs(30);
        while let Ok(Some(record)) = tokio::time::timeout_at(until, watcher.next()).await {
            leaked.extend(Some(record.event.clone()).filter(|event| !is_off_the_record(event)));
        }
        watcher.order(Command::Resume).await;
        watcher
            .until(|event, _| matches!(event, Event::Resumed { .. }))
            .await;
    }
    watcher.watch_out().await;
    assert!(watcher.state.is_closed(), "{format} came to its end");
    let missing = watcher
        .state
        .speeches()
        .filter(|turn| turn.is_empty())
        .count();
    assert_eq!(missing, 0, "nothing is lost behind a pause in {format}");
    leaked
}

#[tokio::test(start_paused = true)]
async fn nothing_on_the_record_happens_in_a_pause_whatever_the_format() {
    let mut seed = 7_u64;
    let mut chance = |below: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for format in common::FORMATS {
        for pace in [Pace::Instant, Pace::Reading] {
            let after: Vec<u64> = (0..12).map(|_| 1 + chance(3_000)).collect();
            let leaked = paused(format, pace, &after).await;
            assert_eq!(leaked, [], "{format}, {pace:?}, pauses after {after:?} ms");
        }
    }
}
