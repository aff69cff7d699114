//! Sections as rows: what judges and the house say, each in the frame of its role, and the parts that all of them have.

use ratatui::text::{Line, Span};

use super::{
    chart,
    ink::{Ink, role, vote},
    items,
    markdown::Paragraph,
    meters::meters,
    paragraphs::{beginning, paragraphs, prose, text},
    wrap::{self, TranscriptRow},
};
use crate::{
    blocks::{PollBlock, Section, SectionKind as Of, SectionPart, Table, Tone},
    debate::ids::Seat,
    labels,
    style::StyleRole,
    widgets::{bar, fit, width},
};

/// Cells of the widest bar of a number.
const METER: usize = 32;

/// Cells that the name of a judge keeps.
const LEAST_NAME: usize = 10;

/// A section in the frame of its role.
pub(super) fn rows(ink: Ink<'_>, section: &Section<'_>) -> Vec<TranscriptRow> {
    match section.role {
        Of::Assessment | Of::Report => {
            let within = ink.narrower(2);
            let mut rows = vec![heading(within, section)];
            rows.extend(parts(within, &section.parts));
            let bar = ink.span("▎ ", StyleRole::House);
            rows.into_iter().map(|row| row.after(&bar)).collect()
        }
        Of::Division | Of::Scores | Of::HouseThen | Of::Briefing => {
            let mut rows = vec![heavy(ink), banner(ink, &section.title, StyleRole::Title)];
            if section.role == Of::Briefing {
                rows.insert(0, TranscriptRow::default());
            }
            if !section.subtitle.is_empty() {
                rows.push(banner(ink, &section.subtitle, StyleRole::Dim));
            }
            if section.role != Of::Briefing {
                rows.push(TranscriptRow::default());
            }
            rows.extend(parts(ink, &section.parts));
            rows.push(heavy(ink));
            rows
        }
        Of::Motion
        | Of::Ending
        | Of::LineUp
        | Of::Finding
        | Of::Judges
        | Of::Rounds
        | Of::Trace
        | Of::Agreed
        | Of::Shifts
        | Of::Verdict
        | Of::Annotation
        | Of::Speakers
        | Of::Swing
        | Of::Ballots
        | Of::Definitions
        | Of::ClaimsAndRebuttals
        | Of::Argued
        | Of::Notes
        | Of::Calls => titled(ink, &section.heading(), parts(ink, &section.parts)),
    }
}

/// "⚖ The judge · after round 2 of Rebuttals".
fn heading(ink: Ink<'_>, section: &Section<'_>) -> TranscriptRow {
    let (name, what) = (section.title.as_str(), section.subtitle.as_str());
    // After which round it was is worth more than the name of the phase, and than the end of the name.
    let short = section.short_subtitle();
    let left = |what: &str| ink.width.saturating_sub(width(what) + 5);
    let what = if width(name) <= left(what) {
        what
    } else {
        short
    };
    let name = fit(name, left(short).max(LEAST_NAME));
    let name = format!("⚖ {name}");
    let room = ink.width.saturating_sub(width(&name) + 3);
    let house = ink
        .styles
        .get(StyleRole::House)
        .patch(ink.styles.get(StyleRole::Speaker));
    let mut spans = vec![Span::styled(fit(&name, ink.width), house)];
    if room > 4 {
        spans.push(ink.span(" · ", StyleRole::Dim));
        spans.push(ink.span(fit(what, room), StyleRole::Dim));
    }
    TranscriptRow::new(Line::from(spans))
}

