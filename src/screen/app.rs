//! The loop of the chamber: keys, records, frames and signals go in; orders, frames and the terminal's other
//! uses come out. Owns the view and, of a live debate, its own fold of the records. What a key means is
//! decided in `update`.

mod background;
mod due;
mod editor;
mod leaving;
mod looking;
mod measuring;
mod options;
mod signals;
mod source;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crossterm::event::Event as Input;
use tokio::{
    sync::mpsc::error::{TryRecvError, TrySendError},
    task::JoinHandle,
};

use super::{
    desk::is_interrupt,
    frame::Limiter,
    overlay::Draft,
    replay::{Jump, MarkKind, Player},
    style::StyleRole,
    terminal::{self, Screen},
    transcript::TextSearch,
    ui::Ui,
    update::{Msg, OtherModel, Play, ScreenEffect, update},
};
use crate::{
    debate::{DebateState, event::Record},
    engine::{Ending, Handle},
    error::Failure,
    eval::Report,
    journal::DebateTail,
    own_seat::OwnSeat,
    panics,
};
use background::FetchedInput;
pub use background::of_home;
use due::{done, sleep_until};
use leaving::farewell;
pub use leaving::{ChamberExit, LeftOpen};
pub use options::{Corpora, LookUp, Looking, ReadOther, ScreenOptions, WriteDown};
pub use signals::{Signal, Signals};
use source::{Line, More, Source};

/// Records taken in between two looks at the keys.
const BATCH: usize = 128;
/// The time by which a replay leaps.
const LEAP: Duration = Duration::from_secs(10);
/// The time that a word to the viewer stands in the place of the keys.
const NOTICE: Duration = Duration::from_secs(5);
/// The same, of what could not be done.
const WARNING: Duration = Duration::from_secs(12);
/// The time for which a desk that has opened by itself takes no keys: they were meant for the chamber.
const STARTLED: Duration = Duration::from_millis(500);

/// The source of the debate.
#[derive(Debug)]
pub enum Feed {
    /// A running engine, and what an earlier process recorded of the debate.
    Live(Box<Handle>, Vec<Record>),
    /// The journal of a debate that another process holds, or has left, and the seat that somebody takes in it here.
    Followed(Box<DebateTail>, Option<Box<OwnSeat>>),
    /// A record that is played again.
    Replay(Box<Player>),
}

struct App {
    ui: Ui,
    source: Source,
    frames: Limiter,
    /// Whether nothing is to move that need not.
    is_still: bool,
    corpora: Option<Corpora>,
    write_down: Option<WriteDown>,
    beside: Option<ReadOther>,
    left_open: Option<LeftOpen>,
    /// The measuring of the debate, while it is under way.
    measuring: Option<JoinHandle<Report>>,
    /// The background task that fetches something from the disk.
    background: Option<JoinHandle<FetchedInput>>,
    look_up: Option<LookUp>,
    /// The look for another model, while it is under way.
    looking: Option<JoinHandle<(OtherModel, Result<(), String>)>>,
    /// The notice to the viewer, and the time since which it stands.
    notice: Option<(String, Instant)>,
    /// Whether the viewer was told that part of the program has failed.
    has_told_of_panic: bool,
    /// The time at which the desk was drawn for the first time since it opened by itself.
    desk_drawn: Option<Instant>,
}

