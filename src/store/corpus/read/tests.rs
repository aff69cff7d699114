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
fn a_file_is_read_up_to_its_bound_and_no_longer_one() {
    assert_eq!(MAX_FILE, 512 << 20);
    // Several windows long, so that it is the sum that counts.
    let text = "Whoever reads it all has read enough. ".repeat(5_000);
    let length = text.len() as u64;
    assert!(length > 2 * WINDOW as u64);
    for most in [length, length + 1, MAX_FILE] {
        let opened = open_up_to("a.txt", Cursor::new(text.as_bytes()), most).unwrap();
        assert_eq!(opened.length(), length);
        let mut gathered = Gathered::default();
        opened.read(&mut gathered).unwrap();
        let documents = &gathered.reading.documents;
        let read: usize = documents
            .iter()
            .flat_map(|one| &one.blocks)
            .map(|block| block.text.matches("Whoever").count())
            .sum();
        assert_eq!(read, 5_000);
    }
    let refused = open_up_to("a.txt", Cursor::new(text.as_bytes()), length - 1);
    let told = refused.err().unwrap().to_string();
    assert!(told.contains("a file of more than"), "{told}");
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
