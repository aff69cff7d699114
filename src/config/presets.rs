//! The user's presets: settings of debates under names, one TOML file each in a folder beside the configuration.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use hustings_rules::setup::{ChosenSettings, preset_name_fault as fault};

use crate::{
    Dirs,
    catalog::{Findings, Problem, located, nearest::nearest, read_toml},
    error::Failure,
    file::failure_of,
    files::{self, Existing, NotRead},
    text::{mask::looks_like_a_key, shown},
};

/// The folder of the presets, in that of the configuration.
pub const PRESETS: &str = "presets";
/// The ending of their files.
const ENDING: &str = "toml";
/// No preset is longer, in bytes; something else was put there by mistake.
const MOST_BYTES: u64 = 1 << 16;
/// More files of a folder are not looked at.
const MOST: usize = 500;
/// The first line of a file that the program writes.
const HEAD: &str =
    "# Settings of a debate for Hustings: `hustings run --preset NAME`, or p in the lobby.\n";

/// The presets in a folder, which need not exist yet.
#[derive(Debug, Clone)]
pub struct Presets {
    folder: PathBuf,
}

/// What is in the folder: the presets by name, and why others cannot be read.
pub type ListedPresets = (Vec<(String, ChosenSettings)>, Vec<Failure>);

impl Presets {
    /// Those of the user.
    pub fn of(dirs: &Dirs) -> Self {
        Self {
            folder: dirs.config.join(PRESETS),
        }
    }

    /// The folder of their files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All that can be read, by their names, and what is wrong with the others.
    pub fn list(&self) -> ListedPresets {
        let (mut read, mut wrong) = (Vec::new(), Vec::new());
        for name in self.names() {
            match self.read(&name) {
                Ok(settings) => read.push((name, settings)),
                Err(failure) => wrong.push(failure),
            }
        }
        (read, wrong)
    }

    /// What is wrong with all of them, in the files themselves or by what `more` notes, and with files that no preset can be
    /// called by.
    pub fn problems(&self, more: impl Fn(&ChosenSettings, &mut Findings)) -> Vec<Problem> {
        let unfit = self.stems().into_iter().filter_map(|name| {
            let fault = fault(&name)?;
            let shown = shown::path(&self.path(&name));
            Some(Problem::of_file(
                shown,
                fault,
                "expected another name of the file",
            ))
        });
        let names = self.names().into_iter();
        let found = names.flat_map(|name| self.problems_of(&name, &more));
        unfit.chain(found).collect()
    }

    /// What is wrong with the one of that name, in its file or by what `more` notes.
    pub fn problems_of(
        &self,
        name: &str,
        more: impl Fn(&ChosenSettings, &mut Findings),
    ) -> Vec<Problem> {
        let path = self.path(name);
        let shown = shown::path(&path);
        let source: Arc<str> = match files::text(&path, MOST_BYTES) {
            Ok(text) => text.into(),
            Err(error) => {
                let message = format!("this file cannot be read: {error}");
                return vec![Problem::of_file(
                    shown,
                    message,
                    "put it right, or move it away",
                )];
            }
        };
        let found = |settings: &ChosenSettings| {
            let mut findings = Findings::default();
            more(settings, &mut findings);
            located(&shown, &source, findings)
        };
        match read_toml::<ChosenSettings>(&shown, &source) {
            Ok(settings) => found(&settings),
            Err(wrong) => wrong.all(found),
        }
    }

