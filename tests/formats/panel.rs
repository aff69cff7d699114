//! The panel: coordination, order, judges between rounds, and what ends rounds early (`coordination-patterns`).

use std::{cell::RefCell, collections::BTreeSet, rc::Rc, sync::Arc};

use super::common::{
    answers, opening_in, prompted,
    world::{Choices, World, choices},
};
use hustings::{
    catalog::{Profile, Scored, StopRule, Task, TurnOrder},
    debate::{
        ask::Ask,
        decide::{Answer, Input},
        event::{CallFailure, CallReport, Event},
        ids::{CallId, Seat},
        opening::{OnFailure, Opening, Options},
        scores::{Assessment, NextSpeaker, Observations, SeatedModel},
        state::DebateState,
    },
};

fn opening() -> Opening {
    opening_in("panel", 0, Options::default(), &Profile::default())
}

fn start(opening: Opening) -> World {
    let mut world = World::new();
    world.feed(Input::Open(Arc::new(opening)));
    world
}

/// Seats in the order in which their turns of a phase began, by round.
fn order(state: &DebateState, phase: u32) -> Vec<Vec<String>> {
    let mut rounds: Vec<Vec<String>> = Vec::new();
    for turn in state.turns.iter().filter(|turn| turn.phase == phase) {
        let round = state.slot_of(turn).unwrap().round as usize;
        rounds.resize(round.max(rounds.len()), Vec::new());
        rounds[round - 1].push(turn.seat.to_string());
    }
    rounds
}

#[test]
fn openings_and_closings_are_simultaneous_and_rebuttals_taken_in_turn() {
    let mut world = start(opening());
    assert_eq!(world.state.turns.len(), 4, "all four open at once");
    let most: Rc<RefCell<[usize; 3]>> = Rc::default();
    let seen = Rc::clone(&most);
    world.on_ask = Some(Box::new(move |state, _| {
        let open = state.turns.iter().filter(|turn| turn.is_open()).count();
        if let Some(phase) = state.phase.filter(|phase| *phase < 3) {
            let most = &mut seen.borrow_mut()[phase as usize];
            *most = open.max(*most);
        }
    }));
    world.run(&mut choices(), 0);
    let [_, rebuttals, closings] = *most.borrow();
    assert_eq!((rebuttals, closings), (1, 4));
}

#[test]
fn nobody_who_speaks_at_once_sees_another_of_the_same_time() {
    let mut world = World::new();
    let log = prompted::log(&mut world, 128_000);
    world.feed(Input::Open(Arc::new(opening())));
    world.run(&mut choices(), 0);
    let state = &world.state;
    for turn in state.turns.iter().filter(|turn| turn.task == Task::Speech) {
        let heard = state.heard_before(turn);
        let phases: Vec<u32> = heard.iter().map(|one| one.phase).collect();
        match turn.phase {
            0 => assert!(heard.is_empty()),
            2 => assert!(phases.iter().all(|phase| *phase < 2)),
            _ => assert!(phases.contains(&0)),
        }
    }
    // And so it is in what they are told: of the same time nothing, and of what was before it all of it.
    let mut looked_at = [(); 3].map(|()| BTreeSet::new());
    for sent in log.borrow().iter() {
        let Ask::Speech { turn, .. } = &sent.ask else {
            continue;
        };
        let (text, asked) = (sent.text(), state.turn(*turn).unwrap());
        for other in state.speeches().filter(|one| one.id != asked.id) {
            let words = format!("of {} in {}, it has to say", other.seat, other.id.index());
            let knows = text.contains(&words);
            let is_at_once = asked.phase != 1 && other.phase == asked.phase;
            let is_before = other.phase < asked.phase;
            assert!(!(is_at_once && knows), "{} knows {words}", asked.seat);
            assert!(!is_before || knows, "{} has not heard {words}", asked.seat);
            if is_at_once || is_before {
                looked_at[asked.phase as usize].insert((asked.id, other.id));
            }
        }
    }
    // Four times three others, and in the end all that came before, too.
    let [openings, rebuttals, closings] = looked_at.map(|all| all.len());
    assert_eq!(openings, 12);
    assert!(rebuttals > 12 && closings > 12, "{rebuttals}, {closings}");
}

#[test]
fn each_round_begins_one_debater_later() {
    let mut world = start(opening());
    world.run(&mut choices(), 0);
    let seats = ["debater.1", "debater.2", "debater.3", "debater.4"];
    for (round, order) in order(&world.state, 1).iter().enumerate() {
        let mut expected: Vec<&str> = seats.to_vec();
        expected.rotate_left(round % 4);
        assert_eq!(order, &expected, "round {}", round + 1);
    }
}

