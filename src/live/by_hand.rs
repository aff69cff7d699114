//! What is asked of a person in a seat, in words: what it is, what it is about, and how it is answered.

mod form;
mod judging;
mod place;

pub use judging::input;
pub use place::line_of;

use crate::{
    catalog::{HandsIn, LEAST_ARGUMENTS, MOST_ARGUMENTS, Task},
    debate::{
        DebateState,
        ask::{Ask, Cue, When},
        ids::Seat,
        state::{Pending, Turn, TurnStatus},
    },
    text::counted,
};

/// The way in which a person answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerForm {
    /// Paragraph by paragraph, each heard as it is handed in, until they end the speech.
    Speech,
    /// A short text that is handed in as a whole.
    Text,
    /// A text of several lines that is handed in as a whole.
    Work,
    /// A point is taken, or it is not.
    Point,
    /// A vote, and whether somebody may be undecided and a reason is asked for.
    Vote {
        /// Whether to be undecided is a vote.
        undecided: bool,
        /// Whether a reason goes with it.
        reason: bool,
    },
}

/// What is asked of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedByHand {
    /// What is asked, as a title: "Opening speech".
    pub title: String,
    /// What it is about, and what is expected, in sentences.
    pub about: String,
    /// The length that is asked for, as a sentence, where it is a speech: what shows how much of it is said needs no words.
    pub length: String,
    /// The way in which it is answered.
    pub form: AnswerForm,
    /// The empty form that is filled in, where it is one.
    pub blank: String,
}

/// What a call asks of the person whom it waits for.
pub fn asked(state: &DebateState, call: &Pending) -> AskedByHand {
    let text = |title: &str, about: String| AskedByHand {
        title: title.to_owned(),
        about,
        length: String::new(),
        form: AnswerForm::Text,
        blank: String::new(),
    };
    if let Some(form) = judging::asked(state, &call.ask) {
        return form;
    }
    if let Ask::Speech { turn, cue } = &call.ask
        && let Some(turn) = state.turn(*turn)
    {
        return AskedByHand {
            title: title(state, turn),
            about: speech(state, turn, *cue),
            length: length(turn),
            form: AnswerForm::Speech,
            blank: String::new(),
        };
    }
    if let Ask::Write { turn } = &call.ask
        && let Some(turn) = state.turn(*turn)
    {
        return AskedByHand {
            form: AnswerForm::Work,
            ..text(
                &title(state, turn),
                format!("{}{}", struck_before(state, turn), work(state, turn)),
            )
        };
    }
    if let Ask::PoiAccept { poi } = &call.ask
        && let Some(point) = state.point(*poi)
    {
        return AskedByHand {
            title: "Point of information".to_owned(),
            about: format!("{}: {}", state.name(&point.from), point.text.trim()),
            length: String::new(),
            form: AnswerForm::Point,
            blank: String::new(),
        };
    }
    if let Ask::PoiAnswer { poi } = &call.ask
        && let Some(point) = state.point(*poi)
    {
        let from = state.name(&point.from);
        let about = format!("{from}: {}", point.text.trim());
        return text("Answer the point", about);
    }
    if let Ask::Question { item } = &call.ask
        && let Some(item) = state.intervention(*item)
    {
        return text("A question to you", item.text.trim().to_owned());
    }
    if let Ask::Confirm { seat } = &call.ask {
        return AskedByHand {
            form: AnswerForm::Work,
            ..text("What is agreed", granted(state, seat))
        };
    }
    let motion = state
        .opening
        .as_deref()
        .map(|one| one.motion.motion.clone());
    let motion = motion.unwrap_or_default();
    let vote = |title: &str, undecided, reason| AskedByHand {
        title: title.to_owned(),
        about: motion.clone(),
        length: String::new(),
        form: AnswerForm::Vote { undecided, reason },
        blank: String::new(),
    };
    if let Ask::Ballot { when, .. } = &call.ask {
        return match when {
            When::Before => vote("Your ballot before the debate", true, true),
            When::After => vote("Your ballot", false, true),
        };
    }
    if let Ask::Poll { .. } = &call.ask {
        return vote("How would you vote now?", true, false);
    }
    if let Ask::Lean { .. } = &call.ask {
        return vote("Your lean before the debate", true, false);
    }
    text("Your answer", motion)
}

/// The name of a turn: that of the format, or of its task.
fn title(state: &DebateState, turn: &Turn) -> String {
    let own = state.spec_of(turn).map(|spec| spec.title.as_str());
    match own.filter(|title| !title.is_empty()) {
        Some(title) => title.to_owned(),
        None => format!("Your {}", turn.task.name()),
    }
}

