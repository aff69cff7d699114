//! Small things that panes and overlays share: a framed pane with a title, a place in the middle for an
//! overlay, text cut to a width. No state, no meaning.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Block, Clear, Widget},
};
use unicode_width::UnicodeWidthStr;

use super::style::{StyleRole, Styles};
pub use crate::text::cut::fit;

/// Whether the keys go to a pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// The keys go to the pane.
    On,
    /// The keys go elsewhere.
    Off,
}

impl Focus {
    /// On where `yes`.
    pub fn when(yes: bool) -> Self {
        if yes { Self::On } else { Self::Off }
    }
}

/// The frame of a pane. Give it further titles with ratatui's own methods.
pub fn pane<'a>(title: &'a str, focus: Focus, styles: &Styles) -> Block<'a> {
    let border = match focus {
        Focus::On => StyleRole::BorderFocus,
        Focus::Off => StyleRole::Border,
    };
    Block::bordered()
        .border_type(styles.border())
        .border_style(styles.get(border))
        .title(Line::from(vec![
            Span::raw(" "),
            Span::styled(title, styles.get(StyleRole::Title)),
            Span::raw(" "),
        ]))
}

/// A place in the middle of `area`, `width` by `height` cells or as much as there is.
pub(crate) fn centred(area: Rect, width: u16, height: u16) -> Rect {
    area.centered(
        Constraint::Length(width.min(area.width)),
        Constraint::Length(height.min(area.height)),
    )
}

/// Draws the frame of an overlay over what is there and returns the place inside.
pub(crate) fn popup(title: &str, area: Rect, buf: &mut Buffer, styles: &Styles) -> Rect {
    Clear.render(area, buf);
    // The frame has two cells at each end, and the title a space.
    let title = fit(title, usize::from(area.width.saturating_sub(4)));
    let block = pane(&title, Focus::On, styles).style(styles.get(StyleRole::Text));
    let inner = block.inner(area);
    block.render(area, buf);
    inner
}

/// As much of a line as fits, with an ellipsis where something was left out.
pub(crate) fn fit_line(line: Line<'static>, cells: usize) -> Line<'static> {
    if line.width() <= cells {
        return line;
    }
    let mut room = cells;
    let mut spans = Vec::new();
    for span in line.spans {
        let wide = span.width();
        // What stands before the end keeps a cell for the ellipsis.
        if wide >= room {
            let text = fit(&format!("{} …", span.content), room);
            spans.push(Span::styled(text, span.style));
            break;
        }
        room -= wide;
        spans.push(span);
    }
    Line::from(spans)
}

/// As much of the end of a text as has room: that is where one types.
pub(crate) fn fit_end(text: &str, cells: usize) -> String {
    if width(text) <= cells {
        return text.to_owned();
    }
    let mut rest = text;
    while width(rest) + 1 > cells {
        let mut letters = rest.chars();
        if letters.next().is_none() {
            break;
        }
        rest = letters.as_str();
    }
    format!("…{rest}")
}

/// The width of a text, in cells.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Draws one line, cut at the edge of `area`.
pub fn line(line: &Line<'_>, area: Rect, buf: &mut Buffer) {
    if area.height > 0 {
        buf.set_line(area.x, area.y, line, area.width);
    }
}

/// A bar of `cells` with `share` (0 to 1) of it filled, to an eighth of a cell.
pub fn bar(share: f64, cells: usize, filled: Style, rest: Style) -> Vec<Span<'static>> {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    let eighths = (share * cells as f64 * 8.0).round() as usize;
    let (full, part) = (eighths / 8, eighths % 8);
    let mut bar = "█".repeat(full.min(cells));
    if full < cells {
        bar.push_str(EIGHTHS.get(part).copied().unwrap_or_default());
    }
    let used = bar.width();
    vec![
        Span::styled(bar, filled),
        Span::styled("·".repeat(cells.saturating_sub(used)), rest),
    ]
}

/// Numbers as a line of blocks, the least at the bottom and the greatest at the top.
pub fn levels(values: &[f64]) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let level = |value: &f64| {
        // Where nothing has moved the line runs through the middle.
        let share = if high - low > 1e-9 {
            (value - low) / (high - low)
        } else {
            0.5
        };
        let at = (share * 7.0).round() as usize;
        LEVELS.get(at).copied().unwrap_or('▁')
    };
    values.iter().map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_their_place_whatever_their_letters() {
        for (text, cells, expected) in [
            ("short", 9, "short"),
            ("longer than that", 7, "longer…"),
            ("日本語の動議", 5, "日本…"),
            ("日本", 2, "…"),
            ("abc", 0, ""),
            ("👩‍🔬👩‍🔬👩‍🔬", 4, "👩‍🔬…"),
        ] {
            let cut = fit(text, cells);
            assert_eq!(cut, expected);
            assert!(width(&cut) <= cells);
        }
    }

    #[test]
    fn a_line_that_is_cut_says_so_and_what_is_typed_is_seen_at_its_end() {
        let line = |texts: &[&'static str]| {
            Line::from(texts.iter().copied().map(Span::raw).collect::<Vec<_>>())
        };
        for (texts, cells, expected) in [
            (&["one ", "two"][..], 7, "one two"),
            (&["one ", "two"], 6, "one t…"),
            (&["one", "two"], 3, "on…"),
            (&["one ", "two"], 4, "one…"),
        ] {
            let cut = fit_line(line(texts), cells);
            assert_eq!(cut.to_string(), expected, "{cells}");
        }
        assert_eq!(fit_end("longer than that", 7), "…n that");
    }

    #[test]
    fn levels_go_from_the_least_to_the_greatest() {
        assert_eq!(levels(&[6.0, 7.0, 8.0]), "▁▅█");
        assert_eq!(levels(&[7.0, 7.0]), "▅▅");
        assert_eq!(levels(&[]), "");
    }

    #[test]
    fn a_bar_has_always_the_same_width() {
        for share in [0.0, 0.01, 0.33, 0.5, 0.999, 1.0, 7.0, f64::NAN] {
            let spans = bar(share, 10, Style::new(), Style::new());
            let cells: usize = spans.iter().map(Span::width).sum();
            assert_eq!(cells, 10, "{share}");
        }
    }
}
