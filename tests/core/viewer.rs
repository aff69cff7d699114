//! What a viewer does: questions, limits, leaving.

use hustings::debate::{
    event::{PausedBy, Record},
    ids::CallId,
    opening::Launch,
};

use super::*;

#[test]
fn a_halting_question_halts_and_a_limit_pauses_again_and_again() {
    let mut world = World::new();
    let options = Options {
        scale: 0.2,
        max_tokens: Some(2_000),
        ..Options::default()
    };
    world.feed(Input::Open(common::opening(
        5,
        options,
        &Profile::default(),
    )));
    world.command(Command::Ask {
        seat: Seat::new("prop", 1),
        text: "Why?".into(),
        halt: Halt::Halting,
    });
    assert!(matches!(world.state.status, DebateStatus::Paused(_)));
    assert!(
        world
            .calls
            .values()
            .any(|(ask, _)| matches!(ask, Ask::Question { .. })),
        "it is put all the same"
    );
    world.run(
        &mut Choices {
            bytes: vec![5, 3, 1],
            at: 0,
        },
        0,
    );
    let by_limit = |one: &&Record| {
        let limit = |by: &PausedBy| matches!(by, PausedBy::Limit { .. });
        matches!(&one.event, Event::Paused { by, .. } if limit(by))
    };
    assert!(world.journal.iter().filter(by_limit).count() >= 2);
    assert!(matches!(
        world.state.interventions[0].progress,
        InterventionProgress::Done { answer: Some(_) }
    ));
}

#[test]
fn whoever_left_while_the_rest_was_awaited_after_a_limit_goes_on_at_once() {
    let options = Options {
        max_tokens: Some(1),
        ..common::world::short()
    };
    let mut world = World::opened(common::opening_in(
        "exhibition",
        3,
        options,
        &Profile::default(),
    ));
    let mut choices = common::world::choices();
    while world.state.ledger.tokens() == 0 {
        world.step(&mut choices, 0);
    }
    assert!(world.state.is_running(), "the other ballots are awaited");
    assert!(!world.calls.is_empty());

    world.calls.clear();
    world.feed(common::world::taken_up(None));
    assert!(world.state.is_running(), "{:?}", world.state.status);
    assert!(!world.calls.is_empty(), "they are asked for again");
}

#[test]
fn other_limits_hold_from_where_a_debate_is_taken_up() {
    let options = Options {
        max_tokens: Some(2_000),
        ..common::world::short()
    };
    let mut world = World::opened(common::opening_in(
        "exhibition",
        3,
        options,
        &Profile::default(),
    ));
    let mut choices = common::world::choices();
    while world.state.is_running() {
        world.step(&mut choices, 0);
    }
    let used = world.state.spent().tokens();
    assert!(used >= 2_000);
    world.calls.clear();
    let mut again = common::world::taken_up(None);
    if let Input::Reconvene { limits, .. } = &mut again {
        limits.max_tokens = Some(500);
    }
    world.feed(again);
    assert!(world.state.is_running());
    while world.state.is_running() {
        world.step(&mut choices, 0);
    }
    let DebateStatus::Paused(PausedBy::Limit { what }) = &world.state.status else {
        panic!("{:?}", world.state.status);
    };
    let told = format!("since it was gone on with at {used} (limit 500)");
    assert!(what.contains(&told), "{what}");
    let options = &world.state.opening.as_deref().unwrap().options;
    assert_eq!((options.max_tokens, options.max_cost), (Some(500), None));
}

#[test]
fn a_sentence_that_is_said_anew_when_a_debate_is_taken_up_is_told() {
    let mut world = short();
    let mut choices = common::world::choices();
    while world.state.floor().is_none_or(|turn| turn.words < 30) {
        world.step(&mut choices, 0);
    }
    let speech = |(_, (ask, _)): &(&CallId, &(Ask, Vec<String>))| matches!(ask, Ask::Speech { .. });
    let call = *world.calls.iter().find(speech).unwrap().0;
    world.feed(Input::Said {
        call,
        text: "Half a".into(),
        rest: Unspoken::Unfinished,
    });
    let heard = world.state.floor().unwrap().clone();
    world.calls.clear();
    world.feed(common::world::taken_up(None));
    let turn = world.state.turn(heard.id).unwrap();
    assert!(heard.text.starts_with(&turn.text) && heard.text != turn.text);
    let told: Vec<(u32, &str)> = turn
        .notices
        .iter()
        .map(|(at, index)| (*at, world.state.notices[*index].as_str()))
        .collect();
    let expected = format!(
        "{} was interrupted here, and says the unfinished sentence anew.",
        world.state.name(&heard.seat)
    );
    assert_eq!(told, [(turn.text.len() as u32, expected.as_str())]);
}

#[test]
fn the_models_that_a_debate_was_gone_on_with_are_those_that_it_is_gone_on_with_next() {
    let mut world = World::new();
    let options = Options::default();
    world.feed(Input::Open(common::opening(
        0,
        options,
        &Profile::default(),
    )));
    let other = Launch {
        model: Some("near:other".into()),
        ..Launch::default()
    };
    let mut kept = Vec::new();
    for flags in [Some(other.clone()), None, Some(other.clone())] {
        world.calls.clear();
        let mut again = common::world::taken_up(None);
        if let Input::Reconvene { launch, .. } = &mut again {
            *launch = flags;
        }
        world.feed(again);
        let opening = world.state.opening.as_deref().unwrap();
        assert_eq!(opening.launch, other);
        let told = world.journal.iter().rev().find_map(|one| {
            if let Event::Reconvened { launch, .. } = &one.event {
                Some(launch.clone())
            } else {
                None
            }
        });
        kept.push(told.unwrap());
    }
    // What has not changed is not said again.
    assert_eq!(kept, [Some(other), None, None]);
}
