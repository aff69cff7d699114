//! What counts as granted, and how it stands.

use std::{collections::BTreeMap, sync::Arc};

use super::*;
use crate::{
    catalog::{Profile, Steps, Task},
    debate::{
        plan::Plan,
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
        own_claims: Vec::new(),
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

/// A debate in which this was handed in, and in which all phases are over but the judgement.
fn debate(profile: &Profile, works: Vec<(Seat, Work)>) -> DebateState {
    let opening = resolved(choice("structured", &PEOPLE), "acme:large", profile);
    let mut state = DebateState {
        plan: Arc::new(Plan::of(&opening)),
        phases_ended: 4,
        ..DebateState::default()
    };
    state.opening = Some(Arc::new(opening));
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
        assert_eq!(
            told(&debate(&Profile::default(), works)),
            expected,
            "{case}"
        );
    }
}

fn conceded(profile: &Profile) -> DebateState {
    debate(
        profile,
        vec![
            (pro(), arguments("pro", 2)),
            (con(), arguments("con", 2)),
            (pro(), responses(&[("CON-1", Concede), ("CON-2", Refute)])),
        ],
    )
}

#[test]
fn a_point_is_agreed_once_both_say_so_and_in_dispute_as_soon_as_one_does() {
    let yes = None;
    let no = Some("It was a courtesy.");
    let failed = |seat: Seat| Confirmation {
        seat,
        answers: None,
    };
    let state = conceded(&Profile::default());
    let place = &state.grants()[0].place;
    let answered = |seat: Seat, dispute: Option<&str>| Confirmation {
        seat,
        answers: Some(vec![GrantAnswer {
            grant: place.clone(),
            dispute: dispute.map(str::to_owned),
        }]),
    };
    let silent = |seat: Seat| Confirmation {
        seat,
        answers: Some(Vec::new()),
    };
    for (confirmations, word, is_taken_back) in [
        (vec![], "unconfirmed", false),
        (vec![answered(pro(), yes)], "unconfirmed", false),
        (
            vec![answered(con(), yes), failed(pro())],
            "unconfirmed",
            false,
        ),
        (
            vec![answered(con(), yes), silent(pro())],
            "unconfirmed",
            false,
        ),
        (
            vec![answered(pro(), yes), answered(con(), yes)],
            "agreed",
            false,
        ),
        (
            vec![answered(pro(), no), answered(con(), yes)],
            "disputed",
            true,
        ),
        (vec![answered(pro(), no)], "disputed", true),
        // Whoever it was granted to wants more of it; it stays granted.
        (
            vec![answered(pro(), yes), answered(con(), no)],
            "disputed",
            false,
        ),
    ] {
        let case = format!("{confirmations:?}");
        let state = DebateState {
            confirmations,
            ..state.clone()
        };
        let grants = state.grants();
        assert_eq!(state.grant_standing(&grants[0]).word(), word, "{case}");
        let trace = state.trace();
        let row = trace.iter().find(|row| row.argument.id == "CON-1").unwrap();
        assert_eq!(row.met[0].taken_back.is_some(), is_taken_back, "{case}");
        let how = row.met[0].how();
        assert_eq!(how == "conceded and taken back", is_taken_back, "{case}");
    }
}

#[test]
fn whom_it_concerns_is_asked_where_two_sides_debate_and_not_a_small_model() {
    let state = conceded(&Profile::default());
    assert_eq!(state.confirmers(), [&pro(), &con()]);
    assert!(state.is_after_last_word());
    let to_come = DebateState {
        phases_ended: 3,
        ..state.clone()
    };
    assert!(!to_come.is_after_last_word(), "the closings are to come");
    let judged = DebateState {
        phases_ended: 5,
        ..state.clone()
    };
    assert!(!judged.is_after_last_word(), "it was judged");
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    assert!(conceded(&small).confirmers().is_empty());
    let mut several = state;
    let mut opening = several.opening.as_deref().unwrap().clone();
    let more = opening.format.sides[0].clone();
    opening.format.sides.push(more);
    several.opening = Some(Arc::new(opening));
    assert!(several.confirmers().is_empty(), "there are three sides");
}
