//! Signals from outside that end the program.

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::unattended::Wait;

/// From here on a write that would make a file longer than the system allows fails, as one on a full disk does, and is
/// told; the signal that comes with it would end the program, and leave the terminal as it is.
pub(super) fn outlive_long_files() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // What catches it stays, though nobody waits for it.
        if let Err(error) = signal(SignalKind::from_raw(crate::files::TOO_LONG_SIGNAL)) {
            tracing::warn!(%error, "a file that becomes too long will end the program");
        }
    }
}

/// Does what may wait for models. While it waits, a signal stops it; whoever does not wait is ended by a signal as any
/// program is.
pub(super) async fn stoppable<T>(wait: Wait, work: impl AsyncFnOnce(&CancellationToken) -> T) -> T {
    if wait.most.is_zero() {
        return work(&CancellationToken::new()).await;
    }
    until_signal(work).await
}

/// Does what any signal stops.
pub(super) async fn until_signal<T>(work: impl AsyncFnOnce(&CancellationToken) -> T) -> T {
    let stop = CancellationToken::new();
    let signals = on_signal(stop.clone());
    let done = work(&stop).await;
    signals.abort();
    done
}

/// Does what Ctrl-C stops; by any other signal it is ended as any program is.
pub(super) async fn until_interrupt<T>(work: impl AsyncFnOnce(&CancellationToken) -> T) -> T {
    let stop = CancellationToken::new();
    let pressed = stop.clone();
    let keys = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            pressed.cancel();
        }
    });
    let done = work(&stop).await;
    keys.abort();
    done
}

/// Stops the run when the shell, or whoever runs it, asks for that. From here on no signal ends the program otherwise:
/// whoever waits for these is there before anything is begun that could be lost.
pub(super) fn on_signal(cancel: CancellationToken) -> JoinHandle<()> {
    #[cfg(unix)]
    let mut asked: Vec<_> = {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [
            SignalKind::interrupt(),
            SignalKind::terminate(),
            SignalKind::hangup(),
        ];
        kinds
            .into_iter()
            .filter_map(|kind| signal(kind).ok())
            .collect()
    };
    tokio::spawn(async move {
        #[cfg(unix)]
        {
            if asked.is_empty() {
                return;
            }
            let any = asked.iter_mut().map(|one| Box::pin(one.recv()));
            futures_util::future::select_all(any).await;
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
        cancel.cancel();
    })
}
