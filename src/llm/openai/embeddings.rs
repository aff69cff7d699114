//! Embeddings over the same line: one request, and the vectors of its answer in the order of the texts, whatever
//! dialect it is in. One try; batches and further tries are made elsewhere.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;
use serde_json::Value;
use tokio::time::timeout;

use super::{
    Link, Trouble,
    endpoint::{BaseUrl, Endpoint, EndpointError},
};
use crate::{ModelError, model_error::ANSWER};

/// The most bytes that the vector of one text has on the wire: 4096 numbers have some hundred thousand.
const A_VECTOR: usize = 512 << 10;
/// No answer is longer, in bytes, however many texts were sent.
const MOST_BYTES: usize = 256 << 20;

/// A model that embeds, at an endpoint.
#[derive(Debug)]
pub(crate) struct Embeddings {
    name: String,
    link: Link,
}

/// A request. No encoding is asked for: servers that do not know the field refuse it.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    input: &'a [&'a str],
}

impl Embeddings {
    /// The model that the server calls `name`. Connects only when it is asked something.
    pub(crate) fn new(name: &str, endpoint: &Endpoint) -> Result<Self, EndpointError> {
        Ok(Self {
            name: name.to_owned(),
            link: Link::new(endpoint)?,
        })
    }

    /// The base URL, in its normal spelling.
    pub(crate) fn base_url(&self) -> &BaseUrl {
        &self.link.base_url
    }

    /// One vector for each text, as the server gives them.
    ///
    /// # Errors
    /// The server's failure, or [`ModelError::Vectors`] for an answer that has no vector for each text.
    pub(crate) async fn ask(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let most = A_VECTOR.saturating_mul(texts.len() + 1).min(MOST_BYTES);
        let client = self.link.client(most);
        let embeddings = client.embeddings();
        let body = Body {
            model: &self.name,
            input: texts,
        };
        let limit = self.limit();
        let answer = timeout(limit, embeddings.create_byot::<_, Value>(&body)).await;
        let answer = answer.map_err(|_| ModelError::TimedOut {
            url: None,
            what: ANSWER,
            after: limit,
        })?;
        let value = match answer {
            Ok(value) => value,
            Err(error) => {
                return Err(match Trouble::within(error) {
                    Trouble::Refused(refusal) if is_too_long(&refusal) => ModelError::TooLong {
                        model: self.name.clone(),
                        detail: self.link.presentable(refusal.message()),
                        context: refusal.context(),
                    },
                    Trouble::Refused(refusal) => self.link.refused(&refusal, &self.name),
                    Trouble::TooLong(bytes) => ModelError::Vectors {
                        model: self.name.clone(),
                        detail: format!("the answer has no end ({bytes} bytes came)"),
                    },
                    trouble @ (Trouble::Http(_)
                    | Trouble::Failed(_)
                    | Trouble::Stalled(_)
                    | Trouble::NoJson(_)
                    | Trouble::Compressed(_)) => self.link.meaning(&trouble, limit),
                });
            }
        };
        vectors(&value, texts.len()).map_err(|detail| ModelError::Vectors {
            model: self.name.clone(),
            detail,
        })
    }

    /// The longest wait for the whole answer: it comes in one piece.
    fn limit(&self) -> Duration {
        self.link.first_byte
    }
}

/// Whether a server says that a text, or all of them together, are too long for it. Some say so with 500.
fn is_too_long(refusal: &super::Refusal) -> bool {
    refusal.is_too_long()
        || refusal.status == 413
        || refusal.names(&[
            "maximum input length",
            "input length exceeds",
            "input is too long",
            "input too long",
            "too large to process",
            "must have less than",
            "maximum sequence length",
            "max_tokens_per_request",
            "maximum request size",
        ])
}

/// The vectors of an answer in the order of the texts: OpenAI's object, a bare array, lists of lists; each as numbers
/// or as base64 of little-endian 32-bit floats; by their index, where they all have one.
fn vectors(answer: &Value, expected: usize) -> Result<Vec<Vec<f32>>, String> {
    let rows = ["data", "embeddings"]
        .iter()
        .find_map(|key| answer.get(key))
        .unwrap_or(answer);
    let Some(rows) = rows.as_array() else {
        return Err("the answer has no list of them".to_owned());
    };
    if rows.len() != expected {
        return Err(format!(
            "{} came for {expected} {}",
            rows.len(),
            if expected == 1 { "text" } else { "texts" }
        ));
    }
    let mut placed = Vec::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate() {
        let given = row.get("index").and_then(Value::as_u64);
        placed.push((
            given,
            vector(row).map_err(|why| format!("number {place} {why}"))?,
        ));
    }
    if placed.iter().any(|(index, _)| index.is_none()) {
        return Ok(placed.into_iter().map(|(_, vector)| vector).collect());
    }
    placed.sort_by_key(|(index, _)| *index);
    // Some servers count from 1, and some give every vector the same index: then the order is all there is.
    let first = placed.first().and_then(|(index, _)| *index).unwrap_or(0);
    let counts =
        |(place, (index, _)): (u64, &(Option<u64>, Vec<f32>))| *index == place.checked_add(first);
    if (0..).zip(&placed).all(counts) {
        Ok(placed.into_iter().map(|(_, vector)| vector).collect())
    } else if placed.iter().all(|(index, _)| *index == Some(first)) {
        // The sort is stable.
        Ok(placed.into_iter().map(|(_, vector)| vector).collect())
    } else {
        Err("their indexes do not count the texts".to_owned())
    }
}

