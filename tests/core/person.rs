//! A person in a seat: asked by hand, interrupted, replaced by the persona of the seat and taken up again.

use hustings::{
    catalog::Task,
    debate::{
        answer::Vote,
        ask::{Cue, When},
        event::{CallReport, Record},
        ids::{CallId, TurnId},
        person::{HandoverSpan, PERSON, PersonAnswer},
    },
};

use super::*;
use common::world::{short, taken_up};

/// The first speaking seat of a format: `prop.1`, or whatever its first side is called.
fn first_seat(format: &str) -> Seat {
    let opening = common::opening_in(format, 3, short(), &Profile::default());
    opening.speakers[0].seat.clone()
}

/// A debate of a format in which a person sits in that seat.
fn seated(format: &str, seat: &Seat) -> World {
    let mut opening = common::opening_in(format, 3, short(), &Profile::default());
    assert!(opening.seat_person(seat, "Robin Marsh"), "{seat}");
    World::opened(opening)
}

/// What the person does where they are asked: says two paragraphs and ends, takes the first point, votes, and hands in
/// lines for everything that has an id.
fn by_hand(world: &mut World) -> bool {
    let asked = world.state.asked_of_people().next();
    let Some((call, pending)) = asked.map(|(call, pending)| (call, pending.clone())) else {
        return false;
    };
    let seat = pending.seat.clone().unwrap();
    // The world has it on its list, and answers nothing of it.
    world.calls.remove(&call);
    let reply = |answer| Command::Reply { call, answer };
    let command = match &pending.ask {
        Ask::Speech { turn, .. } => {
            let turn = world.state.turn(*turn).unwrap();
            if turn.text.matches("\n\n").count() < 2 {
                let text = format!("I, {seat}, say what I have to say, and no more than that");
                Command::Say { seat, text }
            } else {
                Command::EndSpeech { seat }
            }
        }
        Ask::PoiAccept { .. } => reply(PersonAnswer::Point(true)),
        Ask::Ballot { when, .. } => {
            let vote = if *when == When::After {
                Vote::No
            } else {
                Vote::Undecided
            };
            reply(PersonAnswer::Vote(vote, "It is dear.".into()))
        }
        Ask::Poll { .. } => reply(PersonAnswer::Vote(Vote::Aye, String::new())),
        _ => reply(PersonAnswer::Text(WORK.into())),
    };
    world.command(command);
    true
}

const WORK: &str = "A toll pays for the road that it is taken on, which a tax does not.\nEvidence: a count of carts in 1902.\n\n\
    Whoever drives is seen to pay, and so drives less than before.\n\nThe poor walk, and are spared in the end.";

fn run(world: &mut World) {
    let mut choices = choices();
    for _ in 0..20_000 {
        if world.state.is_closed() {
            return;
        }
        if let DebateStatus::Paused(_) = world.state.status {
            world.command(Command::Resume);
        }
        if !by_hand(world) {
            world.step(&mut choices, 0);
        }
    }
    panic!("the debate does not end: {:?}", world.state.status);
}

fn refused(world: &World) -> Option<&str> {
    world.journal.iter().rev().find_map(|record| {
        if let Event::CommandRefused { reason, .. } = &record.event {
            Some(reason.as_str())
        } else {
            None
        }
    })
}

/// Goes on until the person is asked for such a thing.
fn until_asked(world: &mut World, is_it: impl Fn(&Ask) -> bool) -> CallId {
    let mut choices = choices();
    for _ in 0..20_000 {
        let asked = world.state.asked_of_people();
        let found = asked.into_iter().find(|(_, call)| is_it(&call.ask));
        if let Some((call, _)) = found {
            return call;
        }
        let by_hand = world.state.asked_of_people().map(|(call, _)| call);
        let by_hand: Vec<CallId> = by_hand.collect();
        let others = world.calls.keys().find(|call| !by_hand.contains(call));
        let other = *others.expect("somebody else is asked");
        world.happen(other, &mut choices, 0);
    }
    panic!("nobody is asked for it");
}

