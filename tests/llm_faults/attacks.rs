//! The table of attacks on a terminal (`common/attacks.rs`), sent by a server: in what a model says and thinks, whole, split
//! anywhere and as JSON, in the names of models, and in messages of errors.

use std::{collections::BTreeSet, time::Duration};

use hustings::llm::openai::list_models;
use serde_json::json;

use super::{
    client::{KEY, ballot, endpoint, model, once, request, tried},
    common::{
        attacks::{WORD, attacks, every_attack, passed},
        fake_server::{FakeServer, Reply, chunk, event, finish},
    },
};

/// Nothing of an attack, and something of the text that it stood in.
fn is_clean(source: &str, text: &str) {
    assert!(text.contains(WORD), "{source} was not read: {text}");
    assert_eq!(passed(text), BTreeSet::new(), "{source}: {text}");
    assert!(!text.contains(KEY), "{source}: {text}");
}

#[tokio::test]
async fn nothing_of_an_attack_comes_in_with_what_a_model_says() {
    let attack = every_attack();
    let said = format!("Madam, {attack}. The key is {KEY}.");
    let letters: Vec<char> = said.chars().collect();
    for size in [1, 7, 1000] {
        let thought = event(&json!({"choices": [{"delta": {"reasoning_content": attack}}]}));
        let chunks: String = letters
            .chunks(size)
            .map(|part| chunk(&part.iter().collect::<String>()))
            .collect();
        let server = FakeServer::start([Reply::raw(&(thought + &chunks + &finish("stop")))]).await;
        let (result, heard) = once(&model(&server), &request()).await;
        is_clean("what was said", &result.unwrap().text);
        is_clean("what was heard", &heard.text);
        assert!(heard.thinking > 0);
    }
    let vote = json!({"reason": said, "vote": "aye"}).to_string();
    let server = FakeServer::start([Reply::text(&[&vote])]).await;
    is_clean("a reason", &ballot(&server).await.0.unwrap().reason);
}

#[tokio::test]
async fn nothing_of_an_attack_comes_in_with_an_error_or_the_name_of_a_model() {
    let message = format!("Nobody, {}, knows {KEY}.", every_attack());
    for status in [400, 401, 429, 500] {
        let server =
            FakeServer::start([Reply::error(status, &message), Reply::error(400, &message)]).await;
        let (result, _, heard) = tried(&server).await;
        let told = format!("{}\n{}", result.unwrap_err(), heard.retries.join("\n"));
        is_clean("an error", &told);
    }
    // What cannot be shown as it is cannot be asked for either.
    let hostile = attacks()
        .into_iter()
        .filter(|(_, attack)| !passed(attack).is_empty());
    let mut ids: Vec<_> = hostile.map(|(_, attack)| json!({"id": attack})).collect();
    ids.push(json!({"id": "good", "owned_by": message}));
    let server = FakeServer::start([]).await;
    server.set_models(Reply::status(200, json!({ "data": ids }).to_string()));
    let limit = Duration::from_secs(30);
    let listed = list_models(&endpoint(&server), limit)
        .await
        .unwrap()
        .unwrap();
    let names: Vec<&str> = listed.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["good"]);
}
