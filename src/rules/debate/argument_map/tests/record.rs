//! Debates as they stand on the record, turn by turn.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    catalog::{Profile, Task},
    debate::{
        DebateState,
        answer::{ArgumentPoint, PositionShift, SpeechArguments},
        ids::{PoiId, Seat, TurnId},
        plan::Plan,
        state::{Extraction, Poi, PoiStatus, Turn},
        turn::TurnStatus,
        written::{Argument, Response, ResponseType, Work},
    },
    setup::fixture::{PEOPLE, choice, resolved},
};

/// A debate of a format in which nothing was said yet.
pub(super) fn opened(format: &str) -> DebateState {
    let opening = resolved(choice(format, &PEOPLE), "acme:large", &Profile::default());
    DebateState {
        plan: Arc::new(Plan::of(&opening)),
        opening: Some(Arc::new(opening)),
        ..DebateState::default()
    }
}

pub(super) fn ended() -> TurnStatus {
    TurnStatus::Ended {
        truncated: None,
        flagged: None,
    }
}

pub(super) fn turn<'a>(state: &'a mut DebateState, seat: &str, task: Task) -> &'a mut Turn {
    let id = TurnId::next(state.turns.len());
    let mut turn = Turn::begun(id, Seat::named(seat), task, 0);
    turn.status = ended();
    state.turns.push(turn);
    state.turns.last_mut().unwrap()
}

pub(super) fn hands_in(state: &mut DebateState, seat: &str, task: Task, work: Work) {
    turn(state, seat, task).submit(work);
}

/// A speech of which the clerk takes these claims down, each with whom it answers.
pub(super) fn speaks(
    state: &mut DebateState,
    seat: &str,
    text: &str,
    claims: &[(&str, Option<&str>)],
) {
    let point = |(claim, whom): &(&str, Option<&str>)| ArgumentPoint {
        claim: (*claim).to_owned(),
        reasoning: String::new(),
        evidence: None,
        is_rebuttal: whom.is_some(),
        rebuts_speaker: whom.map(str::to_owned),
    };
    let turn = turn(state, seat, Task::Speech);
    text.clone_into(&mut turn.text);
    turn.arguments = Extraction::Done(SpeechArguments {
        opening: String::new(),
        arguments: claims.iter().map(point).collect(),
        closing: String::new(),
        tone: String::new(),
        key_rhetorical_moves: Vec::new(),
        shifts: None,
    });
}

pub(super) fn grants(state: &mut DebateState, about: &str, words: &str, toward: &str) {
    let Some(Extraction::Done(said)) = state.turns.last_mut().map(|turn| &mut turn.arguments)
    else {
        panic!("the last turn was not read");
    };
    said.shifts = Some(vec![PositionShift {
        about: about.to_owned(),
        words: words.to_owned(),
        is_concession: true,
        toward: Some(toward.to_owned()),
    }]);
}

pub(super) fn point(state: &mut DebateState, from: &str, text: &str, status: PoiStatus) {
    let (id, turn) = (
        PoiId::next(state.points.len()),
        state.turns.last_mut().unwrap(),
    );
    turn.points.push(id);
    state.points.push(Poi {
        id,
        turn: turn.id,
        from: Seat::named(from),
        raised_as: None,
        to: turn.seat.clone(),
        text: text.to_owned(),
        status,
        at: 0,
        offered_at: 0,
        reason: String::new(),
        prepared_answer: None,
        offered_ms: 0,
    });
}

pub(super) fn argument(id: &str, claim: &str) -> Argument {
    Argument {
        id: id.to_owned(),
        category: None,
        claim: claim.to_owned(),
        reasoning: "Whoever has counted says so.".to_owned(),
        evidence: String::new(),
        own_claims: Vec::new(),
        detail: None,
    }
}

pub(super) fn responses(all: &[(&str, ResponseType)]) -> Work {
    let response = |(id, kind): &(&str, ResponseType)| {
        let response = Response {
            reasoning: format!("So much for {id}."),
            response_type: *kind,
            follow_up_question: "Who counted?".to_owned(),
        };
        ((*id).to_owned(), response)
    };
    Work::CrossExamination(all.iter().map(response).collect::<BTreeMap<_, _>>())
}
