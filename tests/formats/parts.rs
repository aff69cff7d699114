//! What small models are asked for part by part: one argument, one response, one answer, one judgement after the other,
//! each behind practice in the same words, and none with the record.

use std::{collections::BTreeMap, sync::Arc};

use super::common::{
    opening_in,
    prompted::{self, Sent},
    world::{World, choices},
};
use hustings::{
    catalog::{Profile, Steps},
    debate::{
        ask::Ask,
        decide::Input,
        ids::Seat,
        opening::{Opening, Options},
    },
    llm::{From, Message},
    prompt::Prompts,
};

/// A debate between small models.
pub(super) fn small(format: &str) -> Opening {
    let small = Profile {
        steps: Steps::OneAtATime,
        positions: 3,
        ..Profile::default()
    };
    opening_in(format, 0, Options::default(), &small)
}

/// Everything that was asked for in one.
fn asked(format: &str) -> Vec<Sent> {
    let mut world = World::new();
    let log = prompted::log(&mut world, 8192);
    world.feed(Input::Open(Arc::new(small(format))));
    world.run(&mut choices(), 0);
    log.take()
}

fn last(messages: &[Message]) -> &str {
    &messages.last().unwrap().text
}

#[test]
fn a_structured_debate_is_asked_for_part_by_part() {
    let asked = asked("structured");
    let mut counts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for Sent { ask, prompted } in &asked {
        let parts = &prompted.parts;
        let task = match ask {
            Ask::Write { .. } => parts.first().map_or("", |part| {
                let text = last(part);
                let tasks = ["makes one argument", "tests it", "answers that question"];
                let tasks = tasks.into_iter().find(|task| text.contains(task));
                tasks.unwrap_or("stands")
            }),
            Ask::Judge { .. } => "judge",
            _ => continue,
        };
        counts.entry(task).or_default().push(parts.len());
    }
    let expected = [
        ("answers that question", vec![3, 3]),
        ("judge", vec![7]),
        ("makes one argument", vec![3, 3]),
        ("stands", vec![4, 4]),
        ("tests it", vec![3, 3]),
    ];
    assert_eq!(counts, expected.into());
}

#[test]
fn every_part_stands_behind_practice_and_is_about_one_thing() {
    for sent in asked("structured") {
        let Sent { ask, prompted } = &sent;
        let texts = sent.tasks();
        assert!(
            prompted.parts.is_empty() || prompted.parts[0] == prompted.request.messages,
            "the first part is the request's own"
        );
        for (part, text) in prompted.parts.iter().zip(&texts) {
            let spoken = part.iter().filter(|one| one.from == From::Assistant);
            assert!(spoken.count() >= 1, "no practice before: {text}");
            assert!(
                !text.contains("{{") && !text.contains("undefined"),
                "{text}"
            );
            let claims = (1..=3).filter(|number| text.contains(&format!("Claim {number} of")));
            let all = text.contains("What was argued") || text.contains("The debate is over");
            assert!(all || claims.count() <= 1, "about several at once: {text}");
        }
        let mut different = texts.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), texts.len(), "the same part twice: {ask:?}");
    }
}

#[test]
fn whoever_hands_in_again_begins_with_something_else() {
    let asked = asked("clearside");
    let mut minds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for sent in &asked {
        for text in sent.tasks() {
            if let (Some((name, _)), Some((_, mind))) =
                (text.split_once(", "), text.split_once("The argument is "))
            {
                let mind = mind.lines().next().unwrap_or_default();
                minds
                    .entry(name.to_owned())
                    .or_default()
                    .push(mind.to_owned());
            }
        }
    }
    assert_eq!(minds.len(), 2, "{minds:?}");
    for (name, all) in minds {
        let mut different = all.clone();
        different.sort_unstable();
        different.dedup();
        assert!(
            different.len() > 1,
            "{name} thinks of one thing only: {all:?}"
        );
    }
}

#[test]
fn the_question_is_asked_for_as_the_chair() {
    let asked = asked("clearside");
    let framing = asked
        .iter()
        .find(|sent| matches!(sent.ask, Ask::Write { .. }))
        .unwrap();
    let parts = &framing.prompted.parts;
    assert_eq!(parts.len(), 1);
    assert!(parts[0][0].text.contains("You favour nobody"));
}

#[test]
fn the_synthesis_is_asked_for_part_by_part_and_knows_both_sides() {
    let asked = asked("clearside");
    let synthesis = asked
        .iter()
        .map(|sent| &sent.prompted.parts)
        .find(|parts| parts.len() == 4)
        .unwrap();
    for (part, words) in synthesis
        .iter()
        .zip(["agree", "take for granted", "missing", "hinge"])
    {
        assert!(part[0].text.contains("belong to neither side"));
        let text = last(part);
        assert!(text.contains(words), "{text}");
        for side in ["Pro said:", "Con said:"] {
            assert!(text.contains(side), "{text}");
        }
    }
}

#[test]
fn every_debater_is_judged_alone_between_rounds_and_at_the_end() {
    let asked = asked("panel");
    let judged = asked
        .iter()
        .filter(|sent| matches!(sent.ask, Ask::Round { .. } | Ask::Judge { .. }));
    let mut count = 0;
    for Sent { ask, prompted } in judged {
        let parts = &prompted.parts;
        count += 1;
        assert_eq!(parts.len(), 5, "four debaters, and the rest: {ask:?}");
        let mut names = BTreeMap::new();
        for part in &parts[..4] {
            let text = last(part);
            let name = text
                .lines()
                .find_map(|line| line.strip_suffix(" said:"))
                .unwrap();
            names.insert(name.to_owned(), text.matches("\n- ").count());
        }
        assert_eq!(names.len(), 4, "{names:?}");
        assert!(names.values().all(|said| *said >= 1), "{names:?}");
    }
    assert!(count >= 2, "{count}");
}

#[test]
fn whoever_sums_up_is_told_how_each_began_and_ended() {
    let mut world = World::new();
    let log = prompted::log(&mut world, 8192);
    let opening = small("roundtable");
    let names: Vec<String> = opening
        .speakers
        .iter()
        .map(|one| one.card.name.clone())
        .collect();
    world.feed(Input::Open(Arc::new(opening)));
    world.run(&mut choices(), 0);
    let log = log.borrow();
    let text = log
        .iter()
        .flat_map(Sent::tasks)
        .find(|text| text.contains("where they began"))
        .unwrap();
    for name in names {
        for word in ["began", "ended"] {
            assert!(text.contains(&format!("{name} {word}: ")), "{text}");
        }
    }
}

#[test]
fn nobody_is_judged_who_has_said_nothing() {
    let mut world = World::new();
    let opening = small("panel");
    world.feed(Input::Open(Arc::new(opening)));
    let judge = Seat::judge(1);
    let between = Ask::Round {
        phase: 1,
        round: 2,
        judge: judge.clone(),
    };
    for ask in [
        between,
        Ask::Judge {
            judge,
            again: false,
        },
    ] {
        let prompts = Prompts::load(None).unwrap();
        let prompted = prompts.prompt(&world.state, &ask, 8192).unwrap();
        // What is left is the debate as a whole.
        assert_eq!(prompted.parts.len(), 1);
    }
}
