//! The arguments of the commands for many debates: batches, lists, searches, merges.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    FailureArgs,
    values::{since, tag},
};
use crate::{
    batch::Shard,
    bounds,
    host::batch::{BatchLimits, Retry},
    journal::{CompletionStatus, Tag},
};

/// The limits of debates that are held many at a time: how much at once, how much in all, and what is held again.
#[derive(Debug, Args)]
pub(in crate::cli) struct LimitArgs {
    /// How many debates are held at a time; by default, as many as the file says, or one.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::AT_ONCE.whole::<u32>())]
    pub(in crate::cli) parallel: Option<u32>,
    /// How many calls each provider gets at a time, over all debates; overrides the file and the configuration.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::CALLS.whole::<u32>())]
    pub(in crate::cli) calls: Option<u32>,
    /// Begin no further debate, and leave those under way, when all together have cost so much.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, value_parser = bounds::COST.number())]
    pub(in crate::cli) max_cost: Option<f64>,
    /// Stop when all debates have used so many tokens together, read and written.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::TOKENS.whole::<u64>())]
    pub(in crate::cli) max_tokens: Option<u64>,
    /// Hold those again that are over and lack something because a model failed. Those in which nobody said
    /// anything are held again without it.
    #[arg(long)]
    pub(in crate::cli) retry_failed: bool,
}

impl LimitArgs {
    /// The limits.
    pub(in crate::cli) fn limits(&self) -> BatchLimits {
        BatchLimits {
            parallel: self.parallel,
            calls: self.calls,
            max_cost: self.max_cost,
            max_tokens: self.max_tokens,
        }
    }

    /// Which debates that are over are held again.
    pub(in crate::cli) fn retry(&self) -> Retry {
        if self.retry_failed {
            Retry::Failed
        } else {
            Retry::Silent
        }
    }
}

/// A batch to be run.
#[derive(Debug, Args)]
#[command(
    after_help = "`hustings schema batch` describes the file. Run it again to go on: debates that are over are skipped, \
                  those under way are resumed.\n\n\
                  Exit codes: 0 every debate is over and whole, 2 the file makes no sense, 3 no model, 4 every debate is over or has \
                  failed, and some failed or lack something because a model did (--retry-failed holds those again), \
                  5 stopped, a limit was reached, or the models went away (run it again to go on)."
)]
pub(in crate::cli) struct BatchArgs {
    /// The file: motions, formats, line-ups, seeds and repeats, in TOML.
    pub(in crate::cli) file: PathBuf,
    /// The folder for the tables; by default, `batch-NAME` in the current folder.
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Run a part of the list only: of 16 machines the third runs 3/16.
    #[arg(long, value_name = "I/N")]
    pub(in crate::cli) shard: Option<Shard>,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    #[command(flatten)]
    pub(in crate::cli) failure: FailureArgs,
    /// The summary as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// A study to be run.
#[derive(Debug, Args)]
#[command(
    after_help = "`hustings schema study` describes the file. What it would take is told first. Run it again to go on: what \
                  is over is skipped, and what is under way is resumed.\n\n\
                  Exit codes: as of `hustings batch`. A debate that fails takes its pair along."
)]
pub(in crate::cli) struct StudyArgs {
    /// The file: motions, seeds, arms and measures, in TOML.
    pub(in crate::cli) file: PathBuf,
    /// The folder for the tables; by default, `study-NAME` in the current folder.
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Hold nothing: say what it would ask of models.
    #[arg(long, conflicts_with = "report")]
    pub(in crate::cli) dry_run: bool,
    /// Hold nothing: make the tables of what there is.
    #[arg(long)]
    pub(in crate::cli) report: bool,
    /// Run a part of the blocks only: of 16 machines the third runs 3/16.
    #[arg(long, value_name = "I/N")]
    pub(in crate::cli) shard: Option<Shard>,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    #[command(flatten)]
    pub(in crate::cli) failure: FailureArgs,
    /// What it came to as JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Which debates are listed, and how.
#[derive(Debug, Args)]
pub(in crate::cli) struct ListDebatesArgs {
    /// As JSON, one debate a line.
    #[arg(long)]
    pub(in crate::cli) json: bool,
    /// Only of this format: its id or its name.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) format: Option<String>,
    /// Only with these words in the motion.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) motion: Option<String>,
    /// Only where somebody of that name speaks.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) speaker: Option<String>,
    /// Only debates with this status.
    #[arg(long, value_enum)]
    pub(in crate::cli) status: Option<StatusArg>,
    /// Only those that were opened since: a day (2026-05-01), a time, or so long ago (12h, 3d, 2w).
    #[arg(long, value_name = "WHEN", value_parser = since)]
    pub(in crate::cli) since: Option<i64>,
    /// Only those of this batch.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) batch: Option<String>,
    /// Only those with this tag; given again, with all of them.
    #[arg(long = "tag", value_name = "TAG", value_parser = tag)]
    pub(in crate::cli) tags: Vec<Tag>,
    /// Those that were deleted and can still be restored.
    #[arg(long)]
    pub(in crate::cli) deleted: bool,
    /// At most this many, the newest first; by default, all, or on a terminal the newest 50.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::LISTED.whole::<usize>())]
    pub(in crate::cli) limit: Option<usize>,
}

/// Whether a debate is over, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StatusArg {
    /// A debate that can be resumed.
    Unfinished,
    /// A debate that came to its end.
    Completed,
    /// A debate that was adjourned.
    Adjourned,
}

impl From<StatusArg> for CompletionStatus {
    fn from(status: StatusArg) -> Self {
        match status {
            StatusArg::Unfinished => Self::Unfinished,
            StatusArg::Completed => Self::Completed,
            StatusArg::Adjourned => Self::Adjourned,
        }
    }
}

/// Words to be found in all debates.
#[derive(Debug, Args)]
pub(in crate::cli) struct SearchArgs {
    /// The words; all of them must stand in one speech, point, answer, question, piece of evidence or motion. Case and
    /// accents do not count.
    #[arg(required = true)]
    pub(in crate::cli) text: Vec<String>,
    /// Show at most so many places, the best first.
    #[arg(long, default_value_t = 20, value_name = "N", allow_negative_numbers = true, value_parser = bounds::FOUND.whole::<u32>())]
    pub(in crate::cli) limit: u32,
    /// As JSON, one place a line.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Journals to be taken into ours.
#[derive(Debug, Args)]
#[command(
    after_help = "Debates are taken whole, by their ids. One that is here stays, and grows where the other journal has more \
                  of it. Done again, the same command changes nothing.\n\n\
                  Exit codes: 0 everything is here now, 1 ours cannot be written, 2 something was left and is named, \
                  5 stopped (the same command goes on)."
)]
pub(in crate::cli) struct MergeArgs {
    /// The other journals: files, or the folders that they lie in. They stay as they are.
    #[arg(required = true, value_name = "JOURNAL")]
    pub(in crate::cli) journals: Vec<PathBuf>,
    /// Say what would be done, and do nothing.
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
}
