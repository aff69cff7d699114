//! Branches: what a debate has of another one is as it was there, and it goes on by itself from any place.

use super::common::{
    opening_in,
    world::{Choices, World, choices, short, short_debate, taken_up},
};
use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        command::Command,
        decide::Input,
        event::{CloseReason, Event, PausedBy, Record},
        ids::DebateId,
        ledger::Ledger,
        opening::Opening,
        state::DebateStatus,
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
    let mut world = World::new();
    world.journal = branched(parent, at);
    world.state = DebateState::fold(&world.journal);
    world.clock = world.state.at_ms;
    let mut input = taken_up(None);
    if let Input::Reconvene { waits: wait, .. } = &mut input {
        *wait = waits;
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
