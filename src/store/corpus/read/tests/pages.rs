//! HTML pages, subtitles and PDF.

use lopdf::{
    Dictionary, Document as Pdf, EncryptionState, EncryptionVersion, Object, Permissions, Stream,
    dictionary,
};

use super::*;
use crate::corpus::read::pdf;

#[test]
fn a_page_is_read_without_its_furniture() {
    let page = "<!DOCTYPE html><html><head><title>On &amp; off</title>
        <meta name=author content='Ida Quill'><meta property='article:published_time' content='1891-03-02'>
        <style>p { color: red }</style></head><body>
        <nav><p>Home<p>About</nav>
        <h1>Bells</h1><p>The <b>bell</b> rings&nbsp;at
        noon.<p>It rings<br>again.<br><br>And again.
        <script>if (1 < 2) document.write('<p>no</p>')</script>
        <h2>Of silence</h2><ul><li>One<li>Two</ul>
        <table><tr><td>a<td>b</table><p hidden>secret</p><p>Red&#27;[31m.</p>
        <footer>Imprint</footer></body></html>";
    let document = one("page.html", page);
    assert_eq!(document.about.title.as_deref(), Some("On & off"));
    assert_eq!(document.about.speaker.as_deref(), Some("Ida Quill"));
    assert_eq!(document.about.date.as_deref(), Some("1891-03-02"));
    assert_eq!(
        blocks(&document),
        [
            ("The bell rings at noon.", "Bells, paragraph 1"),
            ("It rings again.", "Bells, paragraph 2"),
            ("And again.", "Bells, paragraph 3"),
            ("One", "Bells, Of silence, paragraph 4"),
            ("Two", "Bells, Of silence, paragraph 5"),
            ("a b", "Bells, Of silence, paragraph 6"),
            ("Red.", "Bells, Of silence, paragraph 7"),
        ]
    );
}

#[test]
fn the_main_part_is_taken_where_it_is_most_of_the_page() {
    let text = "Words of the article itself, and many of them. ".repeat(5);
    let document = one(
        "a.html",
        format!("<p>Subscribe!</p><article><p>{text}</p></article>"),
    );
    assert_eq!(document.blocks.len(), 1);
    let document = one(
        "a.html",
        format!("<p>{text}</p><article><p>A teaser.</p></article>"),
    );
    assert_eq!(document.blocks.len(), 2);
}

#[test]
fn furniture_that_is_never_closed_does_not_swallow_the_page() {
    let document = one("a.html", "<nav><a>Home</a><p>The text.</p>");
    assert_eq!(document.blocks.last().unwrap().text, "The text.");
}

#[test]
fn a_page_declares_its_encoding() {
    let page = "<meta charset=windows-1251><p>Свобода</p>";
    let bytes = encoding_rs::WINDOWS_1251.encode(page).0;
    assert_eq!(one("a.html", bytes).blocks[0].text, "Свобода");
}

#[test]
fn subtitles_are_joined_with_times_and_speakers() {
    let text = "1\r\n00:00:01,000 --> 00:00:03,000\r\n<i>CHAIR:</i> Order,\r\norder.\r\n\r\n\
        2\r\n00:00:03,100 --> 00:00:05,000\r\n{\\an8}The house will come\r\n\r\n\
        3\r\n00:00:05,100 --> 00:00:07,000\r\nto order &amp; listen.\r\n4\r\n00:12:31,500 --> 00:12:33,000\r\n\
        ANN HALE: Thank you. Listen: it rings.\r\n- No!\r\n";
    let document = one("debate.srt", text);
    let found: Vec<_> = document
        .blocks
        .iter()
        .map(|block| {
            (
                block.place.as_str(),
                block.speaker.as_deref(),
                block.text.as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                "00:00:01",
                Some("CHAIR"),
                "Order, order. The house will come to order & listen."
            ),
            ("00:12:31", Some("ANN HALE"), "Thank you. Listen: it rings."),
            ("00:12:31", None, "No!"),
        ]
    );
    assert_eq!(document.about.source_type, "subtitles");
}

