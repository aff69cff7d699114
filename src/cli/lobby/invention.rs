//! The invention of people for the debate that is being set up, while the lobby is open.

use std::pin::Pin;

use tokio::sync::mpsc;

use crate::{
    cli::{Host, loading::MESSAGES},
    error::Failure,
    host::{people, setup::InventedSpeaker},
    llm::roster::Roster,
    tui::lobby::Setup,
};

use super::choice::chosen;

/// The people whom a model has invented, and the seed from which they come.
pub(super) type Cast = (Vec<InventedSpeaker>, u64);

/// People are being found.
pub(super) struct Invention<'a> {
    work: Pin<Box<dyn Future<Output = Result<Cast, Failure>> + 'a>>,
    /// The words for what is waited for, each time that they change.
    told: mpsc::Receiver<String>,
}

/// The news of an invention.
pub(super) enum Found {
    /// Other words for what is waited for.
    Told(String),
    /// Its end.
    Done(Result<Cast, Failure>),
}

impl<'a> Invention<'a> {
    /// Asks the model of a setup for so many people a side.
    pub(super) fn begin(
        host: &'a Host,
        setup: Setup,
        seats: Vec<usize>,
        found: Option<Roster>,
    ) -> Self {
        let (tell, told) = mpsc::channel(MESSAGES);
        let work = async move {
            let settings = setup.settings.clone();
            let choice = chosen(host, setup);
            let roster = host.roster_with((&settings, &choice), found).await?;
            let tell = |text: &str| {
                let _ = tell.try_send(format!("{text}  esc stops it"));
            };
            people::invent_for(host, (&choice, &seats), &roster, &tell).await
        };
        Self {
            work: Box::pin(work),
            told,
        }
    }
}

/// Waits until something is new; for ever where nobody is being found.
pub(super) async fn news(people: &mut Option<Invention<'_>>) -> Found {
    let Some(invention) = people else {
        return std::future::pending().await;
    };
    let news = tokio::select! {
        biased;
        Some(told) = invention.told.recv() => Found::Told(told),
        done = &mut invention.work => Found::Done(done),
    };
    if matches!(news, Found::Done(_)) {
        *people = None;
    }
    news
}
