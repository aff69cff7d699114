//! The names that may stand in a prompt as they are.

use std::collections::BTreeSet;

use crate::{
    debate::{DebateState, blind::is_blind_label, opening::Opening},
    text::{quote::is_name, upper_first},
};

/// The names of those who take part in a debate: of all that is somebody else's, they alone may stand in a prompt as they are,
/// and single words. Three words in capitals may be an order, whoever wrote them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Names<'a> {
    /// No names.
    None,
    /// The names of these people.
    These(&'a [&'a str]),
    /// The names of those who practise.
    Practice(&'a BTreeSet<String>),
    /// Everybody in a debate, its sides and offices. In a debate that comes from elsewhere whoever wrote it chose the
    /// names, and only the labels that we give are ours.
    Debate(&'a DebateState),
}

impl Names<'_> {
    pub(super) fn may_stand(self, text: &str) -> bool {
        let is_one_word = matches!(
            text.split(' ').collect::<Vec<_>>().as_slice(),
            [_] | ["the" | "The", _]
        );
        is_name(text) && (is_one_word || self.contains(text) || self.contains(&upper_first(text)))
    }

    fn contains(self, text: &str) -> bool {
        match self {
            Self::None => false,
            Self::These(names) => names.iter().any(|name| name.trim() == text),
            Self::Practice(names) => names.iter().any(|name| name.trim() == text),
            Self::Debate(state) => {
                let opening = state.opening.as_deref();
                opening.is_some_and(|opening| takes_part(opening, text))
            }
        }
    }
}

fn takes_part(opening: &Opening, text: &str) -> bool {
    let speakers = opening.speakers.iter();
    let cards = speakers.flat_map(|one| [&one.card.name, &one.card.short]);
    let audience = opening.audience.iter().map(|one| &one.card.name);
    let sides = opening.format.sides.iter().map(|side| &side.name);
    let moderator = opening.format.moderator.iter();
    let mut chosen = cards.chain(audience).chain(sides).chain(moderator);
    let mut judges = opening.judges.iter();
    let may_stand = |name: &str| opening.real.is_none() || is_blind_label(name);
    chosen.any(|name| name.trim() == text && may_stand(name))
        || judges
            .any(|judge| opening.name(&judge.seat) == text || opening.office(&judge.seat) == text)
}
