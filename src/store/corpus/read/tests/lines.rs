//! Plain text, Markdown, JSON lines.

use super::*;

#[test]
fn paragraphs_of_plain_text_are_joined_and_placed() {
    let text = "\
BOOK I.

CHAPTER II
Of bells

The bell rings
at noon, and
nobody minds.

  It rings again
at night.
  Then they mind.

OF SILENCE

Silence is kept.
";
    let document = one("dir/on_bells.txt", text);
    assert_eq!(document.about.title.as_deref(), Some("on bells"));
    assert_eq!(document.about.source_type, "text");
    assert_eq!(
        blocks(&document),
        [
            (
                "The bell rings at noon, and nobody minds.",
                "BOOK I, CHAPTER II Of bells, line 6"
            ),
            (
                "It rings again at night.",
                "BOOK I, CHAPTER II Of bells, line 10"
            ),
            ("Then they mind.", "BOOK I, CHAPTER II Of bells, line 12"),
            (
                "Silence is kept.",
                "BOOK I, CHAPTER II Of bells, OF SILENCE, line 16"
            ),
        ]
    );
}

#[test]
fn what_a_library_puts_around_a_work_is_left_out() {
    let text = "Free e-book of the Mill Library\n\nTitle: On Bells\nAuthor: Ida Quill\n\n\
        *** START OF THE MILL LIBRARY EBOOK ON BELLS ***\n\nBells ring.\n\n\
        *** END OF THE MILL LIBRARY EBOOK ON BELLS ***\n\nLicence, licence, licence.\n";
    let document = one("b.txt", text);
    assert_eq!(document.about.title.as_deref(), Some("On Bells"));
    assert_eq!(document.about.speaker.as_deref(), Some("Ida Quill"));
    assert_eq!(blocks(&document), [("Bells ring.", "line 8")]);
}

#[test]
fn lines_that_are_paragraphs_stay_apart() {
    let long = "Every paragraph of this text stands on one line of its own. ".repeat(4);
    let document = one("a.txt", format!("{long}\n{long}\n{long}"));
    assert_eq!(document.blocks.len(), 3);
    let document = one("a.txt", "one line\r\nand another\r\n\r\nand a third");
    assert_eq!(document.blocks.len(), 2);
}

#[test]
fn a_text_of_headings_only_keeps_them() {
    let document = one("a.txt", "CHAPTER I\n\nCHAPTER II");
    assert_eq!(
        blocks(&document),
        [("CHAPTER I", "line 1"), ("CHAPTER II", "CHAPTER I, line 3")]
    );
}

#[test]
fn one_gigantic_line_is_several_paragraphs() {
    let said = "The bell rings at noon, No. 5 of them, and nobody minds. ".repeat(50_000);
    for (text, ends) in [
        (said.trim_end(), "minds."),
        (&said.replace(". ", ", ").replace(' ', "\n"), ""),
        (&"x".repeat(2_500_000), ""),
    ] {
        let document = one("a.txt", text);
        assert_eq!(document.blocks.len(), 3);
        let (mut whole, mut line) = (String::new(), 0);
        for block in &document.blocks {
            assert!(block.text.ends_with(ends));
            whole.push_str(&block.text.replace(' ', ""));
            let number: usize = block.place.strip_prefix("line ").unwrap().parse().unwrap();
            assert!(number > line || !text.contains('\n'), "{}", block.place);
            line = number;
        }
        assert!(whole == text.replace(char::is_whitespace, ""));
    }
}

