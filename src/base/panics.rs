//! Panics that are caught. Whoever catches one does it here, so that the panic hook knows: it leaves the terminal and
//! standard error alone, the log has it, and what the first one said is kept for whoever tells people. Owns the hook
//! that says so; what else a panic leads to is the screen's.

use std::{
    any::Any,
    cell::Cell,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind},
    sync::{Mutex, Once, PoisonError},
    task::Poll,
};

thread_local! {
    /// The number of calls at work on this thread that catch panics.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
    /// Whether what panics on this thread is a library that was given what may be anything.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// The panics of this program that were caught.
static CAUGHT: Mutex<Option<CaughtPanics>> = Mutex::new(None);

/// The place of the log, as the end of a sentence for people.
static LOG: Mutex<String> = Mutex::new(String::new());

/// Panics that were caught and that nobody expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaughtPanics {
    /// The first panic: what it said, and where.
    pub first: String,
    /// The number of panics.
    pub count: u32,
}

impl CaughtPanics {
    /// The wording for people, in one line.
    pub fn describe(&self) -> String {
        let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
        format!("Part of the program has failed, and the rest goes on. {log}")
            .trim_end()
            .to_owned()
    }
}

/// The panics caught so far, for whoever tells people of them.
pub fn caught() -> Option<CaughtPanics> {
    CAUGHT
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// From now on people are told so where the log is.
pub fn set_log(log: String) {
    *LOG.lock().unwrap_or_else(PoisonError::into_inner) = log;
}

fn keep(panic: &PanicHookInfo<'_>) {
    let mut caught = CAUGHT.lock().unwrap_or_else(PoisonError::into_inner);
    let place = panic.location().map_or_else(String::new, |place| {
        format!(" ({}:{})", place.file(), place.line())
    });
    let kept = caught.get_or_insert_with(|| CaughtPanics {
        first: format!("{}{place}", said(panic.payload())),
        count: 0,
    });
    kept.count = kept.count.saturating_add(1);
}

/// Counts one that catches for as long as it lives; also while a panic unwinds past it.
struct Catching;

impl Catching {
    fn begin() -> Self {
        CATCHING.with(|count| count.set(count.get() + 1));
        Self
    }
}

impl Drop for Catching {
    fn drop(&mut self) {
        CATCHING.with(|count| count.set(count.get().saturating_sub(1)));
    }
}

/// Whether a panic on this thread would be caught here.
pub fn are_caught() -> bool {
    CATCHING.with(Cell::get) > 0
}

/// Does the work; where it panics, the error is what the panic said.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let catching = Catching::begin();
    let done = catch_unwind(AssertUnwindSafe(work));
    drop(catching);
    done.map_err(|panic| said(panic.as_ref()).to_owned())
}

/// Does the work of a library that may panic at what it is given, which the caller tells in words of its own: nothing
/// has failed that people need to be told of.
pub fn catch_expected<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let before = EXPECTED.replace(true);
    let done = catch(work);
    EXPECTED.set(before);
    done
}

/// Catches a panic of work that waits. It is not gone on with after one.
pub async fn catch_in<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let mut work = Box::pin(work);
    poll_fn(move |context| match catch(|| work.as_mut().poll(context)) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(done)) => Poll::Ready(Ok(done)),
        Err(said) => Poll::Ready(Err(said)),
    })
    .await
}

fn said(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}

/// From now on a panic that is caught goes to the log, and is counted where nobody expected it. A second call does
/// nothing.
pub fn install_hook() {
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if are_caught() {
                tracing::error!(%panic, "a panic was caught");
                if !EXPECTED.get() {
                    keep(panic);
                }
            } else {
                before(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_panics_is_an_error_that_says_why() {
        assert_eq!(catch(|| 7), Ok(7));
        assert_eq!(
            catch(|| panic!("no {}", "reason")),
            Err::<(), _>("no reason".to_owned())
        );
        assert_eq!(catch(|| panic!("plain")), Err::<(), _>("plain".to_owned()));
        assert!(!are_caught());
    }

    /// The one test of this program that installs the hook.
    #[tokio::test]
    async fn what_nobody_expected_is_kept_and_counted() {
        install_hook();
        assert!(catch_expected(|| panic!("a strange file")).is_err());
        assert_eq!(caught().filter(|all| all.first.contains("strange")), None);
        let before = caught().map_or(0, |all| all.count);
        for _ in 0..2 {
            assert!(
                catch_in(async { panic!("the mill stands still") })
                    .await
                    .is_err()
            );
        }
        let all = caught().unwrap();
        assert!(all.count >= before + 2);
        if before == 0 {
            assert!(all.first.starts_with("the mill stands still ("), "{all:?}");
            assert!(all.first.contains("panics.rs:"), "{all:?}");
        }
    }

    #[tokio::test]
    async fn only_what_is_caught_is_said_to_be() {
        let seen = catch_in(async {
            let inside = are_caught();
            tokio::task::yield_now().await;
            (inside, are_caught())
        });
        let waiting = std::pin::pin!(seen);
        assert_eq!(waiting.await, Ok((true, true)));
        assert!(!are_caught());
        let panicked = catch_in(async {
            tokio::task::yield_now().await;
            panic!("late");
        });
        assert_eq!(panicked.await, Err::<(), _>("late".to_owned()));
        assert!(!are_caught());
    }
}
