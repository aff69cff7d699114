//! What is done with debates from the library.

use super::*;

#[test]
fn enter_replays_resumes_or_watches() {
    let mut library = library();
    assert!(screen(&mut library, 80, 24).contains("enter resume"));
    assert_eq!(
        press(&mut library, &[Enter]),
        Some(LibraryChoice::Resume(id("d")))
    );
    press(&mut library, &[Down]);
    assert!(screen(&mut library, 80, 24).contains("enter replay"));
    assert_eq!(
        press(&mut library, &[Enter]),
        Some(LibraryChoice::Replay(id("b")))
    );
    let mut running = debates();
    running[0].summary.running = true;
    library.refresh(running);
    press(&mut library, &[Home]);
    assert!(screen(&mut library, 80, 24).contains("enter watch"));
    assert_eq!(
        press(&mut library, &[Enter]),
        Some(LibraryChoice::Watch(id("d")))
    );
    // Replayed it can be all the same.
    assert_eq!(
        press(&mut library, &[Char('p')]),
        Some(LibraryChoice::Replay(id("d")))
    );
}

#[test]
fn what_cannot_be_done_says_why() {
    let mut library = library();
    for key in ['r', 'c'] {
        assert_eq!(press(&mut library, &[Home, Char(key)]), None);
        assert!(screen(&mut library, 100, 24).contains("not over"), "{key}");
    }
    assert_eq!(press(&mut library, &[End, Char('b')]), None);
    assert!(screen(&mut library, 100, 24).contains("People held this debate"));
    assert_eq!(
        press(&mut library, &[Up, Char('b')]),
        Some(LibraryChoice::Branch(id("c")))
    );
    assert_eq!(
        press(&mut library, &[Char('r')]),
        None,
        "it costs what a debate costs"
    );
    assert_eq!(
        press(&mut library, &[Char('r')]),
        Some(LibraryChoice::Refine(id("c")))
    );
    assert_eq!(press(&mut library, &[Char('u')]), None);
    assert!(screen(&mut library, 100, 24).contains("Nothing was deleted here"));
    let mut empty = DebateLibrary::new(Vec::new());
    for key in ['d', 't', 'n', 'e', 'p', 'b', 'v', ' '] {
        assert_eq!(press(&mut empty, &[Char(key)]), None, "{key}");
    }
}

#[test]
fn several_are_deleted_together_and_brought_back_one_deletion_after_the_other() {
    let mut library = library();
    let deleted = press(&mut library, &[Char(' '), Char(' '), Char('d')]);
    assert_eq!(deleted, Some(LibraryChoice::Delete(vec![id("d"), id("b")])));
    assert_eq!(library.descendants(&id("b")), 1);
    library.deleted(vec![id("d"), id("b")], "Deleted 2 debates.");
    let mut rest = debates();
    rest.retain(|one| ![id("d"), id("b")].contains(&one.summary.debate));
    library.refresh(rest);
    assert!(screen(&mut library, 80, 24).contains("Deleted 2 debates."));
    assert_eq!(
        press(&mut library, &[Home, Char('d')]),
        Some(LibraryChoice::Delete(vec![id("c")]))
    );
    library.deleted(vec![id("c")], "Deleted 1 debate.");
    assert_eq!(
        press(&mut library, &[Char('u')]),
        Some(LibraryChoice::Restore(vec![id("c")]))
    );
    assert_eq!(
        press(&mut library, &[Char('u')]),
        Some(LibraryChoice::Restore(vec![id("d"), id("b")]))
    );
    assert_eq!(press(&mut library, &[Char('u')]), None);
    // Nothing is deleted of which a process has said no.
    library.deleted(Vec::new(), "running");
    assert_eq!(press(&mut library, &[Char('u')]), None);
    // Whoever comes back later has nothing to undo here.
    library.deleted(vec![id("c")], "Deleted 1 debate.");
    library.leave();
    assert_eq!(press(&mut library, &[Char('u')]), None);
}

