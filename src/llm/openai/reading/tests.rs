//! Bodies that are made up: what becomes of an answer, piece by piece.

use std::io;

use futures_util::{StreamExt, stream};
use serde_json::json;

use super::super::Endpoint;
use super::*;
use crate::debate::ask::Purpose;

/// A step of a body.
#[derive(Debug, Clone)]
enum Step {
    Bytes(String),
    Wait(u64),
    Cut,
}

/// A text for the whole, `Err` with the text that came where the line broke.
async fn read(steps: Vec<Step>) -> Result<String, String> {
    let link = Link::new(&Endpoint::new("http://127.0.0.1:1/v1")).unwrap();
    let request = Request {
        purpose: Purpose::Speech,
        messages: Vec::new(),
        max_tokens: 200,
        shape: None,
        temperature: None,
        seed: None,
    };
    let (sender, mut receiver) = mpsc::channel(1000);
    let body = stream::iter(steps).filter_map(|step| async {
        match step {
            Step::Bytes(bytes) => Some(Ok(bytes)),
            Step::Wait(seconds) => {
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                None
            }
            Step::Cut => Some(Err(io::Error::other("cut"))),
        }
    });
    let response = http::Response::new(reqwest::Body::wrap_stream(body));
    let now = Instant::now();
    let mut reading = Reading::new(&request, &sender, 0, &link, now);
    let outcome = reading.read(response.into(), now).await;
    let mut heard = String::new();
    while let Ok(piece) = receiver.try_recv() {
        if let Piece::Text(text) = piece {
            heard += &text;
        }
    }
    match outcome {
        Ok(Outcome::Done(done)) => {
            assert_eq!(done.text.trim(), heard.trim());
            Ok(done.text)
        }
        Ok(_) => Err("no answer".to_owned()),
        Err(ModelError::Broke { .. } | ModelError::TimedOut { .. }) => Err(heard),
        Err(error) => Err(error.to_string()),
    }
}

async fn read_all(body: &str) -> Result<String, String> {
    read(vec![Step::Bytes(body.to_owned())]).await
}

/// A chunk of which this is the choice.
fn choice(choice: &Value) -> String {
    event(&json!({"choices": [choice]}))
}

fn event(value: &Value) -> String {
    format!("data: {value}\n\n")
}

fn chunk(words: &str) -> String {
    choice(&json!({"delta": {"content": words}, "finish_reason": null}))
}

/// A chunk of a server that gives the reason of the end with every one.
fn ended(words: &str) -> String {
    choice(&json!({"delta": {"content": words}, "finish_reason": "stop"}))
}

fn finish() -> String {
    choice(&json!({"delta": {}, "finish_reason": "stop"}))
}

const DONE: &str = "data: [DONE]\n\n";

#[tokio::test(start_paused = true)]
async fn a_reason_in_every_chunk_proves_no_end() {
    let begun = || ended("We ") + &ended("are ");
    let broken = || Err("We are ".to_owned());
    let another = event(&json!({"choices": [{"index": 1, "delta": {"content": "lost "}}]}));
    let error = event(&json!({"error": {"message": "out of memory"}}));
    for odd in ["data: oops\n\n", &another, &error] {
        let body = begun() + odd + &ended("here.") + DONE;
        assert_eq!(read_all(&body).await, broken(), "{odd}");
        // Behind the first it stood before words all the same.
        let body = ended("We are ") + odd + &ended("here.") + DONE;
        assert_eq!(read_all(&body).await, broken(), "{odd}");
        // And behind the last word of all others.
        let body = chunk("We are ") + &ended("here.") + odd + DONE;
        assert_eq!(read_all(&body).await.unwrap(), "We are here.", "{odd}");
    }
    let cut = vec![Step::Bytes(begun()), Step::Cut];
    assert_eq!(read(cut).await, broken());
    assert_eq!(
        read_all(&(begun() + &chunk("here."))).await,
        Err("We are here.".to_owned())
    );
    for end in ["", DONE] {
        let body = begun() + &ended("here.") + end;
        assert_eq!(read_all(&body).await.unwrap(), "We are here.");
        let usage = event(&json!({"choices": [], "usage": {"prompt_tokens": 9}}));
        let body = chunk("We are ") + &chunk("here.") + &finish() + &usage + end;
        assert_eq!(read_all(&body).await.unwrap(), "We are here.");
    }
}

#[tokio::test(start_paused = true)]
async fn words_behind_a_reason_have_the_time_of_words() {
    let body = |pieces: &[String], wait: u64, last: String| {
        let pieces = pieces.iter().cloned().map(Step::Bytes);
        let rest = [Step::Wait(wait), Step::Bytes(last)];
        pieces.chain(rest).collect::<Vec<_>>()
    };
    let begun = [ended("We "), ended("are ")];
    let slow = body(&begun, 10, ended("here.") + DONE);
    assert_eq!(read(slow).await.unwrap(), "We are here.");
    // Where none came behind it, the line does not hold up the end.
    let open = body(
        &[chunk("We are "), ended("here.")],
        10,
        ended("Late.") + DONE,
    );
    assert_eq!(read(open).await.unwrap(), "We are here.");
    let stalled = body(&begun, 10_000, ended("Late.") + DONE);
    assert_eq!(read(stalled).await, Err("We are ".to_owned()));
}

#[tokio::test]
async fn what_is_no_event_in_the_middle_of_an_answer_breaks_it() {
    for odd in [
        "<html>502 bad gateway\n\n",
        "dta: words of it\n\n",
        "lost\"}, \"finish_reason\": null}]}\n\n",
    ] {
        let body = chunk("We are ") + odd + &chunk("here.") + &finish() + DONE;
        assert_eq!(read_all(&body).await, Err("We are ".to_owned()), "{odd}");
    }
}

#[tokio::test]
async fn words_in_an_odd_place_are_read_or_break_the_answer() {
    let around = |odd: &str| chunk("We are ") + odd + &chunk("here.") + &finish() + DONE;
    for odd in [
        choice(&json!({"delta": {}, "text": "all "})),
        choice(&json!({"delta": {"role": "assistant"}, "message": {"content": "all "}})),
        event(&json!({"choices": [], "content": "all "})),
        event(&json!({"token": {"text": "all "}})),
        chunk("all ").replace(
            "\"content\":\"all \"",
            "\"content\":\"all \",\"content\":\"\"",
        ),
    ] {
        let said = read_all(&around(&odd)).await;
        assert_eq!(said.as_deref(), Ok("We are all here."), "{odd}");
    }
    let call = json!({"function": {"name": "say", "arguments": "{\"words\": \"all of\"}"}});
    for odd in [
        choice(&json!({"delta": {"words": "all of us "}})),
        choice(&json!({"delta": {"tool_calls": [call]}})),
    ] {
        assert_eq!(
            read_all(&around(&odd)).await,
            Err("We are ".to_owned()),
            "{odd}"
        );
    }
}

#[tokio::test]
async fn a_message_that_repeats_all_pieces_is_no_new_text() {
    let whole =
        |words: &str| choice(&json!({"message": {"content": words}, "finish_reason": "stop"}));
    let begun = || chunk("We are ") + &chunk("here.");
    for (body, said) in [
        (begun() + &whole("We are here."), "We are here."),
        (
            begun() + &finish() + &whole("We are here.") + DONE,
            "We are here.",
        ),
        (chunk("We are ") + &whole("here."), "We are here."),
        (whole("ha") + &whole("ha"), "haha"),
    ] {
        assert_eq!(read_all(&body).await.as_deref(), Ok(said), "{body}");
    }
}
