//! Playing a recorded debate again: where in the record the player is, how fast it goes, and the state of the
//! debate at that place. Pure: the caller says how much time has passed, and reads what became due.
//!
//! The rhythm is the debate's own, by the times of its records, in which a gap longer than `LONGEST_GAP` is shortened to
//! that; or that of somebody who reads it. "Playing time" below is the time in that rhythm. The module owns neither keys
//! nor frames.

mod bar;
mod marks;
mod play;
mod rhythm;
mod speed;

use std::{ops::Range, time::Duration};

pub use bar::ProgressBar;
pub use marks::{Mark, MarkKind};
pub use play::play_into;
pub use rhythm::Rhythm;
pub use speed::Speed;

use crate::debate::{DebateState, event::Record};
use rhythm::Times;

/// The number of records that [`Speed::Max`] gives at once, so that the debate still goes by before one's eyes.
const MAX_BATCH: usize = 96;
/// Closer than this behind a mark, "previous" means the mark before it, as on a music player.
const JUST_BEGUN: Duration = Duration::from_millis(1500);
/// A checkpoint of the state is kept after so many records, or more where the debate is long.
const CHECKPOINT_EVERY: usize = 512;
/// At most so many checkpoints are kept.
const MAX_CHECKPOINTS: usize = 32;

/// Whether time passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Playback {
    /// Time passes.
    Playing,
    /// Time waits.
    Paused,
    /// There is nothing more to come: to play is to begin again.
    Ended,
}

/// The destination of a jump.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Jump {
    /// To the first record: the debate is opened, nothing has been said.
    Start,
    /// Behind the last record.
    End,
    /// To the next mark of that kind, or to the end.
    Next(MarkKind),
    /// To the end of the next sentence, or of whatever else is read by itself.
    NextSentence,
    /// To the end of the sentence before.
    PreviousSentence,
    /// To the beginning of what is on, or of the one before if it has just begun.
    Previous(MarkKind),
    /// To the record of that number, which is then the last one played.
    Seq(u64),
    /// To that share of the playing time, from 0 to 1.
    Fraction(f64),
    /// To the place so much playing time ahead.
    Ahead(Duration),
    /// To the place so much playing time back.
    Back(Duration),
}

/// A recorded debate, a place in it, and the state there.
#[derive(Debug)]
pub struct Player {
    records: Vec<Record>,
    times: Times,
    rhythm: Rhythm,
    marks: Vec<Mark>,
    /// The number of records that have been played.
    position: usize,
    clock: Duration,
    speed: Speed,
    playback: Playback,
    state: DebateState,
    /// States after every `checkpoint_every` records, as far as the player has ever come.
    checkpoints: Vec<DebateState>,
    checkpoint_every: usize,
}

impl Player {
    /// A player before the first record, playing at normal speed.
    pub fn new(records: Vec<Record>) -> Self {
        let checkpoint_every = CHECKPOINT_EVERY.max(records.len().div_ceil(MAX_CHECKPOINTS));
        Self {
            times: Times::of(&records),
            rhythm: Rhythm::default(),
            marks: marks::of(&records),
            records,
            position: 0,
            clock: Duration::ZERO,
            speed: Speed::default(),
            playback: Playback::Playing,
            state: DebateState::default(),
            checkpoints: Vec::new(),
            checkpoint_every,
        }
    }

    /// Lets so much real time pass. What became due has been folded into [`Self::state`]; the positions of
    /// those records are returned, for whoever wants them one by one.
    pub fn advance(&mut self, elapsed: Duration) -> Range<usize> {
        let from = self.position;
        if self.playback() != Playback::Playing {
            return from..from;
        }
        let to = if let Some(passed) = self.speed.playing_time(elapsed) {
            self.clock = self.clock.saturating_add(passed).min(self.total());
            self.due_by(self.clock)
        } else {
            let to = (from + MAX_BATCH).min(self.records.len());
            self.clock = self.clock.max(self.time_at(to));
            to
        };
        self.go_to(to);
        if self.is_at_end() {
            self.playback = Playback::Paused;
        }
        from..self.position
    }

