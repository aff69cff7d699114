//! Letters and digits in other shapes, as their plain ones.

use unicode_normalization::UnicodeNormalization;

/// The letter or digit that a sign stands for: a fullwidth, mathematical or encircled one is read as the plain one (Unicode
/// Standard Annex 15, compatibility composition).
pub fn plain(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    let mut composed = std::iter::once(c).nfkc();
    match (composed.next(), composed.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// A letter without its accent: `e` of `é`. One that is no letter with an accent stays as it is.
pub fn unaccented(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    std::iter::once(c).nfd().next().unwrap_or(c)
}
