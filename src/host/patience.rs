//! The models of a debate, found before it is begun or gone on with: waited for, or gone on without, as a [`Patience`]
//! says.

use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    config::Overrides,
    debate::{command::Pace, opening::OnFailure},
    error::{Exit, Failure},
    find::SharedModels,
    llm::roster::Roster,
    prompt::plain_question,
    unattended::{Wait, Waiting},
};

/// The watcher of a debate, on whom it depends what is done where a model cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watched {
    /// A viewer, for whom the debate pauses.
    ByViewer,
    /// Nobody, who could press a key or has to be able to follow; and what is done then.
    ByNobody(OnFailure),
}

impl Watched {
    /// Nobody, with what somebody wishes to be done. Without a wish the debate is left, to be resumed, where its server
    /// is gone for everybody: there is nobody for whom it could pause.
    pub fn by_nobody(wish: Option<OnFailure>) -> Self {
        Self::ByNobody(wish.unwrap_or(OnFailure::Stop))
    }

    /// The action where a model cannot be had.
    pub fn on_failure(self) -> OnFailure {
        match self {
            Self::ByViewer => OnFailure::Pause,
            Self::ByNobody(on_failure) => on_failure,
        }
    }

    /// The pace where none is set: what nobody watches is not held back.
    pub fn pace(self) -> Pace {
        match self {
            Self::ByViewer => Pace::default(),
            Self::ByNobody(_) => Pace::Instant,
        }
    }
}

/// The patience with models: what is done where one cannot be had, and how long it is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// The action on the debate where a model cannot be had.
    pub on_failure: OnFailure,
    /// The wait for the model, which comes first.
    pub wait: Wait,
}

impl Patience {
    /// The patience of whoever watches the debate.
    pub fn of(watched: Watched, wait: Wait) -> Self {
        Self {
            on_failure: watched.on_failure(),
            wait,
        }
    }
}

impl Host {
    /// The models that these flags name, waited for until `stop`.
    ///
    /// # Errors
    /// They cannot be had.
    pub async fn roster_waited(
        &self,
        overrides: &Overrides,
        patience: Patience,
        stop: &CancellationToken,
    ) -> Result<Roster, Failure> {
        let mut search = PatientSearch::new(patience.wait, stop);
        loop {
            // No closure, by which it could not move between threads.
            let found = search.look(self.looked_for(overrides, patience)).await?;
            if let Some(roster) = found {
                return Ok(roster);
            }
        }
    }

    /// The models that these flags name, whether or not they can be had now; what their servers say of themselves is kept.
    pub(crate) async fn roster_as_it_is(&self, overrides: &Overrides) -> Result<Roster, Failure> {
        self.embeddings_are_there().await?;
        let mut roster = self
            .roster_among(overrides, &mut SharedModels::new(None))
            .await?;
        roster.reach(&plain_question()).await;
        Ok(roster)
    }

    /// The models that these flags name, as they are now.
    async fn looked_for(
        &self,
        overrides: &Overrides,
        patience: Patience,
    ) -> Result<Roster, Failure> {
        self.embeddings_are_there().await?;
        let mut roster = self
            .roster_among(overrides, &mut SharedModels::new(None))
            .await?;
        reached(&mut roster, patience.on_failure, self.tell).await?;
        Ok(roster)
    }
}

/// Whether the models can be had. Where the debate is to go on whatever fails, one of them is enough, and it is told
/// who is gone on without.
///
/// # Errors
/// One that cannot be had, and whose it is.
pub async fn reached(
    roster: &mut Roster,
    on_failure: OnFailure,
    tell: fn(&str),
) -> Result<(), Failure> {
    let gone = roster.reach(&plain_question()).await;
    let Some(first) = gone.first() else {
        return Ok(());
    };
    let others_are_there = gone.len() < roster.models();
    match on_failure {
        OnFailure::GoOn if others_are_there => {
            for one in &gone {
                tell(&format!("Going on without {}: {}", one.whose(), one.why()));
            }
            Ok(())
        }
        OnFailure::Stop if others_are_there => Err(first
            .failure()
            .hint("Or go on without whatever cannot be had: --on-failure go-on")),
        OnFailure::GoOn | OnFailure::Stop | OnFailure::Pause => Err(first.failure()),
    }
}

/// Looks again and again for what may be there a little later, for as long as is to be waited.
///
/// # Errors
/// What was looked for is not there, or `stop` ended the wait.
pub async fn waited<T>(
    wait: Wait,
    stop: &CancellationToken,
    mut look: impl AsyncFnMut() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut search = PatientSearch::new(wait, stop);
    loop {
        if let Some(found) = search.look(look()).await? {
            return Ok(found);
        }
    }
}

/// A search for what may be there a little later.
#[derive(Debug)]
struct PatientSearch<'a> {
    waiting: Waiting,
    stop: &'a CancellationToken,
}

impl<'a> PatientSearch<'a> {
    fn new(wait: Wait, stop: &'a CancellationToken) -> Self {
        let waiting = Waiting::new(wait, "Ctrl-C stops; nothing has been begun.");
        Self { waiting, stop }
    }

    /// Looks once; where nothing was found, waits until it is time to look again, and gives `None`.
    ///
    /// # Errors
    /// It is not there, and is waited for no longer; or `stop` ended the wait.
    async fn look<T>(
        &mut self,
        look: impl Future<Output = Result<T, Failure>>,
    ) -> Result<Option<T>, Failure> {
        let failure = tokio::select! {
            found = look => match found {
                Ok(found) => {
                    self.waiting.is_over();
                    return Ok(Some(found));
                }
                Err(failure) => failure,
            },
            () = self.stop.cancelled() => return Err(stopped()),
        };
        let again = failure.passing.then(|| self.waiting.next(&failure.message));
        let Some(again) = again.flatten() else {
            return Err(failure);
        };
        tokio::select! {
            () = sleep_until(again) => Ok(None),
            () = self.stop.cancelled() => Err(stopped()),
        }
    }
}

/// Makes the failure to find a model an interruption: nothing of a debate that was begun is lost where its models
/// cannot be had, and it can be gone on with.
pub(crate) fn resumable(mut failure: Failure) -> Failure {
    if failure.exit == Exit::NoModel {
        failure.exit = Exit::Interrupted;
    }
    failure
}

fn stopped() -> Failure {
    Failure::new(Exit::Interrupted, "stopped before a model could be had")
}
