//! Paired experiments over many debates. A [`StudyPlan`] is made first and checked whole, and what it would ask of models
//! is estimated; its debates are held as a batch is; then what is to become of them (iterations, divisions) is done one
//! after the other; then a judge reads them, where the file names one; and last every arm is held against the first. All that is begun is in the journal, and the same
//! command goes on with it.

mod estimate;
mod follow;
mod judging;
mod measured;
mod plan;
mod result;

pub use estimate::{ArmEstimate, StudyEstimate};
pub use plan::{Study, StudyPlan};
