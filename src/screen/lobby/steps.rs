//! The values of the rows that arrows and numbers change: one step on or back, and what is typed.

use super::{Lobby, Step, row::Row};
use crate::{
    bounds,
    catalog::Format,
    debate::opening::{Polls, Referee},
};

/// The lengths of speeches that arrows go through.
const SCALES: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 1.5, 2.0];
/// The limits on cost that arrows go through.
const COSTS: [f64; 9] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0];
/// The limits on tokens that arrows go through.
const TOKENS: [u64; 8] = [
    100_000, 250_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000,
];
/// The members polled in one call that arrows go through.
const TOGETHER: [u32; 5] = [1, 5, 10, 20, 50];
/// The most speeches from the floor that arrows lead to.
const MOST_FLOOR_SPEECHES: u32 = 6;

/// A number that is being typed.
#[derive(Debug)]
pub(super) struct TypedNumber {
    pub(super) text: String,
    /// Why it is not taken, where it is not.
    pub(super) fault: Option<String>,
}

/// The next of these values, in their order, behind which stands what is usual.
fn next<T: Copy + PartialOrd>(held: Option<T>, values: &[T], step: Step) -> Option<T> {
    match (held, step) {
        (None, Step::On) => values.first().copied(),
        (None, Step::Back) => None,
        (Some(held), Step::On) => {
            let next = values.iter().find(|value| **value > held);
            Some(next.copied().unwrap_or(held))
        }
        (Some(held), Step::Back) => values.iter().rev().find(|value| **value < held).copied(),
    }
}

/// One more or one less than what is held, or is usual, within bounds; what is usual is not asked for.
fn count(held: Option<u32>, usual: u32, (least, most): (u32, u32), step: Step) -> Option<u32> {
    let held = held.unwrap_or(usual);
    let next = match step {
        Step::On => held.saturating_add(1).min(most.max(held)),
        Step::Back => held.saturating_sub(1).max(least.min(held)),
    };
    Some(next).filter(|next| *next != usual)
}

impl Lobby {
    /// The seats of the audience that the format has.
    pub(super) fn usual_audience(&self) -> usize {
        self.chosen_format().map_or(0, |format| format.audience)
    }

    /// The judges that the format has.
    pub(super) fn usual_judges(&self) -> usize {
        self.chosen_format()
            .map_or(0, |format: &Format| format.judges)
    }

    /// One step in a row whose values are numbers, or a few words; whether it is one.
    pub(super) fn step_value(&mut self, row: Row, step: Step) {
        let open_rounds = self.open_rounds();
        let (audience, judges) = (self.usual_audience(), self.usual_judges());
        let members = self.data.members;
        let themes = self.data.themes.len();
        let theme = self.set.theme.as_deref();
        let theme = theme.and_then(|id| self.data.themes.iter().position(|(one, _)| one == id));
        let seed = self.seed;
        let set = &mut self.set;
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        match row {
            Row::Rounds => {
                if let Some((usual, most)) = open_rounds {
                    set.rounds = count(set.rounds, usual, (1, most), step);
                }
            }
            Row::Scale => {
                let held = set.scale.unwrap_or(1.0);
                let scale = next(Some(held), &SCALES, step).unwrap_or(held);
                set.scale = Some(scale).filter(|scale| (scale - 1.0).abs() > f64::EPSILON);
            }
            Row::Seed => {
                let held = set.seed.unwrap_or(seed);
                set.seed = match (set.seed, step) {
                    (None, Step::Back) | (Some(0), Step::Back) => None,
                    (None, Step::On) => Some(held),
                    (Some(held), Step::On) => Some(held.saturating_add(1)),
                    (Some(held), Step::Back) => Some(held - 1),
                };
                self.seed = self.set.seed.unwrap_or(self.seed);
            }
            Row::Audience => {
                let held = set.audience.map(narrow);
                let audience = count(held, narrow(audience), (0, narrow(members)), step);
                set.audience = audience.map(|many| many as usize);
            }
            Row::Judges => {
                let most = bounds::JUDGES_WANTED.most as u32;
                let judges = count(set.judges.map(narrow), narrow(judges), (1, most), step);
                set.judges = judges.map(|many| many as usize);
            }
            Row::Floor => {
                set.floor_speeches = count(set.floor_speeches, 0, (0, MOST_FLOOR_SPEECHES), step);
            }
            Row::PolledTogether => set.polled_together = next(set.polled_together, &TOGETHER, step),
            Row::JudgePasses => set.judge_passes = next(set.judge_passes, &[1, 2], step),
            Row::MaxCost => set.max_cost = next(set.max_cost, &COSTS, step),
            Row::MaxTokens => set.max_tokens = next(set.max_tokens, &TOKENS, step),
            Row::Corpora => set.no_corpora = !set.no_corpora,
            Row::Polls => {
                const POLLS: [Polls; 3] = [Polls::Off, Polls::Ends, Polls::EachSpeech];
                let held = set.polls.unwrap_or_default();
                let at = POLLS.iter().position(|polls| *polls == held);
                let next = step.around(at.unwrap_or(0), POLLS.len());
                set.polls = POLLS.get(next).copied();
            }
            Row::Referee => {
                const REFEREES: [Referee; 4] =
                    [Referee::Usual, Referee::Off, Referee::Code, Referee::Full];
                let held = set.referee.unwrap_or_default();
                let at = REFEREES.iter().position(|one| *one == held);
                let next = step.around(at.unwrap_or(0), REFEREES.len());
                let next = REFEREES.get(next).copied();
                set.referee = next.filter(|next| *next != Referee::Usual);
            }
            Row::Theme => {
                // The usual one stands before all others.
                let at = step.around(theme.map_or(0, |at| at + 1), themes + 1);
                let next = at.checked_sub(1).and_then(|at| self.data.themes.get(at));
                set.theme = next.map(|(id, _)| id.clone());
            }
            Row::Open
            | Row::Motion
            | Row::Format
            | Row::Seats(_)
            | Row::Seat(_)
            | Row::OwnSeat
            | Row::Order
            | Row::Model
            | Row::OtherModels
            | Row::Server
            | Row::Pace => {}
        }
    }

