//! The claims of each side on a motion that somebody typed: said as a person would say it, as far as the words of the
//! motion tell. What is not understood is quoted, so that nothing comes out garbled.

use super::{Claims, UnclearMotion};
use crate::text::{lower_first, upper_first};

/// The question of a motion, and what each side holds; and the form of the motion where code can only quote it.
pub(super) fn of(text: &str) -> (String, Claims, Option<UnclearMotion>) {
    let text = text.trim().trim_end_matches(['.', '!', ' ']);
    let Some(asked) = text.strip_suffix('?') else {
        return stated(text);
    };
    let asked = asked.trim();
    let question = Question::of(asked);
    let unclear = match question {
        Question::Open => Some(UnclearMotion::Open),
        Question::Choice => Some(UnclearMotion::Choice),
        Question::YesOrNo | Question::Alternatives(..) => None,
    };
    let (prop, opp) = question.answers(asked);
    (text.to_owned(), Claims { prop, opp }, unclear)
}

/// Words with which a question begins that is answered with yes or no.
const YES_OR_NO: [&str; 29] = [
    "am",
    "are",
    "aren't",
    "can",
    "can't",
    "could",
    "did",
    "do",
    "does",
    "doesn't",
    "don't",
    "had",
    "has",
    "have",
    "is",
    "isn't",
    "may",
    "might",
    "must",
    "shall",
    "should",
    "shouldn't",
    "was",
    "were",
    "will",
    "won't",
    "would",
    "wouldn't",
    "ought",
];
/// Words with which a question begins that asks for more than that.
const OPEN: [&str; 9] = [
    "how", "what", "when", "where", "which", "who", "whom", "whose", "why",
];

/// The kind of a question, by what answers it.
enum Question<'a> {
    /// Yes, or no.
    YesOrNo,
    /// One of two things that are named and nothing else: "Tea or coffee".
    Alternatives(&'a str, &'a str),
    /// One of two things, named within a sentence.
    Choice,
    /// Whatever one likes.
    Open,
}

impl<'a> Question<'a> {
    fn of(asked: &'a str) -> Self {
        let first = lower(first_word(asked));
        if OPEN.contains(&first.as_str()) {
            return Self::Open;
        }
        match asked.split_once(" or ") {
            None => Self::YesOrNo,
            Some((_, other)) if lower(other) == "not" => Self::YesOrNo,
            Some((one, other))
                if !YES_OR_NO.contains(&first.as_str()) && !other.contains(" or ") =>
            {
                Self::Alternatives(one.trim_end_matches(','), other)
            }
            Some(_) => Self::Choice,
        }
    }

    /// The answers of both sides.
    fn answers(&self, asked: &str) -> (String, String) {
        let both = |one: &str, other: &str| {
            let to = |answer: &str| format!("To the question “{asked}?” the answer is {answer}.");
            (to(one), to(other))
        };
        match self {
            Self::YesOrNo => of_us(asked).unwrap_or_else(|| both("yes", "no")),
            Self::Alternatives(one, other) => (
                format!("{}, and not {other}.", upper_first(one)),
                format!("{}, and not {}.", upper_first(other), inner(one)),
            ),
            Self::Choice => both("the first of the two", "the second of the two"),
            Self::Open => (
                format!("The usual answer to the question “{asked}?” is right."),
                format!("The usual answer to the question “{asked}?” is wrong."),
            ),
        }
    }
}

/// The answers to a question of what we should, must or would do: its first two words change places, and nothing else.
fn of_us(asked: &str) -> Option<(String, String)> {
    let (modal, rest) = asked.split_once(' ')?;
    let (us, what) = rest.split_once(' ')?;
    let modal = lower(modal);
    let is_known = ["should", "must", "shall", "will", "would"].contains(&modal.as_str());
    if !is_known || lower(us) != "we" {
        return None;
    }
    let what = what.strip_suffix(" or not").unwrap_or(what);
    let (_, prop, opp) = we("", &modal, what);
    Some((prop, opp))
}

/// The same of a sentence that is no question.
fn stated(text: &str) -> (String, Claims, Option<UnclearMotion>) {
    let (who, rest) = house(text);
    let said = who.as_ref().and_then(|who| of_house(who, rest));
    let said = said.or_else(|| who.is_none().then(|| bare(rest)).flatten());
    let unclear = said.is_none().then_some(UnclearMotion::Statement);
    let (question, prop, opp) = said.unwrap_or_else(|| {
        (
            format!("Should the motion \"{text}\" be carried?"),
            format!("What the motion says is right: “{text}”."),
            format!("What the motion says is wrong: “{text}”."),
        )
    });
    (question, Claims { prop, opp }, unclear)
}

type Said = (String, String, String);

