//! Short turns of small models, made in one: what is said by mistake is taken back, and what is hardly anything is
//! asked for again.

use std::sync::Arc;

use super::common::{
    opening_in,
    world::{World, choices},
};
use hustings::{
    catalog::{Profile, SideCheck, Steps, Task},
    debate::{
        answer::{Argued, SideVerdict},
        ask::Ask,
        decide::{Answer, Input, Unspoken},
        event::{CallReport, Event},
        ids::CallId,
        opening::{Opening, Options},
        state::Turn,
    },
};

fn oxford() -> Opening {
    let small = Profile {
        steps: Steps::OneAtATime,
        side_check: SideCheck::EachSpeech,
        ..Profile::default()
    };
    let options = Options {
        scale: 0.2,
        ..Options::default()
    };
    opening_in("oxford", 0, options, &small)
}

/// The debate at the first turn of this kind that is made in one.
fn at(task: Task) -> (World, CallId) {
    let mut world = World::new();
    world.feed(Input::Open(Arc::new(oxford())));
    let mut choices = choices();
    for _ in 0..10_000 {
        let floor = world.state.floor();
        let is_there = floor
            .is_some_and(|turn| turn.task == task && world.state.steps_of(turn) == Steps::Together);
        if is_there
            && let Some((call, _)) = world
                .calls
                .iter()
                .find(|(_, (ask, _))| matches!(ask, Ask::Speech { .. }))
        {
            let call = *call;
            return (world, call);
        }
        world.step(&mut choices, 0);
    }
    panic!("nobody ever comes to {task:?}");
}

/// Says this as the whole answer to a call, and gives the call that follows where it is asked again.
fn say(world: &mut World, call: CallId, text: &str) -> Option<CallId> {
    world.calls.remove(&call);
    let (text, rest) = (text.to_owned(), Unspoken::Unfinished);
    world.feed(Input::Said { call, text, rest });
    let report = CallReport::default();
    world.feed(Input::Drained {
        call,
        report,
        at_limit: false,
    });
    let speech = |(_, (ask, _)): &(&CallId, &(Ask, Vec<String>))| matches!(ask, Ask::Speech { .. });
    world.calls.iter().find(speech).map(|(call, _)| *call)
}

fn last_heard(world: &World) -> &Turn {
    let ended = world.state.turns.iter().rev();
    ended.into_iter().find(|turn| !turn.is_open()).unwrap()
}

fn failures(world: &World) -> usize {
    let failed = world.journal.iter();
    failed
        .filter(|record| matches!(record.event, Event::ModelFailed { .. }))
        .count()
}

#[test]
fn a_word_is_no_speech_until_it_is_all_there_is() {
    for (task, word) in [
        (Task::Speech, "No!"),
        (Task::Question, "What does this mean?"),
    ] {
        let (mut world, mut call) = at(task);
        let turn = world.state.floor().unwrap().id;
        for take in 1..=2 {
            call = say(&mut world, call, word).expect("asked again");
            let again = world.state.floor().unwrap();
            assert_eq!((again.id, again.text.as_str()), (turn, ""), "{task:?}");
            assert_eq!(failures(&world), take);
        }
        say(&mut world, call, word);
        assert_eq!(failures(&world), 2, "a word is better than none");
        assert_eq!(world.state.turn(turn).unwrap().text, word);
        assert!(!world.state.turn(turn).unwrap().is_open());
    }
}

#[test]
fn an_answer_may_be_a_word() {
    let (mut world, call) = at(Task::Answer);
    say(&mut world, call, "Yes.");
    assert_eq!(failures(&world), 0);
    assert_eq!(last_heard(&world).text, "Yes.");
}

#[test]
fn the_other_sides_vote_is_taken_back_and_what_was_said_before_it_stands() {
    let (mut world, call) = at(Task::Speech);
    let turn = world.state.floor().unwrap();
    let (id, wrong) = match turn.seat.group() {
        "prop" => (turn.id, "So vote No."),
        _ => (turn.id, "So vote Aye."),
    };
    let right = "The stones were cut on that hill, and on that hill they are missed by everybody. ";
    say(&mut world, call, &format!("{right}{wrong}"));
    let turn = world.state.turn(id).unwrap();
    assert_eq!(turn.text.trim(), right.trim());
    assert!(!turn.is_open());
    let told = world.state.notices.last().unwrap();
    assert!(told.contains("asked for the other side's vote"), "{told}");
}

