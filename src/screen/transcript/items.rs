//! Items as rows: arguments as cards, responses with their questions, what judges gave as bars, the trace, ballots.

use ratatui::text::{Line, Span};

use super::{
    ink::{Ink, role, vote},
    markdown::Paragraph,
    meters::meters,
    paragraphs::{hung, paragraphs},
    wrap::{self, TranscriptRow},
};
use crate::{
    blocks::{ItemKind, Note, Remark, SectionItem, Tone},
    labels,
    style::StyleRole,
    widgets::{bar, fit, levels, width},
};

/// Cells of the widest bar of a total.
const BAR: usize = 24;
/// Cells of a claim beside what became of it, at the least.
const LEAST_CLAIM: usize = 16;
/// Cells of the bar of a dimension.
const SMALL_BAR: usize = 5;
/// Cells of the bar of how a speaker did.
const SPEAKER_BAR: usize = 10;

/// Items of one kind.
pub(super) fn rows(ink: Ink<'_>, kind: ItemKind, items: &[SectionItem<'_>]) -> Vec<TranscriptRow> {
    let column = items.iter().map(|item| width(&item.label)).max();
    let column = column.unwrap_or(0).min(ink.width / 3);
    let mut rows = Vec::new();
    for item in items {
        if is_airy(kind) {
            rows.push(TranscriptRow::default());
        }
        match kind {
            ItemKind::Arguments => argument(ink, item, &mut rows),
            ItemKind::Responses => response(ink, item, &mut rows),
            ItemKind::Replies => {
                let sign = ink.span("↩ ", StyleRole::Dim);
                let name = named(ink, item);
                rows.push(TranscriptRow::new(Line::from(vec![sign, name])));
                rows.extend(item.notes.iter().flat_map(|note| part(ink, note)));
            }
            ItemKind::Marks => marks(ink, item, column, &mut rows),
            ItemKind::Trace => trace(ink, item, column, &mut rows),
            ItemKind::Speakers => {
                rows.push(TranscriptRow::new(Line::from(named(ink, item))));
                let within = ink.narrower(2);
                let bars = meters(within, &item.meters, SPEAKER_BAR).into_iter();
                rows.extend(bars.map(|row| row.after(&Span::raw("  "))));
                rows.extend(item.notes.iter().flat_map(|one| note(ink, "  ", one)));
                rows.push(TranscriptRow::default());
            }
            ItemKind::LineUp | ItemKind::Ballots => {
                rows.extend(paragraphs(ink, &[in_a_row(ink, item)]));
            }
        }
    }
    rows
}

/// The name of an item, in the colour of whoever it is of.
fn named(ink: Ink<'_>, item: &SectionItem<'_>) -> Span<'static> {
    let style = ink.styles.get(labels::role_of(ink.state, &item.of));
    let style = style.patch(ink.styles.get(StyleRole::Speaker));
    Span::styled(fit(&item.label, ink.width), style)
}

/// The note on an item, behind its mark.
fn note(ink: Ink<'_>, indent: &str, note: &Note<'_>) -> Vec<TranscriptRow> {
    let text = format!("{}{}", note.lead(), note.text);
    hung(
        ink,
        &format!("{indent}{}", note.mark()),
        &text,
        role(note.tone),
    )
}

/// A part of what was handed in: its name, then its words.
fn part(ink: Ink<'_>, one: &Note<'_>) -> Vec<TranscriptRow> {
    if !one.mark().is_empty() {
        return note(ink, "  ", one);
    }
    let line = Line::from(vec![
        ink.span(one.lead(), StyleRole::Dim),
        ink.span(one.text.trim(), role(one.tone)),
    ]);
    let indent = Span::raw("  ");
    wrap::rows(&line, ink.width, &indent, &indent)
}

fn tags(ink: Ink<'_>, tags: &[Remark]) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for tag in tags {
        if !spans.is_empty() {
            spans.push(ink.span(" · ", StyleRole::Dim));
        }
        spans.push(ink.span(tag.text.clone(), role(tag.tone)));
    }
    spans
}

