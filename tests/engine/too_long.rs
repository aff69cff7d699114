//! Prompts that are too long for a model: made again in short, given up together, told beforehand.

use std::{sync::Arc, time::Duration};

use hustings::{
    catalog::Profile,
    debate::{
        ask::{Purpose, Role},
        command::Pace,
        event::Event,
        opening::{OnFailure, Options},
    },
    engine::{self, Outside},
    llm::{
        ModelError, Request,
        gate::Gate,
        price::Price,
        roster::{Assigned, Roster},
        scripted::{Scripted, ScriptedAnswer},
    },
    prompt::Prompts,
};

use super::{
    common,
    harness::{Memory, Watcher, count, options, start, usual},
};

#[tokio::test(start_paused = true)]
async fn a_prompt_that_is_too_long_is_made_again_in_short() {
    let script = |request: &Request| {
        let size: usize = request
            .messages
            .iter()
            .map(|message| message.text.len())
            .sum();
        if request.purpose == Purpose::Verdict && size > 14_000 {
            return ScriptedAnswer::error(ModelError::TooLong {
                model: "scripted".into(),
                detail: "8192 tokens".into(),
                context: None,
            });
        }
        usual(request)
    };
    let opening = common::opening(
        0,
        Options {
            scale: 0.6,
            ..options(Pace::Instant)
        },
        &Profile::default(),
    );
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    assert_eq!(
        count(&watcher, |event| matches!(
            event,
            Event::TranscriptCondensed { .. }
        )),
        1,
        "and an event says so"
    );
    assert!(
        watcher
            .state
            .division
            .as_ref()
            .unwrap()
            .direct_vote
            .is_some(),
        "{:?}",
        watcher.state.notices
    );
}

/// Answers as usual, except that ballots at the end are too long for the model however short they are made.
fn no_ballots(request: &Request) -> ScriptedAnswer {
    if request.purpose == Purpose::BallotAfter {
        let too_long = ScriptedAnswer::error(ModelError::TooLong {
            model: "scripted".into(),
            detail: "its 22462 tokens leave no room for an answer in a context of 8192".into(),
            context: Some(8_192),
        });
        // A server takes a moment to say so.
        return too_long.delays(Duration::from_millis(100), Duration::ZERO);
    }
    usual(request)
}

#[tokio::test(start_paused = true)]
async fn what_is_too_long_for_one_member_is_asked_of_no_other() {
    let settings = Options {
        on_failure: OnFailure::Stop,
        ..options(Pace::Instant)
    };
    let opening = common::opening(14, settings, &Profile::default());
    // Characters that are several bytes each.
    let mut opening = (*opening).clone();
    opening.motion.background = "“Cars” – and carts – are about.".into();
    let opening = Arc::new(opening);
    let model = Scripted::new("scripted", no_ballots);
    let gate = Gate::new(1);
    let roster = Roster::of(Arc::new(model.clone())).with_role(
        Role::Audience,
        Assigned::new(Arc::new(model.clone()), Price::Unknown, gate),
    );
    let outside = Outside {
        recorder: Memory::default(),
        prompts: Arc::new(Prompts::load(None).unwrap()),
        roster: Arc::new(roster),
        passage_sources: None,
    };
    let mut watcher = Watcher::new(engine::open(opening, outside));
    watcher.watch_out().await;
    let asked = model
        .requests()
        .iter()
        .filter(|request| request.purpose == Purpose::BallotAfter)
        .count();
    let requests = model.requests();
    let all: Vec<_> = requests
        .iter()
        .filter(|request| request.purpose == Purpose::BallotAfter)
        .map(|request| &request.messages)
        .collect();
    let is_again = |at: usize| all[..at].contains(&all[at]);
    assert!(!(0..all.len()).any(is_again), "the same was asked twice");
    // Once, again as short as it gets, and whoever was let through meanwhile.
    assert!(asked <= 8, "{asked} ballots were asked for");
    let told: Vec<&String> = watcher
        .state
        .notices
        .iter()
        .filter(|notice| notice.starts_with("Nobody is asked for \"ballots after\" any more"))
        .collect();
    assert_eq!(told.len(), 1, "{:?}", watcher.state.notices);
    for part in ["22462", "needs about", "larger context", "--scale"] {
        assert!(told[0].contains(part), "{part}: {}", told[0]);
    }
    let spoiled = watcher
        .state
        .ballots
        .values()
        .filter(|ballot| ballot.vote.is_none());
    assert_eq!(spoiled.count(), 14, "nobody is forgotten");
}

/// What is said of a model with this context before anything is asked.
async fn told_beforehand(context: u32, scale: f64) -> Option<String> {
    let profile = Profile {
        context,
        ..Profile::default()
    };
    let settings = Options {
        scale,
        ..options(Pace::Instant)
    };
    let opening = common::opening(3, settings, &profile);
    let model = Scripted::new("scripted", usual).with_profile(profile);
    let (handle, _) = start(&opening, model);
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|event, _| matches!(event, Event::CallBegan { .. }))
        .await;
    let notice = watcher.seen.iter().find_map(|record| match &record.event {
        Event::Notice { text } => Some(text.clone()),
        _ => None,
    });
    watcher.handle.stop.cancel();
    notice
}

#[tokio::test(start_paused = true)]
async fn a_debate_that_will_outgrow_a_model_is_told_before_anything_is_asked() {
    assert_eq!(told_beforehand(128_000, 1.0).await, None);
    let told = told_beforehand(16_384, 1.0).await.unwrap();
    for part in [
        "scripted",
        "has a context of 16384",
        "or a model with a larger context",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let scale = told.split_once("--scale ").unwrap().1.split(' ').next();
    let scale: f64 = scale.unwrap().parse().unwrap();
    assert_eq!(told_beforehand(16_384, scale).await, None, "{told}");
    // Where what stands beside the speeches fills the context, no scale would spare it, and none is named.
    let told = told_beforehand(4_096, 1.0).await.unwrap();
    assert!(
        !told.contains("--scale") && told.contains("A model with a larger context"),
        "{told}"
    );
}
