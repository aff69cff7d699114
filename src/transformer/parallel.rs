//! Work on all threads. They are the pool's of a library, but while a network is run they do not fall asleep: there are
//! hundreds of products for one token, and to wake a thread for each takes longer than many of them.

use std::{
    hint::spin_loop,
    num::NonZeroUsize,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use rayon_core::{ThreadPool, ThreadPoolBuilder, Yield};

/// The variable with the number of threads, where nobody has settled it.
const VARIABLE: &str = "HUSTINGS_THREADS";
/// How often a thread looks for work before it lets others have the processor.
const LOOKS: u32 = 2000;

static WANTED: OnceLock<usize> = OnceLock::new();
static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
/// The right to the threads.
static TURN: Mutex<()> = Mutex::new(());

/// Settles how many threads networks are run with. It counts if nothing has been run yet.
pub fn settle_threads(count: NonZeroUsize) {
    // Whoever came first stays.
    let _ = WANTED.set(count.get());
}

/// The number of threads that networks are run with: what was settled; else what the variable says; else the cores, of the
/// machine or of what a container gives of it. More would wait for one another at every product.
pub(crate) fn threads() -> usize {
    *WANTED.get_or_init(|| {
        let given = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let stated = std::env::var(VARIABLE).ok();
        let stated = stated.and_then(|text| text.trim().parse().ok());
        stated.unwrap_or_else(cores).clamp(1, given)
    })
}

/// The cores that a model can be run on: processors that share one count once, where the system says so.
pub fn cores() -> usize {
    let given = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let list = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    listed(&list).map_or(given, |cores| cores.min(given))
}

/// The cores in a list of processors, of which several may be one core; all processors where it does not say which.
fn listed(list: &str) -> Option<usize> {
    let value = |line: &str, name: &str| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim().to_owned())
    };
    let mut cores = std::collections::BTreeSet::new();
    let mut processors = 0;
    for one in list.split("\n\n") {
        let find = |name: &str| one.lines().find_map(|line| value(line, name));
        if find("processor").is_some() {
            processors += 1;
            cores.extend(find("physical id").zip(find("core id")));
        }
    }
    let known = if cores.is_empty() {
        processors
    } else {
        cores.len()
    };
    (known > 0).then_some(known)
}

/// The threads, unless there is one alone or the system gives none.
fn pool() -> Option<&'static ThreadPool> {
    let pool = POOL.get_or_init(|| {
        let count = threads();
        let builder = ThreadPoolBuilder::new()
            .num_threads(count)
            .thread_name(|at| format!("network-{at}"));
        (count > 1).then(|| builder.build().ok()).flatten()
    });
    pool.as_ref()
}

/// Does some work in which the others take part whenever it comes to [`each`]. One at a time.
pub(crate) fn session<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let Some(pool) = pool() else { return work() };
    if pool.current_thread_index().is_some() {
        return work();
    }
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    pool.install(|| {
        let over = AtomicBool::new(false);
        rayon_core::scope(|scope| {
            let own = rayon_core::current_thread_index();
            let over = &over;
            scope.spawn_broadcast(move |_, thread| {
                if Some(thread.index()) != own {
                    help(|| over.load(Ordering::Acquire));
                }
            });
            let _ends = Ends(over);
            work()
        })
    })
}

/// Ends a session, whatever became of its work.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Does whatever there is to do until it is over.
fn help(is_over: impl Fn() -> bool) {
    let mut looks = 0;
    while !is_over() {
        if rayon_core::yield_now() == Some(Yield::Executed) {
            looks = 0;
        } else if looks < LOOKS {
            looks += 1;
            spin_loop();
        } else {
            thread::yield_now();
        }
    }
}

/// Does the same with every piece of `numbers`, `size` of them at a time, on all threads of the session.
pub(crate) fn each<T: Send>(numbers: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    let size = size.max(1);
    let inside = pool().is_some_and(|pool| pool.current_thread_index().is_some());
    if !inside || numbers.len() <= size {
        for (at, piece) in numbers.chunks_mut(size).enumerate() {
            work(at, piece);
        }
        return;
    }
    let pieces: Vec<Mutex<&mut [T]>> = numbers.chunks_mut(size).map(Mutex::new).collect();
    let (next, left) = (AtomicUsize::new(0), AtomicUsize::new(pieces.len()));
    let some = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = pieces.get(at) else { return };
            // Dropped when this thread has no more to do with the piece, even if it panics.
            let _done = Done(&left);
            work(
                at,
                &mut piece.lock().unwrap_or_else(PoisonError::into_inner),
            );
        }
    };
    rayon_core::scope(|scope| {
        for _ in 1..threads().min(pieces.len()) {
            scope.spawn(|_| some());
        }
        some();
        help(|| left.load(Ordering::Acquire) == 0);
    });
}

/// Counts a piece of work as done.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_worked_on_once_in_a_session_and_outside() {
        let fill = |count: usize, size| {
            let mut numbers = vec![0_usize; count];
            each(&mut numbers, size, |at, piece| {
                for (place, number) in piece.iter_mut().enumerate() {
                    *number += at * size + place + 1;
                }
            });
            assert!(numbers.iter().copied().eq(1..=count), "{count} by {size}");
        };
        for (count, size) in [(0, 4), (1, 4), (1000, 7), (5, 1)] {
            fill(count, size);
            session(|| fill(count, size));
        }
        // Several at once wait for one another.
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| session(|| fill(300, 3)));
            }
        });
    }

    #[test]
    fn a_session_that_panics_is_over() {
        let broken = std::panic::catch_unwind(|| {
            session(|| each(&mut [0; 64], 1, |at, _| assert!(at < 40, "on purpose")));
        });
        assert!(broken.is_err());
        assert_eq!(session(|| 7), 7);
    }

    #[test]
    fn processors_that_share_a_core_count_once() {
        let one = |number: u32, core: u32| {
            format!(
                "processor\t: {number}\nmodel name\t: X\nphysical id\t: 0\ncore id\t\t: {core}\n\n"
            )
        };
        let list: String = [(0, 0), (1, 1), (2, 0), (3, 1)]
            .map(|(n, core)| one(n, core))
            .concat();
        assert_eq!(listed(&list), Some(2));
        assert_eq!(listed("processor : 0\n\nprocessor : 1\n"), Some(2));
        assert_eq!(listed(""), None);
    }
}
