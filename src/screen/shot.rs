//! A picture of the screen: a buffer of cells as an SVG, in a window frame.
//!
//! Every run of text is pinned by its place and its length, so that the picture stays on its grid whatever font
//! the reader has; lines and blocks are drawn as shapes, so that boxes close. It owns the picture and nothing
//! else: what is on the screen, and where the file goes, is the caller's.

mod glyphs;
mod moving;
mod palette;

use std::{fmt::Write as _, ops::Range};

use ratatui::{
    buffer::{Buffer, Cell},
    style::Modifier,
};
use unicode_width::UnicodeWidthStr;

pub use moving::moving;
pub use palette::{Rgb, ShotTheme};

/// The width of a cell, in the picture's units.
const CELL_W: f64 = 8.4;
/// The height of a cell: lines stand close enough for boxes, far enough for reading.
const CELL_H: f64 = 18.0;
/// The size of the letters.
const FONT_SIZE: f64 = 14.0;
/// From the top of a cell to the foot of its letters.
const BASELINE: f64 = 13.5;
/// The bar of the window, with its title.
const BAR: f64 = 34.0;
/// Free space between the frame and the cells.
const PADDING: f64 = 12.0;

/// The look of a cell, with every colour settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each attribute of a cell"
)]
struct Look {
    ink: Rgb,
    paper: Rgb,
    bold: bool,
    italic: bool,
    crossed: bool,
    underlined: bool,
}

impl Look {
    fn of(cell: &Cell, theme: &ShotTheme) -> Self {
        let mut ink = theme.resolve(cell.fg, theme.ink);
        let mut paper = theme.resolve(cell.bg, theme.paper);
        let has = |modifier| cell.modifier.contains(modifier);
        if has(Modifier::REVERSED) {
            std::mem::swap(&mut ink, &mut paper);
        }
        if has(Modifier::DIM) {
            ink = ink.towards(paper, 0.45);
        }
        if has(Modifier::HIDDEN) {
            ink = paper;
        }
        Self {
            ink,
            paper,
            bold: has(Modifier::BOLD),
            italic: has(Modifier::ITALIC),
            crossed: has(Modifier::CROSSED_OUT),
            underlined: has(Modifier::UNDERLINED),
        }
    }

    fn is_decorated(self) -> bool {
        self.crossed || self.underlined
    }
}

/// A run of cells that look alike.
struct Run<'a> {
    /// The first column.
    x: u16,
    /// The width of the run, in columns.
    width: u16,
    look: Look,
    symbols: Vec<&'a str>,
}

/// The picture of a screen.
pub fn svg(buffer: &Buffer, theme: &ShotTheme) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let (width, height) = size(buffer);
    let mut out = String::with_capacity(usize::from(columns) * usize::from(rows) * 4 + 2048);
    frame(&mut out, theme, width, height);
    for at in 0..rows {
        out.push_str("<g>");
        let y = BAR + f64::from(at) * CELL_H;
        out.push_str(&stretch(buffer, (at, 0..columns), y, theme));
        out.push_str("</g>\n");
    }
    out.push_str("</g></svg>\n");
    out
}

/// The size of the picture of a screen, in its units.
fn size(buffer: &Buffer) -> (f64, f64) {
    let width = f64::from(buffer.area.width) * CELL_W + 2.0 * PADDING;
    let height = f64::from(buffer.area.height) * CELL_H + BAR + PADDING;
    (width, height)
}

/// The cells of a row from one column to another one, drawn at that height.
fn stretch(
    buffer: &Buffer,
    (row, columns): (u16, Range<u16>),
    y: f64,
    theme: &ShotTheme,
) -> String {
    let mut out = String::new();
    let runs = runs(buffer, (row, columns), theme);
    for run in &runs {
        paper(&mut out, run, y, theme);
    }
    for run in &runs {
        ink(&mut out, run, y);
    }
    out
}

/// Writing to a string cannot fail; this keeps that knowledge in one place.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => {
        let _ = write!($out, $($arg)*);
    };
}

