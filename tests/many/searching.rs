//! Words are found wherever they count, and what a person types is never the index's syntax.

use std::sync::Arc;

use hustings::{
    catalog::Task,
    debate::{
        event::{Event, Record},
        ids::{Seat, TurnId},
        plan::Plan,
    },
    journal::{Journal, SearchHit, What},
};
use proptest::prelude::*;

use super::{id, journal, keep, records, samples, version_2};

/// A debate in which these texts are said, in order; those that begin with `!` are struck.
fn said(number: u32, motion: &str, texts: &[&str]) -> Vec<Record> {
    let mut opening = samples::opening(&id(number).0);
    motion.clone_into(&mut opening.motion.motion);
    opening.opened_ms += i64::from(number);
    let plan = Plan::of(&opening);
    let speeches = plan.slots.iter().enumerate();
    let speeches: Vec<u32> = speeches
        .filter(|(_, slot)| slot.task == Task::Speech)
        .map(|(at, _)| u32::try_from(at).unwrap())
        .collect();
    let mut events = vec![Event::Opened(Arc::new(opening))];
    for (at, text) in texts.iter().enumerate() {
        let turn = TurnId(u32::try_from(at).unwrap());
        events.push(Event::TurnBegan {
            turn,
            slot: speeches[at],
            seat: Seat::named(if at % 2 == 0 { "prop.1" } else { "opp.2" }),
            task: Task::Speech,
            attempt: 1,
            target_words: 50,
        });
        let (head, tail) = text.split_at(text.len() / 2);
        for piece in [head, tail] {
            events.push(Event::Said {
                turn,
                text: piece.trim_start_matches('!').to_owned(),
            });
        }
        events.push(match text.strip_prefix('!') {
            Some(_) => Event::TurnStruck {
                turn,
                rule: "r".into(),
                reason: "r".into(),
            },
            None => Event::TurnEnded {
                turn,
                truncated: None,
                flagged: None,
            },
        });
    }
    (0..)
        .zip(events)
        .map(|(seq, event)| Record {
            seq,
            at_ms: seq,
            event,
        })
        .collect()
}

fn library(folder: &std::path::Path) -> Journal {
    let journal = journal(folder);
    keep(
        &journal,
        &said(
            1,
            "This House would walk",
            &[
                "The café is noisy. Numbers don't lie.",
                "Arithmetic is honest where a \"café\" is not.",
                "!Nobody may say xylophone here.",
            ],
        ),
    );
    keep(
        &journal,
        &said(
            2,
            "This House would rather sit in a café",
            &["Sitting costs nothing at all."],
        ),
    );
    journal
}

/// The number of a debate, and where in it.
type Place = (u8, What, Option<u32>);

fn places(found: &[SearchHit]) -> Vec<Place> {
    found
        .iter()
        .map(|one| {
            (
                one.debate.0.bytes().last().unwrap() - b'0',
                one.what,
                one.turn,
            )
        })
        .collect()
}

#[test]
fn what_was_said_is_found_and_what_was_struck_is_not() {
    use What::{Motion, Speech};
    let dir = tempfile::tempdir().unwrap();
    let journal = library(dir.path());
    let cases: [(&str, &[Place]); 10] = [
        ("arithmetic", &[(1, Speech, Some(1))]),
        ("HONEST cafe", &[(1, Speech, Some(1))]),
        ("noisy café", &[(1, Speech, Some(0))]),
        ("noisy arithmetic", &[]),
        ("xylophone", &[]),
        ("rather sit", &[(2, Motion, None)]),
        ("gandhi nothing", &[(2, Speech, Some(0))]),
        ("smith honest", &[(1, Speech, Some(1))]),
        ("don't", &[(1, Speech, Some(0))]),
        ("sitting", &[(2, Speech, Some(0))]),
    ];
    for (asked, wanted) in cases {
        assert_eq!(
            places(&journal.search(asked, 10).unwrap()),
            wanted,
            "{asked}"
        );
    }
    let found = journal.search("cafe", 10).unwrap();
    assert_eq!(found.len(), 3);
    for one in &found {
        let marked: Vec<&str> = one
            .marks
            .iter()
            .map(|mark| &one.snippet[mark.clone()])
            .collect();
        assert_eq!(marked, ["café"], "{one:?}");
    }
    assert_eq!(journal.search("cafe", 2).unwrap().len(), 2);
    assert_eq!(
        found.iter().find(|one| one.what == Speech).unwrap().motion,
        "This House would walk"
    );
}

