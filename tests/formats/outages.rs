//! A server that is gone for everybody, at any moment of any format: the debate waits, nothing is given up for it, and
//! once the server is back the debate comes to its end with nothing missing. And one who cannot be had while others can.

use std::sync::Arc;

use super::common::{
    FORMATS, opening_in,
    world::{Choices, World, choices},
};
use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        ask::{Ask, Purpose},
        command::Command,
        decide::Input,
        event::{CallFailure, CallReport, CloseReason, Event, PausedBy},
        ids::{CallId, Seat},
        missing::{Missing, MissingPart, describe, is_poorer, missing},
        opening::{OnFailure, Opening, Options},
        state::DebateStatus,
    },
};
use proptest::prelude::*;

pub(super) fn opening(id: &str, on_failure: OnFailure) -> Opening {
    let options = Options {
        scale: 0.2,
        on_failure,
        floor_speeches: 1,
        ..Options::default()
    };
    opening_in(id, 3, options, &Profile::default())
}

pub(super) fn opened(opening: Opening) -> World {
    let mut world = World::new();
    world.feed(Input::Open(Arc::new(opening)));
    world
}

pub(super) fn fail(world: &mut World, call: CallId, failure: CallFailure, model: &str) {
    let report = CallReport {
        model: model.into(),
        ..CallReport::default()
    };
    let said = ["no connection to http://127.0.0.1:1/v1: refused", ""];
    world.fail(call, failure, said, report);
}

/// The server is dead: all calls fail, and those that follow, until the debate waits or is over.
fn die(world: &mut World, latest_first: bool, failure: CallFailure) {
    for round in 0.. {
        assert!(round < 500, "it is asked without end: {:?}", world.calls);
        let call = if latest_first {
            world.calls.keys().next_back().copied()
        } else {
            world.calls.keys().next().copied()
        };
        match call {
            Some(call) => fail(world, call, failure, "scripted"),
            None => return,
        }
    }
}

