//! Signals from outside that end the program.

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
    let signals = tokio::spawn(on_signal(stop.clone()));
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

/// Stops the run when the shell, or whoever runs it, asks for that.
pub(super) async fn on_signal(cancel: CancellationToken) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut term), Ok(mut hup)) = (
            signal(SignalKind::terminate()),
            signal(SignalKind::hangup()),
        ) else {
            return;
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = term.recv() => {}
            _ = hup.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
    cancel.cancel();
}
