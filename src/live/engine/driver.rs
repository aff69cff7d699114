//! The one place where a debate meets the world. It owns the state, the calls under way and what they have
//! written but nobody has heard; it decides nothing. What comes in is turned into [`Input`]s, what the rules
//! say is recorded first and done afterwards.

use std::sync::Arc;

use tokio::{sync::mpsc, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    by_hand,
    debate::{
        DebateState,
        ask::Ask,
        command::Pace,
        decide::{Decision, Effect, Input, decide},
        event::{CallFailure, CallReport, Event, PausedBy, Record},
        ids::CallId,
        opening::OnFailure,
        state::DebateStatus,
    },
    llm::{Finish, ModelError, Piece, retry::millis, roster::Roster},
    prompt::Prompts,
    text::{count_words, shown::given},
};

use super::{
    clock::sleep_until,
    handle::{Ending, Order},
    note::Note,
    passages::PassageSources,
    recorder::Recorder,
    run_state::RunState,
    running::{Waits, completed},
};

/// The most notes of calls that are taken at a time: text that came together is recorded together.
const BATCH: usize = 64;

/// Runs one debate, from the parts that it is given.
pub(super) struct Driver {
    pub(super) state: DebateState,
    pub(super) recorder: Box<dyn Recorder>,
    pub(super) prompts: Arc<Prompts>,
    pub(super) roster: Arc<Roster>,
    pub(super) passage_sources: Option<PassageSources>,
    pub(super) orders: mpsc::Receiver<Order>,
    pub(super) updates: mpsc::Sender<Arc<Record>>,
    pub(super) stop: CancellationToken,
    pub(super) run: RunState,
}

/// The reason why the loop is left before the debate is over.
pub(super) type Stop = Result<(), Ending>;

impl Driver {
    /// Runs the debate from `first` (opening it, or taking it up again) to its end.
    pub(super) async fn run(mut self, first: Input) -> Ending {
        let ending = match self.go(first).await {
            Ok(()) => Ending::Closed,
            Err(ending @ Ending::Journal(_)) => ending,
            Err(ending) => self.leave().await.unwrap_or(ending),
        };
        self.run.running.abort();
        ending
    }

    /// Ends what is under way and records it as cut: whoever takes the debate up begins it anew. Says why where that
    /// cannot be recorded.
    async fn leave(&mut self) -> Option<Ending> {
        let cut = self.run.running.iter();
        let cut = cut.map(|(id, call)| (id, call.so_far())).collect();
        self.run.running.abort();
        match self.decide_only(Input::Leave { cut }).await {
            Err(ending @ Ending::Journal(_)) => Some(ending),
            Ok(()) | Err(_) => None,
        }
    }

