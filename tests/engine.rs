//! The driver with scripted models, in paused time: what people would see, when, and in what order.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use crate::common;

#[path = "engine/broken_lines.rs"]
mod broken_lines;
#[path = "engine/candidates.rs"]
mod candidates;
#[path = "engine/delivery.rs"]
mod delivery;
#[path = "engine/floor.rs"]
mod floor;
#[path = "engine/follow_ups.rs"]
mod follow_ups;
#[path = "engine/full_length.rs"]
mod full_length;
#[path = "engine/grounded.rs"]
mod grounded;
#[path = "engine/harness.rs"]
mod harness;
#[path = "engine/leaving.rs"]
mod leaving;
#[path = "engine/likelihoods.rs"]
mod likelihoods;
mod long;
#[path = "engine/patience.rs"]
mod patience;
#[path = "engine/pause.rs"]
mod pause;
#[path = "engine/polls.rs"]
mod polls;
#[path = "engine/practised.rs"]
mod practised;
#[path = "engine/small.rs"]
mod small;
#[path = "engine/too_long.rs"]
mod too_long;
#[path = "engine/trouble.rs"]
mod trouble;
#[path = "engine/verdict.rs"]
mod verdict;
