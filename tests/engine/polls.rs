//! Straw votes of several members in one answer: what is asked, and what becomes of an answer that is no use.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        answer::Vote,
        ask::{Ask, Purpose},
        command::{Command, Pace},
        division::Tally,
        event::{Event, Record},
        ids::Seat,
        missing::missing,
        opening::{OnFailure, Options},
        polling,
    },
    engine::{self, Outside, Terms},
    llm::{
        From, ModelError, Request,
        gate::Gate,
        price::Price,
        roster::{Assigned, Roster},
        scripted::{Scripted, ScriptedAnswer},
    },
};

use super::{
    common::{self, calls_have_one_end},
    harness::{Memory, Watcher, options, outside, polled, start, straw, usual},
};

const MEMBERS: usize = 5;
/// A poll follows each speech but the last.
const POLLS: usize = 5;

/// A debate whose house is polled by this script, held to its end.
async fn held(
    settings: Options,
    script: impl Fn(&Request) -> ScriptedAnswer + Send + Sync + 'static,
) -> (DebateState, Vec<Record>, Scripted) {
    let model = Scripted::new("scripted", move |request| match request.purpose {
        Purpose::Poll => script(request),
        _ => usual(request),
    });
    let opening = common::opening(MEMBERS, settings, &Profile::default());
    let (handle, memory) = start(&opening, model.clone());
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let records = memory.0.lock().unwrap().clone();
    calls_have_one_end(&records);
    let state = DebateState::fold(&records);
    assert!(state.is_closed());
    assert_eq!(state.polls.len(), POLLS);
    (state, records, model)
}

/// How many were asked by each call for straw votes.
fn asked(records: &[Record]) -> Vec<usize> {
    let asked = records.iter().filter_map(|record| match &record.event {
        Event::CallBegan { ask, seat, .. } if ask.purpose() == Purpose::Poll => {
            assert_eq!(seat.is_none(), ask.members().len() > 1, "{ask:?}");
            Some(ask.members().len().max(1))
        }
        _ => None,
    });
    asked.collect()
}

fn votes(state: &DebateState) -> Vec<Vec<Option<Vote>>> {
    let polls = state.polls.iter();
    polls
        .map(|poll| poll.votes().values().copied().collect())
        .collect()
}

fn polls(model: &Scripted) -> Vec<Request> {
    let requests = model.requests().into_iter();
    requests
        .filter(|one| one.purpose == Purpose::Poll)
        .collect()
}

#[tokio::test(start_paused = true)]
async fn a_house_is_polled_in_one_call_after_each_speech() {
    let (state, records, model) =
        held(options(Pace::Instant), |request| straw(request, Vote::No)).await;
    assert_eq!(asked(&records), [MEMBERS; POLLS]);
    assert_eq!(votes(&state), vec![vec![Some(Vote::No); MEMBERS]; POLLS]);
    assert!(missing(&state).is_empty());
    let mut orders = BTreeSet::new();
    for request in polls(&model) {
        let task = &request.messages.last().unwrap().text;
        // Each card once, under the seat, and of the views of the others nothing.
        for seat in polled(&request) {
            assert_eq!(task.matches(&format!("\n{seat}\n")).count(), 1, "{task}");
        }
        assert!(
            !task.contains("We shall see."),
            "a ballot is its member's own"
        );
        assert!(task.contains("as if nobody else had been asked"));
        let shape = request.shape.as_ref().unwrap().schema.to_string();
        assert!(
            shape.contains("\"audience.5\"") && shape.contains("undecided"),
            "{shape}"
        );
        assert_eq!(request.messages[0].from, From::System);
        orders.insert(polled(&request));
    }
    assert!(orders.len() > 1, "no place is anybody's: {orders:?}");
}

#[tokio::test(start_paused = true)]
async fn each_is_asked_alone_where_that_is_wanted_or_the_model_takes_one_thing_at_a_time() {
    let alone = Options {
        polled_together: Some(1),
        ..options(Pace::Instant)
    };
    let (state, records, _) = held(alone, |request| straw(request, Vote::Aye)).await;
    assert_eq!(asked(&records), [1; MEMBERS * POLLS]);
    assert_eq!(votes(&state), vec![vec![Some(Vote::Aye); MEMBERS]; POLLS]);
    let profile = Profile {
        steps: hustings::catalog::Steps::OneAtATime,
        ..Profile::default()
    };
    let opening = common::opening(MEMBERS, options(Pace::Instant), &profile);
    assert_eq!(opening.options.polled_together, Some(1));
    let narrow = Profile {
        context: 8_192,
        ..Profile::default()
    };
    let opening = common::opening(MEMBERS, options(Pace::Instant), &narrow);
    assert_eq!(opening.options.polled_together, Some(1));
}

