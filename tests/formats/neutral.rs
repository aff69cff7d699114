//! A moderator takes no side (`clearside-protocol`): in a synthesis, in a summary, in an answer to the viewer. What does so
//! at the last attempt is withheld, and what takes no side is given.

use std::sync::Arc;

use super::common::{
    answers, opening_in,
    world::{World, choices},
};
use hustings::unattended::Script;
use hustings::{
    catalog::{Profile, Rule, Task},
    debate::{
        ask::Ask,
        command::{Command, Halt, Pace},
        decide::{Answer, Input, asked_rules},
        event::Event,
        ids::Seat,
        opening::Options,
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
                synthesis.evidence_gaps = vec!["Nobody counted but the careless.".into()];
            }
            Some(Answer::Work(Box::new(work)))
        }
        Ask::Referee { turn } if state.turn(*turn)?.task == Task::Synthesis => {
            let turn = state.turn(*turn)?;
            Some(finding(state, turn, Rule::Neutral, "but the careless"))
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
            Event::Drafted { turn, work, .. } | Event::Submitted { turn, work }
                if *turn == last.id =>
            {
                Some(work.text())
            }
            _ => None,
        });
    let heard: Vec<String> = heard.collect();
    assert!(!heard.is_empty());
    for text in heard {
        let takes_sides = text.contains("recommend") || text.contains("won the debate");
        assert!(!takes_sides, "{text}");
    }
    assert_eq!(
        flagged(last),
        "it leans to one side; \"won the debate\" picks a winner; these words are withheld"
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

#[test]
fn an_answer_of_the_moderators_takes_no_side_and_one_of_a_speakers_may() {
    let ask = |seat: Seat, answer: &'static str| {
        let mut world = start("clearside");
        world.answers = Some(Box::new(move |_, ask| {
            matches!(ask, Ask::Question { .. }).then(|| Answer::Text(answer.to_owned()))
        }));
        let mut choices = choices();
        while world.state.floor().is_none() {
            world.step(&mut choices, 0);
        }
        world.command(Command::Ask {
            seat,
            text: "Who is right?".into(),
            halt: Halt::Beside,
        });
        world.run(&mut choices, 0);
        world.state.interventions[0].progress.clone()
    };
    let biased = "Both grant the count. Pro has the stronger case, and I recommend it.";
    let answered = |text: &str| InterventionProgress::Done {
        answer: Some(text.to_owned()),
    };
    assert_eq!(
        ask(Seat::moderator(), biased),
        answered("Both grant the count. (The rest is withheld: \"stronger case\" picks a winner.)")
    );
    assert_eq!(
        ask(Seat::moderator(), "Pro is right."),
        InterventionProgress::Failed {
            reason: "the answer is withheld: \"pro is right\" picks a winner".to_owned()
        }
    );
    let sound = "Pro says that we should act; Con says that we should not.";
    assert_eq!(ask(Seat::moderator(), sound), answered(sound));
    assert_eq!(ask(Seat::named("pro.1"), biased), answered(biased));
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
