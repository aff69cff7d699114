//! The state of the debate after a round. Asked of a judge.

use minijinja::Value as View;
use serde_json::{Map, Value, json};

use super::{
    Asking, ROUND_TEMPERATURE, Reply, Stepwise, Wording,
    marks::{self, Judged, Sheet, asked_text, object},
    view::{judged, opening, view},
};
use crate::{
    catalog::Scored,
    debate::{
        DebateState,
        decide::Answer,
        ids::Seat,
        scores::{Assessment, Observations},
    },
    fence::Sentence,
};

/// The ask: in which phase, by position in the format, after which round, from 1, and which judge.
pub(super) struct Round<'a>(pub(super) u32, pub(super) u32, pub(super) &'a Seat);

impl Asking for Round<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("round.md", whole(state, self.0, self.1))))
    }

    fn max_tokens(&self, state: &DebateState) -> u32 {
        400 + marks::tokens(state)
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(ROUND_TEMPERATURE)
    }

    fn stepwise(&self, state: &DebateState) -> Option<Stepwise> {
        let questions = || {
            let whole = whole(state, self.0, self.1);
            marks::questions(state, Scored::Speakers, "round_step.md", whole)
        };
        let is_small = state.is_asked_stepwise(self.2);
        is_small.then(|| Stepwise::parts("judge", questions()))
    }

    fn reply(&self, state: &DebateState) -> Reply {
        // Between rounds speakers are judged.
        let sheet = Sheet::of(state, Some(Scored::Speakers));
        sheet.map_or(Reply::Nothing, |sheet| {
            Reply::formed(Judged {
                sheet,
                names: ["Assessment", "State"],
                rest: state_of_the_debate(),
                read,
            })
        })
    }
}

/// The debate after a round, for an assessment.
fn whole(state: &DebateState, phase: u32, round: u32) -> View {
    let plan = state.plan.phases.get(phase as usize);
    view! {
        round,
        rounds => plan.map_or(1, |plan| plan.rounds),
        motion => opening(state).map(|opening| Sentence(&opening.motion.motion)),
        entries => judged::entries(state, Scored::Speakers, judged::SPEECHES),
        speakers => judged::speakers(state),
        rubric => opening(state).and_then(|opening| opening.format.rubric.as_ref()).map(judged::rubric),
    }
}

/// The assessment that an answer gives.
fn read(sheet: &Sheet, value: &Value) -> Result<Answer, String> {
    let seen = value
        .get("observations")
        .ok_or("\"observations\" is missing")?;
    let yes = |of: &Value, key: &str| {
        of.get(key)
            .and_then(Value::as_bool)
            .ok_or_else(|| format!("\"{key}\" must be true or false"))
    };
    let quality = value.get("overall_quality").and_then(Value::as_f64);
    let quality = quality.filter(|quality| (0.0..=10.0).contains(quality));
    Ok(Answer::Round(Box::new(Assessment {
        marks: sheet.read_marks(value)?,
        observations: Observations {
            repetition_detected: yes(seen, "repetition_detected")?,
            topic_drift: yes(seen, "topic_drift")?,
            diminishing_returns: yes(seen, "diminishing_returns")?,
            convergence_likely: yes(seen, "convergence_likely")?,
            irreconcilable_positions: yes(seen, "irreconcilable_positions")?,
        },
        overall_quality: quality.ok_or("\"overall_quality\" must be from 0 to 10")?,
        recommendation: asked_text(value, "recommendation")?,
        should_continue: yes(value, "should_continue")?,
    })))
}

/// The fields of an assessment besides the marks.
fn state_of_the_debate() -> Map<String, Value> {
    let yes = |what: &str| json!({"type": "boolean", "description": what});
    let observations = object(&json!({
        "repetition_detected": yes("Speakers repeat earlier arguments."),
        "topic_drift": yes("The debate has strayed from its question."),
        "diminishing_returns": yes("New rounds add nothing of weight."),
        "convergence_likely": yes("Positions move towards agreement."),
        "irreconcilable_positions": yes("What divides them is found, and cannot be bridged."),
    }));
    let text = |what: &str| json!({"type": "string", "description": what});
    Map::from_iter([
        ("observations".to_owned(), observations),
        (
            "overall_quality".to_owned(),
            json!({"type": "number", "minimum": 0, "maximum": 10,
                "description": "Of the debate so far, from 0 to 10."}),
        ),
        (
            "recommendation".to_owned(),
            text("What the debate needs now, in a sentence."),
        ),
        (
            "should_continue".to_owned(),
            yes("Whether another round is worth it."),
        ),
    ])
}
