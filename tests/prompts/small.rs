//! What small models are asked: one thing at a time, after practice.

use hustings::{
    catalog::{Profile, SideCheck, Steps},
    debate::{
        ask::{Ask, Cue},
        opening::Options,
    },
    llm::Message,
};

use super::{Log, begun, choices, whole, world};
use crate::common;

#[test]
fn a_small_model_is_asked_for_one_thing_at_a_time() {
    let profile = Profile {
        steps: Steps::OneAtATime,
        positions: 3,
        ..Profile::default()
    };
    let (mut world, log) = world(&profile, 3, 0.3);
    world.run(&mut choices(), 0);
    let log = log.borrow();
    let steps: Vec<u32> = log
        .iter()
        .filter_map(|(ask, _)| match ask {
            Ask::Speech {
                cue: Cue::Step { step },
                ..
            } => Some(*step),
            _ => None,
        })
        .collect();
    assert!(steps.contains(&1) && steps.contains(&3), "{steps:?}");
    let begun = begun(&log);
    let last = |messages: &[Message]| messages.last().unwrap().text.clone();
    let second = begun[1];
    assert!(
        whole(second)
            .matches("weighs what this house has heard")
            .count()
            <= 1,
        "it is not shown the record: it would copy it"
    );
    let asked = last(second);
    assert!(
        asked.contains("Begin with \"Napoleon Bonaparte, you\""),
        "{asked}"
    );
    let opening = last(begun[0]);
    assert!(opening.contains("opens the debate"), "{opening}");
    for messages in &begun {
        let asked = last(messages);
        let claim = asked.rsplit("the hall believe: ").next().unwrap();
        let side = if asked.contains("speaks for the Opposition") {
            "People should be free"
        } else {
            "Cities should ban"
        };
        assert!(
            claim.starts_with(&format!("\"{side}")),
            "the last words are the side's: {asked}"
        );
        assert!(
            !asked.contains("should ban private cars") || side == "Cities should ban",
            "it is not shown what it speaks against: {asked}"
        );
    }
    let rounds = &second[..second.len() - 1];
    assert!(rounds.len() > 6, "practice comes first");
    assert!(begun.iter().all(|messages| messages.starts_with(rounds)));
}

#[test]
fn what_a_side_can_bring_forward_is_shared_out_among_its_speakers() {
    let profile = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let (mut world, log) = world(&profile, 3, 0.3);
    world.run(&mut choices(), 0);
    let log = log.borrow();
    let case = common::opening(3, Options::default(), &profile)
        .motion
        .case
        .clone();
    let asked: Vec<&str> = log
        .iter()
        .filter(|(ask, _)| matches!(ask, Ask::Speech { .. }))
        .map(|(_, messages)| messages.last().unwrap().text.as_str())
        .collect();
    for (own, facts) in [
        ("speaks for the Proposition", &case.prop),
        ("speaks for the Opposition", &case.opp),
    ] {
        assert_eq!(facts.len(), 4);
        for fact in facts {
            let mut told = asked.iter().filter(|asked| asked.contains(fact.as_str()));
            assert!(told.clone().count() > 0, "nobody was given: {fact}");
            assert!(
                told.all(|asked| asked.contains(own)),
                "the wrong side: {fact}"
            );
        }
    }
}

/// The prompts of a debate between small models, in which every speech is taken to argue against the motion.
fn small_and_contrary() -> Log {
    let profile = Profile {
        steps: Steps::OneAtATime,
        side_check: SideCheck::EachSpeech,
        ..Profile::default()
    };
    let (mut world, log) = world(&profile, 3, 0.5);
    world.contrary = true;
    world.run(&mut choices(), 0);
    log
}

#[test]
fn small_models_rise_and_answer_after_practice_and_without_the_record() {
    let log = small_and_contrary();
    let log = log.borrow();
    let mut seen = std::collections::BTreeSet::new();
    for (ask, messages) in log.iter() {
        let word = match ask {
            Ask::PoiOffer { .. } => "rises",
            Ask::PoiAnswer { .. } => "answers",
            _ => continue,
        };
        seen.insert(word);
        let (task, rounds) = messages.split_last().unwrap();
        assert!(rounds.len() >= 5, "{word}: practice comes first");
        assert!(
            rounds
                .iter()
                .all(|one| !one.text.contains("weighs what this house has heard")),
            "{word}: the record is left out"
        );
        assert!(
            task.text.contains("<<<") && task.text.contains(">>>"),
            "{}",
            task.text
        );
    }
    assert_eq!(seen.len(), 2, "{seen:?}");
}

#[test]
fn the_referee_is_asked_again_with_the_claims_in_the_other_order() {
    let log = small_and_contrary();
    let log = log.borrow();
    let claims = common::opening(3, Options::default(), &Profile::default())
        .motion
        .claims
        .clone();
    let orders: Vec<bool> = log
        .iter()
        .filter(|(ask, _)| matches!(ask, Ask::SideCheck { .. }))
        .map(|(_, messages)| {
            let task = &messages.last().unwrap().text;
            let at = |claim: &str| task.find(claim).unwrap();
            at(&claims.prop) < at(&claims.opp)
        })
        .collect();
    // The first speech is the Proposition's: it is doubted, looked at again, and struck.
    assert_eq!(orders[..2], [true, false]);
}
