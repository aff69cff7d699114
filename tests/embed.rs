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
    host::embeddings::EmbedderChoice,
    llm::{
        ModelError,
        embed::{Embedder, SharedEmbedder},
    },
    models::{Installed, ModelKind, Store},
    similarity::{SAME, cosine},
};

use super::turn;

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
            .env_remove("HUSTINGS_THREADS")
            .env_remove("HUSTINGS_LOG")
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
    let choice = EmbedderChoice::of(&Settings::default(), &Overrides::default(), &store).unwrap();
    choice.embedder().expect("it is in the store")
}

fn texts(all: &[&str]) -> Vec<String> {
    all.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn texts_that_mean_the_same_are_near_and_others_are_not() {
    let _turn = turn();
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
    let _turn = turn();
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
    let apart = |one: &[f32], other: &[f32]| {
        let pairs = one.iter().zip(other);
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    };
    assert!(apart(&together[0], &together[4]) < 1e-4);
    for (text, vector) in all.iter().zip(&together) {
        let alone = embedder.embed(std::slice::from_ref(text)).await.unwrap();
        assert!(apart(&alone[0], vector) < 1e-4, "{text:.20}");
    }
}

#[tokio::test]
async fn texts_of_any_kind_have_a_vector() {
    let _turn = turn();
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
    let _turn = turn();
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
    let _turn = turn();
    let model = minilm();
    assert_eq!(model.kind, ModelKind::Embeds);
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
    let _turn = turn();
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

/// Claims of one motion each, in two wordings. Those of one row say the same; those of different rows of one motion do not.
const CLAIMS: [[(&str, &str); 5]; 4] = [
    [
        (
            "Trams carry more people in an hour than cars do on the same street.",
            "On the same road a tramway moves more passengers an hour than private cars.",
        ),
        (
            "Cars make the air of cities unhealthy to breathe.",
            "The exhaust of motor traffic poisons what city people breathe.",
        ),
        (
            "Tradesmen cannot carry their tools on a bus.",
            "A plumber needs a van, because no bus takes his tools.",
        ),
        (
            "Shops lose their customers where nobody may drive.",
            "Where driving is forbidden, retailers lose customers.",
        ),
        (
            "Old people cannot walk to the next stop.",
            "For the elderly the nearest stop is too far to walk.",
        ),
    ],
    [
        (
            "A short week leaves workers rested, and rested workers make fewer mistakes.",
            "Employees who work four days are less tired and make fewer errors.",
        ),
        (
            "Hospitals cannot close on Fridays.",
            "A hospital has to be open on a Friday, too.",
        ),
        (
            "Wages would fall with the hours.",
            "If people work fewer hours, their pay goes down.",
        ),
        (
            "Parents would have a day for their children.",
            "A free day gives mothers and fathers time with their kids.",
        ),
        (
            "Small firms cannot afford to hire more staff for the lost day.",
            "Little companies have no money to employ additional people for the fifth day.",
        ),
    ],
    [
        (
            "Zoos save species that are extinct in the wild.",
            "Animals that have died out in nature survive in zoos.",
        ),
        (
            "A cage harms the mind of a wild animal.",
            "Captivity is bad for the mental health of wild animals.",
        ),
        (
            "Children learn to love animals when they see them.",
            "Seeing living animals teaches children to care for them.",
        ),
        (
            "Films show animals better than any cage.",
            "Documentaries show wildlife better than enclosures do.",
        ),
        (
            "The money of visitors pays for reserves abroad.",
            "Ticket sales finance nature reserves in other countries.",
        ),
    ],
    [
        (
            "A vote for everybody at sixteen makes schools teach politics.",
            "Schools would teach politics if pupils of sixteen could vote.",
        ),
        (
            "At sixteen most people repeat what their parents think.",
            "Sixteen-year-olds mostly vote as their parents do.",
        ),
        (
            "Who pays taxes should have a say in how they are spent.",
            "Taxpayers ought to decide how taxes are used.",
        ),
        (
            "The young live longest with what is decided today.",
            "Today's decisions affect young people for the longest time.",
        ),
        (
            "Hardly anybody of that age would turn out to vote.",
            "Turnout at that age would be very low.",
        ),
    ],
];

/// The numbers from which on claims count as saying the same, on claims of which it is known.
#[tokio::test]
async fn claims_in_other_words_are_told_from_other_claims() {
    let _turn = turn();
    let embedder = embedder();
    let (mut found, mut same, mut confused, mut different) = (0, 0, 0, 0);
    for motion in CLAIMS {
        let all: Vec<&str> = motion
            .iter()
            .flat_map(|(one, other)| [*one, *other])
            .collect();
        let vectors = embedder.embed(&texts(&all)).await.unwrap();
        for (at, one) in vectors.iter().enumerate() {
            for (behind, other) in vectors.iter().enumerate().skip(at + 1) {
                let near = f64::from(cosine(one, other));
                if std::env::var_os("HUSTINGS_PRINT").is_some() {
                    eprintln!(
                        "{} {near:.3} {} | {}",
                        at / 2 == behind / 2,
                        all[at],
                        all[behind]
                    );
                }
                let (counted, of) = if at / 2 == behind / 2 {
                    (&mut found, &mut same)
                } else {
                    (&mut confused, &mut different)
                };
                *counted += usize::from(near >= SAME.meaning);
                *of += 1;
            }
        }
    }
    assert_eq!((same, different), (20, 160));
    assert!(found * 10 >= same * 9, "{found} of {same} are found");
    assert!(
        confused * 20 <= different,
        "{confused} of {different} are confused"
    );
}
