//! The question whether to fetch something, on the terminal.

use std::io::IsTerminal;

use super::out;
use crate::error::Failure;

/// Asks whether to fetch it, or them, as `what` says. Anything but a no is a yes; the end of the input is no answer.
///
/// # Errors
/// There is no terminal to ask on.
pub(super) fn to_fetch(what: &str) -> Result<bool, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::input("there is no terminal to ask on")
            .hint(format!("add --yes to fetch {what}")));
    }
    let answer = out::ask(&format!("Fetch {what}? [Y/n]"))
        .map_err(|error| Failure::internal(format!("the terminal cannot be read: {error}")))?;
    Ok(matches!(answer.as_deref(), Some("" | "y" | "yes")))
}
