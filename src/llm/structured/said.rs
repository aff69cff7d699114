//! The words of an answer: that a text is there does not mean that anything stands in it. A text that a shape asks for
//! says something in letters or digits, unless the shape lets it be empty ([`MAY_BE_EMPTY`]); decided here, for every
//! shape.

use serde_json::Value;

use crate::{place::Place, text::has_words};

#[cfg(doc)]
use crate::shape::MAY_BE_EMPTY;

/// Finds the first text that is asked for and says nothing, for the model to read. Texts that need not be there are
/// made empty where they say nothing, and entries of lists left out: nobody is asked again for those.
pub(super) fn all(value: &mut Value, place: Place<'_>) -> Result<(), String> {
    within(value, place, "")
}

fn within(value: &mut Value, place: Place<'_>, at: &str) -> Result<(), String> {
    if let Value::String(text) = value
        && !has_words(text)
    {
        let choices = place.choices().unwrap_or_default();
        if choices.iter().any(|one| one.as_str() == Some(text)) {
            return Ok(());
        }
        if place.is_text() && !place.may_be_empty() {
            return Err(format!("`{at}` says nothing; words are needed there"));
        }
        if place.may_be_absent() {
            *value = Value::Null;
        } else if place.is_text() {
            text.clear();
        }
        return Ok(());
    }
    match value {
        Value::Array(all) => {
            let entry = place.entry();
            if entry.is_text() && entry.choices().is_none() {
                all.retain(|one| one.as_str().is_none_or(has_words));
            }
            let mut all = all.iter_mut().enumerate();
            all.try_for_each(|(number, one)| within(one, entry, &format!("{at}[{number}]")))
        }
        Value::Object(fields) => {
            let mut fields = fields.iter_mut();
            fields.try_for_each(|(name, field)| {
                let dot = if at.is_empty() { "" } else { "." };
                within(field, place.property(name), &format!("{at}{dot}{name}"))
            })
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        debate::answer::{Ballot, DirectVerdict, PoiOffer, SpeakerAssessment, SpeechArguments},
        debate::written::{
            ClosingStatement, DetailedArguments, Framing, PlainArguments, Response, Synthesis,
        },
        shape::{self, shape_of},
    };

    fn said(schema: &Value, mut value: Value) -> Result<Value, String> {
        all(&mut value, Place::of(schema)).map(|()| value)
    }

    /// A value of a schema with the same in every text, and one entry in every list.
    fn filled(schema: &Value, text: &str) -> Value {
        if let Some(choices) = schema["enum"].as_array() {
            return choices[0].clone();
        }
        if let Some(properties) = schema["properties"].as_object() {
            let fields = properties.iter();
            return fields
                .map(|(name, field)| (name.clone(), filled(field, text)))
                .collect();
        }
        match schema["type"].as_str() {
            Some("array") => json!([filled(&schema["items"], text)]),
            Some("boolean") => json!(false),
            Some("number" | "integer") => json!(5),
            _ => json!(text),
        }
    }

    #[test]
    fn no_shape_is_answered_by_texts_that_say_nothing() {
        let one = shape_of::<Response>().schema;
        for shape in [
            shape_of::<Ballot>(),
            shape_of::<ClosingStatement>(),
            shape_of::<DetailedArguments>(),
            shape_of::<DirectVerdict>(),
            shape_of::<Framing>(),
            shape_of::<PlainArguments>(),
            shape_of::<SpeakerAssessment>(),
            shape::keyed("Responses", &["PRO-1".to_owned()], &one),
            shape::keyed_texts("Replies", &["PRO-1".to_owned()]),
        ] {
            for text in ["", " ", "…", "- ?!", "\u{200d}"] {
                let wrong = said(&shape.schema, filled(&shape.schema, text)).unwrap_err();
                assert!(wrong.contains("says nothing"), "{wrong}");
            }
            let whole = filled(&shape.schema, "7");
            assert_eq!(said(&shape.schema, whole.clone()), Ok(whole));
        }
    }

    #[test]
    fn what_may_be_empty_is_made_so() {
        let offer = json!({"weakness": "–", "rises": false, "speaker": "", "point": "…"});
        let nobody = json!({"weakness": "", "rises": false, "speaker": "", "point": ""});
        let shape = shape_of::<PoiOffer>();
        assert_eq!(said(&shape.schema, offer.clone()), Ok(nobody.clone()));
        let shape = shape::with_choices(shape, "speaker", &["Mill", ""]);
        assert_eq!(said(&shape.schema, offer), Ok(nobody));
        let speech = json!({"opening": "", "arguments": [{"claim": "…", "reasoning": "-", "evidence": "…",
            "is_rebuttal": false, "rebuts_speaker": ""}], "closing": "", "tone": "", "key_rhetorical_moves": ["…"]});
        let read = said(&shape_of::<SpeechArguments>().schema, speech).unwrap();
        assert_eq!(read["arguments"][0]["claim"], "");
        assert_eq!(read["arguments"][0]["evidence"], Value::Null);
        assert_eq!(read["key_rhetorical_moves"], json!([]));
    }

    #[test]
    fn entries_of_a_list_that_say_nothing_are_left_out() {
        let parts = |list: Value| {
            let parts = Synthesis::PARTS.map(|part| (part.to_owned(), list.clone()));
            Value::Object(parts.into_iter().collect())
        };
        let schema = shape_of::<Synthesis>().schema;
        let read = said(&schema, parts(json!(["…", "Bread is dear.", ""])));
        assert_eq!(read, Ok(parts(json!(["Bread is dear."]))));
    }

    #[test]
    fn what_says_nothing_is_named_by_its_place() {
        let argument = |reasoning: &str| json!({"claim": "War pays.", "reasoning": reasoning, "evidence": "A case."});
        let value = json!({"arguments": [argument("So it is."), argument("…")]});
        let wrong = said(&shape_of::<PlainArguments>().schema, value).unwrap_err();
        assert!(wrong.starts_with("`arguments[1].reasoning`"), "{wrong}");
        let other = json!({"reason": "", "vote": "aye", "beside": ""});
        let wrong = said(&shape_of::<Ballot>().schema, other).unwrap_err();
        assert!(wrong.starts_with("`reason`"), "{wrong}");
    }
}
