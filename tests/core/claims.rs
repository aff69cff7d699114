//! What each side holds on a motion that was typed and that code can only quote: asked of the clerk, once, before
//! anybody writes or votes.

use hustings::{
    catalog::{Claims, Motion, Profile, Stance, Steps},
    debate::{
        answer::Answer, ask::Ask, event::Event, missing::is_poorer, opening::Opening, rehearsal,
    },
    prompt::Prompts,
};

use crate::common::{
    FORMATS, lines, opening_on,
    world::{World, choices, short, taken_up},
};

const OPEN: &str = "Which city should host the games?";

fn opening(format: &str, motion: &str) -> Opening {
    opening_on(motion, (format, 3), short(), &Profile::default())
}

/// The number of times that it was asked.
fn asked(world: &World) -> usize {
    world
        .asked(|ask, _| (*ask == Ask::Claims).then_some(()))
        .len()
}

#[test]
fn the_clerk_is_asked_once_and_before_all_else_where_two_sides_argue_of_what_code_can_only_quote() {
    for format in FORMATS {
        let mut world = World::opened(opening(format, OPEN));
        world.run(&mut choices(), 0);
        assert!(world.state.is_closed(), "{format}");
        let told = opening(format, OPEN);
        let stances = told.speakers.iter();
        let stances: Vec<_> = stances.filter_map(|one| told.stance(&one.seat)).collect();
        let has = |stance| stances.contains(&stance);
        let is_due = has(Stance::For) && has(Stance::Against);
        assert_eq!(asked(&world), usize::from(is_due), "{format}");
        if is_due {
            let begun = world.asked(|ask, _| Some(ask.clone()));
            assert_eq!(begun.first(), Some(&Ask::Claims), "{format}");
            let worded = world.journal.iter().position(|record| {
                matches!(
                    record.event,
                    Event::ClaimsWorded {
                        claims: Some(_),
                        ..
                    }
                )
            });
            let second = world.journal.iter().position(|record| {
                matches!(&record.event, Event::CallBegan { ask, .. } if *ask != Ask::Claims)
            });
            assert!(worded < second, "{format}: {worded:?}, {second:?}");
        }
    }
    for motion in ["Should we go to Mars?", "This House would ban private cars"] {
        let mut world = World::opened(opening("exhibition", motion));
        world.run(&mut choices(), 0);
        assert_eq!(asked(&world), 0, "{motion}");
    }
    let mut world = World::opened(opening("exhibition", "ban-private-cars"));
    world.run(&mut choices(), 0);
    assert_eq!(asked(&world), 0, "a motion from a file says itself");
}

#[test]
fn speakers_argue_for_what_the_clerk_has_said() {
    let claims = Claims {
        prop: "Oslo should host the games.".to_owned(),
        opp: "Turin should host the games.".to_owned(),
    };
    let mut world = World::opened(opening("exhibition", OPEN));
    let said = claims.clone();
    world.answers = Some(Box::new(move |_, ask| {
        (*ask == Ask::Claims).then(|| Answer::Claims(said.clone()))
    }));
    world.run(&mut choices(), 0);
    let state = &world.state;
    assert_eq!(
        state.opening.as_deref().map(|one| &one.motion.claims),
        Some(&claims)
    );
    assert!(
        state
            .notices
            .iter()
            .any(|notice| notice.contains("Oslo") && notice.contains("Turin")),
        "{:?}",
        state.notices
    );
    let prompts = Prompts::load(None).unwrap();
    let speeches = world
        .asked(|ask, seat| matches!(ask, Ask::Speech { .. }).then(|| (ask.clone(), seat.cloned())));
    assert!(!speeches.is_empty());
    for (ask, seat) in speeches {
        let (Ok(prompt), Some(seat)) = (prompts.prompt(state, &ask, 32_768), seat) else {
            panic!("{ask:?}");
        };
        let own = if seat.group() == "prop" {
            "Oslo"
        } else {
            "Turin"
        };
        let told: Vec<&str> = prompt
            .request
            .messages
            .iter()
            .map(|one| one.text.as_str())
            .collect();
        assert!(told.concat().contains(own), "{seat}: {told:?}");
    }
}

#[test]
fn the_motion_is_quoted_where_the_clerk_cannot_be_had() {
    let mut world = World::opened(opening("exhibition", OPEN));
    world.run_without(|ask| *ask == Ask::Claims);
    assert_eq!(asked(&world), 1);
    assert!(world.state.is_closed() && !is_poorer(&world.state));
    let quoted = Motion::own(OPEN).claims;
    let held = world
        .state
        .opening
        .as_deref()
        .map(|one| one.motion.claims.clone());
    assert_eq!(held, Some(quoted));
    assert!(
        world
            .state
            .notices
            .iter()
            .any(|notice| notice.contains("quoted to them: ")),
        "{:?}",
        world.state.notices
    );
}

#[test]
fn a_debate_that_was_left_meanwhile_asks_again_and_one_that_is_held_again_does_not() {
    let mut world = World::opened(opening("exhibition", OPEN));
    assert_eq!(asked(&world), 1);
    world.feed(taken_up(None));
    assert_eq!(asked(&world), 2);
    world.run(&mut choices(), 0);
    // What was said then holds where the debate is held again.
    let mut again = World::opened(world.state.opening.as_deref().unwrap().clone());
    again.run(&mut choices(), 0);
    assert_eq!((asked(&world), asked(&again)), (2, 0));
    // Which is shown there, too.
    let shown = |world: &World| {
        let notices = world.state.notices.iter();
        notices
            .filter(|notice| notice.starts_with("For the motion: "))
            .count()
    };
    assert_eq!((shown(&world), shown(&again)), (1, 1));
    // And told to programs: once, by the clerk or with the opening.
    let told = |world: &World| {
        let lines = lines::of(&world.journal);
        lines
            .iter()
            .filter(|line| {
                let opened = line["type"] == "debate_opened";
                line["type"] == "claims_worded" || (opened && line["claims"]["prop"].is_string())
            })
            .count()
    };
    assert_eq!((told(&world), told(&again)), (1, 1));
}

#[test]
fn a_small_clerk_is_not_asked() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let opening = opening_on(OPEN, ("exhibition", 3), short(), &small);
    let mut world = World::opened(opening);
    world.run(&mut choices(), 0);
    assert_eq!(asked(&world), 0);
}

#[test]
fn a_rehearsal_has_claims_of_its_own() {
    let world = World::opened(opening("exhibition", OPEN));
    let Answer::Claims(claims) = rehearsal::answer(&world.state, &Ask::Claims) else {
        panic!("another answer");
    };
    assert_ne!(claims.prop, claims.opp);
}
