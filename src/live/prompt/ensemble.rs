//! The prompts by which themes of an ensemble are named, and all of its runs are summed up. There is no debate in them.

use minijinja::{context, value::Serde};
use serde::Serialize;

use super::{Prompts, message};
use crate::{
    fence::{Names, Sentence},
    llm::{From, Message},
};

/// A theme in short, as whoever sums the runs up has it before them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThemeInShort {
    /// The number of the theme.
    pub number: usize,
    /// What is argued in it.
    pub claim: String,
    /// The name of the side whose theme it is.
    pub side: String,
    /// The runs in which it was made, by their names.
    pub runs: Vec<String>,
    /// The number of those in which it was answered.
    pub answered: usize,
    /// The number of those in which it stood.
    pub stood: usize,
}

impl Prompts {
    /// Asks what these claims of one side on a motion have in common, in a few words.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn theme_name(&self, motion: &str, claims: &[&str]) -> Result<Vec<Message>, String> {
        let context = context! { motion => Serde(&Sentence(motion)), claims => Serde(claims) };
        let text = self.fill("ensemble_name.md", context, Names::None)?;
        Ok(vec![message(From::User, text)])
    }

    /// Asks for a synthesis over all runs, each sentence with the theme that it is about and the runs that bear it out.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn over_all_runs(
        &self,
        motion: &str,
        runs: usize,
        themes: &[ThemeInShort],
    ) -> Result<Vec<Message>, String> {
        let context = context! {
            motion => Serde(&Sentence(motion)),
            runs,
            themes => Serde(themes),
        };
        let text = self.fill("ensemble_synthesis.md", context, Names::None)?;
        Ok(vec![message(From::User, text)])
    }
}
