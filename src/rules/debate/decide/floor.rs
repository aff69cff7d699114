//! The floor: how a live speech runs. Words come in as they are released; the bell, the limit, points of
//! information and evidence interrupt at the end of a sentence, and the speech is taken up again from there.

use std::collections::BTreeSet;

use crate::{
    catalog::{HandsIn, Steps, Task},
    debate::{
        ask::{Ask, Cue},
        event::{CallFailure, CallReport, Event, Truncation},
        ids::CallId,
        opening::OnFailure,
        plan::STEPS,
        state::{DebateState, PoiStatus, Turn},
    },
    text::{count_words, floor_char_boundary, has_words, leading_words, more_words, sentence},
};

use super::{
    super::MAX_FAILURES,
    Decision, Unspoken, asks, delivery,
    limits::{Limits, SHORT},
    points::{gallery, is_due, pending_point, unheard_points},
    referee,
    taken_back::{self, TakenBack},
    waited_for,
};

/// A speech that was written whole may run over its time by this share before it is stopped at the bell.
const TOLERANCE: f64 = 1.1;
/// A small model's close is heard for so many sentences, and no further where its speech is over its time.
const CLOSE: usize = 2;
/// Words were released.
pub(super) fn said(
    state: &DebateState,
    call: CallId,
    mut text: String,
    rest: Unspoken,
) -> Decision {
    let Some(turn) = speaking(state, call) else {
        return Decision::none();
    };
    let limits = Limits::of(state, turn);
    let by_hand = state.calls.get(&call).is_some_and(|call| call.by_hand);
    // A piece without an end may have any length. A person's paragraph is heard to its end.
    let left = limits.most.saturating_sub(turn.words);
    if !by_hand && count_words(&text) > left {
        text.truncate(leading_words(&text, left).len());
    }
    let (of_tail, with_it) = more_words(&turn.text, &text);
    let words = turn.words.saturating_sub(of_tail) + with_it;
    // Enough of what stands before to tell an abbreviation that came in two pieces.
    let before = turn
        .text
        .get(floor_char_boundary(&turn.text, turn.text.len().saturating_sub(24))..);
    let ends = sentence::is_at_end(&[before.unwrap_or_default(), &text].concat());
    let id = turn.id;
    let is_over = words >= limits.cut;
    let closes = state.steps_of(turn) == Steps::OneAtATime && turn.is_at_last_step();
    let may_be_cut = ends && (!closes || is_closed_by(state, turn, call, &text));
    let is_cut = is_over && (may_be_cut || words >= limits.runaway);
    let slip = if is_cut {
        taken_back::slip(state, turn, &[turn.text.as_str(), &text].concat())
    } else {
        None
    };
    let mut events = vec![Event::Said { turn: id, text }];
    if is_cut {
        events.extend(unheard_points(state, turn));
        if let Some(slip) = slip.filter(|slip| slip.kept > 0) {
            events.extend(taken_back::take(state, turn, slip));
        }
        events.push(referee::finish(state, turn, Some(Truncation::TimeLimit)));
        return Decision::events(events).and_cut(Some(call));
    }
    let is_long = turn.target_words > SHORT && !matches!(turn.task, Task::Question | Task::Answer);
    if is_long && turn.bell.is_none() && words >= limits.bell {
        let keeps_time = match rest {
            Unspoken::Written(left) => {
                f64::from(words + left) <= f64::from(turn.target_words) * TOLERANCE
            }
            Unspoken::Unfinished => false,
        };
        // A person hears it and goes on.
        let interrupts = !by_hand && !keeps_time && state.steps_of(turn) == Steps::Together;
        let words_left = turn.target_words.saturating_sub(words);
        events.push(Event::BellRang {
            turn: id,
            words_left,
            interrupts,
        });
    }
    Decision::events(events)
}

/// Whether what a small model says to close its speech, these words with it, has as many sentences as a close has at
/// least: without them the audience is asked for no vote.
fn is_closed_by(state: &DebateState, turn: &Turn, call: CallId, text: &str) -> bool {
    let from = state.calls.get(&call).map_or(0, |call| call.from as usize);
    let close = [turn.text.get(from..).unwrap_or_default(), text].concat();
    sentence::sentences(&close).len() >= CLOSE
}

