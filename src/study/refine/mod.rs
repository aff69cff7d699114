//! Refinement: the same debate again, each speaker taught by the verdict on the one before. Decides what a verdict
//! teaches ([`mod@derive`]), when to stop ([`rules`]), and what two iterations have in common ([`comparison`]). Pure,
//! but for vectors that are asked for where there is an embedder ([`crate::likeness`]); holding the debates is somebody
//! else's work.
//!
//! The first iteration is the debate that is refined. What stays as it was in all of them: motion, format, sides,
//! order, personas, audience, models, settings, and the seed, so that nothing changes by lot between two iterations:
//! what is different in the later one is there because of what it was taught, or because a model chose other words.
//! What the viewer handed in or asked is not repeated.
//!
//! Source: `exhibition-pipeline`, "Phase 4: Recursive Refinement".

pub mod comparison;
pub mod corrected;
pub mod derive;
pub mod measures;
pub mod rules;

#[cfg(any(test, feature = "fixtures"))]
pub mod fixture;
#[cfg(test)]
mod tests;

use crate::debate::{DebateState, guidance::Guidance, ids::DebateId};
use crate::likeness::Likeness;
use rules::{IterationResult, StopReason};

/// A debate of a chain.
#[derive(Debug, Clone, PartialEq)]
pub struct Iteration {
    /// The id of the debate.
    pub debate: DebateId,
    /// All that happened in it.
    pub state: DebateState,
}

/// The step that comes after the iterations that there are.
#[derive(Debug, Clone, PartialEq)]
pub enum NextIteration {
    /// Another one, with this.
    Go(Guidance),
    /// None is held.
    End(StopReason),
}

/// The step after these iterations, the first first, of which each is over; `most` counts them all. `None` where there
/// is no iteration yet.
pub fn next(chain: &[Iteration], most: u32, likeness: &Likeness) -> Option<NextIteration> {
    let (first, last) = (chain.first()?, chain.last()?);
    let history: Vec<IterationResult> = chain
        .iter()
        .map(|one| IterationResult::of(&one.state))
        .collect();
    if let Some(ending) = rules::ending(&history, most, likeness) {
        return Some(NextIteration::End(ending));
    }
    let iteration = u32::try_from(chain.len() + 1).unwrap_or(u32::MAX);
    let guidance = Guidance {
        of: first.debate.clone(),
        after: last.debate.clone(),
        iteration,
        seats: derive::seats(&last.state),
    };
    Some(if guidance.is_empty() {
        NextIteration::End(StopReason::NothingToChange)
    } else {
        NextIteration::Go(guidance)
    })
}

/// All texts that are compared by meaning between the iterations of a chain.
pub fn texts(chain: &[Iteration]) -> Vec<String> {
    let mut texts: Vec<String> = chain
        .iter()
        .map(|one| IterationResult::of(&one.state))
        .flat_map(|reading| reading.tensions.into_iter().chain(reading.claims))
        .collect();
    texts.sort();
    texts.dedup();
    texts
}
