//! The question on screens of several sizes, and its keys.

use super::*;
use crate::{catalog::Catalog, style::ColorSupport};
use ratatui::{Terminal, backend::TestBackend};

fn offers() -> Vec<Offer> {
    let offer = |name: &str, size: &str, about: &str| Offer {
        name: name.to_owned(),
        size: size.to_owned(),
        plan: vec![
            about.to_owned(),
            "whose:   Somebody".to_owned(),
            "licence: Apache-2.0".to_owned(),
            "to:      the folder of models".to_owned(),
        ],
    };
    vec![
        offer(
            "able",
            "1.1 GB",
            "It keeps to the form and at times argues the wrong side of a motion.",
        ),
        offer("tiny", "98 MB", "For a first look; it talks nonsense."),
    ]
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::from(code)
}

fn shown(name: &str, welcome: &mut Welcome) {
    let _ = Catalog::load(None);
    let styles = Styles::plain(ColorSupport::None);
    for (width, height) in [(120, 40), (80, 24), (40, 12), (10, 3), (1, 1)] {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| welcome.render(frame.area(), frame.buffer_mut(), &styles))
            .unwrap();
        if width >= 40 {
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), terminal.backend());
        }
    }
}

#[test]
fn the_question_fits_every_screen() {
    let mut welcome = Welcome::new(offers(), AfterFetch::Begin);
    shown("question", &mut welcome);
    welcome.failed(Some("the disk is full".to_owned()));
    shown("failed", &mut welcome);
    assert_eq!(welcome.on_key(key(KeyCode::Char('3'))), None);
    shown("server", &mut welcome);
}

#[test]
fn everything_can_be_reached_however_small_the_screen() {
    let styles = Styles::plain(ColorSupport::None);
    let drawn = |welcome: &mut Welcome, width, height| {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| welcome.render(frame.area(), frame.buffer_mut(), &styles))
            .unwrap();
        terminal.backend().to_string()
    };
    let why = "The model could not be fetched. ".repeat(30) + "That was the end.";
    for (width, height) in [(60, 20), (40, 12)] {
        let mut welcome = Welcome::new(offers(), AfterFetch::Begin);
        welcome.failed(Some(why.clone()));
        for choice in [
            "1 fetch able",
            "2 fetch tiny",
            "3 use a server",
            "1 fetch able",
        ] {
            let text = drawn(&mut welcome, width, height);
            assert!(text.contains(&format!("▸ {choice}")), "{width}: {text}");
            welcome.on_key(key(KeyCode::Down));
        }
        let mut page_to = |code, what: &str| {
            let mut text = String::new();
            for _ in 0..20 {
                text = drawn(&mut welcome, width, height);
                if text.contains(what) {
                    return;
                }
                welcome.on_key(key(code));
            }
            panic!("{width}: {what}\n{text}");
        };
        page_to(KeyCode::PageUp, "No model was found");
        page_to(KeyCode::PageDown, "That was the end.");
        page_to(KeyCode::PageDown, "the folder of models");
        // What is to be typed for a server, too.
        for code in [KeyCode::Char('3'), KeyCode::Enter] {
            welcome.on_key(key(code));
        }
        let mut text = drawn(&mut welcome, width, height);
        for _ in 0..20 {
            welcome.on_key(key(KeyCode::Down));
            text = drawn(&mut welcome, width, height);
        }
        assert!(text.contains("base_url = "), "{width}: {text}");
        welcome.on_key(key(KeyCode::Char('q')));
        assert!(drawn(&mut welcome, width, height).contains("▸ 3 use"));
    }
}

#[test]
fn fetching_says_how_far_it_is() {
    let mut welcome = Welcome::new(offers(), AfterFetch::Begin);
    assert_eq!(
        welcome.on_key(key(KeyCode::Enter)),
        Some(Wish::Fetch("able".to_owned()))
    );
    welcome.step(FetchProgress {
        what: "package 7 of 22".to_owned(),
        share: Some(0.31),
        amount: "346 MB of 1.1 GB, 29 MB a second, 27 s left".to_owned(),
    });
    shown("fetching", &mut welcome);
}

#[test]
fn keys_choose_stop_and_leave() {
    let mut welcome = Welcome::new(offers(), AfterFetch::Begin);
    let table = [
        (KeyCode::Down, None),
        (KeyCode::Enter, Some(Wish::Fetch("tiny".to_owned()))),
        // while it is fetched only stopping counts, and once
        (KeyCode::Enter, None),
        (KeyCode::Esc, Some(Wish::Stop)),
        (KeyCode::Esc, None),
    ];
    for (code, wish) in table {
        assert_eq!(welcome.on_key(key(code)), wish, "{code:?}");
    }
    welcome.failed(None);
    let table = [
        // What a number stands before is taken at once, or Enter would take what was marked before.
        (KeyCode::Char('2'), Some(Wish::Fetch("tiny".to_owned()))),
        (KeyCode::Esc, Some(Wish::Stop)),
    ];
    for (code, wish) in table {
        assert_eq!(welcome.on_key(key(code)), wish, "{code:?}");
    }
    welcome.failed(None);
    let table = [
        (KeyCode::Char('3'), None),
        // the page about servers stays for whoever presses Enter behind the number
        (KeyCode::Enter, None),
        (KeyCode::Esc, None),
        (KeyCode::Up, None),
        (KeyCode::Up, None),
        (KeyCode::Down, None),
        (KeyCode::Down, None),
        (KeyCode::Enter, None),
        (KeyCode::Char('q'), None),
        (KeyCode::Char('9'), None),
        (KeyCode::Char('q'), Some(Wish::Leave)),
    ];
    for (code, wish) in table {
        assert_eq!(welcome.on_key(key(code)), wish, "{code:?}");
    }
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(welcome.on_key(control_c), Some(Wish::Leave));
}

#[test]
fn what_comes_after_the_fetching_and_where_leaving_leads_is_said_as_it_is() {
    let styles = Styles::plain(ColorSupport::None);
    let drawn = |welcome: &mut Welcome| {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal
            .draw(|frame| welcome.render(frame.area(), frame.buffer_mut(), &styles))
            .unwrap();
        terminal.backend().to_string()
    };
    for (after, leaves, then) in [
        (AfterFetch::Begin, "q leave", "The debate begins"),
        (AfterFetch::Open, "q back", "The debate begins"),
        (AfterFetch::Invent, "q back", "The speakers are invented"),
    ] {
        let mut welcome = Welcome::new(offers(), after);
        let asked = drawn(&mut welcome);
        assert!(asked.contains(leaves), "{asked}");
        welcome.on_key(key(KeyCode::Enter));
        let fetched = drawn(&mut welcome);
        assert!(fetched.contains(then), "{fetched}");
    }
}

#[test]
fn in_the_lobby_a_server_is_entered_in_its_form() {
    let mut welcome = Welcome::new(offers(), AfterFetch::Open);
    let typed = welcome.on_key(key(KeyCode::Char('3')));
    assert_eq!(typed, Some(Wish::EnterServer));
}
