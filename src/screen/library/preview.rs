//! The preview of a debate: what it came to, made of its records, and what the list knows of it.

use ratatui::text::{Line, Span};

use super::{
    super::{
        labels,
        style::{StyleRole, Styles},
        wrapping,
    },
    LibraryDebate,
};
use crate::{
    blocks::Builder,
    debate::{DebateState, division::DivisionResult},
    journal::CompletionStatus,
    text::{counted, markup, sanitize::sanitize_line, upper_first},
};

/// Members of an audience who are named.
const NAMED: usize = 6;

/// What is told of a debate beside what the list knows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DebatePreview {
    /// The sides with those who speak for them, each in its colour.
    sides: Vec<(String, StyleRole, Vec<String>)>,
    moments: Vec<String>,
    moved: Vec<String>,
}

impl DebatePreview {
    /// The preview of a debate as it stands.
    pub fn of(state: &DebateState) -> Self {
        let division = state.division.as_ref();
        let clean = |texts: &[String]| texts.iter().map(|text| plain_line(text)).collect();
        Self {
            sides: sides(state),
            moments: division.map_or_else(Vec::new, |one| clean(&one.decisive_moments)),
            moved: moved(state, division),
        }
    }
}

/// A text of a model in a line, without the marks of Markdown.
fn plain_line(text: &str) -> String {
    markup::plain(&sanitize_line(text))
}

fn sides(state: &DebateState) -> Vec<(String, StyleRole, Vec<String>)> {
    let mut sides: Vec<(String, StyleRole, Vec<String>)> = Vec::new();
    let format = state.opening.as_deref().map(|opening| &opening.format);
    for speaker in state.speakers() {
        let side = format.and_then(|format| format.side(speaker.seat.group()));
        let name = side.map_or_else(String::new, |side| side.name.clone());
        let person = sanitize_line(&speaker.card.name);
        match sides.last_mut() {
            Some((last, _, people)) if *last == name => people.push(person),
            Some(_) | None => {
                let role = labels::role(state, &speaker.seat);
                sides.push((name, role, vec![person]));
            }
        }
    }
    sides
}

/// Who has changed their vote, and which speakers their mind.
fn moved(state: &DebateState, division: Option<&DivisionResult>) -> Vec<String> {
    let mut told = Vec::new();
    if let Some(division) = division {
        let changed: Vec<String> = division
            .panel_votes
            .iter()
            .filter_map(|one| {
                let (before, after) = (one.before?, one.after?);
                let member = sanitize_line(&one.member);
                (before != after).then(|| format!("{member}: {} → {}", before.word(), after.word()))
            })
            .collect();
        let all = division.panel_votes.len();
        if all > 0 {
            told.push(format!(
                "{} of {} changed their vote",
                changed.len(),
                counted(all, "member", "members")
            ));
        }
        let more = changed.len().saturating_sub(NAMED);
        told.extend(changed.into_iter().take(NAMED));
        if more > 0 {
            told.push(format!("and {more} more"));
        }
    }
    let shifts = Builder::of(state).shifts_in_short().into_iter();
    told.extend(
        shifts.map(|(_, name, what)| format!("{}: {}", sanitize_line(&name), plain_line(&what))),
    );
    told
}

/// A debate that comes from the one that is previewed, as it is told there.
pub(super) struct Descendant<'a> {
    pub(super) debate: &'a LibraryDebate,
    pub(super) depth: usize,
}

