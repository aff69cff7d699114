//! Pieces of a debate, for whoever reads it bit by bit.

use hustings::{
    debate::{
        DebateState,
        event::{Event, Record},
    },
    excerpt::{self, Since},
};

use crate::samples;

/// The words of a text, whatever line they stand in.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn what_is_told_bit_by_bit_is_all_that_is_said() {
    let records = samples::debate("d");
    let state = DebateState::fold(&records);
    let whole = Since::of(&records, 0, usize::MAX, false).unwrap();
    assert!(!whole.is_cut);
    assert_eq!(whole.next, state.next_seq);
    let (mut from, mut pieces, mut told) = (0, 0, String::new());
    loop {
        let piece = Since::of(&records, from, 100, false).unwrap();
        assert!(piece.next > from && piece.text.len() < whole.text.len());
        from = piece.next;
        pieces += 1;
        told += &piece.text;
        if !piece.is_cut {
            break;
        }
    }
    assert!(pieces > 3, "{pieces}");
    assert!(!told.contains("not over"), "{told}");
    let missing: Vec<&str> = words(&whole.text)
        .into_iter()
        .filter(|word| !told.contains(*word))
        .collect();
    assert_eq!(missing, [""; 0], "{told}");
    // While somebody speaks, what is told ends with a sentence.
    let said = |record: &Record| matches!(&record.event, Event::Said { text, .. } if text.ends_with("chi"));
    let mid = records.iter().position(said).unwrap() + 1;
    let now = Since::of(&records[..mid], 0, usize::MAX, true).unwrap();
    assert!(
        now.next < mid as u64 && !now.text.contains("Friends"),
        "{}",
        now.text
    );
    let left = Since::of(&records[..mid], 0, usize::MAX, false).unwrap();
    assert_eq!(left.next, mid as u64);
    let after = Since::of(&records, from, 100, false).unwrap();
    assert_eq!((after.text.trim(), after.next), ("", from));
}

#[test]
fn turns_are_read_by_their_numbers_and_the_result_has_no_speeches() {
    let records = samples::debate("d");
    let state = DebateState::fold(&records);
    let (turns, next) = excerpt::turns(&state, 1..2);
    assert_eq!(turns.len(), 1);
    let (rest, end) = excerpt::turns(&state, next.unwrap()..usize::MAX);
    assert_eq!((rest[0].number, end), (next.unwrap(), None));
    assert_eq!(turns.len() + rest.len(), state.speeches().count());
    for one in &turns {
        let heading = one.text.lines().next().unwrap_or_default();
        assert!(heading.contains(&state.name(&one.turn.seat)), "{heading}");
    }
    let result = excerpt::result(&state);
    let first = turns[0].turn.text.split('.').next().unwrap();
    assert!(!first.is_empty() && !result.contains(first), "{result}");
    let fields = excerpt::result_fields(&state).unwrap();
    assert_eq!(fields["status"], "completed");
    assert!(
        fields.contains_key("division") || fields.contains_key("scores"),
        "{fields:?}"
    );
    assert!(!fields.contains_key("events") && !fields.contains_key("turns"));
}
