//! What the speakers of a debate draw on: the library, opened where there is one, and how much it holds of each.

use std::sync::Arc;

use crate::{
    corpus::Library,
    debate::opening::{Launch, Opening},
    engine::Books,
    error::Failure,
};

use super::ground::Ground;

/// The opening of a new debate with how many passages each speaker can draw on, and what they draw on, where anybody has
/// anything.
pub(super) fn first(
    ground: &Ground,
    mut opening: Arc<Opening>,
) -> Result<(Arc<Opening>, Option<Books>), Failure> {
    if opening.options.without_corpora {
        return Ok((opening, None));
    }
    let Some(library) = Library::find_in(&ground.dirs.data)? else {
        return Ok((opening, None));
    };
    let counted = Arc::make_mut(&mut opening);
    for speaker in &mut counted.speakers {
        speaker.passages = library.passages_of(&speaker.persona)?;
    }
    let books = if draws(&opening) {
        Some(books(ground, library, &opening.launch)?)
    } else {
        None
    };
    Ok((opening, books))
}

/// What the speakers of a debate that is taken up draw on, as it was counted when it was opened.
pub(super) fn again(ground: &Ground, opening: &Opening) -> Result<Option<Books>, Failure> {
    if !draws(opening) {
        return Ok(None);
    }
    let library = Library::find_in(&ground.dirs.data)?;
    library
        .map(|library| books(ground, library, &opening.launch))
        .transpose()
}

fn draws(opening: &Opening) -> bool {
    opening.speakers.iter().any(|speaker| speaker.passages > 0)
}

fn books(ground: &Ground, library: Library, launch: &Launch) -> Result<Books, Failure> {
    Ok(Books {
        library: Arc::new(library),
        embedder: ground.embedder_behind(launch)?,
    })
}