/// Splits off the house, where the motion begins with it ("This House, as the mayor, would …"): whom it speaks as, and
/// what follows.
fn house(text: &str) -> (Option<String>, &str) {
    const HOUSE: &str = "this house";
    let head = text.get(..HOUSE.len());
    if !head.is_some_and(|head| head.eq_ignore_ascii_case(HOUSE)) {
        return (None, text);
    }
    let rest = text.get(HOUSE.len()..).unwrap_or_default().trim_start();
    let Some(aside) = rest.strip_prefix(',') else {
        return (Some(String::new()), rest);
    };
    match aside.split_once(',') {
        Some((who, rest)) => (
            Some(format!("{}, ", upper_first(who.trim()))),
            rest.trim_start(),
        ),
        None => (Some(String::new()), rest),
    }
}

/// Verbs of the house with which it says what is so.
const HOLDS: [&str; 6] = [
    "believes",
    "thinks",
    "holds",
    "considers",
    "maintains",
    "affirms",
];
/// Verbs of the house with which it takes a stand, and what they are of others.
const STANDS: [(&str, &str); 20] = [
    ("abolishes", "abolish"),
    ("applauds", "applaud"),
    ("calls", "call"),
    ("celebrates", "celebrate"),
    ("condemns", "condemn"),
    ("demands", "demand"),
    ("deplores", "deplore"),
    ("embraces", "embrace"),
    ("endorses", "endorse"),
    ("fears", "fear"),
    ("favours", "favour"),
    ("favors", "favor"),
    ("mourns", "mourn"),
    ("opposes", "oppose"),
    ("prefers", "prefer"),
    ("rejects", "reject"),
    ("supports", "support"),
    ("trusts", "trust"),
    ("wants", "want"),
    ("welcomes", "welcome"),
];

fn of_house(who: &str, rest: &str) -> Option<Said> {
    let verb = lower(first_word(rest));
    let rest = rest.get(first_word(rest).len()..)?.trim_start();
    let object = without(rest, "that ");
    if rest.is_empty() {
        return None;
    }
    if HOLDS.contains(&verb.as_str()) {
        if verb == "believes" && lower(first_word(rest)) == "in" {
            return Some(we(who, "should", &format!("believe {rest}")));
        }
        return Some(claimed(object));
    }
    if verb == "would" {
        if lower(first_word(rest)) == "rather" {
            let we = format!("{}would {rest}", subject(who));
            return Some((
                format!("Would we {rest}?"),
                format!("{}.", upper_first(&we)),
                format!("It is not true that {}.", inner(&we)),
            ));
        }
        return Some(we(who, "should", rest));
    }
    if verb == "should" || verb == "must" || verb == "will" {
        return Some(we(who, &verb, rest));
    }
    if verb == "regrets" {
        return Some((
            format!("Is there reason to regret {rest}?"),
            format!("There is reason to regret {rest}."),
            format!("There is no reason to regret {rest}."),
        ));
    }
    if verb == "has" && lower(rest).starts_with("no confidence in ") {
        let object = rest.get("no confidence in ".len()..)?;
        return Some((
            format!("Does {object} deserve our confidence?"),
            format!(
                "{} has lost the right to our confidence.",
                upper_first(object)
            ),
            format!("{} deserves our confidence.", upper_first(object)),
        ));
    }
    let (_, base) = STANDS.iter().find(|(third, _)| *third == verb)?;
    Some(we(who, "should", &format!("{base} {rest}")))
}

fn subject(who: &str) -> String {
    if who.is_empty() {
        "we ".to_owned()
    } else {
        format!("{who}we ")
    }
}

/// The claims that we should do something and that we should not.
fn we(who: &str, modal: &str, what: &str) -> Said {
    let subject = subject(who);
    let subject = upper_first(&subject);
    let (what, is_denied) = match what.strip_prefix("not ") {
        Some(what) => (what, true),
        None => (what, false),
    };
    let does = format!("{subject}{modal} {what}.");
    let does_not = format!("{subject}{modal} not {what}.");
    let question = format!(
        "{} we {}{what}?",
        upper_first(modal),
        if is_denied { "not " } else { "" }
    );
    if is_denied {
        (question, does_not, does)
    } else {
        (question, does, does_not)
    }
}

/// A sentence without the house before it, where it is understood.
fn bare(text: &str) -> Option<Said> {
    let text = without(text, "that ");
    for let_us in ["let us ", "let's ", "let’s "] {
        let rest = without(text, let_us);
        if rest.len() < text.len() {
            return Some(we("", "should", rest));
        }
    }
    let first = lower(first_word(text));
    if ORDERS.contains(&first.as_str()) && text.len() > first.len() {
        return Some(we("", "should", &lower_first(text)));
    }
    let is_sentence = text.split(' ').skip(1).any(|word| {
        let word = lower(word);
        MODALS.contains(&word.as_str()) || FORMS_OF_BE.contains(&word.as_str())
    });
    is_sentence.then(|| claimed(text))
}

