//! The welcome where there is no model to speak: asks once on the screen, fetches what is chosen, and tells the
//! progress.

use std::time::Instant;

use tokio::{sync::mpsc, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::{
    error::Failure,
    models::{
        Catalogue, Installed, ModelEntry, PullError, PullProgress, Store, human, memory_needed,
        plan_lines, pull,
    },
    tui::{
        app::Signals,
        style::Styles,
        terminal::Screen,
        welcome::{AfterFetch, FetchProgress, Offer, Welcome, Wish},
    },
};

use super::{
    Host,
    input::{self, Input},
    rate::Rate,
};

/// The capacity for messages that were said and not yet heard.
const MESSAGES: usize = 256;

/// The outcome of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is a model now.
    Fetched,
    /// The viewer wants to enter a server in the lobby.
    EnterServer,
    /// The viewer went.
    Left,
    /// A signal ended the program.
    Interrupted,
}

/// A fetch that is under way.
struct Fetch {
    task: JoinHandle<Result<Installed, PullError>>,
    progress: mpsc::Receiver<PullProgress>,
    cancel: CancellationToken,
    meter: Meter,
}

/// Asks, until there is a model or nobody wants one.
pub(super) async fn ask(
    host: &Host,
    screen: &mut Screen,
    signals: &mut Signals,
    styles: &Styles,
    after: AfterFetch,
) -> Result<Answer, Failure> {
    let catalogue = Catalogue::load(&host.dirs)?;
    let store = host.store();
    let mut welcome = Welcome::new(offers(&catalogue, &store), after);
    let mut fetch: Option<Fetch> = None;
    loop {
        screen.draw(|frame| welcome.render(frame.area(), frame.buffer_mut(), styles))?;
        let heard = tokio::select! {
            biased;
            heard = input::next(screen, signals) => heard?,
            news = news(&mut fetch) => {
                match news {
                    News::Step(step) => welcome.step(step),
                    News::Done(Ok(())) => {
                        welcome.step(FetchProgress {
                            what: "loading it …".to_owned(),
                            ..FetchProgress::default()
                        });
                        screen.draw(|frame| {
                            welcome.render(frame.area(), frame.buffer_mut(), styles);
                        })?;
                        return Ok(Answer::Fetched);
                    }
                    News::Done(Err(why)) => {
                        fetch = None;
                        welcome.failed(why);
                    }
                }
                continue;
            }
        };
        let key = match heard {
            Input::Key(key) => key,
            Input::Paste(_) | Input::Other => continue,
            Input::End => return Ok(Answer::Interrupted),
        };
        match welcome.on_key(key) {
            Some(Wish::Fetch(name)) => {
                let entry = catalogue.find(&name)?.clone();
                fetch = Some(Fetch::begin(entry, store.clone()));
            }
            Some(Wish::Stop) => {
                if let Some(fetch) = &fetch {
                    fetch.cancel.cancel();
                }
            }
            Some(Wish::EnterServer) => return Ok(Answer::EnterServer),
            Some(Wish::Leave) => return Ok(Answer::Left),
            None => {}
        }
    }
}

/// The default model and, where it is another, the smallest; that first where the other one does not fit the memory that
/// is free.
fn offers(catalogue: &Catalogue, store: &Store) -> Vec<Offer> {
    let mut entries = vec![catalogue.default_entry()];
    if catalogue.smallest().name != catalogue.default_entry().name {
        entries.push(catalogue.smallest());
    }
    let fits = |entry: &ModelEntry| {
        let free = store.free_memory();
        free.is_none_or(|free| memory_needed(entry.bytes()) <= free)
    };
    // Those of one kind keep their order.
    entries.sort_by_key(|entry| !fits(entry));
    let offer = |entry: &ModelEntry| Offer {
        name: entry.name.clone(),
        size: human(entry.bytes()),
        plan: plan_lines(entry, store),
    };
    entries.into_iter().map(offer).collect()
}

/// The news of a fetch.
enum News {
    Step(FetchProgress),
    /// The fetch is over: well, or not, with the reason if it was not the viewer's.
    Done(Result<(), Option<String>>),
}

/// Waits for it; for ever where nothing is fetched.
async fn news(fetch: &mut Option<Fetch>) -> News {
    let Some(fetch) = fetch else {
        return std::future::pending().await;
    };
    if let Some(progress) = fetch.progress.recv().await {
        return News::Step(fetch.meter.hear(progress, Instant::now()));
    }
    // The sender is gone, so the task is at its end.
    News::Done(match (&mut fetch.task).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(PullError::Stopped { .. })) => Err(None),
        Ok(Err(error)) => Err(Some(Failure::from(error).to_string())),
        Err(error) => Err(Some(error.to_string())),
    })
}

impl Fetch {
    fn begin(entry: ModelEntry, store: Store) -> Self {
        let (sender, progress) = mpsc::channel(MESSAGES);
        let cancel = CancellationToken::new();
        let stop = cancel.clone();
        let task = tokio::spawn(async move { pull(&entry, &store, sender, stop).await });
        Self {
            task,
            progress,
            cancel,
            meter: Meter::default(),
        }
    }
}

impl Drop for Fetch {
    /// Whoever leaves does not leave a download behind.
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Makes steps of what is heard.
#[derive(Default)]
struct Meter {
    now: FetchProgress,
    rate: Option<Rate>,
}

impl Meter {
    fn hear(&mut self, progress: PullProgress, now: Instant) -> FetchProgress {
        match progress {
            PullProgress::Asking { source } => self.now.what = format!("asking {source}"),
            PullProgress::Note(note) => self.now.what = note,
            PullProgress::Unpacking { package } => self.now.what = format!("opening {package}"),
            PullProgress::Bytes { done, total } => {
                let rate = *self.rate.get_or_insert(Rate::begin(now, done));
                self.now.amount = rate.describe(done, total, now);
                self.now.share = Some(done as f64 / total.max(1) as f64);
            }
            PullProgress::Checking { done, total } => self.step("checking its hash", done, total),
            PullProgress::Converting { done, total } => self.step("converting it", done, total),
        }
        self.now.clone()
    }

    fn step(&mut self, what: &str, done: u64, total: u64) {
        self.rate = None;
        what.clone_into(&mut self.now.what);
        self.now.amount = format!("{} of {}", human(done), human(total));
        self.now.share = Some(done as f64 / total.max(1) as f64);
    }
}
