//! Definitions: whose are taken down, and when.

use std::{cell::RefCell, rc::Rc};

use hustings::{
    catalog::{Profile, Steps, Task},
    debate::{
        DebateState,
        answer::{ContestedDefinition, DefinedTerm, SpeechDefinitions},
        ask::Ask,
        decide::{Answer, Input},
        definitions::{DefinedPart, DefinitionProgress, Definitions},
        event::{CallReport, Event},
        ids::TurnId,
    },
};

use crate::common::{
    FORMATS,
    world::{World, choices, taken_up},
};

/// The turns of which definitions were asked for, in order.
fn asked(world: &World) -> Vec<TurnId> {
    world.asked(|ask, _| match ask {
        Ask::Define { turn } => Some(*turn),
        _ => None,
    })
}

fn taken(state: &DebateState) -> Vec<&Definitions> {
    state.definitions_taken().map(|(_, one)| one).collect()
}

#[test]
fn the_first_speech_of_each_side_is_read_for_definitions_once() {
    for format in FORMATS {
        let mut world = World::short(format, &Profile::default());
        world.run(&mut choices(), 0);
        let state = &world.state;
        assert_eq!(&DebateState::fold(&world.journal), state, "{format}");
        let sides = &state.opening.as_deref().unwrap().format.sides;
        // Of those that run at once, whoever is done first speaks first for the side.
        let ended: Vec<TurnId> = world
            .journal
            .iter()
            .filter_map(|record| match &record.event {
                Event::TurnEnded { turn, .. } => Some(*turn),
                _ => None,
            })
            .collect();
        let mut firsts: Vec<TurnId> = Vec::new();
        for side in sides.iter().filter(|_| sides.len() > 1) {
            let own = state.speeches().filter(|turn| {
                let opens = matches!(turn.task, Task::Speech | Task::Arguments);
                opens && turn.seat.group() == side.id
            });
            let first = own.min_by_key(|turn| ended.iter().position(|one| *one == turn.id));
            firsts.extend(first.map(|turn| turn.id));
        }
        firsts.sort();
        let mut read = asked(&world);
        // Of those that are written at once the one that is over first comes first.
        read.sort();
        assert_eq!(read, firsts, "{format}");
        let contests = |one: &&Definitions| !one.contested.is_empty();
        let disputed = taken(state).into_iter().filter(contests).count();
        // In these the first words of all sides are written at once.
        let has_heard_others = !["structured", "assembly"].contains(&format);
        let later = firsts.len().saturating_sub(1);
        assert_eq!(
            disputed,
            if has_heard_others { later } else { 0 },
            "{format}"
        );
        assert_eq!(taken(state).len(), firsts.len(), "{format}");
    }
    // Who all sit at one table speak for themselves.
    for format in ["roundtable", "panel"] {
        let mut world = World::short(format, &Profile::default());
        world.run(&mut choices(), 0);
        assert_eq!(asked(&world), [], "{format}");
    }
    // What a small model says is read for no definitions.
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let mut world = World::short("exhibition", &small);
    world.run(&mut choices(), 0);
    assert_eq!(asked(&world), []);
}

