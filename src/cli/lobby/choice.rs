//! What is set in the lobby, as the choice of a debate.

use crate::{
    cli::Host,
    debate::person::UNNAMED,
    host::{patience::Watched, setup::DebateChoice},
    tui::lobby::{MotionChoice, Setup},
};

/// The choice that the host is asked for, of what is set in the lobby.
pub(super) fn chosen(host: &Host, setup: Setup) -> DebateChoice {
    let motion = match setup.motion {
        MotionChoice::Id(id) => id,
        MotionChoice::Own(text) => text,
    };
    let format = setup.settings.format.clone().unwrap_or_default();
    let mut choice = host.choice(motion, format, Watched::ByViewer);
    choice.sides = setup.sides;
    choice.invented = setup.cast;
    let own_seat = setup.own_seat.into_iter();
    choice.people = own_seat.map(|seat| (seat, UNNAMED.to_owned())).collect();
    setup.settings.set_in(&mut choice);
    choice.seed = setup.seed;
    choice
}
