//! What the house says: straw polls on one row, and the division with all that belongs to it.

use ratatui::text::{Line, Span};

use super::{
    boxes,
    entry::Ink,
    markdown::{self, Paragraph},
    wrap::{self, Row},
};
use crate::{
    debate::{
        answer::{SpeakerAssessment, Vote},
        division::{DivisionResult, PanelVote, Tally},
    },
    style::Role,
    who,
    widgets::{bar, fit, width},
};

/// Cells of the widest bar of a division.
const BAR: usize = 32;

/// A poll as one row.
pub(super) fn poll(ink: Ink<'_>, index: usize) -> Vec<Row> {
    let Some(poll) = ink.state.polls.get(index) else {
        return Vec::new();
    };
    let tally = poll.tally();
    let after = ink
        .state
        .turn(poll.after)
        .map(|turn| who::short(ink.state, &turn.seat))
        .unwrap_or_default();
    let share = |n: u32| f64::from(n) / f64::from(tally.total().max(1));
    let label = format!("◇ Straw poll after {after}  ");
    // Between speeches of a slow model two polls may follow one another, so this goes last.
    let short = format!("◇ after {after}  ");
    // What does not fit goes in this order: the words, then the bars.
    for (label, cells) in [
        (label.as_str(), 10),
        (label.as_str(), 5),
        (short.as_str(), 5),
        (short.as_str(), 3),
        ("◇ ", 3),
        ("◇ ", 0),
    ] {
        let mut spans = vec![ink.span(label, Role::House)];
        for (name, n, role) in [
            ("Ayes ", tally.ayes, Role::Ayes),
            ("Noes ", tally.noes, Role::Noes),
        ] {
            spans.push(ink.span(name, role));
            spans.extend(bar(
                share(n),
                cells,
                ink.styles.get(role),
                ink.styles.get(Role::Dim),
            ));
            spans.push(ink.span(format!(" {n}  "), role));
        }
        spans.push(ink.span(format!("undecided {}", tally.undecided), Role::Undecided));
        let line = Line::from(spans);
        if line.width() <= ink.width || cells == 0 {
            return wrap::wrap(&line, ink.width)
                .into_iter()
                .map(Row::new)
                .collect();
        }
    }
    Vec::new()
}

/// The division.
pub(super) fn division(ink: Ink<'_>) -> Vec<Row> {
    let Some(result) = &ink.state.division else {
        return Vec::new();
    };
    let mut rows = vec![heavy(ink), banner(ink, "The House divides", Role::Title)];
    rows.push(Row::default());
    rows.extend(count(ink, result));
    rows.push(heavy(ink));
    rows.extend(section(ink, "The verdict", prose(ink, &result.analysis)));
    rows.extend(section(
        ink,
        "What it was about",
        list(ink, &result.core_tensions),
    ));
    let strongest = [
        (
            "for the motion",
            Role::Prop,
            &result.strongest_argument_prop,
        ),
        ("against it", Role::Opp, &result.strongest_argument_opp),
    ];
    let strongest: Vec<Paragraph> = strongest
        .into_iter()
        .filter(|(_, _, text)| !text.is_empty())
        .map(|(side, role, text)| labelled(ink, side, role, text))
        .collect();
    rows.extend(section(
        ink,
        "The strongest arguments",
        boxes::paragraphs(ink, &strongest),
    ));
    rows.extend(section(
        ink,
        "Decisive moments",
        list(ink, &result.decisive_moments),
    ));
    rows.extend(section(
        ink,
        "The rebuttals that hurt",
        list(ink, &result.most_damaging_rebuttals),
    ));
    let mut speakers = Vec::new();
    for one in &result.speaker_performances {
        speakers.extend(assessment(ink, one));
    }
    rows.extend(section(ink, "The speakers", speakers));
    let room = [
        ("won the room", &result.most_compelling_speaker),
        ("fell short", &result.weakest_link),
    ];
    let room: Vec<Paragraph> = room
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(label, text)| labelled(ink, label, Role::House, text))
        .collect();
    rows.extend(boxes::paragraphs(ink, &room));
    let panel: Vec<Paragraph> = result
        .panel_votes
        .iter()
        .map(|one| member(ink, one))
        .collect();
    rows.extend(section(
        ink,
        "The house, one by one",
        boxes::paragraphs(ink, &panel),
    ));
    rows
}

