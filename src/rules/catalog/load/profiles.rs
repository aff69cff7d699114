//! The list of profiles: the user's first, then the built-in one.

use std::path::Path;

use super::super::{FileKind, Profiles, check::Context, problem::Problem, read};

/// The built-in list.
const BUILT_IN: &str = include_str!("../profiles.toml");
/// The built-in list's name in a problem.
const SHOWN: &str = "built-in profiles.toml";

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{SideCheck, Steps};

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
