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

/// The flags of the command line that a tool has as an argument, and what it is called there.
const ARGUMENTS: [(&str, &str); 14] = [
    ("--max-tokens", "`max_tokens`"),
    ("--max-cost", "`max_cost`"),
    ("--speakers", "`speakers`"),
    ("--speaker", "`speakers`"),
    ("--prop", "`speakers`"),
    ("--opp", "`speakers`"),
    ("--auto", "`speakers`: [\"auto\"]"),
    ("--audience", "`audience`"),
    ("--judges", "`judges`"),
    ("--rounds", "`rounds`"),
    ("--scale", "`scale`"),
    ("--seed", "`seed`"),
    ("--format", "`format`"),
    ("--limit", "`limit`"),
];
/// The commands of the command line for which there is a tool.
const COMMANDS: [(&str, &str); 9] = [
    ("hustings formats", "list_formats"),
    ("hustings personas", "list_personas"),
    ("hustings motions", "list_motions"),
    ("hustings list", "list_debates"),
    ("hustings search", "search_debates"),
    ("hustings resume", "resume_debate"),
    ("hustings show", "get_transcript"),
    ("hustings replay", "get_transcript"),
    ("hustings ask", "ask_speaker"),
];

/// What is said to somebody who types commands, as it is for an assistant: flags are arguments there, and commands tools.
/// What only a person can do, with other flags or commands, stays as it is.
fn in_tools(text: &str) -> String {
    let mut text = text.to_owned();
    for (of_shell, of_tool) in COMMANDS.into_iter().chain(ARGUMENTS) {
        text = whole_words(&text, of_shell, of_tool);
    }
    text
}

/// The text with one word, or several, in the place of others, where these do not go on.
fn whole_words(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(from) {
        let goes_on = after.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        out.push_str(before);
        out.push_str(if goes_on { from } else { to });
        rest = after;
    }
    out + rest
}

/// A failure as it is sent: an error of the tool, which whoever asked can read and mend.
pub(super) fn refused(failure: &Failure) -> CallToolResult {
    let failure = Failure {
        message: in_tools(&failure.message),
        hints: failure.hints.iter().map(|hint| in_tools(hint)).collect(),
        ..failure.clone()
    };
    let fields = json!({ "error": failure.message, "hints": failure.hints });
    let mut result =
        CallToolResult::error(vec![ContentBlock::text(for_people(&failure.to_string()))]);
    result.structured_content = Some(out::told(&fields));
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_commands_are_named_as_an_assistant_has_them() {
        for (told, expected) in [
            (
                "leave --rounds out: hustings formats lists them",
                "leave `rounds` out: list_formats lists them",
            ),
            ("--max-cost 2 allows more", "`max_cost` 2 allows more"),
            // What no tool has is for whoever starts the server.
            (
                "hustings models pull; --model NAME; --formatted",
                "hustings models pull; --model NAME; --formatted",
            ),
        ] {
            assert_eq!(in_tools(told), expected);
        }
    }
}