/// The parts of a section or of what was handed in. Numbers and items stand apart from the sentences after them.
pub(super) fn parts(ink: Ink<'_>, parts: &[SectionPart<'_>]) -> Vec<TranscriptRow> {
    let mut rows = Vec::new();
    let mut before: Option<&SectionPart<'_>> = None;
    for one in parts {
        let made = part(ink, one);
        let is_below_numbers = matches!(
            before,
            Some(SectionPart::Meters(_) | SectionPart::Items(..))
        );
        let is_apart = match one {
            SectionPart::Line(_) | SectionPart::Row(_) => is_below_numbers,
            SectionPart::Prose(title, _) => is_below_numbers && title.is_empty(),
            SectionPart::Facts(_) => before.is_some(),
            SectionPart::Quote(..)
            | SectionPart::List(..)
            | SectionPart::Meters(_)
            | SectionPart::Items(..)
            | SectionPart::Table(_)
            | SectionPart::Rounds(_) => false,
        };
        if is_apart && !made.is_empty() {
            rows.push(TranscriptRow::default());
        }
        rows.extend(made);
        before = Some(one);
    }
    rows
}

fn part(ink: Ink<'_>, part: &SectionPart<'_>) -> Vec<TranscriptRow> {
    match part {
        SectionPart::Line(remark) => text(ink, &remark.text, role(remark.tone)),
        SectionPart::Row(facts) => text(ink, &facts.join(" · "), StyleRole::House),
        SectionPart::Prose(title, text) => titled(ink, title, prose(ink, text)),
        SectionPart::Quote(Tone::Strong, text) => {
            let line = Line::from(ink.span(format!("“{text}”"), StyleRole::Emphasis));
            let lines = wrap::wrap(&line, ink.width).into_iter();
            lines.map(TranscriptRow::new).collect()
        }
        SectionPart::Quote(tone, text) => beginning(ink, text, role(*tone)),
        SectionPart::List(title, items) => {
            let bullets = items.iter().map(|item| {
                let line = Line::from(ink.span(item.to_string(), StyleRole::Text));
                bullet(line)
            });
            let bullets: Vec<Paragraph> = bullets.collect();
            titled(ink, title, paragraphs(ink, &bullets))
        }
        SectionPart::Facts(facts) => {
            let bullets = facts.iter().map(|one| {
                let label = ink.span(one.lead(), role(one.tone));
                bullet(Line::from(vec![
                    label,
                    ink.span(one.text.to_string(), StyleRole::Text),
                ]))
            });
            paragraphs(ink, &bullets.collect::<Vec<_>>())
        }
        SectionPart::Meters(all) => meters(ink, all, METER),
        SectionPart::Items(kind, all) => items::rows(ink, *kind, all),
        SectionPart::Table(table) => columns(ink, table),
        SectionPart::Rounds(rounds) => chart::rows(ink, rounds),
    }
}

fn bullet(line: Line<'static>) -> Paragraph {
    Paragraph {
        line,
        first: "• ".to_owned(),
        rest: "  ".to_owned(),
        tight: true,
    }
}

/// A table of numbers: as many columns as there is room for, and always the last.
fn columns(ink: Ink<'_>, table: &Table) -> Vec<TranscriptRow> {
    let cells = |heads: &[String]| {
        let widest = heads.iter().skip(1).map(|head| width(head)).max();
        widest.unwrap_or(0).max(5) + 2
    };
    // Names have what the numbers leave of the room.
    let names = table.rows.iter().filter_map(|(_, row)| row.first());
    let widest = names.map(|name| width(name)).max().unwrap_or(0);
    let numbers = table.heads.len().saturating_sub(1) * cells(&table.heads);
    let beside = ink.width.saturating_sub(numbers);
    let label = widest.min(beside).max(18.min(ink.width / 3));
    let is_wide = label + table.heads.len().saturating_sub(1) * cells(&table.heads) <= ink.width;
    let heads = if is_wide || table.short.is_empty() {
        &table.heads
    } else {
        &table.short
    };
    let column = cells(heads);
    let most = (ink.width.saturating_sub(label) / column).max(2);
    let line = |row: &[String], whose: StyleRole, of: StyleRole| {
        let Some((first, rest)) = row.split_first() else {
            return TranscriptRow::default();
        };
        let first = fit(first, label);
        let pad = " ".repeat(label.saturating_sub(width(&first)));
        let mut spans = vec![ink.span(first, whose), Span::raw(pad)];
        let cut = rest.len().saturating_sub(1).min(most - 1);
        let shown = rest.iter().take(cut);
        spans.extend(shown.map(|cell| ink.span(format!("{cell:>column$}"), of)));
        let last = rest.last().map(|cell| format!("{cell:>column$}"));
        let strong = if of == StyleRole::Text {
            StyleRole::Emphasis
        } else {
            of
        };
        spans.extend(last.map(|last| ink.span(last, strong)));
        TranscriptRow::new(Line::from(spans))
    };
    let rows = table.rows.iter();
    let rows = rows.map(|(of, row)| line(row, labels::role_of(ink.state, of), StyleRole::Text));
    let head = line(heads, StyleRole::Dim, StyleRole::Dim);
    [head].into_iter().chain(rows).collect()
}

