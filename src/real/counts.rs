//! How a house voted, as people write it: in members or in per cent, by order or by name.

use super::check;
use crate::{
    debate::real::HouseCount,
    text::{cut::shortened, sanitize::sanitize_line},
};

/// Bytes of a count that stand in a message.
const SHOWN: usize = 80;
/// What shares in per cent may be off a hundred, in points: they are rounded.
const ROUNDED: f64 = 1.5;

/// The words for each of the three.
const AYES: [&str; 9] = [
    "for", "aye", "ayes", "yes", "yea", "yeas", "pro", "favour", "favor",
];
const NOES: [&str; 8] = [
    "against",
    "no",
    "noes",
    "nay",
    "nays",
    "con",
    "opposed",
    "opposition",
];
const UNDECIDED: [&str; 8] = [
    "undecided",
    "neither",
    "abstain",
    "abstained",
    "abstention",
    "abstentions",
    "abstaining",
    "unsure",
];
/// Words that mean nothing here.
const BESIDE: [&str; 9] = [
    "to", "and", "in", "votes", "vote", "members", "per", "cent", "percent",
];

/// A count as "32/18/50", "32 % 18 % 50 %", "32 for, 18 against, 50 undecided" or "Ayes 32, Noes 18": without names it is
/// for, against and undecided. Of two shares in per cent the rest is undecided.
///
/// # Errors
/// It is no such count, for people.
pub(super) fn counts(text: &str) -> Result<HouseCount, String> {
    let wrong = || {
        format!(
            "\"{}\" is no count; expected for/against/undecided, such as 32/18/50",
            shortened(&sanitize_line(text), SHOWN)
        )
    };
    let is_between = |c: char| c.is_whitespace() || "/,;:–—+&".contains(c);
    let lower = text.to_lowercase();
    let in_percent = ["%", "per cent", "percent"]
        .iter()
        .any(|sign| lower.contains(sign));
    // A hyphen behind a digit stands between numbers; before one it is a minus.
    let mut before = ' ';
    let spaced = text.chars().map(|c| {
        let is_gap = c == '%' || c == '-' && before.is_ascii_digit();
        before = c;
        if is_gap { ' ' } else { c }
    });
    let spaced: String = spaced.collect();
    let mut numbers: Vec<f64> = Vec::new();
    let mut names: Vec<usize> = Vec::new();
    for word in spaced.split(is_between).filter(|word| !word.is_empty()) {
        let lower = word.trim_end_matches('.').to_lowercase();
        let of = |words: &[&str]| words.contains(&lower.as_str());
        if let Ok(number) = word.parse::<f64>() {
            numbers.push(number);
        } else if of(&AYES) {
            names.push(0);
        } else if of(&NOES) {
            names.push(1);
        } else if of(&UNDECIDED) {
            names.push(2);
        } else if !of(&BESIDE) {
            return Err(wrong());
        }
    }
    let mut count = HouseCount {
        ayes: 0.0,
        noes: 0.0,
        undecided: 0.0,
    };
    if names.is_empty() {
        names = (0..numbers.len()).collect();
    }
    let mut said = names.clone();
    said.sort_unstable();
    said.dedup();
    let is_sound = numbers.len() == names.len()
        && said.len() == names.len()
        && said.starts_with(&[0, 1])
        && said.len() <= 3;
    if !is_sound {
        return Err(wrong());
    }
    for (name, number) in names.iter().zip(&numbers) {
        match name {
            0 => count.ayes = *number,
            1 => count.noes = *number,
            _ => count.undecided = *number,
        }
    }
    if in_percent {
        let total = count.total();
        if total > 100.0 + ROUNDED {
            return Err(format!(
                "\"{}\" comes to {total} per cent",
                shortened(&sanitize_line(text), SHOWN)
            ));
        }
        if said.len() == 2 && total < 100.0 - ROUNDED {
            count.undecided = 100.0 - total;
        }
    }
    check::wrong_count(count).map_or(Ok(count), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_members_and_per_cent_by_order_and_by_name() {
        for (text, expected) in [
            ("32/18/50", [32.0, 18.0, 50.0]),
            ("32 % 18 % 50 %", [32.0, 18.0, 50.0]),
            ("201 to 150", [201.0, 150.0, 0.0]),
            ("201-150-3", [201.0, 150.0, 3.0]),
            ("45 %, 40 %", [45.0, 40.0, 15.0]),
            ("45 percent to 40 percent", [45.0, 40.0, 15.0]),
            ("45 per cent for, 40 per cent against", [45.0, 40.0, 15.0]),
            ("58% for, 42% against", [58.0, 42.0, 0.0]),
            ("Against: 40, For: 45, Undecided: 15", [45.0, 40.0, 15.0]),
            ("Ayes 312; Noes 280; 14 abstentions", [312.0, 280.0, 14.0]),
            ("32.5/17.5", [32.5, 17.5, 0.0]),
        ] {
            let found = counts(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
            let [ayes, noes, undecided] = expected;
            let expected = HouseCount {
                ayes,
                noes,
                undecided,
            };
            assert_eq!(found, expected, "{text}");
        }
        for text in [
            "",
            "32",
            "many",
            "1/2/3/4",
            "for 3",
            "3 for, 4 for",
            "-1/2",
            "80% 70%",
            "0/0",
        ] {
            assert!(counts(text).is_err(), "{text}");
        }
    }
}
