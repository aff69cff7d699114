//! Texts and files that are handed in.

use super::*;

#[test]
fn evidence_is_handed_in_with_its_source() {
    let mut overlay = evidence(None);
    assert_eq!(overlay.on_key(control('s')), OverlayOutcome::Stay);
    assert!(screen(&mut *overlay, 80, 24).contains("neither a text nor a file"));
    type_in(&mut *overlay, "one");
    overlay.on_key(key(KeyCode::Enter));
    type_in(&mut *overlay, "two");
    overlay.on_key(key(KeyCode::Tab));
    type_in(&mut *overlay, "a book");
    let done = OverlayOutcome::Send(Command::Evidence {
        text: "one\ntwo".to_owned(),
        source: "a book".to_owned(),
        places: Vec::new(),
    });
    assert_eq!(overlay.on_key(key(KeyCode::Enter)), done);
    assert_eq!(overlay.on_key(control('s')), done);
}

#[test]
fn a_file_is_handed_in_instead_of_a_text() {
    let mut overlay = evidence(None);
    overlay.on_key(control('o'));
    type_in(&mut *overlay, "wa");
    let asked = OverlayOutcome::Do(ScreenEffect::Complete("wa".to_owned()));
    assert_eq!(overlay.on_key(key(KeyCode::Tab)), asked);
    let completion = |path: &str, fitting: &[&str]| PathCompletion {
        path: path.to_owned(),
        fitting: fitting.iter().map(|name| (*name).to_owned()).collect(),
    };
    overlay.completed(completion("wards", &["wards-north.md", "wards-south.md"]));
    shown("evidence_file", &mut *overlay);
    overlay.completed(completion("wards-north.md", &["wards-north.md"]));
    overlay.completed(completion("words.md", &["words.md"]));
    let expected = OverlayOutcome::Do(ScreenEffect::Read {
        path: "wards-north.md".to_owned(),
        source: String::new(),
    });
    assert_eq!(overlay.on_key(key(KeyCode::Enter)), expected);
    assert_eq!(overlay.draft().unwrap().file, "wards-north.md");
    overlay.completed(completion("", &[]));
    assert!(screen(&mut *overlay, 80, 24).contains("begins like that"));

    // A text beside it would be lost.
    overlay.on_key(key(KeyCode::Up));
    overlay.on_key(key(KeyCode::Up));
    type_in(&mut *overlay, "and a text");
    assert_eq!(overlay.on_key(control('s')), OverlayOutcome::Stay);
    assert!(screen(&mut *overlay, 80, 24).contains("There is a text and a file"));

    // What is dropped on the terminal is a file, where no text stands yet.
    let mut overlay = evidence(None);
    overlay.on_paste("'/tmp/the report.pdf'");
    assert_eq!(overlay.draft().unwrap().file, "/tmp/the report.pdf");
}

#[test]
fn the_editor_of_the_shell_gets_the_text_and_gives_it_back() {
    let mut overlay = evidence(None);
    let long = "word ".repeat(5000);
    overlay.on_paste(&long);
    let OverlayOutcome::Do(ScreenEffect::Edit(text)) = overlay.on_key(control('e')) else {
        panic!("ctrl-e asks for the editor");
    };
    assert_eq!(text, long);
    overlay.set_text("short\x1b[31m now\n");
    assert_eq!(overlay.draft().unwrap().text, "short now");
}

#[test]
fn a_text_that_has_room_again_is_seen_from_its_first_line() {
    let mut overlay = evidence(None);
    for line in ["first", "second", "third", "fourth", "fifth", "last"] {
        type_in(&mut *overlay, line);
        overlay.on_key(key(KeyCode::Enter));
    }
    assert!(screen(&mut *overlay, 80, 24).contains("first"));
    assert!(!screen(&mut *overlay, 40, 13).contains("first"));
    let grown = screen(&mut *overlay, 80, 24);
    assert!(grown.contains("first") && grown.contains("last"), "{grown}");
    // The cursor is where it was.
    type_in(&mut *overlay, "more");
    let text = overlay.draft().unwrap().text;
    assert!(text.ends_with("last\nmore"), "{text}");
}

#[test]
fn what_the_fields_are_for_is_read_whole_on_small_screens() {
    for width in [40, 60, 80] {
        let told = screen(&mut *evidence(None), width, 18);
        assert!(
            told.contains("a text, HTML, PDF, EPUB or SRT file"),
            "{told}"
        );
        assert!(
            told.contains("where it comes from (may be empty)"),
            "{told}"
        );
    }
}
