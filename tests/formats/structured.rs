//! The structured protocol: its three rounds, its validator, its scoring rubric and its trace, number by number
//! (`structured-protocol`).

use std::{cell::RefCell, collections::BTreeMap, rc::Rc, sync::Arc};

use super::common::{
    answers, opening_in,
    prompted::{self, Sent},
    world::{World, choices},
};
use hustings::{
    catalog::{HandsIn, Profile, Rule, Steps, Task},
    debate::{
        ask::Ask,
        command::Pace,
        decide::{Answer, Input, asked_rules},
        event::{CallFailure, CallReport, Event, Truncation},
        ids::Seat,
        opening::{OnFailure, Options, Referee},
        referee::warnings,
        scores::{Finding, Standing},
        state::DebateState,
        written::{Argument, ClosingStatement, ResponseType, Shift, Work},
    },
};

pub(super) fn world() -> World {
    let mut world = World::new();
    let opening = opening_in("structured", 0, Options::default(), &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    world
}

/// What was struck, by rule, and what was flagged.
fn rulings(world: &World) -> (Vec<(String, String)>, Vec<String>) {
    let mut struck = Vec::new();
    let mut flagged = Vec::new();
    for record in &world.journal {
        match &record.event {
            Event::TurnStruck { rule, reason, .. } => struck.push((rule.clone(), reason.clone())),
            Event::TurnEnded {
                flagged: Some(why), ..
            } => flagged.push(why.clone()),
            _ => {}
        }
    }
    (struck, flagged)
}

#[test]
fn both_sides_open_at_once_and_see_nothing_of_each_other() {
    let mut world = World::new();
    let log = prompted::log(&mut world, 128_000);
    let opening = opening_in("structured", 0, Options::default(), &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    let open: Vec<&str> = world
        .state
        .turns
        .iter()
        .map(|turn| turn.seat.as_str())
        .collect();
    assert_eq!(open, ["pro.1", "con.1"], "nobody waits for the other");
    // One hands in while the other still writes: it changes nothing for the other.
    world.run(&mut choices(), 0);
    let log = log.borrow();
    let prompts_of = |task: &str| -> Vec<String> {
        let written = log
            .iter()
            .filter(|sent| matches!(sent.ask, Ask::Write { .. }));
        let texts = written.map(Sent::text);
        texts.filter(|text| text.contains(task)).collect()
    };
    let openings = prompts_of("YOUR TASK NOW: Opening statement");
    assert_eq!(openings.len(), 2);
    assert!(openings.iter().all(|text| !text.contains("Claim 1 of")));
    let crossing = prompts_of("YOUR TASK NOW: Cross-examination");
    assert_eq!(crossing.len(), 2);
    for (text, own, other) in [
        (&crossing[0], "pro.1", "con.1"),
        (&crossing[1], "con.1", "pro.1"),
    ] {
        assert!(text.contains(&format!("Claim 3 of {other}")));
        let task = text
            .split("THE ARGUMENTS OF THE OTHER SIDE")
            .nth(1)
            .unwrap();
        assert!(
            !task.contains(&format!("of {own}")),
            "it answers the other side only"
        );
    }
}

fn argument(id: &str, claim: usize, reasoning: usize, evidence: usize) -> Argument {
    Argument {
        id: id.to_owned(),
        category: None,
        claim: "c".repeat(claim),
        reasoning: "r".repeat(reasoning),
        evidence: "e".repeat(evidence),
        own_claims: Vec::new(),
        detail: None,
    }
}

#[test]
fn the_validator_has_the_seed_s_prefix_and_lengths() {
    let sound = || argument("PRO-1", 10, 20, 5);
    let three = |one: Argument| vec![one, sound(), sound()];
    for (case, one, found) in [
        ("sound", sound(), 0),
        ("prefix", argument("CON-1", 10, 20, 5), 1),
        ("claim", argument("PRO-1", 9, 20, 5), 1),
        ("reasoning", argument("PRO-1", 10, 19, 5), 1),
        ("evidence", argument("PRO-1", 10, 20, 4), 1),
        ("all", argument("X-1", 0, 0, 0), 4),
    ] {
        assert_eq!(warnings(&three(one), "PRO", 3, 5).len(), found, "{case}");
    }
    for (count, found) in [(2, 1), (3, 0), (5, 0), (6, 1)] {
        let all = vec![sound(); count];
        assert_eq!(
            warnings(&all, "PRO", 3, 5).len(),
            found,
            "{count} arguments"
        );
    }
    assert_eq!(
        warnings(&[sound()], "PRO", 3, 5),
        ["1 argument was handed in, and 3 to 5 are asked for"]
    );
}

#[test]
fn arguments_are_numbered_by_the_house_for_each_side() {
    let mut world = world();
    world.run(&mut choices(), 0);
    let ids: Vec<&str> = world
        .state
        .arguments()
        .map(|(_, one)| one.id.as_str())
        .collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted,
        ["CON-1", "CON-2", "CON-3", "PRO-1", "PRO-2", "PRO-3"]
    );
}

/// Runs with one side's work changed, in every attempt.
fn with_work(change: impl Fn(&DebateState, &Ask, Work) -> Work + 'static) -> World {
    scaled_with_work(1.0, change)
}

/// The same where speeches are so much longer.
fn scaled_with_work(
    scale: f64,
    change: impl Fn(&DebateState, &Ask, Work) -> Work + 'static,
) -> World {
    let options = Options {
        scale,
        ..Options::default()
    };
    let mut world = World::new();
    let opening = opening_in("structured", 0, options, &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    world.answers = Some(Box::new(move |state, ask| match ask {
        Ask::Write { turn } => {
            let work = answers::work(state, *turn);
            Some(Answer::Work(Box::new(change(state, ask, work))))
        }
        _ => None,
    }));
    // What is under way was asked before the answers were changed; they are given when it is answered.
    world.run(&mut choices(), 0);
    world
}

#[test]
fn a_submission_that_does_not_conform_is_sent_back_twice_and_then_stands_flagged() {
    let world = with_work(|state, ask, work| match (ask, work) {
        (Ask::Write { turn }, Work::Arguments(mut all))
            if state.turn(*turn).unwrap().seat == Seat::named("pro.1") =>
        {
            all[1].evidence = "few".into();
            Work::Arguments(all)
        }
        (_, work) => work,
    });
    let (struck, flagged) = rulings(&world);
    assert_eq!(struck.len(), 2);
    for (rule, reason) in &struck {
        assert_eq!(rule, "complete-arguments");
        assert_eq!(reason, "PRO-2: the evidence has fewer than 5 characters");
    }
    assert_eq!(flagged.len(), 1);
    assert!(world.state.scores.is_some(), "and the debate goes on");
}

#[test]
fn every_argument_is_answered_once_none_skipped_and_none_invented() {
    for (change, rule, reason) in [
        ("skip", "every-argument-answered", "CON-2 was not answered"),
        ("invent", "every-argument-answered", "there is no CON-9"),
        ("mute", "follow-ups-asked", "nothing is asked about CON-1"),
    ] {
        let world = with_work(move |state, ask, work| match (ask, work) {
            (Ask::Write { turn }, Work::CrossExamination(mut all))
                if state.turn(*turn).unwrap().seat == Seat::named("pro.1")
                    && state.turn(*turn).unwrap().attempt == 1 =>
            {
                if change == "skip" {
                    all.remove("CON-2");
                } else if change == "mute" {
                    let one = all.get_mut("CON-1").unwrap();
                    one.follow_up_question = " ".to_owned();
                } else {
                    let one = all["CON-1"].clone();
                    all.insert("CON-9".into(), one);
                }
                Work::CrossExamination(all)
            }
            (_, work) => work,
        });
        let (struck, flagged) = rulings(&world);
        assert_eq!(struck, [(rule.to_owned(), reason.to_owned())]);
        assert!(flagged.is_empty(), "the second attempt was right");
    }
}

#[test]
fn a_closing_has_a_hundred_to_two_hundred_words_and_in_a_short_debate_fewer() {
    for (scale, words, ends) in [
        (1.0, 99, "struck"),
        (1.0, 100, "counts"),
        (1.0, 200, "counts"),
        (1.0, 201, "struck"),
        (0.3, 29, "struck"),
        (0.3, 30, "counts"),
        (0.3, 200, "counts"),
        (2.0, 100, "counts"),
        (2.0, 400, "counts"),
        (2.0, 401, "struck"),
    ] {
        let world = scaled_with_work(scale, move |state, ask, work| match (ask, work) {
            (Ask::Write { turn }, Work::Closing(_)) if state.turn(*turn).unwrap().attempt == 1 => {
                Work::Closing(ClosingStatement {
                    concessions: vec![],
                    not_rebutted: vec![],
                    shift: Shift::Unchanged,
                    final_position: "word ".repeat(words),
                })
            }
            (_, work) => work,
        });
        let (struck, _) = rulings(&world);
        let found = if struck.is_empty() {
            "counts"
        } else {
            "struck"
        };
        assert_eq!(found, ends, "{words} words, scale {scale}");
        assert!(struck.iter().all(|(rule, _)| rule == "word-limits"));
    }
}

#[test]
fn new_arguments_are_looked_for_after_the_first_round_and_a_strike_needs_the_words() {
    for (quoted, strikes) in [("Too little", 1), ("what nobody said", 0)] {
        let mut world = world();
        let mut left = 1;
        world.answers = Some(Box::new(move |state, ask| {
            let Ask::Referee { turn } = ask else {
                return None;
            };
            let turn = state.turn(*turn).unwrap();
            let rules = asked_rules(state, turn);
            assert_eq!(rules, [Rule::NoNewArguments]);
            let finding = Finding {
                words: quoted.into(),
                reason: "that was not argued before".into(),
                broken: left > 0 && turn.text.contains("Too little"),
            };
            left -= i32::from(finding.broken);
            let rule = Rule::NoNewArguments.word().to_owned();
            Some(Answer::Findings(BTreeMap::from([(rule, finding)])))
        }));
        world.run(&mut choices(), 0);
        let (struck, _) = rulings(&world);
        assert_eq!(struck.len(), strikes, "{quoted}");
        assert!(struck.iter().all(|(rule, _)| rule == "no-new-arguments"));
    }
}

#[test]
fn the_referee_checks_as_much_as_it_is_told_to() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    // How much; whether the referee's model is a small one; what code finds is struck; rules are asked of the model.
    let table = [
        (Referee::Off, false, false, false),
        (Referee::Code, false, true, false),
        (Referee::Usual, false, true, true),
        (Referee::Usual, true, true, false),
        (Referee::Full, true, true, true),
    ];
    for (referee, is_small, strikes, asks) in table {
        let mut opening = opening_in("structured", 0, Options::default(), &Profile::default());
        opening.options.referee = referee;
        opening.referee = Some(if is_small {
            small.clone()
        } else {
            Profile::default()
        });
        let mut world = World::new();
        let asked = Rc::new(RefCell::new(0));
        let count = Rc::clone(&asked);
        world.on_ask = Some(Box::new(move |_, ask| {
            *count.borrow_mut() += usize::from(matches!(ask, Ask::Referee { .. }));
        }));
        // The first of all hands in one argument too few, once.
        let mut left = 1;
        world.answers = Some(Box::new(move |state, ask| {
            let mut bytes = choices();
            let Ask::Write { .. } = ask else { return None };
            let mut answer = answers::answer(state, ask, &mut bytes);
            if left == 1
                && let Answer::Work(work) = &mut answer
                && let Work::Arguments(all) = work.as_mut()
            {
                left -= 1;
                all.truncate(1);
            }
            Some(answer)
        }));
        world.feed(Input::Open(Arc::new(opening)));
        world.run(&mut choices(), 0);
        let (struck, _) = rulings(&world);
        let by_code = struck
            .iter()
            .filter(|(rule, _)| rule == "complete-arguments");
        assert_eq!(
            by_code.count(),
            usize::from(strikes),
            "{referee:?}: {struck:?}"
        );
        for rule in &world.state.opening.as_deref().unwrap().format.phases[0].all_rules() {
            let is_checked = if rule.is_code() { strikes } else { asks };
            let unchecked = world.state.unchecked_rules();
            assert_eq!(
                unchecked.contains(rule),
                !is_checked,
                "{referee:?} {rule:?}"
            );
        }
        let told = world.state.describe_unchecked();
        assert_eq!(told.is_none(), strikes && asks, "{told:?}");
        assert_eq!(*asked.borrow() > 0, asks, "{referee:?}, small: {is_small}");
    }
}

#[test]
fn nobody_is_asked_to_respond_to_what_nobody_handed_in() {
    let options = Options {
        on_failure: OnFailure::GoOn,
        ..Options::default()
    };
    let mut world = World::new();
    let opening = opening_in("structured", 0, options, &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    let mut choices = choices();
    let mut asked = Vec::new();
    while !world.state.is_closed() {
        let pending = world.calls.iter().filter_map(|(id, (ask, _))| {
            let Ask::Write { turn } = ask else {
                return None;
            };
            let turn = world.state.turn(*turn)?;
            Some((*id, turn.seat.to_string(), turn.task.hands_in()?))
        });
        let pending: Vec<_> = pending.collect();
        let opening = pending
            .iter()
            .find(|(_, seat, work)| seat == "con.1" && *work == HandsIn::Arguments);
        if let Some((call, ..)) = opening {
            let said = ["it is no JSON", ""];
            world.fail(*call, CallFailure::Unavailable, said, CallReport::default());
            continue;
        }
        asked.extend(pending.into_iter().map(|(_, seat, work)| (seat, work)));
        world.step(&mut choices, 0);
    }
    for (seat, work) in [("pro.1", HandsIn::Responses), ("con.1", HandsIn::Replies)] {
        assert!(!asked.contains(&(seat.into(), work)), "{seat}, {work:?}");
    }
    assert!(asked.contains(&("con.1".into(), HandsIn::Responses)));
    let ends = world
        .state
        .turns
        .iter()
        .filter_map(|turn| match turn.truncated() {
            Some(Truncation::Unreachable { reason }) => Some((turn.seat.as_str(), reason.as_str())),
            _ => None,
        });
    let ends: Vec<_> = ends.collect();
    assert_eq!(
        ends,
        [
            ("con.1", "it is no JSON"),
            (
                "pro.1",
                "there are no arguments of the other side to respond to"
            ),
            (
                "con.1",
                "nothing was asked about the arguments of this side"
            ),
        ]
    );
}

#[test]
fn prose_in_the_place_of_a_form_is_kept_and_the_other_side_has_something_to_answer() {
    const PROSE: &str = "Streets are for those who live in them. They paid for them with their taxes, and they breathe what \
                         stands in them all day and all night.";
    let mut world = world();
    let mut choices = choices();
    while !world.state.is_closed() {
        let (&id, (ask, _)) = world.calls.first_key_value().expect("a call is under way");
        let writes = match ask {
            Ask::Write { turn } => world.state.turn(*turn),
            _ => None,
        };
        let is_pros = writes.is_some_and(|turn| {
            turn.seat.group() == "pro" && matches!(turn.task, Task::Arguments | Task::CrossExamine)
        });
        if is_pros {
            world.fail(
                id,
                CallFailure::Unavailable,
                ["it is no JSON", PROSE],
                CallReport::default(),
            );
        } else {
            world.happen(id, &mut choices, 0);
        }
    }
    let argument = world.state.arguments().find(|(_, one)| one.id == "PRO-1");
    let (_, argument) = argument.expect("the text is kept");
    assert_eq!(argument.claim, "Streets are for those who live in them.");
    assert!(argument.reasoning.starts_with("They paid"), "{argument:?}");
    let met = world.state.trace();
    assert!(
        met.iter().all(|row| !row.met.is_empty()),
        "every argument is met: {met:#?}"
    );
    let unreachable = world
        .state
        .turns
        .iter()
        .filter(|turn| matches!(turn.truncated(), Some(Truncation::Unreachable { .. })));
    assert_eq!(unreachable.count(), 0, "nobody is called unreachable");
    assert!(
        world
            .state
            .notices
            .iter()
            .any(|one| one.contains("stands as one argument"))
    );
    let (_, flagged) = rulings(&world);
    assert!(!flagged.is_empty(), "and marked by the referee");
}

#[test]
fn what_was_conceded_is_not_judged_refuted() {
    let mut world = World::new();
    let opening = opening_in("structured", 0, Options::default(), &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    world.answers = Some(Box::new(|state, ask| match ask {
        Ask::Write { turn } => {
            let mut work = answers::work(state, *turn);
            if let Work::CrossExamination(all) = &mut work {
                for (id, one) in all {
                    if id.ends_with("-1") {
                        one.response_type = ResponseType::Concede;
                    }
                }
            }
            Some(Answer::Work(Box::new(work)))
        }
        Ask::Judge { .. } => Some(answers::all_refuted(state)),
        _ => None,
    }));
    world.run(&mut choices(), 0);
    for row in world.state.trace() {
        let expected = if row.argument.id.ends_with("-1") {
            Standing::Upheld
        } else {
            Standing::Refuted
        };
        assert_eq!(row.standing, Some(expected), "{}", row.argument.id);
    }
    assert!(
        world
            .state
            .notices
            .iter()
            .any(|one| one.contains("counts as upheld"))
    );
}

#[test]
fn who_writes_at_the_same_time_is_read_out_in_the_order_of_the_format() {
    for first in ["pro", "con"] {
        let options = Options {
            pace: Pace::Reading,
            ..Options::default()
        };
        let mut world = World::opened(opening_in("structured", 0, options, &Profile::default()));
        let writes = |world: &World, side: &str| {
            let mut calls = world.calls.iter();
            calls.find_map(|(call, (ask, _))| match ask {
                Ask::Write { turn, .. } => {
                    let turn = world.state.turn(*turn)?;
                    (turn.task == Task::Arguments && turn.seat.group() == side).then_some(*call)
                }
                _ => None,
            })
        };
        let mut choices = choices();
        while writes(&world, "pro").is_none() || writes(&world, "con").is_none() {
            world.step(&mut choices, 0);
        }
        let second = if first == "pro" { "con" } else { "pro" };
        for side in [first, second] {
            let call = writes(&world, side).unwrap();
            world.happen(call, &mut choices, 0);
        }
        let heard = world
            .journal
            .iter()
            .filter_map(|record| match &record.event {
                Event::Delivered { turn, .. } => Some(world.state.turn(*turn)?.seat.group()),
                _ => None,
            });
        let mut heard: Vec<&str> = heard.collect();
        heard.dedup();
        assert_eq!(heard, ["pro", "con"]);
    }
}
