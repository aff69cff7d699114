//! Runs the rules: one tokio task owns a debate, does the I/O that the rules ask for, and feeds back what
//! comes of it. Front ends hold a [`Handle`].

mod handle;

pub use handle::{Ending, Handle, Order};
