//! Frames in the transcript: points of information, and what the viewer brought in.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{
    ink::{Ink, role},
    markdown::{self, Paragraph},
    paragraphs::{beginning, paragraphs, remark, text},
    wrap::TranscriptRow,
};
use crate::{
    blocks::{Interjection, InterjectionKind, InterjectionOutcome, Tone},
    debate::ids::Seat,
    labels,
    style::StyleRole,
    widgets::{fit, width},
};

/// A frame with a title around what `fill` gives for the width inside.
fn framed(
    ink: Ink<'_>,
    title: &str,
    role: StyleRole,
    fill: impl FnOnce(Ink<'_>) -> Vec<TranscriptRow>,
) -> Vec<TranscriptRow> {
    if ink.width < 12 {
        return fill(ink);
    }
    let set = ink.styles.border().to_border_set();
    let frame = ink.styles.get(role);
    let inside = ink.width - 4;
    let title = fit(title, ink.width - 5);
    let rest = ink.width.saturating_sub(5 + width(&title));
    let mut rows = vec![TranscriptRow::new(Line::from(vec![
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
    rows.push(TranscriptRow::new(Line::from(Span::styled(
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
fn says(ink: Ink<'_>, seat: &Seat, name: &str, text: &str, words: Style) -> Vec<TranscriptRow> {
    let looks = ink
        .styles
        .get(labels::role(ink.state, seat))
        .patch(ink.styles.get(StyleRole::Speaker));
    let mut all = markdown::parse(text, words, ink.styles);
    if all.is_empty() {
        all.push(Paragraph::default());
    }
    if let Some(first) = all.first_mut() {
        let who = Span::styled(format!("{name}: "), looks);
        first.line.spans.insert(0, who);
    }
    paragraphs(ink, &all)
}

/// Something beside the speeches in its frame, with what came of it.
pub(super) fn rows(ink: Ink<'_>, interjection: &Interjection<'_>) -> Vec<TranscriptRow> {
    let role = match (interjection.kind, &interjection.outcome) {
        (InterjectionKind::Point, InterjectionOutcome::Told(told)) if told.tone == Tone::Bad => {
            StyleRole::Declined
        }
        (InterjectionKind::Point, _) => StyleRole::Poi,
        (InterjectionKind::Evidence, _) => StyleRole::Evidence,
        (InterjectionKind::Question, _) => StyleRole::Question,
    };
    framed(ink, &interjection.label, role, |ink| {
        let mut rows = match interjection.kind {
            InterjectionKind::Point => paragraphs(
                ink,
                &markdown::parse(&interjection.text, ink.styles.get(role), ink.styles),
            ),
            InterjectionKind::Evidence => beginning(ink, &interjection.text, StyleRole::Text),
            InterjectionKind::Question => text(ink, &interjection.text, role),
        };
        if !interjection.source.is_empty() {
            rows.extend(remark(ink, "—", interjection.source, StyleRole::Link));
        }
        rows.extend(outcome(ink, interjection.kind, &interjection.outcome));
        rows
    })
}

fn outcome(
    ink: Ink<'_>,
    kind: InterjectionKind,
    outcome: &InterjectionOutcome<'_>,
) -> Vec<TranscriptRow> {
    match outcome {
        InterjectionOutcome::None => Vec::new(),
        InterjectionOutcome::Told(told) => {
            let (mark, role) = match (told.tone, kind) {
                (Tone::Open, InterjectionKind::Point) => ("✋", StyleRole::Dim),
                (Tone::Open, _) => ("…", StyleRole::Dim),
                (Tone::Good, _) => ("✔", StyleRole::Accepted),
                (Tone::Warning, InterjectionKind::Point) => ("✔", StyleRole::Warning),
                (Tone::Bad | Tone::Warning | Tone::Error, _) => ("✖", role(told.tone)),
                (tone, _) => (" ", role(tone)),
            };
            remark(ink, mark, &told.text, role)
        }
        InterjectionOutcome::Answered { seat, name, text } => {
            let style = ink.styles.get(StyleRole::Answer);
            let (first, within) = match kind {
                InterjectionKind::Point => ("✔ ", ink.narrower(2)),
                InterjectionKind::Evidence | InterjectionKind::Question => ("", ink),
            };
            let rest = " ".repeat(width(first));
            let rows = says(within, seat, name, text, style)
                .into_iter()
                .enumerate();
            rows.map(|(at, row)| {
                let mark = if at == 0 { first } else { rest.as_str() };
                row.after(&ink.span(mark, StyleRole::Accepted))
            })
            .collect()
        }
    }
}
