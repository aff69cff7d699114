//! The check of whether a moderator's answer to the viewer takes sides. Words alone do not tell all of it.

use super::{Handler, question::given, referee::all_kept, withheld::without};
use crate::{
    catalog::Rule,
    debate::{
        answer::Answer, event::Event, ids::InterventionId, scores::Finding, state::DebateState,
    },
    text::quotes,
};

/// The ask: which intervention.
pub(super) struct AnswerCheck(pub(super) InterventionId);

impl AnswerCheck {
    fn drafted(&self, state: &DebateState) -> String {
        let item = state.intervention(self.0);
        item.and_then(|item| item.drafted.clone())
            .unwrap_or_default()
    }
}

impl Handler for AnswerCheck {
    /// A finding is believed when its words are in the answer: the sentences that hold them are withheld.
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Findings(findings) = answer else {
            return None;
        };
        let text = self.drafted(state);
        let broken: Vec<&Finding> = findings
            .values()
            .filter(|one| one.broken && quotes(&text, &one.words))
            .collect();
        let found: Vec<&str> = broken.iter().map(|one| one.words.as_str()).collect();
        let broken = broken.first().map(|first| {
            let reason = first.reason.trim().trim_end_matches('.').to_owned();
            (reason, without(&text, &found))
        });
        Some(vec![given(self.0, text, broken)])
    }

    /// Gives the answer, which code has found nothing against, and says that nobody else has looked at it.
    fn given_up(&self, state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        let text = format!("The moderator's answer was checked by its words alone: {reason}");
        vec![
            Event::Notice { text },
            given(self.0, self.drafted(state), None),
        ]
    }

    /// Every rule is kept.
    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Findings(all_kept(Rule::NEUTRALITY))
    }
}
