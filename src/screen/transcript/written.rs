//! What was handed in as a whole, as rows: arguments as cards, responses with their questions, replies, closings, the
//! question of the debate and the synthesis.

use std::collections::BTreeMap;

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{
    boxes,
    entry::Ink,
    house,
    markdown::Paragraph,
    wrap::{self, Row},
};
use crate::{
    debate::{
        state::Turn,
        work::{Argument, Closing, Detail, Response, Shift, Synthesis, Work},
    },
    style::Role,
    text::sentence::in_a_row,
    who,
    widgets::fit,
};

/// The content of a written turn.
pub(super) fn rows(ink: Ink<'_>, turn: &Turn) -> Vec<Row> {
    let Some(work) = &turn.work else {
        let waits = turn.is_open() && ink.state.is_running();
        return if waits {
            writing(ink, turn)
        } else {
            Vec::new()
        };
    };
    let rows = match work {
        Work::Arguments(all) => arguments(ink, turn, all),
        Work::CrossExamination(all) => responses(ink, all),
        Work::Replies(all) => replies(ink, turn, all),
        Work::Closing(one) => closing(ink, one),
        Work::Framing(one) => question(ink, &one.question),
        Work::Synthesis(one) => synthesis(ink, one),
    };
    if turn.is_struck() {
        let struck = ink.styles.get(Role::Struck);
        return rows.into_iter().map(|row| crossed(row, struck)).collect();
    }
    rows
}

/// What is seen of a turn before it is handed in.
pub(super) fn writing(ink: Ink<'_>, turn: &Turn) -> Vec<Row> {
    let text = match turn.words {
        0 => "writing … ".to_owned(),
        n => format!("writing … {n} words "),
    };
    vec![Row::new(Line::from(vec![
        ink.span(text, Role::Dim),
        ink.span("▌", Role::Live),
    ]))]
}

fn crossed(mut row: Row, struck: Style) -> Row {
    let mut seen = 0;
    for span in &mut row.line.spans {
        // What only holds the text up is not crossed out.
        if seen >= row.lead && !span.content.trim().is_empty() {
            span.style = struck;
        }
        seen += span.content.chars().count();
    }
    row
}

fn arguments(ink: Ink<'_>, turn: &Turn, all: &[Argument]) -> Vec<Row> {
    let side = ink.styles.get(who::role(ink.state, &turn.seat));
    let mut rows = Vec::new();
    for one in all {
        rows.push(Row::default());
        let mark = Span::styled(format!("{}  ", one.id), side.patch(bold(ink)));
        rows.extend(claim(ink, &mark, &one.claim));
        if let Some(detail) = &one.detail {
            rows.extend(chips(ink, one.category.as_deref(), detail));
        }
        rows.extend(part(ink, "Because: ", &one.reasoning, Role::Text));
        rows.extend(part(ink, "Evidence: ", &one.evidence, Role::Evidence));
        if let Some(detail) = &one.detail {
            rows.extend(part(
                ink,
                "Assumes: ",
                &in_a_row(&detail.assumptions),
                Role::Text,
            ));
            let unknown = in_a_row(&detail.uncertainties);
            rows.extend(part(ink, "Not known: ", &unknown, Role::Text));
        }
    }
    rows
}

fn bold(ink: Ink<'_>) -> Style {
    ink.styles.get(Role::Speaker)
}

/// A claim behind its number; below it, where the place is narrow.
fn claim(ink: Ink<'_>, mark: &Span<'static>, text: &str) -> Vec<Row> {
    let line = Line::from(ink.span(text, Role::Emphasis));
    if mark.width() * 3 <= ink.width {
        return wrap::rows(&line, ink.width, mark, &Span::raw(" ".repeat(mark.width())));
    }
    let mut rows = vec![Row::new(Line::from(mark.clone()))];
    rows.extend(wrap::wrap(&line, ink.width).into_iter().map(Row::new));
    rows
}

/// What an argument says of itself, in a line.
fn chips(ink: Ink<'_>, category: Option<&str>, detail: &Detail) -> Vec<Row> {
    let mut spans = Vec::new();
    if let Some(category) = category {
        spans.push(ink.span(category, Role::House));
        spans.push(ink.span(" · ", Role::Dim));
    }
    spans.push(ink.span(detail.evidence_type.word(), Role::Evidence));
    spans.push(ink.span(" · ", Role::Dim));
    spans.push(ink.span(
        format!("confidence {}", detail.confidence.word()),
        Role::Poi,
    ));
    let indent = Span::raw("  ");
    wrap::rows(&Line::from(spans), ink.width, &indent, &indent)
}

