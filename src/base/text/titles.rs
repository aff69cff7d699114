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

/// All titles, without a full stop.
pub fn titles() -> impl Iterator<Item = &'static str> {
    TITLES.into_iter()
}
