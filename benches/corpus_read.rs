//! How fast a corpus file is read and split, in bytes a second.

use divan::{Bencher, counter::BytesCount};
use hustings::corpus::{passage::passages, read::read};

fn main() {
    divan::main();
}

/// About four megabytes of hard-wrapped paragraphs under chapters.
fn text() -> String {
    let mut text = String::new();
    for chapter in 1..=40 {
        text += &format!("CHAPTER {chapter}\n\n");
        for paragraph in 0..100 {
            for line in 0..14 {
                text += &format!(
                    "Sentence {line} of paragraph {paragraph} is said, and then\nit ends. "
                );
            }
            text += "\n\n";
        }
    }
    text
}

fn json_lines(text: &str) -> String {
    text.split("\n\n")
        .map(|paragraph| serde_json::json!({ "text": paragraph }).to_string() + "\n")
        .collect()
}

fn both(bencher: Bencher<'_, '_>, name: &str, bytes: &[u8]) {
    bencher
        .counter(BytesCount::of_slice(bytes))
        .bench_local(|| {
            let reading = read(name, bytes).expect("it is readable");
            reading
                .documents
                .iter()
                .map(|document| passages(document).len())
                .sum::<usize>()
        });
}

#[divan::bench]
fn plain(bencher: Bencher<'_, '_>) {
    both(bencher, "a.txt", text().as_bytes());
}

#[divan::bench]
fn markdown(bencher: Bencher<'_, '_>) {
    both(bencher, "a.md", text().as_bytes());
}

#[divan::bench]
fn lines_of_json(bencher: Bencher<'_, '_>) {
    both(bencher, "a.jsonl", json_lines(&text()).as_bytes());
}
