//! The preset of a run: what it sets behind the flags.

use std::collections::BTreeMap;

use crate::{
    catalog::Catalog,
    config::presets::Presets,
    error::Failure,
    host::{
        Host,
        setup::{self, ChosenSettings, DebateChoice, Requested},
    },
};

use super::{args::RunArgs, out};

/// The settings of the preset that is named; none where none is.
///
/// # Errors
/// There is no such preset, or something is wrong with it.
pub(super) fn of(host: &Host, args: &RunArgs) -> Result<ChosenSettings, Failure> {
    let Some(name) = &args.preset else {
        return Ok(ChosenSettings::default());
    };
    let presets = Presets::of(&host.dirs);
    let mut preset = presets
        .read(name)
        .map_err(|failure| failure.of("--preset"))?;
    if args.output.lines.headless {
        preset.pace = None;
    }
    // None of its models is looked for at a server that a flag names.
    if host.overrides.base_url.is_some() {
        preset = ChosenSettings {
            model: None,
            prop_model: None,
            opp_model: None,
            roles: BTreeMap::new(),
            seats: BTreeMap::new(),
            ..preset
        };
    }
    Ok(preset)
}

/// Puts the models and the theme of a preset behind the flags of the host.
pub(super) fn put_behind(host: &mut Host, preset: &ChosenSettings) {
    let flags = &mut host.overrides;
    flags.model = flags.model.take().or_else(|| preset.model.clone());
    // Of two for the same the last one counts.
    let roles = preset
        .roles
        .iter()
        .map(|(role, model)| (*role, model.clone()));
    flags.role_models = roles.chain(flags.role_models.drain(..)).collect();
    let seats = preset.seats.iter();
    let seats = seats.map(|(seat, model)| (seat.clone(), model.clone()));
    flags.seat_models = seats.chain(flags.seat_models.drain(..)).collect();
    if flags.theme.is_none() && preset.theme.is_some() {
        host.settings.theme.clone_from(&preset.theme);
    }
}

/// Leaves out of a choice what only the preset asks for and would do nothing in the format, and says so.
///
/// # Errors
/// There is no such format.
pub(super) fn leave_idle(
    catalog: &Catalog,
    (preset, flags): (&ChosenSettings, &ChosenSettings),
    choice: &mut DebateChoice,
) -> Result<(), Failure> {
    let polls = match preset.polls {
        Some(_) => Requested::Yes,
        None => Requested::No,
    };
    let mut idle = setup::idle(catalog, choice, polls)?;
    // What a flag asks for is refused there.
    let mut asked = DebateChoice {
        format: choice.format.clone(),
        ..DebateChoice::default()
    };
    flags.set_in(&mut asked);
    asked.format.clone_from(&choice.format);
    let polls = match flags.polls {
        Some(_) => Requested::Yes,
        None => Requested::No,
    };
    let by_flags = setup::idle(catalog, &asked, polls)?;
    idle.retain(|one| !by_flags.contains(one));
    for one in preset.take_out_of(choice, &idle) {
        let (word, why, format) = (one.setting.word(), one.why, &choice.format);
        out::say(&format!(
            "`{word}` of the preset is left out: the format {format} {why}."
        ));
    }
    Ok(())
}
