//! EPUB.

use std::io::{Cursor, Write};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::*;

fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        let method = if *name == "mimetype" {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        };
        let options = SimpleFileOptions::default().compression_method(method);
        zip.start_file(*name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A book with these pages in this order, and an `encryption.xml`.
pub(super) fn book(pages: &[(&str, &str)], locks: Option<&str>) -> Vec<u8> {
    let items: Vec<String> = pages
        .iter()
        .enumerate()
        .map(|(index, (name, _))| format!("<opf:item id='p{index}' href='text/{name}'/>"))
        .rev()
        .collect();
    let items = items.concat();
    let order: Vec<String> = (0..pages.len())
        .map(|index| format!("<opf:itemref idref='p{index}'/>"))
        .collect();
    let order = order.concat();
    let package = format!(
        "<?xml version='1.0' encoding='utf-8'?><opf:package xmlns:opf='http://www.idpf.org/2007/opf'><opf:metadata>\
         <dc:title id='t'>Bells &amp; Noon</dc:title><dc:title>A subtitle</dc:title>\
         <dc:creator>Ida Quill</dc:creator><dc:date>1891</dc:date>\
         <dc:subject>bells</dc:subject><dc:subject>noon</dc:subject></opf:metadata>\
         <opf:manifest><opf:item id='n' href='nav.xhtml' properties='nav'/>{items}</opf:manifest>\
         <opf:spine><opf:itemref idref='n'/>{order}</opf:spine></opf:package>"
    );
    let container =
        "<container><rootfiles><rootfile full-path='OEBPS/book.opf'/></rootfiles></container>";
    let mut files = vec![
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container),
        ("OEBPS/book.opf", package.as_str()),
        (
            "OEBPS/nav.xhtml",
            "<nav><ol><li>Contents</li></ol></nav><p>Contents</p>",
        ),
    ];
    let paths: Vec<String> = pages
        .iter()
        .map(|(name, _)| format!("OEBPS/text/{name}"))
        .collect();
    files.extend(
        paths
            .iter()
            .zip(pages)
            .map(|(path, (_, text))| (path.as_str(), *text)),
    );
    files.extend(locks.map(|locks| ("META-INF/encryption.xml", locks)));
    zipped(&files)
}

#[test]
fn a_book_is_read_in_the_order_of_its_spine() {
    let bytes = book(
        &[
            (
                "two.xhtml",
                "<html><head><title/><script/></head><body><h1>Chapter 1</h1><p>Bells ring.</p></body></html>",
            ),
            ("one.xhtml", "<p>They still do.</p>"),
            ("empty.xhtml", ""),
        ],
        None,
    );
    let document = one("b.epub", &bytes);
    assert_eq!(document.about.title.as_deref(), Some("Bells & Noon"));
    assert_eq!(document.about.speaker.as_deref(), Some("Ida Quill"));
    assert_eq!(document.about.date.as_deref(), Some("1891"));
    assert_eq!(document.about.tags, ["bells", "noon"]);
    assert_eq!(
        blocks(&document),
        [
            ("Bells ring.", "Chapter 1, paragraph 1"),
            ("They still do.", "section 2, paragraph 1"),
        ]
    );
}

#[test]
fn a_locked_book_is_named_and_locked_fonts_are_none() {
    let lock = |path: &str| {
        format!(
            "<encryption><EncryptedData><EncryptionMethod Algorithm='http://www.w3.org/2001/04/xmlenc#aes128-cbc'/>\
             <CipherData><CipherReference URI='{path}'/></CipherData></EncryptedData></encryption>"
        )
    };
    let pages = [("one.xhtml", "<p>Text.</p>")];
    let locked = book(&pages, Some(&lock("OEBPS/text/one.xhtml")));
    assert_eq!(read("a.epub", &locked), Err(Unreadable::Encrypted));
    let font = book(&pages, Some(&lock("OEBPS/fonts/a.otf")));
    assert_eq!(one("a.epub", &font).blocks.len(), 1);
}

#[test]
fn a_page_that_unpacks_without_end_is_left_out() {
    let bomb = " ".repeat(33 * 1024 * 1024);
    let bytes = book(
        &[("bomb.xhtml", &bomb), ("one.xhtml", "<p>Text.</p>")],
        None,
    );
    assert!(bytes.len() < 1024 * 1024);
    let reading = read("a.epub", &bytes).unwrap();
    assert_eq!(reading.documents[0].blocks.len(), 1);
    assert!(
        reading.skipped[0].contains("bomb.xhtml"),
        "{:?}",
        reading.skipped
    );
}

#[test]
fn what_is_no_book_says_so() {
    let Err(Unreadable::Broken { .. }) = read("a.epub", b"PK\x03\x04 cut off") else {
        panic!("read");
    };
    let Err(Unreadable::Broken { .. }) = read("a.epub", b"text by another name") else {
        panic!("read");
    };
    let zip = zipped(&[("a.txt", "text")]);
    let Err(Unreadable::Unsupported { what }) = read("a.zip", &zip) else {
        panic!("read");
    };
    assert_eq!(what, "a zip archive that is no EPUB");
    let empty = zipped(&[("mimetype", "application/epub+zip")]);
    let Err(Unreadable::Broken { detail }) = read("a.epub", &empty) else {
        panic!("read");
    };
    assert!(detail.contains("container.xml"), "{detail}");
}

#[test]
fn a_page_and_a_book_unpack_to_so_much_and_no_more() {
    use super::super::epub::{MAX_ENTRY, MAX_UNPACKED, read_within};
    assert_eq!((MAX_ENTRY >> 20, MAX_UNPACKED >> 20), (32, 256));
    let page = |words: usize| format!("<p>{}</p>", "word ".repeat(words));
    let pages = [page(1_000), page(1_200), page(1_000), page(10)];
    let names = ["one.xhtml", "two.xhtml", "three.xhtml", "four.xhtml"];
    let pages: Vec<(&str, &str)> = names
        .into_iter()
        .zip(pages.iter().map(String::as_str))
        .collect();
    let bytes = book(&pages, None);
    let skipped = |of_page: usize, of_book: u64| {
        let mut gathered = Gathered::default();
        let mut flow = Flow::new(&mut gathered, None);
        read_within(&bytes, (of_page as u64, of_book), &mut flow).unwrap();
        let reading = gathered.reading;
        let places = reading.documents[0].blocks.len();
        assert_eq!(
            places + reading.skipped.len(),
            pages.len(),
            "{:?}",
            reading.skipped
        );
        reading.skipped
    };
    let longest = pages[1].1.len();
    assert_eq!(skipped(longest, 1 << 20), Vec::<String>::new());
    let [long] = &skipped(longest - 1, 1 << 20)[..] else {
        panic!("one page is too long");
    };
    assert!(
        long.contains("two.xhtml unpacks to more than 0 MB"),
        "{long}"
    );
    // The third is too much for the book, and the fourth is not.
    let [whole] = &skipped(1 << 20, 14_000)[..] else {
        panic!("one page is too much");
    };
    assert!(
        whole.contains("with OEBPS/text/three.xhtml the book unpacks to more than"),
        "{whole}"
    );
}
