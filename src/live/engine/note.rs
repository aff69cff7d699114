//! What a call tells the driver.

use crate::{
    debate::{decide::Answer, event::CallReport, ids::CallId, written::Work},
    llm::{Finish, ModelError, Piece},
};

/// What a call tells the driver.
#[derive(Debug)]
pub(super) enum Note {
    /// Something on the way.
    Piece(CallId, Piece),
    /// Of the work that is asked for, so much is finished.
    Drafted(CallId, Work),
    /// A speech is written.
    Written(CallId, Finish, CallReport),
    /// Any other call has its answer.
    Answered(CallId, Answer, CallReport),
    /// A call that failed for good.
    Failed(CallId, ModelError, CallReport),
}
