//! The side that a speech, or a part of what is handed in, argues. Asked of the referee, who reads it by itself.

use minijinja::Value;

use super::{
    Asking, REFEREE_TEMPERATURE, Rated, Reply, Sees, Stepwise, Wording, rated, speech,
    view::{opening, view},
};
use crate::debate::{DebateState, answer::SideVerdict, decide::Answer, ids::TurnId};
use crate::fence::Sentence;

/// The ask: for the turn that is checked.
pub(super) struct SideCheck(pub(super) TurnId);

/// The template of the question, for all models.
const TEMPLATE: &str = "side_check.md";

impl Asking for SideCheck {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One((TEMPLATE, checked(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        120
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(REFEREE_TEMPERATURE)
    }

    fn sees<'a>(&self, _state: &'a DebateState) -> Sees<'a> {
        Sees::House
    }

    fn stepwise(&self, state: &DebateState) -> Option<Stepwise> {
        let whole = || Stepwise::whole("referee", (TEMPLATE, checked(state, self.0)));
        let turn = state.turn(self.0)?;
        let is_work = turn.work.is_some() && state.is_asked_stepwise(&turn.seat);
        (is_work || speech::is_stepwise(state, self.0)).then(whole)
    }

    /// Of any model that can be asked so: it is sooner answered, and right more often.
    fn rated(&self, state: &DebateState) -> Option<Rated> {
        let claims = &opening(state)?.motion.claims;
        let read = state.unchecked_part(state.turn(self.0)?)?;
        Some(rated::side(claims, &read.text))
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        Reply::of(|verdict: SideVerdict| Ok(Answer::Side(verdict)))
    }
}

/// What the referee reads, and the two claims: in the other order where it has doubts.
fn checked(state: &DebateState, turn: TurnId) -> Value {
    let (Some(opening), Some(turn)) = (opening(state), state.turn(turn)) else {
        return view! {};
    };
    let claims = &opening.motion.claims;
    let (first, second) = if turn.doubted.is_none() {
        (&claims.prop, &claims.opp)
    } else {
        (&claims.opp, &claims.prop)
    };
    let read = state
        .unchecked_part(turn)
        .map_or_else(|| turn.text.clone(), |part| part.text);
    view! { speech => read, claims => view! { first => Sentence(first), second => Sentence(second) } }
}
