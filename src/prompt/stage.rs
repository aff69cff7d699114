//! The floor for models that are asked for one thing at a time. Such a model copies what it is shown and loses its
//! side in a long text, so it is shown neither the record nor the house's rules: a few rounds of practice, always
//! the same, and then its own task, in the same words.

use minijinja::{Value, value::Serde};
use serde::Deserialize;

use super::{Prompts, message, view};
use crate::{
    catalog::{Steps, Task},
    debate::{
        DebateState,
        ask::{Ask, Cue},
        ids::{PoiId, TurnId},
    },
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

/// A task that is put after practice.
enum Staged {
    Step(TurnId, Cue),
    Short(TurnId, Cue),
    Offer(TurnId),
    Check(TurnId),
    Answer(PoiId),
}

impl Staged {
    /// The task on the floor, where its speaker's model is asked for one thing at a time.
    fn of(state: &DebateState, ask: &Ask) -> Option<Self> {
        let (turn, staged) = match ask {
            Ask::Speech { turn, cue } if is_short(state, *turn) => {
                (*turn, Self::Short(*turn, *cue))
            }
            Ask::Speech { turn, cue } => (*turn, Self::Step(*turn, *cue)),
            Ask::PoiOffer { turn } => (*turn, Self::Offer(*turn)),
            Ask::SideCheck { turn } => (*turn, Self::Check(*turn)),
            Ask::PoiAnswer { poi } => (state.point(*poi)?.turn, Self::Answer(*poi)),
            Ask::Prepare { .. }
            | Ask::PoiAccept { .. }
            | Ask::Extract { .. }
            | Ask::Poll { .. }
            | Ask::Ballot { .. }
            | Ask::Verdict
            | Ask::Assess { .. }
            | Ask::Write { .. }
            | Ask::Referee { .. }
            | Ask::Choose { .. }
            | Ask::Round { .. }
            | Ask::Judge { .. }
            | Ask::Question { .. } => return None,
        };
        let is_staged = is_stepwise(state, turn) || is_short(state, turn);
        is_staged.then_some(staged)
    }

    fn template(&self) -> &'static str {
        match self {
            Self::Step(..) => "speech_step.md",
            Self::Short(..) => "turn_step.md",
            Self::Offer(_) => "poi_offer_step.md",
            Self::Check(_) => "side_check.md",
            Self::Answer(_) => "poi_answer_step.md",
        }
    }

    fn view(&self, state: &DebateState) -> Value {
        match self {
            Self::Step(turn, cue) => state
                .turn(*turn)
                .map_or(Value::UNDEFINED, |turn| view::step(state, turn, *cue)),
            Self::Short(turn, cue) => state
                .turn(*turn)
                .map_or(Value::UNDEFINED, |turn| view::short(state, turn, *cue)),
            Self::Offer(turn) => view::offer(state, *turn),
            Self::Check(turn) => view::checked(state, *turn),
            Self::Answer(poi) => view::point(state, *poi),
        }
    }
}

fn is_stepwise(state: &DebateState, turn: TurnId) -> bool {
    let turn = state.turn(turn);
    turn.is_some_and(|turn| state.steps_of(turn) == Steps::OneAtATime)
}

/// Whether a turn is so short that a speaker whose model is asked for one thing at a time makes it in one.
fn is_short(state: &DebateState, turn: TurnId) -> bool {
    state.turn(turn).is_some_and(|turn| {
        let speaks = matches!(turn.task, Task::Speech | Task::Question | Task::Answer);
        let steps = state
            .speaker(&turn.seat)
            .map(|speaker| speaker.profile.steps);
        let small = steps == Some(Steps::OneAtATime);
        speaks && small && state.steps_of(turn) == Steps::Together
    })
}

/// Whether a task is put without the record, after practice.
pub(super) fn is_staged(state: &DebateState, ask: &Ask) -> bool {
    Staged::of(state, ask).is_some()
}

impl Prompts {
    /// The whole prompt for a task on the floor, if it is put after practice.
    pub(super) fn staged(
        &self,
        state: &DebateState,
        ask: &Ask,
    ) -> Result<Option<Vec<Message>>, String> {
        let Some(staged) = Staged::of(state, ask) else {
            return Ok(None);
        };
        let template = staged.template();
        let referee = matches!(staged, Staged::Check(_));
        let house = self.fill("stage.md", minijinja::context! { referee })?;
        let mut messages = vec![message(From::System, house)];
        let rounds = &self.practice.rounds;
        for round in rounds.iter().filter(|round| round.template == template) {
            let asked = self.fill(template, Value::from(Serde(&round.view)))?;
            messages.push(message(From::User, asked));
            messages.push(message(From::Assistant, round.spoken.clone()));
        }
        messages.push(message(
            From::User,
            self.fill(template, staged.view(state))?,
        ));
        Ok(Some(messages))
    }

    /// What nobody in the house says because it was said in practice.
    pub fn spoken_in_practice(&self) -> impl Iterator<Item = &str> {
        let rounds = &self.practice.rounds;
        rounds.iter().map(|round| round.spoken.as_str())
    }
}
