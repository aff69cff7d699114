//! What whoever prepares is told of the debate: the format's name and no other's, and what speech the notes are for.

use std::{cell::RefCell, rc::Rc};

use crate::common::{
    opening_in,
    world::{World, choices, short},
};
use hustings::{
    catalog::Profile,
    debate::{DebateState, ask::Ask, decide::Input, ids::Seat},
    prompt::Prompts,
};
use std::sync::Arc;

/// The last message of each speaker's notes, by seat.
fn notes(format: &str) -> Vec<(Seat, String)> {
    let prompts = Prompts::load(None).unwrap();
    let seen: Rc<RefCell<Vec<(Seat, String)>>> = Rc::default();
    let kept = Rc::clone(&seen);
    let mut world = World::new();
    world.on_ask = Some(Box::new(move |state: &DebateState, ask: &Ask| {
        if let Ask::Prepare { turn } = ask {
            let prompted = prompts.prompt(state, ask, 128_000).unwrap();
            let text = prompted.request.messages.last().unwrap().text.clone();
            let seat = state.turn(*turn).unwrap().seat.clone();
            kept.borrow_mut().push((seat, text));
        }
    }));
    let opening = opening_in(format, 2, short(), &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    world.run(&mut choices(), 0);
    drop(world.on_ask.take());
    seen.take()
}

#[test]
fn whoever_prepares_knows_the_format_and_what_speech_it_is_for() {
    for (format, name, speakers) in [
        ("exhibition", "Cambridge Union exhibition", 6),
        ("oxford", "Oxford-style", 4),
        ("british-parliamentary", "British Parliamentary", 8),
        ("world-schools", "World Schools", 6),
        ("lincoln-douglas", "Lincoln–Douglas", 2),
    ] {
        let notes = notes(format);
        assert_eq!(notes.len(), speakers, "{format}");
        for (seat, text) in &notes {
            assert!(
                text.contains(&format!("this format: {name}.")),
                "{seat}: {text}"
            );
            assert!(text.contains("motion, for about "), "{seat}: {text}");
            assert!(
                format == "exhibition" || !text.contains("Cambridge"),
                "{text}"
            );
        }
    }
    let (_, whip) = notes("british-parliamentary")
        .into_iter()
        .find(|(seat, _)| seat.as_str() == "cg.2")
        .unwrap();
    assert!(
        whip.contains("Your speech is called: Government Whip."),
        "{whip}"
    );
    assert!(whip.contains("Sum up the whole debate"), "{whip}");
    assert!(!whip.contains("two or three arguments"), "{whip}");
}
