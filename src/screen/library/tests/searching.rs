//! The search of the library.

use super::*;

/// Two sentences of one debate and a motion of another.
pub(super) fn hits() -> Vec<SearchHit> {
    let hit = |name: &str, what, speaker: &str, snippet: &str| {
        let at = snippet.find("honest").unwrap();
        SearchHit {
            debate: id(name),
            opened_ms: 0,
            motion: "m".to_owned(),
            what,
            turn: Some(1),
            nth: Some(1),
            speaker: speaker.to_owned(),
            snippet: snippet.to_owned(),
            marks: std::iter::once(at..at + 6).collect(),
        }
    };
    vec![
        hit("a", What::Motion, "Everybody", "an honest motion"),
        hit(
            "b",
            What::Speech,
            "Ada Lovelace",
            "…let us have honest arithmetic, and then a road",
        ),
        hit("b", What::Point, "Adam Smith", "…is that honest"),
    ]
}

#[test]
fn what_is_typed_is_searched_for_and_shown_under_its_debate() {
    let mut library = library();
    press(&mut library, &[Char('/')]);
    assert_eq!(library.to_search(), None, "nothing was typed");
    letters(&mut library, "hon");
    assert_eq!(library.to_search().as_deref(), Some("hon"));
    assert_eq!(library.to_search(), None, "it is asked once");
    letters(&mut library, "est");
    // What was found for other words comes too late.
    library.to_search();
    library.found("hon", Ok(Vec::new()));
    assert_eq!(library.rows.len(), 4);
    library.found("honest", Ok(hits()));
    let shown = screen(&mut library, 80, 24);
    assert!(shown.contains("3 places"), "{shown}");
    assert!(
        shown.contains("Ada Lovelace: …let us have honest arithmetic"),
        "{shown}"
    );
    assert!(
        shown.contains("Adam Smith (point of information): "),
        "{shown}"
    );
    // Enter ends the typing, and enter on a sentence replays from there.
    assert_eq!(press(&mut library, &[Down, Enter]), None);
    let shown = screen(&mut library, 80, 24);
    assert!(shown.contains("replay from here"), "{shown}");
    let found = press(&mut library, &[Enter]);
    assert_eq!(
        found,
        Some(LibraryChoice::ReplayFrom(Box::new(hits().remove(1))))
    );
    // Back from the replay, the search is as it was left.
    library.refresh(debates());
    assert_eq!(library.to_search().as_deref(), Some("honest"));
    library.found("honest", Ok(hits()));
    assert_eq!(library.sentence(), Some(&hits()[1]));
    // And on the debate itself the keys do what they do elsewhere.
    assert_eq!(
        press(&mut library, &[Up, Enter]),
        Some(LibraryChoice::Replay(id("b")))
    );
    press(&mut library, &[Esc]);
    assert_eq!(library.rows.len(), 4);
}

#[test]
fn words_that_are_taken_back_list_everything_again() {
    let mut library = library();
    press(&mut library, &[Char('/')]);
    letters(&mut library, "x");
    library.to_search();
    library.found("x", Ok(Vec::new()));
    assert!(screen(&mut library, 80, 24).contains("Nobody has said that."));
    press(&mut library, &[Backspace]);
    library.to_search();
    assert_eq!(library.rows.len(), 4);
    letters(&mut library, "y");
    library.to_search();
    library.found("y", Err("the journal cannot be read".to_owned()));
    assert!(screen(&mut library, 80, 24).contains("the journal cannot be read"));
}

#[test]
fn the_words_that_were_found_are_seen_in_a_narrow_list() {
    let mut library = library();
    press(&mut library, &[Char('/')]);
    letters(&mut library, "honest");
    library.to_search();
    let mut late = hits().remove(1);
    let before = "word ".repeat(20);
    late.snippet = format!("{before}honest");
    late.marks = std::iter::once(before.len()..before.len() + 6).collect();
    library.found("honest", Ok(vec![late]));
    for width in [40, 60, 80, 120] {
        assert!(
            screen(&mut library, width, 12).contains("word honest"),
            "{width}"
        );
    }
}

#[test]
fn the_place_of_what_was_found_is_where_it_was_said() {
    use crate::debate::{event::Event, ids::TurnId};
    let records = crate::tests::fixture::DebateFixture::divided().log;
    let said = |record: &crate::debate::event::Record| {
        let Event::Said { turn, text } = &record.event else {
            return None;
        };
        (text.split_whitespace().count() > 3).then(|| (*turn, text.clone()))
    };
    let at = records.iter().position(|one| said(one).is_some()).unwrap();
    let (turn, text) = said(&records[at]).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    let snippet = format!("…{}", words[..3].join(" "));
    let from = snippet.len() - words[2].len();
    let TurnId(number) = turn;
    let hit = SearchHit {
        turn: Some(number),
        marks: std::iter::once(from..snippet.len()).collect(),
        snippet,
        ..hits().remove(1)
    };
    assert_eq!(seq_of(&records, &hit), Some(records[at].seq));
    let elsewhere = SearchHit {
        snippet: "nobody has said that".to_owned(),
        marks: Vec::new(),
        ..hit
    };
    assert_eq!(seq_of(&records, &elsewhere), None);
}

#[test]
fn marks_of_markdown_are_not_shown_in_what_was_found() {
    let mut library = library();
    press(&mut library, &[Char('/')]);
    letters(&mut library, "honest");
    library.to_search();
    let mut found = hits();
    found[1].snippet = "…## Figures **honest** _and_ `plain`".to_owned();
    let at = found[1].snippet.find("honest").unwrap();
    found[1].marks = std::iter::once(at..at + 6).collect();
    library.found("honest", Ok(found));
    let shown = screen(&mut library, 100, 24);
    assert!(shown.contains("…Figures honest and plain"), "{shown}");
}
