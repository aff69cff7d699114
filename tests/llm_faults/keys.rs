//! A key that a server says again: it is in nothing that comes of it.

use hustings::llm::{Model, ModelError, openai::list_models};
use serde_json::json;

use super::{
    client::{KEY, ballot, endpoint, model, once, request, tried},
    common::fake_server::{FakeServer, Reply, chunk, event, finish},
};

/// The key as it is, and taken apart by what is taken out of texts: by cleaning, and by what comes after it.
fn spellings() -> Vec<String> {
    let (head, tail) = KEY.split_at(7);
    let (middle, end) = tail.split_at(4);
    // So much of a key counts as one, and what is left of it behind what goes is none.
    let (most, rest) = KEY.split_at(KEY.len() - 3);
    vec![
        format!("{most}\u{1b}[31m{rest}"),
        format!("{most}\u{202e}\u{202e}{rest}"),
        KEY.to_owned(),
        format!("{head}\u{200b}{middle}\u{2060}{end}"),
        format!("{head}\u{1b}[1m{middle}\u{1b}[0m{end}"),
        format!("{head}\u{1b}]0;x\u{7}{middle}\u{0}{end}"),
        format!("{head}\u{202e}{middle}\u{85}{end}"),
        format!("{head}*{middle}**{end}"),
        format!("{head}#{middle}\n# {end}"),
        format!("{head}_{middle}`{end}"),
        format!("{head}[3]{middle} [Applause]{end}"),
        format!("{head}\n{middle}\n\n{end}"),
    ]
}

#[tokio::test]
async fn it_is_in_no_word_of_a_model() {
    for spelling in spellings() {
        let said = format!("Madam, {spelling} is it.");
        let letters: Vec<char> = said.chars().collect();
        for size in [1, 3, 5, 11, 1000] {
            let chunks: String = letters
                .chunks(size)
                .map(|part| chunk(&part.iter().collect::<String>()))
                .collect();
            let server = FakeServer::start([Reply::raw(&(chunks + &finish("stop")))]).await;
            let (result, heard) = once(&model(&server), &request()).await;
            assert_eq!(
                result.unwrap().text,
                "Madam, [key] is it.",
                "{said:?} by {size}"
            );
            assert_eq!(heard.text, "Madam, [key] is it.", "{said:?} by {size}");
        }
        let whole = json!({"choices": [{"message": {"content": said}, "finish_reason": "stop"}]});
        let server = FakeServer::start([Reply::status(200, whole.to_string())]).await;
        let (result, _) = once(&model(&server), &request()).await;
        assert_eq!(result.unwrap().text, "Madam, [key] is it.");
    }
    // The end of what came before the line broke is no key either.
    let cut = chunk("Madam, ") + &chunk("sk-hunter2-se");
    let server = FakeServer::start([Reply::raw(&cut)]).await;
    let (result, heard) = once(&model(&server), &request()).await;
    assert!(matches!(result, Err(ModelError::Broke { .. })));
    assert!(!heard.text.contains("hunter2"), "{}", heard.text);
}

#[tokio::test]
async fn it_is_in_no_field_of_a_structured_answer() {
    for spelling in spellings() {
        for said in [
            json!({"reason": spelling, "vote": "aye"}).to_string(),
            json!({"reason": "sk-hun#ter2-secret", "vote": "aye"})
                .to_string()
                .replace("#t", "\\u0074"),
            json!({"reason": "sk-hun#ter2-secret", "vote": "aye"})
                .to_string()
                .replace('#', "\\u200b"),
            "{reason: 'sk-hun\\u200bter2-secret', vote: 'aye',}".to_owned(),
        ] {
            let server = FakeServer::start([Reply::text(&[&said])]).await;
            let ballot = ballot(&server).await.0.unwrap();
            assert_eq!(ballot.reason, "[key]", "{said}");
        }
        let wrong = json!({"reason": "r", "vote": spelling}).to_string();
        let server = FakeServer::answering(move |_| Reply::text(&[&wrong])).await;
        let error = ballot(&server).await.0.unwrap_err();
        assert!(matches!(error, ModelError::Shape { .. }));
        let sent = server.seen()[1].body.to_string();
        for text in [format!("{error} {error:?}"), sent] {
            assert!(!text.contains("hunter2"), "{text}");
        }
        // What cannot be used is kept as it was written.
        for between in ["\\u200b", "\\u001b[1m", "\\n"] {
            let wrong = r#"{"note": "\u0073k-hun#ter2-secret"}"#.replace('#', between);
            let server = FakeServer::answering(move |_| Reply::text(&[&wrong])).await;
            let Err(ModelError::Shape { raw, .. }) = ballot(&server).await.0 else {
                panic!("{between}");
            };
            assert_eq!(raw, r#"{"note": "[key]"}"#, "{between}");
        }
    }
}

#[tokio::test]
async fn it_is_in_no_refusal_no_error_and_no_reason_of_a_retry() {
    for spelling in spellings() {
        let said = format!("not for {spelling}, no");
        let (first, second) = said.split_at(11);
        let refusal = |text: &str| event(&json!({"choices": [{"delta": {"refusal": text}}]}));
        let error = event(&json!({"error": {"message": said}}));
        let replies = [
            Reply::raw(&(refusal(&said) + &finish("stop"))),
            Reply::raw(&(refusal(first) + &refusal(second) + &finish("stop"))),
            Reply::raw(&error),
            Reply::raw(&(chunk("Madam ") + &error)),
            Reply::raw(&format!(
                "event: error\ndata: {}\n\n",
                said.replace('\u{85}', "")
            )),
            Reply::raw(&format!("data: {{{}\n\n", said.replace('\u{85}', ""))),
            Reply::status(200, format!("<html>{said}</html>")),
            Reply::status(500, format!("<p>{}</p>", said.replace("2-", "2<b>-</b>"))),
            Reply::error(400, &said),
            Reply::error(401, &said),
            Reply::error(418, &said),
            Reply::error(429, &said).with_header("retry-after", "99999"),
            Reply::error(503, &said),
            Reply::status(500, format!("{}{said}", "\u{200b}".repeat(3990))),
        ];
        for reply in replies {
            let server = FakeServer::start([reply.clone()]).await;
            let error = once(&model(&server), &request()).await.0.unwrap_err();
            let shown = format!("{error} {error:?} {:?}", error.hint());
            assert!(
                !shown.contains("hunter2") && !shown.contains("ter2-"),
                "{shown}"
            );
            let server = FakeServer::start([reply, Reply::text(&["Yes."])]).await;
            let (_, _, heard) = tried(&server).await;
            assert!(
                !heard.retries.concat().contains("hunter2"),
                "{:?}",
                heard.retries
            );
        }
    }
}

#[tokio::test]
async fn it_is_in_no_name_of_a_model() {
    for spelling in spellings() {
        let server = FakeServer::start([]).await;
        let list =
            json!({"data": [{"id": spelling}, {"id": format!("m-{spelling}")}, {"id": "good"}]});
        server.set_models(Reply::status(200, list.to_string()));
        let limit = std::time::Duration::from_secs(30);
        let names = list_models(&endpoint(&server), limit)
            .await
            .unwrap()
            .unwrap();
        let names: Vec<&str> = names.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["good"]);
        assert!(!format!("{:?}", model(&server).secrets()).contains("hunter2"));
    }
}
