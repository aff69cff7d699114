//! A picture that moves: what stands in the panes of several screens, row by row, each shown while it is there. What stands in
//! several rows, or in several screens, is drawn once: a text that scrolls is the same rows in other places.

use std::{collections::HashMap, fmt::Write as _, ops::Range, time::Duration};

use ratatui::buffer::Buffer;

use super::{BAR, CELL_H, PADDING, ShotTheme, frame, size, stretch};

/// A row of a pane for as long as nothing in it changes.
struct Shown {
    /// The number of the drawing.
    drawing: usize,
    /// The first frame that has it.
    from: usize,
    /// The first frame that has it no more.
    to: usize,
}

/// The drawings that there are, each once.
#[derive(Default)]
struct Drawings {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Drawings {
    /// The number of a drawing, which is kept where it is new.
    fn number(&mut self, drawing: String) -> usize {
        *self.numbers.entry(drawing).or_insert_with_key(|drawing| {
            self.all.push(drawing.clone());
            self.all.len() - 1
        })
    }

    fn is_empty(&self, number: usize) -> bool {
        self.all.get(number).is_none_or(String::is_empty)
    }
}

/// The moving picture of these screens, each shown so long and the last one so many times as long; then it begins again.
/// Where nothing can move, the last screen stands.
pub fn moving(screens: &[Buffer], (each, held): (Duration, usize), theme: &ShotTheme) -> String {
    let Some(last) = screens.last() else {
        return String::new();
    };
    let all = screens.len() - 1 + held.max(1);
    let seconds = each.as_secs_f64() * all as f64;
    let mut drawings = Drawings::default();
    let mut shown = String::new();
    for row in 0..last.area.height {
        for columns in panes(screens, row, last.area.width) {
            let mut stay: Vec<Shown> = Vec::new();
            for (number, screen) in screens.iter().enumerate() {
                let drawn = stretch(screen, (row, columns.clone()), 0.0, theme);
                let drawing = drawings.number(drawn);
                let is_last = number + 1 == screens.len();
                let to = if is_last { all } else { number + 1 };
                match stay.last_mut() {
                    Some(before) if before.drawing == drawing => before.to = to,
                    _ => stay.push(Shown {
                        drawing,
                        from: number,
                        to,
                    }),
                }
            }
            let y = BAR + f64::from(row) * CELL_H;
            let seen = stay.iter().filter(|one| !drawings.is_empty(one.drawing));
            seen.for_each(|one| show(&mut shown, one, y, (all, seconds)));
        }
    }
    let mut out = String::new();
    let (width, height) = size(last);
    frame(&mut out, theme, width, height);
    out.push_str("<defs>\n");
    for (number, drawing) in drawings.all.iter().enumerate() {
        if !drawing.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "<g id=\"r{number}\">{drawing}</g>");
        }
    }
    let _ = write!(
        out,
        "</defs>\n<clipPath id=\"screen\"><rect x=\"{PADDING}\" y=\"{BAR}\" width=\"{:.1}\" height=\"{:.1}\"/></clipPath>\n\
         <g clip-path=\"url(#screen)\">\n{shown}</g>\n</g></svg>\n",
        width - 2.0 * PADDING,
        height - BAR - PADDING,
    );
    out
}

/// The columns between which a row changes by itself: from each line between panes that all screens have to the next one.
fn panes(screens: &[Buffer], row: u16, width: u16) -> Vec<Range<u16>> {
    const LINES: [&str; 4] = ["\u{2502}", "\u{2503}", "\u{2551}", "\u{2506}"];
    let is_line = |x: u16| {
        screens.iter().all(|screen| {
            let at = (screen.area.x + x, screen.area.y + row);
            screen
                .cell(at)
                .is_some_and(|cell| LINES.contains(&cell.symbol()))
        })
    };
    let inner = (1..width).filter(|x| is_line(*x));
    let ends: Vec<u16> = inner.chain([width]).collect();
    let begins = [0].into_iter().chain(ends.iter().copied());
    begins
        .zip(ends.iter().copied())
        .map(|(from, to)| from..to)
        .collect()
}

/// Adds what is seen from one frame to another one, of so many in so many seconds.
fn show(out: &mut String, shown: &Shown, y: f64, (all, seconds): (usize, f64)) {
    let (from, to) = (shown.from, shown.to);
    let number = shown.drawing;
    if from == 0 && to == all {
        let _ = writeln!(out, "<use href=\"#r{number}\" y=\"{y:.1}\"/>");
        return;
    }
    let mut values = Vec::new();
    let mut times = Vec::new();
    for (at, value) in [(0, "hidden"), (from, "visible"), (to, "hidden")] {
        if at == 0 && value == "hidden" && from == 0 || at == all {
            continue;
        }
        values.push(value);
        times.push(format!("{:.4}", at as f64 / all as f64));
    }
    let still = if to == all { "visible" } else { "hidden" };
    let _ = writeln!(
        out,
        "<use href=\"#r{number}\" y=\"{y:.1}\" visibility=\"{still}\"><animate attributeName=\"visibility\" values=\"{}\" \
         keyTimes=\"{}\" calcMode=\"discrete\" dur=\"{seconds:.1}s\" repeatCount=\"indefinite\"/></use>",
        values.join(";"),
        times.join(";"),
    );
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn each_row_is_drawn_once_and_shown_while_it_is_there() {
        let screens = [["one", "two"], ["two", "two"], ["two", "end"]].map(|rows| {
            let mut screen = Buffer::empty(Rect::new(0, 0, 5, 2));
            for (y, text) in (0..).zip(rows) {
                screen.set_string(0, y, text, ratatui::style::Style::default());
            }
            screen
        });
        let theme = ShotTheme::titled("A motion");
        let picture = moving(&screens, (Duration::from_secs(1), 2), &theme);
        for text in ["one", "two", "end"] {
            assert_eq!(
                picture.matches(&format!(">{text}<")).count(),
                1,
                "{picture}"
            );
        }
        // Four seconds: three frames, and the last one again.
        let shown = |values: &str, times: &str| {
            let animated = format!("values=\"{values}\" keyTimes=\"{times}\"");
            picture.matches(&animated).count()
        };
        assert_eq!(shown("visible;hidden", "0.0000;0.2500"), 1, "{picture}");
        assert_eq!(shown("hidden;visible", "0.0000;0.2500"), 1, "{picture}");
        assert_eq!(shown("visible;hidden", "0.0000;0.5000"), 1, "{picture}");
        assert_eq!(shown("hidden;visible", "0.0000;0.5000"), 1, "{picture}");
        assert!(picture.contains("dur=\"4.0s\""), "{picture}");
        // Where nothing moves the last screen stands.
        assert_eq!(
            picture.matches("visibility=\"visible\"").count(),
            2,
            "{picture}"
        );
        assert_eq!(moving(&[], (Duration::from_secs(1), 1), &theme), "");
    }
}
