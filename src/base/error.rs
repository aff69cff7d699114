//! Failures at the edge: a message, what to do next, and the exit code.

use std::{fmt, process::ExitCode};

/// The exit code of the program: why it ends, as the shell sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// The program did what it was asked to.
    Done = 0,
    /// Something of ours is broken, or the disk is.
    Internal = 1,
    /// The input makes no sense.
    BadInput = 2,
    /// There is no model to speak.
    NoModel = 3,
    /// The work is done, and something of it is missing because a model could not be had.
    ModelFailed = 4,
    /// The run was stopped; the debate can be resumed.
    Interrupted = 5,
}

impl Exit {
    /// The exit of a command that has asked models for several things: whether any of them came, or what else was
    /// wanted, and whether any did not.
    pub fn of_asked(came: bool, is_lacking: bool) -> Self {
        match (came, is_lacking) {
            (_, false) => Self::Done,
            (true, true) => Self::ModelFailed,
            (false, true) => Self::NoModel,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error for a person: what, what next, and how the program ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The message: what went wrong, and where.
    pub message: String,
    /// Hints on what to do next, one line each.
    pub hints: Vec<String>,
    /// The exit code that the program ends with.
    pub exit: Exit,
    /// Whether it may be otherwise a little later: a server that is gone.
    pub passing: bool,
}

impl Failure {
    /// A failure for input that makes no sense.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(Exit::BadInput, message)
    }

    /// A failure for want of a model.
    pub fn no_model(message: impl Into<String>) -> Self {
        Self::new(Exit::NoModel, message)
    }

    /// The program itself is broken: an error that a person cannot mend.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(Exit::Internal, message)
    }

    /// With that exit.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hints: Vec::new(),
            exit,
            passing: false,
        }
    }

    /// Puts the name of a flag before the message.
    #[must_use]
    pub fn of(mut self, flag: &str) -> Self {
        self.message = format!("{flag}: {}", self.message);
        self
    }

    /// The hints on what to do next, in one sentence without a full stop.
    pub fn advice(&self) -> String {
        let hints = self.hints.iter().map(|hint| hint.trim_end_matches('.'));
        hints.collect::<Vec<_>>().join("; ")
    }

    /// The failure, with what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        for hint in &self.hints {
            write!(f, "\n  hint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}
