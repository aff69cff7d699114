//! What the simulated world answers: what is answered in a rehearsal, and by chance where several answers are right.

use std::collections::BTreeMap;

use hustings::{
    catalog::Scored,
    debate::{
        DebateState,
        answer::{Argued, Vote},
        ask::{Ask, When},
        decide::{Answer, candidates},
        ids::TurnId,
        rehearsal,
        scores::{Judgement, Marks, Standing},
        written::{ResponseType, Work},
    },
};

use super::world::Choices;

/// A right answer, or one by chance where several are right.
pub fn answer(state: &DebateState, ask: &Ask, choices: &mut Choices) -> Answer {
    let vote = |n| [Vote::Aye, Vote::No, Vote::Undecided][n];
    let mut answer = rehearsal::answer(state, ask);
    match (ask, &mut answer) {
        (_, Answer::CitationChecks(all)) => {
            for (_, held) in all {
                held.held = choices.next(2) == 0;
            }
        }
        (_, Answer::Offer(offer)) => offer.rises = choices.next(3) > 0,
        (_, Answer::Decision(decision)) => {
            decision.accept = choices.next(2) == 0;
            // Who says nothing with the decision is asked once the point is put.
            decision.answer = decision.answer.take().filter(|_| choices.next(3) > 0);
        }
        (_, Answer::Side(verdict)) => {
            verdict.words = ["it has to say", "what nobody said"][choices.next(2)].into();
            verdict.argues = [Argued::First, Argued::Second, Argued::Neither][choices.next(3)];
        }
        (_, Answer::Straw(straw)) => straw.vote = vote(choices.next(3)),
        (Ask::Ballot { when, .. }, Answer::Ballot(ballot)) => {
            ballot.vote = vote(choices.next(match when {
                When::Before => 3,
                When::After => 2,
            }));
        }
        (_, Answer::Verdict(verdict)) => verdict.vote = vote(choices.next(2)),
        (Ask::Choose { phase, round, .. }, Answer::Next(next)) => {
            let all = candidates(state, *phase, *round);
            next.speaker = state.name(&all[choices.next(all.len())]);
        }
        (_, Answer::Round(assessment)) => by_chance(state, &mut assessment.marks, choices),
        (_, Answer::Judgement(judgement)) => by_chance(state, &mut judgement.marks, choices),
        _ => {}
    }
    answer
}

/// Marks for everything that a judge is asked about, after a round or, where no subject is given, in the end.
pub fn marks(
    state: &DebateState,
    subject: Option<Scored>,
    choices: &mut Choices,
) -> BTreeMap<String, Marks> {
    let mut marks = rehearsal::marks(state, subject);
    by_chance(state, &mut marks, choices);
    marks
}

fn by_chance(state: &DebateState, marks: &mut BTreeMap<String, Marks>, choices: &mut Choices) {
    let opening = state.opening.as_ref().expect("opened");
    let rubric = opening.format.rubric.as_ref().expect("a rubric");
    let span = (rubric.highest - rubric.lowest) as usize + 1;
    for marks in marks.values_mut() {
        for score in marks.scores.values_mut() {
            *score = rubric.lowest + choices.next(span) as f64;
        }
        if let Some(standing) = &mut marks.standing {
            *standing = Standing::ALL[choices.next(4)];
        }
    }
}

/// What is handed in by somebody who keeps every rule.
pub fn work(state: &DebateState, turn: TurnId) -> Work {
    match rehearsal::answer(state, &Ask::Write { turn }) {
        Answer::Work(work) => *work,
        other => panic!("{other:?}"),
    }
}

/// What is handed in by somebody who keeps every rule, and answers each argument in the way that `how` has by its id.
pub fn responding(state: &DebateState, turn: TurnId, how: impl Fn(&str) -> ResponseType) -> Work {
    let mut work = work(state, turn);
    if let Work::CrossExamination(all) = &mut work {
        for (id, response) in all {
            response.response_type = how(id);
        }
    }
    work
}

/// The way in which Pro concedes the first argument of Con and the core of the second, and refutes the others.
pub fn granting(argument: &str) -> ResponseType {
    match argument {
        "CON-1" => ResponseType::Concede,
        "CON-2" => ResponseType::Partial,
        _ => ResponseType::Refute,
    }
}

/// The report of a judge who calls every argument refuted.
pub fn all_refuted(state: &DebateState) -> Answer {
    let mut marks = rehearsal::marks(state, None);
    for one in marks.values_mut() {
        one.standing = Some(Standing::Refuted);
    }
    Answer::Judgement(Box::new(Judgement {
        marks,
        key_insight: "It fell.".into(),
        unresolved_questions: vec![],
        recommendation: "Wait.".into(),
    }))
}
