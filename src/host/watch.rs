//! Watching a debate that another process holds, or has left: which one, and as lines.

use std::io::{self, ErrorKind};

use hustings_rules::setup::seats::Seats;

use crate::{
    debate::{
        DebateState,
        event::{Event, Record},
        ids::{CommandId, DebateId, Seat},
        person::UNNAMED,
        sink::Sink,
    },
    error::Failure,
    journal::{DebateTail, Journal, JournalError, TailNews, WriterPresence},
    own_seat::OwnSeat,
    seats::{first_command, new_terminal},
    text::shown::given,
    unattended::PersonLines,
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

/// Takes a seat of a debate that another process runs, for a person at this terminal. They sit down once they follow the
/// debate. Without a name they have one that nobody in it has.
///
/// # Errors
/// No process runs the debate, there is no such seat, or somebody sits in it.
pub fn take_seat(
    journal: &Journal,
    debate: &DebateId,
    (seat, name): (&Seat, Option<&str>),
) -> Result<OwnSeat, Failure> {
    let state = DebateState::fold(&journal.load(debate)?);
    let short = debate.short();
    if state.is_closed() {
        return Err(Failure::input(format!("the debate {short} is over"))
            .hint(format!("read it: hustings show {short}")));
    }
    if journal.writer_of(debate) == WriterPresence::Gone {
        return Err(
            Failure::input(format!("no process runs the debate {short} now"))
                .hint(format!("run it yourself: hustings resume {short}")),
        );
    }
    let opening = state.opening.as_deref();
    let seats = opening.map(|opening| Seats::of_opening(opening, 0, 0));
    let takeable = seats.as_ref().map(Seats::for_people).unwrap_or_default();
    if seats.is_some_and(|seats| !seats.have(seat)) {
        let what = format!(
            "--me: the debate {short} has no seat `{}`",
            given(seat.as_str())
        );
        return Err(
            Failure::input(what).hint(format!("in this debate a person can take {takeable}"))
        );
    }
    let name = match name {
        Some(name) => name.trim().to_owned(),
        None => guest(&state, seat),
    };
    state.may_take(seat, &name).map_err(|why| {
        Failure::input(format!("--me: {why}"))
            .hint(format!("in this debate a person can take {takeable}"))
            .hint(format!("without --me you watch: hustings watch {short}"))
    })?;
    let terminal = new_terminal();
    let taken = journal.take_seat(debate, seat, terminal)?;
    Ok(OwnSeat::new(taken, name, first_command(terminal)))
}

/// The name of a person who gives none: of whoever sat in the seat at a terminal before, or one that nobody has.
fn guest(state: &DebateState, seat: &Seat) -> String {
    let speakers = || state.opening.iter().flat_map(|opening| &opening.speakers);
    let is_taken = |name: &str| speakers().any(|one| one.seat != *seat && one.card.name == name);
    if state.terminals.contains_key(seat) {
        return state.name(seat);
    }
    let guests = [
        UNNAMED,
        "The Second Guest",
        "The Third Guest",
        "The Fourth Guest",
    ];
    let free = guests.into_iter().find(|name| !is_taken(name));
    free.map_or_else(|| format!("The Guest in {seat}"), str::to_owned)
}

/// A person who sits in a seat at this terminal without a screen: their seat and their lines, and who is told what is asked
/// of them.
#[derive(Debug)]
pub struct SeatedLines {
    /// The seat.
    pub own: OwnSeat,
    /// The lines that they type.
    pub lines: PersonLines,
    /// Is told what is asked, and what was refused.
    pub tell: fn(&str),
}

/// A person in their seat, while they follow the debate.
struct Sitting {
    seated: SeatedLines,
    lines: Option<PersonLines>,
    last: CommandId,
    /// The command that waits for its answer.
    waiting: Option<CommandId>,
}

impl Sitting {
    fn of(seated: SeatedLines) -> Self {
        let mut seated = seated;
        let lines = std::mem::take(&mut seated.lines).in_seat(seated.own.seat().clone());
        Self {
            last: seated.own.first(),
            lines: Some(lines),
            seated,
            waiting: None,
        }
    }

    fn next_id(&mut self) -> CommandId {
        self.last.0 += 1;
        self.last
    }

    /// Hands in what is due of the person now.
    fn hand_in_due(&mut self, state: &DebateState) -> Result<(), String> {
        if self.seated.own.is_to_sit_down(state) {
            let id = self.next_id();
            self.seated.own.sit_down(id)?;
        }
        if self.waiting.is_some() || !state.is_elsewhere(self.seated.own.seat()) {
            return Ok(());
        }
        let tell = self.seated.tell;
        let due = self.lines.as_mut().and_then(|lines| lines.due(state, tell));
        if let Some(command) = due {
            let id = self.next_id();
            self.waiting = Some(id);
            self.seated.own.hand_in(id, &command)?;
        }
        Ok(())
    }

    /// Hears a record: whether the person sits, and what became of what they handed in.
    fn hear(&mut self, state: &DebateState, record: &Record) -> Result<(), String> {
        self.seated.own.hear(record)?;
        let is_lost = matches!(record.event, Event::Reconvened { .. });
        let is_answered = record.event.answers() == self.waiting;
        if self.waiting.is_none() || !(is_answered || is_lost) {
            return Ok(());
        }
        self.waiting = None;
        let mut is_refused = is_lost;
        if let Event::CommandRefused { reason, .. } = &record.event {
            (self.seated.tell)(&format!("Refused: {reason}"));
            is_refused = true;
        }
        if let Some(lines) = &mut self.lines {
            lines.was_answered(state, is_refused);
        }
        Ok(())
    }

    /// The debate is over: what was typed and not used is told.
    async fn leave(mut self) {
        if let Some(lines) = self.lines.take()
            && let Some(told) = lines.left().await
        {
            (self.seated.tell)(&told);
        }
    }
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
    /// Whoever takes a seat in it cannot sit down, or hand anything in: why, in a sentence.
    NotSeated(String),
}

/// Writes a debate into a sink, from its first record on and as it is recorded, until it is over or left. It can be
/// dropped at any time.
///
/// # Errors
/// The sink cannot be written.
pub async fn watch_into(
    mut tail: DebateTail,
    sink: &mut dyn Sink,
    person: Option<SeatedLines>,
) -> io::Result<WatchEnd> {
    let mut sitting = person.map(Sitting::of);
    let ended = match written(&mut tail, sink, &mut sitting).await {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(WatchEnd::Unread),
        ended => ended,
    };
    if let Some(sitting) = sitting {
        sitting.leave().await;
    }
    ended
}

async fn written(
    tail: &mut DebateTail,
    sink: &mut dyn Sink,
    sitting: &mut Option<Sitting>,
) -> io::Result<WatchEnd> {
    let mut state = Box::<DebateState>::default();
    for record in std::mem::take(&mut tail.known) {
        state.apply(&record);
        sink.record(&record)?;
    }
    while !state.is_closed() && tail.writer != WriterPresence::Gone {
        if let Some(sitting) = sitting
            && let Err(why) = sitting.hand_in_due(&state)
        {
            sink.finish()?;
            return Ok(WatchEnd::NotSeated(why));
        }
        let lines = async {
            match sitting {
                Some(sitting) => PersonLines::read(&mut sitting.lines).await,
                None => std::future::pending().await,
            }
        };
        let news = tokio::select! {
            biased;
            news = tail.news.recv() => news,
            () = lines => continue,
        };
        match news {
            Some(TailNews::Records(records)) => {
                for record in records {
                    state.apply(&record);
                    sink.record(&record)?;
                    if let Some(sitting) = sitting
                        && let Err(why) = sitting.hear(&state, &record)
                    {
                        sink.finish()?;
                        return Ok(WatchEnd::NotSeated(why));
                    }
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
        let end = watch_into(tail, sink, None).await.unwrap();
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
