//! The timing of frames. Whoever changes something asks for a frame; frames asked for close together become one. Pure:
//! the caller brings the clock and sleeps until [`Limiter::deadline`].

use std::time::{Duration, Instant};

/// The least time between two frames. A chunk that just misses one is drawn with the next: with the way to the
/// screen that must come to 16 ms at the most.
pub const LEAST: Duration = Duration::from_millis(10);

/// Collects wishes for frames.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limiter {
    last: Option<Instant>,
    wanted: Option<Instant>,
    /// The time for which what nobody has asked for waits for its frame.
    calm: Duration,
}

impl Limiter {
    /// A limiter by which what comes of itself moves the screen no more often than this.
    pub fn calm(between: Duration) -> Self {
        Self {
            calm: between,
            ..Self::default()
        }
    }

    /// Something has come of itself, and is to be seen.
    pub fn come(&mut self, now: Instant) {
        let calm = self.last.map_or(now, |last| now.max(last + self.calm));
        self.request_at(calm);
    }

    /// A frame is wanted as soon as may be: at once after a quiet time.
    pub fn request(&mut self, now: Instant) {
        self.request_at(now);
    }

    /// A frame is wanted at `when`. The earliest wish counts.
    pub(crate) fn request_at(&mut self, when: Instant) {
        let earliest = self.last.map_or(when, |last| when.max(last + LEAST));
        self.wanted = Some(self.wanted.map_or(earliest, |wanted| wanted.min(earliest)));
    }

    /// The time at which the next frame is due; `None` where nobody wants one.
    pub fn deadline(&self) -> Option<Instant> {
        self.wanted
    }

    /// A frame was drawn: every wish is met.
    pub fn drawn(&mut self, now: Instant) {
        self.last = Some(now);
        self.wanted = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_gathered_and_an_idle_screen_answers_at_once() {
        let start = Instant::now();
        let ms = |n| start + Duration::from_millis(n);
        let mut limiter = Limiter::default();
        assert_eq!(limiter.deadline(), None, "nothing wakes an idle screen");
        limiter.request(ms(0));
        assert_eq!(limiter.deadline(), Some(ms(0)));
        limiter.drawn(ms(0));
        assert_eq!(limiter.deadline(), None);
        for at in [1, 3, 7] {
            limiter.request(ms(at));
        }
        assert_eq!(limiter.deadline(), Some(ms(10)), "a flood gives one frame");
        limiter.drawn(ms(10));
        let mut calm = Limiter::calm(Duration::from_millis(800));
        calm.come(ms(0));
        assert_eq!(calm.deadline(), Some(ms(0)), "what is new is seen at once");
        calm.drawn(ms(0));
        calm.come(ms(20));
        assert_eq!(calm.deadline(), Some(ms(800)));
        calm.request(ms(30));
        assert_eq!(calm.deadline(), Some(ms(30)), "a key waits for nothing");
        limiter.request(ms(500));
        assert_eq!(limiter.deadline(), Some(ms(500)));
        limiter.request_at(ms(1500));
        assert_eq!(
            limiter.deadline(),
            Some(ms(500)),
            "the earliest wish counts"
        );
    }
}
