//! What of their cards reaches the speakers of a debate: their own card, the name alone, or for everybody the card of the
//! first speaker, so that studies can tell what cards are worth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::Persona;

/// What stands for a role where the card is withheld: the words in which a prompt introduces a speaker need one.
const UNTOLD: &str = "a speaker in this debate";

/// The card that each speaker is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardUse {
    /// Each has their own.
    #[default]
    Own,
    /// Each has their name, and nothing else: what a model knows of whoever is called so is all that there is.
    NameOnly,
    /// Each has their own name and the rest of the card of the first speaker: one voice in every seat.
    OneVoice,
}

impl CardUse {
    /// The card that a speaker gets, whose own is `own`; `first` is that of the speaker in the first seat.
    pub fn card(self, own: &Persona, first: &Persona) -> Persona {
        let named = |card: Persona| Persona {
            name: own.name.clone(),
            short: own.short.clone(),
            icon: own.icon.clone(),
            works: Vec::new(),
            ..card
        };
        match self {
            Self::Own => named(own.clone()),
            Self::NameOnly => named(Persona {
                role: UNTOLD.to_owned(),
                ..Persona::default()
            }),
            Self::OneVoice => named(first.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        super::{DebateChoice, Requested, Setting, fixture, idle},
        *,
    };
    use crate::catalog::{Catalog, Profile};

    fn persona(name: &str, biography: &str) -> Persona {
        Persona {
            name: name.into(),
            short: name.into(),
            lived: "1723–1790".into(),
            biography: biography.into(),
            approach: "asking".into(),
            never: vec!["boast".into()],
            ..Persona::default()
        }
    }

    #[test]
    fn without_points_nobody_can_rise_and_where_nobody_could_it_would_do_nothing() {
        let choice = |format: &str| DebateChoice {
            without_points: true,
            cards: CardUse::OneVoice,
            ..fixture::choice(format, &fixture::PEOPLE)
        };
        let opening = fixture::resolved(choice("exhibition"), "m", &Profile::default());
        let mut phases = opening.format.phases.iter();
        assert!(phases.all(|phase| phase.points_of_information.is_none()));
        let biographies = opening.speakers.iter().map(|one| &one.card.biography);
        let biographies: BTreeSet<&String> = biographies.collect();
        assert_eq!(biographies.len(), 1);
        let (catalog, _) = Catalog::load(None);
        let is_idle = |format: &str| {
            let idle = idle(&catalog, &choice(format), Requested::No).unwrap();
            idle.iter().any(|one| one.setting == Setting::Points)
        };
        assert!(!is_idle("exhibition") && is_idle("roundtable"));
    }

    #[test]
    fn a_name_stays_and_the_card_is_their_own_or_nobodys_or_the_first_speakers() {
        let (first, own) = (persona("A", "first"), persona("B", "second"));
        assert_eq!(CardUse::Own.card(&own, &first), own);
        let bare = CardUse::NameOnly.card(&own, &first);
        assert_eq!((bare.name.as_str(), bare.biography.as_str()), ("B", ""));
        assert!(bare.never.is_empty() && bare.lived.is_empty() && bare.approach.is_empty());
        let voiced = CardUse::OneVoice.card(&own, &first);
        assert_eq!(
            (voiced.name.as_str(), voiced.biography.as_str()),
            ("B", "first")
        );
    }
}
