//! The plain question, put to a model before there is a debate, to see whether it is there.

use crate::{
    debate::ask::Purpose,
    llm::{From, Message, Request},
};

/// The words, whatever else stands in the user's folder: a prompt that cannot be filled says nothing of a server.
const WORDS: &str = include_str!("templates/probe.md");
/// Tokens for one word.
const TOKENS: u32 = 16;

/// The question.
pub fn plain_question() -> Request {
    Request {
        purpose: Purpose::Probe,
        messages: vec![Message {
            from: From::User,
            text: WORDS.trim().to_owned(),
        }],
        max_tokens: TOKENS,
        shape: None,
        temperature: None,
        seed: None,
    }
}
