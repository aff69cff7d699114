//! Commands for debates that are in the journal: listing, showing, exporting, deleting. Plain functions that write
//! where they are told to; what was typed is clap's business.

use std::{
    io::{self, ErrorKind, Write},
    path::Path,
};

use jiff::{Timestamp, tz::TimeZone};

use super::out;
use crate::{
    debate::{DebateState, event::Record, ids::DebateId},
    error::{Exit, Failure},
    export::{
        self, Form, Notes, Wishes,
        columns::{Align, TableColumn, fitted},
    },
    files::{self, NotWritten},
    journal::{CompletionStatus, DebateFilter, DebateSummary, Journal},
    plain,
    text::{first_words, sanitize::sanitize_line, upper_first},
};

/// The form of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListAs {
    /// A table for people, in lines of so many columns.
    Table(usize),
    /// One JSON object a line.
    Lines,
}

pub use crate::files::Existing;

/// The number of words of a motion that tell it from others.
pub(super) const MOTION_WORDS: usize = 10;

/// The columns of the list of debates, and the order in which a narrow screen does without some of them.
const COLUMNS: [TableColumn; 8] = {
    use Align::{Left, Right};
    [
        column("id", Left, None, None),
        column("when", Left, None, Some(4)),
        column("motion", Left, Some(24), None),
        column("format", Left, Some(10), Some(3)),
        column("turns", Right, None, None),
        column("result", Left, Some(14), None),
        column("cost", Right, None, Some(1)),
        column("length", Right, None, Some(2)),
    ]
};

const fn column(
    head: &'static str,
    align: Align,
    least: Option<usize>,
    goes: Option<u8>,
) -> TableColumn {
    TableColumn {
        head,
        align,
        least,
        goes,
    }
}

/// Every debate, the newest first. Times are of `zone`.
///
/// # Errors
/// The journal cannot be read, or `out` cannot be written.
pub fn list(
    journal: &Journal,
    out: &mut dyn Write,
    form: ListAs,
    zone: &TimeZone,
) -> Result<(), Failure> {
    list_some(journal, out, form, zone, (&DebateFilter::default(), None))
}

/// The debates that are wanted, the newest first; so many of them at the most.
///
/// # Errors
/// The journal cannot be read, or `out` cannot be written.
pub fn list_some(
    journal: &Journal,
    out: &mut dyn Write,
    form: ListAs,
    zone: &TimeZone,
    (wanted, limit): (&DebateFilter, Option<usize>),
) -> Result<(), Failure> {
    let mut debates = journal.list()?;
    let is_empty = debates.is_empty();
    debates.retain(|summary| wanted.fits(summary));
    let all = debates.len();
    debates.truncate(limit.unwrap_or(usize::MAX));
    match form {
        ListAs::Lines => {
            for summary in &debates {
                let line = serde_json::to_string(summary)
                    .map_err(|error| Failure::internal(error.to_string()))?;
                written(writeln!(out, "{line}"))?;
            }
            Ok(())
        }
        ListAs::Table(_) if is_empty => written(writeln!(
            out,
            "There are no debates yet. `hustings run \"MOTION\"` holds one."
        )),
        ListAs::Table(_) if all == 0 => written(writeln!(
            out,
            "No debate matches. `hustings list` shows all of them."
        )),
        ListAs::Table(width) => {
            let mut text = listed(&debates, zone, width);
            if debates.len() < all {
                let told = format!(
                    "The newest {} of {all}; --limit {all} shows all, --motion, --format, --speaker, --status, --since \
                     and --batch narrow them down.",
                    debates.len()
                );
                text.push_str(&out::wrapped(&told, width));
                text.push('\n');
            }
            written(out.write_all(text.as_bytes()))
        }
    }
}

/// The table. Where there is no room for the motions they begin with what each asks for, as all of them name the House.
fn listed(debates: &[DebateSummary], zone: &TimeZone, width: usize) -> String {
    let table = tabled(debates, zone, width, "");
    let is_whole = |one: &DebateSummary| table.contains(&sanitize_line(&one.motion));
    if debates.iter().all(is_whole) {
        return table;
    }
    tabled(debates, zone, width, "This House ")
}

