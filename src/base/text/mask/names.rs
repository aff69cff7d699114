//! Strings that are no name of anything, whatever stands beside them.

use std::ops::Range;

use super::{is_of_key, runs};

/// No word is longer, in letters.
const WORD: usize = 24;
/// No name with a digit in it is as long without a break, in letters and digits.
const NAME: usize = 20;
/// No name with letters and several digits is as long, nor one with [`HUMPS`].
const NUMBERED: usize = 8;
/// The fewest changes from a small letter to a capital that no name has.
const HUMPS: usize = 3;
/// The fewest parts with a digit between letters that make a string no name.
const KNOTS: usize = 3;
/// The numbers of digits and letters from a to f between the hyphens of a UUID.
const UUID: [usize; 5] = [8, 4, 4, 4, 12];

/// Finds what nobody would call anything, and what services give for keys: it may stand anywhere in a file that was
/// written wrongly.
pub(super) fn no_names(text: &str, found: &mut Vec<Range<usize>>) {
    for (at, token) in runs(text, |c| is_of_key(c) || matches!(c, '.' | '/' | '+')) {
        let words = runs(token, is_of_key);
        let parts = token.split(|c: char| !c.is_ascii_alphanumeric());
        let is_knotted = parts.filter(|part| is_knotted(part)).count() >= KNOTS;
        // Base 64 has such signs in it; so have paths and URLs, but they have more than that.
        let is_path = token.starts_with('/') || token.contains('.');
        let is_joined = token.contains('+') || (token.contains('/') && !is_path);
        if is_knotted || (is_joined && words.iter().any(|(_, word)| is_no_name(word))) {
            found.push(at..at + token.len());
            continue;
        }
        let strange = words.into_iter().filter(|(_, word)| is_no_name(word));
        found.extend(strange.map(|(from, word)| at + from..at + from + word.len()));
    }
}

/// Whether a word of letters, digits and hyphens is no name of anything.
pub(super) fn is_no_name(word: &str) -> bool {
    let parts = || word.split(['-', '_']);
    let is_strange = |part: &str| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        // A number with a letter in it is one with its unit, or two: `12h`, `80x24`.
        let is_mixed = (1..part.len().saturating_sub(1)).contains(&digits);
        let humps = part.as_bytes().windows(2).filter(
            |pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()),
        );
        part.len() > WORD
            || (is_mixed && part.len() >= NAME)
            || (part.len() >= NUMBERED && ((is_mixed && digits > 1) || humps.count() >= HUMPS))
    };
    let hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    parts().any(is_strange) || (parts().all(hex) && parts().map(str::len).eq(UUID))
}

/// Whether a digit stands between letters.
fn is_knotted(part: &str) -> bool {
    let inner = part.trim_matches(|c: char| c.is_ascii_digit());
    inner.contains(|c: char| c.is_ascii_digit())
}
