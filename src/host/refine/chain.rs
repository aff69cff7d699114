//! The iterations of a debate as the journal has them.

use hustings_rules::setup::seats::Seats;
use hustings_study::refine::Iteration;

use crate::{
    Host,
    debate::{DebateState, event::CloseReason, ids::DebateId, state::DebateStatus},
    error::Failure,
    host::check_seats,
    journal::Journal,
};

/// The iterations that are over, the refined debate first, and the one after them that was left.
#[derive(Debug)]
pub struct Chain {
    /// Iterations that are over; never empty.
    pub over: Vec<Iteration>,
    /// The id of the iteration that was left, if one was.
    pub left: Option<DebateId>,
}

impl Chain {
    /// The chain that a debate belongs to, whichever iteration it is. Of several debates that refine the same one, the one
    /// that was asked for counts, and else the newest. What was adjourned has no verdict, and is passed over.
    ///
    /// # Errors
    /// The debate that is refined is not over, or is no longer in the journal.
    pub fn load(journal: &Journal, asked: &DebateId) -> Result<Self, Failure> {
        let state = DebateState::fold(&journal.load(asked)?);
        let first = first_of(&state).unwrap_or_else(|| asked.clone());
        let state = if &first == asked {
            state
        } else {
            let records = journal.load(&first).map_err(|error| {
                Failure::from(error).hint(format!(
                    "the debate {} refines it, and cannot be refined without it",
                    asked.short()
                ))
            })?;
            DebateState::fold(&records)
        };
        refinable(&first, &state)?;
        let refinements = journal.refinements(&first)?;
        let mut chain = Self {
            over: vec![Iteration {
                debate: first,
                state,
            }],
            left: None,
        };
        while let Some(last) = chain.over.last() {
            let mut next: Vec<&DebateId> = refinements
                .iter()
                .filter(|(_, after)| *after == last.debate)
                .map(|(debate, _)| debate)
                .collect();
            next.sort_by_key(|debate| *debate == asked);
            let mut found = None;
            for debate in next.into_iter().rev() {
                let state = DebateState::fold(&journal.load(debate)?);
                if state.status != DebateStatus::Closed(CloseReason::Adjourned) {
                    found = Some((debate.clone(), state));
                    break;
                }
            }
            match found {
                Some((debate, state)) if state.is_closed() => {
                    chain.over.push(Iteration { debate, state });
                }
                Some((debate, _)) => {
                    chain.left = Some(debate);
                    break;
                }
                None => break,
            }
        }
        Ok(chain)
    }
}

impl Host {
    /// Refuses flags that name a seat which the debates of this chain do not have; `asked` is the one that was named.
    ///
    /// # Errors
    /// As said.
    pub fn check_chain(&self, chain: &Chain, asked: &DebateId) -> Result<(), Failure> {
        let first = chain.over.first().map(|one| &one.state);
        let Some(opening) = first.and_then(|state| state.opening.as_deref()) else {
            return Ok(());
        };
        let which = format!("the debate {}", asked.short());
        check_seats(&self.overrides, &Seats::of_opening(opening, 0, 0), &which)
    }
}

/// The first iteration of the chain that a debate belongs to, where it refines another one.
fn first_of(state: &DebateState) -> Option<DebateId> {
    let guidance = state.opening.as_deref()?.as_iteration()?;
    Some(guidance.of.clone())
}

fn refinable(debate: &DebateId, state: &DebateState) -> Result<(), Failure> {
    let opening = state.opening.as_deref();
    if opening.is_some_and(|opening| opening.real.is_some()) {
        return Err(Failure::input(format!(
            "people held the debate {}; what they said is not said again",
            debate.short()
        ))
        .hint("Hold a debate on the same motion, and compare the two: hustings compare SIMULATED REAL."));
    }
    let short = debate.short();
    match &state.status {
        DebateStatus::Closed(CloseReason::Completed) => Ok(()),
        DebateStatus::Closed(CloseReason::Adjourned) => Err(Failure::input(format!(
            "the debate {short} was adjourned: there is no verdict on it to refine it by"
        ))
        .hint("hold it to its end; `hustings list` shows those that are over")),
        DebateStatus::Unopened | DebateStatus::Running | DebateStatus::Paused(_) => {
            Err(Failure::input(format!("the debate {short} is not over"))
                .hint(format!("take it up first: hustings resume {short}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use hustings_rules::setup::fixture;

    use super::*;
    use crate::{
        catalog::Profile,
        debate::{
            event::{Event, Record},
            guidance::Guidance,
        },
    };

    /// Keeps a debate that ended so; `after` is the iteration whose verdict has taught it.
    async fn keep(journal: &Journal, debate: &str, after: Option<&str>, end: Option<CloseReason>) {
        let choice = fixture::choice("exhibition", &fixture::PEOPLE);
        let mut opening = fixture::resolved(choice, "scripted", &Profile::default());
        opening.debate = DebateId(debate.to_owned());
        opening.guidance = after.map(|after| Guidance {
            of: DebateId("first".to_owned()),
            after: DebateId(after.to_owned()),
            iteration: 2,
            seats: BTreeMap::new(),
        });
        let writer = journal.create(&opening).unwrap();
        let events = [Event::Opened(Arc::new(opening))]
            .into_iter()
            .chain(end.map(|reason| Event::Closed { reason }));
        let records = (0..).zip(events).map(|(seq, event)| {
            let at_ms = 0;
            Arc::new(Record { seq, at_ms, event })
        });
        writer.append(records.collect()).await.unwrap();
        writer.close().await;
    }

    #[tokio::test]
    async fn an_iteration_that_was_adjourned_is_passed_over_and_one_that_was_left_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::open(dir.path()).unwrap();
        let first = DebateId("first".to_owned());
        keep(&journal, "first", None, Some(CloseReason::Completed)).await;
        let adjourned = Some(CloseReason::Adjourned);
        keep(&journal, "adjourned", Some("first"), adjourned).await;
        let chain = Chain::load(&journal, &first).unwrap();
        assert_eq!((chain.over.len(), chain.left), (1, None), "it is held anew");
        // Whichever iteration is named, it is about the whole chain.
        keep(&journal, "left", Some("first"), None).await;
        for named in ["first", "adjourned", "left"] {
            let chain = Chain::load(&journal, &DebateId(named.to_owned())).unwrap();
            assert_eq!(chain.over.len(), 1, "{named}");
            assert_eq!(chain.left, Some(DebateId("left".to_owned())), "{named}");
        }
    }
}
