//! A debate that is over, as it is given to judges once more.

use std::sync::Arc;

use crate::{
    catalog::Rubric,
    debate::{DebateState, ask::Role, ids::Seat},
    llm::roster::Roster,
};

/// The debate as so many judges have it before them, who judge by `rubric`.
pub fn before_judges(
    state: &DebateState,
    roster: &Roster,
    rubric: &Rubric,
    judges: usize,
) -> DebateState {
    let mut state = state.clone();
    if let Some(opening) = &mut state.opening {
        let opening = Arc::make_mut(opening);
        opening.format.rubric = Some(rubric.clone());
        opening.judges = (1..=judges)
            .map(|number| roster.seated(Role::Judge, Seat::judge(number)))
            .collect();
    }
    state
}
