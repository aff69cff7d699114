//! Branches: what a debate has of another one is as it was there, and it goes on by itself from any place.

use super::common::{
    opening_in,
    world::{Choices, World, choices, short, short_debate, taken_up},
};
use std::collections::BTreeMap;

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        ask::{Ask, Cue},
        command::Command,
        decide::Input,
        event::{CloseReason, Event, PausedBy, Record},
        ids::{DebateId, Seat},
        ledger::Ledger,
        opening::Opening,
        state::{DebateStatus, PoiStatus},
        what_if::{Replacement, WhatIf, before_last_answer},
    },
};

/// The records that a branch behind record `at` begins with.
fn branched(parent: &[Record], at: u64) -> Vec<Record> {
    let mut records = parent[..=usize::try_from(at).unwrap()].to_vec();
    let opening = records[0].event.opening().unwrap();
    let opening = opening.branched((at, 0), (DebateId("the-branch".into()), 7));
    records[0].event = Event::Opened(opening.into());
    records
}

/// The state of a branch, with what is its own made as in its parent.
fn without_its_own(mut branch: DebateState, parent: &DebateState) -> DebateState {
    assert_eq!(branch.ledger, Ledger::default(), "its parent has paid");
    assert_eq!(branch.spent(), Ledger::default());
    assert_eq!(branch.calls_inherited, parent.calls_begun);
    branch.ledger = parent.ledger;
    branch.gone_on_at = parent.gone_on_at;
    branch.calls_inherited = parent.calls_inherited;
    assert!(branch.parting.take().is_some());
    branch.inherited_interventions = 0;
    // What the debate has come to know since is in the opening, too.
    let opening = branch.opening.take().unwrap();
    let opened = parent.opening.as_deref().unwrap();
    branch.opening = Some(
        Opening {
            debate: opened.debate.clone(),
            opened_ms: opened.opened_ms,
            branch: None,
            ..(*opening).clone()
        }
        .into(),
    );
    branch
}

/// The world in which a branch is taken up behind record `at`, and waits where that is asked for.
fn begun(parent: &[Record], at: u64, waits: bool) -> World {
    differing(parent, at, (waits, Vec::new()), BTreeMap::new())
}

/// The same, with what is otherwise in it, and which other models answer.
fn differing(
    parent: &[Record],
    at: u64,
    (waits, what_if): (bool, Vec<WhatIf>),
    others: BTreeMap<Seat, String>,
) -> World {
    let mut world = World::new();
    world.journal = branched(parent, at);
    world.state = DebateState::fold(&world.journal);
    world.clock = world.state.at_ms;
    let mut input = taken_up(None);
    if let Input::Reconvene {
        waits: wait,
        changes,
        models,
        ..
    } = &mut input
    {
        *wait = waits;
        *changes = what_if;
        *models = others;
    }
    world.feed(input);
    world
}

fn id(records: &[Record]) -> DebateId {
    records[0].event.opening().unwrap().debate.clone()
}

fn calls(records: &[Record]) -> usize {
    let began = records.iter().map(|record| &record.event);
    began
        .filter(|event| matches!(event, Event::CallBegan { .. }))
        .count()
}

#[test]
fn what_a_branch_begins_with_is_what_its_parent_was() {
    for (format, trouble) in [("exhibition", vec![]), ("structured", vec![7, 200, 31, 4])] {
        let parent = short_debate(format, trouble);
        let places = parent.len() as u64 - 1;
        for at in (0..places).step_by(places as usize / 40) {
            let state = DebateState::fold(&parent[..=at as usize]);
            let branch = DebateState::fold(&branched(&parent, at));
            assert_eq!(branch.parts_from(), Some(&id(&parent)));
            assert_eq!(without_its_own(branch, &state), state, "{format}, {at}");
        }
    }
}

#[test]
fn a_branch_at_any_phase_comes_to_its_end_and_pays_for_itself_alone() {
    for format in ["exhibition", "structured", "roundtable"] {
        let mut parent = World::short(format, &Profile::default());
        parent.run(&mut choices(), 0);
        let parent = parent.journal;
        let phases = parent.iter().filter_map(|one| match one.event {
            // Before anything of it, and in the middle of what follows.
            Event::PhaseBegan { .. } => Some([one.seq, one.seq + 11]),
            _ => None,
        });
        let last = parent.last().unwrap().seq - 1;
        let places = phases.flatten().chain([0, last]);
        for at in places.filter(|at| *at <= last) {
            let mut world = begun(&parent, at, false);
            let parted = format!("Here this debate parts from {}.", id(&parent).short());
            let told = world.state.notices.iter().filter(|told| **told == parted);
            assert_eq!(told.count(), 1);
            let mut notices = world.state.notices.iter();
            assert!(!notices.any(|told| told.contains("interrupted")));
            world.run_in_order();
            let state = &world.state;
            let closed = DebateStatus::Closed(CloseReason::Completed);
            assert_eq!(state.status, closed, "{format}, from {at}");
            let own = calls(&world.journal[at as usize + 1..]);
            assert_eq!(state.ledger.calls as usize, own, "{format}, from {at}");
            assert_eq!(
                state.ledger.calls + state.calls_inherited,
                state.calls_begun
            );
            assert_eq!(DebateState::fold(&world.journal), *state);
        }
    }
}