/// A speech that asks for the vote of the other side, and for nothing else.
fn the_other_vote(turn: &Turn) -> &'static str {
    match turn.seat.group() {
        "prop" => "Therefore I ask every one of you in this hall tonight to vote No.",
        _ => "Therefore I ask every one of you in this hall tonight to vote Aye.",
    }
}

#[test]
fn who_asks_for_nothing_but_the_other_sides_vote_speaks_again() {
    let (mut world, call) = at(Task::Speech);
    let turn = world.state.floor().unwrap();
    let (id, vote) = (turn.id, the_other_vote(turn));
    let again = say(&mut world, call, vote);
    assert!(again.is_some());
    let turn = world.state.turn(id).unwrap();
    assert!(turn.is_open() && turn.text.is_empty(), "{}", turn.text);
}

#[test]
fn who_says_nothing_else_is_heard_in_the_end_as_it_is() {
    let (mut world, mut call) = at(Task::Speech);
    let turn = world.state.floor().unwrap();
    let (id, vote) = (turn.id, the_other_vote(turn));
    while world.state.turn(id).unwrap().is_open() {
        assert!(failures(&world) < 3, "asked without end");
        if let Some(next) = say(&mut world, call, vote) {
            call = next;
        }
    }
    assert_eq!(failures(&world), 2);
    assert_eq!(world.state.turn(id).unwrap().text, vote);
}

#[test]
fn neither_the_vote_of_ones_own_side_nor_what_would_change_ones_mind_proves_anything_against_a_speaker()
 {
    let own = "A fair count of the stones would change my mind. Whoever can pay may see them for nothing, so I ask you \
               to vote ";
    for (words, is_doubted) in [
        ("I ask you to vote", false),
        ("A fair count of the stones", false),
        ("Whoever can pay", true),
    ] {
        let (mut world, call) = at(Task::Speech);
        let turn = world.state.floor().unwrap();
        let (id, vote, other) = match turn.seat.group() {
            "prop" => (turn.id, "Aye.", Argued::Second),
            _ => (turn.id, "No.", Argued::First),
        };
        say(&mut world, call, &format!("{own}{vote}"));
        let check = |(_, (ask, _)): &(&CallId, &(Ask, Vec<String>))| matches!(ask, Ask::SideCheck { turn } if *turn == id);
        let (&call, _) = world.calls.iter().find(check).expect("checked");
        world.calls.remove(&call);
        let words = if words.ends_with("vote") {
            format!("{words} {vote}")
        } else {
            words.to_owned()
        };
        let verdict = SideVerdict {
            words,
            argues: other,
        };
        world.feed(Input::Answered {
            call,
            answer: Answer::Side(verdict),
            report: CallReport::default(),
        });
        let turn = world.state.turn(id).unwrap();
        assert_eq!(turn.doubted.is_some(), is_doubted);
        assert_eq!(turn.is_ended(), !is_doubted);
    }
}

#[test]
fn at_one_table_a_speaker_is_told_of_the_motion_and_not_of_the_table() {
    let small = Profile {
        side_check: SideCheck::EachSpeech,
        ..Profile::default()
    };
    let mut world = World {
        contrary: true,
        ..World::new()
    };
    let opening = opening_in("panel", 0, Options::default(), &small);
    world.feed(Input::Open(Arc::new(opening)));
    world.run(&mut choices(), 0);
    let reasons: Vec<&str> = world
        .journal
        .iter()
        .filter_map(|record| match &record.event {
            Event::TurnStruck { rule, reason, .. } if rule == "own-side" => Some(reason.as_str()),
            _ => None,
        })
        .collect();
    assert!(!reasons.is_empty());
    for reason in reasons {
        assert!(
            reason.starts_with("it argues against the motion: "),
            "{reason}"
        );
    }
}
