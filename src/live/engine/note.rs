//! Notes from calls to the driver.

use crate::{
    debate::{decide::Answer, event::CallReport, ids::CallId, written::Work},
    llm::{Finish, ModelError, Piece, gate::Permit},
};

/// A note from a call to the driver.
#[derive(Debug)]
pub(super) enum Note {
    /// Something on the way.
    Piece(CallId, Piece),
    /// The work that is asked for, as far as it is finished; nothing where what was told before was refused.
    Drafted(CallId, Option<Work>),
    /// A speech is written.
    Written(CallId, Finish, CallReport),
    /// Any other call has its answer.
    Answered(CallId, Answer, CallReport),
    /// A call that failed for good.
    Failed(CallId, ModelError, CallReport),
    /// The permit of a call, behind its end: the next one goes out when what this one came to has been taken in, and
    /// whether a limit was reached by it.
    Over(Permit),
}
