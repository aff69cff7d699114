//! What whoever may rise on a point of information is asked with: what they hold, have noted and were given to read, and
//! what is being argued at that moment.

use std::{cell::RefCell, rc::Rc};

use hustings::{
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        ask::{Ask, Cue},
        decide::{Answer, Input},
        ids::{Seat, TurnId},
        opening::Options,
        passage::Passage,
        state::{Extraction, PoiStatus},
    },
    llm::Message,
    prompt::Prompts,
};

use super::{choices, note, whole, world};
use crate::common::{self, world::World};

fn passage(seat: &Seat) -> String {
    format!("The passage that {seat} was given speaks of tolls.")
}

/// The debate at each moment at which it was asked who rises, and the prompt.
fn rising(profile: &Profile) -> Vec<(DebateState, TurnId, Vec<Message>)> {
    let kept = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&kept);
    let prompts = Prompts::load(None).unwrap();
    let mut world = World::new();
    world.on_ask = Some(Box::new(move |state: &DebateState, ask: &Ask| {
        if let Ask::PoiOffer { turn } = ask {
            let prompted = prompts.prompt(state, ask, 128_000).unwrap();
            let asked = (state.clone(), *turn, prompted.request.messages);
            log.borrow_mut().push(asked);
        }
    }));
    world.answers = Some(Box::new(|state, ask| match ask {
        Ask::Prepare { turn } => Some(Answer::Text(note(&state.turn(*turn).unwrap().seat))),
        Ask::Draw { turn } => {
            let drawn = Passage {
                text: passage(&state.turn(*turn).unwrap().seat),
                source: "Of Roads".to_owned(),
                evidence: None,
            };
            Some(Answer::Passages(vec![drawn], None))
        }
        _ => None,
    }));
    let options = Options {
        scale: 0.5,
        ..Options::default()
    };
    let mut opening = common::opening_in("exhibition", 3, options, profile);
    for speaker in &mut opening.speakers {
        speaker.passages = 2;
    }
    world.feed(Input::Open(opening.into()));
    world.run(&mut choices(), 0);
    drop(world.on_ask.take());
    Rc::try_unwrap(kept).unwrap().into_inner()
}

#[test]
fn whoever_may_rise_is_asked_with_what_is_theirs_and_hears_what_is_being_argued() {
    let asked = rising(&Profile::default());
    assert!(asked.len() >= 6, "{}", asked.len());
    let (mut spoken, mut in_short) = (0, 0);
    for (state, turn, messages) in &asked {
        let floor = state.turn(*turn).unwrap();
        let task = &messages.last().unwrap().text;
        let likely = state.likely_to_rise(floor);
        assert_eq!(likely.len(), 2);
        for one in state.may_rise(floor) {
            let is_likely = likely.iter().any(|other| other.seat == one.seat);
            let positions = one.card.positions.iter();
            let held = positions
                .filter(|held| task.contains(&held.position))
                .count();
            let has = [
                task.contains(&format!("\n{}, ", one.card.name)),
                held == 2,
                task.contains(&note(&one.seat)),
                task.contains(&passage(&one.seat)),
            ];
            assert_eq!(has, [is_likely; 4], "{}: {task}", one.seat);
        }
        let have_spoken = likely
            .iter()
            .filter(|one| state.has_spoken(&one.seat))
            .count();
        assert_eq!(task.matches("has spoken tonight").count(), have_spoken);
        spoken += have_spoken;
        // The speech under way stands in the record before the task, and its last words once more in it.
        let said = floor.text.trim();
        let first: String = said.chars().take(40).collect();
        let last: String = said
            .chars()
            .skip(said.chars().count().saturating_sub(40))
            .collect();
        let (_, record) = messages.split_last().unwrap();
        let record = whole(record);
        assert!(record.contains(&first), "{first}");
        // Those before it stand as they were taken down, as soon as they are.
        for earlier in state.speeches().filter(|one| one.id != *turn) {
            let is_whole = record.contains(earlier.text.trim());
            match &earlier.arguments {
                Extraction::Done(said) => {
                    in_short += 1;
                    let claim = &said.arguments[0].claim;
                    assert!(!is_whole && record.contains(claim), "{claim}: {record}");
                }
                Extraction::None | Extraction::Failed => assert!(is_whole, "{record}"),
            }
        }
        assert!(task.contains(&last), "{last}: {task}");
    }
    assert!(spoken > 6, "those who have spoken are asked: {spoken}");
    assert!(in_short > 6, "{in_short}");
}

#[test]
fn a_small_model_is_told_one_thing_that_each_of_them_holds() {
    let profile = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let asked = rising(&profile);
    assert!(!asked.is_empty());
    for (state, turn, messages) in &asked {
        let floor = state.turn(*turn).unwrap();
        let task = &messages.last().unwrap().text;
        for one in state.likely_to_rise(floor) {
            let line = task.lines().find(|line| line.contains(&one.card.name));
            let (_, holds) = line.unwrap().split_once(", who holds: ").unwrap();
            let first: String = holds.trim_matches('"').chars().take(30).collect();
            let mut positions = one.card.positions.iter();
            assert!(
                positions.any(|held| held.position.starts_with(&first)),
                "{task}"
            );
        }
    }
}

#[test]
fn a_point_that_is_waved_down_stands_behind_the_sentence_in_which_it_was_put() {
    let (mut world, _) = world(&Profile::default(), 0, 0.5);
    world.run(&mut choices(), 0);
    let mut state = world.state.clone();
    let last = state.speeches().last().unwrap().id;
    for at in 0..state.points.len() {
        let text = &state.turn(state.points[at].turn).unwrap().text;
        let second_word = text.trim_start().find(' ').unwrap() + 1;
        let point = &mut state.points[at];
        // In the middle of a word, as what a model writes comes.
        point.at = second_word as u32 + 1;
        point.status = PoiStatus::Declined {
            gesture: "waits".to_owned(),
        };
    }
    let ask = Ask::Speech {
        turn: last,
        cue: Cue::Begin,
    };
    let prompted = Prompts::load(None).unwrap().prompt(&state, &ask, 128_000);
    let read = whole(&prompted.unwrap().request.messages);
    let mut told = 0;
    for (at, _) in read.match_indices(" rises on a point of information: ") {
        let (said, _) = read[..at].rsplit_once("\n\n[").unwrap();
        let is_behind_one = said.ends_with(['.', '?', '!']) || said.ends_with("does not take it.]");
        assert!(is_behind_one, "{said}");
        told += 1;
    }
    assert!(told > 3, "{told}");
}