#[test]
fn a_later_side_is_asked_once_the_earlier_one_has_defined_and_what_it_contests_is_named() {
    let mut world = World::short("exhibition", &Profile::default());
    world.answers = Some(Box::new(|state, ask| {
        let Ask::Define { turn } = ask else {
            return None;
        };
        let earlier = state.earlier_definitions(*turn);
        let term = |term: &str, words: &str| DefinedTerm {
            term: term.to_owned(),
            words: words.to_owned(),
            meaning: format!("What is meant by {term}, which “nobody here has said”."),
        };
        let contested = |number| ContestedDefinition {
            number,
            how: "It takes in too much.".to_owned(),
        };
        Some(Answer::Definitions(SpeechDefinitions {
            terms: vec![
                term("car", ""),
                term("Car ", ""),
                term("city", "words that nobody has ever said in it"),
            ],
            scope: "Towns.".to_owned(),
            left_out: vec!["Lorries.".to_owned()],
            // None that there is not, and each once.
            contested: [0, 1, 3, 3, 4]
                .into_iter()
                .filter(|_| !earlier.is_empty())
                .map(contested)
                .collect(),
        }))
    }));
    world.run(&mut choices(), 0);
    let [first, second] = taken(&world.state)[..] else {
        panic!("{:?}", world.state.definitions);
    };
    for one in [first, second] {
        let terms: Vec<&str> = one.terms.iter().map(|one| one.term.as_str()).collect();
        assert_eq!(terms, ["car"], "once, and none on words that nobody said");
        let meaning = &one.terms[0].meaning;
        assert_eq!(meaning, "What is meant by car, which nobody here has said.");
    }
    assert_eq!(first.contested, []);
    let contested = second.contested.iter();
    let contested: Vec<_> = contested
        .map(|one| (one.side.as_str(), one.part.clone()))
        .collect();
    let car = "car".to_owned();
    let lorries = "Lorries.".to_owned();
    assert_eq!(
        contested,
        [
            ("prop", DefinedPart::Term { term: car }),
            ("prop", DefinedPart::LeftOut { text: lorries }),
        ]
    );
    let ended = |event: &Event| match event {
        Event::CallBegan {
            ask: Ask::Define { turn },
            ..
        } => Some((*turn, false)),
        Event::DefinitionsTaken { turn, .. } => Some((*turn, true)),
        _ => None,
    };
    let order = world.journal.iter().filter_map(|one| ended(&one.event));
    let order: Vec<bool> = order.map(|(_, is_taken)| is_taken).collect();
    assert_eq!(order, [false, true, false, true]);
}

#[test]
fn definitions_that_were_asked_for_when_the_process_died_are_asked_for_again() {
    let mut world = World::short("exhibition", &Profile::default());
    let died: Rc<RefCell<bool>> = Rc::default();
    let mut choices = choices();
    for _ in 0..60_000 {
        let is_asked = |(ask, _): &(Ask, Vec<String>)| matches!(ask, Ask::Define { .. });
        if !*died.borrow() && world.calls.values().any(is_asked) {
            *died.borrow_mut() = true;
            world.calls.clear();
            world.state = DebateState::fold(&world.journal);
            world.feed(taken_up(None));
        }
        let Some(call) = world.calls.keys().next().copied() else {
            break;
        };
        world.happen(call, &mut choices, 0);
    }
    assert!(world.state.is_closed());
    assert!(*died.borrow());
    let asked = asked(&world);
    assert_eq!(asked.len(), 3, "{asked:?}");
    assert_eq!(asked[0], asked[1]);
    assert_eq!(taken(&world.state).len(), 2);
}

#[test]
fn definitions_that_cannot_be_had_are_told_and_do_not_count() {
    let mut world = World::short("exhibition", &Profile::default());
    let mut choices = choices();
    while let Some(call) = world.calls.keys().next().copied() {
        if matches!(world.calls[&call].0, Ask::Define { .. }) {
            world.feed(Input::Answered {
                call,
                answer: Answer::Text("No.".to_owned()),
                report: CallReport::default(),
            });
            world.calls.remove(&call);
        } else {
            world.happen(call, &mut choices, 0);
        }
    }
    let state = &world.state;
    assert!(state.is_closed());
    let failed = state.definitions.iter();
    let failed = failed.filter(|one| one.progress == DefinitionProgress::Failed);
    assert_eq!(failed.count(), 2);
    assert!(!hustings::debate::missing::is_poorer(state));
    let told =
        hustings::debate::missing::describe(state, &hustings::debate::missing::missing(state));
    let told = told.unwrap();
    assert!(told.contains("the definitions of"), "{told}");
}
