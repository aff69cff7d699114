//! What is framed in the transcript: points of information, and what the viewer brought in.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{
    entry::Ink,
    markdown::{self, Paragraph},
    wrap::{self, Row},
};
use crate::{
    debate::{
        command::Halt,
        ids::Seat,
        notice::waved_down,
        state::{Intervention, Matter, Poi, PoiStatus, Progress},
    },
    style::Role,
    text::floor_char_boundary,
    who,
    widgets::{fit, width},
};

/// Rows of evidence before the rest is folded away.
const EVIDENCE_ROWS: usize = 6;
/// And bytes of it of which rows are made at all.
const EVIDENCE_WRAPPED: usize = 16 * 1024;

/// Paragraphs as rows of `ink.width`.
pub(super) fn paragraphs(ink: Ink<'_>, paragraphs: &[Paragraph]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        if at > 0 && !paragraph.tight {
            rows.push(Row::default());
        }
        // In a place too narrow for it the indent goes, not the words.
        let (first, rest) = if width(&paragraph.first) * 2 <= ink.width {
            (paragraph.first.clone(), paragraph.rest.clone())
        } else {
            (String::new(), String::new())
        };
        let (first, rest) = (ink.span(first, Role::Dim), ink.span(rest, Role::Dim));
        rows.extend(wrap::rows(&paragraph.line, ink.width, &first, &rest));
    }
    rows
}

