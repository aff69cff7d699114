//! ClearSide: its six phases, their speakers and minutes, its violation table, its checks of the moderator, its
//! interventions (`clearside-protocol`).

use std::sync::Arc;

use super::common::{
    answers, opening_in,
    prompted::{self, Sent},
    world::{World, choices, taken_up},
};
use hustings::{
    catalog::{Profile, Rule, Task},
    debate::{
        ask::Ask,
        command::{Command, Halt},
        decide::{Answer, Input},
        event::{Event, PausedBy},
        ids::Seat,
        opening::{OnFailure, Opening, Options},
        state::{DebateState, DebateStatus, InterventionProgress},
        written::{Synthesis, Work},
    },
    text::sentence::sentences,
};

fn opening() -> Opening {
    opening_in("clearside", 0, Options::default(), &Profile::default())
}

fn start(opening: Opening) -> World {
    let mut world = World::new();
    world.feed(Input::Open(Arc::new(opening)));
    world
}

/// The seed says two minutes for each of six constructive turns, and six minutes for all of them: it is the turns that
/// are held, and what the format says of itself is their sum.
#[test]
fn its_minutes_add_up_to_what_it_says() {
    let format = opening().format;
    let turns = format.phases.iter().flat_map(|phase| &phase.turns);
    let minutes: f64 = turns.filter_map(|turn| turn.minutes).sum();
    assert!(
        format.summary.contains(&format!("in {minutes} minutes")),
        "{minutes}: {}",
        format.summary
    );
}

/// Who takes each turn of a phase, and for how long.
type Turns<'a> = Vec<(&'a str, Option<f64>)>;