    /// The real time that may pass before a record is due; `None` while the player waits.
    pub(crate) fn next_due(&self) -> Option<Duration> {
        if self.playback() != Playback::Playing {
            return None;
        }
        let next = self.due().get(self.position)?;
        Some(self.speed.real_time(next.saturating_sub(self.clock)))
    }

    /// Goes somewhere else. Whether time passes does not change, except that there is none behind the end.
    pub fn seek(&mut self, jump: Jump) {
        match jump {
            Jump::Start => self.land(1),
            Jump::End => self.land(self.records.len()),
            Jump::Next(kind) => {
                let next = self
                    .marks
                    .iter()
                    .find(|mark| mark.kind == kind && mark.record >= self.position);
                self.land(next.map_or(self.records.len(), |mark| mark.record + 1));
            }
            Jump::Previous(kind) => self.land(self.before(kind)),
            Jump::NextSentence => {
                let mut ends = self.times.sentences.iter();
                let next = ends.find(|end| **end > self.position);
                self.land(next.copied().unwrap_or(self.records.len()));
            }
            Jump::PreviousSentence => {
                let mut ends = self.times.sentences.iter().rev();
                let before = ends.find(|end| **end < self.position);
                self.land(before.copied().unwrap_or(1));
            }
            Jump::Seq(seq) => {
                let behind = self.records.partition_point(|record| record.seq <= seq);
                self.land(behind);
            }
            Jump::Fraction(share) => {
                let share = if share.is_finite() {
                    share.clamp(0.0, 1.0)
                } else {
                    0.0
                };
                if self.total().is_zero() {
                    self.land((self.records.len() as f64 * share).round() as usize);
                } else {
                    self.seek_time(self.total().mul_f64(share));
                }
            }
            Jump::Ahead(by) => self.seek_time(self.clock.saturating_add(by)),
            Jump::Back(_) if self.total().is_zero() => self.land(1),
            Jump::Back(by) => {
                let before = self.position;
                self.seek_time(self.clock.saturating_sub(by));
                self.go_to(self.position.min(before.max(1)));
            }
        }
        if self.is_at_end() {
            self.playback = Playback::Paused;
        }
    }

    /// Plays or waits. At the end it plays again from the beginning.
    pub fn toggle(&mut self) {
        self.playback = match self.playback() {
            Playback::Playing => Playback::Paused,
            Playback::Paused => Playback::Playing,
            Playback::Ended => {
                self.seek(Jump::Start);
                Playback::Playing
            }
        };
    }

    /// The player at that speed.
    #[must_use]
    pub fn at(mut self, speed: Speed) -> Self {
        self.speed = speed;
        self
    }

    /// The player in that rhythm; without one, in that in which the debate can be followed.
    #[must_use]
    pub fn in_rhythm(mut self, rhythm: Option<Rhythm>) -> Self {
        self.rhythm = rhythm.unwrap_or_else(|| self.times.usual());
        self
    }

    /// The rhythm of the replay.
    pub fn rhythm(&self) -> Rhythm {
        self.rhythm
    }

    /// Goes on in the other rhythm, from the same place.
    pub(crate) fn change_rhythm(&mut self) {
        self.rhythm = self.rhythm.other();
        self.clock = self.time_at(self.position);
    }

    /// The playing time of each record.
    fn due(&self) -> &[Duration] {
        self.times.due(self.rhythm)
    }

    /// The next faster speed.
    pub fn faster(&mut self) {
        self.speed = self.speed.faster();
    }

    /// The next slower speed.
    pub fn slower(&mut self) {
        self.speed = self.speed.slower();
    }

    /// The speed of the replay.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Whether time passes.
    pub(crate) fn playback(&self) -> Playback {
        if self.is_at_end() {
            return Playback::Ended;
        }
        self.playback
    }

    /// The debate at this place.
    pub fn state(&self) -> &DebateState {
        &self.state
    }

