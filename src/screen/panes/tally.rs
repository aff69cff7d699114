//! The pane titled The house: Ayes and Noes as bars, who is undecided, and the swing over the speeches.

use ratatui::{
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    blocks::Builder,
    catalog::WinsBy,
    debate::{
        DebateState,
        ask::When,
        division::{DivisionResult, undecided},
    },
    scrolling::PaneText,
    style::{StyleRole, Styles},
    widgets::{Focus, bar},
};

const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The text of the pane in so much room.
pub(crate) fn text(
    state: &DebateState,
    styles: &Styles,
    (place, focus): (Rect, Focus),
) -> PaneText {
    let mut lines = lines(state, styles, usize::from(place.width), focus);
    // Air above where there is room for it.
    if usize::from(place.height) > lines.len() + 1 {
        lines.insert(0, Line::default());
    }
    PaneText::of(lines)
}

fn lines(state: &DebateState, styles: &Styles, cells: usize, focus: Focus) -> Vec<Line<'static>> {
    let dim = styles.get(StyleRole::Dim);
    let known = state.tally();
    let tally = known.unwrap_or_default();
    let house = state.audience().len();
    let share = |n: u32| f64::from(n) / f64::from(tally.total().max(1));
    let number = cells.saturating_sub(10).min(40);
    let mut lines: Vec<Line<'static>> = [
        ("Ayes ", tally.ayes, StyleRole::Ayes),
        ("Noes ", tally.noes, StyleRole::Noes),
    ]
    .into_iter()
    .map(|(label, n, role)| {
        let mut spans = vec![Span::styled(label, styles.get(role))];
        spans.extend(bar(share(n), number, styles.get(role), dim));
        spans.push(Span::styled(
            known.map_or_else(|| "   –".to_owned(), |_| format!("{n:>4}")),
            styles.get(role),
        ));
        Line::from(spans)
    })
    .collect();
    let cast = state.ballots.cast(When::Before);
    if cast < house && state.polls.is_empty() && state.division.is_none() {
        lines.push(Line::styled(
            format!("{cast} of {house} ballots are in"),
            dim,
        ));
    } else if known.is_none() {
        lines.push(Line::styled("no vote came in", dim));
    } else {
        let is_of_division = |division: &DivisionResult| !division.lost_all();
        let word = if state.division.as_ref().is_some_and(is_of_division) {
            "abstained"
        } else {
            "undecided"
        };
        lines.push(Line::styled(
            format!("{word} {}", tally.undecided),
            styles.get(StyleRole::Undecided),
        ));
    }
    let leads = state.leads();
    if leads.len() > 1 {
        lines.push(Line::default());
        lines.push(swing_line(&leads, styles, cells));
    }
    // It stands in the transcript, too: whoever reads this pane may not see that.
    if let Some(progress) = Builder::on_screen(state).dividing()
        && focus == Focus::On
    {
        lines.push(Line::styled(progress, dim));
    }
    if let Some(division) = &state.division {
        lines.push(Line::styled(
            match division.outcome() {
                Ok((winner, _)) if division.wins_by == WinsBy::Swing => {
                    let how = if division.swing.unwrap_or(0) == 0 {
                        "no swing"
                    } else {
                        "on the swing"
                    };
                    format!("{winner}, {how}")
                }
                Ok((winner, Some(margin))) => format!("{winner}: {}", margin.word()),
                Ok((winner, None)) => winner.to_owned(),
                Err(why) => undecided(why),
            },
            styles.get(StyleRole::House),
        ));
        if division.is_contested() {
            lines.push(Line::styled("verdict contested", dim));
        }
    }
    lines
}

/// The lead of the Ayes over the debate, and how far it has moved.
fn swing_line(leads: &[i32], styles: &Styles, cells: usize) -> Line<'static> {
    let low = leads.iter().copied().min().unwrap_or(0);
    let high = leads.iter().copied().max().unwrap_or(0);
    let span = f64::from((high - low).max(1));
    let room = cells.saturating_sub(12).max(1);
    let skipped = leads.len().saturating_sub(room);
    let mut spans = vec![Span::styled("swing ", styles.get(StyleRole::Dim))];
    for lead in leads.iter().skip(skipped) {
        // Where nothing has moved the line runs through the middle.
        let level = if high == low {
            3
        } else {
            (f64::from(lead - low) / span * 7.0).round() as usize
        };
        let role = match lead.signum() {
            1 => StyleRole::Ayes,
            -1 => StyleRole::Noes,
            _ => StyleRole::Undecided,
        };
        let glyph = LEVELS.get(level).copied().unwrap_or('▁');
        spans.push(Span::styled(glyph.to_string(), styles.get(role)));
    }
    let moved = leads.last().copied().unwrap_or(0) - leads.first().copied().unwrap_or(0);
    let role = match moved.signum() {
        1 => StyleRole::Ayes,
        -1 => StyleRole::Noes,
        _ => StyleRole::Undecided,
    };
    spans.push(Span::styled(format!(" {moved:+}"), styles.get(role)));
    Line::from(spans)
}
