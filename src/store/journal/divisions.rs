//! Repeated divisions of a simulated house on debates that are over. They are kept beside a debate's records, of which
//! the last stays the end of the debate; they go with it when it is deleted, and come with it when journals are merged.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use super::{Journal, bodies, error::JournalError};
use crate::{
    debate::{
        answer::Vote,
        ids::{DebateId, Seat},
        telling::Telling,
    },
    text::sanitize::sanitize_line,
};

/// One division of a house: the votes that could be had, by member.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HouseDivision {
    /// The votes before the debate.
    pub before: BTreeMap<Seat, Vote>,
    /// The votes after the debate.
    pub after: BTreeMap<Seat, Vote>,
}

/// The divisions of one house on one debate, asked for together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatedDivisions {
    /// The time at which the divisions were made: milliseconds since the Unix epoch.
    pub made_ms: i64,
    /// The seed from which the members of the house were drawn.
    pub seed: u64,
    /// Members of the house.
    pub audience: usize,
    /// The model of the house.
    pub model: String,
    /// The model as it was asked for, where one was named for this house alone: a study finds its divisions again by that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<String>,
    /// The number of members who were asked for in one call.
    pub together: usize,
    /// How the debate was told to the house.
    #[serde(default, skip_serializing_if = "Telling::is_as_held")]
    pub telling: Telling,
    /// Whether each member was asked in both orders of the speeches, and has a vote where the two agree.
    #[serde(default, skip_serializing_if = "is_false")]
    pub both_orders: bool,
    /// The divisions, in order.
    pub divisions: Vec<HouseDivision>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(is: &bool) -> bool {
    !*is
}

impl RepeatedDivisions {
    /// Whether the house heard the debate as it was held, in that order alone.
    pub fn are_as_held(&self) -> bool {
        self.telling.is_as_held() && !self.both_orders
    }

    /// Text from elsewhere is filtered, and who is no member of a house has no vote.
    fn cleaned(mut self) -> Self {
        self.model = sanitize_line(&self.model);
        self.named = self.named.map(|named| sanitize_line(&named));
        for one in &mut self.divisions {
            one.before.retain(|seat, _| is_member(seat));
            one.after.retain(|seat, _| is_member(seat));
        }
        self
    }
}

fn is_member(seat: &Seat) -> bool {
    let number = seat.as_str().strip_prefix("audience.");
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Journal {
    /// Keeps repeated divisions of a debate.
    ///
    /// # Errors
    /// Nothing can be kept, or there is no such debate.
    pub fn keep_divisions(
        &self,
        debate: &DebateId,
        divisions: &RepeatedDivisions,
    ) -> Result<(), JournalError> {
        self.is_writable()?;
        insert(&self.reader()?, debate, divisions)
            .map_err(|error| JournalError::from_sql(&self.file(), &error))
    }

    /// The repeated divisions of a debate, the oldest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn divisions(&self, debate: &DebateId) -> Result<Vec<RepeatedDivisions>, JournalError> {
        of(&self.reader()?, debate).map_err(|error| JournalError::from_sql(&self.file(), &error))
    }
}

/// Writes repeated divisions of a debate. Those of the same moment are there already.
pub(super) fn insert(
    db: &Connection,
    debate: &DebateId,
    divisions: &RepeatedDivisions,
) -> rusqlite::Result<()> {
    bodies::insert(db, "division", debate, (divisions.made_ms, divisions))
}

/// The repeated divisions of a debate, the oldest first. What cannot be read is left out: nothing rests on it.
pub(super) fn of(db: &Connection, debate: &DebateId) -> rusqlite::Result<Vec<RepeatedDivisions>> {
    let all = bodies::of(db, "division", debate)?;
    Ok(all.into_iter().map(RepeatedDivisions::cleaned).collect())
}
