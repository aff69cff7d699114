//! How likely a model is to give an answer: as likely as its network says, and what is written after is as it was.

use std::{path::PathBuf, sync::Arc};

use hustings::{
    catalog::Profile,
    debate::ask::Purpose,
    embedded::{self, Embedded},
    llm::{From, Likelihoods, Message, Model, ModelError, Request},
};
use hustings_transformer::{Cache, GgufFile, Network, SequenceChunk};
use tokio::sync::mpsc;

use super::{turn, wild::write_wild};

/// A model of weights by chance in a folder of its own.
fn wild() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wild.gguf");
    write_wild(&path, 11);
    (folder, path)
}

fn request(text: &str) -> Request {
    Request {
        purpose: Purpose::SideCheck,
        messages: vec![Message {
            from: From::User,
            text: text.to_owned(),
        }],
        max_tokens: 12,
        shape: None,
        temperature: Some(0.9),
        seed: Some(5),
    }
}

async fn told(model: &Embedded, request: &Request, answers: &[&str]) -> Likelihoods {
    let answers: Vec<String> = answers.iter().map(|one| (*one).to_owned()).collect();
    let (pieces, _) = mpsc::channel(8);
    let telling = model.as_telling_likelihoods().unwrap();
    telling
        .likelihoods(request, &answers, pieces)
        .await
        .unwrap()
}

/// The logarithm of the probability of the tokens from `from` on, by the network alone.
fn by_network(network: &Network, tokens: &[u32], from: usize) -> f64 {
    let mut cache = Cache::new(network.dimensions(), 1024);
    let into = cache.grow(None, tokens.len());
    let mut sum = 0.0;
    for (position, token) in tokens.iter().enumerate() {
        let part = SequenceChunk {
            tokens: &[*token],
            into,
            position,
            wants_next: true,
        };
        let scores = network
            .forward(&[part], &mut cache)
            .unwrap()
            .remove(0)
            .unwrap();
        let Some(next) = tokens.get(position + 1).filter(|_| position + 1 >= from) else {
            continue;
        };
        let all: f64 = scores.iter().map(|one| f64::from(*one).exp()).sum();
        sum += f64::from(scores[*next as usize]) - all.ln();
    }
    sum
}

#[tokio::test]
async fn an_answer_is_as_likely_as_its_tokens_are() {
    let _turn = turn();
    let (_folder, path) = wild();
    let model = Embedded::new("wild", path.clone(), Profile::default());
    let file = Arc::new(GgufFile::open(&path).unwrap());
    let network = Network::load(&file, 1024).unwrap();
    let asked = request("Which of the two?");
    let (_, prompt) = embedded::prompt(&path, &asked.messages, false).unwrap();
    let tokens = embedded::tokenizer(&path).unwrap();
    // Of one token and of several; of two that begin alike.
    let answers = [
        "First",
        "Second",
        "The ferry is enough.",
        "The ferry is late.",
        "",
    ];
    let first = told(&model, &asked, &answers).await;
    for (answer, found) in answers.iter().zip(&first.logs) {
        let mut whole = prompt.clone();
        whole.extend(tokens(answer).unwrap());
        let expected = by_network(&network, &whole, prompt.len());
        assert!(
            (found - expected).abs() < 0.01,
            "{answer}: {found} instead of {expected}"
        );
    }
    assert!(
        first.logs[2] < first.logs[0],
        "each token is one more that has to come"
    );
    assert_eq!(
        first.logs.last(),
        Some(&0.0),
        "nothing is what any answer begins with"
    );
    assert_eq!(first.usage.completion_tokens, 0);
    assert_eq!(first.usage.prompt_tokens, prompt.len() as u64);
    // What was read once is remembered.
    let again = told(&model, &asked, &answers).await;
    assert_eq!(again.usage.cached_tokens, prompt.len() as u64 - 1);
    for (one, other) in first.logs.iter().zip(&again.logs) {
        assert!((one - other).abs() < 0.01, "{one} and {other}");
    }
}

#[tokio::test]
async fn what_is_written_after_is_as_it_would_have_been() {
    let _turn = turn();
    let (_folder, path) = wild();
    let words = async |model: &Embedded| {
        let (pieces, _) = mpsc::channel(8);
        match model
            .complete(&request("Speak of the night."), pieces)
            .await
        {
            Ok(done) => done.text,
            Err(ModelError::Empty { .. }) => String::new(),
            Err(error) => panic!("{error}"),
        }
    };
    let one = Embedded::new("wild", path.clone(), Profile::default());
    let other = Embedded::new("wild", path.clone(), Profile::default());
    let expected = words(&one).await;
    // The beginning of the prompt is the same, which is remembered.
    told(
        &other,
        &request("Speak of it."),
        &["First word", "Second word"],
    )
    .await;
    assert_eq!(words(&other).await, expected);
    // Of the same prompt nothing stays that was read for the likelihoods.
    let asked = request("Speak of the night.");
    told(&other, &asked, &["The night is long.", "The day"]).await;
    let (pieces, _) = mpsc::channel(8);
    let done = other.complete(&asked, pieces).await;
    let cached = done.map_or_else(|_| None, |done| Some(done.usage.cached_tokens));
    let (_, prompt) = embedded::prompt(&path, &asked.messages, false).unwrap();
    assert!(cached.is_none_or(|cached| cached < prompt.len() as u64));
    // What does not fit is refused.
    let small = Embedded::new(
        "wild",
        path,
        Profile {
            context: 20,
            ..Profile::default()
        },
    );
    let (pieces, _) = mpsc::channel(8);
    let long = request(&"The night is long. ".repeat(8));
    let answers = ["First".to_owned()];
    let telling = small.as_telling_likelihoods().unwrap();
    let refused = telling.likelihoods(&long, &answers, pieces).await;
    assert!(
        matches!(refused, Err(ModelError::TooLong { .. })),
        "{refused:?}"
    );
}
