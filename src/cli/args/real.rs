//! The arguments of the commands for debates that people held: import, divide, compare, rerun.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FailureArgs, OutputArgs};
use crate::{
    bounds,
    debate::{real::RealVotes, telling::Telling},
    error::Failure,
    host::finished::{is_file, votes_file},
    real::Given,
};

/// What a plain transcript does not say of itself. JSON files say all of it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Of a plain transcript, where it does not say so itself")]
pub(in crate::cli) struct GivenArgs {
    /// The motion that was debated.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) motion: Option<String>,
    /// Who speaks for it: "Name, Name (role)".
    #[arg(long = "for", value_name = "NAMES")]
    pub(in crate::cli) ayes: Vec<String>,
    /// Who speaks against it.
    #[arg(long = "against", value_name = "NAMES")]
    pub(in crate::cli) noes: Vec<String>,
    /// Who speaks from the floor.
    #[arg(long, value_name = "NAMES")]
    pub(in crate::cli) floor: Vec<String>,
    /// Who leads the debate.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) moderator: Option<String>,
    /// The votes before: for, against, undecided, such as 32/18/50, "58 %, 42 %" or "201 for, 150 against".
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) before: Option<String>,
    /// The votes after.
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) after: Option<String>,
    /// Where it comes from.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) source: Option<String>,
    /// When it was held: a decade, a year, a month, a day or a minute, such as 2019-11-21 or "21 November 2019".
    #[arg(long, value_name = "DATE")]
    pub(in crate::cli) date: Option<String>,
    /// Under which terms it may be used.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) licence: Option<String>,
    /// The votes of several debates, as a table of comma-separated values: file,before,after.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) votes: Option<PathBuf>,
}

impl GivenArgs {
    /// The facts, with the file of votes read.
    ///
    /// # Errors
    /// That file cannot be read, or something is wrong with it.
    pub(in crate::cli) fn read(&self) -> Result<Given, Failure> {
        let votes_file = self.votes.as_deref().map(votes_file).transpose()?;
        Ok(Given {
            motion: self.motion.clone(),
            ayes: self.ayes.clone(),
            noes: self.noes.clone(),
            floor: self.floor.clone(),
            moderator: self.moderator.clone(),
            before: self.before.clone(),
            after: self.after.clone(),
            source: self.source.clone(),
            date: self.date.clone(),
            licence: self.licence.clone(),
            votes_file: votes_file.unwrap_or_default(),
            votes: RealVotes::default(),
        })
    }

    /// Refuses flags about transcripts where none of the debates is in a file.
    ///
    /// # Errors
    /// As said.
    pub(in crate::cli) fn check<'a>(
        &self,
        debates: impl IntoIterator<Item = &'a String>,
    ) -> Result<(), Failure> {
        let flags = [
            ("--motion", self.motion.is_some()),
            ("--for", !self.ayes.is_empty()),
            ("--against", !self.noes.is_empty()),
            ("--floor", !self.floor.is_empty()),
            ("--moderator", self.moderator.is_some()),
            ("--before", self.before.is_some()),
            ("--after", self.after.is_some()),
            ("--source", self.source.is_some()),
            ("--date", self.date.is_some()),
            ("--licence", self.licence.is_some()),
            ("--votes", self.votes.is_some()),
        ];
        let Some((flag, _)) = flags.into_iter().find(|(_, is_given)| *is_given) else {
            return Ok(());
        };
        let debates: Vec<&str> = debates.into_iter().map(String::as_str).collect();
        if debates.iter().any(|one| is_file(one)) {
            return Ok(());
        }
        Err(Failure::input(format!(
            "{flag} would do nothing: it is about a debate in a file, and {} is in the journal",
            debates.join(", ")
        ))
        .hint(format!("leave {flag} out, or name the file")))
    }
}

/// Debates that people held, into the journal.
#[derive(Debug, Args)]
pub(in crate::cli) struct ImportArgs {
    /// The files: JSON (`hustings schema debate`), transcripts ("NAME: text"), captions (SubRip, WebVTT), or running text in
    /// which nobody is named: a model tells who says what.
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// The format that they are like: it gives the sides their names, and the rubric by which they are judged.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) format: Option<String>,
    /// Where a model tells who says what, open it in your editor, to put right what is doubtful.
    #[arg(long)]
    pub(in crate::cli) review: bool,
    /// Import nothing: take the names out of these transcripts, have a model put them back, and print the share of the words
    /// that got the right one.
    #[arg(long, conflicts_with_all = ["review", "format"])]
    pub(in crate::cli) measure: bool,
    #[command(flatten)]
    pub(in crate::cli) given: GivenArgs,
}

