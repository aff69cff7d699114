//! Ways of leaving a debate: whatever is under way then has its end in the journal.

use std::{sync::Arc, time::Duration};

use hustings::catalog::Profile;
use hustings::{
    debate::{
        DebateState,
        ask::{Ask, Purpose, Role},
        command::{Command, Pace},
        event::{CallReport, Event, Record, Usage},
        opening::{OnFailure, Opening, Options},
        state::{DebateStatus, Pending},
    },
    engine::{self, Ending, Handle, Outside, Terms},
    llm::{
        ModelError, Request,
        gate::Gate,
        price::{Price, Rates},
        roster::{Assigned, Roster},
        scripted::{Scripted, ScriptedAnswer},
    },
    prompt::Prompts,
};

use super::{
    common::{self, calls_have_one_end},
    harness::{Memory, Watcher, options, outside, start, usual},
};

const PRICE: Price = Price::PerMillion(Rates {
    input: 1_000.0,
    cached_input: 1_000.0,
    output: 1_000.0,
});

fn kept(memory: &Memory) -> Vec<Record> {
    memory.0.lock().unwrap().clone()
}

/// The calls that were cut, with what they were for.
fn cut(records: &[Record]) -> Vec<(Ask, CallReport)> {
    let mut state = DebateState::default();
    let mut cut = Vec::new();
    for record in records {
        if let Event::CallCut { call, report } = &record.event {
            let pending = state.calls.get(call).unwrap();
            cut.push((pending.ask.clone(), report.clone()));
        }
        state.apply(record);
    }
    cut
}

fn in_a_speech(state: &DebateState) -> bool {
    state.floor().is_some_and(|turn| turn.words > 15)
}

/// A debate of which the second speech has begun.
async fn in_the_middle(settings: Options, model: Scripted) -> (Watcher, Memory) {
    let opening = common::opening(3, settings, &Profile::default());
    let (handle, memory) = start(&opening, model);
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| state.speeches().count() == 2 && in_a_speech(state))
        .await;
    (watcher, memory)
}

#[tokio::test(start_paused = true)]
async fn every_way_of_leaving_ends_every_call() {
    let usual = || Scripted::new("scripted", usual);
    // A stop, at once or in a pause.
    for pauses in [false, true] {
        let (mut watcher, memory) = in_the_middle(options(Pace::Reading), usual()).await;
        if pauses {
            watcher.order(Command::Pause).await;
            watcher.until(|_, state| !state.is_running()).await;
        }
        watcher.handle.stop.cancel();
        watcher.watch_out().await;
        assert_eq!(watcher.handle.task.await.unwrap(), Ending::Left);
        let all = kept(&memory);
        calls_have_one_end(&all);
        assert!(!cut(&all).is_empty());
        assert_eq!(watcher.seen.len(), all.len(), "and it is told");
    }
    // A front end that goes away, with both its ends or with one.
    for (orders_too, updates_too) in [(true, true), (false, true), (true, false)] {
        let (watcher, memory) = in_the_middle(options(Pace::Instant), usual()).await;
        let Handle {
            orders,
            updates,
            task,
            ..
        } = watcher.handle;
        let orders = (!orders_too).then_some(orders);
        let mut updates = (!updates_too).then_some(updates);
        while let Some(updates) = &mut updates
            && updates.recv().await.is_some()
        {}
        assert_eq!(task.await.unwrap(), Ending::Left);
        drop(orders);
        calls_have_one_end(&kept(&memory));
    }
    // The viewer adjourns.
    let (mut watcher, memory) = in_the_middle(options(Pace::Reading), usual()).await;
    watcher.order(Command::Adjourn).await;
    watcher.watch_out().await;
    assert_eq!(watcher.handle.task.await.unwrap(), Ending::Closed);
    let all = kept(&memory);
    calls_have_one_end(&all);
    assert!(!cut(&all).is_empty());
    assert!(matches!(all.last().unwrap().event, Event::Closed { .. }));
}

