//! Servers that only some speakers, or only a role, have: who is gone without when one of them is gone, and what then
//! counts as lost.

use super::{
    common::world::{World, choices},
    outages::{fail, next_late, opened, opening, waits},
};
use hustings::debate::{
    DebateState,
    ask::{Ask, Purpose, Role, When},
    command::Command,
    event::{CallFailure, Event},
    ids::CallId,
    missing::{MissingPart, is_poorer, missing},
    opening::OnFailure,
};

/// A debate in which these speakers have a server of their own.
fn with_servers(id: &str, own: &[&str]) -> World {
    with_servers_and(id, own, OnFailure::Stop)
}

fn with_servers_and(id: &str, own: &[&str], policy: OnFailure) -> World {
    let mut opening = opening(id, policy);
    for speaker in &mut opening.speakers {
        let provider = if own.contains(&speaker.seat.as_str()) {
            "own"
        } else {
            "common"
        };
        speaker.model = format!("{provider}:m");
    }
    opened(opening)
}

/// The label of the model that is asked, where speakers have these servers and a role has one for itself.
fn asked_of(world: &World, call: CallId, own: &[&str], apart: Option<Role>) -> &'static str {
    let pending = world.state.calls.get(&call).unwrap();
    let seat = pending.seat.as_ref();
    let role = world.state.role_of(&pending.ask, seat);
    if apart == Some(role) {
        "apart:m"
    } else if role == Role::Speaker && seat.is_some_and(|seat| own.contains(&seat.as_str())) {
        "own:m"
    } else {
        "common:m"
    }
}

/// Holds a debate, until it is over or waits, in which these models are gone.
fn held_without(
    mut world: World,
    own: &[&str],
    apart: Option<Role>,
    is_gone: impl Fn(&str) -> bool,
) -> World {
    let mut choices = choices();
    for round in 0.. {
        assert!(round < 60_000, "no end: {:?}", world.state.status);
        // A speech stands still for as long as the debate waits.
        let mut asked = world.calls.values();
        let is_still = asked.all(|(ask, _)| matches!(ask, Ask::Speech { .. }));
        if world.state.is_closed() || (waits(&world) && is_still) {
            break;
        }
        if !waits(&world) && !world.state.is_running() {
            world.command(Command::Resume);
        }
        let asked = world.calls.keys();
        let asked = asked.map(|id| (*id, asked_of(&world, *id, own, apart)));
        match asked.into_iter().find(|(_, model)| is_gone(model)) {
            Some((call, model)) => fail(&mut world, call, CallFailure::Outage, model),
            None => world.step(&mut choices, 0),
        }
    }
    world
}

#[test]
fn one_with_a_server_of_their_own_holds_up_nobody_when_that_is_gone() {
    let own = &["opp.2"];
    let world = with_servers("exhibition", own);
    let world = held_without(world, own, None, |model| model == "own:m");
    assert!(world.state.is_closed(), "{:?}", world.state.status);
    let lost = missing(&world.state);
    assert!(!lost.is_empty() && lost.iter().all(|one| one.seat.as_str() == "opp.2"));
    // Two of them are more than a debate is gone on without.
    let own = &["opp.1", "opp.2"];
    let world = with_servers("exhibition", own);
    let world = held_without(world, own, None, |model| model == "own:m");
    assert!(waits(&world), "{:?}", world.state.status);
    assert_eq!(missing(&world.state), vec![]);
}

#[test]
fn a_server_that_only_a_role_has_holds_up_nobody_when_that_is_gone() {
    for (id, role, words) in [
        (
            "exhibition",
            Role::Clerk,
            &["extract", "define", "annotate"][..],
        ),
        ("exhibition", Role::Poi, &["poi_offer"]),
        (
            "exhibition",
            Role::Audience,
            &["poll", "ballot_before", "ballot_after"],
        ),
        ("clearside", Role::Referee, &["referee"]),
    ] {
        let world = held_without(with_servers(id, &[]), &[], Some(role), |model| {
            model == "apart:m"
        });
        assert!(
            world.state.is_closed(),
            "without {role:?}: {:?}",
            world.state.status
        );
        let lost = missing(&world.state);
        assert!(is_poorer(&world.state), "without {role:?}: {lost:?}");
        assert!(
            lost.iter().all(|one| words.contains(&one.part.word())),
            "without {role:?}: {lost:?}"
        );
        assert_eq!(DebateState::fold(&world.journal), world.state);
    }
}

#[test]
fn where_no_server_answers_nothing_is_given_up_for_having_one_alone() {
    for (own, apart) in [(&["opp.2"][..], None), (&[], Some(Role::Clerk))] {
        let world = with_servers("exhibition", own);
        let world = held_without(world, own, apart, |_| true);
        assert!(waits(&world), "{:?}", world.state.status);
        assert_eq!(missing(&world.state), vec![]);
    }
    // Nobody speaks where the server of all speakers is gone, whoever else can be had.
    let role = Some(Role::Clerk);
    let world = with_servers("exhibition", &[]);
    let world = held_without(world, &[], role, |model| model == "common:m");
    assert!(waits(&world), "{:?}", world.state.status);
    assert_eq!(missing(&world.state), vec![]);
}