pub(super) fn waits(world: &World) -> bool {
    matches!(
        world.state.status,
        DebateStatus::Paused(PausedBy::Unreachable { .. })
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_server_that_dies_and_comes_back_costs_no_format_anything(
        which in 0..FORMATS.len(),
        bytes in proptest::collection::vec(any::<u8>(), 8..64),
        moments in proptest::collection::vec(0_usize..150, 1..4),
        latest_first in any::<bool>(),
        another_process in any::<bool>(),
        attended in any::<bool>(),
        keeps_us_out in any::<bool>(),
    ) {
        let id = FORMATS[which];
        let failure = if keeps_us_out { CallFailure::Refused } else { CallFailure::Outage };
        let policy = if attended { OnFailure::Pause } else { OnFailure::Stop };
        let mut world = opened(opening(id, policy));
        let mut choices = Choices { bytes, at: 0 };
        for moment in moments {
            for _ in 0..moment {
                world.step(&mut choices, 0);
                if matches!(world.state.status, DebateStatus::Paused(PausedBy::Questions)) {
                    world.command(Command::Resume);
                }
            }
            if world.state.is_closed() {
                break;
            }
            die(&mut world, latest_first, failure);
            prop_assert!(waits(&world), "{id}: {:?}", world.state.status);
            prop_assert!(missing(&world.state).is_empty(), "{id}: {:?}", missing(&world.state));
            // It is looked for again, and is still gone: a single call is made for that.
            let before = world.state.calls_begun;
            world.command(Command::Resume);
            let probes: Vec<&Ask> = world.calls.values().map(|(ask, _)| ask).collect();
            prop_assert!(matches!(probes.as_slice(), [Ask::Probe { .. }]), "{id}: {probes:?}");
            die(&mut world, latest_first, failure);
            prop_assert!(waits(&world) && world.state.calls_begun == before + 1);
            // It is back.
            if another_process {
                world.state = DebateState::fold(&world.journal);
                world.feed(crate::common::world::taken_up(Some(policy)));
            } else {
                world.command(Command::Resume);
            }
        }
        world.run(&mut choices, 0);
        prop_assert_eq!(&world.state.status, &DebateStatus::Closed(CloseReason::Completed));
        prop_assert_eq!(missing(&world.state), vec![], "{}", id);
        prop_assert_eq!(&DebateState::fold(&world.journal), &world.state);
        let lost = world.state.turns.iter().filter(|turn| turn.is_ended() && turn.text.trim().is_empty());
        prop_assert_eq!(lost.count(), 0);
    }
}

#[test]
fn where_the_debate_is_to_go_on_it_does_to_its_end() {
    for id in FORMATS {
        let mut world = opened(opening(id, OnFailure::GoOn));
        die(&mut world, false, CallFailure::Outage);
        assert_eq!(
            world.state.status,
            DebateStatus::Closed(CloseReason::Completed),
            "{id}"
        );
        assert!(is_poorer(&world.state), "{id}");
        assert!(
            !world.journal.iter().any(|record| matches!(
                &record.event,
                Event::CallBegan {
                    ask: Ask::Probe { .. },
                    ..
                }
            )),
            "{id}: nobody needs to know whether the server is there"
        );
    }
}

/// Lets the calls of one purpose, or of one seat, fail, while the server is there for others.
fn held(
    mut world: World,
    failure: CallFailure,
    is_lost: impl Fn(&Ask, Option<&Seat>) -> bool,
) -> World {
    let mut choices = choices();
    for round in 0.. {
        assert!(round < 60_000, "no end: {:?}", world.state.status);
        if world.state.is_closed() {
            return world;
        }
        if let DebateStatus::Paused(_) = world.state.status {
            world.command(Command::Resume);
        }
        let lost = world.calls.iter().find_map(|(id, (ask, _))| {
            let seat = world
                .state
                .calls
                .get(id)
                .and_then(|call| call.seat.as_ref());
            is_lost(ask, seat).then_some(*id)
        });
        match lost {
            Some(call) => fail(&mut world, call, failure, "scripted"),
            None => world.step(&mut choices, 0),
        }
    }
    world
}

#[test]
fn one_who_fails_while_others_can_be_had_is_asked_once_more_and_gone_on_without() {
    let world = held(
        opened(opening("exhibition", OnFailure::Stop)),
        CallFailure::Outage,
        |ask, seat| {
            matches!(ask, Ask::Speech { .. }) && seat.is_some_and(|seat| seat.as_str() == "opp.2")
        },
    );
    let lost = missing(&world.state);
    assert!(
        matches!(lost.as_slice(), [Missing { part: MissingPart::Turn(_), seat, counts: true, .. }] if seat.as_str() == "opp.2"),
        "{lost:?}"
    );
    let probes = world
        .state
        .finished
        .iter()
        .filter(|call| call.ask.purpose() == Purpose::Probe);
    assert_eq!(probes.count(), 2, "after each of two failures");
    let paused = world
        .journal
        .iter()
        .any(|record| matches!(record.event, Event::Paused { .. }));
    assert!(!paused);
}

#[test]
fn one_whose_model_answers_nothing_holds_up_nobody_whose_model_does() {
    for (failure, others_answer) in [
        (CallFailure::Refused, true),
        (CallFailure::Outage, true),
        (CallFailure::Overdue, true),
        (CallFailure::Refused, false),
    ] {
        let mut own = opening("exhibition", OnFailure::Stop);
        for speaker in &mut own.speakers {
            let model = if speaker.seat.as_str() == "opp.2" {
                "own"
            } else {
                "common"
            };
            speaker.model = format!("hosted:{model}");
        }
        let mut world = opened(own);
        let mut choices = choices();
        while !world.state.is_closed() && !waits(&world) {
            let lost = world.calls.keys().find_map(|id| {
                let seat = world.state.calls.get(id)?.seat.as_ref()?;
                let is_own = seat.as_str() == "opp.2";
                (is_own || !others_answer).then_some((*id, is_own))
            });
            match lost {
                Some((call, true)) => fail(&mut world, call, failure, "hosted:own"),
                Some((call, false)) => fail(&mut world, call, failure, "hosted:common"),
                None => world.step(&mut choices, 0),
            }
        }
        assert_eq!(waits(&world), !others_answer, "{failure:?}");
        let lost = missing(&world.state);
        assert_eq!(lost.is_empty(), !others_answer, "{lost:?}");
        assert!(
            lost.iter().all(|one| one.seat.as_str() == "opp.2"),
            "{lost:?}"
        );
    }
}

/// Whoever is refused while others are let in is gone without, and not asked again.
#[test]
fn what_is_refused_to_one_is_asked_once_and_costs_nobody_else_anything() {
    for purpose in [Purpose::Speech, Purpose::PoiOffer, Purpose::BallotBefore] {
        let mut asked = 0;
        let world = held(
            opened(opening("exhibition", OnFailure::Stop)),
            CallFailure::Refused,
            |ask, seat| {
                let is_theirs = seat
                    .is_some_and(|seat| seat.as_str() == "opp.2" || seat.as_str() == "audience.2");
                ask.purpose() == purpose && (is_theirs || purpose == Purpose::PoiOffer)
            },
        );
        for call in &world.state.finished {
            asked += u32::from(call.ask.purpose() == purpose && call.failed.is_some());
        }
        assert!(asked > 0, "{purpose:?}");
        assert!(
            !world
                .journal
                .iter()
                .any(|record| matches!(record.event, Event::Paused { .. })),
            "{purpose:?}"
        );
        let lost = missing(&world.state);
        assert!(!lost.is_empty(), "{purpose:?}");
        if purpose != Purpose::PoiOffer {
            assert_eq!((lost.len(), asked), (1, 1), "{purpose:?}: {lost:?}");
        }
    }
}

/// What of each format is named where every call for a purpose fails, and whether it counts. A purpose that a format does
/// not have is not asked for.
#[test]
fn what_could_not_be_had_is_named_in_every_format() {
    let purposes = [
        (Purpose::Prepare, "prepare"),
        (Purpose::Speech, "speech"),
        (Purpose::Write, "write"),
        (Purpose::PoiOffer, "poi_offer"),
        (Purpose::PoiAccept, "poi_accept"),
        (Purpose::PoiAnswer, "poi_answer"),
        (Purpose::Referee, "referee"),
        (Purpose::Extract, "extract"),
        (Purpose::Sources, "sources"),
        (Purpose::Poll, "poll"),
        (Purpose::BallotBefore, "ballot_before"),
        (Purpose::BallotAfter, "ballot_after"),
        (Purpose::Verdict, "verdict"),
        (Purpose::Round, "round"),
        (Purpose::Judge, "judge"),
    ];
    let failures = purposes.iter().flat_map(|one| {
        let is_point = matches!(one.0, Purpose::PoiOffer | Purpose::PoiAccept);
        let outage = is_point.then_some(CallFailure::Outage);
        [CallFailure::Unavailable]
            .into_iter()
            .chain(outage)
            .map(move |failure| (*one, failure))
    });
    let failures: Vec<_> = failures.collect();
    for id in FORMATS {
        for &((purpose, word), failure) in &failures {
            // Where nobody can be heard, nothing else holds a debate to its end.
            let is_heard = !matches!(purpose, Purpose::Speech | Purpose::Write);
            let policy = if is_heard {
                OnFailure::Stop
            } else {
                OnFailure::GoOn
            };
            let mut opening = opening(id, policy);
            opening.options.referee = hustings::debate::opening::Referee::Full;
            let asked = std::cell::Cell::new(0);
            let world = held(opened(opening), failure, |ask, _| {
                let is_it = ask.purpose() == purpose;
                asked.set(asked.get() + u32::from(is_it));
                is_it
            });
            let lost = missing(&world.state);
            if asked.get() == 0 {
                assert_eq!(lost, vec![], "{id} without {word}");
                continue;
            }
            assert!(is_poorer(&world.state), "{id} without {word}: {lost:?}");
            let words: Vec<&str> = lost.iter().map(|one| one.part.word()).collect();
            let named = match purpose {
                // Turns are named by what they are.
                Purpose::Speech | Purpose::Write => lost.iter().all(|one| {
                    matches!(one.part, MissingPart::Turn(_)) || one.part == MissingPart::Scores
                }),
                _ => words.contains(&word),
            };
            assert!(named && !words.is_empty(), "{id} without {word}: {words:?}");
            if purpose == Purpose::Judge {
                assert!(words.contains(&"scores"), "{id}: {words:?}");
            }
            if purpose == Purpose::Verdict {
                assert!(words.contains(&"assessment"), "{id}: {words:?}");
            }
            let line = describe(&world.state, &lost).unwrap();
            assert!(
                line.starts_with("Missing: ") && line.contains("no connection"),
                "{id} without {word}: {line}"
            );
            assert!(!line.contains('\n') && !line.contains("  "), "{line}");
            // The screen and the documents tell it, too.
            assert!(world.state.notices.contains(&line), "{id} without {word}");
            if failure == CallFailure::Unavailable {
                assert!(world.state.outage.is_settled(), "{id}");
            }
        }
    }
}

/// What is to happen next where some calls are lost, each once everything else under way has ended: a call, and whether it
/// is one of those.
pub(super) fn next_late(world: &World, is_lost: impl Fn(CallId) -> bool) -> Option<(CallId, bool)> {
    let mut calls = world.calls.keys().copied();
    let first = calls.clone().next()?;
    let other = calls.find(|call| !is_lost(*call));
    Some(other.map_or((first, true), |other| (other, false)))
}

/// Lets the calls of one purpose fail as calls to a dead server do, each once everything else under way has ended: the
/// speech is over by then, and nobody asks again.
fn held_without_late(purpose: Purpose, another_process: bool) -> World {
    let mut world = opened(opening("exhibition", OnFailure::Stop));
    let mut choices = choices();
    for round in 0.. {
        assert!(round < 60_000, "no end: {:?}", world.state.status);
        match next_late(&world, |id| world.calls[&id].0.purpose() == purpose) {
            Some((id, false)) => world.happen(id, &mut choices, 0),
            Some((id, true)) => {
                fail(&mut world, id, CallFailure::Outage, "scripted");
                if another_process {
                    world.calls.clear();
                    world.state = DebateState::fold(&world.journal);
                    world.feed(crate::common::world::taken_up(None));
                }
            }
            None => break,
        }
    }
    assert!(world.state.is_closed(), "{:?}", world.state.status);
    world
}

#[test]
fn a_point_for_which_there_is_no_second_try_is_named() {
    for purpose in [Purpose::PoiOffer, Purpose::PoiAccept] {
        for another_process in [false, true] {
            let world = held_without_late(purpose, another_process);
            let lost = missing(&world.state);
            let named = lost
                .iter()
                .any(|one| one.part == MissingPart::Asked(purpose) && one.counts);
            assert!(
                named,
                "{purpose:?}, in another process: {another_process}: {lost:?}"
            );
            let line = describe(&world.state, &lost).unwrap();
            assert!(line.contains("no connection"), "{line}");
            assert_eq!(missing(&DebateState::fold(&world.journal)), lost);
        }
    }
}

#[test]
fn a_point_that_was_had_at_the_second_try_is_not_missing() {
    for purpose in [Purpose::PoiOffer, Purpose::PoiAccept] {
        let failed = std::cell::RefCell::new(Vec::new());
        let world = held(
            opened(opening("exhibition", OnFailure::Stop)),
            CallFailure::Outage,
            |ask, _| {
                let is_first = ask.purpose() == purpose && !failed.borrow().contains(ask);
                if is_first {
                    failed.borrow_mut().push(ask.clone());
                }
                is_first
            },
        );
        let failed = failed.into_inner();
        let had = |ask: &Ask| {
            let mut calls = world.state.finished.iter();
            calls.any(|call| &call.ask == ask && call.failed.is_none() && !call.cut)
        };
        assert!(failed.iter().any(had), "{purpose:?}: nothing was had");
        let never = failed.iter().filter(|ask| !had(ask)).count();
        let lost = missing(&world.state);
        assert_eq!(lost.len(), never, "{purpose:?}: {lost:?}");
    }
}

#[test]
fn one_of_many_that_changes_no_result_is_named_and_does_not_count() {
    let first = |ask: &Ask, purpose| match ask {
        Ask::Poll { member, .. } => purpose == Purpose::Poll && member.as_str() == "audience.1",
        // Of whoever is asked with others no vote is lost by it: each is asked alone.
        Ask::Polls { .. } => purpose == Purpose::Poll,
        Ask::Extract { turn } => purpose == Purpose::Extract && turn.0 == 8,
        // Nor of all of them.
        Ask::Define { .. } => purpose == Purpose::Define,
        // Nor of the count beside the verdict.
        Ask::Annotate { .. } => purpose == Purpose::Annotate,
        _ => false,
    };
    for purpose in [
        Purpose::Poll,
        Purpose::Extract,
        Purpose::Define,
        Purpose::Annotate,
    ] {
        let world = held(
            opened(opening("exhibition", OnFailure::Stop)),
            CallFailure::Unavailable,
            |ask, _| first(ask, purpose),
        );
        let lost = missing(&world.state);
        assert!(!lost.is_empty() && !is_poorer(&world.state), "{lost:?}");
        let line = describe(&world.state, &lost).unwrap();
        assert!(
            line.starts_with("Missing, though it matters little: "),
            "{line}"
        );
    }
    let ballot = held(
        opened(opening("exhibition", OnFailure::Stop)),
        CallFailure::Unavailable,
        |ask, seat| {
            ask.purpose() == Purpose::BallotAfter
                && seat.is_some_and(|seat| seat.as_str() == "audience.2")
        },
    );
    assert!(is_poorer(&ballot.state), "a ballot decides the division");
}
