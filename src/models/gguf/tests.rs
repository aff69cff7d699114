//! Good files, bad files, and files that were tampered with.

use std::{io::Cursor, path::Path};

use proptest::prelude::*;

use super::*;
use crate::{
    error::Failure,
    sample::{Gguf, number, text, texts},
};

fn checked(bytes: &[u8]) -> Result<Facts, FileError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.gguf");
    std::fs::write(&path, bytes).unwrap();
    check(&path)
}

/// The message about a file, with the hints.
fn said(bytes: &[u8]) -> String {
    Failure::from(checked(bytes).unwrap_err()).to_string()
}

#[test]
fn a_good_file_says_what_it_is() {
    for version in [2, 3] {
        let file = Gguf {
            version,
            ..Gguf::good()
        };
        let facts = checked(&file.bytes()).unwrap();
        assert_eq!(facts.architecture, "llama");
        assert_eq!(facts.name.as_deref(), Some("Tiny 135M"));
        assert_eq!((facts.context, facts.layers), (Some(512), Some(1)));
        assert_eq!((facts.tensors, facts.parameters), (2, 104));
        assert_eq!(facts.quantisations, BTreeSet::from(["F32"]));
        assert!(facts.has_tokenizer && facts.has_template);
        assert_eq!(facts.tokenizer_pre.as_deref(), Some("smollm"));
        assert_eq!(facts.file_bytes, file.bytes().len() as u64);
        assert!(facts.memory() > facts.file_bytes);
    }
    let wide = Gguf {
        alignment: 64,
        ..Gguf::good()
    };
    assert!(checked(&wide.with("general.alignment", number(64)).bytes()).is_ok());
}

