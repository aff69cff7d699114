//! The rules, run through with no clock, no network and no runtime: a simulated world answers what is asked,
//! in any order, late, wrong or not at all, and somebody presses keys at random.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use crate::common;
#[path = "core/annotation.rs"]
mod annotation;
#[path = "core/branch.rs"]
mod branch;
#[path = "core/chance.rs"]
mod chance;
#[path = "core/claims.rs"]
mod claims;
#[path = "core/definitions.rs"]
mod definitions;
#[path = "core/delivery.rs"]
mod delivery;
#[path = "core/evidence.rs"]
mod evidence;
#[path = "core/follow_ups.rs"]
mod follow_ups;
#[path = "core/grants.rs"]
mod grants;
#[path = "core/large.rs"]
mod large;
#[path = "core/leans.rs"]
mod leans;
#[path = "core/outcomes.rs"]
mod outcomes;
#[path = "core/person.rs"]
mod person;
#[path = "core/points.rs"]
mod points;
#[path = "core/rankings.rs"]
mod rankings;
#[path = "core/reminders.rs"]
mod reminders;
#[path = "core/report_looks.rs"]
mod report_looks;
#[path = "core/viewer.rs"]
mod viewer;

use common::world::{Choices, World, choices};
use hustings::{
    catalog::{Profile, SideCheck, Steps},
    debate::{
        DebateState,
        ask::Ask,
        command::{Command, Halt, Pace},
        decide::{Input, Unspoken},
        event::Event,
        ids::{CommandId, Seat},
        opening::{OnFailure, Options, Polls},
        sources::handed_in,
        state::{
            DebateStatus, Extraction, Intervention, InterventionProgress, PoiStatus, Turn,
            TurnStatus,
        },
    },
};

/// A short exhibition in which nobody is polled.
fn short() -> World {
    let mut world = World::new();
    let options = Options {
        scale: 0.3,
        polls: Polls::Off,
        ..Options::default()
    };
    world.feed(Input::Open(common::opening(
        0,
        options,
        &Profile::default(),
    )));
    world
}

fn press(world: &mut World, choices: &mut Choices) -> Option<CommandId> {
    let seats = ["prop.1", "opp.2", "prop.9"];
    let seat = Seat::named(seats[choices.next(3)]);
    let command = match choices.next(9) {
        0 => Command::Pause,
        1 => Command::Resume,
        2 => Command::Evidence {
            text: "A report.".into(),
            source: "the town hall".into(),
            places: Vec::new(),
        },
        3 => Command::Ask {
            seat,
            text: "Why?".into(),
            halt: Halt::Halting,
        },
        4 => Command::Ask {
            seat,
            text: "How?".into(),
            halt: Halt::Beside,
        },
        5 => Command::Clarify {
            seat: None,
            text: "What is a car?".into(),
        },
        6 => Command::GalleryPoint {
            text: "And the buses?".into(),
        },
        7 => Command::SetPace {
            pace: Pace::Instant,
        },
        _ => Command::Evidence {
            text: "  ".into(),
            source: String::new(),
            places: Vec::new(),
        },
    };
    if world.state.is_closed() {
        return None;
    }
    Some(world.command(command))
}

fn profile(steps: Steps, side_check: SideCheck) -> Profile {
    Profile {
        steps,
        side_check,
        ..Profile::default()
    }
}