fn speech(state: &DebateState, turn: &Turn, cue: Cue) -> String {
    let whom = state
        .slot_of(turn)
        .and_then(|slot| slot.whom.as_ref())
        .map(|seat| state.name(seat));
    let asked = match (turn.task, whom) {
        (Task::Question, Some(whom)) => format!("Ask {whom} one question. "),
        (Task::Answer, Some(whom)) => match question(state, turn) {
            Some(question) => format!("{whom} asks: {question} "),
            None => format!("Answer {whom}. "),
        },
        _ => String::new(),
    };
    let taken_up = match cue {
        Cue::AfterPoint { .. } => " The point is answered; go on.",
        Cue::Evidence { .. } => " The Chair asks you for a word on the evidence.",
        Cue::Resume => " Go on where the speech stands.",
        Cue::Begin | Cue::Step { .. } | Cue::Bell => "",
    };
    format!("{asked}{taken_up}").trim().to_owned()
}

/// The length of a turn, where it has any.
fn length(turn: &Turn) -> String {
    if turn.target_words == 0 {
        return String::new();
    }
    format!("About {}.", counted(turn.target_words, "word", "words"))
}

/// The question that a turn answers: the last thing that was said before it.
fn question<'a>(state: &'a DebateState, turn: &Turn) -> Option<&'a str> {
    let before = state.turns.get(..turn.id.index())?;
    let last = before.iter().rfind(|one| one.task == Task::Question)?;
    Some(last.text.trim())
}

/// The reason why a turn is made again, where its last attempt was struck.
fn struck_before(state: &DebateState, turn: &Turn) -> String {
    let before = state.turns.get(..turn.id.index()).unwrap_or_default();
    let last = before
        .iter()
        .rfind(|one| one.slot == turn.slot && one.seat == turn.seat);
    let Some(TurnStatus::Struck { reason, .. }) = last.map(|last| &last.status) else {
        return String::new();
    };
    let reason = reason.trim().trim_end_matches('.');
    format!("Struck, to be made again: {reason}.\n")
}

fn work(state: &DebateState, turn: &Turn) -> String {
    let spec = state.spec_of(turn);
    match turn.task.hands_in() {
        Some(HandsIn::Arguments) => {
            let least = spec.and_then(|spec| spec.least_arguments);
            let least = least.unwrap_or(LEAST_ARGUMENTS);
            let most = spec.and_then(|spec| spec.most_arguments);
            let most = most.unwrap_or(MOST_ARGUMENTS).max(least);
            let many = if most > least {
                format!("{least} to {most} arguments")
            } else {
                counted(least, "argument", "arguments")
            };
            format!(
                "{many}, a paragraph each: its first sentence is the claim, the next ones are the reasoning, and a line that begins with \"Evidence:\" is what supports it. All three are needed. A blank line begins the next."
            )
        }
        Some(HandsIn::Responses) => {
            let against = list(state.arguments_against(&turn.seat).into_iter());
            format!(
                "A line to each argument, by its id: \"ID refute: why\" (or challenge, partial, concede), with a question at its end.\n{against}"
            )
        }
        Some(HandsIn::Replies) => {
            let asked = state.questions_to(&turn.seat).into_iter();
            let asked: Vec<String> = asked
                .map(|(one, by, response)| {
                    let by = state.name(by);
                    format!("{}: {by} asks: {}", one.id, response.follow_up_question)
                })
                .collect();
            format!(
                "A line to each question, by the id of the argument: \"ID: answer\".\n{}",
                asked.join("\n")
            )
        }
        Some(HandsIn::Closing) => {
            "Where you stand in the end. A line that begins with \"Conceded:\" grants a point by its id."
                .to_owned()
        }
        Some(HandsIn::Framing) => {
            "The motion as a neutral question that can be answered with yes or no.".to_owned()
        }
        Some(HandsIn::Synthesis) => {
            "What the sides come to, line by line: \"Agreed: …\", \"Disagreed: …\", \"Open: …\", \"Hinges: …\". All four are needed."
                .to_owned()
        }
        None => String::new(),
    }
}

/// The points that were granted and concern a seat, with how it is said what of them is in dispute.
fn granted(state: &DebateState, seat: &Seat) -> String {
    let points = state.grants_concerning(seat).into_iter();
    let points: Vec<String> = points
        .map(|grant| {
            let by = state.name(grant.by);
            format!("{}: {by} grants: {}", grant.number, grant.claim.trim())
        })
        .collect();
    format!(
        "A line to each point that is in dispute, by its number: \"1: what is not agreed\". The others stand as agreed; \"agreed\" hands in that all do.\n{}",
        points.join("\n")
    )
}

fn list<'a>(
    arguments: impl Iterator<Item = (&'a Seat, &'a crate::debate::written::Argument)>,
) -> String {
    let all: Vec<String> = arguments
        .map(|(_, one)| format!("{}: {}", one.id, one.claim.trim()))
        .collect();
    all.join("\n")
}
