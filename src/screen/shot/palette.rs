//! The colours of a picture: a terminal's palette, since a picture has no terminal to ask.

use std::fmt;

use ratatui::style::Color;

/// A colour as a picture has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The dots of the window's frame.
pub(super) const CLOSE: Rgb = Rgb(0xff, 0x5f, 0x57);
pub(super) const SHRINK: Rgb = Rgb(0xfe, 0xbc, 0x2e);
pub(super) const GROW: Rgb = Rgb(0x28, 0xc8, 0x40);

/// The sixteen colours that a terminal names, quiet enough for long reading.
const ANSI: [Rgb; 16] = [
    Rgb(0x28, 0x2c, 0x34),
    Rgb(0xe0, 0x6c, 0x75),
    Rgb(0x98, 0xc3, 0x79),
    Rgb(0xe5, 0xc0, 0x7b),
    Rgb(0x61, 0xaf, 0xef),
    Rgb(0xc6, 0x78, 0xdd),
    Rgb(0x56, 0xb6, 0xc2),
    Rgb(0xab, 0xb2, 0xbf),
    Rgb(0x6b, 0x73, 0x80),
    Rgb(0xf0, 0x8a, 0x92),
    Rgb(0xb4, 0xd8, 0x9a),
    Rgb(0xf2, 0xd4, 0x9a),
    Rgb(0x85, 0xc4, 0xf5),
    Rgb(0xd7, 0x9c, 0xea),
    Rgb(0x7c, 0xcd, 0xd7),
    Rgb(0xe6, 0xe9, 0xef),
];

/// The looks of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShotTheme {
    /// In the bar of the window, and what a screen reader says.
    pub title: String,
    /// The colour of text that has none of its own.
    pub ink: Rgb,
    /// The background where there is none of its own.
    pub paper: Rgb,
    /// The sixteen colours that a terminal names.
    pub ansi: [Rgb; 16],
    /// Fonts, the best first, as CSS has them.
    pub font_family: String,
}

impl Default for ShotTheme {
    fn default() -> Self {
        Self {
            title: "hustings".to_owned(),
            ink: Rgb(0xd4, 0xd8, 0xe0),
            paper: Rgb(0x16, 0x18, 0x1d),
            ansi: ANSI,
            font_family: "ui-monospace, 'SF Mono', Menlo, 'Cascadia Mono', 'DejaVu Sans Mono', \
                          'Liberation Mono', Consolas, monospace"
                .to_owned(),
        }
    }
}

impl ShotTheme {
    /// The default look, with that title.
    pub fn titled(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// The colour that a terminal of these colours would show; `own` is what it shows where none is asked for.
    pub(super) fn resolve(&self, color: Color, own: Rgb) -> Rgb {
        let index = match color {
            Color::Reset => return own,
            Color::Rgb(r, g, b) => return Rgb(r, g, b),
            Color::Indexed(index) => index,
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 8,
            Color::LightRed => 9,
            Color::LightGreen => 10,
            Color::LightYellow => 11,
            Color::LightBlue => 12,
            Color::LightMagenta => 13,
            Color::LightCyan => 14,
            Color::White => 15,
        };
        match self.ansi.get(usize::from(index)) {
            Some(named) => *named,
            None => cube(index),
        }
    }
}

/// The colours from 16 on: a cube of six steps a side, then greys.
fn cube(index: u8) -> Rgb {
    if let Some(grey) = index.checked_sub(232) {
        let level = 8 + 10 * grey;
        return Rgb(level, level, level);
    }
    let index = index.saturating_sub(16);
    let step = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    Rgb(step(index / 36), step(index / 6 % 6), step(index % 6))
}

impl Rgb {
    /// The colour on the way to `other`: 0 is this one, 1 the other.
    pub(super) fn towards(self, other: Self, share: f64) -> Self {
        let mix = |from: u8, to: u8| {
            let (from, to) = (f64::from(from), f64::from(to));
            (from + (to - from) * share).round() as u8
        };
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
