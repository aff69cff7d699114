//! What is otherwise in a branch, from where it parts on.

use clap::{Args, ValueEnum};

use super::values;
use crate::debate::ids::Seat;

/// What becomes of a point of information, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PointArg {
    /// It is taken.
    Taken,
    /// It is waved down.
    Declined,
}

/// What is otherwise in a branch; without any of these, and with the same models, it is another draw.
#[derive(Debug, Args)]
pub(in crate::cli) struct WhatIfArgs {
    /// Put other words in the place of what was being said; whoever has the floor goes on from them.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["point", "answer"])]
    pub(in crate::cli) say: Option<String>,
    /// Answer the last point of information otherwise: the branch parts where it was answered.
    #[arg(long, value_enum)]
    pub(in crate::cli) point: Option<PointArg>,
    /// Put in the words of the answer to that point, which is taken.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) answer: Option<String>,
    /// Hand in a piece of evidence where the branch parts.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) evidence: Option<String>,
    /// Put another persona in a seat that has said nothing yet; can be given again.
    #[arg(long, value_name = "SEAT=ID", value_parser = values::persona)]
    pub(in crate::cli) persona: Vec<(Seat, String)>,
}
