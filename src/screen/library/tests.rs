//! The library, held to what it shows and yields.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend};

use super::*;
use crate::{
    journal::{Tag, What, fixture},
    style::{ColorSupport, Styles},
};

use KeyCode::{Backspace, Char, Down, End, Enter, Esc, Home, Up};

mod actions;
mod following;
mod searching;

fn id(id: &str) -> DebateId {
    DebateId(format!("01932f00-0000-7000-8000-{id:0>12}"))
}

fn debate(name: &str, motion: &str, result: Option<&str>) -> LibraryDebate {
    let summary = DebateSummary {
        debate: id(name),
        motion: format!("This House {motion}"),
        result: result.map(str::to_owned),
        ..fixture::summary(name)
    };
    LibraryDebate {
        when: "2026-11-26 18:52".to_owned(),
        outcome: result.unwrap_or("unfinished").to_owned(),
        length: "12:30".to_owned(),
        comes_from: String::new(),
        summary,
    }
}

/// Four debates, the newest first: one that is not over, a branch of the third, the third, which is tagged and has a note,
/// and one that people held.
fn debates() -> Vec<LibraryDebate> {
    let mut open = debate("d", "Prefers tea to coffee", None);
    open.summary.status = CompletionStatus::Unfinished;
    open.summary.opened_ms = 4_000;
    let mut branch = debate(
        "c",
        "Would ban private cars",
        Some("Proposition, 7 to 6, narrow"),
    );
    branch.summary.opened_ms = 3_000;
    branch.summary.branch_of = Some(id("b"));
    branch.comes_from = "branch in the turn of Ada Lovelace: other words".to_owned();
    let mut parent = debate(
        "b",
        "Would ban private cars",
        Some("Opposition, 9 to 4, clear"),
    );
    parent.summary.opened_ms = 2_000;
    parent.summary.cost = Some(0.21);
    parent.summary.tags = vec!["exam".to_owned()];
    parent.summary.note = Some("Good on rebuttals.".to_owned());
    let mut real = debate("a", "Believes in bridges", None);
    real.summary.real = true;
    real.outcome = "held by people".to_owned();
    vec![open, branch, parent, real]
}

fn library() -> DebateLibrary {
    DebateLibrary::new(debates())
}

fn press(library: &mut DebateLibrary, keys: &[KeyCode]) -> Option<LibraryChoice> {
    let mut last = None;
    for code in keys {
        last = library.on_key(KeyEvent::from(*code));
    }
    last
}

fn letters(library: &mut DebateLibrary, text: &str) {
    for letter in text.chars() {
        library.on_key(KeyEvent::from(Char(letter)));
    }
}

fn screen(library: &mut DebateLibrary, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let styles = Styles::plain(ColorSupport::None);
    terminal
        .draw(|frame| library.render(frame.area(), frame.buffer_mut(), &styles))
        .unwrap();
    terminal.backend().to_string()
}

fn preview() -> DebatePreview {
    DebatePreview::of(&crate::tests::fixture::DebateFixture::divided().state)
}

#[test]
fn a_branch_of_a_debate_that_is_not_over_does_not_say_how_that_ended() {
    let all = debates();
    let [open, branch, parent, _] = all.as_slice() else {
        panic!("four debates");
    };
    let styles = Styles::plain(ColorSupport::None);
    let mut early = branch.clone();
    early.outcome.clone_from(&open.outcome);
    early.summary.status = CompletionStatus::Unfinished;
    for (one, of, told) in [
        (&early, open, ", which is not over"),
        (branch, open, ", which is not over"),
        (branch, parent, ", which ended: Opposition, 9 to 4, clear"),
        (branch, branch, ", which ended the same"),
    ] {
        let lines = preview::lines(one, None, (Some(of), &[]), 200, &styles);
        let said: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert!(
            said.iter().any(|line| line.ends_with(told)),
            "{told}: {said:?}"
        );
    }
}

#[test]
fn the_library_is_sound_in_every_look_at_every_size() {
    let mut library = library();
    for keys in ["", "t", "n", "e", "?", "d"] {
        letters(&mut library, keys);
        crate::tests::looks::sound(&format!("library {keys}"), &mut |area, buffer, styles| {
            library.render(area, buffer, styles);
        });
        press(&mut library, &[KeyCode::Esc]);
    }
}

#[test]
fn the_library_has_its_look_on_every_size() {
    for (width, height) in [(80, 24), (120, 40), (40, 12)] {
        let mut library = library();
        press(&mut library, &[Down]);
        screen(&mut library, width, height);
        if let Some(wanted) = library.to_preview().cloned() {
            library.previewed(wanted, preview());
        }
        insta::assert_snapshot!(
            format!("library_{width}x{height}"),
            screen(&mut library, width, height)
        );
        press(&mut library, &[Char('/')]);
        letters(&mut library, "honest");
        library.to_search();
        library.found("honest", Ok(searching::hits()));
        insta::assert_snapshot!(
            format!("search_{width}x{height}"),
            screen(&mut library, width, height)
        );
    }
}

