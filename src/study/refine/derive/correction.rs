//! The correction of a speaker who drifted: the positions of their card on which their speeches did not rest, and the
//! signature phrases that nobody heard. Samples of their corpus are added by whoever can read it.

use std::cmp::Reverse;

use crate::{
    catalog::{Motion, Position},
    debate::{
        DebateState,
        correction::{Correction, CorrectionLevel},
        ids::Seat,
    },
    eval::said,
    similarity::{CONTAINED, containment},
    text::{content::content_words, quotes},
};

/// Whether a speech rests on a position: it has half of its content words.
pub(in crate::refine) fn rests_on(speech: &str, position: &Position) -> bool {
    let held = content_words([position.position.as_str()]);
    containment(&held, &content_words([speech])) >= CONTAINED.words
}

/// All that a seat has said in a debate, in what counts.
pub(in crate::refine) fn said_by(state: &DebateState, seat: &Seat) -> String {
    let turns = said::turns(state).filter(|turn| &turn.seat == seat);
    let texts: Vec<_> = turns.map(said::text).collect();
    texts.join("\n\n")
}

/// The correction of that level for a seat.
pub(super) fn of(state: &DebateState, seat: &Seat, level: CorrectionLevel) -> Correction {
    let Some((opening, speaker)) = state
        .opening
        .as_deref()
        .and_then(|opening| Some((opening, opening.speaker(seat)?)))
    else {
        return Correction::default();
    };
    let said = said_by(state, seat);
    let card = &speaker.card;
    let phrases = card.style.phrases.iter();
    Correction {
        level,
        positions: left_out(&opening.motion, &card.positions, &said, level.set_forth()),
        unheard: phrases
            .filter(|phrase| !quotes(&said, phrase))
            .cloned()
            .collect(),
        samples: Vec::new(),
    }
}

/// The positions on which a speech does not rest, then those on which it does; of each, those first that have most words
/// in common with the motion. Ties keep the order of the card.
fn left_out(motion: &Motion, card: &[Position], said: &str, most: usize) -> Vec<Position> {
    let about = content_words([
        motion.motion.as_str(),
        motion.question.as_str(),
        motion.background.as_str(),
    ]);
    let bears = |one: &Position| {
        let held = content_words([one.topic.as_str(), one.position.as_str()]);
        held.intersection(&about).count()
    };
    let mut positions: Vec<&Position> = card.iter().collect();
    positions.sort_by_cached_key(|one| (rests_on(said, one), Reverse(bears(one))));
    positions.into_iter().take(most).cloned().collect()
}
