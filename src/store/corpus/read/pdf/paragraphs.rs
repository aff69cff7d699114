//! Paragraphs from the lines of pages: without running heads, with words put together again that a line or a page cut.

use std::collections::HashMap;

use super::layout::Line;
use crate::text::sentence;

/// A step down of so many usual steps is a paragraph.
const STEP: f64 = 1.35;

/// A line that begins so many sizes further right than the one before begins a paragraph.
const INDENT: f64 = 0.8;

/// A line that ends so much of the text's width before the right margin ends a paragraph, with its sentence.
const SHORT: f64 = 0.15;

/// Letters that differ by this share in size are a heading and its text.
const SIZE: f64 = 1.15;

/// A head or foot that stands on so many pages runs.
const RUNS: usize = 3;

/// The number of lines at the top and at the bottom of a page that may be heads and feet.
const EDGE: usize = 2;

/// Paragraphs with the number of the page that they begin on.
pub(super) fn all(mut pages: Vec<(usize, Vec<Line>)>) -> Vec<(usize, String)> {
    without_running(&mut pages);
    let mut found: Vec<(usize, String)> = Vec::new();
    for (number, lines) in &pages {
        let usual = usual_step(lines);
        let right = lines.iter().map(|line| line.right).fold(f64::MIN, f64::max);
        let left = lines.iter().map(|line| line.left).fold(f64::MAX, f64::min);
        let mut before: Option<&Line> = None;
        for line in lines {
            let begins = match (before, found.last()) {
                (Some(before), Some((_, text))) => {
                    begins(before, line, usual, text, right, (right - left) * SHORT)
                }
                // A page goes on with the paragraph of the page before, unless that one ended.
                (None, Some((_, text))) => sentence::is_at_end(text) || !goes_on(&line.text),
                (_, None) => true,
            };
            match found.last_mut() {
                Some((_, text)) if !begins => join(text, &line.text),
                _ => found.push((*number, line.text.clone())),
            }
            before = Some(line);
        }
    }
    found
}

fn begins(before: &Line, line: &Line, usual: f64, text: &str, right: f64, short: f64) -> bool {
    let step = (before.y - line.y).abs();
    let larger = before.size.max(line.size) / before.size.min(line.size).max(f64::MIN_POSITIVE);
    if larger > SIZE && !text.ends_with('-') {
        return true;
    }
    let ended = sentence::is_at_end(text);
    // Up again: the next column, or what a page shows in another order.
    let wide = step > usual * STEP && line.y < before.y;
    let indented = line.left - before.left > line.size * INDENT;
    let ended_early = right - before.right > short;
    wide || (ended && (indented || ended_early || line.y > before.y + usual * STEP))
}

fn goes_on(text: &str) -> bool {
    text.starts_with(|c: char| c.is_lowercase() || c.is_ascii_punctuation())
}

/// The middle one of the steps from line to line.
fn usual_step(lines: &[Line]) -> f64 {
    let mut steps: Vec<f64> = lines
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] => Some((a.y - b.y).abs()),
            _ => None,
        })
        .filter(|step| *step > 0.0)
        .collect();
    steps.sort_by(f64::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(f64::MAX)
}

/// Joins a line to what stands before it. A hyphen at the end goes where a small letter follows a letter.
fn join(text: &mut String, line: &str) {
    let cut = text.strip_suffix('-').is_some_and(|head| {
        head.ends_with(char::is_alphabetic) && line.starts_with(char::is_lowercase)
    });
    if cut {
        text.pop();
    } else if !text.ends_with('-') {
        text.push(' ');
    }
    text.push_str(line);
}

/// Leaves out what stands at the edge of several pages, whatever its number, and page numbers.
fn without_running(pages: &mut [(usize, Vec<Line>)]) {
    let mut counted: HashMap<String, usize> = HashMap::new();
    for (_, lines) in pages.iter() {
        let mut seen: Vec<String> = edge(lines).map(|line| numberless(&line.text)).collect();
        seen.sort();
        seen.dedup();
        for text in seen {
            *counted.entry(text).or_default() += 1;
        }
    }
    let runs = |line: &Line| {
        let text = numberless(&line.text);
        let number = line.text.trim_matches(|c: char| !c.is_alphanumeric());
        let is_number =
            !number.is_empty() && number.len() <= 5 && number.bytes().all(|b| b.is_ascii_digit());
        is_number || counted.get(&text).is_some_and(|count| *count >= RUNS)
    };
    for (_, lines) in pages.iter_mut() {
        let (length, mut index) = (lines.len(), 0);
        // A page of two lines is all edge and may be all text.
        lines.retain(|line| {
            let at_edge = index < EDGE || index + EDGE >= length;
            index += 1;
            !(at_edge && runs(line))
        });
    }
}

fn edge(lines: &[Line]) -> impl Iterator<Item = &Line> {
    let last = lines.len().saturating_sub(EDGE);
    lines
        .iter()
        .enumerate()
        .filter(move |(index, _)| *index < EDGE || *index >= last)
        .map(|(_, line)| line)
}

fn numberless(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, left: f64, y: f64) -> Line {
        Line {
            text: text.to_owned(),
            left,
            right: left + text.len() as f64 * 5.0,
            y,
            size: 10.0,
        }
    }

    #[test]
    fn lines_are_paragraphs_by_gaps_and_indents_and_pages_go_on() {
        let page = |number: usize, texts: [(&str, f64, f64); 4]| {
            let mut lines = vec![line(&format!("On Bells {number}"), 50.0, 780.0)];
            lines.extend(texts.map(|(text, left, y)| line(text, left, y)));
            lines.push(line(&number.to_string(), 200.0, 20.0));
            (number, lines)
        };
        let found = all(vec![
            page(
                1,
                [
                    ("The bell of this town rings at noon, as demo-", 50.0, 700.0),
                    ("cracy does, and as a well-", 50.0, 688.0),
                    ("Known bell does.", 50.0, 676.0),
                    ("A gap stands before this line which goes", 50.0, 640.0),
                ],
            ),
            page(
                2,
                [
                    (
                        "on over the page to its end. It is as long as that.",
                        50.0,
                        700.0,
                    ),
                    ("An indent begins this one, which is", 62.0, 688.0),
                    ("wrapped without.", 50.0, 676.0),
                    ("And so does a line after one that is short.", 50.0, 664.0),
                ],
            ),
            page(
                3,
                [
                    ("New page, new sentence.", 50.0, 700.0),
                    ("a", 50.0, 600.0),
                    ("b", 50.0, 500.0),
                    ("c", 50.0, 400.0),
                ],
            ),
        ]);
        let found: Vec<_> = found
            .iter()
            .map(|(page, text)| (*page, text.as_str()))
            .take(5)
            .collect();
        assert_eq!(
            found,
            [
                (
                    1,
                    "The bell of this town rings at noon, as democracy does, and as a well-Known bell does."
                ),
                (
                    1,
                    "A gap stands before this line which goes on over the page to its end. It is as long as that."
                ),
                (2, "An indent begins this one, which is wrapped without."),
                (2, "And so does a line after one that is short."),
                (3, "New page, new sentence. a b c"),
            ]
        );
    }
}
