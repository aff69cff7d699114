//! A running text gets its speakers: a model reads it window by window, each with a part of the one before, and says for
//! every utterance who speaks, and how sure that is. A small model is asked about one utterance at a time. What was read is
//! joined by `real`.

use std::ops::Range;

use futures_util::{StreamExt, stream};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;

use crate::{
    catalog::Steps,
    debate::{ask::Purpose, event::CallReport},
    error::Failure,
    llm::{
        Message, ModelError, Request, retry,
        roster::Assigned,
        shape::{shape_of, with_choices},
    },
    prompt::{NumberedUtterance, Prompts, UnsplitDebate},
    real::{
        Certainty, DebatePart, RunningText, SplitText, UtteranceReading, WindowReading, windows,
    },
    text::last_words,
};

/// The share of a context that the words of a window may take, in words for each hundred tokens; the answer and the names
/// take their own.
const WORDS_OF_CONTEXT: u32 = 25;
/// The fewest and the most words of a window: a longer one is read with less care.
const WORDS: (u32, u32) = (120, 900);
/// Windows that are read at once; how many calls go out is the gate's business.
const AT_ONCE: usize = 8;
/// The words of an utterance where one is asked about at a time: a sentence alone says too little of who speaks.
const WORDS_ALONE: u32 = 35;
/// The words of what was said before that stand beside such an utterance.
const WORDS_BEFORE: usize = 60;
/// Tokens of an answer for a window: what an entry takes, for each utterance, and what stands around them.
const TOKENS: (u32, u32) = (40, 120);
/// Tokens of an answer for one utterance.
const TOKENS_ALONE: u32 = 60;
/// After so many failures, with nothing read, no more is asked.
const GIVE_UP: usize = 3;

/// What came of splitting a text.
#[derive(Debug, Clone)]
pub struct SplitOutcome {
    /// The text with its speakers.
    pub split: SplitText,
    /// The number of windows that nobody could read, of how many.
    pub unread: (usize, usize),
    /// The report on all calls together.
    pub report: CallReport,
}

/// What a model says of a window.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct SplitWindow {
    /// Where another speaker begins, in order.
    stretches: Vec<Stretch>,
}

/// Passages in a row of one speaker.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct Stretch {
    /// The number of the first utterance.
    from: usize,
    /// The name of the speaker.
    speaker: String,
    /// The part of the debate.
    part: DebatePart,
    /// How sure it is that this speaker begins here.
    certainty: Certainty,
}

/// What a model says of one utterance.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct SplitUtterance {
    /// The name of the speaker.
    speaker: String,
    /// How sure that is.
    certainty: Certainty,
}

/// Has a model give a text its speakers. `hear` is told how many windows are read, of how many. `None` where `stop` ended
/// it.
///
/// # Errors
/// The model cannot be had, or a prompt cannot be made.
pub async fn split(
    text: RunningText,
    (prompts, model): (&Prompts, &Assigned),
    hear: &mut dyn FnMut(usize, usize),
    stop: &CancellationToken,
) -> Result<Option<SplitOutcome>, Failure> {
    let splitting = Splitting {
        line_up: text.line_up(),
        prompts,
        model,
    };
    let profile = model.model.profile();
    let read = match profile.steps {
        Steps::Together => {
            let words = (profile.context / 100 * WORDS_OF_CONTEXT).clamp(WORDS.0, WORDS.1);
            let windows = windows(&text.utterances, words);
            splitting.in_windows(&text, windows, hear, stop).await?
        }
        Steps::OneAtATime => {
            let text = text.in_longer_utterances(WORDS_ALONE);
            let read = splitting.one_by_one(&text, hear, stop).await?;
            return Ok(read.map(|read| read.joined(text)));
        }
    };
    Ok(read.map(|read| read.joined(text)))
}

/// Windows that were read.
struct Read {
    windows: Vec<WindowReading>,
    unread: (usize, usize),
    report: CallReport,
}

impl Read {
    fn joined(self, text: RunningText) -> SplitOutcome {
        SplitOutcome {
            split: SplitText::join(text, &self.windows),
            unread: self.unread,
            report: self.report,
        }
    }
}