#[tokio::test(start_paused = true)]
async fn limits_and_outages_leave_no_call_open() {
    let settings = |max_tokens| Options {
        max_tokens,
        on_failure: OnFailure::Stop,
        ..options(Pace::Instant)
    };
    let opening = common::opening(3, settings(Some(9_000)), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", usual));
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let ending = watcher.handle.task.await.unwrap();
    assert!(matches!(ending, Ending::Limit(_)), "{ending:?}");
    calls_have_one_end(&kept(&memory));

    // The server goes while others are still being answered.
    let gone = |request: &Request| match request.purpose {
        Purpose::BallotBefore => usual(request).delays(Duration::from_secs(900), Duration::ZERO),
        Purpose::Prepare | Purpose::Probe => ScriptedAnswer::error(ModelError::Unreachable {
            url: "http://127.0.0.1:1/v1".into(),
            detail: "refused".into(),
        }),
        _ => usual(request),
    };
    let opening = common::opening(3, settings(None), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", gone));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| matches!(state.status, DebateStatus::Paused(_)))
        .await;
    assert!(!watcher.state.calls.is_empty(), "ballots are under way");
    watcher.handle.stop.cancel();
    watcher.watch_out().await;
    calls_have_one_end(&kept(&memory));
}

/// A debate of these models that is watched, and its record.
fn watched(opening: Arc<Opening>, roster: Roster) -> (Watcher, Memory) {
    let memory = Memory::default();
    let outside = Outside {
        recorder: memory.clone(),
        prompts: Arc::new(Prompts::load(None).unwrap()),
        roster: Arc::new(roster),
        passage_sources: None,
    };
    (Watcher::new(engine::open(opening, outside)), memory)
}

/// A debate whose calls are put one at a time, with a limit that each of them reaches.
fn limited(on_failure: OnFailure) -> (Watcher, Memory) {
    let settings = Options {
        max_tokens: Some(1),
        on_failure,
        ..options(Pace::Instant)
    };
    let opening = common::opening(9, settings, &Profile::default());
    let model = Arc::new(Scripted::new("scripted", usual));
    let one_at_a_time = Assigned::new(model.clone(), PRICE, Gate::new(1));
    let roster = Role::ALL
        .into_iter()
        .fold(Roster::of(model), |roster, role| {
            roster.with_role(role, one_at_a_time.clone())
        });
    watched(opening, roster)
}

#[tokio::test(start_paused = true)]
async fn what_waits_for_its_turn_is_not_sent_once_a_limit_is_reached() {
    let (mut watcher, memory) = limited(OnFailure::Stop);
    watcher.watch_out().await;
    let ending = watcher.handle.task.await.unwrap();
    assert!(matches!(ending, Ending::Limit(_)), "{ending:?}");
    let records = kept(&memory);
    calls_have_one_end(&records);
    let answered = |record: &&Record| matches!(record.event, Event::ModelCalled { .. });
    // The next has its turn once what the first came to is known.
    assert_eq!(records.iter().filter(answered).count(), 1);
    let sent: Vec<(Ask, CallReport)> = cut(&records)
        .into_iter()
        .filter(|(_, report)| report.tries > 0)
        .collect();
    assert!(sent.is_empty(), "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn whoever_goes_on_after_a_limit_is_given_what_was_not_sent() {
    let (mut watcher, _) = limited(OnFailure::Pause);
    let mut pauses = 0;
    while watcher.state.ballots.len() < 9 {
        watcher
            .until(|event, _| matches!(event, Event::Paused { .. }))
            .await;
        let awaited = watcher.state.calls.values().map(|call| &call.ask);
        let others: Vec<&Ask> = awaited
            .filter(|ask| !matches!(ask, Ask::Speech { .. }))
            .collect();
        assert!(others.is_empty(), "{others:?}");
        pauses += 1;
        watcher.order(Command::Resume).await;
    }
    // Speeches go on, too, and each of their calls reaches the limit again.
    assert!((5..100).contains(&pauses), "{pauses}");
    assert!(watcher.state.speeches().any(|turn| turn.words > 0));
}

/// A debate whose speeches come to nothing, at a price: the server says that it has thought so many tokens.
fn thoughts_alone(on_failure: OnFailure, max_tokens: u64) -> (Watcher, Memory) {
    empty(on_failure, max_tokens, |purpose| purpose == Purpose::Speech)
}

/// A debate in which what is asked for such purposes comes to nothing, at that price.
fn empty(
    on_failure: OnFailure,
    max_tokens: u64,
    comes_to_nothing: fn(Purpose) -> bool,
) -> (Watcher, Memory) {
    let settings = Options {
        max_tokens: Some(max_tokens),
        on_failure,
        ..options(Pace::Instant)
    };
    let opening = common::opening(0, settings, &Profile::default());
    let spent = Some(Usage {
        completion_tokens: THOUGHT,
        ..Usage::default()
    });
    let model = Scripted::new("scripted", move |request: &Request| {
        if comes_to_nothing(request.purpose) {
            ScriptedAnswer::error(ModelError::Empty { spent })
        } else {
            usual(request)
        }
    });
    watched(opening, Roster::of(Arc::new(model)))
}

const THOUGHT: u64 = 1_000_000;

#[tokio::test(start_paused = true)]
async fn a_limit_that_is_reached_by_a_try_that_failed_holds_before_the_next() {
    for (limit, tries) in [(THOUGHT / 2, 1), (2 * THOUGHT - 1, 2)] {
        let (mut watcher, memory) = thoughts_alone(OnFailure::Stop, limit);
        watcher.watch_out().await;
        let ending = watcher.handle.task.await.unwrap();
        assert!(matches!(ending, Ending::Limit(_)), "{ending:?}");
        let records = kept(&memory);
        calls_have_one_end(&records);
        let spent = DebateState::fold(&records).ledger;
        // All else that was asked comes to little beside it.
        assert_eq!(spent.tokens() / THOUGHT, tries, "{spent:?}");
    }
}

/// Whether the server is back is asked of it, at a price, and each answer is empty, too.
#[tokio::test(start_paused = true)]
async fn no_server_is_looked_for_once_a_limit_is_reached() {
    for (limit, at_most) in [(THOUGHT / 2, 8), (3 * THOUGHT + 1, 10), (20 * THOUGHT, 28)] {
        for on_failure in [OnFailure::Stop, OnFailure::Pause] {
            let (mut watcher, memory) = empty(on_failure, limit, |_| true);
            let an_hour = tokio::time::timeout(Duration::from_secs(3_600), async {
                watcher
                    .until(|event, _| matches!(event, Event::Paused { .. }))
                    .await;
            });
            an_hour.await.expect("it pauses, or is left");
            watcher.handle.stop.cancel();
            watcher.watch_out().await;
            let records = kept(&memory);
            calls_have_one_end(&records);
            let spent = DebateState::fold(&records).ledger.tokens() / THOUGHT;
            assert!(spent <= at_most, "{spent} of {limit}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_watches_is_asked_between_tries_and_nothing_is_counted_twice() {
    let (mut watcher, memory) = thoughts_alone(OnFailure::Pause, THOUGHT / 2);
    for tries in 1..=2 {
        // The next try does not go out before the viewer has said so.
        let is_speech = |call: &Pending| matches!(call.ask, Ask::Speech { .. });
        watcher
            .until(|_, state| !state.is_running() && !state.calls.values().any(is_speech))
            .await;
        assert_eq!(watcher.state.spent(), watcher.state.ledger);
        assert_eq!(watcher.state.spent().tokens() / THOUGHT, tries);
        let DebateStatus::Paused(by) = &watcher.state.status else {
            panic!("{:?}", watcher.state.status);
        };
        assert!(format!("{by:?}").contains("The last try came to nothing: the answer is empty."));
        watcher.order(Command::Resume).await;
        watcher.until(|_, state| state.is_running()).await;
    }
    watcher.handle.stop.cancel();
    watcher.watch_out().await;
    calls_have_one_end(&kept(&memory));
}

#[tokio::test(start_paused = true)]
async fn what_was_cut_counts_with_what_it_has_used_and_what_was_not_sent_with_nothing() {
    let opening = common::opening(9, options(Pace::Instant), &Profile::default());
    let model = Arc::new(Scripted::new(
        "scripted",
        |request: &Request| match request.purpose {
            Purpose::BallotBefore => {
                usual(request).delays(Duration::from_secs(900), Duration::ZERO)
            }
            _ => usual(request),
        },
    ));
    let assigned = |gate| Assigned::new(model.clone(), PRICE, gate);
    let roster = Roster::of(model.clone())
        .with_role(Role::Audience, assigned(Gate::new(2)))
        .with_role(Role::Speaker, assigned(Gate::new(9)));
    let (mut watcher, memory) = watched(opening, roster);
    watcher.until(|_, state| in_a_speech(state)).await;
    watcher.handle.stop.cancel();
    watcher.watch_out().await;
    let cut = cut(&kept(&memory));
    let mut sent = 0;
    for (ask, report) in &cut {
        let usage = report.usage;
        let cost = usage.tokens() as f64 / 1_000.0;
        match ask {
            Ask::Ballot { .. } if report.tries == 0 => assert_eq!(usage.tokens(), 0),
            Ask::Ballot { .. } => {
                sent += 1;
                assert!(usage.prompt_tokens > 100 && usage.completion_tokens == 0);
            }
            Ask::Speech { .. } => {
                assert!(usage.prompt_tokens > 100, "{usage:?}");
                // Of a speech of 400 words, ten words and more were heard.
                assert!((15..600).contains(&usage.completion_tokens), "{usage:?}");
            }
            _ => continue,
        }
        assert!((report.cost.unwrap() - cost).abs() < 1e-9, "{report:?}");
        assert_eq!(usage.estimated, report.tries > 0);
    }
    let ballots = cut
        .iter()
        .filter(|(ask, _)| matches!(ask, Ask::Ballot { .. }));
    assert_eq!((ballots.count(), sent), (9, 2), "two are asked at once");
    let cost: f64 = cut.iter().filter_map(|(_, report)| report.cost).sum();
    let ledger = DebateState::fold(&kept(&memory)).ledger;
    assert!(ledger.costs.known >= cost && cost > 0.0, "limits count it");
}

#[tokio::test(start_paused = true)]
async fn whoever_takes_up_a_journal_ends_what_a_death_left_open() {
    let opening = common::opening(3, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", usual));
    Watcher::new(handle).watch_out().await;
    let whole = kept(&memory);
    let mut met = 0;
    let step = whole.len() / 9;
    for end in (step..whole.len() - 1).step_by(step) {
        let left = &whole[..end];
        let open = DebateState::fold(left).calls.len();
        let mut ends = Vec::new();
        for _ in 0..2 {
            let model = Scripted::new("scripted", usual);
            let memory = Memory(Arc::new(std::sync::Mutex::new(left.to_vec())));
            let mut watcher = Watcher::new(engine::resume(
                DebateState::fold(left),
                outside(memory.clone(), model),
                Terms::default(),
            ));
            watcher.state = DebateState::fold(left);
            watcher
                .until(|event, _| matches!(event, Event::Reconvened { .. }))
                .await;
            ends.push(cut(&kept(&memory)[..watcher.state.next_seq as usize]));
            watcher.handle.stop.cancel();
            watcher.watch_out().await;
            calls_have_one_end(&kept(&memory));
        }
        let before = cut(left).len();
        assert_eq!(ends[0].len() - before, open);
        assert_eq!(ends[0], ends[1], "and always in the same way");
        for (ask, report) in ends[0].iter().skip(before) {
            assert!(report.usage.prompt_tokens > 0, "{ask:?}: {report:?}");
            met += 1;
        }
    }
    assert!(met > 8, "only {met} calls were open");
}
