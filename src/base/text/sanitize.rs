//! The filter for text that may reach a terminal. Every text from outside (a model's chunk, a viewer's paste, a file)
//! passes here once, where it enters the process; nothing behind this line has to think of it again.
//!
//! Control characters go, and so does all that Unicode calls default ignorable: what shows nothing, and hides a word
//! in a word or a text in a text. Of those, what scripts need stays where they need it, directly behind a letter or
//! sign that is not ASCII: joiners (Persian, Indic scripts, emoji made of several), the variation selectors for text
//! and emoji (15 and 16), and Mongolian's. Behind ASCII they go: there they would change nothing but what a search for
//! the plain word finds. Of what is drawn upon the character before it, no more stays than writing has.

use unicode_normalization::char::is_combining_mark;
use unicode_width::UnicodeWidthChar as _;
use vte::{Params, Parser, Perform};

/// The character that begins an escape sequence.
const ESCAPE: char = '\u{1b}';
/// The character that ends a string that is a command of the system's.
const BELL: char = '\u{7}';
/// Behind the escape character these begin a string, which has an end of its own: the bell, or an escape character and
/// a backslash (ECMA-48, 5.6 and 8.3; xterm's control sequences).
const STRINGS: [char; 5] = [']', 'P', '_', '^', 'X'];
/// No escape sequence that a person would miss is longer, in characters: behind so many the words in one that has not
/// ended are given back.
const LONGEST: usize = 256;
/// The most marks, joiners and the like that stand in a row upon one character. The tallest stack of Tibetan has seven, and
/// so has a family of four with the colours of their skins; a hundred would cover the lines above and below, and have one
/// cell of a screen weigh what a page does.
const STACKED: usize = 8;

/// A filter with a memory, for text that comes in chunks: an escape sequence may be split between two of them.
///
/// What may yet belong to a sequence is held back. One that has not ended at the end of the line or of the text, or
/// within `LONGEST` characters, was none: only its first two characters go, and nothing that was said with it.
#[derive(Default)]
pub struct Sanitizer {
    parser: Parser,
    printed: Printed,
    /// The text since the escape character that began a sequence, with that character.
    held: Option<String>,
}

impl std::fmt::Debug for Sanitizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sanitizer")
    }
}

/// The end of a text, which decides what may follow: a joiner, or another mark upon the last character.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextEnd {
    last: Option<char>,
    /// The number of marks upon the last character that is none.
    stacked: usize,
}

impl TextEnd {
    /// Whether a character that nobody sees may not follow, or one more mark.
    pub(super) fn refuses(self, c: char) -> bool {
        let is_needless =
            (is_joiner(c) || is_selector(c)) && !self.last.is_some_and(|last| carries(last, c));
        is_needless || (self.stacked >= STACKED && is_stacked(c))
    }

    /// Takes note of the next character.
    pub(super) fn take(&mut self, c: char) {
        if is_stacked(c) {
            self.stacked += 1;
        } else if self.last != Some(JOINER) {
            self.stacked = 0;
        }
        self.last = Some(c);
    }

    /// The end of the text once that piece of it, filtered, is added.
    #[must_use]
    pub fn behind(mut self, piece: &str) -> Self {
        piece.chars().for_each(|c| self.take(c));
        self
    }
}

/// Keeps what is printed, and how it ends.
#[derive(Default)]
struct Printed {
    text: String,
    end: TextEnd,
    /// Whether a sequence has ended with what the parser was given last.
    ended: bool,
}

impl Printed {
    fn keep(&mut self, c: char) {
        if let Some(c) = allowed(c).filter(|c| !self.end.refuses(*c)) {
            self.text.push(c);
            self.end.take(c);
        }
    }
}

impl Perform for Printed {
    fn print(&mut self, c: char) {
        self.ended = true;
        self.keep(c);
    }

    fn execute(&mut self, byte: u8) {
        self.ended = true;
        self.keep(char::from(byte));
    }

    fn csi_dispatch(&mut self, _: &Params, _: &[u8], _: bool, _: char) {
        self.ended = true;
    }

    /// A letter or digit alone is one of a word that an escape character stands in: nobody sends such sequences.
    fn esc_dispatch(&mut self, between: &[u8], _: bool, byte: u8) {
        self.ended = true;
        if between.is_empty() && byte.is_ascii_alphanumeric() {
            self.keep(char::from(byte));
        }
    }
}

