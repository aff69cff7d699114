//! Turns that run at the same time: while any of them is open they stand beside one another, in as many columns as
//! there is room for. The first of them draws the whole band, and the others nothing; once all are done each stands
//! for itself, because long texts are hard to read in columns.

use ratatui::text::{Line, Span};

use super::{ink::Ink, speech, wrap::TranscriptRow};
use crate::{
    blocks::{Builder, running, what_in_short},
    debate::{
        DebateState,
        state::{Turn, TurnStatus},
    },
    labels,
    style::StyleRole,
    widgets::{fit, width},
};

/// Cells of a column, at the least.
const COLUMN: usize = 24;
/// The most columns.
const MOST: usize = 4;

/// The band, where a turn is the first of several that are under way at once; no rows for the others; `None` where
/// a turn stands for itself.
pub(super) fn rows(ink: Ink<'_>, turn: &Turn) -> Option<Vec<TranscriptRow>> {
    let group = group(ink.state, turn)?;
    if group.first().is_some_and(|first| first.id != turn.id) {
        return Some(Vec::new());
    }
    let shown = latest(&group);
    let count = shown.len();
    let mut rows = vec![TranscriptRow::new(Line::from(ink.span(
        fit(&format!("◫ {}", running::at_once(count)), ink.width),
        StyleRole::House,
    )))];
    let columns = (ink.width / (COLUMN + 1)).clamp(1, MOST).min(count.max(1));
    if columns == 1 {
        for one in shown {
            rows.push(TranscriptRow::default());
            rows.extend(column(ink, one));
        }
        return Some(rows);
    }
    let cells = (ink.width + 1) / columns - 1;
    for band in shown.chunks(columns) {
        rows.push(TranscriptRow::default());
        let narrow = ink.narrower(ink.width - cells);
        let each: Vec<Vec<TranscriptRow>> = band.iter().map(|one| column(narrow, one)).collect();
        rows.extend(joined(&each, cells));
    }
    Some(rows)
}

/// Whether a turn stands in such a band now.
pub(super) fn is_in_band(state: &DebateState, turn: &Turn) -> bool {
    group(state, turn).is_some()
}

/// All turns that are under way beside this one and itself, in order, while any of them is open.
pub(super) fn group<'a>(state: &'a DebateState, turn: &'a Turn) -> Option<Vec<&'a Turn>> {
    if !state.is_simultaneous(turn) {
        return None;
    }
    let own = state.slot_of(turn)?.group;
    let group: Vec<&Turn> = state
        .turns
        .iter()
        .filter(|one| {
            one.task.is_on_record() && state.slot_of(one).is_some_and(|slot| slot.group == own)
        })
        .collect();
    let open = group.iter().any(|one| one.is_open());
    // Of those who are heard one after the other the columns would be narrow for nothing.
    let is_heard = group.iter().any(|one| one.words > 0) && !state.is_side_by_side(turn);
    (open && !is_heard && latest(&group).len() > 1).then_some(group)
}

/// The last attempt at each.
fn latest<'a>(group: &[&'a Turn]) -> Vec<&'a Turn> {
    let mut latest: Vec<&Turn> = Vec::new();
    for turn in group {
        match latest.iter_mut().find(|one| one.slot == turn.slot) {
            Some(before) => *before = turn,
            None => latest.push(turn),
        }
    }
    latest
}

/// A turn in its column.
fn column(ink: Ink<'_>, turn: &Turn) -> Vec<TranscriptRow> {
    let role = labels::role(ink.state, &turn.seat);
    let within = ink.narrower(2);
    let (mark, state) = match turn.status {
        TurnStatus::Open if !ink.state.is_running() => ("⏸", StyleRole::Paused),
        // Who still writes has not begun to speak.
        TurnStatus::Open if turn.words == 0 => ("◌", StyleRole::Dim),
        TurnStatus::Open => ("●", StyleRole::Live),
        TurnStatus::Heard { .. } => ("…", StyleRole::Dim),
        TurnStatus::Ended { .. } => ("✔", StyleRole::Accepted),
        TurnStatus::Struck { .. } => ("✖", StyleRole::Error),
    };
    let name = fit(
        &labels::short(ink.state, &turn.seat),
        within.width.saturating_sub(2),
    );
    let gap = within.width.saturating_sub(width(&name) + width(mark));
    let named = ink
        .styles
        .get(role)
        .patch(ink.styles.get(StyleRole::Speaker));
    let mut rows = vec![TranscriptRow::new(Line::from(vec![
        Span::styled(name, named),
        Span::raw(" ".repeat(gap)),
        ink.span(mark, state),
    ]))];
    let told = Builder::on_screen(ink.state).speech(turn);
    let joined = |what: &str| {
        let both = [told.place.as_str(), what];
        let both: Vec<&str> = both.into_iter().filter(|text| !text.is_empty()).collect();
        both.join(" · ")
    };
    let mut what = joined(&told.what);
    if width(&what) > within.width {
        what = joined(what_in_short(&told.what));
    }
    if !what.is_empty() {
        let text = fit(&what, within.width);
        rows.push(TranscriptRow::new(Line::from(
            ink.span(text, StyleRole::Dim),
        )));
    }
    if !told.again.is_empty() {
        let text = fit(&told.again, within.width);
        rows.push(TranscriptRow::new(Line::from(
            ink.span(text, StyleRole::Warning),
        )));
    }
    rows.extend(speech::content(within, &told));
    let bar = Span::styled("▎ ", ink.styles.get(role));
    rows.into_iter().map(|row| row.after(&bar)).collect()
}

/// Columns as rows, each as wide as the others.
fn joined(columns: &[Vec<TranscriptRow>], cells: usize) -> Vec<TranscriptRow> {
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|at| {
            let mut line = Line::default();
            for (number, column) in columns.iter().enumerate() {
                if number > 0 {
                    line.spans.push(Span::raw(" "));
                }
                let row = column.get(at).map(|row| &row.line);
                let used = row.map_or(0, Line::width);
                line.spans
                    .extend(row.iter().flat_map(|line| line.spans.iter().cloned()));
                if number + 1 < columns.len() {
                    line.spans
                        .push(Span::raw(" ".repeat(cells.saturating_sub(used))));
                }
            }
            TranscriptRow::new(line)
        })
        .collect()
}
