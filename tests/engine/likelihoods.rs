//! A model that tells how likely answers are is asked for a number where its side is checked, and none of several answers
//! that argues for the other side is heard while there is another.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use hustings::{
    catalog::{Claims, Profile, SideCheck, Stance},
    debate::{
        ask::{Ask, Purpose},
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

use super::{
    common::opening_in,
    harness::{Watcher, options, small, start, usual},
};

fn held_to_sides(candidates: u32) -> Profile {
    Profile {
        side_check: SideCheck::EachSpeech,
        ..small(candidates)
    }
}

/// What the words of a task are for, where its claims stand in this order: the north is for the motion.
fn lead(task: &str, claims: &Claims) -> f64 {
    let count = |word: &str| task.matches(word).count() as f64;
    let lead = (count("north") - count("south")).clamp(-1.0, 1.0);
    let at = |claim: &str| task.rfind(claim.trim_end_matches('.')).unwrap();
    if at(&claims.prop) < at(&claims.opp) {
        lead
    } else {
        -lead
    }
}

/// A model that writes of these places in turn, in words that are as good, and likes what is named first.
fn model(claims: Claims, places: &'static [&'static str]) -> Scripted {
    let asked: Mutex<BTreeMap<String, usize>> = Mutex::default();
    let said = AtomicUsize::new(0);
    let script = move |request: &Request| {
        if request.purpose != Purpose::Speech || request.shape.is_some() {
            return usual(request);
        }
        let prompt: String = request.messages.iter().map(|one| &*one.text).collect();
        let mut asked = asked.lock().unwrap();
        let number = asked.entry(prompt).or_default();
        let place = places[*number % places.len()];
        *number += 1;
        // Nobody says the same twice.
        let said = said.fetch_add(1, Ordering::SeqCst);
        let [a, b, c] = ["a", "b", "c"].map(|place| format!("w{said}{place}"));
        ScriptedAnswer::words(&format!(
            "Private cars fill cities near {a}, and {place} people {b} on foot have {c} no room."
        ))
    };
    Scripted::new("scripted", script).with_likelihoods(move |request, answers| {
        assert_eq!(answers, ["First", "Second"]);
        let task = &request.messages.last().unwrap().text;
        vec![0.7 + lead(task, &claims) / 2.0, 0.0]
    })
}

async fn held(candidates: u32, places: &'static [&'static str]) -> (Watcher, Scripted) {
    let options = Options {
        on_failure: OnFailure::GoOn,
        ..options(Pace::Instant)
    };
    let profile = held_to_sides(candidates);
    let opening = opening_in("exhibition", 0, options, &profile);
    let model = model(opening.motion.claims.clone(), places).with_profile(profile);
    let (handle, _) = start(&Arc::new(opening), model.clone());
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    assert!(watcher.state.is_closed());
    (watcher, model)
}

/// The reports of the checks of sides.
fn checks(watcher: &Watcher) -> Vec<&CallReport> {
    let events = || watcher.seen.iter().map(|record| &record.event);
    let is_check = |id| {
        events().any(|event| {
            matches!(event, Event::CallBegan { call, ask: Ask::SideCheck { .. }, .. } if call == id)
        })
    };
    let reports = events().filter_map(|event| match event {
        Event::ModelCalled { call, report } if is_check(call) => Some(report),
        _ => None,
    });
    reports.collect()
}

fn struck(watcher: &Watcher) -> usize {
    let events = watcher.seen.iter();
    events
        .filter(|record| matches!(record.event, Event::TurnStruck { .. }))
        .count()
}

