//! The people meant by names in a transcript.

use std::borrow::Cow;

use crate::{
    catalog::nearest::nearest,
    form::{RealDebate, RealPerson},
    text::{plain::unaccented, titles::is_title},
};

/// The words of styles of address and of offices, which stand before names and titles: "the Right Honourable".
const STYLES: [&str; 14] = [
    "the",
    "right",
    "hon",
    "honourable",
    "mayor",
    "captain",
    "constable",
    "councillor",
    "minister",
    "president",
    "governor",
    "general",
    "bishop",
    "ambassador",
];
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

/// The ways in which people are named, from the one that leaves the least doubt.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// By a part of the name.
    Part,
    /// With fewer or shorter given names.
    Abbreviated,
    /// By initials alone.
    Initials,
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

    /// The person meant by a name: a full name, a part of one that only one person has, one with given names as initials, or
    /// initials alone; titles, honours, accents and case do not count.
    pub(super) fn meant(&self, said: &str) -> Meant {
        let wanted = parts(said);
        let full = self.people.iter().find(|(name, _)| *name == wanted);
        if let Some((_, name)) = full {
            return Meant::One(name.clone());
        }
        let begins_or_ends = |name: &[String]| {
            !wanted.is_empty() && (name.ends_with(&wanted) || name.starts_with(&wanted))
        };
        for way in [Way::Part, Way::Abbreviated, Way::Initials] {
            let fits = |(name, _): &&(Vec<String>, String)| match way {
                Way::Part => begins_or_ends(name),
                Way::Abbreviated => is_abbreviated(&wanted, name),
                Way::Initials => are_initials(said, name),
            };
            let mut found: Vec<&(Vec<String>, String)> = self.people.iter().filter(fits).collect();
            // Whoever has all the given names that are said comes before whoever lacks one.
            let has_all = |(name, _): &&(Vec<String>, String)| name.len() >= wanted.len();
            if found.iter().any(has_all) {
                found.retain(has_all);
            }
            let several = found.iter().map(|(_, name)| name.clone());
            let mut several: Vec<String> = several.collect();
            match (several.len(), several.pop()) {
                (1, Some(one)) => return Meant::One(one),
                (_, Some(last)) => {
                    several.push(last);
                    return Meant::Several(several);
                }
                (_, None) => {}
            }
        }
        match &self.moderator {
            Some(name) if CHAIRS.contains(&wanted.join(" ").as_str()) => Meant::One(name.clone()),
            Some(_) | None => Meant::Nobody,
        }
    }

    /// The only person meant by a name, if there is one.
    pub(super) fn one(&self, said: &str) -> Option<String> {
        match self.meant(said) {
            Meant::One(name) => Some(name),
            Meant::Several(_) | Meant::Nobody => None,
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

/// Whether two names are those of one person: the same, or one of them with fewer or shorter given names.
pub fn is_same_person(one: &str, other: &str) -> bool {
    let (one, other) = (parts(one), parts(other));
    one == other || is_abbreviated(&one, &other)
}

/// Whether a name is one of a person with fewer or shorter given names: "J. Smith", "Jane A. Smith" or "J. A. Smith" of
/// Jane Smith or Jane Alice Smith. The last word must be the same, and of the given names the first, or its initial.
fn is_abbreviated(wanted: &[String], name: &[String]) -> bool {
    let (Some((last, given)), Some((surname, own))) = (wanted.split_last(), name.split_last())
    else {
        return false;
    };
    let (Some(first), Some(own_first)) = (given.first(), own.first()) else {
        return false;
    };
    last == surname && is_same_or_initial(first, own_first)
        // Of further given names none contradicts another.
        && (given.iter().zip(own)).all(|(one, other)| is_same_or_initial(one, other))
}

/// Whether two given names are the same, or one is the initial of the other.
fn is_same_or_initial(one: &str, other: &str) -> bool {
    let begins = |short: &str, long: &str| short.chars().count() == 1 && long.starts_with(short);
    one == other || begins(one, other) || begins(other, one)
}

/// Whether a name is nothing but the initials of a person: "JS", "J. S.", "J.A.S.". At least two, and capitals.
fn are_initials(said: &str, name: &[String]) -> bool {
    let letters = || said.chars().filter(|c| c.is_alphanumeric());
    let is_short = said
        .split_whitespace()
        .all(|word| word.chars().count() <= 3 || word.contains('.'));
    let initials = name.iter().filter_map(|word| word.chars().next());
    is_short
        && letters().count() > 1
        && letters().all(char::is_uppercase)
        && letters().flat_map(char::to_lowercase).eq(initials)
}

/// The words behind a name that are no part of it.
const HONOURS: [&str; 14] = [
    "mp", "msp", "qc", "kc", "sc", "phd", "md", "jr", "sr", "esq", "obe", "mbe", "cbe", "frs",
];

/// A name as it is spoken, where it is written as in a list: "SMITH, Jane A." is Jane A. Smith; "Smith, MP" stays.
fn in_order(name: &str) -> Cow<'_, str> {
    let is_name = |word: &&str| {
        let bare = word.replace('.', "").to_lowercase();
        !HONOURS.contains(&bare.as_str()) && !STYLES.contains(&bare.as_str()) && !is_title(&bare)
    };
    let Some((last, given)) = name.split_once(',') else {
        return Cow::Borrowed(name);
    };
    let surname: Vec<&str> = last.split_whitespace().filter(is_name).collect();
    let given: Vec<&str> = given.split_whitespace().filter(is_name).collect();
    match surname.as_slice() {
        // Behind a comma stands a role, too: "Jane Smith, Harbour Board".
        [surname] if (1..=3).contains(&given.len()) => {
            Cow::Owned(format!("{} {surname}", given.join(" ")))
        }
        _ => Cow::Borrowed(name),
    }
}

/// The initials of a word that is nothing else, one by one: "J.A." is "J" and "A"; an honour such as "M.P." stays whole.
fn initials_apart(word: &str) -> Vec<&str> {
    let letters: Vec<&str> = word.split('.').filter(|part| !part.is_empty()).collect();
    let is_initials = letters.len() > 1 && letters.iter().all(|one| one.chars().count() == 1);
    let is_honour = HONOURS.contains(&letters.concat().to_lowercase().as_str());
    if is_initials && !is_honour {
        letters
    } else {
        vec![word]
    }
}

/// The words of a name in small letters and without accents, without titles, honours and stops.
fn parts(name: &str) -> Vec<String> {
    let name = in_order(name);
    let words: Vec<String> = name
        .split_whitespace()
        .flat_map(initials_apart)
        .map(|word| {
            let letters = word.chars().filter(|c| c.is_alphanumeric() || *c == '-');
            letters
                .flat_map(char::to_lowercase)
                .map(unaccented)
                .collect::<String>()
        })
        .filter(|word| !word.is_empty())
        .collect();
    let honours = words.iter().rev();
    let honours = honours
        .take_while(|word| HONOURS.contains(&word.as_str()))
        .count();
    let mut words = words;
    // Somebody may be called so and nothing else.
    if honours < words.len() {
        words.truncate(words.len() - honours);
    }
    let titles = words
        .iter()
        .take_while(|word| STYLES.contains(&word.as_str()) || is_title(word))
        .count();
    // A person may be called Judge and nothing else.
    let kept = words.get(titles..).filter(|rest| !rest.is_empty());
    kept.map_or(words.clone(), <[String]>::to_vec)
}