    /// The records of the debate, shown or not yet.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The number of records that have been played.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The number of the last record that was played.
    pub fn seq(&self) -> Option<u64> {
        let last = self.position.checked_sub(1)?;
        self.records.get(last).map(|record| record.seq)
    }

    /// Whether every record has been played.
    pub fn is_at_end(&self) -> bool {
        self.position >= self.records.len()
    }

    /// Playing time up to here.
    pub fn elapsed(&self) -> Duration {
        self.clock
    }

    /// Playing time of the whole debate.
    pub fn total(&self) -> Duration {
        self.due().last().copied().unwrap_or_default()
    }

    /// The real time in which the whole debate goes by at this speed.
    pub(crate) fn real_time(&self) -> Duration {
        self.speed.real_time(self.total())
    }

    /// The share of the debate that has been played, from 0 to 1.
    pub fn fraction(&self) -> f64 {
        if self.total().is_zero() {
            return self.position as f64 / self.records.len().max(1) as f64;
        }
        self.clock.as_secs_f64() / self.total().as_secs_f64()
    }

    /// The marks where phases and speeches begin, in order.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// At what share of the debate a mark stands, from 0 to 1.
    pub(crate) fn place_of(&self, mark: &Mark) -> f64 {
        if self.total().is_zero() {
            return mark.record as f64 / self.records.len().max(1) as f64;
        }
        let at = self.due().get(mark.record).copied().unwrap_or_default();
        at.as_secs_f64() / self.total().as_secs_f64()
    }

    /// The mark that is on: the last one of that kind that was played.
    pub fn current(&self, kind: MarkKind) -> Option<&Mark> {
        self.marks
            .iter()
            .rev()
            .find(|mark| mark.kind == kind && mark.record < self.position)
    }

    /// The speech or the phase that is on: whichever began last. Nothing once the debate is over.
    pub fn on(&self) -> Option<&Mark> {
        let is_over = self.is_at_end() || self.state.is_closed();
        let mut marks = self.marks.iter().rev().filter(|_| !is_over);
        marks.find(|mark| mark.record < self.position)
    }

    /// The position at which "previous" lands.
    fn before(&self, kind: MarkKind) -> usize {
        let mut behind = self
            .marks
            .iter()
            .rev()
            .filter(|mark| mark.kind == kind && mark.record < self.position);
        let Some(current) = behind.next() else {
            return 1;
        };
        let begun = self.due().get(current.record).copied().unwrap_or_default();
        if self.clock.saturating_sub(begun) > JUST_BEGUN {
            return current.record + 1;
        }
        behind.next().map_or(1, |mark| mark.record + 1)
    }

    /// Goes to where `position` records have been played, and sets the clock to that.
    fn land(&mut self, position: usize) {
        let position = position.clamp(1, self.records.len().max(1));
        self.clock = self.time_at(position);
        self.go_to(position);
    }

    fn seek_time(&mut self, time: Duration) {
        self.clock = time.min(self.total());
        self.go_to(self.due_by(self.clock));
    }

    /// The number of records that are due by that playing time.
    fn due_by(&self, time: Duration) -> usize {
        self.due().partition_point(|due| *due <= time)
    }

    /// The playing time at which so many records have been played.
    fn time_at(&self, position: usize) -> Duration {
        position
            .checked_sub(1)
            .and_then(|last| self.due().get(last).copied())
            .unwrap_or_default()
    }

    fn go_to(&mut self, position: usize) {
        if position < self.position {
            // The state cannot run backwards: it is taken up at the last checkpoint before.
            let kept = position / self.checkpoint_every;
            let from = kept.min(self.checkpoints.len());
            self.state = from
                .checked_sub(1)
                .and_then(|at| self.checkpoints.get(at).cloned())
                .unwrap_or_default();
            self.position = from * self.checkpoint_every;
        }
        while self.position < position {
            let Some(record) = self.records.get(self.position) else {
                break;
            };
            self.state.apply(record);
            self.position += 1;
            if self.position == (self.checkpoints.len() + 1) * self.checkpoint_every {
                self.checkpoints.push(self.state.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests;
