//! The mouse in the chamber.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::*;
use crate::{layout::Pane, replay::Player, replayed, update::Play};

fn mouse(
    ui: &mut Ui,
    debate: &DebateFixture,
    kind: MouseEventKind,
    (column, row): (u16, u16),
) -> Vec<ScreenEffect> {
    let event = MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    };
    update(ui, &debate.state, Msg::Mouse(event))
}

const CLICK: MouseEventKind = MouseEventKind::Down(MouseButton::Left);

#[test]
fn the_wheel_scrolls_what_lies_below_it_and_leaves_the_focus() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    let before = draw(&mut ui, &debate, 80, 24);
    mouse(&mut ui, &debate, MouseEventKind::ScrollUp, (10, 10));
    let up = draw(&mut ui, &debate, 80, 24);
    assert_ne!(before, up);
    assert_eq!((ui.focus, ui.overlay.is_none()), (Pane::Transcript, true));
    mouse(&mut ui, &debate, MouseEventKind::ScrollDown, (70, 10));
    let beside = |text: &str| {
        text.lines()
            .map(|line| line.chars().take(50).collect())
            .collect::<Vec<String>>()
    };
    assert_eq!(
        beside(&draw(&mut ui, &debate, 80, 24))[2..22],
        beside(&up)[2..22]
    );
    // Over what lies above the chamber it is a key of that.
    press(&mut ui, &debate, '?');
    let top = draw(&mut ui, &debate, 80, 24);
    mouse(&mut ui, &debate, MouseEventKind::ScrollDown, (40, 10));
    assert_ne!(draw(&mut ui, &debate, 80, 24), top);
    assert_eq!(mouse(&mut ui, &debate, CLICK, (70, 10)), []);
    assert!(ui.overlay.is_some());
}

#[test]
fn a_click_chooses_a_pane_by_itself_or_by_its_name() {
    let debate = DebateFixture::speaking();
    for (size, at, pane) in [
        ((120, 40), (3, 5), Pane::Speakers),
        ((120, 40), (60, 20), Pane::Transcript),
        ((120, 40), (110, 5), Pane::Upper),
        ((120, 40), (110, 37), Pane::Lower),
        ((80, 24), (70, 10), Pane::Speakers),
        ((80, 24), (28, 1), Pane::Upper),
        ((80, 24), (79, 23), Pane::Transcript),
    ] {
        let mut ui = ui();
        draw(&mut ui, &debate, size.0, size.1);
        mouse(&mut ui, &debate, CLICK, at);
        assert_eq!(ui.focus, pane, "{at:?}");
    }
}

#[test]
fn a_click_on_the_line_of_time_goes_there() {
    let debate = DebateFixture::speaking();
    let player = Player::new(Vec::new());
    let mut ui = Ui::new(
        ChamberMode::Replay(Playback::Paused, Speed::default()),
        Keymap::default(),
        Vec::new(),
    );
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal
        .draw(|frame| replayed::render(frame.area(), frame.buffer_mut(), &mut ui, &player))
        .unwrap();
    let track = ui.places.track.unwrap();
    assert_eq!((track.y, track.right() <= 80), (23, true));
    for (x, cell) in [(track.x, 0), (track.right() - 1, track.width - 1)] {
        let of = track.width - 1;
        assert_eq!(
            mouse(&mut ui, &debate, CLICK, (x, 23)),
            [ScreenEffect::Play(Play::To { cell, of })]
        );
    }
    assert_eq!(mouse(&mut ui, &debate, CLICK, (track.right(), 23)), []);
}
