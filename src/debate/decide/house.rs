//! The house: limits, what is written down beside the debate, polls, ballots, the verdict and the division.

use crate::{
    catalog::{Stance, Task, Verdict},
    debate::{
        answer::Vote,
        ask::{Ask, When},
        division::{Count, PanelVote},
        event::{Event, PausedBy},
        ids::{CommandId, Seat},
        opening::{Opening, Polls, Speaker},
        plan::Slot,
        state::{DebateState, Extraction},
    },
};

use super::{Decision, bench};

/// Pauses when what was used reaches a limit. Each time the viewer goes on, as much again is allowed.
pub(super) fn limits(state: &DebateState) -> Decision {
    let Some(opening) = state.opening.as_deref() else {
        return Decision::none();
    };
    let allowance = f64::from(state.limits_passed + 1);
    let cost = opening
        .options
        .max_cost
        .filter(|limit| state.ledger.cost >= limit * allowance)
        .map(|limit| {
            format!(
                "The cost has reached {:.2} (limit {:.2}).",
                state.ledger.cost,
                limit * allowance
            )
        });
    let tokens = opening
        .options
        .max_tokens
        .filter(|limit| state.ledger.tokens() as f64 >= *limit as f64 * allowance)
        .map(|limit| {
            let allowed = limit.saturating_mul(u64::from(state.limits_passed) + 1);
            format!(
                "{} tokens were used (limit {allowed}).",
                state.ledger.tokens()
            )
        });
    match cost.or(tokens) {
        Some(what) => Decision::event(Event::Paused {
            command: CommandId::HOUSE,
            by: PausedBy::Limit { what },
        }),
        None => Decision::none(),
    }
}

/// What runs beside the debate: what was argued is written down, and the audience is polled.
pub(super) fn background(state: &DebateState) -> Decision {
    for turn in state
        .turns
        .iter()
        .filter(|turn| turn.task == Task::Speech && turn.is_ended())
    {
        let ask = Ask::Extract { turn: turn.id };
        if turn.arguments == Extraction::None
            && !turn.text.trim().is_empty()
            && !state.is_asked(&ask)
        {
            return Decision::ask(state, ask, None);
        }
    }
    let Some(opening) = state.opening.as_deref() else {
        return Decision::none();
    };
    for poll in state.polls.iter().filter(|poll| !poll.taken) {
        if poll.votes.len() >= opening.audience.len() {
            return Decision::event(Event::PollTaken { after: poll.after });
        }
        for listener in &opening.audience {
            let ask = Ask::Poll {
                member: listener.seat.clone(),
                after: poll.after,
            };
            if !poll.votes.contains_key(&listener.seat) && !state.is_asked(&ask) {
                return Decision::ask(state, ask, Some(listener.seat.clone()));
            }
        }
    }
    Decision::none()
}

/// Ballots and the verdict of every phase that has begun, the ones an earlier process left open included.
pub(super) fn ballots(state: &DebateState) -> Decision {
    let begun = state.phase.map_or(state.phases_ended, |phase| phase + 1);
    for slot in state
        .plan
        .slots
        .iter()
        .take_while(|slot| slot.phase < begun)
    {
        for ask in asks(state, slot) {
            if !is_in(state, &ask) && !state.is_asked(&ask) {
                return Decision::ask(state, ask, Some(slot.seat.clone()));
            }
        }
    }
    Decision::none()
}

/// What the house asks for in a slot of its own. The verdict is several answers, so that no part of it waits
/// for another: the verdict itself, and how each speaker did.
fn asks(state: &DebateState, slot: &Slot) -> Vec<Ask> {
    let ballot = |when| Ask::Ballot {
        member: slot.seat.clone(),
        when,
    };
    match slot.task {
        Task::BallotBefore => vec![ballot(When::Before)],
        Task::BallotAfter => vec![ballot(When::After)],
        Task::Verdict => {
            let assess = |speaker: &Speaker| Ask::Assess {
                seat: speaker.seat.clone(),
            };
            let speakers = state.opening.iter().flat_map(|opening| &opening.speakers);
            [Ask::Verdict]
                .into_iter()
                .chain(speakers.map(assess))
                .collect()
        }
        Task::Judgement => vec![Ask::Judge {
            judge: slot.seat.clone(),
        }],
        Task::Prepare
        | Task::Speech
        | Task::FloorSpeech
        | Task::Arguments
        | Task::CrossExamine
        | Task::Reply
        | Task::Closing
        | Task::Examine
        | Task::Question
        | Task::Answer
        | Task::Frame
        | Task::Synthesis
        | Task::Summary => vec![],
    }
}

