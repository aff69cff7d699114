//! Evidence that was put in the middle of a speech: what a broken line, a death or another piece does to it, and how
//! whoever says nothing of it is reminded.

use hustings::debate::{
    ask::Cue,
    event::CallFailure,
    ids::{CallId, TurnId},
};

use super::{
    evidence::{PIECES, hand_in, in_a_sentence, pieces_in, say, told_in},
    *,
};

/// The call by which a turn is spoken now: the last one.
fn speaking(world: &World, id: TurnId) -> CallId {
    let speech = |(_, (ask, _)): &(&CallId, &(Ask, Vec<String>))| ask.writes() == Some(id);
    *world.calls.iter().rfind(speech).unwrap().0
}

fn breaks(world: &mut World, call: CallId) {
    let report = common::world::report();
    world.fail(call, CallFailure::Broke, ["it broke", "gone"], report);
}

/// All of a speech is said, and nothing in it of what was put.
fn is_silent(world: &mut World, call: CallId) {
    say(world, call, "\n\nTrams carry more people. ");
    world.feed(Input::Drained {
        call,
        report: common::world::report(),
        at_limit: false,
    });
}

/// The world in which the first of the pieces has just been put to a speaker, with the speech and the call by which it
/// goes on.
fn put() -> (World, TurnId, CallId) {
    let (mut world, call) = in_a_sentence();
    let id = world.state.floor().unwrap().id;
    hand_in(&mut world, PIECES[0]);
    say(&mut world, call, " sentence. ");
    let next = speaking(&world, id);
    (world, id, next)
}

/// The world in which the speaker has said all and nothing of the first of the pieces, and the Chair asks for a word on
/// it.
fn reminded() -> (World, TurnId) {
    let (mut world, id, next) = put();
    is_silent(&mut world, next);
    assert!(world.state.turn(id).unwrap().reminder.is_some());
    (world, id)
}

#[test]
fn a_line_that_breaks_after_evidence_was_put_does_not_end_the_speech() {
    let (mut world, id, next) = put();
    say(&mut world, next, "\n\nTolls were paid by the poor. Then");
    breaks(&mut world, next);
    assert!(world.state.turn(id).unwrap().is_open());
    let again = speaking(&world, id);
    assert_ne!(again, next);
    assert!(matches!(
        world.calls[&again].0,
        Ask::Speech {
            cue: Cue::Resume,
            ..
        }
    ));
}

#[test]
fn whoever_is_left_in_a_reminder_is_reminded_again_and_has_spoken_where_they_have_answered() {
    for (said, is_over) in [
        ("", false),
        ("\n\nHalf of", false),
        ("\n\nTolls are old. ", true),
    ] {
        let (mut world, id) = reminded();
        let call = speaking(&world, id);
        if !said.is_empty() {
            say(&mut world, call, said);
        }
        world.calls.clear();
        let log = common::prompted::log(&mut world, 128_000);
        world.feed(common::world::taken_up(None));
        assert_eq!(
            !world.state.turn(id).unwrap().is_open(),
            is_over,
            "{said:?}"
        );
        if !is_over {
            let told = log.borrow().last().unwrap().text();
            assert!(
                told.contains("The Chair asks you for a word more"),
                "{told}"
            );
            assert_eq!(pieces_in(&told), [1, 0]);
        }
    }
    // A line that breaks without a word costs the speech nothing.
    let (mut world, id) = reminded();
    let call = speaking(&world, id);
    breaks(&mut world, call);
    assert!(!world.state.turn(id).unwrap().is_open());
}

#[test]
fn a_reminder_names_all_that_nothing_was_said_of() {
    let (mut world, call) = in_a_sentence();
    let id = world.state.floor().unwrap().id;
    hand_in(&mut world, PIECES[0]);
    hand_in(&mut world, PIECES[1]);
    say(&mut world, call, " sentence. ");
    let log = common::prompted::log(&mut world, 128_000);
    let next = speaking(&world, id);
    is_silent(&mut world, next);
    assert_eq!(told_in(&log, id), [[1, 1]]);
}

#[test]
fn what_was_said_of_evidence_stands_beside_it_in_the_rest_of_the_speech() {
    let (mut world, _, next) = put();
    say(&mut world, next, "\n\nThat table of tolls is old. Then");
    let log = common::prompted::log(&mut world, 128_000);
    breaks(&mut world, next);
    let log = log.borrow();
    let text = log.last().unwrap().text();
    assert!(
        text.contains("Handed to both sides in the middle of your speech"),
        "{text}"
    );
    assert_eq!(pieces_in(&text), [1, 0]);
    assert!(!text.contains("Acknowledge the evidence"), "{text}");
}

#[test]
fn what_comes_while_a_reminder_is_answered_is_put_though_the_line_breaks() {
    for leaves in [false, true] {
        let (mut world, id) = reminded();
        let call = speaking(&world, id);
        say(&mut world, call, "\n\nTolls are old. ");
        hand_in(&mut world, PIECES[1]);
        let next = speaking(&world, id);
        assert_ne!(next, call, "it is put");
        say(&mut world, next, "\n\nHalf of");
        let log = common::prompted::log(&mut world, 128_000);
        if leaves {
            world.calls.clear();
            world.feed(common::world::taken_up(None));
        } else {
            breaks(&mut world, next);
        }
        assert!(world.state.turn(id).unwrap().is_open(), "{leaves}");
        // What was heard and is said anew is told.
        let anew = world
            .state
            .notices
            .iter()
            .any(|notice| notice.contains("anew"));
        assert_eq!(anew, leaves, "{:?}", world.state.notices);
        let asked = told_in(&log, id);
        assert_eq!(
            asked.last().map(|told| told[1]),
            Some(1),
            "{leaves}: {asked:?}"
        );
    }
}

#[test]
fn nothing_is_said_anew_where_a_speech_was_over_but_for_a_word() {
    let (mut world, id) = reminded();
    let call = speaking(&world, id);
    say(&mut world, call, "\n\nTolls are old. ");
    say(&mut world, call, "Half of");
    world.calls.clear();
    world.feed(common::world::taken_up(None));
    let turn = world.state.turn(id).unwrap();
    assert!(!turn.is_open() && turn.text.trim_end().ends_with("Tolls are old."));
    let mut notices = world.state.notices.iter();
    assert!(
        !notices.any(|notice| notice.contains("anew")),
        "{:?}",
        world.state.notices
    );
}

#[test]
fn a_speech_that_was_over_but_for_a_word_stands_though_nobody_answers_for_what_came_since() {
    let (mut world, id) = reminded();
    let call = speaking(&world, id);
    say(&mut world, call, "\n\nTolls are old. ");
    hand_in(&mut world, PIECES[1]);
    let next = speaking(&world, id);
    let report = common::world::report();
    let failure = CallFailure::Unavailable;
    world.fail(next, failure, ["the model is gone", ""], report);
    let turn = world.state.turn(id).unwrap();
    assert!(!turn.is_open() && turn.given_up().is_none(), "{turn:?}");
    assert!(turn.text.trim_end().ends_with("Tolls are old."), "{turn:?}");
}
