//! Models that come and go: a hub on loopback that misbehaves, a pip that is a shell script, files that are no
//! models, and what the program says of all that.
#![allow(
    unreachable_pub,
    clippy::unwrap_used,
    clippy::format_collect,
    reason = "the files of a test share what they have; a test that fails may panic"
)]
#![cfg(unix)]

use crate::common;

#[path = "models/files.rs"]
mod files;
#[path = "models/hub.rs"]
mod hub;
#[path = "models/named.rs"]
mod named;
#[path = "models/packages.rs"]
mod packages;
#[path = "models/registry.rs"]
mod registry;
#[path = "models/several.rs"]
mod several;
#[path = "models/texts.rs"]
mod texts;
