//! The decisive moment of a debate that is over: where the house moved most from one count to the next, else the argument
//! without which another side would lead, else the speaker whom the judges marked highest, else the verdict. Read from the
//! record alone.

use super::{
    DebateState,
    event::{CloseReason, Event, Record},
    house_swing::CountMoment,
    ids::{Seat, TurnId},
    reversal::LeftOut,
    state::DebateStatus,
    written::Work,
};
use crate::catalog::Scored;

/// The decisive moment, and what makes it that.
#[derive(Debug, Clone, PartialEq)]
pub enum DecisiveMoment {
    /// The house moved most at this count since the one before, both by position in its swing.
    Count {
        /// The count before.
        from: usize,
        /// The count.
        at: usize,
    },
    /// Without this argument, another side would lead, or none.
    Argument {
        /// The id of the argument.
        id: String,
        /// The turn in which it was made.
        turn: TurnId,
    },
    /// The judges gave this speaker the highest marks.
    Speaker {
        /// The seat of the speaker.
        seat: Seat,
        /// The last turn of the speaker.
        turn: TurnId,
        /// The mean of the marks.
        total: f64,
    },
    /// Nothing before the verdict stands out.
    Verdict,
}

impl DebateState {
    /// The decisive moment; `None` where the debate has not come to its end.
    pub fn decisive_moment(&self) -> Option<DecisiveMoment> {
        if self.status != DebateStatus::Closed(CloseReason::Completed) {
            return None;
        }
        let found = self.biggest_move();
        let found = found.or_else(|| self.deciding_argument());
        let found = found.or_else(|| self.highest_marked());
        Some(found.unwrap_or(DecisiveMoment::Verdict))
    }

    /// The count at which the lead changed most; of two alike, the later one.
    fn biggest_move(&self) -> Option<DecisiveMoment> {
        let line: Vec<(usize, i32)> = self.house_swing().line().collect();
        let moves = line.iter().zip(line.iter().skip(1));
        let moves =
            moves.map(|((from, before), (at, after))| (after.abs_diff(*before), *from, *at));
        let (by, from, at) = moves.max_by_key(|(by, ..)| *by)?;
        (by > 0).then_some(DecisiveMoment::Count { from, at })
    }

    fn deciding_argument(&self) -> Option<DecisiveMoment> {
        let reversals = self.sensitivity()?.reversals.into_iter();
        let mut arguments = reversals.filter_map(|one| match one.without {
            LeftOut::Argument(id) => Some(id),
            LeftOut::Judge(_) => None,
        });
        arguments.find_map(|id| {
            let turn = self.turn_of_argument(&id)?;
            Some(DecisiveMoment::Argument { id, turn })
        })
    }

    /// The turn in which an argument of that id was handed in.
    fn turn_of_argument(&self, id: &str) -> Option<TurnId> {
        let has_it = |work: &Work| matches!(work, Work::Arguments(all) if all.iter().any(|one| one.id == id));
        let mut works = self.works();
        works
            .find(|(_, work)| has_it(work))
            .map(|(turn, _)| turn.id)
    }

    fn highest_marked(&self) -> Option<DecisiveMoment> {
        let opening = self.opening.as_deref()?;
        let rubric = opening.format.rubric.as_ref()?;
        if rubric.of != Scored::Speakers {
            return None;
        }
        let totals = self.scores.as_ref()?.totals.iter();
        let best = totals.max_by(|one, other| one.total.total_cmp(&other.total))?;
        let seat = Seat::named(&best.id);
        let turn = self.turns.iter().rev();
        let turn = turn
            .filter(|turn| turn.seat == seat)
            .find(|turn| turn.is_ended())?;
        Some(DecisiveMoment::Speaker {
            turn: turn.id,
            total: best.total,
            seat,
        })
    }

    /// Whether this state, of a debate on its way, has come to that moment.
    fn has_come_to(&self, moment: &DecisiveMoment, count: Option<CountMoment>) -> bool {
        let is_ended = |turn: TurnId| self.turn(turn).is_some_and(|turn| !turn.is_open());
        match moment {
            DecisiveMoment::Count { .. } => match count {
                Some(CountMoment::After(turn)) => {
                    let mut polls = self.polls.iter();
                    polls.any(|poll| poll.after == turn && poll.taken)
                }
                Some(CountMoment::Before | CountMoment::Division) | None => self.division.is_some(),
            },
            DecisiveMoment::Argument { turn, .. } | DecisiveMoment::Speaker { turn, .. } => {
                is_ended(*turn)
            }
            DecisiveMoment::Verdict => self.has_verdict(),
        }
    }

    /// Whether there is anything of a verdict.
    fn has_verdict(&self) -> bool {
        self.division.is_some() || self.scores.is_some() || self.is_closed()
    }
}

/// The decisive moment of a debate, and the number of the record that brings it; `None` where the debate has not come to
/// its end.
pub fn decisive_moment(records: &[Record]) -> Option<(DecisiveMoment, u64)> {
    let whole = DebateState::fold(records);
    let moment = whole.decisive_moment()?;
    let count = match &moment {
        DecisiveMoment::Count { at, .. } => {
            let swing = whole.house_swing();
            swing.points.get(*at).map(|point| point.moment)
        }
        DecisiveMoment::Argument { .. }
        | DecisiveMoment::Speaker { .. }
        | DecisiveMoment::Verdict => None,
    };
    let mut state = DebateState::default();
    for record in records {
        state.apply(record);
        // Only then is anything decided; words come by the thousand.
        if !matches!(record.event, Event::Said { .. }) && state.has_come_to(&moment, count) {
            return Some((moment, record.seq));
        }
    }
    None
}