#[test]
fn every_format_is_held_with_a_person_in_its_first_seat() {
    for format in common::FORMATS {
        let seat = first_seat(format);
        let mut opening = common::opening_in(format, 3, short(), &Profile::default());
        // Who leads it is a person, too, where somebody does.
        let leads = opening.seat_person(&Seat::moderator(), "Sam Field");
        assert_eq!(leads, opening.moderator.is_some());
        for seat in [&seat, &Seat::audience(1)] {
            assert!(opening.seat_person(seat, "Robin Marsh"));
        }
        let mut world = World::opened(opening);
        run(&mut world);
        assert_eq!(refused(&world), None, "{format}");
        assert_eq!(
            world.state,
            DebateState::fold(&world.journal),
            "{format}: the fold of the journal is the state"
        );
        let own = |one: &&hustings::debate::state::Finished| {
            one.seat.as_ref() == Some(&seat) && one.ask.writes().is_some() && !one.cut
        };
        let turns: Vec<_> = world.state.finished.iter().filter(own).collect();
        let by_person = turns.iter().filter(|one| one.report.model == PERSON);
        let notes = turns
            .iter()
            .filter(|one| matches!(one.ask, Ask::Prepare { .. }));
        let (by_person, notes) = (by_person.count(), notes.count());
        assert!(by_person > 0, "{format}: nothing was asked by hand");
        assert_eq!(
            by_person + notes,
            turns.len(),
            "{format}: what is no note is theirs"
        );
        let free = turns.iter().filter(|one| one.report.model == PERSON);
        assert!(
            free.map(|one| one.report.usage.tokens())
                .all(|used| used == 0)
        );
        let spoken = world.state.turns.iter().filter(|turn| turn.seat == seat);
        let said = spoken.filter(|turn| turn.task == Task::Speech);
        for turn in said {
            assert!(
                turn.text.contains("say what I have to say"),
                "{format}: {}",
                turn.text
            );
        }
    }
}

#[test]
fn a_person_is_interrupted_answers_and_goes_on_and_is_rung_and_cut_at_the_end_of_what_they_say() {
    let seat = Seat::new("prop", 1);
    let mut world = seated("exhibition", &seat);
    until_asked(&mut world, |ask| matches!(ask, Ask::Speech { .. }));
    let turn = world.state.floor().unwrap();
    let (turn, target) = (turn.id, turn.target_words);
    // Nobody but the person ends it, and nothing that is no word is heard.
    world.command(Command::EndSpeech { seat: seat.clone() });
    assert!(
        refused(&world)
            .unwrap()
            .starts_with("Nothing has been said")
    );
    let text = "word ".repeat(target as usize / 3);
    world.command(Command::Say {
        seat: seat.clone(),
        text: text.clone(),
    });
    world.command(Command::GalleryPoint {
        text: "And the buses?".into(),
    });
    let point = until_asked(&mut world, |ask| matches!(ask, Ask::PoiAccept { .. }));
    world.command(Command::Reply {
        call: point,
        answer: PersonAnswer::Point(true),
    });
    let answer = until_asked(&mut world, |ask| matches!(ask, Ask::PoiAnswer { .. }));
    // The floor is the point's meanwhile.
    world.command(Command::Say {
        seat: seat.clone(),
        text: "And another thing".into(),
    });
    assert_eq!(
        refused(&world),
        Some("The floor is not yours at this moment.")
    );
    world.command(Command::Reply {
        call: answer,
        answer: PersonAnswer::Text("They run on the same road.".into()),
    });
    let point = world.state.points.last().unwrap();
    assert_eq!(point.answer(), Some("They run on the same road."));
    let goes_on = until_asked(&mut world, |ask| matches!(ask, Ask::Speech { .. }));
    let asked = &world.state.calls.get(&goes_on).unwrap().ask;
    assert!(matches!(
        asked,
        Ask::Speech {
            cue: Cue::AfterPoint { .. },
            ..
        }
    ));
    // The bell interrupts nobody's typing, and what goes over the time is heard to its end.
    for _ in 0..2 {
        world.command(Command::Say {
            seat: seat.clone(),
            text: text.clone(),
        });
    }
    let bell = |record: &&Record| matches!(record.event, Event::BellRang { interrupts, .. } if !interrupts);
    assert_eq!(world.journal.iter().filter(bell).count(), 1);
    let last = "last ".repeat(target as usize);
    world.command(Command::Say {
        seat: seat.clone(),
        text: last.clone(),
    });
    let ended = world.state.turn(turn).unwrap();
    assert!(
        !ended.is_open() && ended.text.contains(last.trim()),
        "{}",
        ended.text
    );
    let cut = world
        .state
        .finished
        .iter()
        .rfind(|call| call.ask.writes() == Some(turn));
    assert_eq!(cut.unwrap().report.model, PERSON);
}

