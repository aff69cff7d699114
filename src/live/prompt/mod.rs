//! The words for the models. Prompts are templates in files, one a task, and the user's folder lies over them;
//! the code here only fills them and holds no prose. What they are filled with is quoted by `fence`.
//!
//! Every prompt is built in the order that caches like: the house's rules and the motion (the same for all),
//! the transcript (append-only, every speech a message of its own), and last who is asked and what for.
//! Nothing that changes stands before the transcript.

mod assign;
mod check;
mod ensemble;
mod evaluate;
mod fitted;
mod gallery_share;
mod house;
mod making;
mod plain;
mod split;
mod stepwise;
mod style;
mod transcript;
mod unheard;
mod views;

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use crate::{
    asks::{self, Asking, Ballots, Filling, Questions, Sees, Wording},
    debate::{
        DebateState,
        ask::{Ask, Purpose, When},
        blind::BlindDebate,
        ids::Seat,
        state::Turn,
    },
    error::Failure,
    fence::{self, Names},
    files,
    llm::{From, Message, Request},
    practice::{FromPractice, Practice},
    text::{sanitize::sanitize, shown},
    wording::BuiltIn,
};
use minijinja::{Environment, UndefinedBehavior, Value, syntax::SyntaxConfig};

pub use crate::asks::view::{passages::most_at_once, shown_card::ShownCard};
pub use check::{are_there, check, unfillable};
pub use ensemble::ThemeInShort;
pub use making::CardPart;
pub use plain::plain_question;
pub use split::{NumberedUtterance, UnsplitDebate};
pub use stepwise::RatedPrompts;
pub(crate) use transcript::{IN_SHORT, WORDS_IN_SHORT};
pub use views::Views;

use fitted::fitted;
use gallery_share::GalleryShare;
use transcript::Shown;

/// No template is longer; something else was put there by mistake.
const MOST_BYTES: u64 = 1 << 20;
/// Characters of English to a token, on the safe side, where nobody has counted.
const CHARS_A_TOKEN: usize = 4;
/// The ending of the names of templates that put a task after practice.
const TASK: &str = "_step.md";
/// Tokens that a chat template adds to a message.
const TOKENS_A_MESSAGE: usize = 6;
/// A prompt that is ready to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompted {
    /// The request, without a shape: that comes from the type of the answer.
    pub request: Request,
    /// The messages for each part of the answer, where it is asked for part by part, the first being the request's own.
    pub parts: Vec<Vec<Message>>,
    /// Whether the task is put as small models are asked: without the record, behind rounds of practice.
    pub is_stepwise: bool,
    /// The number of oldest speeches that had to be shortened to fit the context.
    pub condensed: u32,
    /// The number of those that had to be left out.
    pub left_out: u32,
    /// About how many tokens it needs, the answer counted, which has less room where the context demands it. More than
    /// the context where nothing is left to be shortened.
    pub needed: u32,
}

impl Prompted {
    /// A short request that is put as small models are asked.
    pub(crate) fn of(request: Request) -> Self {
        let needed = tokens(&request.messages).saturating_add(request.max_tokens as usize);
        Self {
            request,
            parts: Vec::new(),
            is_stepwise: true,
            condensed: 0,
            left_out: 0,
            needed: u32::try_from(needed).unwrap_or(u32::MAX),
        }
    }
}

/// The measures that make a prompt fit its context.
#[derive(Debug, Clone, Copy)]
struct Fitting {
    /// The number of oldest speeches that are not there in full.
    condensed: usize,
    /// The number of those that are not there at all.
    left_out: usize,
    /// The part of what the gallery brought in that stands in it.
    gallery: GalleryShare,
}

/// What may become of speeches for which there is no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OldSpeeches {
    /// Each of them stands there, in short at least.
    Shortened,
    /// The oldest may be left out.
    LeftOut,
}

/// The debate as whoever is asked has it before them.
#[derive(Debug, Clone, Copy)]
struct AsRead<'a> {
    state: &'a DebateState,
    /// Whether labels stand in it for names.
    is_blind: bool,
}

