//! The tokenizer against that of llama.cpp's server.
//!
//! `smollm2-tokens.json` holds what that server said; the second test asks it anew about texts by chance:
//! `HUSTINGS_TOKENIZE=http://127.0.0.1:8080 HUSTINGS_GGUF=FILE cargo test --test embedded -- --ignored`, with a
//! server that has the same file.

use hustings::embedded::tokenizer;
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use serde_json::{Value, json};

use super::{smollm2, turn};

const RECORDED: &str = include_str!("smollm2-tokens.json");

#[test]
fn texts_become_the_tokens_that_the_server_makes_of_them() {
    let _turn = turn();
    let encode = tokenizer(&smollm2().path).unwrap();
    let recorded: Vec<(String, Vec<u32>)> = serde_json::from_str(RECORDED).unwrap();
    assert!(recorded.len() > 100);
    for (text, tokens) in recorded {
        assert_eq!(encode(&text).unwrap(), tokens, "{text:?}");
    }
}

/// Words, numbers, marks, blanks and letters of many scripts, in any order.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[a-zA-Z]{1,9}",
        1 => "[0-9]{1,6}",
        2 => "[ \\t\\n]{1,4}",
        1 => "[!-/:-@\\[-`{-~]{1,4}",
        1 => "(don't|it's|We'LL|I'd|they've|you're)",
        1 => "[à-ÿĀ-žα-ωа-яא-ת]{1,6}",
        1 => "[一-龥ぁ-んァ-ンกขคงจ가-힣]{1,4}",
        1 => "(🙂|👩‍🔬|🇬🇧|e\u{301}|ﬁ|\u{a0}|\u{200b}|—|…|“|”)",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

#[tokio::test]
#[ignore = "needs llama.cpp's server with the same file"]
async fn texts_by_chance_become_the_same_tokens() {
    let _turn = turn();
    let url = std::env::var("HUSTINGS_TOKENIZE").unwrap();
    let file = std::env::var("HUSTINGS_GGUF").unwrap();
    let encode = tokenizer(std::path::Path::new(&file)).unwrap();
    // Another may have been chosen before, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::new();
    let mut runner = TestRunner::default();
    for _ in 0..2000 {
        let text = texts().new_tree(&mut runner).unwrap().current();
        let asked = json!({ "content": text, "add_special": false, "parse_special": false });
        let answer = client
            .post(format!("{url}/tokenize"))
            .header("content-type", "application/json")
            .body(asked.to_string())
            .send()
            .await
            .unwrap();
        let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        let tokens: Vec<u32> = serde_json::from_value(answer["tokens"].clone()).unwrap();
        assert_eq!(encode(&text).unwrap(), tokens, "{text:?}");
    }
}
