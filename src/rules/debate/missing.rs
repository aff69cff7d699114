//! The parts that a debate lacks because a model could not be had: everything that somebody would have heard, seen or
//! been judged by, in every format. The one place where that is decided: the exit code, the last line of text,
//! `debate_closed`, the documents, the screen and batches all read it from here. Made of the state alone, so that it
//! can be said of older debates, too.
//!
//! A loss counts, and makes the debate the poorer, or it is incidental. Incidental is what is one of many of its kind,
//! changes no result and is not heard: a straw vote of a poll that the others took part in, a speech of which the
//! claims were not written down, a check that was not made, a moment at which nobody could be asked whether they rise,
//! a point that was waved down for want of a decision. Where none of its kind could be had, it counts all the same, but
//! for definitions, for the word on what is agreed, and for the count beside the verdict: the speeches that they are made
//! of were heard. Nor does a lean before the debate ever count, or a ranking beside the marks: the verdict is what it is without.

mod answers;
mod calls;
mod part;

use std::collections::{BTreeSet, HashSet};

use super::{
    annotation::AnnotationProgress,
    ask::{Ask, Purpose, When},
    definitions::{DefinitionProgress, SideDefinitions},
    ids::Seat,
    scores::Judged,
    state::{DebateState, Extraction, InterventionProgress, PoiStatus},
};
use crate::text::{cut::shortened, listed};
use calls::Calls;
pub use part::MissingPart;

/// The most names that are told of a kind; of the others, the number is told.
const NAMES: usize = 3;
/// The most reasons that are told; more than that, nobody reads.
const REASONS: usize = 2;
/// The most bytes of a reason: what a model wrote instead of an answer may be quoted in it at length, and stands with the
/// calls.
const REASON_BYTES: usize = 400;

/// Something that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The kind of thing that is missing.
    pub part: MissingPart,
    /// The seat of whose it is: a speaker, a member, a judge. The house's for the verdict and the scores.
    pub seat: Seat,
    /// Whether a part of it is there: a speech that broke off.
    pub begun: bool,
    /// The reason, where it is known; empty otherwise.
    pub reason: String,
    /// Whether the debate is the poorer for it; otherwise it is incidental.
    pub counts: bool,
}

/// Whether the debate is the poorer for what could not be had.
pub fn is_poorer(state: &DebateState) -> bool {
    missing(state).iter().any(|one| one.counts)
}

/// The number of things that make the debate the poorer by being missing.
pub fn count(state: &DebateState) -> u32 {
    let all = missing(state);
    let counted = all.iter().filter(|one| one.counts).count();
    u32::try_from(counted).unwrap_or(u32::MAX)
}

/// Everything that is missing, in the order of the debate; nothing of what has not come up yet.
pub fn missing(state: &DebateState) -> Vec<Missing> {
    let calls = Calls::of(state);
    let mut all = turns(state);
    all.extend(points(state, &calls));
    all.extend(beside(state, &calls));
    all.extend(confirmations(state, &calls));
    all.extend(answers::unchecked(state, &calls));
    all.extend(leans(state, &calls));
    all.extend(votes(state, &calls));
    all.extend(judges(state, &calls));
    all.extend(viewer(state));
    all
}

/// The list of what is missing, for people, in one line. `None` where nothing is.
pub fn describe(state: &DebateState, missing: &[Missing]) -> Option<String> {
    let list = |counts: bool| {
        let mut groups: Vec<((MissingPart, bool), Vec<String>)> = Vec::new();
        for one in missing.iter().filter(|one| one.counts == counts) {
            let key = (one.part, one.begun);
            let name = if one.seat == Seat::house() {
                String::new()
            } else {
                state.name_within(&one.seat)
            };
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, names)) => names.push(name),
                None => groups.push((key, vec![name])),
            }
        }
        let groups = groups.iter().map(|(key, names)| group(*key, names));
        groups.collect::<Vec<_>>().join("; ")
    };
    let (counted, incidental) = (list(true), list(false));
    let mut text = match (counted.is_empty(), incidental.is_empty()) {
        (true, true) => return None,
        (false, true) => format!("Missing: {counted}."),
        (true, false) => format!("Missing, though it matters little: {incidental}."),
        (false, false) => {
            format!("Missing: {counted}; and, though it matters little: {incidental}.")
        }
    };
    let reasons = missing
        .iter()
        .map(|one| shortened(one.reason.trim().trim_end_matches('.'), REASON_BYTES));
    let reasons: Vec<String> = reasons.collect();
    let reasons = with_each_hint_once(&distinct(reasons.iter().map(String::as_str)));
    let mut reasons = distinct(reasons.into_iter());
    if !reasons.is_empty() {
        let more = reasons.len().saturating_sub(REASONS);
        reasons.truncate(REASONS);
        let more = match more {
            0 => String::new(),
            1 => "; and one other reason".to_owned(),
            more => format!("; and {more} other reasons"),
        };
        text = format!("{text} Why: {}{more}.", reasons.join("; "));
    }
    Some(text)
}