#[test]
fn web_captions_have_voices_and_do_not_roll() {
    let text = "WEBVTT - Bells\n\nNOTE nothing\nto see\n\nSTYLE\n::cue { color: red }\n\nintro\n\
        00:01.000 --> 00:03.000 align:start\n<v Ann Hale>The bell\n\n\
        00:03.000 --> 00:05.000\n<v Ann Hale>The bell\n<v Ann Hale>rings <00:04.000><c>at noon.</c></v>\n\n\
        00:05.000 --> 00:05.100\n<v Ann Hale>rings at noon.\n\n\
        00:05.100 --> 00:08.000\n<v.loud Ben Orr>Does it?\n\n\
        01:00:08.000 --> 01:00:09.000\n<v Ben Orr>It does.\n";
    let document = one("bells.vtt", text);
    let found: Vec<_> = document
        .blocks
        .iter()
        .map(|block| {
            (
                block.place.as_str(),
                block.speaker.as_deref(),
                block.text.as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("00:00:01", Some("Ann Hale"), "The bell rings at noon."),
            ("00:00:05", Some("Ben Orr"), "Does it?"),
            ("01:00:08", Some("Ben Orr"), "It does."),
        ]
    );
    let Err(Unreadable::Broken { detail }) = read("a.srt", b"no times at all") else {
        panic!("read");
    };
    assert!(detail.contains("-->"), "{detail}");
}

/// A PDF of pages of lines, twelve points apart, in a font without a table of widths.
pub(super) fn document(pages: &[&[&str]], info: &[(&str, &str)]) -> Pdf {
    let mut pdf = Pdf::with_version("1.5");
    let parent = pdf.new_object_id();
    let font = pdf.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding",
    });
    let kids: Vec<Object> = pages
        .iter()
        .map(|lines| {
            let shown: Vec<String> = lines
                .iter()
                .map(|line| format!("({line}) Tj T* "))
                .collect();
            let text = format!("BT /F1 10 Tf 12 TL 72 720 Td {}ET", shown.concat());
            let content = pdf.add_object(Stream::new(Dictionary::new(), text.into_bytes()));
            let page = dictionary! {
                "Type" => "Page", "Parent" => parent, "Contents" => content,
                "Resources" => dictionary! { "Font" => dictionary! { "F1" => font } },
            };
            pdf.add_object(page).into()
        })
        .collect();
    let count = i64::try_from(kids.len()).unwrap();
    pdf.objects.insert(
        parent,
        dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count }.into(),
    );
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => parent });
    pdf.trailer.set("Root", catalog);
    let mut about = Dictionary::new();
    for (key, value) in info {
        about.set(*key, Object::string_literal(*value));
    }
    let about = pdf.add_object(about);
    pdf.trailer.set("Info", about);
    let id = Object::string_literal("0123456789abcdef");
    pdf.trailer.set("ID", vec![id.clone(), id]);
    pdf
}

