//! Questions to a model about passages of a corpus, as many of them as it has room for.

use serde::de::DeserializeOwned;

use crate::{
    catalog::Sample,
    debate::ask::Purpose,
    error::Failure,
    llm::{Message, Request, Shape, roster::Assigned},
};

/// Characters of a token, on the safe side.
const CHARS_A_TOKEN: usize = 3;

/// A question to a model.
pub(crate) struct CorpusQuestion<'a> {
    /// The model.
    pub(crate) assigned: &'a Assigned,
    /// The tokens that its answer may have.
    pub(crate) tokens: u32,
    /// What it is asked to do, as in "could not …".
    pub(crate) what: &'a str,
}

impl CorpusQuestion<'_> {
    /// Whether the model has room for a prompt and its answer.
    pub(crate) fn fits(&self, messages: &[Message]) -> bool {
        let context = self.assigned.model.profile().context;
        let room = context.saturating_sub(self.tokens) as usize * CHARS_A_TOKEN;
        let length = messages.iter().map(|one| one.text.chars().count());
        length.sum::<usize>() <= room
    }

    /// The prompt with as many passages as there is room for, from all over them.
    ///
    /// # Errors
    /// A template of the user does not fit its data.
    pub(crate) fn thinned(
        &self,
        passages: &[Sample],
        made: impl Fn(&[Sample]) -> Result<Vec<Message>, String>,
    ) -> Result<Vec<Message>, Failure> {
        let mut chosen = passages.to_vec();
        let mut messages = made(&chosen).map_err(unmade)?;
        while !self.fits(&messages) && chosen.len() > 1 {
            chosen = chosen.into_iter().step_by(2).collect();
            messages = made(&chosen).map_err(unmade)?;
        }
        Ok(messages)
    }

    /// Asks.
    ///
    /// # Errors
    /// The model cannot be had, or gives nothing of use.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        messages: Vec<Message>,
        shape: Shape,
        check: impl Fn(&T) -> Result<(), String>,
    ) -> Result<T, Failure> {
        let request = Request {
            purpose: Purpose::Extract,
            messages,
            max_tokens: self.tokens,
            shape: None,
            temperature: Some(0.2),
            seed: Some(0),
        };
        let (answer, _) = self.assigned.ask(request, shape, check).await;
        answer.map_err(|error| {
            // Nothing has come of it: a part of the work would be done otherwise.
            let label = self.assigned.model.label();
            let failure = Failure::no_model(format!("{label} could not {}: {error}", self.what));
            match error.hint() {
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        })
    }
}

/// A prompt that a template of the user keeps from being made.
pub(crate) fn unmade(reason: impl std::fmt::Display) -> Failure {
    Failure::input(format!("the prompt cannot be made: {reason}"))
}
