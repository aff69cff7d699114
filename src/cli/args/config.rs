//! The arguments of `hustings config`.

use clap::{Subcommand, ValueEnum};

/// What can be done with the configuration.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ConfigCommand {
    /// Say where the configuration is, and where everything else is kept.
    Path {
        /// Print this path alone.
        #[arg(value_enum)]
        of: Option<KeptPath>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write a configuration in which every setting is explained and none is in force yet; one that is there stays.
    Init,
    /// Show every setting in force, and where it comes from. Keys are not shown.
    Show {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Open the configuration in your editor ($VISUAL, else $EDITOR, else vi), and check it afterwards.
    Edit,
}

/// Something that has a place on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum KeptPath {
    /// The file of the configuration.
    File,
    /// The file of the keys that were entered in the lobby.
    Keys,
    /// The folder of the presets.
    Presets,
    /// The folder of the configuration, and of your own motions, personas, formats, themes and prompts.
    Catalog,
    /// The folder of the data: journal, corpora and models.
    Data,
    /// The journal, with every debate.
    Journal,
    /// The corpora.
    Corpora,
    /// The folder of the models that run in the program.
    Models,
    /// The folder of the log.
    Log,
}