fn argument(ink: Ink<'_>, item: &SectionItem<'_>, rows: &mut Vec<TranscriptRow>) {
    let name = named(ink, item);
    let mark = Span::styled(format!("{}  ", name.content), name.style);
    let line = Line::from(ink.span(item.text.to_string(), StyleRole::Emphasis));
    // A claim stands behind its number; below it, where the place is narrow.
    if mark.width() * 3 <= ink.width {
        let rest = Span::raw(" ".repeat(mark.width()));
        rows.extend(wrap::rows(&line, ink.width, &mark, &rest));
    } else {
        rows.push(TranscriptRow::new(Line::from(mark)));
        rows.extend(
            wrap::wrap(&line, ink.width)
                .into_iter()
                .map(TranscriptRow::new),
        );
    }
    if !item.tags.is_empty() {
        let line = Line::from(tags(ink, &item.tags));
        let indent = Span::raw("  ");
        rows.extend(wrap::rows(&line, ink.width, &indent, &indent));
    }
    rows.extend(item.notes.iter().flat_map(|note| part(ink, note)));
}

/// "→ CON-1 challenge", and what the argument said.
fn response(ink: Ink<'_>, item: &SectionItem<'_>, rows: &mut Vec<TranscriptRow>) {
    let mut spans = vec![
        ink.span("→ ", StyleRole::Dim),
        named(ink, item),
        Span::raw(" "),
    ];
    let status = item.status.iter();
    spans.extend(status.map(|status| ink.span(status.text.clone(), role(status.tone))));
    let used: usize = spans.iter().map(Span::width).sum();
    let room = ink.width.saturating_sub(used + 4);
    if !item.text.is_empty() && room >= 12 {
        let text = fit(&item.text, room);
        spans.push(ink.span(format!("  “{text}”"), StyleRole::Dim));
    }
    rows.push(TranscriptRow::new(Line::from(spans)));
    rows.extend(item.notes.iter().flat_map(|note| part(ink, note)));
}

/// The sign of what became of an argument.
fn sign(tone: Tone) -> &'static str {
    let signs = [
        (Tone::Good, "✔"),
        (Tone::Evidence, "◐"),
        (Tone::Error, "✖"),
        (Tone::Open, "?"),
    ];
    let own = signs.iter().find(|(of, _)| *of == tone);
    own.map_or("…", |(_, sign)| sign)
}

fn stood(status: &Remark) -> String {
    format!("{} {}", sign(status.tone), status.text)
}

/// A weighted total as a bar of the highest score, how it has moved, the dimensions, and what was said.
fn marks(ink: Ink<'_>, item: &SectionItem<'_>, label: usize, rows: &mut Vec<TranscriptRow>) {
    let of = labels::role_of(ink.state, &item.of);
    if let Some((total, dimensions)) = item.meters.split_first() {
        let moved = spark(ink, item, of);
        let taken: usize = moved.iter().map(Span::width).sum();
        let room = ink.width.saturating_sub(label + 8 + taken);
        let name = fit(&item.label, label);
        let pad = " ".repeat(label.saturating_sub(width(&name)));
        let style = ink.styles.get(of).patch(ink.styles.get(StyleRole::Speaker));
        let mut spans = vec![Span::styled(name, style), Span::raw(format!("{pad} "))];
        if room >= 4 {
            spans.extend(bar(
                total.value / total.most,
                room.min(BAR),
                ink.styles.get(of),
                ink.styles.get(StyleRole::Dim),
            ));
        }
        spans.push(ink.span(format!(" {:>5}", total.words), StyleRole::Text));
        if !moved.is_empty() {
            spans.push(Span::raw(" "));
            spans.extend(moved);
        }
        let mut row = TranscriptRow::new(Line::from(spans));
        let status = item.status.as_ref();
        let status = status.map(|one| ink.span(format!("  {}", stood(one)), role(one.tone)));
        match status {
            Some(status) if row.line.width() + status.width() <= ink.width => {
                row.line.spans.push(status);
                rows.push(row);
            }
            status => {
                rows.push(row);
                rows.extend(status.map(|status| TranscriptRow::new(Line::from(status))));
            }
        }
        let names = dimensions.iter().map(|one| width(&one.label));
        let column = names.max().unwrap_or(0).min(ink.width / 2);
        let cell = column + 1 + SMALL_BAR + 5;
        let a_row = (ink.width.saturating_sub(2) / (cell + 1)).max(1);
        // As many beside one another as there is room for.
        for chunk in dimensions.chunks(a_row) {
            let mut spans = vec![Span::raw("  ")];
            for one in chunk {
                let name = fit(&one.label, column);
                let pad = " ".repeat(column.saturating_sub(width(&name)) + 1);
                spans.push(ink.span(format!("{name}{pad}"), StyleRole::Dim));
                spans.extend(bar(
                    one.value / one.most,
                    SMALL_BAR,
                    ink.styles.get(of),
                    ink.styles.get(StyleRole::Dim),
                ));
                spans.push(ink.span(format!(" {:<5}", one.words), StyleRole::Text));
            }
            rows.push(TranscriptRow::new(Line::from(spans)));
        }
    }
    rows.extend(item.notes.iter().flat_map(|one| note(ink, "  ", one)));
}

