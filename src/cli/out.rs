//! Standard output: how wide it is, whether people read it, and what happens when they stop.

use std::io::{self, ErrorKind, IsTerminal, Write};

use crate::error::{Exit, Failure};

/// The width where nobody says.
const WIDTH: usize = 80;

/// Writes to standard output. A reader that has gone away is success.
pub(super) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Exit, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = write(&mut out).and_then(|()| out.flush());
    match done {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::internal(format!(
            "standard output cannot be written: {error}"
        ))),
        _ => Ok(Exit::Done),
    }
}

/// Writes to standard output with something that has failures of its own.
pub(super) fn with(
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    write(&mut text)?;
    print(|out| out.write_all(&text))
}

/// Says something beside the output. Nobody may be there to read it.
pub(super) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Whether people read standard output.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The columns of standard output.
pub(super) fn width() -> usize {
    #[cfg(feature = "tui")]
    if is_terminal()
        && let Ok((columns, _)) = crossterm::terminal::size()
        && columns > 0
    {
        return usize::from(columns);
    }
    std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok())
        .unwrap_or(WIDTH)
}
