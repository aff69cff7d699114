//! The source of the debate on the screen: a running engine, the journal that another process writes, or a record that is
//! played again. What differs between them stands here.

use std::{sync::Arc, time::Instant};

use ratatui::{buffer::Buffer, layout::Rect};

use super::{BATCH, due::sleep_until};
use crate::{
    debate::{
        DebateState,
        command::Command,
        event::{PausedBy, Record},
        person::HandoverSpan,
        state::DebateStatus,
    },
    engine::{Handle, Order},
    frame,
    journal::{DebateTail, TailNews, WriterPresence},
    own_seat::OwnSeat,
    panes::situation::{ChamberMode, RunBy},
    replay::{Playback, Player},
    replayed,
    style::StyleRole,
    ui::{PendingCommand, Ui},
    update::{Msg, update},
    view,
};

pub(super) enum Source {
    Live {
        handle: Box<Handle>,
        state: Box<DebateState>,
        line: Line,
        last_record: Instant,
    },
    Followed {
        tail: Box<DebateTail>,
        /// The seat that somebody takes in it at this terminal.
        own: Option<Box<OwnSeat>>,
        state: Box<DebateState>,
        line: Line,
        last_record: Instant,
    },
    Replay {
        player: Box<Player>,
        since: Instant,
    },
}

/// Whether the engine, or the journal, still sends records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Open,
    Closed,
}

/// The news from a source for the loop.
pub(super) enum More {
    Records(Vec<Arc<Record>>),
    Step,
    /// Another process writes the debate now, or none does.
    Writer(WriterPresence),
    /// It was deleted, or restored.
    Deleted(bool),
    /// Why no more can be read.
    Failed(String),
    Ended,
}

impl Source {
    pub(super) fn state(&self) -> &DebateState {
        match self {
            Self::Live { state, .. } | Self::Followed { state, .. } => state,
            Self::Replay { player, .. } => player.state(),
        }
    }

    /// Whether an engine is there though the debate is over: for questions alone.
    pub(super) fn is_for_questions(&self) -> bool {
        matches!(self, Self::Live { state, .. } if state.takes_follow_ups())
    }

    /// Another process writes the debate that is followed now, or none does.
    pub(super) fn note_writer(&mut self, writer: WriterPresence) {
        if let Self::Followed { tail, .. } = self {
            tail.writer = writer;
        }
    }

    /// The debate that is followed was deleted, or restored.
    pub(super) fn note_deleted(&mut self, deleted: bool) {
        if let Self::Followed { tail, .. } = self {
            tail.deleted = deleted;
        }
    }

    /// The time at which a replay has its next record.
    pub(super) fn next_due(&self) -> Option<Instant> {
        match self {
            Self::Live { .. } | Self::Followed { .. } => None,
            Self::Replay { player, since } => player.next_due().map(|wait| *since + wait),
        }
    }

    /// Waits for more. Can be dropped at any time without losing a record.
    pub(super) async fn more(&mut self, due: Option<Instant>) -> More {
        match self {
            Self::Live { handle, line, .. } if *line == Line::Open => {
                let mut records = Vec::with_capacity(BATCH);
                match handle.updates.recv_many(&mut records, BATCH).await {
                    0 => More::Ended,
                    _ => More::Records(records),
                }
            }
            Self::Followed { tail, line, .. } if *line == Line::Open => {
                match tail.news.recv().await {
                    Some(TailNews::Records(records)) => More::Records(records),
                    Some(TailNews::Writer(writer)) => More::Writer(writer),
                    Some(TailNews::Deleted(deleted)) => More::Deleted(deleted),
                    Some(TailNews::Failed(error)) => More::Failed(error.to_string()),
                    None => More::Ended,
                }
            }
            Self::Live { .. } | Self::Followed { .. } => std::future::pending().await,
            Self::Replay { since, .. } => {
                sleep_until(due.map(|due| due.max(*since + frame::LEAST))).await;
                More::Step
            }
        }
    }

