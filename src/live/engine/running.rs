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
    passage_mark::PassageMark,
    reveal::Reveal,
    voice::{Voice, Watch},
};
use crate::{
    asks::{Floor, Parts, said_before::SaidBefore},
    debate::{
        DebateState, MAX_FAILURES,
        ask::Ask,
        event::{CallFailure, CallReport, PromptStamp},
        ids::CallId,
        written::Work,
    },
    llm::{meter::Meter, price::Price},
    practice::FromPractice,
    prompt::{Prompted, Prompts},
    text::sentence,
};

/// The factor by which a model on this machine may take longer.
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
    /// About how many tokens the prompt came to as it was sent, the answer counted.
    pub(super) needed: u32,
    pub(super) repeated_share: f64,
    /// The stamp of the prompt, once it was made.
    pub(super) prompt: Option<PromptStamp>,
    pub(super) written_chars: usize,
    /// The meter of what the call has used so far.
    pub(super) meter: Meter,
    /// The number of tries after which the next one was waited for; 0 before any has failed.
    pub(super) waits_after: u32,
    pub(super) shrunk: u32,
    /// The line broke: why. What was written before is still heard first.
    pub(super) broke: Option<(String, CallFailure)>,
    /// For work: what is finished of it, where nobody has read it out yet.
    pub(super) draft: Option<Work>,
    /// For a speech: what it has written, on its way to the house.
    pub(super) floor: Option<(Voice, Reveal)>,
}

/// What a call waits for before a server sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    /// Its turn: no server has seen it.
    ForTurn,
    /// The next try: one has failed.
    ForNextTry,
    /// Nothing: a server is at work on it, or it is for none.
    Not,
}

impl Running {
    /// Work for no model.
    pub(super) fn beside(ask: Ask, abort: AbortHandle) -> Self {
        Self {
            ask,
            abort,
            model: String::new(),
            price: Price::Unknown,
            since: Instant::now(),
            prompt_chars: 0,
            needed: 0,
            repeated_share: 0.0,
            prompt: None,
            written_chars: 0,
            meter: Meter::default(),
            waits_after: 0,
            shrunk: 0,
            broke: None,
            draft: None,
            floor: None,
        }
    }

    /// What it waits for, where no server is at work on it.
    pub(super) fn waits(&self) -> Waits {
        match self.meter.tries() {
            0 if self.prompt.is_some() => Waits::ForTurn,
            tries if tries > 0 && tries == self.waits_after => Waits::ForNextTry,
            _ => Waits::Not,
        }
    }

    /// The report on the call so far, for one that is cut. One that still waits for its turn has used nothing.
    pub(super) fn so_far(&self) -> CallReport {
        let written = self.floor.as_ref().and_then(|(_, reveal)| reveal.report());
        written.map_or_else(|| completed(self.used(), self), CallReport::clone)
    }

    /// The report on what the tries so far have used.
    pub(super) fn used(&self) -> CallReport {
        let usage = self.meter.usage();
        CallReport {
            model: self.model.clone(),
            usage,
            first_token_ms: None,
            duration_ms: millis(self.since.elapsed()),
            tries: self.meter.tries(),
            cost: self.price.cost(&usage),
            ..CallReport::default()
        }
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

    /// Calls whose words go to the floor, in the order in which they were begun.
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

/// A model that is asked for one thing at a time is held to say nothing twice, and nothing that it was shown.
pub(super) fn watch(state: &DebateState, floor: &Floor, practice: Option<&FromPractice>) -> Watch {
    let Some(turn) = floor.turn.and_then(|turn| state.turn(turn)) else {
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
        .map_or_else(SaidBefore::default, SaidBefore::but_for);
    let points = state.points.iter();
    let points = points.flat_map(|point| std::iter::once(&*point.text).chain(point.answer()));
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
    let speakers = state.speakers().iter();
    let everybody = speakers.map(|speaker| speaker.card.name.clone()).collect();
    Watch::BySentence {
        said: Box::new(said),
        everybody,
        mark: PassageMark::of(floor.rests_on.clone()),
    }
}

/// The parts of the answer to a prompt, where it is asked for part by part, and the content of practice, where rounds
/// of practice stand before the task.
pub(super) fn practised(
    state: &DebateState,
    prompts: &Prompts,
    (ask, prompted): (&Ask, &mut Prompted),
) -> (Option<Parts>, Option<FromPractice>) {
    if !prompted.is_stepwise {
        return (None, None);
    }
    let practice = prompts.practice(state);
    let task = prompted.request.messages.last();
    let of_task = task.map(|task| practice.for_task(&task.text));
    let parts = std::mem::take(&mut prompted.parts);
    let parts =
        (!parts.is_empty()).then(|| Parts::of(practice, parts).behind(handed_in(state, ask)));
    (parts, of_task)
}

/// What others have handed in before somebody hands in work: nobody hands the same sentence in. A judge may say it again.
fn handed_in<'a>(state: &'a DebateState, ask: &Ask) -> Vec<&'a str> {
    let is_work = matches!(ask, Ask::Write { .. });
    let own = ask
        .writes()
        .filter(|_| is_work)
        .and_then(|turn| state.turn(turn));
    let Some(own) = own.filter(|own| state.speaker(&own.seat).is_some()) else {
        return Vec::new();
    };
    let before = state
        .turns
        .iter()
        .filter(|one| one.seat != own.seat && !one.is_struck());
    let works = before.filter_map(|one| one.work.as_ref());
    works.flat_map(Work::texts).collect()
}

/// The time that others wait for one of several that are asked at once. A model on this machine has five times as long:
/// it answers them one after the other.
pub(super) fn patience(seconds: Option<u32>, is_here: bool) -> Option<Duration> {
    let times = if is_here { PATIENCE_HERE } else { 1 };
    seconds.map(|seconds| Duration::from_secs(u64::from(seconds) * times))
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

/// The report with what the server does not know: the stamp of the prompt, and how much of it repeats earlier ones.
pub(super) fn completed(mut report: CallReport, call: &Running) -> CallReport {
    report.prompt.clone_from(&call.prompt);
    // A provider that counts them itself knows better.
    if report.usage.repeated_tokens == 0 {
        report.usage.repeated_tokens =
            (report.usage.prompt_tokens as f64 * call.repeated_share).round() as u64;
    }
    report
}
