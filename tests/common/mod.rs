//! What several tests share.
#![allow(dead_code, reason = "no test uses everything")]

pub mod fake_server;
