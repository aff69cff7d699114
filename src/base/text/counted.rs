//! Words as they are counted, cut at and said one by one. Most scripts part them by white space; for those that do not,
//! so many letters count as one, which is about as long as a word takes to say.

use unicode_segmentation::UnicodeSegmentation as _;

/// Letters of Chinese and Japanese that count as a word.
const OF_HAN: usize = 2;
/// Letters of Thai, Lao, Khmer and Burmese, with the vowels on them, that count as a word.
const OF_THAI: usize = 5;
/// The most bytes of a word: a longer run of letters counts as several.
const LONGEST: usize = 120;

/// The number of letters of the script of `c` that count as a word, where that script has no spaces between words.
const fn unspaced(c: char) -> Option<usize> {
    match c {
        '\u{3041}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => Some(OF_HAN),
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => {
            Some(OF_THAI)
        }
        _ => None,
    }
}

/// The number of words in a text.
pub fn count_words(text: &str) -> u32 {
    let count: usize = text.split_whitespace().map(words_in).sum();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The words of a run without white space.
fn words_in(run: &str) -> usize {
    if is_one(run) {
        return 1;
    }
    let mut rest = run;
    let mut count = 0;
    while !rest.is_empty() {
        rest = rest.get(first_of(rest)..).unwrap_or_default();
        count += 1;
    }
    count
}

/// Whether a run without white space is one word.
fn is_one(run: &str) -> bool {
    run.len() <= LONGEST && (run.is_ascii() || !run.chars().any(|c| unspaced(c).is_some()))
}

/// The length in bytes of the first word and the white space before it.
pub fn first_word(text: &str) -> usize {
    let start = text.len() - text.trim_start().len();
    let word = text.get(start..).unwrap_or_default();
    // No more is looked at than tells: a text may be one run of a megabyte.
    let near = super::floor_char_boundary(word, 2 * LONGEST);
    let word = word.get(..near).unwrap_or_default();
    let end = word.find(char::is_whitespace).unwrap_or(word.len());
    let run = word.get(..end).unwrap_or_default();
    start
        + if is_one(run) {
            run.len()
        } else {
            first_of(run)
        }
}

/// The length in bytes of the first word of a run without white space that is more than one, with the signs behind it.
fn first_of(run: &str) -> usize {
    let (mut end, mut letters, mut most) = (0, 0, None);
    for letter in run.graphemes(true) {
        let first = letter.chars().next().unwrap_or_default();
        if first.is_alphanumeric() {
            let own = unspaced(first);
            let is_full = most.is_some_and(|most| letters >= most);
            let is_other = letters > 0 && own != most;
            if is_full || is_other || end + letter.len() > LONGEST {
                break;
            }
            most = own;
            letters += 1;
        } else if end > 0 && end + letter.len() > LONGEST {
            break;
        }
        end += letter.len();
    }
    end.max(run.chars().next().map_or(0, char::len_utf8))
}

/// As much of the beginning as has at most `words` words, as it stands.
pub fn leading_words(text: &str, words: u32) -> &str {
    let mut end = 0;
    for _ in 0..words {
        let rest = text.get(end..).unwrap_or_default();
        if rest.trim_start().is_empty() {
            return text;
        }
        end += first_word(rest);
    }
    text.get(..end).unwrap_or_default()
}

/// Counts the words at the end of a text that may be parts of longer ones, and these with what follows: the addition to
/// the count of a text that grows, without counting it anew.
pub fn more_words(before: &str, more: &str) -> (u32, u32) {
    let near = super::floor_char_boundary(before, before.len().saturating_sub(2 * LONGEST));
    let near = before.get(near..).unwrap_or_default();
    let tail = near.rsplit(char::is_whitespace).next().unwrap_or_default();
    (count_words(tail), count_words(&[tail, more].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_without_spaces_have_words() {
        for (text, words) in [
            ("", 0),
            ("  ", 0),
            ("One, two – three", 4),
            ("don't re-read it", 3),
            ("我们认为茶比咖啡更好。", 5),
            ("私は、紅茶が好きです", 5),
            ("GDP的增长", 3),
            ("ชาดีกว่ากาแฟ", 2),
            ("차가 커피보다 낫다", 3),
        ] {
            assert_eq!(count_words(text), words, "{text}");
        }
        assert_eq!(count_words(&"a".repeat(1_200)), 10);
        assert_eq!(leading_words("我们认为茶比咖啡更好。", 2), "我们认为");
        assert_eq!(leading_words("好。我们", 1), "好。我");
        assert_eq!(leading_words(" one  two three", 2), " one  two");
        assert_eq!(leading_words("one ", 4), "one ");
        assert_eq!(leading_words(&"Läng".repeat(200), 2).len(), 240);
    }

    proptest::proptest! {
        #[test]
        fn words_add_up(pieces in proptest::collection::vec("[a-z我们是。,ก \n]{0,9}", 0..12)) {
            let text = pieces.concat();
            let (mut before, mut count) = (String::new(), 0);
            for piece in &pieces {
                let (of_tail, with_it) = more_words(&before, piece);
                count = count - of_tail + with_it;
                before.push_str(piece);
            }
            proptest::prop_assert_eq!(count, count_words(&text));
            for words in 0..4 {
                let leading = leading_words(&text, words);
                proptest::prop_assert!(text.starts_with(leading));
                proptest::prop_assert_eq!(count_words(leading), words.min(count), "{}", leading);
            }
        }
    }
}