pub(super) fn pdf(pages: &[&[&str]], info: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    document(pages, info).save_to(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_pdf_has_pages_for_places() {
    let info = [
        ("Title", "On Bells"),
        ("Author", "Ida Quill"),
        ("CreationDate", "D:18910302120000Z"),
    ];
    let bytes = pdf(
        &[
            &[
                "On Bells",
                "The bell of this town has rung at noon for demo-",
                "cracy since it was hung, and will.",
                "1",
            ],
            &["On Bells", "Caf\\351s close when it does.", "2"],
            &["On Bells", "Nobody minds.", "3"],
        ],
        &info,
    );
    let document = one("scan.pdf", &bytes);
    assert_eq!(document.about.title.as_deref(), Some("On Bells"));
    assert_eq!(document.about.speaker.as_deref(), Some("Ida Quill"));
    assert_eq!(document.about.date.as_deref(), Some("1891-03-02"));
    assert_eq!(
        blocks(&document),
        [
            (
                "The bell of this town has rung at noon for democracy since it was hung, and will.",
                "page 1"
            ),
            ("Cafés close when it does.", "page 2"),
            ("Nobody minds.", "page 3"),
        ]
    );
    // The first bytes say what it is, not the name.
    assert_eq!(one("scan.txt", &bytes).about.source_type, "pdf");
}

/// Words by the gaps between letters, on a page that counts from its top.
#[test]
fn a_pdf_that_places_its_letters_is_read_all_the_same() {
    let mut pdf = document(&[&[]], &[]);
    let page = pdf.page_iter().next().unwrap();
    let content = pdf.get_page_contents(page)[0];
    let text = "q 1 0 0 -1 0 800 cm BT /F1 10 Tf 1 0 0 -1 72 100 Tm [(Be) 10 (lls) -300 (ring)] TJ \
        1 0 0 -1 72 112 Tm (at ) Tj 1 0 0 -1 90 112 Tm (noon.) Tj ET Q";
    let stream = Stream::new(Dictionary::new(), text.as_bytes().to_vec());
    pdf.objects.insert(content, stream.into());
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    assert_eq!(
        blocks(&one("a.pdf", &bytes)),
        [("Bells ring at noon.", "page 1")]
    );
}

#[test]
fn a_pdf_without_text_and_one_that_is_locked_are_named() {
    let Err(Unreadable::Unsupported { what }) = read("a.pdf", &pdf(&[&[]], &[])) else {
        panic!("read");
    };
    assert!(what.contains("scanned"), "{what}");

    let mut locked = document(&[&["Secret."]], &[]);
    let version = EncryptionVersion::V2 {
        document: &locked,
        owner_password: "owner",
        user_password: "user",
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    locked.encrypt(&state).unwrap();
    let mut bytes = Vec::new();
    locked.save_to(&mut bytes).unwrap();
    assert_eq!(read("a.pdf", &bytes), Err(Unreadable::Encrypted));

    let Err(Unreadable::Broken { .. }) = read("a.pdf", b"%PDF-1.7\nnothing") else {
        panic!("read");
    };
}

/// Three pages, the first of which have instructions that unpack to a thousand times their size.
fn with_bombs(count: usize) -> Vec<u8> {
    let mut pdf = document(&[&["Bells ring."], &["They do."], &["And stop."]], &[]);
    let pages: Vec<_> = pdf.page_iter().take(count).collect();
    for page in pages {
        let content = pdf.get_page_contents(page)[0];
        let mut bomb = Stream::new(Dictionary::new(), b"0 0 m ".repeat(2 * 1024 * 1024));
        bomb.compress().unwrap();
        pdf.objects.insert(content, bomb.into());
    }
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    assert!(bytes.len() < 1024 * 1024);
    bytes
}

/// Whatever is left out was unpacked, too: a file of such pages has an end.
#[test]
fn pages_that_unpack_without_end_are_not_unpacked_without_end() {
    let found = pdf::pages(&with_bombs(2), 12 * 1024 * 1024).unwrap();
    assert_eq!(found.skipped.len(), 3, "{:?}", found.skipped);
    assert!(found.skipped[2].starts_with("everything after page 2: "));
    let last = pdf::pages(&with_bombs(3), 20 * 1024 * 1024).unwrap();
    assert_eq!(
        last.skipped.len(),
        3,
        "after the last page there is nothing"
    );
}

#[test]
fn a_page_that_unpacks_without_end_is_left_out() {
    let bytes = with_bombs(1);
    let reading = read("a.pdf", &bytes).unwrap();
    assert_eq!(
        blocks(&reading.documents[0]),
        [("They do.", "page 2"), ("And stop.", "page 3")]
    );
    assert!(
        reading.skipped[0].starts_with("page 1: "),
        "{:?}",
        reading.skipped
    );
}