impl<'a> AsRead<'a> {
    /// The names in it that are no texts of others.
    fn names(self) -> Names<'a> {
        Names::Debate(self.state)
    }
}

/// The prompts: the templates, and the functions that fill them.
#[derive(Debug)]
pub struct Prompts {
    env: Environment<'static>,
    practice: Practice,
    /// The views that the templates were filled with, where somebody wants to know.
    views: Option<Mutex<Views>>,
}

impl Prompts {
    /// Reads the templates: the built-in ones, and over them the files of the same name in `user`.
    ///
    /// # Errors
    /// A template of the user that cannot be read or is not well-formed, with its line.
    pub fn load(user: Option<&Path>) -> Result<Self, Failure> {
        let mut env = environment()?;
        let mut tasks = Vec::new();
        for name in BuiltIn::iter() {
            let Some(file) = BuiltIn::get(&name) else {
                continue;
            };
            let mut source = String::from_utf8_lossy(&file.data).into_owned();
            if let Some(path) = user
                .map(|folder| folder.join(name.as_ref()))
                .filter(|path| path.symlink_metadata().is_ok())
            {
                source = files::text(&path, MOST_BYTES).map_err(|error| {
                    Failure::input(format!("{}: {error}", shown::path(&path)))
                        .hint("a prompt is a plain text file in UTF-8")
                })?;
            }
            let source = sanitize(&source);
            if name.ends_with(TASK) {
                tasks.push(source.clone());
            }
            env.add_template_owned(name.to_string(), source)
                .map_err(|error| {
                    Failure::input(format!("the prompt {name} cannot be read: {error:#}")).hint(
                        "the syntax is Jinja's; remove the file to have the built-in prompt back",
                    )
                })?;
        }
        Ok(Self {
            env,
            practice: Practice::load()?.asked_in(&tasks),
            views: None,
        })
    }

    /// The built-in templates, which keep what they would be filled with and say nothing: nobody reads what is
    /// rehearsed.
    ///
    /// # Errors
    /// As for [`Self::load`].
    pub fn recording() -> Result<Self, Failure> {
        Ok(Self {
            views: Some(Mutex::default()),
            ..Self::load(None)?
        })
    }

    /// Takes the views that the templates were filled with since the last call.
    pub fn take_views(&self) -> Views {
        let Some(views) = &self.views else {
            return Views::default();
        };
        std::mem::take(&mut *views.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The prompt for a piece of work, made to fit a context of `context` tokens; for a judge, of what a judge may
    /// read.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn prompt(&self, state: &DebateState, ask: &Ask, context: u32) -> Result<Prompted, String> {
        self.put(state, ask, context, OldSpeeches::Shortened)
    }

    /// The same for a debate that is held and cannot wait: where it does not fit with all speeches in short, the oldest
    /// are left out, but for the newest few dozen. Whether a debate can be held, or heard as a whole, is not asked so.
    ///
    /// # Errors
    /// As for [`Self::prompt`].
    pub fn prompt_in_any_case(
        &self,
        state: &DebateState,
        ask: &Ask,
        context: u32,
    ) -> Result<Prompted, String> {
        self.put(state, ask, context, OldSpeeches::LeftOut)
    }

    fn put(
        &self,
        state: &DebateState,
        ask: &Ask,
        context: u32,
        old: OldSpeeches,
    ) -> Result<Prompted, String> {
        let asking = asks::of(ask);
        let blind = ask.team_order().map(|order| BlindDebate::of(state, order));
        let seen = blind.as_ref().map_or(state, |blind| &blind.state);
        let read = AsRead {
            state: seen,
            is_blind: blind.is_some(),
        };
        self.of(read, asking.as_ref(), ask.purpose(), (context, old))
    }

    /// Asks for the ballots of these members, under the text of each one's seat, to fit a context of `context` tokens.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn ballots(
        &self,
        state: &DebateState,
        members: &[Seat],
        when: When,
        context: u32,
    ) -> Result<Request, String> {
        let ask = Ballots { members, when };
        let read = AsRead {
            state,
            is_blind: false,
        };
        let context = (context, OldSpeeches::Shortened);
        let prompted = self.of(read, &ask, Purpose::ballot(when), context)?;
        Ok(prompted.request)
    }

