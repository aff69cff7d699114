//! Bytes as text: byte order marks, UTF-8, UTF-16, what a page declares, and a guess for the rest.
//!
//! A [`Survey`] of all bytes tells the encoding; then a [`Text`] decodes them window by window, as often as its reader
//! goes over it. Where one window ends and the next begins makes no difference to what comes out.

use std::io::{Cursor, SeekFrom};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{CoderResult, Decoder, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use super::{ReadSeek, Unreadable, cut_short};

/// The part of a file that is looked at to tell text from data, in bytes.
const SAMPLE: usize = 64 * 1024;

/// The part of a file that the guess is made from, in bytes, from the first letter beyond ASCII on: more of a text does
/// not change the guess, and the guess costs a hundred times as much as the decoding.
const GUESSED: usize = 256 * 1024;

/// The range in which HTML and XML declare their encoding, in bytes from the start: the HTML standard's own bound.
const DECLARED: usize = 1024;

/// One control character among so many bytes makes them data, not text.
const RARE: usize = 100;

/// The number of bytes that are read and decoded at a time.
pub(super) const WINDOW: usize = 64 * 1024;

/// Escape, which begins the sequences that switch the alphabet of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// Line and page breaks other than the line feed.
const BREAKS: [char; 6] = ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Evidence of a file's encoding, gathered from all its bytes as they pass.
#[derive(Debug)]
pub(super) struct Survey {
    /// The first bytes, up to [`SAMPLE`].
    head: Vec<u8>,
    /// The bytes, up to [`GUESSED`], from the first one on that is an escape or no ASCII.
    strange: Vec<u8>,
    is_blank: bool,
    is_ascii: bool,
    is_utf8: bool,
    /// The beginning of a character of UTF-8 whose end has not come yet.
    unfinished: Vec<u8>,
    /// The last two bytes, in which a switch of the alphabet may have begun.
    last: Vec<u8>,
    switches: Switches,
}

/// ISO-2022-JP is valid ASCII that switches its alphabet by escapes: "ESC $ B" to kanji, "ESC ( B" back.
#[derive(Debug, Default)]
struct Switches {
    there: bool,
    back: bool,
}

impl Survey {
    pub(super) fn new() -> Self {
        Self {
            head: Vec::new(),
            strange: Vec::new(),
            is_blank: true,
            is_ascii: true,
            is_utf8: true,
            unfinished: Vec::new(),
            last: Vec::new(),
            switches: Switches::default(),
        }
    }

    fn of(bytes: &[u8]) -> Self {
        let mut survey = Self::new();
        survey.pass(bytes);
        survey
    }

    /// The next bytes.
    pub(super) fn pass(&mut self, bytes: &[u8]) {
        fill(&mut self.head, bytes, SAMPLE);
        self.is_blank = self.is_blank && bytes.iter().all(u8::is_ascii_whitespace);
        if self.strange.is_empty() {
            let is_strange = |byte: &u8| !byte.is_ascii() || *byte == ESCAPE;
            let from = bytes.iter().position(is_strange);
            let rest = from.and_then(|from| bytes.get(from..));
            fill(&mut self.strange, rest.unwrap_or_default(), GUESSED);
        } else {
            fill(&mut self.strange, bytes, GUESSED);
        }
        self.pass_utf8(bytes);
        self.pass_switches(bytes);
    }

    fn pass_utf8(&mut self, bytes: &[u8]) {
        let is_ascii = bytes.is_ascii();
        self.is_ascii = self.is_ascii && is_ascii;
        if !self.is_utf8 || (is_ascii && self.unfinished.is_empty()) {
            return;
        }
        let mut joined = std::mem::take(&mut self.unfinished);
        let bytes = if joined.is_empty() {
            bytes
        } else {
            joined.extend_from_slice(bytes);
            &joined
        };
        if let Err(error) = std::str::from_utf8(bytes) {
            if error.error_len().is_none() {
                let rest = bytes.get(error.valid_up_to()..);
                self.unfinished = rest.unwrap_or_default().to_vec();
            } else {
                self.is_utf8 = false;
            }
        }
    }

    fn pass_switches(&mut self, bytes: &[u8]) {
        let mut joined = std::mem::take(&mut self.last);
        // Without an escape in it there is none to be found.
        if self.is_ascii && !self.strange.is_empty() {
            joined.extend_from_slice(bytes);
            let holds = |code: &[u8]| joined.windows(3).any(|part| part == code);
            self.switches.there |= holds(b"\x1b$B") || holds(b"\x1b$@");
            self.switches.back |= holds(b"\x1b(B");
        } else {
            joined.extend_from_slice(bytes.get(bytes.len().saturating_sub(2)..).unwrap_or(bytes));
        }
        joined.drain(..joined.len().saturating_sub(2));
        self.last = joined;
    }

    /// The first bytes, by which a format may announce itself.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }

    /// Whether there is nothing but white space.
    pub(super) fn is_blank(&self) -> bool {
        self.is_blank
    }

    /// The encoding of a text; data is refused.
    pub(super) fn text(&self) -> Result<Encoded, Unreadable> {
        self.encoded(None)
    }

    /// The encoding of a page: what it declares is believed unless it is proved wrong.
    pub(super) fn markup(&self) -> Result<Encoded, Unreadable> {
        self.encoded(declared(&self.head))
    }

    fn encoded(&self, declared: Option<&'static Encoding>) -> Result<Encoded, Unreadable> {
        let encoded = |encoding, mark, is_sure| Encoded {
            encoding,
            mark,
            is_sure,
        };
        if let Some((encoding, length)) = Encoding::for_bom(&self.head) {
            return Ok(encoded(encoding, length, false));
        }
        if let Some(encoding) = wide(&self.head) {
            return Ok(encoded(encoding, 0, false));
        }
        if is_data(&self.head) {
            return Err(Unreadable::Binary);
        }
        if self.is_ascii && self.switches.there && self.switches.back {
            return Ok(encoded(ISO_2022_JP, 0, false));
        }
        if self.is_utf8 && self.unfinished.is_empty() {
            return Ok(encoded(UTF_8, 0, true));
        }
        let declared = declared.filter(|encoding| *encoding != UTF_8);
        let encoding = declared.unwrap_or_else(|| guess(&self.strange));
        Ok(encoded(encoding, 0, false))
    }
}

fn fill(kept: &mut Vec<u8>, bytes: &[u8], most: usize) {
    let room = most.saturating_sub(kept.len());
    kept.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
}

/// The encoding by which the bytes of a file become text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Encoded {
    encoding: &'static Encoding,
    /// The length of the byte order mark before the text.
    mark: usize,
    /// Whether all bytes are known to be text, so that what they decode to need not be looked at.
    is_sure: bool,
}

