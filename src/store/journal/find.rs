//! The debate that is meant by a part of its id. Ids are long and begin with the time, so that debates of one evening
//! begin alike; their ends differ, and are what is shown. Any part may be typed.

use super::error::JournalError;
use crate::{debate::ids::DebateId, text::first_words};

/// The word for the newest debate.
pub(super) const LAST: &str = "last";
/// The number of candidates listed; more help nobody.
const LISTED: usize = 8;

/// The name by which a debate is recognised: its id, opening time and motion.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) debate: DebateId,
    pub(super) opened_ms: i64,
    pub(super) motion: String,
}

/// The one that is meant. `names` come newest first.
pub(super) fn find(asked: &str, names: &[Name]) -> Result<DebateId, JournalError> {
    let wanted = asked.trim().to_lowercase();
    let Some(newest) = names.first() else {
        return Err(JournalError::Empty);
    };
    if wanted == LAST {
        return Ok(newest.debate.clone());
    }
    if wanted.is_empty() {
        return Err(JournalError::unknown(asked));
    }
    if let Some(exact) = names.iter().find(|name| name.debate.0 == wanted) {
        return Ok(exact.debate.clone());
    }
    let found = |fits: &dyn Fn(&DebateId) -> bool| -> Vec<&Name> {
        names.iter().filter(|name| fits(&name.debate)).collect()
    };
    // An end of the whole id, or a beginning of what is shown of it, before any other part.
    let is_end = |id: &DebateId| id.0.starts_with(&wanted) || id.0.ends_with(&wanted);
    let mut meant = found(&|id| is_end(id) || id.short().starts_with(&wanted));
    if meant.is_empty() {
        meant = found(&|id| id.0.contains(&wanted));
    }
    match meant.as_slice() {
        [] => Err(JournalError::unknown(asked)),
        [one] => Ok(one.debate.clone()),
        several => {
            let mut candidates: Vec<String> =
                several.iter().take(LISTED).map(|name| line(name)).collect();
            if several.len() > LISTED {
                candidates.push(format!("and {} more", several.len() - LISTED));
            }
            Err(JournalError::Ambiguous {
                asked: asked.to_owned(),
                candidates,
            })
        }
    }
}

fn line(name: &Name) -> String {
    let day = jiff::Timestamp::from_millisecond(name.opened_ms)
        .map(|time| time.strftime("%Y-%m-%d %H:%M").to_string())
        .unwrap_or_default();
    format!(
        "{}  {day}  {}",
        name.debate.short(),
        first_words(&name.motion, 10)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<Name> {
        ["0199-aa-cc11", "0199-ab-cc22", "0198-ac-cc33"]
            .map(|id| Name {
                debate: DebateId(id.into()),
                opened_ms: 0,
                motion: "This House would sit".into(),
            })
            .to_vec()
    }

    #[test]
    fn last_whole_beginnings_and_ends_are_understood() {
        let names = names();
        for (asked, id) in [
            ("last", "0199-aa-cc11"),
            ("0199-ab-cc22", "0199-ab-cc22"),
            ("0198", "0198-ac-cc33"),
            ("CC22", "0199-ab-cc22"),
            (" 33 ", "0198-ac-cc33"),
            // What is shown of them is "9-aa-cc11" and so on.
            ("8-ac", "0198-ac-cc33"),
            ("b-cc", "0199-ab-cc22"),
        ] {
            assert_eq!(find(asked, &names).unwrap().0, id, "{asked}");
        }
    }

    #[test]
    fn what_is_ambiguous_or_unknown_says_so() {
        let JournalError::Ambiguous { candidates, .. } = find("0199", &names()).unwrap_err() else {
            panic!("two debates begin like that");
        };
        assert_eq!(candidates.len(), 2);
        assert!(
            candidates[0].contains("aa-cc11") && candidates[0].contains("This House would sit")
        );
        assert!(matches!(
            find("77", &names()),
            Err(JournalError::Unknown { .. })
        ));
        assert!(matches!(
            find("", &names()),
            Err(JournalError::Unknown { .. })
        ));
        assert_eq!(find("last", &[]), Err(JournalError::Empty));
    }
}