impl Sanitizer {
    /// A filter that has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next chunk and returns what is left of it.
    pub fn push(&mut self, chunk: &str) -> String {
        self.printed.text.reserve(chunk.len());
        self.take(chunk);
        std::mem::take(&mut self.printed.text)
    }

    /// Ends the text and returns what was held back.
    pub fn finish(&mut self) -> String {
        self.give_back();
        std::mem::take(&mut self.printed.text)
    }

    fn take(&mut self, mut rest: &str) {
        while !rest.is_empty() {
            if self.held.is_some() {
                let mut letters = rest.chars();
                letters.next().into_iter().for_each(|c| self.take_held(c));
                rest = letters.as_str();
                continue;
            }
            let plain = rest.find([ESCAPE, '\n']).unwrap_or(rest.len());
            let (text, behind) = rest.split_at(plain);
            self.parser.advance(&mut self.printed, text.as_bytes());
            rest = behind;
            if let Some(behind) = rest.strip_prefix('\n') {
                self.printed.keep('\n');
                rest = behind;
            } else if !rest.is_empty() {
                self.held = Some(String::new());
            }
        }
    }

    /// Takes one more character of what may be a sequence.
    fn take_held(&mut self, c: char) {
        let held = self.held.as_deref().unwrap_or_default();
        let is_string = held.chars().nth(1).is_some_and(|c| STRINGS.contains(&c));
        let is_escaped = held.len() > 1 && held.ends_with(ESCAPE);
        if is_string && (c == BELL || (is_escaped && c == '\\')) {
            self.held = None;
            return;
        }
        // Another sequence begins, or the line ends: this one will not.
        let is_given_up = c == '\n'
            || is_escaped
            || (c == ESCAPE && !is_string && !held.is_empty())
            || held.chars().count() >= LONGEST;
        if is_given_up {
            self.give_back();
            if is_escaped {
                self.take(&String::from(ESCAPE));
            }
            self.take(c.encode_utf8(&mut [0; 4]));
            return;
        }
        self.held.get_or_insert_default().push(c);
        if is_string {
            return;
        }
        self.printed.ended = false;
        let mut bytes = [0; 4];
        let bytes = c.encode_utf8(&mut bytes).as_bytes();
        self.parser.advance(&mut self.printed, bytes);
        let held = self.held.as_deref().unwrap_or_default();
        if held.chars().nth(1).is_some_and(|c| STRINGS.contains(&c)) {
            self.parser = Parser::new();
        } else if self.printed.ended {
            self.held = None;
        }
    }

    /// Gives back what was held and is no sequence, without the characters that seemed to begin one.
    fn give_back(&mut self) {
        let Some(held) = self.held.take() else {
            return;
        };
        self.parser = Parser::new();
        let words = held.strip_suffix(ESCAPE).unwrap_or(&held);
        let mut letters = words.chars();
        letters.by_ref().take(2).for_each(drop);
        self.take(letters.as_str());
    }
}

/// Filters a text that is there as a whole.
pub fn sanitize(text: &str) -> String {
    let mut sanitizer = Sanitizer::new();
    sanitizer.push(text) + &sanitizer.finish()
}

/// Filters a piece of a text that ended so before it: a joiner or a mark at its beginning stays where it may follow.
pub fn sanitize_behind(end: TextEnd, piece: &str) -> String {
    let mut sanitizer = Sanitizer::new();
    sanitizer.printed.end = end;
    sanitizer.push(piece) + &sanitizer.finish()
}

/// Filters a text that has to stay on one line.
pub fn sanitize_line(text: &str) -> String {
    // What is pasted into a terminal comes with returns for the ends of its lines.
    sanitize(&text.replace('\r', "\n"))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The character that makes one of those on both sides of it.
const JOINER: char = '\u{200d}';

/// Joins what stands on both sides of it, or keeps it apart.
pub(super) const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | JOINER)
}

/// Whether a character is drawn upon the one before it, or changes its look: marks, joiners, selectors, the vowels of
/// Korean that are written one by one, the colours of a skin.
pub fn is_stacked(c: char) -> bool {
    !c.is_ascii()
        && (is_combining_mark(c) || c.width() == Some(0) || matches!(c, '\u{1f3fb}'..='\u{1f3ff}'))
}

