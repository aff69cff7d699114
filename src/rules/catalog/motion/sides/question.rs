//! Questions, by what answers them, and the answer of each side.

use super::{
    negation::{counts, is_sentence},
    we,
    words::{SUBORDINATE, binds, first_word, inner, is_participle, lower, small_words},
};
use crate::{
    catalog::UnclearMotion,
    text::{lower_first, upper_first},
};

/// Verbs that ask whether something should be, will be or can be done.
const MODALS: &[&str] = &[
    "can", "could", "may", "might", "must", "ought", "shall", "should", "will", "would",
];
const FORMS_OF_BE: &[&str] = &["am", "are", "is", "was", "were"];
const HELPING: &[&str] = &["did", "do", "does", "had", "has", "have"];
/// Those of them with which people begin other things, too: what begins with one is a question by its mark alone.
const BY_MARK: &[&str] = &["do", "had", "have", "may", "might", "must"];
/// Words with which a question begins that asks for more than yes or no.
const OPEN: &[&str] = &[
    "how", "what", "when", "where", "which", "who", "whom", "whose", "why",
];

/// Whoever a question is of, in one word that nothing else belongs to.
const ONE_WORD: &[&str] = &[
    "i", "you", "he", "she", "it", "we", "they", "there", "god", "somebody", "someone",
];
/// The same of words to which something may belong that comes behind them ("animals in zoos").
const MANY: &[&str] = &[
    "adults",
    "animals",
    "billionaires",
    "cars",
    "cats",
    "children",
    "cities",
    "citizens",
    "companies",
    "computers",
    "countries",
    "democracies",
    "doctors",
    "dogs",
    "employers",
    "exams",
    "governments",
    "humans",
    "judges",
    "machines",
    "men",
    "museums",
    "parents",
    "people",
    "politicians",
    "robots",
    "schools",
    "scientists",
    "states",
    "students",
    "teachers",
    "universities",
    "voters",
    "women",
    "workers",
    "zoos",
];
/// Words with which it is told what somebody or something is.
const TOLD: &[&str] = &[
    "a",
    "always",
    "an",
    "better",
    "compatible",
    "dangerous",
    "dead",
    "doomed",
    "ethical",
    "ever",
    "fair",
    "harmful",
    "immoral",
    "inevitable",
    "justified",
    "less",
    "moral",
    "more",
    "necessary",
    "obsolete",
    "overrated",
    "possible",
    "really",
    "still",
    "the",
    "too",
    "unethical",
    "unfair",
    "useless",
    "worse",
    "worth",
];
/// The same where nothing comes behind them, or what they are so for.
const TOLD_LAST: &[&str] = &[
    "art", "bad", "evil", "good", "hard", "just", "right", "true", "wrong",
];

/// Verbs that are no names of things: what somebody should do begins with one.
const DONE: &[&str] = &[
    "abolish",
    "adopt",
    "allow",
    "be",
    "become",
    "decriminalise",
    "eliminate",
    "forbid",
    "have",
    "impose",
    "introduce",
    "legalise",
    "legalize",
    "nationalise",
    "privatise",
    "prohibit",
    "provide",
    "remain",
    "replace",
    "require",
    "subsidise",
];

/// What a question is answered by.
pub(super) enum Question<'a> {
    /// Yes or no: what each of the two comes to, where it is sure.
    YesOrNo(Option<(String, String)>),
    /// One of two things that are named and nothing else: "Tea or coffee".
    Alternatives(&'a str, &'a str),
    /// One of two things, named within a sentence.
    Choice,
    /// Whatever one likes.
    Open,
    /// No question by its form: what is asked about.
    Matter(&'a str),
}

/// Whether what was typed without a mark is a question by its first words.
pub(super) fn is_asked(text: &str) -> bool {
    let mut words = text.split(' ').map(verb_of);
    let (Some((first, _)), Some((second, _))) = (words.next(), words.next()) else {
        return false;
    };
    let verb = |word: &str| {
        [MODALS, FORMS_OF_BE, HELPING]
            .iter()
            .any(|kind| kind.contains(&word))
    };
    let asks = verb(&first) && !BY_MARK.contains(&first.as_str()) && !is_name(text);
    let asks_for_more = OPEN.contains(&first.as_str()) && verb(&second);
    asks || asks_for_more || is_choice(text) || lower(text).ends_with(" yes or no")
}

