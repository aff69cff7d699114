//! A real model that embeds, in the process: MiniLM, which is fetched the first time that these tests are run.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test that fails may panic, and says what it waits for"
)]
#![cfg(feature = "embedded")]

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
    time::Instant,
};

use hustings::{
    config::{Dirs, Overrides, Settings},
    embedded::minilm::MiniLm,
    host::embeddings::Choice,
    llm::{
        ModelError,
        embed::{Embedder, SharedEmbedder, cosine},
    },
    models::{Installed, Kind, Store},
};

/// Where the model is kept between runs.
fn home() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("models-home")
}

/// The model, fetched if it is not there.
fn minilm() -> &'static Installed {
    static MODEL: OnceLock<Installed> = OnceLock::new();
    MODEL.get_or_init(|| {
        let store = Store::new(&Dirs::under(&home()));
        if let Some(installed) = store.find("minilm") {
            return installed;
        }
        eprintln!("fetching minilm (91 MB), once");
        let pull = Command::new(env!("CARGO_BIN_EXE_hustings"))
            .args(["model", "pull", "minilm", "--yes"])
            .env("HUSTINGS_HOME", home())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&pull.stderr);
        assert!(pull.status.success(), "minilm cannot be fetched: {said}");
        store.find("minilm").expect("it has just been fetched")
    })
}

fn embedder() -> SharedEmbedder {
    let store = Store::new(&Dirs::under(&home()));
    minilm();
    let choice = Choice::of(&Settings::default(), &Overrides::default(), &store).unwrap();
    choice.embedder().expect("it is in the store")
}

fn texts(all: &[&str]) -> Vec<String> {
    all.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn texts_that_mean_the_same_are_near_and_others_are_not() {
    let embedder = embedder();
    assert_eq!(embedder.label(), "embedded:minilm");
    let pairs = [
        (
            "A tariff on imported grain makes bread dearer for the poor.",
            "Duties on foreign corn raise what a worker pays for his loaf.",
        ),
        (
            "Children learn more when the class is small.",
            "Pupils do better in lessons with few others beside them.",
        ),
        (
            "The night sky over the desert is full of stars.",
            "Far from any town one sees the Milky Way above the sand.",
        ),
    ];
    let flat: Vec<&str> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let vectors = embedder.embed(&texts(&flat)).await.unwrap();
    for vector in &vectors {
        assert_eq!(vector.len(), 384);
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-4);
    }
    for (one, related) in [(0, 1), (2, 3), (4, 5)] {
        let near = cosine(&vectors[one], &vectors[related]);
        for other in (0..6).filter(|other| other / 2 != one / 2) {
            let far = cosine(&vectors[one], &vectors[other]);
            assert!(near > far + 0.25, "{one}: {related} {near}, {other} {far}");
        }
    }
}

#[tokio::test]
async fn a_text_has_one_vector_whatever_stands_beside_it() {
    let embedder = embedder();
    let long = "The corn laws were repealed after a long campaign. ".repeat(40);
    let all = texts(&[
        "Short.",
        &long,
        "",
        "A sentence of middling length stands here, and nothing depends on it.",
        "Short.",
    ]);
    let together = embedder.embed(&all).await.unwrap();
    assert_eq!(together[0], together[4]);
    for (text, vector) in all.iter().zip(&together) {
        let alone = embedder.embed(std::slice::from_ref(text)).await.unwrap();
        let apart = alone[0].iter().zip(vector).map(|(a, b)| (a - b).abs());
        assert!(apart.fold(0.0, f32::max) < 1e-4, "{text:.20}");
    }
}

#[tokio::test]
async fn texts_of_any_kind_have_a_vector() {
    let embedder = embedder();
    let endless = "x".repeat(3 << 20);
    let many = "word ".repeat(400_000);
    let all = texts(&[
        "",
        " \n\t",
        "[CLS] [SEP] [PAD]",
        "辩论",
        "\u{0}",
        &endless,
        &many,
    ]);
    let vectors = embedder.embed(&all).await.unwrap();
    assert_eq!(vectors.len(), all.len());
    for (text, vector) in all.iter().zip(&vectors) {
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-4, "{text:.20}");
    }
    // The spelling of a control token is read as any text.
    let plain = embedder.embed(&texts(&["cls sep pad"])).await.unwrap();
    assert!(cosine(&plain[0], &vectors[2]) < 0.999);
    assert!(cosine(&vectors[2], &vectors[0]) < 0.9);
}

#[tokio::test]
async fn a_call_that_is_dropped_ends_after_its_batch() {
    let embedder = embedder();
    let text = "The corn laws were repealed after a long campaign. ".repeat(40);
    let batch = vec![text.clone(); 16];
    let began = Instant::now();
    embedder.embed(&batch).await.unwrap();
    let one_batch = began.elapsed();
    // Two hundred batches are given up while they are read; the next call waits for no more than a few of them, however
    // quick or busy the machine is.
    let all = vec![text; 16 * 200];
    let dropped = tokio::time::timeout(one_batch / 2, embedder.embed(&all)).await;
    assert!(dropped.is_err());
    let began = Instant::now();
    embedder.embed(&texts(&["a word"])).await.unwrap();
    let waited = began.elapsed();
    assert!(
        waited < one_batch * 40,
        "{waited:?} for batches of {one_batch:?}"
    );
}

#[tokio::test]
async fn files_that_were_changed_are_an_error_that_names_them() {
    let model = minilm();
    assert_eq!(model.kind, Kind::Embeds);
    let folder = tempfile::tempdir().unwrap();
    let copy = |name: &str| {
        std::fs::copy(model.path.with_file_name(name), folder.path().join(name)).unwrap();
    };
    let weights = folder.path().join("model.safetensors");
    let said = async || {
        let error = MiniLm::new("changed", weights.clone())
            .embed(&texts(&["a"]))
            .await
            .unwrap_err();
        assert!(matches!(error, ModelError::Unusable { .. }), "{error:?}");
        error.to_string()
    };
    copy("config.json");
    copy("tokenizer.json");
    let whole = std::fs::read(&model.path).unwrap();
    std::fs::write(&weights, &whole[..whole.len() / 2]).unwrap();
    assert!(said().await.contains("model.safetensors is damaged"));
    std::fs::write(folder.path().join("tokenizer.json"), "{}").unwrap();
    assert!(said().await.contains("tokenizer.json is damaged"));
    copy("tokenizer.json");
    let config = std::fs::read_to_string(folder.path().join("config.json")).unwrap();
    let config = config.replace("\"hidden_size\": 384", "\"hidden_size\": 768");
    std::fs::write(folder.path().join("config.json"), config).unwrap();
    std::fs::write(&weights, &whole).unwrap();
    assert!(said().await.contains("model.safetensors is damaged"));
}

#[tokio::test]
async fn the_first_tokens_of_a_text_are_read_and_no_more() {
    // A token each; two of the 256 stand around every text.
    let words = |count: usize, last: &str| format!("{}{last}", "house ".repeat(count - 1));
    let whole = words(254, "river");
    let all = [
        whole.clone(),
        format!("{whole} stone war money {}", "law ".repeat(300)),
        words(254, "war"),
        words(253, "river"),
    ];
    let vectors = embedder().embed(&all).await.unwrap();
    let apart = |other: usize| {
        let pairs = vectors[0].iter().zip(&vectors[other]);
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    };
    assert!(apart(1) < 1e-4, "what follows is not read: {}", apart(1));
    assert!(apart(2) > 1e-3, "the last of them is: {}", apart(2));
    assert!(
        apart(3) > 1e-5,
        "so is that there is one more: {}",
        apart(3)
    );
}
