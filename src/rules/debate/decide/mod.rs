//! The rules. [`decide`] is a pure function: given what is so and what has come in, it says what is to be
//! recorded and what is to be begun or cut. It reads no clock and starts nothing itself.
//!
//! It works level by level, not edge by edge. What came in is turned into events; everything that follows
//! from the state as it then is (the next turn, the next call) is decided by [`Input::Advance`], which looks
//! at the state alone. So there is no difference between going on and taking up again: a resumed debate is
//! a state whose calls are missing, and `Advance` begins them.

pub(super) mod asks;
mod calls;
mod commands;
mod delivery;
mod floor;
mod follow_ups;
mod house;
mod judges;
mod limits;
mod outage;
mod people;
mod phases;
mod points;
mod quoted;
mod referee;
mod slip;
mod taken_back;
mod terminals;
mod together;
mod waited_for;
mod what_if;
mod withheld;

use std::{collections::BTreeMap, sync::Arc};

use super::{
    ask::Ask,
    command::{Command, Pace},
    event::{CallFailure, CallReport, Event, PausedBy},
    ids::{CallId, CommandId, Seat, TurnId},
    opening::{Launch, OnFailure, Opening, SpendLimits},
    state::{DebateState, DebateStatus},
    what_if::WhatIf,
    written::Work,
};

pub use super::answer::Answer;
pub use asks::{judge::rehearsed_marks, sources::asked_sources};
pub(super) use delivery::is_read_as_far_as_can_be;
pub use judges::{candidates, items};
pub use referee::asked_rules;
pub use slip::asks_for_other_vote;

/// The number of calls that may be under way before more is asked of the house: each waits with its whole prompt, and
/// no provider takes a thousand at once. What is asked for the viewer may be twice as many, so that the house is not in
/// its way.
const AT_ONCE: usize = 256;

/// The part of a speech that is written and not yet said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unspoken {
    /// The model is still writing.
    Unfinished,
    /// The model has written all, and so many words wait to be said.
    Written(u32),
}

/// An input of the rules: something that has come in.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Open a debate.
    Open(Arc<Opening>),
    /// Take up a debate that another process left.
    Reconvene {
        /// The choice of what is done from now on where a model cannot be had; `None` for what was settled before.
        on_failure: Option<OnFailure>,
        /// The pace at which text is released from now on; `None` for the pace as before.
        pace: Option<Pace>,
        /// The number of members of the audience who may be polled in one call from now on, with the models that there
        /// are.
        polled_together: u32,
        /// The flags that name the models from now on; `None` for those before.
        launch: Option<Launch>,
        /// The labels of the models that the seats have from now on.
        models: BTreeMap<Seat, String>,
        /// The reports of the calls that the other process left open, as after a crash.
        lost: BTreeMap<CallId, CallReport>,
        /// Whether the debate waits for the viewer before it goes on.
        waits: bool,
        /// The limits on what may be used from now on, where others are wanted.
        limits: SpendLimits,
        /// The things that are otherwise from now on, where a branch parts here.
        changes: Vec<WhatIf>,
    },
    /// The debate is left, and what is under way with it.
    Leave {
        /// The reports of the calls that are cut, as far as they have come.
        cut: BTreeMap<CallId, CallReport>,
    },
    /// A command of the viewer, by its id.
    Command(CommandId, Command),
    /// A person has filled in what a judge is asked.
    FilledIn {
        /// The id of the command by which it came.
        command: CommandId,
        /// The call that it answers.
        call: CallId,
        /// The answer, held to the same as a model's, or what is wrong with it.
        answer: Result<Answer, String>,
    },
    /// Words were released to the house. They never reach across the end of a sentence.
    Said {
        /// The call that wrote them.
        call: CallId,
        /// The words that were released.
        text: String,
        /// The part of the speech that waits behind the words.
        rest: Unspoken,
    },
    /// A speech, or the step of one that a small model makes, is written. It may not be said yet.
    Written {
        /// The call that wrote it.
        call: CallId,
    },
    /// A speech is written and all of it is said.
    Drained {
        /// The call that wrote it.
        call: CallId,
        /// The report of the call: model, tokens, times, cost.
        report: CallReport,
        /// Whether it stopped there for want of room, and not because it was done.
        at_limit: bool,
    },
    /// A part of the work that a call is for is written and finished.
    Drafted {
        /// The call that writes it.
        call: CallId,
        /// All that is finished of it.
        work: Work,
    },
    /// What was drafted of the work that a call is for was refused: none of it is anybody's words.
    DraftRefused {
        /// The call that writes it.
        call: CallId,
    },
    /// Words of a draft were released to the house.
    Delivered {
        /// The turn that is read out.
        turn: TurnId,
        /// The number of words that were released.
        words: u32,
    },
    /// A call that is not for the floor has its answer.
    Answered {
        /// The id of the call.
        call: CallId,
        /// The answer, checked against its shape.
        answer: Answer,
        /// The report of the call: model, tokens, times, cost.
        report: CallReport,
    },
    /// A call failed for good.
    Failed {
        /// The id of the call.
        call: CallId,
        /// The last error of the model, for people.
        reason: String,
        /// The kind of failure.
        failure: CallFailure,
        /// The last answer, where it was of no use. Empty otherwise.
        raw: String,
        /// The report of the call: model, tokens, times, cost.
        report: CallReport,
    },
    /// A call that was cut has ended.
    Cut {
        /// The id of the call.
        call: CallId,
        /// The report of the call: model, tokens, times, cost.
        report: CallReport,
    },
    /// A call is tried again.
    Retrying {
        /// The id of the call.
        call: CallId,
        /// The number of the try that failed, counted from 1.
        attempt: u32,
        /// The error that the try ended with, for people.
        reason: String,
        /// The wait before the next try, in milliseconds.
        wait_ms: u64,
        /// The report of the tries so far.
        so_far: Option<CallReport>,
    },
    /// The oldest speeches had to be shortened.
    Condensed {
        /// The id of the call whose prompt was shortened.
        call: CallId,
        /// The number of speeches that were shortened.
        speeches: u32,
        /// The context of the model, in tokens.
        context: u32,
    },
    /// A notice: something that the viewer should know.
    Notice(String),
    /// Whatever follows from the state as it is. To be repeated until nothing follows.
    Advance,
}

