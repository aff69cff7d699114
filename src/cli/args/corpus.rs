//! The arguments of `hustings corpus`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::bounds;

/// What can be done with corpora.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum CorpusCommand {
    /// Read files and folders into what a persona wrote and said; the same command goes on where it was stopped.
    Add(AddArgs),
    /// Fetch the works that a persona's file names, and read them in; goes on where it was stopped. Without a persona, list
    /// whose works can be fetched.
    Pull(PullArgs),
    /// List the corpora, or the sources of one.
    List {
        /// The id of the persona; by default, all corpora.
        persona: Option<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Find the passages that fit a question, by words and by meaning.
    Search(CorpusSearchArgs),
    /// Forget a source of a corpus, or all of it.
    Remove {
        /// The id of the persona.
        persona: String,
        /// The name of its file, or its title; by default, everything.
        source: Option<String>,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
    },
    /// Say how much there is, and how much of it can be found by meaning.
    Stats {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Embed what has not been embedded by the present model; goes on where it was stopped.
    Embed {
        /// The persona; by default, everybody.
        persona: Option<String>,
    },
    /// Draw the six features of a persona's style from the corpus, into a file that can be edited.
    Style {
        /// The id of the persona.
        persona: String,
        /// Overwrite the file.
        #[arg(long)]
        force: bool,
    },
}

/// Files for a corpus.
#[derive(Debug, Args)]
pub(in crate::cli) struct AddArgs {
    /// The id of the persona.
    pub(in crate::cli) persona: String,
    /// Files and folders: text, Markdown, HTML, PDF, EPUB, SubRip, WebVTT, JSON lines.
    #[arg(required_unless_present = "from")]
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// The address of a text that is fetched and read in; can be given again.
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) from: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) labels: LabelArgs,
    #[command(flatten)]
    pub(in crate::cli) wishes: WishArgs,
}

/// What is not done beside reading.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct WishArgs {
    /// Do not embed the passages now.
    #[arg(long)]
    pub(in crate::cli) no_embeddings: bool,
    /// Do not draw the persona's style from them.
    #[arg(long)]
    pub(in crate::cli) no_style: bool,
}

/// The labels of files.
#[derive(Debug, Args)]
pub(in crate::cli) struct LabelArgs {
    /// The title, where the files do not say it, or say it wrongly.
    #[arg(long)]
    pub(in crate::cli) title: Option<String>,
    /// What kind of text it is: book, speech, letter, interview …
    #[arg(long = "kind", alias = "type", value_name = "WORD")]
    pub(in crate::cli) source_type: Option<String>,
    /// When it was written or said.
    #[arg(long)]
    pub(in crate::cli) date: Option<String>,
    /// Who speaks in it, where it is not the persona.
    #[arg(long)]
    pub(in crate::cli) speaker: Option<String>,
    /// What it is about.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(in crate::cli) tags: Vec<String>,
}

/// What can be done with personas.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum PersonasCommand {
    /// Show an entry, whole.
    Show {
        /// The id of the entry, or the beginning of one.
        id: String,
    },
    /// Read files into a persona's corpus, and have a model write the card from it; made again, it keeps what you edited.
    Make(Box<MakeArgs>),
}

/// A card that is written from a corpus.
#[derive(Debug, Args)]
pub(in crate::cli) struct MakeArgs {
    /// The id of the persona, who need not be there yet.
    pub(in crate::cli) id: String,
    /// Files and folders that are read in first: text, Markdown, HTML, PDF, EPUB, SubRip, WebVTT, JSON lines.
    pub(in crate::cli) paths: Vec<PathBuf>,
    /// The full name, where neither a card nor the files say it.
    #[arg(long)]
    pub(in crate::cli) name: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) labels: LabelArgs,
    /// Write the card anew, whatever was edited in it; it is kept as it was, beside it.
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// Do not embed the passages now.
    #[arg(long)]
    pub(in crate::cli) no_embeddings: bool,
}

/// Works that are fetched.
#[derive(Debug, Args)]
pub(in crate::cli) struct PullArgs {
    /// The ids of the personas.
    pub(in crate::cli) personas: Vec<String>,
    /// Everybody whose works can be fetched.
    #[arg(long, conflicts_with = "personas")]
    pub(in crate::cli) all: bool,
    /// Do not ask.
    #[arg(long)]
    pub(in crate::cli) yes: bool,
    #[command(flatten)]
    pub(in crate::cli) wishes: WishArgs,
    /// Print JSON: what can be fetched, and whether it is there. Nothing is fetched.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// A question to the corpora.
#[derive(Debug, Args)]
pub(in crate::cli) struct CorpusSearchArgs {
    /// The question, or words.
    #[arg(required = true)]
    pub(in crate::cli) question: Vec<String>,
    /// Whose corpus; by default, all.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) persona: Option<String>,
    /// How many passages.
    #[arg(long, short = 'k', default_value_t = 5, allow_negative_numbers = true, value_parser = bounds::PASSAGES.whole::<u16>())]
    pub(in crate::cli) limit: u16,
    /// Only texts of this kind: speech, letters, book …
    #[arg(long, value_name = "WORD")]
    pub(in crate::cli) kind: Option<String>,
    /// Only texts on this topic, as their tags have it.
    #[arg(long, value_name = "TAG")]
    pub(in crate::cli) topic: Option<String>,
    /// Only texts that were written or said before this year; below zero before Christ.
    #[arg(long, value_name = "YEAR", allow_negative_numbers = true, value_parser = bounds::YEAR.year())]
    pub(in crate::cli) before: Option<i32>,
    /// Only texts that were written or said after this year.
    #[arg(long, value_name = "YEAR", allow_negative_numbers = true, value_parser = bounds::YEAR.year())]
    pub(in crate::cli) after: Option<i32>,
    /// By words alone.
    #[arg(long)]
    pub(in crate::cli) words: bool,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