/// The text of the preview in rows of so many cells. `parent` is the debate that it comes from, where that is there.
pub(super) fn lines(
    one: &LibraryDebate,
    preview: Option<&DebatePreview>,
    (parent, descendants): (Option<&LibraryDebate>, &[Descendant<'_>]),
    cells: usize,
    styles: &Styles,
) -> Vec<Line<'static>> {
    let mut page = PreviewText {
        lines: Vec::new(),
        cells,
        styles,
    };
    let summary = &one.summary;
    page.text(StyleRole::Title, &summary.motion);
    let mut about = vec![
        summary.format.clone(),
        one.when.clone(),
        one.length.clone(),
        counted(summary.turns, "turn", "turns"),
    ];
    about.retain(|part| !part.is_empty());
    page.text(StyleRole::Dim, &about.join(" · "));
    page.gap();
    page.text(StyleRole::House, &one.outcome);
    if let Some(of) = crate::journal::parent_of(summary) {
        let there = parent.map_or_else(String::new, |parent| {
            if parent.summary.status == CompletionStatus::Unfinished {
                ", which is not over".to_owned()
            } else if parent.outcome == one.outcome {
                ", which ended the same".to_owned()
            } else {
                format!(", which ended: {}", parent.outcome)
            }
        });
        let told = format!(
            "{}; from {}{there}",
            upper_first(&one.comes_from),
            of.short()
        );
        page.text(StyleRole::Dim, &told);
    }
    page.gap();
    if let Some(preview) = preview {
        for (name, role, people) in &preview.sides {
            let people = people.join(", ");
            page.named(*role, name, &people);
        }
        page.list("Decisive moments", &preview.moments);
        page.list("Who moved", &preview.moved);
    } else {
        page.named(StyleRole::Dim, "Speakers", &summary.speakers.join(", "));
    }
    page.gap();
    let cost = match summary.cost {
        Some(cost) => format!("{cost:.2}"),
        None => "not known".to_owned(),
    };
    let asked = counted(summary.calls, "call", "calls");
    let tokens = counted(summary.tokens, "token", "tokens");
    page.named(
        StyleRole::Dim,
        "Cost",
        &format!("{cost} · {asked} · {tokens}"),
    );
    if !summary.tags.is_empty() {
        page.named(StyleRole::Key, "Tags", &summary.tags.join(" "));
    }
    if let Some(note) = &summary.note {
        page.named(StyleRole::Key, "Note", note);
    }
    let told: Vec<String> = descendants
        .iter()
        .map(|each| {
            let indent = "  ".repeat(each.depth);
            let short = each.debate.summary.debate.short();
            let from = &each.debate.comes_from;
            format!("{indent}{from}: {} ({short})", difference(each.debate, one))
        })
        .collect();
    page.list("Branches", &told);
    page.lines
}

/// What became of a debate that comes from another one, beside what became of that.
fn difference(one: &LibraryDebate, parent: &LibraryDebate) -> String {
    if one.summary.result.is_some() && one.summary.result == parent.summary.result {
        return format!("{}, the same as here", one.outcome);
    }
    one.outcome.clone()
}

/// Rows of the preview as they come.
struct PreviewText<'a> {
    lines: Vec<Line<'static>>,
    cells: usize,
    styles: &'a Styles,
}

impl PreviewText<'_> {
    fn text(&mut self, role: StyleRole, text: &str) {
        let style = self.styles.get(role);
        let text = sanitize_line(text);
        let rows = wrapping::rows(&text, self.cells).into_iter();
        self.lines
            .extend(rows.map(|row| Line::styled(row.into_owned(), style)));
    }

    /// An empty line, and never two.
    fn gap(&mut self) {
        if self.lines.last().is_some_and(|last| last.width() > 0) {
            self.lines.push(Line::default());
        }
    }

    /// A text behind its name.
    fn named(&mut self, role: StyleRole, name: &str, text: &str) {
        let whole = sanitize_line(&format!("{name}: {text}"));
        let (name_style, text_style) = (self.styles.get(role), self.styles.get(StyleRole::Text));
        for (at, row) in wrapping::rows(&whole, self.cells).into_iter().enumerate() {
            let split = row.split_once(": ").filter(|_| at == 0);
            self.lines.push(match split {
                Some((name, text)) => Line::from(vec![
                    Span::styled(format!("{name}: "), name_style),
                    Span::styled(text.to_owned(), text_style),
                ]),
                None => Line::styled(row.into_owned(), text_style),
            });
        }
    }

    /// A list under its title; nothing where there is nothing on it.
    fn list(&mut self, title: &str, items: &[String]) {
        if items.is_empty() {
            return;
        }
        self.gap();
        self.text(StyleRole::Title, title);
        let style = self.styles.get(StyleRole::Text);
        for item in items {
            let depth = item.len() - item.trim_start().len();
            let before = " ".repeat(depth);
            let room = self.cells.saturating_sub(depth + 2).max(1);
            let item = sanitize_line(item.trim_start());
            for (at, row) in wrapping::rows(&item, room).into_iter().enumerate() {
                let sign = if at == 0 { "· " } else { "  " };
                self.lines
                    .push(Line::styled(format!("{before}{sign}{row}"), style));
            }
        }
    }
}
