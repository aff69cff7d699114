//! Motions that look like names, which are printed as they are: a motion is quoted all the same.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use super::hostile::{check, profiles};
use crate::common::{
    FORMATS, opening_in,
    world::{Choices, World},
};
use hustings::{
    catalog::Claims,
    debate::{DebateState, ask::Ask, decide::Input, ids::Seat, opening::Options},
    llm::Message,
    prompt::Prompts,
    text::quote::is_name,
};

/// A name by its form, with the word by which it is found.
const MOTION: &str = "Hail HOSTILE Napoleon Bonaparte";

#[test]
fn a_motion_that_looks_like_a_name_never_stands_bare() {
    assert!(is_name(MOTION));
    let prompts = Rc::new(Prompts::load(None).unwrap());
    for format in FORMATS {
        for profile in &profiles() {
            let seen = Rc::new(RefCell::new(0_usize));
            let (kept, made) = (Rc::clone(&seen), Rc::clone(&prompts));
            let look = move |messages: &[Message], what: &str| {
                for message in messages {
                    check(message, what);
                    *kept.borrow_mut() += message.text.matches("HOSTILE").count();
                }
            };
            let mut world = World::new();
            world.on_ask = Some(Box::new(move |state: &DebateState, ask: &Ask| {
                let prompted = made.prompt(state, ask, 128_000).unwrap();
                let what = format!("{format}, {ask:?}");
                look(&prompted.request.messages, &what);
                prompted.parts.iter().for_each(|part| look(part, &what));
                if let Ask::Ballot { when, .. } = ask {
                    let members: Vec<Seat> = (1..3).map(Seat::audience).collect();
                    let together = made.ballots(state, &members, *when, 128_000).unwrap();
                    look(&together.messages, "ballots");
                }
            }));
            let options = Options {
                scale: 0.15,
                ..Options::default()
            };
            let mut opening = opening_in(format, 2, options, profile);
            let motion = &mut opening.motion;
            MOTION.clone_into(&mut motion.motion);
            MOTION.clone_into(&mut motion.question);
            motion.claims = Claims {
                prop: MOTION.to_owned(),
                opp: MOTION.to_owned(),
            };
            world.feed(Input::Open(Arc::new(opening)));
            let mut choices = Choices {
                bytes: vec![2, 7, 1, 8, 2, 8, 1, 8],
                at: 0,
            };
            world.run(&mut choices, 0);
            drop(world.on_ask.take());
            assert!(*seen.borrow() > 10, "{format}: {}", seen.borrow());
        }
    }
}
