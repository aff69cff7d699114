//! Bytes as text: byte order marks, UTF-8, UTF-16, what a page declares, and a guess for the rest.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use super::Unreadable;

/// How much of a file is looked at to tell text from data, in bytes.
const SAMPLE: usize = 64 * 1024;

/// How much of a file the guess is made from, in bytes, from its first letter beyond ASCII on: more of a text does
/// not change the guess, and the guess costs a hundred times as much as the decoding.
const GUESSED: usize = 256 * 1024;

/// Where HTML and XML declare their encoding, in bytes from the start: the HTML standard's own bound.
const DECLARED: usize = 1024;

/// One control character among so many bytes makes them data, not text.
const RARE: usize = 100;

/// Bytes of a text file as text with plain line breaks.
pub(super) fn text(bytes: &[u8]) -> Result<String, Unreadable> {
    with(bytes, None)
}

/// Bytes of a page as text; what it declares of its encoding is believed unless it is proved wrong.
pub(super) fn markup(bytes: &[u8]) -> Result<String, Unreadable> {
    with(bytes, declared(bytes))
}

fn with(bytes: &[u8], declared: Option<&'static Encoding>) -> Result<String, Unreadable> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        let rest = bytes.get(length..).unwrap_or_default();
        return checked(decoded(encoding, rest));
    }
    if let Some(encoding) = wide(bytes) {
        return checked(decoded(encoding, bytes));
    }
    if is_data(bytes.get(..SAMPLE).unwrap_or(bytes)) {
        return Err(Unreadable::Binary);
    }
    match std::str::from_utf8(bytes) {
        Ok(_) if is_seven_bit_japanese(bytes) => checked(decoded(ISO_2022_JP, bytes)),
        Ok(text) => Ok(breaks(text.to_owned())),
        Err(error) => {
            let encoding = declared
                .filter(|encoding| *encoding != UTF_8)
                .unwrap_or_else(|| guess(bytes, error.valid_up_to()));
            checked(decoded(encoding, bytes))
        }
    }
}

/// ISO-2022-JP is valid ASCII that switches its alphabet by escapes: "ESC $ B" to kanji, "ESC ( B" back.
fn is_seven_bit_japanese(bytes: &[u8]) -> bool {
    let escapes = |code: &[u8]| bytes.windows(3).any(|part| part == code);
    bytes.is_ascii()
        && bytes.contains(&0x1b)
        && (escapes(b"\x1b$B") || escapes(b"\x1b$@"))
        && escapes(b"\x1b(B")
}

/// UTF-16 without a mark: Latin text has a zero in every other byte.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
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

/// An encoding for bytes that are not UTF-8 from `wrong` on.
fn guess(bytes: &[u8], wrong: usize) -> &'static Encoding {
    let from = bytes
        .iter()
        .position(|byte| !byte.is_ascii() || *byte == 0x1b)
        .unwrap_or(wrong);
    let window = bytes.get(from..).unwrap_or_default();
    let window = window.get(..GUESSED).unwrap_or(window);
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

/// What the first bytes of a page say: `<meta charset="…">`, `content="…; charset=…"` or `<?xml encoding="…"?>`.
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

fn decoded(encoding: &'static Encoding, bytes: &[u8]) -> String {
    breaks(encoding.decode_without_bom_handling(bytes).0.into_owned())
}

/// Refuses what was decoded and is nothing all the same.
fn checked(text: String) -> Result<String, Unreadable> {
    let sample = || text.chars().take(SAMPLE);
    let strange = sample()
        .filter(|c| *c == '\u{fffd}' || (c.is_control() && !c.is_whitespace() && *c != '\u{1b}'))
        .count();
    if strange * 20 > sample().count() {
        return Err(Unreadable::Binary);
    }
    Ok(text)
}

/// Every kind of line and page break as a line feed.
fn breaks(text: String) -> String {
    let other = ['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    if !text.contains(other) {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut returned = false;
    for c in text.chars() {
        if !(c == '\n' && returned) {
            out.push(if other.contains(&c) { '\n' } else { c });
        }
        returned = c == '\r';
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

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
