//! The one place where a debate meets the world. It owns the state, the calls under way and what they have
//! written but nobody has heard; it decides nothing. What comes in is turned into [`Input`]s, what the rules
//! say is recorded first and done afterwards.

use std::{sync::Arc, time::Duration};

use tokio::{sync::mpsc, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    debate::{
        DebateState,
        ask::Ask,
        decide::{Decision, Effect, Input, decide},
        event::{CallReport, Event, Failure, PausedBy, Record},
        ids::{CallId, TurnId},
        opening::OnFailure,
        state::Status,
    },
    llm::{Finish, ModelError, Piece, roster::Roster, tries::millis},
    prompt::Prompts,
    text::count_words,
};

use super::{
    books::{Books, Draw},
    calls::{self, Call, Job, Note},
    clock::sleep_until,
    desk::Desk,
    handle::{Ending, Order},
    parts::Parts,
    recorder::Recorder,
    reveal::Reveal,
    room,
    under_way::{self, Running, with_repeats},
    voice::Voice,
};

/// How many of them are taken at a time: text that came together is recorded together.
const BATCH: usize = 64;
/// Runs one debate, from the parts that it is given.
pub(super) struct Driver {
    pub(super) state: DebateState,
    pub(super) recorder: Box<dyn Recorder>,
    pub(super) prompts: Arc<Prompts>,
    pub(super) roster: Arc<Roster>,
    pub(super) books: Option<Books>,
    pub(super) orders: mpsc::Receiver<Order>,
    pub(super) updates: mpsc::Sender<Arc<Record>>,
    pub(super) stop: CancellationToken,
    pub(super) desk: Desk,
}

/// Why the loop is left before the debate is over.
pub(super) type Stop = Result<(), Ending>;

impl Driver {
    /// Runs the debate from `first` (opening it, or taking it up again) to its end.
    pub(super) async fn run(mut self, first: Input) -> Ending {
        let ending = match self.go(first).await {
            Ok(()) => Ending::Closed,
            Err(ending @ Ending::Journal(_)) => ending,
            Err(ending) => self.leave().await.unwrap_or(ending),
        };
        self.desk.running.abort();
        ending
    }

    /// What is under way ends here, and is recorded as cut: whoever takes the debate up begins it anew. Says why where
    /// that cannot be recorded.
    async fn leave(&mut self) -> Option<Ending> {
        let cut = self.desk.running.iter();
        let cut = cut.map(|(id, call)| (id, call.so_far())).collect();
        self.desk.running.abort();
        match self.decide_only(Input::Leave { cut }).await {
            Err(ending @ Ending::Journal(_)) => Some(ending),
            Ok(()) | Err(_) => None,
        }
    }