#[test]
fn a_small_model_is_asked_for_several_where_somebody_wants_it_and_there_is_room() {
    let small = |context| Profile {
        steps: hustings::catalog::Steps::OneAtATime,
        context,
        ..Profile::default()
    };
    let wanted = Options {
        polled_together: Some(3),
        ..options(Pace::Instant)
    };
    let opening = common::opening(MEMBERS, wanted, &small(8_192));
    assert_eq!(opening.options.polled_together, Some(3));
    assert!(polling::is_possible(&small(4_096)));
    assert!(!polling::is_possible(&small(2_048)), "no room for several");
    // One that takes the place of another.
    let together_with = |context, wanted| engine::together_with(&small(context), wanted);
    assert_eq!(together_with(8_192, 3), 3, "what somebody chose");
    assert_eq!(
        together_with(8_192, 20),
        1,
        "what was usual with a capable one"
    );
    assert_eq!(together_with(2_048, 3), 1);
    assert_eq!(engine::together_with(&Profile::default(), 20), 20);
}

#[tokio::test(start_paused = true)]
async fn whoever_is_left_out_said_twice_or_cannot_be_read_is_asked_alone() {
    let script = |request: &Request| {
        let seats = polled(request);
        let [left_out, twice, unread, rest @ ..] = &seats[..] else {
            return straw(request, Vote::Undecided);
        };
        assert!(!left_out.is_empty());
        let rest = rest.iter().fold(String::new(), |all, seat| {
            all + &format!(r#", "{seat}": {{"vote": "no"}}"#)
        });
        ScriptedAnswer::text(format!(
            r#"{{"{twice}": {{"vote": "aye"}}, "{twice}": {{"vote": "no"}}, "{unread}": {{"vote": "perhaps"}},
                "audience.77": {{"vote": "aye"}}{rest}}}"#
        ))
    };
    let (state, records, model) = held(options(Pace::Instant), script).await;
    let mut calls = asked(&records);
    calls.sort_unstable();
    assert_eq!(calls, [vec![1; 3 * POLLS], vec![MEMBERS; POLLS]].concat());
    for poll in &state.polls {
        let tally = poll.tally();
        assert_eq!((tally.ayes, tally.noes, tally.undecided), (0, 2, 3));
    }
    assert!(missing(&state).is_empty());
    // What could be read was not asked for again.
    assert_eq!(polls(&model).len(), 4 * POLLS);
}

