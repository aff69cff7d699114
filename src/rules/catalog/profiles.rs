//! The profile of a model: the first of a list that matches the model's name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Profile;

/// Profiles in the order in which they are tried.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profiles {
    /// The first whose pattern matches the name of the model is the one.
    pub profiles: Vec<Profile>,
}

impl Profiles {
    /// The profile of a model.
    pub fn profile_for(&self, model: &str) -> Profile {
        let model = model.trim().to_lowercase();
        self.profiles
            .iter()
            .find(|profile| {
                profile
                    .matches
                    .iter()
                    .any(|pattern| matches(&pattern.to_lowercase(), &model))
            })
            .cloned()
            .unwrap_or_default()
    }
}

/// Whether a pattern, in which `*` stands for anything, covers the whole name.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        let table = [
            ("*1.5b*", "qwen2.5-1.5b-instruct", true),
            ("o1*", "o1-mini", true),
            ("o1*", "gpt-o1", false),
            ("*", "", true),
            ("a", "a", true),
            ("a", "ab", false),
            ("a*a", "a", false),
            ("a*b*c", "axxbyyc", true),
            ("a*b*c", "axxcyyb", false),
            ("*é*", "caférouge", true),
        ];
        for (pattern, name, expected) in table {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
