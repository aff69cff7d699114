//! ASCII forms of signs and letters, one each, for terminals that show nothing else.

use unicode_normalization::UnicodeNormalization as _;

/// The signs of the screen, each with its form.
const SIGNS: &[(&str, char)] = &[
    ("╭╮╰╯┌┐└┘├┤┬┴┼┯┿╔╗╚╝", '+'),
    ("─━╌┄┈═‐‑‒–—―−", '-'),
    ("│┃║▎▏▍▌▕╎┆┊", '|'),
    ("█▉▊▋■▣◼◫▇", '#'),
    ("·∙⋅", '.'),
    ("•●◉⁂✱★☆◆", '*'),
    ("○◌◇◎◯", 'o'),
    ("✔✓", '+'),
    ("✖✗✘×", 'x'),
    ("◐◑≈∼", '~'),
    ("▸▶►→⇒⇥›↳", '>'),
    ("◂◀◄←⇐⇤‹↩", '<'),
    ("▲↑⇧", '^'),
    ("▼▾↓⇩", 'v'),
    ("⏸", '='),
    ("✋", '!'),
    ("…", '~'),
    ("“”„‟″«»", '"'),
    ("‘’‚‛′", '\''),
    ("▁", '_'),
    ("▂", '.'),
    ("▃", '-'),
    ("▄", '='),
    ("▅", '+'),
    ("▆", '*'),
    ("≤", '<'),
    ("≥", '>'),
    ("±", '+'),
    ("÷", '/'),
    ("⚖", '='),
    ("◷⌛⏳", 'o'),
    ("↻↺", '@'),
    ("⟦", '['),
    ("⟧", ']'),
    ("↕↔", '|'),
    ("€", 'E'),
    ("£", 'L'),
    ("¥", 'Y'),
    ("§", 'S'),
    ("°", 'o'),
    ("ßẞ", 's'),
    ("æÆœŒ", 'e'),
    ("øØ", 'o'),
    ("łŁ", 'l'),
    ("đĐðÐ", 'd'),
    ("þÞ", 't'),
    ("ı", 'i'),
];

/// The form of a sign of the screen, if it is one: of a chart drawn with dots, of a frame, of a mark.
pub fn sign(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(c);
    }
    if let Some(dots) = u32::from(c)
        .checked_sub(0x2800)
        .filter(|dots| *dots < 0x100)
    {
        return Some(braille(dots));
    }
    let mut signs = SIGNS.iter().filter(|(of, _)| of.contains(c));
    signs.next().map(|(_, form)| *form)
}

/// The form of a letter or of any other character: the plain letter without its accents, `?` where there is none.
pub fn letter(c: char) -> char {
    if let Some(form) = sign(c) {
        return form;
    }
    let mut parts = std::iter::once(c).nfkd().filter(char::is_ascii);
    parts.next().unwrap_or('?')
}

/// The dots of a chart: above, below or both (Unicode, block "Braille Patterns": bits 1, 2, 4 and 5 are the upper ones).
fn braille(dots: u32) -> char {
    const UPPER: u32 = 0b0001_1011;
    match (dots & UPPER, dots & !UPPER) {
        (0, 0) => ' ',
        (_, 0) => '\'',
        (0, _) => '.',
        _ => ':',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_letters_have_forms_of_one_character() {
        for (given, expected) in [
            ("╭─╮│ a", "+-+| a"),
            ("█▉▌··", "##|.."),
            ("⣀⠉⡇⠀", ".':"),
            ("“so” – it’s", "\"so\" - it's"),
            ("Émilie du Châtelet, Łódź", "Emilie du Chatelet, lodz"),
            ("日本", "??"),
        ] {
            let form: String = given.chars().map(letter).collect();
            assert_eq!(form.trim_end(), expected, "{given}");
        }
        assert_eq!(sign('é'), None, "a letter is no sign");
    }
}
