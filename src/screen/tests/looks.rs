//! Every screen at every size in every look: what the eye would find, and what can be counted.

use std::sync::LazyLock;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
};

use super::*;
use crate::catalog::Catalog;

/// The sizes that are promised.
const ALL: [(u16, u16); 6] = [
    (40, 12),
    (60, 20),
    (80, 24),
    (100, 30),
    (120, 40),
    (200, 60),
];

/// The looks: as it comes, light, and where no colour is wanted.
static LOOKS: LazyLock<[(&str, Styles); 3]> = LazyLock::new(|| {
    let catalog = Catalog::load(None).0;
    let theme = |id| Styles::from_theme(&catalog.looks(id).unwrap(), ColorSupport::True);
    [
        ("default", theme("hustings")),
        ("light", theme("daylight")),
        ("no colour", Styles::plain(ColorSupport::None)),
    ]
});

/// Draws a screen in each look at each size and looks at it.
pub(crate) fn sound(name: &str, draw: &mut dyn FnMut(Rect, &mut Buffer, &Styles)) {
    for (width, height) in ALL {
        let area = Rect::new(0, 0, width, height);
        let mut words: Option<String> = None;
        for (look, styles) in LOOKS.iter() {
            let mut buffer = Buffer::empty(area);
            draw(area, &mut buffer, styles);
            let said = said(&buffer);
            let place = format!("{name}, {width}x{height}, {look}\n{said}");
            // The words are the same in every look.
            if words.is_none() {
                // A frame's title, or what stands in its lower edge, is cut with a sign.
                for row in said.lines() {
                    let is_cut = |corner: char| {
                        let before = row.split(corner).collect::<Vec<_>>();
                        let parts = before.len().saturating_sub(1);
                        let mut ends = before.iter().take(parts);
                        ends.any(|part| part.chars().last().is_some_and(char::is_alphanumeric))
                    };
                    assert!(!is_cut('╮') && !is_cut('╯'), "cut: {row}\n{place}");
                }
                for frame in frames(&buffer) {
                    assert!(
                        !is_blank(&buffer, frame),
                        "an empty frame: {frame}\n{place}"
                    );
                }
            }
            let cells = buffer.content.iter();
            if *look == "no colour" {
                let is_plain = |colour| colour == Color::Reset;
                let mut cells = cells.clone();
                assert!(
                    cells.all(|one| is_plain(one.fg) && is_plain(one.bg)),
                    "{place}"
                );
                let mut marked = buffer.content.iter();
                let is_seen = |modifier: Modifier| {
                    modifier.intersects(Modifier::BOLD | Modifier::REVERSED | Modifier::UNDERLINED)
                };
                assert!(marked.any(|one| is_seen(one.modifier)), "no focus: {place}");
            } else {
                // Behind what takes two cells is one that is never drawn.
                let mut is_behind = false;
                let mut drawn = cells.filter(|one| {
                    let is_wide = crate::widgets::width(one.symbol()) > 1;
                    !std::mem::replace(&mut is_behind, is_wide)
                });
                let bare = drawn.position(|one| one.bg == Color::Reset);
                assert_eq!(bare, None, "not painted: {place}");
            }
            let words = words.get_or_insert_with(|| said.clone());
            assert_eq!(*words, said, "{place}");
        }
    }
}

/// The rows of a screen.
fn said(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let rows = buffer.content.chunks(width);
    let row = |row: &[ratatui::buffer::Cell]| -> String {
        row.iter().map(ratatui::buffer::Cell::symbol).collect()
    };
    rows.map(|one| row(one) + "\n").collect()
}

/// The frames that nothing lies upon.
fn frames(buffer: &Buffer) -> Vec<Rect> {
    let symbol = |x, y| buffer.cell((x, y)).map_or(" ", |cell| cell.symbol());
    let (right, bottom) = (buffer.area.right(), buffer.area.bottom());
    let mut found = Vec::new();
    for y in 0..bottom {
        for x in (0..right).filter(|x| symbol(*x, y) == "╭") {
            let end = (x + 1..right).find(|x| ["╮", "╭"].contains(&symbol(*x, y)));
            let foot = (y + 1..bottom).find(|y| !["│", "┃"].contains(&symbol(x, *y)));
            let Some((end, foot)) = end.zip(foot) else {
                continue;
            };
            if symbol(end, y) == "╮" && symbol(x, foot) == "╰" && symbol(end, foot) == "╯" {
                found.push(Rect::new(x, y, end - x + 1, foot - y + 1));
            }
        }
    }
    found
}

/// Whether a frame has nothing in it: no word, no cursor, nothing that is typed at.
fn is_blank(buffer: &Buffer, frame: Rect) -> bool {
    let mut inside = (frame.y + 1..frame.bottom() - 1)
        .flat_map(|y| (frame.x + 1..frame.right() - 1).map(move |x| (x, y)));
    let plain = buffer.cell((frame.x + 1, frame.bottom() - 2));
    inside.all(|at| {
        let cell = buffer.cell(at);
        cell.is_none_or(|one| one.symbol() == " ")
            && cell.map(|one| one.modifier) == plain.map(|one| one.modifier)
            && cell.map(|one| one.bg) == plain.map(|one| one.bg)
    })
}

fn looked_at(name: &str, debate: &DebateFixture, keys: &str) {
    sound(&format!("{name} {keys}"), &mut |area, buffer, styles| {
        let look = ThemeStyles {
            name: "look".to_owned(),
            styles: styles.clone(),
        };
        let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), vec![look]);
        // Its size is known before the first key.
        view::render(area, &mut Buffer::empty(area), &mut ui, &debate.state);
        for key in keys.chars() {
            press(&mut ui, debate, key);
        }
        view::render(area, buffer, &mut ui, &debate.state);
    });
}

#[test]
fn every_moment_of_a_debate_is_sound_in_every_look_at_every_size() {
    for (name, debate) in vec![
        ("preparing", DebateFixture::preparing()),
        ("speaking", DebateFixture::speaking()),
        ("paused", DebateFixture::paused()),
        ("divided", DebateFixture::divided()),
        ("structured", DebateFixture::structured(1)),
        ("judged", DebateFixture::judged(1)),
        ("panel", DebateFixture::panel()),
        ("clearside", DebateFixture::clearside()),
        ("synthesised", DebateFixture::synthesised()),
        ("summed up", DebateFixture::summed_up()),
    ] {
        looked_at(name, &debate, "");
    }
}

#[test]
fn whatever_a_key_opens_is_sound_in_every_look_at_every_size() {
    let (open, over) = (DebateFixture::paused(), DebateFixture::divided());
    for keys in [
        "e", "a", "c", "p", "v", "M", "!", "?", ":", "b", "q", "X", "w", "/",
    ] {
        looked_at("paused", &open, keys);
    }
    for keys in ["v", "M", "m", "?", ":", "q", "a", "w"] {
        looked_at("divided", &over, keys);
    }
}

#[test]
fn a_name_is_whole_where_there_is_room_beside_it() {
    let debate = DebateFixture::paused();
    for key in ['a', 'c'] {
        let mut ui = ui();
        press(&mut ui, &debate, key);
        let screen = draw(&mut ui, &debate, 40, 12);
        assert!(
            screen.contains("Mary Wollstonecraft Proposition 2"),
            "{screen}"
        );
    }
}
