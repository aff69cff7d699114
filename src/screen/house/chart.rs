//! The chart of the swing: the lead of the Ayes from count to count, above the line of no lead or below it, with the names of
//! those who had spoken.

use ratatui::{buffer::Buffer, layout::Rect, style::Modifier};

use super::{
    signs::{Signs, role_of_lead},
    told::ToldCount,
};
use crate::{
    debate::{answer::Vote, house_swing::MemberVote},
    style::{StyleRole, Styles},
    widgets::{fit, width},
};

/// Columns of the words at the left.
const MARGIN: u16 = 6;
/// The least columns of a name below a point.
const NAME: usize = 5;

/// A point of the chart: the count, by position, and the lead.
pub(super) type LeadPoint = (usize, i32);

/// Draws the line of these points and says in which columns each count was drawn.
pub(super) fn render(
    (line, counts): (&[LeadPoint], &[ToldCount]),
    shown: Option<usize>,
    (area, buf): (Rect, &mut Buffer),
    (styles, signs): (&Styles, Signs),
) -> Vec<(Rect, usize)> {
    if area.height < 3 || area.width <= MARGIN + 4 || line.is_empty() {
        return Vec::new();
    }
    let plot = Rect {
        x: area.x + MARGIN,
        width: area.width - MARGIN - 1,
        height: area.height - 1,
        ..area
    };
    let scale = Scale::of(line, plot.height);
    let (step, level) = signs.of_line();
    let dim = styles.get(StyleRole::Dim);
    let text = |buf: &mut Buffer, x: u16, y: u16, words: &str, role: StyleRole| {
        buf.set_stringn(
            x,
            y,
            words,
            usize::from(area.right().saturating_sub(x)),
            styles.get(role),
        );
    };
    let zero = plot.y + scale.row(0.0);
    for x in plot.x..plot.right() {
        text(buf, x, zero, level, StyleRole::Border);
    }
    text(buf, area.x, zero, "even", StyleRole::Dim);
    if zero > plot.y {
        text(buf, area.x, plot.y, "Ayes", StyleRole::Ayes);
    }
    if zero + 1 < plot.bottom() {
        text(buf, area.x, plot.bottom() - 1, "Noes", StyleRole::Noes);
    }
    let slot = usize::from(plot.width) / line.len();
    let column = |nth: usize| {
        let half = usize::from(plot.width) / line.len() / 2;
        let at = nth * usize::from(plot.width) / line.len() + half;
        plot.x + u16::try_from(at).unwrap_or(0).min(plot.width - 1)
    };
    for (nth, pair) in line.windows(2).enumerate() {
        let [(_, from), (_, to)] = pair else { continue };
        let (left, right) = (column(nth), column(nth + 1));
        for x in left + 1..right {
            let share = f64::from(x - left) / f64::from(right - left);
            let lead = f64::from(*from) + share * f64::from(to - from);
            buf.set_string(x, plot.y + scale.row(lead), step, dim);
        }
    }
    let mut places = Vec::new();
    for (nth, (at, lead)) in line.iter().enumerate() {
        let x = column(nth);
        let y = plot.y + scale.row(f64::from(*lead));
        let is_shown = shown == Some(*at);
        let sign = signs.of(leading(*lead), is_shown);
        let mut style = styles.get(role_of_lead(*lead));
        if is_shown {
            style = style.add_modifier(Modifier::BOLD);
        }
        buf.set_string(x, y, sign, style);
        let words = match lead {
            0 => "0".to_owned(),
            lead => format!("{lead:+}"),
        };
        // Beside the point, away from the line of no lead where there is room.
        let (above, below) = (
            y.checked_sub(1).filter(|row| *row >= plot.y),
            Some(y + 1).filter(|row| *row < plot.bottom()),
        );
        let beside = if *lead < 0 {
            below.or(above)
        } else {
            above.or(below)
        };
        if let Some(row) = beside.filter(|_| width(&words) < slot || is_shown) {
            let left = x.saturating_sub(width(&words) as u16 / 2).max(plot.x);
            text(buf, left, row, &words, role_of_lead(*lead));
        }
        let told = counts.get(*at).map_or("", |told| told.short.as_str());
        let is_named = slot > NAME || is_shown;
        if is_named {
            let cells = slot.saturating_sub(1).max(NAME);
            let name = fit(told, cells);
            let left = x.saturating_sub(width(&name) as u16 / 2);
            let left = left.clamp(
                plot.x,
                area.right().saturating_sub(width(&name) as u16).max(plot.x),
            );
            let role = if is_shown {
                StyleRole::Selection
            } else {
                StyleRole::Dim
            };
            text(buf, left, area.bottom() - 1, &name, role);
        }
        let wide = u16::try_from(slot).unwrap_or(1).max(1);
        let left = x.saturating_sub(wide / 2).max(area.x);
        places.push((
            Rect::new(left, area.y, wide, area.height).intersection(area),
            *at,
        ));
    }
    places
}

/// The side that leads, as a vote.
fn leading(lead: i32) -> MemberVote {
    MemberVote::Cast(match lead.signum() {
        1 => Vote::Aye,
        -1 => Vote::No,
        _ => Vote::Undecided,
    })
}

/// The rows of leads, from the highest above to the lowest below; no lead is always among them.
struct Scale {
    high: f64,
    span: f64,
    rows: u16,
}

impl Scale {
    fn of(line: &[LeadPoint], rows: u16) -> Self {
        let leads = || line.iter().map(|(_, lead)| f64::from(*lead));
        let high = leads().fold(1.0, f64::max);
        let low = leads().fold(-1.0, f64::min);
        Self {
            high,
            span: high - low,
            rows,
        }
    }

    fn row(&self, lead: f64) -> u16 {
        let last = self.rows.saturating_sub(1);
        let row = (self.high - lead) / self.span * f64::from(last);
        (row.round() as u16).min(last)
    }
}
