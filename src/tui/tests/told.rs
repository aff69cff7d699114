//! What is told of failures and of costs.

use super::{draw, ui};
use crate::{
    debate::{
        ask::Ask,
        event::{CallReport, Event, Truncation},
        ids::{CallId, TurnId},
    },
    tui::stage::Stage,
};

#[test]
fn what_is_missing_is_told_below_the_verdict() {
    let mut stage = Stage::speaking();
    let live = TurnId(stage.state.turns.len() as u32 - 1);
    let reason = "no connection to http://127.0.0.1:9/v1".to_owned();
    stage.end(live, Some(Truncation::Unreachable { reason }));
    let divided = Stage::divided();
    let verdict = divided.log.iter().rev().take(2).rev();
    for record in verdict {
        stage.add(record.event.clone());
    }
    let mut ui = ui();
    draw(&mut ui, &stage, 80, 24);
    ui.transcript.follow();
    let screen = draw(&mut ui, &stage, 80, 120);
    let row = |what: &str| screen.lines().position(|line| line.contains(what));
    let (verdict, missing) = (row("The verdict"), row("◆ Missing: the rest of the speech"));
    assert!(verdict.is_some() && verdict < missing, "{screen}");
    let told = stage.state.notices.last().unwrap();
    assert!(told.contains("Why: no connection to"), "{told}");
}

#[test]
fn an_unknown_price_is_shown_as_unknown_and_what_is_free_as_nothing() {
    for (costs, shown) in [
        (&[None, None][..], "cost unknown"),
        (&[Some(0.0)], "$0.00"),
        (&[Some(1.25)], "$1.25 "),
        (&[Some(1.25), None], "$1.25+"),
        (&[Some(0.0), None], "cost unknown"),
    ] {
        let mut stage = Stage::preparing();
        for cost in costs {
            let call = CallId(stage.state.calls_begun);
            let ask = Ask::Prepare { turn: TurnId(0) };
            let seat = None;
            stage.add(Event::CallBegan { call, ask, seat });
            let cost = *cost;
            let report = CallReport {
                cost,
                ..CallReport::default()
            };
            stage.add(Event::ModelCalled { call, report });
        }
        let screen = draw(&mut ui(), &stage, 120, 40);
        assert!(screen.contains(shown), "{shown}: {screen}");
    }
}
