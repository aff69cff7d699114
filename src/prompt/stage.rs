//! The floor for models that are asked for one thing at a time. Such a model copies what it is shown and loses its
//! side in a long text, so it is shown neither the record nor the house's rules: a few rounds of practice, always
//! the same, and then its own task, in the same words.

use minijinja::{Value, value::Serde};
use serde::Deserialize;

use super::{Prompts, message, view};
use crate::{
    catalog::Steps,
    debate::{DebateState, ask::Ask, ids::TurnId},
    error::Failure,
    llm::{From, Message},
};

/// The rounds as their file has them.
const FILE: &str = include_str!("practice.toml");

/// One round of practice.
#[derive(Debug, Clone, Deserialize)]
struct Round {
    /// In whose words it is put.
    template: String,
    /// What these are filled with.
    view: toml::Table,
    /// What was answered.
    spoken: String,
}

/// The rounds of practice.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Practice {
    rounds: Vec<Round>,
}

impl Practice {
    pub(super) fn load() -> Result<Self, Failure> {
        toml::from_str(FILE).map_err(|error| Failure::internal(format!("practice.toml: {error}")))
    }
}

/// The template of a task on the floor, where its speaker's model is asked for one thing at a time.
fn template(state: &DebateState, ask: &Ask) -> Option<&'static str> {
    let (turn, template) = match ask {
        Ask::Speech { turn, .. } => (*turn, "speech_step.md"),
        Ask::PoiOffer { turn } => (*turn, "poi_offer_step.md"),
        Ask::SideCheck { turn } => (*turn, "side_check.md"),
        Ask::PoiAnswer { poi } => (state.point(*poi)?.turn, "poi_answer_step.md"),
        _ => return None,
    };
    is_stepwise(state, turn).then_some(template)
}

fn is_stepwise(state: &DebateState, turn: TurnId) -> bool {
    let turn = state.turn(turn);
    turn.is_some_and(|turn| state.steps_of(turn) == Steps::OneAtATime)
}

/// Whether a task is put without the record, after practice.
pub(super) fn is_staged(state: &DebateState, ask: &Ask) -> bool {
    template(state, ask).is_some()
}

impl Prompts {
    /// The whole prompt for a task on the floor, if it is put after practice.
    pub(super) fn staged(
        &self,
        state: &DebateState,
        ask: &Ask,
    ) -> Result<Option<Vec<Message>>, String> {
        let Some(template) = template(state, ask) else {
            return Ok(None);
        };
        let view = match ask {
            Ask::Speech { turn, cue } => state
                .turn(*turn)
                .map_or(Value::UNDEFINED, |turn| view::step(state, turn, *cue)),
            Ask::PoiOffer { turn } => view::offer(state, *turn),
            Ask::SideCheck { turn } => view::checked(state, *turn),
            Ask::PoiAnswer { poi } => view::point(state, *poi),
            _ => Value::UNDEFINED,
        };
        let referee = matches!(ask, Ask::SideCheck { .. });
        let house = self.fill("stage.md", minijinja::context! { referee })?;
        let mut messages = vec![message(From::System, house)];
        let rounds = &self.practice.rounds;
        for round in rounds.iter().filter(|round| round.template == template) {
            let asked = self.fill(template, Value::from(Serde(&round.view)))?;
            messages.push(message(From::User, asked));
            messages.push(message(From::Assistant, round.spoken.clone()));
        }
        messages.push(message(From::User, self.fill(template, view)?));
        Ok(Some(messages))
    }

    /// What nobody in the house says because it was said in practice.
    pub fn spoken_in_practice(&self) -> impl Iterator<Item = &str> {
        let rounds = &self.practice.rounds;
        rounds.iter().map(|round| round.spoken.as_str())
    }
}
