//! Quirks of one server: what it turned out not to take. Nothing outside the common core of the protocol is required of
//! a server, so what it refuses is left out or said in another way, and that is remembered.

use super::{
    refusal::Refusal,
    wire::{Body, JsonSchema, ResponseFormat, Sent, StreamOptions},
};
use crate::{From, Message, Request, catalog::Profile, shape};

/// The quirks of one server: what is left out, or said differently. All `false` for a server that takes everything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each learnt by itself"
)]
pub(super) struct Quirks {
    /// The limit is called `max_completion_tokens`.
    completion_limit: bool,
    no_schema: bool,
    no_temperature: bool,
    no_seed: bool,
    no_frequency_penalty: bool,
    no_presence_penalty: bool,
    no_stream_options: bool,
    /// No system message, and user and assistant take turns.
    strict_turns: bool,
    /// Whether the model has been seen to think although its profile does not say so.
    thinks: bool,
}

impl Quirks {
    /// Whether it thinks before it answers. Only models that do have another name for the limit.
    pub(super) fn thinks(self) -> bool {
        self.thinks || self.completion_limit
    }

    /// These quirks, and that the model has been seen to think.
    pub(super) fn that_thinks(self) -> Self {
        Self {
            thinks: true,
            ..self
        }
    }

    /// Learns what to do differently after this refusal of that body; `None` where nothing would help.
    pub(super) fn learn(self, refusal: &Refusal, body: &Body<'_>) -> Option<Self> {
        let says_what = matches!(refusal.status, 200 | 400 | 422 | 500 | 501);
        if !says_what || refusal.is_too_long() {
            return None;
        }
        let mut next = self;
        if body.response_format.is_some()
            && refusal.names(&[
                "response_format",
                "response format",
                "json_schema",
                "json schema",
                "grammar",
                "structured output",
                "guided",
            ])
        {
            next.no_schema = true;
        } else if refusal.status >= 500 || refusal.status == 200 {
            // Only a schema, or turns that a template refuses, make servers fail in this way.
        } else if refusal.names(&["max_tokens", "max_completion_tokens"])
            && !refusal.names(&["too large", "at most", "less than"])
        {
            next.completion_limit = !self.completion_limit;
        } else if body.temperature.is_some() && refusal.names(&["temperature"]) {
            next.no_temperature = true;
        } else if body.seed.is_some() && refusal.names(&["seed"]) {
            next.no_seed = true;
        } else if body.frequency_penalty.is_some() && refusal.names(&["frequency_penalty"]) {
            next.no_frequency_penalty = true;
        } else if body.presence_penalty.is_some() && refusal.names(&["presence_penalty"]) {
            next.no_presence_penalty = true;
        } else if body.stream_options.is_some()
            && refusal.names(&["stream_options", "include_usage"])
        {
            next.no_stream_options = true;
        }
        if next == self
            && refusal.names(&[
                "must alternate",
                "system role",
                "role 'system'",
                "role system",
            ])
        {
            next.strict_turns = true;
        }
        (next != self).then_some(next)
    }

    /// The request as this server takes it, with `limit` tokens at most.
    pub(super) fn body<'a>(
        self,
        model: &'a str,
        request: &'a Request,
        profile: &Profile,
        limit: u32,
    ) -> Body<'a> {
        let shape = request.shape.as_ref();
        let prose = shape.is_none();
        let said = shape
            .filter(|_| self.no_schema)
            .map(|shape| shape::instruction(&shape.schema));
        let of_profile = |value: Option<f64>| value.filter(|_| prose);
        Body {
            model,
            messages: self.messages(&request.messages, said),
            stream: true,
            stream_options: (!self.no_stream_options).then_some(StreamOptions {
                include_usage: true,
            }),
            max_tokens: (!self.completion_limit).then_some(limit),
            max_completion_tokens: self.completion_limit.then_some(limit),
            temperature: request
                .temperature
                .or(of_profile(profile.temperature))
                .filter(|_| !self.no_temperature),
            seed: request.seed.filter(|_| !self.no_seed).map(short),
            frequency_penalty: of_profile(profile.frequency_penalty)
                .filter(|_| !self.no_frequency_penalty),
            presence_penalty: of_profile(profile.presence_penalty)
                .filter(|_| !self.no_presence_penalty),
            response_format: shape
                .filter(|_| !self.no_schema)
                .map(|shape| ResponseFormat {
                    json_schema: JsonSchema {
                        name: shape.name,
                        strict: true,
                        schema: &shape.schema,
                    },
                }),
        }
    }

    fn messages(self, messages: &[Message], said: Option<String>) -> Vec<Sent<'_>> {
        let mut sent: Vec<Sent<'_>> = if self.strict_turns {
            let spoken = messages.iter().map(|message| Message {
                from: match message.from {
                    From::System | From::User => From::User,
                    From::Assistant => From::Assistant,
                },
                text: message.text.clone(),
            });
            let turns = Message::in_turns(spoken).into_iter();
            turns
                .map(|turn| Sent {
                    role: turn.from.role(),
                    content: turn.text.into(),
                })
                .collect()
        } else {
            let sent = messages.iter().map(|message| Sent {
                role: message.from.role(),
                content: message.text.as_str().into(),
            });
            sent.collect()
        };
        let Some(said) = said else { return sent };
        // At the end, so that what stands before it is still what a cache has seen.
        match sent.last_mut().filter(|last| last.role == "user") {
            Some(last) => {
                let text = last.content.to_mut();
                text.push_str("\n\n");
                text.push_str(&said);
            }
            None => sent.push(Sent {
                role: "user",
                content: said.into(),
            }),
        }
        sent
    }
}

/// A seed as all servers read one: some have no more than 32 bits, and some of these a sign.
fn short(seed: u64) -> u32 {
    (seed & 0x7fff_ffff) as u32
}
