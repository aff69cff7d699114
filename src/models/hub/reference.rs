//! The name of a model on a hub: `hf:OWNER/REPO`, and behind a colon the quantisation that is wanted.

use std::fmt;

use crate::{error::Failure, names, text::shown::given};

/// What stands before such a name.
const PREFIX: &str = "hf:";

/// The name of a model on a hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubReference {
    /// Whose it is.
    pub owner: String,
    /// The name of the folder with its files.
    pub repository: String,
    /// The quantisation that is wanted, in capitals, such as `Q4_K_M`; the usual one where absent.
    pub wanted: Option<String>,
}

impl HubReference {
    /// The name, if it is meant to be one of a hub.
    ///
    /// # Errors
    /// It is meant to be one, and is none.
    pub fn of(name: &str) -> Option<Result<Self, Failure>> {
        let lower = name.get(..PREFIX.len())?;
        let rest = name.get(PREFIX.len()..)?;
        lower.eq_ignore_ascii_case(PREFIX).then(|| {
            Self::parse(rest).ok_or_else(|| {
                Failure::input(format!(
                    "\"{}\" is no name of a model on a hub",
                    given(name)
                ))
                .hint("expected hf:OWNER/REPO or hf:OWNER/REPO:Q4_K_M")
                .hint("`hustings model search WORDS` lists what there is")
            })
        })
    }

    fn parse(rest: &str) -> Option<Self> {
        let (path, wanted) = match rest.split_once(':') {
            Some((path, wanted)) => (path, Some(wanted)),
            None => (rest, None),
        };
        let (owner, repository) = path.split_once('/')?;
        let is_sound = [Some(owner), Some(repository), wanted]
            .into_iter()
            .flatten()
            .all(|part| names::is_plain(part) && !part.contains(".."));
        is_sound.then(|| Self {
            owner: owner.to_owned(),
            repository: repository.to_owned(),
            wanted: wanted.map(str::to_ascii_uppercase),
        })
    }
}

impl fmt::Display for HubReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}/{}", self.owner, self.repository)?;
        match &self.wanted {
            Some(wanted) => write!(f, ":{wanted}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_hub_are_told_from_others_and_from_nonsense() {
        let of = |name: &str| HubReference::of(name).map(|one| one.map(|one| one.to_string()));
        for other in ["smollm2", "qwen", "h", "", "föö:x", "http://x/y"] {
            assert!(HubReference::of(other).is_none(), "{other}");
        }
        assert_eq!(of("hf:Some/Model").unwrap().unwrap(), "hf:Some/Model");
        assert_eq!(of("HF:a/b:q4_k_m").unwrap().unwrap(), "hf:a/b:Q4_K_M");
        for bad in [
            "hf:",
            "hf:a",
            "hf:/b",
            "hf:a/",
            "hf:a/b/c",
            "hf:../b",
            "hf:a/b:",
            "hf:a/b?x=1",
            "hf:a/b:q4:8",
            "hf:a b/c",
            "hf:a..b/c",
        ] {
            let failure = HubReference::of(bad).unwrap().unwrap_err();
            assert!(
                failure.to_string().contains("hf:OWNER/REPO:Q4_K_M"),
                "{bad}: {failure}"
            );
        }
    }
}