/// A simulated house that votes on debates that are over.
#[derive(Debug, Args)]
pub(in crate::cli) struct DivideArgs {
    /// The debates: `last`, ids of debates in the journal, or files as `hustings import` takes them.
    #[arg(required = true, value_name = "ID|FILE")]
    pub(in crate::cli) debates: Vec<String>,
    /// How many sit in the house; 101 by default, or fewer if the model's profile says so.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::HOUSE.whole::<u16>())]
    pub(in crate::cli) audience: Option<u16>,
    /// How often it divides on each.
    #[arg(long, default_value_t = 1, value_name = "N", allow_negative_numbers = true, value_parser = bounds::DIVISIONS.whole::<u16>())]
    pub(in crate::cli) repeat: u16,
    /// How many members are asked for in one call. More are cheaper, and less independent of one another.
    #[arg(long, default_value_t = 1, value_name = "N", allow_negative_numbers = true, value_parser = bounds::TOGETHER.whole::<u16>())]
    pub(in crate::cli) together: u16,
    /// The seed by which the house is drawn; by default, the debate's own.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::SEED.whole::<u64>())]
    pub(in crate::cli) seed: Option<u64>,
    /// How the debates are told to the house, to see what its votes follow.
    #[arg(long, value_enum, default_value_t = ToldArg::AsHeld, value_name = "HOW")]
    pub(in crate::cli) told: ToldArg,
    /// Ask each member twice, with the speeches in both orders, and count who votes otherwise the second time as undecided.
    #[arg(long)]
    pub(in crate::cli) both_orders: bool,
    /// As JSON, with every repeat.
    #[arg(long)]
    pub(in crate::cli) json: bool,
    #[command(flatten)]
    pub(in crate::cli) given: GivenArgs,
}

impl DivideArgs {
    /// Refuses both orders where there is one.
    ///
    /// # Errors
    /// As said.
    pub(in crate::cli) fn check(&self) -> Result<(), Failure> {
        let told = Telling::from(self.told);
        if !self.both_orders || told.has_other_order() {
            return Ok(());
        }
        let word = told.word();
        Err(Failure::input(format!(
            "--both-orders would do nothing with --told {word}: there is no other order"
        ))
        .hint("leave one of them out"))
    }
}

/// How a debate is told to a house, as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ToldArg {
    /// As it was held.
    AsHeld,
    /// The last speech first.
    Backwards,
    /// Each speech as if it came from the same seat of the other side.
    SidesExchanged,
    /// Nothing of it: members vote on the motion alone.
    Nothing,
}

impl From<ToldArg> for Telling {
    fn from(told: ToldArg) -> Self {
        match told {
            ToldArg::AsHeld => Self::AsHeld,
            ToldArg::Backwards => Self::Backwards,
            ToldArg::SidesExchanged => Self::SidesExchanged,
            ToldArg::Nothing => Self::Nothing,
        }
    }
}

/// A simulated debate beside a real one.
#[derive(Debug, Args)]
pub(in crate::cli) struct CompareArgs {
    /// The simulated debate: `last`, its id, or a file.
    #[arg(value_name = "SIMULATED")]
    pub(in crate::cli) simulated: String,
    /// The debate that people held: its id, or a file as `hustings import` takes it.
    #[arg(value_name = "REAL")]
    pub(in crate::cli) real: String,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
    #[command(flatten)]
    pub(in crate::cli) given: GivenArgs,
}

/// A debate that people held, held again.
#[derive(Debug, Args)]
pub(in crate::cli) struct RerunArgs {
    /// The debate that people held: its id, or a file as `hustings import` takes it.
    #[arg(value_name = "ID|FILE")]
    pub(in crate::cli) debate: String,
    /// The format; without it the one that fits the number of speakers on each side.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) format: Option<String>,
    /// Speeches are this many times as long as the format says; 1 where absent.
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = bounds::SCALE.number())]
    pub(in crate::cli) scale: Option<f64>,
    /// How many sit in the audience.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::AUDIENCE.whole::<usize>())]
    pub(in crate::cli) audience: Option<usize>,
    /// Every random choice comes from it.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = bounds::SEED.whole::<u64>())]
    pub(in crate::cli) seed: Option<u64>,
    /// Without what the speakers wrote and said elsewhere.
    #[arg(long)]
    pub(in crate::cli) no_corpora: bool,
    /// Hold nothing: say who would speak, by what they are known, and in which format.
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
    #[command(flatten)]
    pub(in crate::cli) failure: FailureArgs,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
    #[command(flatten)]
    pub(in crate::cli) given: GivenArgs,
}