    /// What of the folder changes where a preset comes, goes or is changed: the name of each file, its length and the time
    /// at which it was written.
    pub fn stamps(&self) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut stamps: Vec<_> = entries
            .take(MOST)
            .filter_map(|entry| {
                let about = fs::metadata(entry.path()).ok()?;
                Some((entry.path(), about.len(), about.modified().ok()))
            })
            .collect();
        stamps.sort();
        stamps
    }

    /// The settings under a name.
    ///
    /// # Errors
    /// There is no such preset, or something is wrong with it.
    pub fn read(&self, name: &str) -> Result<ChosenSettings, Failure> {
        let name = checked(name)?;
        let path = self.path(&name);
        let text = match files::text(&path, MOST_BYTES) {
            Ok(text) => text,
            Err(NotRead::NotThere) => return Err(self.unknown(&name)),
            Err(error) => {
                let shown = shown::path(&path);
                return Err(Failure::input(format!("{shown} cannot be read: {error}"))
                    .hint("put it right, or move it away"));
            }
        };
        let shown = shown::path(&path);
        parsed(&shown, &text).map_err(|problems| failure_of(&shown, &problems))
    }

    /// Keeps settings under a name.
    ///
    /// # Errors
    /// The name is none, a preset of that name is there and is to be kept, or the file cannot be written.
    pub fn save(
        &self,
        name: &str,
        settings: &ChosenSettings,
        existing: Existing,
    ) -> Result<(), Failure> {
        let name = checked(name)?;
        no_keys(settings)?;
        let text = toml::to_string(settings).map_err(|error| {
            Failure::input(format!("these settings cannot be kept: {error}"))
                .hint("a seed in a file is at most 9223372036854775807")
        })?;
        let path = self.path(&name);
        fs::create_dir_all(&self.folder).map_err(|error| not_made(&self.folder, &error))?;
        files::write(&path, existing, |out| {
            out.write_all(HEAD.as_bytes())?;
            out.write_all(text.as_bytes())
        })
        .map_err(|error| error.failure(&path))
    }

    /// Gives a preset another name.
    ///
    /// # Errors
    /// There is no such preset, the other name is none or is taken, or the file cannot be moved.
    pub fn rename(&self, from: &str, to: &str) -> Result<(), Failure> {
        let (from, to) = (checked(from)?, checked(to)?);
        let (old, new) = (self.path(&from), self.path(&to));
        if !old.is_file() {
            return Err(self.unknown(&from));
        }
        // Where case makes no difference, another case of the same name is the same file.
        if new.exists() && from.to_lowercase() != to.to_lowercase() {
            return Err(Failure::input(format!("there is a preset “{to}” already"))
                .hint("give another name"));
        }
        fs::rename(&old, &new).map_err(|error| not_made(&new, &error))
    }

    /// Takes a preset away.
    ///
    /// # Errors
    /// There is no such preset, or its file cannot be removed.
    pub fn delete(&self, name: &str) -> Result<(), Failure> {
        let name = checked(name)?;
        let path = self.path(&name);
        if !path.is_file() {
            return Err(self.unknown(&name));
        }
        fs::remove_file(&path).map_err(|error| {
            let shown = shown::path(&path);
            Failure::internal(format!("{shown} cannot be removed: {}", files::why(&error)))
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ENDING}"))
    }

    /// The names of the presets, in their order.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.stems();
        names.retain(|name| fault(name).is_none());
        names
    }

    /// The names of all files, in their order.
    fn stems(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let name = |entry: fs::DirEntry| {
            let path = entry.path();
            let is_one = path.extension().is_some_and(|ending| ending == ENDING);
            let name = path.file_stem()?.to_str()?.to_owned();
            // Editors keep hidden files beside what is open in them.
            (is_one && !name.starts_with('.')).then_some(name)
        };
        let mut names: Vec<String> = entries.take(MOST).filter_map(name).collect();
        names.sort_by_key(|name| name.to_lowercase());
        names
    }

    fn unknown(&self, name: &str) -> Failure {
        let names = self.names();
        let near = nearest(name, names.iter().map(String::as_str));
        let failure = Failure::input(format!("there is no preset “{name}”"));
        match (near.first(), names.as_slice()) {
            (Some(near), _) => failure.hint(format!("did you mean `{near}`?")),
            (None, []) => failure.hint("p in the lobby saves the settings of a debate as one"),
            (None, names) => failure.hint(format!("there are: {}", names.join(", "))),
        }
    }
}

fn parsed(shown: &str, text: &str) -> Result<ChosenSettings, Vec<Problem>> {
    read_toml::<ChosenSettings>(shown, &text.into()).map_err(|wrong| wrong.all(|_| Vec::new()))
}

fn checked(name: &str) -> Result<String, Failure> {
    match fault(name) {
        Some(fault) => Err(Failure::input(fault).hint("for example: quick")),
        None => Ok(name.trim().to_owned()),
    }
}

