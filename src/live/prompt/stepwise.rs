//! Prompts for models that are asked for one thing at a time: who they are, rounds of practice, and the task.

use minijinja::Value;

use super::{Prompts, message};
use crate::{
    asks::{self, Filling, Questions, Rated, Stepwise, rated},
    catalog::Claims,
    debate::{DebateState, ask::Ask},
    fence::Names,
    llm::{From, Message},
};

/// The prompts of a task whose answer is a number, for a model that tells how likely answers are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedPrompts {
    /// The prompt, and the same with what there is to choose from the other way round.
    pub orders: [Vec<Message>; 2],
    /// The two answers.
    pub answers: Vec<String>,
}

impl Prompts {
    /// The whole prompts for a task, one for each of its questions.
    pub(super) fn stepwise(
        &self,
        asked: &Stepwise,
        names: Names<'_>,
    ) -> Result<Vec<Vec<Message>>, String> {
        let house = self.fill(
            "stage.md",
            minijinja::context! { kind => asked.role },
            names,
        )?;
        let questions = match &asked.questions {
            Questions::Whole(question) => std::slice::from_ref(question),
            Questions::Parts(questions) => questions,
        };
        let prompts = questions.iter().map(|(template, view)| {
            if asked.practises {
                return self.practised((&house, names), template, view);
            }
            let system = message(From::System, house.clone());
            let task = self.fill(template, view.clone(), names)?;
            Ok(vec![system, message(From::User, task)])
        });
        prompts.collect()
    }

    /// The prompts for a piece of work as it is put to a model that tells how likely answers are; `None` where it is put to
    /// such a model as to any other.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn rated(&self, state: &DebateState, ask: &Ask) -> Option<Result<RatedPrompts, String>> {
        let rated = asks::of(ask).rated(state)?;
        Some(self.rate(&rated, Names::Debate(state)))
    }

    /// The prompts for which of these claims a text argues, for such a model.
    ///
    /// # Errors
    /// As for [`Self::rated`].
    pub(crate) fn side_of(&self, claims: &Claims, text: &str) -> Result<RatedPrompts, String> {
        self.rate(&rated::side(claims, text), Names::None)
    }

    fn rate(&self, rated: &Rated, names: Names<'_>) -> Result<RatedPrompts, String> {
        let house = self.fill(
            "stage.md",
            minijinja::context! { kind => rated.role },
            names,
        )?;
        let order = |(template, view): &Filling| self.practised((&house, names), template, view);
        let [one, other] = rated.orders.each_ref().map(order);
        Ok(RatedPrompts {
            orders: [one?, other?],
            answers: rated.answers.map(str::to_owned).to_vec(),
        })
    }

    /// A task behind the rounds of practice that are put in the same words.
    fn practised(
        &self,
        (house, names): (&str, Names<'_>),
        template: &str,
        view: &Value,
    ) -> Result<Vec<Message>, String> {
        // The task first: of all that a template is filled with the beginning is kept for whoever checks it.
        let task = self.fill(template, view.clone(), names)?;
        let mut messages = vec![message(From::System, house.to_owned())];
        // Practice is of our own people.
        let own = Names::Practice(&self.practice.people);
        for round in self.practice.of(template, view) {
            let asked = self.fill(template, round.filled(), own)?;
            messages.push(message(From::User, asked));
            messages.push(message(From::Assistant, round.spoken.clone()));
        }
        messages.push(message(From::User, task));
        Ok(messages)
    }
}
