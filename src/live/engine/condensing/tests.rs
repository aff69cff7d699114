//! Debates that are longer than a context.

use std::{fmt::Write as _, sync::Arc};

use super::*;
use crate::{
    catalog::Profile,
    debate::{ask::When, ids::DebateId},
    engine::seated,
    llm::{
        Request,
        scripted::{Scripted, ScriptedAnswer as Said},
    },
    real::{Given, Making, house, read, records},
};

const CARD: &str = include_str!("../../../../personas/audience/poet.toml");

/// A debate of so many speeches, each of so many words, and a house of one.
fn long_debate(speeches: usize, words: usize) -> DebateState {
    let mut text =
        "Motion: This House would build the bridge\nFor: Ann Hale\nAgainst: Ben Poole\n\n"
            .to_owned();
    for nth in 0..speeches {
        let name = if nth % 2 == 0 {
            "Ann Hale"
        } else {
            "Ben Poole"
        };
        let sentence = format!("Speech {nth} counts the carts. ");
        let _ = write!(text, "{name}: {}\n\n", sentence.repeat(words / 5));
    }
    let debate = read(&text, &Given::default()).unwrap().debate;
    let making = Making {
        debate: DebateId("d".into()),
        now_ms: 0,
        like: None,
    };
    let card = toml::from_str(CARD).unwrap();
    let state = DebateState::fold(&records(&debate, &making));
    seated(&state, house::drawn(&[("poet", &card)], 1, 1))
}

fn ballot() -> Ask {
    Ask::Ballot {
        member: Seat::audience(1),
        when: When::After,
    }
}

/// A clerk with a context of so many tokens.
fn clerk(context: u32) -> Scripted {
    let answer = serde_json::json!({
        "opening": "", "closing": "", "tone": "", "key_rhetorical_moves": [],
        "arguments": [{
            "claim": "The carts count.", "reasoning": "", "evidence": null, "is_rebuttal": false, "rebuts_speaker": null,
        }],
    });
    Scripted::new("m", move |_| Said::json(&answer)).with_profile(Profile {
        context,
        ..Profile::default()
    })
}

fn said(request: &Request) -> String {
    request
        .messages
        .iter()
        .map(|one| one.text.as_str())
        .collect()
}

async fn condensed(
    state: &DebateState,
    model: &Scripted,
) -> (CondensePlan, CondensedDebate, usize) {
    let (prompts, roster) = (
        Prompts::load(None).unwrap(),
        Roster::of(Arc::new(model.clone())),
    );
    let (ask, seat) = (ballot(), Seat::audience(1));
    let plan = plan(state, (&prompts, &roster), &[(&ask, Some(&seat))]).unwrap();
    let calls = StandaloneCalls {
        prompts: &prompts,
        roster: &roster,
    };
    let mut kept = 0;
    let mut keep = |_, _: &SpeechArguments| kept += 1;
    let stop = CancellationToken::new();
    let mut hear = |_, _| {};
    let condensed = condense(state, calls, &plan.unread, (&mut hear, &mut keep), &stop).await;
    let fits = in_short(&condensed.state, (&prompts, &roster), &ask, Some(&seat));
    assert!(fits.is_ok(), "{fits:?}");
    (plan, condensed, kept)
}

#[tokio::test(start_paused = true)]
async fn the_oldest_speeches_are_read_alone_and_what_is_written_down_stands_for_them() {
    let state = long_debate(12, 300);
    let model = clerk(4_000);
    let (plan, condensed, kept) = condensed(&state, &model).await;
    assert!((4..12).contains(&plan.in_short.speeches), "{plan:?}");
    let share = plan.in_short.speeches as f64 / 12.0;
    assert!((plan.in_short.words - share).abs() < 0.02, "{plan:?}");
    assert_eq!(
        (condensed.failed.as_ref(), condensed.stopped),
        (None, false)
    );
    assert_eq!(
        (kept, model.requests().len()),
        (plan.unread.len(), plan.unread.len())
    );
    for (nth, request) in model.requests().iter().enumerate() {
        let text = said(request);
        assert!(text.contains(&format!("Speech {nth} counts")), "{text}");
        assert!(
            !text.contains(&format!("Speech {} counts", nth + 1)),
            "{text}"
        );
    }
    // All is known now.
    let (again, _, _) = self::condensed(&condensed.state, &model).await;
    assert!(again.unread.is_empty() && again.in_short.speeches > 0);
}

#[tokio::test(start_paused = true)]
async fn a_speech_that_is_longer_than_the_context_is_read_in_parts() {
    let state = long_debate(2, 4_000);
    let model = clerk(3_000);
    let (plan, condensed, _) = condensed(&state, &model).await;
    assert_eq!(plan.unread.len(), 2);
    assert!(model.requests().len() > 4, "{}", model.requests().len());
    let first = condensed.state.turn(plan.unread[0]).unwrap();
    let Extraction::Done(arguments) = &first.arguments else {
        panic!("{:?}", first.arguments);
    };
    assert!(arguments.arguments.len() > 1);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_fit_is_known_before_anybody_is_asked_and_what_fits_is_not_condensed() {
    let prompts = Prompts::load(None).unwrap();
    let (ask, seat) = (ballot(), Seat::audience(1));
    let state = long_debate(12, 300);
    let small = Roster::of(Arc::new(clerk(900)));
    let long = plan(&state, (&prompts, &small), &[(&ask, Some(&seat))]).unwrap_err();
    let told = long.to_string();
    assert!(
        told.contains("even with every speech in short") && told.contains("context of 900"),
        "{told}"
    );
    let large = Roster::of(Arc::new(clerk(64_000)));
    let none = plan(&state, (&prompts, &large), &[(&ask, Some(&seat))]).unwrap();
    assert_eq!(none, CondensePlan::default());
}
