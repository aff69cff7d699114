//! Lessons of a verdict for each speaker. Four things change between two iterations:
//!
//! 1. what somebody missed becomes a query for their corpus, and is told to them when they prepare;
//! 2. what decided the debate for the other side is put to those who speak after somebody of that side;
//! 3. a challenge that nobody put is given to the one who should have risen;
//! 4. whoever drifted from the person that they are is corrected: given more of their corpus, of how they wrote and of
//!    what they held, and more each time (`correction`).
//!
//! | verdict | missed | to be answered | challenges | drift |
//! | --- | --- | --- | --- | --- |
//! | division | missed opportunities | the other side's strongest argument, its damaging rebuttals, decisive moments, its claims that nobody challenged | claims that the verdict found unchallenged; missed opportunities and notes that name an opponent; a strongest argument that was never challenged | `persona_fidelity` under `FAITHFUL`, notes on style |
//! | judges | weaknesses, arguments that fell, questions left open | the best opponent's strengths, arguments upheld | weaknesses that name an opponent | weaknesses of style |
//! | synthesis | gaps in the evidence, hinges of the decision | claims nobody rebutted | – | – |
//! | summary, none | – | claims nobody rebutted | – | – |
//!
//! Source: `exhibition-pipeline`, Phase 4, "What changes between iterations".

pub(in crate::refine) mod correction;
mod division;
mod draft;
mod judges;
mod named;
mod table;

use std::collections::BTreeMap;

use crate::{
    catalog::Verdict,
    debate::{DebateState, guidance::SeatGuidance, ids::Seat},
};
use draft::Draft;

/// A speaker of less fidelity, from 1 to 10, is not themselves.
pub(crate) const FAITHFUL: f64 = 6.0;

/// Notes with such a word are about how somebody speaks; compared by their beginning, in small letters.
const STYLE: [&str; 11] = [
    "style",
    "voice",
    "character",
    "persona",
    "manner",
    "register",
    "tone",
    "idiom",
    "generic",
    "sounded",
    "themsel",
];

/// The guidance for each speaker. Whoever is given nothing is not in it; a debate without a verdict of use gives nobody
/// anything but the claims that went unanswered.
pub fn seats(state: &DebateState) -> BTreeMap<Seat, SeatGuidance> {
    let Some(opening) = state.opening.as_deref() else {
        return BTreeMap::new();
    };
    let mut draft = Draft::new(state, opening);
    match opening.format.verdict {
        Verdict::Division => division::draw(&mut draft),
        Verdict::Judge => judges::draw(&mut draft),
        Verdict::Synthesis => table::synthesis(&mut draft),
        Verdict::Summary | Verdict::None => {}
    }
    if !draft.has_answers() {
        table::unanswered(&mut draft);
    }
    draft.finish()
}

/// Whether a note is about how somebody speaks, and not about what they say.
fn is_about_style(note: &str) -> bool {
    crate::text::words(note).any(|word| {
        let word = word.to_lowercase();
        STYLE.iter().any(|one| word.starts_with(one))
    })
}

#[cfg(test)]
mod tests;
