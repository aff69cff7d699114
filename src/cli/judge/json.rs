//! The reports of several judges, for programs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    catalog::Rubric,
    debate::{
        agreement::JudgeAgreement,
        scores::{Marks, Standing},
    },
    host::finished::{
        judges::{JudgeReply, JudgedAgain},
        repeats::RepeatedJudge,
    },
    llm::ModelError,
};

/// Everything that the judges gave.
pub(super) fn json(found: &JudgedAgain) -> Value {
    let judges: Vec<Value> = found.judges.iter().map(|one| judge(found, one)).collect();
    let scores = found.scores.as_ref().map(|scores| {
        let totals: BTreeMap<&str, f64> = scores
            .totals
            .iter()
            .map(|one| (one.id.as_str(), one.total))
            .collect();
        json!({
            "judges": scores.judges,
            "totals": totals,
            "sides": scores.sides,
            "gap": scores.gap,
            "closeness": scores.closeness,
        })
    });
    let agreement = found.agreement.as_ref().map(agreement);
    let opening = found.state.opening.as_deref();
    let repeats: Vec<Value> = found.repeats.iter().map(|one| repeat(found, one)).collect();
    json!({
        "debate": found.debate,
        "motion": opening.map(|opening| &opening.motion.motion),
        "format": opening.map(|opening| &opening.format_id),
        "rubric": found.rubric,
        "judges": judges,
        "scores": scores,
        "agreement": agreement,
        "house": found.beside_house().map(|house| json!({
            "winner": house.winner,
            "judges": house.judges,
            "agree": house.agree,
        })),
        "repeats": repeats,
    })
}

/// The agreement of a judge with itself: "first" has `null` for a place that sides share.
fn repeat(found: &JudgedAgain, one: &RepeatedJudge) -> Value {
    let first = one
        .first
        .iter()
        .map(|(side, count)| json!({"side": side, "reports": count}));
    json!({
        "seat": one.seat,
        "asked": found.times,
        "reports": one.reports,
        "first": first.collect::<Vec<_>>(),
        "agreement": one.agreement.as_ref().map(self::agreement),
    })
}

fn agreement(agreement: &JudgeAgreement) -> Value {
    let dimensions = agreement.dimensions.iter();
    let dimensions: serde_json::Map<String, Value> = dimensions
        .map(|(id, spread)| (id.clone(), json!(spread)))
        .collect();
    json!({
        "judges": agreement.judges,
        "dimensions": dimensions,
        "total": agreement.total,
        "standings": agreement.standings,
    })
}

fn judge(found: &JudgedAgain, one: &JudgeReply) -> Value {
    let report = match &one.report {
        Ok(report) => report,
        Err(error) => {
            let raw = if let ModelError::Shape { raw, .. } = error {
                raw.as_str()
            } else {
                ""
            };
            return json!({
                "seat": one.seat,
                "model": one.model,
                "unusable": {"reason": error.to_string(), "raw": raw},
            });
        }
    };
    let marks: serde_json::Map<String, Value> = found
        .items
        .iter()
        .filter_map(|(id, _, _)| Some((id.clone(), marks(&found.rubric, report.marks.get(id)?))))
        .collect();
    json!({
        "seat": one.seat,
        "model": one.model,
        "marks": marks,
        "key_insight": report.key_insight,
        "unresolved_questions": report.unresolved_questions,
        "recommendation": report.recommendation,
    })
}

fn marks(rubric: &Rubric, marks: &Marks) -> Value {
    json!({
        "scores": marks.scores,
        "total": marks.total(rubric),
        "standing": marks.standing.map(Standing::word),
        "reason": marks.reason,
        "fallacies": marks.fallacies,
        "strengths": marks.strengths,
        "weaknesses": marks.weaknesses,
    })
}
