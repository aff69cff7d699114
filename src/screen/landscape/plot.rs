//! The scatter of themes, each by its number where it has its place; the chosen one before all others.

use hustings_study::ensemble::ArgumentTheme;
use ratatui::{buffer::Buffer, layout::Rect, style::Modifier};

use crate::{
    style::{StyleRole, Styles},
    widgets::width,
};

/// Draws the scatter. `role` says in which style a theme is drawn.
pub(super) fn render(
    (themes, chosen): (&[ArgumentTheme], usize),
    role: impl Fn(&ArgumentTheme) -> StyleRole,
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
    // Who comes first has the place: the chosen one, then those that come first in the list. Of the others, those that find
    // no room near theirs are seen in the list alone.
    let mut taken: Vec<Rect> = Vec::new();
    let first = themes.get(chosen).map(|theme| (chosen, theme));
    let rest = themes.iter().enumerate().filter(|(at, _)| *at != chosen);
    for (at, theme) in first.into_iter().chain(rest) {
        let label = theme.number.to_string();
        let cells = u16::try_from(width(&label)).unwrap_or(1);
        let [x, y] = theme.at;
        let place = Rect {
            x: area.x + along(x, area.width.saturating_sub(cells)),
            y: area.y + along(-y, area.height - 1),
            width: cells,
            height: 1,
        };
        let Some(place) = free(place, area, &taken) else {
            continue;
        };
        let mut style = styles.get(role(theme));
        if theme.is_unanswered() {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if at == chosen {
            style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
        }
        buf.set_stringn(place.x, place.y, &label, usize::from(cells), style);
        taken.push(place);
    }
}

/// The place itself, or the nearest row above or below it that is free, with a cell between neighbours.
fn free(place: Rect, area: Rect, taken: &[Rect]) -> Option<Rect> {
    let rows = [0, 1, -1, 2, -2].into_iter();
    let mut places = rows.filter_map(|by| {
        let y = place.y.checked_add_signed(by)?;
        (area.y..area.bottom())
            .contains(&y)
            .then_some(Rect { y, ..place })
    });
    places.find(|one| {
        let with_gaps = Rect {
            x: one.x.saturating_sub(1),
            width: one.width + 2,
            ..*one
        };
        !taken.iter().any(|other| other.intersects(with_gaps))
    })
}

/// The cell of a coordinate from -1 to 1 among so many beside the first.
fn along(at: f64, most: u16) -> u16 {
    let share = f64::midpoint(at.clamp(-1.0, 1.0), 1.0);
    (share * f64::from(most)).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_stand_on_another_stands_beside_it_or_not_at_all() {
        let area = Rect::new(0, 0, 10, 2);
        let place = Rect::new(4, 1, 1, 1);
        assert_eq!(free(place, area, &[]), Some(place));
        let near = Rect::new(5, 1, 2, 1);
        assert_eq!(free(place, area, &[near]), Some(Rect { y: 0, ..place }));
        let above = Rect::new(4, 0, 1, 1);
        assert_eq!(free(place, area, &[near, above]), None);
    }

    #[test]
    fn both_ends_are_within_and_the_middle_is_between() {
        assert_eq!([-1.0, 0.0, 1.0].map(|at| along(at, 40)), [0, 20, 40]);
        assert_eq!([-9.0, 9.0, f64::NAN].map(|at| along(at, 40)), [0, 40, 0]);
    }
}
