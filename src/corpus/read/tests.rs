//! The formats, each with small works of our own; and everything that is no work at all.

use proptest::prelude::*;

use super::*;

mod lines;

/// The only document of a file.
fn one(name: &str, bytes: impl AsRef<[u8]>) -> Document {
    let mut reading = read(name, bytes.as_ref()).unwrap();
    assert_eq!(reading.documents.len(), 1);
    assert_eq!(reading.skipped, Vec::<String>::new());
    reading.documents.remove(0)
}

/// Text and place of every block.
fn blocks(document: &Document) -> Vec<(&str, &str)> {
    let blocks = document.blocks.iter();
    blocks
        .map(|block| (block.text.as_str(), block.place.as_str()))
        .collect()
}

#[test]
fn names_are_known_by_their_endings() {
    for name in ["a.txt", "dir/B.MD", "c.jsonl", "d\\e.Markdown"] {
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

#[test]
fn what_holds_nothing_says_so() {
    for name in ["a.txt", "a.md", "a.jsonl"] {
        for bytes in ["", " \n\t\n", "\u{feff}", "\u{200b}"] {
            assert_eq!(
                read(name, bytes.as_bytes()),
                Err(Unreadable::Empty),
                "{name} {bytes:?}"
            );
        }
        let data: Vec<u8> = (0..2000u32).map(|n| (n * 31 % 251) as u8).collect();
        assert_eq!(read(name, &data), Err(Unreadable::Binary), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_panics_and_everything_is_clean(
        ending in proptest::sample::select(ENDINGS.map(|(ending, _)| ending).to_vec()),
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        text in "(\\PC|[\u{1b}\u{9b}\u{202e}\n\r\t#*>|=\\-\\[\\](){}<&;:/]){0,200}",
    ) {
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            let Ok(reading) = read(&format!("x.{ending}"), bytes) else { continue };
            prop_assert!(!reading.documents.is_empty());
            for document in &reading.documents {
                prop_assert!(!document.blocks.is_empty());
                for block in &document.blocks {
                    prop_assert!(!block.text.is_empty());
                    prop_assert!(!block.text.chars().chain(block.place.chars()).any(char::is_control));
                    prop_assert_eq!(block.text.trim(), &block.text);
                }
            }
        }
    }
}
