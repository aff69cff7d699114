//! What the lobby is told of what goes on beside it.

#[cfg(feature = "embedded")]
use crate::tui::{lobby::LobbyChoice, welcome::AfterFetch};
use crate::{cli::Host, error::Failure, llm::roster::Roster, text::shown, tui::lobby::Lobby};

use super::{
    invention::Found,
    server::{self, TrialNews},
};

/// What a model is wanted for by what was chosen, if it wants one at once.
#[cfg(feature = "embedded")]
pub(super) fn wants_model(choice: &LobbyChoice) -> Option<AfterFetch> {
    match choice {
        LobbyChoice::Open(_) => Some(AfterFetch::Open),
        LobbyChoice::Invent(..) => Some(AfterFetch::Invent),
        LobbyChoice::Quit
        | LobbyChoice::Library
        | LobbyChoice::Look
        | LobbyChoice::Stop
        | LobbyChoice::SavePreset(..)
        | LobbyChoice::RenamePreset(..)
        | LobbyChoice::DeletePreset(_)
        | LobbyChoice::TryServer(_)
        | LobbyChoice::StopTrying
        | LobbyChoice::KeepServer(_)
        | LobbyChoice::Make(_)
        | LobbyChoice::StopMaking
        | LobbyChoice::Keep(_) => None,
    }
}

/// Says where people were kept.
pub(super) fn saved(paths: &[std::path::PathBuf]) -> String {
    let folder = paths.first().and_then(|path| path.parent());
    let folder = folder.map_or_else(String::new, |folder| shown::path(&folder));
    match paths.len() {
        1 => format!("1 persona is kept in {folder}."),
        many => format!("{many} personas are kept in {folder}."),
    }
}

/// Tells the lobby what has become of an invention.
pub(super) fn hear(lobby: &mut Lobby, news: Found) {
    match news {
        Found::Told(what) => lobby.waits_for(what),
        Found::Done(Ok((cast, seed))) => lobby.invented(cast, seed),
        Found::Done(Err(failure)) => {
            lobby.waits_no_more();
            lobby.say(failure.message);
        }
    }
}

/// Tells the lobby what has become of trying a server out.
pub(super) fn hear_of_server(lobby: &mut Lobby, news: TrialNews) {
    match news {
        TrialNews::Told(what) => lobby.server_is_asked(&what),
        TrialNews::Done(Ok(tried)) => lobby.server_answered(&tried.model, tried.models),
        TrialNews::Done(Err(failure)) => lobby.server_failed(&server::told(&failure)),
    }
}

/// Tells the lobby which models there are.
pub(super) fn tell(
    lobby: &mut Lobby,
    #[cfg_attr(
        not(feature = "embedded"),
        expect(unused_variables, reason = "nothing is fetched")
    )]
    host: &Host,
    found: &Result<Roster, Failure>,
) {
    match found {
        Ok(roster) => lobby.found(roster.labels(), None),
        #[cfg(feature = "embedded")]
        Err(failure) if host.lacks_a_model(failure) => lobby.found_nothing(),
        Err(failure) => lobby.found(Vec::new(), Some(failure.to_string())),
    }
}
