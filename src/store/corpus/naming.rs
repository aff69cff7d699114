//! The name of a source, in one line for people.

/// A work with its date, unless its title has it: "Of Roads (1776)".
pub(super) fn dated(title: &str, date: Option<&str>) -> String {
    match date {
        Some(date) if !title.contains(date) => format!("{title} ({date})"),
        Some(_) | None => title.to_owned(),
    }
}

/// A work and the place in it: "Of Roads (1776), page 7". Either may be empty. The first heading of a text is often its
/// title, which is said once.
pub fn placed(work: &str, place: &str) -> String {
    let title = work.split_once(" (").map_or(work, |(title, _)| title);
    let place = match place.strip_prefix(title) {
        Some("") => "",
        Some(rest) if !title.is_empty() => rest.strip_prefix(", ").unwrap_or(place),
        Some(_) | None => place,
    };
    let both: Vec<&str> = [work, place]
        .into_iter()
        .filter(|one| !one.is_empty())
        .collect();
    both.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_empty_leaves_no_mark() {
        for (title, date, place, expected) in [
            (
                "Of Roads",
                Some("1776"),
                "page 7",
                "Of Roads (1776), page 7",
            ),
            ("Letters of 1776", Some("1776"), "", "Letters of 1776"),
            ("Of Roads", None, "BOOK I", "Of Roads, BOOK I"),
            ("", None, "line 3", "line 3"),
            ("Of Roads", None, "Of Roads", "Of Roads"),
            (
                "Of Roads",
                Some("1776"),
                "Of Roads, BOOK I",
                "Of Roads (1776), BOOK I",
            ),
            (
                "Of Roads",
                None,
                "Of Roads and Rivers",
                "Of Roads, Of Roads and Rivers",
            ),
        ] {
            assert_eq!(placed(&dated(title, date), place), expected);
        }
    }
}
