//! The passages that the speakers of a debate draw on: the library, opened where there is one, and how much it holds of
//! each speaker.

use std::sync::Arc;

use crate::{
    Host,
    corpus::Library,
    debate::opening::{Launch, Opening},
    engine::PassageSources,
    error::Failure,
};

/// The opening of a new debate with how many passages each speaker can draw on, and what they draw on, where anybody
/// has anything.
pub(crate) fn counted(
    host: &Host,
    mut opening: Opening,
) -> Result<(Opening, Option<PassageSources>), Failure> {
    if opening.options.without_corpora {
        return Ok((opening, None));
    }
    let Some(library) = Library::find_in(&host.dirs.data)? else {
        return Ok((opening, None));
    };
    for speaker in &mut opening.speakers {
        speaker.passages = library.passages_of(&speaker.persona)?;
    }
    let passages = if draws(&opening) {
        Some(source(host, library, &opening.launch)?)
    } else {
        None
    };
    Ok((opening, passages))
}

/// The passages that the speakers of a debate that is taken up draw on, as counted when the debate was opened.
pub(crate) fn again(host: &Host, opening: &Opening) -> Result<Option<PassageSources>, Failure> {
    if !draws(opening) {
        return Ok(None);
    }
    let library = Library::find_in(&host.dirs.data)?;
    library
        .map(|library| source(host, library, &opening.launch))
        .transpose()
}

fn draws(opening: &Opening) -> bool {
    opening.speakers.iter().any(|speaker| speaker.passages > 0)
}

fn source(host: &Host, library: Library, launch: &Launch) -> Result<PassageSources, Failure> {
    Ok(PassageSources {
        library: Arc::new(library),
        embedder: host.embedder_behind(launch)?,
    })
}
