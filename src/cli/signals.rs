//! Signals from outside that end the program.

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::unattended::Wait;

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