/// Shows the debate until the viewer leaves. Whoever took the terminal listens to the signals already, so that
/// none is lost between two listeners.
///
/// # Errors
/// Where the terminal or the engine fails.
pub async fn run(
    screen: &mut Screen,
    feed: Feed,
    options: ScreenOptions,
    signals: &mut Signals,
) -> Result<ChamberExit, Failure> {
    let now = Instant::now();
    let source = match feed {
        Feed::Live(handle, known) => Source::Live {
            handle,
            state: Box::new(DebateState::fold(&known)),
            line: Line::Open,
            last_record: now,
        },
        Feed::Followed(mut tail, own) => Source::Followed {
            own,
            state: Box::new(DebateState::fold(&std::mem::take(&mut tail.known))),
            // Whoever comes later has waited as long as those who were there.
            last_record: now.checked_sub(tail.quiet).unwrap_or(now),
            tail,
            line: Line::Open,
        },
        Feed::Replay(player) => Source::Replay { player, since: now },
    };
    let mut app = App {
        ui: Ui::new(source.mode(), options.keymap, options.looks),
        source,
        frames: due::frames(options.reduced_motion),
        is_still: options.reduced_motion,
        corpora: options.corpora,
        write_down: options.write_down,
        beside: options.beside,
        left_open: options.left_open,
        measuring: None,
        background: None,
        look_up: options.look_up,
        looking: None,
        notice: None,
        has_told_of_panic: false,
        desk_drawn: None,
    };
    app.ui.asks_what_next = app.write_down.is_some();
    app.ui.candidates = options.candidates;
    app.ui.what_else.has_beside = app.beside.is_some();
    app.ui.what_else.is_paired = options.is_paired;
    app.ui.can_be_left_open = app.left_open.is_some();
    app.ui.desk.find(options.desk);
    app.source.take_desk(&mut app.ui);
    if options.opens_beside {
        app.read_beside();
    }
    let begun = options.begun;
    let begun = begun.map(|begun| Draft::question(begun.seat, begun.text));
    if app.source.is_for_questions() {
        app.ui.take_questions(app.source.state(), begun);
    } else {
        app.ui.drafts.keep(begun);
    }
    if let Some(said) = options.said {
        app.ui.say(said, StyleRole::Error);
    } else if let Some(told) = options.told {
        app.ui.say(told, StyleRole::Warning);
    }
    app.ui.transcript.search = options.search.map(TextSearch::of);
    app.frames.request(now);
    let left = app.run(screen, signals).await;
    app.ui.desk.leave(app.source.state());
    farewell(app.source, &left, app.left_open).await;
    left
}

impl App {
    async fn run(
        &mut self,
        screen: &mut Screen,
        signals: &mut Signals,
    ) -> Result<ChamberExit, Failure> {
        loop {
            if terminal::is_broken() {
                return Err(Failure::internal(
                    "the program has failed; see the message above",
                ));
            }
            let due = self.frames.deadline();
            let step = self.source.next_due();
            let commands = tokio::select! {
                // Keys come before frames and frames before records: under a flood of text the keys
                // still answer and the screen still moves.
                biased;
                signal = signals.next() => match signal {
                    Signal::End => return Ok(ChamberExit::Interrupted),
                    Signal::Stop => vec![ScreenEffect::Suspend],
                },
                input = screen.input() => match input {
                    Some(input) => self.on_input(&input),
                    None => return Ok(ChamberExit::Interrupted),
                },
                () = sleep_until(due) => {
                    self.draw(screen)?;
                    Vec::new()
                }
                report = done(&mut self.measuring) => self.measured(report),
                fetched = done(&mut self.background) => self.fetched(fetched),
                looked_up = done(&mut self.looking) => self.looked_up(looked_up),
                more = self.source.more(step) => self.take(more).await?,
            };
            for command in commands {
                match command {
                    ScreenEffect::Leave => return Ok(self.outcome()),
                    ScreenEffect::LeaveToPersona => {
                        self.source.hand_own_seat_over(&mut self.ui);
                        return Ok(self.outcome());
                    }
                    ScreenEffect::Refine => return Ok(ChamberExit::Refine),
                    ScreenEffect::LookUp(other) => {
                        if let Some(other) = self.look_for(other) {
                            return Ok(ChamberExit::GoOnWith(other));
                        }
                    }
                    ScreenEffect::GoOnWith(other) => return Ok(ChamberExit::GoOnWith(other)),
                    ScreenEffect::Next(step) => return Ok(ChamberExit::Next(step)),
                    ScreenEffect::WriteDown(form) => {
                        if let Some(WriteDown(write)) = self.write_down.clone() {
                            self.go(|| background::written(move || write(form)));
                        }
                    }
                    ScreenEffect::Suspend => screen.suspend()?,
                    ScreenEffect::Edit(text) => {
                        screen.hand_over();
                        let edited = self.edit(&text, signals).await;
                        screen.retake()?;
                        match edited {
                            Ok(Some(text)) => {
                                self.update(Msg::Edited(&text));
                            }
                            Ok(None) => return Ok(ChamberExit::Interrupted),
                            Err(why) => self.ui.say(why, StyleRole::Error),
                        }
                    }
                    ScreenEffect::Redraw => screen.clear()?,
                    ScreenEffect::Copy(text) => {
                        screen.copy(&text)?;
                        self.update(Msg::Copied);
                    }
                    ScreenEffect::Send(order) => self.send(order),
                    ScreenEffect::Measure => self.measure(),
                    ScreenEffect::Beside => self.read_beside(),
                    ScreenEffect::Read { path, source } => {
                        self.go(|| background::file(path, source));
                    }
                    ScreenEffect::Complete(typed) => self.go(|| background::path(typed)),
                    ScreenEffect::Play(play) => self.play(play),
                }
                self.frames.request(Instant::now());
            }
        }
    }

