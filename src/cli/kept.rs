//! What is in the journal, as it is asked for on the command line: the list, one debate, its document or
//! picture, its end.

use std::io;

use jiff::tz::TimeZone;

use crate::{
    catalog::nearest,
    error::{Exit, Failure},
    export::Notes,
    journal::{Journal, Wanted},
};

use super::{
    args::{ExportArgs, ExportTo, ListDebatesArgs},
    ground::Ground,
    journal::{self, Existing, Form, ListAs},
    out,
    steps::Steps,
};

/// So many debates fit what somebody looks through on a terminal.
const SHOWN: usize = 50;

/// `hustings list`.
pub(super) fn list(ground: &Ground, args: &ListDebatesArgs) -> Result<Exit, Failure> {
    let kept = ground.journal()?;
    counted(&kept)?;
    let form = if args.json {
        ListAs::Lines
    } else {
        // What is read by a program is not cut.
        let is_screen = out::is_terminal();
        ListAs::Table(if is_screen { out::width() } else { usize::MAX })
    };
    let wanted = Wanted {
        format: args.format.clone(),
        motion: args.motion.clone(),
        speaker: args.speaker.clone(),
        status: args.status.map(Into::into),
        since_ms: args.since,
        batch: args.batch.clone(),
    };
    known(ground, &kept, &wanted)?;
    let short = out::is_terminal() && !args.json;
    let limit = args.limit.or(short.then_some(SHOWN));
    out::with(|out| journal::list_some(&kept, out, form, &TimeZone::system(), (&wanted, limit)))
}

/// Refuses a format and a batch of which nobody has ever heard: a list of nothing would look as if there were no debates.
fn known(ground: &Ground, kept: &Journal, wanted: &Wanted) -> Result<(), Failure> {
    let is_there = |wanted: Wanted| -> Result<bool, Failure> {
        Ok(kept.list()?.iter().any(|summary| wanted.fits(summary)))
    };
    if let Some(format) = &wanted.format {
        let held = Wanted {
            format: Some(format.clone()),
            ..Wanted::default()
        };
        let mut all = ground.catalog.formats();
        let named = all.any(|entry| entry.value.name.eq_ignore_ascii_case(format.trim()));
        if !named && !is_there(held)? {
            ground
                .catalog
                .format(format)
                .map_err(|unknown| Failure::from(unknown).of("--format"))?;
        }
    }
    if let Some(batch) = &wanted.batch {
        let held = Wanted {
            batch: Some(batch.clone()),
            ..Wanted::default()
        };
        if !is_there(held)? {
            let all = kept.list()?;
            let mut names: Vec<&str> = all.iter().filter_map(|one| one.batch.as_deref()).collect();
            names.sort_unstable();
            names.dedup();
            let near = nearest::nearest(batch, names.iter().copied());
            let hint = match (near.first(), names.is_empty()) {
                (Some(near), _) => format!("did you mean `{near}`?"),
                (None, true) => "no debate of any batch is in the journal".to_owned(),
                (None, false) => format!("there are {}", names.join(", ")),
            };
            let failure = Failure::input(format!("--batch: there is no batch `{batch}`"));
            return Err(failure.hint(hint));
        }
    }
    Ok(())
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
pub(super) fn show(ground: &Ground, id: &str, calls: bool) -> Result<Exit, Failure> {
    let kept = ground.journal()?;
    let debate = kept.find(id)?;
    out::with(|out| {
        if calls {
            journal::calls(&kept, &debate, out)
        } else {
            journal::show(&kept, &debate, out, out::width(), &TimeZone::system())
        }
    })
}

/// `hustings export`.
pub(super) fn export(ground: &Ground, args: &ExportArgs) -> Result<Exit, Failure> {
    heeded(args)?;
    let kept = ground.journal()?;
    let debate = kept.find(&args.id)?;
    let notes = if args.notes {
        Notes::Shown
    } else {
        Notes::LeftOut
    };
    let records = kept.load(&debate)?;
    let form = match args.to {
        ExportTo::Markdown => Some(Form::Markdown(notes)),
        ExportTo::Json => Some(Form::Json),
        ExportTo::Svg => None,
    };
    let picture = match form {
        Some(_) => String::new(),
        None => picture(ground, &records, args)?,
    };
    let content = |out: &mut dyn io::Write| match form {
        Some(form) => journal::document(&records, form, out),
        None => out.write_all(picture.as_bytes()),
    };
    match &args.out {
        Some(path) => {
            let existing = if args.force {
                Existing::Replace
            } else {
                Existing::Keep
            };
            journal::save_with(path, existing, content)?;
            Ok(Exit::Done)
        }
        None => out::print(content),
    }
}

/// Refuses what would do nothing in that form.
fn heeded(args: &ExportArgs) -> Result<(), Failure> {
    let is_picture = args.to == ExportTo::Svg;
    let flags = [
        (
            "--notes",
            args.notes && args.to != ExportTo::Markdown,
            "a document in Markdown",
        ),
        ("--at", args.at.is_some() && !is_picture, "a picture"),
        ("--size", args.size.is_some() && !is_picture, "a picture"),
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
fn picture(
    ground: &Ground,
    records: &[crate::debate::event::Record],
    args: &ExportArgs,
) -> Result<String, Failure> {
    super::screen::picture(
        ground,
        records,
        args.at.unwrap_or(1.0),
        args.size.unwrap_or((120, 40)),
    )
}

#[cfg(not(feature = "tui"))]
fn picture(
    _: &Ground,
    _: &[crate::debate::event::Record],
    _: &ExportArgs,
) -> Result<String, Failure> {
    Err(
        Failure::input("this program was built without its screen, and so without pictures of it")
            .hint("build it with the feature `tui`, which is on by default"),
    )
}

/// `hustings delete`.
pub(super) fn delete(ground: &Ground, id: &str, yes: bool) -> Result<Exit, Failure> {
    let kept = ground.journal()?;
    let debate = kept.find(id)?;
    let confirm = |question: &str| if yes { Ok(true) } else { ask(question) };
    let mut said = out::stdout();
    journal::delete(&kept, &debate, confirm, &mut said)
}

/// Asks on the terminal. Anything but a clear yes is a no.
pub(super) fn ask(question: &str) -> io::Result<bool> {
    let answer = out::ask(&format!("{question} [y/N]"))?;
    Ok(matches!(answer.as_deref(), Some("y" | "yes")))
}
