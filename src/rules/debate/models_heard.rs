//! Which models have answered for whom: a debate may be gone on with by others than it was opened with.

use super::{
    ask::Purpose,
    ids::Seat,
    person::PERSON,
    state::{DebateState, Finished, Turn},
};

impl DebateState {
    /// The label of the model that answers for a speaker, a judge or the moderator: the one that did last, else the one
    /// that the debate was opened with.
    pub fn model_of(&self, seat: &Seat) -> Option<&str> {
        if let Some(model) = self.answered_by.get(seat) {
            return Some(model);
        }
        let mut seated = self.opening.as_deref()?.seated();
        seated.find(|(one, _)| *one == seat).map(|(_, model)| model)
    }

    /// The labels of the models that have answered for a seat in the debate, each where it first did so. What was asked
    /// after the end, and whether a model is there at all, is no part of it.
    pub fn models_heard(&self, seat: &Seat) -> Vec<&str> {
        let mut models: Vec<&str> = Vec::new();
        let answered = |call: &&Finished| {
            let is_besides = matches!(call.ask.purpose(), Purpose::FollowUp | Purpose::Probe);
            call.seat.as_ref() == Some(seat) && call.failed.is_none() && !call.cut && !is_besides
        };
        for call in self.finished.iter().filter(answered) {
            let model = call.report.model.as_str();
            if !model.is_empty() && !models.contains(&model) {
                models.push(model);
            }
        }
        models
    }

    /// The label of the model that spoke or wrote a turn; of a person who is at it, the word for them.
    pub fn model_of_turn(&self, turn: &Turn) -> Option<&str> {
        let wrote =
            |call: &&Finished| call.ask.writes() == Some(turn.id) && !call.report.model.is_empty();
        let call = self.finished.iter().rfind(wrote);
        call.map(|call| call.report.model.as_str()).or_else(|| {
            let by_hand = turn.is_open() && self.is_held_by_person(&turn.seat);
            by_hand
                .then_some(PERSON)
                .or_else(|| self.model_of(&turn.seat))
        })
    }
}