/// Whether the first word is somebody's or something's name, and not a verb: "Will Smith was right".
fn is_name(text: &str) -> bool {
    let mut words = text.split(' ').map(lower);
    let first = words.next().unwrap_or_default();
    let next = words.next().unwrap_or_default();
    ["can", "may", "might", "will"].contains(&first.as_str())
        && !binds(&next)
        && !ONE_WORD.contains(&next.as_str())
        && is_sentence(text)
}

fn is_choice(text: &str) -> bool {
    [" vs ", " vs. ", " versus "]
        .iter()
        .any(|versus| text.contains(versus))
}

/// A verb as it is looked up, and whether it was typed with a "not".
fn verb_of(word: &str) -> (String, bool) {
    let small = lower(word).replace('’', "'");
    match small.as_str() {
        "can't" => ("can".to_owned(), true),
        "won't" => ("will".to_owned(), true),
        _ => match small.strip_suffix("n't") {
            Some(verb) => (verb.to_owned(), true),
            None => (small, false),
        },
    }
}

impl<'a> Question<'a> {
    pub(super) fn of(asked: &'a str) -> Self {
        let asked = without_yes_or_no(asked);
        let (first, _) = verb_of(first_word(asked));
        let names_two = asked.contains(" or ");
        if is_choice(asked) {
            return Self::Choice;
        }
        if OPEN.contains(&first.as_str()) {
            return if names_two { Self::Choice } else { Self::Open };
        }
        let begins = !is_name(asked)
            && [MODALS, FORMS_OF_BE, HELPING]
                .iter()
                .any(|kind| kind.contains(&first.as_str()));
        match asked.split_once(" or ") {
            None if begins => Self::YesOrNo(turned(asked)),
            None => Self::Matter(asked),
            Some((one, other)) if !begins && are_named(one, other) => {
                Self::Alternatives(one, other)
            }
            Some(_) => Self::Choice,
        }
    }

    /// The form of the question where its answers can but be quoted.
    pub(super) fn unclear(&self) -> Option<UnclearMotion> {
        match self {
            Self::Open => Some(UnclearMotion::Open),
            Self::Choice => Some(UnclearMotion::Choice),
            Self::YesOrNo(None) => Some(UnclearMotion::YesOrNo),
            Self::Matter(_) => Some(UnclearMotion::Statement),
            Self::YesOrNo(Some(_)) | Self::Alternatives(..) => None,
        }
    }

    /// The answers of both sides.
    pub(super) fn answers(self, asked: &str) -> (String, String) {
        let both = |one: &str, other: &str| {
            let to = |answer: &str| format!("To the question “{asked}?” the answer is {answer}.");
            (to(one), to(other))
        };
        match self {
            Self::YesOrNo(Some(said)) => said,
            Self::YesOrNo(None) | Self::Matter(_) => both("yes", "no"),
            Self::Alternatives(one, other) => {
                let is_name = other.starts_with(char::is_uppercase) || one.contains(' ');
                let second = if is_name {
                    inner(one)
                } else {
                    lower_first(one)
                };
                (
                    format!("{}, and not {other}.", upper_first(one)),
                    format!("{}, and not {second}.", upper_first(other)),
                )
            }
            Self::Choice => both("the first of the two", "the second of the two"),
            Self::Open => (
                format!("The usual answer to the question “{asked}?” is right."),
                format!("The usual answer to the question “{asked}?” is wrong."),
            ),
        }
    }
}

/// The question without the two answers that somebody typed behind it.
fn without_yes_or_no(asked: &str) -> &str {
    const ENDS: [&str; 4] = [" or not", " or is it not", " or isn't it", "yes or no"];
    let end = ENDS.iter().find_map(|end| {
        let from = asked.len().checked_sub(end.len())?;
        asked
            .get(from..)
            .filter(|tail| tail.eq_ignore_ascii_case(end))?;
        asked.get(..from)
    });
    let rest = end.unwrap_or(asked);
    let rest = rest.trim_end_matches([' ', ',', '–', '—', '-', ':']);
    // "To be or not" is two things, and no question of one.
    if rest.contains(' ') { rest } else { asked }
}

