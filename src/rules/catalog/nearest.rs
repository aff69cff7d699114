//! Known names that somebody may have meant.

/// The likeness, from 0 to 1, that two names need for one to be suggested.
const ALIKE: f64 = 0.78;
/// The number of names suggested at the most.
const SUGGESTIONS: usize = 3;
/// The longest name that may be a slip of the pen, in bytes; longer ones would take long to compare.
const LONGEST: usize = 200;

/// The names nearest to what was asked for, best first; case does not count.
pub fn nearest<'a>(asked: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    if asked.len() > LONGEST {
        return Vec::new();
    }
    let asked = asked.to_lowercase();
    let mut scored: Vec<(f64, &str)> = names
        .filter(|name| name.len() <= LONGEST)
        .map(|name| (likeness(&asked, &name.to_lowercase()), name))
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored
        .into_iter()
        .take(SUGGESTIONS)
        .map(|(_, name)| name)
        .collect()
}

fn likeness(asked: &str, name: &str) -> f64 {
    let parts = name
        .split(['-', ' '])
        .filter(|part| part.chars().count() > 2)
        .map(|part| strsim::jaro_winkler(asked, part) * 0.97);
    let contained = if asked.chars().count() > 2 && name.contains(asked) {
        0.95
    } else {
        0.0
    };
    parts
        .fold(strsim::jaro_winkler(asked, name), f64::max)
        .max(contained)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_parts_are_recognised_and_strangers_are_not() {
        let names = [
            "tea-over-coffee",
            "ban-private-cars",
            "napoleon",
            "nightingale",
        ];
        let near = |asked| nearest(asked, names.into_iter());
        assert_eq!(near("Napolean"), ["napoleon"]);
        assert_eq!(near("coffee"), ["tea-over-coffee"]);
        assert_eq!(near("cofee"), ["tea-over-coffee"]);
        assert_eq!(near("ban-privat-car"), ["ban-private-cars"]);
        assert!(near("xyzzy").is_empty());
    }
}
