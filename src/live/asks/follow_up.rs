//! A question that is put after the end, to whoever took part: answered from the record, with what they have themselves
//! to go by, and nothing invented.

use minijinja::Value;

use super::{
    Asking, Floor, Reply, Wording, tokens,
    view::{me, member, names, opening, view},
};
use crate::{
    debate::{
        DebateState,
        ask::When,
        division::DivisionResult,
        follow_up::FollowUp as Asked,
        ids::{FollowUpId, Seat},
        neutrality::Neutrality,
        scores::{Judgement, Marks, Scores},
        sources::handed_in,
    },
    fence::Own,
};

/// The most words of an answer that are asked for.
const ANSWER_WORDS: u32 = 120;

/// The ask: which follow-up.
pub(super) struct FollowUp(pub(super) FollowUpId);

impl Asking for FollowUp {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let item = state.follow_up(self.0)?;
        Some(Wording::One(("follow_up.md", asked(state, item))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        tokens(ANSWER_WORDS) * 2
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let Some(item) = state.follow_up(self.0) else {
            return Reply::Nothing;
        };
        let names = match names(state, &item.seat) {
            nobody if nobody.is_empty() => vec![state.name(&item.seat)],
            names => names,
        };
        match Neutrality::of_seat(state, Some(&item.seat)) {
            // What takes a side is withheld before anybody reads it.
            neutral @ Some(_) => Reply::Text {
                names,
                words: ANSWER_WORDS * 2,
                neutral,
                says_cut: true,
            },
            None => Reply::Floor(Floor {
                turn: None,
                names,
                joint: "",
                rests_on: None,
                broken_off: None,
            }),
        }
    }
}

/// A question after the end, with all that whoever answers has to go by.
fn asked(state: &DebateState, item: &Asked) -> Value {
    let seat = &item.seat;
    let who = if state.speaker(seat).is_some() {
        "speaker"
    } else if seat.is_audience() {
        "member"
    } else if seat.is_judge() {
        "judge"
    } else if seat.is_house() {
        "house"
    } else {
        "moderator"
    };
    let own = if seat.is_audience() {
        member(state, seat)
    } else {
        view! { me => me(state, seat) }
    };
    view! {
        who,
        outcome => outcome(state),
        notes => state.notes(seat).map(|notes| notes.text.trim()).unwrap_or_default(),
        votes => votes(state, seat),
        marks => marks(state, seat),
        findings => findings(state, seat),
        verdict => verdict(state, seat),
        earlier => state.answered_before(item.id).map(|one| earlier(state, one)).collect::<Vec<_>>(),
        question => handed_in(&item.text),
        words => ANSWER_WORDS,
        ..own
    }
}

/// What the debate has come to, in a few words each: the division, the scores.
fn outcome(state: &DebateState) -> Vec<String> {
    let division = state.division.as_ref().map(DivisionResult::describe);
    let scores = state.scores.as_ref().and_then(Scores::describe);
    division.into_iter().chain(scores).collect()
}

/// The votes of a member, in their order: the ballot before, after whose speech they were asked, the ballot after.
fn votes(state: &DebateState, seat: &Seat) -> Vec<Value> {
    let ballot = |when: When, word: &'static str| {
        let ballot = state.ballots.get(&(when, seat.clone()))?;
        let vote = Own(ballot.vote?.word());
        Some(view! { when => word, vote, reason => ballot.reason.trim(), speaker => "" })
    };
    let polls = state.polls.iter().filter_map(|poll| {
        let vote = Own(poll.votes().get(seat)?.as_ref()?.word());
        let speaker = state.name(&state.turn(poll.after)?.seat);
        Some(view! { when => "between", vote, reason => "", speaker })
    });
    let before = ballot(When::Before, "before").into_iter();
    before
        .chain(polls)
        .chain(ballot(When::After, "after"))
        .collect()
}

/// The report of a judge.
fn report<'a>(state: &'a DebateState, seat: &Seat) -> Option<&'a Judgement> {
    let mut reports = state.judgements.iter();
    let (_, judged) = reports.find(|(judge, _)| judge == seat)?;
    judged.given()
}

/// The marks that a judge has given, with the reasons.
fn marks(state: &DebateState, seat: &Seat) -> Vec<Value> {
    let given = report(state, seat).into_iter().flat_map(|one| &one.marks);
    given
        .map(|(id, marks)| {
            view! { name => state.called(id), scores => scores(state, marks), remarks => remarks(marks) }
        })
        .collect()
}

/// Marks in words: "logic 7", and what became of an argument.
fn scores(state: &DebateState, marks: &Marks) -> Vec<Own<String>> {
    let rubric = opening(state).and_then(|opening| opening.format.rubric.as_ref());
    let named = |id: &str| {
        let mut dimensions = rubric.iter().flat_map(|rubric| &rubric.dimensions);
        let dimension = dimensions.find(|one| one.id == id);
        dimension.map_or_else(|| id.to_owned(), |one| one.name.clone())
    };
    let scores = marks
        .scores
        .iter()
        .map(|(id, score)| Own(format!("{} {score}", named(id))));
    let standing = marks.standing.map(|one| Own(one.describe().to_owned()));
    scores.chain(standing).collect()
}

fn remarks(marks: &Marks) -> Vec<&str> {
    let all = [&marks.reason].into_iter();
    let all = all.chain(&marks.strengths).chain(&marks.weaknesses);
    let all = all.map(|text| text.trim());
    all.filter(|text| !text.is_empty()).collect()
}

/// What a judge has found besides: after each round, and in the report.
fn findings<'a>(state: &'a DebateState, seat: &Seat) -> Vec<&'a str> {
    let rounds = state.rounds.iter().filter(|round| round.judge == *seat);
    let after_rounds = rounds.filter_map(|round| Some(&round.assessment.given()?.recommendation));
    let of_report = report(state, seat).into_iter().flat_map(|one| {
        let texts = [&one.key_insight].into_iter();
        texts
            .chain(&one.unresolved_questions)
            .chain([&one.recommendation])
    });
    let all = after_rounds.chain(of_report).map(|text| text.trim());
    all.filter(|text| !text.is_empty()).collect()
}

/// The verdict that the house gave.
fn verdict(state: &DebateState, seat: &Seat) -> Option<Value> {
    let given = state.verdict().filter(|_| seat.is_house())?;
    let moments = given.decisive_moments.iter().map(|text| text.trim());
    Some(view! {
        vote => Own(given.vote.word()),
        analysis => given.analysis.trim(),
        strongest => [given.strongest_argument_prop.trim(), given.strongest_argument_opp.trim()],
        moments => moments.collect::<Vec<_>>(),
    })
}

/// A question that was answered before.
fn earlier(state: &DebateState, item: &Asked) -> Value {
    view! {
        name => state.name(&item.seat),
        question => handed_in(&item.text),
        answer => item.answer.trim(),
    }
}
