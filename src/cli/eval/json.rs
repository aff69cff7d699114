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
        .map(|reading| {
            let mut value = measure(reading);
            if let Some(fields) = value.as_object_mut() {
                let agreement = one.report.agreement.get(&reading.measure);
                fields.insert("agreement".to_owned(), json!(agreement));
            }
            (reading.measure.definition().id.to_owned(), value)
        })
        .collect();
    let speakers: Map<String, Value> = one
        .report
        .speakers
        .iter()
        .map(|(seat, name)| (seat.to_string(), json!(name)))
        .collect();
    let tension = one.report.tension.iter();
    let tension: Vec<Value> = tension
        .map(|(turn, tension)| json!({"turn": turn, "tension": tension}))
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
        "uptake": one.report.uptake,
        "order": one.report.order,
        "tension": tension,
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

/// The definitions of the measures, or that of one.
pub(super) fn definitions(one: Option<Measure>) -> String {
    let wanted = DEFINITIONS.iter();
    let wanted = wanted.filter(|definition| one.is_none_or(|one| one == definition.measure));
    let all = wanted.map(|one| {
        let mut value = json!(one);
        let explained = json!(one.measure.explained());
        if let (Some(fields), Value::Object(explained)) = (value.as_object_mut(), explained) {
            fields.insert("good".to_owned(), json!(one.good.to_string()));
            fields.extend(explained);
        }
        value
    });
    format!("{:#}\n", Value::Array(all.collect()))
}
