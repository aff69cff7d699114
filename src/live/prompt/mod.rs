//! The words for the models. Prompts are templates in files, one a task, and the user's folder lies over them;
//! the code here only fills them and holds no prose. What they are filled with is quoted by `fence`.
//!
//! Every prompt is built in the order that caches like: the house's rules and the motion (the same for all),
//! the transcript (append-only, every speech a message of its own), and last who is asked and what for.
//! Nothing that changes stands before the transcript.

mod assign;
mod ballots;
mod brought;
mod card;
mod check;
mod evaluate;
mod fence;
mod fitted;
mod practice;
mod stage;
mod style;
mod transcript;
mod view;

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
};

use crate::{
    catalog::{HandsIn, Steps, Task},
    debate::{
        DebateState,
        ask::{Ask, Cue},
        state::Turn,
    },
    error::Failure,
    files,
    llm::{From, Message, Request},
    text::sanitize::sanitize,
};
use minijinja::{Environment, UndefinedBehavior, Value, syntax::SyntaxConfig};
use rust_embed::RustEmbed;

use brought::Brought;
pub use check::{Views, are_there, check};
use fitted::fitted;
pub use practice::FromPractice;
use practice::Practice;
use stage::Practised;
pub use stage::is_staged;
pub use view::sources::Rest;

#[derive(RustEmbed)]
#[folder = "prompt/templates"]
struct BuiltIn;

/// No template is longer; something else was put there by mistake.
const MOST_BYTES: u64 = 1 << 20;
/// Words become tokens at about this rate in English, with room to spare.
const TOKENS_A_WORD: f64 = 1.6;
/// Characters of English to a token, on the safe side, where nobody has counted.
const CHARS_A_TOKEN: usize = 4;
/// What the names of templates end with that put a task after practice.
const TASK: &str = "_step.md";
/// Tokens that a chat template adds to a message.
const TOKENS_A_MESSAGE: usize = 6;
/// Tokens of one ballot with its reason.
const TOKENS_A_BALLOT: u32 = 160;
/// How many words an answer to the gallery may have.
pub const ANSWER_WORDS: u32 = 90;
/// How many words an answer to a point of information may have.
pub const POI_ANSWER_WORDS: u32 = 45;

/// A prompt that is ready to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompted {
    /// The request, without a shape: that comes from the type of the answer.
    pub request: Request,
    /// Where the answer is asked for part by part: the messages for each of them, the first being the request's own.
    pub parts: Vec<Vec<Message>>,
    /// How many of the oldest speeches had to be given in short to fit the context.
    pub condensed: u32,
    /// About how many tokens it needs, the answer counted. More than the context where nothing is left to be given in
    /// short.
    pub needed: u32,
}

/// What makes a prompt fit its context: how many of the oldest speeches are given in short, and what of the gallery's
/// stands in it.
type Fitting = (usize, Brought);

/// The templates.
#[derive(Debug)]
pub struct Prompts {
    env: Environment<'static>,
    practice: Practice,
    /// What the templates were filled with, where somebody wants to know.
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
                    Failure::input(format!("{}: {error}", path.display()))
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

    /// The built-in templates, which keep what they are filled with.
    ///
    /// # Errors
    /// As for [`Self::load`].
    pub fn recording() -> Result<Self, Failure> {
        Ok(Self {
            views: Some(Mutex::default()),
            ..Self::load(None)?
        })
    }

