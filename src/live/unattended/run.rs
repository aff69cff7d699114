//! Runs a debate into a sink, and stands in for the viewer who is not there.

use std::{
    collections::VecDeque,
    io::{self, ErrorKind},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::{
    PersonLines, Script, Wait, Waiting,
    interventions::{called, is_due_for_good},
};
use crate::debate::sink::Sink;
use crate::{
    debate::{
        DebateState,
        command::Command,
        event::{CloseReason, Event, PausedBy, Record},
        ids::CommandId,
        state::DebateStatus,
    },
    engine::{Ending, Handle, Order},
};

/// Takes records until the run ends or `cancel` asks it to, gives the script's commands when they are due,
/// and says how the run ended. `known` is what an earlier process has recorded. A reader that has gone away
/// (a broken pipe) stops the run and is no error.
///
/// # Errors
/// The sink cannot be written for another reason. The debate is stopped and can be resumed.
pub async fn run<S: Sink + ?Sized>(
    mut handle: Handle,
    known: &[Record],
    sink: &mut S,
    mut script: Script,
    (cancel, wait): (CancellationToken, Wait),
) -> io::Result<Ending> {
    let mut state = DebateState::default();
    for record in known {
        state.apply(record);
        sink.catch_up(record);
    }
    let mut waiting: VecDeque<Command> = script.take_up(&state).into();
    // Each that was sent, with whether it is to be given again where the debate is left before it is answered.
    let mut sent: Vec<(bool, String)> = Vec::new();
    let mut answered = CommandId::HOUSE;
    let mut unheard = 0;
    let mut wake: Option<Instant> = None;
    let mut limit = None;
    let mut gone = None;
    let mut waiting_for = Waiting::new(wait, "Ctrl-C leaves the debate, which can be resumed.");
    let mut broken = None;
    let mut person: Option<PersonLines> = None;
    loop {
        if person.is_none()
            && state
                .seats_at(None)
                .any(|seat| state.is_held_by_person(seat))
        {
            person = Some((wait.listen)());
        }
        if let Some(person) = &mut person
            && waiting.is_empty()
            && answered.0 == sent.len() as u64
        {
            waiting.extend(person.due(&state, wait.tell));
        }
        let far = Instant::now() + Duration::from_secs(3600);
        tokio::select! {
            biased;
            () = cancel.cancelled(), if !handle.stop.is_cancelled() => handle.stop.cancel(),
            // Before the records, of which a quick debate has always another.
            permit = handle.orders.reserve(), if !waiting.is_empty() => {
                let Ok(permit) = permit else {
                    unheard += waiting.iter().filter(|one| is_due_for_good(one)).count();
                    waiting.clear();
                    continue;
                };
                if let Some(command) = waiting.pop_front() {
                    sent.push((is_due_for_good(&command), called(&command)));
                    permit.send(Order { id: CommandId(sent.len() as u64), command });
                }
            }
            () = PersonLines::read(&mut person) => {}
            update = handle.updates.recv() => {
                let Some(record) = update else { break };
                // The first record of a run may be one that is known already.
                if record.seq < state.next_seq {
                    continue;
                }
                state.apply(&record);
                // What is still to come after a failure is in the journal; there is nobody to show it to.
                if broken.is_none()
                    && let Err(error) = sink.record(&record)
                {
                    broken = Some(error);
                    handle.stop.cancel();
                }
                waiting.extend(script.due(&state, &record.event));
                // Those who sit at other terminals give commands, too.
                let own = record.event.answers().filter(|id| id.0 <= sent.len() as u64);
                answered = answered.max(own.unwrap_or_default());
                let told = refused(&record.event, &sent);
                if let Some(person) = &mut person
                    && own.is_some()
                {
                    person.was_answered(&state, told.is_some());
                }
                if let Some(told) = told {
                    (wait.tell)(&told);
                }
                let is_pause = matches!(record.event, Event::Paused { .. });
                let before = wake;
                waiting_for.heard(&state, &record.event);
                // Nothing that runs is to be let go on.
                let wait = script.resumes_in(&state);
                wake = wait.and_then(|wait| wake.or(Some(Instant::now() + wait)));
                if let DebateStatus::Paused(by) = &state.status {
                    match by {
                        // In a debate that is taken up more may be told before it goes on.
                        PausedBy::Limit { .. } if !is_pause => {}
                        PausedBy::Limit { what } => {
                            limit = Some(what.clone());
                            handle.stop.cancel();
                        }
                        PausedBy::Unreachable { reason, .. } if is_pause => {
                            wake = waiting_for.next(reason);
                            if wake.is_none() {
                                gone = Some(reason.clone());
                                handle.stop.cancel();
                            }
                        }
                        PausedBy::Unreachable { .. } => wake = before,
                        PausedBy::Viewer | PausedBy::Question { .. } | PausedBy::Questions => {}
                    }
                }
            }
            () = sleep_until(wake.unwrap_or(far)), if wake.is_some() => {
                wake = None;
                script.resumed();
                waiting.push_back(Command::Resume);
            }
        }
    }
    let ending = handle
        .task
        .await
        .map_err(|error| io::Error::other(error.to_string()))?;
    match broken {
        None => match sink.finish() {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error),
            Ok(()) | Err(_) => {}
        },
        Some(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Some(error) => return Err(error),
    }
    if let Some(person) = person
        && let Some(told) = person.left().await
    {
        (wait.tell)(&told);
    }
    // They are answered in the order in which they are sent.
    let answered = usize::try_from(answered.0).unwrap_or(usize::MAX);
    let unanswered = sent.iter().skip(answered).filter(|one| one.0).count();
    let waiting = waiting.iter().filter(|one| is_due_for_good(one)).count();
    let left = script.left() + waiting + unheard + unanswered;
    if let Some(told) = not_made(left, script.len(), &state.status) {
        (wait.tell)(&told);
    }
    Ok(match (ending, limit, gone) {
        (Ending::Left, Some(what), _) => Ending::Limit(what),
        (Ending::Left, None, Some(reason)) => Ending::Unreachable(reason),
        (ending, _, _) => ending,
    })
}

/// The words for an intervention that was refused.
fn refused(event: &Event, sent: &[(bool, String)]) -> Option<String> {
    let Event::CommandRefused { command, reason } = event else {
        return None;
    };
    let at = usize::try_from(command.0).ok()?.checked_sub(1)?;
    let (_, called) = sent.get(at)?;
    Some(format!("Refused: {called}: {reason}"))
}

/// The words for how many of `all` interventions were not made; nothing where none are left, or nobody waits for them.
fn not_made(left: usize, all: usize, status: &DebateStatus) -> Option<String> {
    if left == 0 {
        return None;
    }
    let is_one = left == 1;
    match status {
        DebateStatus::Closed(CloseReason::Adjourned) => None,
        DebateStatus::Closed(CloseReason::Completed) => {
            let were = if is_one { "was" } else { "were" };
            Some(format!(
                "{left} of {all} interventions {were} not made: the debate was over before."
            ))
        }
        DebateStatus::Unopened | DebateStatus::Running | DebateStatus::Paused(_) => {
            let are = if is_one { "is" } else { "are" };
            Some(format!(
                "{left} of {all} interventions {are} still to come: resume with the same --interventions."
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog::Task,
        debate::{
            command::Halt,
            ids::{InterventionId, Seat, TurnId},
        },
    };
    use std::sync::Arc;
    use tokio::sync::mpsc;

    /// A sink that keeps the numbers, and fails after some.
    struct Keeps(Vec<u64>, usize, ErrorKind);

    impl Sink for Keeps {
        fn catch_up(&mut self, _: &Record) {}

        fn record(&mut self, record: &Record) -> io::Result<()> {
            if self.0.len() >= self.1 {
                return Err(self.2.into());
            }
            self.0.push(record.seq);
            Ok(())
        }

        fn finish(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// An engine that plays `events`; at a pause by the viewer it waits for the order to go on.
    fn engine(events: Vec<Event>) -> Handle {
        let (orders, mut ordered) = mpsc::channel::<Order>(4);
        let (told, updates) = mpsc::channel(4);
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            for (seq, event) in events.into_iter().enumerate() {
                if stopped.is_cancelled() {
                    return Ending::Left;
                }
                if matches!(event, Event::Resumed { .. }) {
                    tokio::select! {
                        order = ordered.recv() => assert_eq!(
                            order,
                            Some(Order { id: CommandId(1), command: Command::Resume })
                        ),
                        () = stopped.cancelled() => return Ending::Left,
                    }
                }
                let record = Record {
                    seq: seq as u64,
                    at_ms: 0,
                    event,
                };
                if told.send(Arc::new(record)).await.is_err() {
                    return Ending::Left;
                }
                tokio::task::yield_now().await;
            }
            Ending::Closed
        });
        Handle {
            orders,
            updates,
            stop,
            task,
        }
    }

    fn notice() -> Event {
        Event::Notice { text: "n".into() }
    }

    fn pause(by: PausedBy) -> Event {
        Event::Paused {
            command: CommandId(1),
            by,
        }
    }

    async fn play(events: Vec<Event>, sink: &mut Keeps) -> io::Result<Ending> {
        run(
            engine(events),
            &[],
            sink,
            Script::default(),
            (CancellationToken::new(), Wait::default()),
        )
        .await
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_that_nobody_will_end_is_ended() {
        let mut sink = Keeps(vec![], 99, ErrorKind::Other);
        let events = vec![
            notice(),
            pause(PausedBy::Viewer),
            Event::Resumed {
                command: CommandId(1),
                goes_on_without: false,
            },
            Event::Closed {
                reason: CloseReason::Completed,
            },
        ];
        assert_eq!(play(events, &mut sink).await.unwrap(), Ending::Closed);
        assert_eq!(sink.0, [0, 1, 2, 3]);
    }

    std::thread_local! {
        /// What was told last.
        static TOLD: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
    }

    /// An engine that ends once nobody gives it orders any more, with what it was given.
    async fn orders_of(known: &[Record], script: &str) -> (Vec<Command>, String) {
        let (orders, mut ordered) = mpsc::channel::<Order>(4);
        let (told, updates) = mpsc::channel(4);
        let stop = CancellationToken::new();
        let (given, all) = std::sync::mpsc::channel();
        let task = tokio::spawn(async move {
            // Longer than anybody who has an order waits.
            while let Ok(Some(order)) =
                tokio::time::timeout(Duration::from_secs(1), ordered.recv()).await
            {
                given.send(order.command).unwrap();
            }
            drop(told);
            Ending::Left
        });
        let handle = Handle {
            orders,
            updates,
            stop,
            task,
        };
        let script = Script::parse(script, "f").unwrap();
        let wait = Wait {
            tell: |line| TOLD.set(line.to_owned()),
            ..Wait::default()
        };
        let mut sink = Keeps(vec![], 99, ErrorKind::Other);
        run(
            handle,
            known,
            &mut sink,
            script,
            (CancellationToken::new(), wait),
        )
        .await
        .unwrap();
        (all.try_iter().collect(), TOLD.take())
    }

    #[tokio::test(start_paused = true)]
    async fn what_an_earlier_process_was_to_bring_in_and_did_not_is_brought_in_now() {
        let script = r#"
            interventions = [
              { after = "a", do = "evidence", text = "0", source = "s" },
              { after = "a", do = "evidence", text = "1" },
              { after = "a", do = "pause", for_ms = 5 },
              { during = "a", at_words = 9, do = "ask", seat = "b", text = "2" },
              { after = "a", do = "evidence", text = "1" },
              { during = "a", at_words = 9, do = "poi", text = "3" },
              { after = "b", do = "evidence", text = "4" },
            ]"#;
        let turn = TurnId(0);
        let began = Event::TurnBegan {
            turn,
            slot: 0,
            seat: Seat::named("a"),
            task: Task::Speech,
            attempt: 1,
            target_words: 9,
        };
        let ended = Event::TurnEnded {
            turn,
            truncated: None,
            flagged: None,
        };
        let evidence = |item: u32, text: &str, source: &str| Event::EvidenceAdmitted {
            item: InterventionId(item),
            command: CommandId(1),
            text: text.to_owned(),
            source: source.to_owned(),
            places: Vec::new(),
            during: None,
        };
        let known = |events: Vec<Event>| {
            let records = events.into_iter().enumerate();
            let of = |(seq, event)| Record {
                seq: seq as u64,
                at_ms: 0,
                event,
            };
            records.map(of).collect::<Vec<Record>>()
        };
        let texts = |commands: &[Command]| {
            let text = |command: &Command| match command {
                Command::Evidence { text, .. }
                | Command::Ask { text, .. }
                | Command::GalleryPoint { text }
                | Command::Say { text, .. }
                | Command::Rise { text, .. } => text.clone(),
                Command::Pause
                | Command::Resume
                | Command::GoOnWithout
                | Command::Clarify { .. }
                | Command::EndSpeech { .. }
                | Command::Reply { .. }
                | Command::HandOver { .. }
                | Command::TakeBack { .. }
                | Command::TakeSeat { .. }
                | Command::LeaveSeat { .. }
                | Command::SetPace { .. }
                | Command::Adjourn => format!("{command:?}"),
            };
            commands.iter().map(text).collect::<String>()
        };
        // Left at the moment: all that was to be brought in, and no pause.
        let left = known(vec![began.clone(), ended.clone()]);
        let (given, told) = orders_of(&left, script).await;
        assert_eq!(texts(&given), "01213");
        assert!(
            told.contains("6 of 7 interventions are still to come"),
            "{told}"
        );
        // What stands in the record is there; of two that are the same, one.
        let in_part = vec![began, ended, evidence(0, "0", "s"), evidence(1, "1", "")];
        let (given, _) = orders_of(&known(in_part.clone()), script).await;
        assert_eq!(texts(&given), "213");
        // Somebody else was asked the same.
        let asked = |seat: &str| Event::QuestionAsked {
            item: InterventionId(2),
            command: CommandId(3),
            seat: Seat::named(seat),
            text: "2".to_owned(),
            halt: Halt::Beside,
            during: None,
        };
        for (seat, expected) in [("a", "213"), ("b", "13")] {
            let events = [in_part.clone(), vec![asked(seat)]].concat();
            let (given, _) = orders_of(&known(events), script).await;
            assert_eq!(texts(&given), expected, "{seat}");
        }
        // What stands in the record is not waited for, though the words of its moment were taken back.
        let back = vec![
            in_part[0].clone(),
            evidence(0, "0", "s"),
            evidence(1, "4", ""),
        ];
        let (given, told) = orders_of(&known(back), script).await;
        assert_eq!(given, []);
        assert!(told.contains("5 of 7"), "{told}");
        // A clarification of somebody is no answer for the one that names nobody.
        let clarified = Event::ClarificationQueued {
            item: InterventionId(2),
            command: CommandId(3),
            seat: Some(Seat::named("b")),
            text: "5".to_owned(),
        };
        let clarify = r#"
            interventions = [
              { after = "a", do = "clarify", text = "5" },
              { after = "a", do = "clarify", seat = "b", text = "5" },
            ]"#;
        let events = [in_part.clone(), vec![clarified]].concat();
        let (given, _) = orders_of(&known(events), clarify).await;
        assert!(
            matches!(given.as_slice(), [Command::Clarify { seat: None, .. }]),
            "{given:?}"
        );
        let (given, told) = orders_of(&[], script).await;
        assert_eq!(given, []);
        assert!(told.contains("7 of 7"), "{told}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_ends_the_run_and_a_question_without_an_answer_waits() {
        let mut sink = Keeps(vec![], 99, ErrorKind::Other);
        let limit = PausedBy::Limit {
            what: "The cost".into(),
        };
        let resumed = Event::Resumed {
            command: CommandId(1),
            goes_on_without: false,
        };
        assert_eq!(
            play(vec![pause(limit), resumed.clone()], &mut sink)
                .await
                .unwrap(),
            Ending::Limit("The cost".into())
        );
        let cancel = CancellationToken::new();
        let question = PausedBy::Question {
            item: InterventionId(0),
        };
        let handle = engine(vec![pause(question), resumed]);
        let stop = cancel.clone();
        tokio::spawn(async move {
            tokio::time::sleep(std::time::Duration::from_secs(60)).await;
            stop.cancel();
        });
        let ending = run(
            handle,
            &[],
            &mut sink,
            Script::default(),
            (cancel, Wait::default()),
        )
        .await;
        assert_eq!(ending.unwrap(), Ending::Left);
    }

    #[tokio::test(start_paused = true)]
    async fn a_broken_pipe_is_quiet_and_a_full_disk_is_not() {
        let notices = || (0..20).map(|_| notice()).collect::<Vec<_>>();
        let mut sink = Keeps(vec![], 3, ErrorKind::BrokenPipe);
        assert_eq!(play(notices(), &mut sink).await.unwrap(), Ending::Left);
        assert_eq!(sink.0, [0, 1, 2]);
        // Whoever goes when all is over has left nothing to be resumed.
        let close = Event::Closed {
            reason: CloseReason::Completed,
        };
        let mut sink = Keeps(vec![], 2, ErrorKind::BrokenPipe);
        let played = play(vec![notice(), notice(), close], &mut sink).await;
        assert_eq!(played.unwrap(), Ending::Closed);
        let mut sink = Keeps(vec![], 3, ErrorKind::StorageFull);
        assert_eq!(
            play(notices(), &mut sink).await.unwrap_err().kind(),
            ErrorKind::StorageFull
        );
    }
}
