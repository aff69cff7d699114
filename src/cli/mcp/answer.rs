//! The answer of a tool: text to read and fields to compute with. Both are fit for people: nothing hidden, no key.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

use super::super::out;
use crate::{error::Failure, text::shown::for_people};

/// The answer of a tool.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    /// The answer to read.
    pub(super) text: String,
    /// The same for programs: an object.
    pub(super) fields: Value,
}

impl Answer {
    /// An answer that says the same in both ways.
    pub(super) fn new(text: impl Into<String>, fields: Value) -> Self {
        let text = text.into();
        Self { text, fields }
    }

    /// The answer as it is sent.
    pub(super) fn into_result(self) -> CallToolResult {
        let mut result = CallToolResult::success(vec![ContentBlock::text(for_people(&self.text))]);
        result.structured_content = Some(out::told(&self.fields));
        result
    }
}

/// A failure as it is sent: an error of the tool, which whoever asked can read and mend.
pub(super) fn refused(failure: &Failure) -> CallToolResult {
    let fields = json!({ "error": failure.message, "hints": failure.hints });
    let mut result =
        CallToolResult::error(vec![ContentBlock::text(for_people(&failure.to_string()))]);
    result.structured_content = Some(out::told(&fields));
    result
}
