//! The rules. [`decide`] is a pure function: given what is so and what has come in, it says what is to be
//! recorded and what is to be begun or cut. It reads no clock and starts nothing itself.
//!
//! It works level by level, not edge by edge. What came in is turned into events; everything that follows
//! from the state as it then is (the next turn, the next call) is decided by [`Input::Advance`], which looks
//! at the state alone. So there is no difference between going on and taking up again: a resumed debate is
//! a state whose calls are missing, and `Advance` begins them.

mod bench;
mod calls;
mod commands;
mod floor;
mod house;
mod outage;
mod phases;
mod rules;
mod slip;
mod sources;

use std::{collections::BTreeMap, sync::Arc};

use super::{
    answer::{
        Ballot, DirectVerdict, PoiDecision, PoiOffer, SideVerdict, SpeakerAssessment,
        SpeechArguments, StrawVote,
    },
    ask::Ask,
    command::{Command, Pace},
    event::{CallReport, Event, Failure},
    ids::{CallId, CommandId, Seat},
    opening::{OnFailure, Opening},
    scores::{Assessment, Finding, Held, Judgement, NextSpeaker},
    sources::Passage,
    state::DebateState,
    work::Work,
};

pub use bench::{candidates, items};
pub use rules::asked_rules;
pub use sources::asked_sources;

/// So many calls may be under way before more is asked of the house: each waits with its whole prompt, and no provider
/// takes a thousand at once. What is asked for the viewer may be twice as many, so that the house is not in its way.
const AT_ONCE: usize = 256;

/// What a model answered, checked against its shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Prose.
    Text(String),
    /// Whether somebody rises.
    Offer(PoiOffer),
    /// Whether a point is taken.
    Decision(PoiDecision),
    /// Which side a speech argues.
    Side(SideVerdict),
    /// What a speech argued.
    Arguments(SpeechArguments),
    /// A straw vote.
    Straw(StrawVote),
    /// A ballot.
    Ballot(Ballot),
    /// The ballots of several members, asked for beside any running debate.
    Ballots(BTreeMap<Seat, Ballot>),
    /// The direct verdict.
    Verdict(Box<DirectVerdict>),
    /// How one speaker did.
    Assessment(SpeakerAssessment),
    /// What was handed in. Arguments have no ids yet.
    Work(Box<Work>),
    /// What a referee found, by the word of the rule.
    Findings(BTreeMap<String, Finding>),
    /// Who speaks next.
    Next(NextSpeaker),
    /// How the debate stands after a round.
    Round(Box<Assessment>),
    /// A judge's report.
    Judgement(Box<Judgement>),
    /// Passages of a corpus, and why there are none or fewer than there could be.
    Passages(Vec<Passage>, Option<String>),
    /// What passages hold, by their numbers.
    Held(Vec<(u32, Held)>),
}

/// What of a speech is written and not yet said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// The model is still writing.
    Unfinished,
    /// It has written all, and so many words wait to be said.
    Written(u32),
}

/// Something that has come in.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// Open a debate.
    Open(Arc<Opening>),
    /// Take up a debate that another process left.
    Reconvene {
        /// From now on this is done where a model cannot be had, or what was settled before.
        on_failure: Option<OnFailure>,
        /// From now on text is released so fast, or as before.
        pace: Option<Pace>,
        /// What the calls came to that the other process left open, as after a crash.
        lost: BTreeMap<CallId, CallReport>,
    },
    /// The debate is left, and what is under way with it.
    Leave {
        /// What the calls came to by then.
        cut: BTreeMap<CallId, CallReport>,
    },
    /// A command.
    Command(CommandId, Command),
    /// Words were released to the house. They never reach across the end of a sentence.
    Said {
        /// The call that wrote them.
        call: CallId,
        /// The words.
        text: String,
        /// What waits behind them.
        rest: Rest,
    },
    /// A speech is written and all of it is said.
    Drained {
        /// The call that wrote it.
        call: CallId,
        /// How it went.
        report: CallReport,
        /// Whether it stopped there for want of room, and not because it was done.
        at_limit: bool,
    },
    /// A call that is not for the floor has its answer.
    Answered {
        /// Which.
        call: CallId,
        /// The answer.
        answer: Answer,
        /// How it went.
        report: CallReport,
    },
    /// A call failed for good.
    Failed {
        /// Which.
        call: CallId,
        /// Why.
        reason: String,
        /// How.
        failure: Failure,
        /// What was answered last, where it was of no use. Empty otherwise.
        raw: String,
        /// How it went.
        report: CallReport,
    },
    /// A call that was cut has ended.
    Cut {
        /// Which.
        call: CallId,
        /// How it went.
        report: CallReport,
    },
    /// A call is tried again.
    Retrying {
        /// Which.
        call: CallId,
        /// Which try failed, from 1.
        attempt: u32,
        /// Why.
        reason: String,
        /// How long it waits, in milliseconds.
        wait_ms: u64,
    },
    /// The oldest speeches had to be given in short.
    Condensed {
        /// In which call.
        call: CallId,
        /// How many.
        speeches: u32,
        /// The context of the model, in tokens.
        context: u32,
    },
    /// Something that the viewer should know.
    Notice(String),
    /// Whatever follows from the state as it is. To be repeated until nothing follows.
    Advance,
}

