//! A debate that is over, for tests: six people, a format, and speeches of a line each; the verdict is the test's own.

#![allow(clippy::unwrap_used, reason = "the files are our own")]

use std::sync::Arc;

use hustings_rules::setup::fixture;

use crate::{
    catalog::{Profile, Rubric, Task},
    debate::{
        DebateState,
        answer::{ArgumentPoint, SpeakerAssessment, SpeechArguments, Vote},
        division::{DivisionResult, Margin, Tally},
        event::{CloseReason, Event, Record},
        ids::{DebateId, Seat, TurnId},
        opening::Opening,
        scores::{Judged, Judgement, Marks},
    },
};

/// A debate of that format on the ban of private cars.
pub fn opening(id: &str) -> Opening {
    let choice = fixture::choice(id, &fixture::PEOPLE);
    Opening {
        debate: DebateId("first".to_owned()),
        ..fixture::resolved(choice, "scripted", &Profile::default())
    }
}

/// A debate that is over, with a speech of each seat in this order. What was claimed in each is a list of claims, with
/// whom they rebut.
pub fn finished(opening: Opening, speeches: &[(&str, &[(&str, &str)])]) -> DebateState {
    let mut state = DebateState::default();
    let mut add = |event: Event| {
        let record = Record {
            seq: state.next_seq,
            at_ms: 0,
            event,
        };
        state.apply(&record);
    };
    add(Event::Opened(Arc::new(opening)));
    for (number, (seat, claims)) in (0_u32..).zip(speeches) {
        let turn = TurnId(number);
        add(Event::TurnBegan {
            turn,
            slot: 6 + number,
            seat: Seat::named(*seat),
            task: Task::Speech,
            attempt: 1,
            target_words: 100,
        });
        add(Event::Said {
            turn,
            text: "So I say, and I say no more.".to_owned(),
        });
        add(Event::TurnEnded {
            turn,
            truncated: None,
            flagged: None,
        });
        let point = |(claim, rebuts): &(&str, &str)| ArgumentPoint {
            claim: (*claim).to_owned(),
            reasoning: "It follows.".to_owned(),
            evidence: None,
            is_rebuttal: !rebuts.is_empty(),
            rebuts_speaker: (!rebuts.is_empty()).then(|| (*rebuts).to_owned()),
        };
        if !claims.is_empty() {
            add(Event::ArgumentsExtracted {
                turn,
                arguments: SpeechArguments {
                    opening: String::new(),
                    arguments: claims.iter().map(point).collect(),
                    closing: String::new(),
                    tone: String::new(),
                    key_rhetorical_moves: Vec::new(),
                    shifts: None,
                },
            });
        }
    }
    add(Event::Closed {
        reason: CloseReason::Completed,
    });
    state
}

/// The assessment of a speaker.
pub fn assessment(missed: &str, fidelity: f64, feedback: &[&str]) -> SpeakerAssessment {
    SpeakerAssessment {
        speaker_name: String::new(),
        key_contribution: "Something.".to_owned(),
        missed_opportunity: (!missed.is_empty()).then(|| missed.to_owned()),
        effectiveness: 6.0,
        persona_fidelity: fidelity,
        feedback: feedback.iter().map(|note| (*note).to_owned()).collect(),
    }
}

/// A division with a winner and nothing else.
pub fn division(winner: &str, ayes: u32, noes: u32) -> DivisionResult {
    DivisionResult {
        motion: String::new(),
        winner: Some(winner.to_owned()),
        ayes,
        noes,
        undecided_before: 0,
        before: Tally::default(),
        swing: Some(2),
        margin: Some(Margin::Clear),
        wins_by: crate::catalog::WinsBy::Votes,
        panel_votes: Vec::new(),
        abstentions: 0,
        lost: 0,
        direct_vote: Some(Vote::Aye),
        direct_looks: vec![Vote::Aye],
        core_tensions: Vec::new(),
        decisive_moments: Vec::new(),
        most_damaging_rebuttals: Vec::new(),
        unchallenged: Vec::new(),
        strongest_argument_prop: String::new(),
        strongest_argument_opp: String::new(),
        most_compelling_speaker: String::new(),
        weakest_link: String::new(),
        speaker_performances: Vec::new(),
        feedback: std::collections::BTreeMap::new(),
        analysis: String::new(),
    }
}

/// A judge's report with these marks, and the scores that follow.
pub fn judge(state: &mut DebateState, marks: Vec<(&str, Marks)>, open: &[&str]) {
    let report = Judgement {
        marks: marks
            .into_iter()
            .map(|(id, marks)| (id.to_owned(), marks))
            .collect(),
        unresolved_questions: open.iter().map(|one| (*one).to_owned()).collect(),
        ..Judgement::default()
    };
    let opening = state.opening.clone().unwrap();
    let rubric = opening
        .format
        .rubric
        .clone()
        .or_else(Rubric::usual)
        .unwrap();
    let items = crate::debate::decide::items(state, &opening, rubric.of);
    state.scores = crate::debate::scores::Scores::of(&rubric, &items, &[&report.marks]);
    state
        .judgements
        .push((Seat::judge(1), Judged::Given(report)));
}