    fn of(
        &self,
        read: AsRead<'_>,
        ask: &dyn Asking,
        purpose: Purpose,
        (context, old): (u32, OldSpeeches),
    ) -> Result<Prompted, String> {
        let state = read.state;
        let most = ask.max_tokens(state);
        let least = ask.least_tokens(state).min(most);
        let room = |messages: &[Message]| {
            let left = (context as usize).saturating_sub(tokens(messages));
            u32::try_from(left).unwrap_or(u32::MAX).clamp(least, most)
        };
        let stepwise = ask.stepwise(state);
        let is_stepwise = stepwise.is_some();
        let (mut parts, mut condensed, mut left_out) = (Vec::new(), 0, 0);
        let messages = if let Some(asked) = stepwise {
            let all = self.stepwise(&asked, read.names())?;
            let first = all.first().cloned().unwrap_or_default();
            if let Questions::Parts(_) = asked.questions {
                parts = all;
            }
            first
        } else {
            let budget = |answer: u32| (context as usize).saturating_sub(answer as usize);
            let sees = ask.sees(state);
            let longest = match sees {
                Sees::Nothing | Sees::House => 0,
                Sees::Record { .. } => state.speeches().count(),
            };
            let make = |fitting| self.messages(read, (ask, &sees), fitting);
            let (mut in_short, mut messages) = within(state, budget(most), longest, make)?;
            // An answer that has just the room that it needs is better than speeches that are not heard.
            if tokens(&messages) > budget(most) && least < most {
                (in_short, messages) = within(state, budget(least), longest, make)?;
            }
            if old == OldSpeeches::LeftOut && tokens(&messages) > budget(least) {
                let gallery = GalleryShare::within(state, 0);
                let fewer = |left_out| {
                    make(Fitting {
                        condensed: longest,
                        left_out,
                        gallery,
                    })
                };
                (left_out, messages) = fitted::newest(longest, &messages, fewer, budget(least))?;
            }
            condensed = in_short;
            messages
        };
        let max_tokens = room(&messages);
        let needed = u32::try_from(tokens(&messages))
            .unwrap_or(u32::MAX)
            .saturating_add(max_tokens);
        let request = Request {
            purpose,
            messages,
            max_tokens,
            shape: None,
            temperature: ask.temperature(state),
            seed: None,
        };
        Ok(Prompted {
            request,
            parts,
            is_stepwise,
            condensed: u32::try_from(condensed).unwrap_or(u32::MAX),
            left_out: u32::try_from(left_out).unwrap_or(u32::MAX),
            needed,
        })
    }

