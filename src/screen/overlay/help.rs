//! The help: the keys, as the key table has them, and the rules of the debate, as its format has them.

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        hint::Hint,
        keymap::HelpRow,
        style::{StyleRole, Styles},
        widgets, wrapping,
    },
    Overlay, OverlayOutcome,
    page::Page,
};
use crate::{
    blocks::Builder,
    catalog::{Coordination, Format, Phase, Scored, TurnOrder, Verdict, WinsBy},
    debate::{DebateState, plan::PhasePlan},
    text::counted,
};

/// The title of the page.
const TITLE: &str = "Help";
/// Wider than this, rules are hard to read.
const WIDTH: u16 = 80;

/// A piece of the help before it is wrapped.
#[derive(Debug)]
pub(crate) enum HelpItem {
    /// The title of what follows.
    Heading(String),
    /// Keys and what they do.
    Key(HelpRow),
    /// A text.
    Paragraph(String),
    /// Something that has a name, and what is said of it.
    Phase { name: String, summary: String },
    /// A point of what was said of it.
    Note(String),
    /// An empty line.
    Gap,
}

/// A page of keys and of what there is to know.
#[derive(Debug)]
pub(crate) struct HelpPage {
    title: &'static str,
    items: Vec<HelpItem>,
    page: Page,
}

impl HelpPage {
    /// The page of these.
    pub(crate) fn of(items: Vec<HelpItem>) -> Self {
        Self::titled(TITLE, items)
    }

    /// A page of that title.
    pub(crate) fn titled(title: &'static str, items: Vec<HelpItem>) -> Self {
        Self {
            title,
            items,
            page: Page::of_width(WIDTH),
        }
    }
}

/// The signs that stand on the screen without words, and what they mean.
const SIGNS: [(&str, &str); 13] = [
    ("▶ / ⏸ / ■", "the debate goes on, is paused, is over"),
    ("●", "has the floor"),
    (
        "06:48",
        "speaking time, counted in words as people speak: at reading pace it runs faster than a watch; beside a name, of \
         all that they have said",
    ),
    (
        "● 2 / ⏸ 2 / ○",
        "below on the right: two answers of models are awaited, or wait to be heard; or wait while the debate is paused; or \
         none",
    ),
    ("↻", "a call to a model is tried again"),
    (
        "● failed",
        "the last call to a model failed, and none is under way; the transcript says what is missing",
    ),
    ("✋", "offers a point of information"),
    ("✔ / ✖", "a point that was taken, or declined"),
    (
        "✔ / ◐ / ✖ / ?",
        "an argument that was upheld, partly upheld, refuted, or of which it is uncertain",
    ),
    ("◌ / ✔", "is still writing, or is ready"),
    ("◇", "a poll of the audience"),
    ("⚖", "what the judges say"),
    ("▁▄█", "how votes or marks went, from the first to the last"),
];

/// The keys of `rows`, the signs, and the rules of this debate.
pub fn help(state: &DebateState, rows: &[HelpRow]) -> Box<dyn Overlay> {
    let mut items = Vec::new();
    // In the line above the motion may be cut.
    if let Some(opening) = state.opening.as_deref() {
        items.push(HelpItem::Heading("The motion".to_owned()));
        items.push(HelpItem::Paragraph(opening.motion.motion.clone()));
        let refined = opening.guidance.as_ref().map(Builder::refined);
        items.extend(refined.map(HelpItem::Paragraph));
        items.extend(Builder::of(state).branched().map(HelpItem::Paragraph));
        items.push(HelpItem::Gap);
    }
    items.push(HelpItem::Heading("Keys".to_owned()));
    items.extend(rows.iter().cloned().map(HelpItem::Key));
    items.push(HelpItem::Gap);
    items.push(HelpItem::Heading("Signs".to_owned()));
    items.extend(SIGNS.map(|(signs, help)| {
        let keys = signs.to_owned();
        HelpItem::Key(HelpRow { keys, help })
    }));
    if let Some(opening) = state.opening.as_deref() {
        rules(state, &opening.format, &mut items);
    }
    Box::new(HelpPage::of(items))
}

