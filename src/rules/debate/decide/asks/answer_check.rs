//! The check of whether a moderator's answer to the viewer takes sides. Words alone do not tell all of it.

use super::{Handler, question::given, referee::all_kept, withheld::without};
use crate::{
    catalog::Rule,
    debate::{
        answer::Answer, event::Event, ids::InterventionId, notice::TAKES_A_SIDE, state::DebateState,
    },
    text::quotes,
};

/// The ask: which intervention.
pub(super) struct AnswerCheck(pub(super) InterventionId);

impl AnswerCheck {
    /// The words of the answer, and the reason why others of it are withheld.
    fn drafted(&self, state: &DebateState) -> (String, Option<String>) {
        let drafted = state
            .intervention(self.0)
            .and_then(|item| item.drafted.clone());
        drafted.map_or_else(Default::default, |drafted| (drafted.text, drafted.withheld))
    }
}

impl Handler for AnswerCheck {
    /// A finding is believed when its words are in the answer: the sentences that hold them are withheld.
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Findings(findings) = answer else {
            return None;
        };
        let (text, withheld) = self.drafted(state);
        let broken = findings.values().filter(|one| one.broken);
        let found: Vec<&str> = broken
            .map(|one| one.words.as_str())
            .filter(|words| quotes(&text, words))
            .collect();
        Some(vec![if found.is_empty() {
            given(self.0, text, withheld)
        } else {
            let reason = withheld.unwrap_or_else(|| TAKES_A_SIDE.to_owned());
            given(self.0, without(&text, &found), Some(reason))
        }])
    }

    /// Gives the answer, which code has found nothing against, and says that nobody else has looked at it.
    fn given_up(&self, state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        let notice = format!("The moderator's answer was checked by its words alone: {reason}");
        let (text, withheld) = self.drafted(state);
        vec![
            Event::Notice { text: notice },
            given(self.0, text, withheld),
        ]
    }

    /// Every rule is kept.
    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Findings(all_kept(Rule::NEUTRALITY))
    }
}
