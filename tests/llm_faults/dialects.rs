//! What servers take and give: each in its own way.

use hustings::{
    catalog::Profile,
    debate::answer::{Ballot, Vote},
    llm::{Finish, ModelError, Request, structured},
};
use serde_json::json;

use super::{
    client::{BALLOT, KEY, collect, model, model_with, once, quick, request},
    common::fake_server::{DONE, FakeServer, Reply, chunk, event, finish},
};

#[tokio::test]
async fn a_stream_is_read_with_its_usage() {
    let server = FakeServer::start([Reply::text(&["Madam ", "Speaker."])]).await;
    let (result, heard) = once(&model(&server), &request()).await;
    let completion = result.unwrap();
    assert_eq!(completion.text, "Madam Speaker.");
    assert_eq!(heard.text, completion.text);
    assert_eq!(completion.finish, Finish::Stop);
    let usage = completion.usage;
    assert_eq!(
        (
            usage.prompt_tokens,
            usage.cached_tokens,
            usage.completion_tokens
        ),
        (100, 80, 7)
    );
    assert!(!usage.estimated && completion.first_token.is_some());
    let seen = &server.seen()[0];
    assert_eq!(
        seen.header("authorization"),
        Some(format!("Bearer {KEY}").as_str())
    );
    assert_eq!(seen.header("openai-organization"), None);
    assert_eq!(
        seen.body,
        json!({"model": "m", "messages": [{"role": "system", "content": "The house."},
            {"role": "user", "content": "Speak."}], "stream": true,
            "stream_options": {"include_usage": true}, "max_tokens": 200})
    );
}

