//! The presets beside all that they name: formats, themes, seats and models. What is wrong with one is said before a debate
//! is held by it.

use hustings_rules::setup::{self, ChosenSettings, DebateChoice, Setting, seats::Seats};

use crate::{
    Host,
    catalog::{Catalog, Field, Findings, Format, Problem, Verdict},
    check,
    config::{Overrides, Settings, presets::Presets},
    models::Store,
};

/// What the presets are held against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PresetCheck<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) settings: &'a Settings,
    pub(crate) store: &'a Store,
}

impl PresetCheck<'_> {
    /// Notes what is wrong with a preset whose file has the shape of one.
    pub(crate) fn look(&self, preset: &ChosenSettings, findings: &mut Findings) {
        let format = self.format(preset, findings);
        if let Some(theme) = &preset.theme
            && let Err(unknown) = self.catalog.theme(theme)
        {
            let hints = unknown.hints().join("; ");
            findings.add(Field::of("theme"), unknown.to_string(), hints);
        }
        self.models(preset, findings);
        self.seats(preset, format, findings);
        if let Some(format) = format {
            self.amounts(preset, format, findings);
        }
    }

    fn format(&self, preset: &ChosenSettings, findings: &mut Findings) -> Option<&Format> {
        match self.catalog.format(preset.format.as_deref()?) {
            Ok(format) => Some(&format.value),
            Err(unknown) => {
                let hints = unknown.hints().join("; ");
                findings.add(Field::of("format"), unknown.to_string(), hints);
                None
            }
        }
    }

    fn models(&self, preset: &ChosenSettings, findings: &mut Findings) {
        let plain = [
            ("model", &preset.model),
            ("prop_model", &preset.prop_model),
            ("opp_model", &preset.opp_model),
        ];
        let plain = plain
            .into_iter()
            .filter_map(|(field, model)| Some((Field::of(field), model.as_ref()?)));
        let roles = preset.roles.iter();
        let roles = roles.map(|(role, model)| (Field::of("roles").key(role.word()), model));
        let seats = preset.seats.iter();
        let seats = seats.map(|(seat, model)| (Field::of("seats").key(seat.as_str()), model));
        for (field, model) in plain.chain(roles).chain(seats) {
            if model.trim().is_empty() {
                findings.add(field, "this is empty", "expected the name of a model");
            } else if let Some((message, expected)) =
                check::wrong(self.settings, &Overrides::default(), self.store, model)
            {
                findings.add(field, message, expected);
            }
        }
    }

    fn seats(&self, preset: &ChosenSettings, format: Option<&Format>, findings: &mut Findings) {
        let seats = format.map_or_else(|| Seats::of_all(self.catalog), Seats::possible);
        for seat in preset.seats.keys().filter(|seat| !seats.have(seat)) {
            let which = if format.is_some() {
                "this format has no"
            } else {
                "no format has a"
            };
            findings.add_name(
                Field::of("seats").key(seat.as_str()),
                format!("{which} seat `{seat}`"),
                seats.expected(seat),
            );
        }
    }

    /// Notes numbers that the format does not allow.
    fn amounts(&self, preset: &ChosenSettings, format: &Format, findings: &mut Findings) {
        let mut choice = DebateChoice::default();
        preset.set_in(&mut choice);
        if let Ok(Some((setting, failure))) = setup::too_many(self.catalog, &choice) {
            let field = Field::of(setting.word());
            findings.add(field, &failure.message, failure.advice());
        }
        let field = Field::of(Setting::Audience.word());
        let members = self.catalog.members().count();
        if preset.audience == Some(0) && format.verdict == Verdict::Division {
            let message = "nobody would vote, and this format ends with a division";
            findings.add(field, message, "expected 1 or more");
        } else if preset.audience.is_some_and(|audience| audience > members) {
            let message = format!("only {members} members can sit in an audience");
            findings.add(field, message, format!("expected at most {members}"));
        }
    }
}

impl Host {
    /// What is wrong with the preset of that name.
    pub fn preset_problems(&self, name: &str) -> Vec<Problem> {
        let check = PresetCheck {
            catalog: &self.catalog,
            settings: &self.settings,
            store: &Store::new(&self.dirs),
        };
        let more = |preset: &ChosenSettings, findings: &mut Findings| check.look(preset, findings);
        Presets::of(&self.dirs).problems_of(name, more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_in_a_preset_is_held_against_what_there_is() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let presets = Presets::of(&host.dirs);
        std::fs::create_dir_all(presets.folder()).unwrap();
        for (text, place, told) in [
            ("format = \"oxfort\"\n", "quick.toml:1", "oxfort"),
            (
                "pace = \"live\"\ntheme = \"husting\"\n",
                "quick.toml:2",
                "husting",
            ),
            ("\nmodel = \"\"\n", "quick.toml:2", "empty"),
            (
                "[roles]\njudge = \"embedded:no-such\"\n",
                "quick.toml:2",
                "no-such",
            ),
            (
                "format = \"exhibition\"\n[seats]\n\"pro.9\" = \"a\"\n",
                "quick.toml:3",
                "this format has no seat `pro.9`",
            ),
            (
                "[seats]\n\"nobody.1\" = \"a\"\n",
                "quick.toml:2",
                "no format has a seat",
            ),
            (
                "format = \"exhibition\"\naudience = 0\n",
                "quick.toml:2",
                "nobody would vote",
            ),
            ("rounds = 2\njudgse = 3\n", "quick.toml:2", "judgse"),
            // What is misshapen hides nothing else.
            (
                "judges = 0\nformat = \"oxfort\"\n",
                "quick.toml:2",
                "oxfort",
            ),
        ] {
            std::fs::write(presets.folder().join("quick.toml"), text).unwrap();
            let problems = host.preset_problems("quick");
            let told_of = |one: &Problem| {
                one.place().contains(place) && format!("{one} {}", one.message).contains(told)
            };
            assert!(problems.iter().any(told_of), "{text}: {problems:?}");
        }
        std::fs::write(
            presets.folder().join("quick.toml"),
            "format = \"panel\"\nrounds = 2\n[roles]\njudge = \"far:large\"\n",
        )
        .unwrap();
        assert_eq!(host.preset_problems("quick"), []);
    }
}
