//! Several answers of a small model, written beside each other: the best is heard, what the choice was between is kept, and
//! the estimate counts it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use hustings::{
    catalog::Profile,
    debate::{
        ask::Purpose,
        command::Pace,
        event::{CallReport, Event},
        opening::{OnFailure, Options},
    },
    engine,
    llm::{
        Request,
        roster::Roster,
        scripted::{Scripted, ScriptedAnswer},
    },
    prompt::Prompts,
};
use serde_json::json;

use super::{
    common::opening_in,
    harness::{Watcher, options, small, start, usual},
};

/// What has nothing to do with the motion.
const ADRIFT: &str = "horse";
/// What nobody has handed in.
const INVENTED: &str = "Thistlewood";

/// The words of the answer of this number to one prompt: the second is the best.
fn words(number: usize, said: usize) -> String {
    // Nobody says the same twice, nor so many words of it in a row.
    let [a, b, c] = ["a", "b", "c"].map(|place| format!("w{said}{place}"));
    match number % 3 {
        0 => format!("My {ADRIFT} called {a} was grey and {b} died at a great {c} age."),
        1 => format!("Private cars fill cities near {a}, and people {b} on foot have {c} no room."),
        _ => format!(
            "Private cars in {INVENTED} near {a} cost $40 million {b} in 1847, as {c} Doctor Quibbleton found."
        ),
    }
}

/// A model that gives every prompt those answers in turn, as prose and as arguments.
fn model() -> Scripted {
    let asked: Mutex<BTreeMap<String, usize>> = Mutex::default();
    let said = AtomicUsize::new(0);
    Scripted::new("scripted", move |request: &Request| {
        let writes_arguments = request.shape.as_ref().is_some_and(|shape| {
            let fields = shape.schema["properties"].as_object();
            fields.is_some_and(|fields| fields.contains_key("claim"))
        });
        let is_speech = request.purpose == Purpose::Speech && request.shape.is_none();
        if !is_speech && !writes_arguments {
            return usual(request);
        }
        let prompt: String = request.messages.iter().map(|one| &*one.text).collect();
        let number = {
            let mut asked = asked.lock().unwrap();
            let number = asked.entry(prompt).or_default();
            *number += 1;
            *number - 1
        };
        let said = || words(number, said.fetch_add(1, Ordering::SeqCst));
        if is_speech {
            return ScriptedAnswer::words(&said());
        }
        let (claim, reasoning) = (said(), said());
        let seen = claim.split(' ').find(|word| word.starts_with('w'));
        let evidence = format!("Whoever looks out at {} sees it.", seen.unwrap_or_default());
        ScriptedAnswer::json(&json!({
            "claim": claim, "reasoning": reasoning, "evidence": evidence,
        }))
    })
}

async fn held(format: &str, profile: &Profile, model: Scripted) -> Watcher {
    let options = Options {
        on_failure: OnFailure::GoOn,
        ..options(Pace::Instant)
    };
    let opening = opening_in(format, 0, options, profile);
    let (handle, _) = start(&Arc::new(opening), model.with_profile(profile.clone()));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    watcher
}

/// The reports of calls of a purpose that were answered.
fn reports(watcher: &Watcher, purpose: Purpose) -> Vec<&CallReport> {
    let events = watcher.seen.iter().map(|record| &record.event);
    let ended = events.filter_map(|event| match event {
        Event::ModelCalled { call, report } => Some((call, report)),
        _ => None,
    });
    let of = |id| {
        let mut all = watcher.seen.iter();
        all.any(|record| {
            matches!(&record.event, Event::CallBegan { call, ask, .. }
            if call == id && ask.purpose() == purpose)
        })
    };
    ended
        .filter(|(id, _)| of(*id))
        .map(|(_, report)| report)
        .collect()
}

#[tokio::test(start_paused = true)]
async fn the_best_of_several_steps_is_heard_and_the_others_are_kept() {
    let model = model();
    let watcher = held("exhibition", &small(3), model.clone()).await;
    assert!(watcher.state.is_closed());
    let speeches: Vec<_> = watcher.state.speeches().collect();
    assert_eq!(speeches.len(), 6);
    for speech in speeches {
        assert!(speech.text.contains("Private cars fill"), "{}", speech.text);
        for bad in [ADRIFT, INVENTED] {
            assert!(!speech.text.contains(bad), "{}", speech.text);
        }
    }
    let reports = reports(&watcher, Purpose::Speech);
    assert!(reports.len() >= 24, "{}", reports.len());
    for report in reports {
        let [choice] = report.candidates.as_slice() else {
            panic!("{report:?}");
        };
        assert_eq!((choice.taken, choice.between.len()), (1, 3));
        assert!(choice.between[0].text.contains(ADRIFT));
        let worth: Vec<f64> = choice.between.iter().filter_map(|one| one.worth).collect();
        assert!(worth[1] > worth[0] && worth[1] > worth[2], "{worth:?}");
        assert_eq!(report.tries, 1);
    }
    // Each is written from a seed of its own.
    let mut seeds: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for request in model.requests() {
        if request.purpose == Purpose::Speech && request.shape.is_none() {
            let prompt = request.messages.iter().map(|one| &*one.text).collect();
            seeds.entry(prompt).or_default().extend(request.seed);
        }
    }
    assert!(seeds.values().all(|seeds| seeds.len() == 3), "{seeds:?}");
}

#[tokio::test(start_paused = true)]
async fn the_best_of_several_arguments_is_handed_in() {
    let watcher = held("structured", &small(3), model()).await;
    let arguments: Vec<_> = watcher.state.arguments().map(|(_, one)| one).collect();
    assert_eq!(arguments.len(), 6);
    for one in arguments {
        assert!(one.claim.contains("Private cars fill"), "{}", one.claim);
        assert_eq!(one.own_claims, Vec::<String>::new());
    }
    let written = reports(&watcher, Purpose::Write);
    // A choice for each part, in one report.
    assert!(written.iter().any(|report| report.candidates.len() == 3));
}

#[tokio::test(start_paused = true)]
async fn a_model_that_is_not_asked_for_several_is_asked_once() {
    for profile in [
        small(1),
        Profile {
            candidates: 3,
            ..Profile::default()
        },
    ] {
        let watcher = held("exhibition", &profile, model()).await;
        let reports = reports(&watcher, Purpose::Speech);
        assert!(!reports.is_empty());
        assert!(reports.iter().all(|report| report.candidates.is_empty()));
    }
}

#[test]
fn the_estimate_counts_every_candidate() {
    let prompts = Prompts::load(None).unwrap();
    let estimated = |candidates| {
        let profile = small(candidates);
        let opening = opening_in("exhibition", 0, Options::default(), &profile);
        let roster = Roster::of(Arc::new(model().with_profile(profile)));
        engine::estimate(&Arc::new(opening), (&prompts, &roster)).by_purpose
    };
    let (one, three) = (estimated(1), estimated(3));
    let of = |all: &BTreeMap<Purpose, engine::EstimatedCalls>, purpose| {
        let row = all[&purpose];
        (
            row.calls,
            row.usage.completion_tokens,
            row.usage.prompt_tokens - row.usage.repeated_tokens,
        )
    };
    let (calls, written, anew) = of(&one, Purpose::Speech);
    assert_eq!(of(&three, Purpose::Speech), (calls, 3 * written, anew));
    for (purpose, row) in one
        .iter()
        .filter(|(purpose, _)| **purpose != Purpose::Speech)
    {
        assert_eq!(row, &three[purpose], "{}", purpose.word());
    }
}
