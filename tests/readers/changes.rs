//! Changes of a good input, as accidents, other programs and people who mean harm make them.

use proptest::prelude::*;

/// A change. Places are taken modulo the length of what is changed.
#[derive(Debug, Clone)]
pub(super) enum Change {
    Flip(usize, u8),
    Cut(usize),
    Remove(usize, usize),
    Repeat(usize, usize, usize),
    Insert(usize, Vec<u8>),
    /// One of the marks that mean something to one of the readers.
    Mark(usize, &'static str),
    /// A piece of the input stands somewhere else, too.
    Copy(usize, usize, usize),
    /// A number of eight bytes.
    Number(usize, u64),
}

const MARKS: [&str; 72] = [
    "\u{1b}[2J",
    "\u{1b}]52;c;eA==\u{7}",
    "\u{9b}31m",
    "\u{202e}",
    "\u{200d}",
    "\u{fe0f}",
    "\u{e0041}",
    "\u{301}\u{301}\u{301}",
    "\u{fdd0}",
    "\u{fdd1}",
    "\u{feff}",
    "\u{0}",
    "\r\n",
    "\n\n",
    "\n",
    "\t",
    "\"",
    "\\",
    "\\u0000",
    "\\u001b",
    "\\ud83d",
    "'",
    "'''",
    "\"\"\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=",
    "[[",
    "]]",
    "[a.b]\n",
    "[[debates]]\n",
    "null",
    "true",
    "nan",
    "-1",
    "1e999",
    "99999999999999999999",
    "0.1",
    "<think>",
    "</think>",
    "```",
    "```json\n",
    "<<<",
    ">>>",
    "\n>>>\n",
    "<|im_end|>",
    "[INST]",
    "system: ",
    "# ",
    "**",
    "](",
    "<script>",
    "</",
    "<!--",
    "&#27;",
    "&amp;",
    "data: ",
    "data: [DONE]\n\n",
    "event: error\n",
    ": ping\n\n",
    "00:00:01,000 --> 00:00:02,000\n",
    "99:99:99.999 --> ",
    "- ",
    "(",
    "ANN HALE: ",
    "stream\n",
    "endobj\n",
    "ctrl-",
];

pub(super) fn changes() -> impl Strategy<Value = Vec<Change>> {
    let place = any::<usize>;
    let number = prop_oneof![
        Just(u64::MAX),
        Just(1 << 62),
        Just(1 << 31),
        0_u64..300,
        any::<u64>()
    ];
    let one = prop_oneof![
        3 => (place(), 1_u8..).prop_map(|(at, bits)| Change::Flip(at, bits)),
        1 => place().prop_map(Change::Cut),
        3 => (place(), 1_usize..40).prop_map(|(at, length)| Change::Remove(at, length)),
        2 => (place(), 1_usize..60, 2_usize..9).prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        2 => (place(), prop::collection::vec(any::<u8>(), 1..12)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        6 => (place(), prop::sample::select(&MARKS[..])).prop_map(|(at, mark)| Change::Mark(at, mark)),
        2 => (place(), 1_usize..200, place()).prop_map(|(from, length, at)| Change::Copy(from, length, at)),
        1 => (place(), number).prop_map(|(at, number)| Change::Number(at, number)),
    ];
    prop::collection::vec(one, 1..7)
}

/// The bytes with these changes, one after the other.
pub(super) fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let length = bytes.len();
        let place = |at: &usize| at % (length + 1);
        let range = |at: &usize, long: &usize| place(at)..(place(at) + long).min(length);
        match change {
            Change::Flip(at, bits) => {
                if let Some(byte) = bytes.get_mut(place(at)) {
                    *byte ^= bits;
                }
            }
            Change::Cut(at) => bytes.truncate(place(at)),
            Change::Remove(at, long) => {
                bytes.drain(range(at, long));
            }
            Change::Repeat(at, long, times) => {
                let piece = bytes[range(at, long)].repeat(*times);
                bytes.splice(place(at)..place(at), piece);
            }
            Change::Insert(at, more) => {
                bytes.splice(place(at)..place(at), more.iter().copied());
            }
            Change::Mark(at, mark) => {
                bytes.splice(place(at)..place(at), mark.bytes());
            }
            Change::Copy(from, long, at) => {
                let piece = bytes[range(from, long)].to_vec();
                bytes.splice(place(at)..place(at), piece);
            }
            Change::Number(at, number) => {
                let there = bytes.iter_mut().skip(place(at));
                there
                    .zip(number.to_le_bytes())
                    .for_each(|(old, new)| *old = new);
            }
        }
    }
    bytes
}
