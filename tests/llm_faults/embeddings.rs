//! Embeddings from a server: batches, dialects, refusals.

use std::{sync::Mutex, time::Duration};

use hustings::llm::{
    ModelError,
    account::Account,
    embed::{Embedder, endpoint::Remote},
    meter::Meter,
    openai::Endpoint,
    price::Price,
    retry::Policy,
};
use serde_json::{Value, json};

use super::{
    client::{KEY, endpoint, hasty, quick},
    common::fake_server::{FakeServer, Reply, Seen, Step},
};

fn remote(server: &FakeServer) -> Remote {
    remote_at(&endpoint(server))
}

fn remote_at(endpoint: &Endpoint) -> Remote {
    Remote::new("fake:vec", "vec", endpoint)
        .unwrap()
        .with_policy(quick())
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("text {n}")).collect()
}

fn inputs(seen: &Seen) -> Vec<String> {
    let all = seen.body["input"].as_array().unwrap();
    all.iter()
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

/// A direction that tells which text it is of, in an order that is not that of the texts.
fn answer(seen: &Seen) -> Reply {
    let row = |(index, text): (usize, &String)| {
        let number: f32 = text.rsplit(' ').next().unwrap().parse().unwrap_or(-1.0);
        json!({"object": "embedding", "index": index, "embedding": [number + 2.0, 1.0, 0.0]})
    };
    let mut data: Vec<Value> = inputs(seen).iter().enumerate().map(row).collect();
    data.reverse();
    Reply::status(200, json!({"object": "list", "data": data}).to_string())
}

/// Which text a vector is of.
fn number(vector: &[f32]) -> f32 {
    assert_eq!(vector.len(), 3);
    let length: f32 = vector.iter().map(|x| x * x).sum();
    assert!((length - 1.0).abs() < 1e-5);
    vector[0] / vector[1] - 2.0
}

#[tokio::test]
async fn texts_go_in_batches_and_vectors_come_back_in_their_order() {
    let server = FakeServer::answering(answer).await;
    let remote = remote(&server).with_batch(64).with_at_once(3);
    assert_eq!(remote.label(), "fake:vec");
    let vectors = remote.embed(&texts(150)).await.unwrap();
    assert_eq!(vectors.len(), 150);
    for (place, vector) in vectors.iter().enumerate() {
        assert!((number(vector) - place as f32).abs() < 1e-2, "{place}");
    }
    let seen = server.seen();
    let mut sizes: Vec<usize> = seen.iter().map(|seen| inputs(seen).len()).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [22, 64, 64]);
    assert!(seen[0].line.starts_with("POST /v1/embeddings "));
    assert_eq!(seen[0].body["model"], "vec");
    assert_eq!(
        seen[0].header("authorization"),
        Some(format!("Bearer {KEY}").as_str())
    );
    assert!(remote.embed(&[]).await.unwrap().is_empty());
    assert_eq!(server.seen().len(), 3, "nothing is asked for nothing");
}