#[test]
fn a_judge_can_choose_who_speaks_next() {
    let mut opening = opening();
    opening.format.phases[1].order = TurnOrder::JudgeSelected;
    let mut world = start(opening);
    world.answers = Some(Box::new(|state, ask| match ask {
        Ask::Choose { phase, round, .. } => {
            let all = hustings::debate::decide::candidates(state, *phase, *round);
            let last = all.last().unwrap();
            Some(Answer::Next(NextSpeaker {
                reason: "has waited longest".into(),
                speaker: state.name(last),
            }))
        }
        _ => None,
    }));
    world.run(&mut choices(), 0);
    for round in order(&world.state, 1) {
        assert_eq!(round, ["debater.4", "debater.3", "debater.2", "debater.1"]);
    }
    let told = world
        .state
        .chosen
        .iter()
        .filter(|one| !one.reason.is_empty());
    assert_eq!(told.count(), 4 * 3, "the last of a round needs no choice");
}

#[test]
fn a_judge_who_does_not_choose_holds_nobody_up() {
    let mut opening = opening();
    opening.format.phases[1].order = TurnOrder::JudgeSelected;
    opening.options.on_failure = OnFailure::Stop;
    let mut world = start(opening);
    let mut choices = choices();
    while !world.state.is_closed() {
        let choosing = world
            .calls
            .iter()
            .find_map(|(id, (ask, _))| matches!(ask, Ask::Choose { .. }).then_some(*id));
        if let Some(call) = choosing {
            too_late(&mut world, call);
        }
        world.step(&mut choices, 0);
    }
    assert_eq!(order(&world.state, 1)[0].len(), 4);
    assert!(world.state.scores.is_some());
}

fn too_late(world: &mut World, call: CallId) {
    let said = ["nobody waits longer than 60 s", ""];
    world.fail(call, CallFailure::Unavailable, said, CallReport::default());
}

#[test]
fn no_more_run_at_once_than_the_phase_allows() {
    let mut opening = opening();
    opening.format.phases[0].max_concurrent = Some(2);
    let mut world = start(opening);
    let mut choices = choices();
    while world.state.phase == Some(0) {
        let open = world
            .state
            .turns
            .iter()
            .filter(|turn| turn.is_open())
            .count();
        assert!(open <= 2, "{open} at once");
        world.step(&mut choices, 0);
    }
    world.run(&mut choices, 0);
    assert_eq!(
        world
            .state
            .speeches()
            .filter(|turn| turn.phase == 0)
            .count(),
        4
    );
}

#[test]
fn one_who_fails_has_a_placeholder_and_holds_up_nobody_even_with_a_viewer() {
    let mut opening = opening();
    opening.options.on_failure = OnFailure::Pause;
    let mut world = start(opening);
    let third = world.calls.iter().find_map(|(id, (ask, _))| match ask {
        Ask::Speech { turn, .. } if turn.0 == 2 => Some(*id),
        _ => None,
    });
    let third = third.unwrap();
    too_late(&mut world, third);
    assert!(world.state.is_running(), "nobody waits");
    let turn = &world.state.turns[2];
    assert!(turn.is_ended() && turn.text.is_empty() && turn.truncated().is_some());
    world.run(&mut choices(), 0);
    assert!(world.state.scores.is_some());
}

#[test]
fn the_judge_looks_after_every_second_round_with_the_seed_s_rubric() {
    let opening = opening();
    let rubric = opening.format.rubric.clone().unwrap();
    let weights: Vec<(&str, f64)> = rubric
        .dimensions
        .iter()
        .map(|one| (one.id.as_str(), one.weight))
        .collect();
    assert_eq!(
        weights,
        [
            ("logic", 0.2),
            ("evidence", 0.2),
            ("engagement", 0.2),
            ("novelty", 0.15),
            ("persuasiveness", 0.15),
            ("relevance", 0.1),
        ]
    );
    assert_eq!(
        (rubric.of, rubric.lowest, rubric.highest),
        (Scored::Speakers, 0.0, 10.0)
    );
    let mut world = start(opening);
    world.run(&mut choices(), 0);
    let rounds: Vec<u32> = world.state.rounds.iter().map(|one| one.round).collect();
    assert_eq!(rounds, [2, 4], "and all of them are kept");
    assert!(world.state.scores.is_some());
}