/// How the real house voted, where people held the debate.
pub(super) fn then(ink: Ink<'_>) -> Vec<Row> {
    let opening = ink.state.opening.as_deref();
    let Some(real) = opening.and_then(|opening| opening.real.as_ref()) else {
        return Vec::new();
    };
    let mut rows = vec![heavy(ink), banner(ink, "The house then", Role::Title)];
    let origin = real.origin();
    if !origin.is_empty() {
        rows.push(banner(ink, &origin, Role::Dim));
    }
    rows.push(Row::default());
    for line in real.told() {
        rows.extend(text(ink, &line, Role::House));
    }
    rows.push(heavy(ink));
    rows
}

fn count(ink: Ink<'_>, result: &DivisionResult) -> Vec<Row> {
    let mut rows = Vec::new();
    let cast = f64::from((result.ayes + result.noes).max(1));
    for (label, n, role) in [
        ("The Ayes to the right", result.ayes, Role::Ayes),
        ("The Noes to the left ", result.noes, Role::Noes),
    ] {
        let number = format!(" {n:>3}");
        let room = ink.width.saturating_sub(width(label) + 2 + number.len());
        let mut spans = vec![ink.span(fit(label, ink.width.saturating_sub(4)), role)];
        if room >= 4 {
            spans.push(Span::raw("  "));
            spans.extend(bar(
                f64::from(n) / cast,
                room.min(BAR),
                ink.styles.get(role),
                ink.styles.get(Role::Dim),
            ));
        }
        spans.push(ink.span(number, role));
        rows.push(Row::new(Line::from(spans)));
    }
    let tally = Tally {
        ayes: result.ayes,
        noes: result.noes,
        undecided: 0,
    };
    let carried = match tally.lead().signum() {
        _ if result.lost_all() => "No ballot came in: the House has not decided.",
        1 => "So the Ayes have it: the motion is carried.",
        -1 => "So the Noes have it: the motion falls.",
        _ => "The House is tied: the motion is not carried.",
    };
    rows.push(Row::default());
    rows.extend(text(ink, carried, Role::Emphasis));
    let mut facts = match result.outcome() {
        Ok((winner, margin)) => {
            let margin = margin.map(|margin| format!("{} margin", margin.word()));
            std::iter::once(format!("{winner} wins"))
                .chain(margin)
                .collect()
        }
        Err(why) => vec![format!("undecided: {why}")],
    };
    let before = match result.before.total() {
        0 => "no ballots before".to_owned(),
        _ => format!(
            "before: {} to {}, {} undecided",
            result.before.ayes, result.before.noes, result.undecided_before
        ),
    };
    facts.push(match result.swing_told() {
        None => before,
        Some(swing) => format!("{swing} ({before})"),
    });
    if result.abstentions > 0 {
        facts.push(format!("{} abstained", result.abstentions));
    }
    if result.lost > 0 {
        facts.push(crate::debate::division::lost_ballots(result.lost));
    }
    if let Some(vote) = result.direct_vote {
        facts.push(format!("the verdict on the arguments: {}", vote.word()));
    }
    let facts = facts.join(" · ");
    rows.extend(text(ink, &facts, Role::House));
    rows
}