    /// The chamber, and below that of a replay the line that says where it is.
    pub(super) fn render(&self, area: Rect, buf: &mut Buffer, ui: &mut Ui) {
        match self {
            // Whoever had the floor when it was left is not speaking.
            Self::Followed { state, .. } if self.mode().is_left() && state.is_running() => {
                let mut left = state.clone();
                left.status = DebateStatus::Paused(PausedBy::Viewer);
                view::render(area, buf, ui, &left);
            }
            Self::Live { state, .. } | Self::Followed { state, .. } => {
                view::render(area, buf, ui, state);
            }
            Self::Replay { player, .. } => replayed::render(area, buf, ui, player),
        }
    }

    /// Takes records in. Nothing that has come is no sign of life: the time that somebody waits goes on.
    pub(super) fn fold(&mut self, records: &[Arc<Record>], now: Instant, ui: &mut Ui) {
        let (Self::Live {
            state, last_record, ..
        }
        | Self::Followed {
            state, last_record, ..
        }) = self
        else {
            return;
        };
        // Those that came while the debate was not on the screen were read from the journal.
        let from = state.next_seq;
        for record in records.iter().filter(|record| record.seq >= from) {
            *last_record = now;
            state.apply(record);
            update(ui, state, Msg::Record(record));
        }
        self.hear_own(records, ui);
        self.sit_down(ui);
    }

    /// Whoever takes a seat at this terminal hears whether they sit in it; where they cannot, they watch.
    fn hear_own(&mut self, records: &[Arc<Record>], ui: &mut Ui) {
        let Self::Followed { own, .. } = self else {
            return;
        };
        let Some(seat) = own else {
            return;
        };
        let heard = records.iter().try_for_each(|record| seat.hear(record));
        if let Err(why) = heard {
            *own = None;
            ui.desk.sit_in(None);
            ui.say(format!("{why} You watch."), StyleRole::Error);
        }
    }

    /// The desk of this terminal, from the first, where a seat is taken at it.
    pub(super) fn take_desk(&mut self, ui: &mut Ui) {
        if let Self::Followed {
            own: Some(own),
            state,
            ..
        } = self
        {
            ui.begin_ids_behind(own.first());
            ui.desk.sit_in(Some(own.seat().clone()));
            ui.desk.follow(state);
        }
        self.sit_down(ui);
    }

    /// Sits down in the seat that is taken at this terminal, where that is still to be done and somebody is there to hear.
    pub(super) fn sit_down(&mut self, ui: &mut Ui) {
        let is_left = self.mode().is_left();
        let Self::Followed {
            own: Some(own),
            state,
            ..
        } = self
        else {
            return;
        };
        if is_left || !own.is_to_sit_down(state) {
            return;
        }
        let id = ui.next_id();
        match own.sit_down(id) {
            Ok(()) => ui.waiting.push(PendingCommand {
                id,
                draft: None,
                done: Some(format!("you sit in {}", state.seat_told(own.seat()))),
                remark: None,
            }),
            Err(why) => ui.say(why, StyleRole::Error),
        }
    }

