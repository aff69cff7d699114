//! The screen over whole debates of every format: it can be drawn at every moment, and what was kept of earlier
//! moments is what would be drawn now.

#![cfg(feature = "tui")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are part of it")]

mod common;

use std::sync::Arc;

use common::{
    FORMATS, opening_in,
    world::{Choices, World},
};
use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        decide::Input,
        event::Record,
        opening::{OnFailure, Options},
    },
    tui::{
        keymap::Keymap,
        panes::status::Kind,
        style::{ColorSupport, Styles},
        ui::{Look, Ui},
        view,
    },
};
use ratatui::{buffer::Buffer, layout::Rect};

/// One tall pane, and all panes.
const SIZES: [(u16, u16); 2] = [(70, 160), (130, 40)];

fn ui() -> Ui {
    let look = Look {
        name: "plain".to_owned(),
        styles: Styles::plain(ColorSupport::True),
    };
    Ui::new(Kind::Live, Keymap::default(), vec![look])
}

fn draw(ui: &mut Ui, state: &DebateState, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    ui.transcript.follow();
    view::render(area, &mut buffer, ui, state);
    buffer
}

fn debate(id: &str, bytes: Vec<u8>) -> Vec<Record> {
    let options = Options {
        scale: 0.2,
        on_failure: OnFailure::GoOn,
        ..Options::default()
    };
    let mut world = World::new();
    let opening = opening_in(id, 3, options, &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    let trouble = usize::from(!bytes.is_empty());
    world.run(&mut Choices { bytes, at: 0 }, trouble);
    world.journal
}

fn what_is_kept_is_what_would_be_drawn_now(id: &str) {
    for bytes in [Vec::new(), (0..=255).rev().collect()] {
        let mut state = DebateState::default();
        let mut kept = SIZES.map(|_| ui());
        for (at, record) in debate(id, bytes).iter().enumerate() {
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

/// A test of each format, so that they run beside each other.
macro_rules! of_each_format {
    ($($name:ident: $id:literal,)*) => {
        const TESTED: &[&str] = &[$($id),*];

        $(
            #[test]
            fn $name() {
                what_is_kept_is_what_would_be_drawn_now($id);
            }
        )*
    };
}

of_each_format! {
    british_parliamentary: "british-parliamentary",
    clearside: "clearside",
    exhibition: "exhibition",
    lincoln_douglas: "lincoln-douglas",
    oxford: "oxford",
    panel: "panel",
    roundtable: "roundtable",
    socratic: "socratic",
    structured: "structured",
    world_schools: "world-schools",
}

#[test]
fn every_format_is_drawn() {
    assert_eq!(TESTED, FORMATS);
}