    async fn go(&mut self, first: Input) -> Stop {
        let is_new = matches!(first, Input::Open(_));
        self.decide_only(first).await?;
        // Said before anything is asked.
        let tight = room::tight(&self.state, &self.roster);
        for text in tight.into_iter().filter(|_| is_new) {
            self.decide_only(Input::Notice(text)).await?;
        }
        self.feed(Input::Advance).await?;
        let mut batch = Vec::with_capacity(BATCH);
        while !self.state.is_closed() {
            self.limit_without_viewer()?;
            let wake = self.wake();
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return Err(Ending::Left),
                order = self.orders.recv() => match order {
                    Some(Order { id, command }) => self.feed(Input::Command(id, command)).await?,
                    None => return Err(Ending::Left),
                },
                _ = self.desk.notes.1.recv_many(&mut batch, BATCH) => {
                    for note in batch.drain(..) {
                        self.note(note).await?;
                    }
                }
                () = sleep_until(wake) => {}
            }
            self.release().await?;
        }
        Ok(())
    }

    /// Headless, nobody is there to go on after a limit.
    fn limit_without_viewer(&self) -> Stop {
        let unattended = self.state.on_failure != OnFailure::Pause;
        match &self.state.status {
            Status::Paused(PausedBy::Limit { what }) if unattended => {
                Err(Ending::Limit(what.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Takes one input in, and then everything that follows from it.
    pub(super) async fn feed(&mut self, input: Input) -> Stop {
        let decision = decide(&self.state, input);
        self.carry_out(decision).await?;
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
        let at_ms = self.desk.clock.now_ms().max(self.state.at_ms);
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

    /// What is put and answered as a whole is given the time to be heard, at a pace.
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
        self.desk.hold_until_ms =
            self.desk.clock.now_ms() + words * 60_000 / u64::from(words_per_minute);
    }

    /// Looks for passages beside everything else: a large library, or an embedder on a server, may take its time.
    fn look_up(&mut self, id: CallId, ask: &Ask, turn: TurnId) {
        let Some(draw) = Draw::of(&self.state, turn) else {
            return;
        };
        let (books, notes) = (self.books.clone(), self.desk.notes.0.clone());
        let task = tokio::spawn(calls::draw(id, draw, books, notes));
        let running = Running::beside(ask.clone(), task.abort_handle());
        self.desk.running.insert(id, running);
    }

    pub(super) async fn begin(&mut self, id: CallId, ask: &Ask) -> Stop {
        if let Ask::Draw { turn } = ask {
            self.look_up(id, ask, *turn);
            return Ok(());
        }
        let seat = self.state.calls.get(&id).and_then(|call| call.seat.clone());
        let role = self.state.role_of(ask, seat.as_ref());
        let assigned = self.roster.assigned(role, seat.as_ref()).clone();
        let model = Arc::clone(&assigned.model);
        let context = self
            .desk
            .contexts
            .get(model.label())
            .copied()
            .unwrap_or(u32::MAX)
            .min(model.profile().context);
        let prompted = match self.prompts.prompt(&self.state, ask, context) {
            Ok(prompted) => prompted,
            Err(reason) => {
                let report = CallReport {
                    model: model.label().to_owned(),
                    ..CallReport::default()
                };
                let reason = format!("the prompt could not be made: {reason}");
                let failed = Input::Failed {
                    call: id,
                    reason,
                    failure: Failure::Unavailable,
                    raw: String::new(),
                    report,
                };
                return Box::pin(self.decide_only(failed)).await;
            }
        };
        let condensed = prompted.condensed;
        let practice = under_way::practised(&self.state, ask, (&self.prompts, &prompted.request));
        let parts = Parts::of(&self.state, &self.prompts, prompted.parts);
        let (prompt_chars, repeated_share) = self.desk.prefixes.take_in(&prompted.request.messages);
        let of_kind = (model.label().to_owned(), ask.purpose());
        if let Some(reason) = self.is_too_long(&of_kind, prompt_chars) {
            let report = CallReport {
                model: of_kind.0,
                ..CallReport::default()
            };
            let failed = room::failed(id, reason, report);
            self.desk.running.remove(id);
            return Box::pin(self.decide_only(failed)).await;
        }
        let job = Job::of(&self.state, ask);
        let floor = matches!(job, Job::Floor).then(|| {
            let mut reveal = Reveal::from(self.desk.hold_until_ms.max(self.desk.clock.now_ms()));
            reveal.push(under_way::joint(&self.state, ask));
            (
                Voice::new(
                    under_way::names(&self.state, ask),
                    under_way::watch(&self.state, ask, &self.prompts, practice.as_ref()),
                ),
                reveal,
            )
        });
        let label = model.label().to_owned();
        let mut request = prompted.request;
        request.seed = self
            .state
            .opening
            .as_ref()
            .map(|opening| under_way::seed(opening.seed, id));
        let policy = assigned.policy();
        let meter = policy.meter.clone();
        let broken_off = under_way::broken_off(&self.state, ask);
        let wait = broken_off
            .as_ref()
            .map_or(Duration::ZERO, |(failures, _)| policy.wait_after(*failures));
        let call = Call {
            id,
            model,
            request,
            parts,
            practice,
            job,
            gate: assigned.gate.clone(),
            policy,
            wait,
            patience: under_way::patience(&self.state, ask, assigned.is_here()),
        };
        let task = tokio::spawn(calls::run(call, self.desk.notes.0.clone()));
        let shrunk = self.desk.running.get(id).map_or(0, |call| call.shrunk);
        self.desk.running.insert(
            id,
            Running {
                ask: ask.clone(),
                abort: task.abort_handle(),
                model: label,
                price: assigned.price,
                since: Instant::now(),
                prompt_chars,
                repeated_share,
                written_chars: 0,
                meter,
                shrunk,
                broke: None,
                floor,
            },
        );
        if let Some((attempt, reason)) = broken_off {
            Box::pin(self.decide_only(Input::Retrying {
                call: id,
                attempt,
                reason,
                wait_ms: millis(wait),
            }))
            .await?;
        }
        // Said at first, and whenever it is twice as many: after every speech, nobody would read it.
        if condensed >= (2 * self.desk.condensed).max(1) {
            self.desk.condensed = condensed;
            Box::pin(self.decide_only(Input::Condensed {
                call: id,
                speeches: condensed,
                context,
            }))
            .await?;
        }
        Ok(())
    }

    /// Takes an input in without what follows: whoever is in the middle of carrying out goes on with that.
    pub(super) async fn decide_only(&mut self, input: Input) -> Stop {
        let decision = decide(&self.state, input);
        self.carry_out(decision).await
    }

    /// Stops a call. What it had written and nobody has heard is dropped with it.
    async fn cut(&mut self, id: CallId) -> Stop {
        let call = self.desk.running.remove(id);
        if let Some(call) = &call {
            call.abort.abort();
        }
        let report = call.map(|call| call.so_far()).unwrap_or_default();
        Box::pin(self.decide_only(Input::Cut { call: id, report })).await
    }

    async fn note(&mut self, note: Note) -> Stop {
        match note {
            Note::Piece(id, Piece::Text(text)) => {
                if let Some(call) = self.desk.running.get_mut(id) {
                    call.written_chars += text.len();
                    if let Some((voice, reveal)) = &mut call.floor {
                        reveal.push(&voice.push(&text));
                    }
                }
                Ok(())
            }
            Note::Piece(_, Piece::Thinking | Piece::Turn(_)) => Ok(()),
            Note::Piece(
                id,
                Piece::Retrying {
                    attempt,
                    reason,
                    wait,
                },
            ) => {
                self.feed(Input::Retrying {
                    call: id,
                    attempt,
                    reason,
                    wait_ms: millis(wait),
                })
                .await
            }
            Note::Written(id, finish, report) => self.written(id, finish, report).await,
            Note::Answered(id, answer, report) => {
                let Some(call) = self.desk.running.remove(id) else {
                    return Ok(());
                };
                let report = with_repeats(report, &call);
                self.feed(Input::Answered {
                    call: id,
                    answer,
                    report,
                })
                .await
            }
            Note::Failed(id, error, report) => self.failed(id, error, report).await,
        }
    }

    async fn written(&mut self, id: CallId, finish: Finish, report: CallReport) -> Stop {
        let Some(call) = self.desk.running.get_mut(id) else {
            return Ok(());
        };
        let report = with_repeats(report, call);
        if let Some((voice, reveal)) = &mut call.floor {
            let rest = voice.finish(finish);
            reveal.push(&rest);
            reveal.finish(report, finish);
        }
        self.release().await
    }

    async fn failed(&mut self, id: CallId, error: ModelError, report: CallReport) -> Stop {
        if self.desk.running.get(id).is_none() {
            return Ok(());
        }
        if matches!(error, ModelError::TooLong { .. }) {
            return self.outgrown(id, &error, report).await;
        }
        let Some(mut call) = self.desk.running.remove(id) else {
            return Ok(());
        };
        let report = with_repeats(report, &call);
        let wrote = call.written_chars > 0;
        let failure = match error.failure() {
            // To take it up again would be to wait as long again.
            Failure::Overdue => Failure::Overdue,
            _ if error.had_text() && wrote => Failure::Broke,
            _ if matches!(error, ModelError::NoSuchModel { .. }) && self.roster.models() == 1 => {
                Failure::Refused
            }
            failure => failure,
        };
        let reason = error.reason();
        // What came before the line broke is heard first, at its pace; the rest is asked for again.
        if let Some((voice, reveal)) = &mut call.floor
            && wrote
        {
            let rest = voice.finish(Finish::Length);
            reveal.push(&rest);
            reveal.keep_sentences();
            reveal.finish(report, Finish::Stop);
            call.broke = Some((reason, failure));
            self.desk.running.insert(id, call);
            return self.release().await;
        }
        let raw = match error {
            ModelError::Shape { raw, .. } => raw,
            _ => String::new(),
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

    /// When the next words are due.
    fn wake(&mut self) -> Option<Instant> {
        if !self.state.is_running() {
            return None;
        }
        let pace = self.state.pace;
        let due = self
            .desk
            .running
            .on_the_floor()
            .filter_map(|(_, call)| call.floor.as_ref()?.1.wake_ms(pace))
            .min();
        due.map(|due| self.desk.clock.instant(due))
    }

    /// Releases what is due to the house. A pause stops this at the very character.
    async fn release(&mut self) -> Stop {
        loop {
            if !self.state.is_running() {
                return Ok(());
            }
            let (now_ms, pace) = (self.desk.clock.now_ms(), self.state.pace);
            let mut next = None;
            for (id, call) in self.desk.running.on_the_floor() {
                let Some((_, reveal)) = &mut call.floor else {
                    continue;
                };
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
            let Some(input) = next else { return Ok(()) };
            if let Input::Drained { call, .. } | Input::Failed { call, .. } = &input {
                self.desk.running.remove(*call);
            }
            self.feed(input).await?;
        }
    }
}