#[test]
fn points_of_information_are_found_with_their_replies_and_notes_are_not() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(dir.path());
    let all = records(3);
    keep(&journal, &all);
    let state = hustings::debate::DebateState::fold(&all);
    let notes = state.turns.iter().find(|turn| turn.task == Task::Prepare);
    let words = |text: &str| {
        text.split_whitespace()
            .take(4)
            .collect::<Vec<_>>()
            .join(" ")
    };
    if let Some(notes) = notes.filter(|notes| notes.words > 3) {
        let found = journal.search(&words(&notes.text), 10).unwrap();
        assert!(found.is_empty(), "{found:?}");
    }
    let answered = state.points.iter().find(|point| {
        matches!(
            point.status,
            hustings::debate::state::PoiStatus::Answered { .. }
        ) && state
            .turn(point.turn)
            .is_some_and(hustings::debate::state::Turn::is_ended)
    });
    let point = answered.unwrap();
    let found = journal.search(&point.text, 10).unwrap();
    assert!(found.iter().any(|one| one.what == What::Point), "{found:?}");
}

#[test]
fn a_debate_that_was_deleted_is_not_found() {
    let dir = tempfile::tempdir().unwrap();
    let journal = library(dir.path());
    journal.delete(&id(1)).unwrap();
    assert!(journal.search("arithmetic", 10).unwrap().is_empty());
    assert_eq!(journal.search("cafe", 10).unwrap().len(), 1);
}

#[test]
fn an_older_journal_is_counted_once_and_shows_what_a_new_one_shows() {
    let dir = tempfile::tempdir().unwrap();
    let (old, new) = (dir.path().join("old"), dir.path().join("new"));
    let debates: Vec<_> = (1..=3)
        .map(records)
        .chain([said(4, "Old", &["Kept since 1910."])])
        .collect();
    version_2(&old, &debates);
    let (old, new) = (journal(&old), journal(&new));
    for debate in &debates {
        keep(&new, debate);
    }
    let mut told = Vec::new();
    old.counted(&mut |done, all| {
        told.push((done, all));
        done < 2
    })
    .unwrap();
    assert_eq!(told, [(1, 4), (2, 4)], "it can be stopped");
    assert_eq!(old.list().unwrap(), new.list().unwrap());
    old.counted(&mut |_, _| panic!("all is counted")).unwrap();
    assert_eq!(
        places(&old.search("kept 1910", 9).unwrap()),
        [(4, What::Speech, Some(0))]
    );
    assert_eq!(old.summary(&id(2)).unwrap(), new.summary(&id(2)).unwrap());
}

#[test]
fn an_older_debate_that_goes_on_is_found_whole() {
    let dir = tempfile::tempdir().unwrap();
    let whole = said(1, "Half", &["First half stands.", "Second half follows."]);
    version_2(dir.path(), &[whole[..5].to_vec()]);
    let journal = journal(dir.path());
    keep(&journal, &whole);
    for (asked, turn) in [("first", 0), ("second", 1)] {
        assert_eq!(
            places(&journal.search(asked, 9).unwrap()),
            [(1, What::Speech, Some(turn))]
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn nothing_that_is_typed_is_an_error(
        asked in prop_oneof![
            ".{0,60}",
            r"[\x00-\x7f]{0,40}",
            prop::collection::vec(prop::sample::select(vec![
                "\"", "*", "^", "(", ")", "{", "}", ":", "-", "+", "NEAR", "AND", "OR", "NOT", "body", "café", ",", "'", ";",
            ]), 0..12).prop_map(|parts| parts.join(" ")),
        ],
    ) {
        thread_local! {
            static KEPT: (tempfile::TempDir, Journal) = {
                let dir = tempfile::tempdir().unwrap();
                let journal = library(dir.path());
                (dir, journal)
            };
        }
        KEPT.with(|(_, journal)| {
            let found = journal.search(&asked, 5);
            prop_assert!(found.is_ok(), "{:?}", found);
            for one in found.unwrap() {
                for mark in one.marks {
                    prop_assert!(one.snippet.get(mark).is_some());
                }
            }
            Ok(())
        })?;
    }
}
