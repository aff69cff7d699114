//! The arguments of a speech. Asked of the clerk.

use minijinja::Value;

use super::{
    Asking, Reply, Sees, Wording,
    view::{opening, view},
};
use crate::{
    debate::{
        DebateState,
        answer::{ArgumentPoint, SpeechArguments},
        decide::Answer,
        ids::TurnId,
    },
    llm::shape::{counted, filled, shape_of, without},
};

use super::answer::must;

/// The number of arguments that are taken down of a small model's speech: fewer would do for nobody, and of more such a
/// model loses count.
const ARGUMENTS: u32 = 2;

/// The ask: for the turn that is read.
pub(super) struct Extract(pub(super) TurnId);

impl Asking for Extract {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("extract.md", heard(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        900
    }

    /// The record up to the speech, without what was said after it; in full where it is read for what its speaker has
    /// said otherwise before.
    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        let record = Sees::up_to(state, self.0);
        if is_read_for_shifts(state, self.0) {
            record
        } else {
            record.last_in_full()
        }
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let shape = shape_of::<SpeechArguments>();
        let shape = if is_read_for_shifts(state, self.0) {
            shape
        } else {
            without(shape, "shifts")
        };
        let shape = filled(counted(shape, "arguments", ARGUMENTS, ARGUMENTS), "claim");
        Reply::shaped(shape, |mut said: SpeechArguments| {
            // Entries that claim nothing are left out.
            said.arguments.retain(ArgumentPoint::is_said);
            must(
                !said.arguments.is_empty(),
                "\"arguments\" needs two to four entries, each with its \"claim\"",
            )?;
            Ok(Answer::Arguments(said))
        })
    }
}

/// Whether the speech is read for what its speaker changes or grants, too.
fn is_read_for_shifts(state: &DebateState, turn: TurnId) -> bool {
    let turn = state.turn(turn);
    turn.is_some_and(|turn| state.is_read_for_shifts(turn))
}

/// A speech that the clerk reads.
fn heard(state: &DebateState, turn: TurnId) -> Value {
    let (Some(opening), Some(turn)) = (opening(state), state.turn(turn)) else {
        return view! {};
    };
    let others: Vec<&str> = opening
        .speakers
        .iter()
        .filter(|speaker| speaker.seat != turn.seat)
        .map(|speaker| speaker.card.name.as_str())
        .collect();
    view! {
        floor => view! { name => state.name(&turn.seat) },
        others,
        shifts => state.is_read_for_shifts(turn),
    }
}
