//! A client of the fake server: its endpoint, a request, and what is heard of an answer.

use std::time::Duration;

use hustings::{
    catalog::Profile,
    debate::{answer::Ballot, ask::Purpose, event::CallReport},
    llm::{
        Completion, From, Message, Model, ModelError, Piece, Request,
        openai::{Endpoint, OpenAi},
        retry::{self, Policy},
        structured,
    },
};
use tokio::sync::mpsc;

use super::common::fake_server::FakeServer;

pub(super) const KEY: &str = "sk-hunter2-secret";

pub(super) fn endpoint(server: &FakeServer) -> Endpoint {
    let mut endpoint = Endpoint::new(server.url());
    endpoint.key = Some(KEY.into());
    endpoint.first_byte = Duration::from_secs(30);
    endpoint.between_bytes = Duration::from_secs(30);
    endpoint
}

/// One that is soon taken for silent, however busy the machine is that the server runs on.
pub(super) fn hasty(server: &FakeServer) -> Endpoint {
    let mut endpoint = endpoint(server);
    endpoint.first_byte = Duration::from_millis(300);
    endpoint.between_bytes = Duration::from_millis(150);
    endpoint
}

pub(super) fn model(server: &FakeServer) -> OpenAi {
    model_with(server, Profile::default())
}

pub(super) fn model_at(endpoint: &Endpoint) -> OpenAi {
    OpenAi::new("fake:m", "m", Profile::default(), endpoint).unwrap()
}

pub(super) fn model_with(server: &FakeServer, profile: Profile) -> OpenAi {
    OpenAi::new("fake:m", "m", profile, &endpoint(server)).unwrap()
}

pub(super) fn request() -> Request {
    Request {
        purpose: Purpose::Speech,
        messages: vec![
            Message {
                from: From::System,
                text: "The house.".into(),
            },
            Message {
                from: From::User,
                text: "Speak.".into(),
            },
        ],
        max_tokens: 200,
        shape: None,
        temperature: None,
        seed: None,
    }
}

/// Quick waits, for real time.
pub(super) fn quick() -> Policy {
    Policy {
        base: Duration::from_millis(5),
        cap: Duration::from_millis(20),
        ..Policy::default()
    }
}

pub(super) struct Heard {
    pub(super) text: String,
    pub(super) thinking: usize,
    pub(super) retries: Vec<String>,
}

pub(super) fn collect() -> (mpsc::Sender<Piece>, tokio::task::JoinHandle<Heard>) {
    let (sender, mut receiver) = mpsc::channel(16);
    let heard = tokio::spawn(async move {
        let mut heard = Heard {
            text: String::new(),
            thinking: 0,
            retries: Vec::new(),
        };
        while let Some(piece) = receiver.recv().await {
            match piece {
                Piece::Text(text) => heard.text += &text,
                Piece::Turn(_) | Piece::Ended | Piece::Refused => {}
                Piece::Thinking => heard.thinking += 1,
                Piece::Retrying { reason, .. } => heard.retries.push(reason),
            }
        }
        heard
    });
    (sender, heard)
}

/// One try.
pub(super) async fn once(
    model: &OpenAi,
    request: &Request,
) -> (Result<Completion, ModelError>, Heard) {
    let (sender, heard) = collect();
    let result = model.complete(request, sender).await;
    (result, heard.await.unwrap())
}

pub(super) async fn tried(
    server: &FakeServer,
) -> (Result<Completion, ModelError>, CallReport, Heard) {
    let (sender, heard) = collect();
    let (result, report) = retry::complete(&model(server), &request(), sender, &quick()).await;
    (result, report, heard.await.unwrap())
}

pub(super) async fn ballot(server: &FakeServer) -> (Result<Ballot, ModelError>, CallReport) {
    let (sender, _heard) = collect();
    let check = |_: &Ballot| Ok(());
    structured::ask(&model(server), request(), check, sender, &quick()).await
}

pub(super) const BALLOT: &str = r#"{"reason":"It was well argued.","vote":"aye"}"#;

/// A store with nothing in it.
pub(super) fn no_store() -> hustings::models::Store {
    hustings::models::Store::new(&hustings::config::Dirs::under(std::path::Path::new(
        "/nonexistent",
    )))
}

pub(super) fn profile(_: &str) -> Profile {
    Profile::default()
}
