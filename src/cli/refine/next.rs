//! The first event of the next iteration: that of the first one, with what the last verdict has taught.

use std::sync::Arc;

use super::super::{
    clock,
    found::{self, Patience},
    ground::Ground,
};
use crate::{
    debate::{
        ask::Role,
        command::Pace,
        guidance::Guidance,
        opening::{OnFailure, Opening},
        scores::Bench,
    },
    error::Failure,
    llm::roster::Roster,
};

/// Where it is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// Before a viewer.
    #[cfg(feature = "tui")]
    OnScreen,
    /// With nobody there: nothing waits for a key, and nobody has to be able to follow.
    AsLines(OnFailure),
}

/// The models of the first iteration, unless the flags of this run say otherwise.
pub(super) async fn roster(
    ground: &Ground,
    first: &Opening,
    patience: Patience,
) -> Result<Roster, Failure> {
    let overrides = ground.overrides_behind(&first.launch);
    found::roster(ground, &overrides, patience).await
}

/// The next opening. Motion, format, seed, people and settings are those of the first.
pub(super) fn opening(
    ground: &Ground,
    first: &Opening,
    guidance: Guidance,
    roster: &Roster,
    held: Held,
) -> Arc<Opening> {
    let mut next = first.clone();
    (next.debate, next.opened_ms) = clock::new_debate();
    next.guidance = Some(guidance);
    // Whichever is tighter: what the first debate was given, or what the settings allow every debate.
    let limits = ground.settings.limits;
    let options = &mut next.options;
    options.max_cost = tighter(options.max_cost, limits.max_cost, f64::min);
    options.max_tokens = tighter(options.max_tokens, limits.max_tokens, u64::min);
    next.launch = Ground::launch_of(&ground.overrides_behind(&first.launch));
    for speaker in &mut next.speakers {
        let model = &roster.assigned(Role::Speaker, Some(&speaker.seat)).model;
        model.label().clone_into(&mut speaker.model);
        speaker.profile = model.profile().clone();
    }
    let bench = |role, bench: &mut Bench| *bench = roster.bench(role, bench.seat.clone());
    for judge in &mut next.judges {
        bench(Role::Judge, judge);
    }
    if let Some(moderator) = &mut next.moderator {
        bench(Role::Moderator, moderator);
    }
    next.referee = Some(roster.assigned(Role::Referee, None).model.profile().clone());
    match held {
        #[cfg(feature = "tui")]
        Held::OnScreen => next.options.on_failure = OnFailure::Pause,
        Held::AsLines(on_failure) => {
            next.options.on_failure = on_failure;
            next.options.pace = Pace::Instant;
        }
    }
    Arc::new(next)
}

fn tighter<T: Copy>(one: Option<T>, other: Option<T>, least: impl Fn(T, T) -> T) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(least(one, other)),
        (one, other) => one.or(other),
    }
}
