//! Panics that are caught. Whoever catches one does it here, so that the panic hook knows: it leaves the terminal and
//! standard error alone, and the log has it. Owns the hook that says so; what else a panic leads to is the screen's.

use std::{
    any::Any,
    cell::Cell,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Once,
    task::Poll,
};

thread_local! {
    /// How many of those that catch panics are at work on this thread.
    static CATCHING: Cell<u32> = const { Cell::new(0) };
}

static HOOK: Once = Once::new();

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

/// From now on a panic that is caught goes to the log, and nowhere else. A second call does nothing.
pub fn install_hook() {
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if are_caught() {
                tracing::error!(%panic, "a panic was caught");
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
