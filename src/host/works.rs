//! The works of personas that can be fetched: which there are, and which of them are in the corpus.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    Host,
    catalog::PublishedWork,
    corpus::{CorpusError, Labels, Library},
    debate::{DebateState, ids::DebateId},
    error::Failure,
    fetched::file_of,
    journal::Journal,
};

/// A work that can be fetched, and whether it has been.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorkStatus {
    /// The work, as the persona's file names it.
    #[serde(flatten)]
    pub work: PublishedWork,
    /// Whether all of it is in the corpus.
    pub is_there: bool,
}

impl Host {
    /// The works that a persona's file names.
    ///
    /// # Errors
    /// There is no such persona, it names no works, or the file of corpora cannot be read.
    pub fn works_of(&self, persona: &str) -> Result<Vec<WorkStatus>, Failure> {
        let entry = self.catalog.persona(persona)?;
        if entry.value.works.is_empty() {
            return Err(Failure::input(format!(
                "the file of {} names no works that could be fetched",
                entry.value.name
            ))
            .hint("`hustings corpus pull` lists the personas whose works can be")
            .hint(format!(
                "files of your own: `hustings corpus add {} FILES…`",
                entry.id
            )));
        }
        let library = Library::find_in(&self.dirs.data)?;
        let sources = match &library {
            Some(library) if library.passages_of(&entry.id)? > 0 => library.sources(&entry.id)?,
            Some(_) | None => Vec::new(),
        };
        let is_there = |work: &PublishedWork| {
            let file = file_of(work);
            let is_it = |name: &str, title: Option<&str>| {
                name == file || title.is_some_and(|title| title == work.title)
            };
            sources
                .iter()
                .any(|source| source.whole && is_it(&source.name, source.title.as_deref()))
        };
        let works = entry.value.works.iter();
        let status = works.map(|work| WorkStatus {
            is_there: is_there(work),
            work: work.clone(),
        });
        Ok(status.collect())
    }

    /// The number of passages that each persona can speak from who has any. Corpora that cannot be read are none: what
    /// this is asked for goes on without.
    pub fn passages_by_persona(&self) -> BTreeMap<String, u64> {
        let read = || -> Result<_, CorpusError> {
            match Library::find_in(&self.dirs.data)? {
                Some(library) => library.summaries(),
                None => Ok(Vec::new()),
            }
        };
        let summaries = read()
            .inspect_err(|error| tracing::warn!(%error, "the corpora cannot be read"))
            .unwrap_or_default();
        summaries
            .into_iter()
            .map(|corpus| (corpus.persona, corpus.passages))
            .collect()
    }

    /// A line on how to fetch what the speakers of a debate wrote, where there is no corpus of anybody yet and this is the
    /// first debate that was held here. It is told once, because later it is known.
    pub fn first_works(&self, journal: &Journal, debate: &DebateId) -> Option<String> {
        let held = journal.list().ok()?;
        if !matches!(held.as_slice(), [only] if only.debate == *debate)
            || !self.passages_by_persona().is_empty()
        {
            return None;
        }
        let state = DebateState::fold(&journal.load(debate).ok()?);
        let opening = state.opening.as_deref()?;
        let speaker = opening.speakers.iter().find(|speaker| {
            let known = self.catalog.persona(&speaker.persona);
            known.is_ok_and(|entry| !entry.value.works.is_empty())
        })?;
        Some(format!(
            "Nobody has a library yet: `hustings corpus pull {}` fetches what {} wrote, to speak from.",
            speaker.persona, speaker.card.name
        ))
    }

    /// The ids of the personas whose files name works.
    pub fn personas_with_works(&self) -> Vec<String> {
        let all = self.catalog.personas();
        let with = all.filter(|entry| !entry.value.works.is_empty());
        with.map(|entry| entry.id.clone()).collect()
    }
}

/// The labels that a work is read in with.
pub(super) fn labels(work: &PublishedWork) -> Labels {
    Labels {
        title: Some(work.title.clone()),
        source_type: Some(work.kind.clone()),
        date: Some(work.date.clone()),
        speaker: None,
        tags: work.topics.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use hustings_rules::setup::fixture;

    use super::*;
    use crate::{
        catalog::Profile,
        debate::event::{Event, Record},
    };

    #[test]
    fn eighteen_personas_name_works_and_each_is_to_be_had_somewhere() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let personas = host.personas_with_works();
        assert_eq!(personas.len(), 18);
        let mut numbers = BTreeSet::new();
        for persona in personas {
            let works = host.works_of(&persona).unwrap();
            let files: BTreeSet<String> = works.iter().map(|one| file_of(&one.work)).collect();
            assert_eq!(
                files.len(),
                works.len(),
                "{persona}: each has a file of its own"
            );
            for status in works {
                let work = status.work;
                assert!(work.addresses().len() > 1, "{}", work.title);
                assert!(
                    numbers.insert(work.gutenberg),
                    "{} is there twice",
                    work.title
                );
                assert!(!status.is_there);
            }
        }
        let failure = host.works_of("alexander").unwrap_err();
        assert!(
            failure.advice().contains("corpus add alexander"),
            "{failure}"
        );
    }

    #[tokio::test]
    async fn the_first_debate_without_a_corpus_says_how_to_fetch_one_and_no_later_one() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let journal = Journal::open(&host.dirs.data).unwrap();
        let begun = async |name: &str| {
            let choice = fixture::choice("exhibition", &fixture::PEOPLE);
            let mut opening = fixture::resolved(choice, "scripted", &Profile::default());
            opening.debate = DebateId(name.to_owned());
            let writer = journal.create(&opening).unwrap();
            let record = Record {
                seq: 0,
                at_ms: 0,
                event: Event::Opened(Arc::new(opening)),
            };
            writer.append(vec![Arc::new(record)]).await.unwrap();
            writer.close().await;
            DebateId(name.to_owned())
        };
        let first = begun("one").await;
        let line = host.first_works(&journal, &first).unwrap();
        assert!(line.contains("`hustings corpus pull gandhi`"), "{line}");
        let second = begun("two").await;
        assert_eq!(host.first_works(&journal, &second), None);
    }
}