/// Everything that must be so at the end of any debate.
fn check_finished(world: &World) {
    let state = &world.state;
    assert_eq!(
        &DebateState::fold(&world.journal),
        state,
        "the journal folds to the live state"
    );
    for (seq, record) in world.journal.iter().enumerate() {
        assert_eq!(record.seq, seq as u64, "numbered without gaps");
    }
    let speeches: Vec<&str> = state
        .speeches()
        .filter(|t| t.task == hustings::catalog::Task::Speech)
        .map(|t| t.seat.as_str())
        .collect();
    assert_eq!(
        speeches,
        ["prop.1", "opp.1", "prop.2", "opp.2", "prop.3", "opp.3"]
    );
    assert!(
        state
            .turns
            .iter()
            .all(|turn| turn.is_ended() || turn.is_struck())
    );
    assert!(state.points.iter().all(|point| matches!(
        point.status,
        PoiStatus::Answered { .. } | PoiStatus::Declined { .. }
    )));
    assert!(state.calls.is_empty(), "nothing is under way any more");
    common::calls_have_one_end(&world.journal);
    assert!(state.division.is_some(), "the house has divided");
    for turn in &state.turns {
        let accepted = turn
            .points
            .iter()
            .filter(|id| {
                matches!(
                    state.point(**id).unwrap().status,
                    PoiStatus::Answered { .. }
                )
            })
            .count();
        assert!(
            accepted <= 2,
            "no speaker takes more points than the format allows"
        );
        let limit = f64::from(turn.target_words) * 1.2 * 1.3 + 20.0;
        assert!(
            f64::from(turn.words) <= limit,
            "{} words of {}",
            turn.words,
            turn.target_words
        );
    }
    for item in &state.interventions {
        assert!(!item.text.trim().is_empty());
        let settled = !matches!(item.progress, InterventionProgress::Put);
        assert!(
            settled,
            "whatever a viewer put was answered or given up: {item:?}"
        );
    }
}

#[test]
fn an_exhibition_runs_from_the_first_note_to_the_division() {
    let opening = common::opening(
        13,
        Options {
            scale: 0.3,
            ..Options::default()
        },
        &Profile::default(),
    );
    let mut world = World::new();
    let mut choices = choices();
    world.feed(Input::Open(opening));
    assert_eq!(
        world
            .calls
            .values()
            .filter(|(ask, _)| matches!(ask, Ask::Prepare { .. }))
            .count(),
        6,
        "all prepare at once"
    );
    world.run(&mut choices, 0);
    check_finished(&world);
    let state = &world.state;
    assert_eq!(state.polls.len(), 5, "a poll between speeches");
    assert!(
        state
            .polls
            .iter()
            .all(|poll| poll.taken && poll.votes().len() == 13)
    );
    assert!(
        state
            .turns
            .iter()
            .filter(|t| t.task.is_spoken())
            .all(|turn| turn.bell.is_some()),
        "the bell rings for all"
    );
    assert!(!state.points.is_empty());
    let division = state.division.as_ref().unwrap();
    assert_eq!(division.ayes + division.noes, 13);
    assert_eq!(state.leads().len(), 7);
}

#[test]
fn floor_speeches_come_after_the_sixth_and_only_when_asked_for() {
    for (count, floor) in [(0, 0), (2, 2)] {
        let options = Options {
            scale: 0.2,
            floor_speeches: count,
            polls: Polls::Off,
            ..Options::default()
        };
        let mut world = World::new();
        world.feed(Input::Open(common::opening(
            5,
            options,
            &Profile::default(),
        )));
        world.run(
            &mut Choices {
                bytes: vec![9, 8, 7, 1],
                at: 0,
            },
            0,
        );
        let spoken: Vec<&Turn> = world.state.speeches().collect();
        assert_eq!(spoken.len(), 6 + floor);
        assert!(spoken.iter().skip(6).all(|turn| turn.seat.is_audience()));
        // What they argue is taken down as that of a speaker is.
        let written_down = |turn: &&Turn| matches!(turn.arguments, Extraction::Done(_));
        assert!(spoken.iter().all(written_down));
        assert!(world.state.polls.is_empty());
    }
}

#[test]
fn a_small_model_speaks_in_steps_and_hears_points_between_them() {
    let profile = profile(Steps::OneAtATime, SideCheck::Off);
    let mut world = World::new();
    world.feed(Input::Open(common::opening(
        5,
        Options {
            scale: 0.3,
            ..Options::default()
        },
        &profile,
    )));
    world.run(
        &mut Choices {
            bytes: vec![2, 7, 1, 8, 2, 8],
            at: 0,
        },
        0,
    );
    check_finished(&world);
    assert!(world.state.speeches().all(|turn| turn.steps >= 1));
    assert!(
        !world
            .journal
            .iter()
            .any(|record| matches!(record.event, Event::SpeechCut { .. })),
        "no step is cut short"
    );
    assert!(
        world
            .state
            .points
            .iter()
            .any(|point| matches!(point.status, PoiStatus::Answered { .. }))
    );
}