    /// What the templates were filled with so far.
    pub fn views(self) -> Views {
        let views = self.views.unwrap_or_default();
        views.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The prompt for a piece of work, made to fit a context of `context` tokens.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn prompt(&self, state: &DebateState, ask: &Ask, context: u32) -> Result<Prompted, String> {
        let max_tokens = max_tokens(state, ask);
        let budget = (context as usize).saturating_sub(max_tokens as usize);
        let longest = if transcript::sees_nothing(state, ask) {
            0
        } else {
            state.speeches().count()
        };
        let staged = self.staged(state, ask)?;
        let ((messages, parts), condensed) = match staged {
            Some(Practised::Whole(messages)) => ((messages, Vec::new()), 0),
            Some(Practised::Parts(parts)) => {
                ((parts.first().cloned().unwrap_or_default(), parts), 0)
            }
            None => {
                let make = |fitting| self.messages(state, ask, fitting);
                let (condensed, messages) = within(state, budget, longest, make)?;
                ((messages, Vec::new()), condensed)
            }
        };
        let needed = u32::try_from(tokens(&messages))
            .unwrap_or(u32::MAX)
            .saturating_add(max_tokens);
        // A referee has no moods.
        let temperature = matches!(
            ask,
            Ask::SideCheck { .. } | Ask::Referee { .. } | Ask::Sources { .. }
        )
        .then_some(0.0);
        let request = Request {
            purpose: ask.purpose(),
            messages,
            max_tokens,
            shape: None,
            temperature,
            seed: None,
        };
        Ok(Prompted {
            request,
            parts,
            condensed: u32::try_from(condensed).unwrap_or(u32::MAX),
            needed,
        })
    }

    fn messages(
        &self,
        state: &DebateState,
        ask: &Ask,
        fitting: Fitting,
    ) -> Result<Vec<Message>, String> {
        let mut messages = Vec::new();
        // Whether a model is there has nothing to do with the debate.
        if !matches!(ask, Ask::Probe { .. }) {
            let house = self.fill("house.md", view::house(state))?;
            messages.push(message(From::System, house));
        }
        let mut pending = String::new();
        if !transcript::sees_nothing(state, ask) {
            pending = self.transcript(state, ask, fitting, &mut messages)?;
        }
        for (from, text) in self.task(state, ask)? {
            match from {
                From::Assistant => {
                    messages.push(message(From::User, std::mem::take(&mut pending)));
                    messages.push(message(From::Assistant, text));
                }
                From::System | From::User => {
                    if !pending.is_empty() {
                        pending.push_str("\n\n");
                    }
                    pending.push_str(&text);
                }
            }
        }
        messages.push(message(From::User, pending));
        Ok(messages)
    }

    /// The last messages: who is asked, and what for.
    fn task(&self, state: &DebateState, ask: &Ask) -> Result<Vec<(From, String)>, String> {
        let user = |text| vec![(From::User, text)];
        Ok(match ask {
            Ask::Prepare { turn } => {
                let name = if view::is_brief(state, *turn) {
                    "prepare_step.md"
                } else {
                    "prepare.md"
                };
                user(self.fill(name, view::speaking(state, *turn))?)
            }
            Ask::Speech { turn, cue } => self.speech(state, *turn, *cue)?,
            Ask::PoiOffer { turn } => user(self.fill("poi_offer.md", view::offer(state, *turn))?),
            Ask::PoiAccept { poi } => user(self.fill("poi_accept.md", view::point(state, *poi))?),
            Ask::PoiAnswer { poi } => user(self.fill("poi_answer.md", view::point(state, *poi))?),
            Ask::SideCheck { turn } => {
                user(self.fill("side_check.md", view::checked(state, *turn))?)
            }
            // The library is asked, and no model.
            Ask::Draw { .. } => vec![],
            Ask::Probe { .. } => user(self.fill("probe.md", Value::UNDEFINED)?),
            Ask::Sources { turn } => user(self.fill("sources.md", view::cited(state, *turn))?),
            Ask::Extract { turn } => user(self.fill("extract.md", view::heard(state, *turn))?),
            Ask::Poll { member, .. } => user(self.fill("poll.md", view::member(state, member))?),
            Ask::Ballot { member, when } => {
                let name = match when {
                    crate::debate::ask::When::Before => "ballot_before.md",
                    crate::debate::ask::When::After => "ballot_after.md",
                };
                user(self.fill(name, view::member(state, member))?)
            }
            Ask::Verdict => user(self.fill("verdict.md", view::verdict(state))?),
            Ask::Assess { seat } => user(self.fill("assess.md", view::assessed(state, seat))?),
            Ask::Write { turn } => {
                let turn = state.turn(*turn);
                let Some((turn, what)) = turn.and_then(|turn| Some((turn, turn.task.hands_in()?)))
                else {
                    return Ok(vec![]);
                };
                user(self.fill(written(what), view::written(state, turn))?)
            }
            Ask::Referee { turn } => {
                let Some(turn) = state.turn(*turn) else {
                    return Ok(vec![]);
                };
                user(self.fill("referee.md", view::refereed(state, turn))?)
            }
            Ask::Choose { phase, round, .. } => {
                user(self.fill("choose.md", view::choice(state, *phase, *round))?)
            }
            Ask::Round { phase, round, .. } => {
                user(self.fill("round.md", view::round(state, *phase, *round))?)
            }
            Ask::Judge { .. } => user(self.fill("judge.md", view::judged(state))?),
            Ask::Question { item } => user(self.fill("question.md", view::question(state, *item))?),
        })
    }

    /// A speech: what it was asked for at first (the same bytes at every cue), what was said so far, the cue.
    fn speech(
        &self,
        state: &DebateState,
        turn: crate::debate::ids::TurnId,
        cue: Cue,
    ) -> Result<Vec<(From, String)>, String> {
        let Some(turn) = state.turn(turn) else {
            return Ok(vec![]);
        };
        let described = state
            .spec_of(turn)
            .is_some_and(|spec| !spec.instructions.is_empty());
        let first = match turn.task {
            Task::FloorSpeech => self.fill("floor_speech.md", view::floor_speech(state, turn))?,
            Task::Summary => self.fill("summary.md", view::turn(state, turn))?,
            Task::Question | Task::Answer => self.fill("turn.md", view::turn(state, turn))?,
            _ if described => self.fill("turn.md", view::turn(state, turn))?,
            _ => self.fill("speech.md", view::speech(state, turn))?,
        };
        let mut messages = vec![(
            From::User,
            format!("{}\n\n{first}", self.call(state, turn)?),
        )];
        if turn.text.trim().is_empty() {
            return Ok(messages);
        }
        messages.push((From::Assistant, self.said(state, turn, Some(cue))?));
        let next = self.fill("cue.md", view::cue(state, turn, cue))?;
        messages.push((From::User, next));
        Ok(messages)
    }

    fn call(&self, state: &DebateState, turn: &Turn) -> Result<String, String> {
        self.fill("call.md", view::call(state, turn))
    }

    fn fill(&self, name: &str, context: Value) -> Result<String, String> {
        if let Some(views) = &self.views {
            let mut views = views.lock().unwrap_or_else(PoisonError::into_inner);
            views.add(name, &context);
        }
        let template = self
            .env
            .get_template(name)
            .map_err(|error| error.to_string())?;
        let text = template
            .render(context)
            .map_err(|error| error.to_string())?;
        Ok(tidy(&fence::lay_out(&text)))
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

fn message(from: From, text: String) -> Message {
    Message { from, text }
}

/// Messages that come to `budget` tokens at the most, and how many of the oldest speeches, of `longest`, had to be given
/// in short for that. Where it cannot be had otherwise, the gallery has no share.
fn within(
    state: &DebateState,
    budget: usize,
    longest: usize,
    make: impl Fn(Fitting) -> Result<Vec<Message>, String>,
) -> Result<(usize, Vec<Message>), String> {
    let brought = Brought::within(state, budget);
    let (condensed, messages) = fitted(longest, |condensed| make((condensed, brought)), budget)?;
    let least = Brought::within(state, 0);
    if tokens(&messages) <= budget || brought == least {
        return Ok((condensed, messages));
    }
    fitted(longest, |condensed| make((condensed, least)), budget)
}

/// What the messages come to, in tokens, on the safe side.
fn tokens(messages: &[Message]) -> usize {
    messages
        .iter()
        .map(|message| message.text.chars().count().div_ceil(CHARS_A_TOKEN) + TOKENS_A_MESSAGE)
        .sum()
}

/// The most tokens that an answer may have.
fn max_tokens(state: &DebateState, ask: &Ask) -> u32 {
    let words = |words: u32| (f64::from(words) * TOKENS_A_WORD) as u32;
    match ask {
        Ask::Prepare { turn } => state
            .turn(*turn)
            .map_or(400, |turn| words(turn.target_words) * 3 / 2 + 60),
        Ask::Speech { turn, .. } => state.turn(*turn).map_or(400, |turn| {
            if state.steps_of(turn) == Steps::OneAtATime {
                words(view::step_words(turn)) * 3 / 2 + 16
            } else {
                words(turn.target_words.saturating_sub(turn.words).max(60)) * 3 / 2 + 80
            }
        }),
        Ask::PoiOffer { .. } => 220,
        Ask::PoiAccept { .. } => 140,
        Ask::PoiAnswer { .. } => words(POI_ANSWER_WORDS) * 2,
        Ask::SideCheck { .. } | Ask::Choose { .. } => 120,
        Ask::Draw { .. } => 0,
        Ask::Probe { .. } => 16,
        Ask::Sources { .. } | Ask::Extract { .. } => 900,
        Ask::Poll { .. } => 30,
        Ask::Ballot { .. } => TOKENS_A_BALLOT,
        Ask::Verdict => 1200,
        Ask::Assess { .. } => 400,
        Ask::Question { .. } => words(ANSWER_WORDS) * 2,
        Ask::Write { turn } => state
            .turn(*turn)
            .map_or(1000, |turn| written_tokens(state, turn)),
        Ask::Referee { .. } => 500,
        Ask::Round { .. } => 400 + 160 * entries(state),
        Ask::Judge { .. } => 600 + 160 * entries(state),
    }
}

/// How many arguments or speakers there may be to judge.
fn entries(state: &DebateState) -> u32 {
    let speakers = state.opening.iter().flat_map(|opening| &opening.speakers);
    let most = speakers.count().max(state.arguments().count());
    u32::try_from(most).unwrap_or(u32::MAX)
}

/// Room for what is handed in as a whole: the words of the format, or what each of its parts may need.
fn written_tokens(state: &DebateState, turn: &Turn) -> u32 {
    let parts = match turn.task {
        Task::CrossExamine => state.arguments_against(&turn.seat).len() * 160,
        Task::Reply => state.questions_to(&turn.seat).len() * 120,
        _ => 0,
    };
    let parts = u32::try_from(parts).unwrap_or(u32::MAX);
    let words = (f64::from(turn.target_words) * TOKENS_A_WORD) as u32;
    (words * 2).max(parts).saturating_add(400)
}

/// The template of what a turn hands in.
fn written(what: HandsIn) -> &'static str {
    match what {
        HandsIn::Arguments => "write_arguments.md",
        HandsIn::Responses => "write_responses.md",
        HandsIn::Replies => "write_replies.md",
        HandsIn::Closing => "write_closing.md",
        HandsIn::Framing => "write_framing.md",
        HandsIn::Synthesis => "write_synthesis.md",
    }
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
