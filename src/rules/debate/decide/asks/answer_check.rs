//! The check of whether a moderator's answer to the viewer takes sides. Words alone do not tell all of it.

use super::{Handler, question::given, referee::all_kept, withheld::without};
use crate::{
    catalog::Rule,
    debate::{
        answer::Answer, event::Event, ids::InterventionId, neutrality::Neutrality, scores::Finding,
        state::DebateState,
    },
    text::{has_words, quotes},
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
        let broken: Vec<&Finding> = findings
            .values()
            .filter(|one| one.broken && quotes(&text, &one.words))
            .collect();
        let found: Vec<&str> = broken.iter().map(|one| one.words.as_str()).collect();
        let broken = match broken.first() {
            Some(first) => {
                let reason = withheld.unwrap_or_else(|| reason(state, first));
                Some((reason, without(&text, &found)))
            }
            None => withheld.map(|reason| (reason, text.clone())),
        };
        Some(vec![given(self.0, text, broken)])
    }

    /// Gives the answer, which code has found nothing against, and says that nobody else has looked at it.
    fn given_up(&self, state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        let notice = format!("The moderator's answer was checked by its words alone: {reason}");
        let (text, withheld) = self.drafted(state);
        let broken = withheld.map(|reason| (reason, text.clone()));
        vec![Event::Notice { text: notice }, given(self.0, text, broken)]
    }

    /// Every rule is kept.
    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Findings(all_kept(Rule::NEUTRALITY))
    }
}

/// The reason of a finding, as it is told: a referee may take a side in it, too.
fn reason(state: &DebateState, finding: &Finding) -> String {
    let told = finding.reason.trim().trim_end_matches('.');
    if has_words(told) && Neutrality::of(state).broken(told).is_none() {
        told.to_owned()
    } else {
        "it takes a side".to_owned()
    }
}
