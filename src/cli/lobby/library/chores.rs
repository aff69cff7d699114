//! What is done to debates from the library: written as files, deleted, restored, compared.

use std::path::PathBuf;

use jiff::tz::TimeZone;
use tokio_util::sync::CancellationToken;

use super::super::{
    super::{
        eval,
        journal::{self, Existing, when},
        screen::{self, MOVING},
    },
    Session,
};
use crate::{
    debate::{event::Record, ids::DebateId},
    error::Failure,
    export::{Form, Notes, Wishes},
    host::finished::measures::{JudgeReadings, MeasuredBy},
    journal::{DebateSummary, RESTORABLE_DAYS},
    text::{counted, listed, sanitize::sanitize_line, shown},
    tui::library::DebateLibrary,
};

/// Columns of the page on which two debates are compared.
const PAGE: usize = 74;
/// The columns and rows of a picture.
const PICTURE: (u16, u16) = (120, 40);

impl Session<'_> {
    /// Writes debates as files into the folder that the program was started in, and says where.
    pub(super) fn exported(&self, debates: &[DebateId], form: Form) -> String {
        let (mut saved, mut failed) = (Vec::new(), Vec::new());
        for debate in debates {
            match self.export(debate, form) {
                Ok(path) => saved.push(path),
                Err(failure) => failed.push(failure.message),
            }
        }
        let mut told = Vec::new();
        if !saved.is_empty() {
            // Whoever opened the library may not remember in which folder.
            let folder = std::env::current_dir().map(|folder| shown::path(&folder));
            let within = folder.map_or_else(|_| String::new(), |folder| format!(" in {folder}"));
            told.push(format!("Saved {}{within}.", listed(&saved)));
        }
        told.extend(failed);
        told.join(" ")
    }

    fn export(&self, debate: &DebateId, form: Form) -> Result<String, Failure> {
        let host = self.host;
        let summary = self.journal.summary(debate)?;
        // A briefing ends like a document.
        let which = if form == Form::Briefing {
            "-briefing"
        } else {
            ""
        };
        let name = format!("hustings-{}{which}.{}", debate.short(), form.ending());
        let path = PathBuf::from(name);
        let picture = |records: &[Record]| screen::picture(host, records, 1.0, PICTURE);
        let animation = |records: &[Record]| screen::animation(host, records, MOVING);
        let recording = |records: &[Record]| screen::recording(host, records, MOVING);
        let wishes = Wishes {
            tags: &summary.tags,
            note: summary.note.as_deref(),
            notes: Notes::LeftOut,
            picture: &picture,
            animation: &animation,
            recording: &recording,
        };
        journal::export(&self.journal, debate, (form, wishes), &path, Existing::Keep)?;
        Ok(shown::path(&path))
    }

    /// Deletes debates so that they can be brought back, and says so; those that a process is running stay.
    pub(super) fn delete(&self, library: &mut DebateLibrary, debates: Vec<DebateId>) {
        let below: usize = debates
            .iter()
            .map(|debate| library.descendants(debate))
            .sum();
        let (mut done, mut failed) = (Vec::new(), Vec::new());
        for debate in debates {
            match self.journal.delete(&debate) {
                Ok(()) => done.push(debate),
                Err(error) => failed.push(Failure::from(error).message),
            }
        }
        let mut told = Vec::new();
        if !done.is_empty() {
            let them = counted(done.len(), "debate", "debates");
            told.push(format!(
                "Deleted {them}: u undoes it here; for {RESTORABLE_DAYS} days `hustings restore` does, too."
            ));
            if below > 0 {
                let them = if done.len() == 1 { "it" } else { "them" };
                told.push(if below == 1 {
                    format!("1 debate that comes from {them} stays.")
                } else {
                    format!("{below} debates that come from {them} stay.")
                });
            }
        }
        told.extend(failed);
        library.deleted(done, told.join(" "));
    }

    /// Brings debates back that were deleted.
    pub(super) fn restore(
        &self,
        library: &mut DebateLibrary,
        debates: &[DebateId],
    ) -> Result<(), Failure> {
        for debate in debates {
            self.journal.restore(debate)?;
        }
        let them = counted(debates.len(), "debate is", "debates are");
        library.brought_back(debates, format!("{them} back."));
        Ok(())
    }

    /// Compares two debates by what the journal knows and by the measures that need no model, on a page.
    pub(super) async fn compared(
        &self,
        library: &mut DebateLibrary,
        (one, other): (&DebateId, &DebateId),
    ) -> Result<(), Failure> {
        let ids = [one.0.clone(), other.0.clone()];
        let evaluation = self
            .host
            .evaluation(&ids, MeasuredBy::CodeAlone, JudgeReadings::default())
            .await?;
        let measured = evaluation.measure(&CancellationToken::new()).await?;
        let summaries = [self.journal.summary(one)?, self.journal.summary(other)?];
        let mut text = String::new();
        for summary in &summaries {
            text += &in_short(summary);
        }
        text += &eval::report(&measured.debates, PAGE);
        if summaries.iter().any(|one| one.real) != summaries.iter().all(|one| one.real) {
            let by_models = "\n`hustings compare SIMULATED REAL` has a model read what the two have in common.\n";
            text += by_models;
        }
        library.show_page("Comparison", &text);
        Ok(())
    }
}

/// What the list knows of a debate, in three lines.
fn in_short(summary: &DebateSummary) -> String {
    let cost = summary.cost.map_or_else(
        || "cost not known".to_owned(),
        |cost| format!("cost {cost:.2}"),
    );
    format!(
        "{}  {}\n{} · {} · {} words · {} · {cost}\n{}\n\n",
        summary.debate.short(),
        sanitize_line(&summary.motion),
        sanitize_line(&summary.format),
        when(summary.opened_ms, &TimeZone::system()),
        summary.words,
        journal::length(summary.running_ms),
        sanitize_line(&journal::outcome(summary)),
    )
}
