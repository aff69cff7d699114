//! Many debates from one file. A [`BatchPlan`] is made first and checked whole; a [`Batch`] is the plan beside the journal:
//! what is there already is skipped or gone on with, the rest is held, so many at a time, within a [`Budget`], and then
//! each debate is a row of a table.

mod budget;
mod plan;
mod runner;
mod state;

pub use budget::Budget;
pub use plan::{BatchLimits, BatchPlan, BatchRequest, Planned, Retry};
pub(crate) use plan::{fits, models_of_flags, refused, source, stem};
pub use runner::{End, Update};
pub(crate) use state::Counted;
pub use state::{Batch, BatchEnding};

use plan::{FailedDebates, by_item};
pub(crate) use runner::Booked;
use runner::{Runner, rosters};
