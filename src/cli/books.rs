//! What the speakers of a debate draw on: the library, opened where there is one, and how much it holds of each.

use std::sync::Arc;

use crate::{corpus::Library, debate::opening::Opening, engine::Books, error::Failure};

use super::ground::Ground;

/// The library with its embedder, where anybody who speaks has a corpus, or may be handed a long piece of evidence.
pub(super) fn of(ground: &Ground, opening: &Opening) -> Result<Option<Books>, Failure> {
    if opening.speakers.iter().all(|speaker| speaker.passages == 0) {
        return Ok(None);
    }
    let Some(library) = Library::find_in(&ground.dirs.data)? else {
        return Ok(None);
    };
    Ok(Some(Books {
        library: Arc::new(library),
        embedder: ground.embedder()?,
    }))
}

/// The opening with how many passages each speaker can draw on.
pub(super) fn counted(ground: &Ground, mut opening: Arc<Opening>) -> Result<Arc<Opening>, Failure> {
    if opening.options.without_corpora {
        return Ok(opening);
    }
    let Some(library) = Library::find_in(&ground.dirs.data)? else {
        return Ok(opening);
    };
    let counted = Arc::make_mut(&mut opening);
    for speaker in &mut counted.speakers {
        speaker.passages = library.passages_of(&speaker.persona)?;
    }
    Ok(opening)
}
