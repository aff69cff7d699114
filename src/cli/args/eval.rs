//! The arguments of `hustings eval`.

use clap::Args;

/// Which debates are measured, and how.
#[derive(Debug, Args)]
pub(in crate::cli) struct EvalArgs {
    /// The debates: `last`, ids, or parts of them that only one has. With several, each measure is given with its mean
    /// and the 95 % interval of it.
    #[arg(default_value = "last", value_name = "ID")]
    pub(in crate::cli) ids: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Ask no model: measure what can be measured without.
    #[arg(long)]
    pub(in crate::cli) no_models: bool,
    /// Print what each measure is: formula, range, what counts as good, what it needs.
    #[arg(long, conflicts_with = "no_models")]
    pub(in crate::cli) explain: bool,
}
