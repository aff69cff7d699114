//! Struck speeches: they stand in no prompt.

use std::{cell::RefCell, rc::Rc};

use hustings::{
    catalog::Profile,
    debate::{DebateState, ask::Ask, state::Turn},
    llm::{From, Message},
    text::sentence::sentences,
};

use super::{Log, choices, whole, world};

/// Whether a message is a speech: another's with the Chair's call, or what was said so far by whoever is asked.
fn is_spoken(message: &Message) -> bool {
    message.from == From::Assistant || message.text.trim_end().ends_with("\n>>>")
}

type OnAsk = Box<dyn FnMut(&DebateState, &Ask)>;

/// Every sentence that stands in a speech.
fn said_in(turn: &Turn) -> impl Iterator<Item = &str> {
    sentences(&turn.text).into_iter().map(str::trim)
}

/// Whatever is asked, no sentence of a struck speech is shown, and no more speeches than count.
fn keeps_struck_speeches_out(mut logs: OnAsk, log: Log, looked_at: Rc<RefCell<usize>>) -> OnAsk {
    Box::new(move |state, ask| {
        logs(state, ask);
        let log = log.borrow();
        let (_, messages) = log.last().unwrap();
        let shown = messages.iter().filter(|one| is_spoken(one));
        // What somebody has said so far whose speech is taken up again is no speech yet.
        let open = state
            .turns
            .iter()
            .filter(|turn| turn.is_open() && !turn.text.is_empty());
        let most = state.speeches().count() + open.count();
        assert!(shown.count() <= most, "{ask:?}");
        let text = whole(messages);
        for turn in state.turns.iter().filter(|turn| turn.is_struck()) {
            for sentence in said_in(turn) {
                *looked_at.borrow_mut() += 1;
                assert!(!text.contains(sentence), "{ask:?} is shown {sentence:?}");
            }
        }
    })
}

#[test]
fn a_struck_speech_is_never_put_in_a_prompt() {
    let profile = Profile {
        side_check: hustings::catalog::SideCheck::EachSpeech,
        ..Profile::default()
    };
    let (mut world, log) = world(&profile, 3, 0.3);
    world.contrary = true;
    let logs = world.on_ask.take().unwrap();
    let looked_at: Rc<RefCell<usize>> = Rc::default();
    let keeps = keeps_struck_speeches_out(logs, Rc::clone(&log), Rc::clone(&looked_at));
    world.on_ask = Some(keeps);
    world.run(&mut choices(), 0);
    let last = &log
        .borrow()
        .iter()
        .rev()
        .find(|(ask, _)| matches!(ask, Ask::Verdict { .. }))
        .unwrap()
        .1
        .clone();
    let spoken = last.iter().filter(|message| is_spoken(message)).count();
    assert_eq!(spoken, 6, "six speeches count, however many were struck");
    let text = whole(last);
    for sentence in world.state.speeches().flat_map(said_in) {
        assert!(text.contains(sentence), "what counts is shown: {sentence}");
    }
    assert!(*looked_at.borrow() > 100, "{looked_at:?}");
    assert!(
        world
            .state
            .turns
            .iter()
            .filter(|turn| turn.is_struck())
            .count()
            >= 2
    );
}