fn rules(state: &DebateState, format: &Format, items: &mut Vec<HelpItem>) {
    items.push(HelpItem::Gap);
    items.push(HelpItem::Heading(format.name.clone()));
    let said = if format.description.trim().is_empty() {
        &format.summary
    } else {
        &format.description
    };
    for (at, paragraph) in said.trim().split("\n\n").enumerate() {
        if at > 0 {
            items.push(HelpItem::Gap);
        }
        items.push(HelpItem::Paragraph(paragraph.to_owned()));
    }
    sides(format, items);
    items.push(HelpItem::Gap);
    items.push(HelpItem::Heading("Phases".to_owned()));
    items.extend(state.describe_unchecked().map(HelpItem::Note));
    for (at, phase) in format.phases.iter().enumerate() {
        let plan = state.plan.phases.get(at);
        items.push(HelpItem::Phase {
            name: phase.name.clone(),
            summary: phase.summary.clone(),
        });
        items.extend(how(state, phase, plan).into_iter().map(HelpItem::Note));
    }
    verdict(format, items);
}

fn sides(format: &Format, items: &mut Vec<HelpItem>) {
    if !format.house_rules.is_empty() {
        items.push(HelpItem::Gap);
    }
    items.extend(format.house_rules.iter().cloned().map(HelpItem::Note));
    let duties = format.sides.iter().filter(|side| !side.duties.is_empty());
    for side in duties {
        items.push(HelpItem::Gap);
        items.push(HelpItem::Heading(side.name.clone()));
        items.extend(side.duties.iter().cloned().map(HelpItem::Note));
    }
}

/// The course of the turns of a phase, in sentences, from its data and as it is planned for this debate.
fn how(state: &DebateState, phase: &Phase, plan: Option<&PhasePlan>) -> Vec<String> {
    let mut said = Vec::new();
    if phase.turns.len() > 1 || phase.turns.iter().any(|turn| turn.seats == "speakers") {
        let order = match (phase.coordination, phase.order) {
            (Coordination::Simultaneous, _) => "All at the same time; none hears the others.",
            (Coordination::TurnTaking, TurnOrder::Fixed) => "One after the other.",
            (Coordination::TurnTaking, TurnOrder::Alternate) => "In turn, a seat of each side.",
            (Coordination::TurnTaking, TurnOrder::Rotating) => {
                "In turn; each round begins with the next seat."
            }
            (Coordination::TurnTaking, TurnOrder::JudgeSelected) => "A judge chooses who is next.",
        };
        said.push(order.to_owned());
    }
    let planned = plan.map(|plan| plan.rounds);
    let rounds = planned.or(phase.rounds).unwrap_or(1);
    if rounds > 1 || phase.most_rounds.is_some() {
        let told = counted(rounds, "round", "rounds");
        said.push(match phase.most_rounds {
            Some(most) if most > rounds => format!("{told}; --rounds asks for up to {most}."),
            Some(_) | None => format!("{told}."),
        });
    }
    if let Some(every) = phase.assess_every.filter(|every| *every > 0) {
        said.push(match every {
            1 => "After each round the judges look at the debate.".to_owned(),
            n => format!("After every {n} rounds the judges look at the debate."),
        });
    }
    if !phase.stop.is_empty() {
        let why: Vec<&str> = phase.stop.iter().map(|stop| stop.describe()).collect();
        said.push(format!(
            "It can end early if they say so, because {}.",
            why.join(", or ")
        ));
    }
    if let Some(points) = &phase.points_of_information {
        said.push(format!(
            "Points of information: {} may be taken in a speech.",
            points.max_accepted
        ));
    }
    said.extend(phase.guidelines.iter().cloned());
    let unchecked = state.unchecked_rules_of(phase);
    said.extend(phase.all_rules().into_iter().map(|rule| {
        let lead = if unchecked.contains(&rule) {
            "Rule (not checked)"
        } else {
            "Rule"
        };
        format!("{lead}: {}", rule.demands())
    }));
    said
}

