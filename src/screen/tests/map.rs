//! The argument map over the chamber: what it shows, and what keys and clicks do to it.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::*;
use crate::debate::state::TranscriptEntry;

/// An exhibition in its third speech, of which the clerk has read the first two.
fn exhibition() -> DebateFixture {
    let mut debate = DebateFixture::speaking();
    let name = debate.state.name(&Seat::named("prop.1"));
    let claims = |all: &[(&str, Option<&String>)]| -> Vec<(String, Option<String>)> {
        let all = all.iter();
        all.map(|(claim, whom)| ((*claim).to_owned(), whom.cloned()))
            .collect()
    };
    let first = claims(&[
        ("A prohibition is no reason, whatever habit is", None),
        ("The baker's van shows what a street is for", None),
        ("Whoever walks is never asked", None),
    ]);
    debate.takes_down(TurnId(1), &first);
    let second = claims(&[
        (
            "A baker's van that nobody may drive bakes no bread",
            Some(&name),
        ),
        ("A road is a promise of the state", None),
    ]);
    debate.takes_down(TurnId(2), &second);
    debate
}

fn code(ui: &mut Ui, debate: &DebateFixture, code: KeyCode) -> Vec<ScreenEffect> {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    update(ui, &debate.state, Msg::Key(key))
}

/// The map, opened and drawn once.
fn opened(debate: &DebateFixture, (width, height): (u16, u16)) -> (Ui, String) {
    let mut ui = ui();
    draw(&mut ui, debate, width, height);
    press(&mut ui, debate, 'M');
    let screen = draw(&mut ui, debate, width, height);
    (ui, screen)
}

/// The row of the screen in which these words stand.
fn row(screen: &str, words: &str) -> usize {
    let found = screen.lines().position(|line| line.contains(words));
    found.unwrap_or_else(|| panic!("{words}: {screen}"))
}

const THREE: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 20)];

#[test]
fn the_map_of_each_family_of_formats_at_every_size() {
    let mut table = DebateFixture::table(3);
    let other = table.state.name(&Seat::named("seat.1"));
    let claim = |text: &str, whom: Option<&str>| (text.to_owned(), whom.map(str::to_owned));
    table.takes_down(
        TurnId(0),
        &[claim("A street is a room of those who live in it", None)],
    );
    let answer = claim(
        "A room of a street needs a shop, or nobody lives in it",
        Some(&other),
    );
    table.takes_down(TurnId(1), &[answer]);
    for (family, debate) in [
        ("judged", DebateFixture::judged(1)),
        ("exhibition", exhibition()),
        ("table", table),
        ("clearside", DebateFixture::synthesised()),
    ] {
        for (width, height) in THREE {
            let (_, screen) = opened(&debate, (width, height));
            insta::assert_snapshot!(format!("map_{family}_{width}x{height}"), screen);
        }
    }
}

#[test]
fn a_format_without_anything_on_its_map_says_why() {
    for (debate, told) in [
        (
            DebateFixture::speaking(),
            "the clerk takes down what each speech argues",
        ),
        (
            DebateFixture::at_once(),
            "the clerk takes down what each speech argues",
        ),
        (
            DebateFixture::british(),
            "the clerk takes down what each speech argues",
        ),
    ] {
        // A point of information is on the map in any case.
        let has_points = !debate.state.points.is_empty();
        let (mut ui, screen) = opened(&debate, (120, 40));
        assert!(screen.contains(told) || has_points, "{screen}");
        for key in [
            "?", "e", "a", "f", "s", "-", "+", "g", "G", " ", "J", "j", "l", "h",
        ] {
            press(&mut ui, &debate, key.chars().next().unwrap());
            draw(&mut ui, &debate, 120, 40);
        }
    }
    let mut closed = DebateFixture::at_once();
    closed.add(Event::Closed {
        reason: crate::debate::event::CloseReason::Completed,
    });
    let (_, screen) = opened(&closed, (80, 24));
    assert!(
        screen.contains("Nothing that was argued was taken down."),
        "{screen}"
    );
}

