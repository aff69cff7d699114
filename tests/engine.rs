//! The driver with scripted models, in paused time: what people would see, when, and in what order.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

mod common;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        answer::{
            ArgumentPoint, Ballot, DirectVerdict, PoiDecision, PoiOffer, SpeakerAssessment,
            SpeechArguments, StrawVote, Vote,
        },
        ask::{Cue, Purpose},
        command::{Command, Halt, Pace},
        event::{CloseReason, Event, Record, Truncation},
        ids::{CommandId, Seat},
        opening::{OnFailure, Opening, Options},
        state::{PoiStatus, Status},
    },
    engine::{self, Ending, Handle, Order, Outside, Recorder},
    llm::{
        BoxFuture, Finish, ModelError, Request,
        roster::Roster,
        scripted::{Answer, Scripted},
    },
    prompt::Prompts,
};

/// A record in memory, shared with the test.
#[derive(Debug, Clone, Default)]
struct Memory(Arc<Mutex<Vec<Record>>>);

impl Recorder for Memory {
    fn append(&mut self, records: Vec<Arc<Record>>) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            self.0
                .lock()
                .unwrap()
                .extend(records.iter().map(|record| (**record).clone()));
            Ok(())
        })
    }
}

fn arguments() -> SpeechArguments {
    let point = ArgumentPoint {
        claim: "Streets are for people.".into(),
        reasoning: "They paid for them.".into(),
        evidence: None,
        is_rebuttal: false,
        rebuts_speaker: None,
    };
    SpeechArguments {
        opening: "A question.".into(),
        arguments: vec![point],
        closing: "A call.".into(),
        tone: "warm".into(),
        key_rhetorical_moves: vec![],
    }
}

fn verdict() -> DirectVerdict {
    DirectVerdict {
        core_tensions: vec!["freedom and space".into()],
        strongest_argument_prop: "space".into(),
        strongest_argument_opp: "freedom".into(),
        most_damaging_rebuttals: vec![],
        decisive_moments: vec![],
        most_compelling_speaker: "Adam Smith".into(),
        weakest_link: "nobody".into(),
        analysis: "It was close.".into(),
        vote: Vote::No,
    }
}

fn assessment() -> SpeakerAssessment {
    SpeakerAssessment {
        speaker_name: String::new(),
        key_contribution: "A number.".into(),
        missed_opportunity: None,
        effectiveness: 6.0,
        persona_fidelity: 12.0,
        feedback: vec!["Breathe.".into()],
    }
}

fn is_about_a_speaker(request: &Request) -> bool {
    let asked = request.messages.last();
    asked.is_some_and(|message| message.text.contains("\"persona_fidelity\""))
}

/// Who has the floor, as the Chair's last call in the prompt says.
fn speaks(request: &Request) -> String {
    let all: String = request
        .messages
        .iter()
        .map(|message| message.text.as_str())
        .collect();
    let call = all.rsplit("I call ").next().unwrap_or_default();
    call.split(',').next().unwrap_or_default().to_owned()
}

/// A speech of numbered sentences, ten words each, a paragraph every five.
fn speech(sentences: usize) -> String {
    (0..sentences)
        .map(|i| {
            format!(
                "Sentence number {i} says quite plainly what it means tonight.{}",
                if i % 5 == 4 { "\n\n" } else { " " }
            )
        })
        .collect::<Vec<String>>()
        .concat()
}

fn usual(request: &Request) -> Answer {
    let ms = Duration::from_millis;
    match request.purpose {
        Purpose::Prepare => Answer::text("One, two, three.").delays(ms(500), ms(0)),
        Purpose::Speech => Answer::words(&speech(40)).delays(ms(200), ms(10)),
        Purpose::PoiOffer => {
            let seated = PoiOffer {
                weakness: "none".into(),
                rises: false,
                speaker: String::new(),
                point: String::new(),
            };
            Answer::json(&seated).delays(ms(300), ms(0))
        }
        Purpose::PoiAccept => {
            let taken = PoiDecision {
                reason: "gladly".into(),
                accept: true,
                gesture: String::new(),
            };
            Answer::json(&taken).delays(ms(200), ms(0))
        }
        Purpose::PoiAnswer => {
            Answer::text("The same purse that pays for yours.").delays(ms(200), ms(0))
        }
        Purpose::Extract => Answer::json(&arguments()).delays(ms(900), ms(0)),
        Purpose::Poll => Answer::json(&StrawVote { vote: Vote::Aye }).delays(ms(400), ms(0)),
        Purpose::BallotBefore => Answer::json(&Ballot {
            reason: "We shall see.".into(),
            vote: Vote::Undecided,
        })
        .delays(ms(300), ms(0)),
        Purpose::BallotAfter => Answer::json(&Ballot {
            reason: "Smith.".into(),
            vote: Vote::No,
        })
        .delays(ms(600), ms(0)),
        Purpose::Verdict if is_about_a_speaker(request) => {
            Answer::json(&assessment()).delays(ms(700), ms(0))
        }
        Purpose::Verdict => Answer::json(&verdict()).delays(ms(800), ms(0)),
        Purpose::Question => Answer::text("I meant every word.").delays(ms(300), ms(0)),
        Purpose::SideCheck => Answer::error(ModelError::Empty),
    }
}

