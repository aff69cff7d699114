//! Files that somebody has, good and bad; and lists with faults.

use std::path::Path;

use serde_json::Value;

use super::{
    common::{
        debater::{end, start},
        gguf::{Gguf, number, text},
    },
    registry::{Registry, model, sha256},
};

fn registry() -> Registry {
    Registry::new("{ hub = \"http://127.0.0.1:9/m.gguf\" }")
}

fn import(registry: &Registry, file: &str, bytes: &[u8], more: &[&str], code: i32) -> String {
    let path = registry.home.write(file, "");
    std::fs::write(&path, bytes).unwrap();
    let path = path.display().to_string();
    let mut args = vec!["model", "import", &path];
    args.extend(more);
    let done = registry.run(&args);
    done.ended(code);
    format!("{}{}", done.stdout, done.stderr)
}

#[test]
fn a_file_of_ones_own_is_checked_and_taken() {
    let registry = registry();
    let bytes = Gguf::good().bytes();
    import(&registry, "My model (7B).gguf", &bytes, &[], 0);
    let model = registry.listed("My-model-7B");
    let there = &model["installed"];
    assert_eq!(there["sha256"], sha256(&bytes));
    assert_eq!(there["original_sha256"], Value::Null);
    assert_eq!(there["context"], 512);
    assert!(there["profile"].as_str().unwrap().contains("7b"));
    assert!(std::fs::read(there["path"].as_str().unwrap()).unwrap() == bytes);
    // The same again is no fault; another one of the same name is.
    import(&registry, "My model (7B).gguf", &bytes, &[], 0);
    let other = Gguf::good().with("x", number(1)).bytes();
    let said = import(&registry, "My model (7B).gguf", &other, &[], 2);
    assert!(
        said.contains("already") && said.contains("--name"),
        "{said}"
    );
    import(
        &registry,
        "My model (7B).gguf",
        &other,
        &["--name", "mine"],
        0,
    );
    assert_ne!(registry.listed("mine"), Value::Null);
    let said = import(&registry, "a.gguf", &other, &["--name", "../mine"], 2);
    assert!(said.contains("cannot be the name"), "{said}");
    let said = import(&registry, "日本.gguf", &other, &[], 2);
    assert!(said.contains("--name"), "{said}");
    registry.run(&["model", "remove", "MINE"]).ended(0);
    assert_eq!(registry.listed("mine"), Value::Null);
    let left: Vec<_> = std::fs::read_dir(registry.store().join(".coming"))
        .unwrap()
        .collect();
    assert!(
        left.iter()
            .all(|entry| entry.as_ref().unwrap().path().is_file()),
        "only locks are left: {left:?}"
    );
}

#[test]
fn a_file_of_the_catalogue_is_recognised_by_its_hash() {
    let registry = registry();
    import(&registry, "downloaded.gguf", &model(), &[], 0);
    registry.sound();
    assert!(registry.pull().ended(0).stdout.contains("is there already"));
}

#[test]
fn each_bad_file_is_refused_in_its_own_words() {
    let good = Gguf::good();
    let bytes = good.bytes();
    let html = b"<!DOCTYPE html><html><body>Sign in".to_vec();
    let safetensors = b"\x10\0\0\0\0\0\0\0{\"__metadata__\":{}}".to_vec();
    let table = [
        (html, "web page"),
        (b"PK\x03\x04wheel".to_vec(), "zip"),
        (safetensors, "safetensors"),
        (bytes[..bytes.len() - 7].to_vec(), "7 bytes are missing"),
        (
            good.clone()
                .with("general.architecture", text("mamba"))
                .bytes(),
            "family `mamba`",
        ),
        (
            good.clone().without("tokenizer.ggml.tokens").bytes(),
            "no tokenizer",
        ),
        (
            good.clone()
                .with("tokenizer.ggml.model", text("bert"))
                .bytes(),
            "kind `bert`",
        ),
        (
            good.clone().without("tokenizer.chat_template").bytes(),
            "no chat template",
        ),
        (
            good.clone()
                .with_tensor("odd", &[256], 21, &[0; 144])
                .bytes(),
            "IQ3_S",
        ),
    ];
    let registry = registry();
    for (bytes, expected) in table {
        let said = import(&registry, "m.gguf", &bytes, &[], 2);
        assert!(
            said.contains(expected) && said.contains("hint: "),
            "{expected}: {said}"
        );
    }
    assert_eq!(registry.listed("m"), Value::Null);
    let missing = registry.run(&["model", "import", "/nonexistent/m.gguf"]);
    assert!(missing.ended(2).stderr.contains("cannot be read"));
}

#[cfg(feature = "embedded")]
#[test]
fn slow_tensors_are_converted_and_both_hashes_are_kept() {
    // Two blocks of Q4_1: a scale and a least value as halves, and 32 numbers of four bits.
    let block: Vec<u8> = [0x00, 0x3c, 0x00, 0x00].into_iter().chain(0..16).collect();
    let bytes = Gguf::good()
        .with_tensor("slow", &[64], 3, &block.repeat(2))
        .bytes();
    let registry = registry();
    let said = import(&registry, "slow.gguf", &bytes, &[], 0);
    assert!(said.contains("converting"), "{said}");
    let there = registry.listed("slow")["installed"].clone();
    assert_eq!(there["original_sha256"], sha256(&bytes));
    let path = there["path"].as_str().unwrap();
    assert_eq!(there["sha256"], sha256(&std::fs::read(path).unwrap()));
    let facts = hustings::models::gguf::check(Path::new(path)).unwrap();
    assert!(facts.quantisations.contains("Q8_0") && !facts.quantisations.contains("Q4_1"));
    // The file as it came is still the same model.
    import(&registry, "slow.gguf", &bytes, &[], 0);
}

#[test]
fn a_list_with_a_fault_is_shown_with_its_place() {
    let registry = registry();
    registry.home.write(
        "config/models.toml",
        "[[models]]\nname = \"x\"\ncolour = 1\n",
    );
    let said = registry.run(&["model", "list"]).ended(2).stderr.clone();
    assert!(
        said.contains("models.toml:3:1") && said.contains("colour"),
        "{said}"
    );
    let checked = registry.run(&["check"]);
    assert!(
        checked.ended(2).stdout.contains("models.toml:3:1"),
        "{}",
        checked.stdout
    );
}

#[test]
fn only_a_model_of_ones_own_is_measured_when_none_is_named() {
    let registry = registry();
    let mut command = registry.command(&["model", "bench"]);
    command.env("OPENAI_BASE_URL", "http://127.0.0.1:9/v1");
    let done = end(start(&mut command));
    let said = &done.ended(3).stderr;
    assert!(
        said.contains("no model on this machine") && said.contains("hustings model pull"),
        "{said}"
    );
}