/// Reasons of which several end in the same hint, "…; choose another model", with that hint at the end of the last one
/// alone.
fn with_each_hint_once<'a>(reasons: &[&'a str]) -> Vec<&'a str> {
    let parted = |reason: &'a str| reason.rsplit_once("; ");
    let cut = |(at, reason): (usize, &&'a str)| {
        let Some((said, hint)) = parted(reason) else {
            return *reason;
        };
        let mut later = reasons.iter().skip(at + 1).filter_map(|one| parted(one));
        if later.any(|(_, other)| other == hint) {
            said
        } else {
            reason
        }
    };
    reasons.iter().enumerate().map(cut).collect()
}

/// A kind of missing work, with those whose it is: "the speeches of A, B, C and 2 others".
fn group((part, begun): (MissingPart, bool), names: &[String]) -> String {
    let mut distinct = distinct(names.iter().map(String::as_str));
    let (one, several) = part.called();
    let what = if names.len() > 1 { several } else { one };
    let rest = if begun { "the rest of " } else { "" };
    let more = distinct.len().saturating_sub(NAMES);
    distinct.truncate(NAMES);
    let whose = match (distinct.as_slice(), more) {
        ([], _) => String::new(),
        (all, 0) => format!(" {}", listed(all)),
        (all, 1) => format!(" {} and one other", all.join(", ")),
        (all, more) => format!(" {} and {more} others", all.join(", ")),
    };
    let count = match names.len() {
        count if count > distinct.len() + more && count > 1 => format!(" ({count})"),
        _ => String::new(),
    };
    format!("{rest}{what}{whose}{count}")
}

/// Each once, in their order, without empty ones.
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut known = HashSet::new();
    texts
        .filter(|text| !text.is_empty() && known.insert(*text))
        .collect()
}

/// Speeches, notes and all that is handed in.
fn turns(state: &DebateState) -> Vec<Missing> {
    let lost = state.turns.iter().filter_map(|turn| {
        let reason = turn.given_up()?;
        Some(Missing {
            part: MissingPart::Turn(turn.task),
            seat: turn.seat.clone(),
            begun: !turn.is_empty(),
            reason: reason.to_owned(),
            counts: true,
        })
    });
    lost.collect()
}

/// Points of information: whether anybody rises, whether a point is taken, and what is answered.
fn points(state: &DebateState, calls: &Calls<'_>) -> Vec<Missing> {
    let mut all = Vec::new();
    let listened = calls.had(&[Purpose::PoiOffer]);
    for turn in &state.turns {
        let ask = Ask::PoiOffer { turn: turn.id };
        if calls.is_lost(&ask) {
            all.push(Missing {
                part: MissingPart::Asked(Purpose::PoiOffer),
                seat: turn.seat.clone(),
                begun: false,
                reason: calls.reason(ask),
                counts: !listened,
            });
        }
    }
    let decided = calls.had(&[Purpose::PoiAccept]);
    for point in &state.points {
        if let Some(reason) = calls.failed(&[Ask::PoiAccept { poi: point.id }]) {
            all.push(Missing {
                part: MissingPart::Asked(Purpose::PoiAccept),
                seat: point.to.clone(),
                begun: false,
                reason: reason.to_owned(),
                counts: !decided,
            });
        }
        if matches!(&point.status, PoiStatus::Answered { text } if text.trim().is_empty()) {
            all.push(Missing {
                part: MissingPart::Asked(Purpose::PoiAnswer),
                seat: point.to.clone(),
                begun: false,
                reason: calls.reason(Ask::PoiAnswer { poi: point.id }),
                counts: true,
            });
        }
    }
    all
}

