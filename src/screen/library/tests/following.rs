//! The library while others change the journal.

use super::*;

fn many(names: std::ops::Range<u32>) -> Vec<LibraryDebate> {
    let one = |number: u32| {
        let mut one = debate(
            &number.to_string(),
            &format!("is number {number}"),
            Some("A wins"),
        );
        one.summary.opened_ms = i64::from(number);
        one
    };
    names.rev().map(one).collect()
}

/// The rows that are seen, without their frame.
fn seen(library: &mut DebateLibrary) -> Vec<String> {
    let shown = screen(library, 80, 16);
    let rows = shown.lines().filter(|row| row.contains("number"));
    rows.map(str::to_owned).collect()
}

#[test]
fn the_choice_and_the_scroll_stay_where_others_begin_and_delete_debates() {
    let mut library = DebateLibrary::new(many(0..40));
    screen(&mut library, 80, 16);
    press(&mut library, &[KeyCode::PageDown, KeyCode::PageDown, Up]);
    let before = seen(&mut library);
    let chosen = library.chosen().unwrap().summary.debate.clone();
    assert!(library.lists(&many(0..40)));
    assert!(!library.lists(&many(0..43)));
    library.refresh(many(0..43));
    assert_eq!(library.chosen().unwrap().summary.debate, chosen);
    assert_eq!(seen(&mut library), before, "nothing moves");
    // Where the newest are seen, so are those that come.
    let mut library = DebateLibrary::new(many(0..40));
    screen(&mut library, 80, 16);
    press(&mut library, &[Down]);
    library.refresh(many(0..41));
    assert_eq!(library.chosen().unwrap().summary.debate, id("38"));
    assert!(screen(&mut library, 80, 16).contains("number 40"));
    // The chosen one is deleted by somebody else.
    let mut rest = many(0..41);
    rest.retain(|one| one.summary.debate != id("38"));
    library.refresh(rest);
    assert_eq!(library.chosen().unwrap().summary.debate, id("37"));
}

#[test]
fn what_is_brought_back_is_chosen() {
    let mut library = DebateLibrary::new(many(0..5));
    press(&mut library, &[Down, Down, Char('d')]);
    library.deleted(vec![id("2")], "Deleted 1 debate.");
    let mut rest = many(0..5);
    rest.retain(|one| one.summary.debate != id("2"));
    library.refresh(rest);
    press(&mut library, &[End]);
    assert_eq!(
        press(&mut library, &[Char('u')]),
        Some(LibraryChoice::Restore(vec![id("2")]))
    );
    library.brought_back(&[id("2")], "1 debate is back.");
    library.refresh(many(0..5));
    assert_eq!(library.chosen().unwrap().summary.debate, id("2"));
    assert!(screen(&mut library, 80, 16).contains("1 debate is back."));
    // That was for once.
    press(&mut library, &[Home]);
    library.refresh(many(0..6));
    assert_eq!(library.chosen().unwrap().summary.debate, id("4"));
}

#[test]
fn a_preview_is_read_again_where_its_debate_has_changed_and_stands_meanwhile() {
    let mut library = library();
    press(&mut library, &[Down]);
    screen(&mut library, 120, 40);
    library.previewed(id("b"), preview());
    library.refresh(debates());
    screen(&mut library, 120, 40);
    assert_eq!(library.to_preview(), None, "nothing has changed");
    let mut changed = debates();
    changed[2].summary.turns = 9;
    library.refresh(changed);
    assert!(screen(&mut library, 120, 40).contains("Decisive moments"));
    assert_eq!(library.to_preview(), Some(&id("b")));
    library.previewed(id("b"), DebatePreview::default());
    assert_eq!(library.to_preview(), None);
}

#[test]
fn what_is_done_is_done_to_the_debate_that_was_chosen_and_not_to_its_neighbour() {
    let mut library = library();
    press(&mut library, &[Down, Char('e')]);
    let mut rest = debates();
    rest.retain(|one| one.summary.debate != id("b"));
    library.refresh(rest.clone());
    let chosen = press(&mut library, &[Enter]);
    assert!(matches!(&chosen, Some(LibraryChoice::Export(which, _)) if *which == [id("b")]));
    // A second debate is chosen to one that is gone.
    library.refresh(debates());
    press(&mut library, &[Home, Down, Char('c')]);
    library.refresh(rest);
    assert!(screen(&mut library, 100, 24).contains("to be compared is gone"));
}

#[test]
fn a_search_goes_on_where_something_was_said_since() {
    let mut library = library();
    press(&mut library, &[Char('/')]);
    letters(&mut library, "honest");
    library.to_search();
    library.found("honest", Ok(searching::hits()));
    press(&mut library, &[Down, Down]);
    let at = library.at;
    library.refresh(debates());
    assert_eq!(library.to_search().as_deref(), Some("honest"));
    library.found("honest", Ok(searching::hits()));
    assert_eq!(library.at, at, "the same place is chosen");
}
