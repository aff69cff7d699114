//! The scatter of themes, each by its number where it has its place; the chosen one before all others.

use hustings_study::ensemble::Theme;
use ratatui::{buffer::Buffer, layout::Rect, style::Modifier};

use crate::{
    style::{StyleRole, Styles},
    widgets::width,
};

/// Draws the scatter. `role` says in which style a theme is drawn.
pub(super) fn render(
    (themes, chosen): (&[Theme], usize),
    role: impl Fn(&Theme) -> StyleRole,
    (area, buf): (Rect, &mut Buffer),
    styles: &Styles,
) {
    if area.width < 4 || area.height < 2 {
        return;
    }
    let (middle_x, middle_y) = (area.x + area.width / 2, area.y + area.height / 2);
    for x in area.x..area.right() {
        buf.set_string(x, middle_y, "·", styles.get(StyleRole::Border));
    }
    for y in area.y..area.bottom() {
        buf.set_string(middle_x, y, "·", styles.get(StyleRole::Border));
    }
    // Of themes in one place the first is seen, and the chosen one above it.
    let rest = themes
        .iter()
        .enumerate()
        .rev()
        .filter(|(at, _)| *at != chosen);
    let last = themes.get(chosen).map(|theme| (chosen, theme));
    for (at, theme) in rest.chain(last) {
        let label = theme.number.to_string();
        let cells = u16::try_from(width(&label)).unwrap_or(1);
        let [x, y] = theme.at;
        let x = area.x + along(x, area.width.saturating_sub(cells));
        let y = area.y + along(-y, area.height - 1);
        let mut style = styles.get(role(theme));
        if theme.is_unanswered() {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if at == chosen {
            style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
        }
        let room = usize::from(area.right().saturating_sub(x));
        buf.set_stringn(x, y, &label, room, style);
    }
}

/// The cell of a coordinate from -1 to 1 among so many beside the first.
fn along(at: f64, most: u16) -> u16 {
    let share = f64::midpoint(at.clamp(-1.0, 1.0), 1.0);
    (share * f64::from(most)).round() as u16
}

#[cfg(test)]
mod tests {
    use super::along;

    #[test]
    fn both_ends_are_within_and_the_middle_is_between() {
        assert_eq!([-1.0, 0.0, 1.0].map(|at| along(at, 40)), [0, 20, 40]);
        assert_eq!([-9.0, 9.0, f64::NAN].map(|at| along(at, 40)), [0, 40, 0]);
    }
}