/// Chooses among the forms of what stands before it.
pub(super) const fn is_selector(c: char) -> bool {
    matches!(
        c,
        '\u{fe0e}' | '\u{fe0f}' | '\u{180b}'..='\u{180d}' | '\u{180f}'
    )
}

/// Whether a joiner or selector means something behind that character. No two of a kind follow each other: that would
/// be a text of its own that nobody sees.
fn carries(last: char, mark: char) -> bool {
    let is_seen = !is_joiner(last) && !is_selector(last);
    !last.is_ascii() && !last.is_whitespace() && (is_seen || is_joiner(mark) && is_selector(last))
}

/// Keeps line breaks, widens tabs, and drops controls (C0, C1), whatever reorders or hides text, tags, and what no
/// text may hold.
fn allowed(c: char) -> Option<char> {
    match c {
        // The blank of braille looks like one.
        '\t' | '\u{2800}' => Some(' '),
        // Some programs break lines at the last two, and others do not.
        '\n' | '\u{2028}' | '\u{2029}' => Some('\n'),
        c if is_joiner(c) || is_selector(c) => Some(c),
        c if c.is_control() || is_ignorable(c) || is_no_character(c) => None,
        c => Some(c),
    }
}

/// Unicode's `Default_Ignorable_Code_Point`, and the marks of interlinear notes: nothing of them is seen.
const fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Whether Unicode will never make a character of a code point.
const fn is_no_character(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || (c as u32 & 0xfffe) == 0xfffe
}

