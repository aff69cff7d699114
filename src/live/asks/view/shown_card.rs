//! What of a speaker's card, and of what their correction adds to it, stands in their prompts.

use super::card::{positions_for, relevant_for};
use crate::{
    catalog::{Position, Sample, Steps},
    debate::{
        guidance::SeatGuidance,
        opening::{Opening, Speaker},
    },
    text::count_words,
};

/// The parts of a card that are more or fewer from prompt to prompt: all else of it always stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownCard<'a> {
    /// The positions of the card.
    pub positions: Vec<&'a Position>,
    /// The samples: those of the card, and those that the correction adds.
    pub samples: Vec<&'a Sample>,
    /// The positions that the correction sets forth once more.
    pub set_forth: Vec<&'a Position>,
    /// The signature phrases that the correction names.
    pub unheard: Vec<&'a str>,
}

impl<'a> ShownCard<'a> {
    /// The card of a speaker as it stands in the prompts of a debate.
    pub fn of(opening: &'a Opening, speaker: &'a Speaker) -> Self {
        let guided = opening.guided(&speaker.seat);
        let level = guided.map(SeatGuidance::level).unwrap_or_default();
        let correction = guided.map(|given| &given.correction);
        let (card, motion) = (opening.card_for_model(speaker), &opening.motion);
        let most = level.on_card(speaker.profile.positions);
        let is_brief = speaker.profile.steps == Steps::OneAtATime;
        let positions = if is_brief {
            relevant_for(motion, &card.positions, most)
        } else {
            positions_for(motion, &card.positions, most)
        };
        let added = correction.map_or(&[][..], |one| one.samples.as_slice());
        // A small model takes up the matter of whatever it is shown, and not the manner alone.
        let samples = card.samples.iter().chain(added).filter(|_| !is_brief);
        let set_forth = correction.map_or(&[][..], |one| one.positions.as_slice());
        let unheard = correction.map_or(&[][..], |one| one.unheard.as_slice());
        Self {
            positions,
            samples: samples.collect(),
            set_forth: set_forth.iter().collect(),
            unheard: unheard.iter().map(String::as_str).collect(),
        }
    }

    /// The texts of these parts, one behind the other, as often as each stands in a prompt.
    pub fn texts(&self) -> Vec<&'a str> {
        let positions = self.positions.iter().chain(&self.set_forth);
        let positions = positions.map(|one| one.position.as_str());
        let samples = self.samples.iter().map(|one| one.text.as_str());
        let unheard = self.unheard.iter().copied();
        positions.chain(samples).chain(unheard).collect()
    }

    /// The number of words of these parts.
    pub fn words(&self) -> u32 {
        self.texts().into_iter().map(count_words).sum()
    }
}