    /// Hands a command of whoever sits at this terminal in to the process that runs the debate; or says why not.
    pub(super) fn hand_in(&self, order: &Order) -> Result<(), &'static str> {
        if self.mode().is_left() {
            return Err("no process runs the debate now: what you typed is kept");
        }
        let Self::Followed { own: Some(own), .. } = self else {
            return Err("you sit in no seat of this debate");
        };
        let handed = own.hand_in(order.id, &order.command);
        handed.map_err(|_| "it cannot be handed in: the folder of the journal cannot be written")
    }

    /// Leaves the seat that was taken at this terminal to its persona.
    pub(super) fn hand_own_seat_over(&self, ui: &mut Ui) {
        let Self::Followed { own: Some(own), .. } = self else {
            return;
        };
        let (seat, span) = (own.seat().clone(), HandoverSpan::Open);
        // Where it cannot be handed in, whoever runs the debate sees that the terminal has gone.
        let _ = own.hand_in(ui.next_id(), &Command::HandOver { seat, span });
    }

    pub(super) fn advance(&mut self) {
        if let Self::Replay { player, since } = self {
            player.advance(since.elapsed());
            *since = Instant::now();
        }
    }

    /// Whether something on the screen changes with time alone.
    pub(super) fn clock_runs(&self) -> bool {
        match self {
            Self::Live { state, line, .. } => *line == Line::Open && state.is_running(),
            Self::Followed {
                tail, state, line, ..
            } => *line == Line::Open && state.is_running() && tail.writer != WriterPresence::Gone,
            Self::Replay { player, .. } => player.playback() == Playback::Playing,
        }
    }

    /// Milliseconds since the last record, where the clock runs.
    pub(super) fn waited(&self, now: Instant) -> u64 {
        match self {
            Self::Live { last_record, .. } | Self::Followed { last_record, .. }
                if self.clock_runs() =>
            {
                u64::try_from(now.duration_since(*last_record).as_millis()).unwrap_or(0)
            }
            Self::Live { .. } | Self::Followed { .. } | Self::Replay { .. } => 0,
        }
    }

    pub(super) fn mode(&self) -> ChamberMode {
        match self {
            Self::Live { .. } => ChamberMode::Live,
            Self::Followed { tail, .. } if tail.deleted => ChamberMode::Followed(RunBy::Deleted),
            Self::Followed { tail, .. } => ChamberMode::Followed(match tail.writer {
                WriterPresence::There(process) => RunBy::Process(process),
                // It may be running.
                WriterPresence::Unknown => RunBy::Process(None),
                WriterPresence::Gone => RunBy::Nobody,
            }),
            Self::Replay { player, .. } => ChamberMode::Replay(player.playback(), player.speed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::{
        debate::{
            event::Event,
            ids::{CommandId, Seat},
        },
        engine::Ending,
        journal::{Journal, SeatReader},
        keymap::Keymap,
        tests::fixture::DebateFixture,
    };

    #[tokio::test]
    async fn the_clock_goes_on_as_long_as_nothing_comes_from_a_model() {
        let (orders, _kept) = mpsc::channel(1);
        let (_records, updates) = mpsc::channel(1);
        let handle = Handle {
            orders,
            updates,
            stop: CancellationToken::new(),
            task: tokio::spawn(async { Ending::Left }),
        };
        let start = Instant::now();
        let mut source = Source::Live {
            handle: Box::new(handle),
            state: Box::new(DebateFixture::preparing().state),
            line: Line::Open,
            last_record: start,
        };
        let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), Vec::new());
        for second in 1..=24 {
            let now = start + Duration::from_secs(second);
            // A frame takes in what has come, and that is nothing.
            source.fold(&[], now, &mut ui);
            assert_eq!(source.waited(now), second * 1000);
        }
    }

    #[tokio::test]
    async fn what_another_process_writes_is_taken_in_as_it_comes() {
        let (told, news) = mpsc::channel(4);
        let start = Instant::now();
        let tail = DebateTail {
            known: Vec::new(),
            writer: WriterPresence::There(None),
            deleted: false,
            quiet: Duration::ZERO,
            news,
        };
        let mut source = Source::Followed {
            tail: Box::new(tail),
            own: None,
            state: Box::new(DebateFixture::speaking().state),
            line: Line::Open,
            last_record: start,
        };
        assert!(source.clock_runs());
        let said = Record {
            seq: source.state().next_seq,
            at_ms: 0,
            event: Event::Said {
                turn: source.state().floor().unwrap().id,
                text: "And so it came.".to_owned(),
            },
        };
        let burst = vec![Arc::new(said)];
        told.send(TailNews::Records(burst)).await.unwrap();
        let More::Records(records) = source.more(None).await else {
            panic!("records had come");
        };
        let mut ui = Ui::new(source.mode(), Keymap::default(), Vec::new());
        source.fold(&records, start, &mut ui);
        let text = &source.state().floor().unwrap().text;
        assert!(text.ends_with("And so it came."), "{text}");

        // Nothing is waited for any more once the writer has gone.
        told.send(TailNews::Writer(WriterPresence::Gone))
            .await
            .unwrap();
        let More::Writer(writer) = source.more(None).await else {
            panic!("the writer had gone");
        };
        if let Source::Followed { tail, .. } = &mut source {
            tail.writer = writer;
        }
        assert!(source.mode().is_left() && !source.clock_runs());
        let area = Rect::new(0, 0, 120, 40);
        let mut screen = Buffer::empty(area);
        ui.mode = source.mode();
        source.render(area, &mut screen, &mut ui);
        let drawn: String = screen
            .content()
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect();
        assert!(drawn.contains("left") && !drawn.contains('●'), "{drawn}");
        assert_eq!(source.waited(start + Duration::from_secs(9)), 0);
        drop(told);
        assert!(matches!(source.more(None).await, More::Ended));
    }

    #[tokio::test]
    async fn whoever_takes_a_seat_sits_down_speaks_and_sits_down_again() {
        let (dir, debate) = (tempfile::tempdir().unwrap(), DebateFixture::speaking());
        let journal = Journal::open(dir.path()).unwrap();
        let id = debate.state.opening.as_ref().unwrap().debate.clone();
        let seat = Seat::named("opp.1");
        let mut reader = SeatReader::of(dir.path(), &id);
        let taken = journal.take_seat(&id, &seat, 7).unwrap();
        let first = CommandId(7 << 32);
        let own = OwnSeat::new(taken, "Robin Marsh".to_owned(), first);
        let (_told, news) = mpsc::channel(4);
        let tail = DebateTail {
            known: Vec::new(),
            writer: WriterPresence::There(None),
            deleted: false,
            quiet: Duration::ZERO,
            news,
        };
        let mut source = Source::Followed {
            tail: Box::new(tail),
            own: Some(Box::new(own)),
            state: Box::new(debate.state),
            line: Line::Open,
            last_record: Instant::now(),
        };
        let mut ui = Ui::new(source.mode(), Keymap::default(), Vec::new());
        source.take_desk(&mut ui);
        let sits = |at: u64| {
            let (seat, name) = (seat.clone(), "Robin Marsh".to_owned());
            (CommandId(first.0 + at), Command::TakeSeat { seat, name })
        };
        assert_eq!(reader.look().commands, [sits(1)]);
        let record = |source: &mut Source, ui: &mut Ui, event| {
            let record = Record {
                seq: source.state().next_seq,
                at_ms: 0,
                event,
            };
            source.fold(&[Arc::new(record)], Instant::now(), ui);
        };
        let taken = Event::SeatTaken {
            command: CommandId(first.0 + 1),
            seat: seat.clone(),
            name: "Robin Marsh".to_owned(),
        };
        record(&mut source, &mut ui, taken);
        assert!(source.state().is_elsewhere(&seat) && ui.has_desk());
        assert_eq!(reader.look().commands, []);
        // Somebody has taken the debate up, and knows nobody.
        let again = Event::Reconvened {
            on_failure: None,
            polled_together: None,
            launch: None,
            models: std::collections::BTreeMap::new(),
            limits: crate::debate::opening::SpendLimits::default(),
        };
        record(&mut source, &mut ui, again);
        assert_eq!(reader.look().commands, [sits(2)]);
        let refused = Event::CommandRefused {
            command: CommandId(first.0 + 2),
            reason: "Somebody sits there.".to_owned(),
        };
        record(&mut source, &mut ui, refused);
        assert!(!ui.has_desk(), "whoever cannot sit down watches");
    }
}
