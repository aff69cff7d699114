//! A turn that is handed in as a whole, a file for each kind of work.

mod arguments;
mod closing;
mod framing;
mod held;
mod replies;
mod responses;
mod synthesis;
mod view;

use minijinja::Value;

use super::{
    Asking, Filling, Reply, Sees, Stepwise, Wording, tokens,
    view::{is_brief, seconds},
};
use crate::{
    catalog::HandsIn,
    debate::{DebateState, ids::TurnId, state::Turn},
};

/// Tokens of the names, braces and quotes around what is written, beside a quarter of its words for what is quoted.
const FORM: u32 = 100;

/// The ask: which turn is written.
pub(super) struct Write(pub(super) TurnId);

/// A kind of work that is handed in.
trait Written {
    /// The template of the whole.
    fn template(&self) -> &'static str;

    /// The role that a small model is told to have, in the word of `stage.md`.
    fn role(&self) -> &'static str {
        "written"
    }

    /// The questions for a small model, part by part, all of them filled with the `whole`.
    fn questions(&self, state: &DebateState, turn: &Turn, whole: Value) -> Vec<Filling>;

    /// Tokens of its parts, where their number is known.
    fn tokens(&self, _state: &DebateState, _turn: &Turn) -> usize {
        0
    }

    /// The form of the answer, and how it becomes work.
    fn reply(&self, state: &DebateState, turn: &Turn) -> Reply;
}

/// The kinds of work, a row each.
fn kind(work: HandsIn) -> &'static dyn Written {
    match work {
        HandsIn::Arguments => &arguments::Arguments,
        HandsIn::Responses => &responses::Responses,
        HandsIn::Replies => &replies::Replies,
        HandsIn::Closing => &closing::Closing,
        HandsIn::Framing => &framing::Framing,
        HandsIn::Synthesis => &synthesis::Synthesis,
    }
}

/// The temperature of a kind of work, where the seeds give one (001: arguments 0.6, what is said to them 0.5).
fn temperature(work: HandsIn) -> Option<f64> {
    match work {
        HandsIn::Arguments => Some(0.6),
        HandsIn::Responses | HandsIn::Replies | HandsIn::Closing => Some(0.5),
        HandsIn::Framing | HandsIn::Synthesis => None,
    }
}

/// The texts of a list in the finished part of an answer.
fn list(finished: &serde_json::Value, name: &str) -> Vec<String> {
    let list = finished.get(name).and_then(serde_json::Value::as_array);
    let texts = list
        .into_iter()
        .flatten()
        .filter_map(serde_json::Value::as_str);
    texts.map(str::to_owned).collect()
}

impl Write {
    /// The turn, and what it hands in.
    fn of<'a>(&self, state: &'a DebateState) -> Option<(&'a Turn, &'static dyn Written)> {
        let turn = state.turn(self.0)?;
        Some((turn, kind(turn.task.hands_in()?)))
    }
}

impl Asking for Write {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let (turn, work) = self.of(state)?;
        Some(Wording::One((work.template(), view::written(state, turn))))
    }

    /// Room for the words of the format, or for what each of its parts may need.
    fn max_tokens(&self, state: &DebateState) -> u32 {
        let Some(turn) = state.turn(self.0) else {
            return 1000;
        };
        let parts = self
            .of(state)
            .map_or(0, |(turn, work)| work.tokens(state, turn));
        let parts = u32::try_from(parts).unwrap_or(u32::MAX);
        (tokens(turn.target_words) * 2)
            .max(parts)
            .saturating_add(400)
    }

    /// Room for the words that are asked for, in their form.
    fn least_tokens(&self, state: &DebateState) -> u32 {
        let most = self.max_tokens(state);
        state.turn(self.0).map_or(most, |turn| {
            let words = tokens(turn.target_words);
            let form = words / 4 + FORM;
            words.saturating_add(form).clamp(most.div_ceil(3), most)
        })
    }

    fn temperature(&self, state: &DebateState) -> Option<f64> {
        temperature(state.turn(self.0)?.task.hands_in()?)
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        // Who is asked for one thing at a time is given what it is about, and not the record.
        if is_brief(state, self.0) {
            return Sees::House;
        }
        let turn = state.turn(self.0);
        Sees::before(state, turn)
    }

    fn stepwise(&self, state: &DebateState) -> Option<Stepwise> {
        let (turn, work) = self.of(state)?;
        if !state.is_asked_stepwise(&turn.seat) {
            return None;
        }
        let questions = work.questions(state, turn, view::written(state, turn));
        Some(Stepwise::parts(work.role(), questions))
    }

    fn seconds(&self, state: &DebateState) -> Option<u32> {
        seconds(state, self.0)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        self.of(state)
            .map_or(Reply::Nothing, |(turn, work)| work.reply(state, turn))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::{
        asks::answer::parts::Formed,
        debate::{decide::Answer, written::Work},
    };

    /// The work that parts come to.
    pub(super) fn made(form: &dyn Formed, parts: Vec<Value>) -> Result<Work, String> {
        read(form, &form.joined(parts)?)
    }

    /// The work that a whole answer comes to.
    pub(super) fn read(form: &dyn Formed, answer: &Value) -> Result<Work, String> {
        let made = form.read(answer)?;
        if let Answer::Work(work) = made {
            Ok(*work)
        } else {
            Err(format!("{made:?}"))
        }
    }

    pub(super) fn ids(all: &[&str]) -> Vec<String> {
        all.iter().map(|id| (*id).to_owned()).collect()
    }
}
