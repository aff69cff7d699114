//! What stands after the debate: what each speech argued, private notes, notices, and what the calls took.

use super::{
    Page,
    escape::{html, inline, paragraphs},
    place,
};
use crate::{
    debate::{
        DebateState,
        answer::{ArgumentPoint, SpeechArguments},
        state::{Extraction, Turn},
    },
    export::calls::{Total, by_purpose, money},
    text::sentence::is_at_end,
};

/// A block that opens on a click. The blank lines are what makes its inside Markdown again.
fn folded(page: &mut Page, title: &str, inside: impl FnOnce(&mut Page)) {
    page.block(format!("<details>\n<summary>{}</summary>", html(title)));
    inside(page);
    page.block("</details>");
}

fn who(state: &DebateState, turn: &Turn) -> String {
    format!("{} ({})", state.name(&turn.seat), place(state, &turn.seat))
}

/// What the speeches that count argued.
pub(super) fn arguments(page: &mut Page, state: &DebateState) {
    let mut found = state
        .speeches()
        .filter_map(|turn| match &turn.arguments {
            Extraction::Done(arguments) => Some((turn, arguments)),
            Extraction::None | Extraction::Failed => None,
        })
        .peekable();
    if found.peek().is_none() {
        return;
    }
    page.block("## What the speeches argued");
    for (turn, arguments) in found {
        folded(page, &who(state, turn), |page| argued(page, arguments));
    }
}

fn argued(page: &mut Page, arguments: &SpeechArguments) {
    page.block(format!("Opening: {}", inline(&arguments.opening)));
    let points: Vec<String> = arguments.arguments.iter().map(point).collect();
    if !points.is_empty() {
        page.block(points.join("\n"));
    }
    page.block(format!("Closing: {}", stopped(&arguments.closing)));
    let moves: Vec<String> = arguments
        .key_rhetorical_moves
        .iter()
        .map(|one| inline(one))
        .collect();
    page.block(format!(
        "Tone: {} Devices: {}.",
        stopped(&arguments.tone),
        if moves.is_empty() {
            "none".to_owned()
        } else {
            moves.join(", ")
        }
    ));
}

fn point(point: &ArgumentPoint) -> String {
    let mut text = format!(
        "- **{}** {}",
        inline(&point.claim),
        inline(&point.reasoning)
    );
    if let Some(evidence) = &point.evidence {
        text.push_str(" *Evidence:* ");
        text.push_str(&inline(evidence));
    }
    if point.is_rebuttal {
        let whom = point.rebuts_speaker.as_deref().unwrap_or("the other side");
        text.push_str(" *Answers ");
        text.push_str(&inline(whom.trim().trim_end_matches('.')));
        text.push_str(".*");
    }
    text
}

/// A text as a sentence among sentences: with a stop where it has none.
fn stopped(text: &str) -> String {
    let mut text = inline(text);
    if !text.is_empty() && !is_at_end(&text) {
        text.push('.');
    }
    text
}

/// The speakers' private notes.
pub(super) fn notes(page: &mut Page, state: &DebateState) {
    let noted: Vec<&Turn> = state
        .opening
        .iter()
        .flat_map(|opening| &opening.speakers)
        .filter_map(|speaker| state.notes(&speaker.seat))
        .collect();
    if noted.is_empty() {
        return;
    }
    page.block("## Notes of the speakers");
    for turn in noted {
        folded(page, &who(state, turn), |page| {
            for paragraph in paragraphs(&turn.text) {
                page.block(paragraph);
            }
        });
    }
}

/// What the viewer was told besides.
pub(super) fn notices(page: &mut Page, state: &DebateState) {
    if state.notices.is_empty() {
        return;
    }
    folded(page, "Notices", |page| {
        let lines: Vec<String> = state
            .notices
            .iter()
            .map(|notice| format!("- {}", inline(notice)))
            .collect();
        page.block(lines.join("\n"));
    });
}

/// Calls and cost by purpose.
pub(super) fn calls(page: &mut Page, state: &DebateState) {
    let totals = by_purpose(state);
    if totals.is_empty() {
        return;
    }
    page.block("## Calls and cost");
    let row = |name: &str, total: &Total| {
        vec![
            name.to_owned(),
            total.calls.to_string(),
            total.failed.to_string(),
            total.prompt.to_string(),
            total.cached.to_string(),
            total.completion.to_string(),
            format!("{:.1}", total.duration_ms as f64 / 1000.0),
            money(total.cost),
        ]
    };
    let mut rows: Vec<Vec<String>> = totals
        .iter()
        .map(|(purpose, total)| row(&inline(purpose.word()), total))
        .collect();
    rows.push(row(
        "**together**",
        &totals.values().fold(Total::default(), Total::and),
    ));
    page.table(
        &[
            "Purpose",
            "Calls",
            "Failed",
            "Tokens read",
            "From a cache",
            "Tokens written",
            "Seconds",
            "Cost",
        ],
        &rows,
    );
}