/// A poll as one row.
pub(super) fn poll(ink: Ink<'_>, poll: &PollBlock) -> Vec<TranscriptRow> {
    // What does not fit goes in this order: the words, then the bars. Between speeches of a slow model two polls may
    // follow one another, so whose speech it was about goes last.
    let (label, short) = (format!("◇ {}  ", poll.label), format!("◇ {}  ", poll.short));
    for (label, cells) in [
        (label.as_str(), 10),
        (label.as_str(), 5),
        (short.as_str(), 5),
        (short.as_str(), 3),
        ("◇ ", 3),
        ("◇ ", 0),
    ] {
        let mut spans = vec![ink.span(label, StyleRole::House)];
        for one in &poll.counts {
            let role = vote(one.tone);
            if role == StyleRole::Undecided {
                spans.push(ink.span(format!("{} {}", one.label, one.words), role));
                continue;
            }
            spans.push(ink.span(format!("{} ", one.label), role));
            spans.extend(bar(
                one.value / one.most,
                cells,
                ink.styles.get(role),
                ink.styles.get(StyleRole::Dim),
            ));
            spans.push(ink.span(format!(" {}  ", one.words), role));
        }
        if !poll.silent.is_empty() {
            spans.push(ink.span(format!("  {}", poll.silent), StyleRole::Dim));
        }
        let line = Line::from(spans);
        if line.width() <= ink.width || cells == 0 {
            return wrap::wrap(&line, ink.width)
                .into_iter()
                .map(TranscriptRow::new)
                .collect();
        }
    }
    Vec::new()
}

/// The speaker whom a judge let speak, and the reason.
pub(super) fn chosen(
    ink: Ink<'_>,
    one: &crate::blocks::ChosenSpeakerBlock<'_>,
) -> Vec<TranscriptRow> {
    let seat: &Seat = one.seat;
    let line = Line::from(vec![
        ink.span(one.before, StyleRole::House),
        ink.span(one.name.clone(), labels::role(ink.state, seat)),
        ink.span(one.after, StyleRole::House),
        ink.span(one.reason, StyleRole::Dim),
    ]);
    let first = ink.span("⚖ ", StyleRole::House);
    wrap::rows(&line, ink.width, &first, &ink.span("  ", StyleRole::House))
}

/// A title and what belongs to it; nothing where nothing does, and no title where there is none.
pub(super) fn titled(ink: Ink<'_>, title: &str, content: Vec<TranscriptRow>) -> Vec<TranscriptRow> {
    if content.is_empty() || title.is_empty() {
        return content;
    }
    let mut rows = vec![
        TranscriptRow::default(),
        TranscriptRow::new(Line::from(
            ink.span(fit(title, ink.width), StyleRole::Title),
        )),
    ];
    rows.extend(content);
    rows
}

/// A thick line.
pub(super) fn heavy(ink: Ink<'_>) -> TranscriptRow {
    TranscriptRow::new(Line::from(
        ink.span("━".repeat(ink.width), StyleRole::House),
    ))
}

/// A title in the middle.
pub(super) fn banner(ink: Ink<'_>, text: &str, role: StyleRole) -> TranscriptRow {
    let text = fit(text, ink.width);
    let left = ink.width.saturating_sub(width(&text)) / 2;
    TranscriptRow::new(Line::from(vec![
        Span::raw(" ".repeat(left)),
        ink.span(text, role),
    ]))
}
