//! What follows when a call that is not for the floor ends: an answer, or none.

use crate::catalog::Stance;
use crate::debate::{
    answer::{Argued, PoiDecision, PoiOffer, SideVerdict},
    ask::Ask,
    event::{CallReport, Event, Failure, Truncation},
    ids::{CallId, PoiId, TurnId},
    scores::NextSpeaker,
    state::{DebateState, Pending, PoiStatus, Turn},
    work::Work,
};

use super::{Answer, Decision, bench, floor, outage, rules, slip, sources};
use crate::debate::notice::OWN_SIDE;

/// A call has its answer.
pub(super) fn answered(
    state: &DebateState,
    call: CallId,
    answer: Answer,
    report: CallReport,
) -> Decision {
    let Some(pending) = state.calls.get(&call) else {
        return Decision::none();
    };
    if pending.cut {
        return Decision::event(Event::CallCut { call, report });
    }
    let mut events = vec![Event::ModelCalled { call, report }];
    events.extend(follows(state, pending, answer));
    Decision::events(events)
}

fn follows(state: &DebateState, pending: &Pending, answer: Answer) -> Vec<Event> {
    match (&pending.ask, answer) {
        (Ask::Prepare { turn }, Answer::Text(text)) => vec![
            Event::Said { turn: *turn, text },
            Event::TurnEnded {
                turn: *turn,
                truncated: None,
                flagged: None,
            },
        ],
        (Ask::PoiOffer { turn }, Answer::Offer(offer)) => offered(state, *turn, offer),
        (Ask::PoiAccept { poi }, Answer::Decision(decision)) => decided(state, *poi, decision),
        (Ask::PoiAnswer { poi }, Answer::Text(text)) => {
            vec![Event::PoiAnswered { poi: *poi, text }]
        }
        (Ask::Draw { turn }, Answer::Passages(passages, trouble)) => {
            vec![sources::drawn(state, *turn, passages, trouble)]
        }
        (Ask::Sources { turn }, Answer::Held(held)) => sources::checked(state, *turn, &held),
        (Ask::SideCheck { turn }, Answer::Side(verdict)) => checked(state, *turn, &verdict),
        (Ask::Extract { turn }, Answer::Arguments(arguments)) => {
            vec![Event::ArgumentsExtracted {
                turn: *turn,
                arguments,
            }]
        }
        (Ask::Poll { member, after }, Answer::Straw(straw)) => {
            vec![Event::StrawVoteCast {
                member: member.clone(),
                after: *after,
                vote: Some(straw.vote),
            }]
        }
        (Ask::Ballot { member, when }, Answer::Ballot(ballot)) => vec![Event::BallotCast {
            member: member.clone(),
            when: *when,
            vote: ballot.vote,
            reason: ballot.reason,
        }],
        (Ask::Verdict, Answer::Verdict(verdict)) => vec![Event::VerdictGiven(verdict)],
        (Ask::Assess { seat }, Answer::Assessment(mut assessment)) => {
            assessment.speaker_name = state.name(seat);
            vec![Event::SpeakerAssessed {
                seat: seat.clone(),
                assessment,
            }]
        }
        (Ask::Write { turn }, Answer::Work(work)) => submitted(state, *turn, *work),
        (Ask::Referee { turn }, Answer::Findings(findings)) => {
            rules::found(state, *turn, &findings)
        }
        (Ask::Choose { phase, round, .. }, Answer::Next(next)) => {
            vec![chosen(state, *phase, *round, next)]
        }
        (
            Ask::Round {
                phase,
                round,
                judge,
            },
            Answer::Round(assessment),
        ) => vec![Event::AssessmentMade {
            phase: *phase,
            round: *round,
            judge: judge.clone(),
            assessment,
        }],
        (Ask::Judge { judge }, Answer::Judgement(judgement)) => vec![Event::JudgementGiven {
            judge: judge.clone(),
            judgement,
        }],
        (Ask::Probe { .. }, Answer::Text(_)) => outage::given_up(state),
        (Ask::Question { item }, Answer::Text(text)) => {
            vec![Event::QuestionAnswered { item: *item, text }]
        }
        // An answer of another shape than was asked for cannot come from the driver; it is as good as none.
        (ask, _) => given_up(state, ask, "the answer was of the wrong kind", ""),
    }
}

