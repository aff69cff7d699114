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
    let mut choice = host.choice(motion, setup.format, Watched::ByViewer);
    choice.sides = setup.sides;
    choice.invented = setup.cast;
    choice.order = setup.order;
    choice.seed = setup.seed;
    let options = &mut choice.options;
    options.scale = setup.scale;
    options.pace = setup.pace;
    options.polls = setup.polls;
    options.floor_speeches = setup.floor_speeches;
    options.rounds = setup.rounds;
    choice
}