/// The vector in a row of the answer.
fn vector(row: &Value) -> Result<Vec<f32>, String> {
    let mut numbers = row.get("embedding").unwrap_or(row);
    // Servers that could pool in other ways give a list of one vector.
    if let Some([inner @ Value::Array(_)]) = numbers.as_array().map(Vec::as_slice) {
        numbers = inner;
    }
    match numbers {
        Value::Array(numbers) => numbers
            .iter()
            .map(|number| {
                let number = number.as_f64().map(|number| number as f32);
                number.filter(|number| number.is_finite())
            })
            .collect::<Option<Vec<f32>>>()
            .ok_or_else(|| "has something in it that is no finite number".to_owned()),
        Value::String(text) => {
            let bytes = STANDARD.decode(text.trim());
            let bytes = bytes.map_err(|_| "is neither numbers nor base64".to_owned())?;
            let (numbers, rest) = bytes.as_chunks::<4>();
            if !rest.is_empty() {
                return Err("has a part of a number at its end".to_owned());
            }
            let numbers: Vec<f32> = numbers
                .iter()
                .map(|bytes| f32::from_le_bytes(*bytes))
                .collect();
            if numbers.iter().all(|number| number.is_finite()) {
                Ok(numbers)
            } else {
                Err("has something in it that is no finite number".to_owned())
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {
            Err("is no list of numbers".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn vectors_are_read_in_every_dialect() {
        let right = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
        let encoded = |numbers: [f32; 2]| STANDARD.encode(numbers.map(f32::to_le_bytes).concat());
        for answer in [
            json!({"object": "list", "data": [{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [3.0, 4.0]}]}),
            json!({"data": [{"index": 1, "embedding": [3, 4]}, {"index": 0, "embedding": [1, 2]}]}),
            json!({"data": [{"index": 2, "embedding": [3, 4]}, {"index": 1, "embedding": [1, 2]}]}),
            json!({"data": [{"index": 0, "embedding": [1, 2]}, {"index": 0, "embedding": [3, 4]}]}),
            json!({"data": [{"embedding": [1, 2]}, {"embedding": [3, 4]}]}),
            json!({"data": [{"embedding": encoded([1.0, 2.0])}, {"embedding": encoded([3.0, 4.0])}]}),
            json!({"embeddings": [[1, 2], [3, 4]]}),
            json!([{"index": 0, "embedding": [[1, 2]]}, {"index": 1, "embedding": [[3, 4]]}]),
        ] {
            assert_eq!(vectors(&answer, 2).as_ref(), Ok(&right), "{answer}");
        }
    }

    #[test]
    fn what_is_wrong_with_an_answer_is_said() {
        let nan = STANDARD.encode(f32::NAN.to_le_bytes());
        let table = [
            (json!({"object": "list"}), "no list"),
            (json!({"data": [{"embedding": [1]}]}), "1 came for 2 texts"),
            (
                json!({"data": [{"embedding": [1]}, {"embedding": [null]}]}),
                "number 1 has something in it that is no finite number",
            ),
            (
                json!({"data": [{"embedding": [1]}, {"embedding": [1e300]}]}),
                "no finite number",
            ),
            (
                json!({"data": [{"embedding": nan}, {"embedding": [1]}]}),
                "number 0 has something in it that is no finite number",
            ),
            (
                json!({"data": [{"embedding": "AAA="}, {"embedding": [1]}]}),
                "part of a number",
            ),
            (
                json!({"data": [{"embedding": "?!"}, {"embedding": [1]}]}),
                "neither numbers nor base64",
            ),
            (json!({"data": [{"text": "x"}, 7]}), "no list of numbers"),
            (
                json!({"data": [{"index": 0, "embedding": [1]}, {"index": 7, "embedding": [1]}]}),
                "indexes",
            ),
        ];
        for (answer, expected) in table {
            let said = vectors(&answer, 2).unwrap_err();
            assert!(said.contains(expected), "{answer}: {said}");
        }
    }
}