fn frame(out: &mut String, theme: &ShotTheme, width: f64, height: f64) {
    let title = escape(&theme.title);
    let font = escape(&theme.font_family);
    let (ink, paper) = (theme.ink, theme.paper);
    let line = paper.towards(ink, 0.22);
    let label = ink.towards(paper, 0.35);
    put!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.1}\" height=\"{height:.1}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" role=\"img\" aria-label=\"{title}\">\n\
         <title>{title}</title>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{:.1}\" height=\"{:.1}\" rx=\"9\" fill=\"{paper}\" stroke=\"{line}\"/>\n",
        width - 1.0,
        height - 1.0,
    );
    for (at, dot) in [palette::CLOSE, palette::SHRINK, palette::GROW]
        .iter()
        .enumerate()
    {
        let x = 20.0 + 18.0 * at as f64;
        put!(
            out,
            "<circle cx=\"{x}\" cy=\"17\" r=\"5.5\" fill=\"{dot}\"/>"
        );
    }
    put!(
        out,
        "\n<text x=\"{:.1}\" y=\"21.5\" text-anchor=\"middle\" font-family=\"system-ui, sans-serif\" \
         font-size=\"13\" fill=\"{label}\">{title}</text>\n\
         <g font-family=\"{font}\" font-size=\"{FONT_SIZE}\" xml:space=\"preserve\" \
         style=\"white-space:pre;font-variant-ligatures:none\">\n",
        width / 2.0,
    );
}

fn runs<'a>(
    buffer: &'a Buffer,
    (row, columns): (u16, Range<u16>),
    theme: &ShotTheme,
) -> Vec<Run<'a>> {
    let mut runs: Vec<Run<'a>> = Vec::new();
    let mut x = columns.start;
    while x < columns.end {
        let Some(cell) = buffer.cell((buffer.area.x + x, buffer.area.y + row)) else {
            break;
        };
        let symbol = if cell.symbol().is_empty() {
            " "
        } else {
            cell.symbol()
        };
        let width = u16::try_from(symbol.width()).unwrap_or(1).max(1);
        let width = width.min(columns.end - x);
        let look = Look::of(cell, theme);
        match runs.last_mut() {
            Some(run) if run.look == look => {
                run.width += width;
                run.symbols.push(symbol);
            }
            _ => runs.push(Run {
                x,
                width,
                look,
                symbols: vec![symbol],
            }),
        }
        x += width;
    }
    runs
}

fn left(column: u16) -> f64 {
    PADDING + f64::from(column) * CELL_W
}

fn paper(out: &mut String, run: &Run<'_>, y: f64, theme: &ShotTheme) {
    if run.look.paper == theme.paper {
        return;
    }
    let (x, width, fill) = (left(run.x), f64::from(run.width) * CELL_W, run.look.paper);
    put!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{CELL_H}\" fill=\"{fill}\" \
         shape-rendering=\"crispEdges\"/>"
    );
}

/// Letters are written word by word, lines and blocks drawn, wide letters pinned one by one.
fn ink(out: &mut String, run: &Run<'_>, y: f64) {
    let mut word = Word::default();
    let mut shapes = String::new();
    let mut x = run.x;
    for symbol in &run.symbols {
        let width = u16::try_from(symbol.width()).unwrap_or(1).max(1);
        let is_gap = *symbol == " " && !run.look.is_decorated();
        let drawn = glyphs::draw(&mut shapes, symbol, left(x), y, CELL_W, CELL_H);
        if is_gap || drawn || width > 1 {
            word.end(out, run.look, y);
        }
        if !is_gap && !drawn {
            word.add(symbol, x, width);
        }
        if width > 1 {
            word.end(out, run.look, y);
        }
        x += width;
    }
    word.end(out, run.look, y);
    if !shapes.is_empty() {
        let fill = run.look.ink;
        put!(out, "<path d=\"{shapes}\" fill=\"{fill}\"/>");
    }
}

#[derive(Default)]
struct Word {
    x: u16,
    width: u16,
    text: String,
}

impl Word {
    fn add(&mut self, symbol: &str, x: u16, width: u16) {
        if self.text.is_empty() {
            self.x = x;
        }
        self.text.push_str(symbol);
        self.width += width;
    }

    fn end(&mut self, out: &mut String, look: Look, y: f64) {
        let word = std::mem::take(self);
        if word.text.is_empty() {
            return;
        }
        let (x, y) = (left(word.x), y + BASELINE);
        let (length, fill) = (f64::from(word.width) * CELL_W, look.ink);
        put!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{length:.1}\" \
             lengthAdjust=\"spacingAndGlyphs\" fill=\"{fill}\""
        );
        if look.bold {
            out.push_str(" font-weight=\"bold\"");
        }
        if look.italic {
            out.push_str(" font-style=\"italic\"");
        }
        match (look.crossed, look.underlined) {
            (true, true) => out.push_str(" text-decoration=\"line-through underline\""),
            (true, false) => out.push_str(" text-decoration=\"line-through\""),
            (false, true) => out.push_str(" text-decoration=\"underline\""),
            (false, false) => {}
        }
        put!(out, ">{}</text>", escape(&word.text));
    }
}

/// Escapes a text for XML, and drops what XML does not allow. Controls are not allowed even as references.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
