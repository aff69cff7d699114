//! The speed at which a model reads and writes, whoever runs it.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::json;
use tokio::sync::mpsc;

use super::{From, Message, Model, ModelError, Piece, Request, Shape};
use crate::debate::{ask::Purpose, event::Usage};

/// Tokens that are written in each measurement, if the model does not end before.
const WRITTEN: u32 = 160;
/// Answers that are asked for together.
const TOGETHER: u32 = 5;

/// The figures of a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Tokens of the long prompt.
    pub prompt_tokens: u64,
    /// From sending it to the first word.
    pub first_word: Duration,
    /// Tokens of it read in a second.
    pub read_per_second: f64,
    /// Tokens written in a second after it.
    pub written_per_second: f64,
    /// The tokens of the same prompt with another ending that a cache served …
    pub cached_tokens: u64,
    /// … of so many …
    pub of_tokens: u64,
    /// … and the time to the first word.
    pub first_word_again: Duration,
    /// Tokens written in a second in an answer of a given shape.
    pub shaped_per_second: f64,
    /// Tokens written in a second by several answers together.
    pub together_per_second: f64,
}

/// The usage and the times of one call.
struct Went {
    usage: Usage,
    first: Duration,
    whole: Duration,
}

impl Went {
    fn written_per_second(&self) -> f64 {
        let after = self.whole.saturating_sub(self.first).as_secs_f64();
        self.usage.completion_tokens.saturating_sub(1) as f64 / after.max(1e-9)
    }
}

/// Measures a model; about a minute for one of 1.5 billion weights on two cores.
///
/// # Errors
/// The first call that fails.
pub async fn measure(model: &dyn Model) -> Result<Figures, ModelError> {
    // Whatever is loaded or arranged at the first call is not measured.
    call(model, &request("Say yes.", 4, None)).await?;
    let record = record();
    let long = call(
        model,
        &request(
            &format!("{record}\n\nGive the next speech, in about 150 words."),
            WRITTEN,
            None,
        ),
    )
    .await?;
    let again = call(
        model,
        &request(
            &format!("{record}\n\nWhich of the two was the better speaker? Give your reasons."),
            24,
            None,
        ),
    )
    .await?;
    let shaped = call(
        model,
        &request(
            &format!("{record}\n\nHow do you vote? Give your reason first."),
            WRITTEN,
            Some(ballot()),
        ),
    )
    .await?;
    let voters = [
        "a nurse",
        "a farmer",
        "a student",
        "a judge",
        "a bus driver",
    ];
    let asked: Vec<Request> = voters
        .iter()
        .take(TOGETHER as usize)
        .map(|who| {
            request(
                &format!("{record}\n\nYou are {who} in the audience. What did you make of it?"),
                64,
                None,
            )
        })
        .collect();
    let began = Instant::now();
    let answers = join_all(asked.iter().map(|one| call(model, one))).await;
    let took = began.elapsed();
    let mut together = 0;
    for answer in answers {
        together += answer?.usage.completion_tokens;
    }
    let read = long
        .usage
        .prompt_tokens
        .saturating_sub(long.usage.cached_tokens);
    Ok(Figures {
        prompt_tokens: long.usage.prompt_tokens,
        first_word: long.first,
        read_per_second: read as f64 / long.first.as_secs_f64().max(1e-9),
        written_per_second: long.written_per_second(),
        cached_tokens: again.usage.cached_tokens,
        of_tokens: again.usage.prompt_tokens,
        first_word_again: again.first,
        shaped_per_second: shaped.written_per_second(),
        together_per_second: together as f64 / took.as_secs_f64().max(1e-9),
    })
}

async fn call(model: &dyn Model, request: &Request) -> Result<Went, ModelError> {
    let (sender, mut pieces) = mpsc::channel::<Piece>(64);
    let began = Instant::now();
    let read = async { while pieces.recv().await.is_some() {} };
    let (done, ()) = tokio::join!(model.complete(request, sender), read);
    let done = done?;
    Ok(Went {
        usage: done.usage,
        first: done.first_token.unwrap_or_default(),
        whole: began.elapsed(),
    })
}

fn request(task: &str, max_tokens: u32, shape: Option<Shape>) -> Request {
    let message = |from, text: &str| Message {
        from,
        text: text.to_owned(),
    };
    Request {
        purpose: Purpose::Speech,
        messages: vec![
            message(From::System, "You speak in a debate. Be plain and brief."),
            message(From::User, task),
        ],
        max_tokens,
        shape,
        temperature: Some(0.7),
        seed: Some(7),
    }
}

fn ballot() -> Shape {
    Shape {
        name: "ballot",
        schema: json!({
            "type": "object",
            "properties": {
                "reason": { "type": "string", "minLength": 200, "maxLength": 400 },
                "vote": { "type": "string", "enum": ["aye", "no"] },
            },
            "required": ["reason", "vote"],
            "additionalProperties": false,
        }),
    }
}

/// A record of some length, in our own words.
fn record() -> String {
    let speeches = [
        (
            "Proposition",
            "A city is a promise that strangers make to one another: that the street is for whoever walks in it. \
             The private car broke that promise. It takes the space of ten people to carry one, it fills the \
             lungs of those who cannot afford one, and it has taught us to cross our own roads at a run.",
        ),
        (
            "Opposition",
            "My friend has never carried a sick child to a hospital at four in the morning, or brought a ladder \
             to a job on the other side of the river. What the car gives is not comfort but reach, and those who \
             live where rents are low are those who need it most. Tax it, slow it, share it; do not forbid it.",
        ),
    ];
    let mut text = String::from("This is the record of the debate so far.\n");
    for round in 1..=4 {
        for (side, speech) in &speeches {
            text.extend([
                "\n",
                *side,
                ", speech ",
                &round.to_string(),
                ":\n",
                *speech,
                "\n",
            ]);
        }
    }
    text
}
