//! What a person in a seat hands in: the words of a speech, answers, a point of their own, and the seat itself.

use crate::{
    debate::{
        answer::{Answer, Ballot, PoiDecision, StrawVote, Vote},
        ask::{Ask, Cue, When},
        event::{CallReport, Event},
        ids::{CallId, CommandId, PoiId, Seat},
        people::sat_in,
        person::{HandoverSpan, PersonAnswer},
        risers::PointsClosed,
        state::{DebateState, Pending},
    },
    text::has_words,
};

use super::{
    Decision, Effect, Unspoken,
    asks::{
        self,
        by_hand::{by_hand, grants_by_hand},
    },
    calls, floor,
    points::{is_open_to_points, pending_point},
};

/// The refusal of words from whoever has not got the floor.
const NO_FLOOR: &str = "The floor is not yours at this moment.";

/// A person says something in their speech. What they hand in at once is a paragraph, and is heard whole.
pub(super) fn said(state: &DebateState, id: CommandId, seat: &Seat, text: &str) -> Decision {
    if !state.is_running() {
        return Decision::refused(id, "The debate is paused; resume it to speak.");
    }
    if !has_words(text) {
        return Decision::refused(id, "There is nothing to say yet.");
    }
    let Some((call, _)) = state.speaks_by_hand(seat) else {
        return Decision::refused(id, NO_FLOOR);
    };
    let text = format!("{}\n\n", text.trim());
    handed_in(id, floor::said(state, call, text, Unspoken::Unfinished))
}

/// A person has said all that they want to say.
pub(super) fn ended(state: &DebateState, id: CommandId, seat: &Seat) -> Decision {
    if !state.is_running() {
        return Decision::refused(id, "The debate is paused; resume it to end your speech.");
    }
    let Some((call, turn)) = state.speaks_by_hand(seat) else {
        return Decision::refused(id, NO_FLOOR);
    };
    let said = state.turn(turn).is_some_and(|turn| has_words(&turn.text));
    if !said {
        return Decision::refused(
            id,
            "Nothing has been said yet: say something, or hand the turn to the persona of the seat.",
        );
    }
    let report = state.report_by_hand(call).unwrap_or_default();
    handed_in(id, floor::drained(state, call, report, false))
}

/// A person answers what they were asked.
pub(super) fn answered(
    state: &DebateState,
    id: CommandId,
    call: CallId,
    answer: PersonAnswer,
) -> Decision {
    let (pending, report) = match open_to(state, call) {
        Ok(open) => open,
        Err(why) => return Decision::refused(id, why),
    };
    match read(state, &pending.ask, answer) {
        Ok(answer) => handed_in(id, calls::answered(state, call, answer, report)),
        Err(why) => Decision::refused(id, why),
    }
}

/// A person has filled in what a judge is asked. It stands for both looks of one who would look twice: they have seen the
/// debate with all names in it.
pub(super) fn filled_in(
    state: &DebateState,
    id: CommandId,
    call: CallId,
    answer: Result<Answer, String>,
) -> Decision {
    let (pending, report) = match open_to(state, call) {
        Ok(open) => open,
        Err(why) => return Decision::refused(id, why),
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => return Decision::refused(id, &why),
    };
    let other = pending.ask.other_look().filter(|other| {
        let is_owed = !state.plan.owed_of(other).is_empty();
        is_owed && !state.is_in(other)
    });
    let asked = |other: &Ask| {
        let mut calls = state.asked_of_people();
        calls.find_map(|(id, call)| (call.ask == *other).then_some(id))
    };
    let second = other.as_ref().and_then(asked);
    // What a model looks at already, it looks at to the end.
    let other = other.filter(|other| second.is_some() || !state.is_asked(other));
    let again = other.and_then(|other| asks::of(&other).answered(state, answer.clone()));
    let mut decision = calls::answered(state, call, answer, report);
    decision.events.extend(again.into_iter().flatten());
    decision.cut_before.extend(second);
    handed_in(id, decision)
}

/// A call that is open to the answer of a person, with the report on it; or why it is not.
fn open_to(state: &DebateState, call: CallId) -> Result<(&Pending, CallReport), &'static str> {
    let open = state.calls.get(&call).filter(|one| one.by_hand && !one.cut);
    let Some((pending, report)) = open.zip(state.report_by_hand(call)) else {
        return Err("That is not asked any more.");
    };
    let asked_in_a_pause = matches!(pending.ask, Ask::Question { .. });
    if !state.is_running() && !asked_in_a_pause {
        return Err("The debate is paused; resume it to answer.");
    }
    Ok((pending, report))
}

