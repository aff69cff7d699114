//! Unrolling: from the text of a batch file to the list of its debates, in a fixed order: motion by motion, within it
//! format by format, line-up by line-up, seed by seed, repeat by repeat; then the single ones.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    file::{DebateSettings, File, LineUp, ModelChoices, Single},
    fitting::{Own, ReadLineUp},
    item::BatchItem,
    reader::{Reader, Settled},
};
use hustings_rules::setup::USUAL_FORMAT;

use crate::{
    bounds,
    catalog::{Catalog, Field, Problem, Unknown, read_into},
    debate::ask::Role,
    error::Failure,
};

/// The seed where none is named: a second run of the same file must find the same debates.
const SEED: u64 = 1;
/// The name of a line-up that has none.
const BY_LOT: &str = "by lot";

/// A batch file, unrolled.
#[derive(Debug, Clone, PartialEq)]
pub struct Unrolled {
    /// The file, for what it says beside the debates: limits and its name.
    pub file: File,
    /// The debates, in the order in which they are held.
    pub items: Vec<BatchItem>,
    /// The number of further debates that are settled just as others are.
    pub doubles: usize,
}

/// Reads a batch. `fits` says what is wrong with one of its debates, before anybody looks for a model, and which of its
/// settings would do nothing; it is asked once for each line-up in each format. `flags` are models that the command
/// line names: they come before the file's.
///
/// # Errors
/// Everything that is wrong with the text, with its places.
pub fn read(
    shown: &str,
    source: &Arc<str>,
    catalog: &Catalog,
    flags: &ModelChoices,
    fits: &dyn Fn(&BatchItem) -> Result<Settled, Failure>,
) -> Result<Unrolled, Vec<Problem>> {
    let (file, items) = read_into(shown, source, |file: &File, findings| {
        let mut reader = Reader::new(catalog, flags, fits, findings);
        let items = reader.items(file);
        (file.clone(), items)
    })?;
    let all = items.len();
    let mut seen = BTreeSet::new();
    let items: Vec<BatchItem> = items
        .into_iter()
        .filter(|item| seen.insert(item.id()))
        .collect();
    Ok(Unrolled {
        doubles: all - items.len(),
        file,
        items,
    })
}