#[test]
fn markdown_has_headings_for_places() {
    let text = "\
---
title: \"On rest\"
date: 1891-03-02
author: Ida Quill
tags: [rest, work]
topics:
  - bells
---
# On rest

Some *emphasised* words
over two lines with `code`.

## Of work

- first point
- second point with a [link](http://example.org)

| a | b |
|---|---|
| c | d |

<div>kept <b>in</b></div>

### Deeper

> A quotation.
";
    let document = one("rest.md", text);
    assert_eq!(document.about.title.as_deref(), Some("On rest"));
    assert_eq!(document.about.date.as_deref(), Some("1891-03-02"));
    assert_eq!(document.about.speaker.as_deref(), Some("Ida Quill"));
    assert_eq!(document.about.tags, ["rest", "work", "bells"]);
    assert_eq!(document.about.source_type, "markdown");
    assert_eq!(
        blocks(&document),
        [
            (
                "Some emphasised words over two lines with code.",
                "On rest, line 11"
            ),
            ("first point", "On rest, Of work, line 16"),
            ("second point with a link", "On rest, Of work, line 17"),
            ("a b", "On rest, Of work, line 19"),
            ("c d", "On rest, Of work, line 21"),
            ("kept in", "On rest, Of work, line 23"),
            ("A quotation.", "On rest, Of work, Deeper, line 27"),
        ]
    );
    let toml = one(
        "a.md",
        "+++\ntitle = \"T\"\ndate = 2001-02-03\ntags = [\"a\"]\n+++\nText.",
    );
    assert_eq!(
        (toml.about.title.as_deref(), toml.about.date.as_deref()),
        (Some("T"), Some("2001-02-03"))
    );
    assert_eq!(blocks(&toml), [("Text.", "line 6")]);
}

#[test]
fn a_rule_is_no_front_matter() {
    let document = one(
        "a.md",
        "---\n\nA paragraph between rules: this one.\n\n---\n\nAnother.",
    );
    assert_eq!(document.blocks.len(), 2);
    assert_eq!(document.about.title.as_deref(), Some("a"));
}

#[test]
fn json_lines_say_what_they_are_and_broken_ones_are_named() {
    let text = "\
{\"text\": \"Bells ring.\\n\\nThey do.\", \"title\": \"Bells\", \"date\": 1891, \"speaker\": \"Ida Quill\", \"source_type\": \"speech\", \"topic_tags\": [\"bells\", \"noon\"], \"place\": \"second letter\"}
\"A plain string.\"
{\"text\": 7}
{\"title\": \"No text\"}

{\"text\": \"cut o
[1, 2]
{\"text\": \" \"}
";
    let reading = read("speeches.jsonl", text.as_bytes()).unwrap();
    let [first, second] = reading.documents.as_slice() else {
        panic!("{reading:?}");
    };
    assert_eq!(first.about.title.as_deref(), Some("Bells"));
    assert_eq!(first.about.date.as_deref(), Some("1891"));
    assert_eq!(first.about.speaker.as_deref(), Some("Ida Quill"));
    assert_eq!(first.about.source_type, "speech");
    assert_eq!(first.about.tags, ["bells", "noon"]);
    assert_eq!(
        blocks(first),
        [
            ("Bells ring.", "second letter"),
            ("They do.", "second letter")
        ]
    );
    assert_eq!(second.about.title.as_deref(), Some("speeches"));
    assert_eq!(blocks(second), [("A plain string.", "line 2")]);
    let numbers: Vec<_> = reading
        .skipped
        .iter()
        .map(|why| why.split(':').next().unwrap())
        .collect();
    assert_eq!(numbers, ["line 3", "line 4", "line 6", "line 7", "line 8"]);
}

#[test]
fn a_file_of_broken_lines_only_is_broken_and_long_lists_are_cut() {
    let Err(Unreadable::Broken { detail }) = read("a.jsonl", b"{\n{\n") else {
        panic!("read");
    };
    assert!(detail.contains("line 1"), "{detail}");
    let many = format!("\"text\"\n{}", "{\n".repeat(1_000));
    let reading = read("a.jsonl", many.as_bytes()).unwrap();
    assert_eq!(reading.skipped.len(), MAX_SKIPPED + 1);
    assert_eq!(reading.skipped.last().unwrap(), "and 900 more");
}
