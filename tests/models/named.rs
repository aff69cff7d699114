//! Models by their names on a hub: what is asked, what is said first, what is believed, and to whom the token goes.

use std::sync::{Arc, Mutex};

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use hustings::{
    config::{Dirs, Env, Settings},
    models::{Hub, HubReference, ModelEntry, Store, plan_lines, pull},
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::registry::sha256;
use crate::common::gguf::{Gguf, number};

const SECRET: &str = "hf_0123456789abcdefghijklmnopqrstuvwx";
const COMMIT: &str = "0123456789012345678901234567890123456789";

/// How the hub misbehaves.
#[derive(Clone, Copy, Default, PartialEq)]
enum Fault {
    #[default]
    None,
    /// It sends other bytes than it says.
    OtherBytes,
    /// It answers with no JSON.
    Nonsense,
    /// It wants a token.
    Gated,
    /// It is broken.
    Broken,
    /// The model has another name now.
    Renamed,
}

/// A path, with what stood in the header for tokens.
type Asked = (String, Option<String>);

#[derive(Clone, Default)]
struct Inner {
    fault: Fault,
    files: Vec<(String, Vec<u8>)>,
    asked: Arc<Mutex<Vec<Asked>>>,
    /// The server that the files are on.
    elsewhere: Option<String>,
}

impl Inner {
    fn note(&self, path: String, headers: &HeaderMap) -> bool {
        let shown = headers.get(header::AUTHORIZATION);
        let shown = shown.map(|value| value.to_str().unwrap().to_owned());
        let is_allowed = shown.as_deref() == Some(&format!("Bearer {SECRET}"));
        self.asked.lock().unwrap().push((path, shown));
        is_allowed || self.fault != Fault::Gated
    }

    fn listing(&self) -> Value {
        let files = self.files.iter().map(|(name, bytes)| {
            let hash = sha256(bytes);
            json!({ "rfilename": name, "size": bytes.len(), "lfs": { "sha256": hash, "size": bytes.len() } })
        });
        json!({
            "id": "some/Tiny-GGUF", "sha": COMMIT, "gated": if self.fault == Fault::Gated { json!("auto") } else { json!(false) },
            "downloads": 42, "tags": ["gguf"], "cardData": { "license": "cc0-1.0" }, "siblings": files.collect::<Vec<_>>(),
            "gguf": { "architecture": "llama", "context_length": 512 },
        })
    }
}

async fn about(State(hub): State<Inner>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let is_allowed = hub.note(format!("api {name}"), &headers);
    match hub.fault {
        Fault::Renamed if name != "some/New" => {
            Redirect::temporary("/api/models/some/New").into_response()
        }
        Fault::Nonsense => "<html>".into_response(),
        Fault::Broken => StatusCode::BAD_GATEWAY.into_response(),
        _ if !is_allowed => StatusCode::UNAUTHORIZED.into_response(),
        _ if name == "some/None" => StatusCode::NOT_FOUND.into_response(),
        _ => Json(hub.listing()).into_response(),
    }
}

async fn search(State(hub): State<Inner>, uri: Uri, headers: HeaderMap) -> Response {
    hub.note(format!("{uri}"), &headers);
    let hostile = json!({ "id": "so\u{1b}[31m/me" });
    Json(json!([hub.listing(), hostile])).into_response()
}

async fn file(State(hub): State<Inner>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    let is_allowed = hub.note(path.clone(), &headers);
    if let Some(elsewhere) = &hub.elsewhere {
        return Redirect::temporary(&format!("{elsewhere}/{path}")).into_response();
    }
    let name = path
        .rsplit_once(&format!("{COMMIT}/"))
        .map(|(_, name)| name);
    let file = hub
        .files
        .iter()
        .find(|(file, _)| Some(file.as_str()) == name);
    match file {
        _ if !is_allowed => StatusCode::FORBIDDEN.into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
        Some((_, bytes)) if hub.fault == Fault::OtherBytes => {
            Bytes::from(vec![7; bytes.len()]).into_response()
        }
        Some((_, bytes)) => Bytes::from(bytes.clone()).into_response(),
    }
}

/// Begins the hub; gives its address.
async fn begin(hub: &Inner) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let app = axum::Router::new()
        .route("/api/models", get(search))
        .route("/api/models/{*name}", get(about))
        .route("/{*path}", get(file))
        .with_state(hub.clone());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    address
}

fn hub_at(address: &str, token: Option<&str>) -> Hub {
    let settings = Settings {
        hub: Some(address.into()),
        env: Env::with(token.map(|token| ("HF_TOKEN", token))),
        ..Settings::default()
    };
    Hub::new(&settings).unwrap()
}

fn reference(name: &str) -> HubReference {
    HubReference::of(name).unwrap().unwrap()
}

fn files() -> Vec<(String, Vec<u8>)> {
    let of = |file: Gguf| file.with("split.count", number(2)).bytes();
    let mut second = Gguf::good();
    second.tensors = Vec::new();
    vec![
        ("README.md".to_owned(), b"hello".to_vec()),
        ("tiny-Q4_K_M.gguf".to_owned(), Gguf::good().bytes()),
        (
            "Q8_0/tiny-Q8_0-00001-of-00002.gguf".to_owned(),
            of(Gguf::good()),
        ),
        (
            "Q8_0/tiny-Q8_0-00002-of-00002.gguf".to_owned(),
            of(second.with_tensor("last", &[64], 0, &[3; 256])),
        ),
    ]
}

async fn fetched(hub: &Hub, store: &Store, entry: &ModelEntry) -> Result<(), String> {
    let (told, _heard) = tokio::sync::mpsc::channel(64);
    let pulled = pull(entry, &hub.allowed(store), told, CancellationToken::new()).await;
    pulled
        .map(drop)
        .map_err(|error| hustings::error::Failure::from(error).to_string())
}