fn options(pace: Pace) -> Options {
    Options {
        scale: 0.3,
        pace,
        ..Options::default()
    }
}

fn start(opening: &Arc<Opening>, model: Scripted) -> (Handle, Memory) {
    let memory = Memory::default();
    (
        engine::open(Arc::clone(opening), outside(memory.clone(), model)),
        memory,
    )
}

fn outside(recorder: Memory, model: Scripted) -> Outside<Memory> {
    Outside {
        recorder,
        prompts: Arc::new(Prompts::load(None).unwrap()),
        roster: Arc::new(Roster::of(Arc::new(model))),
    }
}

/// A front end that folds what it is told.
struct Watcher {
    handle: Handle,
    state: DebateState,
    seen: Vec<Arc<Record>>,
    orders: u64,
}

impl Watcher {
    fn new(handle: Handle) -> Self {
        Self {
            handle,
            state: DebateState::default(),
            seen: vec![],
            orders: 0,
        }
    }

    async fn next(&mut self) -> Option<Arc<Record>> {
        let record = self.handle.updates.recv().await?;
        self.state.apply(&record);
        self.seen.push(Arc::clone(&record));
        Some(record)
    }

    async fn until(&mut self, what: impl Fn(&Event, &DebateState) -> bool) -> Arc<Record> {
        loop {
            let record = self.next().await.expect("the debate ended before that");
            if what(&record.event, &self.state) {
                return record;
            }
        }
    }

    async fn order(&mut self, command: Command) -> CommandId {
        self.orders += 1;
        let id = CommandId(self.orders);
        self.handle
            .orders
            .send(Order { id, command })
            .await
            .unwrap();
        id
    }

    async fn watch_out(&mut self) {
        while self.next().await.is_some() {}
    }
}

fn count(watcher: &Watcher, what: impl Fn(&Event) -> bool) -> usize {
    watcher
        .seen
        .iter()
        .filter(|record| what(&record.event))
        .count()
}

