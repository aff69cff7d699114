//! The one thread that owns a model. It reads and writes several answers together, step by step: in each step
//! every answer that is being written gets its next token, and one prompt is read a little further. A step is for
//! what is most urgent, and the rest waits: speeches are read more slowly than they are written, so there is time
//! for what the result needs, and in the end for lists beside the debate.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    sync::{Arc, mpsc},
};

use hustings_transformer::{Cache, Error, GgufFile, Network, Sampler, Sampling, SequenceChunk};
use tokio::sync::mpsc::Sender;

use super::{
    chat::{Chat, THOUGHT, begins_thought},
    embedded_error::EmbeddedError,
    grammar::Grammars,
    likelihoods::{likelihoods, longest, tokens_of},
    sequence::{Said, Sequence},
    vocabulary::Vocabulary,
};
use crate::{
    debate::ask::Urgency,
    llm::{Message, QueueTurn},
    panics,
};

/// Tokens of a prompt that are read in one step: few enough that a call can be given up within half a second.
const CHUNK: usize = 56;
/// As many beside answers that are being written: their words must not falter.
const CHUNK_BESIDE: usize = 12;
/// Answers that are written together.
pub(super) const TOGETHER: usize = 8;
/// The most steps in a row in which what is more urgent goes before the rest. A processor on which speeches are written
/// no faster than they are read has no time left over, and the house would never vote.
const OVERTAKEN: u32 = 256;
/// From then on one step of so many is for the rest.
const SHARE: u32 = 8;
/// Tokens for which room is made at a time while an answer is being written.
const ROOM: usize = 128;
/// Tokens that the memory keeps when it need not keep more.
const REMEMBERED: usize = 10_240;

/// A call on its way to the thread.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) messages: Vec<Message>,
    pub(super) schema: Option<serde_json::Value>,
    /// Whether the model thinks first, if it can do both.
    pub(super) thinks: bool,
    pub(super) most: usize,
    pub(super) sampling: Sampling,
    pub(super) urgency: Urgency,
    /// Answers whose likelihoods are wanted, and no other answer.
    pub(super) given: Option<Vec<String>>,
    pub(super) told: Sender<Said>,
}

/// A request to the owner.
#[derive(Debug)]
pub(super) enum Ask {
    /// To answer a call.
    Answer(Box<Job>),
    /// To say when the model is loaded, or why it is not.
    Ready(tokio::sync::oneshot::Sender<Result<(), EmbeddedError>>),
}

/// A model that has been loaded.
pub(super) struct Loaded {
    pub(super) network: Network,
    pub(super) vocabulary: Vocabulary,
    pub(super) chat: Chat,
    grammars: Grammars,
    context: usize,
    name: String,
}

impl Loaded {
    /// Reads a model's file. `context` is how many tokens a prompt and its answer may have, if the model was
    /// made for so many.
    pub(super) fn load(name: &str, path: &Path, context: usize) -> Result<Self, EmbeddedError> {
        let file = Arc::new(GgufFile::open(path)?);
        let network = Network::load(&file, context)?;
        let vocabulary = Vocabulary::load(&file, Some(network.vocabulary()))?;
        let chat = Chat::load(&file, &vocabulary)?;
        let grammars = Grammars::new(vocabulary.grammar())?;
        let loaded = Self {
            context: context.min(network.context()),
            network,
            vocabulary,
            chat,
            grammars,
            name: name.to_owned(),
        };
        loaded.warm_up()?;
        Ok(loaded)
    }

    /// Reads a few tokens for nothing: what cannot be reckoned with is to be refused now, and not in the middle of a
    /// debate.
    fn warm_up(&self) -> Result<(), EmbeddedError> {
        let mut cache = self.memory();
        let into = cache.grow(None, 2);
        let part = SequenceChunk {
            tokens: &[0, 0],
            into,
            position: 0,
            wants_next: false,
        };
        self.network.forward(&[part], &mut cache)?;
        Ok(())
    }

    /// A memory of the size that this model needs.
    pub(super) fn memory(&self) -> Cache {
        Cache::new(self.network.dimensions(), REMEMBERED)
    }