/// Numbers as a line of blocks, and how far they have moved.
fn spark(ink: Ink<'_>, item: &SectionItem<'_>, role: StyleRole) -> Vec<Span<'static>> {
    let Some(moved) = item.moved() else {
        return Vec::new();
    };
    vec![
        ink.span(levels(&item.trend), role),
        ink.span(format!(" {moved}"), StyleRole::Dim),
    ]
}

/// An argument with how it was met and what became of it.
fn trace(ink: Ink<'_>, item: &SectionItem<'_>, column: usize, rows: &mut Vec<TranscriptRow>) {
    let id = fit(&item.label, column);
    let id = format!("{id}{}  ", " ".repeat(column - width(&id).min(column)));
    let hang = width(&id);
    let name = Span::styled(id, named(ink, item).style);
    let (told, end) = item.status.as_ref().map_or_else(
        || (String::new(), StyleRole::Dim),
        |one| (stood(one), role(one.tone)),
    );
    let room = ink.width.saturating_sub(hang + width(&told) + 2);
    if room >= LEAST_CLAIM {
        // What became of it stands at the right of the claim, which goes on below itself.
        let line = Line::from(ink.span(item.text.to_string(), StyleRole::Text));
        let claim = wrap::wrap(&line, room).into_iter();
        rows.extend(claim.enumerate().map(|(at, mut claim)| {
            if at > 0 {
                return TranscriptRow::new(claim).after(&Span::raw(" ".repeat(hang)));
            }
            let gap = room.saturating_sub(claim.width()) + 2;
            claim.spans.insert(0, name.clone());
            claim.spans.push(Span::raw(" ".repeat(gap)));
            claim.spans.push(ink.span(told.clone(), end));
            TranscriptRow::new(claim)
        }));
    } else {
        let told = fit(&told, ink.width.saturating_sub(hang));
        rows.push(TranscriptRow::new(Line::from(vec![
            name,
            ink.span(told, end),
        ])));
        rows.extend(hung(ink, "  ", &item.text, StyleRole::Text));
    }
    let indent = " ".repeat(hang.min(ink.width / 4));
    let hang = Span::raw(indent.clone());
    let met = Line::from(tags(ink, &item.tags));
    rows.extend(wrap::rows(&met, ink.width, &hang, &hang));
    rows.extend(item.notes.iter().flat_map(|one| note(ink, &indent, one)));
}

/// A name, what was done, and why, one behind the other.
fn in_a_row(ink: Ink<'_>, item: &SectionItem<'_>) -> Paragraph {
    let mut spans = vec![
        ink.span(format!("{}  ", item.label), StyleRole::Speaker),
        ink.span(item.text.to_string(), StyleRole::Text),
    ];
    let status = item.status.iter();
    spans.extend(status.map(|status| ink.span(status.text.clone(), vote(status.tone))));
    let notes = item.notes.iter();
    spans.extend(notes.map(|note| ink.span(format!("  {}", note.text), role(note.tone))));
    Paragraph {
        line: Line::from(spans),
        first: String::new(),
        rest: String::new(),
        tight: true,
    }
}

/// Whether items of a kind stand apart from one another.
fn is_airy(kind: ItemKind) -> bool {
    match kind {
        ItemKind::Arguments | ItemKind::Responses | ItemKind::Replies | ItemKind::Marks => true,
        ItemKind::LineUp | ItemKind::Trace | ItemKind::Speakers | ItemKind::Ballots => false,
    }
}
