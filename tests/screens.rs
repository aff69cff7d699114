//! The screen over whole debates of every format: it can be drawn at every moment, and what was kept of earlier
//! moments is what would be drawn now.

#![cfg(feature = "tui")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are part of it")]

use crate::common;

use common::{FORMATS, world::short_debate};
use hustings::{
    debate::DebateState,
    tui::{
        keymap::Keymap,
        panes::situation::ChamberMode,
        style::{ColorSupport, Styles},
        ui::{ThemeStyles, Ui},
        view,
    },
};
use ratatui::{buffer::Buffer, layout::Rect};

/// One tall pane, and all panes.
const SIZES: [(u16, u16); 2] = [(70, 160), (130, 40)];

fn ui() -> Ui {
    let look = ThemeStyles {
        name: "plain".to_owned(),
        styles: Styles::plain(ColorSupport::True),
    };
    Ui::new(ChamberMode::Live, Keymap::default(), vec![look])
}

fn draw(ui: &mut Ui, state: &DebateState, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    ui.transcript.follow();
    view::render(area, &mut buffer, ui, state);
    buffer
}

fn what_is_kept_is_what_would_be_drawn_now(id: &str) {
    for bytes in [Vec::new(), (0..=255).rev().collect()] {
        let mut state = DebateState::default();
        let mut kept = SIZES.map(|_| ui());
        for (at, record) in short_debate(id, bytes).iter().enumerate() {
            state.apply(record);
            for (ui, size) in kept.iter_mut().zip(SIZES) {
                draw(ui, &state, size);
                // To make all of it anew each time would take minutes.
                if at % 31 > 0 && !state.is_closed() {
                    continue;
                }
                // The first drawing of a verdict stops at its beginning; the second one follows.
                let mut fresh = self::ui();
                draw(&mut fresh, &state, size);
                let anew = draw(&mut fresh, &state, size);
                assert_eq!(draw(ui, &state, size), anew, "{id}, record {at}");
            }
        }
        assert!(state.is_closed(), "{id}");
    }
}

#[test]
fn what_is_kept_is_what_would_be_drawn_now_in_every_format() {
    // Beside each other: each is a debate, drawn after every event.
    std::thread::scope(|scope| {
        for id in FORMATS {
            scope.spawn(move || what_is_kept_is_what_would_be_drawn_now(id));
        }
    });
}
