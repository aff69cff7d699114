//! Follow-ups: what is asked once a debate is over, one question after the other, so that each is answered with those
//! before it in mind. The debate stays as it has ended.

use std::collections::BTreeMap;

use super::{Decision, Input, asks, known};
use crate::{
    debate::{
        ask::Ask,
        command::Command,
        event::{CallReport, Event},
        follow_up::FollowUp,
        ids::{CallId, CommandId, FollowUpId, Seat},
        opening::SpendLimits,
        spend_limits,
        state::DebateState,
    },
    text::has_words,
};

/// The words where an answer ends before it is an answer.
const NOTHING_SAID: &str = "there was nothing in the answer that can be said";

/// The decision that follows from `input`, given the state of a debate that is over.
pub(super) fn decide(state: &DebateState, input: Input) -> Decision {
    if !state.takes_follow_ups() {
        // No event after the close. Commands are refused by whoever holds the channel.
        return Decision::none();
    }
    match input {
        Input::Reconvene { lost, .. } => taken_up(state, lost),
        Input::Leave { cut } => Decision::events(super::all_cut(state, cut)),
        Input::Command(id, Command::Ask { seat, text, .. }) => asked(state, id, seat, text),
        Input::Command(
            command,
            Command::Pause
            | Command::Resume
            | Command::GoOnWithout
            | Command::Evidence { .. }
            | Command::Clarify { .. }
            | Command::GalleryPoint { .. }
            | Command::Say { .. }
            | Command::EndSpeech { .. }
            | Command::Reply { .. }
            | Command::Rise { .. }
            | Command::HandOver { .. }
            | Command::TakeBack { .. }
            | Command::TakeSeat { .. }
            | Command::LeaveSeat { .. }
            | Command::SetPace { .. }
            | Command::Adjourn,
        )
        | Input::FilledIn { command, .. } => Decision::event(Event::CommandRefused {
            command,
            reason: "The debate is over; what is left is to ask those who took part.".to_owned(),
        }),
        Input::Said { call, text, .. } => said(state, call, text),
        Input::Drained { call, report, .. } => drained(state, call, report),
        Input::Answered {
            call,
            answer,
            report,
        } => super::calls::answered(state, call, answer, report),
        Input::Failed {
            call,
            reason,
            failure,
            raw,
            report,
        } => {
            let Some(pending) = state.calls.get(&call) else {
                return Decision::none();
            };
            let follows = asks::of(&pending.ask).given_up(state, &reason, &raw);
            let failed = Event::ModelFailed {
                call,
                reason,
                failure,
                report,
            };
            Decision::events([failed].into_iter().chain(follows).collect())
        }
        Input::Cut { call, report } => known(state, call, Event::CallCut { call, report }),
        Input::Retrying {
            call,
            attempt,
            reason,
            wait_ms,
            so_far,
        } => super::retrying(state, call, (attempt, reason, wait_ms), so_far),
        Input::Advance => due(state),
        Input::Open(_)
        | Input::Written { .. }
        | Input::Drafted { .. }
        | Input::DraftRefused { .. }
        | Input::Delivered { .. }
        | Input::Condensed { .. }
        | Input::Notice(_) => Decision::none(),
    }
}

/// Takes the debate up for questions: what a process that died left open is cut, and asked anew. Where a limit was
/// reached, whoever takes it up allows as much again, as with a debate that goes on.
fn taken_up(state: &DebateState, lost: BTreeMap<CallId, CallReport>) -> Decision {
    let mut events = super::all_cut(state, lost);
    if spend_limits::reached(state).is_some() {
        events.push(Event::Reconvened {
            on_failure: None,
            polled_together: None,
            launch: None,
            models: BTreeMap::new(),
            limits: SpendLimits::default(),
        });
    }
    Decision::events(events)
}

fn asked(state: &DebateState, command: CommandId, seat: Seat, text: String) -> Decision {
    let refuse = |reason: String| Decision::event(Event::CommandRefused { command, reason });
    if !has_words(&text) {
        return refuse("There is no question.".to_owned());
    }
    let seats = state.answerable();
    if !seats.contains(&seat) {
        let seats: Vec<&str> = seats.iter().map(Seat::as_str).collect();
        return refuse(format!(
            "Nobody took part from {seat}. Those who can be asked sit at {}.",
            seats.join(", ")
        ));
    }
    Decision::event(Event::FollowUpAsked {
        item: FollowUpId::next(state.follow_ups.len()),
        command,
        seat,
        text,
    })
}

/// The first question that waits is put to its model, once the one before has its answer.
fn due(state: &DebateState) -> Decision {
    if !state.calls.is_empty() {
        return Decision::none();
    }
    let Some(item) = state.follow_ups.iter().find(|one| one.is_open()) else {
        return Decision::none();
    };
    if let Some(what) = spend_limits::reached(state) {
        let reason = format!(
            "{} Open the debate for questions again to allow as much again",
            what.trim()
        );
        return Decision::event(Event::FollowUpFailed {
            item: item.id,
            reason,
        });
    }
    let ask = Ask::FollowUp { item: item.id };
    Decision::ask(state, ask, Some(item.seat.clone()))
}

/// The follow-up that a call is for.
fn item_of(state: &DebateState, call: CallId) -> Option<&FollowUp> {
    let pending = state.calls.get(&call)?;
    if let Ask::FollowUp { item } = &pending.ask {
        state.follow_up(*item)
    } else {
        None
    }
}

fn said(state: &DebateState, call: CallId, text: String) -> Decision {
    item_of(state, call).map_or_else(Decision::none, |item| {
        let item = item.id;
        Decision::event(Event::FollowUpSaid { item, text })
    })
}

fn drained(state: &DebateState, call: CallId, report: CallReport) -> Decision {
    let Some(item) = item_of(state, call) else {
        return Decision::none();
    };
    let text = item.answer.trim();
    let item = item.id;
    let end = if has_words(text) {
        let text = text.to_owned();
        Event::FollowUpAnswered { item, text }
    } else {
        let reason = NOTHING_SAID.to_owned();
        Event::FollowUpFailed { item, reason }
    };
    Decision::events(vec![Event::ModelCalled { call, report }, end])
}