/// Whether two things are named and nothing is said of either.
fn are_named(one: &str, other: &str) -> bool {
    [one, other].iter().all(|thing| {
        let small = small_words(thing);
        let starts = small
            .first()
            .is_some_and(|first| ["to", "not"].contains(&first.as_str()));
        let mut rest = small.iter().skip(1);
        small.len() <= 4
            && !starts
            && !rest.any(|word| binds(word) && word != "the")
            && !thing.contains([':', ',', ';', '–', '—'])
    }) && !other.contains(" or ")
}

/// The answers to a question that is answered with yes or no: its verb changes places with whoever it is of, where it is
/// sure where they end.
fn turned(asked: &str) -> Option<(String, String)> {
    let (first, rest) = asked.split_once(' ')?;
    let (verb, _) = verb_of(first);
    let small = small_words(rest);
    let end = subject(&verb, &small)?;
    let words: Vec<&str> = rest.split(' ').collect();
    let who = words.get(..end)?.join(" ");
    let what = words.get(end..)?.join(" ");
    if counts(small.get(..end)?) || ["", "not"].contains(&what.as_str()) {
        return None;
    }
    let is_us = lower(&who) == "we";
    if is_us && ["should", "must", "shall", "will", "would"].contains(&verb.as_str()) {
        let (_, prop, opp) = we("", &verb, &what);
        return Some((prop, opp));
    }
    let who = upper_first(&who);
    let not = if verb == "can" {
        "cannot".to_owned()
    } else {
        format!("{verb} not")
    };
    let told = |verb: &str, what: &str| format!("{who} {verb} {what}.");
    if let Some(what) = what.strip_prefix("ever ") {
        let at_times = if FORMS_OF_BE.contains(&verb.as_str()) {
            format!("{verb} sometimes")
        } else {
            verb.clone()
        };
        return Some((told(&at_times, what), told(&format!("{verb} never"), what)));
    }
    if let Some(what) = what.strip_prefix("not ") {
        return Some((told(&not, what), told(&verb, what)));
    }
    if who == "There" {
        let bare = ["a ", "an ", "any "]
            .iter()
            .find_map(|one| what.strip_prefix(one));
        let none = format!("no {}", bare.unwrap_or(&what));
        let some = what.strip_prefix("any ").map(|rest| format!("some {rest}"));
        return Some((told(&verb, &some.unwrap_or(what)), told(&verb, &none)));
    }
    Some((told(&verb, &what), told(&not, &what)))
}

/// How many words whoever the question is of has, where it is sure.
fn subject(verb: &str, small: &[String]) -> Option<usize> {
    let first = small.first()?.as_str();
    let next = small.get(1)?.as_str();
    if ONE_WORD.contains(&first)
        || (MANY.contains(&first) && !binds(next) && !SUBORDINATE.contains(&next))
    {
        return Some(1);
    }
    let is_before = |at: usize| {
        let before = small.get(at - 1).map_or("", String::as_str);
        !binds(before)
    };
    let at = (1..small.len()).find(|at| {
        let word = small.get(*at).map_or("", String::as_str);
        let behind = small.get(at + 1).map_or("", String::as_str);
        is_before(*at) && is_predicate(verb, word, behind, small.get(..*at).unwrap_or_default())
    })?;
    let who = small.get(..at)?;
    let has_verb = who.iter().any(|word| {
        SUBORDINATE.contains(&word.as_str()) || ["let", "make", "making"].contains(&word.as_str())
    });
    (!has_verb && at <= 5).then_some(at)
}

/// Whether what is asked of somebody begins with the word.
fn is_predicate(verb: &str, word: &str, behind: &str, before: &[String]) -> bool {
    if MODALS.contains(&verb) {
        return word == "ever" || DONE.contains(&word);
    }
    if HELPING.contains(&verb) {
        return ["has", "have", "had"].contains(&verb) && is_participle(word);
    }
    // "Giving a child a phone": an article may belong to what is done.
    let is_doing = before.first().is_some_and(|word| word.ends_with("ing"));
    let is_article = ["a", "an", "the"].contains(&word);
    let ends = ["", "for", "in", "than", "to"].contains(&behind);
    (TOLD.contains(&word) && !(is_doing && is_article))
        || (TOLD_LAST.contains(&word) && ends)
        || (behind == "than" && word.ends_with("er"))
}
