//! A replay as it is drawn: the chamber at that place of the record, and below it the line that says where that is.

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    layout,
    replay::{Player, ProgressBar},
    style::StyleRole,
    ui::Ui,
    view,
};

/// Draws the whole screen of a replay.
pub(crate) fn render(area: Rect, buf: &mut Buffer, ui: &mut Ui, player: &Player) {
    let mut chamber = area;
    let mut track = Rect::default();
    if area.height > layout::LEAST.1 {
        chamber.height -= 1;
        let line = Rect::new(area.x, chamber.bottom(), area.width, 1);
        let styles = ui.styles();
        buf.set_style(line, styles.get(StyleRole::Status));
        track = ProgressBar(player).render(line, buf, &styles.upon_status());
    }
    view::render(chamber, buf, ui, player.state());
    ui.places.track = Some(track);
}
