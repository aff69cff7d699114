//! Prompts that are too long for their model: such a prompt is made shorter, by shortening the oldest speeches; what
//! then still does not fit is decided once for all calls of its kind, and not found out by one member of the house
//! after the other.

use super::{
    driver::{Driver, Stop},
    room::{CallKind, speeches_fit},
};
use crate::{
    debate::{
        ask::Ask,
        decide::Input,
        event::{CallFailure, CallReport},
        ids::CallId,
    },
    llm::{Model, ModelError},
};

/// A prompt that turned out too long for its model is made again for a context of this share of its size.
const SHRINK: f64 = 0.7;
/// The number of times that a shorter prompt is tried for one call.
const SHRINKS: u32 = 3;
/// Another prompt of the same kind differs by who is asked: by less than this share.
const ALIKE: f64 = 0.9;

/// The context, in tokens, to try after so many, the answer counted, were too many: what the server says that it has,
/// or, where it does not say or counts otherwise, a share of them.
fn narrower(needed: u32, error: &ModelError) -> u32 {
    let told = if let ModelError::TooLong { context, .. } = error {
        *context
    } else {
        None
    };
    let smaller = told.filter(|told| *told < needed);
    smaller.unwrap_or((f64::from(needed) * SHRINK) as u32)
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
    /// The context of a model, in tokens, as far as is known by now.
    pub(super) fn context_of(&self, model: &dyn Model) -> u32 {
        let narrowed = self.run.contexts.get(model.label()).copied();
        let stated = model.profile().context;
        narrowed.map_or(stated, |narrowed| narrowed.min(stated))
    }

    /// The reason why a prompt of this size is not sent: another of its kind was too long already.
    pub(super) fn is_too_long(&self, of_kind: &CallKind, prompt_chars: usize) -> Option<String> {
        let (chars, reason) = self.run.too_long.get(of_kind)?;
        (prompt_chars as f64 >= *chars as f64 * ALIKE).then(|| reason.clone())
    }

    /// The other calls of a kind that wait for their answers and whose prompts are no shorter, in their order. Of one
    /// that has come to its end, what it came to is about to be told.
    fn alike(&self, id: CallId, of_kind: &CallKind, chars: usize) -> Vec<(CallId, Ask)> {
        let running = self.run.running.iter();
        let alike = running.filter(|(other, call)| {
            *other != id
                && CallKind::of(&call.model, &call.ask) == *of_kind
                && call.written_chars == 0
                && !call.abort.is_finished()
                && call.prompt_chars as f64 >= chars as f64 * ALIKE
        });
        let mut alike: Vec<(CallId, Ask)> = alike
            .map(|(other, call)| (other, call.ask.clone()))
            .collect();
        alike.sort_by_key(|(other, _)| *other);
        alike
    }

    /// The flags of a debate in which everything that speakers are to say fits, by a rehearsal; `None` where none is
    /// known to.
    fn fitting(&self, ask: &Ask) -> impl Future<Output = Option<String>> + Send + use<> {
        let opening = ask.writes().and(self.state.opening.clone());
        let rehearsed = opening.map(|opening| {
            let seed = opening.seed;
            (
                seed,
                self.rehearse(move |with| speeches_fit(&opening, with)),
            )
        });
        async move {
            let (seed, rehearsed) = rehearsed?;
            let scale = rehearsed.await?.err()?.scale?;
            Some(format!("--scale {scale} --seed {seed}"))
        }
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
        let of_kind = CallKind::of(&call.model, &call.ask);
        let (ask, chars, attempt) = (call.ask.clone(), call.prompt_chars, call.shrunk + 1);
        let sent = call.needed;
        let had = self.context_of(&*self.asked(id, &ask).model);
        let (now, _) = self.prompted(&ask, had);
        // Another call may have found out before: then what is known by now is tried first.
        let is_known = now.is_ok_and(|now| now.needed < sent);
        let context = if is_known { had } else { narrower(sent, error) };
        let (again, _) = self.prompted(&ask, context);
        let is_shorter = again.as_ref().is_ok_and(|again| again.needed < sent);
        let shorter = again.as_ref().map_or(0, |again| {
            let texts = again.request.messages.iter();
            texts.map(|message| message.text.chars().count()).sum()
        });
        let is_hopeless = self.is_too_long(&of_kind, shorter).is_some();
        if attempt <= SHRINKS && is_shorter && !is_hopeless {
            if let Some(call) = self.run.running.get_mut(id) {
                call.shrunk = attempt;
            }
            self.run.contexts.insert(of_kind.model.clone(), context);
            let reason = error.to_string();
            self.feed(Input::Retrying {
                call: id,
                attempt,
                reason,
                wait_ms: 0,
                so_far: None,
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
        let shorter_debate = if is_hopeless {
            None
        } else {
            self.fitting(&ask).await
        };
        let or_else = match shorter_debate {
            Some(flags) => format!("; so may the same debate, begun anew with {flags}"),
            // Rehearsed, and there is none in which it could be said.
            None if ask.writes().is_some() => String::new(),
            None => "; a smaller --scale may".to_owned(),
        };
        let reason = format!(
            "{error}; {} needs about {needed} tokens even with every speech shortened (A model with a larger context \
             would do{or_else}.)",
            of_kind.called()
        );
        if !is_hopeless {
            let text = format!(
                "Nobody is asked for {} any more: {reason}",
                of_kind.called()
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
                model: of_kind.model.clone(),
                ..CallReport::default()
            });
            self.decide_only(failed(call, reason.clone(), own)).await?;
        }
        self.feed(Input::Advance).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_says_of_its_context_is_believed_unless_it_counts_otherwise() {
        let error = |context| ModelError::TooLong {
            model: "m".to_owned(),
            detail: "it is too long".to_owned(),
            context,
        };
        assert_eq!(narrower(9_000, &error(Some(8_192))), 8_192);
        // What fits by our count was too much for it.
        assert_eq!(narrower(8_000, &error(Some(8_192))), 5_600);
        assert_eq!(narrower(9_000, &error(None)), 6_300);
    }
}
