//! A moderator takes no side (`clearside-protocol`): in a synthesis, in a summary, in an answer to the viewer. What does so
//! at the last attempt is withheld, and what takes no side is given.

use std::sync::Arc;

use super::common::{
    self, answers, opening_in,
    world::{Choices, World, choices, taken_up},
};
use hustings::unattended::Script;
use hustings::{
    catalog::{Motion, Profile, Rule, Task},
    debate::{
        ask::Ask,
        command::{Command, Halt, Pace},
        decide::{Answer, Input, asked_rules},
        event::{CallFailure, Event},
        ids::Seat,
        opening::{Options, Referee},
        scores::Finding,
        state::{DebateState, InterventionProgress, Turn, TurnStatus},
        written::Work,
    },
};

fn start(format: &str) -> World {
    start_at(format, Pace::default())
}

fn start_at(format: &str, pace: Pace) -> World {
    let mut world = World::new();
    let options = Options {
        pace,
        ..Options::default()
    };
    let opening = opening_in(format, 0, options, &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    world
}

fn flagged(turn: &Turn) -> &str {
    let TurnStatus::Ended { flagged, .. } = &turn.status else {
        panic!("{:?}", turn.status);
    };
    flagged.as_deref().unwrap()
}

/// Every rule of a turn is kept but for this one, which these words break.
fn finding(state: &DebateState, turn: &Turn, broken: Rule, words: &str) -> Answer {
    let rules = asked_rules(state, turn).into_iter();
    let findings = rules.map(|rule| {
        let is_broken = rule == broken;
        let finding = Finding {
            words: if is_broken { words } else { "" }.to_owned(),
            reason: if is_broken {
                "it leans to one side"
            } else {
                ""
            }
            .to_owned(),
            broken: is_broken,
        };
        (rule.word().to_owned(), finding)
    });
    Answer::Findings(findings.collect())
}

#[test]
fn a_synthesis_that_takes_sides_to_the_end_is_given_without_what_does() {
    for pace in [Pace::Instant, Pace::Reading] {
        takes_sides_to_the_end(start_at("clearside", pace));
    }
}

fn takes_sides_to_the_end(mut world: World) {
    world.answers = Some(Box::new(move |state, ask| match ask {
        Ask::Write { turn } if state.turn(*turn)?.task == Task::Synthesis => {
            let mut work = answers::work(state, *turn);
            if let Work::Synthesis(synthesis) = &mut work {
                synthesis.areas_of_agreement = vec!["Pro won the debate.".into()];
                synthesis.core_disagreements = vec![
                    "They part on the buses. I recommend that we adopt what Pro proposes.".into(),
                    "Con assumes that nobody walks.".into(),
                ];
                synthesis.evidence_gaps = vec![
                    "Nobody counted but the careless.".into(),
                    "And they were Con's.".into(),
                ];
            }
            Some(Answer::Work(Box::new(work)))
        }
        Ask::Referee { turn } if state.turn(*turn)?.task == Task::Synthesis => {
            let turn = state.turn(*turn)?;
            // Over the end of an item, and behind another rule that is broken, too.
            let leans = "but the careless. And they were";
            let Answer::Findings(mut all) = finding(state, turn, Rule::Neutral, leans) else {
                return None;
            };
            let other = all.get_mut(Rule::NoNewArguments.word())?;
            other.broken = true;
            "Con assumes that nobody walks".clone_into(&mut other.words);
            "it is new".clone_into(&mut other.reason);
            Some(Answer::Findings(all))
        }
        _ => None,
    }));
    world.run(&mut choices(), 0);
    let last = world.state.speeches().last().unwrap();
    assert_eq!((last.task, last.attempt), (Task::Synthesis, 3));
    let Some(Work::Synthesis(synthesis)) = &last.work else {
        panic!("{:?}", last.work);
    };
    assert_eq!(synthesis.areas_of_agreement, ["(Withheld: it took sides.)"]);
    let parts = ["They part on the buses.", "Con assumes that nobody walks."];
    assert_eq!(synthesis.core_disagreements, parts);
    assert_eq!(synthesis.evidence_gaps, ["(Withheld: it took sides.)"]);
    assert!(!synthesis.decision_hinges.is_empty());
    assert!(!last.text.contains("recommend"), "{}", last.text);
    // What code knows to take sides is withheld before it is heard.
    let heard = world
        .journal
        .iter()
        .filter_map(|record| match &record.event {
            Event::Drafted { turn, work, .. } | Event::Submitted { turn, work, .. }
                if *turn == last.id =>
            {
                Some(work.text())
            }
            _ => None,
        });
    let heard: Vec<String> = heard.collect();
    assert!(!heard.is_empty());
    for text in &heard {
        let takes_sides = text.contains("recommend") || text.contains("won the debate");
        assert!(!takes_sides, "{text}");
    }
    // What the referee finds is withheld before it is heard, too.
    let said = world
        .journal
        .iter()
        .filter_map(|record| match &record.event {
            Event::Submitted { turn, work, .. } if *turn == last.id => Some(work.text()),
            _ => None,
        });
    let said: Vec<String> = said.collect();
    assert_eq!(said, std::slice::from_ref(&last.text));
    let delivered =
        |event: &Event| matches!(event, Event::Delivered { turn, .. } if *turn == last.id);
    let first = world
        .journal
        .iter()
        .position(|record| delivered(&record.event));
    let checked = world.journal.iter().position(|record| {
        matches!(&record.event, Event::Drafted { turn, checked: Some(_), .. } if *turn == last.id)
    });
    assert!(checked.is_some() && first.is_none_or(|first| Some(first) > checked));
    assert_eq!(
        flagged(last),
        "it takes a side; \"won the debate\" picks a winner; these words are withheld"
    );
    assert!(world.state.is_closed());
}

#[test]
fn a_summary_that_takes_sides_to_the_end_is_given_without_what_does() {
    for format in ["roundtable", "socratic"] {
        for (summary, kept) in [
            (
                "They met on bread. We should all bake. They part on trade.",
                "They met on bread. They part on trade.",
            ),
            (
                "They met on bread. We should all bake.",
                "They met on bread.",
            ),
            ("We should all bake.", "(Withheld: it took sides.)"),
        ] {
            let mut world = start(format);
            world.answers = Some(Box::new(move |state, ask| match ask {
                Ask::Speech { turn, .. } if state.turn(*turn)?.task == Task::Summary => {
                    Some(Answer::Text(summary.to_owned()))
                }
                _ => None,
            }));
            world.run(&mut choices(), 0);
            let last = world.state.speeches().last().unwrap();
            assert_eq!((last.task, last.attempt), (Task::Summary, 3), "{format}");
            assert_eq!(last.text, kept, "{format}");
            let why = "\"we should\" recommends, or settles what is open; these words are withheld";
            assert_eq!(flagged(last), why, "{format}");
        }
    }
}

/// Goes on until somebody has the floor, and asks somebody who is right.
fn ask(world: &mut World, choices: &mut Choices, seat: Seat, halt: Halt) {
    while world.state.floor().is_none() {
        world.step(choices, 0);
    }
    world.command(Command::Ask {
        seat,
        text: "Who is right?".into(),
        halt,
    });
}

#[test]
fn an_answer_of_the_moderators_takes_no_side_and_one_of_a_speakers_may() {
    let asked = |seat: Seat, answer: &'static str| {
        let mut world = start("clearside");
        world.answers = Some(Box::new(move |_, ask| {
            matches!(ask, Ask::Question { .. }).then(|| Answer::Text(answer.to_owned()))
        }));
        let mut choices = choices();
        ask(&mut world, &mut choices, seat, Halt::Beside);
        world.run(&mut choices, 0);
        world.state.interventions[0].progress.clone()
    };
    let biased = "Both grant the count. Pro has the stronger case, and I recommend it.";
    let answered = |text: &str| InterventionProgress::Done {
        answer: Some(text.to_owned()),
    };
    assert_eq!(
        asked(Seat::moderator(), biased),
        answered("Both grant the count. (The rest is withheld: \"stronger case\" picks a winner.)")
    );
    assert_eq!(
        asked(Seat::moderator(), "Pro is right."),
        InterventionProgress::Failed {
            reason: "the answer is withheld: \"pro is right\" picks a winner".to_owned()
        }
    );
    // What somebody conceded is told; who has the stronger case for it is not.
    let behind = "Given what Con conceded, Pro has the stronger case.";
    assert_eq!(
        asked(Seat::moderator(), behind),
        InterventionProgress::Failed {
            reason: "the answer is withheld: \"stronger case\" picks a winner".to_owned()
        }
    );
    // Neither what a side claims nor what the motion says is the moderator's to say.
    let world = start("clearside");
    let motion = &world.state.opening.as_deref().unwrap().motion;
    let typed = Motion::own(&motion.motion).claims;
    for claim in [
        motion.claims.prop.clone(),
        motion.claims.opp.clone(),
        typed.prop,
    ] {
        let said = claim.trim_end_matches('.').to_lowercase();
        let reason =
            format!("the answer is withheld: \"{said}\" recommends, or settles what is open");
        assert_eq!(
            asked(Seat::moderator(), claim.leak()),
            InterventionProgress::Failed { reason }
        );
    }
    let sound = "Pro says that we should act; Con says that we should not.";
    assert_eq!(asked(Seat::moderator(), sound), answered(sound));
    assert_eq!(asked(Seat::named("pro.1"), biased), answered(biased));
}