#[tokio::test(start_paused = true)]
async fn where_no_joint_answer_can_be_had_each_is_asked_alone_and_no_vote_is_lost() {
    let nonsense = || ScriptedAnswer::text("The house is of several minds.");
    let none = || ScriptedAnswer::text(r#"{"votes": 5}"#);
    let refused = || {
        ScriptedAnswer::error(ModelError::Refused {
            status: 400,
            detail: "no such schema".into(),
        })
    };
    for joint in [nonsense as fn() -> ScriptedAnswer, none, refused] {
        for on_failure in [OnFailure::Pause, OnFailure::GoOn, OnFailure::Stop] {
            let settings = Options {
                on_failure,
                ..options(Pace::Instant)
            };
            let script = move |request: &Request| {
                if polled(request).is_empty() {
                    straw(request, Vote::Aye)
                } else {
                    joint()
                }
            };
            let (state, records, _) = held(settings, script).await;
            assert_eq!(votes(&state), vec![vec![Some(Vote::Aye); MEMBERS]; POLLS]);
            assert!(missing(&state).is_empty(), "{:?}", missing(&state));
            let joint: Vec<usize> = asked(&records).into_iter().filter(|one| *one > 1).collect();
            assert_eq!(joint, [MEMBERS; 2], "after two nobody tries any more");
            let failed = state.finished.iter().filter(|call| call.failed.is_some());
            assert!(
                failed
                    .clone()
                    .all(|call| call.ask.members().len() == MEMBERS)
            );
            assert_eq!(failed.count(), 2);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_cannot_be_had_alone_either_is_missing_as_ever() {
    let script = |_: &Request| {
        ScriptedAnswer::error(ModelError::Refused {
            status: 400,
            detail: "nobody votes here".into(),
        })
    };
    let (state, _, _) = held(options(Pace::Instant), script).await;
    let lost = missing(&state);
    assert_eq!(lost.len(), MEMBERS * POLLS);
    assert!(
        lost.iter()
            .all(|one| one.reason.contains("nobody votes here") && one.counts)
    );
}

#[tokio::test(start_paused = true)]
async fn a_poll_in_which_no_vote_came_is_no_count_of_the_house() {
    let none = |_: &Request| ScriptedAnswer::text("I cannot say.");
    let (state, records, _) = held(options(Pace::Instant), none).await;
    assert_eq!(votes(&state), vec![vec![None; MEMBERS]; POLLS]);
    let of = |state: &DebateState| (state.leads(), state.tally().map(Tally::total));
    let polled = |one: &Record| matches!(one.event, Event::PollTaken { .. });
    let last = records.iter().rposition(polled).unwrap();
    let during = of(&DebateState::fold(&records[..=last]));
    assert_eq!(during.0.len(), 1, "the house before the debate");
    assert_eq!(during.1, Some(MEMBERS as u32));
    assert_eq!(of(&state).0.len(), 2, "and the division");
}

#[tokio::test(start_paused = true)]
async fn a_debate_that_is_left_while_it_polls_asks_those_who_are_missing() {
    // The first joint call is never answered.
    let calls = Arc::new(AtomicUsize::new(0));
    let script = {
        let calls = Arc::clone(&calls);
        move |request: &Request| match request.purpose {
            Purpose::Poll if calls.fetch_add(1, Ordering::Relaxed) == 0 => {
                straw(request, Vote::Aye).delays(Duration::from_secs(100_000), Duration::ZERO)
            }
            _ => usual(request),
        }
    };
    let model = Scripted::new("scripted", script);
    let settings = Options {
        polled_together: Some(3),
        ..options(Pace::Instant)
    };
    let opening = common::opening(MEMBERS, settings, &Profile::default());
    let (handle, memory) = start(&opening, model.clone());
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| {
            state
                .polls
                .first()
                .is_some_and(|poll| poll.votes().len() == 2)
        })
        .await;
    // A pause holds no vote back for good, and a joint call is cut like any other.
    watcher.order(Command::Pause).await;
    watcher.until(|_, state| !state.is_running()).await;
    watcher.handle.stop.cancel();
    watcher.watch_out().await;
    let records = memory.0.lock().unwrap().clone();
    calls_have_one_end(&records);
    let before = DebateState::fold(&records);
    let voted: BTreeSet<_> = before.polls[0].votes().keys().cloned().collect();
    assert_eq!(voted.len(), 2);
    let again = Memory::default();
    let terms = Terms {
        on_failure: OnFailure::GoOn,
        ..Terms::default()
    };
    let handle = engine::resume(before.clone(), outside(again.clone(), model), terms);
    let mut watcher = Watcher::new(handle);
    watcher.state = before;
    watcher
        .until(|event, _| matches!(event, Event::Reconvened { .. }))
        .await;
    watcher.order(Command::Resume).await;
    watcher.watch_out().await;
    let all = [records, again.0.lock().unwrap().clone()].concat();
    calls_have_one_end(&all);
    let state = DebateState::fold(&all);
    assert!(state.is_closed() && missing(&state).is_empty());
    assert!(state.polls.iter().all(|poll| poll.votes().len() == MEMBERS));
    let first = state.polls[0].after;
    let of_first = again
        .0
        .lock()
        .unwrap()
        .clone()
        .into_iter()
        .find_map(|record| match record.event {
            Event::CallBegan {
                ask: Ask::Polls { members, after },
                ..
            } if after == first => Some(members),
            _ => None,
        });
    let of_first = of_first.unwrap();
    assert_eq!(of_first.len(), 3);
    assert!(of_first.iter().all(|member| !voted.contains(member)));
    let mut times = BTreeMap::new();
    for record in &all {
        if let Event::StrawVoteCast { member, after, .. } = &record.event {
            *times.entry((member.clone(), *after)).or_insert(0) += 1;
        }
    }
    assert!(times.values().all(|times| *times == 1), "{times:?}");
}

#[tokio::test(start_paused = true)]
async fn with_other_models_a_debate_that_is_taken_up_asks_each_alone() {
    let script = |request: &Request| usual(request);
    let opening = common::opening(MEMBERS, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, Scripted::new("scripted", script));
    let mut watcher = Watcher::new(handle);
    watcher
        .until(|_, state| state.speeches().count() == 2)
        .await;
    watcher.handle.stop.cancel();
    watcher.watch_out().await;
    let records = memory.0.lock().unwrap().clone();
    let before = asked(&records).len();
    // One of those who were asked with others has a model of their own by now.
    let assigned = |name: &str| {
        let model = Scripted::new(name, script);
        Assigned::new(Arc::new(model), Price::Unknown, Gate::new(9))
    };
    let again = Memory::default();
    let roster = Roster::of(Arc::new(Scripted::new("scripted", script)));
    let outside = Outside {
        roster: Arc::new(roster.with_seat(Seat::audience(2), assigned("other"))),
        ..outside(again.clone(), Scripted::new("unused", script))
    };
    let terms = Terms {
        on_failure: OnFailure::GoOn,
        ..Terms::default()
    };
    let handle = engine::resume(DebateState::fold(&records), outside, terms);
    let mut watcher = Watcher::new(handle);
    watcher.state = DebateState::fold(&records);
    watcher.watch_out().await;
    let all = [records, again.0.lock().unwrap().clone()].concat();
    let sizes = asked(&all).split_off(before);
    assert!(
        sizes.len() >= 3 * MEMBERS && sizes.iter().all(|one| *one == 1),
        "{sizes:?}"
    );
    let state = DebateState::fold(&all);
    assert!(missing(&state).is_empty());
    let mut calls = state.finished.iter();
    assert!(calls.any(|call| call.report.model == "other"));
    assert_eq!(state.polling.together, 1);
}
