//! How long a frame of the chamber takes: 120 by 40 cells, 300 speeches, the last one streaming.

#[expect(dead_code, reason = "the tests use the rest of it")]
#[path = "../src/screen/tests/fixture.rs"]
mod fixture;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use hustings::{
    debate::{
        answer::Vote,
        ask::When,
        event::Event,
        ids::{Seat, TurnId},
    },
    tui::{
        house,
        keymap::Keymap,
        panes::situation::ChamberMode,
        scrolling::Scrollable,
        ui::Ui,
        update::{Msg, update},
        view,
    },
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

/// A frame of the page of the house with 1,001 members: while nobody votes, and after each vote that comes in.
#[divan::bench(args = [false, true])]
fn house_of_1001(bencher: divan::Bencher<'_, '_>, votes: bool) {
    let mut debate = fixture::DebateFixture::housed(1001);
    let cast = |debate: &mut fixture::DebateFixture, nth: usize| {
        debate.add(Event::BallotCast {
            member: Seat::audience(nth % 1001 + 1),
            when: When::After,
            vote: [Vote::Aye, Vote::No][nth % 2],
            reason: "It was never answered.".to_owned(),
        });
    };
    let ui = Ui::new(ChamberMode::Live, Keymap::default(), Vec::new());
    let mut page = house::house(&debate.state);
    let area = Rect::new(0, 0, 120, 40);
    let mut nth = 0;
    bencher.bench_local(|| {
        if votes {
            cast(&mut debate, nth);
            nth += 1;
        }
        let mut buf = Buffer::empty(area);
        page.follow(&debate.state);
        page.render(area, &mut buf, ui.styles());
        buf
    });
}

/// A key, as the terminal sends it.
fn press(ui: &mut Ui, debate: &fixture::DebateFixture, code: KeyCode) {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    update(ui, &debate.state, Msg::Key(key));
}

/// The map of a debate of 500 claims over the chamber, one node further, while words of the next speech come in.
#[divan::bench(args = [80, 120, 200])]
fn argument_map(bencher: divan::Bencher<'_, '_>, columns: u16) {
    let mut debate = fixture::DebateFixture::argued(125);
    assert!(debate.state.argument_map().nodes.len() >= 500);
    let live = debate.begin("prop.1", 19, hustings::catalog::Task::Speech);
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), Vec::new());
    let area = Rect::new(0, 0, columns, 40);
    press(&mut ui, &debate, KeyCode::Char('M'));
    bencher.bench_local(|| {
        let mut buf = Buffer::empty(area);
        debate.say(live, "and ");
        press(&mut ui, &debate, KeyCode::Down);
        view::render(area, &mut buf, &mut ui, &debate.state);
        buf
    });
}

/// The first frame of that map, for which all of it is read from the record: as when the clerk has taken a speech down.
#[divan::bench(args = [80, 120])]
fn argument_map_grown(bencher: divan::Bencher<'_, '_>, columns: u16) {
    let debate = fixture::DebateFixture::argued(125);
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), Vec::new());
    let area = Rect::new(0, 0, columns, 40);
    view::render(area, &mut Buffer::empty(area), &mut ui, &debate.state);
    bencher.bench_local(|| {
        let mut buf = Buffer::empty(area);
        ui.overlay = None;
        press(&mut ui, &debate, KeyCode::Char('M'));
        view::render(area, &mut buf, &mut ui, &debate.state);
        buf
    });
}
