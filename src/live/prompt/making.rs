//! The prompts by which a card is written from passages of a corpus. There is no debate in them.

use minijinja::{Value, context, value::Serde};

use super::{Prompts, message};
use crate::{
    catalog::Sample,
    fence::Names,
    llm::{From, Message},
};

/// A part of a card that a small model is asked for alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardPart {
    /// What they were, in a few words.
    Role,
    /// Who they were.
    Biography,
    /// How they go at a question.
    Approach,
    /// What they would never say or do.
    Never,
}

impl CardPart {
    /// Every part, in the order in which they are asked for.
    pub const ALL: [Self; 4] = [Self::Role, Self::Biography, Self::Approach, Self::Never];
}

impl Prompts {
    /// Asks who wrote these passages: everything on a card but the style and the positions, or one part of it.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn card_of(
        &self,
        name: &str,
        part: Option<CardPart>,
        passages: &[Sample],
    ) -> Result<Vec<Message>, String> {
        let context = context! {
            name,
            passages => Serde(passages),
            asks_role => part == Some(CardPart::Role),
            asks_biography => part == Some(CardPart::Biography),
            asks_approach => part == Some(CardPart::Approach),
            asks_never => part == Some(CardPart::Never),
        };
        self.of_corpus("making_card.md", context, &[name])
    }

    /// Asks which positions these passages hold, each with its passage and the words that bear it out.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn positions_in(&self, name: &str, passages: &[Sample]) -> Result<Vec<Message>, String> {
        let context = context! { name, passages => Serde(passages) };
        self.of_corpus("making_positions.md", context, &[name])
    }

    /// Asks a small model for the one position that a passage holds, and in which of its sentences it stands.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn position_in(&self, name: &str, sentences: &[&str]) -> Result<Vec<Message>, String> {
        let context = context! { name, sentences => Serde(sentences) };
        self.of_corpus("making_position_step.md", context, &[name])
    }

    /// Asks whether passages bear out what was read out of them: pairs of a position and its passage.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn borne_out(&self, name: &str, read: &[(&str, &str)]) -> Result<Vec<Message>, String> {
        let read: Vec<Value> = read
            .iter()
            .map(|(position, passage)| context! { position => *position, passage => *passage })
            .collect();
        self.of_corpus("making_check.md", context! { name, read }, &[name])
    }

    fn of_corpus(
        &self,
        template: &str,
        context: Value,
        names: &[&str],
    ) -> Result<Vec<Message>, String> {
        let text = self.fill(template, context, Names::These(names))?;
        Ok(vec![message(From::User, text)])
    }
}
