//! What judges read who judge blind: nobody's name, in no format, from no kind of model.

use std::{cell::RefCell, collections::BTreeSet, rc::Rc, sync::Arc};

use hustings::{
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        ask::Ask,
        decide::Input,
        definitions::DefinitionProgress,
        ids::Seat,
        opening::{OnFailure, Options},
    },
    llm::Message,
    prompt::Prompts,
    setup::model_name,
};

use super::choices;
use crate::common::{FORMATS, opening_in, world::World};

/// Everything by which somebody or a side of the debate could be known in this text.
fn known_by(state: &DebateState, text: &str) -> Vec<String> {
    let opening = state.opening.as_deref().unwrap();
    let people = opening.speakers.iter().flat_map(|one| {
        let card = &one.card;
        let names = [&card.name, &card.short, &card.role, &card.lived];
        names
            .into_iter()
            .cloned()
            .chain([model_name(&one.model).to_owned()])
    });
    let house = opening.audience.iter().map(|one| one.card.name.clone());
    let is_in_teams = opening.format.sides.len() > 1;
    let sides = opening.format.sides.iter().filter(|_| is_in_teams);
    let sides = sides.flat_map(|side| {
        let claim = match side.stance {
            hustings::catalog::Stance::For => opening.motion.claims.prop.clone(),
            _ => opening.motion.claims.opp.clone(),
        };
        [
            format!("{} ", side.name),
            format!("{}-", side.mark()),
            claim,
        ]
    });
    let all = people.chain(house).chain(sides);
    all.filter(|one| !one.trim().is_empty() && text.contains(one.as_str()))
        .collect()
}

/// The debate, with everybody called by their names in everything that was said.
fn named(state: &DebateState) -> DebateState {
    let opening = state.opening.as_deref().unwrap();
    let people = opening.speakers.iter();
    let people = people.map(|one| format!(" {}, Mr {}!", one.card.name, one.card.short));
    let sides = opening.format.sides.iter().map(|side| {
        let name = &side.name;
        format!(" The {name} knows it, and {name} speakers do.")
    });
    let said: Vec<String> = people.chain(sides).collect();
    let said = said.concat();
    let mut named = state.clone();
    for turn in &mut named.turns {
        turn.text.push_str(&said);
    }
    for point in &mut named.points {
        point.text.push_str(&said);
    }
    for one in &mut named.definitions {
        if let DefinitionProgress::Taken(definitions) = &mut one.progress {
            definitions.scope.push_str(&said);
            let terms = definitions.terms.iter_mut();
            terms.for_each(|one| one.meaning.push_str(&said));
            let left_out = definitions.left_out.iter_mut();
            left_out.for_each(|one| one.push_str(&said));
            let contested = definitions.contested.iter_mut();
            contested.for_each(|one| one.how = format!("{said} {}", one.how));
        }
    }
    named
}

#[test]
fn no_judge_of_any_format_reads_a_name() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let mut asked = BTreeSet::new();
    for (format, profile) in FORMATS
        .iter()
        .flat_map(|format| [(*format, Profile::default()), (*format, small.clone())])
    {
        let options = Options {
            scale: 0.2,
            on_failure: OnFailure::GoOn,
            ..Options::default()
        };
        let prompts = Prompts::load(None).unwrap();
        let log: Rc<RefCell<BTreeSet<&'static str>>> = Rc::default();
        let seen = Rc::clone(&log);
        let mut world = World::new();
        world.on_ask = Some(Box::new(move |state, ask| {
            let state = named(state);
            let prompted = prompts.prompt(&state, ask, u32::MAX).unwrap();
            let parts = prompted.parts.iter().flatten();
            let messages = prompted.request.messages.iter().chain(parts);
            let text: String = messages.map(|one| one.text.clone() + "\n").collect();
            let known = known_by(&state, &text);
            if ask.team_order().is_none() {
                // What is looked for would be found.
                let is_told = matches!(
                    ask,
                    Ask::Assess { .. } | Ask::Assessments { .. } | Ask::Choose { .. }
                );
                assert!(!is_told || !known.is_empty(), "{ask:?}");
                return;
            }
            assert_eq!(known, Vec::<String>::new(), "{format}, {ask:?}: {text}");
            assert!(
                text.contains("Speaker A") || text.contains("Team 1"),
                "{text}"
            );
            seen.borrow_mut().insert(ask.purpose().word());
        }));
        world.feed(Input::Open(Arc::new(opening_in(
            format, 3, options, &profile,
        ))));
        world.run(&mut choices(), 0);
        asked.extend(log.take());
    }
    assert_eq!(
        asked.into_iter().collect::<Vec<_>>(),
        ["annotate", "judge", "rank", "round", "verdict"]
    );
}

#[test]
fn every_second_judge_has_the_teams_exchanged() {
    let state = {
        let mut world = World::new();
        let opening = opening_in(
            "lincoln-douglas",
            0,
            Options::default(),
            &Profile::default(),
        );
        world.feed(Input::Open(Arc::new(opening)));
        world.run(&mut choices(), 0);
        world.state
    };
    let prompts = Prompts::load(None).unwrap();
    let house = |judge, again| {
        let ask = Ask::Judge {
            judge: Seat::judge(judge),
            again,
        };
        let prompted = prompts.prompt(&state, &ask, u32::MAX).unwrap();
        prompted.request.messages
    };
    let (first, second, third) = (house(1, false), house(2, false), house(3, false));
    assert_eq!(first, third);
    // Who looks twice has them in either order.
    assert_eq!((&house(1, true), &house(2, true)), (&second, &first));
    for messages in [&first, &second] {
        let sides = messages[0]
            .text
            .find("- Team 1:")
            .zip(messages[0].text.find("- Team 2:"));
        assert!(
            sides.is_some_and(|(one, two)| one < two),
            "{}",
            messages[0].text
        );
    }
    // The first speech is the same in both, and whose it is is not.
    let call = |messages: &[Message]| messages[1].text.lines().next().unwrap().to_owned();
    assert!(
        call(&first).contains("Speaker A, Team 1: Team 1 constructive"),
        "{}",
        call(&first)
    );
    assert!(
        call(&second).contains("Speaker B, Team 2: Team 2 constructive"),
        "{}",
        call(&second)
    );
}
