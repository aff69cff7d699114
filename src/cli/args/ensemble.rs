//! The arguments of `hustings ensemble`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FailureArgs, LimitArgs, PollsArg};
use crate::{bounds, debate::ids::Seat, ensemble::Varied, error::Failure};

/// The debates of an epoch, the epochs and the seed where nobody gives them.
const RUNS: u32 = 20;
const EPOCHS: u32 = 1;
const SEED: u64 = 1;

/// An ensemble to be held, or one that was.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags that are given or not")]
#[command(
    after_help = "The same command goes on where it was stopped: debates that are over are skipped, those under way are resumed.\n\n\
                  Exit codes: 0 every debate is over and whole, 2 bad input, 3 no model, 4 some debates failed or lack something \
                  because a model did, 5 stopped, a limit was reached, or the models went away (run it again to go on)."
)]
pub(in crate::cli) struct EnsembleArgs {
    /// The motion: the id of one, the beginning of one, or your own in quotes. Or the folder of an ensemble that was held, to
    /// see it again.
    pub(in crate::cli) motion: String,
    /// How many debates each epoch has.
    #[arg(long, default_value_t = RUNS, value_name = "N", allow_negative_numbers = true, value_parser = bounds::RUNS.whole::<u32>())]
    pub(in crate::cli) runs: u32,
    /// How many epochs there are; between them, the speakers named with --coach are told what stood, what fell and what was
    /// never answered.
    #[arg(long, default_value_t = EPOCHS, value_name = "N", allow_negative_numbers = true, value_parser = bounds::EPOCHS.whole::<u32>())]
    pub(in crate::cli) epochs: u32,
    /// A speaker who is free to change, by their seat, such as prop.2; may be given several times.
    #[arg(long, value_name = "SEAT")]
    pub(in crate::cli) coach: Vec<String>,
    /// How many debates of each later epoch are held without coaching, to measure its gain against; by default, as many as
    /// with it.
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "coach", value_parser = bounds::CONTROL.whole::<u32>())]
    pub(in crate::cli) control: Option<u32>,
    /// What varies from debate to debate; by default, all of it.
    #[arg(long, value_delimiter = ',', value_enum, value_name = "WHAT")]
    pub(in crate::cli) vary: Vec<VariedArg>,
    /// The seed of everything that varies.
    #[arg(long, default_value_t = SEED, value_name = "N", allow_negative_numbers = true, value_parser = bounds::SEED.whole::<u64>())]
    pub(in crate::cli) seed: u64,
    /// The id of the format; by default, `exhibition`.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) format: Option<String>,
    /// Who speaks for the motion; by default, drawn by lot, once for all debates.
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(in crate::cli) prop: Vec<String>,
    /// Who speaks against it.
    #[arg(long, value_delimiter = ',', value_name = "D,E,F")]
    pub(in crate::cli) opp: Vec<String>,
    /// Who speaks, in the order of the format's seats, whatever its sides are called.
    #[arg(long, value_delimiter = ',', value_name = "A,B,C", conflicts_with_all = ["prop", "opp"])]
    pub(in crate::cli) speakers: Vec<String>,
    /// The length of speeches, as a multiple of what the format says; by default, 1.
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = bounds::SCALE.number())]
    pub(in crate::cli) scale: Option<f64>,
    /// How many sit in the audience.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::AUDIENCE.whole::<u32>())]
    pub(in crate::cli) audience: Option<u32>,
    /// When the audience is polled; by default, between speeches.
    #[arg(long, value_enum)]
    pub(in crate::cli) polls: Option<PollsArg>,
    /// How many rounds there are, where the format lets the viewer choose.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::ROUNDS.whole::<u32>())]
    pub(in crate::cli) rounds: Option<u32>,
    /// The name under which the debates are kept; by default, made of the motion.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) name: Option<String>,
    /// The folder for the report; by default, the name of the ensemble in the current folder.
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Say what all debates would ask of the models (calls, tokens, cost), and begin nothing.
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    /// Ask no model for names of the themes and for the synthesis.
    #[arg(long)]
    pub(in crate::cli) unnamed: bool,
    #[command(flatten)]
    pub(in crate::cli) failure: FailureArgs,
    /// Open the landscape on the screen: themes as a list beside a scatter.
    #[arg(long, conflicts_with_all = ["json", "prepare"])]
    pub(in crate::cli) show: bool,
    /// The page for whoever prepares to speak for this side, such as prop: the five strongest lines of the other side, and what
    /// has answered them best.
    #[arg(long, value_name = "SIDE", conflicts_with = "json")]
    pub(in crate::cli) prepare: Option<String>,
    /// The report as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Something that may vary, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum VariedArg {
    /// The passages that speakers are given, drawn from a larger pool.
    Passages,
    /// Who of a side takes which of its seats.
    Order,
    /// What each speaker lays most weight on.
    Emphasis,
    /// Who sits in the house.
    House,
    /// Nothing but the words of the models.
    Nothing,
}

impl EnsembleArgs {
    /// Refuses flags for holding debates where the folder of an ensemble is named, so that none are held.
    pub(in crate::cli) fn check_shown(&self) -> Result<(), Failure> {
        let limits = &self.limits;
        let given = [
            ("--runs", self.runs != RUNS),
            ("--epochs", self.epochs != EPOCHS),
            ("--coach", !self.coach.is_empty()),
            ("--vary", !self.vary.is_empty()),
            ("--seed", self.seed != SEED),
            ("--format", self.format.is_some()),
            ("--prop", !self.prop.is_empty()),
            ("--opp", !self.opp.is_empty()),
            ("--speakers", !self.speakers.is_empty()),
            ("--scale", self.scale.is_some()),
            ("--audience", self.audience.is_some()),
            ("--polls", self.polls.is_some()),
            ("--rounds", self.rounds.is_some()),
            ("--name", self.name.is_some()),
            ("--out", self.out.is_some()),
            ("--parallel", limits.parallel.is_some()),
            ("--calls", limits.calls.is_some()),
            ("--max-cost", limits.max_cost.is_some()),
            ("--max-tokens", limits.max_tokens.is_some()),
            ("--retry-failed", limits.retry_failed),
            ("--dry-run", self.dry_run),
            ("--unnamed", self.unnamed),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((flag, _)) => Err(Failure::input(format!(
                "{flag} would do nothing: the folder of an ensemble is named, and nothing is held"
            ))
            .hint("leave it out; or name the motion, to hold debates")),
        }
    }

    /// Refuses `nothing` beside something that varies.
    pub(in crate::cli) fn check_varied(&self) -> Result<(), Failure> {
        if self.vary.len() > 1 && self.vary.contains(&VariedArg::Nothing) {
            return Err(
                Failure::input("--vary: `nothing` stands beside something that varies")
                    .hint("leave one of them out"),
            );
        }
        Ok(())
    }

    /// What varies.
    pub(in crate::cli) fn varied(&self) -> Vec<Varied> {
        if self.vary.is_empty() {
            return crate::ensemble::VARIED.to_vec();
        }
        let one = |arg: &VariedArg| match arg {
            VariedArg::Passages => Some(Varied::Passages),
            VariedArg::Order => Some(Varied::Order),
            VariedArg::Emphasis => Some(Varied::Emphasis),
            VariedArg::House => Some(Varied::House),
            VariedArg::Nothing => None,
        };
        self.vary.iter().filter_map(one).collect()
    }

    /// The seats of the speakers who are free to change.
    pub(in crate::cli) fn coached(&self) -> Vec<Seat> {
        self.coach
            .iter()
            .map(|seat| Seat::named(seat.trim()))
            .collect()
    }
}
