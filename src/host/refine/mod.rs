//! Refinement: the same debate again, each speaker taught by the verdict on the one before. The iterations are a [`Chain`]
//! in the journal; [`weigh`] says what comes after them, [`Host::open_iteration`] opens it, and [`compared`] sets them
//! side by side.
//!
//! [`Host::open_iteration`]: crate::Host::open_iteration

mod chain;
mod next;

use hustings_study::refine::{self as study, NextIteration, comparison::Comparison, measures};

use crate::{
    debate::{DebateState, guidance::Guidance, ids::DebateId, opening::Opening},
    eval::{CorpusQueries, DEFINITIONS, Definition, Measure, Report},
    likeness::Likeness,
    llm::embed::Embedder,
};

pub use chain::Chain;

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

/// What is to be done next with a chain that was weighed so.
pub fn next<'a>(chain: &'a Chain, step: Option<&'a NextIteration>) -> Next<'a> {
    if let Some(debate) = &chain.left {
        return Next::TakeUp(debate);
    }
    let first = chain.over.first();
    match (first.and_then(|one| one.state.opening.as_deref()), step) {
        (Some(first), Some(NextIteration::Go(guidance))) => Next::Open(first, guidance),
        (_, Some(NextIteration::Go(_) | NextIteration::End(_)) | None) => Next::Nothing,
    }
}

/// What comes after the iterations that are over, and how their texts were compared.
pub async fn weigh(
    chain: &Chain,
    most: u32,
    embedder: Option<&dyn Embedder>,
) -> (Option<NextIteration>, Likeness) {
    let likeness = Likeness::of(study::texts(&chain.over), embedder).await;
    (study::next(&chain.over, most, &likeness), likeness)
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

/// The iterations side by side.
pub fn compared(
    chain: &Chain,
    most: u32,
    (step, likeness): (Option<&NextIteration>, &Likeness),
    library: Option<&dyn CorpusQueries>,
) -> Comparison {
    let states: Vec<_> = chain.over.iter().map(|one| &one.state).collect();
    let mut measured = measures::simple(&states);
    measured.extend(evaluated(&states, library));
    Comparison::of(&chain.over, measured, likeness, (most, step))
}
