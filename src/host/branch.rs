//! Branching a debate: a debate of its own that begins with the record of another one, up to a place, and goes on
//! differently.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::{
    Host, clock,
    corpus::Library,
    debate::{
        DebateState,
        command::Pace,
        event::{Event, Record},
        ids::{DebateId, Seat},
        opening::Opening,
        what_if::{Replacement, WhatIf, before_last_answer},
    },
    engine::{self, Handle, Terms},
    error::Failure,
    journal::{Journal, SeatReader},
    patience::{Patience, Watched},
    seats,
    text::lower_first,
};

/// A branch as somebody wants it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedBranch {
    /// The number of the last record that the two debates have in common. A point of information that is answered
    /// otherwise has them part before that, where it was answered.
    pub at: u64,
    /// The things that are otherwise from there on; another draw where there are none.
    pub changes: Vec<WhatIf>,
}

impl Host {
    /// Opens a branch of a debate, which has its records up to a place, and goes on from there otherwise as is wanted, with
    /// the models that the other debate was held with last by then, unless the flags, or what is wanted, say otherwise. They
    /// are waited for until `stop`. Where it `waits`, nothing happens before whoever watches lets it go on, and text that nobody was there to
    /// read is no longer released at once. Nothing of the other debate changes.
    ///
    /// # Errors
    /// People held it, there is nothing to come behind that record, something cannot be otherwise there, the models cannot be
    /// had, or the journal cannot be read or written.
    pub async fn branch(
        &self,
        journal: &Journal,
        (parent, wanted): (&DebateId, WantedBranch),
        patience: Patience,
        (pace, waits): (Option<Pace>, bool),
        stop: &CancellationToken,
    ) -> Result<(Handle, DebateId, Vec<Record>), Failure> {
        let WantedBranch { at, mut changes } = wanted;
        let records = journal.load(parent)?;
        let at = place(parent, &records, at, &changes)?;
        let (opening, records) = common(parent, records, at)?;
        let state = DebateState::fold(&records);
        check(&state, &changes)?;
        self.count_passages(&opening, &mut changes)?;
        let other = changes.iter().find_map(|change| match change {
            WhatIf::Model { seat, model } => Some((seat.as_ref(), model.as_str())),
            WhatIf::Words(_)
            | WhatIf::Point { .. }
            | WhatIf::Evidence { .. }
            | WhatIf::Speaker(_) => None,
        });
        let (roster, launch) = self.models_of(&state, other, patience, stop).await?;
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
            changes: changes.clone(),
            ..Terms::default()
        };
        // Nothing is kept before it is sure that the branch can go on.
        let seated = with_others(&opening, &changes);
        let outside = self.outside(journal.create(&opening)?, Some(&seated), roster)?;
        let kept = records.iter().cloned().map(Arc::new).collect();
        outside.recorder.keep(kept).await?;
        let debate = opening.debate.clone();
        let others = SeatReader::of(&self.dirs.data, &debate);
        let handle = engine::resume(state, outside, terms);
        seats::hear(others, &handle);
        Ok((handle, debate, records))
    }

    /// Somebody of the catalog for a seat.
    ///
    /// # Errors
    /// There is nobody of that name, with the nearest ones.
    pub fn replacement(&self, seat: Seat, persona: &str) -> Result<WhatIf, Failure> {
        let entry = self.catalog.persona(persona)?;
        Ok(WhatIf::Speaker(Box::new(Replacement {
            seat,
            persona: entry.id.clone(),
            card: entry.value.clone(),
            passages: 0,
        })))
    }

    /// Counts what those who take a seat can draw on.
    fn count_passages(&self, opening: &Opening, changes: &mut [WhatIf]) -> Result<(), Failure> {
        if opening.options.without_corpora {
            return Ok(());
        }
        for change in changes {
            if let WhatIf::Speaker(one) = change
                && let Some(library) = Library::find_in(&self.dirs.data)?
            {
                one.passages = library.passages_of(&one.persona)?;
            }
        }
        Ok(())
    }
}

/// A debate and one that parts from it, to be looked at side by side: a branch and the debate that it parts from, or the
/// other one that is meant, which may be another branch of the same debate.
///
/// # Errors
/// The two do not part from each other, or the journal cannot be read.
pub fn beside(
    journal: &Journal,
    debate: &DebateId,
    other: Option<&DebateId>,
) -> Result<(DebateState, DebateState), Failure> {
    let one = DebateState::fold(&journal.load(debate)?);
    let parting = |state: &DebateState| state.branch_ref().map(|one| (one.of.clone(), one.at));
    let short = debate.short();
    let other = match (other, parting(&one)) {
        (Some(other), _) => other.clone(),
        (None, Some((parent, _))) => parent,
        (None, None) => {
            return Err(Failure::input(format!("the debate {short} is no branch")).hint(format!(
                "name the branch that is to be seen beside it: hustings show {short} --beside=BRANCH"
            )));
        }
    };
    let another = DebateState::fold(&journal.load(&other)?);
    let (of_one, of_other) = (parting(&one), parting(&another));
    let is_of = |parting: &Option<(DebateId, u64)>, of: &DebateId| {
        parting.as_ref().is_some_and(|(parent, _)| parent == of)
    };
    if is_of(&of_one, &other) {
        return Ok((another, one));
    }
    if is_of(&of_other, debate) {
        return Ok((one, another));
    }
    match (of_one, of_other) {
        // They part where the first of them leaves the debate that both are branches of.
        (Some((parent, at)), Some((of, place))) if parent == of => Ok(if at <= place {
            (another, one)
        } else {
            (one, another)
        }),
        _ => Err(Failure::input(format!(
            "the debates {short} and {} do not part from each other",
            other.short()
        ))
        .hint("hustings list shows which debate is a branch of which")),
    }
}

/// The place where a branch parts: where a point is answered otherwise, that is before its answer.
fn place(
    parent: &DebateId,
    records: &[Record],
    at: u64,
    changes: &[WhatIf],
) -> Result<u64, Failure> {
    if !changes
        .iter()
        .any(|one| matches!(one, WhatIf::Point { .. }))
    {
        return Ok(at);
    }
    before_last_answer(records, at).ok_or_else(|| {
        let short = parent.short();
        Failure::input(format!(
            "nobody rises on a point of information in the debate {short} up to there"
        ))
        .hint("name a later place, or another change: hustings branch --help")
    })
}

/// Refuses what cannot be otherwise there.
fn check(state: &DebateState, changes: &[WhatIf]) -> Result<(), Failure> {
    match changes.iter().find_map(|change| state.refusal_of(change)) {
        Some(why) => Err(Failure::input(lower_first(why.trim_end_matches('.')))
            .hint("choose another place, or another change: hustings branch --help")),
        None => Ok(()),
    }
}

/// The opening with those in their seats who take them.
fn with_others(opening: &Opening, changes: &[WhatIf]) -> Opening {
    let mut seated = opening.clone();
    for change in changes {
        if let WhatIf::Speaker(one) = change {
            seated.replace_speaker(&one.seat, (&one.persona, &one.card), one.passages);
        }
    }
    seated
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
