//! The prompt by which a style is drawn from passages of a corpus. There is no debate in it.

use minijinja::{context, value::Serde};

use super::{Prompts, message};
use crate::{
    catalog::Sample,
    fence::Names,
    llm::{From, Message},
};

impl Prompts {
    /// Asks for the six features of the style of whoever wrote these passages.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn style(&self, name: &str, passages: &[Sample]) -> Result<Vec<Message>, String> {
        let text = self.fill(
            "style.md",
            context! { name, passages => Serde(passages) },
            Names::These(&[name]),
        )?;
        Ok(vec![message(From::User, text)])
    }
}
