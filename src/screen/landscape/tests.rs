//! The landscape on screens of several sizes, and its keys.

use hustings_study::ensemble::{Landscape, Maker, Occasion, RunReading, ThemeAnswer, ThemeClaim};
use ratatui::{Terminal, backend::TestBackend};

use super::*;
use crate::style::ColorSupport;

fn theme(number: usize, side: &str, name: &str, answered: bool, at: [f64; 2]) -> ArgumentTheme {
    let runs = ["1.1", "1.2", "1.3"].map(str::to_owned).to_vec();
    ArgumentTheme {
        number,
        name: name.to_owned(),
        side: side.to_owned(),
        central: format!("{name}, said at length."),
        made_by: vec![Maker {
            name: "Adam Smith".to_owned(),
            runs: 3,
        }],
        answered: if answered { runs.clone() } else { Vec::new() },
        stood: if answered { Vec::new() } else { runs.clone() },
        runs,
        is_answerable: true,
        claims: (1..=12)
            .map(|number| ThemeClaim {
                run: format!("1.{number}"),
                by: "Adam Smith".to_owned(),
                text: format!("Claim {number}: {}", "a price asks everybody ".repeat(4)),
                is_answered: answered,
                stood: !answered,
            })
            .collect(),
        answers: if answered {
            vec![ThemeAnswer {
                run: "1.2".to_owned(),
                by: "Ada Lovelace".to_owned(),
                text: "It asks those most who have least.".to_owned(),
                did_fell: true,
            }]
        } else {
            Vec::new()
        },
        at,
        ..ArgumentTheme::default()
    }
}

fn screen() -> LandscapeScreen {
    let side = |id: &str, name: &str| (id.to_owned(), name.to_owned());
    LandscapeScreen::new(EnsembleReport {
        occasion: Occasion {
            motion: "This House would price every road".to_owned(),
            sides: vec![
                side("prop", "The Proposition"),
                side("opp", "The Opposition"),
            ],
            ..Occasion::default()
        },
        landscape: Landscape {
            themes: vec![
                theme(1, "prop", "Nobody counts the night", false, [-1.0, 1.0]),
                theme(2, "opp", "A price falls on the poor", true, [1.0, -1.0]),
                theme(3, "prop", "A price asks everybody", true, [0.2, 0.1]),
            ],
            ..Landscape::default()
        },
        runs: vec![RunReading::default(); 3],
        ..EnsembleReport::default()
    })
}

fn draw(screen: &mut LandscapeScreen, width: u16, height: u16) -> String {
    let styles = Styles::plain(ColorSupport::None);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| screen.render(frame.area(), frame.buffer_mut(), &styles))
        .unwrap();
    terminal.backend().to_string()
}

fn press(screen: &mut LandscapeScreen, code: KeyCode) -> bool {
    screen.on_key(KeyEvent::new(code, KeyModifiers::NONE))
}

#[test]
fn the_list_stands_beside_the_scatter_and_enter_shows_the_claims() {
    let mut screen = screen();
    insta::assert_snapshot!("landscape", draw(&mut screen, 100, 14));
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Enter);
    let read = draw(&mut screen, 100, 40);
    for told in [
        "2. A price falls on the poor",
        "Debates: 1.1, 1.2, 1.3",
        "By Adam Smith (3)",
        "It asks those most who have least. (it fell)",
    ] {
        assert!(read.contains(told), "{told}: {read}");
    }
    assert!(!press(&mut screen, KeyCode::Esc), "back to the themes");
    assert!(press(&mut screen, KeyCode::Esc) && press(&mut screen, KeyCode::Char('q')));
}

#[test]
fn on_a_wide_screen_no_theme_is_cut_for_the_scatter_and_what_that_is_is_said() {
    let mut report = screen().report;
    let name =
        "Whoever counts the cars of a city by day and forgets the night has counted half of it";
    name.clone_into(&mut report.landscape.themes[0].name);
    let mut screen = LandscapeScreen::new(report);
    let drawn = draw(&mut screen, 200, 40);
    assert!(drawn.contains(name), "{drawn}");
    assert!(drawn.contains("near: much the same is said"), "{drawn}");
    assert!(drawn.contains("enter claims and debates"), "{drawn}");
}

#[test]
fn keys_move_within_what_there_is_at_every_size() {
    for (width, height) in [(120, 40), (80, 24), (40, 12), (10, 3), (1, 1)] {
        let mut screen = screen();
        for code in [
            KeyCode::End,
            KeyCode::Down,
            KeyCode::Enter,
            KeyCode::End,
            KeyCode::PageUp,
            KeyCode::Home,
            KeyCode::Left,
            KeyCode::Up,
        ] {
            draw(&mut screen, width, height);
            press(&mut screen, code);
        }
        assert_eq!(screen.chosen, 1, "{width} by {height}");
    }
    let mut none = LandscapeScreen::new(EnsembleReport::default());
    press(&mut none, KeyCode::Enter);
    assert!(draw(&mut none, 80, 10).contains("No claim was made."));
}
