//! The public lines of judges and traces, from the values of the rules.

use std::collections::BTreeMap;

use super::jsonl::{
    AssessmentLine, Body, FlagLine, JudgementLine, MarksLine, ScoresLine, SideScoreLine, TraceLine,
};
use crate::{
    catalog::{Rubric, Task},
    debate::{
        DebateState,
        event::Event,
        ids::Seat,
        scores::{Assessment, Closeness, Judgement, Marks, Scores, Standing},
        work::Work,
    },
};

fn rubric(state: &DebateState) -> Option<&Rubric> {
    state.opening.as_deref()?.format.rubric.as_ref()
}

fn marks(state: &DebateState, all: &BTreeMap<String, Marks>) -> BTreeMap<String, MarksLine> {
    let line = |one: &Marks| MarksLine {
        scores: one.scores.clone(),
        total: rubric(state).map_or(0.0, |rubric| one.total(rubric)),
        standing: one.standing.map(Standing::word),
        reason: one.reason.clone(),
        fallacies: one
            .fallacies
            .iter()
            .map(|flag| FlagLine {
                fallacy: flag.fallacy.clone(),
                words: flag.words.clone(),
            })
            .collect(),
        strengths: one.strengths.clone(),
        weaknesses: one.weaknesses.clone(),
    };
    all.iter()
        .map(|(id, one)| (id.clone(), line(one)))
        .collect()
}

/// The id of a phase.
pub(super) fn phase_id(state: &DebateState, phase: u32) -> String {
    let plan = state.plan.phases.get(phase as usize);
    plan.map(|plan| plan.id.clone()).unwrap_or_default()
}

pub(super) fn assessed(
    state: &DebateState,
    (phase, round): (u32, u32),
    judge: &Seat,
    assessment: &Assessment,
) -> Body {
    Body::AssessmentMade(Box::new(AssessmentLine {
        phase: phase_id(state, phase),
        round,
        judge: judge.to_string(),
        marks: marks(state, &assessment.marks),
        observations: assessment.observations,
        overall_quality: assessment.overall_quality,
        recommendation: assessment.recommendation.clone(),
        should_continue: assessment.should_continue,
    }))
}

pub(super) fn judged(state: &DebateState, judge: &Seat, judgement: &Judgement) -> Body {
    Body::JudgementGiven(Box::new(JudgementLine {
        judge: judge.to_string(),
        marks: marks(state, &judgement.marks),
        key_insight: judgement.key_insight.clone(),
        unresolved_questions: judgement.unresolved_questions.clone(),
        recommendation: judgement.recommendation.clone(),
    }))
}

pub(super) fn scored(scores: &Scores) -> Body {
    let side = |one: &crate::debate::scores::SideScore| SideScoreLine {
        id: one.id.clone(),
        name: one.name.clone(),
        score: one.score,
        rank: one.rank,
    };
    Body::ScoresGiven(Box::new(ScoresLine {
        judges: scores.judges,
        totals: scores
            .totals
            .iter()
            .map(|one| (one.id.clone(), one.total))
            .collect(),
        sides: scores.sides.iter().map(side).collect(),
        gap: scores.gap,
        closeness: match scores.closeness {
            Closeness::Even => "even",
            Closeness::Moderate => "moderate",
            Closeness::Significant => "significant",
        },
    }))
}

/// What an event says besides: of what counts now, what it means for the whole.
pub(super) fn also(state: &DebateState, event: &Event) -> Option<Body> {
    match event {
        Event::TurnEnded { turn, .. } => {
            let turn = state.turn(*turn)?;
            let seat = turn.seat.to_string();
            match (&turn.work, turn.task) {
                (Some(Work::Arguments(_) | Work::CrossExamination(_) | Work::Replies(_)), _) => {
                    traced(state)
                }
                (Some(Work::Synthesis(synthesis)), _) => Some(Body::SynthesisGiven {
                    seat,
                    synthesis: synthesis.clone(),
                }),
                (None, Task::Summary) => Some(Body::SummaryGiven {
                    seat,
                    text: turn.text.clone(),
                }),
                _ => None,
            }
        }
        Event::JudgementGiven { .. } => traced(state),
        _ => None,
    }
}

/// The argument trace, where there are arguments.
pub(super) fn traced(state: &DebateState) -> Option<Body> {
    let rows: Vec<TraceLine> = state
        .trace()
        .into_iter()
        .map(|row| TraceLine {
            argument_id: row.argument.id.clone(),
            proposer: row.seat.to_string(),
            claim: row.argument.claim.clone(),
            cross_examination: row
                .met
                .iter()
                .map(|met| met.response.response_type.word())
                .collect(),
            replied: row.reply.is_some(),
            standing: row.standing.map(Standing::word),
            reason: row.reason.to_owned(),
        })
        .collect();
    (!rows.is_empty()).then_some(Body::TraceUpdated { rows })
}
