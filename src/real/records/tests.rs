//! Tests that what was imported folds to a debate that is over, word for word.

use proptest::prelude::*;

use super::*;
use crate::{
    Given,
    debate::{
        DebateState,
        state::{PoiStatus, TranscriptEntry},
    },
    read,
};

const TEXT: &str = include_str!("../../../tests/samples/real/bridge.txt");
const JSON: &str = include_str!("../../../tests/samples/real/bridge.json");

fn imported(text: &str) -> (RealDebate, Vec<Record>) {
    let debate = read(text, &Given::default()).unwrap().debate;
    let making = Making {
        debate: DebateId("d".into()),
        now_ms: 0,
        like: None,
    };
    let records = records(&debate, &making);
    (debate, records)
}

#[test]
fn it_folds_to_a_debate_that_is_over() {
    for text in [TEXT, JSON] {
        let (debate, records) = imported(text);
        let state = DebateState::fold(&records);
        assert!(state.is_closed());
        assert_eq!(state.speeches().count(), debate.turns.len());
        assert_eq!(state.plan.slots.len(), debate.turns.len());
        for ((turn, slot), real) in state.speeches().zip(&state.plan.slots).zip(&debate.turns) {
            assert_eq!(turn.text, real.text);
            assert_eq!(turn.words, count_words(&real.text));
            assert_eq!(state.name(&turn.seat), real.speaker);
            assert_eq!((&slot.seat, slot.task), (&turn.seat, turn.task));
            assert_eq!(slot.phase, turn.phase);
        }
        let opening = state.opening.as_deref().unwrap();
        assert_eq!(opening.real.as_ref().unwrap().hash, debate.identity());
        let times: Vec<u64> = records.iter().map(|record| record.at_ms).collect();
        assert!(times.is_sorted());
        assert_eq!(state.entries.last(), Some(&TranscriptEntry::HouseThen));
    }
}

#[test]
fn times_are_the_file_s_or_those_of_people_who_speak() {
    let (_, records) = imported(JSON);
    let state = DebateState::fold(&records);
    let lasted: Vec<u64> = state
        .speeches()
        .map(|turn| turn.ended_ms.unwrap() - turn.began_ms)
        .collect();
    // 0.1 minutes; half a minute, and 5 + 7 + 2 words put in at 400 ms each; 31 words.
    assert_eq!(lasted, [6_000, 30_000 + 14 * 400, 31 * 400]);
    let (_, records) = imported(TEXT);
    let state = DebateState::fold(&records);
    let began: Vec<u64> = state.speeches().map(|turn| turn.began_ms).collect();
    assert_eq!(began[..2], [5_000, 15_000]);
}

#[test]
fn what_was_put_in_stands_where_it_came() {
    let (_, records) = imported(JSON);
    let state = DebateState::fold(&records);
    let turn = state.speeches().nth(1).unwrap();
    let [nurse, minute] = state.points.as_slice() else {
        panic!("{:?}", state.points);
    };
    assert!(turn.text[..nurse.at as usize].ends_with("is not a road. "));
    assert!(matches!(&nurse.status, PoiStatus::Answered { text } if text.contains("council")));
    assert!(matches!(minute.status, PoiStatus::Declined { .. }));
    assert!(minute.from.is_moderator());
}

#[test]
fn a_format_can_be_chosen() {
    let debate = read(TEXT, &Given::default()).unwrap().debate;
    let oxford: Format =
        toml::from_str(include_str!("../../../formats/british-parliamentary.toml")).unwrap();
    let making = Making {
        debate: DebateId("d".into()),
        now_ms: 0,
        like: Some(("british-parliamentary", &oxford)),
    };
    let state = DebateState::fold(&records(&debate, &making));
    let opening = state.opening.as_deref().unwrap();
    assert_eq!(opening.format_id, "british-parliamentary");
    assert_eq!(opening.format.rubric, oxford.rubric);
    let seats: Vec<&str> = opening
        .speakers
        .iter()
        .map(|one| one.seat.as_str())
        .collect();
    assert_eq!(seats, ["og.1", "og.2", "oo.1", "oo.2", "floor.1"]);
    assert_eq!(state.speeches().count(), debate.turns.len());
}

proptest! {
    #[test]
    fn pieces_are_the_text(text in "(\\PC|[ \n]){0,80}", stops in proptest::collection::vec(0_usize..12, 0..4)) {
        let all = pieces(&text, &stops.iter().copied().collect());
        prop_assert_eq!(all.concat(), text.clone());
        let mut words = 0;
        for piece in &all {
            prop_assert!(words == 0 || !stops.iter().any(|stop| *stop > words && *stop < words + count_words(piece) as usize));
            words += count_words(piece) as usize;
        }
    }
}
