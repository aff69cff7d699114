//! Small things that a new viewer found.

use super::*;
use crate::{
    catalog::{Good, Standing},
    debate::{guidance::Guidance, ids::DebateId, written::ResponseType},
    layout::Pane,
};
