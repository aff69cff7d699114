//! The arguments of `hustings ask`.

use clap::Args;

use crate::bounds;

/// Whom to ask of a debate that is over, and what.
#[derive(Debug, Args)]
pub(in crate::cli) struct AskArgs {
    /// The debate: `last`, its id, or a part of it that only it has.
    pub(in crate::cli) id: String,
    /// Whom to ask: a seat such as opp.1, judge.2 or audience.3, a name, or a part of one. Without it, the people who can be
    /// asked are listed.
    #[arg(value_name = "SEAT|NAME")]
    pub(in crate::cli) whom: Option<String>,
    /// The question; several are asked one after the other. Without one, each line of standard input is a question.
    #[arg(value_name = "QUESTION")]
    pub(in crate::cli) questions: Vec<String>,
    /// Wait up to this many minutes for a model that cannot be reached. 10080 (a week) at most.
    #[arg(long, value_name = "MINUTES", allow_negative_numbers = true, value_parser = bounds::WAIT_MINUTES.number())]
    pub(in crate::cli) wait: Option<f64>,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