/// Whether a person would not see this character, or would see something else than what is there: what
/// [`sanitize`] drops or changes, wherever it stands.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control() || is_ignorable(c) || is_no_character(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_removed_whole_even_when_split() {
        let mut filter = Sanitizer::new();
        let mut out = String::new();
        for chunk in [
            "red \u{1b}",
            "[3",
            "1mrose\u{1b}]52;c;",
            "aGk=\u{7}",
            " and\u{1b}[0m thorn",
        ] {
            out += &filter.push(chunk);
        }
        assert_eq!(out, "red rose and thorn");
    }

    #[test]
    fn a_sequence_that_does_not_end_takes_no_word_with_it() {
        let long = "word ".repeat(200);
        for kind in [']', 'P', '_', '^', 'X', '['] {
            for (behind, left) in [
                ("Second point.\nnext", "Second point.\nnext"),
                ("Second point.", "Second point."),
                (&*long, &*long),
                ("Sec\u{1b}]ond\u{1b}[1m point.", "Second point."),
            ] {
                // A control sequence ends with the first letter behind it, and that is its name.
                let left = if kind == '[' { &left[1..] } else { left };
                let given = format!("First. \u{1b}{kind}{behind}");
                let expected = format!("First. {left}");
                assert_eq!(sanitize(&given), expected, "{given:?}");
                let mut filter = Sanitizer::new();
                let pieces = given.chars().map(|c| filter.push(&c.to_string()));
                let pieces: String = pieces.collect();
                assert_eq!(pieces + &filter.finish(), expected, "{given:?} in pieces");
            }
        }
        for (given, left) in [
            ("a w\u{1b}ord", "a word"),
            ("an end\u{1b}", "an end"),
            ("bold\u{1b}(B text", "bold text"),
            ("\u{1b}Pq#0;2\u{1b}\\a picture", "a picture"),
            ("\u{1b}_a command\u{1b}\\of none", "of none"),
            (
                "\u{1b}]8;;https://example.org\u{1b}\\a link\u{1b}]8;;\u{7}",
                "a link",
            ),
        ] {
            assert_eq!(sanitize(given), left, "{given:?}");
        }
    }

    #[test]
    fn hidden_and_reordering_marks_go_and_people_s_letters_stay() {
        assert_eq!(
            sanitize("b\u{202e}e\u{200b}f\u{9b}2Jx\r\ny\tz"),
            "befx\ny z".replace('x', "2Jx")
        );
        assert_eq!(sanitize("日本 👩‍🔬 naïve"), "日本 👩‍🔬 naïve");
        assert_eq!(sanitize_line("a\n b"), "a b");
    }

    #[test]
    fn what_nobody_sees_goes() {
        let ranges = [
            ('\u{ad}', '\u{ad}'),
            ('\u{115f}', '\u{1160}'),
            ('\u{180e}', '\u{180e}'),
            ('\u{200b}', '\u{200f}'),
            ('\u{2060}', '\u{206f}'),
            ('\u{3164}', '\u{3164}'),
            ('\u{ffa0}', '\u{ffa0}'),
            ('\u{e0000}', '\u{e007f}'),
            ('\u{e0100}', '\u{e01ef}'),
            ('\u{ffff}', '\u{ffff}'),
        ];
        for c in ranges.into_iter().flat_map(|(from, to)| from..=to) {
            assert_eq!(
                sanitize(&format!("sk-{c}a")),
                "sk-a",
                "{}",
                c.escape_unicode()
            );
        }
        assert_eq!(sanitize("a\u{2028}b\u{2029}c"), "a\nb\nc");
        assert_eq!(sanitize_line("a\u{2028}b\u{2800}c"), "a b c");
    }

    #[test]
    fn joiners_and_selectors_stay_where_a_script_needs_them() {
        for kept in [
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "👩\u{200d}🔬",
            "❤\u{fe0f}\u{200d}🔥",
            "☂\u{fe0e}",
            "ᠨᠠ\u{180c}",
        ] {
            assert_eq!(sanitize(kept), kept);
            let mut filter = Sanitizer::new();
            let whole: String = kept.chars().map(|c| filter.push(&c.to_string())).collect();
            assert_eq!(whole, kept, "in pieces");
        }
        for (given, left) in [
            ("sk\u{200d}-1\u{fe0f}2", "sk-12"),
            ("\u{200d}a \u{fe0f}b", "a b"),
            ("é\u{200d}\u{200c}\u{200d}\u{fe0f}", "é\u{200d}"),
        ] {
            assert_eq!(sanitize(given), left);
        }
    }

    #[test]
    fn no_character_carries_more_marks_than_writing_has() {
        for whole in [
            "ཧྐྵྨླྺྼྻྂ",
            "👨🏻\u{200d}👩🏻\u{200d}👧🏻\u{200d}👦🏻",
            "👩🏻\u{200d}❤\u{fe0f}\u{200d}💋\u{200d}👨🏿",
            "ậ̣ e\u{301}\u{301} קָּ ที่",
        ] {
            assert_eq!(sanitize(whole), whole);
        }
        for (bomb, most) in [
            (
                "a\u{301}\u{336}\u{20dd}".to_owned() + &"\u{301}".repeat(900),
                9,
            ),
            ("\u{1100}".to_owned() + &"\u{1161}".repeat(900), 9),
            ("👩".to_owned() + &"🏻".repeat(900), 9),
            ("ka".to_owned() + &"\u{3099}".repeat(900), 10),
        ] {
            let left = sanitize(&bomb);
            assert_eq!(left.chars().count(), most, "{left}");
            let mut filter = Sanitizer::new();
            let pieces: String = bomb.chars().map(|c| filter.push(&c.to_string())).collect();
            assert_eq!(pieces, left, "in pieces");
            let (mut end, mut kept) = (TextEnd::default(), String::new());
            for c in bomb.chars() {
                let piece = sanitize_behind(end, &c.to_string());
                end = end.behind(&piece);
                kept += &piece;
            }
            assert_eq!(kept, left, "in pieces that nobody holds together");
        }
        // Where no more are joined, nobody is lost.
        let crowd = sanitize(&"👩\u{200d}".repeat(100));
        assert_eq!(crowd.matches('👩').count(), 100);
        assert!(!crowd.contains(&"👩\u{200d}".repeat(STACKED + 1)));
    }

    proptest::proptest! {
        #[test]
        fn nothing_dangerous_is_left(chunks in proptest::collection::vec("(\\PC|[\u{1b}\u{7}\u{9b}\u{202e}\u{200d}\u{fe0f}\u{ad}\u{301}\n\t\\[\\];0-9m]|\u{301}{9,12}){0,12}", 0..8)) {
            let mut filter = Sanitizer::new();
            let mut out: String = chunks.iter().map(|chunk| filter.push(chunk)).collect();
            out += &filter.finish();
            proptest::prop_assert_eq!(sanitize(&chunks.concat()), out.clone());
            proptest::prop_assert!(!out.chars().any(|c| c.is_control() && c != '\n'));
            proptest::prop_assert_eq!(sanitize(&out), out.clone());
        }
    }
}
