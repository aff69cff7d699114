//! Every format that is built in, run through the rules in a simulated world: to its verdict, in its order, with
//! calls that fail and viewers who interrupt, and taken up again from any place. The seeds' rules and numbers are
//! tested in `formats/` of this folder.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use crate::common;

#[path = "formats/absent.rs"]
mod absent;
#[path = "formats/assembly.rs"]
mod assembly;
#[path = "formats/clearside.rs"]
mod clearside;
#[path = "formats/generality.rs"]
mod generality;
#[path = "formats/hostile.rs"]
mod hostile;
#[path = "formats/judged_by_hand.rs"]
mod judged_by_hand;
#[path = "formats/marks.rs"]
mod marks;
#[path = "formats/neutral.rs"]
mod neutral;
#[path = "formats/next.rs"]
mod next;
#[path = "formats/outages.rs"]
mod outages;
#[path = "formats/own_side.rs"]
mod own_side;
#[path = "formats/panel.rs"]
mod panel;
#[path = "formats/parts.rs"]
mod parts;
#[path = "formats/roundtable.rs"]
mod roundtable;
#[path = "formats/servers.rs"]
mod servers;
#[path = "formats/short.rs"]
mod short;
#[path = "formats/structured.rs"]
mod structured;
