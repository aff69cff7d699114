//! Refinement: the same debate again, each speaker taught by the verdict on the one before. The iterations are a [`Chain`]
//! in the journal; a [`ChainStep`] is what stands after them, weighed by the rules: [`Host::begin_iteration`] begins what
//! comes next, and [`ChainStep::compared`] sets the iterations side by side. Whoever shows them does so again and again
//! until [`ChainStep::next`] is [`Next::Nothing`].
//!
//! [`Host::begin_iteration`]: crate::Host::begin_iteration

mod chain;
mod next;
mod samples;

use hustings_study::refine::{self as study, NextIteration, comparison::Comparison, measures};
use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    debate::{DebateState, event::Record, guidance::Guidance, ids::DebateId, opening::Opening},
    engine::Handle,
    error::Failure,
    eval::{CorpusQueries, DEFINITIONS, Definition, Measure, Report},
    journal::Journal,
    likeness::Likeness,
    llm::embed::Embedder,
    patience::{Patience, Watched},
    unattended::Wait,
};

pub use chain::Chain;

/// Stands between the item of a debate of a batch and the number of an iteration of it.
pub(crate) const ITERATION: char = '+';

/// What is to be done next.
#[derive(Debug, Clone, Copy)]
pub enum Next<'a> {
    /// An iteration was left: it is taken up again.
    TakeUp(&'a DebateId),
    /// The debate of this opening is held again, with what the last verdict has taught.
    Open(&'a Opening, &'a Guidance),
    /// Nothing: the rules have ended it, or there is nothing to learn.
    Nothing,
}

/// An iteration that was begun: its handle, its id, and the records of what was held of it before.
pub type BegunIteration = (Handle, DebateId, Vec<Record>);

/// A chain, weighed: the rules' decision on what comes after the iterations that are over.
#[derive(Debug)]
pub struct ChainStep {
    chain: Chain,
    most: u32,
    next: Option<NextIteration>,
    likeness: Likeness,
}

impl ChainStep {
    /// Weighs a chain, of which there are to be `most` iterations. Their texts are compared by the embedder, or by words
    /// where there is none.
    pub async fn weigh(chain: Chain, most: u32, embedder: Option<&dyn Embedder>) -> Self {
        let likeness = Likeness::of(study::texts(&chain.over), embedder).await;
        Self {
            next: study::next(&chain.over, most, &likeness),
            chain,
            most,
            likeness,
        }
    }

    /// The iterations.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The work that comes next.
    pub fn next(&self) -> Next<'_> {
        if let Some(debate) = &self.chain.left {
            return Next::TakeUp(debate);
        }
        let first = self.chain.over.first();
        let opening = first.and_then(|one| one.state.opening.as_deref());
        match (opening, &self.next) {
            (Some(first), Some(NextIteration::Go(guidance))) => Next::Open(first, guidance),
            (_, Some(NextIteration::Go(_) | NextIteration::End(_)) | None) => Next::Nothing,
        }
    }

    /// The iterations side by side; with a library also by the measures that look at corpora.
    pub fn compared(&self, library: Option<&dyn CorpusQueries>) -> Comparison {
        let over = &self.chain.over;
        let states: Vec<_> = over.iter().map(|one| &one.state).collect();
        let mut measured = measures::simple(&states);
        measured.extend(evaluated(&states, library));
        Comparison::of(
            over,
            measured,
            &self.likeness,
            (self.most, self.next.as_ref()),
        )
    }
}

impl Host {
    /// Begins what comes next in a chain, or goes on with it: `None` where nothing does. Models are waited for until `stop`.
    ///
    /// # Errors
    /// The models cannot be had, or the debate cannot be opened or taken up.
    pub async fn begin_iteration(
        &self,
        journal: &Journal,
        next: Next<'_>,
        (watched, wait): (Watched, Wait),
        stop: &CancellationToken,
    ) -> Result<Option<BegunIteration>, Failure> {
        let (handle, debate, known) = match next {
            Next::TakeUp(debate) => {
                let patience = Patience::of(watched, wait);
                let taken_up = self.take_up(journal, debate, patience, None, stop);
                let (handle, known) = taken_up.await?;
                (handle, debate.clone(), known)
            }
            Next::Open(first, guidance) => {
                let next = (first, guidance.clone());
                let opened = self.open_iteration(journal, next, (watched, wait), stop);
                let (handle, debate) = opened.await?;
                (handle, debate, Vec::new())
            }
            Next::Nothing => return Ok(None),
        };
        Ok(Some((handle, debate, known)))
    }
}

/// The measures that need no model, of which at least one iteration has a value.
fn evaluated(
    states: &[&DebateState],
    library: Option<&dyn CorpusQueries>,
) -> Vec<measures::MeasureSeries> {
    let reports = states.iter().map(|state| Report::counted(state, library));
    let reports: Vec<Report> = reports.collect();
    let row = |definition: &Definition| {
        let values: Vec<Option<f64>> = reports
            .iter()
            .map(|report| {
                let mut readings = report.readings.iter();
                let of_it = readings.find(|one| one.measure.definition().id == definition.id);
                of_it.and_then(|one| one.total.value())
            })
            .collect();
        values
            .iter()
            .any(Option::is_some)
            .then(|| measures::MeasureSeries {
                name: definition.short.to_owned(),
                values,
                digits: 2,
            })
    };
    // How the house swung stands beside its votes already.
    let shown = DEFINITIONS
        .iter()
        .filter(|one| one.measure != Measure::Swing);
    shown.filter_map(row).collect()
}
