//! What counts as granted.

use std::{collections::BTreeMap, sync::Arc};

use super::*;
use crate::{
    catalog::{Profile, Task},
    debate::{
        ids::TurnId,
        turn::{Turn, TurnStatus},
        written::{ClosingStatement, Response, Shift},
    },
    setup::fixture::{PEOPLE, choice, resolved},
};
use ResponseType::{Challenge, Concede, Partial, Refute};

fn pro() -> Seat {
    Seat::new("pro", 1)
}

fn con() -> Seat {
    Seat::new("con", 1)
}

fn arguments(side: &str, count: usize) -> Work {
    let one = |number| Argument {
        id: format!("{}-{number}", side.to_uppercase()),
        category: None,
        claim: format!("Claim {number} of {side}."),
        reasoning: String::new(),
        evidence: String::new(),
        detail: None,
    };
    Work::Arguments((1..=count).map(one).collect())
}

fn responses(all: &[(&str, ResponseType)]) -> Work {
    let response = |(id, kind): &(&str, ResponseType)| {
        let response = Response {
            reasoning: format!("So {id}."),
            response_type: *kind,
            follow_up_question: String::new(),
        };
        ((*id).to_owned(), response)
    };
    Work::CrossExamination(all.iter().map(response).collect::<BTreeMap<_, _>>())
}

fn closing(concessions: &[&str]) -> Work {
    Work::Closing(ClosingStatement {
        concessions: concessions.iter().map(|one| (*one).to_owned()).collect(),
        not_rebutted: Vec::new(),
        shift: Shift::Unchanged,
        final_position: "So it is.".to_owned(),
    })
}

/// A debate in which this was handed in.
fn debate(works: Vec<(Seat, Work)>) -> DebateState {
    let opening = resolved(
        choice("structured", &PEOPLE),
        "acme:large",
        &Profile::default(),
    );
    let mut state = DebateState {
        opening: Some(Arc::new(opening)),
        ..DebateState::default()
    };
    for (number, (seat, work)) in (0..).zip(works) {
        let mut turn = Turn::begun(TurnId(number), seat, Task::Arguments, 0);
        turn.submit(work);
        turn.status = TurnStatus::Ended {
            truncated: None,
            flagged: None,
        };
        state.turns.push(turn);
    }
    state
}

fn told(state: &DebateState) -> Vec<String> {
    let one = |grant: &Grant<'_>| {
        let argument = grant.argument.map_or("–", |one| one.id.as_str());
        let owner = grant.owner.map_or("–", Seat::as_str);
        let number = grant.number;
        format!(
            "{number} {argument} {owner} {} {:?}",
            grant.by, grant.extent
        )
    };
    state.grants().iter().map(one).collect()
}

#[test]
fn what_is_conceded_is_granted_once_whole_or_in_part() {
    let responded = |all: &[(&str, ResponseType)]| (pro(), responses(all));
    let closed = |all: &[&str]| (pro(), closing(all));
    for (case, more, expected) in [
        (
            "nothing is",
            vec![responded(&[("CON-1", Refute), ("CON-2", Challenge)])],
            vec![],
        ),
        (
            "responses",
            vec![responded(&[("CON-2", Concede), ("CON-1", Partial)])],
            vec!["1 CON-1 con.1 pro.1 Part", "2 CON-2 con.1 pro.1 Whole"],
        ),
        (
            "said again in the closing",
            vec![
                responded(&[("CON-1", Concede)]),
                closed(&["I accept CON-1: it is so."]),
                (con(), closing(&["CON-1 goes less far than I said."])),
            ],
            vec!["1 CON-1 con.1 pro.1 Whole"],
        ),
        (
            "for the first time in the closing",
            vec![
                responded(&[("CON-1", Concede), ("CON-2", Refute)]),
                closed(&["CON-2: I was wrong.", " ", "Costs will rise."]),
            ],
            vec![
                "1 CON-1 con.1 pro.1 Whole",
                "2 CON-2 con.1 pro.1 Whole",
                "3 – con.1 pro.1 Whole",
            ],
        ),
        (
            "an id that begins like another",
            vec![
                responded(&[("CON-1", Concede)]),
                closed(&["CON-10 is right."]),
            ],
            vec!["1 CON-1 con.1 pro.1 Whole", "2 CON-10 con.1 pro.1 Whole"],
        ),
    ] {
        let mut works = vec![(pro(), arguments("pro", 2)), (con(), arguments("con", 10))];
        works.extend(more);
        assert_eq!(told(&debate(works)), expected, "{case}");
    }
}