/// The missing parts of what is made of turns beside the debate: checks, and what was argued.
fn beside(state: &DebateState, calls: &Calls<'_>) -> Vec<Missing> {
    let mut all = Vec::new();
    let checked = calls.had(&[Purpose::Referee, Purpose::SideCheck]);
    let sourced = calls.had(&[Purpose::Sources]);
    let written_down = state
        .turns
        .iter()
        .any(|turn| matches!(turn.arguments, Extraction::Done(_)));
    for turn in state.turns.iter().filter(|turn| turn.is_ended()) {
        let mut lost = |purpose, reason: &str, counts| {
            all.push(Missing {
                part: MissingPart::Asked(purpose),
                seat: turn.seat.clone(),
                begun: false,
                reason: reason.to_owned(),
                counts,
            });
        };
        let turn_id = turn.id;
        let checks = [
            Ask::Referee { turn: turn_id },
            Ask::SideCheck { turn: turn_id },
        ];
        if let Some(reason) = calls.failed(&checks) {
            lost(Purpose::Referee, reason, !checked);
        }
        if let Some(reason) = calls.failed(&[Ask::Sources { turn: turn_id }]) {
            lost(Purpose::Sources, reason, !sourced);
        }
        if turn.arguments == Extraction::Failed {
            let reason = calls.reason(Ask::Extract { turn: turn_id });
            lost(Purpose::Extract, &reason, !written_down);
        }
        let mut definitions = state.definitions.iter();
        let is_lost = |one: &SideDefinitions| {
            one.turn == turn_id && one.progress == DefinitionProgress::Failed
        };
        if definitions.any(is_lost) {
            let reason = calls.reason(Ask::Define { turn: turn_id });
            lost(Purpose::Define, &reason, false);
        }
    }
    all
}

/// The word of speakers on what is agreed: what they grant is heard without it.
fn confirmations(state: &DebateState, calls: &Calls<'_>) -> Vec<Missing> {
    let failed = state.confirmations.iter();
    let failed = failed.filter(|one| one.answers.is_none());
    failed
        .map(|one| Missing {
            part: MissingPart::Asked(Purpose::Confirm),
            seat: one.seat.clone(),
            begun: false,
            reason: calls.reason(Ask::Confirm {
                seat: one.seat.clone(),
            }),
            counts: false,
        })
        .collect()
}

/// The seat by which a judge is named: whoever gives the direct verdict has none of their own.
fn named(judge: &Seat) -> Seat {
    if *judge == Seat::house() {
        Seat::judge(1)
    } else {
        judge.clone()
    }
}

/// The leans before the debate: no result hangs on them.
fn leans(state: &DebateState, calls: &Calls<'_>) -> Vec<Missing> {
    let lost = state.leans.iter().filter(|(_, vote)| vote.is_none());
    let lost = lost.filter_map(|(seat, _)| {
        let ask = state.plan.lean_of(seat)?;
        Some(Missing {
            part: MissingPart::Asked(ask.purpose()),
            seat: named(seat),
            begun: false,
            reason: calls.reason(ask.clone()),
            counts: false,
        })
    });
    lost.collect()
}

/// Straw votes and ballots.
fn votes(state: &DebateState, calls: &Calls<'_>) -> Vec<Missing> {
    let mut all = Vec::new();
    for poll in &state.polls {
        let nobody = poll.votes().values().all(Option::is_none);
        for (member, _) in poll.votes().iter().filter(|(_, vote)| vote.is_none()) {
            let ask = Ask::Poll {
                member: member.clone(),
                after: poll.after,
            };
            all.push(Missing {
                part: MissingPart::Asked(Purpose::Poll),
                seat: member.clone(),
                begun: false,
                reason: calls.reason(ask),
                counts: nobody,
            });
        }
    }
    for ((when, member), ballot) in &*state.ballots {
        if ballot.vote.is_none() {
            all.push(Missing {
                part: MissingPart::Asked(match when {
                    When::Before => Purpose::BallotBefore,
                    When::After => Purpose::BallotAfter,
                }),
                seat: member.clone(),
                begun: false,
                reason: ballot.reason.clone(),
                counts: true,
            });
        }
    }
    all
}