/// A part of an argument: its name, then its words.
fn part(ink: Ink<'_>, name: &str, text: &str, role: Role) -> Vec<Row> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let line = Line::from(vec![ink.span(name, Role::Dim), ink.span(text.trim(), role)]);
    let indent = Span::raw("  ");
    wrap::rows(&line, ink.width, &indent, &indent)
}

fn responses(ink: Ink<'_>, all: &BTreeMap<String, Response>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (id, one) in all {
        rows.push(Row::default());
        rows.push(met(ink, id, one));
        rows.extend(part(ink, "", &one.reasoning, Role::Text));
        let asked = Paragraph {
            line: Line::from(ink.span(one.follow_up_question.trim(), Role::Question)),
            first: "  ↳ ".to_owned(),
            rest: "    ".to_owned(),
            tight: true,
        };
        if !one.follow_up_question.trim().is_empty() {
            rows.extend(boxes::paragraphs(ink, &[asked]));
        }
    }
    rows
}

/// "→ CON-1 challenge", and what the argument said.
fn met(ink: Ink<'_>, id: &str, one: &Response) -> Row {
    let word = one.response_type.word();
    let mut spans = vec![
        ink.span("→ ", Role::Dim),
        numbered(ink, id),
        Span::raw(" "),
        ink.span(word, who::response(one.response_type)),
    ];
    let used: usize = spans.iter().map(Span::width).sum();
    let claim = ink.state.arguments().find(|(_, known)| known.id == id);
    let room = ink.width.saturating_sub(used + 4);
    if let Some((_, argument)) = claim
        && room >= 12
    {
        let text = fit(&argument.claim, room);
        spans.push(ink.span(format!("  “{text}”"), Role::Dim));
    }
    Row::new(Line::from(spans))
}

/// The id of an argument in the colour of whoever handed it in.
fn numbered(ink: Ink<'_>, id: &str) -> Span<'static> {
    let style = ink.styles.get(who::role_of(ink.state, id));
    Span::styled(id.to_owned(), style.patch(bold(ink)))
}

fn replies(ink: Ink<'_>, turn: &Turn, all: &BTreeMap<String, String>) -> Vec<Row> {
    let asked = ink.state.questions_to(&turn.seat);
    let mut rows = Vec::new();
    for (id, answer) in all {
        rows.push(Row::default());
        rows.push(Row::new(Line::from(vec![
            ink.span("↩ on ", Role::Dim),
            numbered(ink, id),
        ])));
        for (_, by, response) in asked.iter().filter(|(one, ..)| &one.id == id) {
            let line = Line::from(vec![
                ink.span(format!("{} asked: ", who::party(ink.state, by)), Role::Dim),
                ink.span(response.follow_up_question.trim(), Role::Question),
            ]);
            let indent = Span::raw("  ");
            rows.extend(wrap::rows(&line, ink.width, &indent, &indent));
        }
        rows.extend(part(ink, "", answer, Role::Answer));
    }
    rows
}

fn closing(ink: Ink<'_>, one: &Closing) -> Vec<Row> {
    let none = |items: &[String]| {
        if items.is_empty() {
            house::text(ink, "Nothing.", Role::Dim)
        } else {
            house::list(ink, items)
        }
    };
    let mut rows = house::section(ink, "Conceded", none(&one.concessions));
    rows.extend(house::section(ink, "Not rebutted", none(&one.not_rebutted)));
    let (mark, role) = match one.shift {
        Shift::Unchanged => ("=", Role::Dim),
        Shift::Strengthened => ("▲", Role::Accepted),
        Shift::Weakened => ("▼", Role::Warning),
        Shift::Adjusted => ("◆", Role::Evidence),
    };
    rows.push(Row::default());
    rows.push(Row::new(Line::from(vec![
        ink.span("Final position  ", Role::Title),
        ink.span(format!("{mark} {}", one.shift.word()), role),
    ])));
    rows.extend(house::prose(ink, &one.final_position));
    rows
}

fn question(ink: Ink<'_>, text: &str) -> Vec<Row> {
    let line = Line::from(ink.span(format!("“{}”", text.trim()), Role::Emphasis));
    wrap::wrap(&line, ink.width)
        .into_iter()
        .map(Row::new)
        .collect()
}

fn synthesis(ink: Ink<'_>, one: &Synthesis) -> Vec<Row> {
    let marks = ["≈", "≠", "?", "◆"];
    let mut rows = Vec::new();
    for ((title, items), mark) in one.parts().into_iter().zip(marks) {
        let items = if items.is_empty() {
            house::text(ink, "None was named.", Role::Dim)
        } else {
            house::list(ink, items)
        };
        rows.extend(house::section(ink, &format!("{mark} {title}"), items));
    }
    rows
}
