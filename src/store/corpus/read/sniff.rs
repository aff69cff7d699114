//! The kind of a file by its first bytes: stronger than its name for formats that announce themselves.

use super::{Format, Unreadable};

/// The distance into a file, in bytes, within which a PDF may begin: what its readers allow.
const PDF_WITHIN: usize = 1024;

/// Beginnings of files that hold no text that could be read, and what they are.
const FOREIGN: [(&[u8], &str); 13] = [
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "an old Office document",
    ),
    (b"{\\rtf", "a rich-text document"),
    (b"%!PS", "a PostScript file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"SQLite format 3\0", "a database"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"ID3", "a sound recording"),
];

/// Endings of packed documents that are zip archives too.
const OFFICE: [(&[u8], &str); 4] = [
    (b"word/", "a Word document"),
    (b"ppt/", "a slide show"),
    (b"xl/", "a spreadsheet"),
    (b"opendocument", "an OpenDocument file"),
];

/// The format in which a file is read: by its first bytes, else by its name, else as text.
pub(super) fn format(named: Option<Format>, bytes: &[u8]) -> Result<Format, Unreadable> {
    let head = bytes.get(..PDF_WITHIN).unwrap_or(bytes);
    if holds(head, b"%PDF-")
        && (named.is_none_or(|named| named == Format::Pdf) || head.starts_with(b"%PDF-"))
    {
        return Ok(Format::Pdf);
    }
    if head.starts_with(b"PK\x03\x04") {
        let found = OFFICE.iter().find(|(mark, _)| holds(head, mark));
        return match found {
            Some((_, what)) if named != Some(Format::Epub) => Err(unsupported(what)),
            _ => Ok(Format::Epub),
        };
    }
    if let Some((_, what)) = FOREIGN.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Err(unsupported(what));
    }
    if holds(head.get(..80).unwrap_or(head), b"BOOKMOBI") {
        return Err(unsupported("a Kindle book"));
    }
    if head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .starts_with(b"WEBVTT")
    {
        return Ok(Format::Subtitles);
    }
    Ok(named.unwrap_or_else(|| {
        let start = head
            .trim_ascii_start()
            .get(..14)
            .unwrap_or_default()
            .to_ascii_lowercase();
        if start.starts_with(b"<!doctype html") || start.starts_with(b"<html") {
            Format::Html
        } else {
            Format::Text
        }
    }))
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn unsupported(what: &str) -> Unreadable {
    Unreadable::Unsupported {
        what: what.to_owned(),
    }
}
