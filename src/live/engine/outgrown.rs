//! Prompts that are too long for their model: such a prompt is made shorter, by giving the oldest speeches in short; what
//! then still does not fit is decided once for all calls of its kind, and not found out by one member of the house after
//! the other.

use super::{
    driver::{Driver, Stop},
    room::called,
};
use crate::{
    debate::{
        ask::{Ask, Purpose},
        decide::Input,
        event::{CallFailure, CallReport},
        ids::CallId,
    },
    llm::ModelError,
};

/// A prompt that turned out too long for its model is made again for a context of this share of its size.
const SHRINK: f64 = 0.7;
/// How often that is tried for one call.
pub(super) const SHRINKS: u32 = 3;
/// Another prompt of the same kind differs by who is asked: by less than this share.
const ALIKE: f64 = 0.9;
/// Characters of English to a token.
const CHARS_A_TOKEN: f64 = 4.0;

/// The context, in tokens, to try after a prompt of so many characters was too long.
pub(super) fn shrunk(prompt_chars: usize) -> u32 {
    (prompt_chars as f64 / CHARS_A_TOKEN * SHRINK) as u32
}

/// A call that is not made, or not made again.
pub(super) fn failed(call: CallId, reason: String, report: CallReport) -> Input {
    Input::Failed {
        call,
        reason,
        failure: CallFailure::Unavailable,
        raw: String::new(),
        report,
    }
}

impl Driver {
    /// Why a prompt of this size is not sent: another of its kind was too long already.
    pub(super) fn is_too_long(
        &self,
        of_kind: &(String, Purpose),
        prompt_chars: usize,
    ) -> Option<String> {
        let (chars, reason) = self.run.too_long.get(of_kind)?;
        (prompt_chars as f64 >= *chars as f64 * ALIKE).then(|| reason.clone())
    }

    /// The other calls of a kind of which nothing has come yet and whose prompts are no shorter, in their order.
    fn alike(&self, id: CallId, of_kind: &(String, Purpose), chars: usize) -> Vec<(CallId, Ask)> {
        let running = self.run.running.iter();
        let alike = running.filter(|(other, call)| {
            *other != id
                && (&call.model, call.ask.purpose()) == (&of_kind.0, of_kind.1)
                && call.written_chars == 0
                && call.prompt_chars as f64 >= chars as f64 * ALIKE
        });
        let mut alike: Vec<(CallId, Ask)> = alike
            .map(|(other, call)| (other, call.ask.clone()))
            .collect();
        alike.sort_by_key(|(other, _)| *other);
        alike
    }

    /// The prompt was too long for the model: it is made again, shorter. Where it cannot be made shorter, all calls of
    /// its kind are given up together.
    pub(super) async fn outgrown(
        &mut self,
        id: CallId,
        error: &ModelError,
        report: CallReport,
    ) -> Stop {
        let Some(call) = self.run.running.get(id) else {
            return Ok(());
        };
        let of_kind = (call.model.clone(), call.ask.purpose());
        let (ask, chars, attempt) = (call.ask.clone(), call.prompt_chars, call.shrunk + 1);
        let context = shrunk(chars);
        let again = self.prompts.prompt(&self.state, &ask, context);
        let shorter = again.as_ref().map_or(0, |again| {
            let texts = again.request.messages.iter();
            texts.map(|message| message.text.chars().count()).sum()
        });
        let is_hopeless = self.is_too_long(&of_kind, shorter).is_some();
        if attempt <= SHRINKS && shorter < chars && !is_hopeless {
            if let Some(call) = self.run.running.get_mut(id) {
                call.shrunk = attempt;
            }
            self.run.contexts.insert(of_kind.0.clone(), context);
            let reason = error.to_string();
            self.feed(Input::Retrying {
                call: id,
                attempt,
                reason,
                wait_ms: 0,
            })
            .await?;
            // Those that wait for their turn would be too long, too.
            let alike = self.alike(id, &of_kind, chars);
            self.begin(id, &ask).await?;
            for (other, ask) in alike {
                if let Some(call) = self.run.running.get(other) {
                    call.abort.abort();
                    self.begin(other, &ask).await?;
                }
            }
            return self.feed(Input::Advance).await;
        }
        let needed = again.map_or(0, |again| again.needed);
        let reason = format!(
            "{error}; {} needs about {needed} tokens even with every speech given in summary (A model with a larger context \
             would do; a smaller --scale may.)",
            called(of_kind.1)
        );
        if !is_hopeless {
            let text = format!(
                "Nobody is asked for {} any more: {reason}",
                called(of_kind.1)
            );
            self.decide_only(Input::Notice(text)).await?;
        }
        let least = match self.run.too_long.get(&of_kind) {
            Some((known, _)) => shorter.min(*known),
            None => shorter,
        };
        self.run
            .too_long
            .insert(of_kind.clone(), (least, reason.clone()));
        // Those that wait for their turn would fare no better.
        let alike = self.alike(id, &of_kind, least);
        let mut report = Some(report);
        for call in std::iter::once(id).chain(alike.into_iter().map(|(other, _)| other)) {
            let Some(running) = self.run.running.remove(call) else {
                continue;
            };
            running.abort.abort();
            let own = report.take().unwrap_or_else(|| CallReport {
                model: of_kind.0.clone(),
                ..CallReport::default()
            });
            self.decide_only(failed(call, reason.clone(), own)).await?;
        }
        self.feed(Input::Advance).await
    }
}