/// A speech, or a stretch of one, is written. Those beside it may have waited for that.
pub(super) fn written_whole(state: &DebateState, call: CallId) -> Decision {
    let turn = speaking(state, call);
    let waited_for = turn.filter(|turn| state.is_shown_together(turn) && !turn.is_ready);
    let ready = waited_for.map(|turn| Event::SpeechReady { turn: turn.id });
    ready.map_or_else(Decision::none, Decision::event)
}

/// A speech, or a stretch of one, is written and all of it is said.
pub(super) fn drained(
    state: &DebateState,
    call: CallId,
    report: CallReport,
    at_limit: bool,
) -> Decision {
    let Some(pending) = state.calls.get(&call) else {
        return Decision::none();
    };
    let turn = pending.ask.speaks().and_then(|turn| state.turn(turn));
    let Some(turn) = turn.filter(|turn| turn.is_open() && !pending.cut) else {
        return Decision::event(Event::CallCut { call, report });
    };
    if !has_words(&turn.text) {
        let none = TakenBack {
            kept: 0,
            slip: None,
        };
        let mut events = Vec::new();
        if !turn.text.is_empty() {
            events.extend(taken_back::take(state, turn, none));
        }
        events.push(nothing_said(call, report));
        return Decision::events(events);
    }
    let stepwise = state.steps_of(turn) == Steps::OneAtATime;
    let slip = taken_back::slip(state, turn, &turn.text);
    // Whoever says nothing else is heard in the end, as it is.
    let is_last_take = turn.failures_with(0) >= MAX_FAILURES;
    let slip = slip.filter(|slip| slip.kept > 0 || stepwise || !is_last_take);
    let taken = pending_point(state, turn).filter(|point| point.status == PoiStatus::Taken);
    let scant = TakenBack {
        kept: 0,
        slip: None,
    };
    let all = match slip {
        _ if stepwise => None,
        Some(slip) if slip.kept == 0 => Some(slip),
        _ => {
            (taken.is_none() && !is_last_take && taken_back::is_scant(state, turn)).then_some(scant)
        }
    };
    if let Some(all) = all {
        let mut events = taken_back::take(state, turn, all);
        events.push(nothing_said(call, report));
        return Decision::events(events);
    }
    let mut events = vec![Event::ModelCalled { call, report }];
    if let Some(point) = taken {
        // The last sentence is said and the point was promised an answer: it gets one, and the speech a close.
        events.push(Event::SpeechCut {
            turn: turn.id,
            cue: Cue::AfterPoint { poi: point.id },
        });
        return Decision::events(events);
    }
    if let Some(slip) = slip {
        events.extend(taken_back::take(state, turn, slip));
    } else if !stepwise
        && !at_limit
        && turn.words < Limits::of(state, turn).cut
        && let Some(item) = state.asked_for_a_word(turn)
    {
        let name = state.name(&turn.seat);
        events.push(Event::Notice {
            text: format!("The Chair asks {name} for a word on the evidence."),
        });
        events.push(Event::SpeechCut {
            turn: turn.id,
            cue: Cue::Evidence { item },
        });
        return Decision::events(events);
    }
    if stepwise && (slip.is_some() || !turn.is_at_last_step()) {
        events.push(step_ended(turn));
    } else {
        events.extend(unheard_points(state, turn));
        // A step has little room by itself, and says nothing of the speech.
        let truncated = (at_limit && !stepwise).then_some(Truncation::Length);
        events.push(referee::finish(state, turn, truncated));
    }
    Decision::events(events)
}

/// The failure of a call whose answer holds nothing that could be said aloud: the speech is asked for again, and after
/// some such answers the speaker counts as unreachable.
fn nothing_said(call: CallId, report: CallReport) -> Event {
    Event::ModelFailed {
        call,
        reason: "the answer holds nothing that can be said".to_owned(),
        failure: CallFailure::Broke,
        report,
    }
}