#[tokio::test(start_paused = true)]
async fn a_debate_takes_its_critical_path_and_little_more() {
    let opening = common::opening(13, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let state = &watcher.state;
    assert_eq!(state.status, Status::Closed(CloseReason::Completed));
    assert_eq!(
        &DebateState::fold(&*memory.0.lock().unwrap()),
        state,
        "the journal is what was shown"
    );
    let ends = |task| {
        let turns = state.turns.iter().filter(move |turn| turn.task == task);
        turns.map(|turn| turn.ended_ms.unwrap() - turn.began_ms)
    };
    let preparation = ends(hustings::catalog::Task::Prepare).max().unwrap();
    let speeches: u64 = ends(hustings::catalog::Task::Speech).sum();
    let path = preparation + speeches + 800;
    assert!(
        preparation <= 510,
        "all six prepare at once: {preparation} ms"
    );
    let wall = state.at_ms;
    assert!(
        wall as f64 <= path as f64 * 1.1,
        "{wall} ms for a critical path of {path} ms"
    );
}

#[tokio::test(start_paused = true)]
async fn a_point_of_information_changes_the_speech() {
    let script = |request: &Request| match request.purpose {
        Purpose::PoiOffer if speaks(request) == "Mary Wollstonecraft" => {
            let offer = PoiOffer {
                weakness: "the price".into(),
                rises: true,
                speaker: "Napoleon".into(),
                point: "Who pays for the space your carriage leaves empty?".into(),
            };
            Answer::json(&offer).delays(Duration::from_millis(300), Duration::ZERO)
        }
        Purpose::Speech => {
            let last = &request.messages.last().unwrap().text;
            if last.contains("Who pays for the space") {
                Answer::words("And so, having answered, I go on. ")
                    .delays(Duration::from_millis(200), Duration::from_millis(10))
            } else {
                usual(request)
            }
        }
        _ => usual(request),
    };
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let state = &watcher.state;
    let turn = state.speeches().nth(1).unwrap();
    assert_eq!(turn.seat, Seat::new("opp", 1));
    let point = state.point(turn.points[0]).unwrap();
    assert_eq!(point.from, Seat::new("prop", 1), "a short name is enough");
    assert_eq!(
        point.status,
        PoiStatus::Answered {
            text: "The same purse that pays for yours.".into()
        }
    );
    let (before, after) = turn.text.split_at(point.at as usize);
    assert!(
        before.trim_end().ends_with('.'),
        "put at the end of a sentence: {before:?}"
    );
    assert!(
        after.trim_start().starts_with("And so, having answered"),
        "the rest was dropped: {after:?}"
    );
    assert!(
        turn.words < 120,
        "what was written before and not said is gone"
    );
    let order: Vec<&str> = watcher
        .seen
        .iter()
        .filter_map(|record| match &record.event {
            Event::PoiOffered { .. } => Some("offered"),
            Event::PoiTaken { .. } => Some("taken"),
            Event::SpeechCut {
                cue: Cue::AfterPoint { .. },
                ..
            } => Some("cut"),
            Event::PoiAccepted { .. } => Some("accepted"),
            Event::PoiAnswered { .. } => Some("answered"),
            _ => None,
        })
        .take(5)
        .collect();
    assert_eq!(order, ["offered", "taken", "cut", "accepted", "answered"]);
}

#[tokio::test(start_paused = true)]
async fn a_pause_stops_at_the_very_character_and_goes_on_from_it() {
    let opening = common::opening(0, options(Pace::Reading), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| state.floor().is_some_and(|turn| turn.words >= 23))
        .await;
    let id = watcher.order(Command::Pause).await;
    watcher
        .until(|event, _| matches!(event, Event::Paused { command, .. } if *command == id))
        .await;
    let said = watcher.state.floor().unwrap().text.clone();
    tokio::time::sleep(Duration::from_secs(600)).await;
    let id = watcher.order(Command::Resume).await;
    let resumed = watcher.next().await.unwrap();
    assert!(
        matches!(resumed.event, Event::Resumed { command } if command == id),
        "nothing was said meanwhile: {resumed:?}"
    );
    assert_eq!(watcher.state.floor().unwrap().text, said);
    watcher
        .until(|event, _| matches!(event, Event::TurnEnded { .. }))
        .await;
    let turn = watcher.state.speeches().next().unwrap();
    assert!(
        speech(40).starts_with(
            turn.text
                .split("  ")
                .next()
                .unwrap()
                .get(..said.len())
                .unwrap()
        )
    );
    assert!(watcher.state.paused_ms >= 600_000);
}

#[tokio::test(start_paused = true)]
async fn the_reading_pace_is_about_three_hundred_words_a_minute() {
    let opening = common::opening(0, options(Pace::Reading), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|event, state| {
            matches!(event, Event::TurnEnded { .. }) && state.speeches().count() == 1
        })
        .await;
    let turn = watcher.state.speeches().next().unwrap();
    let minutes = (turn.ended_ms.unwrap() - turn.began_ms) as f64 / 60_000.0;
    let pace = f64::from(turn.words) / minutes;
    assert!((270.0..=305.0).contains(&pace), "{pace} words a minute");
    // Coming in small pieces: nothing is shown in lumps of more than a quarter of a second.
    let lump = watcher.seen.iter().filter_map(|r| match &r.event {
        Event::Said { text, .. } if r.at_ms > turn.began_ms => {
            Some(text.split_whitespace().count())
        }
        _ => None,
    });
    assert!(lump.max().unwrap() <= 2);
}

#[tokio::test(start_paused = true)]
async fn a_line_that_breaks_is_taken_up_from_what_was_kept() {
    let breaks = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&breaks);
    let script = move |request: &Request| {
        if request.purpose == Purpose::Speech && speaks(request) == "Napoleon Bonaparte" {
            let mut n = counter.lock().unwrap();
            *n += 1;
            if *n == 1 {
                return Answer::words("The first is whole. The second is bro").then(
                    ModelError::Broke {
                        detail: "reset by peer".into(),
                    },
                );
            }
            assert!(
                request
                    .messages
                    .last()
                    .unwrap()
                    .text
                    .contains("The first is whole."),
                "told where to go on"
            );
            return Answer::words("The second is whole now. ").finish(Finish::Stop);
        }
        usual(request)
    };
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let turn = watcher.state.speeches().next().unwrap();
    assert_eq!(
        turn.text.trim(),
        "The first is whole. The second is whole now."
    );
    assert_eq!(
        count(&watcher, |event| matches!(event, Event::ModelFailed { .. })),
        1
    );
}