#[tokio::test(start_paused = true)]
async fn what_argues_for_the_other_side_is_not_heard_while_there_is_another() {
    let (watcher, model) = held(2, &["north", "south"]).await;
    let speeches: Vec<_> = watcher.state.speeches().collect();
    assert_eq!((speeches.len(), struck(&watcher)), (6, 0));
    for speech in &speeches {
        let is_for = watcher.state.stance(&speech.seat) == Some(Stance::For);
        let (own, other) = if is_for {
            ("north", "south")
        } else {
            ("south", "north")
        };
        assert!(
            speech.text.contains(own) && !speech.text.contains(other),
            "{}",
            speech.text
        );
    }
    // What the choice went by is on the record: the first was read, and where it would not do the second.
    let events = watcher.seen.iter().map(|record| &record.event);
    let choices = events.filter_map(|event| match event {
        Event::ModelCalled { report, .. } => report.candidates.first(),
        _ => None,
    });
    let mut read = Vec::new();
    for choice in choices {
        let leads: Vec<Option<f64>> = choice.between.iter().map(|one| one.lead).collect();
        assert!(
            leads[choice.taken].is_some() && leads.len() == 2,
            "{leads:?}"
        );
        read.push(leads.iter().flatten().count());
        assert!(!leads.contains(&Some(0.0)));
    }
    assert!(read.contains(&1) && read.contains(&2), "{read:?}");
    // The sides are checked with two prompts that differ in their order alone, behind practice, and no word is written.
    let checks = checks(&watcher);
    assert_eq!(checks.len(), 6);
    for report in checks {
        let [one, other] = report.likelihoods.as_slice() else {
            panic!("{report:?}");
        };
        assert_eq!([one.len(), other.len()], [2, 2]);
        assert_eq!(one[0].answer, "First");
        assert_eq!(report.usage.completion_tokens, 0);
    }
    let requests = model.requests();
    let mut asked = requests
        .iter()
        .filter(|one| one.purpose == Purpose::SideCheck);
    assert!(
        asked.all(|one| one.shape.is_none() && one.messages.len() == 10),
        "four rounds"
    );
}

#[tokio::test(start_paused = true)]
async fn a_speech_for_the_other_side_is_struck_by_a_number() {
    let (watcher, _) = held(1, &["north"]).await;
    let speeches: Vec<_> = watcher.state.speeches().collect();
    for speech in &speeches {
        let is_for = watcher.state.stance(&speech.seat) == Some(Stance::For);
        assert_eq!(speech.argues_for_other_side(), !is_for, "{}", speech.text);
    }
    assert_eq!(struck(&watcher), 6, "each of three twice, before it stands");
    let reasons = watcher
        .seen
        .iter()
        .filter_map(|record| match &record.event {
            Event::TurnStruck { reason, .. } => Some(reason.as_str()),
            _ => None,
        });
    for reason in reasons {
        assert_eq!(reason, "it argues against Opposition");
    }
}

#[test]
fn the_estimate_counts_what_is_read_for_numbers() {
    let prompts = Prompts::load(None).unwrap();
    let estimated = |candidates, tells: bool| {
        let opening = opening_in(
            "exhibition",
            0,
            Options::default(),
            &held_to_sides(candidates),
        );
        let mut model = Scripted::new("m", usual).with_profile(held_to_sides(candidates));
        if tells {
            model = model.with_likelihoods(|_, _| vec![0.0, 0.0]);
        }
        let roster = Roster::of(Arc::new(model));
        engine::estimate(&Arc::new(opening), (&prompts, &roster)).by_purpose
    };
    let (words, numbers) = (estimated(1, false), estimated(1, true));
    let (check, rated) = (&words[&Purpose::SideCheck], &numbers[&Purpose::SideCheck]);
    assert_eq!(check.calls, rated.calls);
    assert!(check.usage.completion_tokens > 0);
    assert_eq!(rated.usage.completion_tokens, 0);
    assert!(rated.usage.prompt_tokens > check.usage.prompt_tokens);
    // Most of that was read before.
    assert!(
        rated.usage.repeated_tokens * 2 > rated.usage.prompt_tokens,
        "{rated:?}"
    );
    assert_eq!(words[&Purpose::Speech], numbers[&Purpose::Speech]);
    let (words, numbers) = (estimated(3, false), estimated(3, true));
    let read = |all: &BTreeMap<Purpose, engine::EstimatedCalls>| all[&Purpose::Speech].usage;
    assert!(read(&numbers).prompt_tokens > read(&words).prompt_tokens);
    assert_eq!(
        read(&numbers).completion_tokens,
        read(&words).completion_tokens
    );
}
