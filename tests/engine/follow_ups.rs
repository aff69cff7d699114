//! Questions after the end, put by the engine to scripted models.

use std::sync::Arc;

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        ask::Purpose,
        command::{Command, Halt, Pace},
        event::{Event, Record},
        follow_up::FollowUpProgress,
        ids::Seat,
    },
    engine::{self, Terms},
    llm::{
        ModelError, Request,
        scripted::{Scripted, ScriptedAnswer},
    },
};

use super::{
    common::{self, calls_have_one_end},
    harness::{Memory, Watcher, count, options, outside, start, usual},
};

/// The records of a debate that is over.
async fn over() -> Vec<Record> {
    let opening = common::opening(3, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    assert!(watcher.state.takes_follow_ups());
    memory.0.lock().unwrap().clone()
}

fn taken_up(records: &[Record], model: Scripted) -> (Watcher, Memory) {
    let state = DebateState::fold(records);
    let memory = Memory(Arc::new(std::sync::Mutex::new(records.to_vec())));
    let outside = outside(memory.clone(), model);
    let handle = engine::resume(state.clone(), outside, Terms::default());
    let mut watcher = Watcher::new(handle);
    watcher.state = state;
    (watcher, memory)
}

fn question(seat: Seat) -> Command {
    Command::Ask {
        seat,
        text: "What did you mean?".into(),
        halt: Halt::Beside,
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_comes_as_it_is_written_and_is_kept_behind_the_debate() {
    let records = over().await;
    let (mut watcher, memory) = taken_up(&records, Scripted::new("scripted", usual));
    watcher.order(question(Seat::new("prop", 1))).await;
    watcher
        .until(|event, _| matches!(event, Event::FollowUpAnswered { .. }))
        .await;
    assert_eq!(
        watcher.state.follow_ups[0].answer,
        "It was said. I stand by it."
    );
    let pieces = count(&watcher, |event| {
        matches!(event, Event::FollowUpSaid { .. })
    });
    assert!(pieces > 1, "it comes sentence by sentence at the least");
    let kept = memory.0.lock().unwrap().clone();
    calls_have_one_end(&kept);
    assert!(kept.starts_with(&records));
    assert!(DebateState::fold(&kept).takes_follow_ups());
}

#[tokio::test(start_paused = true)]
async fn a_model_that_fails_is_told_and_what_came_of_the_answer_is_kept() {
    let records = over().await;
    let fails = |request: &Request| match request.purpose {
        Purpose::FollowUp => {
            ScriptedAnswer::words("It was said. And then the line").then(ModelError::Broke {
                detail: "the line broke".into(),
            })
        }
        _ => usual(request),
    };
    let (mut watcher, _) = taken_up(&records, Scripted::new("scripted", fails));
    watcher.order(question(Seat::new("opp", 1))).await;
    watcher
        .until(|event, _| matches!(event, Event::FollowUpFailed { .. }))
        .await;
    let item = &watcher.state.follow_ups[0];
    assert_eq!(
        item.answer.trim(),
        "It was said.",
        "to the end of a sentence"
    );
    assert!(matches!(item.progress, FollowUpProgress::Failed { .. }));
}
