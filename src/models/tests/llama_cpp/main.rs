//! What the models in the process come to, held to llama.cpp: the probabilities of tokens, the words that are chosen, the
//! tokens of texts and the prompts that templates make, for every family, every kind of weights and every way to take text
//! apart that is run. The models are tiny and made anew each time (`tiny`); what llama.cpp made of the same files is in
//! `recorded.json`. To record it anew:
//!
//! ```sh
//! HUSTINGS_TINY=/tmp/tiny cargo test --test llama_cpp -- --ignored the_files_are_written_for_llama_cpp
//! pip install xllamacpp && python3 src/models/tests/llama_cpp/record.py /tmp/tiny
//! ```
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    unreachable_pub,
    missing_docs,
    reason = "a test that fails may panic, and is seen by nobody"
)]
#![cfg(feature = "embedded")]

#[path = "../../../../tests/common/gguf.rs"]
#[allow(dead_code, reason = "shared with the tests of the program")]
mod gguf;
mod tiny;
mod words;

use std::{collections::BTreeMap, path::Path, sync::Arc};

use hustings_config::Dirs;
use hustings_embedded::{prompt, tokenizer};
use hustings_llm::{From, Message};
use hustings_models::{Catalogue, Store, import};
use hustings_transformer::{Cache, GgufFile, Network, SequenceChunk};
use serde::Deserialize;
use tiny::Tiny;
use tokio_util::sync::CancellationToken;

/// What llama.cpp made of one file.
#[derive(Deserialize)]
struct Recorded {
    /// The tokens read, and the logarithms of the probabilities of some that may come next.
    #[serde(default)]
    read: Vec<u32>,
    #[serde(default)]
    next: Vec<(u32, f64)>,
    /// The tokens that follow when the likeliest is always chosen.
    #[serde(default)]
    words: Vec<u32>,
    /// Texts with their tokens, in which nothing counts as a control token.
    #[serde(default)]
    texts: Vec<(String, Vec<u32>)>,
    /// Prompts.
    #[serde(default)]
    prompts: Vec<Prompt>,
}

/// A prompt, made of messages.
#[derive(Deserialize)]
struct Prompt {
    messages: Vec<(String, String)>,
    thinks: bool,
    text: String,
    tokens: Vec<u32>,
}

fn recorded() -> BTreeMap<String, Recorded> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/llama_cpp/recorded.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Reads tokens and gives the logarithms of the probabilities of the next.
fn read(network: &Network, cache: &mut Cache, pieces: &[&[u32]]) -> Vec<f64> {
    let count = pieces.iter().map(|piece| piece.len()).sum();
    let into = cache.grow(None, count);
    let mut scores = Vec::new();
    let mut position = 0;
    for tokens in pieces {
        let part = SequenceChunk {
            tokens,
            into,
            position,
            wants_next: true,
        };
        scores = network.forward(&[part], cache).unwrap().remove(0).unwrap();
        position += tokens.len();
    }
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    let sum: f64 = scores
        .iter()
        .map(|score| f64::from(score - best).exp())
        .sum();
    scores
        .iter()
        .map(|score| f64::from(score - best) - sum.ln())
        .collect()
}

/// Holds a network to what was recorded of it.
fn hold(tiny: &Tiny, path: &Path, recorded: &Recorded) -> Result<(), String> {
    let file = Arc::new(GgufFile::open(path).map_err(|error| error.to_string())?);
    let network = Network::load(&file, tiny.context).map_err(|error| error.to_string())?;
    let mut cache = Cache::new(network.dimensions(), 4096);
    let (first, rest) = recorded.read.split_at(recorded.read.len() / 3);
    let mut off: f64 = 0.0;
    for pieces in [vec![recorded.read.as_slice()], vec![first, rest]] {
        let scores = read(&network, &mut cache, &pieces);
        for (token, expected) in &recorded.next {
            off = off.max((scores[*token as usize] - expected).abs());
        }
    }
    eprintln!("{}: off by {off:.4} at the most", tiny.name);
    if off > tiny.furthest {
        return Err(format!("off by {off:.4} of {}", tiny.furthest));
    }
    let mut tokens = recorded.read.clone();
    for word in &recorded.words {
        let scores = read(&network, &mut cache, &[&tokens]);
        let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
        let best = best.unwrap();
        // Of two that are as likely either may be chosen.
        if scores[best] - scores[*word as usize] > tiny.furthest {
            return Err(format!("{best} is chosen instead of {word}"));
        }
        tokens.push(*word);
    }
    Ok(())
}

