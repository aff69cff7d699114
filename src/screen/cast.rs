//! A recording of a replay: the screen drawn into a buffer from frame to frame, and what has changed written as a terminal
//! takes it, in version 2 of the format of asciinema. No clock is asked: the same debate gives the same recording.

use std::{fmt::Write as _, time::Duration};

use ratatui::{
    buffer::{Buffer, Cell},
    layout::Rect,
    style::{Color, Modifier},
};
use serde_json::json;
use unicode_width::UnicodeWidthStr as _;

use super::{
    frames::{self, MomentTiming, Timing},
    ui::ThemeStyles,
};
use crate::{debate::event::Record, shared::shared};

/// The length of a recording at the most, the last frame included.
pub const LONGEST: Duration = Duration::from_secs(120);
/// The time for which the last frame stands.
const HELD: Duration = Duration::from_secs(4);
/// The time between two frames.
const FRAME: Duration = Duration::from_millis(100);
/// The time around a moment of a debate.
const AROUND: MomentTiming = MomentTiming {
    frame: FRAME,
    before: Duration::from_secs(22),
    after: Duration::from_secs(8),
};

/// The replay of a debate as an asciicast, of a screen of so many columns and rows. It goes by at the lowest of the speeds of a
/// replay at which it is over in [`LONGEST`].
pub fn asciicast(records: &[Record], size: (u16, u16), look: ThemeStyles) -> String {
    let timing = Timing {
        frame: FRAME,
        most: LONGEST.saturating_sub(HELD),
    };
    let records = &shared(records);
    recorded(records, size, |draw| {
        frames::drawn(records, size, look, timing, draw)
    })
}

/// What a replay shows around the record of that number as an asciicast, at the speed at which it is read, with the end of the
/// debate behind it.
pub fn asciicast_around(
    records: &[Record],
    size: (u16, u16),
    look: ThemeStyles,
    seq: u64,
) -> String {
    let records = &shared(records);
    recorded(records, size, |draw| {
        frames::drawn_around(records, size, look, (seq, AROUND), draw)
    })
}

/// The recording of what is drawn, from frame to frame; `draws` gives the time of the last one.
fn recorded(
    records: &[Record],
    (columns, rows): (u16, u16),
    draws: impl FnOnce(&mut dyn FnMut(Duration, Buffer)) -> Duration,
) -> String {
    let opening = records.first().and_then(|record| record.event.opening());
    let title = opening.map_or("", |opening| &*opening.motion.motion);
    let seconds = opening.map_or(0, |opening| opening.opened_ms.div_euclid(1000));
    let header = json!({
        "version": 2,
        "width": columns,
        "height": rows,
        "timestamp": seconds,
        "title": title,
        "env": { "TERM": "xterm-256color" },
    });
    let mut out = format!("{header}\n");
    let mut shown = Buffer::empty(Rect::new(0, 0, columns, rows));
    let mut text = "\u{1b}[?25l\u{1b}[0m\u{1b}[2J".to_owned();
    let at = draws(&mut |at, next| {
        changes(&mut text, &shown, &next);
        event(&mut out, at, &std::mem::take(&mut text));
        shown = next;
    });
    event(&mut out, at + HELD, "\u{1b}[0m\u{1b}[?25h");
    out
}

/// Writes that a terminal gets that text at that time; nothing where there is none.
fn event(out: &mut String, at: Duration, text: &str) {
    if !text.is_empty() {
        let line = json!([at.as_millis() as f64 / 1000.0, "o", text]);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{line}");
    }
}

/// Adds what turns one screen into the other.
fn changes(out: &mut String, from: &Buffer, to: &Buffer) {
    let mut look = None;
    // Where the terminal writes next, as far as that is beyond doubt: terminals differ on how wide some letters are.
    let mut cursor = None;
    for (x, y, cell) in from.diff(to) {
        if cursor != Some((x, y)) {
            let _ = write!(out, "\u{1b}[{};{}H", y + 1, x + 1);
        }
        let wanted = (cell.fg, cell.bg, cell.modifier);
        if look != Some(wanted) {
            attributes(out, cell);
            look = Some(wanted);
        }
        let symbol = cell.symbol();
        out.extend(symbol.chars().filter(|c| !c.is_control()));
        cursor = (symbol.len() == 1 || symbol.width() == 1).then_some((x + 1, y));
    }
}

/// Adds the attributes of a cell, beginning from none.
fn attributes(out: &mut String, cell: &Cell) {
    const MODIFIERS: [(Modifier, u8); 9] = [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::ITALIC, 3),
        (Modifier::UNDERLINED, 4),
        (Modifier::SLOW_BLINK, 5),
        (Modifier::RAPID_BLINK, 6),
        (Modifier::REVERSED, 7),
        (Modifier::HIDDEN, 8),
        (Modifier::CROSSED_OUT, 9),
    ];
    out.push_str("\u{1b}[0");
    for (modifier, code) in MODIFIERS {
        if cell.modifier.contains(modifier) {
            let _ = write!(out, ";{code}");
        }
    }
    colour(out, cell.fg, 30);
    colour(out, cell.bg, 40);
    out.push('m');
}

/// Adds a colour; `base` is 30 for letters and 40 for the ground.
fn colour(out: &mut String, colour: Color, base: u8) {
    let (named, is_bright) = match colour {
        Color::Reset => return,
        Color::Rgb(r, g, b) => {
            let _ = write!(out, ";{};2;{r};{g};{b}", base + 8);
            return;
        }
        Color::Indexed(index) => {
            let _ = write!(out, ";{};5;{index}", base + 8);
            return;
        }
        Color::Black => (0, false),
        Color::Red => (1, false),
        Color::Green => (2, false),
        Color::Yellow => (3, false),
        Color::Blue => (4, false),
        Color::Magenta => (5, false),
        Color::Cyan => (6, false),
        Color::Gray => (7, false),
        Color::DarkGray => (0, true),
        Color::LightRed => (1, true),
        Color::LightGreen => (2, true),
        Color::LightYellow => (3, true),
        Color::LightBlue => (4, true),
        Color::LightMagenta => (5, true),
        Color::LightCyan => (6, true),
        Color::White => (7, true),
    };
    let bright = if is_bright { 60 } else { 0 };
    let _ = write!(out, ";{}", base + bright + named);
}