/// A call failed for good.
pub(super) fn failed(
    state: &DebateState,
    call: CallId,
    (reason, raw): (String, &str),
    failure: Failure,
    report: CallReport,
) -> Decision {
    let Some(pending) = state.calls.get(&call) else {
        return Decision::none();
    };
    if pending.cut {
        return Decision::event(Event::CallCut { call, report });
    }
    let mut events = Vec::new();
    if let Ask::Speech { turn, .. } = &pending.ask
        && let Some(turn) = state.turn(*turn)
    {
        events.extend(floor::rewind(turn));
    }
    let failure = outage::weighed(state, pending, failure, &report);
    let after = match (&pending.ask, failure) {
        (Ask::Probe { .. }, Failure::Outage | Failure::Refused | Failure::Overdue) => vec![],
        (Ask::Probe { .. }, _) => outage::given_up(state),
        // Whether it is given up is decided once it is known whether the server is there.
        (_, Failure::Outage | Failure::Late | Failure::Refused | Failure::Overdue) => vec![],
        (ask, Failure::Broke | Failure::Unavailable) => given_up(state, ask, &reason, raw),
    };
    events.push(Event::ModelFailed {
        call,
        reason,
        failure,
        report,
    });
    events.extend(after);
    Decision::events(events)
}

/// What the house does without an answer. Nothing for a speech: whether it is taken up again or given up
/// is decided by how often it has failed.
pub(super) fn given_up(state: &DebateState, ask: &Ask, reason: &str, raw: &str) -> Vec<Event> {
    match ask {
        Ask::Speech { .. } | Ask::Write { .. } | Ask::PoiOffer { .. } | Ask::Probe { .. } => vec![],
        // Without a referee the turn stands.
        Ask::Referee { turn } => vec![rules::heard_out(
            state,
            *turn,
            Some("its rules could not be checked".to_owned()),
        )],
        Ask::Choose { phase, round, .. } => {
            let next = NextSpeaker {
                reason: String::new(),
                speaker: String::new(),
            };
            vec![
                Event::Notice {
                    text: format!("The judge did not choose who speaks next: {reason}"),
                },
                chosen(state, *phase, *round, next),
            ]
        }
        Ask::Round {
            phase,
            round,
            judge,
        } => vec![Event::AssessmentUnusable {
            phase: *phase,
            round: *round,
            judge: judge.clone(),
            reason: reason.to_owned(),
            raw: raw.to_owned(),
        }],
        Ask::Judge { judge } => vec![Event::JudgementUnusable {
            judge: judge.clone(),
            reason: reason.to_owned(),
            raw: raw.to_owned(),
        }],
        Ask::Prepare { turn } => {
            let name = state
                .turn(*turn)
                .map(|turn| state.name(&turn.seat))
                .unwrap_or_default();
            vec![
                Event::Notice {
                    text: format!("{name} comes without notes: {reason}"),
                },
                Event::TurnEnded {
                    turn: *turn,
                    truncated: Some(Truncation::Unreachable {
                        reason: reason.to_owned(),
                    }),
                    flagged: None,
                },
            ]
        }
        Ask::PoiAccept { poi } => {
            let point = state.point(*poi);
            // The speech may have ended meanwhile, and the point with it.
            let waits = point.filter(|point| point.status == PoiStatus::Offered);
            let declined = waits.map(|point| Event::PoiDeclined {
                poi: point.id,
                gesture: "speaks on without looking up".to_owned(),
                reason: reason.to_owned(),
            });
            declined.into_iter().collect()
        }
        Ask::PoiAnswer { poi } => vec![Event::PoiAnswered {
            poi: *poi,
            text: String::new(),
        }],
        // Without passages it is spoken from memory.
        Ask::Draw { turn } => {
            vec![sources::drawn(
                state,
                *turn,
                vec![],
                Some(reason.to_owned()),
            )]
        }
        // What code can tell stands.
        Ask::Sources { turn } => sources::checked(state, *turn, &[]),
        // Without a referee the speech stands.
        Ask::SideCheck { turn } => vec![rules::heard_out(
            state,
            *turn,
            Some("its side could not be checked".to_owned()),
        )],
        Ask::Extract { turn } => vec![Event::ExtractionFailed {
            turn: *turn,
            reason: reason.to_owned(),
        }],
        Ask::Poll { member, after } => {
            vec![Event::StrawVoteCast {
                member: member.clone(),
                after: *after,
                vote: None,
            }]
        }
        Ask::Ballot { member, when } => {
            vec![Event::BallotSpoiled {
                member: member.clone(),
                when: *when,
                reason: reason.to_owned(),
            }]
        }
        Ask::Verdict => vec![Event::VerdictFailed {
            reason: reason.to_owned(),
        }],
        Ask::Assess { seat } => vec![Event::AssessmentFailed {
            seat: seat.clone(),
            reason: reason.to_owned(),
        }],
        Ask::Question { item } => vec![Event::QuestionFailed {
            item: *item,
            reason: reason.to_owned(),
        }],
    }
}

