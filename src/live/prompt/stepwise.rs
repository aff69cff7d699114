//! Prompts for models that are asked for one thing at a time: who they are, rounds of practice, and the task.

use minijinja::Value;

use super::{Prompts, message};
use crate::{
    asks::{Questions, Stepwise},
    fence::Names,
    llm::{From, Message},
};

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
