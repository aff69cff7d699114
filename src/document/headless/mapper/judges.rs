//! The lines of judges, and the argument trace.

use std::collections::BTreeMap;

use crate::{
    blocks::Builder,
    catalog::Task,
    counted_lines,
    debate::{
        DebateState,
        event::Event,
        scores::{Closeness, Marks, Standing},
        written::Work,
    },
    events_of,
    headless::jsonl::{
        AssessmentLine, Body, FlagLine, JudgementLine, MarksLine, ScoreLooksLine, ScoresLine,
        SideScoreLine, TraceLine,
    },
};

use super::{Mapper, notice, phase_id};

impl Mapper {
    pub(super) fn of_judges(&self, event: &Event) -> Option<Body> {
        let state = &self.state;
        Some(match event {
            Event::SpeakerChosen {
                phase,
                round,
                seat,
                reason,
            } => Body::SpeakerChosen {
                phase: phase_id(state, *phase),
                round: *round,
                seat: seat.to_string(),
                speaker: state.name(seat),
                reason: reason.clone(),
            },
            Event::AssessmentMade {
                phase,
                round,
                judge,
                assessment,
            } => Body::AssessmentMade(Box::new(alike!(assessment => AssessmentLine {
                observations, overall_quality, recommendation, should_continue;
                phase: phase_id(state, *phase),
                round: *round,
                judge: judge.to_string(),
                marks: marks(state, &assessment.marks),
            }))),
            Event::AssessmentUnusable {
                judge, reason, raw, ..
            }
            | Event::JudgementUnusable {
                judge, reason, raw, ..
            } => Body::JudgeUnusable {
                judge: judge.to_string(),
                reason: reason.clone(),
                raw: raw.clone(),
            },
            Event::StoppedEarly {
                phase,
                round,
                criterion,
            } => Body::StoppedEarly {
                phase: phase_id(state, *phase),
                round: *round,
                criterion: criterion.word(),
            },
            Event::JudgementGiven {
                judge,
                again,
                judgement,
            } => Body::JudgementGiven(Box::new(alike!(judgement => JudgementLine {
                key_insight, unresolved_questions, recommendation;
                judge: judge.to_string(),
                again: *again,
                marks: marks(state, &judgement.marks),
            }))),
            Event::ScoresGiven(scores) => {
                Body::ScoresGiven(Box::new(alike!(scores => ScoresLine {
                            judges, gap;
                            totals: scores
                                .totals
                                .iter()
                                .map(|one| (one.id.clone(), one.total))
                                .collect(),
                            sides: (scores.sides.iter())
                                .map(|one| alike!(one => SideScoreLine { id, name, score, rank }))
                                .collect(),
                            verdicts: counted_lines::verdicts(state),
                rankings: counted_lines::rankings(state),
                            contested: scores.is_contested(),
                            looks: scores.looks.as_ref().map(|looks| alike!(looks => ScoreLooksLine {
                                first, exchanged, difference, most
                            })),
                            closeness: match scores.closeness {
                                Closeness::Even => "even",
                                Closeness::Moderate => "moderate",
                                Closeness::Significant => "significant",
                            },
                        })))
            }
            Event::AnnotationTaken { .. } | Event::AnnotationFailed { again: true, .. } => {
                Body::AnnotationCounted(Box::new(counted_lines::counted(state)?))
            }
            Event::AnnotationFailed {
                again: false,
                reason,
            } => notice(Builder::of(state).not_annotated(reason)),
            // Told with the scores, or the division.
            Event::RankingGiven { .. }
            | Event::RankingFailed { .. }
            | events_of!(debate turns points votes interventions calls) => return None,
        })
    }
}

fn marks(state: &DebateState, all: &BTreeMap<String, Marks>) -> BTreeMap<String, MarksLine> {
    let opening = state.opening.as_deref();
    let rubric = opening.and_then(|opening| opening.format.rubric.as_ref());
    let line = |one: &Marks| {
        let flags = one.fallacies.iter();
        alike!(one => MarksLine {
            scores, reason, strengths, weaknesses;
            total: rubric.map_or(0.0, |rubric| one.total(rubric)),
            standing: one.standing.map(Standing::word),
            fallacies: flags.map(|flag| alike!(flag => FlagLine { fallacy, words })).collect(),
        })
    };
    all.iter()
        .map(|(id, one)| (id.clone(), line(one)))
        .collect()
}

/// The further line on an event: for what counts now, what it means for the whole.
pub(super) fn also(state: &DebateState, event: &Event) -> Option<Body> {
    if let Event::JudgementGiven { judge, .. } = event {
        // Of two looks, once both are in.
        let mut reported = state.judgements.iter();
        let is_reported = reported.any(|(seat, _)| seat == judge);
        return is_reported.then(|| traced(state)).flatten();
    }
    let Event::TurnEnded { turn, .. } = event else {
        return None;
    };
    let turn = state.turn(*turn)?;
    let seat = turn.seat.to_string();
    match &turn.work {
        Some(Work::Arguments(_) | Work::CrossExamination(_) | Work::Replies(_)) => traced(state),
        Some(Work::Synthesis(synthesis)) => Some(Body::SynthesisGiven {
            seat,
            synthesis: synthesis.clone(),
        }),
        None if turn.task == Task::Summary => Some(Body::SummaryGiven {
            seat,
            text: turn.text.clone(),
        }),
        Some(Work::Closing(_) | Work::Framing(_)) | None => None,
    }
}

/// The argument trace, where there are arguments.
fn traced(state: &DebateState) -> Option<Body> {
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
