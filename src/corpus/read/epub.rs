//! EPUB: a book as a zip of pages, read in the order of its spine through the HTML reader.

mod package;

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::{Document, Reading, Unreadable, broken, decode, draft::Draft, html};
use package::Package;

/// The most bytes that one file of a book may unpack to: a hundred times the longest chapter that is known.
const MAX_ENTRY: u64 = 32 * 1024 * 1024;

/// The most bytes that a book's pages may unpack to together: the text of a hundred thick books.
const MAX_UNPACKED: u64 = 256 * 1024 * 1024;

/// The most pages that are read.
const MAX_PAGES: usize = 20_000;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// A book as a document; pages that cannot be read are named.
pub(super) fn read(bytes: &[u8]) -> Result<Reading, Unreadable> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| broken(format!("it is no whole zip archive ({error})")))?;
    let mut budget = MAX_UNPACKED;
    let container = match page(&mut archive, "META-INF/container.xml", &mut budget) {
        Ok(container) => container,
        Err(Unreadable::Broken { .. }) if archive.index_for_name("mimetype").is_none() => {
            return Err(Unreadable::Unsupported {
                what: "a zip archive that is no EPUB".to_owned(),
            });
        }
        Err(error) => return Err(error),
    };
    if archive.index_for_name("META-INF/encryption.xml").is_some()
        && package::locks_text(&page(&mut archive, "META-INF/encryption.xml", &mut budget)?)
    {
        return Err(Unreadable::Encrypted);
    }
    let path = package::root(&container)
        .ok_or_else(|| broken("META-INF/container.xml names no package"))?;
    let package = Package::read(&page(&mut archive, &path, &mut budget)?, &path);
    if package.spine.is_empty() {
        return Err(broken(format!("{path} lists no pages")));
    }
    let (document, skipped) = book(&mut archive, &package, &mut budget)?;
    Ok(Reading {
        documents: vec![document],
        skipped,
    })
}

fn book(
    archive: &mut Archive<'_>,
    package: &Package,
    budget: &mut u64,
) -> Result<(Document, Vec<String>), Unreadable> {
    let mut draft = Draft::new("epub");
    draft.title(&package.title);
    draft.date(&package.date);
    draft.speaker(&package.creator);
    for tag in &package.subjects {
        draft.tag(tag);
    }
    let mut skipped = Vec::new();
    for (index, path) in package.spine.iter().take(MAX_PAGES).enumerate() {
        match page(archive, path, budget) {
            Ok(text) => html::chapter(&text, index + 1, &mut draft),
            // An empty page is a page; it has nothing to leave out.
            Err(Unreadable::Empty) => {}
            Err(why) => skipped.push(format!("{path}: {why}")),
        }
    }
    if let Some(more) = package
        .spine
        .len()
        .checked_sub(MAX_PAGES)
        .filter(|more| *more > 0)
    {
        skipped.push(format!("{more} pages after the first {MAX_PAGES}"));
    }
    match draft.finish() {
        Ok(document) => Ok((document, skipped)),
        Err(empty) => Err(skipped.into_iter().next().map_or(empty, broken)),
    }
}

/// A file of the archive as text, within what may still be unpacked.
fn page(archive: &mut Archive<'_>, path: &str, budget: &mut u64) -> Result<String, Unreadable> {
    let file = archive.by_name(path).map_err(|error| match error {
        zip::result::ZipError::UnsupportedArchive(zip::result::ZipError::PASSWORD_REQUIRED) => {
            Unreadable::Encrypted
        }
        error => broken(format!("{path} cannot be unpacked ({error})")),
    })?;
    let limit = MAX_ENTRY.min(*budget);
    let mut bytes = Vec::new();
    file.take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| broken(format!("{path} cannot be unpacked ({error})")))?;
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if length > limit {
        return Err(broken(format!(
            "{path} unpacks to more than {} MB",
            limit / 1024 / 1024
        )));
    }
    *budget -= length;
    if bytes.is_empty() {
        return Err(Unreadable::Empty);
    }
    decode::markup(&bytes)
}