    fn begin(&self, job: Job) -> Result<Sequence, (Sender<Said>, EmbeddedError)> {
        let Job {
            messages,
            schema,
            thinks,
            most,
            sampling,
            urgency,
            given,
            told,
        } = job;
        let prepared = (|| {
            // What has a shape is shape from its first letter on.
            let thinks = thinks && schema.is_none();
            let text = self.chat.render(&messages, thinks, &self.vocabulary)?;
            if begins_thought(&text) {
                // Whoever listens has not heard how the thought began. There is room for all that can be said.
                let _ = told.try_send(Said::Text(THOUGHT.to_owned()));
            }
            let prompt = self.vocabulary.encode(&text)?;
            let given = given.map(|all| tokens_of(&all, (&text, &prompt), &self.vocabulary));
            let given = given.transpose()?;
            let most = given.as_ref().map_or(most, |all| longest(all));
            let room = self.context.saturating_sub(prompt.len());
            if room < most.min(ROOM) || prompt.is_empty() {
                return Err(EmbeddedError::TooLong {
                    model: self.name.clone(),
                    tokens: prompt.len(),
                    context: self.context,
                });
            }
            let grammar = schema
                .as_ref()
                .map(|schema| self.grammars.of(schema))
                .transpose()?;
            let sampler = Sampler::new(sampling, &prompt);
            Ok((prompt, most.min(room), sampler, grammar, given))
        })();
        match prepared {
            Ok((prompt, most, sampler, grammar, given)) => {
                let sequence = Sequence::new(told, urgency, prompt, most, sampler, grammar);
                Ok(match given {
                    Some(given) => sequence.rating(given),
                    None => sequence,
                })
            }
            Err(error) => Err((told, error)),
        }
    }
}

/// Runs a model until nobody can ask it any more.
pub(super) fn run(name: &str, path: &Path, context: usize, asks: &mpsc::Receiver<Ask>) {
    let loaded = guarded(|| Loaded::load(name, path, context));
    let mut run = match loaded {
        Ok(loaded) => RunState::new(loaded),
        Err(error) => {
            tracing::warn!(model = name, %error, "the model cannot be loaded");
            refuse(&error, asks);
            return;
        }
    };
    loop {
        let ask = if run.sequences.is_empty() {
            match asks.recv() {
                Ok(ask) => Some(ask),
                Err(mpsc::RecvError) => return,
            }
        } else {
            asks.try_recv().ok()
        };
        match ask {
            Some(Ask::Answer(job)) => run.take(*job),
            Some(Ask::Ready(told)) => drop(told.send(Ok(()))),
            None => {
                if let Err(error) = guarded(|| run.step()) {
                    tracing::error!(model = name, %error, "a step failed");
                    run.give_up(&error);
                }
            }
        }
    }
}

/// Every call fails for the same reason.
fn refuse(error: &EmbeddedError, asks: &mpsc::Receiver<Ask>) {
    while let Ok(ask) = asks.recv() {
        match ask {
            Ask::Answer(job) => drop(job.told.try_send(Said::Failed(error.clone()))),
            Ask::Ready(told) => drop(told.send(Err(error.clone()))),
        }
    }
}

/// Does the work, and makes a panic of the library an error of ours like any other.
fn guarded<T>(work: impl FnOnce() -> Result<T, EmbeddedError>) -> Result<T, EmbeddedError> {
    panics::catch(work).unwrap_or_else(|said| Err(Error::Arithmetic(said).into()))
}

/// The schedule of steps: which urgency goes before which.
#[derive(Debug, Default)]
struct Schedule {
    /// Steps of each urgency in which it overtook what is less urgent, one after the other.
    overtook: BTreeMap<Urgency, u32>,
}

impl Schedule {
    /// The urgency that the next step is for, of those that are present.
    fn next(&mut self, present: &BTreeSet<Urgency>) -> Option<Urgency> {
        self.overtook
            .retain(|urgency, _| present.contains(urgency) && present.first() < Some(urgency));
        for urgency in present.iter().rev() {
            if present.first() == Some(urgency) {
                break;
            }
            let overtook = self.overtook.entry(*urgency).or_default();
            *overtook += 1;
            if *overtook <= OVERTAKEN || !overtook.is_multiple_of(SHARE) {
                return Some(*urgency);
            }
        }
        present.first().copied()
    }
}

