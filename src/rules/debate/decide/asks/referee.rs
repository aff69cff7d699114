//! The check of whether a turn keeps its rules; `decide::referee` says when it is asked for, and of which rules.

use std::collections::BTreeMap;

use super::{
    Handler,
    checks::{asked_rules, heard_out, is_withheld, ruled},
};
use crate::{
    catalog::Rule,
    debate::{answer::Answer, event::Event, ids::TurnId, scores::Finding, state::DebateState},
    text::quotes,
};

/// The ask: the turn that is checked.
pub(super) struct Referee(pub(super) TurnId);

impl Handler for Referee {
    /// A finding is believed when its words are in the turn; that something is absent, when a second look does not find
    /// it either.
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Findings(findings) = answer else {
            return None;
        };
        let Some(turn) = state.turn(self.0) else {
            return Some(vec![]);
        };
        let asked = asked_rules(state, turn);
        let told = |rule: Rule| Some((rule, findings.get(rule.word()).filter(|one| one.broken)?));
        let proven = asked.iter().copied().filter_map(|rule| {
            let is_proven = |finding: &Finding| quotes(&turn.text, &finding.words);
            told(rule).filter(|(rule, one)| !rule.asks_for_something() && is_proven(one))
        });
        let mut proven: Vec<(Rule, &Finding)> = proven.collect();
        // Whatever else is broken, what takes a side is withheld.
        proven.sort_by_key(|(rule, _)| !is_withheld(turn, rule.word()));
        if let Some((rule, finding)) = proven.first() {
            let of_rules = proven
                .iter()
                .filter(|(rule, _)| is_withheld(turn, rule.word()));
            let withheld: Vec<&str> = of_rules.map(|(_, one)| one.words.trim()).collect();
            let reason = finding.reason.trim();
            return Some(if withheld.is_empty() {
                let words = finding.words.trim();
                ruled(state, turn, rule.word(), format!("{reason} (\"{words}\")"))
            } else {
                heard_out(state, self.0, Some(reason.to_owned()), &withheld)
            });
        }
        // What is copied from the turn keeps the rule, whatever is said of it.
        let missing = asked.iter().copied().filter_map(|rule| {
            let is_absent = |finding: &Finding| !quotes(&turn.text, &finding.words);
            told(rule).filter(|(rule, one)| rule.asks_for_something() && is_absent(one))
        });
        let missing: Vec<(Rule, &Finding)> = missing.collect();
        Some(match missing.first() {
            None => heard_out(state, self.0, None, &[]),
            Some((rule, finding)) if !turn.missed.is_empty() => {
                ruled(state, turn, rule.word(), finding.reason.trim().to_owned())
            }
            Some(_) => vec![Event::PartMissed {
                turn: self.0,
                rules: missing.iter().map(|(rule, _)| *rule).collect(),
            }],
        })
    }

    /// Lets the turn stand, for want of a referee.
    fn given_up(&self, state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        let flagged = "its rules could not be checked".to_owned();
        heard_out(state, self.0, Some(flagged), &[])
    }

    /// Every rule is kept.
    fn rehearsed(&self, state: &DebateState) -> Answer {
        let rules = state.turn(self.0).map(|turn| asked_rules(state, turn));
        Answer::Findings(all_kept(rules.unwrap_or_default()))
    }
}

/// The findings where every rule is kept.
pub(super) fn all_kept(rules: impl IntoIterator<Item = Rule>) -> BTreeMap<String, Finding> {
    let kept = |rule: Rule| (rule.word().to_owned(), Finding::default());
    rules.into_iter().map(kept).collect()
}