/// The answer of the moderator to a question: what came of it, what was told beside it, and how often it was checked,
/// with a referee who finds these words to break a rule, or who cannot be had.
fn checked(
    referee: Referee,
    answer: &'static str,
    found: Option<&'static str>,
) -> (InterventionProgress, Vec<String>, usize) {
    let mut world = World::new();
    let options = Options {
        referee,
        ..Options::default()
    };
    let opening = opening_in("clearside", 0, options, &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    world.answers = Some(Box::new(move |_, ask| match ask {
        Ask::Question { .. } => Some(Answer::Text(answer.to_owned())),
        Ask::AnswerCheck { .. } => Some(Answer::Findings(
            Rule::NEUTRALITY
                .into_iter()
                .map(|rule| {
                    let finding = Finding {
                        words: found.unwrap_or_default().to_owned(),
                        reason: "It leans to one side.".to_owned(),
                        broken: found.is_some() && rule == Rule::Neutral,
                    };
                    (rule.word().to_owned(), finding)
                })
                .collect(),
        )),
        _ => None,
    }));
    let mut choices = choices();
    ask(&mut world, &mut choices, Seat::moderator(), Halt::Beside);
    let is_check = |ask: &Ask| matches!(ask, Ask::AnswerCheck { .. });
    for _ in 0..100_000 {
        let mut calls = world.calls.iter();
        let check = calls.find_map(|(call, (ask, _))| is_check(ask).then_some(*call));
        match check.filter(|_| found == Some(GONE)) {
            Some(call) => world.fail(
                call,
                CallFailure::Unavailable,
                ["it is not what was asked for", "{"],
                common::world::report(),
            ),
            None if world.state.is_closed() => break,
            // The break for questions.
            None if !world.state.is_running() => {
                world.command(Command::Resume);
            }
            None => world.step(&mut choices, 0),
        }
    }
    assert!(
        world.state.is_closed(),
        "{:?} {:?} {found:?}",
        world.state.status,
        world.state.interventions
    );
    let asked = world.asked(|ask, _| is_check(ask).then_some(())).len();
    let progress = world.state.interventions[0].progress.clone();
    (progress, world.state.notices.clone(), asked)
}

/// In the place of what is found, where the referee cannot be had.
const GONE: &str = "gone";

#[test]
fn what_leans_in_a_moderators_answer_in_words_that_code_does_not_know_is_withheld_by_the_referee() {
    let leaning =
        "Both grant the count. Anybody sensible will see where that leads, and it is not to Con.";
    let answered = |text: &str| InterventionProgress::Done {
        answer: Some(text.to_owned()),
    };
    let leans = Some("Anybody sensible will see where that leads");
    let (progress, _, asked) = checked(Referee::Usual, leaning, leans);
    let kept = "Both grant the count. (The rest is withheld: it takes a side.)";
    assert_eq!((progress, asked), (answered(kept), 1));
    // Nothing is left.
    let (progress, ..) = checked(Referee::Usual, "Con has nothing.", Some("Con has nothing."));
    let reason = "the answer is withheld: it takes a side".to_owned();
    assert_eq!(progress, InterventionProgress::Failed { reason });
    // Words that begin in one sentence and end in another are withheld with both.
    let spans = Some("the count. Anybody sensible");
    let (progress, ..) = checked(Referee::Usual, leaning, spans);
    let reason = "the answer is withheld: it takes a side".to_owned();
    assert_eq!(progress, InterventionProgress::Failed { reason });
    // What was never said proves nothing.
    let (progress, ..) = checked(Referee::Usual, leaning, Some("Con is a fool"));
    assert_eq!(progress, answered(leaning));
    // Where nobody can be asked, it is given, and said that it was not checked; and where nobody is to be asked.
    let (progress, notices, _) = checked(Referee::Usual, leaning, Some(GONE));
    assert_eq!(progress, answered(leaning));
    let told = |one: &String| one.starts_with("The moderator's answer was checked by its words");
    assert!(notices.iter().any(told), "{notices:?}");
    let (progress, notices, asked) = checked(Referee::Code, leaning, leans);
    assert_eq!((progress, asked), (answered(leaning), 0));
    assert!(!notices.iter().any(told), "{notices:?}");
}

#[test]
fn whoever_was_left_while_an_answer_was_checked_has_it_checked_again() {
    let mut world = start("clearside");
    world.answers = Some(Box::new(|_, ask| {
        matches!(ask, Ask::Question { .. }).then(|| Answer::Text("Both grant it.".to_owned()))
    }));
    let mut choices = choices();
    ask(&mut world, &mut choices, Seat::moderator(), Halt::Halting);
    let asked = |world: &World, check: bool| {
        let of = |ask: &Ask| match ask {
            Ask::Question { .. } => (!check).then_some(()),
            Ask::AnswerCheck { .. } => check.then_some(()),
            _ => None,
        };
        world.asked(|ask, _| of(ask)).len()
    };
    while asked(&world, true) == 0 {
        world.step(&mut choices, 0);
    }
    // Nobody has read it.
    assert_eq!(
        world.state.interventions[0].progress,
        InterventionProgress::Put
    );
    world.calls.clear();
    world.feed(taken_up(None));
    assert_eq!((asked(&world, false), asked(&world, true)), (1, 2));
    world.run(&mut choices, 0);
    let answer = Some("Both grant it.".to_owned());
    assert_eq!(
        world.state.interventions[0].progress,
        InterventionProgress::Done { answer }
    );
}

#[test]
fn a_file_may_put_a_question_to_the_moderator_where_there_is_one() {
    let text = "[[interventions]]\nafter = \"pro.1\"\ndo = \"ask\"\nseat = \"moderator\"\ntext = \"What is open?\"\n";
    let script = Script::parse(text, "f").unwrap();
    let check = |format: &str| {
        let opening = opening_in(format, 0, Options::default(), &Profile::default());
        script.check(&opening, "f")
    };
    check("clearside").unwrap();
    let refused = check("structured").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "f:4: seat: nobody speaks from moderator\n  hint: The speakers sit at pro.1, con.1."
    );
}