/// Something to be done outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Begin a call.
    Begin {
        /// Which.
        call: CallId,
        /// What for.
        ask: Ask,
    },
    /// Stop a call and drop what it wrote and nobody has said.
    Cut {
        /// Which.
        call: CallId,
    },
}

/// What is to be recorded, and then done.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decision {
    /// Calls that are cut before, each with its report: after the close nothing is recorded.
    pub cut_before: Vec<CallId>,
    /// In this order.
    pub events: Vec<Event>,
    /// After the events are in the journal.
    pub effects: Vec<Effect>,
}

impl Decision {
    fn none() -> Self {
        Self::default()
    }

    fn event(event: Event) -> Self {
        Self::events(vec![event])
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

    /// Whether nothing follows.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && self.effects.is_empty()
    }
}

/// What follows from `input`, given `state`.
pub fn decide(state: &DebateState, input: Input) -> Decision {
    if state.is_closed() {
        // No event after the close. Commands are refused by whoever holds the channel.
        return Decision::none();
    }
    match input {
        Input::Open(opening) if state.opening.is_none() => Decision::event(Event::Opened(opening)),
        Input::Open(_) => Decision::none(),
        _ if state.opening.is_none() => Decision::none(),
        Input::Reconvene {
            on_failure,
            pace,
            lost,
        } => reconvene(state, on_failure, pace, lost),
        Input::Leave { cut } => Decision::events(all_cut(state, cut)),
        Input::Command(id, command) => commands::decide(state, id, command),
        Input::Said { call, text, rest } => floor::said(state, call, text, rest),
        Input::Drained {
            call,
            report,
            at_limit,
        } => floor::drained(state, call, report, at_limit),
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
        Input::Cut { call, report } => known(state, call, Event::CallCut { call, report }),
        Input::Retrying {
            call,
            attempt,
            reason,
            wait_ms,
        } => known(
            state,
            call,
            Event::CallRetried {
                call,
                attempt,
                reason,
                wait_ms,
            },
        ),
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

/// What an earlier process left unfinished goes back to the end of a sentence before it is taken up, and the calls that
/// it left open end here.
fn reconvene(
    state: &DebateState,
    on_failure: Option<OnFailure>,
    pace: Option<Pace>,
    lost: BTreeMap<CallId, CallReport>,
) -> Decision {
    let mut events = all_cut(state, lost);
    for turn in state.turns.iter().filter(|turn| turn.is_open()) {
        events.extend(floor::rewind(turn));
    }
    events.push(Event::Reconvened { on_failure });
    events.extend(
        pace.filter(|pace| *pace != state.pace)
            .map(|pace| Event::PaceChanged {
                command: CommandId::HOUSE,
                pace,
            }),
    );
    Decision::events(events)
}

/// Everything under way ends as cut. Of what nothing is said, nothing is known.
fn all_cut(state: &DebateState, mut reports: BTreeMap<CallId, CallReport>) -> Vec<Event> {
    let cut = state.calls.keys().map(|call| Event::CallCut {
        call: *call,
        report: reports.remove(call).unwrap_or_default(),
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

/// The first thing that follows from the state as it is.
fn advance(state: &DebateState) -> Decision {
    let steps: [fn(&DebateState) -> Decision; 7] = [
        house::limits,
        house::background,
        sources::check,
        bench::assessments,
        floor::advance,
        phases::advance,
        house::ballots,
    ];
    if let Some(decision) = outage::advance(state) {
        return decision;
    }
    let questions = commands::questions(state);
    if !questions.is_empty() || !state.is_running() {
        return questions;
    }
    steps
        .iter()
        .map(|step| step(state))
        .find(|decision| !decision.is_empty())
        .unwrap_or_default()
}
