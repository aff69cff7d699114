//! The doors to people: standard output and standard error. Nothing else of the program writes to them, but the screen,
//! which draws. Whatever goes through makes hidden characters visible, and what is said on standard error has no key in
//! it. Standard output: how wide it is, whether people read it, and what happens when they stop.

use std::{
    io::{self, BufRead, ErrorKind, IsTerminal, Read, Write},
    process::ExitCode,
};

use serde_json::Value;
use tokio::sync::mpsc;

use crate::{
    error::{Exit, Failure},
    files,
    text::shown::{for_people, unnumbered},
    visible::Shown,
};

/// The width where nobody says.
const WIDTH: usize = 80;

/// Bytes of a line of standard input; a longer one is read as several.
const MOST_LINE: u64 = 64 << 10;

/// Standard output, for whatever is written bit by bit.
pub(super) fn stdout() -> Shown<io::Stdout> {
    Shown::new(io::stdout())
}

/// Writes to standard output. A reader that has gone away is success.
pub(super) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Exit, Failure> {
    let mut out = Shown::new(io::BufWriter::new(io::stdout().lock()));
    let done = write(&mut out).and_then(|()| out.flush());
    printed(done)
}

/// Prints what is painted, with sequences of a terminal that are ours: the caller has cleaned the rest.
pub(super) fn paint(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Exit, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = write(&mut out).and_then(|()| out.flush());
    printed(done)
}

/// The exit after printing; a pipe that its reader has closed is no failure.
pub(super) fn printed(done: io::Result<()>) -> Result<Exit, Failure> {
    match done {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::internal(format!(
            "standard output cannot be written: {}",
            files::why(&error)
        ))),
        _ => Ok(Exit::Done),
    }
}

/// Prints a value as JSON. What people are told in it has no key in it.
pub(super) fn json(value: &Value) -> Result<Exit, Failure> {
    let value = told(value);
    print(|out| writeln!(out, "{value:#}"))
}

/// Standard input and standard output for a protocol, of which whatever is told in it goes through [`told`] and
/// [`for_people`].
#[cfg(feature = "mcp")]
pub(super) fn protocol() -> (tokio::io::Stdin, tokio::io::Stdout) {
    (tokio::io::stdin(), tokio::io::stdout())
}

/// Whether a person types what is read, and no program writes it.
#[cfg(feature = "mcp")]
pub(super) fn is_typed() -> bool {
    io::stdin().is_terminal()
}

/// A value whose texts are fit for people.
pub(super) fn told(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(for_people(text)),
        Value::Array(list) => list.iter().map(told).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| (name.clone(), told(value)));
            Value::Object(fields.collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// Writes to standard output with something that has failures of its own. What stood there before it failed is printed.
pub(super) fn with(
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    let done = write(&mut text);
    let exit = print(|out| out.write_all(&text))?;
    done.map(|()| exit)
}

/// Says something beside the output. Nobody may be there to read it.
pub(super) fn say(text: &str) {
    let text = for_people(&unnumbered(text));
    let _ = match columns_of(&io::stderr()) {
        Some(columns) => writeln!(io::stderr(), "{}", wrapped(&text, columns)),
        None => writeln!(io::stderr(), "{text}"),
    };
}

/// The text in lines of so many columns, broken between words only; what a line goes on with stands under its beginning.
pub(super) fn wrapped(text: &str, columns: usize) -> String {
    let lines = text.split('\n').map(|line| {
        let indent = " ".repeat(line.len() - line.trim_start_matches(' ').len());
        let options = textwrap::Options::new(columns)
            .break_words(false)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .subsequent_indent(&indent);
        textwrap::fill(line, options)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The columns of a stream, where it is a terminal.
fn columns_of(stream: &impl IsTerminal) -> Option<usize> {
    #[cfg(feature = "tui")]
    if stream.is_terminal()
        && let Ok((columns, _)) = crossterm::terminal::size()
        && columns > 0
    {
        return Some(usize::from(columns));
    }
    #[cfg(not(feature = "tui"))]
    let _ = stream;
    None
}

/// Says why the program ends, and ends it.
pub fn complain(message: &str, exit: Exit) -> ExitCode {
    say(&format!("error: {message}"));
    exit.into()
}

/// Says what broke, where a thread panics.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let trace = std::backtrace::Backtrace::capture();
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("<unnamed>");
        say(&format!("thread '{name}' {panic}"));
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            say(&trace.to_string());
        }
    }));
}

/// Asks on the terminal, and gives what was typed; nothing where the input ended.
pub(super) fn ask(question: &str) -> io::Result<Option<String>> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        return Err(io::Error::other("there is no terminal to ask on"));
    }
    let mut err = io::stderr().lock();
    write!(err, "{} ", for_people(question))?;
    err.flush()?;
    let mut answer = String::new();
    let read = stdin.lock().read_line(&mut answer)?;
    Ok((read > 0).then(|| answer.trim().to_lowercase()))
}

/// The lines of standard input as they come, until it ends. They are read on a thread of their own, which nobody waits for.
pub(super) fn typed_lines() -> mpsc::Receiver<String> {
    let (typed, lines) = mpsc::channel(1);
    std::thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = stdin.by_ref().take(MOST_LINE).read_until(b'\n', &mut line);
            let text = String::from_utf8_lossy(&line).into_owned();
            if !matches!(read, Ok(1..)) || typed.blocking_send(text).is_err() {
                return;
            }
        }
    });
    lines
}

/// Standard error, for a line that is written anew.
pub(super) fn stderr() -> io::Stderr {
    io::stderr()
}

/// Whether people read standard output.
pub(super) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The columns of standard output.
pub(super) fn width() -> usize {
    if let Some(columns) = columns_of(&io::stdout()) {
        return columns;
    }
    std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok())
        .unwrap_or(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_broken_between_words_and_keeps_its_indent() {
        let said = "error: no\n  hint: --motion, --format and --status narrow them down";
        assert_eq!(
            wrapped(said, 32),
            "error: no\n  hint: --motion, --format and\n  --status narrow them down"
        );
        assert_eq!(wrapped("a-very-long-word", 6), "a-very-long-word");
    }
}
