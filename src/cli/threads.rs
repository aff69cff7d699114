//! The number of threads that a model in the process works with. The library reads the number from its environment
//! before its first product, and a process cannot safely change its own: so the program starts itself once more, with
//! the number in the environment of the new one.

use std::{num::NonZeroUsize, process::Command};

use crate::error::Failure;

use super::out;

/// The environment variable in which the library looks for the number.
const VARIABLE: &str = "CANDLE_NUM_THREADS";

/// Sees to it that models work with so many threads; without a number, with as many as the machine has cores. More than
/// that would wait for one another at every product, and a debate would hardly go on.
///
/// # Errors
/// The program cannot be started again.
pub(super) fn settle(threads: Option<u16>) -> Result<(), Failure> {
    let in_environment = || std::env::var(VARIABLE).ok()?.trim().parse().ok();
    let Some(threads) = threads.or_else(in_environment) else {
        return Ok(());
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let useful = usize::from(threads).clamp(1, cores);
    let wanted = useful.to_string();
    if std::env::var(VARIABLE).is_ok_and(|set| set == wanted) {
        return Ok(());
    }
    if useful < usize::from(threads) {
        out::say(&format!(
            "This machine has {cores} {}: a model in the program works with {useful} threads instead of {threads}.",
            if cores == 1 { "core" } else { "cores" },
        ));
    }
    let failed = |error: std::io::Error| {
        Failure::internal(format!("the program cannot be started again: {error}")).hint(format!(
            "set {VARIABLE}={wanted} in the environment and leave --threads out"
        ))
    };
    let program = std::env::current_exe().map_err(failed)?;
    let mut again = Command::new(program);
    again
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, &wanted);
    start(again).map_err(failed)
}

/// Comes back only with an error.
#[cfg(unix)]
fn start(mut again: Command) -> std::io::Result<()> {
    Err(std::os::unix::process::CommandExt::exec(&mut again))
}

/// Waits for the new one, and ends as it does.
#[cfg(not(unix))]
fn start(mut again: Command) -> std::io::Result<()> {
    let ended = again.status()?;
    std::process::exit(ended.code().unwrap_or(1))
}