#[test]
fn nothing_breaks_on_any_size_and_whatever_lies_over_the_list() {
    for keys in [
        &[][..],
        &[Char('t')],
        &[Char('n')],
        &[Char('e')],
        &[Char('f')],
        &[Char('?')],
        &[Char('v')],
    ] {
        for (width, height) in [(1, 1), (7, 3), (20, 6), (99, 19), (100, 20), (240, 60)] {
            let mut library = library();
            screen(&mut library, width, height);
            press(&mut library, keys);
            screen(&mut library, width, height);
        }
    }
    let empty = screen(&mut DebateLibrary::new(Vec::new()), 80, 24);
    assert!(empty.contains("There are no debates yet."), "{empty}");
}

#[test]
fn a_branch_stands_under_its_parent_and_is_told_apart() {
    let shown = screen(&mut library(), 120, 40);
    let place = |text: &str| {
        shown
            .find(text)
            .unwrap_or_else(|| panic!("{text}: {shown}"))
    };
    assert!(
        place("Opposition, 9 to 4") < place("└ Other words, in the turn"),
        "{shown}"
    );
    let mut library = library();
    press(&mut library, &[Down]);
    let shown = screen(&mut library, 120, 40);
    assert!(shown.contains("Branches"), "{shown}");
    // The preview wraps.
    let words = |shown: &str| -> String {
        let words = shown
            .split_whitespace()
            .filter(|word| !word.contains(['│', '"']));
        words.collect::<Vec<_>>().join(" ")
    };
    assert!(
        words(&shown).contains("Proposition, 7 to 6, narrow (0000000c)"),
        "{shown}"
    );
    press(&mut library, &[Down]);
    let shown = screen(&mut library, 160, 40);
    assert!(shown.contains("ended: Opposition, 9 to 4"), "{shown}");
}

#[test]
fn the_list_is_sorted_by_each_column_both_ways_and_the_choice_stays() {
    let mut library = library();
    press(&mut library, &[Down]);
    let chosen = |library: &DebateLibrary| library.chosen().unwrap().summary.debate.clone();
    let order = |library: &DebateLibrary| -> Vec<String> {
        let rows = library.rows.iter();
        rows.map(|row| library.debates[row.debate()].summary.debate.0[35..].to_owned())
            .collect()
    };
    assert_eq!(order(&library), ["d", "b", "c", "a"]);
    assert_eq!(chosen(&library), id("b"));
    // By motion: "Believes", "Prefers", "Would".
    press(&mut library, &[Char('s')]);
    assert_eq!(order(&library), ["a", "d", "b", "c"]);
    assert_eq!(chosen(&library), id("b"));
    press(&mut library, &[Char('S')]);
    assert_eq!(order(&library), ["b", "c", "d", "a"]);
    // By cost the dearest stands first, and what has no price last.
    press(
        &mut library,
        &[Char('s'), Char('s'), Char('s'), Char('s'), Char('s')],
    );
    assert_eq!(order(&library)[0], "b");
    assert!(screen(&mut library, 200, 30).contains("cost ▼"));
}

#[test]
fn a_preview_is_wanted_once_and_only_where_it_is_seen() {
    let mut library = library();
    screen(&mut library, 40, 12);
    assert_eq!(library.to_preview(), None);
    screen(&mut library, 120, 40);
    assert_eq!(library.to_preview(), Some(&id("d")));
    library.previewed(id("d"), preview());
    assert_eq!(library.to_preview(), None);
    let shown = screen(&mut library, 120, 40);
    assert!(shown.contains("Decisive moments"), "{shown}");
    assert!(shown.contains("The point about the purse"), "{shown}");
    assert!(shown.contains("Who moved"), "{shown}");
    // On a small screen it has a page of its own.
    press(&mut library, &[Char('v')]);
    let shown = screen(&mut library, 40, 12);
    assert!(
        shown.contains("Preview") && !shown.contains(" Debates "),
        "{shown}"
    );
    assert_eq!(press(&mut library, &[Esc]), None);
    assert!(screen(&mut library, 40, 12).contains(" Debates "));
}

#[test]
fn a_tag_filters_and_goes_with_the_last_debate_that_has_it() {
    let mut library = library();
    press(&mut library, &[Char('f')]);
    let shown = screen(&mut library, 80, 24);
    assert!(
        shown.contains("all debates") && shown.contains("exam"),
        "{shown}"
    );
    press(&mut library, &[Down, Enter]);
    assert_eq!(library.rows.len(), 1);
    assert!(screen(&mut library, 80, 24).contains("only #exam"));
    library.refresh(debates());
    assert_eq!(library.rows.len(), 1);
    let mut untagged = debates();
    untagged[2].summary.tags.clear();
    library.refresh(untagged);
    assert_eq!(library.rows.len(), 4);
}

#[test]
fn the_way_out_gives_up_one_thing_after_the_other() {
    let mut library = library();
    press(
        &mut library,
        &[Char('f'), Down, Enter, Char(' '), Char('/')],
    );
    assert_eq!(press(&mut library, &[Esc]), None, "the search");
    assert_eq!(press(&mut library, &[Esc]), None, "the marks");
    assert!(library.marked.is_empty());
    assert_eq!(press(&mut library, &[Esc]), None, "the filter");
    assert_eq!(library.rows.len(), 4);
    assert_eq!(press(&mut library, &[Esc]), Some(LibraryChoice::Back));
    let quit = library.on_key(KeyEvent::new(Char('c'), KeyModifiers::CONTROL));
    assert_eq!(quit, Some(LibraryChoice::Quit));
}