#[test]
fn each_fault_has_its_own_message_and_a_next_step() {
    let good = Gguf::good();
    let base = good.bytes();
    let cut = |by: usize| base.get(..base.len() - by).unwrap().to_vec();
    let big_endian = Gguf {
        version: 3_u32.swap_bytes(),
        ..good.clone()
    };
    let with = |key: &str, value: Vec<u8>| good.clone().with(key, value).bytes();
    let without = |key: &str| good.clone().without(key).bytes();
    let tensor = |sizes: &[u64], kind: u32| {
        good.clone()
            .with_tensor("odd", sizes, kind, &[0; 64])
            .bytes()
    };
    let table = [
        (b"PK\x03\x04".to_vec(), "zip archive", ".gguf"),
        (b"GG".to_vec(), "nothing that is known", ".gguf"),
        (Vec::new(), "it is empty", ".gguf"),
        (cut(10), "cut off: 10 bytes are missing", "fetch it again"),
        (
            cut(base.len() - 100),
            "ends in the middle of its header",
            "fetch it again",
        ),
        (
            b"GGUF\x03\0\0\0".to_vec(),
            "ends in the middle of its header",
            "fetch it again",
        ),
        (b"GGUF\x09\0\0\0".to_vec(), "version 9", "newer file"),
        (big_endian.bytes(), "other order of bytes", "newer file"),
        (
            with("general.architecture", text("mamba")),
            "family `mamba`; these are run here: llama, qwen2",
            "--base-url",
        ),
        (
            without("general.architecture"),
            "does not say which family",
            "SHA-256",
        ),
        (
            without("tokenizer.ggml.tokens"),
            "no tokenizer",
            "llama.cpp",
        ),
        (without("tokenizer.ggml.model"), "no tokenizer", "llama.cpp"),
        (
            with("tokenizer.ggml.tokens", texts(&[])),
            "no tokenizer",
            "llama.cpp",
        ),
        (
            with("tokenizer.ggml.model", text("bert")),
            "kind `bert`",
            "--base-url",
        ),
        (
            with("tokenizer.ggml.pre", text("bloom")),
            "cuts texts as `bloom` does",
            "--base-url",
        ),
        (
            without("tokenizer.chat_template"),
            "no chat template",
            "Instruct",
        ),
        (
            with("tokenizer.chat_template", text("")),
            "no chat template",
            "Instruct",
        ),
        (with("split.count", number(3)), "one of 3 parts", "--merge"),
        (
            with("general.alignment", number(0)),
            "alignment",
            "fetch it again",
        ),
        (
            with("x", vec![7, 0, 0, 0, 2]),
            "a yes or no in it is 2",
            "fetch it again",
        ),
        (
            with("x", vec![99, 0, 0, 0]),
            "unknown type 99",
            "fetch it again",
        ),
        (tensor(&[256], 21), "`odd` as IQ3_S", "Q4_K_M"),
        (
            tensor(&[64], 4_000),
            "type 4000, which is unknown",
            "Q4_K_M",
        ),
        (tensor(&[33], 2), "no possible size", "fetch it again"),
        (tensor(&[16, 2], 2), "no possible size", "fetch it again"),
        (tensor(&[0], 0), "no possible size", "fetch it again"),
        (
            tensor(&[u64::MAX, 2], 0),
            "no possible size",
            "fetch it again",
        ),
        (tensor(&[1; 5], 0), "5 dimensions", "fetch it again"),
        (tensor(&[1 << 40], 0), "are missing", "fetch it again"),
        (
            Gguf {
                tensors: Vec::new(),
                ..good.clone()
            }
            .bytes(),
            "no weights",
            "vocabulary",
        ),
    ];
    for (bytes, message, hint) in table {
        let said = said(&bytes);
        let (first, hints) = said.split_once("hint: ").unwrap();
        assert!(first.contains(message), "{message}: {said}");
        assert!(hints.contains(hint), "{hint}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path(), Path::new("/nonexistent/m.gguf")] {
        let said = Failure::from(check(path).unwrap_err()).to_string();
        assert!(said.contains("hint: "), "{said}");
    }
}

#[test]
fn a_model_that_is_too_large_is_not_begun() {
    let facts = checked(&Gguf::good().bytes()).unwrap();
    let path = Path::new("m.gguf");
    assert!(check_memory(path, &facts, None).is_ok());
    assert!(check_memory(path, &facts, Some(facts.memory())).is_ok());
    let error = check_memory(path, &facts, Some(facts.memory() - 1)).unwrap_err();
    let said = Failure::from(error).to_string();
    assert!(
        said.contains("of memory") && said.contains("smaller model"),
        "{said}"
    );
}

/// A list of lists, `depth` deep.
fn nested(depth: usize) -> Vec<u8> {
    let mut bytes = 9_u32.to_le_bytes().to_vec();
    for _ in 0..depth {
        bytes.extend(9_u32.to_le_bytes());
        bytes.extend(1_u64.to_le_bytes());
    }
    bytes.extend(4_u32.to_le_bytes());
    bytes.extend(0_u64.to_le_bytes());
    bytes
}

#[test]
fn lists_are_neither_endless_nor_bottomless() {
    assert!(checked(&Gguf::good().with("x", nested(2)).bytes()).is_ok());
    assert!(said(&Gguf::good().with("x", nested(10_000)).bytes()).contains("nested"));
    // Nine million small values are there, and would be 300 MB in memory.
    let mut many = 9_u32.to_le_bytes().to_vec();
    many.extend(0_u32.to_le_bytes());
    many.extend((9_u64 << 20).to_le_bytes());
    many.resize(many.len() + (9 << 20), 0);
    assert!(said(&Gguf::good().with("x", many).bytes()).contains("values"));
    // And a list that says it has more than the file is one that was cut.
    let mut lie = 9_u32.to_le_bytes().to_vec();
    lie.extend(0_u32.to_le_bytes());
    lie.extend(u64::MAX.to_le_bytes());
    assert!(said(&Gguf::good().with("x", lie).bytes()).contains("cut off"));
}

/// A change to a file.
#[derive(Debug, Clone)]
enum Change {
    Flip(usize, u8),
    Cut(usize),
    Insert(usize, Vec<u8>),
    /// A number somewhere becomes a huge one.
    Huge(usize, u64),
}

fn change() -> impl Strategy<Value = Change> {
    let huge = prop_oneof![Just(u64::MAX), Just(1 << 62), Just(1 << 31), any::<u64>()];
    prop_oneof![
        (any::<usize>(), 1_u8..).prop_map(|(at, bits)| Change::Flip(at, bits)),
        any::<usize>().prop_map(Change::Cut),
        (any::<usize>(), prop::collection::vec(any::<u8>(), 1..24))
            .prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (any::<usize>(), huge).prop_map(|(at, number)| Change::Huge(at, number)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let length = bytes.len().max(1);
        match change {
            Change::Flip(at, bits) => {
                if let Some(byte) = bytes.get_mut(at % length) {
                    *byte ^= bits;
                }
            }
            Change::Cut(at) => bytes.truncate(at % length),
            Change::Insert(at, more) => {
                let at = (at % length).min(bytes.len());
                bytes.splice(at..at, more.iter().copied());
            }
            Change::Huge(at, number) => {
                let place = bytes.iter_mut().skip(at % length);
                place
                    .zip(number.to_le_bytes())
                    .for_each(|(byte, new)| *byte = new);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn nothing_that_is_done_to_a_file_does_harm(changes in prop::collection::vec(change(), 1..4)) {
        let bytes = changed(Gguf::good().bytes(), &changes);
        let length = bytes.len() as u64;
        // Neither panics nor allocates more than a few times the file: everything that is kept was read.
        if let Ok(header) = walk::walk(Cursor::new(&bytes), length) {
            let kept: usize = header.metadata.keys().map(String::len).sum();
            prop_assert!(kept as u64 <= length);
            if let Ok(layout) = header.placed() {
                for tensor in &layout.tensors {
                    prop_assert!(tensor.at + tensor.bytes <= length);
                }
            }
        }
    }
}
