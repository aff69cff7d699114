//! What is set in the lobby, as the choice of a debate.

use crate::{
    cli::Host,
    host::{patience::Watched, setup::DebateChoice},
    tui::lobby::{MotionChoice, Setup},
};

/// The choice that the host is asked for, of what is set in the lobby.
pub(super) fn chosen(host: &Host, setup: Setup) -> DebateChoice {
    let motion = match setup.motion {
        MotionChoice::Id(id) => id,
        MotionChoice::Own(text) => text,
    };
    let mut choice = host.choice(motion, setup.settings.format, Watched::ByViewer);
    choice.sides = setup.sides;
    choice.invented = setup.cast;
    choice.order = setup.settings.order;
    choice.seed = setup.seed;
    let options = &mut choice.options;
    options.scale = setup.settings.scale;
    options.pace = setup.settings.pace;
    options.polls = setup.settings.polls;
    options.floor_speeches = setup.settings.floor_speeches;
    options.rounds = setup.settings.rounds;
    choice
}
