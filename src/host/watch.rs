//! Watching a debate that another process holds, or has left: which one, and as lines.

use std::io::{self, ErrorKind};

use crate::{
    debate::{DebateState, event::Record, ids::DebateId, sink::Sink},
    error::Failure,
    journal::{DebateTail, Journal, JournalError, TailNews, WriterPresence},
};

/// The debate that is to be watched: the one that is named, else the newest of those that a process is running, else the
/// newest that is not over.
///
/// # Errors
/// None is meant, there is none, or the journal cannot be read.
pub fn to_watch(journal: &Journal, named: Option<&str>) -> Result<DebateId, Failure> {
    if let Some(named) = named {
        return Ok(journal.find(named)?);
    }
    let unfinished = journal.unfinished()?;
    let is_running =
        |debate: &&DebateId| matches!(journal.writer_of(debate), WriterPresence::There(_));
    let running = unfinished.iter().find(is_running);
    let found = running.or_else(|| unfinished.first()).cloned();
    found.ok_or_else(|| {
        Failure::input("no debate is running, and none is unfinished").hint(
            "`hustings run \"MOTION\"` holds one; `hustings list` tells of those that are over",
        )
    })
}

/// The end of watching a debate.
#[derive(Debug)]
pub enum WatchEnd {
    /// The debate is over.
    Over(Box<DebateState>),
    /// No process runs it any more, and it is not over.
    Left,
    /// Whoever read the lines has gone.
    Unread,
    /// It cannot be read any more.
    Unreadable(JournalError),
}

/// Writes a debate into a sink, from its first record on and as it is recorded, until it is over or left. It can be
/// dropped at any time.
///
/// # Errors
/// The sink cannot be written.
pub async fn watch_into(mut tail: DebateTail, sink: &mut dyn Sink) -> io::Result<WatchEnd> {
    match written(&mut tail, sink).await {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(WatchEnd::Unread),
        ended => ended,
    }
}

async fn written(tail: &mut DebateTail, sink: &mut dyn Sink) -> io::Result<WatchEnd> {
    let mut state = Box::<DebateState>::default();
    let mut take = |state: &mut DebateState, record: &Record| {
        state.apply(record);
        sink.record(record)
    };
    for record in std::mem::take(&mut tail.known) {
        take(&mut state, &record)?;
    }
    while !state.is_closed() && tail.writer != WriterPresence::Gone {
        match tail.news.recv().await {
            Some(TailNews::Records(records)) => {
                for record in records {
                    take(&mut state, &record)?;
                }
            }
            Some(TailNews::Writer(writer)) => tail.writer = writer,
            Some(TailNews::Deleted(deleted)) => tail.deleted = deleted,
            Some(TailNews::Failed(error)) => {
                sink.finish()?;
                return Ok(WatchEnd::Unreadable(error));
            }
            None => break,
        }
    }
    sink.finish()?;
    Ok(if state.is_closed() {
        WatchEnd::Over(state)
    } else {
        WatchEnd::Left
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::sync::mpsc;

    use super::*;
    use crate::debate::event::{CloseReason, Event};

    /// A sink that keeps numbers, and whose reader goes after so many.
    struct Keeps(Vec<u64>, usize);

    impl Sink for Keeps {
        fn catch_up(&mut self, _: &Record) {}

        fn record(&mut self, record: &Record) -> io::Result<()> {
            if self.0.len() == self.1 {
                return Err(ErrorKind::BrokenPipe.into());
            }
            self.0.push(record.seq);
            Ok(())
        }

        fn finish(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn notice(seq: u64) -> Record {
        let event = Event::Notice { text: "n".into() };
        Record {
            seq,
            at_ms: 0,
            event,
        }
    }

    fn closed(seq: u64) -> Record {
        let reason = CloseReason::Completed;
        let event = Event::Closed { reason };
        Record {
            seq,
            at_ms: 0,
            event,
        }
    }

    async fn watch(news: Vec<TailNews>, sink: &mut Keeps) -> WatchEnd {
        let (told, heard) = mpsc::channel(news.len());
        for one in news {
            told.send(one).await.unwrap();
        }
        let tail = DebateTail {
            known: vec![notice(0)],
            writer: WriterPresence::There(Some(7)),
            deleted: false,
            quiet: std::time::Duration::ZERO,
            news: heard,
        };
        // The channel stays open: whoever watches goes by what is told.
        let end = watch_into(tail, sink).await.unwrap();
        drop(told);
        end
    }

    fn records(records: Vec<Record>) -> TailNews {
        TailNews::Records(records.into_iter().map(Arc::new).collect())
    }

    #[tokio::test]
    async fn a_debate_is_told_until_it_is_over_or_nobody_runs_it_or_reads_it() {
        let mut sink = Keeps(vec![], 99);
        let news = vec![
            records(vec![notice(1), notice(2)]),
            records(vec![closed(3)]),
        ];
        let end = watch(news, &mut sink).await;
        assert!(matches!(end, WatchEnd::Over(state) if state.is_closed()));
        assert_eq!(sink.0, [0, 1, 2, 3]);

        let mut sink = Keeps(vec![], 99);
        let gone = TailNews::Writer(WriterPresence::Gone);
        let end = watch(vec![records(vec![notice(1)]), gone], &mut sink).await;
        assert!(matches!(end, WatchEnd::Left));
        assert_eq!(sink.0, [0, 1]);

        let mut sink = Keeps(vec![], 1);
        let end = watch(vec![records(vec![notice(1)])], &mut sink).await;
        assert!(matches!(end, WatchEnd::Unread));

        let broken = TailNews::Failed(JournalError::Empty);
        let end = watch(vec![broken], &mut Keeps(vec![], 99)).await;
        assert!(matches!(end, WatchEnd::Unreadable(JournalError::Empty)));
    }
}
