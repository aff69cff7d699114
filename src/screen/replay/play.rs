//! A replay without a screen: its records into a sink, each when it is due.

use std::{future::Future, io};

use tokio::time::{Instant, sleep_until};

use super::Player;
use crate::debate::sink::Sink;

/// Plays all that is left, or what is due before it is stopped.
///
/// # Errors
/// The sink cannot be written.
pub async fn play_into(
    mut player: Player,
    sink: &mut dyn Sink,
    stopped: impl Future<Output = ()>,
) -> io::Result<()> {
    let mut since = Instant::now();
    let mut told = 0;
    tokio::pin!(stopped);
    while let Some(wait) = player.next_due() {
        tokio::select! {
            biased;
            () = &mut stopped => {
                // The debate is over, though not all of it was played.
                let rest = player.records().get(told..).unwrap_or_default();
                for record in rest {
                    sink.catch_up(record);
                }
                break;
            }
            () = sleep_until(since + wait) => {}
        }
        let elapsed = since.elapsed();
        since += elapsed;
        let due = player.advance(elapsed);
        told = due.end;
        for record in player.records().get(due).unwrap_or_default() {
            sink.record(record)?;
        }
    }
    sink.finish()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        debate::event::{Event, Record},
        replay::{Rhythm, Speed},
    };

    /// A sink that keeps the number and the time of each record.
    struct Keeps(Instant, Vec<(u64, Duration)>);

    impl Sink for Keeps {
        fn catch_up(&mut self, _: &Record) {}

        fn record(&mut self, record: &Record) -> io::Result<()> {
            self.1.push((record.seq, self.0.elapsed()));
            Ok(())
        }

        fn finish(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    async fn played(speed: Speed) -> Vec<(u64, Duration)> {
        let record = |seq| Record {
            seq,
            at_ms: seq * 1000,
            event: Event::Notice { text: "n".into() },
        };
        let player = Player::new((0..4).map(record).collect());
        let player = player.at(speed).in_rhythm(Some(Rhythm::Held));
        let mut sink = Keeps(Instant::now(), Vec::new());
        play_into(player, &mut sink, std::future::pending())
            .await
            .unwrap();
        sink.1
    }

    #[tokio::test(start_paused = true)]
    async fn each_record_comes_once_at_its_time() {
        for (speed, all_ms) in [(Speed::Normal, 3000), (Speed::X4, 750), (Speed::Max, 0)] {
            let told = played(speed).await;
            let numbers: Vec<u64> = told.iter().map(|(seq, _)| *seq).collect();
            assert_eq!(numbers, [0, 1, 2, 3]);
            let last = told.last().unwrap().1;
            let all = Duration::from_millis(all_ms);
            assert!(
                last >= all && last < all + Duration::from_millis(50),
                "{last:?}"
            );
        }
    }
}
