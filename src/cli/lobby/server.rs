//! A server that is entered in the lobby: tried out while the lobby is open, and kept.

use std::pin::Pin;

use tokio::sync::mpsc;

use crate::{
    cli::{Host, loading::MESSAGES},
    error::Failure,
    host::server::{EnteredServer, KeptServer, TrialWaits, TriedServer},
    text::upper_first,
    tui::lobby::ServerForm,
};

/// A server is being tried out.
pub(super) struct Trial<'a> {
    work: Pin<Box<dyn Future<Output = Result<TriedServer, Failure>> + 'a>>,
    /// The words for what is under way, each time that they change.
    told: mpsc::Receiver<String>,
}

/// The news of a trial.
pub(super) enum TrialNews {
    /// Other words for what is under way.
    Told(String),
    /// Its end.
    Done(Result<TriedServer, Failure>),
}

impl<'a> Trial<'a> {
    /// Asks the server that was entered.
    pub(super) fn begin(host: &'a Host, form: &ServerForm) -> Self {
        let (tell, told) = mpsc::channel(MESSAGES);
        let entered = entered(form);
        let work = async move {
            let tell = |text: &str| {
                let _ = tell.try_send(text.to_owned());
            };
            host.try_server(&entered?, TrialWaits::default(), &tell)
                .await
        };
        Self {
            work: Box::pin(work),
            told,
        }
    }
}

/// Waits until something is new; for ever where no server is tried out.
pub(super) async fn trial_news(trial: &mut Option<Trial<'_>>) -> TrialNews {
    let Some(under_way) = trial else {
        return std::future::pending().await;
    };
    let news = tokio::select! {
        biased;
        Some(told) = under_way.told.recv() => TrialNews::Told(told),
        done = &mut under_way.work => TrialNews::Done(done),
    };
    if matches!(news, TrialNews::Done(_)) {
        *trial = None;
    }
    news
}

/// Keeps the server that was entered; its model is the first of its list where none was entered.
///
/// # Errors
/// What was entered makes no sense, or a file cannot be written.
pub(super) fn keep(host: &Host, form: &ServerForm) -> Result<KeptServer, Failure> {
    let entered = entered(form)?;
    let model = entered.model.clone().ok_or_else(|| {
        Failure::input("Model: none is entered")
            .hint("test the connection, which chooses one, or enter its name")
    })?;
    host.keep_server(&entered, &model)
}

/// A failure in the words of the form.
pub(super) fn told(failure: &Failure) -> String {
    let message = upper_first(failure.message.trim_end_matches('.'));
    match failure.advice() {
        none if none.is_empty() => format!("{message}."),
        advice => format!("{message}: {advice}."),
    }
}

fn entered(form: &ServerForm) -> Result<EnteredServer, Failure> {
    EnteredServer::read(&form.address, &form.key, &form.model)
}
