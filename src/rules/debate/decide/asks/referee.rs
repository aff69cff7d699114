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
        delivery::WorkDraft,
        event::{DraftCheck, Event},
        ids::TurnId,
        notice::TAKES_A_SIDE,
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
        let Some(draft) = unread(turn) else {
            return Some(match Ruling::of(state, turn, &findings) {
                Ruling::Kept => heard_out(state, self.0, None, &[]),
                Ruling::Broken { rule, reason } => ruled(state, turn, rule.word(), reason),
                Ruling::Withheld { words, reason } => {
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    heard_out(state, self.0, Some(reason), &words)
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
            Ruling::Withheld { words, reason } => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let kept = work_without(&draft.work, &words);
                let kept = kept.unwrap_or_else(|| draft.work.clone());
                let reasons: Vec<String> = std::iter::once(reason).chain(withheld).collect();
                checked(turn, kept, Some(reasons.join("; ")), None)
            }
            Ruling::Missed(rules) => missed(turn, rules),
        })
    }

    /// Lets the turn stand, for want of a referee.
    fn given_up(&self, state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        let flagged = Some("its rules could not be checked".to_owned());
        let turn = state.turn(self.0);
        match turn.and_then(|turn| Some((turn, unread(turn)?))) {
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
enum Ruling {
    /// Every rule is kept.
    Kept,
    /// A rule is broken, and why.
    Broken { rule: Rule, reason: String },
    /// Words take a side where they are withheld, and why.
    Withheld { words: Vec<String>, reason: String },
    /// What rules ask for was not found at the first look.
    Missed(Vec<Rule>),
}

impl Ruling {
    fn of(state: &DebateState, turn: &Turn, findings: &BTreeMap<String, Finding>) -> Self {
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
            let words: Vec<String> = of_rules
                .map(|(_, one)| one.words.trim().to_owned())
                .collect();
            return if words.is_empty() {
                let reason = finding.reason.trim();
                let words = finding.words.trim();
                Self::Broken {
                    rule: *rule,
                    reason: format!("{reason} (\"{words}\")"),
                }
            } else {
                Self::Withheld {
                    words,
                    reason: TAKES_A_SIDE.to_owned(),
                }
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

/// The draft of a turn that nobody has heard, and that is checked.
fn unread(turn: &Turn) -> Option<&WorkDraft> {
    let draft = turn.draft.as_ref().filter(|_| turn.is_open())?;
    draft.is_whole.then_some(draft)
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