/// Verbs with which people begin to say what is to be done.
const ORDERS: [&str; 40] = [
    "abandon",
    "abolish",
    "allow",
    "ban",
    "break",
    "build",
    "cancel",
    "close",
    "cut",
    "decriminalise",
    "defund",
    "dissolve",
    "end",
    "eliminate",
    "expand",
    "forbid",
    "forgive",
    "fund",
    "introduce",
    "invest",
    "legalise",
    "legalize",
    "limit",
    "lower",
    "make",
    "nationalise",
    "pay",
    "privatise",
    "prohibit",
    "protect",
    "raise",
    "reduce",
    "reform",
    "repeal",
    "replace",
    "require",
    "restrict",
    "stop",
    "subsidise",
    "tax",
];

/// The claims that a statement holds and that it does not.
fn claimed(text: &str) -> Said {
    let opp = negated(text).unwrap_or_else(|| {
        if is_small(text) {
            format!("it is not true that {}", inner(text))
        } else {
            format!("this is not so: {text}")
        }
    });
    (
        format!("Is it true that {}?", inner(text)),
        format!("{}.", upper_first(text)),
        format!("{}.", upper_first(&opp)),
    )
}

/// Words before which a "not" says the contrary, the surest first.
const MODALS: [&str; 7] = ["should", "must", "shall", "will", "would", "can", "cannot"];
const FORMS_OF_BE: [&str; 4] = ["is", "are", "was", "were"];
/// Words behind which a verb may belong to a clause within the sentence.
const SUBORDINATE: [&str; 15] = [
    "who", "whose", "which", "that", "where", "if", "when", "because", "unless", "what", "how",
    "whether", "while", "although", "whoever",
];

/// The contrary of a sentence, where a word tells where its "not" belongs.
fn negated(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let small: Vec<String> = words.iter().map(|word| lower(word)).collect();
    // What speaks of nobody or of everybody is not denied by its verb.
    let counts = [
        "no",
        "nobody",
        "none",
        "nothing",
        "never",
        "all",
        "every",
        "everybody",
        "everyone",
        "each",
        "always",
    ];
    if small.iter().any(|word| counts.contains(&word.as_str())) {
        return None;
    }
    let place = |of: &[&str]| small.iter().position(|word| of.contains(&word.as_str()));
    let at = place(&MODALS).or_else(|| place(&FORMS_OF_BE))?;
    let before = small.get(..at).unwrap_or_default();
    if at == 0
        || before
            .iter()
            .any(|word| SUBORDINATE.contains(&word.as_str()))
    {
        return None;
    }
    // Two verbs of this kind in one sentence: nobody knows which.
    let kinds = if MODALS.contains(&small.get(at)?.as_str()) {
        &MODALS[..]
    } else {
        &FORMS_OF_BE[..]
    };
    if small
        .iter()
        .skip(at + 1)
        .any(|word| kinds.contains(&word.as_str()))
    {
        return None;
    }
    let mut said: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    if small.get(at).is_some_and(|word| word == "cannot") {
        "can".clone_into(said.get_mut(at)?);
    } else if small.get(at + 1).is_some_and(|word| word == "not") {
        said.remove(at + 1);
    } else if small.get(at).is_some_and(|word| word == "can") {
        "cannot".clone_into(said.get_mut(at)?);
    } else {
        said.insert(at + 1, "not".to_owned());
    }
    Some(said.join(" "))
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn lower(text: &str) -> String {
    text.to_lowercase()
}

fn without<'a>(text: &'a str, opening: &str) -> &'a str {
    let head = text.get(..opening.len());
    if head.is_some_and(|head| head.eq_ignore_ascii_case(opening)) {
        text.get(opening.len()..).unwrap_or(text)
    } else {
        text
    }
}

/// Words that have a capital only where a sentence begins.
const SMALL: [&str; 34] = [
    "a",
    "an",
    "all",
    "any",
    "children",
    "cities",
    "countries",
    "democracies",
    "each",
    "every",
    "everybody",
    "governments",
    "humans",
    "it",
    "its",
    "no",
    "nobody",
    "one",
    "our",
    "parents",
    "people",
    "schools",
    "some",
    "states",
    "teachers",
    "that",
    "the",
    "their",
    "there",
    "these",
    "they",
    "this",
    "those",
    "we",
];

fn is_small(text: &str) -> bool {
    let first = first_word(text);
    first.chars().next().is_some_and(char::is_lowercase) || SMALL.contains(&lower(first).as_str())
}

/// A sentence within another: with a small first letter where it is no name.
fn inner(text: &str) -> String {
    if is_small(text) {
        lower_first(text)
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests;
