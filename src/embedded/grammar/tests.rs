//! Answers by chance under every schema of the project.

use std::sync::Arc;

use llguidance::toktrie::{ApproximateTokEnv, TokRxInfo, TokTrie};
use proptest::prelude::*;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::*;
use crate::{
    debate::answer::{
        Ballot, DirectVerdict, PoiDecision, PoiOffer, SideVerdict, SpeakerAssessment,
        SpeechArguments, StrawVote,
    },
    llm::shape::{bounded, counted, filled, ranged, shape_of, with_choices},
};

/// The last token of [`tokens`]: the end of an answer.
const END: u32 = 0;

/// A vocabulary of all bytes and some pieces that go across what a grammar would like to keep apart.
fn tokens() -> TokEnv {
    let mut words = vec![b"\xff<end>".to_vec()];
    words.extend((0..=u8::MAX).map(|byte| vec![byte]));
    for piece in [
        "\": \"", "\", \"", "{\"", "\"}", "the ", "ing", "true", "fals", "é", "\\n", "][", "}]",
    ] {
        words.push(piece.as_bytes().to_vec());
    }
    let info = TokRxInfo::new(words.len() as u32, END);
    Arc::new(ApproximateTokEnv::new(TokTrie::from(&info, &words)))
}

fn text_of(env: &TokEnv, token: u32) -> Vec<u8> {
    env.tok_trie().token(token).to_vec()
}

/// Every schema that the project asks for, as wide and as narrow as it does.
fn schemas() -> Vec<Value> {
    let shapes = [
        shape_of::<PoiOffer>(),
        with_choices(
            shape_of::<PoiOffer>(),
            "speaker",
            &["Ada Lovelace", "Zhuang Zhou", ""],
        ),
        shape_of::<PoiDecision>(),
        shape_of::<SpeechArguments>(),
        filled(
            counted(shape_of::<SpeechArguments>(), "arguments", 2, 2),
            "claim",
        ),
        ranged(shape_of::<SpeakerAssessment>(), "effectiveness", 1, 10),
        shape_of::<SideVerdict>(),
        shape_of::<StrawVote>(),
        shape_of::<Ballot>(),
        with_choices(shape_of::<Ballot>(), "vote", &["aye", "no"]),
        shape_of::<DirectVerdict>(),
        with_choices(
            shape_of::<DirectVerdict>(),
            "weakest_link",
            &["Ada \"the\" Lovelace"],
        ),
        shape_of::<SpeakerAssessment>(),
    ];
    let narrow = shapes.clone().map(|shape| bounded(shape, 3, 280));
    shapes
        .into_iter()
        .chain(narrow)
        .map(|shape| shape.schema)
        .collect()
}

/// An answer in which every token is chosen by chance among those that may come next; in texts, now and then,
/// the one that ends them.
fn by_chance(env: &TokEnv, schema: &Value, seed: u64) -> String {
    let mut grammar = Grammars::new(env).unwrap().of(schema).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut written = Vec::new();
    for _ in 0..200_000 {
        if grammar.is_done() {
            break;
        }
        let allowed = grammar.allowed().unwrap();
        let choices: Vec<u32> = allowed.iter().collect();
        let quote = u32::from(b'"') + 1;
        let ends = random.next_u32().is_multiple_of(12) && choices.contains(&quote);
        let token = if ends {
            quote
        } else {
            choices[random.next_u32() as usize % choices.len()]
        };
        if token == END {
            break;
        }
        written.extend(text_of(env, token));
        for token in grammar.take(token).unwrap() {
            if token != END {
                written.extend(text_of(env, token));
            }
        }
    }
    String::from_utf8(written).expect("an answer is text")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_is_chosen_the_answer_is_of_the_shape(seed in any::<u64>(), which in any::<prop::sample::Index>()) {
        let env = tokens();
        let schemas = schemas();
        let schema = which.get(&schemas);
        let text = by_chance(&env, schema, seed);
        let value: Value = match serde_json::from_str(&text) {
            Ok(value) => value,
            Err(error) => return Err(TestCaseError::fail(format!("{error}: {text}"))),
        };
        let validator = jsonschema::validator_for(schema).unwrap();
        prop_assert!(validator.is_valid(&value), "{text}");
        let wanted: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        let got: Vec<&String> = value.as_object().unwrap().keys().collect();
        prop_assert_eq!(got, wanted, "the order of the schema");
    }
}

#[test]
fn a_shape_that_nothing_has_is_an_error_and_no_panic() {
    let grammars = Grammars::new(&tokens()).unwrap();
    let impossible = [
        json!({ "type": "string", "enum": [] }),
        json!({ "type": "integer", "minimum": 5, "maximum": 4 }),
        json!({ "type": "nonsense" }),
        json!(false),
        json!({ "$ref": "#/nowhere" }),
    ];
    for schema in impossible {
        assert!(grammars.of(&schema).is_err(), "{schema}");
    }
}

#[test]
fn what_has_no_bound_gets_one_and_what_has_keeps_it() {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "type": { "type": "string" },
            "short": { "type": "string", "maxLength": 3 },
            "word": { "type": "string", "enum": ["a"] },
            "list": { "type": "array", "items": { "type": "number" } },
        },
    });
    cap(&mut schema);
    let at = |path: &str| schema.pointer(path).cloned();
    assert_eq!(at("/properties/type/maxLength"), Some(json!(CHARACTERS)));
    assert_eq!(at("/properties/short/maxLength"), Some(json!(3)));
    assert_eq!(at("/properties/word/maxLength"), None);
    assert_eq!(at("/properties/list/maxItems"), Some(json!(ENTRIES)));
    assert_eq!(at("/properties/list/items/maximum"), Some(json!(MOST)));
}

#[test]
fn numbers_end() {
    for schema in [
        json!({ "type": "number" }),
        json!({ "type": "integer" }),
        json!({ "type": "number", "minimum": 0, "maximum": 10 }),
    ] {
        for seed in 0..20 {
            let text = by_chance(&tokens(), &schema, seed);
            assert!(text.len() <= "-1000000.0".len(), "{schema}: {text}");
        }
    }
}