/// Bytes of a page as text with plain line breaks.
pub(super) fn markup(bytes: &[u8]) -> Result<String, Unreadable> {
    let encoded = Survey::of(bytes).markup()?;
    Text::new(&mut Cursor::new(bytes), encoded).whole()
}

/// A text that is decoded as it is read.
pub(super) struct Text<'a> {
    input: &'a mut dyn ReadSeek,
    encoded: Encoded,
}

impl<'a> Text<'a> {
    pub(super) fn new(input: &'a mut dyn ReadSeek, encoded: Encoded) -> Self {
        Self { input, encoded }
    }

    /// The text from its beginning.
    pub(super) fn windows(&mut self) -> Result<Windows<'_>, Unreadable> {
        let mark = u64::try_from(self.encoded.mark).unwrap_or(0);
        let seek = self.input.seek(SeekFrom::Start(mark));
        seek.map_err(|error| cut_short(&error))?;
        let mut windows = Windows {
            input: &mut *self.input,
            decoder: self.encoded.encoding.new_decoder_without_bom_handling(),
            bytes: vec![0; WINDOW],
            decoded: String::new(),
            ready: String::new(),
            returned: false,
            is_over: false,
        };
        if !self.encoded.is_sure {
            windows.look_ahead()?;
        }
        Ok(windows)
    }

    /// All of it at once.
    pub(super) fn whole(&mut self) -> Result<String, Unreadable> {
        let mut windows = self.windows()?;
        let mut text = String::new();
        while windows.append(&mut text)? {}
        Ok(text)
    }
}