/// Somebody rises, if there still is a speech to rise in.
fn offered(state: &DebateState, turn: TurnId, offer: PoiOffer) -> Vec<Event> {
    let Some(turn) = state.turn(turn) else {
        return vec![];
    };
    let opening = state.opening.as_deref();
    let riser = opening.and_then(|opening| {
        opening.speakers.iter().find(|speaker| {
            opening.oppose(&turn.seat, &speaker.seat)
                && (speaker.card.name == offer.speaker || speaker.card.short == offer.speaker)
        })
    });
    match riser {
        Some(riser)
            if offer.rises && !offer.point.trim().is_empty() && floor::may_rise(state, turn) =>
        {
            vec![Event::PoiOffered {
                poi: PoiId::next(state.points.len()),
                turn: turn.id,
                from: riser.seat.clone(),
                to: turn.seat.clone(),
                text: offer.point,
                command: None,
            }]
        }
        _ => vec![],
    }
}

fn decided(state: &DebateState, poi: PoiId, decision: PoiDecision) -> Vec<Event> {
    let Some(point) = state
        .point(poi)
        .filter(|point| point.status == PoiStatus::Offered)
    else {
        return vec![];
    };
    let Some(turn) = state.turn(point.turn).filter(|turn| turn.is_open()) else {
        return vec![];
    };
    let room = state
        .poi_rules(turn)
        .is_some_and(|rules| floor::accepted(state, turn) < rules.max_accepted);
    if decision.accept && room {
        return vec![Event::PoiTaken {
            poi,
            reason: decision.reason,
        }];
    }
    let gesture = match decision.gesture.trim() {
        "" => "waves it down".to_owned(),
        gesture => gesture.trim_end_matches('.').to_owned(),
    };
    vec![Event::PoiDeclined {
        poi,
        gesture,
        reason: decision.reason,
    }]
}

/// The referee has read a speech. It is believed when it says the same of the two claims in either order, and each
/// time names words that were said and are not the very vote of the speaker's side: a small model likes to name the
/// claim itself, and is wrong then more often than not.
fn checked(state: &DebateState, id: TurnId, verdict: &SideVerdict) -> Vec<Event> {
    let Some(turn) = state.turn(id) else {
        return vec![];
    };
    let stance = state.stance(&turn.seat);
    let second_look = turn.doubted.is_some();
    let argued = match (verdict.argues, second_look) {
        (Argued::First, false) | (Argued::Second, true) => Some(Stance::For),
        (Argued::Second, false) | (Argued::First, true) => Some(Stance::Against),
        (Argued::Neither, _) => None,
    };
    let asks_for_own = stance.is_some_and(|stance| slip::asks_for_own(&verdict.words, stance));
    let is_proven = crate::text::quotes(&turn.text, &verdict.words) && !asks_for_own;
    if !is_proven || argued.is_none() || stance.is_none() || argued == stance {
        return vec![Event::SideCleared { turn: id }];
    }
    let words = verdict.words.trim().to_owned();
    if !second_look {
        return vec![Event::SideDoubted { turn: id, words }];
    }
    let reason = format!("it argues {}: \"{words}\"", other_side(state, turn));
    vec![rules::ruled(state, turn, OWN_SIDE, reason)]
}

/// What a turn does that argues for the other side. At one table there are no sides, only the motion.
fn other_side(state: &DebateState, turn: &Turn) -> String {
    let sides = state
        .opening
        .iter()
        .flat_map(|opening| &opening.format.sides);
    match (sides.count(), state.stance(&turn.seat)) {
        (1, Some(Stance::Against)) => "for the motion".to_owned(),
        (1, _) => "against the motion".to_owned(),
        _ => format!(
            "against {}",
            state.side_name(&turn.seat).unwrap_or("its side")
        ),
    }
}

/// Work comes in: its arguments get their numbers, and it is heard, or checked first.
fn submitted(state: &DebateState, id: TurnId, mut work: Work) -> Vec<Event> {
    let Some(turn) = state.turn(id).filter(|turn| turn.is_open()) else {
        return vec![];
    };
    if let Work::Arguments(arguments) = &mut work {
        let side = state
            .opening
            .as_deref()
            .and_then(|opening| opening.format.side(turn.seat.group()));
        let mark = side.map(crate::catalog::Side::mark).unwrap_or_default();
        let category = state.spec_of(turn).and_then(|spec| spec.category.clone());
        let before = state.arguments_of(turn.seat.group());
        for (number, argument) in (before + 1..).zip(arguments) {
            argument.id = format!("{mark}-{number}");
            argument.category.clone_from(&category);
        }
    }
    vec![
        Event::Submitted {
            turn: id,
            work: Box::new(work),
        },
        rules::finish(state, turn, None),
    ]
}

/// Whom the judge named, or else whoever is first.
fn chosen(state: &DebateState, phase: u32, round: u32, next: NextSpeaker) -> Event {
    let candidates = bench::candidates(state, phase, round);
    let named = candidates
        .iter()
        .find(|seat| state.name(seat) == next.speaker);
    let reason = if named.is_some() {
        next.reason
    } else {
        String::new()
    };
    let seat = named.or(candidates.first()).cloned();
    Event::SpeakerChosen {
        phase,
        round,
        seat: seat.unwrap_or_else(crate::debate::ids::Seat::house),
        reason,
    }
}
