//! Opening a debate.

use std::sync::Arc;

use crate::{
    Host,
    debate::opening::Opening,
    engine::{self, Estimate, Handle, NoSpeech, Outside},
    error::Failure,
    journal::{Journal, SeatReader},
    limits,
    llm::roster::Roster,
    passages,
    prompt::Prompts,
    recorder::JournalRecorder,
    seats,
};

impl Host {
    /// Opens a debate with these models, and keeps it in the journal. Whoever holds the handle watches it and steers
    /// it.
    ///
    /// # Errors
    /// A limit on cost cannot be kept, a speech does not fit the model that is to give it, or the journal, the corpora
    /// or the prompts cannot be read.
    pub fn open(
        &self,
        journal: &Journal,
        opening: Opening,
        roster: Roster,
    ) -> Result<Handle, Failure> {
        limits::check_cost_limit(opening.options.max_cost, &roster)?;
        // Before there is a debate in the journal.
        let prompts = Arc::new(self.prompts()?);
        let (opening, passage_sources) = passages::counted(self, opening)?;
        let opening = Arc::new(opening);
        fitting(&opening, (&prompts, &roster))?;
        let roster = Arc::new(self.choosing(roster, &opening.launch)?);
        let outside = Outside {
            passage_sources,
            recorder: JournalRecorder(journal.create(&opening)?),
            prompts,
            roster,
        };
        let others = SeatReader::of(&self.dirs.data, &opening.debate);
        let handle = engine::open(opening, outside);
        seats::hear(others, &handle);
        Ok(handle)
    }

    /// The estimate, by a rehearsal, of what a debate would ask of these models; nothing is opened.
    ///
    /// # Errors
    /// A speech does not fit the model that is to give it, or the prompts cannot be read.
    pub fn estimated(
        &self,
        opening: Opening,
        roster: &Roster,
    ) -> Result<(Opening, Estimate), Failure> {
        let prompts = self.prompts()?;
        let opening = Arc::new(opening);
        fitting(&opening, (&prompts, roster))?;
        let mut estimate = engine::estimate(&opening, (&prompts, roster));
        estimate.outgrown = engine::outgrown(&opening, (&prompts, roster));
        Ok((Arc::unwrap_or_clone(opening), estimate))
    }
}

fn fitting(opening: &Arc<Opening>, (prompts, roster): (&Prompts, &Roster)) -> Result<(), Failure> {
    engine::speeches_fit(opening, (prompts, roster)).map_err(|lost| no_speech(&lost, opening.seed))
}

/// Speeches that could not be given, and what would do: with other speakers, whom another seed would draw, more or less
/// might.
fn no_speech(lost: &NoSpeech, seed: u64) -> Failure {
    let larger = format!(
        "choose a model with a larger context (--model NAME), or, if the profile of {} says less than its server has, correct \
         it in profiles.toml (context = N)",
        lost.long.model
    );
    let hint = match lost.scale {
        Some(scale) if lost.is_ample => {
            format!("--scale {scale} --seed {seed} would do; or {larger}")
        }
        Some(scale) => format!("--scale {scale} --seed {seed} may just do; or {larger}"),
        None => larger,
    };
    Failure::no_model(format!("nobody was asked: {lost}")).hint(hint)
}
