//! What is made of listings, sound and hostile.

use serde_json::json;

use super::*;

const HASH: &str = "aa00000000000000000000000000000000000000000000000000000000000000";

fn listing(files: &[&str]) -> Listing {
    let siblings: Vec<Value> = files
        .iter()
        .map(|name| json!({ "rfilename": name, "size": 7, "lfs": { "sha256": HASH, "size": 7 } }))
        .collect();
    serde_json::from_value(json!({
        "id": "some/Tiny-GGUF", "sha": "0123456789012345678901234567890123456789", "gated": "auto", "downloads": 3,
        "tags": ["gguf", "license:apache-2.0"], "siblings": siblings, "unknown": [1],
        "gguf": { "architecture": "qwen3", "context_length": 40_960 },
    }))
    .unwrap()
}

fn reference(name: &str) -> HubReference {
    HubReference::of(name).unwrap().unwrap()
}

fn chosen(files: &[&str], name: &str) -> Result<Vec<String>, String> {
    let files = listing(files).choose(&reference(name));
    let names = |files: Chosen| files.files.into_iter().map(|file| file.file).collect();
    files.map(names).map_err(|failure| failure.to_string())
}

#[test]
fn the_quantisation_that_is_wanted_or_the_usual_one_is_taken() {
    let all = [
        "README.md",
        "mmproj-F16.gguf",
        "tiny-Q8_0.gguf",
        "tiny-Q4_K_M.gguf",
        "tiny-IQ2_M.gguf",
        "F16/tiny-F16-00001-of-00002.gguf",
        "F16/tiny-F16-00002-of-00002.gguf",
    ];
    assert_eq!(chosen(&all, "hf:some/tiny").unwrap(), ["tiny-Q4_K_M.gguf"]);
    assert_eq!(
        chosen(&all, "hf:some/tiny:q8_0").unwrap(),
        ["tiny-Q8_0.gguf"]
    );
    assert_eq!(
        chosen(&all, "hf:some/tiny:F16").unwrap(),
        [
            "tiny-F16-00001-of-00002.gguf",
            "tiny-F16-00002-of-00002.gguf"
        ]
    );
    let said = chosen(&all, "hf:some/tiny:Q6_K").unwrap_err();
    assert!(said.contains("it has these: Q4_K_M, Q8_0, F16"), "{said}");
    assert!(chosen(&["tiny.gguf"], "hf:some/tiny").is_ok());
    for (files, expected) in [
        (&["README.md"][..], "no GGUF file"),
        (&["tiny-IQ1_S.gguf"], "no file with weights that are run"),
        (&["tiny-Q8_0-00001-of-00002.gguf"], "00002-of-00002"),
        (&["tiny-Q8_0-00001-of-00999.gguf"], "999 parts"),
        (&["../tiny-Q8_0.gguf"], "cannot be kept"),
        (&["a b-Q8_0.gguf"], "cannot be kept"),
    ] {
        let said = chosen(files, "hf:some/tiny").unwrap_err();
        assert!(said.contains(expected), "{files:?}: {said}");
    }
}

#[test]
fn odd_entries_and_fields_are_left_out_and_counted() {
    let odd = json!([
        { "id": "a/b", "downloads": -1, "cardData": "mit", "tags": [1, "license:mit"], "sha": 7, "gguf": [] },
        { "id": null }, { "id": "../x" }, 3, null,
        { "id": "c/d", "downloads": 2, "tags": [format!("license:{}", "x".repeat(500))] },
    ]);
    let Value::Array(odd) = odd else {
        unreachable!()
    };
    let (all, skipped) = found(odd);
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!((names, skipped), (vec!["hf:a/b", "hf:c/d"], 4));
    assert_eq!((all[0].licence.as_str(), all[0].downloads), ("mit", 0));
    assert!(all[1].licence.len() < 70, "{}", all[1].licence);
    let listing: Listing = serde_json::from_value(json!({ "siblings": [
        5, { "rfilename": null },
        { "rfilename": "t-Q8_0.gguf", "size": -5, "lfs": { "sha256": HASH, "size": 7 } },
        { "rfilename": "t-Q4_0.gguf", "size": 8, "lfs": { "sha256": HASH, "size": 7 } },
    ] }))
    .unwrap();
    assert!(listing.choose(&reference("hf:a/t:Q8_0")).is_ok());
    let said = listing.choose(&reference("hf:a/t:Q4_0")).unwrap_err();
    assert!(said.to_string().contains("two sizes"), "{said}");
}

#[test]
fn what_a_hub_does_not_say_is_not_made_up() {
    let wanted = reference("hf:some/tiny");
    let mut no_hash = listing(&["tiny-Q8_0.gguf"]);
    no_hash.siblings[0].lfs = None;
    let said = no_hash.choose(&wanted).unwrap_err().to_string();
    assert!(said.contains("does not say the SHA-256"), "{said}");
    let mut no_size = listing(&["tiny-Q8_0.gguf"]);
    no_size.siblings[0].size = None;
    no_size.siblings[0].lfs.as_mut().unwrap().size = None;
    assert!(
        no_size
            .choose(&wanted)
            .unwrap_err()
            .to_string()
            .contains("size")
    );
    let mut other = listing(&["tiny-Q8_0.gguf"]);
    other.gguf.as_mut().unwrap().architecture = Some("mamba\u{1b}[31m".to_owned());
    let said = other.choose(&wanted).unwrap_err().to_string();
    assert!(
        said.contains("`mamba") && said.contains("gemma3") && !said.contains('\u{1b}'),
        "{said}"
    );
}

#[test]
fn a_listing_becomes_a_model_to_fetch_and_a_line_of_a_search() {
    let listing = listing(&[
        "tiny-Q8_0-00001-of-00002.gguf",
        "tiny-Q8_0-00002-of-00002.gguf",
    ]);
    let wanted = reference("hf:some/Tiny-GGUF");
    let files = listing.choose(&wanted).unwrap();
    let entry = listing
        .entry(&wanted, &files, "http://h/{file}".to_owned())
        .unwrap();
    assert_eq!(entry.name, "tiny-q8_0");
    assert_eq!(entry.aliases, ["hf:some/Tiny-GGUF:Q8_0"]);
    assert_eq!(
        (entry.context, entry.bytes(), entry.licence.as_str()),
        (8_192, 14, "apache-2.0")
    );
    assert!(
        entry.summary.contains("in 2 parts") && entry.summary.contains("3 copies"),
        "{}",
        entry.summary
    );
    assert!(listing.is_gated());
    assert_eq!(listing.revision().len(), 40);
    let found = listing.found().unwrap();
    assert_eq!(
        (found.name.as_str(), found.gated, found.downloads),
        ("hf:some/Tiny-GGUF", true, 3)
    );
    let nameless = Listing {
        id: "../../x".to_owned(),
        sha: Some("../../etc".to_owned()),
        ..Listing::default()
    };
    assert_eq!((nameless.found(), nameless.revision()), (None, "main"));
}
