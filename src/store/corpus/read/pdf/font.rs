//! Fonts: which letters the bytes are, and how wide.

use std::{collections::HashMap, rc::Rc};

use lopdf::{Dictionary, Document, Encoding, Object};

use super::matrix::number;

/// The most bytes that a font's table of letters may unpack to.
const MAX_TABLE: usize = 4 * 1024 * 1024;

/// The width of a letter that no table gives, in thousandths of the size: about the mean of Latin print.
const USUAL: f64 = 500.0;

/// The most widths of one font.
const MAX_WIDTHS: usize = 70_000;

/// A font as far as reading needs it.
pub(super) struct Font<'a> {
    encoding: Encoding<'a>,
    widths: HashMap<u32, f64>,
    usual: f64,
    /// The number of bytes that a letter has.
    bytes: usize,
}

impl Font<'_> {
    /// The letters of a string, and their width in thousandths of the size.
    pub(super) fn letters(&self, bytes: &[u8]) -> (String, f64) {
        let text = self.encoding.bytes_to_string(bytes).unwrap_or_default();
        let width = bytes
            .chunks(self.bytes)
            .map(|code| {
                let code = code
                    .iter()
                    .fold(0, |code, byte| code << 8 | u32::from(*byte));
                self.widths.get(&code).copied().unwrap_or(self.usual)
            })
            .sum();
        (text, width)
    }
}

/// The fonts of a file. One is read once, however many pages name it.
pub(super) struct Fonts<'a> {
    pdf: &'a Document,
    known: HashMap<*const Dictionary, Option<Rc<Font<'a>>>>,
}

impl<'a> Fonts<'a> {
    pub(super) fn new(pdf: &'a Document) -> Self {
        Self {
            pdf,
            known: HashMap::new(),
        }
    }

    /// A font; nothing where its letters cannot be known.
    pub(super) fn get(&mut self, font: &'a Dictionary) -> Option<Rc<Font<'a>>> {
        let pdf = self.pdf;
        let entry = self.known.entry(std::ptr::from_ref(font));
        entry
            .or_insert_with(|| read(font, pdf).map(Rc::new))
            .clone()
    }
}

fn read<'a>(font: &'a Dictionary, pdf: &'a Document) -> Option<Font<'a>> {
    let encoding = font.get_font_encoding_with_limit(pdf, MAX_TABLE).ok()?;
    let mut read = Font {
        encoding,
        widths: HashMap::new(),
        usual: USUAL,
        bytes: 1,
    };
    let below = font
        .get_deref(b"DescendantFonts", pdf)
        .and_then(Object::as_array)
        .ok()
        .and_then(|all| all.first())
        .and_then(|first| pdf.dereference(first).ok())
        .and_then(|(_, first)| first.as_dict().ok());
    if let Some(below) = below {
        read.bytes = 2;
        read.usual = below
            .get_deref(b"DW", pdf)
            .ok()
            .and_then(number)
            .unwrap_or(1000.0);
        composite(below, pdf, &mut read.widths);
    } else {
        simple(font, pdf, &mut read.widths);
    }
    Some(read)
}

/// `FirstChar` and `Widths`.
fn simple(font: &Dictionary, pdf: &Document, widths: &mut HashMap<u32, f64>) {
    let first = font.get_deref(b"FirstChar", pdf).and_then(Object::as_i64);
    let first = first.ok().and_then(|first| u32::try_from(first).ok());
    let all = font.get_deref(b"Widths", pdf).and_then(Object::as_array);
    let (Some(first), Ok(all)) = (first, all) else {
        return;
    };
    for (code, width) in (first..).zip(all.iter().take(256)) {
        if let Some(width) = pdf
            .dereference(width)
            .ok()
            .and_then(|(_, width)| number(width))
        {
            widths.insert(code, width);
        }
    }
}

/// `W`: "c [w1 w2 …]" for letters from c on, "c1 c2 w" for all from c1 to c2 (ISO 32000-1, 9.7.4.3).
fn composite(font: &Dictionary, pdf: &Document, widths: &mut HashMap<u32, f64>) {
    let Ok(all) = font.get_deref(b"W", pdf).and_then(Object::as_array) else {
        return;
    };
    let code = |object: &Object| u32::try_from(object.as_i64().ok()?).ok();
    let mut rest = all.iter();
    while let (Some(first), Some(next)) = (rest.next().and_then(code), rest.next()) {
        let Ok((_, next)) = pdf.dereference(next) else {
            return;
        };
        if let Ok(list) = next.as_array() {
            widths.extend((first..).zip(list.iter().filter_map(number)));
        } else if let (Some(last), Some(width)) = (code(next), rest.next().and_then(number)) {
            let last = last.min(first.saturating_add(0xffff));
            widths.extend((first..=last).map(|code| (code, width)));
        }
        if widths.len() > MAX_WIDTHS {
            return;
        }
    }
}
