//! What formats with judges and written turns record: one of every such event, inside the debate made by hand.

use std::collections::BTreeMap;

use hustings::{
    catalog::{Dimension, Rubric, Scored, StopRule, Task},
    debate::{
        event::Event,
        grants::{GrantAnswer, GrantPlace},
        ids::{Seat, TurnId},
        score_looks::ScoreLooks,
        scores::{Assessment, Flag, Judgement, Marks, Observations, Scores, Standing},
        written::{Argument, Confidence, Detail, EvidenceType, Synthesis, Work},
    },
};

use super::Script;

/// What is scored by.
pub fn rubric() -> Rubric {
    Rubric {
        of: Scored::Arguments,
        lowest: 1.0,
        highest: 10.0,
        whole: true,
        dimensions: vec![Dimension {
            id: "logic".into(),
            name: "Logic".into(),
            weight: 1.0,
            criteria: "Is it consistent?".into(),
            anchors: vec![],
        }],
        even_under: 1.0,
        significant_over: 3.0,
        fallacies: vec![],
    }
}

fn marks(id: &str) -> BTreeMap<String, Marks> {
    let marks = Marks {
        scores: BTreeMap::from([("logic".into(), 7.0)]),
        standing: Some(Standing::PartiallyUpheld),
        reason: "half of it held".into(),
        fallacies: vec![Flag {
            fallacy: "Straw man".into(),
            words: "they want no roads".into(),
        }],
        strengths: vec!["clear".into()],
        weaknesses: vec!["thin".into()],
    };
    BTreeMap::from([(id.to_owned(), marks)])
}

/// One of every such event.
pub fn events(s: &mut Script) {
    let (seat, judge, turn) = (Seat::named("prop.1"), Seat::judge(1), TurnId(4));
    s.push(Event::TurnBegan {
        turn,
        slot: 7,
        seat: seat.clone(),
        task: Task::Arguments,
        attempt: 1,
        target_words: 0,
    });
    s.push(Event::Submitted {
        left_out: None,
        turn,
        work: Box::new(Work::Arguments(vec![Argument {
            id: "PROP-1".into(),
            category: Some("practical".into()),
            claim: "A street is a room".into(),
            reasoning: "People stay where there is room".into(),
            evidence: "A count in one town".into(),
            own_claims: Vec::new(),
            detail: Some(Detail {
                evidence_type: EvidenceType::Fact,
                confidence: Confidence::Low,
                assumptions: vec!["people like to stay".into()],
                uncertainties: vec!["in winter".into()],
            }),
        }])),
    });
    s.push(Event::SpeechHeard {
        turn,
        truncated: None,
    });
    s.push(Event::SideCleared { turn });
    s.push(Event::TurnEnded {
        turn,
        truncated: None,
        flagged: None,
    });
    let moderated = |s: &mut Script, turn, task| {
        s.push(Event::TurnBegan {
            turn,
            slot: 7,
            seat: Seat::moderator(),
            task,
            attempt: 1,
            target_words: 40,
        });
    };
    let ended = |s: &mut Script, turn| {
        s.push(Event::TurnEnded {
            turn,
            truncated: None,
            flagged: None,
        });
    };
    let (synthesis, summary) = (TurnId(5), TurnId(6));
    moderated(s, synthesis, Task::Synthesis);
    s.push(Event::Submitted {
        left_out: None,
        turn: synthesis,
        work: Box::new(Work::Synthesis(Synthesis {
            areas_of_agreement: vec!["Streets are full.".into()],
            core_disagreements: vec!["Whether habits change.".into()],
            evidence_gaps: vec!["Counts in winter.".into()],
            decision_hinges: vec!["The decision hinges on whether buses come.".into()],
        })),
    });
    ended(s, synthesis);
    moderated(s, summary, Task::Summary);
    s.push(Event::Said {
        turn: summary,
        text: "Both spoke of streets.".into(),
    });
    ended(s, summary);
    // Of what nobody has granted, which a journal from elsewhere may say.
    s.push(Event::GrantsConfirmed {
        seat: seat.clone(),
        answers: vec![GrantAnswer {
            grant: GrantPlace::Response {
                turn,
                argument: "PROP-1".into(),
            },
            dispute: Some("It was a courtesy.".into()),
        }],
    });
    s.push(Event::ConfirmationFailed {
        seat: Seat::named("opp.1"),
        reason: "the answer is empty".into(),
    });
    s.push(Event::SpeakerChosen {
        phase: 1,
        round: 1,
        seat: seat.clone(),
        reason: "most to answer".into(),
    });
    s.push(Event::RoundEnded { phase: 1, round: 1 });
    s.push(Event::AssessmentMade {
        phase: 1,
        round: 1,
        judge: judge.clone(),
        assessment: Box::new(Assessment {
            marks: marks("prop.1"),
            observations: Observations {
                repetition_detected: true,
                ..Observations::default()
            },
            overall_quality: 6.5,
            recommendation: "end it".into(),
            should_continue: false,
        }),
    });
    s.push(Event::AssessmentUnusable {
        phase: 1,
        round: 1,
        judge: Seat::judge(2),
        reason: "\"logic\" is 11".into(),
        raw: "{\"logic\": 11}".into(),
    });
    s.push(Event::StoppedEarly {
        phase: 1,
        round: 1,
        criterion: StopRule::Repetition,
    });
    let judgement = Judgement {
        marks: marks("PROP-1"),
        key_insight: "It depends on winter.".into(),
        unresolved_questions: vec!["How cold is it?".into()],
        recommendation: "Count again in January.".into(),
    };
    let items = vec![("PROP-1".into(), "prop".into(), "Proposition".into())];
    let scores = Scores {
        // As if the judge had looked twice, and put nobody first the second time.
        looks: Some(ScoreLooks {
            first: Some("prop".into()),
            exchanged: None,
            difference: 0.4,
            most: 0.4,
        }),
        ..Scores::of(&rubric(), &items, &[&judgement.marks]).unwrap()
    };
    s.push(Event::JudgementGiven {
        judge,
        again: false,
        judgement: Box::new(judgement),
    });
    s.push(Event::JudgementUnusable {
        judge: Seat::judge(2),
        again: false,
        reason: "there is no JSON object in it".into(),
        raw: "They were all very good.".into(),
    });
    s.push(Event::RankingFailed {
        judge: Seat::judge(2),
        reason: "the answer is empty".into(),
    });
    s.push(Event::ScoresGiven(Box::new(scores)));
}