/// The model at work.
pub(super) struct RunState {
    loaded: Loaded,
    cache: Cache,
    sequences: Vec<Sequence>,
    order: Schedule,
    /// Hashes of the beginnings of all prompts so far, to tell what was read twice.
    beginnings: HashSet<u64>,
}

impl RunState {
    pub(super) fn new(loaded: Loaded) -> Self {
        Self {
            cache: loaded.memory(),
            loaded,
            sequences: Vec::new(),
            order: Schedule::default(),
            beginnings: HashSet::new(),
        }
    }

    pub(super) fn take(&mut self, job: Job) {
        match self.loaded.begin(job) {
            Ok(mut sequence) => {
                sequence.usage.repeated_tokens = self.repeated(&sequence.prompt);
                self.sequences.push(sequence);
            }
            Err((told, error)) => drop(told.try_send(Said::Failed(error))),
        }
    }

    /// Counts the tokens of a prompt that repeat the beginning of an earlier one, and takes the prompt in.
    fn repeated(&mut self, prompt: &[u32]) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut repeated = 0;
        for (at, token) in (1_u64..).zip(prompt) {
            token.hash(&mut hasher);
            if !self.beginnings.insert(hasher.finish()) {
                repeated = at;
            }
        }
        repeated
    }

    /// One step for every answer on its way.
    pub(super) fn step(&mut self) -> Result<(), EmbeddedError> {
        self.drop_unwanted();
        let present = self.sequences.iter().map(|one| one.urgency).collect();
        let Some(urgency) = self.order.next(&present) else {
            return Ok(());
        };
        let writing = self.writing(urgency);
        let reading = self.reading(urgency);
        for (at, sequence) in self.sequences.iter_mut().enumerate() {
            let is_next = writing.contains(&at) || reading == Some(at);
            sequence.has_turn(if is_next {
                QueueTurn::Own
            } else {
                QueueTurn::Others
            });
        }
        let chunk = if writing.is_empty() {
            CHUNK
        } else {
            CHUNK_BESIDE
        };
        for &at in &writing {
            self.make_room(at);
        }
        let mut parts = Vec::with_capacity(writing.len() + 1);
        for &at in &writing {
            if let Some(sequence) = self.sequences.get(at)
                && let Some(node) = sequence.node
            {
                parts.push((at, node, sequence.pending.clone()));
            }
        }
        if let Some(at) = reading
            && let Some(sequence) = self.sequences.get(at)
            && let Some(node) = sequence.node
        {
            parts.push((at, node, sequence.unread(chunk).to_vec()));
        }
        let batch: Vec<SequenceChunk<'_>> = parts
            .iter()
            .map(|(at, node, tokens)| SequenceChunk {
                tokens,
                into: *node,
                position: self.cache.depth(*node),
                wants_next: self.sequences.get(*at).is_some_and(|sequence| {
                    sequence.writes() || sequence.unread(chunk + 1).len() == tokens.len()
                }),
            })
            .collect();
        if batch.is_empty() {
            return Ok(());
        }
        let scores = self.loaded.network.forward(&batch, &mut self.cache)?;
        let mut done = Vec::new();
        for ((at, node, tokens), scores) in parts.into_iter().zip(scores) {
            let Some(sequence) = self.sequences.get_mut(at) else {
                continue;
            };
            if !sequence.writes() {
                let read = sequence.read.unwrap_or(0) + tokens.len();
                sequence.read = Some(read);
                if read == sequence.prompt.len() {
                    self.cache.seal(node);
                }
            }
            let Some(mut scores) = scores else {
                continue;
            };
            if let Some(given) = &sequence.given {
                let network = &self.loaded.network;
                let logs = likelihoods(network, &mut self.cache, (node, given), &scores)?;
                sequence.tell_likelihoods(logs);
                done.push(at);
            } else if sequence.go_on(&mut scores, &self.loaded.vocabulary) {
                done.push(at);
            }
        }
        done.sort_unstable();
        for at in done.into_iter().rev() {
            self.end(at);
        }
        Ok(())
    }

    /// The answers that get their next token in this step.
    fn writing(&self, urgency: Urgency) -> Vec<usize> {
        let all = (0_usize..).zip(&self.sequences);
        all.filter(|(_, one)| one.writes() && one.urgency == urgency)
            .map(|(at, _)| at)
            .take(TOGETHER)
            .collect()
    }

    /// The answer whose prompt is read further in this step: whichever came first. Only one at a time, so that
    /// those that begin alike find what the first has read.
    fn reading(&mut self, urgency: Urgency) -> Option<usize> {
        let begun = |one: &&Sequence| one.writes() && one.urgency >= urgency;
        let begun = self.sequences.iter().filter(begun).count();
        let mut all = (0_usize..).zip(&self.sequences);
        let (at, _) = all.find(|(_, one)| !one.writes() && one.urgency == urgency)?;
        let sequence = self.sequences.get_mut(at)?;
        if begun >= TOGETHER && urgency != Urgency::Floor {
            return None;
        }
        if sequence.read.is_none() {
            // The last token is always read, because the next word follows from it.
            let but_last = sequence.prompt.len().saturating_sub(1);
            let known = sequence.prompt.get(..but_last).unwrap_or_default();
            let (node, cached) = self.cache.claim(known);
            sequence.usage.cached_tokens = cached as u64;
            sequence.read = Some(cached);
            sequence.node = node;
            let node = self.cache.grow(node, sequence.prompt.len() - cached);
            sequence.node = Some(node);
        }
        Some(at)
    }

    /// Makes room for what an answer is to read in this step.
    fn make_room(&mut self, at: usize) {
        let Some(sequence) = self.sequences.get_mut(at) else {
            return;
        };
        let Some(node) = sequence.node else {
            return;
        };
        let wanted = sequence.pending.len();
        if self.cache.left(node) < wanted || self.cache.is_sealed(node) {
            self.cache.seal(node);
            sequence.node = Some(self.cache.grow(Some(node), ROOM.max(wanted)));
        }
    }

    fn drop_unwanted(&mut self) {
        for at in (0..self.sequences.len()).rev() {
            if self.sequences.get(at).is_some_and(Sequence::unwanted) {
                self.end(at);
            }
        }
    }

    /// An answer is over; what it has read and written is kept as long as there is room.
    fn end(&mut self, at: usize) {
        if at >= self.sequences.len() {
            return;
        }
        let sequence = self.sequences.remove(at);
        if let Some(node) = sequence.node {
            self.cache.seal(node);
            self.cache.release(node);
        }
    }

    /// After an error of the arithmetic nothing in the memory can be trusted.
    fn give_up(&mut self, error: &EmbeddedError) {
        for sequence in self.sequences.drain(..) {
            sequence.fail(error.clone());
        }
        self.cache = self.loaded.memory();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_less_urgent_is_overtaken_and_not_for_ever() {
        use Urgency::{Aside, Floor, Result};
        let mut order = Schedule::default();
        let mut steps = |present: &[Urgency], count: u32| -> BTreeMap<Urgency, u32> {
            let present = present.iter().copied().collect();
            let mut given = BTreeMap::new();
            for urgency in (0..count).filter_map(|_| order.next(&present)) {
                *given.entry(urgency).or_default() += 1;
            }
            given
        };
        for [first, then] in [[Floor, Aside], [Result, Aside], [Floor, Result]] {
            let both = [first, then];
            assert_eq!(steps(&both, OVERTAKEN), [(first, OVERTAKEN)].into());
            let shared = [(first, 10 * (SHARE - 1)), (then, 10)].into();
            assert_eq!(steps(&both, 10 * SHARE), shared, "one step of eight");
            // What is alone never waits, and patience begins anew.
            assert_eq!(steps(&[then], 1), [(then, 1)].into());
            assert_eq!(steps(&both, OVERTAKEN), [(first, OVERTAKEN)].into());
            assert_eq!(steps(&[then], 1), [(then, 1)].into());
        }
        assert_eq!(
            steps(&[Floor, Result, Aside], OVERTAKEN),
            [(Floor, OVERTAKEN)].into()
        );
        let given = steps(
            &[Floor, Result, Aside],
            OVERTAKEN * SHARE + SHARE * SHARE * 10,
        );
        // Of every eighth step that the floor leaves, the result has all at first and then seven of eight.
        assert_eq!(given.get(&Aside), Some(&10));
        assert!(steps(&[], 3).is_empty());
    }
}