fn verdict(format: &Format, items: &mut Vec<HelpItem>) {
    let said = match format.verdict {
        Verdict::Division => match format.wins_by {
            WinsBy::Votes => "The audience votes before and after; more votes win.",
            WinsBy::Swing => "The audience votes before and after; the larger gain in votes wins.",
        },
        Verdict::Judge => "Judges score and report; totals are computed from their scores.",
        Verdict::Synthesis => {
            "The moderator says where the sides agree and differ, and names no winner."
        }
        Verdict::Summary => "What was said is summed up. Nobody wins.",
        Verdict::None => "There is none: the last word is the last word.",
    };
    items.push(HelpItem::Gap);
    items.push(HelpItem::Heading("The verdict".to_owned()));
    items.push(HelpItem::Paragraph(said.to_owned()));
    if format.questions_after {
        let who = format.moderator.as_deref().unwrap_or("The moderator");
        items.push(HelpItem::Paragraph(format!(
            "{who} takes questions before the debate is closed."
        )));
    }
    let Some(rubric) = &format.rubric else {
        return;
    };
    let of = match rubric.of {
        Scored::Arguments => "Every argument",
        Scored::Speakers => "Every speaker",
        Scored::Sides => "Every side",
    };
    items.push(HelpItem::Paragraph(format!(
        "{of} is scored from {} to {}. Sides less than {} apart are evenly matched; more than {}, and the \
         difference is significant.",
        rubric.lowest, rubric.highest, rubric.even_under, rubric.significant_over
    )));
    for one in &rubric.dimensions {
        items.push(HelpItem::Phase {
            name: format!("{} {:.0}%", one.name, one.weight * 100.0),
            summary: one.criteria.clone(),
        });
        for anchor in &one.anchors {
            items.push(HelpItem::Phase {
                name: format!("  {}", anchor.score),
                summary: anchor.means.clone(),
            });
        }
    }
    if !rubric.fallacies.is_empty() {
        items.push(HelpItem::Gap);
        let text = "Flagged in arguments, as a hint and no verdict:";
        items.push(HelpItem::Paragraph(text.to_owned()));
    }
    for one in &rubric.fallacies {
        items.push(HelpItem::Phase {
            name: one.name.clone(),
            summary: one.asks.clone(),
        });
    }
}

fn lines(items: &[HelpItem], width: usize, styles: &Styles) -> Vec<Line<'static>> {
    let keys = items.iter().filter_map(|item| {
        if let HelpItem::Key(row) = item {
            Some(widgets::width(&row.keys))
        } else {
            None
        }
    });
    let column = keys.max().unwrap_or(0).min(width / 3);
    let names = items.iter().filter_map(|item| {
        if let HelpItem::Phase { name, .. } = item {
            Some(widgets::width(name))
        } else {
            None
        }
    });
    let name_column = names.max().unwrap_or(0).min(width / 3);
    let mut lines = Vec::new();
    for item in items {
        match item {
            HelpItem::Heading(text) => {
                lines.push(Line::styled(text.clone(), styles.get(StyleRole::Title)));
            }
            HelpItem::Key(row) => hang(
                &row.keys,
                column,
                row.help,
                (width, StyleRole::Key),
                styles,
                &mut lines,
            ),
            HelpItem::Phase { name, summary } => {
                hang(
                    name,
                    name_column,
                    summary,
                    (width, StyleRole::House),
                    styles,
                    &mut lines,
                );
            }
            HelpItem::Paragraph(text) => lines.extend(
                wrapping::rows(text, width)
                    .into_iter()
                    .map(|row| Line::styled(row.into_owned(), styles.get(StyleRole::Text))),
            ),
            HelpItem::Note(text) => {
                for (at, row) in wrapping::rows(text, width.saturating_sub(6))
                    .into_iter()
                    .enumerate()
                {
                    let lead = if at == 0 { "    · " } else { "      " };
                    lines.push(Line::from(vec![
                        Span::styled(lead, styles.get(StyleRole::House)),
                        Span::styled(row.into_owned(), styles.get(StyleRole::Dim)),
                    ]));
                }
            }
            HelpItem::Gap => lines.push(Line::default()),
        }
    }
    lines
}

/// A name in its column, and beside it a text that keeps to its own.
fn hang(
    name: &str,
    column: usize,
    text: &str,
    (width, role): (usize, StyleRole),
    styles: &Styles,
    lines: &mut Vec<Line<'static>>,
) {
    let room = width.saturating_sub(column + 4).max(1);
    // A name that is wider than its column has a row to itself.
    let own = widgets::width(name) > column;
    if own {
        let name = widgets::fit(name, width.saturating_sub(2));
        lines.push(Line::styled(format!("  {name}"), styles.get(role)));
    }
    let name = if own { "" } else { name };
    let pad = column.saturating_sub(widgets::width(name));
    for (at, row) in wrapping::rows(text, room).into_iter().enumerate() {
        let lead = if at == 0 {
            format!("  {name}{}  ", " ".repeat(pad))
        } else {
            " ".repeat(column + 4)
        };
        lines.push(Line::from(vec![
            Span::styled(lead, styles.get(role)),
            Span::styled(row.into_owned(), styles.get(StyleRole::Text)),
        ]));
    }
}

impl Overlay for HelpPage {
    fn title(&self) -> &'static str {
        self.title
    }

    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.page.on_key(key, '?')
    }

    fn hints(&self) -> Vec<Hint> {
        self.page.hints()
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let items = &self.items;
        self.page.render((self.title, area), buf, styles, |width| {
            lines(items, width, styles)
        });
    }
}
