//! Parses, runs, prints the error and its hints, and ends with the exit code. Nothing else.

use std::process::ExitCode;

use hustings::{cli, error::Exit};

fn main() -> ExitCode {
    cli::report_panics();
    hustings::panics::install_hook();
    let cli = match cli::parse() {
        Ok(cli) => cli,
        Err(exit) => return exit,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            return cli::complain(&format!("no threads to work with: {error}"), Exit::Internal);
        }
    };
    let done = runtime.block_on(cli::run(cli));
    // A call that is still waiting for a server must not keep the program from ending.
    runtime.shutdown_background();
    match done {
        Ok(exit) => exit.into(),
        Err(failure) => cli::complain(&failure.to_string(), failure.exit),
    }
}
