//! Points of information from the gallery, as they are typed.

use super::*;

#[test]
fn a_point_says_who_would_hear_it_when_the_floor_has_gone_on() {
    let mut state = state();
    let before = state.name(&Seat::new("opp", 2));
    let mut overlay = point(&state, None, None);
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
    let mut overlay = point(&state(), None, None);
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

#[test]
fn where_no_point_may_be_put_now_it_says_why_and_when_one_may_be() {
    let mut state = state();
    let mut seq = 3;
    let mut add = |state: &mut DebateState, event: Event| {
        state.apply(&Record {
            seq,
            at_ms: 0,
            event,
        });
        seq += 1;
    };
    let words = |count: usize| Event::Said {
        turn: TurnId(0),
        text: "word ".repeat(count),
    };
    let mut overlay = point(&state, None, None);
    let told = |overlay: &mut dyn Overlay, says: &str| {
        for (width, height) in [(80, 24), (60, 18), (40, 12)] {
            let shown = screen(overlay, width, height);
            let text: String = shown.chars().filter(|c| !"│\"\n".contains(*c)).collect();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(says), "{says}: {shown}");
        }
    };
    told(
        &mut *overlay,
        "The first 01:00 of a speech is protected: it is put after that.",
    );
    add(&mut state, words(400));
    overlay.follow(&state);
    assert!(!screen(&mut *overlay, 80, 24).contains("protected"));
    add(&mut state, words(450));
    overlay.follow(&state);
    let next = state
        .next_open_to_points()
        .map(|slot| state.name(&slot.seat));
    let then = format!("It waits for the speech of {}.", next.unwrap());
    told(
        &mut *overlay,
        &format!("The last 01:00 of a speech is protected. {then}"),
    );
    // Whoever opens it so late is told, too.
    told(&mut *point(&state, None, None), &then);
    add(
        &mut state,
        Event::TurnEnded {
            turn: TurnId(0),
            truncated: None,
            flagged: None,
        },
    );
    overlay.follow(&state);
    told(&mut *overlay, &format!("Nobody has the floor. {then}"));
}

#[test]
fn a_complaint_that_is_longer_than_the_frame_is_read_to_its_end() {
    let mut overlay = point(&state(), None, None);
    overlay.on_paste(&"word ".repeat(41));
    overlay.on_key(key(KeyCode::Enter));
    let shown = screen(&mut *overlay, 40, 12);
    assert!(
        shown.contains("Too long for a point of information:"),
        "{shown}"
    );
    assert!(shown.contains("shorten it. ╯"), "{shown}");
}
