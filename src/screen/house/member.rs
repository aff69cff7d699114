//! A member of the house in words: who they are, their votes so far, why, and what moved them.

use super::{
    signs::{Signs, role},
    told::HouseTold,
};
use crate::{
    blocks::vote_word,
    catalog::Prior,
    debate::{
        answer::Vote,
        house_swing::{CountMoment, MemberVote},
    },
    style::{StyleRole, Styles},
    wrapping,
};
use ratatui::text::{Line, Span};

/// Cells by which a text under its heading is set in.
const INDENT: &str = "  ";

/// The lines about a member, in so many cells.
pub(super) fn lines(
    told: &HouseTold,
    member: usize,
    cells: usize,
    (styles, signs): (&Styles, Signs),
) -> Vec<Line<'static>> {
    let opening = told.opening.as_deref();
    let Some(listener) = opening.and_then(|opening| opening.audience.get(member)) else {
        return Vec::new();
    };
    let Some(record) = told.swing.records.get(member) else {
        return Vec::new();
    };
    let mut page = MemberPage {
        lines: Vec::new(),
        cells,
        styles,
    };
    let card = &listener.card;
    page.text(&card.name, StyleRole::Title);
    page.text(&card.who, StyleRole::Text);
    page.text(leaning(card.prior), StyleRole::Dim);
    if let Some(model) = &listener.own_model {
        page.text(&format!("played by {model}"), StyleRole::Dim);
    }
    page.gap();
    // What was asked beforehand is told when all is over.
    let is_over = told.swing.points.last();
    let is_over = is_over.is_some_and(|last| last.moment == CountMoment::Division && last.counts);
    if let Some(lean) = record.lean.filter(|_| is_over) {
        page.vote(("when first asked", MemberVote::Cast(lean)), signs, false);
    }
    for (at, count) in told.counts.iter().enumerate() {
        // A count is told once it counts, as in the hall.
        if !told.swing.points.get(at).is_some_and(|point| point.counts) {
            continue;
        }
        let vote = told.swing.vote(member, at);
        let changes = told.swing.changes_at(at).iter();
        let change = changes.clone().find(|change| change.member == member);
        page.vote((&count.when, vote), signs, change.is_some());
        if change.is_some() {
            page.text_in(&count.heard, StyleRole::House);
        }
    }
    let reasons = [
        ("Before the debate", &record.reason_before, true),
        ("At the division", &record.reason_after, is_over),
    ];
    for (when, reason, is_told) in reasons {
        if is_told && !reason.trim().is_empty() {
            page.gap();
            page.text(when, StyleRole::Dim);
            page.text_in(reason, StyleRole::Quote);
        }
    }
    page.gap();
    page.text(card.background.trim(), StyleRole::Text);
    let traits = [
        ("Holds dear", card.values.join(", ")),
        ("Is moved by", card.moved_by.clone()),
        ("Is left cold by", card.unmoved_by.clone()),
    ];
    for (what, text) in traits {
        if !text.trim().is_empty() {
            page.gap();
            page.text(what, StyleRole::Dim);
            page.text_in(&text, StyleRole::Text);
        }
    }
    page.lines
}

/// A member in one line: "Denise Pollard  aye → no".
pub(super) fn in_one_line(told: &HouseTold, member: usize) -> String {
    let mut way: Vec<&str> = Vec::new();
    for (at, point) in told.swing.points.iter().enumerate() {
        let vote = told.swing.vote(member, at);
        if let Some(vote) = vote.cast().filter(|_| point.counts)
            && way.last() != Some(&vote.word())
        {
            way.push(vote.word());
        }
    }
    let way = if way.is_empty() {
        "no vote yet".to_owned()
    } else {
        way.join(" → ")
    };
    format!("{}: {way}", told.name(member))
}

fn leaning(prior: Prior) -> &'static str {
    match prior {
        Prior::Proposition => "came leaning slightly towards the Proposition",
        Prior::Opposition => "came leaning slightly towards the Opposition",
        Prior::None => "came with no strong view on the motion",
    }
}

struct MemberPage<'a> {
    lines: Vec<Line<'static>>,
    cells: usize,
    styles: &'a Styles,
}

impl MemberPage<'_> {
    fn text(&mut self, text: &str, role: StyleRole) {
        let rows = wrapping::rows(text, self.cells).into_iter();
        let style = self.styles.get(role);
        self.lines
            .extend(rows.map(|row| Line::styled(row.into_owned(), style)));
    }

    fn text_in(&mut self, text: &str, role: StyleRole) {
        let options = wrapping::options(self.cells)
            .initial_indent(INDENT)
            .subsequent_indent(INDENT);
        let style = self.styles.get(role);
        for row in textwrap::wrap(text, options) {
            self.lines.push(Line::styled(row.into_owned(), style));
        }
    }

    fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| line.width() > 0) {
            self.lines.push(Line::default());
        }
    }

    fn vote(&mut self, (when, vote): (&str, MemberVote), signs: Signs, has_moved: bool) {
        let style = self.styles.get(role(vote));
        let sign = format!("{} ", signs.of(vote, has_moved));
        let word = format!("{} ", vote_word(vote));
        let taken = crate::widgets::width(&sign) + crate::widgets::width(&word);
        let when = crate::widgets::fit(when, self.cells.saturating_sub(taken));
        self.lines.push(Line::from(vec![
            Span::styled(sign, style),
            Span::styled(word, style),
            Span::styled(when, self.styles.get(StyleRole::Dim)),
        ]));
    }
}

/// The word for whoever sits with a side, as a group: "Ayes".
pub(super) fn group(vote: Option<Vote>) -> &'static str {
    match vote {
        Some(Vote::Aye) => "Ayes",
        Some(Vote::No) => "Noes",
        Some(Vote::Undecided) => "undecided",
        None => "no vote",
    }
}
