//! Messages as the one text that the model was taught to read: its own chat template, from its file. Templates
//! are programs from outside: they get no more than the messages, a limit on their steps, and no files.

use minijinja::{Environment, ErrorKind, context, syntax::SyntaxConfig};

use hustings_transformer::GgufFile;

use super::{embedded_error::EmbeddedError, vocabulary::Vocabulary};
use crate::llm::{From, Message};

/// Steps that a template may take.
const FUEL: u64 = 2_000_000;
const NAME: &str = "chat";
/// The mark at which a thought begins.
pub(super) const THOUGHT: &str = "<think>";

/// The chat template of a model, which makes one text of the messages.
#[derive(Debug)]
pub(super) struct Chat {
    environment: Environment<'static>,
    first: String,
    last: String,
}

impl Chat {
    /// Reads the template of a file.
    pub(super) fn load(file: &GgufFile, vocabulary: &Vocabulary) -> Result<Self, EmbeddedError> {
        let template = file
            .text("tokenizer.chat_template")
            .ok_or_else(|| file.damaged("it has no chat template, so it cannot be talked to"))?;
        let wrong = |error: minijinja::Error| {
            EmbeddedError::Template(crate::text::sanitize::sanitize_line(&error.to_string()))
        };
        let mut environment = Environment::new();
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()
            .map_err(wrong)?;
        environment.set_syntax(syntax);
        environment.set_fuel(Some(FUEL));
        environment
            .set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |said: String| {
            Err::<String, _>(minijinja::Error::new(ErrorKind::InvalidOperation, said))
        });
        // Some tell the model what day it is.
        environment.add_function("strftime_now", |pattern: String| {
            crate::clock::now().strftime(&pattern).to_string()
        });
        environment
            .add_template_owned(NAME, template.to_owned())
            .map_err(wrong)?;
        let (first, last) = vocabulary.edges();
        Ok(Self {
            environment,
            first,
            last,
        })
    }

    /// The prompt. Nothing in a message can end it: see [`Vocabulary::defused`]. Models that can think before they answer
    /// and need not are told by `thinks` whether they shall.
    pub(super) fn render(
        &self,
        messages: &[Message],
        thinks: bool,
        vocabulary: &Vocabulary,
    ) -> Result<String, EmbeddedError> {
        let messages = Message::in_turns(messages.iter().cloned());
        let rendered = self.fill(&messages, thinks, vocabulary).or_else(|error| {
            // Some know no system, and are told at the beginning of the first turn what it would have said.
            let folded = without_system(messages);
            folded.map_or(Err(error), |messages| {
                self.fill(&messages, thinks, vocabulary)
            })
        });
        let mut text = rendered.map_err(|error| {
            EmbeddedError::Template(crate::text::sanitize::sanitize_line(&error.to_string()))
        })?;
        // Some begin a thought whatever they are told.
        if !thinks && begins_thought(&text) {
            text.push_str("\n\n</think>\n\n");
        }
        Ok(text)
    }

    fn fill(
        &self,
        messages: &[Message],
        thinks: bool,
        vocabulary: &Vocabulary,
    ) -> Result<String, minijinja::Error> {
        let messages: Vec<_> = messages
            .iter()
            .map(|message| {
                let role = message.from.role();
                context! { role, content => vocabulary.defused(&message.text) }
            })
            .collect();
        self.environment.get_template(NAME)?.render(context! {
            messages,
            add_generation_prompt => true,
            enable_thinking => thinks,
            bos_token => &self.first,
            eos_token => &self.last,
        })
    }
}

/// Whether a prompt ends in the beginning of a thought, which the answer then goes on with.
pub(super) fn begins_thought(prompt: &str) -> bool {
    prompt.trim_end().ends_with(THOUGHT)
}

/// The messages with what the system says at the beginning of the first turn; `None` where it says nothing.
fn without_system(messages: Vec<Message>) -> Option<Vec<Message>> {
    let mut messages = messages.into_iter().peekable();
    let system = messages.next_if(|message| message.from == From::System)?;
    let folded = messages.next().map(|first| Message {
        text: format!("{}\n{}", system.text, first.text),
        ..first
    });
    Some(folded.into_iter().chain(messages).collect())
}