/// The next decision for the floor.
pub(super) fn advance(state: &DebateState) -> Decision {
    let open = state.agenda.turns.iter();
    for turn in open.filter_map(|turn| state.turn(*turn)) {
        let decision = if turn.is_heard() {
            referee::next(state, turn)
        } else if let Some(first) = asks::draw::due(state, turn).filter(|_| turn.is_open()) {
            first
        } else if turn.is_open() && turn.task.is_spoken() {
            speech(state, turn)
        } else if turn.is_open() && turn.task.is_written() {
            written(state, turn)
        } else if turn.is_open() && turn.task == Task::Prepare {
            asks::prepare::due(state, turn)
        } else {
            Decision::none()
        };
        if !decision.is_empty() {
            return decision;
        }
    }
    Decision::none()
}

fn speech(state: &DebateState, turn: &Turn) -> Decision {
    let call = state.speaking_call(turn.id);
    if let (Some(cue), Some(call)) = (turn.cut, call)
        && sentence::is_at_end(&turn.text)
    {
        return Decision::event(Event::SpeechCut { turn: turn.id, cue }).and_cut(Some(call));
    }
    let is_given_up = turn.failures >= MAX_FAILURES && call.is_none();
    // Whoever has answered one reminder, and cannot be had for another piece, has spoken.
    let is_whole =
        state.is_whole_but_for_a_word(turn) || (is_given_up && turn.has_answered_reminder());
    if call.is_none() && is_whole {
        let mut events = unheard_points(state, turn);
        events.push(referee::finish(state, turn, None));
        return Decision::events(events);
    }
    if is_given_up {
        return unreachable(state, turn);
    }
    let point = pending_point(state, turn);
    if let Some(point) = point {
        if point.status == PoiStatus::Offered {
            let ask = Ask::PoiAccept { poi: point.id };
            if !state.is_asked(&ask) {
                return Decision::ask(state, ask, Some(point.to.clone()));
            }
        }
        if call.is_none() {
            match point.status {
                PoiStatus::Taken => return Decision::event(Event::PoiAccepted { poi: point.id }),
                PoiStatus::Accepted => {
                    if let Some(text) = point.prepared_answer.clone() {
                        return Decision::event(Event::PoiAnswered {
                            poi: point.id,
                            text,
                        });
                    }
                    let ask = Ask::PoiAnswer { poi: point.id };
                    if state.is_asked(&ask) {
                        return Decision::none();
                    }
                    return Decision::ask(state, ask, Some(point.to.clone()));
                }
                PoiStatus::Offered | PoiStatus::Declined { .. } | PoiStatus::Answered { .. } => {}
            }
        }
    } else if let Some(raised) = gallery(state, turn) {
        return raised;
    }
    let stepwise = state.steps_of(turn) == Steps::OneAtATime;
    let listening = state.is_asked(&Ask::PoiOffer { turn: turn.id });
    // A model that is asked for one thing at a time is heard between two steps, not beside the stream.
    let may_ask = call.is_some() != stepwise;
    if may_ask && !listening && is_due(state, turn) {
        let mut decision = Decision::event(Event::PoiConsidered {
            turn: turn.id,
            upto: turn.position(),
        });
        let asked = Decision::ask(state, Ask::PoiOffer { turn: turn.id }, None);
        decision.events.extend(asked.events);
        decision.effects.extend(asked.effects);
        return decision;
    }
    if stepwise && (listening || point.is_some()) {
        return Decision::none();
    }
    match turn.next {
        Some(cue) if call.is_none() => Decision::ask(
            state,
            Ask::Speech { turn: turn.id, cue },
            Some(turn.seat.clone()),
        ),
        _ => Decision::none(),
    }
}

/// A turn that is handed in as a whole.
fn written(state: &DebateState, turn: &Turn) -> Decision {
    let ask = Ask::Write { turn: turn.id };
    if state.is_asked(&ask) {
        Decision::none()
    } else if let Some(draft) = turn.whole_draft() {
        delivery::advance(state, turn, draft)
    } else if let Some(reason) = nothing_to_answer(state, turn) {
        let name = state.name(&turn.seat);
        Decision::events(gone_without(
            state,
            turn,
            format!("{name} is not asked: {reason}"),
            reason.to_owned(),
        ))
    } else if turn.failures >= MAX_FAILURES {
        unreachable(state, turn)
    } else {
        Decision::ask(state, ask, Some(turn.seat.clone()))
    }
}

