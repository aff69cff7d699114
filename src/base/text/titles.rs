//! Titles that stand before the names of people and are not part of them.

const TITLES: [&str; 19] = [
    "Mr",
    "Mrs",
    "Ms",
    "Miss",
    "Mx",
    "Dr",
    "Doctor",
    "Prof",
    "Professor",
    "Sir",
    "Dame",
    "Lord",
    "Lady",
    "Baron",
    "Baroness",
    "Rev",
    "Reverend",
    "Judge",
    "Senator",
];

/// Whether a word, without a full stop behind it, is a title, in whatever case it is written.
pub fn is_title(word: &str) -> bool {
    TITLES.iter().any(|one| one.eq_ignore_ascii_case(word))
}

/// The letters with which titles begin.
pub fn first_letters() -> impl Iterator<Item = char> {
    TITLES.iter().filter_map(|one| one.chars().next())
}
