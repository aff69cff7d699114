//! Debates in the journal, as the command line asks for them: the list, one debate, its document or picture, its end.

use std::io;

use jiff::tz::TimeZone;

use crate::{
    beside,
    debate::{DebateState, event::Record, ids::CallId},
    error::{Exit, Failure},
    export::{Form, Notes, Wishes},
    host::{branch, filter::FilterError},
    journal::{DebateFilter, Journal},
    plain,
    text::sanitize::sanitize_line,
};

#[cfg(feature = "tui")]
use super::screen::MOVING;
use super::{
    Host,
    args::{ExportArgs, ListDebatesArgs, PARENT, ShownCalls},
    journal::{self, Deletion, Existing, ListAs, ListedDebates},
    out, prompt,
    steps::Steps,
};

/// The number of debates that somebody looks through on a terminal.
const SHOWN: usize = 50;

/// `hustings list`.
pub(super) fn list(host: &Host, args: &ListDebatesArgs) -> Result<Exit, Failure> {
    let kept = host.journal()?;
    counted(&kept)?;
    let form = if args.json {
        ListAs::Lines
    } else {
        // What is read by a program is not cut.
        let is_screen = out::is_terminal();
        ListAs::Table(if is_screen { out::width() } else { usize::MAX })
    };
    let wanted = DebateFilter {
        format: args.format.clone(),
        motion: args.motion.clone(),
        speaker: args.speaker.clone(),
        status: args.status.map(Into::into),
        since_ms: args.since,
        batch: args.batch.clone(),
        tags: args.tags.clone(),
    };
    host.check_filter(&kept, &wanted)
        .map_err(|error| match error {
            FilterError::Format(failure) => failure.of("--format"),
            FilterError::Batch(failure) => failure.of("--batch"),
            FilterError::Journal(failure) => failure,
        })?;
    let short = out::is_terminal() && !args.json;
    let limit = args.limit.or(short.then_some(SHOWN));
    let which = if args.deleted {
        ListedDebates::Deleted
    } else {
        ListedDebates::There
    };
    let some = (which, &wanted, limit);
    out::with(|out| journal::list_some(&kept, out, form, &TimeZone::system(), some))
}

/// Counts what an older program has kept, once, and says how far it is.
pub(super) fn counted(kept: &Journal) -> Result<(), Failure> {
    let mut meter = Steps::new("counting the debates of an older journal");
    let done = kept.counted(&mut |done, all| {
        meter.at(done, all);
        true
    });
    meter.end();
    Ok(done?)
}

/// `hustings show`.
pub(super) fn show(
    host: &Host,
    id: &str,
    calls: Option<ShownCalls>,
    (notes, house): (bool, bool),
) -> Result<Exit, Failure> {
    let kept = host.journal()?;
    let debate = kept.find(id)?;
    if let Some(ShownCalls::Prompt(number)) = calls {
        let again = host.prompt_again(&kept.load(&debate)?, CallId(number))?;
        return out::print(|out| out.write_all(prompt::text(number, &again).as_bytes()));
    }
    out::with(|out| {
        if calls.is_some() {
            journal::calls(&kept, &debate, out)
        } else if house {
            journal::house(&kept, &debate, out, out::width())
        } else {
            let how = (notes_if(notes), out::width());
            journal::show(&kept, &debate, out, how, &TimeZone::system())
        }
    })
}

/// `hustings show --map`.
pub(super) fn map(host: &Host, id: &str) -> Result<Exit, Failure> {
    let kept = host.journal()?;
    let debate = kept.find(id)?;
    let state = DebateState::fold(&kept.load(&debate)?);
    out::print(|out| plain::argument_map(&state, out, out::width()))
}

/// `hustings show --beside`.
pub(super) fn beside(host: &Host, id: &str, other: &str) -> Result<Exit, Failure> {
    let kept = host.journal()?;
    let debate = kept.find(id)?;
    let other = (other != PARENT).then(|| kept.find(other)).transpose()?;
    let (parent, branch) = branch::beside(&kept, &debate, other.as_ref())?;
    out::print(|out| beside::text((&parent, &branch), out, out::width()))
}

/// `hustings export`.
pub(super) fn export(host: &Host, args: &ExportArgs) -> Result<Exit, Failure> {
    heeded(host, args)?;
    let kept = host.journal()?;
    let debate = kept.find(&args.id)?;
    let picture = |records: &[Record]| picture(host, records, args);
    let animation = |records: &[Record]| animation(host, records, args);
    let recording = |records: &[Record]| recording(host, records, args);
    let summary = kept.summary(&debate)?;
    let wishes = Wishes {
        tags: &summary.tags,
        note: summary.note.as_deref(),
        notes: notes_if(args.notes),
        picture: &picture,
        animation: &animation,
        recording: &recording,
    };
    if let Some(path) = &args.out {
        let existing = if args.force {
            Existing::Replace
        } else {
            Existing::Keep
        };
        journal::export(&kept, &debate, (args.to, wishes), path, existing)?;
        return Ok(Exit::Done);
    }
    let (records, fault) = kept.load_readable(&debate)?;
    let exit = out::print(args.to.content(&records, wishes)?)?;
    journal::whole(fault)?;
    Ok(exit)
}

