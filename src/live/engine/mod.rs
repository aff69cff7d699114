//! Runs the rules: one tokio task owns a debate, does the I/O that the rules ask for, and feeds back what
//! comes of it. Front ends hold a [`Handle`].

mod begin;
mod beside;
mod calls;
mod clock;
mod condensing;
mod delivery;
mod dividing;
mod drafts;
mod driver;
mod estimate;
mod handle;
mod judging;
mod lost_calls;
mod note;
mod outgrown;
mod passage_mark;
mod passages;
mod prefixes;
mod prompt_stamp;
mod rating;
mod reading;
mod recorder;
mod reveal;
mod room;
mod run_state;
mod running;
mod stage_directions;
mod standalone_calls;
mod tight;
mod voice;

use std::{collections::BTreeMap, sync::Arc};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub use condensing::{
    CondensePlan, CondensedDebate, InShort, KeepReading, SeatedAsk, condense, note, plan,
};
pub use dividing::{Dividing, Divisions, divide, seated};
pub use estimate::{Estimate, EstimatedCalls, estimate, estimate_unless};
pub use handle::{Ending, Handle, Order};
pub use judging::before_judges;
pub use passages::PassageSources;
pub use prompt_stamp::{NoPrompt, PromptAgain, prompt_again};
pub use reading::{Claim, Reading, read, unread};
pub use recorder::Recorder;
pub use room::{NoRoom, NoSpeech, fits, speeches_fit};
pub use standalone_calls::{Answered, StandaloneCalls};
pub use tight::outgrown;

use crate::{
    candidates::Meaning,
    catalog::Profile,
    debate::{
        DebateState,
        ask::Role,
        command::Pace,
        decide::Input,
        ids::Seat,
        opening::{Launch, OnFailure, Opening, SpendLimits},
        polling,
        what_if::WhatIf,
    },
    llm::roster::Roster,
    prompt::Prompts,
};

/// Everything that the engine needs from outside.
#[derive(Debug)]
pub struct Outside<R> {
    /// The recorder, which keeps the record.
    pub recorder: R,
    /// The words for the models.
    pub prompts: Arc<Prompts>,
    /// The roster: which role and which seat has which model.
    pub roster: Arc<Roster>,
    /// The sources that speakers draw on, where there are any.
    pub passage_sources: Option<PassageSources>,
}

/// Opens a debate and runs it. Must be called within a tokio runtime.
pub fn open<R: Recorder + 'static>(opening: Arc<Opening>, outside: Outside<R>) -> Handle {
    start(DebateState::default(), Input::Open(opening), outside)
}

/// The terms on which a debate is taken up again.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// The choice of what is done from now on where a model cannot be had.
    pub on_failure: OnFailure,
    /// The pace from now on; `None` for the pace as before.
    pub pace: Option<Pace>,
    /// The flags that name the models from now on; `None` for those before.
    pub launch: Option<Launch>,
    /// Whether the debate waits for the viewer before it goes on.
    pub waits: bool,
    /// The limits on what may be used from now on, where others are wanted.
    pub limits: SpendLimits,
    /// The things that are otherwise from now on, where a branch parts here.
    pub changes: Vec<WhatIf>,
}

/// Takes a debate up again from its state. Must be called within a tokio runtime.
pub fn resume<R: Recorder + 'static>(
    state: DebateState,
    outside: Outside<R>,
    terms: Terms,
) -> Handle {
    let first = Input::Reconvene {
        on_failure: Some(terms.on_failure),
        pace: terms.pace,
        polled_together: polled_together(&state, &outside.roster),
        launch: terms.launch,
        models: models_of_seats(&state, &outside.roster),
        lost: lost_calls::reports(&state, &outside.prompts, &outside.roster),
        waits: terms.waits,
        limits: terms.limits,
        changes: terms.changes,
    };
    start(state, first, outside)
}

/// The labels of the models that the seats have with which the debate was opened.
fn models_of_seats(state: &DebateState, roster: &Roster) -> BTreeMap<Seat, String> {
    let opening = state.opening.as_deref();
    let Some(opening) = opening else {
        return BTreeMap::new();
    };
    let with = |role, seat: &Seat| {
        let model = &roster.assigned(role, Some(seat)).model;
        (seat.clone(), model.label().to_owned())
    };
    let speakers = opening
        .speakers
        .iter()
        .map(|one| (Role::Speaker, &one.seat));
    let judges = opening.judges.iter().map(|one| (Role::Judge, &one.seat));
    let moderator = opening
        .moderator
        .iter()
        .map(|one| (Role::Moderator, &one.seat));
    let all = speakers.chain(judges).chain(moderator);
    all.map(|(role, seat)| with(role, seat)).collect()
}

/// The number of members of the audience who may be polled in one call with these models: as many as when the debate
/// was opened, where one model still plays all who can be asked together and takes more than one thing at a time.
fn polled_together(state: &DebateState, roster: &Roster) -> u32 {
    let Some(opening) = state.opening.as_deref() else {
        return 1;
    };
    let usual = &roster.assigned(Role::Audience, None).model;
    let together = opening.options.polled_together.unwrap_or(1);
    let mut joint = opening
        .audience
        .iter()
        .filter(|one| one.own_model.is_none());
    let is_one = joint.all(|one| {
        let model = &roster.assigned(Role::Audience, Some(&one.seat)).model;
        model.label() == usual.label()
    });
    if is_one {
        together_with(usual.profile(), together)
    } else {
        1
    }
}

/// The number of members whom a model is asked for at once that takes the place of another: what was usual with a
/// capable one, nobody has chosen for a small one.
pub fn together_with(audience: &Profile, together: u32) -> u32 {
    let is_usual = together >= polling::usual(&Profile::default());
    let is_wanted = !is_usual || polling::usual(audience) > 1;
    if is_wanted && polling::is_possible(audience) {
        together
    } else {
        1
    }
}

fn start<R: Recorder + 'static>(state: DebateState, first: Input, outside: Outside<R>) -> Handle {
    let (orders, orders_in) = mpsc::channel(handle::COMMANDS);
    let (updates_out, updates) = mpsc::channel(handle::UPDATES);
    let stop = CancellationToken::new();
    let meaning = Meaning::by(outside.roster.embedder().cloned());
    let driver = driver::Driver {
        run: run_state::RunState::at(state.at_ms, meaning),
        state,
        recorder: Box::new(outside.recorder),
        prompts: outside.prompts,
        roster: outside.roster,
        passage_sources: outside.passage_sources,
        orders: orders_in,
        updates: updates_out,
        stop: stop.clone(),
    };
    let task = tokio::spawn(driver.run(first));
    Handle {
        orders,
        updates,
        stop,
        task,
    }
}
