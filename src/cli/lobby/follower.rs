//! Something that others may change while the lobby or the library is open, looked at from time to time beside the
//! screen, so that no key waits for the disk.

use std::{future::pending, time::Duration};

use tokio::{sync::mpsc, task::spawn_blocking};

/// The time between two looks.
const LOOKS: Duration = Duration::from_secs(1);

/// Looks again and again, and tells what is new. To drop it ends the looking.
#[derive(Debug)]
pub(super) struct Follower<T> {
    news: mpsc::Receiver<T>,
}

impl<T: Send + 'static> Follower<T> {
    /// Begins to look; `look` gives what is new, where anything is.
    pub(super) fn begin(mut look: impl FnMut() -> Option<T> + Send + 'static) -> Self {
        let (tell, news) = mpsc::channel(1);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = tell.closed() => return,
                    () = tokio::time::sleep(LOOKS) => {}
                }
                let looked = spawn_blocking(move || {
                    let new = look();
                    (look, new)
                });
                // It ends with the program, or has panicked and told so.
                let Ok((again, new)) = looked.await else {
                    return;
                };
                look = again;
                if let Some(new) = new
                    && tell.send(new).await.is_err()
                {
                    return;
                }
            }
        });
        Self { news }
    }
}

/// Waits until something is new; for ever where nothing is followed. Nothing is lost where the wait is given up.
pub(super) async fn news<T>(followed: &mut Option<Follower<T>>) -> T {
    if let Some(follower) = followed
        && let Some(new) = follower.news.recv().await
    {
        return new;
    }
    pending().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_is_new_is_told_and_what_is_not_wakes_nobody() {
        let mut looks = 0;
        let look = move || {
            looks += 1;
            (looks % 3 == 0).then_some(looks)
        };
        let mut followed = Some(Follower::begin(look));
        assert_eq!(news(&mut followed).await, 3);
        assert_eq!(news(&mut followed).await, 6);
        let mut none: Option<Follower<u32>> = None;
        let wait = tokio::time::timeout(Duration::from_secs(60), news(&mut none));
        assert!(wait.await.is_err());
    }
}
