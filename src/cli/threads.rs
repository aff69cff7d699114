//! The number of threads that a model in the process works with.

use std::num::NonZeroUsize;

use super::out;

/// Sees to it that models work with so many threads, if a number is asked for. More than there are cores, of the machine or of
/// what a container gives of it, would wait for one another at every product, and a debate would hardly go on.
pub(super) fn settle(threads: Option<u16>) {
    let Some(asked) = threads.and_then(|threads| NonZeroUsize::new(threads.into())) else {
        return;
    };
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let useful = asked.min(cores);
    if useful < asked {
        out::say(&format!(
            "This machine has {cores} {}: a model in the program works with {useful} threads instead of {asked}.",
            if cores.get() == 1 { "core" } else { "cores" },
        ));
    }
    #[cfg(feature = "embedded")]
    hustings_embedded::settle_threads(useful);
}