/// An effect: something to be done outside the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Begin a call.
    Begin {
        /// The id of the call.
        call: CallId,
        /// The piece of work that is asked for.
        ask: Ask,
    },
    /// Stop a call and drop what it wrote and nobody has said.
    Cut {
        /// The id of the call.
        call: CallId,
    },
}

/// The events to record, and the effects to carry out after them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decision {
    /// Calls that are cut before the events are recorded, so that the report of each comes before them: after the close
    /// nothing is recorded.
    pub cut_before: Vec<CallId>,
    /// Events to be recorded, in this order.
    pub events: Vec<Event>,
    /// Effects to be carried out once the events are in the journal.
    pub effects: Vec<Effect>,
}

impl Decision {
    fn none() -> Self {
        Self::default()
    }

    fn event(event: Event) -> Self {
        Self::events(vec![event])
    }

    /// A command is refused, for this reason.
    fn refused(command: CommandId, reason: &str) -> Self {
        Self::event(Event::CommandRefused {
            command,
            reason: reason.to_owned(),
        })
    }

    fn events(events: Vec<Event>) -> Self {
        Self {
            events,
            ..Self::default()
        }
    }

    fn and_cut(mut self, call: Option<CallId>) -> Self {
        self.effects.extend(call.map(|call| Effect::Cut { call }));
        self
    }

    /// Begins a call.
    fn ask(state: &DebateState, ask: Ask, seat: Option<Seat>) -> Self {
        let call = CallId(state.calls_begun);
        Self {
            events: vec![Event::CallBegan {
                call,
                ask: ask.clone(),
                seat,
            }],
            effects: vec![Effect::Begin { call, ask }],
            ..Self::default()
        }
    }

    /// Whether the decision is to do nothing.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && self.effects.is_empty()
    }
}

/// The decision that follows from `input`, given `state`.
pub fn decide(state: &DebateState, input: Input) -> Decision {
    if state.is_closed() {
        return follow_ups::decide(state, input);
    }
    match input {
        Input::Open(opening) if state.opening.is_none() => Decision::event(Event::Opened(opening)),
        Input::Open(_) => Decision::none(),
        _ if state.opening.is_none() => Decision::none(),
        Input::Reconvene {
            on_failure,
            pace,
            polled_together,
            launch,
            mut models,
            lost,
            waits,
            limits,
            changes,
        } => {
            let is_new = polled_together != state.polling.together;
            let opened = state.opening.as_deref();
            models.retain(|seat, model| state.model_of(seat) != Some(model));
            let other_models = what_if::models(opened, &models);
            let terms = Event::Reconvened {
                on_failure,
                polled_together: is_new.then_some(polled_together),
                launch: launch.filter(|launch| opened.is_some_and(|one| one.launch != *launch)),
                models,
                limits,
            };
            reconvene(state, (terms, other_models), (pace, waits), (lost, changes))
        }
        Input::Leave { cut } => Decision::events(all_cut(state, cut)),
        Input::Command(id, command) => commands::decide(state, id, command),
        Input::FilledIn {
            command,
            call,
            answer,
        } => people::filled_in(state, command, call, answer),
        Input::Said { call, text, rest } => floor::said(state, call, text, rest),
        Input::Written { call } => floor::written_whole(state, call),
        Input::Drained {
            call,
            report,
            at_limit,
        } => floor::drained(state, call, report, at_limit),
        Input::Drafted { call, work } => delivery::drafted(state, call, work),
        Input::DraftRefused { call } => delivery::refused(state, call),
        Input::Delivered { turn, words } => delivery::delivered(state, turn, words),
        Input::Answered {
            call,
            answer,
            report,
        } => calls::answered(state, call, answer, report),
        Input::Failed {
            call,
            reason,
            failure,
            raw,
            report,
        } => calls::failed(state, call, (reason, &raw), failure, report),
        Input::Cut { call, report } => {
            let report = state.report_by_hand(call).unwrap_or(report);
            known(state, call, Event::CallCut { call, report })
        }
        Input::Retrying {
            call,
            attempt,
            reason,
            wait_ms,
            so_far,
        } => retrying(state, call, (attempt, reason, wait_ms), so_far),
        Input::Condensed {
            call,
            speeches,
            context,
        } => known(
            state,
            call,
            Event::TranscriptCondensed {
                call,
                speeches,
                context,
            },
        ),
        Input::Notice(text) => Decision::event(Event::Notice { text }),
        Input::Advance => advance(state),
    }
}

