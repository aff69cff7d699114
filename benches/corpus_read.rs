//! How fast a corpus file is read and split, in bytes a second.

use divan::{Bencher, counter::BytesCount};
use hustings::corpus::{passage::passages, read::read};

fn main() {
    divan::main();
}

/// About four megabytes of hard-wrapped paragraphs under chapters.
fn text() -> String {
    let sentences: Vec<String> = (0..14)
        .map(|line| {
            format!("Sentence {line} of this paragraph is said, Mr. Hale,\nand then it ends. ")
        })
        .collect();
    let chapter = (sentences.concat() + "\n\n").repeat(100);
    let chapters: Vec<String> = (1..=40)
        .map(|number| format!("CHAPTER {number}\n\n{chapter}"))
        .collect();
    chapters.concat()
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
            let reading = read(name, bytes).unwrap_or_default();
            reading
                .documents
                .iter()
                .map(|document| passages(document).len())
                .sum::<usize>()
        });
}

#[divan::bench(sample_count = 10)]
fn plain(bencher: Bencher<'_, '_>) {
    both(bencher, "a.txt", text().as_bytes());
}

#[divan::bench(sample_count = 10)]
fn markdown(bencher: Bencher<'_, '_>) {
    both(bencher, "a.md", text().as_bytes());
}

#[divan::bench(sample_count = 10)]
fn html(bencher: Bencher<'_, '_>) {
    let page = text().replace("\n\n", "</p>\n<p>");
    both(bencher, "a.html", page.as_bytes());
}

#[divan::bench(sample_count = 10)]
fn lines_of_json(bencher: Bencher<'_, '_>) {
    both(bencher, "a.jsonl", json_lines(&text()).as_bytes());
}
