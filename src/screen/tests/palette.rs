//! The command palette: what is found in it, and what comes of it.

use super::*;
use crate::{style::ColorSupport, ui::ThemeStyles};

fn code(ui: &mut Ui, debate: &DebateFixture, code: KeyCode) -> Vec<ScreenEffect> {
    update(
        ui,
        &debate.state,
        Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)),
    )
}

fn typed(ui: &mut Ui, debate: &DebateFixture, letters: &str) {
    for letter in letters.chars() {
        press(ui, debate, letter);
    }
}

#[test]
fn the_palette_that_is_open_offers_what_can_be_done_now() {
    let mut debate = DebateFixture::speaking();
    let mut ui = ui();
    press(&mut ui, &debate, ':');
    assert!(draw(&mut ui, &debate, 100, 40).contains("pause the debate"));
    debate.add(Event::Paused {
        command: CommandId(3),
        by: PausedBy::Viewer,
    });
    let record = debate.log.last().unwrap();
    update(&mut ui, &debate.state, Msg::Record(record));
    let screen = draw(&mut ui, &debate, 100, 40);
    assert!(
        screen.contains("resume the debate") && !screen.contains("pause the debate"),
        "{screen}"
    );
}

#[test]
fn some_letters_of_what_is_to_be_done_are_enough() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    typed(&mut ui, &debate, ":psdeb");
    assert!(draw(&mut ui, &debate, 80, 24).contains("pause the debate"));
    let pause = Order {
        id: CommandId(1),
        command: Command::Pause,
    };
    assert_eq!(
        code(&mut ui, &debate, KeyCode::Enter),
        [ScreenEffect::Send(pause)]
    );
    assert!(ui.overlay.is_none());
    // What opens something else opens it.
    typed(&mut ui, &debate, ":ask a question");
    code(&mut ui, &debate, KeyCode::Enter);
    let title = ui
        .overlay
        .as_ref()
        .map(|overlay| overlay.title().to_owned());
    assert_eq!(title.as_deref(), Some("Ask a speaker"));
}

#[test]
fn what_is_called_otherwise_is_found_by_its_name_and_by_its_key() {
    let debate = DebateFixture::speaking();
    for (typed_so, first) in [
        ("help", "the keys, the signs and the rules of the debate"),
        ("quit", "leave; a debate that is not over can be resumed"),
        ("clipboard", "copy the turn on the screen"),
        ("speed", "a faster pace"),
        ("share", "share the debate"),
        ("X", "adjourn: stop the debate for good"),
        ("space", "pause the debate"),
    ] {
        let mut ui = ui();
        ui.asks_what_next = true;
        typed(&mut ui, &debate, ":");
        typed(&mut ui, &debate, typed_so);
        let shown = draw(&mut ui, &debate, 100, 30);
        let mut marked = shown.lines().filter(|line| line.contains("│ ▸ "));
        assert!(
            marked.any(|line| line.contains(first)),
            "{typed_so}: {shown}"
        );
    }
}

#[test]
fn only_what_can_be_done_now_is_there() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    typed(&mut ui, &debate, ":refine verdict");
    let shown = draw(&mut ui, &debate, 80, 24);
    assert!(
        shown.contains("nothing that can be done now is called so"),
        "{shown}"
    );
    assert_eq!(code(&mut ui, &debate, KeyCode::Enter), []);
    assert!(ui.overlay.is_some(), "whoever mistypes goes on typing");
    code(&mut ui, &debate, KeyCode::Esc);
    assert!(ui.overlay.is_none());
}

#[test]
fn a_theme_is_seen_while_it_is_marked_and_kept_where_it_is_chosen() {
    let debate = DebateFixture::speaking();
    let looks = ["Chamber", "Nord", "Dracula"].map(|name| ThemeStyles {
        name: name.to_owned(),
        styles: Styles::plain(ColorSupport::None),
    });
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), looks.to_vec());
    typed(&mut ui, &debate, ":nord");
    assert_eq!(ui.look(), 1);
    code(&mut ui, &debate, KeyCode::Esc);
    assert_eq!(ui.look(), 0, "as it was");
    typed(&mut ui, &debate, ":theme");
    let mut seen = vec![ui.look()];
    for _ in 0..3 {
        code(&mut ui, &debate, KeyCode::Down);
        seen.push(ui.look());
    }
    assert!(seen.contains(&1) && seen.contains(&2), "{seen:?}");
    typed(&mut ui, &debate, " drac");
    code(&mut ui, &debate, KeyCode::Enter);
    assert_eq!((ui.look(), ui.overlay.is_none()), (2, true));
}

#[test]
fn it_is_drawn_at_every_size() {
    let debate = DebateFixture::speaking();
    for (width, height) in [(40, 12), (80, 24)] {
        let mut ui = ui();
        typed(&mut ui, &debate, ":sp");
        insta::assert_snapshot!(
            format!("palette_{width}x{height}"),
            draw(&mut ui, &debate, width, height)
        );
    }
}
