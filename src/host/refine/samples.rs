//! Samples of how the people wrote, for those speakers of the next iteration whose part is corrected.

use crate::{
    Host,
    catalog::Sample,
    corpus::Library,
    debate::{guidance::Guidance, opening::Opening},
    error::Failure,
    text::first_words,
};

/// Words of a sample.
const WORDS: usize = 120;

/// Adds to each correction as many passages from all over the corpus as its level has. Who has no corpus is given none.
///
/// # Errors
/// The corpora cannot be read.
pub(super) fn add(host: &Host, first: &Opening, guidance: &mut Guidance) -> Result<(), Failure> {
    let levels = guidance.seats.values().map(|given| given.correction.level);
    let is_needed = levels.into_iter().any(|level| level.more_samples() > 0);
    if first.options.without_corpora || !is_needed {
        return Ok(());
    }
    let Some(library) = Library::find_in(&host.dirs.data)? else {
        return Ok(());
    };
    for (seat, given) in &mut guidance.seats {
        let Some(speaker) = first.speaker(seat) else {
            continue;
        };
        let most = given.correction.level.more_samples();
        if most == 0 || library.passages_of(&speaker.persona)? == 0 {
            continue;
        }
        let spread = library.spread(&speaker.persona, most)?.into_iter();
        let samples = spread.map(|hit| Sample {
            source: hit.source(),
            text: first_words(&hit.text, WORDS),
        });
        given.correction.samples = samples.collect();
    }
    Ok(())
}
