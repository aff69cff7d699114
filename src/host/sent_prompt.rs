//! The prompt of a call of the journal, made again for whoever tunes a persona or a template.

use crate::{
    Host,
    debate::{event::Record, ids::CallId},
    engine::{self, NoPrompt, PromptAgain},
    error::Failure,
};

impl Host {
    /// The prompt with which a call began.
    ///
    /// # Errors
    /// There is no such call, it was put to no model, it cannot be proven, or the templates cannot be filled.
    pub fn prompt_again(&self, records: &[Record], call: CallId) -> Result<PromptAgain, Failure> {
        let prompts = self.prompts()?;
        engine::prompt_again(records, call, &prompts).map_err(|why| {
            let numbers = "the numbers of calls are in the table: hustings show --calls";
            match why {
                NoPrompt::Unknown => {
                    Failure::input(format!("no call {call} has ended in this debate")).hint(numbers)
                }
                NoPrompt::Unsent => {
                    Failure::input(format!("call {call} was put to no model")).hint(numbers)
                }
                NoPrompt::Unstamped => Failure::input(format!(
                    "the prompt of call {call} cannot be made again: the program that sent it kept nothing to prove it by"
                )),
                NoPrompt::Unfilled(why) => Failure::input(format!(
                    "the prompt of call {call} cannot be made again: {why}"
                )),
            }
        })
    }
}