#[test]
fn a_seat_is_handed_over_for_a_turn_and_for_good_and_taken_back() {
    let seat = Seat::new("prop", 1);
    let mut world = seated("oxford", &seat);
    until_asked(&mut world, |ask| matches!(ask, Ask::Speech { .. }));
    let turn = world.state.floor().unwrap().id;
    world.command(Command::Say {
        seat: seat.clone(),
        text: "I begin".into(),
    });
    let hand = |span| Command::HandOver {
        seat: seat.clone(),
        span,
    };
    world.command(hand(HandoverSpan::Turn));
    assert!(!world.state.is_held_by_person(&seat));
    // The persona goes on where the person was, and with the end of the turn the seat is the person's again.
    let mut choices = choices();
    while world.state.turn(turn).unwrap().is_open() {
        assert!(world.state.asked_of_people().next().is_none());
        world.step(&mut choices, 0);
    }
    let spoken = &world.state.turn(turn).unwrap().text;
    assert!(
        spoken.starts_with("I begin\n\n") && spoken.contains("Sentence"),
        "{spoken}"
    );
    assert!(world.state.is_held_by_person(&seat));
    world.command(hand(HandoverSpan::Open));
    assert!(world.state.is_handed_over(&seat));
    world.command(hand(HandoverSpan::Open));
    assert!(refused(&world).unwrap().contains("in nobody's hands"));
    world.command(Command::TakeBack { seat: seat.clone() });
    assert!(world.state.is_held_by_person(&seat));
    let told: Vec<&String> = world
        .state
        .notices
        .iter()
        .filter(|one| one.contains("Robin Marsh"))
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    run(&mut world);
    assert_eq!(world.state, DebateState::fold(&world.journal));
}

#[test]
fn a_person_rises_on_others_and_only_where_one_may() {
    let seat = Seat::new("opp", 1);
    let mut world = seated("exhibition", &seat);
    let mut choices = choices();
    let rise = |text: &str| Command::Rise {
        seat: Seat::new("opp", 1),
        text: text.to_owned(),
    };
    world.command(rise("Who pays?"));
    assert_eq!(refused(&world), Some("Nobody has the floor."));
    while world.state.person_who_may_rise(None).is_none() {
        world.step(&mut choices, 0);
    }
    world.command(rise("Who pays?"));
    let point = world.state.points.last().unwrap();
    assert_eq!((&point.from, point.text.as_str()), (&seat, "Who pays?"));
    world.command(rise("And who walks?"));
    assert!(refused(&world).unwrap().contains("on their feet"));
    // No model is asked whether the person rises.
    let floor = world.state.floor().unwrap();
    assert!(world.state.may_rise(floor).all(|one| one.seat != seat));
}

#[test]
fn a_debate_that_was_left_in_the_middle_of_a_persons_speech_waits_for_them_again() {
    let seat = Seat::new("prop", 1);
    let mut world = seated("oxford", &seat);
    until_asked(&mut world, |ask| matches!(ask, Ask::Speech { .. }));
    world.command(Command::Say {
        seat: seat.clone(),
        text: "I begin, and am not done".into(),
    });
    world.calls.clear();
    world.feed(taken_up(None));
    let call = until_asked(&mut world, |ask| matches!(ask, Ask::Speech { .. }));
    let asked = &world.state.calls.get(&call).unwrap().ask;
    assert!(
        matches!(
            asked,
            Ask::Speech {
                cue: Cue::Resume,
                ..
            }
        ),
        "{asked:?}"
    );
    let floor = world.state.floor().unwrap();
    assert_eq!(floor.text.trim(), "I begin, and am not done");
    let lost = world.state.finished.last().unwrap();
    assert_eq!(
        lost.report,
        CallReport {
            cost: lost.report.cost,
            duration_ms: lost.report.duration_ms,
            tries: 1,
            model: PERSON.to_owned(),
            ..CallReport::default()
        }
    );
    // An answer to what is asked no more is refused.
    world.command(Command::Reply {
        call: CallId(0),
        answer: PersonAnswer::Text("So be it.".into()),
    });
    assert_eq!(refused(&world), Some("That is not asked any more."));
}

/// What a person has said is theirs: wherever the record of a debate ends, it is gone on from with their words in it.
#[test]
fn a_debate_in_which_a_person_sits_is_gone_on_with_from_any_place_of_its_record() {
    let seat = Seat::new("prop", 1);
    let mut world = seated("oxford", &seat);
    run(&mut world);
    let records = &world.journal;
    for keep in (1..records.len()).step_by(records.len() / 14) {
        let mut second = World::new();
        second.journal = records[..keep].to_vec();
        second.state = DebateState::fold(&second.journal);
        second.clock = second.state.at_ms;
        let said: Vec<(usize, String)> = second
            .state
            .turns
            .iter()
            .filter(|turn| turn.is_ended())
            .map(|turn| (turn.id.index(), turn.text.clone()))
            .collect();
        second.feed(taken_up(None));
        run(&mut second);
        for (turn, text) in said {
            assert_eq!(second.state.turns[turn].text, text, "from {keep} on");
        }
        let own = second.state.speeches().find(|turn| turn.seat == seat);
        assert!(
            own.unwrap().text.contains("say what I have to say"),
            "from {keep} on"
        );
    }
}

