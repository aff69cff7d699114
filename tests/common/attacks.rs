//! What hostile text does to a terminal, a reader or a page, and how it is told that it got through: one list, for every
//! source and every door. Each begins with a word by which it is found.

use std::collections::BTreeSet;

/// The word that stands before each attack, so that a test sees that its text was there at all.
pub const WORD: &str = "hostile";
/// The most marks that may stand in a row upon a character.
const STACKED: usize = 8;

/// The attacks by name.
pub fn attacks() -> Vec<(&'static str, String)> {
    let plain = [
        ("CSI", "\u{1b}[2J\u{1b}[31;5m"),
        ("OSC 0", "\u{1b}]0;a title\u{7}"),
        (
            "OSC 8",
            "\u{1b}]8;;http://e.invalid\u{1b}\\a link\u{1b}]8;;\u{7}",
        ),
        ("OSC 52", "\u{1b}]52;c;aGk=\u{7}"),
        ("DCS", "\u{1b}P$q\"p\u{1b}\\"),
        ("APC", "\u{1b}_Ga=T;AAAA\u{1b}\\"),
        ("PM", "\u{1b}^a message\u{1b}\\"),
        ("SOS", "\u{1b}Xa string\u{1b}\\"),
        ("a sequence without an end", "\u{1b}]52;c;aGk="),
        (
            "C1 in eight bits",
            "\u{9b}2J\u{9d}0;a title\u{9c}\u{90}q\u{9c}\u{85}",
        ),
        ("C0", "\r\u{8}\u{8}\u{7f}\u{b}\u{c}\u{0}\u{7}\u{e}"),
        (
            "bidi",
            "\u{202e}olleh\u{202c}\u{2066}x\u{2069}\u{200f}\u{61c}",
        ),
        (
            "zero width",
            "\u{200b}\u{200d}\u{2060}\u{feff}\u{ad}\u{fe0f}\u{115f}\u{3164}",
        ),
        ("line ends of some readers", "\u{85}\u{2028}\u{2029}"),
        ("tags", "\u{e0041}\u{e0042}\u{e007f}"),
        ("no characters", "\u{fdd0}\u{ffff}\u{10ffff}"),
        (
            "HTML",
            "<script>alert(1)</script>\"'><img src=x onerror=alert(1)></style>]]>--><!--&#60;",
        ),
        ("a page's policy", "default-src 'none'"),
    ];
    let mut all: Vec<(&str, String)> = plain.map(|(name, text)| (name, text.to_owned())).into();
    all.push((
        "marks",
        format!("a{}", "\u{301}\u{336}\u{20dd}".repeat(200)),
    ));
    all.push(("vowels", format!("\u{1100}{}", "\u{1161}".repeat(500))));
    all.push(("joined", "\u{1f469}\u{200d}".repeat(300)));
    all.push(("conjuncts", "\u{915}\u{94d}".repeat(300)));
    all.push(("prepended", format!("{}a", "\u{600}".repeat(300))));
    for (_, text) in &mut all {
        text.insert_str(0, WORD);
    }
    all
}

/// All of them in one text of one line, words between them.
pub fn every_attack() -> String {
    let all = attacks().into_iter().map(|(_, text)| text);
    all.collect::<Vec<_>>().join(" and ")
}

/// What of a text no terminal and no reader should get.
pub fn passed(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let (mut stacked, mut last) = (0, ' ');
    for c in text.chars() {
        let is_hidden = matches!(c,
            '\u{0}'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{200b}'
            | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{ffff}' | '\u{10ffff}' | '\u{e0000}'..='\u{e0fff}');
        if is_hidden {
            found.insert(format!("{c:?}"));
        }
        let is_mark = matches!(
            c,
            '\u{301}' | '\u{336}' | '\u{20dd}' | '\u{1161}' | '\u{200d}' | '\u{fe0f}'
        );
        if is_mark {
            stacked += 1;
        } else if last != '\u{200d}' {
            stacked = 0;
        }
        if stacked > STACKED {
            found.insert(format!("{stacked} marks in a row"));
            stacked = 0;
        }
        // Directly behind ASCII nothing needs to be joined.
        if matches!(c, '\u{200d}' | '\u{fe0f}') && last.is_ascii() {
            found.insert(format!("{c:?} behind {last:?}"));
        }
        last = c;
    }
    found
}
