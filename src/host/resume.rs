//! Resuming a debate: one that was left is taken up again.

use std::sync::Arc;

use hustings_rules::setup::seats::Seats;
use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    debate::{
        DebateState,
        command::Pace,
        event::Record,
        ids::{DebateId, Seat},
        opening::{Launch, Opening, SpendLimits},
    },
    engine::{self, Handle, Outside, Terms},
    error::Failure,
    find::SharedModels,
    host::check_seats,
    journal::{Journal, SeatReader, Writer},
    limits,
    llm::roster::Roster,
    passages,
    patience::{Patience, resumable},
    prompt::plain_question,
    recorder::JournalRecorder,
    seats,
};

impl Host {
    /// Takes a debate up again, with the models it was held with last unless the flags say otherwise. They are waited for
    /// until `stop`.
    ///
    /// # Errors
    /// It is over, its models cannot be had, or the journal cannot be read.
    pub async fn take_up(
        &self,
        journal: &Journal,
        debate: &DebateId,
        patience: Patience,
        pace: Option<Pace>,
        stop: &CancellationToken,
    ) -> Result<(Handle, Vec<Record>), Failure> {
        let how = (patience, pace, SpendLimits::default());
        self.take_up_with(journal, debate, None, how, stop).await
    }

    /// Takes a debate up again, with other limits on what it may use from now on.
    ///
    /// # Errors
    /// The same; and a limit on cost that cannot be kept.
    pub async fn take_up_within(
        &self,
        journal: &Journal,
        debate: &DebateId,
        limits: SpendLimits,
        (patience, pace): (Patience, Option<Pace>),
        stop: &CancellationToken,
    ) -> Result<(Handle, Vec<Record>), Failure> {
        let how = (patience, pace, limits);
        self.take_up_with(journal, debate, None, how, stop).await
    }

    /// Takes a debate up again, with another model for one seat or for everything, where one is named. Then nothing is
    /// asked of the models beforehand: the debate waits where one of them cannot be had, as it did.
    ///
    /// # Errors
    /// The same.
    pub async fn take_up_with(
        &self,
        journal: &Journal,
        debate: &DebateId,
        other: Option<(Option<&Seat>, &str)>,
        (patience, pace, limits): (Patience, Option<Pace>, SpendLimits),
        stop: &CancellationToken,
    ) -> Result<(Handle, Vec<Record>), Failure> {
        let (writer, records) = journal.resume(debate)?;
        let state = DebateState::fold(&records);
        if state.is_closed() {
            return Err(
                Failure::input(format!("the debate {} is over", debate.short()))
                    .hint(format!(
                        "watch it again: hustings replay {}",
                        debate.short()
                    ))
                    .hint(format!("or read it: hustings show {}", debate.short())),
            );
        }
        let models = self.models_of(&state, other, patience, stop).await;
        let (roster, launch) = models.map_err(resumable)?;
        limits::check_cost_limit(limits.max_cost, &roster)?;
        let terms = Terms {
            on_failure: patience.on_failure,
            pace,
            launch: Some(launch),
            waits: false,
            limits,
            changes: Vec::new(),
        };
        Ok((self.go_on(writer, state, roster, terms)?, records))
    }

    /// The models that a debate was held with last unless the flags say otherwise, or another one is named, and the flags
    /// that name them. They are waited for until `stop`.
    ///
    /// # Errors
    /// A flag names a seat that the debate has not, or the models cannot be had.
    pub(crate) async fn models_of(
        &self,
        state: &DebateState,
        other: Option<(Option<&Seat>, &str)>,
        patience: Patience,
        stop: &CancellationToken,
    ) -> Result<(Roster, Launch), Failure> {
        let mut launch = Launch::default();
        if let Some(opening) = state.opening.as_deref() {
            launch = opening.launch.clone();
            check_seats(
                &self.overrides,
                &Seats::of_opening(opening, 0, 0),
                &format!("the debate {}", opening.debate.short()),
            )?;
        }
        let overrides = match other {
            Some(other) => self.overrides_with_other(&launch, other),
            None => self.overrides_behind(&launch),
        };
        let roster = if other.is_some() {
            self.roster_as_it_is(&overrides).await?
        } else {
            self.roster_waited(&overrides, patience, stop).await?
        };
        Ok((roster, Self::launch_of(&overrides)))
    }

    /// Looks whether another model can be had, for one seat or for everything, in a debate that was opened with these
    /// flags: that one alone, whatever has become of the others.
    ///
    /// # Errors
    /// It cannot be had, and why.
    pub async fn can_have(&self, launch: &Launch, model: &str) -> Result<(), Failure> {
        let alone = self.overrides_with_other(launch, (None, model));
        let mut found = self
            .roster_among(&alone, &mut SharedModels::new(None))
            .await?;
        found.verify(&plain_question()).await
    }

    /// Lets a debate go on with these models.
    ///
    /// # Errors
    /// A limit on cost cannot be kept, or the corpora or the prompts cannot be read.
    pub fn go_on(
        &self,
        writer: Writer,
        state: DebateState,
        roster: Roster,
        terms: Terms,
    ) -> Result<Handle, Failure> {
        let others = SeatReader::of(&self.dirs.data, writer.debate());
        let outside = self.outside(writer, state.opening.as_deref(), roster)?;
        let handle = engine::resume(state, outside, terms);
        seats::hear(others, &handle);
        Ok(handle)
    }

    /// Everything that a debate needs to go on with these models.
    ///
    /// # Errors
    /// A limit on cost cannot be kept, or the corpora or the prompts cannot be read.
    pub(crate) fn outside(
        &self,
        writer: Writer,
        opening: Option<&Opening>,
        roster: Roster,
    ) -> Result<Outside<JournalRecorder>, Failure> {
        let limit = opening.and_then(|opening| opening.options.max_cost);
        limits::check_cost_limit(limit, &roster)?;
        let passage_sources = match opening {
            Some(opening) => passages::again(self, opening)?,
            None => None,
        };
        let roster = match opening {
            Some(opening) => self.choosing(roster, &opening.launch)?,
            None => roster,
        };
        Ok(Outside {
            passage_sources,
            recorder: JournalRecorder(writer),
            prompts: Arc::new(self.prompts()?),
            roster: Arc::new(roster),
        })
    }
}
