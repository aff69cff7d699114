//! Headings: which are in force, how they make a place, and what looks like one in plain text.

/// The words that begin a heading in plain text, with their level: a chapter stands in a book, a book in a volume.
const OPENERS: [(&str, u8); 26] = [
    ("volume", 0),
    ("vol", 0),
    ("book", 1),
    ("part", 1),
    ("act", 1),
    ("chapter", 2),
    ("chap", 2),
    ("canto", 2),
    ("scene", 2),
    ("letter", 2),
    ("lecture", 2),
    ("essay", 2),
    ("sermon", 2),
    ("speech", 2),
    ("preface", 2),
    ("foreword", 2),
    ("introduction", 2),
    ("prologue", 2),
    ("epilogue", 2),
    ("conclusion", 2),
    ("appendix", 2),
    ("postscript", 2),
    ("dedication", 2),
    ("section", 3),
    ("article", 3),
    ("stave", 2),
];

/// Words that count, as "CHAPTER THE FIRST" does.
const NUMBERS: [&str; 32] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "last",
];

/// The level of a heading that is known by its capitals or its numeral alone: below every other.
const LOWEST: u8 = 4;

/// The longest heading in plain text, in characters.
const LONGEST: usize = 100;

/// The beginnings of positions. A part of a place that stands before one is a heading.
const POSITIONS: [&str; 4] = ["line ", "page ", "paragraph ", "section "];

/// The headings in force, outermost first.
#[derive(Debug, Default, Clone)]
pub(super) struct Headings {
    stack: Vec<(u8, String)>,
}

impl Headings {
    /// A heading ends those of its own level and below; one without text only does that.
    pub(super) fn enter(&mut self, level: u8, text: String) {
        self.stack.retain(|(above, _)| *above < level);
        if !text.is_empty() {
            self.stack.push((level, text));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }

    /// "BOOK I, CHAPTER IV, line 120".
    pub(super) fn place(&self, position: &str) -> String {
        let mut place = String::new();
        let all = self.stack.iter().map(|(_, text)| text.as_str());
        for part in all.chain([position]).filter(|part| !part.is_empty()) {
            if !place.is_empty() {
                place.push_str(", ");
            }
            place.push_str(part.trim_end_matches(['.', ':', ',']));
        }
        place
    }
}

/// The heading in a place: all of it but the position at its end. A time is a position too.
pub(in crate::corpus) fn of_place(place: &str) -> &str {
    let (heading, last) = place.rsplit_once(", ").unwrap_or(("", place));
    let time = last.len() >= 8 && last.bytes().all(|b| b.is_ascii_digit() || b == b':');
    if time || POSITIONS.iter().any(|known| last.starts_with(known)) {
        heading
    } else {
        place
    }
}

/// The level of a paragraph of plain text that looks like a heading.
pub(super) fn level(paragraph: &[&str]) -> Option<u8> {
    let [first, rest @ ..] = paragraph else {
        return None;
    };
    let length: usize = paragraph.iter().map(|line| line.chars().count()).sum();
    if paragraph.len() > 3 || length > LONGEST {
        return None;
    }
    let first = first.trim();
    let mut words = first.split_whitespace().map(bare);
    let opener = words.next()?.to_lowercase();
    let number = words.next();
    if let Some((_, level)) = OPENERS.iter().find(|(word, _)| *word == opener) {
        let counted = number.is_some_and(|word| {
            is_number(word)
                || (word.eq_ignore_ascii_case("the") && words.next().is_some_and(is_number))
        });
        if counted || (number.is_none() && *level == 2) {
            return Some(*level);
        }
    }
    // "IV." alone, or with a title below it.
    if number.is_none() && is_roman(bare(first)) {
        return Some(LOWEST);
    }
    let capitals = rest.is_empty()
        && first.chars().filter(|c| c.is_alphabetic()).count() >= 4
        && !first.chars().any(char::is_lowercase)
        && first.chars().any(char::is_uppercase)
        && !first.ends_with(['!', '?', ',', ';', '"', '”']);
    capitals.then_some(LOWEST)
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn is_number(word: &str) -> bool {
    is_roman(word)
        || (!word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()))
        || NUMBERS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn is_roman(word: &str) -> bool {
    !word.is_empty() && word.len() <= 9 && word.chars().all(|c| "IVXLCDM".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_by_their_looks() {
        let table: [(&[&str], Option<u8>); 15] = [
            (&["CHAPTER IV"], Some(2)),
            (&["Chapter 12: The mill"], Some(2)),
            (&["CHAPTER THE FIRST."], Some(2)),
            (&["BOOK I."], Some(1)),
            (&["VOLUME II"], Some(0)),
            (&["CHAPTER III", "Of bells"], Some(2)),
            (&["Preface"], Some(2)),
            (&["XIV."], Some(4)),
            (&["OF THE LIBERTY OF BELLS"], Some(4)),
            (&["Part of the trouble"], None),
            (&["Book the rooms early."], None),
            (&["STOP THE BELLS!"], None),
            (&["I went home."], None),
            (&["It rained."], None),
            (&[], None),
        ];
        for (paragraph, expected) in table {
            assert_eq!(level(paragraph), expected, "{paragraph:?}");
        }
    }

    #[test]
    fn places_nest_and_give_their_heading_back() {
        let mut headings = Headings::default();
        assert_eq!(headings.place("line 1"), "line 1");
        headings.enter(1, "BOOK I.".into());
        headings.enter(2, "CHAPTER II".into());
        assert_eq!(headings.place("line 9"), "BOOK I, CHAPTER II, line 9");
        assert_eq!(of_place("BOOK I, CHAPTER II, line 9"), "BOOK I, CHAPTER II");
        headings.enter(1, "BOOK II".into());
        assert_eq!(headings.place("line 20"), "BOOK II, line 20");
        for place in ["line 4", "page 7", "00:12:31"] {
            assert_eq!(of_place(place), "", "{place}");
        }
        assert_eq!(of_place("second letter"), "second letter");
    }
}
