//! Tests of what the screen says of rules that nobody checks.

use std::sync::Arc;

use super::*;
use crate::debate::opening::Referee;

#[test]
fn rules_that_nobody_checks_are_marked_and_counted() {
    let mut debate = DebateFixture::structured(1);
    let drawn = draw(&mut ui(), &debate, 120, 50);
    assert!(!drawn.contains("not checked"), "{drawn}");
    let opening = Arc::make_mut(debate.state.opening.as_mut().unwrap());
    opening.options.referee = Referee::Code;
    let at = debate.state.phase.unwrap() as usize;
    let phase = &debate.state.opening.as_deref().unwrap().format.phases[at];
    let rules = phase.all_rules();
    let count = rules.iter().filter(|rule| !rule.is_code()).count();
    assert!(count > 0 && count < rules.len());
    for (width, height) in [(120, 50), (80, 24)] {
        let drawn = draw(&mut ui(), &debate, width, height);
        assert!(drawn.contains(&format!("· {count} ")), "{drawn}");
        assert!(drawn.contains("not checked"), "{drawn}");
    }
    let drawn = draw(&mut ui(), &debate, 120, 50);
    let marked = drawn.matches("(not checked)").count();
    assert_eq!(marked, count, "{drawn}");
    // The help has all of them, and says why.
    let mut ui = ui();
    press(&mut ui, &debate, '?');
    let mut drawn = String::new();
    for _ in 0..30 {
        drawn += &draw(&mut ui, &debate, 120, 50);
        let key = KeyEvent::new(KeyCode::PageDown, KeyModifiers::NONE);
        update(&mut ui, &debate.state, Msg::Key(key));
    }
    for wanted in ["because only what code can decide", "Rule (not checked):"] {
        assert!(drawn.contains(wanted), "{wanted}: {drawn}");
    }
}