impl Reader<'_> {
    /// The value, where it is known, or else a problem that says which names are near.
    fn known<T>(&mut self, field: &Field, found: Result<T, Unknown>) -> Option<T> {
        match found {
            Ok(found) => Some(found),
            Err(unknown) => {
                self.problem(field, unknown.to_string(), unknown.hints().join("; "));
                None
            }
        }
    }

    /// The debates of a file, once each as often as it says.
    pub(crate) fn items(&mut self, file: &File) -> Vec<BatchItem> {
        if file.motions.is_empty() && file.debates.is_empty() {
            self.problem(
                &Field::of("motions"),
                "there is nothing to debate",
                "expected `motions = [\"…\"]`, or [[debates]]",
            );
        }
        self.limits(file);
        let catalog = self.catalog;
        let motions = self.each("motions", &file.motions, |one| motion(catalog, one));
        let named = if file.formats.is_empty() {
            &[USUAL_FORMAT.to_owned()][..]
        } else {
            &file.formats
        };
        let formats = self.each("formats", named, |one| format(catalog, one));
        self.models(&Field::of("models"), &file.models);
        let by_lot = [LineUp::default()];
        let line_ups = match file.lineups.as_slice() {
            [] => &by_lot[..],
            some => some,
        };
        let mut read = Vec::with_capacity(line_ups.len());
        for (at, line_up) in line_ups.iter().enumerate() {
            read.push(self.line_up(file, at, line_up));
        }
        let line_ups = read;
        self.fitting(&motions, &formats, &line_ups);
        let seeds = match file.seeds.as_slice() {
            [] => &[SEED][..],
            some => some,
        };
        let repeats = file.repeats.unwrap_or(1);
        let singles: Vec<BatchItem> = file
            .debates
            .iter()
            .enumerate()
            .filter_map(|(at, single)| self.single(file, at, single))
            .collect();
        for (setting, why) in std::mem::take(&mut self.idle).everywhere() {
            self.idle(&Field::of("options"), setting, &why);
        }
        let unrolled = [
            motions.len(),
            formats.len(),
            line_ups.len(),
            seeds.len(),
            repeats as usize,
        ];
        let unrolled = unrolled.into_iter().fold(1, usize::saturating_mul);
        let single = |one: &Single| one.repeats.unwrap_or(1) as usize;
        let count = file
            .debates
            .iter()
            .fold(unrolled, |sum, one| sum.saturating_add(single(one)));
        if count > bounds::BATCH {
            self.problem(
                &Field::root(),
                format!("these are more than {} debates", bounds::BATCH),
                "expected fewer motions, formats, line-ups, seeds or repeats",
            );
        }
        if !self.findings.is_empty() {
            return Vec::new();
        }
        let mut items = Vec::new();
        for motion in &motions {
            for format in &formats {
                for line_up in line_ups.iter().filter(|one| one.is_for(format)) {
                    for seed in seeds {
                        for repeat in 1..=repeats {
                            items.push(BatchItem {
                                motion: motion.clone(),
                                format: format.clone(),
                                seed: *seed,
                                repeat,
                                ..line_up.item.clone()
                            });
                        }
                    }
                }
            }
        }
        for (single, repeats) in singles
            .iter()
            .zip(file.debates.iter().map(|one| one.repeats))
        {
            items.extend((1..=repeats.unwrap_or(1)).map(|repeat| BatchItem {
                repeat,
                ..single.clone()
            }));
        }
        items
    }

    /// The id of a format, where there is one of that name.
    pub(crate) fn format(&mut self, field: &Field, named: &str) -> Option<String> {
        let found = format(self.catalog, named);
        self.known(field, found)
    }

    /// Every name of a list as it is known; those that are not are problems.
    fn each(
        &mut self,
        field: &str,
        names: &[String],
        known: impl Fn(&str) -> Result<String, Unknown>,
    ) -> Vec<String> {
        self.each_at(&Field::of(field), names, known)
    }

    fn each_at(
        &mut self,
        field: &Field,
        names: &[String],
        known: impl Fn(&str) -> Result<String, Unknown>,
    ) -> Vec<String> {
        let found = names
            .iter()
            .enumerate()
            .map(|(at, name)| self.known(&field.at(at), known(name)));
        // Every one is looked at, so that every problem is told.
        let found: Vec<Option<String>> = found.collect();
        found.into_iter().flatten().collect()
    }

    fn limits(&mut self, file: &File) {
        if file.name.as_deref().is_some_and(str::is_empty) {
            self.problem(
                &Field::of("name"),
                "the name is empty",
                "expected a name, or none",
            );
        }
    }

    /// Refuses models of roles that there are not.
    pub(crate) fn models(&mut self, field: &Field, models: &ModelChoices) {
        let roles: Vec<&str> = Role::ALL.iter().map(|role| role.word()).collect();
        for role in models.roles.keys() {
            if !roles.contains(&role.as_str()) {
                self.problem(
                    &field.key("roles").key(role),
                    format!("there is no role `{role}`"),
                    format!("expected one of {}", roles.join(", ")),
                );
            }
        }
    }

    fn line_up<'b>(&mut self, file: &File, at: usize, line_up: &'b LineUp) -> ReadLineUp<'b> {
        let before = self.findings.len();
        let field = Field::of("lineups").at(at);
        let catalog = self.catalog;
        let only = self.each_at(&field.key("formats"), &line_up.formats, |one| {
            format(catalog, one)
        });
        self.models(&field.key("models"), &line_up.models);
        let name = line_up
            .name
            .clone()
            .unwrap_or_else(|| match file.lineups.len() {
                0 => BY_LOT.to_owned(),
                _ => format!("line-up {}", at + 1),
            });
        let who = (&line_up.prop, &line_up.opp, &line_up.speakers);
        let item = BatchItem {
            options: file.options.clone(),
            models: self.flags.over(&line_up.models.over(&file.models)),
            ..self.seated(&field, name, who)
        };
        ReadLineUp {
            item,
            only,
            models: &line_up.models,
            is_sound: self.findings.len() == before,
        }
    }

    fn single(&mut self, file: &File, at: usize, single: &Single) -> Option<BatchItem> {
        let field = Field::of("debates").at(at);
        let before = self.findings.len();
        self.models(&field.key("models"), &single.models);
        let motion = self.known(&field.key("motion"), motion(self.catalog, &single.motion));
        let named = single.format.as_deref().unwrap_or(USUAL_FORMAT);
        let format = self.known(&field.key("format"), format(self.catalog, named));
        let name = single
            .name
            .clone()
            .unwrap_or_else(|| format!("debate {}", at + 1));
        let who = (&single.prop, &single.opp, &single.speakers);
        let item = BatchItem {
            motion: motion?,
            format: format?,
            seed: single.seed.unwrap_or(SEED),
            options: single.options.over(&file.options),
            models: self.flags.over(&single.models.over(&file.models)),
            ..self.seated(&field, name, who)
        };
        if self.findings.len() == before {
            let own = Own {
                options: &single.options,
                models: &single.models,
            };
            self.fit(&field, &item, &own);
        }
        Some(item)
    }

    /// An item in which only the speakers are settled.
    pub(crate) fn seated(
        &mut self,
        field: &Field,
        line_up: String,
        (prop, opp, speakers): (&Vec<String>, &Vec<String>, &Vec<String>),
    ) -> BatchItem {
        if !speakers.is_empty() && (!prop.is_empty() || !opp.is_empty()) {
            self.problem(
                &field.key("speakers"),
                "`speakers` names everybody",
                "expected `speakers`, or `prop` and `opp`",
            );
        }
        let catalog = self.catalog;
        let persona = |name: &str| catalog.persona(name).map(|entry| entry.id.clone());
        let prop = self.each_at(&field.key("prop"), prop, persona);
        let opp = self.each_at(&field.key("opp"), opp, persona);
        let speakers = self.each_at(&field.key("speakers"), speakers, persona);
        let sides = if prop.is_empty() && opp.is_empty() {
            Vec::new()
        } else {
            vec![prop, opp]
        };
        BatchItem {
            line_up,
            motion: String::new(),
            format: String::new(),
            sides,
            speakers,
            seed: SEED,
            repeat: 1,
            options: DebateSettings::default(),
            models: ModelChoices::default(),
            variation: None,
        }
    }
}