    async fn go(&mut self, first: Input) -> Stop {
        let is_new = matches!(first, Input::Open(_));
        // One that was over already is there for questions, until whoever asks them has no more.
        let takes_questions = self.state.is_closed();
        self.decide_only(first).await?;
        // Said before anything is asked.
        let opening = self.state.opening.clone().filter(|_| is_new);
        let told = self.tight(opening);
        let told = tokio::select! {
            biased;
            () = self.stop.cancelled() => return Err(Ending::Left),
            told = told => told,
        };
        for text in told {
            self.decide_only(Input::Notice(text)).await?;
        }
        self.feed(Input::Advance).await?;
        let mut batch = Vec::with_capacity(BATCH);
        while takes_questions || !self.state.is_closed() {
            self.send_nothing_at_limit().await?;
            self.run.permits.clear();
            self.limit_without_viewer()?;
            let wake = self.wake();
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return Err(Ending::Left),
                order = self.orders.recv() => match order {
                    Some(order) => self.take_orders(order).await?,
                    None => return Err(Ending::Left),
                },
                _ = self.run.notes.1.recv_many(&mut batch, BATCH) => {
                    for note in batch.drain(..) {
                        if self.waits(&note) {
                            self.run.held.push_back(note);
                        } else {
                            self.note(note).await?;
                        }
                    }
                }
                () = sleep_until(wake) => {}
            }
            self.take_in_held().await?;
            self.release().await?;
        }
        Ok(())
    }

    /// Cuts what no server is at work on where a limit is reached, for its turn has not come or its next try waits: it is
    /// asked for again when somebody goes on.
    async fn send_nothing_at_limit(&mut self) -> Stop {
        let is_finishing = self.state.is_at_limit();
        let is_paused = matches!(
            self.state.status,
            DebateStatus::Paused(PausedBy::Limit { .. })
        );
        if !is_finishing && !is_paused {
            return Ok(());
        }
        let running = self.run.running.iter();
        let unsent: Vec<CallId> = running
            .filter(|(_, call)| match call.waits() {
                _ if is_paused && is_asked_in_a_pause(&call.ask) => false,
                Waits::ForTurn => is_finishing,
                Waits::ForNextTry => true,
                Waits::Not => false,
            })
            // All before the first is recorded: the next would have its turn meanwhile.
            .inspect(|(_, call)| call.abort.abort())
            .map(|(id, _)| id)
            .collect();
        if unsent.is_empty() {
            return Ok(());
        }
        for id in unsent {
            self.cut(id).await?;
        }
        self.advance().await
    }

    /// Headless, nobody is there to go on after a limit.
    fn limit_without_viewer(&self) -> Stop {
        let unattended = self.state.on_failure != OnFailure::Pause;
        if let DebateStatus::Paused(PausedBy::Limit { what }) = &self.state.status
            && unattended
        {
            return Err(Ending::Limit(what.clone()));
        }
        Ok(())
    }

    /// Takes in all that is ordered at once, and then everything that follows from it: a speech is begun again once for
    /// what is handed in together.
    async fn take_orders(&mut self, first: Order) -> Stop {
        let mut next = Some(first);
        while let Some(Order { id, command }) = next.filter(|_| !self.stop.is_cancelled()) {
            let input = by_hand::input(&self.state, id, command);
            self.decide_only(input).await?;
            next = self.orders.try_recv().ok();
        }
        self.advance().await
    }

    /// Takes one input in, and then everything that follows from it.
    pub(super) async fn feed(&mut self, input: Input) -> Stop {
        self.decide_only(input).await?;
        self.advance().await
    }

    /// Does everything that follows from the state.
    async fn advance(&mut self) -> Stop {
        loop {
            let decision = decide(&self.state, Input::Advance);
            if decision.is_empty() {
                return Ok(());
            }
            self.carry_out(decision).await?;
        }
    }

    /// Records first, then does.
    async fn carry_out(&mut self, decision: Decision) -> Stop {
        for call in decision.cut_before {
            Box::pin(self.cut(call)).await?;
        }
        let at_ms = self.run.clock.now_ms().max(self.state.at_ms);
        let mut records = Vec::with_capacity(decision.events.len());
        for (seq, event) in (self.state.next_seq..).zip(decision.events) {
            records.push(Arc::new(Record { seq, at_ms, event }));
        }
        if !records.is_empty() {
            self.recorder
                .append(records.clone())
                .await
                .map_err(Ending::Journal)?;
        }
        // What is recorded has happened, whether or not anybody is left to be told.
        for record in &records {
            self.state.apply(record);
            self.hold_for(&record.event);
        }
        for record in records {
            if self.updates.send(record).await.is_err() {
                return Err(Ending::Left);
            }
        }
        for effect in decision.effects {
            match effect {
                Effect::Begin { call, ask } => self.begin(call, &ask).await?,
                Effect::Cut { call } => self.cut(call).await?,
            }
        }
        Ok(())
    }

    /// Gives what is put and answered as a whole the time to be heard, at a pace.
    fn hold_for(&mut self, event: &Event) {
        let Event::PoiAnswered { poi, text } = event else {
            return;
        };
        let Some(words_per_minute) = self.state.pace.words_per_minute() else {
            return;
        };
        let point = self
            .state
            .point(*poi)
            .map_or(0, |point| count_words(&point.text));
        let words = u64::from(point + count_words(text));
        self.run.hold_until_ms =
            self.run.clock.now_ms() + words * 60_000 / u64::from(words_per_minute);
    }

    /// Takes an input in without what follows: whoever is in the middle of carrying out goes on with that.
    pub(super) async fn decide_only(&mut self, input: Input) -> Stop {
        let decision = decide(&self.state, input);
        self.carry_out(decision).await
    }

    /// Stops a call. What it had written and nobody has heard is dropped with it.
    async fn cut(&mut self, id: CallId) -> Stop {
        let call = self.run.running.remove(id);
        if let Some(call) = &call {
            call.abort.abort();
        }
        let report = call.map(|call| call.so_far()).unwrap_or_default();
        Box::pin(self.decide_only(Input::Cut { call: id, report })).await
    }

    /// Whether a note waits until the debate goes on: nothing that is on the record happens while it is paused. What
    /// the viewer has asked is answered in a pause, too, and a server that was gone is waited for in one.
    fn waits(&self, note: &Note) -> bool {
        let DebateStatus::Paused(by) = &self.state.status else {
            return false;
        };
        let id = match note {
            // That a speech is written is on the record, too: those beside it are heard by that.
            Note::Answered(id, ..) | Note::Written(id, ..) => *id,
            // Of a server that is gone everything has to be known.
            Note::Failed(id, ..) if !matches!(by, PausedBy::Unreachable { .. }) => *id,
            Note::Failed(..) | Note::Piece(..) | Note::Drafted(..) | Note::Over(_) => return false,
        };
        let asked = self.run.running.get(id).map(|call| &call.ask);
        asked.is_some_and(|ask| !is_asked_in_a_pause(ask))
    }

    /// Takes in what has waited for the end of a pause.
    async fn take_in_held(&mut self) -> Stop {
        while self.state.is_running()
            && let Some(note) = self.run.held.pop_front()
        {
            self.note(note).await?;
        }
        Ok(())
    }

    async fn note(&mut self, note: Note) -> Stop {
        match note {
            Note::Piece(id, Piece::Text(text)) => {
                if let Some(call) = self.run.running.get_mut(id) {
                    call.written_chars += text.len();
                    if let Some((voice, reveal)) = &mut call.floor {
                        reveal.push(&voice.push(&text));
                    }
                }
                Ok(())
            }
            Note::Piece(id, Piece::Ended) => {
                let call = self.run.running.get_mut(id);
                if let Some((_, reveal)) = call.and_then(|call| call.floor.as_mut()) {
                    reveal.complete();
                }
                Ok(())
            }
            Note::Piece(_, Piece::Thinking | Piece::Refused | Piece::Turn(_)) => Ok(()),
            Note::Piece(
                id,
                Piece::Retrying {
                    attempt,
                    reason,
                    wait,
                },
            ) => {
                let call = self.run.running.get_mut(id);
                let so_far = call.map(|call| {
                    call.waits_after = call.meter.tries();
                    call.used()
                });
                self.feed(Input::Retrying {
                    call: id,
                    attempt,
                    reason,
                    wait_ms: millis(wait),
                    so_far,
                })
                .await
            }
            Note::Drafted(id, draft) => self.told_of_draft(id, draft).await,
            Note::Written(id, finish, report) => self.written(id, finish, report).await,
            Note::Answered(id, answer, report) => {
                let Some(call) = self.run.running.remove(id) else {
                    return Ok(());
                };
                let report = completed(report, &call);
                self.feed(Input::Answered {
                    call: id,
                    answer,
                    report,
                })
                .await
            }
            Note::Failed(id, error, report) => self.failed(id, error, report).await,
            Note::Over(permit) => {
                self.run.permits.push(permit);
                Ok(())
            }
        }
    }

    async fn written(&mut self, id: CallId, finish: Finish, report: CallReport) -> Stop {
        let Some(call) = self.run.running.get_mut(id) else {
            return Ok(());
        };
        let report = completed(report, call);
        if let Some((voice, reveal)) = &mut call.floor {
            let rest = voice.finish(finish);
            reveal.push(&rest);
            reveal.finish(report, finish);
        }
        self.feed(Input::Written { call: id }).await?;
        self.release().await
    }

    async fn failed(&mut self, id: CallId, error: ModelError, report: CallReport) -> Stop {
        if self.run.running.get(id).is_none() {
            return Ok(());
        }
        if matches!(error, ModelError::TooLong { .. }) {
            return self.outgrown(id, &error, report).await;
        }
        let Some(mut call) = self.run.running.remove(id) else {
            return Ok(());
        };
        let report = completed(report, &call);
        let wrote = call.written_chars > 0;
        let failure = error.failure();
        let is_missing = matches!(error, ModelError::NoSuchModel { .. });
        let failure = if failure == CallFailure::Overdue {
            // To take it up again would be to wait as long again.
            failure
        } else if error.had_text() && wrote {
            CallFailure::Broke
        } else if is_missing && self.roster.models() == 1 {
            CallFailure::Refused
        } else {
            failure
        };
        // Of several it is told which one it was.
        let reason = if self.roster.models() > 1 && !error.names_its_place() {
            format!("{}: {}", given(&call.model), error.reason())
        } else {
            error.reason()
        };
        // What came before the line broke is heard first, at its pace; the rest is asked for again.
        if let Some((voice, reveal)) = &mut call.floor
            && wrote
        {
            let rest = voice.finish(Finish::Length);
            reveal.push(&rest);
            reveal.keep_sentences();
            reveal.finish(report, Finish::Stop);
            call.broke = Some((reason, failure));
            self.run.running.insert(id, call);
            self.feed(Input::Written { call: id }).await?;
            return self.release().await;
        }
        let raw = if let ModelError::Shape { raw, .. } = error {
            raw
        } else {
            String::new()
        };
        self.feed(Input::Failed {
            call: id,
            reason,
            failure,
            raw,
            report,
        })
        .await
    }

    /// The time at which the next words are due.
    fn wake(&mut self) -> Option<Instant> {
        let pace = self.pace()?;
        let read = self.run.reading.wake_ms(&self.state);
        let read = read.map(|due| due.max(self.run.hold_until_ms));
        let spoken = self
            .run
            .running
            .on_the_floor()
            .filter(|(_, call)| !is_held_back(&self.state, &call.ask))
            .filter_map(|(_, call)| call.floor.as_ref()?.1.wake_ms(pace));
        let due = spoken.chain(read).min();
        due.map(|due| self.run.clock.instant(due))
    }

    /// The pace at which words are released now; `None` where none are. Whoever asks after the end reads the answer as it
    /// is written.
    fn pace(&self) -> Option<Pace> {
        if self.state.is_closed() {
            return Some(Pace::Instant);
        }
        self.state.is_running().then_some(self.state.pace)
    }

    /// Releases what is due to the house. A pause stops this at the very character.
    async fn release(&mut self) -> Stop {
        loop {
            let Some(pace) = self.pace() else {
                return Ok(());
            };
            let now_ms = self.run.clock.now_ms();
            let mut next = None;
            for (id, call) in self.run.running.on_the_floor() {
                let Some((_, reveal)) = &mut call.floor else {
                    continue;
                };
                if is_held_back(&self.state, &call.ask) {
                    continue;
                }
                if let Some((text, rest)) = reveal.release(now_ms, pace) {
                    next = Some(Input::Said {
                        call: id,
                        text,
                        rest,
                    });
                } else if let Some((report, at_limit)) = reveal.drained() {
                    let report = report.clone();
                    next = Some(match call.broke.take() {
                        Some((reason, failure)) => Input::Failed {
                            call: id,
                            reason,
                            failure,
                            raw: String::new(),
                            report,
                        },
                        None => Input::Drained {
                            call: id,
                            report,
                            at_limit,
                        },
                    });
                } else {
                    continue;
                }
                break;
            }
            if let Some((call, work)) = self.next_draft() {
                self.feed(Input::Drafted { call, work }).await?;
            }
            let from_ms = self.run.hold_until_ms;
            let read = || self.run.reading.due(&self.state, now_ms, from_ms);
            let Some(input) = next.or_else(read) else {
                return Ok(());
            };
            if let Input::Drained { call, .. } | Input::Failed { call, .. } = &input {
                self.run.running.remove(*call);
            }
            self.feed(input).await?;
            // What has come meanwhile goes first: the bell is to know of a speech that is written whole by now.
            if !self.run.notes.1.is_empty() {
                return Ok(());
            }
        }
    }
}

/// Whether what is asked is answered in a pause, too: the viewer wants to know it, or whether a server is back.
fn is_asked_in_a_pause(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Question { .. } | Ask::AnswerCheck { .. } | Ask::Probe { .. }
    )
}

/// Whether the words of a call are not heard before others are.
fn is_held_back(state: &DebateState, ask: &Ask) -> bool {
    let turn = ask.writes().and_then(|turn| state.turn(turn));
    turn.is_some_and(|turn| state.is_held_back(turn))
}
