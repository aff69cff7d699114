//! A card that a model writes from a corpus while the lobby is open.

use std::{path::PathBuf, pin::Pin};

use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::server;
use crate::{
    cli::{Host, loading::MESSAGES, making},
    corpus::{IngestProgress, Labels},
    error::Failure,
    host::{
        corpora::CorpusProgress,
        making::{CardRequest, MadeCard, MakingEnd},
    },
    tui::{
        app::of_home,
        lobby::{CardForm, Lobby, LobbySpeaker},
    },
};

/// Positions that were left out are told one by one up to so many.
const TOLD: usize = 3;

/// A card is being written.
pub(super) struct Making<'a> {
    work: Pin<Box<dyn Future<Output = Result<MakingEnd, Failure>> + 'a>>,
    /// The words for what is under way, each time that they change.
    told: mpsc::Receiver<String>,
    id: String,
    /// Whoever drops the work stops what it has begun on other threads.
    _stop: DropGuard,
}

/// The news of a card.
pub(super) enum MakingNews {
    /// Other words for what is under way.
    Told(String),
    /// Its end: the id, and what has come of it.
    Done(String, Box<Result<MakingEnd, Failure>>),
}

impl<'a> Making<'a> {
    /// Begins the card of a form.
    pub(super) fn begin(host: &'a Host, form: &CardForm) -> Self {
        let (tell, told) = mpsc::channel(MESSAGES);
        let stop = CancellationToken::new();
        let guard = stop.clone().drop_guard();
        let request = request(form);
        let id = form.id.trim().to_owned();
        let persona = id.clone();
        let work = async move {
            let say = |text: &str| {
                let _ = tell.try_send(text.to_owned());
            };
            let mut hear = |progress: CorpusProgress| {
                if let Some(text) = of_corpus(&progress) {
                    say(&text);
                }
            };
            let (name, paths) = request;
            let request = CardRequest {
                persona: &persona,
                name,
                paths,
                labels: Labels::default(),
                embeds: true,
                anew: false,
            };
            host.make_persona(request, &stop, &mut hear, &say).await
        };
        Self {
            work: Box::pin(work),
            told,
            id,
            _stop: guard,
        }
    }
}

/// The name of a form where one was given, and its files.
fn request(form: &CardForm) -> (Option<String>, Vec<PathBuf>) {
    let name = Some(form.name.trim().to_owned()).filter(|name| !name.is_empty());
    let files = form.files.split(';').map(str::trim);
    let files = files.filter(|file| !file.is_empty());
    (name, files.map(of_home).collect())
}

/// What is under way with the corpus; nothing where another line says it.
fn of_corpus(progress: &CorpusProgress) -> Option<String> {
    match progress {
        CorpusProgress::Reading(IngestProgress::Bytes { done, total }) if *total > 0 => {
            let share = 100.0 * *done as f64 / *total as f64;
            Some(format!("Reading the files: {share:.0} %"))
        }
        CorpusProgress::Reading(IngestProgress::Skipped { what }) => {
            Some(format!("Skipped {what}"))
        }
        CorpusProgress::Embedding(done, all) => {
            Some(format!("Embedding passages: {done} of {all}"))
        }
        CorpusProgress::NotEmbedded(why) => Some(format!("No embeddings: {why}")),
        CorpusProgress::Reading(_)
        | CorpusProgress::Fetching(_)
        | CorpusProgress::NotFetched(..)
        | CorpusProgress::Read(_)
        | CorpusProgress::Embedded(..)
        | CorpusProgress::Styled(_)
        | CorpusProgress::NotStyled(_) => None,
    }
}

/// Waits until something is new; for ever where no card is being written.
pub(super) async fn making_news(making: &mut Option<Making<'_>>) -> MakingNews {
    let Some(under_way) = making else {
        return std::future::pending().await;
    };
    let news = tokio::select! {
        biased;
        Some(told) = under_way.told.recv() => MakingNews::Told(told),
        done = &mut under_way.work => MakingNews::Done(under_way.id.clone(), Box::new(done)),
    };
    if matches!(news, MakingNews::Done(..)) {
        *making = None;
    }
    news
}

/// Tells the lobby what has become of a card; whether one was written.
pub(super) fn hear_of_card(host: &Host, lobby: &mut Lobby, news: MakingNews) -> bool {
    let (id, end) = match news {
        MakingNews::Told(what) => {
            lobby.card_is_at(&what);
            return false;
        }
        MakingNews::Done(id, end) => (id, *end),
    };
    match end {
        Ok(MakingEnd::Made(made)) => {
            let passages = host.passages_by_persona();
            let passages = passages.get(&id).copied().unwrap_or_default();
            let speaker = LobbySpeaker::of(&id, &made.card).with_passages(passages);
            lobby.card_made(speaker, told(&made));
            true
        }
        Ok(MakingEnd::Stopped | MakingEnd::StoppedCorpus(_)) => {
            lobby.card_failed("Stopped. Nothing was written; what was read into the corpus stays.");
            false
        }
        Err(failure) => {
            lobby.card_failed(&server::told(&failure));
            false
        }
    }
}

/// What is said of a card that was written.
fn told(made: &MadeCard) -> String {
    let mut lines = making::told(made);
    if !made.left_out.is_empty() {
        let told = made.left_out.iter().take(TOLD).map(making::left_out);
        let more = match made.left_out.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let told: Vec<String> = told.collect();
        lines.push(format!("Left out: {}{more}.", told.join("; ")));
    }
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_between_semicolons_and_a_name_may_be_missing() {
        let form = CardForm {
            id: "ada".to_owned(),
            name: "  ".to_owned(),
            files: " /tmp/a b.txt;; letters ;".to_owned(),
        };
        let files = ["/tmp/a b.txt", "letters"].map(PathBuf::from);
        assert_eq!(request(&form), (None, files.to_vec()));
    }
}
