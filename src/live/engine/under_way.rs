//! A call under way, and what the driver has to know of the speech that it is for.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};
use tokio::{task::AbortHandle, time::Instant};

use super::{
    heard::Heard,
    mark::Mark,
    reveal::Reveal,
    voice::{Voice, Watch},
};
use crate::{
    debate::{
        DebateState, MAX_FAILURES,
        ask::{Ask, Cue},
        event::{CallReport, Failure},
        ids::CallId,
        state::PoiStatus,
    },
    llm::{Request, meter::Meter, price::Price},
    prompt::{FromPractice, Prompts, is_staged},
    text::sentence,
};

/// How many times as long a model on this machine may take.
const PATIENCE_HERE: u64 = 5;

/// A call under way.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) ask: Ask,
    pub(super) abort: AbortHandle,
    pub(super) model: String,
    pub(super) price: Price,
    pub(super) since: Instant,
    pub(super) prompt_chars: usize,
    pub(super) repeated_share: f64,
    pub(super) written_chars: usize,
    /// What it has used so far.
    pub(super) meter: Meter,
    pub(super) shrunk: u32,
    /// The line broke: why. What was written before is still heard first.
    pub(super) broke: Option<(String, Failure)>,
    /// For a speech: what it has written, on its way to the house.
    pub(super) floor: Option<(Voice, Reveal)>,
}

impl Running {
    /// Work for no model.
    pub(super) fn beside(ask: Ask, abort: AbortHandle) -> Self {
        Self {
            ask,
            abort,
            model: String::new(),
            price: Price::Free,
            since: Instant::now(),
            prompt_chars: 0,
            repeated_share: 0.0,
            written_chars: 0,
            meter: Meter::default(),
            shrunk: 0,
            broke: None,
            floor: None,
        }
    }

    /// How it has gone so far, for a call that is cut. One that still waits for its turn has used nothing.
    pub(super) fn so_far(&self) -> CallReport {
        let written = self.floor.as_ref().and_then(|(_, reveal)| reveal.report());
        if let Some(report) = written {
            return report.clone();
        }
        let usage = self.meter.usage();
        let report = CallReport {
            model: self.model.clone(),
            usage,
            first_token_ms: None,
            duration_ms: millis(self.since.elapsed()),
            tries: self.meter.tries(),
            cost: self.price.cost(&usage),
        };
        with_repeats(report, self)
    }
}

/// The calls under way. Those whose words go to the floor are looked at at every turn of the driver's loop and are
/// kept by themselves: a house of a thousand that is being polled is not in the way of a speech.
#[derive(Debug, Default)]
pub(super) struct Calls {
    floor: BTreeMap<CallId, Running>,
    beside: HashMap<CallId, Running>,
}

impl Calls {
    pub(super) fn insert(&mut self, id: CallId, call: Running) {
        if call.floor.is_some() {
            self.floor.insert(id, call);
        } else {
            self.beside.insert(id, call);
        }
    }

    pub(super) fn get(&self, id: CallId) -> Option<&Running> {
        self.floor.get(&id).or_else(|| self.beside.get(&id))
    }

    pub(super) fn get_mut(&mut self, id: CallId) -> Option<&mut Running> {
        let Self { floor, beside } = self;
        floor.get_mut(&id).or_else(|| beside.get_mut(&id))
    }

    pub(super) fn remove(&mut self, id: CallId) -> Option<Running> {
        self.floor.remove(&id).or_else(|| self.beside.remove(&id))
    }

    /// Those whose words go to the floor, in the order in which they were begun.
    pub(super) fn on_the_floor(&mut self) -> impl Iterator<Item = (CallId, &mut Running)> {
        self.floor.iter_mut().map(|(id, call)| (*id, call))
    }

    /// All of them, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (CallId, &Running)> {
        let all = self.floor.iter().chain(&self.beside);
        all.map(|(id, call)| (*id, call))
    }

    /// Stops them all.
    pub(super) fn abort(&mut self) {
        for call in self.floor.values().chain(self.beside.values()) {
            call.abort.abort();
        }
        *self = Self::default();
    }
}

/// What stands between the text that was said and the text that follows.
pub(super) fn joint(state: &DebateState, ask: &Ask) -> &'static str {
    let Ask::Speech { turn, cue } = ask else {
        return "";
    };
    let Some(turn) = state.turn(*turn).filter(|turn| !turn.text.is_empty()) else {
        return "";
    };
    match cue {
        Cue::AfterPoint { .. } | Cue::Evidence { .. } => "\n\n",
        Cue::Begin | Cue::Step { .. } | Cue::Bell | Cue::Resume => {
            if turn.text.ends_with(char::is_whitespace) {
                ""
            } else {
                " "
            }
        }
    }
}

