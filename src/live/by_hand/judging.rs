//! What is asked of a person who judges: a form of the fields that a model in that seat is asked for, read and held to the
//! same.

use std::sync::Arc;

use super::{AnswerForm, AskedByHand, form, place};
use crate::{
    asks::{self, Reply, Structured},
    debate::{
        DebateState,
        ask::Ask,
        command::Command,
        decide::{Answer, Input},
        ids::CommandId,
        person::PersonAnswer,
    },
    llm::{Shape, shape, structured},
};

/// What follows from a command: what a person has filled in is read here, where the shapes of answers are known.
pub fn input(state: &DebateState, id: CommandId, command: Command) -> Input {
    if let Command::Reply {
        call,
        answer: PersonAnswer::Text(text),
    } = &command
        && let Some(asked) = state.calls.get(call).filter(|one| one.by_hand)
        && asked.ask.is_form()
    {
        return Input::FilledIn {
            command: id,
            call: *call,
            answer: read(state, &asked.ask, text),
        };
    }
    Input::Command(id, command)
}

/// What is asked of whoever judges by hand; `None` for all else.
pub(super) fn asked(state: &DebateState, ask: &Ask) -> Option<AskedByHand> {
    let (title, about) = told(state, ask)?;
    let answer = answer_of(state, ask)?;
    let note = |part: &str| {
        let mut all = state.arguments();
        let (seat, one) = all.find(|(_, one)| one.id == part)?;
        Some(format!("{}: {}", state.name(seat), one.claim.trim()))
    };
    Some(AskedByHand {
        title,
        about,
        length: String::new(),
        form: AnswerForm::Work,
        blank: form::blank(&answer.shape().schema, &note),
    })
}

/// The title of what is asked, and what it is about.
fn told(state: &DebateState, ask: &Ask) -> Option<(String, String)> {
    let opening = state.opening.as_deref()?;
    let motion = opening.motion.motion.trim();
    let filled =
        "Fill in the fields, each behind its colon; lines with > in front say what is meant.";
    let of_motion = |title: &str| (title.to_owned(), format!("{motion}\n{filled}"));
    if let Ask::Judge { .. } = ask {
        return Some(of_motion("Your report"));
    }
    if let Ask::Verdict { .. } = ask {
        return Some(of_motion("Your verdict"));
    }
    if let Ask::Assessments { .. } = ask {
        return Some(of_motion("How the speakers did"));
    }
    if let Ask::Round { round, .. } = ask {
        return Some(of_motion(&format!("The debate after round {round}")));
    }
    if let Ask::Choose { round, .. } = ask {
        return Some(of_motion(&format!("Who speaks next in round {round}?")));
    }
    if let Ask::Assess { seat } = ask {
        return Some(of_motion(&format!("How {} did", state.name(seat))));
    }
    if let Ask::Rank { .. } = ask {
        let arguments = state.arguments();
        let all: Vec<String> = arguments
            .map(|(seat, one)| format!("{} ({}): {}", one.id, state.name(seat), one.claim.trim()))
            .collect();
        let about = format!("Each of them once, the best first.\n{}", all.join("\n"));
        return Some(("Your ranking".to_owned(), about));
    }
    None
}

/// The answer that a model in the seat would be asked for. A person has seen the debate with its names in it, and gives
/// theirs by these.
fn answer_of(state: &DebateState, ask: &Ask) -> Option<Arc<dyn Structured>> {
    match asks::of(ask).reply(state) {
        Reply::Structured(answer) if ask.is_form() => Some(answer),
        Reply::Structured(_)
        | Reply::Floor(_)
        | Reply::Text { .. }
        | Reply::Word
        | Reply::Decision { .. }
        | Reply::Passages(_)
        | Reply::Nothing => None,
    }
}

/// The answer that a filled-in form comes to.
///
/// # Errors
/// What is wrong with it, by the names that the form has for its fields.
fn read(state: &DebateState, ask: &Ask, text: &str) -> Result<Answer, String> {
    let answer = answer_of(state, ask).ok_or("Nothing is filled in for that.")?;
    let value = form::read(&answer.shape().schema, text)?;
    // Models are not held to the bounds of lists and texts either.
    let Shape { schema, .. } = shape::unbounded(answer.shape());
    let in_words = |wrong: String| place::in_words(&schema, &wrong);
    let value = structured::checked(value, &schema).map_err(in_words)?;
    answer.read(&value).map_err(in_words)
}
