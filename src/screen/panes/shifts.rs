//! The lines on who changed their mind, in the pane of the moderator.

use ratatui::text::Line;

use crate::{
    blocks::Builder,
    debate::DebateState,
    labels,
    style::{StyleRole, Styles},
    transcript::wrapped,
};

/// A line for each speaker, below a title; none where nothing is known of it.
pub(super) fn lines(state: &DebateState, styles: &Styles, cells: usize) -> Vec<Line<'static>> {
    let all = Builder::on_screen(state).shifts_in_short();
    if all.is_empty() {
        return Vec::new();
    }
    let title = Line::styled("Who changed their mind", styles.get(StyleRole::House));
    let mut lines = wrapped(&title, cells);
    for (seat, name, told) in all {
        let line = Line::styled(
            format!("{name}: {told}"),
            styles.get(labels::role(state, seat)),
        );
        lines.extend(wrapped(&line, cells));
    }
    lines
}
