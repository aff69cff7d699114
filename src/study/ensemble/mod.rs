//! Ensembles: one debate held many times with what may vary, all by one seed, and what comes of them together. The lots of
//! each run ([`EnsembleSpec`]), what is read of a run that is over ([`RunReading`]), the landscape of the arguments of all
//! runs ([`Landscape`]), how sure each verdict is ([`VerdictShares`]), what speakers are coached with, what coaching has
//! brought ([`Gain`]), and the synthesis over all runs ([`EnsembleSynthesis`]). It asks no model and reads no file.

mod axes;
mod cluster;
mod coaching;
mod gain;
mod landscape;
mod lots;
mod reading;
mod report;
mod shares;
mod synthesis;
mod told;
mod words;

pub use coaching::coaching;
pub use gain::Gain;
pub use landscape::{ArgumentTheme, Landscape, Maker, ThemeAnswer, ThemeClaim};
pub use lots::{CastSeat, EnsembleSpec, Epoch, VARIED, Varied};
pub use reading::{RunClaim, RunReading};
pub use report::{EnsembleReport, Occasion};
pub use shares::{OutcomeCertainty, SideShare, VerdictKind, VerdictShares};
pub use synthesis::{DraftSynthesis, EnsembleSynthesis, SynthesisSentence};
pub use told::{prepared, told};
