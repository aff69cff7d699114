//! Opening a debate.

use std::sync::Arc;

use crate::{
    Host,
    debate::opening::Opening,
    engine::{self, Handle, Outside},
    error::Failure,
    journal::Journal,
    limits,
    llm::roster::Roster,
    passages,
    recorder::JournalRecorder,
};

impl Host {
    /// Opens a debate with these models, and keeps it in the journal. Whoever holds the handle watches it and steers it.
    ///
    /// # Errors
    /// A limit on cost cannot be kept, or the journal, the corpora or the prompts cannot be read.
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
        let outside = Outside {
            passage_sources,
            recorder: JournalRecorder(journal.create(&opening)?),
            prompts,
            roster: Arc::new(roster),
        };
        Ok(engine::open(Arc::new(opening), outside))
    }
}
