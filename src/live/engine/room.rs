//! Room: whether what is to be asked fits the context of the model that is asked. What does not fit is made shorter, by
//! giving the oldest speeches in short; what then still does not fit is decided once for all calls of its kind, and not
//! found out by one member of the house after the other.

use super::driver::{Driver, Stop};
use crate::{
    asks::TOKENS_A_WORD,
    catalog::Steps,
    debate::{
        DebateState,
        ask::{Ask, Purpose, Role},
        decide::Input,
        event::{CallFailure, CallReport},
        ids::{CallId, Seat},
        opening::Opening,
    },
    llm::{ModelError, roster::Roster},
    prompt::Prompts,
    text::shown::given,
};

/// A prompt that turned out too long for its model is made again for a context of this share of its size.
const SHRINK: f64 = 0.7;
/// How often that is tried for one call.
pub(super) const SHRINKS: u32 = 3;
/// Another prompt of the same kind differs by who is asked: by less than this share.
const ALIKE: f64 = 0.9;
/// Characters of English to a token.
const CHARS_A_TOKEN: f64 = 4.0;
/// What stands around the words of a turn: who speaks, from where.
const TOKENS_A_TURN: f64 = 40.0;
/// What is in a prompt besides the transcript, with the answer: the rules, the motion, a persona, the task.
const TOKENS_BESIDE: f64 = 1_800.0;
/// Nobody says anything in fewer words.
const LEAST_SCALE: f64 = 0.05;
/// Words of a turn for which the format gives no length.
const USUAL_WORDS: u32 = 400;

/// The context, in tokens, to try after a prompt of so many characters was too long.
pub(super) fn shrunk(prompt_chars: usize) -> u32 {
    (prompt_chars as f64 / CHARS_A_TOKEN * SHRINK) as u32
}

/// A prompt that no shortening makes fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} needs about {needed} tokens, even with every speech given in summary, and {model} has a context of {context}"
)]
pub struct NoRoom {
    /// What is asked for.
    pub what: String,
    /// The name of the model.
    pub model: String,
    /// About how many tokens are needed, the answer counted.
    pub needed: u32,
    /// How many the model has.
    pub context: u32,
}

/// Whether a piece of work fits the model that is asked for it, by an estimate.
///
/// # Errors
/// It does not.
pub fn fits(
    state: &DebateState,
    (prompts, roster): (&Prompts, &Roster),
    ask: &Ask,
    seat: Option<&Seat>,
) -> Result<(), NoRoom> {
    let model = &roster.assigned(ask.role(seat), seat).model;
    let context = model.profile().context;
    // A template that cannot be filled is told by the call.
    let needed = prompts
        .prompt(state, ask, context)
        .map_or(0, |prompted| prompted.needed);
    if needed <= context {
        return Ok(());
    }
    Err(NoRoom {
        what: called(ask.purpose()),
        model: model.label().to_owned(),
        needed,
        context,
    })
}

/// "A ballot after": what is asked for, in the words of the public schema.
fn called(purpose: Purpose) -> String {
    format!("\"{}\"", purpose.word().replace('_', " "))
}

/// Models whose context the debate will outgrow, as far as that can be known before it begins: which, by how much, and
/// what would do. Their oldest speeches are given in short.
pub(super) fn tight(state: &DebateState, roster: &Roster) -> Vec<String> {
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let turns = state.plan.slots.iter();
    let turns = turns.filter(|slot| slot.task.is_on_record() && !slot.private);
    let words = turns.map(|slot| match slot.words {
        0 => USUAL_WORDS,
        words => words,
    });
    let (spoken, beside) = words.fold((0.0, TOKENS_BESIDE), |(spoken, beside), words| {
        let spoken = spoken + f64::from(words) * TOKENS_A_WORD;
        (spoken, beside + TOKENS_A_TURN)
    });
    let needed = spoken + beside;
    let mut told: Vec<(String, String)> = Vec::new();
    for (what, role, seat) in readers(opening) {
        let model = &roster.assigned(role, seat.as_ref()).model;
        let context = f64::from(model.profile().context);
        if needed <= context || told.iter().any(|(known, _)| known == model.label()) {
            continue;
        }
        let scale = opening.options.scale * (context - beside) / spoken;
        let scale = (scale * 100.0).floor() / 100.0;
        let otherwise = if scale >= LEAST_SCALE {
            format!("--scale {scale} or a")
        } else {
            "A".to_owned()
        };
        let text = format!(
            "In the end this debate comes to about {needed:.0} tokens, and {}, which is asked for {what}, has a context of \
             {context:.0}: the oldest speeches will be given to it in summary. {otherwise} model with a larger context \
             would do without that.",
            given(model.label())
        );
        told.push((model.label().to_owned(), text));
    }
    told.into_iter().map(|(_, text)| text).collect()
}

/// Who has the whole transcript before them in the end.
fn readers(opening: &Opening) -> Vec<(&'static str, Role, Option<Seat>)> {
    let mut readers = Vec::new();
    if let Some(listener) = opening.audience.first() {
        readers.push(("ballots", Role::Audience, Some(listener.seat.clone())));
        readers.push(("the verdict", Role::Judge, Some(Seat::house())));
    }
    for judge in &opening.judges {
        readers.push(("a judge's report", Role::Judge, Some(judge.seat.clone())));
    }
    if let Some(moderator) = &opening.moderator {
        let seat = Some(moderator.seat.clone());
        readers.push(("what the moderator says", Role::Moderator, seat));
    }
    // Who is asked for one thing at a time is given what it is about, and not the record.
    let whole = opening
        .speakers
        .iter()
        .filter(|speaker| speaker.profile.steps == Steps::Together);
    for speaker in whole {
        readers.push(("speeches", Role::Speaker, Some(speaker.seat.clone())));
    }
    readers
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
