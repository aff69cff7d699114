//! The program as scripts see it: whole debates against a server on loopback, from the command line to the
//! exit code.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod common;

#[path = "program/debates.rs"]
mod debates;
#[path = "program/faults.rs"]
mod faults;
#[path = "program/privacy.rs"]
mod privacy;
#[path = "program/signals.rs"]
mod signals;
