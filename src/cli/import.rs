//! `hustings import`: debates that people held become debates of the journal.

use std::{path::Path, sync::Arc};

use super::{args::ImportArgs, clock, ground::Ground, held, out};
use crate::{
    catalog::Format,
    debate::event::Event,
    error::{Exit, Failure},
    journal::Journal,
    real::{self, Given, Making},
    text::first_words,
};

/// So many words of a motion tell it from others.
const MOTION_WORDS: usize = 12;

/// `hustings import`. Of several files those that are wrong are told of, and the others go in.
pub(super) async fn run(ground: &Ground, args: &ImportArgs) -> Result<Exit, Failure> {
    let like = match &args.format {
        Some(id) => {
            let entry = ground.catalog.format(id)?;
            Some((entry.id.as_str(), &entry.value))
        }
        None => None,
    };
    let journal = ground.journal()?;
    let given = Given::from(&args.given);
    let (mut told, mut wrong) = (String::new(), 0_usize);
    for path in &args.files {
        match import(&journal, path, &given, like).await {
            Ok(text) => told += &text,
            Err(failure) if args.files.len() == 1 => return Err(failure),
            Err(failure) => {
                wrong += 1;
                out::say(&format!("error: {failure}"));
            }
        }
    }
    out::print(|out| out.write_all(told.as_bytes()))?;
    if wrong > 0 {
        return Err(Failure::input(format!(
            "{wrong} of {} files were not imported",
            args.files.len()
        ))
        .hint(
            "put them right and import them again: what is in the journal is not imported twice",
        ));
    }
    Ok(Exit::Done)
}

/// Imports one file and says what came of it.
async fn import(
    journal: &Journal,
    path: &Path,
    given: &Given,
    like: Option<(&str, &Format)>,
) -> Result<String, Failure> {
    let shown = path.display();
    let read = held::file(path, given)?;
    let debate = &read.debate;
    if let Some(known) = journal.imported(&debate.hash())? {
        return Ok(format!(
            "{shown} is in the journal already, as {}.\n",
            known.short()
        ));
    }
    let (debate_id, now_ms) = clock::new_debate();
    let making = Making {
        debate: debate_id,
        now_ms,
        like,
    };
    let records = real::records(debate, &making);
    let Some(Event::Opened(opening)) = records.first().map(|record| &record.event) else {
        return Err(Failure::internal(format!("{shown}: no debate came of it")));
    };
    let writer = journal.create(opening)?;
    let people = opening.speakers.len();
    // All of it or nothing: half a debate would be taken for one that can be gone on with.
    writer
        .append(records.into_iter().map(Arc::new).collect())
        .await?;
    writer.close().await;
    let mut told = format!(
        "{shown} is in the journal as {}: {} ({} turns, {people} speakers).\n",
        making.debate.short(),
        first_words(&debate.motion, MOTION_WORDS),
        debate.turns.len(),
    );
    for note in read.notes {
        told += "  ";
        told += &note;
        told.push('\n');
    }
    Ok(told)
}
