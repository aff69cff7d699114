//! A debate once more: with the same motion, format and people, by the models that there are now; as it was, with the
//! sides exchanged, or, where a debate is refined, with what its verdict has taught.

use hustings_rules::setup::note_own_models;
use tokio_util::sync::CancellationToken;

use crate::{
    Host, clock,
    debate::{
        ask::Role,
        command::Pace,
        ids::{DebateId, Seat},
        opening::Opening,
        scores::SeatedModel,
    },
    engine::{Handle, together_with},
    error::Failure,
    journal::Journal,
    llm::roster::Roster,
    patience::{Patience, Watched},
    unattended::Wait,
};

/// The way in which a debate is held once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rematch {
    /// As it was, by another seed.
    Anew,
    /// With whoever spoke for the one side on the other, by the same seed.
    SidesExchanged,
}

impl Host {
    /// Opens a debate that was held once more, with its models unless the flags of this run say otherwise. They are waited
    /// for until `stop`.
    ///
    /// # Errors
    /// The models cannot be had, or the debate cannot be opened.
    pub async fn open_rematch(
        &self,
        journal: &Journal,
        (first, how): (&Opening, Rematch),
        (watched, wait): (Watched, Wait),
        stop: &CancellationToken,
    ) -> Result<(Handle, DebateId), Failure> {
        let mut next = first.clone();
        next.guidance = None;
        next.batch = None;
        match how {
            Rematch::Anew => next.seed = clock::fresh_seed(),
            Rematch::SidesExchanged => next.exchange_sides(),
        }
        self.open_again(journal, next, (watched, wait), stop).await
    }

    /// Opens a debate that is like another one, or is that once more, with the models of that one unless the flags of this
    /// run say otherwise. They are waited for until `stop`.
    ///
    /// # Errors
    /// The models cannot be had, or the debate cannot be opened.
    pub(crate) async fn open_again(
        &self,
        journal: &Journal,
        like: Opening,
        (watched, wait): (Watched, Wait),
        stop: &CancellationToken,
    ) -> Result<(Handle, DebateId), Failure> {
        let overrides = self.overrides_behind(&like.launch);
        let patience = Patience::of(watched, wait);
        let roster = self.roster_waited(&overrides, patience, stop).await?;
        let opening = again(self, like, &roster, watched);
        let debate = opening.debate.clone();
        Ok((self.open(journal, opening, roster)?, debate))
    }
}

/// The opening of a debate once more. Motion, format, seed, people and settings are those that it is given.
fn again(host: &Host, mut next: Opening, roster: &Roster, watched: Watched) -> Opening {
    (next.debate, next.opened_ms) = clock::new_debate();
    next.branch = None;
    // Whichever is tighter: what the first debate was given, or what the settings allow every debate.
    let limits = host.settings.limits;
    let options = &mut next.options;
    // What each side held in the first debate it holds again, whoever has said it.
    options.claims_asked = false;
    options.max_cost = tighter(options.max_cost, limits.max_cost, f64::min);
    options.max_tokens = tighter(options.max_tokens, limits.max_tokens, u64::min);
    next.launch = Host::launch_of(&host.overrides_behind(&next.launch));
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
    next.ask_people_alone();
    let (_, listener) = model(Role::Audience, None);
    let together = next.options.polled_together;
    next.options.polled_together = together.map(|many| together_with(&listener, many));
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
