//! The check of whether a turn keeps its rules; `decide::referee` says when it is asked for, and of which rules.

use std::collections::BTreeMap;

use super::{
    Handler,
    checks::{asked_rules, heard_out, is_withheld, ruled},
    withheld::work_without,
};
use crate::{
    catalog::Rule,
    debate::{
        answer::Answer,
        event::{DraftCheck, Event},
        ids::TurnId,
        notice::{self, TAKES_A_SIDE},
        scores::Finding,
        state::{DebateState, Turn},
        written::Work,
    },
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
        let Some(draft) = turn.whole_draft() else {
            return Some(match Ruling::of(state, turn, &findings) {
                Ruling::Kept => heard_out(state, self.0, None, &[]),
                Ruling::Broken { rule, reason } => ruled(state, turn, rule.word(), reason),
                Ruling::TakesASide(words) => {
                    heard_out(state, self.0, Some(TAKES_A_SIDE.to_owned()), &words)
                }
                Ruling::Missed(rules) => missed(turn, rules),
            });
        };
        let mut read = turn.clone();
        read.submit(draft.work.clone());
        let withheld = turn.withheld.clone();
        Some(match Ruling::of(state, &read, &findings) {
            Ruling::Kept => checked(turn, draft.work.clone(), withheld, None),
            Ruling::Broken { reason, .. } => {
                checked(turn, draft.work.clone(), withheld, Some(reason))
            }
            Ruling::TakesASide(words) => {
                let kept = work_without(&draft.work, &words);
                let kept = kept.unwrap_or_else(|| draft.work.clone());
                let reason = withheld.map_or_else(
                    || TAKES_A_SIDE.to_owned(),
                    |before| format!("{TAKES_A_SIDE}; {before}"),
                );
                checked(turn, kept, Some(reason), None)
            }
            Ruling::Missed(rules) => missed(turn, rules),
        })
    }

    /// Lets the turn stand, for want of a referee.
    fn given_up(&self, state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        let flagged = Some(notice::RULES_UNCHECKED.to_owned());
        let turn = state.turn(self.0);
        match turn.and_then(|turn| Some((turn, turn.whole_draft()?))) {
            Some((turn, draft)) => {
                checked(turn, draft.work.clone(), turn.withheld.clone(), flagged)
            }
            None => heard_out(state, self.0, flagged, &[]),
        }
    }

    /// Every rule is kept.
    fn rehearsed(&self, state: &DebateState) -> Answer {
        let rules = state.turn(self.0).map(|turn| asked_rules(state, turn));
        Answer::Findings(all_kept(rules.unwrap_or_default()))
    }
}

/// What follows from the findings of a referee.
enum Ruling<'a> {
    /// Every rule is kept.
    Kept,
    /// A rule is broken, and why.
    Broken { rule: Rule, reason: String },
    /// These words take a side, where such words are withheld.
    TakesASide(Vec<&'a str>),
    /// What rules ask for was not found at the first look.
    Missed(Vec<Rule>),
}

impl<'a> Ruling<'a> {
    fn of(state: &DebateState, turn: &Turn, findings: &'a BTreeMap<String, Finding>) -> Self {
        let asked = asked_rules(state, turn);
        let told = |rule: Rule| Some((rule, findings.get(rule.word()).filter(|one| one.broken)?));
        let proven = asked.iter().copied().filter_map(|rule| {
            let is_proven = |finding: &Finding| quotes(&turn.text, &finding.words);
            told(rule).filter(|(rule, one)| !rule.asks_for_something() && is_proven(one))
        });
        let mut proven: Vec<(Rule, &'a Finding)> = proven.collect();
        // Whatever else is broken, what takes a side is withheld.
        proven.sort_by_key(|(rule, _)| !is_withheld(turn, rule.word()));
        if let Some((rule, finding)) = proven.first() {
            let of_rules = proven
                .iter()
                .filter(|(rule, _)| is_withheld(turn, rule.word()));
            let words: Vec<&str> = of_rules.map(|(_, one)| one.words.trim()).collect();
            return if words.is_empty() {
                let reason = finding.reason.trim();
                let words = finding.words.trim();
                Self::Broken {
                    rule: *rule,
                    reason: format!("{reason} (\"{words}\")"),
                }
            } else {
                Self::TakesASide(words)
            };
        }
        // What is copied from the turn keeps the rule, whatever is said of it.
        let missing = asked.iter().copied().filter_map(|rule| {
            let is_absent = |finding: &Finding| !quotes(&turn.text, &finding.words);
            told(rule).filter(|(rule, one)| rule.asks_for_something() && is_absent(one))
        });
        let missing: Vec<(Rule, &Finding)> = missing.collect();
        match missing.first() {
            None => Self::Kept,
            Some((rule, finding)) if !turn.missed.is_empty() => Self::Broken {
                rule: *rule,
                reason: finding.reason.trim().to_owned(),
            },
            Some(_) => Self::Missed(missing.iter().map(|(rule, _)| *rule).collect()),
        }
    }
}

/// The draft may be heard.
fn checked(
    turn: &Turn,
    work: Work,
    withheld: Option<String>,
    flagged: Option<String>,
) -> Vec<Event> {
    vec![Event::Drafted {
        turn: turn.id,
        work: Box::new(work),
        is_whole: true,
        withheld,
        checked: Some(DraftCheck { flagged }),
    }]
}

/// It is looked once more.
fn missed(turn: &Turn, rules: Vec<Rule>) -> Vec<Event> {
    vec![Event::PartMissed {
        turn: turn.id,
        rules,
    }]
}

/// The findings where every rule is kept.
pub(super) fn all_kept(rules: impl IntoIterator<Item = Rule>) -> BTreeMap<String, Finding> {
    let kept = |rule: Rule| (rule.word().to_owned(), Finding::default());
    rules.into_iter().map(kept).collect()
}