#[test]
fn what_a_small_model_says_by_mistake_is_taken_back_and_the_speech_goes_on() {
    let heard = |slips| {
        let profile = profile(Steps::OneAtATime, SideCheck::EachSpeech);
        let mut world = World {
            slips,
            ..World::new()
        };
        let options = Options {
            scale: 0.2,
            ..Options::default()
        };
        world.feed(Input::Open(common::opening(5, options, &profile)));
        let bytes = (0..251).collect();
        world.run(&mut Choices { bytes, at: 0 }, 0);
        check_finished(&world);
        let asks = |turn: &Turn| turn.text.contains("And so, vote");
        let for_other = world.state.speeches().filter(|turn| asks(turn)).count();
        let taken_back = world.state.notices.iter();
        let taken_back = taken_back
            .filter(|text| text.contains("taken back"))
            .count();
        (world.state.speeches().count(), for_other, taken_back)
    };
    assert_eq!(heard(0), (6, 0, 0));
    assert_eq!(heard(3), (6, 0, 3), "each of them is taken back");
    let (speeches, _, taken_back) = heard(usize::MAX);
    assert_eq!(speeches, 6, "who never learns is heard all the same");
    assert!((18..=24).contains(&taken_back), "{taken_back}");
}

#[test]
fn a_speech_for_the_wrong_side_is_struck_twice_at_most() {
    let profile = profile(Steps::Together, SideCheck::EachSpeech);
    let mut world = World {
        contrary: true,
        ..World::new()
    };
    world.feed(Input::Open(common::opening(
        5,
        Options {
            scale: 0.2,
            ..Options::default()
        },
        &profile,
    )));
    world.run(
        &mut Choices {
            bytes: (0..251).collect(),
            at: 0,
        },
        0,
    );
    check_finished(&world);
    let struck = |side: &str| {
        world
            .state
            .turns
            .iter()
            .filter(|t| t.is_struck() && t.seat.group() == side)
            .count()
    };
    assert_eq!(
        (struck("prop"), struck("opp")),
        (6, 0),
        "each of three speakers twice, and nobody who keeps to the side"
    );
    let flagged = |turn: &&Turn| {
        matches!(
            &turn.status,
            TurnStatus::Ended {
                flagged: Some(_),
                ..
            }
        )
    };
    assert_eq!(
        world.state.speeches().filter(flagged).count(),
        3,
        "the third attempt stands, flagged"
    );
}

#[test]
fn of_a_large_house_some_are_asked_at_a_time_and_the_viewer_does_not_wait_for_them() {
    const MEMBERS: usize = 700;
    const QUESTIONS: usize = 700;
    let options = Options {
        scale: 0.05,
        polls: Polls::EachSpeech,
        ..Options::default()
    };
    let mut world = World::unchecked();
    world.feed(Input::Open(common::opening(
        MEMBERS,
        options,
        &Profile::default(),
    )));
    let mut choices = Choices {
        bytes: vec![1],
        at: 0,
    };
    let (mut most, mut put) = (0, false);
    while !world.state.is_closed() {
        let votes =
            |(ask, _): &&(Ask, Vec<String>)| matches!(ask, Ask::Poll { .. } | Ask::Ballot { .. });
        let asked = world.calls.values().filter(votes).count();
        most = most.max(asked);
        if !put && world.calls.len() >= 256 {
            put = true;
            for number in 0..QUESTIONS {
                world.command(Command::Ask {
                    seat: Seat::new("prop", 1),
                    text: format!("Who pays for street {number}?"),
                    halt: Halt::Beside,
                });
            }
            let questions = |(ask, _): &&(Ask, Vec<String>)| matches!(ask, Ask::Question { .. });
            let at_once = world.calls.values().filter(questions).count();
            assert!((200..=256).contains(&at_once), "{at_once} questions");
        }
        world.step(&mut choices, 0);
    }
    assert!(put);
    assert!((200..=256).contains(&most), "{most} members");
    assert_eq!(world.state.ballots.len(), 2 * MEMBERS);
    let polls = || world.state.polls.iter();
    assert!(polls().count() > 0 && polls().all(|poll| poll.votes().len() == MEMBERS));
    let answered = |item: &Intervention| matches!(item.progress, InterventionProgress::Done { .. });
    assert_eq!(world.state.interventions.len(), QUESTIONS);
    assert!(world.state.interventions.iter().all(answered));
}