#[test]
fn enter_goes_to_the_sentence_and_marks_it() {
    let debate = exhibition();
    for (width, height) in [(120, 40), (80, 24), (45, 14)] {
        let (mut ui, _) = opened(&debate, (width, height));
        press(&mut ui, &debate, 'j');
        assert_eq!(code(&mut ui, &debate, KeyCode::Enter), []);
        assert!(ui.overlay.is_none());
        let screen = draw(&mut ui, &debate, width, height);
        let search = ui.transcript.search.clone().unwrap();
        assert!(
            search.query.starts_with("Consider the baker's van"),
            "{search:?}"
        );
        assert!(
            matches!(ui.transcript.scroll, Scroll::At(_)),
            "it stays there"
        );
        let places = search.places(&ui.transcript.cache);
        let found = places[search.current.unwrap()];
        let entry = debate.state.entries[found.entry];
        assert_eq!(entry, TranscriptEntry::Turn(TurnId(1)), "{screen}");
        assert!(screen.contains("Consider the"), "{screen}");
        // The map is as it was.
        press(&mut ui, &debate, 'M');
        assert!(draw(&mut ui, &debate, 80, 24).contains("shows what a street is for"));
    }
}

#[test]
fn evidence_and_a_question_begin_with_the_node_and_lead_back_to_the_map() {
    let debate = exhibition();
    let (mut ui, _) = opened(&debate, (120, 40));
    press(&mut ui, &debate, 'e');
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("Evidence") && screen.contains("Against what"),
        "{screen}"
    );
    assert!(screen.contains("“A prohibition is no reason"), "{screen}");
    code(&mut ui, &debate, KeyCode::Esc);
    assert!(draw(&mut ui, &debate, 120, 40).contains("Argument map"));
    // Nobody has added to it, so that the next quotation takes its place.
    press(&mut ui, &debate, 'j');
    press(&mut ui, &debate, 'e');
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(screen.contains("“The baker's van shows"), "{screen}");
    assert!(!screen.contains("“A prohibition is no reason"), "{screen}");
    code(&mut ui, &debate, KeyCode::Esc);

    press(&mut ui, &debate, 'a');
    for letter in "Whose?".chars() {
        press(&mut ui, &debate, letter);
    }
    let effects = code(&mut ui, &debate, KeyCode::Enter);
    let Some(ScreenEffect::Send(Order { id, command })) = effects.into_iter().next() else {
        panic!("the question is sent");
    };
    let Command::Ask { seat, text, .. } = command else {
        panic!("it is a question");
    };
    assert_eq!(seat, Seat::named("prop.1"));
    assert_eq!(
        text,
        "You said: “The baker's van shows what a street is for” Whose?"
    );
    update(&mut ui, &debate.state, Msg::Sent(id));
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(screen.contains("Argument map"), "{screen}");
}

#[test]
fn nothing_is_asked_of_a_debate_that_is_over() {
    let debate = DebateFixture::judged(1);
    let (mut ui, _) = opened(&debate, (80, 24));
    let mut over = debate;
    over.add(Event::Closed {
        reason: crate::debate::event::CloseReason::Completed,
    });
    press(&mut ui, &over, 'e');
    let screen = draw(&mut ui, &over, 80, 24);
    assert!(screen.contains("the debate is over"), "{screen}");
    assert!(screen.contains("Argument map"), "{screen}");
}

#[test]
fn what_is_marked_stays_where_it_is_while_the_map_grows() {
    let mut debate = DebateFixture::argued(30);
    let (mut ui, _) = opened(&debate, (80, 24));
    for _ in 0..5 {
        code(&mut ui, &debate, KeyCode::PageDown);
        draw(&mut ui, &debate, 80, 24);
    }
    // The box below tells which node is marked.
    let marked = |screen: &str| {
        let mut frames = screen.lines().filter(|line| line.contains('╭'));
        frames.next_back().unwrap_or_default().to_owned()
    };
    let before = draw(&mut ui, &debate, 80, 24);
    let shown: Vec<&str> = before.lines().skip(3).take(8).collect();
    // The first speech has another claim now, above everything that is shown.
    let text = "Nobody has counted the midwives of the town".to_owned();
    debate.takes_down(TurnId(1), &[(text, None)]);
    let after = draw(&mut ui, &debate, 80, 24);
    let now: Vec<&str> = after.lines().skip(3).take(8).collect();
    let words = |rows: &[&str]| -> Vec<String> {
        rows.iter()
            .map(|row| row.chars().take(60).collect())
            .collect()
    };
    assert_eq!(words(&shown)[..4], words(&now)[..4], "{before}{after}");
    assert_eq!(marked(&before), marked(&after));
    for (width, height) in [(120, 40), (60, 20), (80, 24)] {
        let screen = draw(&mut ui, &debate, width, height);
        assert!(screen.contains("Argument map"), "{screen}");
    }
    assert_eq!(marked(&draw(&mut ui, &debate, 80, 24)), marked(&after));
}

