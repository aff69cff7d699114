//! Parses, runs, prints the error and its hints, and ends with the exit code. Nothing else.

use std::{io::Write, process::ExitCode};

use clap::Parser;
use hustings::{cli, error::Exit};

fn main() -> ExitCode {
    hustings::panics::install_hook();
    let cli = cli::Cli::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            return complain(&format!("no threads to work with: {error}"), Exit::Internal);
        }
    };
    let done = runtime.block_on(cli::run(cli));
    // A call that is still waiting for a server must not keep the program from ending.
    runtime.shutdown_background();
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => complain(&failure.to_string(), failure.exit),
    }
}

fn complain(message: &str, exit: Exit) -> ExitCode {
    // Nobody may be there to read it.
    let _ = writeln!(std::io::stderr(), "error: {message}");
    exit.into()
}
