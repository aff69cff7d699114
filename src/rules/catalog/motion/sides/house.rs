//! What the house holds, by the verb with which it says so: "This House Would …", "regrets", "is glad that".

use super::{
    Said, claimed, subject, we,
    words::{behind_that, first_word, inner, lower},
};
use crate::text::upper_first;

/// Splits off the house, where the motion begins with it ("This House, as the mayor, would …"): whom it speaks as, and
/// what follows.
pub(super) fn house(text: &str) -> (Option<String>, &str) {
    const HOUSE: &str = "this house";
    let head = text.get(..HOUSE.len());
    if !head.is_some_and(|head| head.eq_ignore_ascii_case(HOUSE)) {
        return (None, text);
    }
    let rest = text.get(HOUSE.len()..).unwrap_or_default().trim_start();
    let aside = match rest.strip_prefix(',') {
        Some(aside) => aside.split_once(','),
        None if rest.starts_with("as ") => [" would ", " should "].iter().find_map(|verb| {
            let at = rest.find(verb)?;
            rest.split_at_checked(at)
        }),
        None => None,
    };
    match aside {
        Some((who, rest)) => (
            Some(format!("{}, ", upper_first(who.trim()))),
            rest.trim_start(),
        ),
        None => (Some(String::new()), rest.trim_start_matches([',', ' '])),
    }
}

/// Verbs of the house with which it says what is so.
const HOLDS: &[&str] = &[
    "believes",
    "thinks",
    "holds",
    "considers",
    "maintains",
    "affirms",
];
/// Verbs of the house that say nothing of what it should do.
const NO_STAND: &[&str] = &["does", "has", "was", "rises", "sits", "meets"];

/// The verb of a stand that the house takes ("deplores"), as it is of others ("deplore").
fn base(verb: &str) -> Option<String> {
    let stem = verb.strip_suffix('s')?;
    if NO_STAND.contains(&verb) || stem.len() < 3 || stem.ends_with(['s', 'u', 'i']) {
        return None;
    }
    if let Some(stem) = stem.strip_suffix("ie") {
        return Some(format!("{stem}y"));
    }
    let hisses = ["she", "che", "xe", "sse", "zze", "oe"];
    let found = hisses.iter().find(|end| stem.ends_with(**end));
    let stem = found.and_then(|_| stem.strip_suffix('e')).unwrap_or(stem);
    Some(stem.to_owned())
}

pub(super) fn of_house(who: &str, rest: &str) -> Option<Said> {
    let verb = lower(first_word(rest));
    let rest = rest.get(first_word(rest).len()..)?.trim_start();
    if rest.is_empty() {
        return None;
    }
    if HOLDS.contains(&verb.as_str()) {
        if verb == "believes" && lower(first_word(rest)) == "in" {
            return Some(we(who, "should", &format!("believe {rest}")));
        }
        return Some(claimed(behind_that(rest)));
    }
    match verb.as_str() {
        "would" if lower(first_word(rest)) == "rather" => {
            let we = format!("{}would {rest}", subject(who));
            Some((
                format!("Would we {rest}?"),
                format!("{}.", upper_first(&we)),
                format!("It is not true that {}.", inner(&we)),
            ))
        }
        "would" => Some(we(who, "should", rest)),
        "should" | "must" | "will" | "can" => Some(we(who, &verb, rest)),
        "cannot" => Some(we(who, "can", &format!("not {rest}"))),
        "does" => {
            let denied = rest.strip_prefix("not ")?;
            Some(we(who, "should", &format!("not {denied}")))
        }
        "is" => Some(match rest.strip_prefix("not ") {
            Some(denied) => we(who, "should", &format!("not be {denied}")),
            None => we(who, "should", &format!("be {rest}")),
        }),
        "regrets" => Some((
            format!("Is there reason to regret {rest}?"),
            format!("There is reason to regret {rest}."),
            format!("There is no reason to regret {rest}."),
        )),
        "has" if lower(rest).starts_with("no confidence in ") => {
            let object = rest.get("no confidence in ".len()..)?;
            Some((
                format!("Does {object} deserve our confidence?"),
                format!(
                    "{} has lost the right to our confidence.",
                    upper_first(object)
                ),
                format!("{} deserves our confidence.", upper_first(object)),
            ))
        }
        stand => Some(we(who, "should", &format!("{} {rest}", base(stand)?))),
    }
}
