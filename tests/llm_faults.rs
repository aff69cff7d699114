//! What servers do, well and badly, against a real socket on loopback.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod common;

use std::time::Duration;

use common::fake_server::{DONE, FakeServer, Reply, Step, chunk, event, finish};
use hustings::{
    catalog::Profile,
    config::{Env, OpenAiEnv, Overrides, Provider, Settings},
    debate::{
        answer::{Ballot, Vote},
        ask::{Purpose, Role},
        event::CallReport,
        ids::Seat,
    },
    error::Exit,
    llm::{
        Completion, Finish, From, Message, Model, ModelError, Piece, Request,
        openai::{Endpoint, OpenAi},
        probe,
        roster::Roster,
        structured,
        tries::{self, Policy},
    },
};
use serde_json::json;
use tokio::sync::mpsc;

const KEY: &str = "sk-hunter2-secret";

fn endpoint(server: &FakeServer) -> Endpoint {
    let mut endpoint = Endpoint::new(server.url());
    endpoint.key = Some(KEY.into());
    endpoint.first_byte = Duration::from_millis(300);
    endpoint.between_bytes = Duration::from_millis(150);
    endpoint
}

fn model(server: &FakeServer) -> OpenAi {
    model_with(server, Profile::default())
}

fn model_with(server: &FakeServer, profile: Profile) -> OpenAi {
    OpenAi::new("fake:m", "m", profile, &endpoint(server)).unwrap()
}

fn request() -> Request {
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
fn quick() -> Policy {
    Policy {
        base: Duration::from_millis(5),
        cap: Duration::from_millis(20),
        retry_after_cap: Duration::from_millis(100),
        ..Policy::default()
    }
}

struct Heard {
    text: String,
    thinking: usize,
    retries: Vec<String>,
}

fn collect() -> (mpsc::Sender<Piece>, tokio::task::JoinHandle<Heard>) {
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
                Piece::Thinking => heard.thinking += 1,
                Piece::Retrying { reason, .. } => heard.retries.push(reason),
            }
        }
        heard
    });
    (sender, heard)
}

/// One try.
async fn once(model: &OpenAi, request: &Request) -> (Result<Completion, ModelError>, Heard) {
    let (sender, heard) = collect();
    let result = model.complete(request, sender).await;
    (result, heard.await.unwrap())
}

async fn tried(server: &FakeServer) -> (Result<Completion, ModelError>, CallReport, Heard) {
    let (sender, heard) = collect();
    let (result, report) = tries::complete(&model(server), &request(), sender, &quick()).await;
    (result, report, heard.await.unwrap())
}

async fn ballot(server: &FakeServer) -> (Result<Ballot, ModelError>, CallReport) {
    let (sender, _heard) = collect();
    let check = |_: &Ballot| Ok(());
    structured::ask(&model(server), request(), check, sender, &quick()).await
}

const BALLOT: &str = r#"{"reason":"It was well argued.","vote":"aye"}"#;

/// A store with nothing in it.
fn no_store() -> hustings::models::Store {
    hustings::models::Store::new(&hustings::config::Dirs::under(std::path::Path::new(
        "/nonexistent",
    )))
}

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
        ("a line that is no JSON", event(&choice(hi.clone(), null.clone())) + "data: oops\n\n: a comment\n\n" + &event(&choice(end.clone(), json!("stop"))) + DONE),
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
async fn no_escape_sequence_gets_through_however_it_is_split() {
    let body = chunk("red \u{1b}")
        + &chunk("[3")
        + &chunk("1mrose\u{1b}]52;c;")
        + &chunk("aGk=\u{7} thorn")
        + &finish("stop");
    for size in [1, 5, 10_000] {
        let server = FakeServer::start([Reply::split(&body, size)]).await;
        let (result, heard) = once(&model(&server), &request()).await;
        assert_eq!(result.unwrap().text, "red rose thorn");
        assert_eq!(heard.text, "red rose thorn");
    }
    let json = r#"{"reason":"r\u001b[2Jed","vote":"aye"}"#;
    let server = FakeServer::start([Reply::text(&[json])]).await;
    assert_eq!(ballot(&server).await.0.unwrap().reason, "red");
}

#[tokio::test]
async fn a_429_waits_and_goes_on() {
    let busy = Reply::error(429, "slow down").with_header("retry-after", "3600");
    let server = FakeServer::start([busy, Reply::text(&["Yes."])]).await;
    let began = std::time::Instant::now();
    let (result, report, heard) = tried(&server).await;
    assert_eq!(result.unwrap().text, "Yes.");
    assert_eq!(report.tries, 2);
    assert!(heard.retries[0].contains("slow down"));
    let waited = began.elapsed();
    assert!(waited >= Duration::from_millis(100) && waited < Duration::from_secs(20));
}