const fn notes_if(wanted: bool) -> Notes {
    if wanted { Notes::Shown } else { Notes::LeftOut }
}

/// Refuses what would do nothing in that form.
fn heeded(host: &Host, args: &ExportArgs) -> Result<(), Failure> {
    let is_picture = args.to == Form::Svg;
    let has_size = is_picture || matches!(args.to, Form::Animation | Form::Asciicast);
    let flags = [
        (
            "--notes",
            args.notes && !matches!(args.to, Form::Markdown | Form::Html),
            "a document in Markdown or HTML",
        ),
        ("--at", args.at.is_some() && !is_picture, "a picture"),
        (
            "--moment",
            args.moment && args.to != Form::Asciicast,
            "a recording (--to asciicast)",
        ),
        (
            "--size",
            args.size.is_some() && !has_size,
            "a picture or a recording",
        ),
        (
            "--theme",
            host.overrides.theme.is_some() && !has_size,
            "a picture or a recording",
        ),
        ("--force", args.force && args.out.is_none(), "a file"),
    ];
    match flags.into_iter().find(|(_, is_idle, _)| *is_idle) {
        Some((flag, _, what_for)) => Err(Failure::input(format!(
            "{flag} would do nothing here: it is for {what_for}"
        ))
        .hint(format!("leave {flag} out, or see what --to and --out take"))),
        None => Ok(()),
    }
}

#[cfg(feature = "tui")]
fn picture(host: &Host, records: &[Record], args: &ExportArgs) -> Result<String, Failure> {
    super::screen::picture(
        host,
        records,
        args.at.unwrap_or(1.0),
        args.size.unwrap_or((120, 40)),
    )
}

#[cfg(feature = "tui")]
fn animation(host: &Host, records: &[Record], args: &ExportArgs) -> Result<String, Failure> {
    super::screen::animation(host, records, args.size.unwrap_or(MOVING))
}

#[cfg(not(feature = "tui"))]
fn animation(_: &Host, _: &[Record], _: &ExportArgs) -> Result<String, Failure> {
    Err(crate::export::no_screen())
}

#[cfg(feature = "tui")]
fn recording(host: &Host, records: &[Record], args: &ExportArgs) -> Result<String, Failure> {
    let size = args.size.unwrap_or(MOVING);
    if !args.moment {
        return super::screen::recording(host, records, size);
    }
    let (cast, why) = super::screen::moment(host, records, size)?;
    out::say(&why);
    Ok(cast)
}

#[cfg(not(feature = "tui"))]
fn recording(_: &Host, _: &[Record], _: &ExportArgs) -> Result<String, Failure> {
    Err(crate::export::no_screen())
}

#[cfg(not(feature = "tui"))]
fn picture(_: &Host, _: &[Record], _: &ExportArgs) -> Result<String, Failure> {
    Err(crate::export::no_screen())
}

/// `hustings delete`.
pub(super) fn delete(host: &Host, id: &str, for_good: bool, yes: bool) -> Result<Exit, Failure> {
    let kept = host.journal()?;
    // For good goes, too, what is only out of sight.
    let debate = kept.find(id).or_else(|unknown| {
        let deleted = kept.find_deleted(id).ok().filter(|_| for_good);
        deleted.ok_or(unknown)
    })?;
    let confirm = |question: &str| if yes { Ok(true) } else { ask(question) };
    let how = if for_good {
        Deletion::ForGood
    } else {
        Deletion::Restorable
    };
    let mut said = out::stdout();
    journal::delete(&kept, &debate, how, confirm, &mut said)
}

/// `hustings restore`.
pub(super) fn restore(host: &Host, id: &str) -> Result<Exit, Failure> {
    let kept = host.journal()?;
    let debate = kept.find_deleted(id)?;
    kept.restore(&debate)?;
    let motion = sanitize_line(&kept.summary(&debate)?.motion);
    let short = debate.short();
    out::print(|out| writeln!(out, "The debate {short} is back: {motion}"))
}

/// Asks on the terminal. Anything but a clear yes is a no.
pub(super) fn ask(question: &str) -> io::Result<bool> {
    let answer = out::ask(&format!("{question} [y/N]"))?;
    Ok(matches!(answer.as_deref(), Some("y" | "yes")))
}
