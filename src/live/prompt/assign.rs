//! The prompts by which people are proposed for a motion. There is no debate yet, so that there is no transcript.

use crate::{
    catalog::Motion,
    fence::{Names, Sentence},
    llm::{From, Message},
};

use minijinja::{context, value::Serde};

use super::{Prompts, message};

impl Prompts {
    /// Asks for `count` people who could speak on a motion. `sides` says how many are needed who are for it and how
    /// many who are against it; nobody in particular where both are 0.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn proposals(
        &self,
        motion: &Motion,
        count: usize,
        sides: (usize, usize),
    ) -> Result<Vec<Message>, String> {
        let text = self.fill(
            "assign.md",
            context! {
                motion => Serde(&Sentence(&motion.motion)),
                background => Serde(&motion.background),
                terms => Serde(&motion.terms),
                count,
                prop => sides.0,
                opp => sides.1,
            },
            Names::None,
        )?;
        Ok(vec![message(From::User, text)])
    }

    /// Asks for the rest of the card of somebody who was chosen.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn proposed_card<T: serde::Serialize>(
        &self,
        motion: &Motion,
        proposal: &T,
    ) -> Result<Vec<Message>, String> {
        let text = self.fill(
            "assign_card.md",
            context! { motion => Serde(&Sentence(&motion.motion)), one => Serde(proposal) },
            Names::None,
        )?;
        Ok(vec![message(From::User, text)])
    }
}
