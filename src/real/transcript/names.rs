//! The people meant by names in a transcript.

use crate::{
    catalog::nearest::nearest,
    form::{RealDebate, RealPerson},
    text::titles::is_title,
};

/// The words of styles of address, which stand before titles: "the Right Honourable".
const STYLES: [&str; 4] = ["the", "right", "hon", "honourable"];
/// The words for whoever leads a debate.
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
/// The name of a moderator whom nobody names.
const MODERATOR: &str = "The moderator";

/// The person who is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meant {
    /// The person of that full name.
    One(String),
    /// Any of these.
    Several(Vec<String>),
    /// No person of the debate.
    Nobody,
}

/// The people of a debate by the words of their names, which are taken apart once.
#[derive(Debug)]
pub(super) struct Names {
    people: Vec<(Vec<String>, String)>,
    moderator: Option<String>,
}

impl Names {
    /// Everybody who can have the floor.
    pub(super) fn of(debate: &RealDebate) -> Self {
        let people = debate.names().map(|name| (parts(name), name.to_owned()));
        Self {
            people: people.collect(),
            moderator: debate.moderator.as_ref().map(|one| one.name.clone()),
        }
    }

    /// The person meant by a name: a full name, or a part of one that only one person has; titles and case do not
    /// count.
    pub(super) fn meant(&self, said: &str) -> Meant {
        let wanted = parts(said);
        let full = self.people.iter().find(|(name, _)| *name == wanted);
        if let Some((_, name)) = full {
            return Meant::One(name.clone());
        }
        let begins_or_ends = |name: &[String]| {
            !wanted.is_empty() && (name.ends_with(&wanted) || name.starts_with(&wanted))
        };
        let several = self.people.iter().filter(|(name, _)| begins_or_ends(name));
        let mut several: Vec<String> = several.map(|(_, name)| name.clone()).collect();
        match (several.len(), several.pop()) {
            (1, Some(one)) => return Meant::One(one),
            (_, Some(last)) => {
                several.push(last);
                return Meant::Several(several);
            }
            (_, None) => {}
        }
        match &self.moderator {
            Some(name) if CHAIRS.contains(&wanted.join(" ").as_str()) => Meant::One(name.clone()),
            Some(_) | None => Meant::Nobody,
        }
    }

    /// The names that are like one that nobody has.
    pub(super) fn near(&self, said: &str) -> Vec<&str> {
        let names = self.people.iter().map(|(_, name)| name.as_str());
        nearest(&parts(said).join(" "), names)
    }
}

/// A moderator without a name, where the transcript calls somebody so and nobody is named.
pub(super) fn nameless(said: &str) -> Option<RealPerson> {
    let is_chair = CHAIRS.contains(&parts(said).join(" ").as_str());
    is_chair.then(|| RealPerson {
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
        .take_while(|word| STYLES.contains(&word.as_str()) || is_title(word))
        .count();
    // A person may be called Judge and nothing else.
    let kept = words.get(titles..).filter(|rest| !rest.is_empty());
    kept.map_or(words.clone(), <[String]>::to_vec)
}
