//! Measures as JSON, in a form that does not change:
//!
//! ```text
//! { "version": 1,
//! ```
//!
//! `ID` is that of the definitions (`hustings eval --explain`), and every one is there. Where there is no value,
//! `value` is null and `why` says why. `method` is `count`, `words`, `tf-idf`, `embedder` or `judge`. `low` and `high`
//! are the ends of the 95 % interval; `means` is null where one debate was measured.

use serde_json::{Map, Value, json};

use crate::{
    eval::{DEFINITIONS, Measure, MeasureResult, mean},
    host::finished::measures::MeasuredDebate,
};

/// The version of the form.
const VERSION: u32 = 1;

/// Debates, and the means over several.
pub(super) fn report(debates: &[MeasuredDebate]) -> String {
    let means = (debates.len() > 1).then(|| {
        let means = Measure::all().map(|measure| {
            let mean = mean(debates.iter().map(|one| &one.report), measure);
            (measure.definition().id.to_owned(), json!(mean))
        });
        Value::Object(means.collect())
    });
    let all: Vec<Value> = debates.iter().map(debate).collect();
    format!(
        "{:#}\n",
        json!({"version": VERSION, "debates": all, "means": means})
    )
}

fn debate(one: &MeasuredDebate) -> Value {
    let measures: Map<String, Value> = one
        .report
        .readings
        .iter()
        .map(|reading| (reading.measure.definition().id.to_owned(), measure(reading)))
        .collect();
    let speakers: Map<String, Value> = one
        .report
        .speakers
        .iter()
        .map(|(seat, name)| (seat.to_string(), json!(name)))
        .collect();
    json!({
        "debate": one.debate,
        "motion": one.opening.motion.motion,
        "format": one.opening.format_id,
        "seed": one.opening.seed,
        "measures": measures,
        "speakers": speakers,
        "counts": one.report.counts,
        "novelty": one.report.novelty,
        "points": one.report.points,
    })
}

fn measure(reading: &MeasureResult) -> Value {
    let mut value = json!(reading.total);
    if let Some(fields) = value.as_object_mut() {
        fields.insert("good".to_owned(), json!(reading.is_good()));
        fields.insert("speakers".to_owned(), json!(reading.speakers));
    }
    value
}

/// The definitions of the measures.
pub(super) fn definitions() -> String {
    let all = DEFINITIONS.iter().map(|one| {
        let mut value = json!(one);
        if let Some(fields) = value.as_object_mut() {
            fields.insert("good".to_owned(), json!(one.good.to_string()));
        }
        value
    });
    format!("{:#}\n", Value::Array(all.collect()))
}