#[tokio::test(start_paused = true)]
async fn a_speaker_who_cannot_be_reached_pauses_the_debate_or_is_left_out_when_nobody_watches() {
    let script = |request: &Request| {
        if request.purpose == Purpose::Speech && speaks(request) == "Mary Wollstonecraft" {
            return Answer::error(ModelError::Unreachable {
                url: "http://127.0.0.1:1/v1".into(),
                detail: "refused".into(),
            });
        }
        usual(request)
    };
    for policy in [OnFailure::Pause, OnFailure::GoOn] {
        let settings = Options {
            on_failure: policy,
            ..options(Pace::Instant)
        };
        let opening = common::opening(3, settings, &Profile::default());
        let (handle, _) = start(&opening, Scripted::new("scripted", script));
        let mut watcher = Watcher::new(handle);
        if policy == OnFailure::Pause {
            watcher
                .until(|event, _| matches!(event, Event::Paused { .. }))
                .await;
            assert!(
                matches!(&watcher.state.status, Status::Paused(by) if format!("{by:?}").contains("no connection to"))
            );
            assert!(
                count(&watcher, |event| matches!(event, Event::CallRetried { .. })) >= 2,
                "tried again, visibly"
            );
        } else {
            watcher.watch_out().await;
            assert_eq!(watcher.state.status, Status::Closed(CloseReason::Completed));
            let lost = watcher.state.speeches().nth(1).unwrap();
            assert!(matches!(
                lost.truncated(),
                Some(Truncation::Unreachable { .. })
            ));
            assert_eq!(watcher.state.speeches().count(), 6);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_but_the_speakers_is_needed_for_a_debate() {
    // Every structured answer is useless, every time.
    let script = |request: &Request| {
        if request.shape.is_some() {
            Answer::text("I would rather not say.")
        } else {
            usual(request)
        }
    };
    let opening = common::opening(5, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    assert_eq!(watcher.state.status, Status::Closed(CloseReason::Completed));
    let division = watcher.state.division.as_ref().unwrap();
    assert_eq!(
        (division.ayes, division.noes, division.abstentions),
        (0, 0, 5)
    );
    assert!(count(&watcher, |event| matches!(event, Event::ModelFailed { .. })) >= 10);
    assert!(
        !watcher
            .state
            .speeches()
            .any(|turn| matches!(turn.truncated(), Some(Truncation::Unreachable { .. })))
    );
}

#[tokio::test(start_paused = true)]
async fn questions_are_answered_while_the_debate_halts_and_beside_it_while_it_does_not() {
    let opening = common::opening(0, options(Pace::Reading), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| state.floor().is_some_and(|turn| turn.words >= 10))
        .await;
    let ask = |halt| Command::Ask {
        seat: Seat::new("opp", 2),
        text: "Why?".into(),
        halt,
    };
    watcher.order(ask(Halt::Halting)).await;
    watcher
        .until(|event, _| matches!(event, Event::QuestionAnswered { .. }))
        .await;
    assert!(
        matches!(watcher.state.status, Status::Paused(_)),
        "the viewer confirms before it goes on"
    );
    let words = watcher.state.floor().unwrap().words;
    watcher.order(Command::Resume).await;
    watcher.order(ask(Halt::Beside)).await;
    watcher
        .until(|event, _| matches!(event, Event::QuestionAnswered { .. }))
        .await;
    assert!(watcher.state.is_running());
    assert!(watcher.state.floor().unwrap().words >= words);
    watcher
        .order(Command::Clarify {
            seat: None,
            text: "What is a car?".into(),
        })
        .await;
    let put = watcher
        .until(|event, _| matches!(event, Event::ClarificationPut { .. }))
        .await;
    assert!(
        matches!(&put.event, Event::ClarificationPut { seat, .. } if *seat == Seat::new("prop", 1)),
        "the last who spoke"
    );
    watcher
        .until(|event, _| matches!(event, Event::TurnBegan { .. }))
        .await;
    let answered = watcher
        .seen
        .iter()
        .rposition(|r| matches!(r.event, Event::QuestionAnswered { .. }))
        .unwrap();
    assert!(
        answered < watcher.seen.len() - 1,
        "the next speech waits for the answer"
    );
}

#[tokio::test(start_paused = true)]
async fn a_debate_that_was_left_is_taken_up_by_another_engine() {
    let opening = common::opening(3, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| {
            state.speeches().count() == 2 && state.floor().is_some_and(|t| t.words > 15)
        })
        .await;
    watcher.handle.stop.cancel();
    watcher.watch_out().await;
    let records = memory.0.lock().unwrap().clone();
    let finished: Vec<String> = DebateState::fold(&records)
        .speeches()
        .map(|turn| turn.text.clone())
        .collect();
    let handle = engine::resume(
        &records,
        outside(memory.clone(), Scripted::new("scripted", usual)),
    );
    let mut second = Watcher::new(handle);
    second.state = DebateState::fold(&records);
    second.watch_out().await;
    assert_eq!(second.handle.task.await.unwrap(), Ending::Closed);
    let texts: Vec<String> = second
        .state
        .speeches()
        .map(|turn| turn.text.clone())
        .collect();
    assert_eq!(texts.len(), 6);
    assert_eq!(
        texts[..2],
        finished[..2],
        "nothing finished is lost or doubled"
    );
    let all = memory.0.lock().unwrap();
    assert!(
        all.iter()
            .enumerate()
            .all(|(seq, record)| record.seq == seq as u64)
    );
}

#[tokio::test(start_paused = true)]
async fn a_front_end_that_goes_away_leaves_the_debate_to_be_resumed() {
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|event, _| matches!(event, Event::TurnBegan { .. }))
        .await;
    let Handle {
        orders,
        updates,
        task,
        ..
    } = watcher.handle;
    drop((orders, updates));
    assert_eq!(task.await.unwrap(), Ending::Left);
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_cannot_be_written_stops_everything() {
    struct Full;
    impl Recorder for Full {
        fn append(&mut self, records: Vec<Arc<Record>>) -> BoxFuture<'_, Result<(), String>> {
            let full = records.iter().any(|record| record.seq >= 20);
            Box::pin(async move {
                if full {
                    Err("the disk is full".to_owned())
                } else {
                    Ok(())
                }
            })
        }
    }
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let outside = Outside {
        recorder: Full,
        prompts: Arc::new(Prompts::load(None).unwrap()),
        roster: Arc::new(Roster::of(Arc::new(Scripted::new("scripted", usual)))),
    };
    let mut watcher = Watcher::new(engine::open(opening, outside));
    watcher.watch_out().await;
    assert!(
        watcher.seen.iter().all(|record| record.seq < 20),
        "nothing is shown that is not kept"
    );
    assert_eq!(
        watcher.handle.task.await.unwrap(),
        Ending::Journal("the disk is full".into())
    );
}

#[tokio::test(start_paused = true)]
async fn a_prompt_that_is_too_long_is_made_again_in_short() {
    let script = |request: &Request| {
        let size: usize = request
            .messages
            .iter()
            .map(|message| message.text.len())
            .sum();
        if request.purpose == Purpose::Verdict && size > 14_000 {
            return Answer::error(ModelError::TooLong {
                model: "scripted".into(),
                detail: "8192 tokens".into(),
            });
        }
        usual(request)
    };
    let opening = common::opening(
        0,
        Options {
            scale: 0.6,
            ..options(Pace::Instant)
        },
        &Profile::default(),
    );
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    assert_eq!(
        count(&watcher, |event| matches!(
            event,
            Event::TranscriptCondensed { .. }
        )),
        1,
        "and an event says so"
    );
    assert!(
        watcher
            .state
            .division
            .as_ref()
            .unwrap()
            .direct_vote
            .is_some()
    );
}