#[test]
fn a_branch_waits_where_it_parts_for_as_long_as_the_viewer_wants() {
    let parent = short_debate("exhibition", vec![]);
    let middle = parent.len() as u64 / 2;
    let mut world = begun(&parent, middle, true);
    assert_eq!(world.state.status, DebateStatus::Paused(PausedBy::Viewer));
    assert!(world.calls.is_empty(), "{:?}", world.calls);
    let text = "A report that nobody had.".into();
    world.command(Command::Evidence {
        text,
        source: String::new(),
        places: Vec::new(),
    });
    assert!(world.calls.is_empty(), "{:?}", world.calls);
    world.command(Command::Resume);
    assert!(!world.calls.is_empty());
    world.run_in_order();
    assert!(world.state.is_closed());
}

#[test]
fn limits_count_from_where_a_branch_parts() {
    let mut options = short();
    let mut parent = World::opened(opening_in("exhibition", 3, short(), &Profile::default()));
    parent.run(&mut choices(), 0);
    let at = parent.journal.len() as u64 / 2;
    let spent = DebateState::fold(&parent.journal[..=at as usize]).spent();
    // As much as is spent by then was allowed.
    options.max_tokens = Some(spent.tokens() / 2);
    let mut records = parent.journal.clone();
    let opening = opening_in("exhibition", 3, options, &Profile::default());
    records[0].event = Event::Opened(opening.into());
    let mut world = begun(&records, at, false);
    assert!(world.state.is_running(), "{:?}", world.state.status);
    let mut choices = Choices {
        bytes: vec![1],
        at: 0,
    };
    while world.state.is_running() {
        world.step(&mut choices, 0);
    }
    let DebateStatus::Paused(PausedBy::Limit { what }) = &world.state.status else {
        panic!("{:?}", world.state.status)
    };
    assert!(!what.contains("gone on"), "{what}");
    assert!(world.state.spent().tokens() < spent.tokens(), "{what}");
}

/// What a branch was told of itself.
fn is_told(state: &DebateState, words: &str) -> bool {
    state.notices.iter().any(|notice| notice.contains(words))
}

#[test]
fn other_words_are_put_in_for_whoever_has_the_floor_and_they_go_on_from_them() {
    let parent = short_debate("exhibition", vec![]);
    let mut state = DebateState::default();
    // In the middle of a speech, and of a sentence where there is one.
    let place = parent.iter().find(|record| {
        state.apply(record);
        let floor = state.floor();
        matches!(record.event, Event::Said { .. }) && floor.is_some_and(|turn| turn.words > 12)
    });
    let at = place.unwrap().seq;
    let mut half = parent[..=at as usize].to_vec();
    let turn = state.floor().unwrap().id;
    half.push(Record {
        seq: at + 1,
        at_ms: state.at_ms,
        event: Event::Said {
            turn,
            text: "And so it is half a sen".to_owned(),
        },
    });
    let kept = state.floor().unwrap().text.trim_end().to_owned();
    let words = || vec![WhatIf::Words("Let me put it otherwise".to_owned())];
    let mut world = differing(&half, at + 1, (true, words()), BTreeMap::new());
    let open = world.state.floor().unwrap();
    assert_eq!(
        open.text.trim_end(),
        format!("{kept} Let me put it otherwise.")
    );
    let (from, to) = open.put_in.unwrap();
    assert_eq!(
        &open.text[from as usize..to as usize],
        "Let me put it otherwise."
    );
    assert!(is_told(
        &world.state,
        "put in by you, in place of “And so it is half a sen”"
    ));
    assert_eq!(world.state.describe_changes(), ["other words"]);
    world.command(Command::Resume);
    let asked = world.asked(|ask, _| match ask {
        Ask::Speech { turn, cue } => Some((*turn, *cue)),
        _ => None,
    });
    assert_eq!(asked.last(), Some(&(turn, Cue::Resume)));
    world.run_in_order();
    let said = &world.state.turn(turn).unwrap().text;
    assert!(
        said.starts_with(&format!("{kept} Let me put it otherwise.")),
        "{said}"
    );
    assert!(said.len() > to as usize, "nothing came behind them: {said}");
    assert_eq!(DebateState::fold(&world.journal), world.state);

    // Without them, what was being said is told as dropped.
    let world = begun(&half, at + 1, true);
    assert!(is_told(
        &world.state,
        "“And so it is half a sen” is dropped"
    ));
    assert_eq!(world.state.describe_changes(), Vec::<String>::new());
    // Between two speeches there is nobody whose words they could be.
    let refused = DebateState::fold(&parent[..3]).refusal_of(&words()[0]);
    assert!(refused.unwrap().contains("Nobody is speaking there"));
}