/// Whether all that the house asks for in a slot is in, or given up.
pub(super) fn is_done(state: &DebateState, slot: &Slot) -> bool {
    asks(state, slot).iter().all(|ask| is_in(state, ask))
}

fn is_in(state: &DebateState, ask: &Ask) -> bool {
    match ask {
        Ask::Ballot { member, when } => state.ballots.contains_key(&(*when, member.clone())),
        Ask::Verdict => state.verdict.is_some(),
        Ask::Assess { seat } => state.assessments.contains_key(seat),
        Ask::Judge { judge } => bench::is_judged(state, judge),
        Ask::Prepare { .. }
        | Ask::Speech { .. }
        | Ask::PoiOffer { .. }
        | Ask::PoiAccept { .. }
        | Ask::PoiAnswer { .. }
        | Ask::SideCheck { .. }
        | Ask::Extract { .. }
        | Ask::Draw { .. }
        | Ask::Probe { .. }
        | Ask::Sources { .. }
        | Ask::Poll { .. }
        | Ask::Write { .. }
        | Ask::Referee { .. }
        | Ask::Choose { .. }
        | Ask::Round { .. }
        | Ask::Question { .. } => true,
    }
}

/// Declares the division once every ballot is in.
pub(super) fn division(state: &DebateState) -> Option<Decision> {
    let opening = state.opening.as_deref()?;
    if opening.format.verdict != Verdict::Division || state.division.is_some() {
        return None;
    }
    let waits = !state.ballots_are_in(When::Before)
        || !state.ballots_are_in(When::After)
        || !state
            .plan
            .slots
            .iter()
            .filter(|slot| slot.task == Task::Verdict)
            .all(|slot| is_done(state, slot));
    if waits {
        return Some(Decision::none());
    }
    let result = Count {
        motion: &opening.motion.motion,
        sides: (
            side(opening, Stance::For, "Proposition"),
            side(opening, Stance::Against, "Opposition"),
        ),
        panel: opening
            .audience
            .iter()
            .map(|listener| panel_vote(state, &listener.seat))
            .collect(),
        wins_by: opening.format.wins_by,
        verdict: state.verdict.as_ref().and_then(Option::as_ref),
        assessments: opening
            .speakers
            .iter()
            .filter_map(|s| Some((&s.seat, state.assessments.get(&s.seat)?.as_ref()?)))
            .collect(),
    }
    .declare();
    Some(Decision::event(Event::DivisionDeclared(Box::new(result))))
}

fn panel_vote(state: &DebateState, seat: &Seat) -> PanelVote {
    let ballot = |when| state.ballots.get(&(when, seat.clone()));
    let after = ballot(When::After);
    PanelVote {
        member: state.name(seat),
        before: ballot(When::Before).and_then(|ballot| ballot.vote),
        after: after
            .and_then(|ballot| ballot.vote)
            .filter(|vote| *vote != Vote::Undecided),
        reason: after
            .map(|ballot| ballot.reason.clone())
            .unwrap_or_default(),
    }
}

fn side<'a>(opening: &'a Opening, stance: Stance, fallback: &'a str) -> &'a str {
    opening
        .format
        .sides
        .iter()
        .find(|side| side.stance == stance)
        .map_or(fallback, |side| side.name.as_str())
}

/// Whether anything beside the debate is still awaited.
pub(super) fn is_quiet(state: &DebateState) -> bool {
    let polls_open = state.polls.iter().any(|poll| !poll.taken);
    let polled = state
        .opening
        .as_deref()
        .is_some_and(|opening| opening.options.polls == Polls::EachSpeech);
    state.calls.is_empty() && !(polled && polls_open)
}
