//! The first event of the next iteration: that of the first one, with what the last verdict has taught.

use hustings_rules::setup::note_own_models;
use tokio_util::sync::CancellationToken;

use super::samples;
use crate::{
    Host, clock,
    debate::{
        ask::Role,
        command::Pace,
        guidance::Guidance,
        ids::{DebateId, Seat},
        opening::Opening,
        polling,
        scores::SeatedModel,
    },
    engine::Handle,
    error::Failure,
    journal::Journal,
    llm::roster::Roster,
    patience::{Patience, Watched},
    unattended::Wait,
};

impl Host {
    /// Opens the next iteration, with the models of the first one unless the flags of this run say otherwise. They are
    /// waited for until `stop`.
    ///
    /// # Errors
    /// The models cannot be had, or the debate cannot be opened.
    pub(super) async fn open_iteration(
        &self,
        journal: &Journal,
        (first, mut guidance): (&Opening, Guidance),
        (watched, wait): (Watched, Wait),
        stop: &CancellationToken,
    ) -> Result<(Handle, DebateId), Failure> {
        samples::add(self, first, &mut guidance)?;
        let overrides = self.overrides_behind(&first.launch);
        let patience = Patience::of(watched, wait);
        let roster = self.roster_waited(&overrides, patience, stop).await?;
        let opening = opening(self, first, guidance, &roster, watched);
        let debate = opening.debate.clone();
        Ok((self.open(journal, opening, roster)?, debate))
    }
}

/// The next opening. Motion, format, seed, people and settings are those of the first.
fn opening(
    host: &Host,
    first: &Opening,
    guidance: Guidance,
    roster: &Roster,
    watched: Watched,
) -> Opening {
    let mut next = first.clone();
    (next.debate, next.opened_ms) = clock::new_debate();
    next.guidance = Some(guidance);
    // Whichever is tighter: what the first debate was given, or what the settings allow every debate.
    let limits = host.settings.limits;
    let options = &mut next.options;
    // What each side held in the first debate it holds again, whoever has said it.
    options.claims_asked = false;
    options.max_cost = tighter(options.max_cost, limits.max_cost, f64::min);
    options.max_tokens = tighter(options.max_tokens, limits.max_tokens, u64::min);
    next.launch = Host::launch_of(&host.overrides_behind(&first.launch));
    for speaker in &mut next.speakers {
        let model = &roster.assigned(Role::Speaker, Some(&speaker.seat)).model;
        model.label().clone_into(&mut speaker.model);
        speaker.profile = model.profile().clone();
    }
    let reseat = |role, one: &mut SeatedModel| *one = roster.seated(role, one.seat.clone());
    for judge in &mut next.judges {
        reseat(Role::Judge, judge);
    }
    if let Some(moderator) = &mut next.moderator {
        reseat(Role::Moderator, moderator);
    }
    let model = |role: Role, seat: Option<&Seat>| {
        let model = &roster.assigned(role, seat).model;
        (model.label().to_owned(), model.profile().clone())
    };
    note_own_models(&mut next.audience, &model);
    let (_, listener) = model(Role::Audience, None);
    if !polling::is_possible(&listener) {
        next.options.polled_together = Some(1);
    }
    next.referee = Some(roster.assigned(Role::Referee, None).model.profile().clone());
    next.options.on_failure = watched.on_failure();
    if let Watched::ByNobody(_) = watched {
        next.options.pace = Pace::Instant;
    }
    next
}

fn tighter<T: Copy>(one: Option<T>, other: Option<T>, least: impl Fn(T, T) -> T) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(least(one, other)),
        (one, other) => one.or(other),
    }
}