fn assessment(state: &DebateState, change: impl Fn(&mut Assessment)) -> Answer {
    let mut given = Assessment {
        marks: answers::marks(
            state,
            Some(Scored::Speakers),
            &mut Choices {
                bytes: vec![5],
                at: 0,
            },
        ),
        observations: Observations::default(),
        overall_quality: 5.0,
        recommendation: "go on".into(),
        should_continue: true,
    };
    change(&mut given);
    Answer::Round(Box::new(given))
}

#[test]
fn each_criterion_ends_the_rounds_and_is_named() {
    type Change = fn(&mut Assessment);
    let cases: [(StopRule, Change); 6] = [
        (StopRule::JudgeStops, |one| one.should_continue = false),
        (StopRule::Repetition, |one| {
            one.observations.repetition_detected = true;
            one.should_continue = false;
        }),
        (StopRule::TopicDrift, |one| {
            one.observations.topic_drift = true;
            one.should_continue = false;
        }),
        (StopRule::DiminishingReturns, |one| {
            one.observations.diminishing_returns = true;
            one.should_continue = false;
        }),
        (StopRule::Convergence, |one| {
            one.observations.convergence_likely = true;
            one.should_continue = false;
        }),
        (StopRule::Irreconcilable, |one| {
            one.observations.irreconcilable_positions = true;
            one.should_continue = false;
        }),
    ];
    for (criterion, change) in cases {
        let mut world = start(opening());
        world.answers = Some(Box::new(move |state, ask| {
            matches!(ask, Ask::Round { .. }).then(|| assessment(state, change))
        }));
        let mut choices = choices();
        while world.state.phase < Some(3) {
            world.step(&mut choices, 0);
        }
        assert!(
            !world.state.is_evidence_of_use(),
            "in rounds that are not held nobody speaks to it"
        );
        world.run(&mut choices, 0);
        let stopped: Vec<(u32, StopRule)> = world
            .journal
            .iter()
            .filter_map(|record| match record.event {
                Event::StoppedEarly {
                    round, criterion, ..
                } => Some((round, criterion)),
                _ => None,
            })
            .collect();
        assert_eq!(stopped, [(2, criterion)]);
        assert_eq!(order(&world.state, 1).len(), 2, "no third round is begun");
        assert_eq!(order(&world.state, 2).len(), 1, "the closings follow");
    }
}

/// What a judge observes is a reason, and what the judge says of going on decides.
#[test]
fn no_observation_ends_the_rounds_of_a_judge_who_wants_more() {
    let mut world = start(opening());
    world.answers = Some(Box::new(|state, ask| {
        matches!(ask, Ask::Round { .. }).then(|| {
            assessment(state, |one| {
                one.observations = Observations {
                    repetition_detected: true,
                    topic_drift: true,
                    diminishing_returns: true,
                    convergence_likely: true,
                    irreconcilable_positions: true,
                };
            })
        })
    }));
    world.run(&mut choices(), 0);
    assert!(world.state.stopped.is_empty());
    assert_eq!(order(&world.state, 1).len(), 4);
    // Where the format does not take the judge's word alone, something must be seen, too.
    let mut opening = opening();
    opening.format.phases[1].stop = vec![StopRule::Repetition];
    for (seen, stops) in [(false, false), (true, true)] {
        let mut world = start(opening.clone());
        world.answers = Some(Box::new(move |state, ask| {
            matches!(ask, Ask::Round { .. }).then(|| {
                assessment(state, |one| {
                    one.should_continue = false;
                    one.observations.topic_drift = true;
                    one.observations.repetition_detected = seen;
                })
            })
        }));
        world.run(&mut choices(), 0);
        assert_eq!(!world.state.stopped.is_empty(), stops, "{seen}");
    }
}

#[test]
fn with_several_judges_more_than_half_must_see_it() {
    for (seeing, stops) in [(1, false), (2, true)] {
        let mut opening = opening();
        let first = opening.judges[0].clone();
        opening.judges = (1..=3)
            .map(|number| SeatedModel {
                seat: Seat::judge(number),
                ..first.clone()
            })
            .collect();
        let mut world = start(opening);
        world.answers = Some(Box::new(move |state, ask| match ask {
            Ask::Round { judge, .. } => Some(assessment(state, |one| {
                one.should_continue = judge.number().unwrap() > seeing;
            })),
            _ => None,
        }));
        world.run(&mut choices(), 0);
        assert_eq!(!world.state.stopped.is_empty(), stops, "{seeing} of 3");
    }
}
