//! The frames of a replay: the screen drawn into a buffer from time to time. No clock is asked: the same debate has the same
//! frames.

use std::time::Duration;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    keymap::Keymap,
    panes::situation::ChamberMode,
    replay::{Jump, Player, Rhythm, Speed},
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

/// How a moment of a replay is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct MomentTiming {
    /// The time between two frames.
    pub(super) frame: Duration,
    /// The time before the moment.
    pub(super) before: Duration,
    /// The time behind it.
    pub(super) after: Duration,
}

/// The screen on which a replay is drawn.
struct ReplayedScreen {
    area: Rect,
    ui: Ui,
}

impl ReplayedScreen {
    fn new((columns, rows): (u16, u16), look: ThemeStyles) -> Self {
        Self {
            area: Rect::new(0, 0, columns, rows),
            ui: Ui::new(ChamberMode::Live, Keymap::default(), vec![look]),
        }
    }

    /// The screen at the place where the player is.
    fn of(&mut self, player: &Player) -> Buffer {
        self.ui.mode = ChamberMode::Replay(player.playback(), player.speed());
        let mut next = Buffer::empty(self.area);
        replayed::render(self.area, &mut next, &mut self.ui, player);
        next
    }
}

/// Draws a replay around the record of that number, at the speed at which it is read, and the end of the debate after it.
/// The result is the time of the last frame.
pub(super) fn drawn_around(
    records: &[Record],
    size: (u16, u16),
    look: ThemeStyles,
    (seq, timing): (u64, MomentTiming),
    mut draw: impl FnMut(Duration, Buffer),
) -> Duration {
    let mut player = Player::new(records.to_vec()).in_rhythm(Some(Rhythm::Reading));
    player.seek(Jump::Seq(seq));
    let moment = player.elapsed();
    player.seek(Jump::Back(timing.before));
    // Near the beginning there is less before it.
    let length = moment.saturating_sub(player.elapsed()) + timing.after;
    let mut screen = ReplayedScreen::new(size, look);
    let mut at = Duration::ZERO;
    while at < length && !player.is_at_end() {
        draw(at, screen.of(&player));
        player.advance(timing.frame);
        at += timing.frame;
    }
    player.seek(Jump::End);
    draw(at, screen.of(&player));
    at
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
    let mut screen = ReplayedScreen::new((columns, rows), look);
    let mut at = Duration::ZERO;
    player.advance(Duration::ZERO);
    loop {
        draw(at, screen.of(&player));
        if player.is_at_end() || at >= timing.most {
            return at;
        }
        player.advance(step);
        at += timing.frame;
    }
}