    fn update(&mut self, msg: Msg<'_>) -> Vec<ScreenEffect> {
        update(&mut self.ui, self.source.state(), msg)
    }

    fn on_input(&mut self, input: &Input) -> Vec<ScreenEffect> {
        self.frames.request(Instant::now());
        match input {
            Input::Key(_) | Input::Paste(_) if !is_interrupt(input) && self.is_startled() => {
                Vec::new()
            }
            Input::Key(key) => self.update(Msg::Key(*key)),
            Input::Paste(text) => self.update(Msg::Paste(text)),
            Input::Mouse(mouse) => self.update(Msg::Mouse(*mouse)),
            Input::Resize(..) | Input::FocusGained | Input::FocusLost => Vec::new(),
        }
    }

    /// Whether a key goes to a desk that whoever pressed it cannot have seen.
    fn is_startled(&mut self) -> bool {
        if self.ui.overlay.is_some() || !self.ui.types_at_desk() {
            return false;
        }
        let drawn = self.desk_drawn;
        self.ui.desk.has_just_opened() || drawn.is_some_and(|drawn| drawn.elapsed() < STARTLED)
    }

    async fn take(&mut self, more: More) -> Result<Vec<ScreenEffect>, Failure> {
        let now = Instant::now();
        match &more {
            More::Records(_) | More::Step => self.frames.come(now),
            More::Writer(_) | More::Deleted(_) | More::Failed(_) | More::Ended => {
                self.frames.request(now);
            }
        }
        match more {
            More::Records(records) => self.fold(&records),
            More::Step => self.source.advance(),
            More::Writer(writer) => {
                self.source.note_writer(writer);
                self.ui.mode = self.source.mode();
                self.source.sit_down(&mut self.ui);
            }
            More::Deleted(deleted) => self.source.note_deleted(deleted),
            More::Failed(why) => self.ui.say(why, StyleRole::Error),
            More::Ended => self.ended().await?,
        }
        Ok(Vec::new())
    }

    fn fold(&mut self, records: &[Arc<Record>]) {
        self.source.fold(records, Instant::now(), &mut self.ui);
    }

    /// The engine has ended: the last word is on the screen, and the viewer may go on reading.
    async fn ended(&mut self) -> Result<(), Failure> {
        if let Source::Followed { line, .. } = &mut self.source {
            *line = Line::Closed;
        }
        let Source::Live {
            handle,
            line,
            state,
            ..
        } = &mut self.source
        else {
            return Ok(());
        };
        *line = Line::Closed;
        self.ui.takes_questions = false;
        let opening = state.opening.as_deref();
        let id = opening.map_or_else(|| "last".to_owned(), |one| one.debate.short().to_owned());
        match (&mut handle.task).await {
            Ok(Ending::Closed | Ending::Left) => {}
            Ok(Ending::Limit(what) | Ending::Unreachable(what)) => {
                self.ui.say(what, StyleRole::Warning);
            }
            Ok(Ending::Journal(why)) => {
                let failure = Failure::internal(format!("the journal cannot be written: {why}"));
                return Err(failure.hint(format!("go on with: hustings resume {id}")));
            }
            Err(error) => {
                return Err(
                    Failure::internal(format!("the engine has failed: {error}")).hint(format!(
                        "the debate is in the journal: hustings resume {id}"
                    )),
                );
            }
        }
        self.ui.waiting.clear();
        Ok(())
    }

    fn draw(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        // What has come meanwhile is drawn with the rest.
        let mut more = Vec::new();
        if let Source::Live { handle, .. } = &mut self.source {
            while more.len() < BATCH {
                match handle.updates.try_recv() {
                    Ok(record) => more.push(record),
                    Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
                }
            }
        }
        self.fold(&more);
        self.source.advance();
        let now = Instant::now();
        if !self.has_told_of_panic
            && let Some(caught) = panics::caught()
        {
            self.has_told_of_panic = true;
            self.ui.say(caught.describe(), StyleRole::Error);
        }
        let fades = self.fade(now);
        self.ui.waited_ms = self.source.waited(now);
        self.ui.mode = self.source.mode();
        let (ui, source) = (&mut self.ui, &self.source);
        if ui.desk.is_to_ring() {
            Screen::ring()?;
        }
        screen.draw(|frame| source.render(frame.area(), frame.buffer_mut(), ui))?;
        self.frames.drawn(now);
        if self.ui.desk.takes_opening() {
            self.desk_drawn = Some(now);
        }
        if let Some(fades) = fades {
            self.frames.request_at(fades);
        }
        if self.source.clock_runs() {
            self.frames.request_at(now + due::beat(self.is_still));
        }
        Ok(())
    }

