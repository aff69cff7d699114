//! What the judges gave: assessments between rounds, reports beside one another, scores, the trace and the briefing.

use super::{Page, escape::inline};
use crate::{
    catalog::{Rubric, StopRule},
    debate::{
        DebateState,
        opening::Opening,
        scores::{Judged, Judgement, Marks},
    },
};

/// An assessment after a round.
pub(super) fn round(page: &mut Page, state: &DebateState, opening: &Opening, at: usize) {
    let (Some(round), Some(rubric)) = (state.rounds.get(at), &opening.format.rubric) else {
        return;
    };
    let judge = inline(&state.name(&round.judge));
    page.block(format!("#### {judge}, after round {}", round.round));
    let given = match &round.assessment {
        Judged::Given(given) => given,
        Judged::Unusable { reason, .. } => {
            page.block(format!("*Nothing of use was given: {}.*", inline(reason)));
            return;
        }
    };
    let rows: Vec<Vec<String>> = given
        .marks
        .iter()
        .map(|(id, marks)| row(state, rubric, id, marks))
        .collect();
    page.table(&heads("Speaker", rubric), &rows);
    let seen: Vec<&str> = given.observations.seen().map(StopRule::name).collect();
    if !seen.is_empty() {
        page.block(format!("To be seen: {}.", seen.join(", ")));
    }
    page.prose(&given.recommendation);
}

fn heads<'a>(first: &'a str, rubric: &'a Rubric) -> Vec<&'a str> {
    let names = rubric.dimensions.iter().map(|one| one.name.as_str());
    [first].into_iter().chain(names).chain(["Total"]).collect()
}

fn row(state: &DebateState, rubric: &Rubric, id: &str, marks: &Marks) -> Vec<String> {
    let scores = rubric.dimensions.iter().map(|one| {
        marks
            .scores
            .get(&one.id)
            .map_or_else(|| "–".to_owned(), f64::to_string)
    });
    let total = format!("{:.2}", marks.total(rubric));
    [inline(&state.called(id))]
        .into_iter()
        .chain(scores)
        .chain([total])
        .collect()
}

/// The reports, the scores and the trace.
pub(super) fn reports(page: &mut Page, state: &DebateState, opening: &Opening) {
    let Some(rubric) = opening
        .format
        .rubric
        .as_ref()
        .filter(|_| !state.judgements.is_empty())
    else {
        return;
    };
    page.block("## The judges");
    if let Some(scores) = &state.scores {
        let rows: Vec<Vec<String>> = scores
            .sides
            .iter()
            .map(|side| {
                vec![
                    side.rank.to_string(),
                    inline(&side.name),
                    format!("{:.2}", side.score),
                ]
            })
            .collect();
        page.table(&["Place", "Side", "Score"], &rows);
        if scores.sides.len() > 1 {
            page.block(format!(
                "{} apart: {}. The scores measure how well it was argued, and not who is right.",
                scores.apart(),
                scores.closeness.told()
            ));
        }
    }
    trace(page, state);
    for (judge, judged) in &state.judgements {
        page.block(format!("### {}", inline(&state.name(judge))));
        match judged {
            Judged::Given(judgement) => report(page, state, rubric, judgement),
            Judged::Unusable { reason, raw } => {
                page.block(format!("*Nothing of use was given: {}.*", inline(reason)));
                if !raw.trim().is_empty() {
                    page.quote(&[inline(raw)]);
                }
            }
        }
    }
}

fn report(page: &mut Page, state: &DebateState, rubric: &Rubric, judgement: &Judgement) {
    let rows: Vec<Vec<String>> = judgement
        .marks
        .iter()
        .map(|(id, marks)| row(state, rubric, id, marks))
        .collect();
    page.table(&heads("", rubric), &rows);
    let flags: Vec<String> = judgement
        .marks
        .iter()
        .flat_map(|(id, marks)| {
            let flags = marks.fallacies.iter();
            flags.map(move |flag| format!("{} in {id}: “{}”", flag.fallacy, flag.words))
        })
        .collect();
    page.list("Suspicious reasoning: hints, not verdicts", &flags);
    for (title, pick) in [
        (
            "Strengths",
            (|marks: &Marks| &marks.strengths) as fn(&Marks) -> &Vec<String>,
        ),
        ("Weaknesses", |marks| &marks.weaknesses),
    ] {
        let all: Vec<String> = judgement
            .marks
            .iter()
            .filter(|(_, marks)| !pick(marks).is_empty())
            .map(|(id, marks)| format!("{}: {}", state.called(id), pick(marks).join(" ")))
            .collect();
        page.list(title, &all);
    }
    page.block(format!(
        "**Key insight:** {}",
        inline(&judgement.key_insight)
    ));
    page.list("Left open", &judgement.unresolved_questions);
    page.block(format!(
        "**Recommendation:** {}",
        inline(&judgement.recommendation)
    ));
}

/// Every argument from its claim to its standing.
fn trace(page: &mut Page, state: &DebateState) {
    let rows: Vec<Vec<String>> = state
        .trace()
        .into_iter()
        .map(|row| {
            vec![
                inline(&row.argument.id),
                inline(&state.name(row.seat)),
                inline(&row.argument.claim),
                inline(&row.met_by(state).join("; ")),
                row.standing
                    .map_or("–", crate::debate::scores::Standing::told)
                    .to_owned(),
                inline(row.reason),
            ]
        })
        .collect();
    if !rows.is_empty() {
        page.block("**The argument trace**");
        page.table(
            &[
                "Argument",
                "By",
                "Claim",
                "In cross-examination",
                "Standing",
                "Why",
            ],
            &rows,
        );
    }
}