#[tokio::test]
async fn three_500s_are_an_error() {
    let server = FakeServer::start(vec![Reply::error(500, "down"); 5]).await;
    let (result, report, heard) = tried(&server).await;
    assert!(matches!(
        result,
        Err(ModelError::Server { status: 500, .. })
    ));
    assert_eq!(
        (report.tries, server.seen().len(), heard.retries.len()),
        (3, 3, 2)
    );
}

#[tokio::test]
async fn a_refused_connection_says_where() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let nobody = OpenAi::new("x", "m", Profile::default(), &Endpoint::new(&url)).unwrap();
    let error = once(&nobody, &request()).await.0.unwrap_err();
    assert!(matches!(error, ModelError::Unreachable { .. }) && error.retryable());
    assert!(error.to_string().contains(&url) && error.hint().unwrap().contains(&url));
    let server = FakeServer::start([Reply::Close, Reply::Close]).await;
    let error = once(&model(&server), &request()).await.0.unwrap_err();
    assert!(matches!(error, ModelError::Unreachable { .. }), "{error:?}");
}

#[tokio::test]
async fn a_line_that_was_closed_as_the_request_went_out_is_nobodys_failure() {
    let server = FakeServer::start([Reply::Close, Reply::text(&["Madam ", "Speaker."])]).await;
    let (result, report, heard) = tried(&server).await;
    assert_eq!(result.unwrap().text, "Madam Speaker.");
    assert_eq!((report.tries, heard.retries.len()), (1, 0));
    assert_eq!(server.seen().len(), 2);
}

#[tokio::test]
async fn a_stream_cut_halfway_keeps_what_came() {
    let cut = Reply::Stream(vec![Step::Bytes(chunk("Madam ").into_bytes()), Step::Cut]);
    let ended = Reply::raw(&chunk("Madam "));
    let failed =
        Reply::raw(&(chunk("Madam ") + &event(&json!({"error": {"message": "out of memory"}}))));
    for reply in [cut, ended, failed] {
        let server = FakeServer::start([reply, Reply::text(&["no"])]).await;
        let (result, report, heard) = tried(&server).await;
        assert!(
            matches!(result, Err(ModelError::Broke { .. })),
            "{result:?}"
        );
        assert_eq!((heard.text.as_str(), report.tries), ("Madam ", 1));
    }
    let half = Reply::Stream(vec![
        Step::Bytes(chunk("{\"reason\":").into_bytes()),
        Step::Cut,
    ]);
    let server = FakeServer::start([half, Reply::text(&[BALLOT])]).await;
    let (result, report) = ballot(&server).await;
    assert_eq!((result.unwrap().vote, report.tries), (Vote::Aye, 2));
}

#[tokio::test]
async fn an_error_in_the_place_of_an_answer_is_a_failure_of_the_server() {
    for body in [
        event(&json!({"error": {"message": "overloaded", "code": 503}})),
        event(&json!({"object": "error", "message": "overloaded"})),
    ] {
        let server = FakeServer::start([Reply::raw(&body)]).await;
        let error = once(&model(&server), &request()).await.0.unwrap_err();
        assert!(matches!(&error, ModelError::Server { detail, .. } if detail == "overloaded"));
    }
}

#[tokio::test]
async fn a_stall_is_noticed_and_comments_are_life() {
    let server = FakeServer::start([Reply::Silence]).await;
    let error = once(&model(&server), &request()).await.0.unwrap_err();
    assert!(matches!(error, ModelError::TimedOut { what: "answer", .. }));

    let stall = Reply::Stream(vec![Step::Bytes(chunk("Madam ").into_bytes()), Step::Hang]);
    let server = FakeServer::start([stall]).await;
    let (result, heard) = once(&model(&server), &request()).await;
    let error = result.unwrap_err();
    assert!(matches!(
        error,
        ModelError::TimedOut {
            what: "further word",
            ..
        }
    ));
    assert!(error.had_text());
    assert_eq!(heard.text, "Madam ");

    let mut steps = vec![Step::Bytes(chunk("Madam ").into_bytes())];
    for _ in 0..4 {
        steps.push(Step::Wait(Duration::from_millis(100)));
        steps.push(Step::Bytes(b": still here\n\n".to_vec()));
    }
    steps.push(Step::Bytes((chunk("Speaker.") + DONE).into_bytes()));
    let server = FakeServer::start([Reply::Stream(steps)]).await;
    assert_eq!(
        once(&model(&server), &request()).await.0.unwrap().text,
        "Madam Speaker."
    );
}

