//! Definitions in prompts: where they stand, who reads them, and how long they may be.

use std::sync::Arc;

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        answer::DefinedTerm,
        ask::{Ask, Cue},
        decide::Input,
        definitions::{Contested, DefinedPart, DefinitionProgress},
        ids::Seat,
        looks::TeamOrder,
        opening::Options,
    },
    prompt::Prompts,
};

use super::{choices, common_prefix, whole, world};
use crate::common::{opening_in, world::World};

const HEAD: &str = "the clerk has taken down the terms of";

#[test]
fn definitions_stand_where_the_house_came_to_know_of_them_and_change_nothing_before() {
    let (mut world, log) = world(&Profile::default(), 5, 0.3);
    world.run(&mut choices(), 0);
    let log = log.borrow();
    let speeches: Vec<(u32, Cue, String)> = log
        .iter()
        .filter_map(|(ask, messages)| match ask {
            Ask::Speech { turn, cue } => Some((turn.0, *cue, whole(messages))),
            _ => None,
        })
        .collect();
    let count = |text: &str| text.matches(HEAD).count();
    let counts: Vec<usize> = speeches.iter().map(|(_, _, text)| count(text)).collect();
    assert_eq!(counts.first(), Some(&0));
    assert_eq!(counts.last(), Some(&2), "one a side: {counts:?}");
    assert!(counts.is_sorted(), "{counts:?}");
    for ((turn, _, text), (next, _, after)) in speeches.iter().zip(speeches.iter().skip(1)) {
        // A speech that is taken up again has the same before it as when it began.
        if turn == next {
            assert_eq!(count(text), count(after));
        }
        let (before, _) = text.split_once(HEAD).unwrap_or((text, ""));
        let is_in_both = after.contains(HEAD) && text.contains(HEAD);
        assert!(!is_in_both || common_prefix(text, after) >= before.len());
    }
    // Nothing of them stands before the first speech.
    for (_, _, text) in &speeches {
        let first = text.find("\n<<<\n");
        assert!(text.find(HEAD).is_none_or(|at| Some(at) > first), "{text}");
    }
}

fn held(format: &str) -> DebateState {
    let mut world = World::new();
    let options = Options {
        scale: 0.2,
        ..Options::default()
    };
    let opening = opening_in(format, 1, options, &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    world.run(&mut choices(), 0);
    world.state
}

/// Whoever is asked for it reads the whole debate.
fn verdict() -> Ask {
    Ask::Verdict {
        order: TeamOrder::AsSeated,
    }
}

fn sent(state: &DebateState, ask: &Ask) -> String {
    let prompts = Prompts::load(None).unwrap();
    whole(
        &prompts
            .prompt(state, ask, u32::MAX)
            .unwrap()
            .request
            .messages,
    )
}

#[test]
fn judges_moderators_and_speakers_have_the_definitions_and_judges_without_names() {
    let mut state = held("exhibition");
    let opening = state.opening.clone().unwrap();
    let name = &opening.speakers[0].card.name;
    for one in &mut state.definitions {
        if let DefinitionProgress::Taken(definitions) = &mut one.progress {
            definitions.scope = format!("What {name} and the Proposition take it for.");
        }
    }
    let verdict = sent(&state, &verdict());
    assert_eq!(verdict.matches(HEAD).count(), 2, "{verdict}");
    assert!(!verdict.contains(name.as_str()), "{verdict}");
    assert!(!verdict.contains("Proposition"), "{verdict}");
    let seat = Seat::audience(1);
    let ballot = sent(
        &state,
        &Ask::Ballot {
            member: seat,
            when: hustings::debate::ask::When::After,
        },
    );
    assert!(ballot.contains(&format!("What {name}")), "{ballot}");
    // The moderator, and each side of a written debate.
    for format in ["clearside", "structured", "british-parliamentary"] {
        let state = held(format);
        let sides = state.opening.as_deref().unwrap().format.sides.len();
        let last = state.speeches().next_back().unwrap().id;
        let of_last = sent(&state, &Ask::Write { turn: last });
        if format != "british-parliamentary" {
            assert_eq!(of_last.matches(HEAD).count(), sides, "{format}: {of_last}");
        }
        let judge = Ask::Judge {
            judge: Seat::judge(1),
            again: false,
        };
        if !state.judges().is_empty() {
            assert_eq!(
                sent(&state, &judge).matches(HEAD).count(),
                sides,
                "{format}"
            );
        }
    }
}

#[test]
fn definitions_have_a_bounded_share_of_a_prompt_whatever_was_taken_down() {
    let mut state = held("exhibition");
    let long = "word ".repeat(2_000);
    let before = sent(&state, &verdict()).len();
    for one in &mut state.definitions {
        if let DefinitionProgress::Taken(definitions) = &mut one.progress {
            definitions.scope.clone_from(&long);
            definitions.left_out = vec![long.clone(); 40];
            definitions.terms = vec![
                DefinedTerm {
                    term: long.clone(),
                    words: long.clone(),
                    meaning: long.clone(),
                };
                40
            ];
            definitions.contested = vec![
                Contested {
                    side: "prop".to_owned(),
                    part: DefinedPart::Term { term: long.clone() },
                    how: long.clone(),
                };
                40
            ];
        }
    }
    let after = sent(&state, &verdict()).len();
    assert!(after < before + 2 * 3_000, "{before}, then {after}");
}