/// Takes up a debate again: what an earlier process left unfinished goes back to the end of a sentence first, and the
/// calls that the process left open end here.
fn reconvene(
    state: &DebateState,
    (reconvened, other_models): (Event, Vec<Event>),
    (pace, waits): (Option<Pace>, bool),
    (lost, changes): (BTreeMap<CallId, CallReport>, Vec<WhatIf>),
) -> Decision {
    let mut events = all_cut(state, lost);
    let parts = state.parts_from();
    let has_words = changes.iter().any(|one| matches!(one, WhatIf::Words(_)));
    let mut dropped = Vec::new();
    for turn in state.turns.iter().filter(|turn| turn.is_open()) {
        let back = taken_back::rewind(turn);
        let heard = state.floor().is_some_and(|floor| floor.id == turn.id);
        // A speech that was over but for a word on evidence ends with what was said of that.
        let is_over = || state.is_whole_but_for_a_word(&taken_back::taken_up(turn));
        // Where a branch parts, that is told alone: its own words were not interrupted.
        let told = back.is_some() && heard && !is_over() && parts.is_none();
        events.extend(back);
        dropped.extend(parts.map(|_| what_if::dropped(state, turn, has_words)));
        // Whoever heard those words looks for them.
        events.extend(told.then(|| Event::Notice {
            text: format!(
                "{} was interrupted here, and says the unfinished sentence anew.",
                state.name(&turn.seat)
            ),
        }));
    }
    events.push(reconvened);
    events.extend(
        pace.filter(|pace| *pace != state.pace)
            .map(|pace| Event::PaceChanged {
                command: CommandId::HOUSE,
                pace,
            }),
    );
    if let Some(parent) = parts {
        events.push(Event::Notice {
            text: format!("Here this debate parts from {}.", parent.short()),
        });
        events.extend(dropped.into_iter().flatten());
        events.extend(other_models);
        events.extend(what_if::events(state, changes));
    }
    events.extend(waits.then_some(Event::Paused {
        command: CommandId::HOUSE,
        by: PausedBy::Viewer,
    }));
    Decision::events(events)
}

/// Everything under way ends as cut. Of what nothing is said, nothing is known.
fn all_cut(state: &DebateState, mut reports: BTreeMap<CallId, CallReport>) -> Vec<Event> {
    let cut = state.calls.keys().map(|call| Event::CallCut {
        call: *call,
        report: reports
            .remove(call)
            .or_else(|| state.report_by_hand(*call))
            .unwrap_or_default(),
    });
    cut.collect()
}

fn known(state: &DebateState, call: CallId, event: Event) -> Decision {
    if state.calls.get(&call).is_some() {
        Decision::event(event)
    } else {
        Decision::none()
    }
}

/// A call is tried again.
fn retrying(
    state: &DebateState,
    call: CallId,
    (attempt, reason, wait_ms): (u32, String, u64),
    so_far: Option<CallReport>,
) -> Decision {
    let retried = Event::CallRetried {
        call,
        attempt,
        reason,
        wait_ms,
        so_far: so_far.filter(|report| report.usage.tokens() > 0),
    };
    known(state, call, retried)
}

/// The first thing that follows from the state as it is.
fn advance(state: &DebateState) -> Decision {
    let steps: [fn(&DebateState) -> Decision; 9] = [
        asks::extract::due,
        asks::define::due,
        asks::annotate::due,
        asks::poll::due,
        asks::sources::due,
        asks::round::due,
        floor::advance,
        phases::advance,
        house::owed,
    ];
    let limit = house::limits(state);
    // Whether a server is back is asked of it, and costs what any call does: not where a limit is reached.
    let is_limited = match &state.status {
        DebateStatus::Running => !limit.is_empty(),
        DebateStatus::Paused(by) => matches!(by, PausedBy::Limit { .. }),
        DebateStatus::Unopened | DebateStatus::Closed(_) => false,
    };
    if !is_limited && let Some(decision) = outage::advance(state) {
        return decision;
    }
    if !limit.is_empty() && super::spend_limits::finishes_first(state) {
        return Decision::none();
    }
    let questions = asks::question::due(state);
    if !questions.is_empty() || !state.is_running() {
        return questions;
    }
    if !limit.is_empty() {
        return limit;
    }
    // Whoever writes or votes goes by what the sides hold.
    if let Some(decision) = asks::claims::due(state) {
        return decision;
    }
    steps
        .iter()
        .map(|step| step(state))
        .find(|decision| !decision.is_empty())
        .unwrap_or_default()
}
