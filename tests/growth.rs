//! What a debate costs, by the size of what it is given: the rules look at nothing twice that has not changed, so a
//! house, a script or a record of eight times the size is eight times the work, and not sixty-four.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use crate::{common, samples};

use common::{busy::Busy, world::World};
use hustings::{
    catalog::Profile,
    debate::sink::Sink as _,
    debate::{
        command::{Command, Halt},
        decide::{Input, Unspoken},
        event::{Event, Record},
        ids::{CallId, Seat, TurnId},
        opening::{Options, Polls},
    },
    headless::Text,
};

/// What is eight times the size may be so many times the work: half-way, in ratio, between 8 and 64.
const TIMES: f64 = 22.0;
/// Takes of a measurement; the quickest counts, because nothing makes a machine too quick.
const TAKES: usize = 3;

/// Some machines count a process's time in ticks of 16 milliseconds: so many of them, in seconds, are a measurement.
const MEASURABLE: f64 = 0.1;

/// The seconds that the work takes.
fn cost(work: &dyn Fn(usize), size: usize) -> f64 {
    let take = |_| {
        let began = Busy::now();
        let mut times = 0.0;
        loop {
            work(size);
            times += 1.0;
            let spent = began.elapsed().as_secs_f64();
            if spent >= MEASURABLE {
                return spent / times;
            }
        }
    };
    (0..TAKES).map(take).fold(f64::INFINITY, f64::min)
}

fn grows_in_proportion(what: &str, small: usize, work: &dyn Fn(usize)) {
    let (one, eight) = (cost(work, small), cost(work, small * 8));
    let times = eight / one;
    assert!(
        times < TIMES,
        "{what}: eight times the size is {times:.0} times the work ({one:.3} s, {eight:.3} s)"
    );
}

fn held(members: usize, commands: &dyn Fn() -> Vec<Command>) -> World {
    let options = Options {
        scale: 0.05,
        polls: Polls::EachSpeech,
        ..Options::default()
    };
    let mut world = World::unchecked();
    let opening = common::opening(members, options, &Profile::default());
    world.feed(Input::Open(opening));
    for command in commands() {
        world.command(command);
    }
    world.run_in_order();
    world
}

#[test]
fn a_larger_house_is_that_much_more_work_and_no_more() {
    grows_in_proportion("members", 125, &|members| {
        let world = held(members, &Vec::new);
        assert!(world.state.is_closed());
        assert_eq!(world.state.ballots.len(), 2 * members);
        assert!(
            world
                .state
                .polls
                .iter()
                .all(|poll| poll.votes().len() == members)
        );
    });
}

#[test]
fn a_longer_script_is_that_much_more_work_and_no_more() {
    let seat = || Seat::named("prop.1");
    let kinds: [(&str, &dyn Fn() -> Command); 4] = [
        ("pieces of evidence", &|| Command::Evidence {
            text: "A report.".into(),
            source: "the town hall".into(),
            places: Vec::new(),
        }),
        ("questions", &|| Command::Ask {
            seat: seat(),
            text: "How?".into(),
            halt: Halt::Beside,
        }),
        ("clarifications", &|| Command::Clarify {
            seat: None,
            text: "What is a car?".into(),
        }),
        ("points", &|| Command::GalleryPoint {
            text: "And the buses?".into(),
        }),
    ];
    for (what, command) in kinds {
        grows_in_proportion(what, 500, &|count| {
            let world = held(3, &|| (0..count).map(|_| command()).collect());
            assert!(world.state.is_closed());
            assert_eq!(world.state.interventions.len(), count);
        });
    }
}

/// The call by which a turn is spoken now: the last one.
fn speaking(world: &World, turn: TurnId) -> CallId {
    let mut calls = world.calls.iter().rev();
    let speech = calls.find(|(_, (ask, _))| ask.writes() == Some(turn));
    *speech.unwrap().0
}

#[test]
fn more_evidence_in_a_speech_is_that_much_more_to_put_and_to_tell_and_no_more() {
    grows_in_proportion("pieces put to a speaker", 250, &|count| {
        let mut world = World::unchecked();
        // Room for a word after each of them.
        let options = Options {
            scale: 10.0,
            ..Options::default()
        };
        let opening = common::opening(3, options, &Profile::default());
        world.feed(Input::Open(opening));
        while world.state.floor().is_none() {
            world.step(&mut common::world::choices(), 0);
        }
        let turn = world.state.floor().unwrap().id;
        for piece in 0..count {
            world.command(Command::Evidence {
                text: format!("In year {piece} the bridge carried {piece} carts."),
                source: "the town hall".into(),
                places: Vec::new(),
            });
            // A sentence, after which all that has come is put.
            world.feed(Input::Said {
                call: speaking(&world, turn),
                text: "Carts. ".into(),
                rest: Unspoken::Unfinished,
            });
        }
        world.feed(Input::Drained {
            call: speaking(&world, turn),
            report: common::world::report(),
            at_limit: true,
        });
        assert_eq!(world.state.turn(turn).unwrap().told.len(), count);
        let items = world.state.interventions.iter();
        let told = items.map(|item| world.state.acknowledgements(item).len());
        assert!(told.sum::<usize>() > 0);
    });
}

#[test]
fn a_longer_speech_is_that_much_more_to_tell_and_no_more() {
    let all = samples::debate(samples::ID);
    let speaks = |record: &Record| match &record.event {
        Event::TurnBegan { turn, task, .. } if task.is_spoken() => Some(*turn),
        _ => None,
    };
    let begins = all.iter().position(|one| speaks(one).is_some()).unwrap();
    let turn = speaks(&all[begins]).unwrap();
    grows_in_proportion("sentences", 500, &|sentences| {
        let mut told = Text::new(std::io::sink(), 60);
        for record in &all[..=begins] {
            told.record(record).unwrap();
        }
        for seq in (all[begins].seq + 1..).take(sentences) {
            let text = format!("This is sentence {seq}, and others follow it. ");
            let (at_ms, event) = (all[begins].at_ms, Event::Said { turn, text });
            told.record(&Record { seq, at_ms, event }).unwrap();
        }
        told.finish().unwrap();
    });
}
