//! What has no end is ended.

use std::time::{Duration, Instant};

use hustings::llm::{
    ModelError,
    openai::{list_models, served_models},
};

use super::{
    client::{endpoint, hasty, model, once, request, tried},
    common::{
        debater::Debater,
        fake_server::{FakeServer, Reply, Step},
    },
};

const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";

/// A body that begins so and goes on so, without end.
fn endless(begin: &str, on: &[u8]) -> Reply {
    let begin = Step::Bytes(format!("{HEAD}{begin}").into_bytes());
    Reply::Bare(vec![begin, Step::Endless(on.repeat(1000))])
}

/// A body that comes byte by byte.
fn trickle(head: &str, body: &str) -> Reply {
    let mut steps = vec![Step::Bytes(head.as_bytes().to_vec())];
    for byte in body.bytes() {
        steps.push(Step::Wait(Duration::from_millis(20)));
        steps.push(Step::Bytes(vec![byte]));
    }
    Reply::Bare(steps)
}

#[tokio::test]
async fn a_list_of_models_has_a_bound_and_a_deadline() {
    let server = FakeServer::start([]).await;
    for reply in [
        endless("{\"data\": [", b"{\"id\": \"m\"},"),
        endless("", b" "),
        endless("", b"\0"),
    ] {
        server.set_models(reply);
        let limit = Duration::from_secs(30);
        let listed = list_models(&endpoint(&server), limit).await.unwrap();
        let Err(ModelError::Server { detail, .. }) = listed else {
            panic!("{listed:?}")
        };
        let bytes = detail
            .split_whitespace()
            .filter_map(|word| word.parse::<u64>().ok());
        let read: u64 = bytes.sum();
        assert!((1..10 << 20).contains(&read), "{detail}");
    }
    for reply in [
        trickle(HEAD, &" ".repeat(1000)),
        trickle("HTTP/1.1 200 OK\r\nx-a: ", &"x".repeat(1000)),
        Reply::Silence,
    ] {
        server.set_models(reply);
        let began = Instant::now();
        let limit = Duration::from_millis(200);
        let listed = list_models(&endpoint(&server), limit).await.unwrap();
        let told = listed.unwrap_err().to_string();
        let url = endpoint(&server).base_url.to_string();
        assert_eq!(told, format!("no list of models from {url} within 0.2 s"));
        assert!(began.elapsed() < Duration::from_secs(60));
    }
    // Half of a pair in a name that nobody asks for spoils no list.
    server.set_models(Reply::status(
        200,
        "\u{feff}{\"data\": [{\"id\": \"a\\ud83d\"}, {\"id\": \"b\"}]}",
    ));
    let listed = list_models(&endpoint(&server), Duration::from_secs(30)).await;
    let listed = listed.unwrap().unwrap();
    let names: Vec<&str> = listed.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["a\u{fffd}", "b"]);
}

#[tokio::test]
async fn properties_are_asked_for_only_where_the_context_and_the_slots_matter() {
    let server = FakeServer::start([]).await;
    server.set_models(Reply::status(
        200,
        r#"{"data": [{"id": "m", "owned_by": "llamacpp"}]}"#,
    ));
    server.set_properties(Reply::Silence);
    let (endpoint, limit) = (endpoint(&server), Duration::from_secs(300));
    let listed = list_models(&endpoint, limit).await.unwrap().unwrap();
    assert_eq!(listed[0].context, None);
    let settings = r#"{"default_generation_settings": {"n_ctx": 4096}, "total_slots": 2}"#;
    server.set_properties(Reply::status(200, settings));
    let asked = served_models(&endpoint, limit).await.unwrap().unwrap();
    assert_eq!(
        (asked.models[0].context, asked.slots),
        (Some(4096), Some(2))
    );
}

#[tokio::test]
async fn an_answer_of_any_form_has_a_bound() {
    for (begin, on) in [
        ("{\"choices\": [", b"{},".as_slice()),
        ("data: ", b"x"),
        ("", b"\r\n"),
        ("", b"data: x\n"),
    ] {
        let server = FakeServer::start([endless(begin, on)]).await;
        let mut endpoint = hasty(&server);
        endpoint.first_byte = Duration::from_secs(3);
        let model = hustings::llm::openai::OpenAi::new(
            "x",
            "m",
            hustings::catalog::Profile::default(),
            &endpoint,
        )
        .unwrap();
        let began = Instant::now();
        let error = once(&model, &request()).await.0.unwrap_err();
        assert!(
            matches!(
                error,
                ModelError::Flood { .. } | ModelError::TimedOut { .. }
            ),
            "{begin}: {error:?}"
        );
        assert!(began.elapsed() < Duration::from_secs(60));
    }
}

/// What comes before an answer has no end: the client reads it, and nothing else may wait for that.
#[tokio::test]
async fn informational_responses_without_end_hold_up_no_deadline() {
    let hints = || {
        let hint = b"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(3000);
        Reply::Bare(vec![Step::Endless(hint)])
    };
    // On a thread of its own, so that there is always more to be read.
    let debater = Debater::faulty(move |_| Some(hints()));
    debater.server.set_models(hints());
    let mut endpoint = endpoint(&debater.server);
    endpoint.first_byte = Duration::from_millis(300);
    let model = || {
        let profile = hustings::catalog::Profile::default();
        hustings::llm::openai::OpenAi::new("x", "m", profile, &endpoint).unwrap()
    };
    let (one, other) = (model(), model());
    let began = Instant::now();
    let mut latest = Duration::ZERO;
    let ticking = async {
        for _ in 0..30 {
            let before = Instant::now();
            tokio::time::sleep(Duration::from_millis(10)).await;
            latest = latest.max(before.elapsed());
        }
    };
    let request = request();
    let (one, other, listed, ()) = tokio::join!(
        once(&one, &request),
        once(&other, &request),
        list_models(&endpoint, Duration::from_millis(300)),
        ticking,
    );
    let took = began.elapsed();
    for error in [one.0.err(), other.0.err(), listed.unwrap().err()] {
        assert!(
            matches!(error, Some(ModelError::TimedOut { .. })),
            "{error:?}"
        );
    }
    assert!(took < Duration::from_secs(60), "{took:?}");
    assert!(
        latest < Duration::from_secs(20),
        "a timer waited {latest:?}"
    );
}

#[tokio::test]
async fn a_refusal_without_end_is_a_refusal() {
    let on = Step::Endless(b"x".repeat(1000));
    let head = b"HTTP/1.1 400 X\r\n\r\n{\"error\": \"no\"".to_vec();
    let server = FakeServer::start([Reply::Bare(vec![Step::Bytes(head), on])]).await;
    let error = once(&model(&server), &request()).await.0.unwrap_err();
    assert!(
        matches!(&error, ModelError::Refused { status: 400, .. }),
        "{error:?}"
    );
    assert!(error.to_string().len() < 2_200);
}

#[tokio::test]
async fn what_is_no_http_is_no_panic() {
    for bytes in [
        b"".as_slice(),
        b"\0\0\0\0",
        b"HTTP/9.9 999 \xff\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\nx",
        b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nxxxxxx",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\nx",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nx",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 X\r\n\r\n",
        b"HTTP/1.1 204 No\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.9\r\n",
    ] {
        let bare = || Reply::Bare(vec![Step::Bytes(bytes.to_vec())]);
        let server = FakeServer::answering(move |_| bare()).await;
        let (result, _, heard) = tried(&server).await;
        assert!(
            result.is_err() && heard.text.is_empty(),
            "{}",
            bytes.escape_ascii()
        );
    }
}
