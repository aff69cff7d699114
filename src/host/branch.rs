//! Branching a debate: a debate of its own that begins with the record of another one, up to a place, and goes on
//! differently.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::{
    Host, clock,
    debate::{
        DebateState,
        command::Pace,
        event::{Event, Record},
        ids::DebateId,
        opening::Opening,
    },
    engine::{self, Handle, Terms},
    error::Failure,
    journal::Journal,
    patience::{Patience, Watched},
};

impl Host {
    /// Opens a branch of a debate, which has its records up to the one of number `at`, and goes on from there with the
    /// models that the other debate was held with last by then, unless the flags say otherwise. They are waited for until
    /// `stop`. Where it `waits`, nothing happens before whoever watches lets it go on, and text that nobody was there to
    /// read is no longer released at once. Nothing of the other debate changes.
    ///
    /// # Errors
    /// People held it, there is nothing to come behind that record, the models cannot be had, or the journal cannot be read
    /// or written.
    pub async fn branch(
        &self,
        journal: &Journal,
        (parent, at): (&DebateId, u64),
        patience: Patience,
        (pace, waits): (Option<Pace>, bool),
        stop: &CancellationToken,
    ) -> Result<(Handle, DebateId, Vec<Record>), Failure> {
        let (opening, records) = common(parent, journal.load(parent)?, at)?;
        let state = DebateState::fold(&records);
        let (roster, launch) = self.models_of(&state, None, patience, stop).await?;
        let usual = || {
            self.settings
                .pace
                .unwrap_or_else(|| Watched::ByViewer.pace())
        };
        let is_unread = waits && state.pace == Pace::Instant;
        let terms = Terms {
            on_failure: patience.on_failure,
            pace: pace.or_else(|| is_unread.then(usual)),
            launch: Some(launch),
            waits,
            ..Terms::default()
        };
        // Nothing is kept before it is sure that the branch can go on.
        let outside = self.outside(journal.create(&opening)?, &state, roster)?;
        let kept = records.iter().cloned().map(Arc::new).collect();
        outside.recorder.keep(kept).await?;
        let debate = opening.debate.clone();
        Ok((engine::resume(state, outside, terms), debate, records))
    }
}

/// The records that a branch has in common with a debate, with an opening of its own.
fn common(
    parent: &DebateId,
    mut records: Vec<Record>,
    at: u64,
) -> Result<(Arc<Opening>, Vec<Record>), Failure> {
    let short = parent.short();
    // What was asked after the end is no place to go on from, either.
    let end = records
        .iter()
        .position(|record| matches!(record.event, Event::Closed { .. }));
    let is_over = end.is_some();
    let places = end.unwrap_or(records.len());
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    if at >= places {
        let why = if is_over && at < records.len() {
            format!("the debate {short} is over there, and nothing is left to go on differently")
        } else {
            format!("the debate {short} is not so long")
        };
        return Err(Failure::input(why).hint(format!(
            "name an earlier place; b in a replay takes what is shown: hustings replay {short}"
        )));
    }
    records.truncate(at.saturating_add(1));
    let at_ms = records.last().map_or(0, |last| last.at_ms);
    let first = records.first_mut();
    let Some(Event::Opened(opened)) = first.map(|first| &mut first.event) else {
        return Err(Failure::input(format!(
            "the debate {short} does not begin with its opening"
        )));
    };
    if opened.real.is_some() {
        return Err(Failure::input(format!(
            "people held the debate {short}; what they said cannot go on differently"
        ))
        .hint("hold a debate on the same motion, and compare the two: hustings compare SIMULATED REAL"));
    }
    let opening = Arc::new(opened.branched((at as u64, at_ms), clock::new_debate()));
    *opened = Arc::clone(&opening);
    Ok((opening, records))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::{Given, Making, read, records};

    const BRIDGE: &str = include_str!("../../tests/samples/real/bridge.json");

    #[test]
    fn what_people_held_has_no_branch() {
        let debate = read(BRIDGE, &Given::default()).unwrap().debate;
        let making = Making {
            debate: DebateId("01932f00-bridge".into()),
            now_ms: 0,
            like: None,
        };
        let refused = common(&making.debate, records(&debate, &making), 3).unwrap_err();
        assert!(
            refused.message.contains("people held the debate"),
            "{refused}"
        );
        assert!(refused.hints[0].contains("hustings compare"), "{refused}");
    }
}
