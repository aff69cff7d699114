//! Tests on files that are empty, broken, enormous or made to do harm.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;
use crate::corpus::passage::{MOST, passages};

#[test]
fn what_holds_nothing_says_so() {
    for name in [
        "a.txt", "a.md", "a.html", "a.jsonl", "a.pdf", "a.epub", "a.srt", "a",
    ] {
        for bytes in ["", " \n\t\n"] {
            assert_eq!(
                read(name, bytes.as_bytes()),
                Err(Unreadable::Empty),
                "{name} {bytes:?}"
            );
        }
    }
    for name in ["a.txt", "a.md", "a.html"] {
        for bytes in ["\u{feff}", "\u{200b}", "\u{feff}\n"] {
            assert_eq!(
                read(name, bytes.as_bytes()),
                Err(Unreadable::Empty),
                "{name} {bytes:?}"
            );
        }
    }
    assert_eq!(
        read("a.html", b"<html><script>alert('x')</script></html>"),
        Err(Unreadable::Empty)
    );
}

#[test]
fn data_is_no_text_whatever_its_name() {
    let data: Vec<u8> = (0..2000u32).map(|n| (n * 31 % 251) as u8).collect();
    for name in ["a.txt", "a.md", "a.html", "a.jsonl", "a.vtt", "a"] {
        assert_eq!(read(name, &data), Err(Unreadable::Binary), "{name}");
    }
}

#[test]
fn other_formats_are_named() {
    for (bytes, what) in [
        (
            b"PK\x03\x04\x14\0\0\0\0\0word/document.xml".as_slice(),
            "a Word document",
        ),
        (b"{\\rtf1 text}", "a rich-text document"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"\x1f\x8b\x08", "a gzip archive"),
    ] {
        let error = read("a.txt", bytes).unwrap_err();
        assert_eq!(error, Unreadable::Unsupported { what: what.into() });
        assert!(error.to_string().starts_with(what), "{error}");
    }
}

/// Each would take minutes or the whole stack if some step went over it more than once, or into it.
#[test]
fn deep_and_gigantic_input_takes_no_longer_than_its_size() {
    let many = 50_000;
    let inputs: [(&str, String); 12] = [
        ("a.html", "<div>".repeat(many) + "deep"),
        ("a.html", "<b><p>".repeat(many) + "deep"),
        ("a.html", "<nav>".repeat(many) + "deep"),
        ("a.html", format!("text{}", "<".repeat(many))),
        ("a.md", "> ".repeat(2_000) + "deep"),
        ("a.md", format!("text {}", "*_[".repeat(20_000))),
        ("a.jsonl", "[".repeat(many) + "\n\"text\""),
        ("a.txt", "x".repeat(4 * many)),
        ("a.txt", "- \u{ad}\n".repeat(many)),
        (
            "a.srt",
            format!("00:00:01,000 --> 00:00:02,000\n{}", "<v a<".repeat(many)),
        ),
        (
            "a.srt",
            format!("00:00:01,000 --> 00:00:02,000\n{}", "a\n".repeat(many)),
        ),
        (
            "a.vtt",
            format!(
                "WEBVTT\n\n{}",
                "00:01.000 --> 00:02.000\nsame\n\n".repeat(many / 10)
            ),
        ),
    ];
    for (name, text) in inputs {
        let began = Instant::now();
        let reading = read(name, text.as_bytes()).unwrap_or_default();
        for document in &reading.documents {
            assert!(
                passages(document)
                    .iter()
                    .all(|passage| passage.words <= MOST)
            );
        }
        let head: String = text.chars().take(20).collect();
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{name} {head:?}: {:?}",
            began.elapsed()
        );
    }
}

#[test]
fn truncated_files_end_in_an_error_or_in_what_is_left() {
    let files = [
        (
            "a.pdf",
            pages::pdf(&[&["Bells ring at noon."], &["They ring."]], &[]),
        ),
        (
            "a.epub",
            packed::book(&[("one.xhtml", "<p>Bells ring at noon.</p>")], None),
        ),
    ];
    for (name, bytes) in files {
        for end in (0..bytes.len()).step_by(7) {
            if let Ok(reading) = read(name, &bytes[..end]) {
                assert!(
                    reading
                        .documents
                        .iter()
                        .all(|document| !document.blocks.is_empty())
                );
            }
            // One byte turned over, somewhere.
            let mut spoilt = bytes.clone();
            spoilt[end] ^= 0x55;
            let _ = read(name, &spoilt);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_panics_and_everything_is_clean(
        ending in proptest::sample::select(ENDINGS.map(|(ending, _)| ending).to_vec()),
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        text in "(\\PC|[\u{1b}\u{9b}\u{202e}\n\r\t#*>|=\\-\\[\\](){}<&;:/]|--> |00:01\\.0|<v |</|%PDF-1.4\n|PK\u{3}\u{4}){0,200}",
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
