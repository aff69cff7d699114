//! What each side holds, where the motion was typed and code can only quote it: asked once, before anybody writes or
//! votes.

use super::{Decision, Handler, sentence};
use crate::{
    catalog::Claims,
    debate::{answer::Answer, ask::Ask, event::Event, state::DebateState},
};

/// The decision to ask, or to wait for the answer; `None` where there is nothing to ask. Once somebody has begun, they
/// go by what they were told then.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Option<Decision> {
    let opening = state.opening.as_deref()?;
    let is_begun = state.claims_worded || !state.turns.is_empty() || !state.ballots.is_empty();
    if is_begun || !opening.options.claims_asked || opening.motion.unclear().is_none() {
        return None;
    }
    Some(if state.is_asked(&Ask::Claims) {
        Decision::none()
    } else {
        Decision::ask(state, Ask::Claims, None)
    })
}

/// The ask.
pub(super) struct SideClaims;

impl Handler for SideClaims {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Claims(claims) = answer else {
            return None;
        };
        Some(vec![Event::ClaimsWorded {
            claims: Some(claims),
            reason: String::new(),
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::ClaimsWorded {
            claims: None,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Claims(Claims {
            prop: sentence("It should be so"),
            opp: sentence("It should not be so"),
        })
    }
}
