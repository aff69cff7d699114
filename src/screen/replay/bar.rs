//! One line that says where a replay is: its state and speed, a bar with the phases marked, the time.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        style::{StyleRole, Styles},
        widgets,
    },
    MarkKind, Playback, Player, Rhythm,
};
use crate::text::clock;

/// From this width on the name of what is on stands beside the bar.
const WIDE: u16 = 72;

/// Cells of that name.
const LABEL: usize = 18;

/// The line of a player.
#[derive(Debug)]
pub struct ProgressBar<'a>(pub &'a Player);

impl ProgressBar<'_> {
    /// Draws it in the first row of `area`, and gives the place of the line of time.
    pub fn render(&self, area: Rect, buf: &mut Buffer, styles: &Styles) -> Rect {
        let player = self.0;
        let (sign, role) = match player.playback() {
            Playback::Playing => ("▶", StyleRole::Live),
            Playback::Paused => ("⏸", StyleRole::Paused),
            Playback::Ended => ("■", StyleRole::Dim),
        };
        let time = format!(
            " {} / {}",
            clock(player.elapsed().as_secs()),
            clock(player.total().as_secs())
        );
        let mut label = String::new();
        if area.width >= WIDE {
            label = player.on().map_or_else(String::new, |mark| {
                format!("  {}", widgets::fit(&mark.label, LABEL))
            });
            // The marks stay where they are, whoever speaks.
            let gap = (LABEL + 2).saturating_sub(widgets::width(&label));
            label += &" ".repeat(gap);
        }
        let word = player.speed().word();
        let speed = if player.rhythm() == Rhythm::Reading && area.width >= WIDE {
            format!(" {:<17} ", format!("{word} as one reads"))
        } else {
            format!(" {word:<4} ")
        };
        let taken = widgets::width(sign)
            + widgets::width(&speed)
            + widgets::width(&time)
            + widgets::width(&label);
        let cells = usize::from(area.width).saturating_sub(taken);
        let before = widgets::width(sign) + widgets::width(&speed);
        let mut spans = vec![
            Span::styled(sign, styles.get(role)),
            Span::styled(speed, styles.get(StyleRole::Key)),
        ];
        spans.extend(track(player, cells, styles));
        spans.push(Span::styled(time, styles.get(StyleRole::Status)));
        spans.push(Span::styled(label, styles.get(StyleRole::Speaker)));
        widgets::line(&Line::from(spans), area, buf);
        let track = Rect {
            x: area.x + before as u16,
            width: cells as u16,
            height: 1,
            ..area
        };
        track.intersection(area)
    }
}

fn track(player: &Player, cells: usize, styles: &Styles) -> Vec<Span<'static>> {
    let column = |share: f64| ((share * cells as f64) as usize).min(cells.saturating_sub(1));
    let head = column(player.fraction());
    let mut marked = vec![None; cells];
    for mark in player.marks() {
        if let Some(cell) = marked.get_mut(column(player.place_of(mark))) {
            // Where both fall in one cell, the phase is what is looked for.
            if *cell != Some(MarkKind::Phase) {
                *cell = Some(mark.kind);
            }
        }
    }
    let symbols = marked.into_iter().enumerate().map(|(at, mark)| {
        let is_played = at < head || player.is_at_end();
        let symbol = match (mark, is_played) {
            _ if at == head && !player.is_at_end() => '●',
            (Some(MarkKind::Phase), true) => '┿',
            (Some(MarkKind::Phase), false) => '┼',
            (Some(MarkKind::Speech), true) => '┯',
            (Some(MarkKind::Speech), false) => '┬',
            (None, true) => '━',
            (None, false) => '─',
        };
        (symbol, at <= head)
    });
    let (mut done, mut rest) = (String::new(), String::new());
    for (symbol, is_played) in symbols {
        if is_played { &mut done } else { &mut rest }.push(symbol);
    }
    vec![
        Span::styled(done, styles.get(StyleRole::BorderFocus)),
        Span::styled(rest, styles.get(StyleRole::Border)),
    ]
}