#[test]
fn filters_and_folds_leave_out_what_is_not_looked_for() {
    let debate = DebateFixture::judged(1);
    let (mut ui, all) = opened(&debate, (80, 24));
    for id in ["PRO-1", "PRO-2", "CON-1", "CON-2"] {
        row(&all, id);
    }
    press(&mut ui, &debate, 'f');
    let standing = draw(&mut ui, &debate, 80, 24);
    assert!(standing.contains("standing"), "{standing}");
    assert!(
        standing.contains("PRO-1: ") && !standing.contains("CON-1: "),
        "{standing}"
    );
    press(&mut ui, &debate, 'f');
    press(&mut ui, &debate, 'f');
    let conceded = draw(&mut ui, &debate, 80, 24);
    assert!(
        conceded.contains("PRO-2: ") && !conceded.contains("PRO-1: "),
        "{conceded}"
    );
    press(&mut ui, &debate, 'f');
    press(&mut ui, &debate, '-');
    let folded = draw(&mut ui, &debate, 80, 24);
    assert!(
        folded.contains("▸ PRO-1") && folded.contains('+'),
        "{folded}"
    );
    assert!(!folded.contains("├ "), "{folded}");
    press(&mut ui, &debate, '+');
    press(&mut ui, &debate, 'g');
    press(&mut ui, &debate, 'h');
    let one = draw(&mut ui, &debate, 80, 24);
    assert!(one.contains("▸ PRO-1") && one.contains("▾ PRO-2"), "{one}");
    press(&mut ui, &debate, 'l');
    assert!(draw(&mut ui, &debate, 80, 24).contains("▾ PRO-1"));
    press(&mut ui, &debate, 's');
    let by_one = draw(&mut ui, &debate, 80, 24);
    assert!(by_one.contains(" · Mary Wollstonecraft"), "{by_one}");
}

#[test]
fn a_click_marks_a_node_and_a_second_one_goes_to_its_words() {
    let debate = DebateFixture::judged(1);
    for size in [(80, 24), (120, 40)] {
        let (mut ui, screen) = opened(&debate, size);
        let y = row(&screen, "CON-2: ");
        let line = screen.lines().nth(y).unwrap();
        let before = line.split("CON-2: ").next().unwrap_or_default();
        // Before the line stands a quotation mark of the drawing.
        let x = before.chars().count();
        let click = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: x as u16,
            row: y as u16,
            modifiers: KeyModifiers::NONE,
        };
        update(&mut ui, &debate.state, Msg::Mouse(click));
        let screen = draw(&mut ui, &debate, size.0, size.1);
        assert!(screen.contains("CON-2 Deliveries at night"), "{screen}");
        update(&mut ui, &debate.state, Msg::Mouse(click));
        assert!(ui.overlay.is_none());
    }
}

#[test]
fn no_size_is_too_strange_for_the_map() {
    let debate = DebateFixture::judged(1);
    let (mut ui, _) = opened(&debate, (80, 24));
    for (width, height) in [
        (1, 1),
        (40, 12),
        (41, 13),
        (119, 36),
        (116, 15),
        (300, 90),
        (118, 12),
    ] {
        draw(&mut ui, &debate, width, height);
        press(&mut ui, &debate, '?');
        draw(&mut ui, &debate, width, height);
        press(&mut ui, &debate, '?');
        press(&mut ui, &debate, 'G');
        draw(&mut ui, &debate, width, height);
    }
}
