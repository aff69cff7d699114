//! EPUB: a book as a zip of pages, read in the order of its spine through the HTML reader.

mod package;

use std::io::{Cursor, Read};

use zip::{ZipArchive, result::ZipError};

use super::{Unreadable, broken, decode, flow::Flow, html};
use package::Package;

const MEGABYTE: u64 = 1024 * 1024;

/// The most bytes that one file of a book may unpack to: a hundred times the longest chapter that is known.
pub(super) const MAX_ENTRY: u64 = 32 * MEGABYTE;

/// The most bytes that a book's pages may unpack to together: the text of a hundred thick books.
pub(super) const MAX_UNPACKED: u64 = 256 * MEGABYTE;

/// The most pages that are read.
const MAX_PAGES: usize = 20_000;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// The number of bytes that may be unpacked.
#[derive(Debug, Clone, Copy)]
struct Room {
    /// The bytes of one file.
    page: u64,
    /// The bytes of the book.
    book: u64,
    /// The bytes of the book that are left.
    left: u64,
}

/// A book as a document; pages that cannot be read are named.
pub(super) fn read(bytes: &[u8], flow: &mut Flow<'_>) -> Result<(), Unreadable> {
    read_within(bytes, (MAX_ENTRY, MAX_UNPACKED), flow)
}

/// Reads a book, with so many bytes for a page and for all of them.
pub(super) fn read_within(
    bytes: &[u8],
    (of_page, of_book): (u64, u64),
    flow: &mut Flow<'_>,
) -> Result<(), Unreadable> {
    let mut room = Room {
        page: of_page,
        book: of_book,
        left: of_book,
    };
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| broken(format!("it is no whole zip archive ({error})")))?;
    let container = match page(&mut archive, "META-INF/container.xml", &mut room) {
        Ok(container) => container,
        Err(Unreadable::Broken { .. }) if archive.index_for_name("mimetype").is_none() => {
            return Err(Unreadable::Unsupported {
                what: "a zip archive that is no EPUB".to_owned(),
            });
        }
        Err(error) => return Err(error),
    };
    if archive.index_for_name("META-INF/encryption.xml").is_some()
        && package::locks_text(&page(&mut archive, "META-INF/encryption.xml", &mut room)?)
    {
        return Err(Unreadable::Encrypted);
    }
    let path = package::root(&container)
        .ok_or_else(|| broken("META-INF/container.xml names no package"))?;
    let package = Package::read(&page(&mut archive, &path, &mut room)?, &path);
    if package.spine.is_empty() {
        return Err(broken(format!("{path} lists no pages")));
    }
    book(&mut archive, &package, &mut room, flow)
}

fn book(
    archive: &mut Archive<'_>,
    package: &Package,
    room: &mut Room,
    flow: &mut Flow<'_>,
) -> Result<(), Unreadable> {
    let mut draft = flow.draft("epub");
    draft.about.set_title(&package.title);
    draft.about.set_date(&package.date);
    draft.about.set_speaker(&package.creator);
    for tag in &package.subjects {
        draft.about.add_tag(tag);
    }
    for (index, path) in package.spine.iter().take(MAX_PAGES).enumerate() {
        match page(archive, path, room) {
            Ok(text) => html::chapter(&text, index + 1, &mut draft),
            // An empty page is a page; it has nothing to leave out.
            Err(Unreadable::Empty) => {}
            Err(why) => draft.skip(format!("{path}: {why}")),
        }
    }
    if let Some(more) = package
        .spine
        .len()
        .checked_sub(MAX_PAGES)
        .filter(|more| *more > 0)
    {
        draft.skip(format!("{more} pages after the first {MAX_PAGES}"));
    }
    draft
        .finish()
        .map_err(|empty| flow.first_skipped().map_or(empty, broken))
}

/// A file of the archive as text, within what may still be unpacked.
fn page(archive: &mut Archive<'_>, path: &str, room: &mut Room) -> Result<String, Unreadable> {
    let file = archive.by_name(path).map_err(|error| {
        if let ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) = error {
            Unreadable::Encrypted
        } else {
            broken(format!("{path} cannot be unpacked ({error})"))
        }
    })?;
    let limit = room.page.min(room.left);
    let mut bytes = Vec::new();
    file.take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| broken(format!("{path} cannot be unpacked ({error})")))?;
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if length > limit {
        return Err(broken(if room.left < room.page {
            format!(
                "with {path} the book unpacks to more than {} MB",
                room.book / MEGABYTE
            )
        } else {
            format!("{path} unpacks to more than {} MB", room.page / MEGABYTE)
        }));
    }
    room.left -= length;
    if bytes.is_empty() {
        return Err(Unreadable::Empty);
    }
    decode::markup(&bytes)
}
