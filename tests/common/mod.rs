//! What several tests share.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "shared by tests, of which none uses everything"
)]

pub mod fake_server;
