//! Which profile a model has: the user's list first, then the built-in one, the first match counts.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FileKind, Profile, check::Context, problem::Problem, read};

/// The built-in list.
const BUILT_IN: &str = include_str!("profiles.toml");
/// How it is shown in a problem.
const SHOWN: &str = "built-in profiles.toml";

/// Profiles in the order in which they are tried.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profiles {
    /// The first whose pattern matches the name of the model is the one.
    pub profiles: Vec<Profile>,
}

impl Profiles {
    /// The built-in list behind the user's, where there is a file. A file with problems is left out whole:
    /// half a list would give models profiles that nobody chose.
    pub fn load(user_file: Option<&Path>) -> (Self, Vec<Problem>) {
        let mut profiles = Self::default();
        let mut problems = Vec::new();
        let user = user_file
            .filter(|path| path.symlink_metadata().is_ok())
            .map(|path| (path.display().to_string(), read::text_of(path)));
        let built_in = (SHOWN.to_owned(), Ok(BUILT_IN.into()));
        for (shown, text) in user.into_iter().chain([built_in]) {
            let read = text.and_then(|source| Self::read(&shown, &source));
            match read {
                Ok(list) => profiles.profiles.extend(list.profiles),
                Err(mut found) => {
                    let final_one = found.pop();
                    problems.append(&mut found);
                    problems.extend(
                        final_one.map(|problem| {
                            problem.note("none of the profiles in this file are used")
                        }),
                    );
                }
            }
        }
        (profiles, problems)
    }

    fn read(shown: &str, source: &std::sync::Arc<str>) -> Result<Self, Vec<Problem>> {
        let known = (FileKind::Profiles, "profiles");
        read::checked(known, shown, source, &Context::default())
    }

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
    use crate::catalog::{SideCheck, Steps};

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

    #[test]
    fn models_get_the_profile_of_their_size_and_kind() {
        let (profiles, problems) = Profiles::load(None);
        assert!(problems.is_empty(), "{problems:?}");
        // name, context, one step at a time, side checked, thinks
        let table = [
            ("gpt-4o", 128_000, false, false, false),
            ("claude-sonnet-4-5", 128_000, false, false, false),
            (
                "meta-llama/Llama-3.3-70B-Instruct",
                128_000,
                false,
                false,
                false,
            ),
            ("gemma-2-27b-it", 128_000, false, false, false),
            ("Qwen2.5-32B-Instruct", 128_000, false, false, false),
            (
                "qwen2.5-7b-instruct-q4_k_m.gguf",
                16_384,
                false,
                true,
                false,
            ),
            ("llama3.1:8b", 16_384, false, true, false),
            ("llama3.1", 16_384, false, true, false),
            ("mistral:latest", 16_384, false, true, false),
            ("phi4", 16_384, false, true, false),
            ("Qwen2.5-14B-Instruct", 16_384, false, true, false),
            ("qwen2.5-1.5b-instruct", 8_192, true, true, false),
            (
                "/models/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf",
                8_192,
                true,
                true,
                false,
            ),
            ("llama3.2", 8_192, true, true, false),
            ("llama3.2:1b", 8_192, true, true, false),
            ("gemma-3-4b-it", 8_192, true, true, false),
            ("smollm2:135m", 2_048, true, true, false),
            ("SmolLM2-360M-Instruct", 2_048, true, true, false),
            ("o1-preview", 128_000, false, false, true),
            ("openai/o3", 128_000, false, false, true),
            ("o4-mini", 128_000, false, false, true),
            ("gpt-5-mini", 128_000, false, false, true),
            ("deepseek-r1", 128_000, false, false, true),
            ("qwq-32b", 128_000, false, false, true),
            ("deepseek-r1:1.5b", 8_192, true, true, true),
            ("deepseek-r1:8b", 16_384, false, true, true),
            ("qwen3-4b-thinking-2507", 8_192, true, true, true),
        ];
        for (name, context, one, checked, thinks) in table {
            let profile = profiles.profile_for(name);
            let got = (
                profile.context,
                profile.steps == Steps::OneAtATime,
                profile.side_check == SideCheck::EachSpeech,
                profile.thinks,
            );
            assert_eq!(got, (context, one, checked, thinks), "{name}");
        }
    }

    #[test]
    fn the_users_list_comes_first_and_a_bad_one_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("profiles.toml");
        assert_eq!(
            Profiles::load(Some(&path)).1,
            [],
            "a file that is not there is no problem"
        );
        std::fs::write(
            &path,
            "[[profiles]]\nmatch = [\"GPT-4o\"]\ncontext = 4096\n",
        )
        .unwrap();
        let (profiles, problems) = Profiles::load(Some(&path));
        assert_eq!(
            (problems.len(), profiles.profile_for("gpt-4o").context),
            (0, 4096)
        );
        assert_eq!(profiles.profile_for("gpt-4o-mini").context, 128_000);

        std::fs::write(
            &path,
            "[[profiles]]\nmatch = [\"gpt-4o\"]\ncontext = 5\nthink = true\n",
        )
        .unwrap();
        let (profiles, problems) = Profiles::load(Some(&path));
        let told: Vec<_> = problems
            .iter()
            .map(|one| (one.line, one.field.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (Some(3), "profiles[0].context"),
                (Some(4), "profiles[0].think")
            ]
        );
        assert_eq!(profiles.profile_for("gpt-4o").context, 128_000);
    }
}