#[tokio::test]
async fn a_model_of_a_hub_comes_by_its_name_and_its_hash_in_one_part_or_several() {
    let inner = Inner {
        files: files(),
        ..Inner::default()
    };
    let hub = hub_at(&begin(&inner).await, None);
    let home = tempfile::tempdir().unwrap();
    let store = Store::new(&Dirs::under(home.path()));
    for (name, stored) in [
        ("hf:some/Tiny-GGUF", "tiny-q4_k_m"),
        ("hf:some/Tiny-GGUF:q8_0", "tiny-q8_0"),
    ] {
        let entry = hub.model(&reference(name)).await.unwrap();
        let plan = plan_lines(&entry, &store).join("\n");
        for told in ["some", "cc0-1.0", "size:", "memory:", COMMIT, "42 copies"] {
            assert!(plan.contains(told), "{told}: {plan}");
        }
        fetched(&hub, &store, &entry).await.unwrap();
        let there = store.find(&entry.aliases[0]).unwrap();
        assert_eq!(there.name, stored);
        assert!(there.is(&entry));
        let facts = hustings::models::gguf::check(&there.path).unwrap();
        assert_eq!(facts.tensors, if there.parts.is_empty() { 2 } else { 3 });
        // Nothing is asked for again.
        let before = inner.asked.lock().unwrap().len();
        fetched(&hub, &store, &entry).await.unwrap();
        assert_eq!(inner.asked.lock().unwrap().len(), before);
    }
    assert!(
        inner
            .asked
            .lock()
            .unwrap()
            .iter()
            .all(|(_, shown)| shown.is_none())
    );
}

#[tokio::test]
async fn a_hub_that_misbehaves_is_told_with_what_to_do() {
    let ask = async |fault: Fault, name: &str| {
        let inner = Inner {
            fault,
            files: files(),
            ..Inner::default()
        };
        let hub = hub_at(&begin(&inner).await, None);
        let home = tempfile::tempdir().unwrap();
        let store = Store::new(&Dirs::under(home.path()));
        match hub.model(&reference(name)).await {
            Ok(entry) => fetched(&hub, &store, &entry).await,
            Err(failure) => Err(failure.to_string()),
        }
    };
    assert_eq!(ask(Fault::Renamed, "hf:some/Old").await, Ok(()));
    for (fault, name, told) in [
        (Fault::None, "hf:some/None", "model search"),
        (
            Fault::None,
            "hf:some/Tiny:Q6_K",
            "it has these: Q4_K_M, Q8_0",
        ),
        (Fault::Nonsense, "hf:some/Tiny", "not understood"),
        (Fault::Broken, "hf:some/Tiny", "502"),
        (Fault::Gated, "hf:some/Tiny", "HF_TOKEN"),
        (Fault::OtherBytes, "hf:some/Tiny", "another file"),
    ] {
        let said = ask(fault, name).await.unwrap_err();
        assert!(
            said.contains(told) && said.contains("hint"),
            "{told}: {said}"
        );
    }
    let nobody = hub_at("http://127.0.0.1:9", None);
    let said = nobody.search("tiny").await.unwrap_err().to_string();
    assert!(
        said.contains("127.0.0.1") && said.contains("model import"),
        "{said}"
    );
}

#[tokio::test]
async fn the_token_goes_to_the_hub_alone_and_is_shown_nowhere() {
    let elsewhere = Inner {
        files: files(),
        ..Inner::default()
    };
    let place = begin(&elsewhere).await;
    let inner = Inner {
        fault: Fault::Gated,
        files: files(),
        elsewhere: Some(place),
        ..Inner::default()
    };
    let hub = hub_at(&begin(&inner).await, Some(SECRET));
    let home = tempfile::tempdir().unwrap();
    let store = Store::new(&Dirs::under(home.path()));
    let entry = hub.model(&reference("hf:some/Tiny-GGUF")).await.unwrap();
    assert!(entry.note.contains("HF_TOKEN"), "{}", entry.note);
    fetched(&hub, &store, &entry).await.unwrap();
    let asked = inner.asked.lock().unwrap().clone();
    assert_eq!(asked.len(), 2);
    assert!(
        asked
            .iter()
            .all(|(_, shown)| shown.as_deref() == Some(&format!("Bearer {SECRET}")))
    );
    let beyond = elsewhere.asked.lock().unwrap().clone();
    assert_eq!(beyond.len(), 1);
    assert_eq!(beyond[0].1, None);
    let kept = std::fs::read_to_string(
        store
            .find("tiny-q4_k_m")
            .unwrap()
            .path
            .with_file_name("about.toml"),
    );
    let shown = format!("{:?}{}{}", hub.allowed(&store), json!(entry), kept.unwrap());
    assert!(!shown.contains(SECRET), "{shown}");
}

#[tokio::test]
async fn a_search_tells_what_can_be_fetched() {
    let inner = Inner {
        files: files(),
        ..Inner::default()
    };
    let hub = hub_at(&begin(&inner).await, None);
    let (found, skipped) = hub.search("tiny & large").await.unwrap();
    let [one] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(skipped, 1, "the one with a hostile name");
    assert_eq!(
        (
            one.name.as_str(),
            one.licence.as_str(),
            one.downloads,
            one.gated
        ),
        ("hf:some/Tiny-GGUF", "cc0-1.0", 42, false)
    );
    let asked = inner.asked.lock().unwrap().clone();
    assert!(asked[0].0.contains("search=tiny+%26+large"), "{asked:?}");
}