#[tokio::test]
async fn an_empty_answer_is_asked_for_again() {
    let empty = Reply::raw(&(finish("stop") + DONE));
    let server = FakeServer::start([empty, Reply::raw(""), Reply::text(&["Yes."])]).await;
    let (result, report, _) = tried(&server).await;
    assert_eq!((result.unwrap().text.as_str(), report.tries), ("Yes.", 3));
}

#[tokio::test]
async fn broken_json_and_prose_are_mended_or_asked_for_again() {
    let server = FakeServer::start([Reply::text(&[
        "{reason: 'It was well argued.', vote: 'aye'",
    ])])
    .await;
    assert_eq!(ballot(&server).await.0.unwrap().vote, Vote::Aye);
    let server =
        FakeServer::start([Reply::text(&["I would vote aye."]), Reply::text(&[BALLOT])]).await;
    let (result, report) = ballot(&server).await;
    assert_eq!((result.unwrap().vote, report.tries), (Vote::Aye, 2));
    assert_eq!(report.usage.prompt_tokens, 200);
    let again = server.seen()[1].body["messages"].to_string();
    assert!(again.contains("no JSON object") && again.contains("I would vote aye."));
    let server = FakeServer::answering(|_| Reply::text(&["Never."])).await;
    let (result, _) = ballot(&server).await;
    assert!(matches!(result, Err(ModelError::Shape { .. })));
    assert_eq!(server.seen().len(), 3);
}