/// The missing parts of what judges do: the verdict and the assessments of a division, choices, assessments after
/// rounds, reports, scores.
fn judges(state: &DebateState, calls: &Calls<'_>) -> Vec<Missing> {
    let lost = |part, seat: &Seat, reason: String| Missing {
        part,
        seat: seat.clone(),
        begun: false,
        reason,
        counts: true,
    };
    let mut all = Vec::new();
    // Where a choice is waited for it may fail several times, and be had in the end.
    let choices: BTreeSet<&Ask> = calls.settled.iter().map(|call| &call.ask).collect();
    for ask in choices.into_iter().filter(|ask| calls.is_lost(ask)) {
        if let Ask::Choose { judge, .. } = ask {
            let reason = calls.reason(ask.clone());
            all.push(lost(MissingPart::Asked(Purpose::Choose), judge, reason));
        }
    }
    for round in &state.rounds {
        if let Judged::Unusable { reason, .. } = &round.assessment {
            let part = MissingPart::Asked(Purpose::Round);
            all.push(lost(part, &round.judge, reason.clone()));
        }
    }
    for (judge, judged) in &state.judgements {
        if let Judged::Unusable { reason, .. } = judged {
            all.push(lost(
                MissingPart::Asked(Purpose::Judge),
                judge,
                reason.clone(),
            ));
        }
    }
    for (judge, looks) in &state.report_looks {
        let both = [false, true].into_iter();
        let lost_look = both
            .filter_map(|again| looks.look(again))
            .find_map(|look| match look {
                Judged::Unusable { reason, .. } => Some(reason),
                Judged::Given(_) => None,
            });
        if let Some(reason) = lost_look.filter(|_| looks.lacks_one()) {
            all.push(lost(MissingPart::ReportLook, judge, reason.clone()));
        }
    }
    let gone = state.looks.iter().find(|(_, look)| look.is_none());
    if let Some((order, _)) = gone {
        let part = match state.verdict() {
            None => MissingPart::Asked(Purpose::Verdict),
            Some(_) => MissingPart::VerdictLook,
        };
        let reason = calls.reason(Ask::Verdict { order: *order });
        all.push(lost(part, &Seat::house(), reason));
    }
    for (seat, _) in state.assessments.iter().filter(|(_, one)| one.is_none()) {
        let reason = calls.reason(Ask::Assess { seat: seat.clone() });
        all.push(lost(MissingPart::Assessment, seat, reason));
    }
    for (judge, _) in state.rankings.iter().filter(|(_, one)| one.is_none()) {
        let reason = calls.reason(Ask::Rank {
            judge: judge.clone(),
        });
        all.push(Missing {
            counts: false,
            ..lost(MissingPart::Asked(Purpose::Rank), &named(judge), reason)
        });
    }
    let annotation = match &state.annotation {
        AnnotationProgress::Failed => Some(calls.reason(Ask::Annotate { again: false })),
        // It is counted as it stands.
        AnnotationProgress::Taken { .. } => calls
            .failed(&[Ask::Annotate { again: true }])
            .map(|why| format!("the rebuttals of one side could not be listed: {why}")),
        AnnotationProgress::Awaited => None,
    };
    if let Some(reason) = annotation {
        let part = MissingPart::Asked(Purpose::Annotate);
        all.push(Missing {
            counts: false,
            ..lost(part, &Seat::house(), reason)
        });
    }
    let no_report = !state.judgements.is_empty()
        && state
            .judgements
            .iter()
            .all(|(_, judged)| judged.given().is_none());
    if no_report && state.scores.is_none() {
        all.push(lost(MissingPart::Scores, &Seat::house(), String::new()));
    }
    all
}

/// Answers to the viewer.
fn viewer(state: &DebateState) -> Vec<Missing> {
    let lost = state.interventions.iter().filter_map(|item| {
        let InterventionProgress::Failed { reason } = &item.progress else {
            return None;
        };
        Some(Missing {
            part: MissingPart::Asked(Purpose::Question),
            seat: item.seat.clone().unwrap_or_else(Seat::house),
            begun: false,
            reason: reason.clone(),
            counts: true,
        })
    });
    lost.collect()
}

#[cfg(test)]
mod tests {
    use super::with_each_hint_once;

    #[test]
    fn a_hint_that_several_reasons_share_is_given_once() {
        let reasons = [
            "no vote; choose another model",
            "no winner; choose another model",
            "the server is gone",
        ];
        let told = [
            "no vote",
            "no winner; choose another model",
            "the server is gone",
        ];
        assert_eq!(with_each_hint_once(&reasons), told);
    }
}
