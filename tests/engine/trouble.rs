//! What breaks while a debate runs, and how it is gone on with.

use std::{
    fs,
    sync::{Arc, Mutex},
};

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        ask::Purpose,
        command::{Command, Pace},
        event::{CloseReason, Event, PausedBy, Record, Truncation},
        opening::{OnFailure, Options},
        state::DebateStatus,
    },
    engine::{self, Ending, Handle, Outside, Recorder, Terms},
    llm::{
        BoxFuture, ModelError, Request,
        roster::Roster,
        scripted::{Scripted, ScriptedAnswer},
    },
    prompt::Prompts,
};

use super::{
    common,
    harness::{Memory, Watcher, count, options, outside, speaks, start, usual},
};

/// One speaker cannot be reached, and everybody else can.
fn without_one(request: &Request) -> ScriptedAnswer {
    if request.purpose == Purpose::Speech && speaks(request) == "Mary Wollstonecraft" {
        return ScriptedAnswer::error(ModelError::Unreachable {
            url: "http://127.0.0.1:1/v1".into(),
            detail: "refused".into(),
        });
    }
    usual(request)
}

#[tokio::test(start_paused = true)]
async fn a_speaker_who_cannot_be_reached_pauses_the_debate_or_is_left_out_when_nobody_watches() {
    for policy in [OnFailure::Pause, OnFailure::GoOn] {
        let settings = Options {
            on_failure: policy,
            ..options(Pace::Instant)
        };
        let opening = common::opening(3, settings, &Profile::default());
        let (handle, _) = start(&opening, Scripted::new("scripted", without_one));
        let mut watcher = Watcher::new(handle);
        if policy == OnFailure::Pause {
            watcher
                .until(|event, _| matches!(event, Event::Paused { .. }))
                .await;
            assert!(
                matches!(&watcher.state.status, DebateStatus::Paused(by) if format!("{by:?}").contains("no connection to"))
            );
            assert!(
                count(&watcher, |event| matches!(event, Event::CallRetried { .. })) >= 2,
                "tried again, visibly"
            );
        } else {
            watcher.watch_out().await;
            assert_eq!(
                watcher.state.status,
                DebateStatus::Closed(CloseReason::Completed)
            );
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
async fn a_viewer_lets_a_debate_go_on_without_whoever_cannot_be_had() {
    let opening = common::opening(3, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", without_one));
    let mut watcher = Watcher::new(handle);
    let refused = watcher.order(Command::GoOnWithout).await;
    watcher
        .until(|event, _| {
            matches!(event, Event::CommandRefused { command, .. } if *command == refused)
        })
        .await;
    let mut pauses = 0;
    while let Some(record) = watcher.next().await {
        if let Event::Paused { .. } = record.event {
            pauses += 1;
            let command = if watcher.state.can_do_without() {
                Command::GoOnWithout
            } else {
                Command::Resume
            };
            watcher.order(command).await;
        }
    }
    assert_eq!(pauses, 1, "nobody is waited for any more");
    assert_eq!(
        watcher.state.status,
        DebateStatus::Closed(CloseReason::Completed)
    );
    let lost = watcher.state.speeches().nth(1).unwrap();
    assert!(matches!(
        lost.truncated(),
        Some(Truncation::Unreachable { .. })
    ));
    assert_eq!(watcher.state.speeches().count(), 6);
    let folded = DebateState::fold(memory.0.lock().unwrap().iter());
    assert_eq!(folded, watcher.state, "the journal tells it");
    assert_eq!(folded.failure_policy(), OnFailure::GoOn);
}

#[tokio::test(start_paused = true)]
async fn a_panic_in_a_call_is_a_failed_call() {
    let script = |request: &Request| {
        assert!(request.purpose != Purpose::Extract, "no arguments today");
        assert!(
            request.purpose != Purpose::Speech || speaks(request) != "Mary Wollstonecraft",
            "no speech either"
        );
        usual(request)
    };
    let settings = Options {
        on_failure: OnFailure::GoOn,
        ..options(Pace::Instant)
    };
    let opening = common::opening(3, settings, &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    assert_eq!(
        watcher.state.status,
        DebateStatus::Closed(CloseReason::Completed)
    );
    assert!(watcher.state.calls.is_empty(), "every call has its end");
    let said = "the program itself failed in this call: no arguments today";
    assert_eq!(
        count(&watcher, |event| {
            matches!(event, Event::ExtractionFailed { reason, .. } if reason == said)
        }),
        5
    );
}

#[tokio::test(start_paused = true)]
async fn nothing_but_the_speakers_is_needed_for_a_debate() {
    // Every structured answer is useless, every time.
    let script = |request: &Request| {
        if request.shape.is_some() {
            ScriptedAnswer::text("I would rather not say.")
        } else {
            usual(request)
        }
    };
    let opening = common::opening(5, options(Pace::Instant), &Profile::default());
    let (handle, _) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    assert_eq!(
        watcher.state.status,
        DebateStatus::Closed(CloseReason::Completed)
    );
    let division = watcher.state.division.as_ref().unwrap();
    assert_eq!(
        (division.abstentions, division.lost, &division.winner),
        (0, 5, &None)
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
        DebateState::fold(&records),
        outside(memory.clone(), Scripted::new("scripted", usual)),
        Terms::default(),
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
        passage_sources: None,
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
async fn a_judge_or_an_author_who_cannot_be_had_is_waited_for_where_that_is_asked() {
    for purpose in [Purpose::Judge, Purpose::Write] {
        let options = Options {
            pace: Pace::Instant,
            on_failure: OnFailure::Pause,
            ..Options::default()
        };
        let opening = common::opening_in("structured", 0, options, &Profile::default());
        let is_gone = Arc::new(Mutex::new(true));
        let gone = Arc::clone(&is_gone);
        let counts = Mutex::new(std::collections::BTreeMap::new());
        let model = Scripted::new("scripted", move |request: &Request| {
            if request.purpose == purpose && *gone.lock().unwrap() {
                return ScriptedAnswer::error(ModelError::Server {
                    status: 500,
                    detail: "out of order".into(),
                    retry_after: None,
                });
            }
            let answer = common::debater::proper_to(request, &mut counts.lock().unwrap());
            ScriptedAnswer::text(answer)
        });
        let mut watcher = Watcher::new(start(&opening.into(), model).0);
        for _ in 0..2 {
            watcher
                .until(|event, _| {
                    assert!(
                        !matches!(event, Event::Closed { .. }),
                        "{purpose:?} was not waited for"
                    );
                    matches!(
                        event,
                        Event::Paused {
                            by: PausedBy::Unreachable { .. },
                            ..
                        }
                    )
                })
                .await;
            watcher.order(Command::Resume).await;
        }
        *is_gone.lock().unwrap() = false;
        let mut resumed = 0;
        while let Some(record) = watcher.next().await {
            if let Event::Paused { .. } = record.event {
                resumed += 1;
                assert!(resumed < 4, "it is there again");
                watcher.order(Command::Resume).await;
            }
        }
        assert!(
            watcher.state.scores.is_some(),
            "{purpose:?}: the verdict is in"
        );
        let empty = watcher
            .state
            .speeches()
            .filter(|turn| turn.is_empty())
            .count();
        assert_eq!(empty, 0, "{purpose:?}: and nobody was left out");
    }
}

#[tokio::test(start_paused = true)]
async fn a_prompt_of_the_users_that_cannot_be_filled_costs_nobody_their_speech() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("speech.md"), "{{ 1 // 0 }}").unwrap();
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let mut outside = outside(Memory::default(), Scripted::new("scripted", usual));
    outside.prompts = Arc::new(Prompts::load(Some(folder.path())).unwrap());
    let mut watcher = Watcher::new(engine::open(opening, outside));
    watcher.watch_out().await;
    assert!(watcher.state.speeches().count() > 0);
    for turn in watcher.state.speeches() {
        assert!(turn.words > 0, "{turn:?}");
    }
    let told = watcher.state.notices.iter();
    let told: Vec<&String> = told
        .filter(|told| told.contains("A prompt of yours cannot be filled"))
        .collect();
    assert_eq!(told.len(), 1, "once: {told:?}");
    assert!(told[0].contains("speech.md"), "{told:?}");
}

#[cfg(all(unix, feature = "tui"))]
#[test]
#[ignore = "a_panic_that_is_survived_is_told_on_the_screen_with_where_the_log_is runs it in a terminal of its own"]
fn one_in_which_a_call_panics() {
    use hustings::{
        panics,
        tui::{
            app::{self, Feed, ScreenOptions, Signals},
            terminal::Screen,
        },
    };
    panics::install_hook();
    panics::set_log("The log in /there has it.".to_owned());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let script = |request: &Request| {
            assert!(request.purpose != Purpose::BallotBefore, "no vote today");
            usual(request)
        };
        let settings = Options {
            on_failure: OnFailure::GoOn,
            ..options(Pace::Reading)
        };
        let opening = common::opening(3, settings, &Profile::default());
        let (handle, _) = start(&opening, Scripted::new("scripted", script));
        let mut signals = Signals::listen().unwrap();
        let mut screen = Screen::enter().unwrap();
        let feed = Feed::Live(Box::new(handle), Vec::new());
        let left = app::run(&mut screen, feed, ScreenOptions::default(), &mut signals);
        left.await.unwrap();
    });
}