/// How often a speech was broken off in a row, and why it was last, where it is asked for again.
pub(super) fn broken_off(state: &DebateState, ask: &Ask) -> Option<(u32, String)> {
    let Ask::Speech { turn, .. } = ask else {
        return None;
    };
    let failures = state.turn(*turn)?.failures;
    let is_it = |of: &Ask| matches!(of, Ask::Speech { turn: other, .. } if other == turn);
    let last = state.finished.iter().rev().find(|call| is_it(&call.ask));
    let reason = last.and_then(|call| call.failed.clone());
    (failures > 0).then(|| (failures, reason.unwrap_or_default()))
}

/// A model that is asked for one thing at a time is held to say nothing twice, and nothing that it was shown.
pub(super) fn watch(
    state: &DebateState,
    ask: &Ask,
    prompts: &Prompts,
    practice: Option<&FromPractice>,
) -> Watch {
    let Ask::Speech { turn, .. } = ask else {
        return Watch::Freely;
    };
    let Some(turn) = state.turn(*turn) else {
        return Watch::Freely;
    };
    if !state.is_asked_stepwise(&turn.seat) {
        return Watch::Freely;
    }
    let speaker = state.speaker(&turn.seat);
    // Whoever sums up tells what others have said, and must not be kept from it. And whoever has nothing else to say
    // is heard in the end: better said twice than not at all.
    let is_last_take = turn.failures + 1 >= MAX_FAILURES;
    let turns = state.turns.iter().filter(|one| {
        let counts = !is_last_take && (speaker.is_some() || one.seat == turn.seat);
        one.task.is_spoken() && (counts || one.id == turn.id)
    });
    let mut said = practice
        .cloned()
        .map_or_else(Heard::default, Heard::but_for);
    let points = state.points.iter().flat_map(|point| match &point.status {
        PoiStatus::Answered { text } => vec![point.text.as_str(), text.as_str()],
        _ => vec![point.text.as_str()],
    });
    for text in turns.map(|turn| turn.text.as_str()).chain(points) {
        said.add(text);
    }
    // What a card says of its speaker, nobody says of oneself.
    let positions = speaker.iter().flat_map(|speaker| &speaker.card.positions);
    for sentence in positions.flat_map(|one| sentence::sentences(&one.position)) {
        if ["He ", "She ", "His ", "Her "]
            .iter()
            .any(|begins| sentence.trim_start().starts_with(begins))
        {
            said.add(sentence);
        }
    }
    let speakers = state.opening.iter().flat_map(|opening| &opening.speakers);
    let everybody = speakers.map(|speaker| speaker.card.name.clone()).collect();
    Watch::BySentence {
        said: Box::new(said),
        everybody,
        mark: Mark::of(prompts.rests_on(state, ask)),
    }
}

/// What comes from practice in the answer to a prompt, where rounds of practice stand before its task.
pub(super) fn practised(
    state: &DebateState,
    ask: &Ask,
    (prompts, request): (&Prompts, &Request),
) -> Option<FromPractice> {
    let task = request.messages.last()?;
    let practice = is_staged(state, ask).then(|| prompts.practice(state));
    practice.map(|practice| practice.for_task(&task.text))
}

/// How long others wait for one of several who speak at once. A model on this machine has five times as long: it
/// answers them one after the other.
pub(super) fn patience(state: &DebateState, ask: &Ask, is_here: bool) -> Option<Duration> {
    let (Ask::Speech { turn, .. } | Ask::Write { turn }) = ask else {
        return None;
    };
    let turn = state
        .turn(*turn)
        .filter(|turn| state.is_simultaneous(turn))?;
    let phases = &state.opening.as_deref()?.format.phases;
    let seconds = phases.get(turn.phase as usize)?.timeout_seconds?;
    let times = if is_here { PATIENCE_HERE } else { 1 };
    Some(Duration::from_secs(u64::from(seconds) * times))
}

pub(super) fn names(state: &DebateState, ask: &Ask) -> Vec<String> {
    let Ask::Speech { turn, .. } = ask else {
        return vec![];
    };
    let Some(turn) = state.turn(*turn) else {
        return vec![];
    };
    match state.speaker(&turn.seat) {
        Some(speaker) => vec![speaker.card.name.clone(), speaker.card.short.clone()],
        None => vec![state.name(&turn.seat)],
    }
}

/// The seed of a call: each has its own, and a debate with the same seed has the same.
pub(super) fn seed(of_debate: u64, call: CallId) -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(of_debate);
    random.set_stream(u64::from(call.0));
    random.next_u64()
}

pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn with_repeats(mut report: CallReport, call: &Running) -> CallReport {
    // A provider that counts them itself knows better.
    if report.usage.repeated_tokens == 0 {
        report.usage.repeated_tokens =
            (report.usage.prompt_tokens as f64 * call.repeated_share).round() as u64;
    }
    report
}