#[tokio::test]
async fn a_server_that_is_busy_or_broken_is_asked_again() {
    let busy = Reply::error(429, "slow down").with_header("retry-after", "0.05");
    let script = [busy, Reply::error(500, "down")];
    let good = json!({"data": [{"embedding": [0.0, 3.0]}]}).to_string();
    let server = FakeServer::start(script.into_iter().chain([Reply::status(200, good)])).await;
    let vectors = remote(&server).embed(&texts(1)).await.unwrap();
    assert_eq!(vectors, [[0.0, 1.0]]);
    assert_eq!(server.seen().len(), 3);

    let server = FakeServer::start(vec![Reply::error(503, "down"); 5]).await;
    let error = remote(&server).embed(&texts(1)).await.unwrap_err();
    assert!(
        matches!(error, ModelError::Server { status: 503, .. }),
        "{error:?}"
    );
    assert_eq!(server.seen().len(), 3);

    let server = FakeServer::start(vec![Reply::Silence; 5]).await;
    let began = std::time::Instant::now();
    let error = remote_at(&hasty(&server))
        .embed(&texts(1))
        .await
        .unwrap_err();
    assert!(matches!(error, ModelError::TimedOut { .. }), "{error:?}");
    assert_eq!(server.seen().len(), 3);
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[tokio::test]
async fn what_asking_again_does_not_help_is_said_at_once_and_without_the_key() {
    type Check = fn(&ModelError) -> bool;
    let table: [(Reply, Check); 4] = [
        (Reply::error(401, &format!("bad key {KEY}")), |e| {
            matches!(e, ModelError::Key { status: 401, .. })
        }),
        (Reply::error(404, "model vec not found"), |e| {
            matches!(e, ModelError::NoSuchModel { .. })
        }),
        (Reply::error(400, &format!("no such field {KEY}")), |e| {
            matches!(e, ModelError::Refused { status: 400, .. })
        }),
        (Reply::status(200, r#"{"data": []}"#), |e| {
            matches!(e, ModelError::Vectors { .. })
        }),
    ];
    for (reply, is_right) in table {
        let server = FakeServer::start([reply]).await;
        let error = remote(&server).embed(&texts(2)).await.unwrap_err();
        assert!(is_right(&error), "{error:?}");
        assert!(!format!("{error} {error:?} {:?}", remote(&server)).contains(KEY));
        assert!(error.hint().is_some());
        assert_eq!(server.seen().len(), 1);
    }
    let server = FakeServer::start([Reply::status(200, "<html>hello</html>")]).await;
    assert!(remote(&server).embed(&texts(1)).await.is_err());
}

#[tokio::test]
async fn vectors_of_different_sizes_or_none_at_all_are_refused() {
    let of = |vectors: Value| Reply::status(200, json!({"embeddings": vectors}).to_string());
    let table = [
        (
            of(json!([[1.0, 2.0], [1.0, 2.0, 3.0]])),
            "one has 3 numbers, and another one has 2",
        ),
        (of(json!([[1.0, 2.0]])), "1 came for 2 texts"),
        (of(json!([[1.0, 2.0], [0.0, 0.0]])), "no direction"),
        (of(json!([[1.0, 2.0], [null, 0.0]])), "no finite number"),
        (of(json!([[1.0, 2.0], []])), "no direction"),
    ];
    for (reply, expected) in table {
        let server = FakeServer::start([reply]).await;
        let said = remote(&server)
            .embed(&texts(2))
            .await
            .unwrap_err()
            .to_string();
        assert!(said.contains(expected) && said.contains("vec"), "{said}");
    }
    // The same from one request to the next.
    let server = FakeServer::start([of(json!([[1.0, 2.0]])), of(json!([[1.0, 2.0, 3.0]]))]).await;
    let remote = remote(&server);
    remote.embed(&texts(1)).await.unwrap();
    let said = remote.embed(&texts(1)).await.unwrap_err().to_string();
    assert!(
        said.contains("one has 3 numbers, and another one has 2"),
        "{said}"
    );
}

#[tokio::test]
async fn white_space_is_no_progress_and_waits_are_told() {
    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let server = FakeServer::answering(|_: &_| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"data\": [";
        let mut steps = vec![Step::Bytes(head.as_bytes().to_vec())];
        for _ in 0..200 {
            steps.push(Step::Wait(Duration::from_millis(20)));
            steps.push(Step::Bytes(b" ".to_vec()));
        }
        Reply::Bare(steps)
    })
    .await;
    let mut endpoint = hasty(&server);
    endpoint.first_byte = Duration::from_secs(60);
    let account = Account::telling(|text| TOLD.lock().unwrap().push(text.to_owned()));
    let policy = Policy {
        meter: Meter::on(account, Price::Unknown),
        ..quick()
    };
    let remote = Remote::new("fake:vec", "vec", &endpoint).unwrap();
    let began = std::time::Instant::now();
    let error = remote
        .with_policy(policy)
        .embed(&texts(1))
        .await
        .unwrap_err();
    assert!(matches!(error, ModelError::TimedOut { .. }), "{error:?}");
    assert!(began.elapsed() < Duration::from_secs(60));
    let told = TOLD.lock().unwrap().join("|");
    assert_eq!(
        told.matches("Trying again: fake:vec: no further word within")
            .count(),
        1,
        "{told}"
    );
}

#[tokio::test]
async fn vectors_without_end_are_refused_and_no_larger_model_is_recommended() {
    let server = FakeServer::answering(|_: &_| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{\"data\": [";
        let on = Step::Endless(b"1,".repeat(5000));
        Reply::Bare(vec![Step::Bytes(head.as_bytes().to_vec()), on])
    })
    .await;
    let mut endpoint = endpoint(&server);
    endpoint.first_byte = Duration::from_secs(20);
    let remote = Remote::new("fake:vec", "vec", &endpoint).unwrap();
    let error = remote.embed(&texts(1)).await.unwrap_err();
    assert!(matches!(error, ModelError::Vectors { .. }), "{error:?}");
    assert!(error.hint().unwrap().contains("--embeddings"));
}

#[tokio::test]
async fn what_is_too_long_is_asked_for_in_halves_and_that_is_remembered() {
    // Takes 400 letters at once, and says so in the words of one server or the other.
    let server = FakeServer::answering(|seen| {
        let all = inputs(seen);
        match all.iter().map(String::len).sum::<usize>() {
            0..=400 => answer(seen),
            401..=900 => Reply::error(
                500,
                "input is too large to process. increase the batch size",
            ),
            _ => Reply::error(400, "This model's maximum context length is 100 tokens"),
        }
    })
    .await;
    let remote = remote(&server);
    let mut all = texts(3);
    all[1] = "word ".repeat(300);
    let vectors = remote.embed(&all).await.unwrap();
    let numbers: Vec<f32> = vectors
        .iter()
        .map(|vector| number(vector).round())
        .collect();
    assert_eq!(numbers, [0.0, -1.0, 2.0], "the order is kept");
    let asked = server.seen().len();
    let again = remote.embed(&all[1..2]).await.unwrap();
    assert_eq!(
        server.seen().len(),
        asked + 1,
        "it is known by now how long a text may be"
    );
    assert_eq!(again[0], vectors[1]);

    // Whoever finds everything too long is believed in the end.
    let server = FakeServer::answering(|_| Reply::error(413, "too long")).await;
    let error = self::remote(&server).embed(&all[1..2]).await.unwrap_err();
    assert!(matches!(error, ModelError::TooLong { .. }), "{error:?}");
    assert!(server.seen().len() < 10);
}

#[tokio::test]
async fn a_text_without_words_is_asked_for_and_an_endless_one_is_cut() {
    let server = FakeServer::answering(answer).await;
    let all = [String::new(), " \n".to_owned(), "letters ".repeat(1 << 17)];
    let vectors = remote(&server).embed(&all).await.unwrap();
    assert_eq!(vectors.len(), 3);
    let sent: Vec<String> = server.seen().iter().flat_map(inputs).collect();
    assert_eq!((sent[0].as_str(), sent[1].as_str()), (".", "."));
    assert!(
        (31_000..=32_000).contains(&sent[2].len()),
        "{}",
        sent[2].len()
    );
}
