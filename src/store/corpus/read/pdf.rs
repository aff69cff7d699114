//! PDF: pages as lines, lines as paragraphs, without running heads and page numbers.
//!
//! The library reads objects and decodes letters; where lines, spaces and paragraphs are is told from where the
//! letters stand (`layout`), because a PDF does not say.

mod font;
mod layout;
mod matrix;
mod page;
mod paragraphs;

use lopdf::{Error, LoadOptions, Object};

use super::{About, Unreadable, broken, flow::Flow};
use crate::panics;

/// The most bytes that one stream may unpack to while the file is opened. Streams that hold objects are a few hundred
/// kilobytes in real files; a bomb is a thousand times its size.
const MAX_STREAM: usize = 32 * 1024 * 1024;

/// The most bytes of instructions that one page may have: a hundred times what a crowded page of text has.
const MAX_PAGE: usize = 8 * 1024 * 1024;

/// The most bytes of instructions that are read from one file: many pages may share one stream, so that the size of
/// the file bounds nothing. Ten thousand pages of text have a tenth of it.
const MAX_WORK: usize = 256 * 1024 * 1024;

/// The most pages that are read.
const MAX_PAGES: usize = 20_000;

/// A PDF as a document. Pages that cannot be read are named.
pub(super) fn read(bytes: &[u8], flow: &mut Flow<'_>) -> Result<(), Unreadable> {
    // The library promises to return errors; whatever it does with a hostile file, the other files go in.
    let found = panics::catch_expected(|| pages(bytes, MAX_WORK))
        .unwrap_or_else(|_| Err(broken("its objects contradict each other")))?;
    let mut draft = flow.draft_of(found.about);
    for what in found.skipped {
        draft.skip(what);
    }
    for (number, text) in found.paragraphs {
        draft.block(&text, &format!("page {number}"));
    }
    draft.finish().map_err(|_| match flow.first_skipped() {
        _ if found.has_pages => Unreadable::Unsupported {
            what: "a PDF of pictures without text, such as scanned pages,".to_owned(),
        },
        Some(why) => broken(why),
        None => broken("it has no pages"),
    })
}

/// The contents of a PDF.
pub(super) struct Found {
    about: About,
    /// Each with the number of its page.
    paragraphs: Vec<(usize, String)>,
    /// Whether any page could be read.
    has_pages: bool,
    /// Pages that cannot be read, and where nothing is read any more.
    pub(super) skipped: Vec<String>,
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "errors that are none of ours"
)]
pub(super) fn pages(bytes: &[u8], most: usize) -> Result<Found, Unreadable> {
    let options = LoadOptions::with_max_decompressed_size(MAX_STREAM);
    let pdf =
        lopdf::Document::load_mem_with_options(bytes, options).map_err(|error| match error {
            Error::InvalidPassword | Error::Decryption(_) => Unreadable::Encrypted,
            error => broken(format!("it is no whole PDF ({error})")),
        })?;
    if pdf.is_encrypted() {
        return Err(Unreadable::Encrypted);
    }
    let mut about = About::new("pdf");
    information(&pdf, &mut about);

    let mut found = Vec::new();
    let mut skipped = Vec::new();
    let mut work = most;
    let mut fonts = font::Fonts::new(&pdf);
    let mut pages = pdf.page_iter().enumerate().peekable();
    while let Some((index, id)) = pages.next() {
        let number = index + 1;
        let limit = MAX_PAGE.min(work);
        match page::lines(&pdf, id, &mut fonts, limit) {
            Ok((lines, used)) => {
                work = work.saturating_sub(used);
                found.push((number, lines));
            }
            Err(page::Trouble::TooLong) => {
                // It was unpacked up to there before that was known.
                work = work.saturating_sub(limit);
                skipped.push(format!(
                    "page {number}: it is more than {} MB of instructions",
                    MAX_PAGE / 1024 / 1024
                ));
            }
            Err(page::Trouble::Broken(why)) => skipped.push(format!("page {number}: {why}")),
        }
        if pages.peek().is_none() {
            break;
        }
        if work == 0 {
            skipped.push(format!(
                "everything after page {number}: it is more than {} MB of instructions",
                most / 1024 / 1024
            ));
            break;
        }
        if number == MAX_PAGES {
            skipped.push(format!("everything after page {number}"));
            break;
        }
    }
    Ok(Found {
        about,
        has_pages: !found.is_empty(),
        paragraphs: paragraphs::all(found),
        skipped,
    })
}

/// Title, author, date and keywords, where the file has them.
fn information(pdf: &lopdf::Document, about: &mut About) {
    let info = pdf
        .trailer
        .get_deref(b"Info", pdf)
        .and_then(Object::as_dict);
    let Ok(info) = info else {
        return;
    };
    let field = |key: &[u8]| {
        let value = info.get_deref(key, pdf).ok()?;
        lopdf::decode_text_string(value).ok()
    };
    if let Some(title) = field(b"Title") {
        about.set_title(&title);
    }
    if let Some(author) = field(b"Author") {
        about.set_speaker(&author);
    }
    if let Some(words) = field(b"Keywords") {
        about.add_tags(&words);
    }
    // "D:20010203…" is the day of the file, which is the best that is known.
    let day = field(b"CreationDate");
    let digits = day.as_deref().map(|day| day.trim_start_matches("D:"));
    if let Some((year, rest)) = digits.and_then(|day| day.split_at_checked(4)) {
        let parts = (rest.get(..2), rest.get(2..4));
        let numbers = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        match parts {
            (Some(month), Some(day)) if [year, month, day].into_iter().all(numbers) => {
                about.set_date(&format!("{year}-{month}-{day}"));
            }
            _ if numbers(year) => about.set_date(year),
            _ => {}
        }
    }
}