/// The answer as a model would give it, or what is wrong with it.
fn read(state: &DebateState, ask: &Ask, answer: PersonAnswer) -> Result<Answer, &'static str> {
    let decision = |accept, answer| {
        Answer::Decision(PoiDecision {
            reason: String::new(),
            accept,
            gesture: String::new(),
            answer,
        })
    };
    let is_point = matches!(ask, Ask::PoiAccept { .. });
    match answer {
        PersonAnswer::Text(text) if !has_words(&text) => Err("There is nothing to hand in yet."),
        PersonAnswer::Text(text) => {
            let text = text.trim().to_owned();
            if ask.is_form() {
                Err("What a judge is asked is filled in field by field.")
            } else if let Ask::Write { turn } = ask {
                by_hand(state, *turn, &text)
                    .map(|work| Answer::Work(Box::new(work)))
                    .ok_or("Nothing can be handed in for that by hand.")
            } else if let Ask::Confirm { seat } = ask {
                Ok(Answer::Grants(grants_by_hand(state, seat, &text)))
            } else if is_point {
                Ok(decision(true, Some(text)))
            } else {
                Ok(Answer::Text(text))
            }
        }
        PersonAnswer::Point(accept) if is_point => Ok(decision(accept, None)),
        PersonAnswer::Point(_) => Err("No point is put to you at this moment."),
        PersonAnswer::Vote(vote, reason) => {
            if matches!(ask, Ask::Poll { .. } | Ask::Lean { .. }) {
                Ok(Answer::Straw(StrawVote { vote }))
            } else if let Ask::Ballot { when, .. } = ask {
                if *when == When::After && vote == Vote::Undecided {
                    return Err("Nobody is undecided in the division: aye or no.");
                }
                let reason = reason.trim().to_owned();
                Ok(Answer::Ballot(Ballot { reason, vote }))
            } else {
                Err("A vote is not what is asked for.")
            }
        }
    }
}

/// A person rises on a point of information while another has the floor.
pub(super) fn rises(state: &DebateState, id: CommandId, seat: &Seat, text: &str) -> Decision {
    if !has_words(text) {
        return Decision::refused(id, "There is no point.");
    }
    let opening = state.opening.as_deref();
    let Some(turn) = state.floor() else {
        return Decision::refused(id, "Nobody has the floor.");
    };
    if !opening.is_some_and(|one| one.oppose(&turn.seat, seat) && one.speaker(seat).is_some()) {
        return Decision::refused(id, "Points of information are put to the other side.");
    }
    if !state.is_running() {
        return Decision::refused(id, "The debate is paused; resume it to rise.");
    }
    if let Some(why) = state.points_closed(turn) {
        return Decision::refused(
            id,
            match why {
                PointsClosed::Never => "No points are taken in this speech.",
                PointsClosed::First { .. } => {
                    "The beginning of a speech is protected; rise a little later."
                }
                PointsClosed::Last { .. } => "The end of a speech is protected.",
                PointsClosed::Taken { .. } => "The speaker has taken as many points as are taken.",
                PointsClosed::Offered { .. } => {
                    "As many points have been offered in this speech as may be."
                }
            },
        );
    }
    if pending_point(state, turn).is_some() || !is_open_to_points(state, turn) {
        return Decision::refused(id, "Somebody else is on their feet; rise a little later.");
    }
    Decision::event(Event::PoiOffered {
        poi: PoiId::next(state.points.len()),
        turn: turn.id,
        from: seat.clone(),
        to: turn.seat.clone(),
        text: text.trim().to_owned(),
        command: Some(id),
    })
}

/// A person hands their seat to its persona: what is asked of them now is asked of the persona.
pub(super) fn handed_over(
    state: &DebateState,
    id: CommandId,
    seat: &Seat,
    span: HandoverSpan,
) -> Decision {
    if !state.is_held_by_person(seat) {
        return Decision::refused(id, "That seat is in nobody's hands who could hand it over.");
    }
    let seat = sat_in(seat).into_owned();
    let is_theirs = |one: &Seat| *sat_in(one) == seat;
    let open: Vec<_> = state
        .asked_of_people()
        .filter(|(_, call)| call.seat.as_ref().is_some_and(is_theirs))
        .collect();
    let writes = open.iter().find_map(|(_, call)| call.ask.writes());
    let floor = state.floor().filter(|turn| is_theirs(&turn.seat));
    let turn = writes.or(floor.map(|turn| turn.id));
    let until = match span {
        HandoverSpan::Open => None,
        HandoverSpan::Turn if turn.is_some() => turn,
        HandoverSpan::Turn if seat.is_judge() || seat.is_house() => {
            let why =
                "Whoever judges has no turn: hand the seat over for good; it can be taken back.";
            return Decision::refused(id, why);
        }
        HandoverSpan::Turn => return Decision::refused(id, "No turn of yours is on."),
    };
    let spoken = open.iter().find_map(|(_, call)| call.ask.speaks());
    let cut: Vec<CallId> = open.iter().map(|(id, _)| *id).collect();
    let mut events = vec![Event::SeatHeld {
        command: id,
        seat,
        by_persona: true,
        until,
    }];
    events.extend(spoken.map(|turn| Event::SpeechCut {
        turn,
        cue: Cue::Resume,
    }));
    Decision {
        effects: cut.into_iter().map(|call| Effect::Cut { call }).collect(),
        ..Decision::events(events)
    }
}

/// A person takes their seat back, from what is asked next.
pub(super) fn taken_back(state: &DebateState, id: CommandId, seat: &Seat) -> Decision {
    if !state.is_handed_over(seat) {
        return Decision::refused(id, "That seat is not handed over.");
    }
    Decision::event(Event::SeatHeld {
        command: id,
        seat: sat_in(seat).into_owned(),
        by_persona: false,
        until: None,
    })
}

/// That a command was carried out, before what follows from it.
fn handed_in(command: CommandId, mut decision: Decision) -> Decision {
    decision.events.insert(0, Event::HandedIn { command });
    decision
}
