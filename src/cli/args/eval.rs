//! The arguments of `hustings eval`.

use clap::{Args, builder::PossibleValuesParser};

use crate::{bounds, eval::DEFINITIONS};

/// The id of a measure.
/// The word for all measures.
const ALL_MEASURES: &str = "all";

fn measure() -> PossibleValuesParser {
    PossibleValuesParser::new(DEFINITIONS.iter().map(|one| one.id).chain([ALL_MEASURES]))
}

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
    /// How often each judging model is asked the same; from 2 on, you are told how far its readings agree. A second
    /// --model is asked, too, and you are told how far the two agree.
    #[arg(long, default_value_t = 1, value_name = "N", allow_negative_numbers = true, value_parser = bounds::JUDGINGS.whole::<u16>(), conflicts_with = "no_models")]
    pub(in crate::cli) repeat: u16,
    /// Print what each measure is, or this one: formula, unit, range, what counts as good, what it needs, what it can
    /// show and what it cannot, and how it was checked.
    #[arg(long, value_name = "MEASURE", num_args = 0..=1, default_missing_value = ALL_MEASURES, value_parser = measure(), hide_possible_values = true, conflicts_with = "no_models")]
    pub(in crate::cli) explain: Option<String>,
    /// Further models that judge, from a `--model` that is given again.
    #[arg(skip)]
    pub(in crate::cli) others: Vec<String>,
}
