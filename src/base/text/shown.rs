//! Text that is shown to people, whatever it is made of: every character that a terminal would obey, that nobody would
//! see, or at which some readers break a line, is written out as JSON does it, such as `\u202e`. So the same door
//! serves texts and JSON, which means the same afterwards. Unlike [`sanitize`](super::sanitize), which cleans text
//! where it enters, nothing is lost: a file's name or an argument is shown as it is.

use std::{borrow::Cow, fmt::Write, path::Path};

use super::{
    mask::{masked, masked_names},
    sanitize::{TextEnd, is_hidden, is_joiner, is_selector, is_stacked},
};

/// Makes text visible that comes in pieces: whether a joiner is needed, or a mark is one too many, depends on what stands
/// before it.
#[derive(Debug, Clone, Default)]
pub struct Visible {
    end: TextEnd,
}

impl Visible {
    /// The next piece. Line breaks and tabs stay.
    pub fn push<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if text.bytes().all(is_plain) {
            if let Some((last, _)) = text.char_indices().next_back() {
                self.end = self.end.behind(text.get(last..).unwrap_or_default());
            }
            return Cow::Borrowed(text);
        }
        let mut shown = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let is_line_end = c == '\r' && chars.peek() == Some(&'\n');
            let is_seen =
                matches!(c, '\n' | '\t') || is_joiner(c) || is_selector(c) || !is_hidden(c);
            let stays = is_seen && !self.end.refuses(c);
            if is_line_end {
                continue;
            }
            if stays {
                shown.push(c);
                self.end.take(c);
            } else if is_seen && is_stacked(c) {
                // Nor may the next mark stand on the digits.
                write_out(c, &mut shown);
            } else {
                let from = shown.len();
                write_out(c, &mut shown);
                // What stands behind it stands behind the last digit of its number.
                self.end = self.end.behind(shown.get(from..).unwrap_or_default());
            }
        }
        Cow::Owned(shown)
    }
}

/// A whole text, made visible.
pub fn visible(text: &str) -> Cow<'_, str> {
    Visible::default().push(text)
}

/// A text that people are told beside what they asked for (an error, a hint, a line of the log): without keys, and
/// visible.
pub fn for_people(text: &str) -> String {
    visible(&masked(text)).into_owned()
}

/// A name in one line, made visible: names that differ are shown differently.
pub fn named(text: &str) -> String {
    let shown = visible(text.trim_matches(' '));
    shown.replace('\n', "\\u000a").replace('\t', "\\u0009")
}

/// The name of a file or a folder, in one line and made visible.
pub fn path(path: &(impl AsRef<Path> + ?Sized)) -> String {
    named(&path.as_ref().display().to_string())
}

/// A name that a person has given something, in a file, a flag or the environment, in one line and made visible: of a
/// model, a server, a role. By mistake a key may stand there, so what could be one is masked, whatever it looks like.
pub fn given(text: &str) -> String {
    masked_names(&named(text)).into_owned()
}

/// The message about a stranger's text from a reader that could not read it, and may repeat of it whatever it likes: in
/// one line, without keys, and visible.
pub fn strange(text: impl std::fmt::Display) -> String {
    given(&text.to_string())
}

/// An amount of money, with as many digits as it takes to tell it from nothing.
pub fn amount(money: f64) -> String {
    let is_small = money > 0.0 && money < 0.1;
    // Two digits behind the noughts.
    let digits = if is_small {
        (1.0 - money.log10().floor()).min(12.0) as usize
    } else {
        2
    };
    let shown = format!("{money:.digits$}");
    let least = shown.find('.').map_or(shown.len(), |point| point + 3);
    let end = shown.trim_end_matches('0').len().max(least);
    shown.get(..end).unwrap_or(&shown).to_owned()
}

/// A sentence in one line, made visible.
pub fn line(text: &str) -> String {
    let shown = visible(text);
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The message of an operating system, without the numbers that it gives its errors: they are for the log.
pub fn unnumbered(text: &str) -> Cow<'_, str> {
    const BEGIN: &str = " (os error ";
    let mut rest = text;
    let mut shown = String::new();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let number = after
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(after.len());
        match after
            .get(number..)
            .and_then(|after| after.strip_prefix(')'))
        {
            Some(after) if number > 0 => {
                shown += before;
                rest = after;
            }
            _ => {
                shown += before;
                shown += BEGIN;
                rest = after;
            }
        }
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(shown + rest)
}

