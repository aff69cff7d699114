//! Points of information from the gallery, as they are typed.

use super::*;

#[test]
fn a_point_says_who_would_hear_it_when_the_floor_has_gone_on() {
    let mut state = state();
    let before = state.name(&Seat::new("opp", 2));
    let mut overlay = point(&state, None);
    type_in(&mut *overlay, "Who pays?");
    assert!(screen(&mut *overlay, 80, 24).contains(&format!("to {before}")));
    let events = [
        Event::TurnEnded {
            turn: TurnId(0),
            truncated: None,
            flagged: None,
        },
        Event::TurnBegan {
            turn: TurnId(1),
            slot: 11,
            seat: Seat::new("prop", 3),
            task: Task::Speech,
            attempt: 1,
            target_words: 900,
        },
    ];
    for (seq, event) in (3..).zip(events) {
        state.apply(&Record {
            seq,
            at_ms: 0,
            event,
        });
        overlay.follow(&state);
    }
    let now = state.name(&Seat::new("prop", 3));
    let shown = screen(&mut *overlay, 80, 24);
    assert!(shown.contains(&format!("to {now}")), "{shown}");
    let told = format!("{before} has finished; {now} has the floor.");
    assert!(shown.contains(&told), "{shown}");
}

#[test]
fn a_point_keeps_to_its_words() {
    let mut overlay = point(&state(), None);
    overlay.on_paste(&"word ".repeat(41));
    assert!(screen(&mut *overlay, 80, 24).contains("41 of 40 words"));
    assert_eq!(overlay.on_key(key(KeyCode::Enter)), OverlayOutcome::Stay);
    assert!(screen(&mut *overlay, 80, 24).contains("Too long"));
    overlay.on_key(control('w'));
    assert!(matches!(
        overlay.on_key(key(KeyCode::Enter)),
        OverlayOutcome::Send(Command::GalleryPoint { .. })
    ));
}