/// Holds all of them, and tells of all that are off.
fn hold_all(all: &[Tiny], place: impl Fn(&Tiny, &Path) -> std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let recorded = recorded();
    let wrong: Vec<String> = all
        .iter()
        .filter_map(|tiny| {
            let path = folder.path().join(format!("{}.gguf", tiny.name));
            std::fs::write(&path, tiny.file.bytes()).unwrap();
            let held = hold(
                tiny,
                &place(tiny, &path),
                &recorded[&format!("network {}", tiny.name)],
            );
            held.err().map(|why| format!("{}: {why}", tiny.name))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_family_says_what_llama_cpp_says() {
    hold_all(&tiny::families(), |_, path| path.to_owned());
}

/// Each comes into the store first, where some are converted.
#[test]
fn every_kind_of_weights_says_what_llama_cpp_says() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::under(home.path());
    let (catalogue, store) = (Catalogue::load(&dirs).unwrap(), Store::new(&dirs));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    hold_all(&tiny::kinds(), |tiny, path| {
        let (told, _heard) = tokio::sync::mpsc::channel(1);
        let cancel = CancellationToken::new();
        let import = import(path, Some(tiny.name), &catalogue, &store, told, cancel);
        runtime.block_on(import).unwrap().path
    });
}

#[test]
fn texts_become_the_tokens_that_llama_cpp_makes_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let recorded = recorded();
    let mut wrong = Vec::new();
    for tiny in tiny::tokenizers() {
        let path = folder.path().join(format!("{}.gguf", tiny.name));
        std::fs::write(&path, tiny.file.bytes()).unwrap();
        let encode = tokenizer(&path).unwrap();
        let texts = &recorded[&format!("words {}", tiny.name)].texts;
        assert!(texts.len() > 20);
        for (text, tokens) in texts {
            let found = encode(text).unwrap();
            if found != *tokens {
                wrong.push(format!(
                    "{}: {text:?} is {found:?}, not {tokens:?}",
                    tiny.name
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn templates_make_the_prompts_that_llama_cpp_makes_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let recorded = recorded();
    for tiny in tiny::tokenizers() {
        let path = folder.path().join(format!("{}.gguf", tiny.name));
        std::fs::write(&path, tiny.file.bytes()).unwrap();
        let prompts = &recorded[&format!("words {}", tiny.name)].prompts;
        assert!(!prompts.is_empty());
        for recorded in prompts {
            let messages: Vec<Message> = recorded
                .messages
                .iter()
                .map(|(from, text)| Message {
                    from: match from.as_str() {
                        "system" => From::System,
                        "user" => From::User,
                        _ => From::Assistant,
                    },
                    text: text.clone(),
                })
                .collect();
            let (text, tokens) = prompt(&path, &messages, recorded.thinks).unwrap();
            // What the tokenizer puts before it all is not told twice by that program.
            let own = text.strip_prefix("<s>").unwrap_or(&text);
            assert_eq!(own, recorded.text, "{}", tiny.name);
            assert_eq!(tokens, recorded.tokens, "{}: {text:?}", tiny.name);
        }
    }
}

/// What is run, and what a file is judged by before anything is fetched or loaded, is the same.
#[test]
fn what_is_run_is_what_is_told() {
    let families: Vec<&str> = hustings_transformer::families().collect();
    assert_eq!(families, hustings_models::gguf::FAMILIES);
    let cuts: Vec<&str> = hustings_embedded::cuts().collect();
    assert_eq!(cuts, hustings_models::gguf::CUTS);
}

#[test]
#[ignore = "writes the files for record.py"]
fn the_files_are_written_for_llama_cpp() {
    let folder = std::env::var("HUSTINGS_TINY").unwrap();
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).unwrap();
    let groups = [
        ("network", tiny::families()),
        ("network", tiny::kinds()),
        ("words", tiny::tokenizers()),
    ];
    for (what, all) in groups {
        for tiny in all {
            let name = format!("{}.{what}.{}.gguf", tiny.name, tiny.context);
            std::fs::write(folder.join(name), tiny.file.bytes()).unwrap();
        }
    }
}
