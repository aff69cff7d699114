//! Rules that ask for something (`clearside-protocol`): what is absent cannot be quoted, so the words that keep the rule
//! are, and what is not found is looked for twice.

use std::sync::Arc;

use super::common::{
    opening_in,
    world::{World, choices},
};
use hustings::{
    catalog::{Profile, Rule, Task},
    debate::{
        ask::Ask,
        decide::{Answer, Input, asked_rules},
        event::Event,
        opening::Options,
        scores::Finding,
    },
};

/// What a look at a turn finds of its assumptions.
#[derive(Debug, Clone, Copy)]
enum Look {
    /// Nothing is said of them.
    Kept,
    /// There are none.
    Absent,
    /// There are none, beside words of the turn.
    AbsentAndCopied,
}

/// What the first opening statement of ClearSide came to, where the referee's looks at it find this: the rules that each look
/// was asked about, and what was struck.
fn looked(looks: Vec<Look>) -> (Vec<Vec<Rule>>, Vec<(String, String)>) {
    let mut world = World::new();
    let opening = opening_in("clearside", 0, Options::default(), &Profile::default());
    world.feed(Input::Open(Arc::new(opening)));
    let asked = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let (seen, mut looks) = (asked.clone(), looks.into_iter());
    world.answers = Some(Box::new(move |state, ask| {
        let Ask::Referee { turn } = ask else {
            return None;
        };
        let turn = state.turn(*turn).filter(|turn| turn.task == Task::Speech)?;
        let rules = asked_rules(state, turn);
        seen.borrow_mut().push(rules.clone());
        let look = looks.next()?;
        let words: Vec<&str> = turn.text.split(' ').take(3).collect();
        let words = match look {
            Look::Kept | Look::Absent => String::new(),
            Look::AbsentAndCopied => words.join(" "),
        };
        let broken = !matches!(look, Look::Kept);
        let findings = rules.into_iter().map(|rule| {
            let is_it = rule == Rule::AssumptionsStated;
            let finding = Finding {
                words: if is_it { words.clone() } else { String::new() },
                reason: "I looked in every sentence for an assumption".to_owned(),
                broken: broken && is_it,
            };
            (rule.word().to_owned(), finding)
        });
        Some(Answer::Findings(findings.collect()))
    }));
    let mut choices = choices();
    let is_over = |world: &World| {
        let mut turns = world.state.turns.iter();
        turns.any(|turn| turn.task == Task::Speech && (turn.is_ended() || turn.is_struck()))
    };
    while !is_over(&world) {
        world.step(&mut choices, 0);
    }
    let struck = world
        .journal
        .iter()
        .filter_map(|record| match &record.event {
            Event::TurnStruck { rule, reason, .. } => Some((rule.clone(), reason.clone())),
            _ => None,
        });
    let struck = struck.collect();
    let asked = asked.borrow().clone();
    (asked, struck)
}

#[test]
fn what_is_absent_is_looked_for_twice() {
    let all = [
        Rule::NoHedging,
        Rule::AssumptionsStated,
        Rule::ArgumentsPreviewed,
    ];
    let struck = (
        "assumptions-stated".to_owned(),
        "I looked in every sentence for an assumption".to_owned(),
    );
    for (looks, second, came_of_it) in [
        (vec![Look::Kept], false, vec![]),
        (vec![Look::Absent, Look::Absent], true, vec![struck]),
        (vec![Look::Absent, Look::Kept], true, vec![]),
        // What is copied from the turn is there, whatever is said of it.
        (vec![Look::AbsentAndCopied], false, vec![]),
        (vec![Look::Absent, Look::AbsentAndCopied], true, vec![]),
    ] {
        let (asked, struck) = looked(looks.clone());
        assert_eq!(asked[0], all, "{looks:?}");
        let again = vec![vec![Rule::AssumptionsStated]];
        assert_eq!(asked[1..], if second { again } else { vec![] }, "{looks:?}");
        assert_eq!(struck, came_of_it, "{looks:?}");
    }
}