fn tabled(debates: &[DebateSummary], zone: &TimeZone, width: usize, without: &str) -> String {
    let rows: Vec<Vec<String>> = debates
        .iter()
        .map(|summary| {
            vec![
                summary.debate.short().to_owned(),
                when(summary.opened_ms, zone),
                motion(summary, without),
                sanitize_line(&summary.format),
                held(summary, "/"),
                sanitize_line(&outcome(summary)),
                summary
                    .cost
                    .map_or_else(|| "–".to_owned(), |cost| format!("{cost:.2}")),
                length(summary.running_ms),
            ]
        })
        .collect();
    fitted(&COLUMNS, &rows, width)
}

/// The motion without that beginning, and of which debate it is another iteration or a branch.
fn motion(summary: &DebateSummary, without: &str) -> String {
    let motion = sanitize_line(&summary.motion);
    let motion = motion.strip_prefix(without).unwrap_or(&motion);
    let motion = first_words(&upper_first(motion), MOTION_WORDS);
    match (&summary.refines, summary.iteration, &summary.branch_of) {
        (Some(of), Some(iteration), _) => {
            format!("{motion} (iteration {iteration} of {})", of.short())
        }
        (_, _, Some(of)) => format!("{motion} (branch of {})", of.short()),
        _ => motion,
    }
}

/// A debate as text: what the list says of it, then its document, with private notes or without, in lines of so many
/// columns.
///
/// # Errors
/// There is no such debate, the journal cannot be read, or `out` cannot be written.
pub fn show(
    journal: &Journal,
    debate: &DebateId,
    out: &mut dyn Write,
    how: (Notes, usize),
    zone: &TimeZone,
) -> Result<(), Failure> {
    let summary = journal.summary(debate)?;
    let records = journal.load(debate)?;
    let branches = journal.branches(debate)?;
    written(shown((&summary, &branches), &records, out, how, zone))
}

fn shown(
    (summary, branches): (&DebateSummary, &[DebateId]),
    records: &[Record],
    out: &mut dyn Write,
    (notes, width): (Notes, usize),
    zone: &TimeZone,
) -> io::Result<()> {
    let cost = summary
        .cost
        .map_or_else(String::new, |cost| format!(", cost {cost:.2}"));
    writeln!(
        out,
        "{}  {}  {}, {} turns, {}{cost}",
        summary.debate,
        when(summary.opened_ms, zone),
        sanitize_line(&outcome(summary)),
        held(summary, " of "),
        length(summary.running_ms),
    )?;
    if !branches.is_empty() {
        let each: Vec<&str> = branches.iter().map(DebateId::short).collect();
        writeln!(out, "branches: {}", each.join(", "))?;
    }
    writeln!(out)?;
    plain::text(&DebateState::fold(records), notes, out, width)
}

/// The house of a debate: its counts, what moved it and each member's votes, in lines of so many columns.
///
/// # Errors
/// There is no such debate, the journal cannot be read, or `out` cannot be written.
pub fn house(
    journal: &Journal,
    debate: &DebateId,
    out: &mut dyn Write,
    width: usize,
) -> Result<(), Failure> {
    let records = journal.load(debate)?;
    written(plain::house(&DebateState::fold(&records), out, width))
}

/// Every call to a model, and what they come to.
///
/// # Errors
/// There is no such debate, the journal cannot be read, or `out` cannot be written.
pub fn calls(journal: &Journal, debate: &DebateId, out: &mut dyn Write) -> Result<(), Failure> {
    let records = journal.load(debate)?;
    written(out.write_all(export::calls(&records).as_bytes()))
}

