//! A diagnosis: what is well or not in one place, and what to do about it.

use serde::Serialize;

use crate::{
    catalog::Problem,
    error::{Exit, Failure},
};

/// A part of what a debate needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// The terminal that debates are shown on.
    Terminal,
    /// The configuration, and the variables beside it.
    Configuration,
    /// The user's own motions, personas, formats, themes, profiles and prompts.
    Catalog,
    /// The servers of models.
    Servers,
    /// The models: which plays which part, their prices, those in the program.
    Models,
    /// The journal.
    Journal,
    /// The corpora.
    Corpora,
    /// The disk that everything is kept on.
    Disk,
    /// The log.
    Log,
}

impl Area {
    /// The heading over what is found there.
    pub fn title(self) -> &'static str {
        match self {
            Self::Terminal => "Terminal",
            Self::Configuration => "Configuration",
            Self::Catalog => "Catalog",
            Self::Servers => "Servers",
            Self::Models => "Models",
            Self::Journal => "Journal",
            Self::Corpora => "Corpora",
            Self::Disk => "Disk",
            Self::Log => "Log",
        }
    }
}

/// How well something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// All is well.
    Ok,
    /// Debates can be held, and something could be better.
    Note,
    /// Something stops or spoils debates.
    Fault,
}

impl Health {
    /// The mark before what is said.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Fault => "fault",
        }
    }
}

/// What was found in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnosis {
    /// The place.
    pub area: Area,
    /// How well it is there.
    pub health: Health,
    /// What was found, in one line.
    pub message: String,
    /// What to do about it; empty where all is well.
    pub advice: Vec<String>,
    /// Whether it is for want of a model.
    #[serde(skip)]
    lacks_model: bool,
}

impl Diagnosis {
    /// Something that is well.
    pub fn ok(area: Area, message: impl Into<String>) -> Self {
        Self {
            area,
            health: Health::Ok,
            message: message.into(),
            advice: Vec::new(),
            lacks_model: false,
        }
    }

    /// Something that could be better, and what to do.
    pub fn note(area: Area, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            health: Health::Note,
            advice: vec![advice.into()],
            ..Self::ok(area, message)
        }
    }

    /// Something that is wrong, and what to do.
    pub fn fault(area: Area, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            health: Health::Fault,
            ..Self::note(area, message, advice)
        }
    }

    /// What would end a command.
    pub fn of_failure(area: Area, failure: &Failure) -> Self {
        Self {
            health: Health::Fault,
            advice: failure.hints.clone(),
            lacks_model: failure.exit == Exit::NoModel,
            ..Self::ok(area, &failure.message)
        }
    }

    /// What is wrong with a file.
    pub fn of_problem(area: Area, problem: &Problem) -> Self {
        let field = match problem.field.as_str() {
            "" => String::new(),
            field => format!("{field}: "),
        };
        let message = format!("{}: {field}{}", problem.place(), problem.message);
        let expected = match problem.expected.as_str() {
            "" => "put it right, or take it out",
            expected => expected,
        };
        Self::fault(area, message, expected)
    }
}

/// The exit code for what was found: whether anything is at fault, and whether that is a model that is missing and
/// nothing else.
pub fn exit(found: &[Diagnosis]) -> Exit {
    let mut faults = found
        .iter()
        .filter(|one| one.health == Health::Fault)
        .peekable();
    if faults.peek().is_none() {
        Exit::Done
    } else if faults.all(|one| one.lacks_model) {
        Exit::NoModel
    } else {
        Exit::BadInput
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_says_whether_a_model_is_missing_or_something_else_is_wrong() {
        let ok = || Diagnosis::ok(Area::Disk, "");
        let note = || Diagnosis::note(Area::Journal, "", "");
        let model = || Diagnosis::of_failure(Area::Servers, &Failure::no_model(""));
        let file = || Diagnosis::fault(Area::Configuration, "", "");
        assert_eq!(exit(&[ok(), note()]), Exit::Done);
        assert_eq!(exit(&[ok(), model()]), Exit::NoModel);
        assert_eq!(exit(&[model(), file()]), Exit::BadInput);
    }
}
