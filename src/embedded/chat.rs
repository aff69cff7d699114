//! Messages as the one text that the model was taught to read: its own chat template, from its file. Templates
//! are programs from outside: they get no more than the messages, a limit on their steps, and no files.

use minijinja::{Environment, ErrorKind, context, syntax::SyntaxConfig};

use hustings_transformer::GgufFile;

use super::{embedded_error::EmbeddedError, vocabulary::Vocabulary};
use crate::llm::Message;

/// Steps that a template may take.
const FUEL: u64 = 2_000_000;
const NAME: &str = "chat";

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

    /// The prompt. Nothing in a message can end it: see [`Vocabulary::defused`].
    pub(super) fn render(
        &self,
        messages: &[Message],
        vocabulary: &Vocabulary,
    ) -> Result<String, EmbeddedError> {
        let messages: Vec<_> = Message::in_turns(messages.iter().cloned())
            .iter()
            .map(|message| {
                let role = message.from.role();
                context! { role, content => vocabulary.defused(&message.text) }
            })
            .collect();
        let rendered = self.environment.get_template(NAME).and_then(|template| {
            template.render(context! {
                messages,
                add_generation_prompt => true,
                bos_token => &self.first,
                eos_token => &self.last,
            })
        });
        rendered.map_err(|error| {
            EmbeddedError::Template(crate::text::sanitize::sanitize_line(&error.to_string()))
        })
    }
}
