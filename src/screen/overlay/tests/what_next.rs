//! Tests of the question what comes after a debate.

use super::*;
use crate::debate::opening;

#[test]
fn after_a_debate_each_answer_leads_where_it_says() {
    let mut over = state();
    over.status = DebateStatus::Closed(CloseReason::Completed);
    let outcome = |state: &DebateState, keys: &[KeyCode]| {
        let mut overlay = what_next(state, WhatElse::default());
        let mut last = OverlayOutcome::Stay;
        for code in keys {
            last = overlay.on_key(key(*code));
        }
        last
    };
    let next = |step| OverlayOutcome::Do(ScreenEffect::Next(step));
    let written = |form| OverlayOutcome::Do(ScreenEffect::WriteDown(form));
    let leave = OverlayOutcome::Do(ScreenEffect::Leave);
    for (keys, expected) in [
        (vec![Enter], leave.clone()),
        (vec![Char('q')], leave.clone()),
        (vec![Esc], OverlayOutcome::Close),
        (vec![Down, Enter], next(NextStep::Ask(None))),
        (vec![Char('a')], next(NextStep::Ask(None))),
        (vec![Down, Down, Enter], next(NextStep::Replay)),
        (vec![Char('p')], next(NextStep::Replay)),
        (vec![Char('n')], next(NextStep::Anew)),
        (vec![Char('x')], next(NextStep::SidesExchanged)),
        (vec![Char('r')], OverlayOutcome::Refine),
        (vec![Char('w')], written(FileForm::Document)),
        (vec![Char('s')], written(FileForm::Page)),
        (vec![Char('l')], next(NextStep::Lobby)),
        (vec![Char('z')], OverlayOutcome::Stay),
    ] {
        assert_eq!(outcome(&over, &keys), expected, "{keys:?}");
    }
    assert_eq!(
        what_next(&over, WhatElse::default()).on_key(control('c')),
        leave
    );
    // One that was adjourned teaches nothing, and sides of another size cannot be exchanged.
    over.status = DebateStatus::Closed(CloseReason::Adjourned);
    let mut opening = opening::Opening::clone(over.opening.as_deref().unwrap());
    opening.speakers.pop();
    over.opening = Some(opening.into());
    for absent in ['r', 'x', 'a'] {
        assert_eq!(
            outcome(&over, &[Char(absent)]),
            OverlayOutcome::Stay,
            "{absent}"
        );
    }
}
