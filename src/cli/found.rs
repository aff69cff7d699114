//! The models of a debate, found before it is begun or gone on with: waited for, or gone on without, as `--wait` and
//! `--on-failure` say.

use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;

use crate::{
    config::Overrides,
    debate::opening::OnFailure,
    error::{Exit, Failure},
    headless::{Wait, Waiting},
    host::find::Common,
    llm::roster::Roster,
};

use super::{ground::Ground, out, run::on_signal};

/// What is done where a model cannot be had.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Patience {
    pub(super) on_failure: OnFailure,
    pub(super) wait: Wait,
}

/// The models that these flags name.
pub(super) async fn roster(
    ground: &Ground,
    overrides: &Overrides,
    patience: Patience,
) -> Result<Roster, Failure> {
    let look = async || {
        ground.embeddings_are_there().await?;
        let mut roster = ground
            .roster_among(overrides, &mut Common::new(None))
            .await?;
        reached(&mut roster, patience.on_failure).await?;
        Ok(roster)
    };
    // Whoever does not wait is ended by a signal as any program is.
    if patience.wait.most.is_zero() {
        return look().await;
    }
    let stop = CancellationToken::new();
    let signals = tokio::spawn(on_signal(stop.clone()));
    let found = waited(patience.wait, &stop, look).await;
    signals.abort();
    found
}

/// Whether the models can be had. Where the debate is to go on whatever fails, one of them is enough, and it is told who
/// is gone on without.
///
/// # Errors
/// One that cannot be had, and whose it is.
pub(super) async fn reached(roster: &mut Roster, on_failure: OnFailure) -> Result<(), Failure> {
    let gone = roster.reach().await;
    let Some(first) = gone.first() else {
        return Ok(());
    };
    let others_are_there = gone.len() < roster.models();
    match on_failure {
        OnFailure::GoOn if others_are_there => {
            for one in &gone {
                out::say(&format!("Gone on without {}: {}", one.whose(), one.why()));
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
pub(super) async fn waited<T>(
    wait: Wait,
    stop: &CancellationToken,
    mut look: impl AsyncFnMut() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut waiting = Waiting::new(wait, "Ctrl-C stops; nothing has been begun.");
    loop {
        let failure = tokio::select! {
            found = look() => match found {
                Ok(found) => {
                    waiting.is_over();
                    return Ok(found);
                }
                Err(failure) => failure,
            },
            () = stop.cancelled() => return Err(stopped()),
        };
        let again = failure.passing.then(|| waiting.next(&failure.message));
        let Some(again) = again.flatten() else {
            return Err(failure);
        };
        tokio::select! {
            () = sleep_until(again) => {}
            () = stop.cancelled() => return Err(stopped()),
        }
    }
}

/// Of a debate that was begun nothing is lost where its models cannot be had: it can be gone on with.
pub(super) fn resumable(mut failure: Failure) -> Failure {
    if failure.exit == Exit::NoModel {
        failure.exit = Exit::Interrupted;
    }
    failure
}

fn stopped() -> Failure {
    Failure::new(Exit::Interrupted, "stopped before a model could be had")
}
