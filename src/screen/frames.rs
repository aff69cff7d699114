//! The frames of a replay: the screen drawn into a buffer from time to time. No clock is asked: the same debate has the same
//! frames.

use std::time::Duration;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    keymap::Keymap,
    panes::situation::ChamberMode,
    replay::{Player, Speed},
    replayed,
    ui::{ThemeStyles, Ui},
};
use crate::debate::event::Record;

/// How a replay is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timing {
    /// The time between two frames.
    pub(super) frame: Duration,
    /// The time of the last frame at the most.
    pub(super) most: Duration,
}

/// Draws a replay on a screen of so many columns and rows, with the time of each frame. It goes by at the lowest of the
/// speeds of a replay at which it is over in time. The result is the time of the last frame.
pub(super) fn drawn(
    records: &[Record],
    (columns, rows): (u16, u16),
    look: ThemeStyles,
    timing: Timing,
    mut draw: impl FnMut(Duration, Buffer),
) -> Duration {
    let mut player = Player::new(records.to_vec()).in_rhythm(None);
    for speed in Speed::ALL {
        // Of the fastest no time is known; a debate for which none is fast enough goes by faster still.
        if player.real_time() > timing.most && speed != Speed::Max && speed > Speed::Normal {
            player = player.at(speed);
        }
    }
    let stretch = (player.real_time().as_secs_f64() / timing.most.as_secs_f64()).max(1.0);
    let step = timing.frame.mul_f64(stretch);
    let area = Rect::new(0, 0, columns, rows);
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), vec![look]);
    let mut at = Duration::ZERO;
    player.advance(Duration::ZERO);
    loop {
        ui.mode = ChamberMode::Replay(player.playback(), player.speed());
        let mut next = Buffer::empty(area);
        replayed::render(area, &mut next, &mut ui, &player);
        draw(at, next);
        if player.is_at_end() || at >= timing.most {
            return at;
        }
        player.advance(step);
        at += timing.frame;
    }
}
