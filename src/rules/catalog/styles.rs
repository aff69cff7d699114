//! Styles that were drawn from corpora: one file a persona in the user's folder, laid over what the card says. People
//! edit them as they edit a card.

use std::{collections::BTreeMap, path::Path};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Persona, Problem, Sample, Style,
    entries::Entries,
    read::{self, Misshapen},
};

/// The folder of the styles in the user's folder.
pub const STYLES: &str = "styles";

/// A style as a file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawnStyle {
    /// The six features.
    pub style: Style,
    /// Passages that show it.
    #[serde(default)]
    pub samples: Vec<Sample>,
}

/// Lays the styles of a folder over the cards. A file with a problem is left out, and its card stays as it is.
pub(super) fn lay(user: Option<&Path>, personas: &mut Entries<Persona>) -> Vec<Problem> {
    let Some(folder) = user.map(|user| user.join(STYLES)) else {
        return Vec::new();
    };
    // No folder, no styles.
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return Vec::new();
    };
    let mut files = BTreeMap::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let id = name.as_deref().and_then(|name| name.strip_suffix(".toml"));
        if let Some(id) = id.filter(|id| !id.starts_with('.')) {
            files.insert(id.to_owned(), path.clone());
        }
    }
    let mut problems = Vec::new();
    for (id, path) in files {
        match parsed(&path) {
            Ok(drawn) => {
                if let Some(entry) = personas.get_mut(&id) {
                    entry.value.style = drawn.style;
                    entry.value.samples = drawn.samples;
                } else {
                    let shown = path.display().to_string();
                    problems.push(Problem::of_file(
                        shown,
                        format!("there is no persona `{id}` that could have this style"),
                        "expected the id of a persona as the file's name; `hustings personas` lists them",
                    ));
                }
            }
            Err(found) => problems.extend(
                found
                    .into_iter()
                    .map(|problem| problem.note(format!("`{id}` keeps the style of its card"))),
            ),
        }
    }
    problems
}

fn parsed(path: &Path) -> Result<DrawnStyle, Vec<Problem>> {
    let source = read::text_of(path)?;
    let shown = path.display().to_string();
    read::read_toml(&shown, &source).map_err(|wrong: Misshapen<_>| wrong.problems)
}

impl DrawnStyle {
    /// Nothing in it reaches a terminal that should not.
    pub fn clean(&mut self) {
        use crate::text::sanitize::{sanitize, sanitize_line};
        let style = &mut self.style;
        for line in [
            &mut style.register,
            &mut style.openings,
            &mut style.disagreement,
            &mut style.closings,
        ] {
            *line = sanitize_line(line);
        }
        for line in style.devices.iter_mut().chain(&mut style.phrases) {
            *line = sanitize_line(line);
        }
        for sample in &mut self.samples {
            sample.text = sanitize(&sample.text);
            sample.source = sanitize_line(&sample.source);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    const GOOD: &str = "[style]\nregister = \"Dry.\"\nopenings = \"A pin.\"\ndevices = [\"lists\"]\n\
        disagreement = \"Mild.\"\nphrases = [\"upon the whole\"]\nclosings = \"None.\"\n\
        [[samples]]\ntext = \"Of pins.\"\nsource = \"A book\"\n";

    #[test]
    fn a_style_lies_over_its_card_and_a_bad_one_is_named() {
        let user = tempfile::tempdir().unwrap();
        let folder = user.path().join(STYLES);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("adam-smith.toml"), GOOD).unwrap();
        std::fs::write(folder.join("nobody.toml"), GOOD).unwrap();
        std::fs::write(
            folder.join("mill.toml"),
            GOOD.replace("register", "regster"),
        )
        .unwrap();
        let (catalog, problems) = Catalog::load(Some(user.path()));
        let smith = &catalog.persona("adam-smith").unwrap().value;
        assert_eq!(
            (smith.style.register.as_str(), smith.samples.len()),
            ("Dry.", 1)
        );
        assert!(catalog.persona("mill").unwrap().value.samples.is_empty());
        let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
        // Both what is missing and what stands in its place, as for every file of the catalog.
        assert!(
            said[0].contains("mill.toml:1:1: style.register"),
            "{said:?}"
        );
        assert!(said[1].contains("mill.toml:2:1: style.regster"), "{said:?}");
        assert!(said[2].contains("nobody"), "{said:?}");
        assert_eq!(said.len(), 3, "{said:?}");
    }
}