#[tokio::test]
async fn every_dialect_gives_the_text() {
    let choice =
        |delta, finish| json!({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]});
    let hi = json!({"content": "Hello"});
    let end = json!({"content": " there."});
    let null = json!(null);
    let dialects: Vec<(&str, String)> = vec![
        ("ollama", event(&json!({"id": "c", "system_fingerprint": "fp", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "", "reasoning": "hm"}, "finish_reason": null}]})) + &event(&choice(hi.clone(), null.clone())) + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("llama.cpp", event(&choice(hi.clone(), null.clone())) + &event(&choice(end.clone(), null.clone())) + &event(&json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 3, "completion_tokens": 2}, "timings": {"cache_n": 2}})) + DONE),
        ("vllm", event(&json!({"choices": [{"index": 0, "delta": {"reasoning_content": "hm"}, "stop_reason": null}], "usage": {"prompt_tokens": 3, "completion_tokens": 1}})) + &event(&choice(hi.clone(), null.clone())) + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("maple: empty reasons", event(&choice(hi.clone(), json!(""))) + &event(&choice(end.clone(), json!(""))) + DONE),
        ("eos", event(&choice(hi.clone(), null.clone())) + &event(&choice(end.clone(), json!("eos"))) + DONE),
        ("gemini: no id, no end, CRLF", "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"},\"index\":0}]}\r\n\r\ndata: {\"choices\":[{\"delta\":{\"content\":\" there.\"},\"finish_reason\":\"stop\",\"index\":0}]}\r\n\r\n".into()),
        ("minimax: empty usage", event(&json!({"choices": [{"index": 0, "delta": hi}], "usage": {}})) + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("float created, no object", event(&json!({"created": 1.7e9, "choices": [{"index": 0, "delta": hi}]})) + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("mistral: no index, other reason", event(&json!({"choices": [{"delta": hi}]})) + &event(&json!({"choices": [{"delta": end, "finish_reason": "model_length"}]})) + DONE),
        ("groq: service tier", event(&json!({"service_tier": "on_demand", "choices": [{"index": 0, "delta": hi}]})) + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("signs of life", event(&choice(hi.clone(), null.clone())) + "event: ping\ndata: hello\n\n: a comment\n\ndata:\n\n" + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("something behind the end", event(&choice(hi.clone(), null.clone())) + &event(&choice(end.clone(), json!("stop"))) + "data: oops\n\n" + DONE),
        ("an error behind the end", event(&choice(hi.clone(), null.clone())) + &event(&choice(end.clone(), json!("stop"))) + &event(&json!({"error": "late"})) + DONE),
        ("a NUL between events", event(&choice(hi.clone(), null.clone())) + "\0" + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("spaces around the field", (event(&choice(hi.clone(), null.clone())) + &event(&choice(end.clone(), json!("stop"))) + DONE).replace("data:", " Data :")),
        ("parts of text", event(&choice(json!({"content": [{"type": "text", "text": {"value": "Hel"}}, {"type": "output_text", "content": "lo"}]}), null.clone())) + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("no choices", event(&json!({"content": "Hello"})) + &event(&json!({"type": "response.output_text.delta", "delta": " there."})) + &finish("stop") + DONE),
        ("another number", event(&json!({"choices": [{"index": 1, "delta": hi}]})) + &event(&json!({"choices": [{"index": 1, "delta": end, "finish_reason": "stop"}]})) + DONE),
        ("a byte order mark", "\u{feff}".to_owned() + &event(&choice(hi.clone(), null.clone())) + &event(&choice(end.clone(), json!("stop"))) + DONE),
        ("a list of chunks", format!("[{},\n{}]", choice(hi.clone(), null.clone()), choice(end.clone(), json!("stop")))),
        ("no empty line at the end", event(&choice(hi.clone(), null.clone())) + event(&choice(end.clone(), json!("stop"))).trim_end()),
    ];
    for (name, body) in dialects {
        for size in [1, 7, body.len()] {
            let server = FakeServer::start([Reply::split(&body, size)]).await;
            let (result, heard) = once(&model(&server), &request()).await;
            let completion = result.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(completion.text, "Hello there.", "{name}");
            assert_eq!(heard.text, "Hello there.", "{name}");
            let cut = name.starts_with("mistral");
            assert_eq!(completion.finish == Finish::Length, cut, "{name}");
        }
    }
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_understood() {
    let whole = json!({"choices": [{"message": {"role": "assistant", "content": "Hello there."},
        "finish_reason": "stop"}], "usage": {"prompt_tokens": 3, "completion_tokens": 2}});
    let pretty = serde_json::to_string_pretty(&whole).unwrap();
    let server = FakeServer::start([Reply::status(200, pretty)]).await;
    let completion = once(&model(&server), &request()).await.0.unwrap();
    assert_eq!(completion.text, "Hello there.");
    assert_eq!(completion.usage.prompt_tokens, 3);
}

#[tokio::test]
async fn thinking_is_never_speech() {
    let reasoning = event(&json!({"choices": [{"delta": {"reasoning": "hm", "content": null}}]}));
    let body = reasoning
        + &chunk("<thi")
        + &chunk("nk>secret</th")
        + &chunk("ink>\n\nAloud.")
        + &finish("stop");
    let server = FakeServer::start([Reply::raw(&body)]).await;
    let (result, heard) = once(&model(&server), &request()).await;
    assert_eq!(result.unwrap().text, "Aloud.");
    assert_eq!(heard.text, "Aloud.");
    assert!(heard.thinking >= 2);
}

#[tokio::test]
async fn a_model_that_only_thought_is_given_room() {
    let thought =
        event(&json!({"choices": [{"delta": {"reasoning_content": "hm"}}]})) + &finish("length");
    let server = FakeServer::start([Reply::raw(&thought), Reply::text(&["Aloud."])]).await;
    assert_eq!(
        once(&model(&server), &request()).await.0.unwrap().text,
        "Aloud."
    );
    let seen = server.seen();
    assert!(seen[1].body["max_tokens"].as_u64() > seen[0].body["max_tokens"].as_u64());
}

#[tokio::test]
async fn what_a_server_does_not_take_is_left_out_and_remembered() {
    let refuse = |what: &'static str, message: &'static str| (what, message);
    let table = [
        refuse(
            "max_tokens",
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        ),
        refuse(
            "temperature",
            "Unsupported value: 'temperature' does not support 0.7 with this model.",
        ),
        refuse("seed", "Unknown name \"seed\": cannot find field."),
        refuse("frequency_penalty", "frequency_penalty is not supported"),
        refuse("presence_penalty", "unknown field presence_penalty"),
        refuse("stream_options", "extra inputs: stream_options"),
    ];
    let server = FakeServer::answering(move |seen| {
        for (field, message) in table {
            if seen.body.get(field).is_some() {
                return Reply::error(400, message);
            }
        }
        Reply::text(&["Yes."])
    })
    .await;
    let profile = Profile {
        temperature: Some(0.7),
        frequency_penalty: Some(0.1),
        presence_penalty: Some(0.2),
        ..Profile::default()
    };
    let model = model_with(&server, profile);
    let request = Request {
        seed: Some(u64::MAX),
        ..request()
    };
    assert_eq!(once(&model, &request).await.0.unwrap().text, "Yes.");
    assert_eq!(server.seen()[0].body["seed"], i32::MAX);
    assert_eq!(server.seen().len(), 7);
    once(&model, &request).await.0.unwrap();
    let seen = server.seen();
    assert_eq!(seen.len(), 8);
    assert!(seen[7].body["max_completion_tokens"].as_u64() > Some(200));
}

#[tokio::test]
async fn a_server_that_takes_neither_name_of_the_limit_is_not_asked_for_ever() {
    let server = FakeServer::answering(|_| {
        Reply::error(400, "unknown field max_tokens or max_completion_tokens")
    })
    .await;
    let error = once(&model(&server), &request()).await.0.unwrap_err();
    assert!(matches!(error, ModelError::Refused { status: 400, .. }));
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn a_server_without_schemas_is_told_in_words() {
    for status in [400, 422, 500] {
        let server = FakeServer::answering(move |seen| {
            if seen.body.get("response_format").is_some() {
                Reply::error(
                    status,
                    "response_format of type json_schema is not supported",
                )
            } else {
                Reply::text(&[BALLOT])
            }
        })
        .await;
        let model = model(&server);
        for _ in 0..2 {
            let (sender, _heard) = collect();
            let ok = |_: &Ballot| Ok(());
            let (result, report) = structured::ask(&model, request(), ok, sender, &quick()).await;
            assert_eq!((result.unwrap().vote, report.tries), (Vote::Aye, 1));
        }
        let seen = server.seen();
        assert_eq!(seen.len(), 3);
        assert_eq!(
            seen[0].body["response_format"]["json_schema"]["strict"],
            true
        );
        let last = seen[2].body["messages"].as_array().unwrap().last().unwrap();
        assert!(
            last["content"]
                .as_str()
                .unwrap()
                .contains("\"vote\": \"aye\" | \"no\"")
        );
    }
}

#[tokio::test]
async fn a_template_that_wants_turns_gets_them() {
    let server = FakeServer::answering(|seen| {
        let roles: Vec<_> = seen.body["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["role"].clone())
            .collect();
        if roles == ["user"] {
            Reply::text(&["Yes."])
        } else {
            Reply::error(500, "Conversation roles must alternate user/assistant")
        }
    })
    .await;
    assert_eq!(
        once(&model(&server), &request()).await.0.unwrap().text,
        "Yes."
    );
}