    fn messages(
        &self,
        read: AsRead<'_>,
        (ask, sees): (&dyn Asking, &Sees<'_>),
        fitting: Fitting,
    ) -> Result<Vec<Message>, String> {
        let AsRead { state, is_blind } = read;
        let names = read.names();
        let mut messages = Vec::new();
        if !matches!(sees, Sees::Nothing) {
            let house = self.fill("house.md", house::house(state, is_blind), names)?;
            messages.push(message(From::System, house));
        }
        let wording = ask.wording(state);
        let mut pending = String::new();
        if let Sees::Record {
            speeches,
            live,
            gallery,
            earlier,
        } = sees
        {
            let own = match &wording {
                Some(Wording::Speech { turn, .. }) => Some(turn.id),
                Some(Wording::One(_)) | None => None,
            };
            let shown = Shown {
                speeches,
                live: *live,
                gallery: *gallery,
                earlier: *earlier,
                own,
            };
            pending = self.transcript(read, &shown, fitting, &mut messages)?;
        }
        match wording {
            None => {}
            Some(Wording::One(task)) => add(&mut pending, &self.filled(task, names)?),
            Some(Wording::Speech { turn, first, again }) => {
                let first = format!(
                    "{}\n\n{}",
                    self.call(read, turn)?,
                    self.filled(first, names)?
                );
                add(&mut pending, &first);
                if let Some((cue, words)) = again {
                    messages.push(message(From::User, std::mem::take(&mut pending)));
                    let said = self.said(read, turn, Some(cue))?;
                    messages.push(message(From::Assistant, said));
                    pending = self.filled(words, names)?;
                }
            }
        }
        messages.push(message(From::User, pending));
        Ok(messages)
    }

    fn call(&self, read: AsRead<'_>, turn: &Turn) -> Result<String, String> {
        self.fill("call.md", house::call(read.state, turn), read.names())
    }

    /// The content of practice for the answers of this debate.
    pub fn practice(&self, state: &DebateState) -> FromPractice {
        self.practice.said_beside(state)
    }

    fn filled(&self, (name, context): Filling, names: Names<'_>) -> Result<String, String> {
        self.fill(name, context, names)
    }

    fn fill(&self, name: &str, context: Value, names: Names<'_>) -> Result<String, String> {
        if let Some(views) = &self.views {
            let mut views = views.lock().unwrap_or_else(PoisonError::into_inner);
            views.add(name, &context);
            return Ok(String::new());
        }
        let template = self
            .env
            .get_template(name)
            .map_err(|error| error.to_string())?;
        let text = template
            .render(context)
            .map_err(|error| error.to_string())?;
        Ok(tidy(&fence::lay_out(&text, names)))
    }
}

/// The engine that fills templates, with none in it.
fn environment() -> Result<Environment<'static>, Failure> {
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    fence::guard(&mut env);
    env.set_fuel(Some(200_000));
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build();
    env.set_syntax(syntax.map_err(|error| Failure::internal(error.to_string()))?);
    Ok(env)
}

/// Adds a text to a message, as a paragraph of its own.
fn add(message: &mut String, text: &str) {
    if !message.is_empty() {
        message.push_str("\n\n");
    }
    message.push_str(text);
}

fn message(from: From, text: String) -> Message {
    Message { from, text }
}

/// Messages that come to `budget` tokens at the most, and how many of the oldest speeches, of `longest`, had to be
/// shortened for that. Where it cannot be had otherwise, the gallery has no share.
fn within(
    state: &DebateState,
    budget: usize,
    longest: usize,
    make: impl Fn(Fitting) -> Result<Vec<Message>, String>,
) -> Result<(usize, Vec<Message>), String> {
    let gallery = GalleryShare::within(state, budget);
    let short = |condensed, gallery| {
        make(Fitting {
            condensed,
            left_out: 0,
            gallery,
        })
    };
    let (condensed, messages) = fitted(longest, |condensed| short(condensed, gallery), budget)?;
    let least = GalleryShare::within(state, 0);
    if tokens(&messages) <= budget || gallery == least {
        return Ok((condensed, messages));
    }
    fitted(longest, |condensed| short(condensed, least), budget)
}

/// The number of tokens that the messages come to, on the safe side.
fn tokens(messages: &[Message]) -> usize {
    messages
        .iter()
        .map(|message| message.text.chars().count().div_ceil(CHARS_A_TOKEN) + TOKENS_A_MESSAGE)
        .sum()
}

/// No more than one blank line in a row, no white space at the ends.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut blank = 0;
    for line in text.trim().lines() {
        let line = line.trim_end();
        blank = if line.is_empty() { blank + 1 } else { 0 };
        if blank <= 1 {
            tidy.push_str(line);
            tidy.push('\n');
        }
    }
    tidy.truncate(tidy.trim_end().len());
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_do_not_pile_up() {
        assert_eq!(tidy("\na\n\n\n\nb  \n"), "a\n\nb");
    }

    #[test]
    fn all_templates_are_well_formed() {
        Prompts::load(None).unwrap();
    }
}
