//! The clock of the debate stands once its time is over.

use super::*;
use crate::debate::{ask::Ask, event::CloseReason, ids::CallId};

/// The clock at the right of the line above.
fn clock(ui: &mut Ui, debate: &DebateFixture) -> String {
    let screen = draw(ui, debate, 120, 40);
    let first = screen.lines().next().unwrap_or_default();
    let words = first.split_whitespace();
    words.filter(|word| word.contains(':')).collect()
}

#[test]
fn nothing_that_is_recorded_after_the_last_phase_moves_the_clock() {
    let mut debate = DebateFixture::speaking();
    let live = TurnId(debate.state.turns.len() as u32 - 1);
    debate.end(live, None);
    let phases = debate.state.plan.phases.len() as u32;
    let from = debate.state.phase.unwrap_or_default();
    for phase in from..phases {
        debate.add(Event::PhaseEnded { phase });
    }
    let mut ui = ui();
    let ended = clock(&mut ui, &debate);
    assert!(ended.contains(':'), "{ended}");
    // What its last speech argued is waited for, taken down, and the debate is closed.
    ui.waited_ms = 7_000;
    assert_eq!(clock(&mut ui, &debate), ended);
    let last = debate.log.last().unwrap();
    for (later, event) in [
        (
            3_000,
            Event::Notice {
                text: "late".to_owned(),
            },
        ),
        (
            9_000,
            Event::Closed {
                reason: CloseReason::Completed,
            },
        ),
        (
            12_000,
            Event::Notice {
                text: "later".to_owned(),
            },
        ),
    ] {
        let record = Record {
            seq: debate.state.next_seq,
            at_ms: last.at_ms + later,
            event,
        };
        debate.state.apply(&record);
        assert_eq!(clock(&mut ui, &debate), ended, "{later}");
    }
}

#[test]
fn while_a_point_is_answered_nobody_is_called_silent() {
    let mut debate = DebateFixture::speaking();
    let turn = debate.state.floor().unwrap().id;
    let next = u32::try_from(debate.state.points.len()).unwrap();
    debate.point(next, turn, "opp.1", "And who pays for the trams?");
    let poi = debate.state.points.last().unwrap().id;
    for event in [
        Event::PoiTaken {
            poi,
            reason: String::new(),
            answer: None,
        },
        Event::PoiAccepted { poi },
    ] {
        debate.add(event);
    }
    let mut ui = ui();
    ui.waited_ms = 14_000;
    let first = |ui: &mut Ui, debate: &DebateFixture| {
        let screen = draw(ui, debate, 120, 40);
        screen.lines().next().unwrap_or_default().to_owned()
    };
    let told = first(&mut ui, &debate);
    assert!(told.contains("answers "), "{told}");
    assert!(!told.contains("silent"), "{told}");
    // The answer is there at once, and time passes in which it can be read.
    debate.add(Event::PoiAnswered {
        poi,
        text: "Everybody who rides in them, and gladly.".to_owned(),
    });
    for (width, height) in SIZES {
        let screen = draw(&mut ui, &debate, width, height);
        assert!(screen.contains("reading pause"), "{screen}");
    }
    // Somebody else who rises meanwhile and is waved down changes nothing.
    let next = u32::try_from(debate.state.points.len()).unwrap();
    debate.point(next, turn, "opp.2", "And who pays for the roads?");
    let declined = Event::PoiDeclined {
        poi: debate.state.points.last().unwrap().id,
        gesture: "shakes her head".to_owned(),
        reason: String::new(),
    };
    debate.add(declined);
    let told = first(&mut ui, &debate);
    assert!(told.contains("reading pause"), "{told}");
    // The speech goes on, and stops.
    debate.say(turn, " So let us go on.");
    let told = first(&mut ui, &debate);
    assert!(told.contains("silent for 14 s"), "{told}");
}

#[test]
fn each_time_says_what_it_is_where_there_is_room() {
    let debate = DebateFixture::speaking();
    let screen = draw(&mut ui(), &debate, 240, 60);
    let told = screen.lines().next().unwrap_or_default();
    for what in [" spoken, ", " left · ", " elapsed"] {
        assert!(told.contains(what), "{what}: {told}");
    }
    // It is the number that lists and files have.
    let ran = crate::text::clock(debate.state.running_ms() / 1000);
    assert!(told.contains(&format!("{ran} elapsed")), "{told}");
}

#[test]
fn the_referee_is_not_said_to_check_for_as_long_as_something_else_is_awaited() {
    let mut debate = DebateFixture::speaking();
    let turn = TurnId(debate.state.turns.len() as u32 - 1);
    debate.end(turn, None);
    let at_ms = debate.log.last().unwrap().at_ms;
    let asked_of_a_judge = Ask::Lean {
        judge: Seat::judge(1),
    };
    let check = Ask::Referee { turn };
    for (later, ask) in [(0, asked_of_a_judge), (60_000, check)] {
        let call = CallId(debate.state.calls_begun);
        let seat = None;
        let record = Record {
            seq: debate.state.next_seq,
            at_ms: at_ms + later,
            event: Event::CallBegan { call, ask, seat },
        };
        debate.state.apply(&record);
    }
    let mut ui = ui();
    ui.waited_ms = 5_000;
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("The referee checks what Mary Wollstonecraft said … 5 s"),
        "{screen}"
    );
}
