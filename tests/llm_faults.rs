//! What servers do, well and badly, against a real socket on loopback.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common;

#[path = "llm_faults/addresses.rs"]
mod addresses;
#[path = "llm_faults/attacks.rs"]
mod attacks;
#[path = "llm_faults/client.rs"]
mod client;
#[path = "llm_faults/dialects.rs"]
mod dialects;
#[path = "llm_faults/embeddings.rs"]
mod embeddings;
#[path = "llm_faults/faults.rs"]
mod faults;
#[path = "llm_faults/keys.rs"]
mod keys;
#[path = "llm_faults/limits.rs"]
mod limits;