/// A frame with a title around what `fill` gives for the width inside.
fn framed(
    ink: Ink<'_>,
    title: &str,
    role: Role,
    fill: impl FnOnce(Ink<'_>) -> Vec<Row>,
) -> Vec<Row> {
    if ink.width < 12 {
        return fill(ink);
    }
    let set = ink.styles.border().to_border_set();
    let frame = ink.styles.get(role);
    let inside = ink.width - 4;
    let title = fit(title, inside);
    let rest = ink.width.saturating_sub(5 + width(&title));
    let mut rows = vec![Row::new(Line::from(vec![
        Span::styled(format!("{}{} ", set.top_left, set.horizontal_top), frame),
        Span::styled(title, frame),
        Span::styled(
            format!(" {}{}", set.horizontal_top.repeat(rest), set.top_right),
            frame,
        ),
    ]))];
    for row in fill(ink.narrower(4)) {
        let pad = " ".repeat(inside.saturating_sub(row.line.width()));
        let mut row = row.after(&Span::styled(format!("{} ", set.vertical_left), frame));
        row.line
            .spans
            .push(Span::styled(format!("{pad} {}", set.vertical_right), frame));
        rows.push(row);
    }
    rows.push(Row::new(Line::from(Span::styled(
        format!(
            "{}{}{}",
            set.bottom_left,
            set.horizontal_bottom.repeat(ink.width - 2),
            set.bottom_right
        ),
        frame,
    ))));
    rows
}

/// "Name: words", wrapped.
fn says(ink: Ink<'_>, seat: &Seat, text: &str, words: Style) -> Vec<Row> {
    let name = ink
        .styles
        .get(who::role(ink.state, seat))
        .patch(ink.styles.get(Role::Speaker));
    let mut all = markdown::parse(text, words, ink.styles);
    if all.is_empty() {
        all.push(Paragraph::default());
    }
    if let Some(first) = all.first_mut() {
        let who = format!("{}: ", who::short(ink.state, seat));
        first.line.spans.insert(0, Span::styled(who, name));
    }
    paragraphs(ink, &all)
}

fn remark(ink: Ink<'_>, mark: &str, text: String, role: Role) -> Vec<Row> {
    let mark = ink.span(format!("{mark} "), role);
    let hang = ink.span(" ".repeat(mark.width()), role);
    wrap::rows(&Line::from(ink.span(text, role)), ink.width, &mark, &hang)
}

/// A point of information, at the place in the speech where it came.
pub(super) fn point(ink: Ink<'_>, point: &Poi) -> Vec<Row> {
    let role = match &point.status {
        PoiStatus::Declined { .. } => Role::Declined,
        PoiStatus::Offered
        | PoiStatus::Taken
        | PoiStatus::Accepted
        | PoiStatus::Answered { .. } => Role::Poi,
    };
    let title = if point.from.is_gallery() {
        "point of information from the gallery"
    } else {
        "point of information"
    };
    framed(ink, title, role, |ink| {
        let mut rows = says(ink, &point.from, &point.text, ink.styles.get(role));
        let speaker = who::short(ink.state, &point.to);
        match &point.status {
            PoiStatus::Offered => {
                rows.extend(remark(ink, "✋", "on their feet …".to_owned(), Role::Dim));
            }
            PoiStatus::Taken | PoiStatus::Accepted => {
                rows.extend(remark(
                    ink,
                    "✔",
                    format!("{speaker} takes the point …"),
                    Role::Accepted,
                ));
            }
            PoiStatus::Declined { gesture } => {
                let text = format!("Declined: {}", waved_down(&speaker, gesture));
                rows.extend(remark(ink, "✖", text, Role::Declined));
            }
            PoiStatus::Answered { text } if text.trim().is_empty() => {
                rows.extend(remark(
                    ink,
                    "✔",
                    "taken; no answer could be had".to_owned(),
                    Role::Warning,
                ));
            }
            PoiStatus::Answered { text } => {
                let answer = says(
                    ink.narrower(2),
                    &point.to,
                    text,
                    ink.styles.get(Role::Answer),
                );
                rows.extend(answer.into_iter().enumerate().map(|(at, row)| {
                    row.after(&ink.span(if at == 0 { "✔ " } else { "  " }, Role::Accepted))
                }));
            }
        }
        rows
    })
}

/// What came in beside what is shown.
pub(super) fn folded(ink: Ink<'_>, count: usize) -> Vec<Row> {
    let text = match count {
        0 => return Vec::new(),
        1 => "One more thing came in before this; an export has it.".to_owned(),
        more => format!("{more} more things came in before this; an export has them all."),
    };
    remark(ink, "…", text, Role::Dim)
}

/// Something that the viewer brought in.
pub(super) fn intervention(ink: Ink<'_>, item: &Intervention) -> Vec<Row> {
    let to = item
        .seat
        .as_ref()
        .map(|seat| format!(" to {}", who::short(ink.state, seat)))
        .unwrap_or_default();
    match &item.matter {
        Matter::Evidence { source, words, .. } => {
            framed(ink, "evidence from the gallery", Role::Evidence, |ink| {
                evidence(ink, &item.text, *words, source)
            })
        }
        Matter::Question { halt } => {
            let title = match halt {
                Halt::Halting => format!("question{to}; the debate waits"),
                Halt::Beside => format!("question{to}"),
            };
            framed(ink, &title, Role::Question, |ink| asked(ink, item))
        }
        Matter::Clarification => {
            framed(ink, &format!("clarification{to}"), Role::Question, |ink| {
                asked(ink, item)
            })
        }
        // Once it is raised it stands in the speech as a point of information.
        Matter::GalleryPoint => match &item.progress {
            Progress::Queued | Progress::Put => framed(
                ink,
                "point of information from the gallery",
                Role::Poi,
                |ink| asked(ink, item),
            ),
            Progress::Done { .. } | Progress::Failed { .. } => Vec::new(),
        },
    }
}

fn evidence(ink: Ink<'_>, text: &str, words: u32, source: &str) -> Vec<Row> {
    // A book is not wrapped for the sake of its first lines.
    let beginning = text.get(..floor_char_boundary(text, EVIDENCE_WRAPPED));
    let beginning = beginning.unwrap_or(text);
    let mut rows = paragraphs(ink, &markdown::plain(beginning, ink.styles.get(Role::Text)));
    let all = rows.len();
    if beginning.len() < text.len() {
        rows.truncate(EVIDENCE_ROWS);
        rows.extend(remark(
            ink,
            " ",
            format!("… {words} words in all"),
            Role::Dim,
        ));
    } else if all > EVIDENCE_ROWS + 1 {
        // To fold a single row away would save none.
        rows.truncate(EVIDENCE_ROWS);
        let more = format!("… {} more lines", all - EVIDENCE_ROWS);
        rows.extend(remark(ink, " ", more, Role::Dim));
    }
    if !source.trim().is_empty() {
        rows.extend(remark(ink, "—", source.to_owned(), Role::Link));
    }
    rows
}

fn asked(ink: Ink<'_>, item: &Intervention) -> Vec<Row> {
    let mut rows = paragraphs(
        ink,
        &markdown::plain(&item.text, ink.styles.get(Role::Question)),
    );
    match &item.progress {
        Progress::Queued => {
            let text = match item.matter {
                Matter::GalleryPoint => "waits for its moment",
                Matter::Clarification | Matter::Question { .. } | Matter::Evidence { .. } => {
                    "waits for the next break"
                }
            };
            rows.extend(remark(ink, "…", text.to_owned(), Role::Dim));
        }
        Progress::Put => rows.extend(remark(
            ink,
            "…",
            "an answer is awaited".to_owned(),
            Role::Dim,
        )),
        Progress::Done { answer: Some(text) } => {
            let seat = item.seat.clone().unwrap_or_else(Seat::house);
            rows.extend(says(ink, &seat, text, ink.styles.get(Role::Answer)));
        }
        Progress::Done { answer: None } => {}
        Progress::Failed { reason } => {
            let text = format!("no answer could be had: {reason}");
            rows.extend(remark(ink, "✖", text, Role::Warning));
        }
    }
    rows
}