fn write_out(c: char, shown: &mut String) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(shown, "\\u{unit:04x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_the_digits_that_it_takes() {
        for (money, shown) in [
            (0.0, "0.00"),
            (12.345, "12.35"),
            (2.0, "2.00"),
            (0.1, "0.10"),
            (0.015, "0.015"),
            (0.01, "0.01"),
            (0.000_001, "0.000001"),
            (3.0 * 0.000_001, "0.000003"),
            (0.001_234, "0.0012"),
            (1e-300, "0.00"),
        ] {
            assert_eq!(amount(money), shown);
        }
    }

    #[test]
    fn what_nobody_sees_is_written_out() {
        for (given, shown) in [
            ("plain é 日本\n\tx", "plain é 日本\n\tx"),
            ("a\u{1b}[2Jb", "a\\u001b[2Jb"),
            ("a\r\nb\rc", "a\nb\\u000dc"),
            ("x\u{202e}y\u{200b}\u{9b}", "x\\u202ey\\u200b\\u009b"),
            ("\u{2028}\u{ad}\u{e0041}", "\\u2028\\u00ad\\udb40\\udc41"),
            (
                "👩\u{200d}🔬 می\u{200c}خواهم",
                "👩\u{200d}🔬 می\u{200c}خواهم",
            ),
            ("sk\u{200d}-1", "sk\\u200d-1"),
            (
                "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
                "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\\u0301\\u0301",
            ),
            // Behind what is written out no script needs a mark.
            (
                "\u{17b4}\u{fe0f}\u{202e}\u{200d}",
                "\\u17b4\\ufe0f\\u202e\\u200d",
            ),
        ] {
            assert_eq!(visible(given), shown);
        }
        let mut pieces = Visible::default();
        let whole: String = ["👩", "\u{200d}", "🔬\u{1b}"]
            .map(|one| pieces.push(one).into_owned())
            .concat();
        assert_eq!(whole, "👩\u{200d}🔬\\u001b");
    }

    #[test]
    fn names_that_differ_are_shown_differently() {
        let names = [
            "in.txt",
            "in\u{200b}.txt",
            "in\n.txt",
            "in\t.txt",
            "in .txt",
            "in\u{1b}.txt",
        ];
        let shown: std::collections::BTreeSet<String> = names.map(named).into();
        assert_eq!(shown.len(), names.len(), "{shown:?}");
        assert!(
            shown.iter().all(|name| !name.contains(is_hidden)),
            "{shown:?}"
        );
        assert_eq!(
            line("`e\u{1b}` is\n not\u{200b} known"),
            "`e\\u001b` is not\\u200b known"
        );
    }

    #[test]
    fn what_is_said_of_a_text_begins_no_line_and_shows_no_key() {
        let error = "unknown variant `a\nerror: b\u{202e}sk-proj-AbCd\nEf0123456789`";
        assert_eq!(strange(error), "unknown variant `a\\u000aerror: …`");
    }

    #[test]
    fn errors_of_the_system_are_told_without_their_numbers() {
        for (given, shown) in [
            ("refused (os error 111)", "refused"),
            ("a (os error 2): b (os error 13).", "a: b."),
            ("a (os error x)", "a (os error x)"),
            ("plain", "plain"),
        ] {
            assert_eq!(unnumbered(given), shown);
        }
    }

    #[test]
    fn json_means_the_same() {
        let text = "a\u{2028}b\u{202e}c\u{9b}\u{e0041}👩\u{200d}🔬\u{7}";
        let raw = serde_json::to_string_pretty(&[text]).unwrap();
        let shown = visible(&raw);
        let is_bad = |c: char| is_hidden(c) && !matches!(c, '\n' | '\u{200d}');
        assert!(!shown.chars().any(is_bad), "{shown}");
        let read: Vec<String> = serde_json::from_str(&shown).unwrap();
        assert_eq!(read, [text]);
    }
}
