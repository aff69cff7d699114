//! The arguments for serving an assistant.

use clap::Args;

use super::FailureArgs;
use crate::bounds;

/// What an assistant is served with.
#[derive(Debug, Args)]
#[command(
    after_help = "An assistant starts this itself, by its configuration, and speaks the Model Context Protocol to it. Debates \
                  that run when it goes are left, and can be resumed.\n\n\
                  Exit codes: 0 the assistant has gone, 1 internal error or the disk, 2 bad input, 5 interrupted."
)]
pub(in crate::cli) struct McpArgs {
    /// How many debates may run at once.
    #[arg(long, default_value_t = 4, value_name = "N", allow_negative_numbers = true, value_parser = bounds::AT_ONCE.whole::<u16>())]
    pub(in crate::cli) parallel: u16,
    #[command(flatten)]
    pub(in crate::cli) failure: FailureArgs,
}