/// A text on its way, with every kind of line and page break as a line feed.
pub(super) struct Windows<'a> {
    input: &'a mut dyn ReadSeek,
    decoder: Decoder,
    bytes: Vec<u8>,
    decoded: String,
    /// The text that was decoded to be looked at and has not been given out.
    ready: String,
    /// Whether the last character was a carriage return.
    returned: bool,
    is_over: bool,
}

impl Windows<'_> {
    /// Appends what comes next; false where nothing does. May append nothing and go on.
    pub(super) fn append(&mut self, out: &mut String) -> Result<bool, Unreadable> {
        if !self.ready.is_empty() {
            out.push_str(&std::mem::take(&mut self.ready));
            return Ok(true);
        }
        if self.is_over {
            return Ok(false);
        }
        self.decode()?;
        let decoded = std::mem::take(&mut self.decoded);
        self.put(&decoded, out);
        self.decoded = decoded;
        Ok(true)
    }

    /// The next bytes, decoded.
    fn decode(&mut self) -> Result<(), Unreadable> {
        let read = loop {
            match self.input.read(&mut self.bytes) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => break read.map_err(|error| cut_short(&error))?,
            }
        };
        self.is_over = read == 0;
        let mut bytes = self.bytes.get(..read).unwrap_or_default();
        self.decoded.clear();
        loop {
            let room = self.decoder.max_utf8_buffer_length(bytes.len());
            self.decoded.reserve(room.unwrap_or(WINDOW).max(16));
            let (result, used, _) =
                self.decoder
                    .decode_to_string(bytes, &mut self.decoded, self.is_over);
            bytes = bytes.get(used..).unwrap_or_default();
            if result == CoderResult::InputEmpty {
                return Ok(());
            }
        }
    }

    /// Refuses what was decoded and is nothing all the same.
    fn look_ahead(&mut self) -> Result<(), Unreadable> {
        let mut ready = String::new();
        while ready.chars().count() < SAMPLE && self.append(&mut ready)? {}
        let sample = || ready.chars().take(SAMPLE);
        let is_strange = |c: &char| {
            *c == '\u{fffd}' || (c.is_control() && !c.is_whitespace() && *c != char::from(ESCAPE))
        };
        if sample().filter(is_strange).count() * 20 > sample().count() {
            return Err(Unreadable::Binary);
        }
        self.ready = ready;
        Ok(())
    }

    fn put(&mut self, text: &str, out: &mut String) {
        if !self.returned && !text.contains(BREAKS) {
            out.push_str(text);
            return;
        }
        for c in text.chars() {
            if !(c == '\n' && self.returned) {
                out.push(if BREAKS.contains(&c) { '\n' } else { c });
            }
            self.returned = c == '\r';
        }
    }
}