#[test]
fn with_pause_nothing_is_given_up_for_having_a_server_alone() {
    for (id, own, role) in [
        ("exhibition", &["opp.2"][..], None),
        ("exhibition", &[], Some(Role::Clerk)),
        ("exhibition", &[], Some(Role::Audience)),
        ("structured", &[], Some(Role::Judge)),
        ("clearside", &[], Some(Role::Referee)),
    ] {
        let mut world = with_servers_and(id, own, OnFailure::Pause);
        for is_back in [false, false, true] {
            world = held_without(world, own, role, |model| !is_back && model != "common:m");
            if !is_back {
                assert!(waits(&world), "{id} {role:?}: {:?}", world.state.status);
                world.command(Command::Resume);
            }
        }
        assert!(
            world.state.is_closed(),
            "{id} {role:?}: {:?}",
            world.state.status
        );
        assert_eq!(missing(&world.state), vec![], "{id} {role:?}");
    }
}

#[test]
fn what_the_speeches_went_on_without_is_lost_when_its_server_is_back() {
    let mut world = with_servers_and("exhibition", &[], OnFailure::Pause);
    let mut choices = choices();
    let mut pauses = 0;
    for round in 0.. {
        assert!(round < 60_000, "no end: {:?}", world.state.status);
        let is_theirs = |id| asked_of(&world, id, &[], Some(Role::Poi)) == "apart:m";
        match next_late(&world, is_theirs) {
            // The server of the points is dead while anybody speaks, and back when the debate waits for it.
            Some((id, true)) if pauses == 0 => {
                fail(&mut world, id, CallFailure::Outage, "apart:m");
            }
            Some((id, _)) => world.happen(id, &mut choices, 0),
            None if waits(&world) => {
                pauses += 1;
                world.command(Command::Resume);
            }
            None => break,
        }
    }
    assert!(world.state.is_closed(), "{:?}", world.state.status);
    let lost = missing(&world.state);
    let offers = MissingPart::Asked(Purpose::PoiOffer);
    assert!(
        lost.iter().any(|one| one.part == offers && one.counts),
        "after {pauses} pauses: {lost:?}"
    );
}

/// Whatever else a server answers: where it lets nobody speak, there is no debate.
#[test]
fn a_debate_in_which_nobody_can_be_heard_is_left_and_not_held_to_an_empty_end() {
    for (id, policy, waits_for_it) in [
        ("exhibition", OnFailure::Stop, true),
        ("structured", OnFailure::Stop, true),
        ("panel", OnFailure::Stop, true),
        ("exhibition", OnFailure::GoOn, false),
        ("structured", OnFailure::GoOn, false),
        ("clearside", OnFailure::GoOn, false),
        ("panel", OnFailure::GoOn, false),
        ("roundtable", OnFailure::GoOn, false),
        ("british-parliamentary", OnFailure::GoOn, false),
    ] {
        let mut world = with_servers_and(id, &[], policy);
        let mut choices = choices();
        let mut lost = 0;
        while !world.state.is_closed() && !waits(&world) {
            let mut asked = world.calls.iter();
            let refused = asked.find(|(_, (ask, _))| ask.writes().is_some());
            match refused.map(|(call, _)| *call) {
                Some(call) => {
                    fail(&mut world, call, CallFailure::Refused, "common:m");
                    lost += 1;
                }
                None => world.step(&mut choices, 0),
            }
            assert!(lost < 200, "{id}: {:?}", world.state.status);
        }
        assert_eq!(
            waits(&world),
            waits_for_it,
            "{id}: {:?}",
            world.state.status
        );
        let told = format!("{:?}", world.state.status);
        assert_eq!(
            told.contains("nobody could be heard"),
            waits_for_it,
            "{id}: {told}"
        );
        // Nobody wins what nobody has argued.
        let judged = world.journal.iter().find(|record| {
            matches!(
                record.event,
                Event::DivisionDeclared(_)
                    | Event::VerdictGiven { .. }
                    | Event::AssessmentMade { .. }
                    | Event::ScoresGiven(_)
                    | Event::BallotCast {
                        when: When::After,
                        ..
                    }
            )
        });
        assert_eq!(judged, None, "{id}");
        if !waits_for_it {
            let mut told = world.state.notices.iter();
            assert!(
                told.any(|text| text.contains("nothing to vote on")),
                "{id}: {:?}",
                world.state.notices
            );
        }
    }
    // Whoever was heard is reason enough to go on.
    let mut world = with_servers("exhibition", &[]);
    let mut choices = choices();
    while !world.state.is_closed() {
        assert!(!waits(&world), "{:?}", world.state.status);
        let heard = world.state.speeches().any(|turn| turn.words > 0);
        let mut asked = world.calls.iter();
        let refused = asked.find(|(_, (ask, _))| {
            heard
                && ask
                    .writes()
                    .is_some_and(|turn| world.state.turn(turn).is_some_and(|turn| turn.words == 0))
        });
        match refused.map(|(call, _)| *call) {
            Some(call) => fail(&mut world, call, CallFailure::Refused, "common:m"),
            None => world.step(&mut choices, 0),
        }
    }
}
