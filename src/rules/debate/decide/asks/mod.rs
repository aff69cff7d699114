//! The handling of each ask by the rules, one file each: what follows from its answer, what the house does without one,
//! what a rehearsal answers, and, where nothing but the state decides it, when it is asked. [`of`] is the list. What is
//! said to a model, and how its answer is read, stands in the file of the same name in `live/asks/`.

pub(super) mod annotate;
pub(super) mod answer_check;
pub(super) mod assess;
pub(super) mod ballot;
pub(super) mod by_hand;
pub(super) mod choose;
pub(super) mod claims;
pub(super) mod confirm;
pub(super) mod define;
pub(super) mod draw;
pub(super) mod extract;
pub(super) mod follow_up;
pub(super) mod judge;
pub(super) mod lean;
pub(super) mod leans;
pub(super) mod poi_accept;
pub(super) mod poi_answer;
pub(super) mod poi_offer;
pub(super) mod poll;
pub(super) mod polls;
pub(super) mod prepare;
pub(super) mod probe;
pub(super) mod question;
pub(super) mod rank;
pub(super) mod referee;
pub(super) mod round;
pub(super) mod side_check;
pub(super) mod sources;
pub(super) mod speech;
pub(super) mod verdict;
pub(super) mod write;

use super::{AT_ONCE, Decision, judges, points, quoted::Said, referee as checks, slip, withheld};
use crate::debate::{answer::Answer, ask::Ask, event::Event, state::DebateState};

/// The handling of an ask by the rules.
pub(in crate::debate) trait Handler {
    /// The events that follow from an answer; `None` where the answer is of another kind than was asked for.
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>>;

    /// The events by which the house goes on without an answer. `reason` is for people; `raw` is what was answered
    /// last, where it was of no use, and empty otherwise.
    fn given_up(&self, state: &DebateState, reason: &str, raw: &str) -> Vec<Event>;

    /// A right answer, the same each time.
    fn rehearsed(&self, state: &DebateState) -> Answer;
}

/// The asks, a row each.
pub(in crate::debate) fn of(ask: &Ask) -> Box<dyn Handler + '_> {
    match ask {
        Ask::Draw { turn } => Box::new(draw::Draw(*turn)),
        Ask::Probe { .. } => Box::new(probe::Probe),
        Ask::Claims => Box::new(claims::SideClaims),
        Ask::Prepare { turn } => Box::new(prepare::Prepare(*turn)),
        Ask::Speech { .. } => Box::new(speech::Speech),
        Ask::Write { turn } => Box::new(write::Write(*turn)),
        Ask::Referee { turn } => Box::new(referee::Referee(*turn)),
        Ask::SideCheck { turn } => Box::new(side_check::SideCheck(*turn)),
        Ask::Sources { turn } => Box::new(sources::Sources(*turn)),
        Ask::Extract { turn } => Box::new(extract::Extract(*turn)),
        Ask::Define { turn } => Box::new(define::Define(*turn)),
        Ask::Annotate { again } => Box::new(annotate::Annotate(*again)),
        Ask::Confirm { seat } => Box::new(confirm::Confirm(seat)),
        Ask::PoiOffer { turn } => Box::new(poi_offer::PoiOffer(*turn)),
        Ask::PoiAccept { poi } => Box::new(poi_accept::PoiAccept(*poi)),
        Ask::PoiAnswer { poi } => Box::new(poi_answer::PoiAnswer(*poi)),
        Ask::Question { item } => Box::new(question::Question(*item)),
        Ask::AnswerCheck { item } => Box::new(answer_check::AnswerCheck(*item)),
        Ask::FollowUp { item } => Box::new(follow_up::FollowUp(*item)),
        Ask::Choose { phase, round, .. } => Box::new(choose::Choose(*phase, *round)),
        Ask::Round {
            phase,
            round,
            judge,
        } => Box::new(round::Round(*phase, *round, judge)),
        Ask::Judge { judge, again } => Box::new(judge::Judge(judge, *again)),
        Ask::Poll { member, after } => Box::new(poll::Poll(member, *after)),
        Ask::Polls { members, after } => Box::new(polls::Polls(members, *after)),
        Ask::Ballot { member, when } => Box::new(ballot::Ballot(member, *when)),
        Ask::Lean { judge } => Box::new(lean::Lean(judge)),
        Ask::Leans { members } => Box::new(leans::Leans(members)),
        Ask::Verdict { order } => Box::new(verdict::Verdict(*order)),
        Ask::Rank { judge } => Box::new(rank::Rank(judge)),
        Ask::Assess { seat } => Box::new(assess::Assess(seat)),
        Ask::Assessments { seats } => Box::new(assess::Assessments(seats)),
    }
}

/// Whether enough is asked for the moment of those for whom nobody waits.
pub(super) fn is_busy(state: &DebateState) -> bool {
    state.calls.len() >= AT_ONCE
}

/// Words of a rehearsal, as a sentence.
fn sentence(words: &str) -> String {
    format!("{words}.")
}

/// The words, in a rehearsal, of anybody who speaks for themselves.
fn spoken() -> String {
    sentence("I say what I have to say")
}

/// The same as an answer.
fn said() -> Answer {
    Answer::Text(spoken())
}