/// UTF-16 without a mark: Latin text has a zero in every other byte.
fn wide(sample: &[u8]) -> Option<&'static Encoding> {
    let (mut first, mut second) = (0, 0);
    let mut pairs = 0;
    for pair in sample.chunks_exact(2) {
        pairs += 1;
        first += usize::from(pair.first() == Some(&0));
        second += usize::from(pair.last() == Some(&0));
    }
    let (often, rarely) = (pairs * 7 / 10, pairs / 20);
    if pairs < 2 {
        None
    } else if second > often && first <= rarely {
        Some(UTF_16LE)
    } else if first > often && second <= rarely {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Whether bytes are data: zeros or more controls than a text ever has. Escape, shift-in and shift-out are letters of
/// ISO-2022-JP; form feed and backspace stand in old texts.
fn is_data(sample: &[u8]) -> bool {
    let (mut zeros, mut controls) = (0, 0);
    for byte in sample {
        zeros += usize::from(*byte == 0);
        controls += usize::from(matches!(byte, 0..=7 | 0x10..=0x1a | 0x1c..=0x1f | 0x7f));
    }
    zeros * RARE * 10 > sample.len() || controls * RARE > sample.len()
}

/// An encoding for bytes that are not UTF-8, from the first that is strange on.
fn guess(window: &[u8]) -> &'static Encoding {
    // A few broken bytes in a text full of UTF-8 do not make it something else.
    let (mut good, mut bad) = (0, 0);
    for chunk in window.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    if good > bad * 4 {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(window, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// The encoding that the first bytes of a page declare: `<meta charset="…">`, `content="…; charset=…"` or `<?xml
/// encoding="…"?>`.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..DECLARED).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let xml = head.trim_start().starts_with("<?xml");
    let word = if xml && head.contains("encoding=") {
        "encoding="
    } else {
        "charset="
    };
    let (_, rest) = head.split_once(word)?;
    let label: String = rest
        .trim_start_matches(['"', '\'', ' '])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.'))
        .collect();
    // A page that declares UTF-16 in bytes that could be read this far is not UTF-16.
    Encoding::for_label(label.as_bytes())
        .filter(|encoding| *encoding != UTF_16LE && *encoding != UTF_16BE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Result<String, Unreadable> {
        let encoded = Survey::of(bytes).text()?;
        Text::new(&mut Cursor::new(bytes), encoded).whole()
    }

    fn wide_bytes(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_text() {
        let said = "Café – naïve “quotes”\nand a second line.";
        let marked = format!("\u{feff}{said}");
        for bytes in [
            said.as_bytes().to_vec(),
            marked.as_bytes().to_vec(),
            wide_bytes(&marked, u16::to_le_bytes),
            wide_bytes(&marked, u16::to_be_bytes),
            wide_bytes(said, u16::to_le_bytes),
            wide_bytes(said, u16::to_be_bytes),
            encoding_rs::WINDOWS_1252.encode(said).0.into_owned(),
        ] {
            assert_eq!(text(&bytes).as_deref(), Ok(said), "{bytes:?}");
        }
    }

    #[test]
    fn other_scripts_are_guessed() {
        let table = [
            (
                encoding_rs::WINDOWS_1251,
                "Свобода слова нужна каждому человеку, и сегодня тоже.",
            ),
            (
                encoding_rs::SHIFT_JIS,
                "言論の自由は、すべての人のものです。今日もそうです。",
            ),
            (
                encoding_rs::ISO_2022_JP,
                "言論の自由は、すべての人のものです。",
            ),
            (
                encoding_rs::ISO_8859_2,
                "Příliš žluťoučký kůň úpěl ďábelské ódy, říká soused.",
            ),
        ];
        for (encoding, said) in table {
            let (bytes, _, lost) = encoding.encode(said);
            assert!(!lost, "{said}");
            assert_eq!(text(&bytes).as_deref(), Ok(said), "{}", encoding.name());
        }
    }

    #[test]
    fn what_a_page_declares_is_believed_unless_it_is_utf_8() {
        let cyrillic = "<meta charset=\"windows-1251\"><p>Да</p>";
        let bytes = encoding_rs::WINDOWS_1251.encode(cyrillic).0;
        assert_eq!(markup(&bytes).as_deref(), Ok(cyrillic));
        let xml = "<?xml version=\"1.0\" encoding='ISO-8859-7'?><p>Ναι</p>";
        let bytes = encoding_rs::ISO_8859_7.encode(xml).0;
        assert_eq!(markup(&bytes).as_deref(), Ok(xml));
        let wrong = "<meta charset=iso-8859-1><p>Größe</p>";
        assert_eq!(markup(wrong.as_bytes()).as_deref(), Ok(wrong));
    }

    #[test]
    fn a_broken_byte_does_not_spoil_the_rest() {
        let mut bytes = "Größe, Maß, Übermut, Fuß, Öl und süß.".as_bytes().to_vec();
        bytes.push(0xff);
        let text = text(&bytes).unwrap();
        assert!(text.starts_with("Größe, Maß"), "{text}");
    }

    #[test]
    fn data_is_refused_and_breaks_are_plain() {
        let data: Vec<u8> = (0..4096u32).map(|n| (n * 7 % 256) as u8).collect();
        assert_eq!(text(&data), Err(Unreadable::Binary));
        assert_eq!(text(&[0; 64]), Err(Unreadable::Binary));
        assert_eq!(
            text(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
            Err(Unreadable::Binary)
        );
        assert_eq!(text(b"a\r\nb\rc\x0cd").as_deref(), Ok("a\nb\nc\nd"));
    }
}