    /// Puts another letter to the number in the row that is marked.
    pub(super) fn type_number(&mut self, letter: char) {
        let mut text = self
            .number
            .take()
            .map(|typed| typed.text)
            .unwrap_or_default();
        if text.len() < 20 {
            text.push(letter);
        }
        self.take_number(text);
    }

    /// Takes a letter of the number back; where none is typed, what is usual is in force again.
    pub(super) fn erase_number(&mut self) {
        match self.number.take() {
            Some(mut typed) if typed.text.len() > 1 => {
                typed.text.pop();
                self.take_number(typed.text);
            }
            Some(_) | None => self.leave_to_format(),
        }
    }

    /// Nothing is asked for in the row that is marked.
    pub(super) fn leave_to_format(&mut self) {
        self.number = None;
        let row = self.current();
        let set = &mut self.set;
        match row {
            Row::Rounds => set.rounds = None,
            Row::Order => set.order = None,
            Row::Scale => set.scale = None,
            Row::Corpora => set.no_corpora = false,
            Row::Seed => set.seed = None,
            Row::Audience => set.audience = None,
            Row::Polls => set.polls = None,
            Row::PolledTogether => set.polled_together = None,
            Row::Floor => set.floor_speeches = None,
            Row::Judges => set.judges = None,
            Row::JudgePasses => set.judge_passes = None,
            Row::Referee => set.referee = None,
            Row::MaxCost => set.max_cost = None,
            Row::MaxTokens => set.max_tokens = None,
            Row::Pace => set.pace = None,
            Row::Theme => set.theme = None,
            Row::OtherModels => self.forget_other_models(),
            Row::OwnSeat => self.own_seat = None,
            Row::Open
            | Row::Motion
            | Row::Format
            | Row::Seats(_)
            | Row::Seat(_)
            | Row::Model
            | Row::Server => {}
        }
    }

    /// Whoever goes on is told of a number that was not taken.
    pub(super) fn end_number(&mut self) {
        if let Some(fault) = self.number.take().and_then(|typed| typed.fault) {
            self.say(fault);
        }
    }

    fn take_number(&mut self, text: String) {
        let row = self.current();
        let fault = self.set_number(row, &text).err().map(|expected| {
            let (name, ..) = self.setting(row);
            format!("{name}: {text} was not taken; {expected}.")
        });
        if let Some(fault) = &fault {
            self.say(fault.clone());
        }
        self.number = Some(TypedNumber { text, fault });
    }

    fn set_number(&mut self, row: Row, text: &str) -> Result<(), String> {
        let most_rounds = self.open_rounds().map_or(1, |(_, most)| most);
        let members = self.data.members;
        let set = &mut self.set;
        match row {
            Row::Rounds => {
                let rounds = bounds::ROUNDS.whole::<u32>()(text)?;
                if rounds > most_rounds {
                    return Err(format!("this format has {most_rounds} at the most"));
                }
                set.rounds = Some(rounds);
            }
            Row::Scale => set.scale = Some(bounds::SCALE.number()(text)?),
            Row::Seed => {
                let seed = bounds::SEED.whole::<u64>()(text)?;
                set.seed = Some(seed);
                self.seed = seed;
            }
            Row::Audience => {
                let audience = bounds::AUDIENCE.whole::<usize>()(text)?;
                if audience > members {
                    return Err(format!("{members} members are known"));
                }
                set.audience = Some(audience);
            }
            Row::PolledTogether => {
                set.polled_together = Some(bounds::TOGETHER.whole::<u32>()(text)?);
            }
            Row::Floor => set.floor_speeches = Some(bounds::FLOOR_SPEECHES.whole::<u32>()(text)?),
            Row::Judges => set.judges = Some(bounds::JUDGES_WANTED.whole::<usize>()(text)?),
            Row::JudgePasses => set.judge_passes = Some(bounds::JUDGE_PASSES.whole::<u32>()(text)?),
            Row::MaxCost => set.max_cost = Some(bounds::COST.number()(text)?),
            Row::MaxTokens => set.max_tokens = Some(tokens(text)?),
            Row::Open
            | Row::Motion
            | Row::Format
            | Row::Seats(_)
            | Row::Seat(_)
            | Row::OwnSeat
            | Row::Order
            | Row::Corpora
            | Row::Polls
            | Row::Referee
            | Row::Model
            | Row::OtherModels
            | Row::Server
            | Row::Pace
            | Row::Theme => {}
        }
        Ok(())
    }
}

/// A number of tokens as people write it: 500000, 500k, 1.5M.
fn tokens(text: &str) -> Result<u64, String> {
    let lower = text.to_lowercase();
    let (number, times) = match (lower.strip_suffix('k'), lower.strip_suffix('m')) {
        (Some(number), _) => (number, 1e3),
        (None, Some(number)) => (number, 1e6),
        (None, None) => return bounds::TOKENS.whole::<u64>()(text),
    };
    let expected = || "expected a number of tokens such as 500000, 500k or 2M".to_owned();
    let number: f64 = number.parse().map_err(|_| expected())?;
    let tokens = (number * times).round();
    let is_fit = tokens >= 1.0 && tokens <= bounds::TOKENS.most as f64;
    is_fit.then_some(tokens as u64).ok_or_else(expected)
}