struct Splitting<'a> {
    line_up: Vec<(String, String, String)>,
    prompts: &'a Prompts,
    model: &'a Assigned,
}

impl Splitting<'_> {
    fn debate<'a>(&'a self, text: &'a RunningText) -> UnsplitDebate<'a> {
        UnsplitDebate {
            motion: text.motion(),
            line_up: &self.line_up,
        }
    }

    async fn in_windows(
        &self,
        text: &RunningText,
        windows: Vec<Range<usize>>,
        hear: &mut dyn FnMut(usize, usize),
        stop: &CancellationToken,
    ) -> Result<Option<Read>, Failure> {
        let all = windows.len();
        let mut asked = Vec::new();
        for window in windows {
            let numbered = numbered(text, window.clone());
            let messages = self
                .prompts
                .split(self.debate(text), &numbered)
                .map_err(|reason| no_prompt(&reason))?;
            asked.push(async move {
                let read = self.window(text, &window, messages).await;
                (window, read)
            });
        }
        let mut coming = stream::iter(asked).buffered(AT_ONCE);
        let (mut found, mut failed, mut sum) = (Vec::new(), None, None);
        let (mut done, mut unread) = (0, 0);
        hear(0, all);
        loop {
            // Whoever has stopped it hears nothing more of it, not even a failure that is known by then.
            let next = tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(None),
                next = coming.next() => next,
            };
            let Some((window, (read, report))) = next else {
                break;
            };
            sum = Some(retry::joined(sum.take(), report));
            match read {
                Ok(utterances) => found.push(WindowReading {
                    first: window.start,
                    utterances,
                }),
                Err(error) => {
                    unread += 1;
                    failed = Some(error);
                }
            }
            done += 1;
            hear(done, all);
            if found.is_empty() && unread >= GIVE_UP {
                break;
            }
        }
        match failed.filter(|_| found.is_empty()) {
            Some(error) => Err(self.failure(&error)),
            None => Ok(Some(Read {
                windows: found,
                unread: (unread, all),
                report: sum.unwrap_or_default(),
            })),
        }
    }

    /// Asks about a window.
    async fn window(
        &self,
        text: &RunningText,
        window: &Range<usize>,
        messages: Vec<Message>,
    ) -> (Result<Vec<UtteranceReading>, ModelError>, CallReport) {
        let names: Vec<&str> = text.names.iter().map(String::as_str).collect();
        let shape = with_choices(shape_of::<SplitWindow>(), "speaker", &names);
        let count = u32::try_from(window.len()).unwrap_or(u32::MAX / 1_000);
        let request = request(messages, TOKENS.0 * count + TOKENS.1);
        let check = |answer: &SplitWindow| {
            if answer.stretches.is_empty() {
                return Err("\"stretches\" needs an entry for the first utterance".to_owned());
            }
            let strange = |one: &&Stretch| position(&text.names, &one.speaker).is_none();
            match answer.stretches.iter().find(strange) {
                Some(one) => Err(format!("there is no speaker \"{}\"", one.speaker)),
                None => Ok(()),
            }
        };
        let (answer, report) = self.model.ask(request, shape, check).await;
        let utterances = answer.map(|answer| laid_out(&answer, window, &text.names));
        (utterances, report)
    }

    async fn one_by_one(
        &self,
        text: &RunningText,
        hear: &mut dyn FnMut(usize, usize),
        stop: &CancellationToken,
    ) -> Result<Option<Read>, Failure> {
        let names: Vec<&str> = text.names.iter().map(String::as_str).collect();
        let all = text.utterances.len();
        let (mut found, mut sum): (Vec<WindowReading>, _) = (Vec::new(), None);
        let mut unread = 0;
        let mut before: Option<(usize, String)> = None;
        hear(0, all);
        for (at, utterance) in text.utterances.iter().enumerate() {
            let told = before
                .as_ref()
                .and_then(|(speaker, said)| Some((*names.get(*speaker)?, said.as_str())));
            let asked = NumberedUtterance {
                number: at + 1,
                text: &utterance.text,
                begins: utterance.begins,
            };
            let read = if let Some(speaker) = utterance.known {
                Ok(reading(speaker, Certainty::Sure))
            } else {
                let messages = self
                    .prompts
                    .split_one(self.debate(text), told, asked)
                    .map_err(|reason| no_prompt(&reason))?;
                let shape = with_choices(shape_of::<SplitUtterance>(), "speaker", &names);
                let check = |answer: &SplitUtterance| match position(&text.names, &answer.speaker) {
                    Some(_) => Ok(()),
                    None => Err(format!("there is no speaker \"{}\"", answer.speaker)),
                };
                let asking = self
                    .model
                    .ask(request(messages, TOKENS_ALONE), shape, check);
                let (answer, report) = tokio::select! {
                    biased;
                    () = stop.cancelled() => return Ok(None),
                    answer = asking => answer,
                };
                sum = Some(retry::joined(sum.take(), report));
                answer.map(|answer| {
                    let speaker = position(&text.names, &answer.speaker).unwrap_or_default();
                    reading(speaker, answer.certainty)
                })
            };
            match read {
                Ok(read) => {
                    before = Some((read.speaker, last_words(&utterance.text, WORDS_BEFORE)));
                    found.push(WindowReading {
                        first: at,
                        utterances: vec![read],
                    });
                }
                Err(error) => {
                    unread += 1;
                    if found.is_empty() && unread >= GIVE_UP.min(all) {
                        return Err(self.failure(&error));
                    }
                }
            }
            hear(at + 1, all);
        }
        Ok(Some(Read {
            windows: found,
            unread: (unread, all),
            report: sum.unwrap_or_default(),
        }))
    }

    fn failure(&self, error: &ModelError) -> Failure {
        let failure = Failure::no_model(format!(
            "{} could not say who speaks: {error}",
            self.model.model.label()
        ));
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

fn request(messages: Vec<Message>, max_tokens: u32) -> Request {
    Request {
        purpose: Purpose::Extract,
        messages,
        max_tokens,
        shape: None,
        temperature: Some(0.0),
        seed: Some(0),
    }
}

fn numbered(text: &RunningText, window: Range<usize>) -> Vec<NumberedUtterance<'_>> {
    let utterances = text.utterances.get(window.clone()).unwrap_or_default();
    let numbered = window
        .zip(utterances)
        .map(|(at, utterance)| NumberedUtterance {
            number: at + 1,
            text: &utterance.text,
            begins: utterance.begins,
        });
    numbered.collect()
}

