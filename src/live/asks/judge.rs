//! A judge's scores and report, on the whole debate.

use minijinja::Value as View;
use serde_json::{Map, Value, json};

use super::{
    Asking, JUDGE_TEMPERATURE, Reply, Stepwise, Wording,
    marks::{self, Judged, Sheet, asked_text, texts},
    view::{answers, judged, opening, taken_back, view},
};
use crate::{
    catalog::Scored,
    debate::{DebateState, decide::Answer, ids::Seat, scores::Judgement},
    fence::Sentence,
};

/// The ask: which judge.
pub(super) struct Judge<'a>(pub(super) &'a Seat);

impl Asking for Judge<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("judge.md", whole(state))))
    }

    fn max_tokens(&self, state: &DebateState) -> u32 {
        600 + marks::tokens(state)
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(JUDGE_TEMPERATURE)
    }

    fn stepwise(&self, state: &DebateState) -> Option<Stepwise> {
        let questions = || {
            let rest = "judge_report_step.md";
            marks::questions(state, scored(state), rest, whole(state))
        };
        let is_small = state.is_asked_stepwise(self.0);
        is_small.then(|| Stepwise::parts("judge", questions()))
    }

    fn reply(&self, state: &DebateState) -> Reply {
        Sheet::of(state, None).map_or(Reply::Nothing, |sheet| {
            Reply::formed(Judged {
                sheet,
                names: ["Report", "Findings"],
                rest: findings(),
                read: |sheet, value| {
                    Ok(Answer::Judgement(Box::new(Judgement {
                        marks: sheet.read_marks(value)?,
                        key_insight: asked_text(value, "key_insight")?,
                        unresolved_questions: texts(value, "unresolved_questions"),
                        recommendation: asked_text(value, "recommendation")?,
                    })))
                },
            })
        })
    }
}

/// The kind of things that the judges of a debate give marks to.
fn scored(state: &DebateState) -> Scored {
    let rubric = opening(state).and_then(|opening| opening.format.rubric.as_ref());
    rubric.map_or(Scored::Speakers, |rubric| rubric.of)
}

/// The whole debate, for a report.
fn whole(state: &DebateState) -> View {
    let arguments: Vec<View> = state
        .trace()
        .into_iter()
        .map(|row| {
            view! {
                id => row.argument.id,
                by => state.name(row.seat),
                claim => row.argument.claim,
                reasoning => row.argument.reasoning,
                evidence => row.argument.evidence,
                own_claims => row.argument.own_claims,
                met => row.met_by(state),
                answers => answers(state, &row),
                taken_back => taken_back(state, &row),
                reply => row.reply,
                replied => row.reply.is_some(),
            }
        })
        .collect();
    view! {
        motion => opening(state).map(|opening| Sentence(&opening.motion.motion)),
        arguments,
        entries => judged::entries(state, scored(state), judged::SPEECHES),
        speakers => judged::speakers(state),
        sides => opening(state).map_or_else(Vec::new, |opening| {
            opening.format.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>()
        }),
        rubric => opening(state).and_then(|opening| opening.format.rubric.as_ref()).map(judged::rubric),
    }
}

/// The fields of a report besides the marks.
fn findings() -> Map<String, Value> {
    let text = |what: &str| json!({"type": "string", "description": what});
    let list =
        |what: &str| json!({"type": "array", "items": {"type": "string"}, "description": what});
    let mut fields = Map::new();
    let mut add = |name: &str, field| fields.insert(name.to_owned(), field);
    add(
        "key_insight",
        text("The single most important finding, in one or two sentences."),
    );
    add(
        "unresolved_questions",
        list("What the debate left open, a question each."),
    );
    add(
        "recommendation",
        text("What follows for whoever has to decide, in one to three sentences."),
    );
    fields
}