fn turns_of(world: &World, seat: &Seat) -> Vec<TurnId> {
    let turns = world.state.turns.iter().filter(|turn| turn.seat == *seat);
    turns.map(|turn| turn.id).collect()
}

#[test]
fn a_seat_is_taken_from_another_terminal_where_it_is_asked_and_waits_when_that_is_gone() {
    let seat = Seat::named("opp.1");
    let mut opening = common::opening_in("oxford", 3, short(), &Profile::default());
    opening.options.on_failure = OnFailure::Pause;
    assert!(opening.seat_person(&Seat::named("prop.1"), "Sam Field"));
    let mut world = World::opened(opening);
    let sits = |seat: &str, name: &str| Command::TakeSeat {
        seat: Seat::named(seat),
        name: name.to_owned(),
    };
    for (seat, name, why) in [
        ("opp.9", "Robin Marsh", "Nobody can take the seat opp.9"),
        ("judge.1", "Robin Marsh", "Nobody can take the seat judge.1"),
        (
            "opp.1",
            "Sam Field",
            "Sam Field speaks in this debate already",
        ),
        ("opp.1", " ", "A name has"),
        ("prop.1", "Robin Marsh", "where the debate runs"),
    ] {
        world.command(sits(seat, name));
        assert!(
            refused(&world).unwrap().contains(why),
            "{:?}",
            refused(&world)
        );
    }
    world.command(sits("opp.1", "Robin Marsh"));
    assert_eq!(world.state.name(&seat), "Robin Marsh");
    assert!(world.state.is_elsewhere(&seat) && world.state.is_held_by_person(&seat));
    world.command(sits("opp.1", "Kit Dale"));
    assert!(
        refused(&world)
            .unwrap()
            .contains("Robin Marsh sits in the seat opp.1")
    );
    // What somebody is asked, they are asked where they sit.
    let mine = |state: &DebateState, own: Option<&Seat>| {
        let calls = state
            .asked_at(own)
            .filter_map(|(_, call)| call.seat.clone());
        calls.collect::<Vec<Seat>>()
    };
    let mut choices = choices();
    for _ in 0..20_000 {
        if !mine(&world.state, Some(&seat)).is_empty() {
            break;
        }
        assert!(mine(&world.state, None).iter().all(|one| *one != seat));
        if !by_hand(&mut world) {
            world.step(&mut choices, 0);
        }
    }
    assert_eq!(mine(&world.state, Some(&seat)), std::slice::from_ref(&seat));
    // The terminal goes: what is asked waits where the debate runs, until somebody sits down again.
    world.command(Command::LeaveSeat { seat: seat.clone() });
    assert!(mine(&world.state, None).contains(&seat));
    assert_eq!(mine(&world.state, Some(&seat)), []);
    world.command(Command::LeaveSeat { seat: seat.clone() });
    assert!(refused(&world).unwrap().contains("Nobody sits there"));
    world.command(sits("opp.1", "Robin Marsh"));
    assert_eq!(mine(&world.state, Some(&seat)), std::slice::from_ref(&seat));
    // Whoever takes the debate up knows of no terminal, and asks here until one is heard of.
    world.feed(taken_up(None));
    assert!(!world.state.is_elsewhere(&seat) && world.state.is_held_by_person(&seat));
    world.command(sits("opp.1", "Robin Marsh"));
    // Where nobody watches, the persona has the seat of whoever goes; it is taken back by sitting down.
    world.feed(taken_up(Some(OnFailure::GoOn)));
    world.command(sits("opp.1", "Robin Marsh"));
    world.command(Command::LeaveSeat { seat: seat.clone() });
    assert!(world.state.is_handed_over(&seat));
    let before: Vec<TurnId> = turns_of(&world, &seat);
    world.command(sits("opp.1", "Kit Dale"));
    assert!(world.state.is_held_by_person(&seat));
    assert_eq!(world.state.name(&seat), "Kit Dale");
    run(&mut world);
    // What was said from the seat before stays with whoever said it.
    let after = turns_of(&world, &seat);
    assert!(!before.is_empty() && after.len() > before.len());
    for turn in after {
        let name = world.state.speaker_in(world.state.turn(turn).unwrap());
        assert_eq!(
            name == "Kit Dale",
            !before.contains(&turn),
            "{turn:?}: {name}"
        );
    }
    assert_eq!(world.state, DebateState::fold(&world.journal));
}