/// The reason why nobody is asked for a turn that answers what others handed in, where they handed in nothing: a model
/// can give no answer to nothing, and its server would be blamed.
fn nothing_to_answer(state: &DebateState, turn: &Turn) -> Option<&'static str> {
    match turn.task.hands_in()? {
        HandsIn::Responses if state.arguments_against(&turn.seat).is_empty() => {
            Some("there are no arguments of the other side to respond to")
        }
        HandsIn::Replies if state.questions_to(&turn.seat).is_empty() => {
            Some("nothing was asked about the arguments of this side")
        }
        HandsIn::Arguments
        | HandsIn::Responses
        | HandsIn::Replies
        | HandsIn::Closing
        | HandsIn::Framing
        | HandsIn::Synthesis => None,
    }
}

/// The debate goes on without this turn, and says so.
fn gone_without(state: &DebateState, turn: &Turn, told: String, reason: String) -> Vec<Event> {
    let mut events = vec![Event::Notice { text: told }];
    events.extend(unheard_points(state, turn));
    // A work whose end is missing counts at no pace: what was read out of it may have been a thought, an example or
    // what its author was about to take back, and nobody has checked it.
    let drafted = turn.draft.as_ref();
    events.extend(drafted.map(|draft| delivery::taken_back(turn, draft)));
    events.push(Event::TurnEnded {
        turn: turn.id,
        truncated: Some(Truncation::Unreachable { reason }),
        flagged: None,
    });
    events
}

/// Whether no speaker has said anything, and with the one who has this turn at least half of them, and more than one,
/// could not be had.
fn is_nobody_heard(state: &DebateState, turn: &Turn) -> bool {
    let mut lost = BTreeSet::from([&turn.seat]);
    for one in state.addresses() {
        if !one.is_empty() {
            return false;
        }
        lost.extend(one.given_up().map(|_| &one.seat));
    }
    lost.len() >= state.speakers().len().div_ceil(2).max(2)
}

fn unreachable(state: &DebateState, turn: &Turn) -> Decision {
    let mut calls = state.finished.iter().rev();
    let reason = calls
        .find_map(|call| {
            call.failed
                .clone()
                .filter(|_| call.ask.writes() == Some(turn.id))
        })
        .unwrap_or_else(|| "the model does not answer".to_owned());
    // Where nobody waits for the slowest of those who speak at once, nobody waits for one who cannot be had.
    let phases = state.opening.iter().flat_map(|one| &one.format.phases);
    let mut phase = phases.skip(turn.phase as usize);
    let is_timed = phase
        .next()
        .is_some_and(|phase| phase.timeout_seconds.is_some());
    let policy = if state.is_simultaneous(turn) && is_timed {
        OnFailure::GoOn
    } else {
        state.failure_policy()
    };
    match policy {
        OnFailure::Pause => Decision::event(waited_for::paused(Some(&turn.seat), &reason)),
        // Whatever the server answers beside: a debate in which nobody says a word is none.
        OnFailure::Stop if is_nobody_heard(state, turn) => {
            let reason = format!("nobody could be heard: {reason}");
            Decision::event(waited_for::paused(None, &reason))
        }
        OnFailure::GoOn | OnFailure::Stop => {
            let name = state.name(&turn.seat);
            let told = format!("{name}'s model gave no answer; the debate goes on: {reason}");
            Decision::events(gone_without(state, turn, told, reason))
        }
    }
}

fn speaking(state: &DebateState, call: CallId) -> Option<&Turn> {
    let pending = state.calls.get(&call).filter(|pending| !pending.cut)?;
    let turn = state.turn(pending.ask.speaks()?)?;
    turn.is_open().then_some(turn)
}

/// A step is done, and another follows. Once the bell has rung only the close is left.
fn step_ended(turn: &Turn) -> Event {
    let before_close = STEPS - 2;
    let step = if turn.bell.is_some() {
        before_close
    } else {
        turn.steps.min(before_close)
    };
    Event::StepEnded {
        turn: turn.id,
        step,
    }
}
