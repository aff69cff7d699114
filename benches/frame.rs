//! How long a frame of the chamber takes: 120 by 40 cells, 300 speeches, the last one streaming.

#[expect(dead_code, reason = "the tests use the rest of it")]
#[path = "../src/screen/tests/fixture.rs"]
mod fixture;

use hustings::{
    debate::ids::TurnId,
    tui::{keymap::Keymap, panes::situation::ChamberMode, scrolling::Scrollable, ui::Ui, view},
};
use ratatui::{buffer::Buffer, layout::Rect};

fn main() {
    divan::main();
}

/// A frame after a few more words.
#[divan::bench]
fn streaming(bencher: divan::Bencher<'_, '_>) {
    let mut debate = fixture::DebateFixture::long(300);
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), Vec::new());
    let area = Rect::new(0, 0, 120, 40);
    let live = TurnId(300);
    bencher.bench_local(|| {
        let mut buf = Buffer::empty(area);
        debate.say(live, "and ");
        view::render(area, &mut buf, &mut ui, &debate.state);
        buf
    });
}

/// A frame while nothing changes but the place on the screen.
#[divan::bench]
fn scrolling(bencher: divan::Bencher<'_, '_>) {
    let debate = fixture::DebateFixture::long(300);
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), Vec::new());
    let area = Rect::new(0, 0, 120, 40);
    bencher.bench_local(|| {
        let mut buf = Buffer::empty(area);
        ui.transcript.scroll_by(-1);
        view::render(area, &mut buf, &mut ui, &debate.state);
        buf
    });
}