    /// Takes away a word to the viewer that has been read, and says when the one that stands goes. Errors stay until
    /// the next key.
    fn fade(&mut self, now: Instant) -> Option<Instant> {
        let Some((text, role)) = &self.ui.message else {
            self.notice = None;
            return None;
        };
        let stands = if *role == StyleRole::Notice {
            NOTICE
        } else if *role == StyleRole::Warning {
            WARNING
        } else {
            return None;
        };
        let since = match &self.notice {
            Some((said, since)) if said == text => *since,
            _ => now,
        };
        if now >= since + stands {
            self.ui.message = None;
            self.notice = None;
            return None;
        }
        self.notice = Some((text.clone(), since));
        Some(since + stands)
    }

    fn send(&mut self, order: crate::engine::Order) {
        let id = order.id;
        if let Source::Followed { .. } = &self.source {
            let msg = match self.source.hand_in(&order) {
                Ok(()) => Msg::Sent(id),
                Err(why) => Msg::NotSent(id, why),
            };
            self.update(msg);
            return;
        }
        let Source::Live { handle, .. } = &self.source else {
            return;
        };
        let sent = handle.orders.try_send(order);
        match sent {
            Ok(()) => self.update(Msg::Sent(id)),
            Err(TrySendError::Full(_)) => self.update(Msg::NotSent(
                id,
                "the house is too busy to hear it: try again in a moment",
            )),
            Err(TrySendError::Closed(_)) => self.update(Msg::NotSent(id, "the debate is over")),
        };
    }

    fn fetched(&mut self, fetched: Option<FetchedInput>) -> Vec<ScreenEffect> {
        self.frames.request(Instant::now());
        match fetched {
            Some(FetchedInput::Path(completion)) => self.update(Msg::Completed(completion)),
            Some(FetchedInput::Written(Ok(told))) => {
                self.ui.say(told, StyleRole::Warning);
                Vec::new()
            }
            Some(FetchedInput::Written(Err(why))) => {
                self.ui.say(why, StyleRole::Error);
                Vec::new()
            }
            Some(FetchedInput::Beside(other)) => self.update(Msg::Beside(other)),
            Some(FetchedInput::File { path, source, read }) => {
                self.update(Msg::Read { path, source, read })
            }
            None => {
                self.ui.say("the file could not be read", StyleRole::Error);
                Vec::new()
            }
        }
    }

    fn play(&mut self, play: Play) {
        let Source::Replay { player, since } = &mut self.source else {
            return;
        };
        player.advance(since.elapsed());
        *since = Instant::now();
        match play {
            Play::Toggle => player.toggle(),
            Play::Faster => player.faster(),
            Play::Slower => player.slower(),
            Play::Next => player.seek(Jump::Next(MarkKind::Speech)),
            Play::Previous => player.seek(Jump::Previous(MarkKind::Speech)),
            Play::NextPhase => player.seek(Jump::Next(MarkKind::Phase)),
            Play::PreviousPhase => player.seek(Jump::Previous(MarkKind::Phase)),
            Play::NextSentence => player.seek(Jump::NextSentence),
            Play::PreviousSentence => player.seek(Jump::PreviousSentence),
            Play::Rhythm => player.change_rhythm(),
            Play::Ahead => player.seek(Jump::Ahead(LEAP)),
            Play::Back => player.seek(Jump::Back(LEAP)),
            Play::To { cell, of } => {
                player.seek(Jump::Fraction(f64::from(cell) / f64::from(of.max(1))));
            }
        }
    }

    /// Hands the terminal to the editor; records are still taken in. `None` where a signal ended it.
    async fn edit(&mut self, text: &str, signals: &mut Signals) -> Result<Option<String>, String> {
        let mut editing = editor::Editing::begin(text)?;
        loop {
            let step = self.source.next_due();
            tokio::select! {
                biased;
                signal = signals.next() => match signal {
                    Signal::End => return Ok(None),
                    // The editor has the terminal, and is asked by the shell itself.
                    Signal::Stop => {}
                },
                done = editing.done() => return done.map(Some),
                more = self.source.more(step) => {
                    if let Err(failure) = self.take(more).await {
                        return Err(failure.message);
                    }
                }
            }
        }
    }

    fn outcome(&self) -> ChamberExit {
        match &self.source {
            Source::Live { state, .. } | Source::Followed { state, .. } if !state.is_closed() => {
                ChamberExit::Left
            }
            Source::Live { .. } | Source::Followed { .. } | Source::Replay { .. } => {
                ChamberExit::Over
            }
        }
    }
}