/// Refuses what could be a key in the place of a model's name: it would be kept in a file that others may read.
fn no_keys(settings: &ChosenSettings) -> Result<(), Failure> {
    let plain = [&settings.model, &settings.prop_model, &settings.opp_model];
    let mut models = plain
        .into_iter()
        .flatten()
        .chain(settings.roles.values())
        .chain(settings.seats.values());
    if models.any(|model| looks_like_a_key(model)) {
        return Err(
            Failure::input("the name of a model may be a key, and is not kept")
                .hint("ctrl-k in the lobby takes a key"),
        );
    }
    Ok(())
}

fn not_made(path: &Path, error: &std::io::Error) -> Failure {
    let shown = shown::path(&path);
    Failure::internal(format!("{shown} cannot be made: {}", files::why(error)))
        .hint("check that you may write in the folder above it, and that there is room")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::debate::{ask::Role, ids::Seat};

    fn presets() -> (tempfile::TempDir, Presets) {
        let folder = tempfile::tempdir().unwrap();
        let presets = Presets::of(&Dirs::under(folder.path()));
        (folder, presets)
    }

    fn settings() -> ChosenSettings {
        ChosenSettings {
            format: Some("oxford".to_owned()),
            judges: Some(3),
            max_cost: Some(0.5),
            model: Some("near:small".to_owned()),
            roles: BTreeMap::from([(Role::Judge, "far:large".to_owned())]),
            seats: BTreeMap::from([(Seat::new("prop", 2), "far:other".to_owned())]),
            ..ChosenSettings::default()
        }
    }

    #[test]
    fn a_preset_is_read_as_it_was_saved_renamed_and_taken_away() {
        let (_folder, presets) = presets();
        assert!(presets.list().0.is_empty());
        presets
            .save("Quick test", &settings(), Existing::Keep)
            .unwrap();
        assert_eq!(presets.read(" Quick test ").unwrap(), settings());
        // What is there is not written over unless that is said.
        let other = ChosenSettings::default();
        let refused = presets.save("Quick test", &other, Existing::Keep);
        assert!(refused.unwrap_err().message.contains("there already"));
        presets.save("other", &other, Existing::Replace).unwrap();
        assert!(presets.rename("other", "Quick test").is_err());
        presets.rename("other", "plain").unwrap();
        let names: Vec<String> = presets.list().0.into_iter().map(|one| one.0).collect();
        assert_eq!(names, ["plain", "Quick test"]);
        presets.delete("plain").unwrap();
        let gone = presets.read("quick-test").unwrap_err().to_string();
        assert!(gone.contains("did you mean `Quick test`?"), "{gone}");
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_its_place_and_spares_the_others() {
        let (_folder, presets) = presets();
        presets.save("fine", &settings(), Existing::Keep).unwrap();
        let write = |text: &str| fs::write(presets.folder().join("odd.toml"), text).unwrap();
        for (text, told) in [
            ("format = \"oxford\"\njudgse = 3\n", "odd.toml:2"),
            ("judges = 0\n", "odd.toml:1"),
            ("pace = \"fast\"\n", "odd.toml:1"),
            ("judges = \n", "odd.toml:1"),
            ("[roles]\njugde = \"x\"\n", "odd.toml"),
        ] {
            write(text);
            let (read, wrong) = presets.list();
            assert_eq!(read.len(), 1, "{text}");
            assert!(wrong[0].message.contains(told), "{text}: {}", wrong[0]);
        }
    }

    #[test]
    fn a_name_leads_nowhere_else_and_a_key_is_not_kept() {
        let (_folder, presets) = presets();
        for name in ["", "../config", ".hidden", "a/b", "a\nb", "con:x", "-x"] {
            assert!(presets.save(name, &settings(), Existing::Keep).is_err());
            assert!(presets.read(name).is_err() && presets.delete(name).is_err());
        }
        let mut with_key = settings();
        with_key.model = Some("sk-proj-8f14e45fceea467fa0e61234567890ab".to_owned());
        let refused = presets.save("key", &with_key, Existing::Keep).unwrap_err();
        assert!(!refused.to_string().contains("8f14e45f"));
    }
}
