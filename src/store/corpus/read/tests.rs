//! The formats, each with small works of our own; and everything that is no work at all.

use super::{flow::MAX_SKIPPED, *};

mod hostile;
mod lines;
mod packed;
mod pages;
mod windows;

/// The only document of a file.
fn one(name: &str, bytes: impl AsRef<[u8]>) -> ParsedWork {
    let mut reading = read(name, bytes.as_ref()).unwrap();
    assert_eq!(reading.documents.len(), 1);
    assert_eq!(reading.skipped, Vec::<String>::new());
    reading.documents.remove(0)
}

/// Text and place of every block.
fn blocks(document: &ParsedWork) -> Vec<(&str, &str)> {
    let blocks = document.blocks.iter();
    blocks
        .map(|block| (block.text.as_str(), block.place.as_str()))
        .collect()
}

#[test]
fn names_are_known_by_their_endings() {
    for name in [
        "a.txt",
        "dir/B.MD",
        "c.jsonl",
        "d\\e.Markdown",
        "f.PDF",
        "g.epub",
        "h.vtt",
        "i.htm",
    ] {
        assert!(is_readable_name(name), "{name}");
    }
    for name in [
        "a.png",
        ".hidden.txt",
        "txt",
        "~lock.md",
        "dir.txt/file",
        "a.docx",
    ] {
        assert!(!is_readable_name(name), "{name}");
    }
}