fn reading(speaker: usize, certainty: Certainty) -> UtteranceReading {
    UtteranceReading {
        speaker,
        certainty,
        part: None,
    }
}

fn position(names: &[String], said: &str) -> Option<usize> {
    let said = said.trim().to_lowercase();
    names.iter().position(|name| name.to_lowercase() == said)
}

/// The readings of the utterances of a window. What stands before the first stretch belongs to it, and a number that is not
/// in the window counts for nothing.
fn laid_out(
    answer: &SplitWindow,
    window: &Range<usize>,
    names: &[String],
) -> Vec<UtteranceReading> {
    let mut stretches: Vec<&Stretch> = answer
        .stretches
        .iter()
        .filter(|one| one.from > window.start && one.from <= window.end)
        .collect();
    if stretches.is_empty() {
        stretches.extend(answer.stretches.first());
    }
    stretches.sort_by_key(|one| one.from);
    let of = |at: usize| {
        let last = stretches.iter().rfind(|one| one.from <= at + 1);
        last.or(stretches.first()).copied()
    };
    window
        .clone()
        .filter_map(of)
        .map(|one| UtteranceReading {
            speaker: position(names, &one.speaker).unwrap_or_default(),
            certainty: one.certainty,
            part: Some(one.part),
        })
        .collect()
}

fn no_prompt(reason: &str) -> Failure {
    Failure::input(format!(
        "the prompt for who speaks cannot be made: {reason}"
    ))
    .hint("remove your split.md and split_one.md to have the built-in prompts back")
}

#[cfg(test)]
mod tests;