#[tokio::test]
async fn an_answer_without_end_is_stopped() {
    let long = chunk(&"word ".repeat(4000));
    let endless = move |_: &_| {
        let steps = (0..60).map(|_| Step::Bytes(long.clone().into_bytes()));
        Reply::Stream(steps.collect())
    };
    let server = FakeServer::answering(endless).await;
    let completion = once(&model(&server), &request()).await.0.unwrap();
    assert_eq!(
        (completion.finish, completion.text.len()),
        (Finish::Length, 64 << 10)
    );
    let (result, report) = ballot(&server).await;
    assert!(
        matches!(result, Err(ModelError::Flood { .. })),
        "{result:?}"
    );
    assert_eq!(report.tries, 3);
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
    assert_eq!(once(&model, &request()).await.0.unwrap().text, "Yes.");
    assert_eq!(server.seen().len(), 6);
    once(&model, &request()).await.0.unwrap();
    let seen = server.seen();
    assert_eq!(seen.len(), 7);
    assert!(seen[6].body["max_completion_tokens"].as_u64() > Some(200));
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

#[tokio::test]
async fn a_key_is_in_no_error_and_goes_to_no_other_address() {
    let elsewhere = FakeServer::start([Reply::text(&["no"])]).await;
    let moved = Reply::status(307, "")
        .with_header("location", &format!("{}/chat/completions", elsewhere.url()));
    let echo = format!("bad key {KEY}");
    let replies = [
        moved,
        Reply::error(401, &echo),
        Reply::error(429, &echo),
        Reply::error(503, &echo),
        Reply::error(418, &echo),
        Reply::status(500, echo.clone()),
        Reply::raw(&event(&json!({"error": {"message": echo}}))),
        Reply::raw(&(chunk("Madam ") + &event(&json!({"error": {"message": echo}})))),
    ];
    let count = replies.len();
    let server = FakeServer::start(replies).await;
    let model = model(&server);
    for _ in 0..count {
        let error = once(&model, &request()).await.0.unwrap_err();
        let said = format!("{error} {error:?} {:?} {model:?}", error.hint());
        assert!(!said.contains("hunter2"), "{said}");
    }
    assert_eq!(elsewhere.seen().len(), 0);
}

#[tokio::test]
async fn giving_up_closes_the_line() {
    let server = FakeServer::start([Reply::Stream(vec![
        Step::Bytes(chunk("Madam ").into_bytes()),
        Step::Hang,
    ])])
    .await;
    let mut endpoint = endpoint(&server);
    endpoint.between_bytes = Duration::from_secs(60);
    let model = OpenAi::new("x", "m", Profile::default(), &endpoint).unwrap();
    let (sender, mut receiver) = mpsc::channel(4);
    let asked = request();
    {
        let call = model.complete(&asked, sender);
        tokio::pin!(call);
        tokio::select! {
            _ = &mut call => panic!("it hangs"),
            piece = receiver.recv() => assert_eq!(piece, Some(Piece::Text("Madam ".into()))),
        }
    }
    tokio::time::timeout(Duration::from_secs(5), async {
        while server.abandoned() == 0 {
            tokio::task::yield_now().await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn address_key_and_model_are_told_apart_before_a_debate() {
    let server = FakeServer::start([]).await;
    let second = Duration::from_secs(5);
    let verify = async |model: &str| probe::verify(&endpoint(&server), model, second).await;
    verify("fake-1").await.unwrap();
    assert!(matches!(
        verify("other").await,
        Err(ModelError::NoSuchModel { .. })
    ));
    server.set_models(Reply::error(404, "not here"));
    verify("other").await.unwrap();
    server.set_models(Reply::error(401, "no"));
    assert!(matches!(
        verify("fake-1").await,
        Err(ModelError::Key { .. })
    ));
}

fn profile(_: &str) -> Profile {
    Profile::default()
}

#[tokio::test]
async fn the_key_of_the_environment_belongs_to_one_address() {
    let home = FakeServer::answering(|_| Reply::text(&["Yes."])).await;
    let other = FakeServer::answering(|_| Reply::text(&["Yes."])).await;
    let settings = Settings {
        openai: OpenAiEnv {
            base_url: Some(home.url()),
            key: Some(KEY.into()),
        },
        env: Env::with([("OTHER_KEY", "sk-other")]),
        ..Settings::default()
    };
    let at = |url: &str, key_env: Option<&str>| Overrides {
        base_url: Some(url.to_owned()),
        key_env: key_env.map(str::to_owned),
        ..Overrides::default()
    };
    let same = format!("{}/", home.url());
    for (overrides, server, key) in [
        (Overrides::default(), &home, Some(KEY)),
        (at(&same, None), &home, Some(KEY)),
        (at(&other.url(), None), &other, None),
        (
            at(&other.url(), Some("OTHER_KEY")),
            &other,
            Some("sk-other"),
        ),
    ] {
        let mut roster = Roster::resolve(&settings, &overrides, &profile, &no_store())
            .await
            .unwrap();
        let (sender, _heard) = collect();
        let assigned = roster.assigned(Role::Speaker, None);
        assigned.model.complete(&request(), sender).await.unwrap();
        let seen = server.seen().pop().unwrap();
        assert_eq!(seen.body["model"], "fake-1");
        let sent = key.map(|key| format!("Bearer {key}"));
        assert_eq!(seen.header("authorization"), sent.as_deref());
        assert!(!format!("{roster:?} {:?} {settings:?}", roster.describe()).contains("hunter2"));
        roster.verify().await.unwrap();
        let labels = roster.labels();
        assert_eq!(
            labels.len(),
            2,
            "what does not talk is not offered: {labels:?}"
        );
        assert!(labels[1].ends_with(":fake-2"), "{labels:?}");
    }
    let missing = Roster::resolve(
        &settings,
        &at(&other.url(), Some("NO_KEY")),
        &profile,
        &no_store(),
    )
    .await;
    assert_eq!(missing.unwrap_err().exit, Exit::BadInput);
}

#[tokio::test]
async fn roles_and_seats_have_their_own_models() {
    let server = FakeServer::start([]).await;
    let mut settings = Settings {
        model: Some("near:big".into()),
        providers: vec![Provider::at("near", server.url())],
        ..Settings::default()
    };
    settings.roles.insert(Role::Judge, "near:judge".into());
    settings
        .seats
        .insert(Seat::named("prop.2"), "tagged:3b".into());
    let overrides = Overrides {
        role_models: vec![(Role::Audience, "near:small".into())],
        ..Overrides::default()
    };
    let mut roster = Roster::resolve(&settings, &overrides, &profile, &no_store())
        .await
        .unwrap();
    let label = |role, seat: Option<&str>| {
        let seat = seat.map(Seat::named);
        roster
            .assigned(role, seat.as_ref())
            .model
            .label()
            .to_owned()
    };
    assert_eq!(label(Role::Speaker, Some("prop.1")), "near:big");
    assert_eq!(label(Role::Speaker, Some("prop.2")), "near:tagged:3b");
    assert_eq!(label(Role::Poi, Some("prop.2")), "near:big");
    assert_eq!(label(Role::Judge, None), "near:judge");
    assert_eq!(label(Role::Audience, Some("audience.1")), "near:small");
    assert_eq!(roster.describe().len(), 4);
    let failure = roster.verify().await.unwrap_err();
    assert_eq!(failure.exit, Exit::NoModel);
    assert!(failure.to_string().contains("\"big\""), "{failure}");
}
