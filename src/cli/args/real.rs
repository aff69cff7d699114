//! The arguments of the commands for debates that people held: import, divide, compare.

use std::path::PathBuf;

use clap::Args;

use crate::{bounds, error::Failure, host::finished::is_file, real::Given};

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
    /// The votes before: for, against, undecided, such as 32/18/50.
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) before: Option<String>,
    /// The votes after.
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) after: Option<String>,
    /// Where it comes from.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) source: Option<String>,
    /// When it was held: a year, a month or a day, such as 2019-11-21.
    #[arg(long, value_name = "DATE")]
    pub(in crate::cli) date: Option<String>,
    /// Under which terms it may be used.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) licence: Option<String>,
}

impl From<&GivenArgs> for Given {
    fn from(args: &GivenArgs) -> Self {
        Self {
            motion: args.motion.clone(),
            ayes: args.ayes.clone(),
            noes: args.noes.clone(),
            floor: args.floor.clone(),
            moderator: args.moderator.clone(),
            before: args.before.clone(),
            after: args.after.clone(),
            source: args.source.clone(),
            date: args.date.clone(),
            licence: args.licence.clone(),
        }
    }
}

impl GivenArgs {
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
    /// The files: JSON (`hustings schema debate`) or transcripts ("NAME: text").
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// The format that they are like: it gives the sides their names, and the rubric by which they are judged.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) format: Option<String>,
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
    /// As JSON, with every repeat.
    #[arg(long)]
    pub(in crate::cli) json: bool,
    #[command(flatten)]
    pub(in crate::cli) given: GivenArgs,
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
