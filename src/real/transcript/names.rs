//! Who is meant by a name in a transcript.

use crate::{
    catalog::nearest::nearest,
    real::form::{Person, RealDebate},
};

/// What stands before names and is not part of them.
const TITLES: [&str; 22] = [
    "mr",
    "mrs",
    "ms",
    "miss",
    "mx",
    "dr",
    "prof",
    "professor",
    "sir",
    "dame",
    "lord",
    "lady",
    "baroness",
    "baron",
    "rev",
    "reverend",
    "judge",
    "senator",
    "the",
    "right",
    "hon",
    "honourable",
];
/// What whoever leads a debate is called.
const CHAIRS: [&str; 8] = [
    "moderator",
    "chair",
    "chairman",
    "chairwoman",
    "chairperson",
    "host",
    "presenter",
    "speaker of the house",
];
/// What the moderator is called whose name nobody says.
const MODERATOR: &str = "The moderator";

/// Who is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meant {
    /// The person of that full name.
    One(String),
    /// Any of these.
    Several(Vec<String>),
    /// Nobody; these names are near.
    Nobody(Vec<String>),
}

/// Who is meant by a name: a full name, or a part of one that only one person has; titles and case do not count.
pub(super) fn meant(said: &str, debate: &RealDebate) -> Meant {
    let wanted = parts(said);
    let full = debate.names().find(|name| parts(name) == wanted);
    if let Some(name) = full {
        return Meant::One(name.to_owned());
    }
    let begins_or_ends = |name: &&str| {
        let name = parts(name);
        !wanted.is_empty() && (name.ends_with(&wanted) || name.starts_with(&wanted))
    };
    let mut several: Vec<String> = debate
        .names()
        .filter(begins_or_ends)
        .map(str::to_owned)
        .collect();
    match (several.len(), several.pop()) {
        (1, Some(one)) => return Meant::One(one),
        (_, Some(last)) => {
            several.push(last);
            return Meant::Several(several);
        }
        (_, None) => {}
    }
    if let Some(moderator) = &debate.moderator
        && CHAIRS.contains(&wanted.join(" ").as_str())
    {
        return Meant::One(moderator.name.clone());
    }
    let near = nearest(&wanted.join(" "), debate.names());
    Meant::Nobody(near.into_iter().map(str::to_owned).collect())
}

/// A moderator without a name, where the transcript calls somebody so and nobody is named.
pub(super) fn nameless(said: &str) -> Option<Person> {
    let is_chair = CHAIRS.contains(&parts(said).join(" ").as_str());
    is_chair.then(|| Person {
        name: MODERATOR.to_owned(),
        role: String::new(),
        bio: String::new(),
    })
}

/// The words of a name in small letters, without titles and stops.
fn parts(name: &str) -> Vec<String> {
    let words: Vec<String> = name
        .split_whitespace()
        .map(|word| {
            let letters = word.chars().filter(|c| c.is_alphanumeric() || *c == '-');
            letters.flat_map(char::to_lowercase).collect::<String>()
        })
        .filter(|word| !word.is_empty())
        .collect();
    let titles = words
        .iter()
        .take_while(|word| TITLES.contains(&word.as_str()))
        .count();
    // A person may be called Judge and nothing else.
    let kept = words.get(titles..).filter(|rest| !rest.is_empty());
    kept.map_or(words.clone(), <[String]>::to_vec)
}