/// Writes a debate as a document into a file: whole or not at all.
///
/// # Errors
/// There is no such debate, the journal cannot be read, the file is there already and is to be kept, or it
/// cannot be written.
pub fn export(
    journal: &Journal,
    debate: &DebateId,
    (form, wishes): (Form, Wishes<'_>),
    path: &Path,
    existing: Existing,
) -> Result<(), Failure> {
    // Asked first: nobody wants to wait for a document that cannot be kept. `save` asks once more.
    if existing == Existing::Keep && files::replaces(path) {
        return Err(not_saved(&NotWritten::IsThere, path));
    }
    let records = journal.load(debate)?;
    save_with(path, existing, form.content(&records, wishes)?)
}

/// Writes a text into a file: whole or not at all where the file is regular. What is none is written through.
///
/// # Errors
/// The file is there already and is to be kept, or it cannot be written.
pub fn save(path: &Path, text: &str, existing: Existing) -> Result<(), Failure> {
    save_with(path, existing, |out| out.write_all(text.as_bytes()))
}

/// Saves what `content` writes, which need not be in memory at once.
///
/// # Errors
/// As for [`save`]; and what `content` says.
pub fn save_with(
    path: &Path,
    existing: Existing,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    files::write(path, existing, content).map_err(|error| not_saved(&error, path))
}

/// The failure of a save, with the flag that would do.
fn not_saved(error: &NotWritten, path: &Path) -> Failure {
    let mut failure = error.failure(path);
    if matches!(error, NotWritten::IsThere) {
        failure.hints = vec!["Give another name, or --force to overwrite it.".to_owned()];
    }
    failure
}

/// Deletes a debate, once `confirm` has been shown which and says so.
///
/// # Errors
/// There is no such debate, a process is running it, nobody could be asked, or `out` cannot be written.
pub fn delete(
    journal: &Journal,
    debate: &DebateId,
    confirm: impl FnOnce(&str) -> io::Result<bool>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let summary = journal.summary(debate)?;
    let which = format!(
        "{} ({}, {} turns)",
        summary.debate.short(),
        first_words(&sanitize_line(&summary.motion), MOTION_WORDS),
        held(&summary, " of ")
    );
    let agreed = confirm(&format!("Delete {which} for good?")).map_err(|error| {
        Failure::input(format!("nobody could be asked: {error}"))
            .hint("--yes deletes without asking.")
    })?;
    if !agreed {
        written(writeln!(out, "Nothing was deleted."))?;
        return Ok(Exit::Done);
    }
    journal.delete(debate)?;
    written(writeln!(out, "Deleted {which}."))?;
    Ok(Exit::Done)
}

/// The number of turns that were held, and of how many. Of a debate that is over and whole nobody waits for more: a panel
/// may stop before all of its rounds.
fn held(summary: &DebateSummary, of: &str) -> String {
    if summary.status == CompletionStatus::Completed && summary.missing == 0 {
        return summary.turns.to_string();
    }
    format!("{}{of}{}", summary.turns, summary.turns_planned)
}

/// The result where there is one, else how the debate stands; and how much is missing from it.
pub(super) fn outcome(summary: &DebateSummary) -> String {
    if summary.real {
        return "held by people".to_owned();
    }
    let word = if summary.running {
        "running now"
    } else {
        summary.status.word()
    };
    let (outcome, status) = match (summary.result.as_deref(), summary.status) {
        (Some(result), CompletionStatus::Completed) => (result, None),
        (Some(result), CompletionStatus::Unfinished | CompletionStatus::Adjourned) => {
            (result, Some(word.to_owned()))
        }
        (None, _) => (word, None),
    };
    let missing = (summary.missing > 0).then(|| format!("{} missing", summary.missing));
    let besides: Vec<String> = status.into_iter().chain(missing).collect();
    if besides.is_empty() {
        return outcome.to_owned();
    }
    format!("{outcome} ({})", besides.join(", "))
}

fn when(ms: i64, zone: &TimeZone) -> String {
    let time = Timestamp::from_millisecond(ms);
    // A clock may be set to whatever somebody likes, and no date is written so late.
    time.map_or_else(
        |_| "after 9999".to_owned(),
        |time| {
            let time = time.to_zoned(zone.clone());
            time.strftime("%Y-%m-%d %H:%M").to_string()
        },
    )
}

/// Hours, minutes and seconds, as far as they are needed.
fn length(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// A reader that has gone away is success.
fn written(done: io::Result<()>) -> Result<(), Failure> {
    match done {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::internal(format!(
            "the output cannot be written: {}",
            files::why(&error)
        ))),
        Ok(()) | Err(_) => Ok(()),
    }
}
