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
    journal::{
        CompletionStatus, DebateFilter, DebateSummary, Journal, JournalError, RESTORABLE_DAYS,
        arranged,
    },
    plain,
    text::{clock, counted, first_words, sanitize::sanitize_line, upper_first},
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

/// The debates that a list is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListedDebates {
    /// Those that are there.
    There,
    /// Those that were deleted and can be restored.
    Deleted,
}

/// What becomes of a debate that is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    /// It can be restored for a while.
    Restorable,
    /// It is gone.
    ForGood,
}

/// The head of the column of tags, which is there only where somebody has put one to a debate.
const TAGS: &str = "tags";

/// The columns of the list of debates, and the order in which a narrow screen does without some of them.
const COLUMNS: [TableColumn; 9] = {
    use Align::{Left, Right};
    [
        column("id", Left, None, None),
        column("when", Left, None, Some(4)),
        column("motion", Left, Some(24), None),
        column(TAGS, Left, Some(8), Some(5)),
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
    let all = (ListedDebates::There, &DebateFilter::default(), None);
    list_some(journal, out, form, zone, all)
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
    (which, wanted, limit): (ListedDebates, &DebateFilter, Option<usize>),
) -> Result<(), Failure> {
    let mut debates = match which {
        ListedDebates::There => journal.list()?,
        ListedDebates::Deleted => journal.deleted()?,
    };
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
        ListAs::Table(_) if is_empty && which == ListedDebates::Deleted => written(writeln!(
            out,
            "No debate was deleted that could be restored."
        )),
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
                    "The newest {} of {all}; --limit {all} shows all, --motion, --format, --speaker, --status, --since, \
                     --tag and --batch narrow them down.",
                    debates.len()
                );
                text.push_str(&out::wrapped(&told, width));
                text.push('\n');
            }
            if which == ListedDebates::Deleted {
                let told = format!(
                    "`hustings restore ID` brings one back, for {RESTORABLE_DAYS} days after it was deleted."
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
    let refs: Vec<&DebateSummary> = debates.iter().collect();
    let has_tags = debates.iter().any(|one| !one.tags.is_empty());
    let shown: Vec<bool> = COLUMNS
        .iter()
        .map(|column| has_tags || column.head != TAGS)
        .collect();
    let columns: Vec<TableColumn> = COLUMNS
        .into_iter()
        .zip(&shown)
        .filter_map(|(column, is_shown)| is_shown.then_some(column))
        .collect();
    let rows: Vec<Vec<String>> = arranged(&refs)
        .into_iter()
        .filter_map(|place| debates.get(place.at).map(|one| (place, one)))
        .map(|(place, summary)| {
            let cells = vec![
                summary.debate.short().to_owned(),
                when(summary.opened_ms, zone),
                match place.parent {
                    Some(_) => {
                        let indent = "  ".repeat(place.depth.saturating_sub(1));
                        format!("{indent}└ {}", upper_first(&comes_from(summary)))
                    }
                    None => motion(summary, without),
                },
                sanitize_line(&summary.tags.join(" ")),
                sanitize_line(&summary.format),
                held(summary, "/"),
                sanitize_line(&outcome(summary)),
                summary
                    .cost
                    .map_or_else(|| "–".to_owned(), |cost| format!("{cost:.2}")),
                length(summary.running_ms),
            ];
            let kept = cells.into_iter().zip(&shown);
            kept.filter_map(|(cell, is_shown)| is_shown.then_some(cell))
                .collect()
        })
        .collect();
    fitted(&columns, &rows, width)
}

/// What a debate is to the one that it comes from: "branch in the turn of Ada Lovelace: other words", "iteration 2".
pub(super) fn comes_from(summary: &DebateSummary) -> String {
    if summary.branch_of.is_none() {
        return format!("iteration {}", summary.iteration.unwrap_or_default());
    }
    // No clock: that of the record is not the one by which a replay goes, and by which places are named.
    let place = summary.branch_place.as_deref().map(sanitize_line);
    let place = place.map_or_else(String::new, |place| format!(" {place}"));
    format!("branch{place}")
}

/// The motion without that beginning, and of which debate it is another iteration or a branch, which is not in the list.
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
/// There is no such debate, the journal cannot be read, or `out` cannot be written. A row that cannot be read is told once
/// what stands before it has been shown.
pub fn show(
    journal: &Journal,
    debate: &DebateId,
    out: &mut dyn Write,
    how: (Notes, usize),
    zone: &TimeZone,
) -> Result<(), Failure> {
    let summary = journal.summary(debate)?;
    let (records, fault) = journal.load_readable(debate)?;
    let branches = journal.branches(debate)?;
    written(shown((&summary, &branches), &records, out, how, zone))?;
    whole(fault)
}

/// The end of a command that has shown the records of a debate: all of it, or up to a fault, which is told then.
///
/// # Errors
/// That fault, where there is one.
pub(super) fn whole(fault: Option<JournalError>) -> Result<(), Failure> {
    fault.map_or(Ok(()), |fault| Err(fault.into()))
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
        "{}  {}  {}, {}, {}{cost}",
        summary.debate,
        when(summary.opened_ms, zone),
        sanitize_line(&outcome(summary)),
        turns(summary),
        length(summary.running_ms),
    )?;
    if !summary.tags.is_empty() {
        writeln!(out, "tags: {}", sanitize_line(&summary.tags.join(", ")))?;
    }
    if let Some(note) = &summary.note {
        writeln!(out, "note: {}", sanitize_line(note))?;
    }
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
/// cannot be written. A row that cannot be read is told once what stands before it has been written.
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
    let (records, fault) = journal.load_readable(debate)?;
    save_with(path, existing, form.content(&records, wishes)?)?;
    whole(fault)
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

/// Deletes a debate so that it can be restored, or for good, once `confirm` has been shown which and says so.
///
/// # Errors
/// There is no such debate, a process is running it, nobody could be asked, or `out` cannot be written.
pub fn delete(
    journal: &Journal,
    debate: &DebateId,
    how: Deletion,
    confirm: impl FnOnce(&str) -> io::Result<bool>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let all = journal.list()?.into_iter().chain(journal.deleted()?);
    let found = all.into_iter().find(|one| &one.debate == debate);
    let summary = match found {
        Some(summary) => summary,
        None => journal.summary(debate)?,
    };
    let which = format!(
        "{} ({}, {})",
        summary.debate.short(),
        first_words(&sanitize_line(&summary.motion), MOTION_WORDS),
        turns(&summary)
    );
    let (asked, done) = match how {
        Deletion::Restorable => (format!("Delete {which}?"), format!("Deleted {which}.")),
        Deletion::ForGood => (
            format!("Delete {which} for good?"),
            format!("Deleted {which} for good."),
        ),
    };
    let agreed = confirm(&asked).map_err(|error| {
        Failure::input(format!("nobody could be asked: {error}"))
            .hint("--yes deletes without asking.")
    })?;
    if !agreed {
        written(writeln!(out, "Nothing was deleted."))?;
        return Ok(Exit::Done);
    }
    let come_from_it = journal.branches(debate)?.len() + journal.refinements(debate)?.len();
    match how {
        Deletion::Restorable => journal.delete(debate)?,
        Deletion::ForGood => journal.erase(debate)?,
    }
    written(writeln!(out, "{done}"))?;
    if come_from_it > 0 {
        let those = counted(
            come_from_it,
            "debate that comes from it stays",
            "debates that come from it stay",
        );
        written(writeln!(out, "{those}."))?;
    }
    if how == Deletion::Restorable {
        let short = summary.debate.short();
        written(writeln!(
            out,
            "For {RESTORABLE_DAYS} days it can be restored: hustings restore {short}"
        ))?;
    }
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

/// The same in words: "1 turn", "3 of 16 turns".
fn turns(summary: &DebateSummary) -> String {
    let word = if summary.turns.max(summary.turns_planned) == 1 {
        "turn"
    } else {
        "turns"
    };
    format!("{} {word}", held(summary, " of "))
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

pub(super) fn when(ms: i64, zone: &TimeZone) -> String {
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
pub(super) fn length(ms: u64) -> String {
    clock(ms / 1000)
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
