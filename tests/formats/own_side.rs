//! What a small model hands in is held to its speaker's side, part by part, and what it invents is told as its own claim.

use super::common::{
    answers, opening_in,
    world::{World, choices},
};
use hustings::{
    catalog::{Profile, SideCheck, Steps},
    debate::{
        answer::{Argued, SideVerdict},
        ask::Ask,
        decide::Answer,
        event::Event,
        opening::Options,
        state::DebateState,
        written::Work,
    },
};

/// Words that argue against the motion, whoever says them.
const AGAINST: &str = "Every private car should stay where it is.";

/// The third argument for the motion argues against it, and names a year that nobody gave.
fn work(state: &DebateState, ask: &Ask) -> Option<Answer> {
    let Ask::Write { turn } = ask else {
        return None;
    };
    let mut work = answers::work(state, *turn);
    let seat = &state.turn(*turn)?.seat;
    if let Work::Arguments(all) = &mut work
        && seat.as_str() == "pro.1"
        && let Some(third) = all.get_mut(2)
    {
        AGAINST.clone_into(&mut third.claim);
        "The carters of Thistlewood kept theirs in 1847.".clone_into(&mut third.evidence);
    }
    Some(Answer::Work(Box::new(work)))
}

/// What a referee finds who reads the words, in either order of the claims.
fn verdict(state: &DebateState, ask: &Ask) -> Option<Answer> {
    let Ask::SideCheck { turn } = ask else {
        return None;
    };
    let turn = state.turn(*turn)?;
    let argues = match (
        state.unchecked_part(turn)?.text.contains(AGAINST),
        &turn.doubted,
    ) {
        (false, _) => Argued::Neither,
        (true, None) => Argued::Second,
        (true, Some(_)) => Argued::First,
    };
    let words = AGAINST.to_owned();
    Some(Answer::Side(SideVerdict { words, argues }))
}

/// The same by a model that tells how likely answers are.
fn lead(state: &DebateState, ask: &Ask) -> Option<Answer> {
    let Ask::SideCheck { turn } = ask else {
        return None;
    };
    let part = state.unchecked_part(state.turn(*turn)?)?;
    let is_other = part.text.contains(AGAINST);
    // A little is nothing.
    Some(Answer::SideLead(if is_other { -0.9 } else { -0.1 }))
}

/// Whoever answers where a side is checked.
type Checker = fn(&DebateState, &Ask) -> Option<Answer>;

fn held(steps: Steps) -> World {
    held_by(steps, verdict)
}

fn held_by(steps: Steps, checker: Checker) -> World {
    let profile = Profile {
        steps,
        side_check: SideCheck::EachSpeech,
        ..Profile::default()
    };
    let mut world = World::opened(opening_in("structured", 0, Options::default(), &profile));
    world.answers = Some(Box::new(move |state, ask| {
        work(state, ask).or_else(|| checker(state, ask))
    }));
    world.run(&mut choices(), 0);
    world
}

#[test]
fn by_a_number_it_is_struck_at_the_first_look() {
    let world = held_by(Steps::OneAtATime, lead);
    let events = || world.journal.iter().map(|record| &record.event);
    let struck = events().filter_map(|event| match event {
        Event::TurnStruck { rule, reason, .. } => Some((rule.as_str(), reason.as_str())),
        _ => None,
    });
    let expected = [("own-side", "PRO-3 argues against Pro"); 2];
    assert_eq!(struck.collect::<Vec<_>>(), expected);
    let standing = world.state.speeches();
    let wrong = standing.filter(|turn| turn.argues_for_other_side());
    assert_eq!(wrong.count(), 1);
    assert!(world.state.is_closed());
    assert_eq!(DebateState::fold(&world.journal), world.state);
}

#[test]
fn an_argument_for_the_other_side_is_struck_with_its_id_and_stands_flagged_in_the_end() {
    let world = held(Steps::OneAtATime);
    let struck = world
        .journal
        .iter()
        .filter_map(|record| match &record.event {
            Event::TurnStruck { rule, reason, .. } => Some((rule.as_str(), reason.as_str())),
            _ => None,
        });
    let reason = format!("PRO-3 argues against Pro: \"{AGAINST}\"");
    assert_eq!(
        struck.collect::<Vec<_>>(),
        [("own-side", reason.as_str()); 2]
    );
    let wrong: Vec<_> = world
        .state
        .speeches()
        .filter(|turn| turn.argues_for_other_side())
        .collect();
    assert_eq!(
        wrong.len(),
        1,
        "the last attempt stands, and is told for what it is"
    );
    assert!(world.state.is_closed(), "and the debate goes on");
    assert_eq!(DebateState::fold(&world.journal), world.state);
}

#[test]
fn what_nobody_gave_is_the_speaker_s_own_claim() {
    let world = held(Steps::OneAtATime);
    let own: Vec<_> = world
        .state
        .arguments()
        .filter(|(_, one)| !one.own_claims.is_empty())
        .map(|(_, one)| (one.id.as_str(), one.own_claims.clone()))
        .collect();
    assert_eq!(
        own,
        [("PRO-3", vec!["Thistlewood".to_owned(), "1847".to_owned()])]
    );
    let turn = world
        .state
        .speeches()
        .find(|turn| turn.text.contains("Thistlewood"))
        .unwrap();
    let told = "*Nobody has handed in:* Thistlewood and 1847";
    assert!(
        turn.text.contains(told) && turn.text.contains("*Own claim:*"),
        "{}",
        turn.text
    );
}

#[test]
fn a_large_model_is_held_to_neither() {
    let world = held(Steps::Together);
    assert!(
        world
            .state
            .turns
            .iter()
            .all(|turn| turn.sides_cleared == 0 && !turn.is_struck())
    );
    assert!(
        world
            .state
            .arguments()
            .all(|(_, one)| one.own_claims.is_empty())
    );
}