#[test]
fn the_last_point_is_answered_otherwise_from_before_its_answer() {
    let parent = short_debate("exhibition", vec![]);
    let decided = parent.iter().find_map(|record| match &record.event {
        Event::PoiTaken { poi, .. } => Some((record.seq, *poi, true)),
        Event::PoiDeclined { poi, .. } => Some((record.seq, *poi, false)),
        _ => None,
    });
    let (seq, poi, was_taken) = decided.unwrap();
    // Whatever came after it, the place is the one before.
    let at = before_last_answer(&parent, seq + 2).unwrap();
    assert_eq!(at, seq - 1);
    assert_eq!(before_last_answer(&parent[..5], 4), None);
    let answer = "I say nothing of the kind.".to_owned();
    let taken = WhatIf::Point {
        taken: true,
        answer: Some(answer.clone()),
    };
    let mut world = differing(&parent, at, (false, vec![taken]), BTreeMap::new());
    assert!(is_told(&world.state, "with an answer put in by you"));
    world.run_in_order();
    let status = &world.state.point(poi).unwrap().status;
    assert_eq!(
        *status,
        PoiStatus::Answered { text: answer },
        "was taken: {was_taken}"
    );
    let declined = WhatIf::Point {
        taken: false,
        answer: None,
    };
    let world = differing(&parent, at, (true, vec![declined.clone()]), BTreeMap::new());
    let status = &world.state.point(poi).unwrap().status;
    assert!(matches!(status, PoiStatus::Declined { .. }), "{status:?}");
    // Once it is answered there is nothing to be decided.
    let after = DebateState::fold(&parent[..=seq as usize + 1]);
    assert!(after.refusal_of(&declined).is_some());
}

#[test]
fn somebody_else_sits_in_a_seat_that_has_said_nothing_and_evidence_and_models_are_told() {
    let parent = short_debate("exhibition", vec![]);
    let mut state = DebateState::default();
    let place = parent.iter().find(|record| {
        state.apply(record);
        matches!(record.event, Event::Said { .. }) && state.floor().is_some()
    });
    let at = place.unwrap().seq;
    let speaking = state.floor().unwrap().seat.clone();
    let seat = state.seats_to_be_heard().last().unwrap().clone();
    let mut card = state.speakers()[0].card.clone();
    card.name = "Grace Hopper".to_owned();
    let other = |seat: &Seat| {
        WhatIf::Speaker(Box::new(Replacement {
            seat: seat.clone(),
            persona: "grace-hopper".to_owned(),
            card: card.clone(),
            passages: 0,
        }))
    };
    let refused = state.refusal_of(&other(&speaking)).unwrap();
    assert!(refused.contains("has been heard already"), "{refused}");
    let evidence = WhatIf::Evidence {
        text: "A report that nobody had.".to_owned(),
        source: String::new(),
    };
    let everybody = state.opening.as_deref().unwrap().seated();
    let everybody = everybody.map(|(seat, _)| (seat.clone(), "another".to_owned()));
    let changes = vec![other(&seat), evidence];
    let mut world = differing(&parent, at, (false, changes), everybody.collect());
    assert_eq!(world.state.name(&seat), "Grace Hopper");
    assert!(is_told(&world.state, "Grace Hopper speaks in place of"));
    assert!(is_told(&world.state, "another answers for everybody"));
    // What was noted for the seat before is not theirs.
    assert!(state.notes(&seat).is_some());
    assert!(world.state.notes(&seat).is_none());
    let told = world.state.describe_changes();
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told.last().unwrap(), "evidence");
    world.run_in_order();
    assert!(world.state.has_spoken(&seat));
    assert_eq!(DebateState::fold(&world.journal), world.state);
}
