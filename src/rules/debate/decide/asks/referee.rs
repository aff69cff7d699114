//! Does this turn keep its rules? `decide::referee` says when it is asked, and of which rules.

use super::{
    Handler,
    checks::{asked_rules, found, heard_out},
};
use crate::{
    debate::{answer::Answer, event::Event, ids::TurnId, scores::Finding, state::DebateState},
    text::quotes,
};

/// The ask: the turn that is checked.
pub(super) struct Referee(pub(super) TurnId);

impl Handler for Referee {
    /// A finding is believed when its words are in the turn.
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Findings(findings) = answer else {
            return None;
        };
        let Some(turn) = state.turn(self.0) else {
            return Some(vec![]);
        };
        let broken = asked_rules(state, turn).into_iter().find_map(|rule| {
            let finding = findings.get(rule.word())?;
            let proven = finding.broken && quotes(&turn.text, &finding.words);
            proven.then_some((rule, finding))
        });
        Some(match broken {
            None => heard_out(state, self.0, None, None),
            Some((rule, finding)) => {
                let how = (finding.reason.trim(), finding.words.trim());
                found(state, turn, rule.word(), how)
            }
        })
    }

    /// Without a referee the turn stands.
    fn given_up(&self, state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        let flagged = "its rules could not be checked".to_owned();
        heard_out(state, self.0, Some(flagged), None)
    }

    /// Every rule is kept.
    fn rehearsed(&self, state: &DebateState) -> Answer {
        let rules = state.turn(self.0).map(|turn| asked_rules(state, turn));
        let kept = |word: &str| {
            let finding = Finding {
                words: String::new(),
                reason: String::new(),
                broken: false,
            };
            (word.to_owned(), finding)
        };
        let rules = rules.unwrap_or_default().into_iter();
        Answer::Findings(rules.map(|rule| kept(rule.word())).collect())
    }
}