fn assessment(ink: Ink<'_>, one: &SpeakerAssessment) -> Vec<Row> {
    let role = ink
        .state
        .opening
        .iter()
        .flat_map(|opening| &opening.speakers)
        .find(|speaker| speaker.card.name == one.speaker_name)
        .map_or(Role::House, |speaker| who::role(ink.state, &speaker.seat));
    let style = ink.styles.get(role).patch(ink.styles.get(Role::Speaker));
    let mut rows = vec![Row::new(Line::from(Span::styled(
        fit(&one.speaker_name, ink.width),
        style,
    )))];
    for (label, value) in [
        ("effect ", one.effectiveness),
        ("persona", one.persona_fidelity),
    ] {
        let cells = ink.width.saturating_sub(18).min(10);
        let mut spans = vec![ink.span(format!("  {label} "), Role::Dim)];
        spans.extend(bar(
            value / 10.0,
            cells,
            ink.styles.get(role),
            ink.styles.get(Role::Dim),
        ));
        spans.push(ink.span(format!(" {value:.1}"), Role::Text));
        rows.push(Row::new(Line::from(spans)));
    }
    let mut notes = vec![(Role::Text, one.key_contribution.clone())];
    if let Some(missed) = one
        .missed_opportunity
        .as_ref()
        .filter(|text| !text.is_empty())
    {
        notes.push((Role::Dim, format!("Missed: {missed}")));
    }
    notes.extend(
        one.feedback
            .iter()
            .map(|note| (Role::Dim, format!("→ {note}"))),
    );
    for (role, note) in notes {
        let paragraph = Paragraph {
            line: Line::from(ink.span(note, role)),
            first: "  ".to_owned(),
            rest: "  ".to_owned(),
            tight: true,
        };
        rows.extend(boxes::paragraphs(ink, &[paragraph]));
    }
    rows.push(Row::default());
    rows
}

fn member(ink: Ink<'_>, one: &PanelVote) -> Paragraph {
    let word = |vote: Option<Vote>| vote.map_or("—", Vote::word);
    let role = match one.after {
        Some(Vote::Aye) => Role::Ayes,
        Some(Vote::No) => Role::Noes,
        Some(Vote::Undecided) | None => Role::Undecided,
    };
    Paragraph {
        line: Line::from(vec![
            ink.span(format!("{}  ", one.member), Role::Speaker),
            ink.span(format!("{} → {}", word(one.before), word(one.after)), role),
            ink.span(format!("  {}", one.reason), Role::Dim),
        ]),
        first: String::new(),
        rest: String::new(),
        tight: true,
    }
}

/// A title and what belongs to it; nothing where nothing does.
pub(super) fn section(ink: Ink<'_>, title: &str, content: Vec<Row>) -> Vec<Row> {
    if content.is_empty() {
        return Vec::new();
    }
    let mut rows = vec![
        Row::default(),
        Row::new(Line::from(ink.span(fit(title, ink.width), Role::Title))),
    ];
    rows.extend(content);
    rows
}

fn labelled(ink: Ink<'_>, label: &str, role: Role, text: &str) -> Paragraph {
    Paragraph {
        line: Line::from(vec![
            ink.span(format!("{label}: "), role),
            ink.span(text, Role::Text),
        ]),
        first: "• ".to_owned(),
        rest: "  ".to_owned(),
        tight: true,
    }
}

/// Items with bullets.
pub(super) fn list(ink: Ink<'_>, items: &[String]) -> Vec<Row> {
    let items: Vec<Paragraph> = items
        .iter()
        .map(|item| Paragraph {
            line: Line::from(ink.span(item.clone(), Role::Text)),
            first: "• ".to_owned(),
            rest: "  ".to_owned(),
            tight: true,
        })
        .collect();
    boxes::paragraphs(ink, &items)
}

/// Markdown as rows.
pub(super) fn prose(ink: Ink<'_>, text: &str) -> Vec<Row> {
    boxes::paragraphs(
        ink,
        &markdown::parse(text, ink.styles.get(Role::Text), ink.styles),
    )
}

/// A text as it is, in one look.
pub(super) fn text(ink: Ink<'_>, text: &str, role: Role) -> Vec<Row> {
    boxes::paragraphs(ink, &markdown::plain(text, ink.styles.get(role)))
}

/// A thick line.
pub(super) fn heavy(ink: Ink<'_>) -> Row {
    Row::new(Line::from(ink.span("━".repeat(ink.width), Role::House)))
}

/// A title in the middle.
pub(super) fn banner(ink: Ink<'_>, text: &str, role: Role) -> Row {
    let text = fit(text, ink.width);
    let left = ink.width.saturating_sub(width(&text)) / 2;
    Row::new(Line::from(vec![
        Span::raw(" ".repeat(left)),
        ink.span(text, role),
    ]))
}
