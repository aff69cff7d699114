//! Prompts as they were sent: each call's report has a stamp, by which its prompt is made again from the record and
//! proven to be the same. The prompts themselves are not kept: they are many times as long as the debate.

use sha2::{Digest as _, Sha256};

use super::running::practised;
use crate::{
    debate::{
        DebateState,
        ask::Ask,
        event::{PromptStamp, Record},
        ids::{CallId, Seat},
    },
    llm::{From, Message},
    prompt::Prompts,
    text::hex,
};

/// A prompt that was made again.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptAgain {
    /// The piece of work that was asked for.
    pub ask: Ask,
    /// From whose seat, where it is one speaker's or member's.
    pub seat: Option<Seat>,
    /// The model that was asked.
    pub model: String,
    /// The messages of the prompt.
    pub messages: Vec<Message>,
    /// Whether it is the one that was sent: its hash is the same.
    pub is_same: bool,
}

/// The reason why a prompt cannot be made again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPrompt {
    /// No call of that number has ended.
    Unknown,
    /// No model was asked.
    Unsent,
    /// The program that made the call kept nothing to prove its prompt by.
    Unstamped,
    /// The templates cannot be filled.
    Unfilled(String),
}

/// The stamp of a prompt that was made of a state.
pub(super) fn stamped(state: &DebateState, messages: &[Message], context: u32) -> PromptStamp {
    PromptStamp {
        records: state.next_seq,
        context,
        hash: hash(messages),
    }
}

/// The prompt with which a call began, made again from the records with these templates, or with the built-in ones
/// where those lead to the same.
///
/// # Errors
/// There was none, nothing is there to prove it by, or no template can be filled.
pub fn prompt_again(
    records: &[Record],
    call: CallId,
    prompts: &Prompts,
) -> Result<PromptAgain, NoPrompt> {
    let state = DebateState::fold(records);
    let mut finished = state.finished.iter();
    let finished = finished.find(|one| one.call == call);
    let finished = finished.ok_or(NoPrompt::Unknown)?;
    let Some(stamp) = &finished.report.prompt else {
        let is_sent = finished.report.usage.prompt_tokens > 0;
        return Err(if is_sent {
            NoPrompt::Unstamped
        } else {
            NoPrompt::Unsent
        });
    };
    let before = records.iter().take_while(|one| one.seq < stamp.records);
    let state = DebateState::fold(before);
    let built_in = Prompts::load(None);
    let mut first = Err(NoPrompt::Unsent);
    for prompts in [Some(prompts), built_in.as_ref().ok()]
        .into_iter()
        .flatten()
    {
        let made = prompts.prompt(&state, &finished.ask, stamp.context);
        let again = made.map_err(NoPrompt::Unfilled).map(|mut prompted| {
            // Rounds of practice are part of it, where small models are asked.
            practised(&state, prompts, (&finished.ask, &mut prompted));
            let messages = prompted.request.messages;
            PromptAgain {
                ask: finished.ask.clone(),
                seat: finished.seat.clone(),
                model: finished.report.model.clone(),
                is_same: hash(&messages) == stamp.hash,
                messages,
            }
        });
        if again.as_ref().is_ok_and(|again| again.is_same) {
            return again;
        }
        if first.is_err() {
            first = again;
        }
    }
    first
}

/// The SHA-256 of messages: of each who it is from, how long it is, and its bytes.
fn hash(messages: &[Message]) -> String {
    let mut hash = Sha256::new();
    for message in messages {
        let from = match message.from {
            From::System => [0],
            From::User => [1],
            From::Assistant => [2],
        };
        hash.update(from);
        hash.update((message.text.len() as u64).to_le_bytes());
        hash.update(message.text.as_bytes());
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_that_differ_have_other_hashes() {
        let message = |from, text: &str| Message {
            from,
            text: text.to_owned(),
        };
        let all = [
            vec![],
            vec![message(From::System, "ab")],
            vec![message(From::User, "ab")],
            vec![message(From::User, "a"), message(From::User, "b")],
            vec![message(From::User, ""), message(From::User, "ab")],
        ];
        for (at, one) in all.iter().enumerate() {
            assert_eq!(hash(one).len(), 64);
            for other in all.iter().skip(at + 1) {
                assert_ne!(hash(one), hash(other), "{one:?} {other:?}");
            }
        }
    }
}
