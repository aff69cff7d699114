//! The claims of each side on a motion that somebody typed: said as a person would say it, as far as the words of the
//! motion tell. What is not understood is quoted, so that nothing comes out garbled.

mod house;
mod negation;
mod question;
mod typed;
mod words;

pub(super) use self::typed::written_out;
use self::{
    house::{house, of_house},
    negation::{contrary, is_sentence},
    question::{Question, is_asked},
    words::{behind_that, inner, lower, without},
};
use super::{Claims, UnclearMotion};
use crate::text::{lower_first, upper_first};

/// A question, and what each side answers.
type Said = (String, String, String);

/// The question of a motion, and what each side holds; and the form of the motion where code can only quote it.
pub(super) fn of(text: &str) -> (String, Claims, Option<UnclearMotion>) {
    let text = text.trim().trim_end_matches(['.', '!', ' ']);
    let asked = text.trim_end_matches('?').trim_end();
    if asked.is_empty() || (asked.len() == text.len() && !is_asked(text)) {
        return stated(text);
    }
    let question = format!("{}?", upper_first(asked));
    let answered = Question::of(asked);
    if let Question::Matter(matter) = answered {
        let (_, claims, unclear) = stated(matter);
        return (question, claims, unclear);
    }
    let unclear = answered.unclear();
    let (prop, opp) = answered.answers(asked);
    (question, Claims { prop, opp }, unclear)
}

/// The same of a sentence that is no question.
fn stated(text: &str) -> (String, Claims, Option<UnclearMotion>) {
    let spelled = typed::spelled(text);
    let (who, rest) = house(behind_that(&spelled));
    let said = match who {
        Some(who) => of_house(&who, rest),
        None => bare(rest),
    };
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

fn subject(who: &str) -> String {
    if who.is_empty() {
        "we ".to_owned()
    } else {
        format!("{who}we ")
    }
}

/// The claims that we should do something and that we should not.
fn we(who: &str, modal: &str, what: &str) -> Said {
    let subject = upper_first(&subject(who));
    let (what, is_denied) = match what.strip_prefix("not ") {
        Some(what) => (what, true),
        None => (what, false),
    };
    let not = if modal == "can" {
        "cannot".to_owned()
    } else {
        format!("{modal} not")
    };
    let does = format!("{subject}{modal} {what}.");
    let does_not = format!("{subject}{not} {what}.");
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
    for let_us in ["let us ", "let's ", "let’s "] {
        let rest = without(text, let_us);
        if rest.len() < text.len() {
            return Some(we("", "should", rest));
        }
    }
    let never = without(text, "never ");
    // "Never is a long time" tells nobody to do anything.
    if never.len() < text.len() && !is_sentence(text) {
        return Some(claimed(&format!("we should never {never}")));
    }
    if let Some(what) = ordered(text) {
        return Some(we("", "should", &what));
    }
    is_sentence(text).then(|| claimed(text))
}

/// Verbs with which people begin to say what is to be done.
const ORDERS: &[&str] = &[
    "abandon",
    "abolish",
    "allow",
    "ban",
    "build",
    "cancel",
    "criminalise",
    "decriminalise",
    "defund",
    "dissolve",
    "eliminate",
    "expand",
    "forbid",
    "forgive",
    "give",
    "introduce",
    "invest",
    "legalise",
    "legalize",
    "make",
    "nationalise",
    "privatise",
    "prohibit",
    "protect",
    "reduce",
    "repeal",
    "replace",
    "require",
    "restrict",
    "subsidise",
];
/// Those of them that may be names of things: "Tax cuts".
const ORDERS_OR_NAMES: &[&str] = &[
    "break", "close", "cut", "end", "fund", "limit", "lower", "pay", "raise", "reform", "stop",
    "tax",
];
/// Words that only follow a verb.
const FOLLOW_VERBS: &[&str] = &[
    "a", "all", "an", "any", "every", "it", "our", "that", "the", "their", "them", "these", "this",
];

/// What is to be done, where the text tells somebody to do it.
fn ordered(text: &str) -> Option<String> {
    let denied = without(text, "do not ");
    if denied.len() < text.len() && !is_sentence(text) {
        return Some(format!("not {denied}"));
    }
    let mut words = text.split(' ').map(lower);
    let first = words.next()?;
    let next = words.next()?;
    let is_order = ORDERS.contains(&first.as_str())
        || (ORDERS_OR_NAMES.contains(&first.as_str()) && FOLLOW_VERBS.contains(&next.as_str()));
    (is_order && !is_sentence(text)).then(|| lower_first(text))
}

/// The claims that a statement holds and that it does not.
fn claimed(text: &str) -> Said {
    (
        format!("Is it true that {}?", inner(text)),
        format!("{}.", upper_first(text)),
        format!("{}.", upper_first(&contrary(text))),
    )
}

#[cfg(test)]
mod tests;
