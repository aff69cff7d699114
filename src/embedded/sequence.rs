//! One answer on its way: how much of its prompt has been read, what has been written, and whom to tell.

use std::collections::VecDeque;

use hustings_transformer::{Error, NodeId, Sampler};
use llguidance::toktrie::SimpleVob;
use tokio::sync::mpsc::Sender;

use super::{embedded_error::EmbeddedError, grammar::Grammar, vocabulary::Vocabulary};
use crate::{
    debate::{ask::Urgency, event::Usage},
    llm::{Finish, QueueTurn},
};

/// A message about an answer.
#[derive(Debug)]
pub(super) enum Said {
    /// Whether the model is at work on it now.
    Turn(QueueTurn),
    /// More of it.
    Text(String),
    /// The answer is done.
    Done(Finish, Usage),
    /// The logarithms of the probabilities of the answers that were given.
    Likelihoods(Vec<f64>, Usage),
    /// There will be none.
    Failed(EmbeddedError),
}

/// An answer on its way.
pub(super) struct Sequence {
    /// The channel on which the answer is told. Closed when nobody wants it any more.
    pub(super) told: Sender<Said>,
    /// The urgency with which the answer is waited for.
    pub(super) urgency: Urgency,
    pub(super) prompt: Vec<u32>,
    /// The tokens of the prompt that are in the memory; `None` before the prompt has been looked up.
    pub(super) read: Option<usize>,
    /// The stretch of the memory that it writes to.
    pub(super) node: Option<NodeId>,
    pub(super) usage: Usage,
    /// Tokens that have been chosen and not been read yet.
    pub(super) pending: Vec<u32>,
    /// Whether the model is at work on it, as was told last.
    turn: QueueTurn,
    /// The tokens of the answers whose likelihoods are wanted; then none is written.
    pub(super) given: Option<Vec<Vec<u32>>>,
    most: usize,
    sampler: Sampler,
    grammar: Option<Grammar>,
    /// Bytes of a letter that is not whole yet.
    bytes: Vec<u8>,
}

impl Sequence {
    /// Begins an answer of so many tokens at the most.
    pub(super) fn new(
        told: Sender<Said>,
        urgency: Urgency,
        prompt: Vec<u32>,
        most: usize,
        sampler: Sampler,
        grammar: Option<Grammar>,
    ) -> Self {
        Self {
            told,
            urgency,
            read: None,
            node: None,
            usage: Usage {
                prompt_tokens: prompt.len() as u64,
                ..Usage::default()
            },
            prompt,
            pending: Vec::new(),
            turn: QueueTurn::Others,
            given: None,
            most: most.max(1),
            sampler,
            grammar,
            bytes: Vec::new(),
        }
    }

    /// The same to tell how likely each of these answers is, of which none is written.
    pub(super) fn rating(self, given: Vec<Vec<u32>>) -> Self {
        Self {
            given: Some(given),
            ..self
        }
    }

    /// Whether its prompt has been read to the end.
    pub(super) fn writes(&self) -> bool {
        self.read == Some(self.prompt.len())
    }

    /// Whether nobody wants it any more.
    pub(super) fn unwanted(&self) -> bool {
        self.told.is_closed()
    }

    /// Tells whether the model is at work on it, where that has changed. Not to be heard is no harm: the time of the
    /// call goes on then, or stands, until the next change.
    pub(super) fn has_turn(&mut self, turn: QueueTurn) {
        if self.turn != turn {
            self.turn = turn;
            let _ = self.told.try_send(Said::Turn(turn));
        }
    }

    /// The part of the prompt that is to be read next, in pieces of so many tokens.
    pub(super) fn unread(&self, most: usize) -> &[u32] {
        let from = self.read.unwrap_or(0);
        let to = (from + most).min(self.prompt.len());
        self.prompt.get(from..to).unwrap_or_default()
    }

    /// Chooses the next token and tells of it; `true` when the answer is done, well or not.
    pub(super) fn go_on(&mut self, scores: &mut [f32], vocabulary: &Vocabulary) -> bool {
        match self.choose(scores, vocabulary) {
            Ok(None) => false,
            Ok(Some(finish)) => {
                self.finish(finish);
                true
            }
            Err(error) => {
                self.fail(error);
                true
            }
        }
    }

    fn choose(
        &mut self,
        scores: &mut [f32],
        vocabulary: &Vocabulary,
    ) -> Result<Option<Finish>, EmbeddedError> {
        let allowed = self.grammar.as_mut().map(Grammar::allowed).transpose()?;
        let token = self
            .sampler
            .choose(scores, allowed.as_ref().map(SimpleVob::as_slice))
            .ok_or_else(|| Error::Arithmetic("no token has a usable score".to_owned()))?;
        if vocabulary.ends(token) {
            return Ok(Some(Finish::Stop));
        }
        let mut tokens = VecDeque::from([token]);
        if let Some(grammar) = &mut self.grammar {
            tokens.extend(grammar.take(token)?);
        }
        for &token in &tokens {
            if vocabulary.ends(token) {
                return Ok(Some(Finish::Stop));
            }
            self.usage.completion_tokens += 1;
            self.sampler.saw(token);
            self.tell(vocabulary.bytes(token));
        }
        self.pending = tokens.into();
        let written = usize::try_from(self.usage.completion_tokens).unwrap_or(usize::MAX);
        Ok(match &self.grammar {
            Some(grammar) if grammar.is_done() => Some(Finish::Stop),
            _ if written >= self.most => Some(Finish::Length),
            _ => None,
        })
    }

    /// Passes on what is whole letters; a letter may be spread over several tokens.
    fn tell(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        let mut text = String::new();
        loop {
            match std::str::from_utf8(&self.bytes) {
                Ok(whole) => {
                    text.push_str(whole);
                    self.bytes.clear();
                    break;
                }
                Err(error) => {
                    let sound = error.valid_up_to();
                    text.push_str(&String::from_utf8_lossy(
                        self.bytes.get(..sound).unwrap_or_default(),
                    ));
                    self.bytes.drain(..sound);
                    // The rest may be the beginning of a letter, or can never be one.
                    let Some(wrong) = error.error_len() else {
                        break;
                    };
                    text.push(char::REPLACEMENT_CHARACTER);
                    self.bytes.drain(..wrong);
                }
            }
        }
        if !text.is_empty() {
            self.say(Said::Text(text));
        }
    }

    fn finish(&mut self, finish: Finish) {
        if !self.bytes.is_empty() {
            self.bytes.clear();
            self.say(Said::Text(char::REPLACEMENT_CHARACTER.to_string()));
        }
        self.say(Said::Done(finish, self.usage));
    }

    /// Tells how likely the answers are that were given.
    pub(super) fn tell_likelihoods(&self, logs: Vec<f64>) {
        self.say(Said::Likelihoods(logs, self.usage));
    }

    /// Tells that there will be no answer.
    pub(super) fn fail(&self, error: EmbeddedError) {
        self.say(Said::Failed(error));
    }

    /// Whoever asked may have gone. There is room for all that can be said.
    fn say(&self, said: Said) {
        let _ = self.told.try_send(said);
    }
}
