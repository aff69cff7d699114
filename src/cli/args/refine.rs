//! The arguments of `hustings refine`.

use clap::Args;

use super::{FailureArgs, Output};
use crate::{bounds, refine::rules::ITERATIONS};

/// A debate to be refined.
#[derive(Debug, Args)]
pub(in crate::cli) struct RefineArgs {
    /// The debate, or any iteration of it: `last`, its id, or a part of it that only it has.
    #[arg(default_value = "last")]
    pub(in crate::cli) id: String,
    /// How many iterations there are to be at the most, the debate itself counted. The same command again goes on with
    /// what there is.
    #[arg(long, default_value_t = ITERATIONS, value_name = "N", allow_negative_numbers = true, value_parser = bounds::ITERATIONS.whole::<u32>())]
    pub(in crate::cli) iterations: u32,
    /// Hold no debate: show the iterations so far, side by side.
    #[arg(long)]
    pub(in crate::cli) show: bool,
    /// No screen: write what happens, and at the end the iterations side by side, to standard output.
    #[arg(long)]
    pub(in crate::cli) headless: bool,
    /// What is written of the debates without a screen; with `jsonl`, the comparison goes to standard error.
    #[arg(long, value_enum, default_value_t = Output::Text, requires = "headless", conflicts_with = "json")]
    pub(in crate::cli) output: Output,
    /// No screen, and of the debates only how far they are, on standard error: the comparison, as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
    #[command(flatten)]
    pub(in crate::cli) failure: FailureArgs,
}
