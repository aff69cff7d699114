//! What a tool is.

use rmcp::{handler::server::tool::schema_for_input, model};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::super::{answer::Answer, call::Call};
use crate::error::Failure;

/// What a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It reads what is there.
    Reads,
    /// It adds to a debate, or begins one, and has models asked.
    Adds,
    /// It ends something for good.
    Ends,
}

/// A tool that an assistant can call.
pub(super) trait Tool {
    /// The arguments.
    type Args: DeserializeOwned + JsonSchema + Send + 'static;
    /// The name by which it is called.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// What it does, for the assistant.
    const ABOUT: &'static str;
    /// What it does to the world.
    const EFFECT: Effect;

    /// Does it. It may be dropped at any time.
    ///
    /// # Errors
    /// What went wrong, and what to do next.
    fn call(args: Self::Args, call: Call) -> impl Future<Output = Result<Answer, Failure>> + Send;
}

/// A tool, as it is listed.
pub(super) fn described<T: Tool>() -> model::Tool {
    // The arguments of every tool are an object; a test lists them all.
    let schema = schema_for_input::<T::Args>().unwrap_or_default();
    let effect = model::ToolAnnotations::new()
        .read_only(T::EFFECT == Effect::Reads)
        .destructive(T::EFFECT == Effect::Ends)
        .open_world(T::EFFECT == Effect::Adds);
    model::Tool::new(T::NAME, T::ABOUT, schema)
        .with_title(T::TITLE)
        .with_annotations(effect)
}