/// The id of a motion's file, or the motion.
fn motion(catalog: &Catalog, name: &str) -> Result<String, Unknown> {
    let chosen = catalog.choose_motion(name)?;
    Ok(chosen.id.unwrap_or(chosen.motion.motion))
}

fn format(catalog: &Catalog, name: &str) -> Result<String, Unknown> {
    catalog.format(name).map(|entry| entry.id.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unrolled(text: &str, flags: &ModelChoices) -> Unrolled {
        let (catalog, _) = Catalog::load(None);
        read("b.toml", &text.into(), &catalog, flags, &|_| {
            Ok(Settled::default())
        })
        .unwrap_or_else(|problems| panic!("{problems:?}"))
    }

    fn lines(unrolled: &Unrolled) -> Vec<String> {
        let line = |item: &BatchItem| {
            format!(
                "{} {} | {} | {} | {} | {}",
                item.id(),
                item.motion,
                item.format,
                item.line_up,
                item.seed,
                item.repeat
            )
        };
        unrolled.items.iter().map(line).collect()
    }

    #[test]
    fn the_order_and_the_ids_are_fixed() {
        let text = "
            motions = [\"ban-private-cars\", \"This House would rather walk\"]
            formats = [\"exhibition\", \"oxford\"]
            seeds = [3, 1]
            repeats = 2
            [[lineups]]
            name = \"one\"
            formats = [\"oxford\"]
            speakers = [\"Smith\"]
            [[lineups]]
            models = { prop = \"small\" }
            [[debates]]
            motion = \"tea-over-coffee\"
            repeats = 2
            options = { scale = 0.5 }
        ";
        let unrolled = unrolled(text, &ModelChoices::default());
        // 2 motions × (2 formats of the second line-up + 1 of the first) × 2 seeds × 2 repeats, and 2.
        assert_eq!(unrolled.items.len(), 26);
        insta::assert_snapshot!(lines(&unrolled).join("\n"));
    }

    #[test]
    fn what_is_said_nearer_to_a_debate_counts_and_flags_count_most() {
        let text = "
            motions = [\"ban-private-cars\"]
            options = { scale = 0.5, audience = 3 }
            models = { model = \"m\", prop = \"p\", roles = { judge = \"j\" } }
            [[lineups]]
            models = { prop = \"q\", roles = { clerk = \"c\" } }
            [[debates]]
            motion = \"ban-private-cars\"
            options = { scale = 2.0 }
        ";
        let flags = ModelChoices {
            model: Some("flag".into()),
            ..ModelChoices::default()
        };
        let items = unrolled(text, &flags).items;
        let [first, second] = items.as_slice() else {
            panic!("{items:?}")
        };
        let of = |models: &ModelChoices| {
            (
                models.model.clone(),
                models.prop.clone(),
                models.roles.len(),
            )
        };
        assert_eq!(
            of(&first.models),
            (Some("flag".into()), Some("q".into()), 2)
        );
        assert_eq!(
            of(&second.models),
            (Some("flag".into()), Some("p".into()), 1)
        );
        assert_eq!(
            (second.options.scale, second.options.audience),
            (Some(2.0), Some(3))
        );
    }

    #[test]
    fn the_same_debate_twice_is_one_however_its_motion_is_spelled() {
        let text = "motions = [\"ban-private-cars\", \"ban-private\"]\nseeds = [1, 2, 1]\n";
        let unrolled = unrolled(text, &ModelChoices::default());
        assert_eq!((unrolled.items.len(), unrolled.doubles), (2, 4));
    }
}