#[test]
fn six_phases_with_their_speakers_and_minutes() {
    let opening = opening();
    let turns: Vec<(&str, Turns<'_>)> = opening
        .format
        .phases
        .iter()
        .map(|phase| {
            let turns = phase
                .turns
                .iter()
                .map(|turn| (turn.seats.as_str(), turn.minutes));
            (phase.id.as_str(), turns.collect())
        })
        .collect();
    let two = Some(2.0);
    assert_eq!(
        turns,
        [
            ("opening", vec![("chair", None), ("pro", two), ("con", two)]),
            (
                "constructive",
                vec![
                    ("pro", two),
                    ("con", two),
                    ("pro", two),
                    ("con", two),
                    ("pro", two),
                    ("con", two)
                ]
            ),
            (
                "cross-examination",
                vec![("pro", Some(3.0)), ("con", Some(3.0))]
            ),
            ("rebuttal", vec![("con", two), ("pro", two)]),
            ("closing", vec![("con", two), ("pro", two)]),
            ("synthesis", vec![("moderator", Some(3.0))]),
        ]
    );
    let of = |side: &str| -> f64 {
        let turns = turns.iter().flat_map(|(_, turns)| turns);
        turns
            .filter(|(seat, _)| *seat == side)
            .filter_map(|(_, minutes)| *minutes)
            .sum()
    };
    assert_eq!(
        (of("pro"), of("con")),
        (15.0, 15.0),
        "equal time in every phase"
    );
    let timing = &opening.format.timing;
    assert_eq!(
        (timing.wrap_up_at, timing.cut_at),
        (0.8, 1.2),
        "the soft limit and the hard one"
    );
}

#[test]
fn the_question_is_put_first_and_the_moderator_is_silent_until_the_end() {
    let mut world = World::new();
    let log = prompted::log(&mut world, 128_000);
    world.feed(Input::Open(Arc::new(opening())));
    world.run(&mut choices(), 0);
    let question = "THE QUESTION\n\"Should carts be banned?\"";
    let is_untold = |sent: &&Sent| !sent.prompted.request.messages[0].text.contains(question);
    let untold = log.borrow().iter().filter(is_untold).count();
    assert_eq!(
        untold, 1,
        "the Chair; everybody after it is told the question"
    );
    let turns: Vec<(&str, Task)> = world
        .state
        .speeches()
        .map(|turn| (turn.seat.as_str(), turn.task))
        .collect();
    assert_eq!(turns.first(), Some(&("chair", Task::Frame)));
    assert_eq!(turns.last(), Some(&("moderator", Task::Synthesis)));
    let moderated = turns.iter().filter(|(seat, _)| *seat == "moderator");
    assert_eq!(moderated.count(), 1);
    assert_eq!(world.state.question(), Some("Should carts be banned?"));
    let examined: Vec<&(&str, Task)> = turns
        .iter()
        .filter(|(_, task)| matches!(task, Task::Question | Task::Answer))
        .collect();
    assert_eq!(
        examined.len(),
        12,
        "three questions with their answers, each way"
    );
    assert!(
        examined
            .iter()
            .take(6)
            .step_by(2)
            .all(|one| **one == ("pro.1", Task::Question))
    );
    assert!(
        examined
            .iter()
            .take(6)
            .skip(1)
            .step_by(2)
            .all(|one| **one == ("con.1", Task::Answer))
    );
}

#[test]
fn every_row_of_the_violation_table_and_of_the_checks_has_its_rule() {
    let opening = opening();
    let has = |phase: &str, rule: Rule| {
        let phase = opening
            .format
            .phases
            .iter()
            .find(|one| one.id == phase)
            .unwrap();
        phase.rules.contains(&rule) || phase.turns.iter().any(|turn| turn.rules.contains(&rule))
    };
    for (what, phase, rule) in [
        (
            "no reference to the other side",
            "opening",
            Rule::NoReferenceToOpponents,
        ),
        ("no hedging", "opening", Rule::NoHedging),
        ("assumptions explicit", "opening", Rule::AssumptionsStated),
        (
            "arguments fit their category",
            "constructive",
            Rule::StaysInCategory,
        ),
        (
            "missing assumptions",
            "constructive",
            Rule::AssumptionsListed,
        ),
        (
            "uncertainties acknowledged",
            "constructive",
            Rule::UncertaintiesListed,
        ),
        (
            "confidence appropriate",
            "constructive",
            Rule::ConfidenceFits,
        ),
        (
            "no rebuttals yet",
            "constructive",
            Rule::NoReferenceToOpponents,
        ),
        (
            "genuine questions",
            "cross-examination",
            Rule::GenuineQuestion,
        ),
        ("direct answers", "cross-examination", Rule::DirectAnswer),
        (
            "no new arguments",
            "cross-examination",
            Rule::NoNewArguments,
        ),
        ("straw-manning", "rebuttal", Rule::SteelMan),
        (
            "new arguments in the wrong phase",
            "rebuttal",
            Rule::NoNewArguments,
        ),
        ("no condescension", "rebuttal", Rule::NoCondescension),
        ("no new arguments", "closing", Rule::NoNewArguments),
        (
            "uncertainty preserved",
            "closing",
            Rule::UncertaintyPreserved,
        ),
        ("moderator bias: no winner", "synthesis", Rule::NoWinner),
        ("no action recommended", "synthesis", Rule::NoRecommendation),
        ("no new arguments", "synthesis", Rule::NoNewArguments),
        ("both sides fairly treated", "synthesis", Rule::Neutral),
        ("hinges identified", "synthesis", Rule::AllParts),
    ] {
        assert!(has(phase, rule), "{what} in {phase}");
    }
}

/// A turn of a debate that has come to it, with this text or work, checked by the rules of code.
fn checked(
    task: Task,
    seat: &str,
    change: impl Fn(&mut hustings::debate::state::Turn),
) -> Option<String> {
    let mut world = start(opening());
    let mut choices = choices();
    let at = |state: &DebateState| {
        let turn = state
            .turns
            .iter()
            .find(|turn| turn.task == task && turn.seat.as_str() == seat);
        turn.filter(|turn| turn.is_ended()).map(|turn| turn.id)
    };
    while at(&world.state).is_none() {
        world.step(&mut choices, 0);
    }
    let id = at(&world.state).unwrap();
    let mut turn = world.state.turn(id).unwrap().clone();
    assert_eq!(
        world.state.broken_by(&turn),
        None,
        "it kept the rules as it was"
    );
    change(&mut turn);
    world
        .state
        .broken_by(&turn)
        .map(|broken| format!("{}: {}", broken.rule.word(), broken.reason))
}

#[test]
fn an_opening_that_speaks_of_the_other_side_is_out_of_order() {
    for (text, found) in [
        (
            "I argue for it. Cars, pros and cons weighed, should go.",
            None,
        ),
        ("We stand for this. Gandhi walked.", Some("Gandhi")),
        ("I argue for it. Con will say otherwise.", Some("Con")),
        ("My opponent has it wrong.", Some("my opponent")),
        ("The other side forgets the bus.", Some("the other side")),
    ] {
        let broken = checked(Task::Speech, "pro.1", |turn| turn.text = text.to_owned());
        let expected =
            found.map(|found| format!("no-reference-to-opponents: it speaks of \"{found}\""));
        assert_eq!(broken, expected, "{text}");
    }
}

#[test]
fn a_closing_that_says_the_same_again_is_out_of_order() {
    let mut world = start(opening());
    world.run(&mut choices(), 0);
    let turns: Vec<_> = world.state.speeches().cloned().collect();
    let own = turns
        .iter()
        .find(|turn| turn.seat.as_str() == "pro.1" && turn.task == Task::Speech)
        .unwrap();
    let closing = turns.iter().rfind(|turn| turn.seat == own.seat).unwrap();
    let others = turns
        .iter()
        .find(|turn| turn.seat.as_str() == "con.1" && turn.task == Task::Speech)
        .unwrap();
    let said = |text: String| {
        let turn = hustings::debate::state::Turn {
            text,
            ..closing.clone()
        };
        let broken = world.state.broken_by(&turn)?;
        Some((broken.rule, broken.reason))
    };
    let sentence = |text: &str| sentences(text)[0].to_owned();
    let new = "Why we part is a matter of what one fears, and nobody has counted that yet tonight.";
    let again = sentence(&own.text);
    let words = again.split_whitespace().count();
    let all = words + new.split_whitespace().count();
    assert_eq!(
        said(format!("{again} {new}")),
        Some((
            Rule::NoRepetition,
            format!("{words} of its {all} words were said before by the same side")
        ))
    );
    assert_eq!(said(format!("{again} {new} {new} {new}")), None);
    assert_eq!(said(format!("{} {new}", sentence(&others.text))), None);
}

#[test]
fn arguments_without_assumptions_or_uncertainties_are_out_of_order() {
    let without = |which: usize| {
        checked(Task::Arguments, "pro.1", move |turn| {
            if let Some(Work::Arguments(all)) = &mut turn.work {
                let detail = all[0].detail.as_mut().unwrap();
                if which == 0 {
                    detail.assumptions.clear();
                } else {
                    detail.uncertainties = vec![" ".into()];
                }
            }
        })
    };
    assert_eq!(
        without(0).unwrap(),
        "assumptions-listed: PRO-1 lists no assumptions"
    );
    assert_eq!(
        without(1).unwrap(),
        "uncertainties-listed: PRO-1 lists no uncertainties"
    );
}

#[test]
fn a_synthesis_picks_nobody_recommends_nothing_and_has_its_four_parts() {
    let say = |text: &str| {
        let text = text.to_owned();
        checked(Task::Synthesis, "moderator", move |turn| {
            if let Some(Work::Synthesis(synthesis)) = &mut turn.work {
                synthesis.core_disagreements = vec![text.clone()];
            }
        })
    };
    for sound in [
        "Pro holds that we should ban them; Con holds that we should not.",
        "Both sides agree that it is clear where cars stand.",
        "If the data showed more, Pro's case would weaken.",
        "Whether a ban should be adopted hinges on the buses.",
    ] {
        assert_eq!(say(sound), None, "{sound}");
    }
    for (biased, rule) in [
        (
            "Pro's arguments are stronger because they count.",
            "no-winner",
        ),
        ("Con was more persuasive on the whole.", "no-winner"),
        ("In the end, Pro wins.", "no-winner"),
        ("Con is right.", "no-winner"),
        ("I recommend a ban in the centre.", "no-recommendation"),
        ("We should wait for the buses.", "no-recommendation"),
        ("The answer is clearly a smaller ban.", "no-recommendation"),
    ] {
        let broken = say(biased);
        assert!(
            broken.as_deref().is_some_and(|why| why.starts_with(rule)),
            "{biased}: {broken:?}"
        );
    }
    let empty = checked(Task::Synthesis, "moderator", |turn| {
        if let Some(Work::Synthesis(synthesis)) = &mut turn.work {
            synthesis.decision_hinges = vec![];
        }
    });
    assert_eq!(
        empty.unwrap(),
        "all-parts: nothing is said under \"Decision hinges\""
    );
}

#[test]
fn a_synthesis_with_a_winner_is_struck_and_given_again() {
    let mut world = start(opening());
    let mut biased = 1;
    world.answers = Some(Box::new(move |state, ask| match ask {
        Ask::Write { turn } if state.turn(*turn)?.task == Task::Synthesis => {
            let mut work = answers::work(state, *turn);
            if let Work::Synthesis(synthesis) = &mut work
                && biased > 0
            {
                biased -= 1;
                synthesis.areas_of_agreement = vec!["Pro won the debate.".into()];
            }
            Some(Answer::Work(Box::new(work)))
        }
        _ => None,
    }));
    world.run(&mut choices(), 0);
    let struck: Vec<&str> = world
        .journal
        .iter()
        .filter_map(|record| match &record.event {
            Event::TurnStruck { rule, .. } => Some(rule.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(struck, ["no-winner"]);
    let last = world.state.speeches().last().unwrap();
    assert_eq!((last.task, last.attempt), (Task::Synthesis, 2));
    assert!(matches!(
        &last.work,
        Some(Work::Synthesis(Synthesis { .. }))
    ));
}

#[test]
fn a_clarification_waits_for_the_end_of_its_phase_and_a_question_does_not() {
    let mut world = start(opening());
    let mut choices = choices();
    while world.state.floor().is_none() {
        world.step(&mut choices, 0);
    }
    world.command(Command::Clarify {
        seat: Some(Seat::named("con.1")),
        text: "What is a car?".into(),
    });
    world.command(Command::Ask {
        seat: Seat::named("pro.1"),
        text: "Why?".into(),
        halt: Halt::Beside,
    });
    let phase = world.state.phase;
    while world.state.phase == phase {
        let clarification = &world.state.interventions[0];
        assert_eq!(
            clarification.progress,
            InterventionProgress::Queued,
            "not before the break"
        );
        world.step(&mut choices, 0);
    }
    let done = |item: usize| {
        matches!(
            world.state.interventions[item].progress,
            InterventionProgress::Done { .. }
        )
    };
    assert!(done(1), "the question was answered at once");
    world.run(&mut choices, 0);
    assert!(matches!(
        world.state.interventions[0].progress,
        InterventionProgress::Done { .. }
    ));
}

#[test]
fn the_moderator_takes_questions_after_the_synthesis_from_a_viewer_who_is_there() {
    let mut opening = opening();
    opening.options.on_failure = OnFailure::Pause;
    let mut world = start(opening);
    let mut choices = choices();
    while !matches!(
        world.state.status,
        DebateStatus::Paused(PausedBy::Questions)
    ) {
        world.step(&mut choices, 0);
        assert!(!world.state.is_closed(), "it waits to be asked");
    }
    world.command(Command::Ask {
        seat: Seat::moderator(),
        text: "What is still open?".into(),
        halt: Halt::Beside,
    });
    while world.state.interventions[0].progress == InterventionProgress::Put {
        world.step(&mut choices, 0);
    }
    assert!(matches!(
        world.state.interventions[0].progress,
        InterventionProgress::Done { .. }
    ));
    assert!(!world.state.is_closed());
    // Whoever leaves has not closed, and is asked again where they are back.
    let left = world.state.clone();
    world.feed(taken_up(Some(OnFailure::Pause)));
    assert_eq!(
        world.state.status,
        DebateStatus::Paused(PausedBy::Questions)
    );
    world.command(Command::Resume);
    assert!(world.state.is_closed(), "to go on is to close");
    world.state = left;
    world.feed(taken_up(Some(OnFailure::Stop)));
    assert!(world.state.is_closed(), "without a screen nobody asks");
}
