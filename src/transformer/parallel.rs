//! Work on the threads that the library multiplies with. Others beside them would only stand in their way.

use std::sync::{Mutex, PoisonError};

use candle_core::utils::barrier_pool;

/// Does the same with every piece of `numbers`, `size` of them at a time, on all threads.
pub(super) fn each(numbers: &mut [f32], size: usize, work: impl Fn(usize, &mut [f32]) + Sync) {
    let pieces: Vec<Mutex<&mut [f32]>> = numbers.chunks_mut(size.max(1)).map(Mutex::new).collect();
    barrier_pool().execute_chunked(pieces.len(), |range| {
        for at in range {
            if let Some(piece) = pieces.get(at) {
                work(
                    at,
                    &mut piece.lock().unwrap_or_else(PoisonError::into_inner),
                );
            }
        }
    });
}
