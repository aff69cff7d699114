//! The direct verdict with its analysis. It is asked for in a slot of the house's own, as the plan has it.

use super::{Handler, Said, sentence};
use crate::debate::{
    answer::{Answer, DirectVerdict, Vote},
    ask::Ask,
    event::Event,
    looks::TeamOrder,
    state::DebateState,
};

/// The ask for the direct verdict: in which order the teams stand.
pub(super) struct Verdict(pub(super) TeamOrder);

impl Handler for Verdict {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Verdict(mut verdict) = answer else {
            return None;
        };
        let said = Said::to(&Ask::Verdict { order: self.0 }, state);
        let DirectVerdict {
            core_tensions,
            strongest_argument_prop,
            strongest_argument_opp,
            most_damaging_rebuttals,
            unchallenged,
            decisive_moments,
            most_compelling_speaker: _,
            weakest_link: _,
            analysis,
            vote: _,
        } = &mut *verdict;
        said.hold_all([strongest_argument_prop, strongest_argument_opp, analysis]);
        for all in [
            core_tensions,
            most_damaging_rebuttals,
            unchallenged,
            decisive_moments,
        ] {
            said.hold_all(all);
        }
        Some(vec![Event::VerdictGiven {
            order: self.0,
            verdict,
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::VerdictFailed {
            order: self.0,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        Answer::Verdict(Box::new(DirectVerdict {
            core_tensions: vec![sentence("Room against speed")],
            strongest_argument_prop: sentence("Room"),
            strongest_argument_opp: sentence("Speed"),
            most_damaging_rebuttals: vec![sentence("Nobody counted")],
            unchallenged: vec![sentence("That carts come at night")],
            decisive_moments: vec![sentence("The count")],
            most_compelling_speaker: first_speaker(state),
            weakest_link: first_speaker(state),
            analysis: sentence("It was close"),
            vote: Vote::Aye,
        }))
    }
}

fn first_speaker(state: &DebateState) -> String {
    let first = state.speakers().first();
    first.map_or_else(String::new, |speaker| speaker.card.name.clone())
}
