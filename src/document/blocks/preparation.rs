//! The result of the preparation: whose notes are made, and how the house leans before the first word.

use super::{
    Block, Builder, Remark, Tone,
    part::{because, remark},
};
use crate::{
    catalog::Task,
    debate::{
        ask::When,
        event::PausedBy,
        state::{DebateStatus, Turn},
    },
};

impl<'a> Builder<'a> {
    /// The remarks under the name of a phase in which notes are made or ballots cast.
    pub(super) fn prepared(self, phase: u32) -> Vec<Block<'a>> {
        let lines = self.prepared_lines(phase);
        lines.into_iter().map(Block::Remark).collect()
    }

    /// The number of remarks under the name of a phase: on the screen the number differs where the remarks would.
    pub fn count_prepared(self, phase: u32) -> usize {
        self.prepared_lines(phase).len()
    }

    /// Nothing on the screen while it waits for the first word: there it is told who still writes.
    fn prepared_lines(self, phase: u32) -> Vec<Remark> {
        let state = self.state;
        if self.is_on_screen && self.is_preparing() {
            return Vec::new();
        }
        let slots = state.plan.slots_of(phase);
        let has = |task: Task| slots.iter().any(|slot| slot.task == task);
        let mut lines = Vec::new();
        if has(Task::Prepare) {
            let turns = state.turns.iter().take_while(|turn| turn.phase <= phase);
            let turns = turns.filter(|turn| turn.phase == phase);
            lines.extend(turns.filter_map(|turn| self.notes_made(turn)));
        }
        if has(Task::BallotBefore) {
            lines.extend(self.ballots_before());
        }
        lines
    }

    /// Whether nobody has spoken yet in a debate that is on, or paused: notes are made, ballots cast.
    pub fn is_preparing(self) -> bool {
        let mut turns = self.state.turns.iter();
        let is_on = match self.state.status {
            DebateStatus::Running
            | DebateStatus::Paused(
                PausedBy::Viewer | PausedBy::Question { .. } | PausedBy::Questions,
            ) => true,
            // Where a model cannot be had, nobody writes.
            DebateStatus::Paused(PausedBy::Unreachable { .. } | PausedBy::Limit { .. })
            | DebateStatus::Unopened
            | DebateStatus::Closed(_) => false,
        };
        is_on && !turns.any(|turn| turn.task.is_on_record())
    }

    /// The remark that somebody has made notes. Nothing of those that could not be had: that is told where it is known.
    pub(crate) fn notes_made(self, turn: &Turn) -> Option<Remark> {
        let is_made = turn.task == Task::Prepare && turn.is_ended() && turn.words > 0;
        let told = || {
            let words = if turn.words == 1 { "word" } else { "words" };
            let name = self.state.speaker_in(turn);
            format!("{name} has made notes ({} {words}).", turn.words)
        };
        is_made.then(|| remark(Tone::House, told()))
    }

    /// The count of the ballots before the debate, once the last of them is in.
    pub(crate) fn ballots_before(self) -> Option<Remark> {
        let state = self.state;
        let members = state.opening.as_deref()?.audience.len();
        if members == 0 || state.ballots.cast(When::Before) < members {
            return None;
        }
        let tally = state.ballot_tally(When::Before);
        if tally.total() == 0 {
            let why = state.ballots.iter().find_map(|((when, _), ballot)| {
                (*when == When::Before && ballot.vote.is_none()).then_some(ballot.reason.as_str())
            });
            // Running text has told the reason with each of them, and documents tell it with all that is missing.
            let why = why.filter(|_| self.is_on_screen);
            let told = because("No ballot came in before the debate", why);
            return Some(remark(Tone::House, format!("{told}.")));
        }
        let silent = members.saturating_sub(tally.total() as usize);
        let silent = if silent > 0 {
            format!(", {silent} without a ballot")
        } else {
            String::new()
        };
        let told = format!(
            "Before the debate: Ayes {}, Noes {}, undecided {}{silent}.",
            tally.ayes, tally.noes, tally.undecided
        );
        Some(remark(Tone::House, told))
    }
}