#[test]
fn tags_are_edited_as_a_line_and_of_several_they_are_added() {
    let mut library = library();
    press(&mut library, &[Down, Char('t')]);
    assert!(screen(&mut library, 80, 24).contains("exam"));
    letters(&mut library, " Climate");
    let tag = |word: &str| Tag::of(word).unwrap();
    let change = TagChange {
        add: vec![tag("exam"), tag("climate")],
        remove: Vec::new(),
    };
    let done = press(&mut library, &[Enter]);
    assert_eq!(done, Some(LibraryChoice::Tag(vec![id("b")], change)));
    // What is taken out of the line goes.
    press(&mut library, &[Char('t')]);
    press(&mut library, &[Backspace; 4]);
    let gone = TagChange {
        add: Vec::new(),
        remove: vec![tag("exam")],
    };
    assert_eq!(
        press(&mut library, &[Enter]),
        Some(LibraryChoice::Tag(vec![id("b")], gone))
    );
    press(&mut library, &[Home, Char(' '), Char(' '), Char('t')]);
    letters(&mut library, "new -exam");
    let change = TagChange {
        add: vec![tag("new")],
        remove: vec![tag("exam")],
    };
    let both = vec![id("d"), id("b")];
    assert_eq!(
        press(&mut library, &[Enter]),
        Some(LibraryChoice::Tag(both, change))
    );
    // A word that is none is refused where it stands.
    press(&mut library, &[Home, Char('t')]);
    letters(&mut library, "##");
    assert_eq!(press(&mut library, &[Enter]), None);
    assert!(screen(&mut library, 80, 24).contains("at least one letter"));
    press(&mut library, &[Esc]);
}

#[test]
fn a_note_is_written_changed_and_taken_away() {
    let mut library = library();
    press(&mut library, &[Char('n')]);
    letters(&mut library, "see again");
    let note = LibraryChoice::Note(id("d"), Some("see again".to_owned()));
    assert_eq!(press(&mut library, &[Enter]), Some(note));
    press(&mut library, &[Down, Char('n')]);
    assert!(screen(&mut library, 80, 24).contains("Good on rebuttals."));
    library.on_key(KeyEvent::new(Char('u'), KeyModifiers::CONTROL));
    assert_eq!(
        press(&mut library, &[Enter]),
        Some(LibraryChoice::Note(id("b"), None))
    );
}

#[test]
fn a_second_debate_is_chosen_to_compare_with() {
    let mut library = library();
    assert_eq!(press(&mut library, &[Down, Char('c')]), None);
    let shown = screen(&mut library, 100, 24);
    assert!(
        shown.contains("to be compared?") && shown.contains("compare with this one"),
        "{shown}"
    );
    assert_eq!(press(&mut library, &[Enter]), None, "the same one");
    assert_eq!(
        press(&mut library, &[Down, Enter]),
        Some(LibraryChoice::Compare(id("b"), id("c")))
    );
    // Two that are marked are compared at once.
    press(&mut library, &[Home, Down, Char(' '), Char(' ')]);
    assert_eq!(
        press(&mut library, &[Char('c')]),
        Some(LibraryChoice::Compare(id("c"), id("b")))
    );
    library.show_page("Comparison", "one line\n\nanother");
    assert!(screen(&mut library, 100, 24).contains("another"));
    press(&mut library, &[Esc]);
    assert!(!screen(&mut library, 100, 24).contains("another"));
}

#[test]
fn what_is_marked_is_written_in_the_form_that_is_chosen() {
    let mut library = library();
    press(&mut library, &[Char('a'), Char('e')]);
    let shown = screen(&mut library, 80, 24);
    assert!(
        shown.contains("Write as") && shown.contains("markdown"),
        "{shown}"
    );
    let written = press(&mut library, &[Down, Down, Down, Enter]);
    let all = vec![id("d"), id("c"), id("b"), id("a")];
    assert_eq!(written, Some(LibraryChoice::Export(all, Form::Json)));
    press(&mut library, &[Char('a')]);
    assert!(library.marked.is_empty());
}

#[test]
fn what_was_typed_and_left_is_there_again() {
    let mut library = library();
    press(&mut library, &[Char('n')]);
    letters(&mut library, "see again");
    assert_eq!(press(&mut library, &[Esc]), None);
    let told = screen(&mut library, 100, 24);
    assert!(told.contains("what you typed is kept: n goes on"), "{told}");
    // The note of another debate is another one.
    press(&mut library, &[Down, Char('n')]);
    assert!(!screen(&mut library, 100, 24).contains("see again"));
    press(&mut library, &[Esc]);
    assert!(!screen(&mut library, 100, 24).contains("is kept"));
    press(&mut library, &[Home, Char('n')]);
    assert!(screen(&mut library, 100, 24).contains("see again"));
    let note = LibraryChoice::Note(id("d"), Some("see again".to_owned()));
    assert_eq!(press(&mut library, &[Enter]), Some(note));
    // Once it was taken, nothing of it comes back.
    press(&mut library, &[Char('n')]);
    assert!(!screen(&mut library, 100, 24).contains("see again"));
}
