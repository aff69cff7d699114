//! Lines of a page from letters with places: what stands at one height is a line, what stands apart in it are words.

/// Letters further apart than this share of their size have a space between them.
const SPACE: f64 = 0.16;

/// Letters higher or lower than the line by this share of their size stand in another one. Notes' numbers and indices
/// are raised by less.
const LINE: f64 = 0.55;

/// The longest line that is kept, in bytes: a page of hostile instructions may never move down.
const MAX_LINE: usize = 1024 * 1024;

/// A line of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Line {
    pub(super) text: String,
    /// The beginning and the end of the line, and its height on the page, in units of the page.
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) y: f64,
    /// The size of its letters.
    pub(super) size: f64,
}

/// Lines under way, in the order in which the page shows them.
#[derive(Debug, Default)]
pub(super) struct Layout {
    lines: Vec<Line>,
}

impl Layout {
    /// Letters at a place, with their width and size in units of the page.
    pub(super) fn put(&mut self, text: &str, (x, y): (f64, f64), width: f64, size: f64) {
        if text.is_empty() {
            return;
        }
        if let Some(line) = self
            .lines
            .last_mut()
            .filter(|line| line.text.len() < MAX_LINE)
        {
            let size = line.size.max(size).max(f64::MIN_POSITIVE);
            let same = (y - line.y).abs() <= size * LINE;
            // Far back to the left at the same height is another column's or another pass over the line.
            if same && x >= line.left - size {
                let apart = x - line.right > size * SPACE;
                if apart && !line.text.ends_with(' ') && !text.starts_with(' ') {
                    line.text.push(' ');
                }
                // Shadows and boldness by printing twice: the same letters at the same place.
                let again =
                    x + width <= line.right + size * 0.1 && line.text.ends_with(text.trim());
                if !(again && text.trim().len() > 1) {
                    line.text.push_str(text);
                }
                line.right = line.right.max(x + width);
                line.size = size;
                return;
            }
        }
        if text.trim().is_empty() {
            return;
        }
        self.lines.push(Line {
            text: text.to_owned(),
            left: x,
            right: x + width,
            y,
            size,
        });
    }

    pub(super) fn finish(mut self) -> Vec<Line> {
        for line in &mut self.lines {
            line.text = crate::corpus::read::tidy::line(&line.text);
        }
        self.lines.retain(|line| !line.text.is_empty());
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_apart_are_words_and_lower_ones_are_lines() {
        let mut layout = Layout::default();
        layout.put("Be", (10.0, 100.0), 10.0, 10.0);
        layout.put("lls", (20.3, 100.0), 12.0, 10.0);
        layout.put("ring", (35.0, 100.0), 15.0, 10.0);
        layout.put("2", (50.5, 103.0), 3.0, 6.0);
        layout.put("at noon.", (10.0, 88.0), 40.0, 10.0);
        layout.put("at noon.", (10.1, 88.0), 40.0, 10.0);
        let lines: Vec<_> = layout.finish().into_iter().map(|line| line.text).collect();
        assert_eq!(lines, ["Bells ring2", "at noon."]);
    }
}
