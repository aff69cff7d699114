//! What a correction came to: how much more a speaker was given than in the iteration before, how far their card is
//! another one by it, and what of it was heard in their speeches. A correction that gave nothing more is told apart
//! from one that did.

use std::collections::BTreeSet;

use serde::Serialize;

use super::derive::correction::{rests_on, said_by};
use crate::{
    debate::{DebateState, correction::CorrectionLevel, ids::Seat},
    prompt::{ShownCard, most_at_once},
    similarity::{SAME_WORDS, dice},
    text::{content::content_words, quotes, words},
};

/// The material that a speaker was given in an iteration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GivenMaterial {
    /// The most passages of the corpus that the speaker had at once.
    pub passages: usize,
    /// Samples of how the person wrote.
    pub samples: usize,
    /// Positions on the card.
    pub positions: usize,
    /// Positions that were set forth once more, since the speeches before did not rest on them.
    pub set_forth: usize,
    /// The words of all positions, samples and phrases in the prompt.
    pub words: u32,
}

/// A speaker who was corrected.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CorrectedSpeaker {
    /// The seat of the speaker.
    pub seat: Seat,
    /// The name of the speaker.
    pub name: String,
    /// The level of the correction.
    pub level: CorrectionLevel,
    /// The material in the iteration before.
    pub before: GivenMaterial,
    /// The material in this one.
    pub after: GivenMaterial,
    /// Whether passages, samples, positions or positions set forth are more than before, and nothing is less.
    pub is_more: bool,
    /// How alike the two cards are, from 0 to 1: twice the runs of four words in both, by those in either. 1: the card is
    /// what it was.
    pub card_alike: f64,
    /// How alike the speeches of the two iterations are, from 0 to 1, by their content words in the same way.
    pub speech_alike: f64,
    /// The positions set forth on which the speeches before rested, by half of their content words.
    pub rested_before: usize,
    /// The positions set forth on which the speeches of this iteration rest.
    pub rested_after: usize,
    /// The signature phrases named by the correction.
    pub phrases: usize,
    /// Those of them that were heard.
    pub phrases_heard: usize,
}

impl GivenMaterial {
    fn of(state: &DebateState, seat: &Seat, card: &ShownCard<'_>) -> Self {
        Self {
            passages: most_at_once(state, seat),
            samples: card.samples.len(),
            positions: card.positions.len(),
            set_forth: card.set_forth.len(),
            words: card.words(),
        }
    }

    fn amounts(&self) -> [usize; 4] {
        [self.passages, self.samples, self.positions, self.set_forth]
    }

    /// Whether there is more of something than there was, and less of nothing.
    fn is_more_than(&self, before: &Self) -> bool {
        let mut pairs = self.amounts().into_iter().zip(before.amounts());
        self.amounts() != before.amounts() && pairs.all(|(now, before)| now >= before)
    }
}

impl CorrectedSpeaker {
    /// The numbers before and after, a row of a table each, with the heads of [`CorrectedSpeaker::HEADS`].
    pub fn rows(&self) -> [Vec<String>; 2] {
        let row = |when: &str, given: &GivenMaterial, more: [String; 4]| -> Vec<String> {
            let amounts = given.amounts().into_iter().map(|count| count.to_string());
            std::iter::once(format!("{}, {when}", self.name))
                .chain(amounts)
                .chain(std::iter::once(given.words.to_string()))
                .chain(more)
                .collect()
        };
        let set_forth = self.after.set_forth;
        let of = |some: usize, of: usize| format!("{some} of {of}");
        let before = [
            of(self.rested_before, set_forth),
            of(0, self.phrases),
            String::new(),
            String::new(),
        ];
        let after = [
            of(self.rested_after, set_forth),
            of(self.phrases_heard, self.phrases),
            format!("{:.2}", self.card_alike),
            format!("{:.2}", self.speech_alike),
        ];
        [
            row("before", &self.before, before),
            row("after", &self.after, after),
        ]
    }

    /// The heads of the columns of [`CorrectedSpeaker::rows`].
    pub const HEADS: [&str; 10] = [
        "",
        "passages",
        "samples",
        "positions",
        "set forth",
        "words",
        "rested on",
        "phrases",
        "card alike",
        "speech alike",
    ];

    /// The same in a sentence.
    pub fn describe(&self) -> String {
        let (before, after) = (&self.before, &self.after);
        let more = if self.is_more {
            ""
        } else {
            "; there was nothing more to be given"
        };
        format!(
            "{}, correction {}: passages {} → {}, samples {} → {}, positions {} → {}, set forth {} → {}, words of these {} \
             → {}; card alike {:.2}, speech alike {:.2}; the speech rests on {} of {} set forth, before on {}{more}",
            self.name,
            self.level.0,
            before.passages,
            after.passages,
            before.samples,
            after.samples,
            before.positions,
            after.positions,
            before.set_forth,
            after.set_forth,
            before.words,
            after.words,
            self.card_alike,
            self.speech_alike,
            self.rested_after,
            after.set_forth,
            self.rested_before,
        )
    }
}

/// The speakers who were corrected in an iteration, in the order of the line-up, beside the iteration before.
pub(super) fn speakers(before: &DebateState, after: &DebateState) -> Vec<CorrectedSpeaker> {
    let (Some(earlier), Some(opening)) = (before.opening.as_deref(), after.opening.as_deref())
    else {
        return Vec::new();
    };
    let corrected = opening.speakers.iter().filter_map(|speaker| {
        let seat = &speaker.seat;
        let given = opening.guided(seat)?;
        let level = given.level();
        if level.is_none() {
            return None;
        }
        let old = ShownCard::of(earlier, earlier.speaker(seat)?);
        let new = ShownCard::of(opening, speaker);
        let (was, is) = (
            GivenMaterial::of(before, seat, &old),
            GivenMaterial::of(after, seat, &new),
        );
        let (said_before, said) = (said_by(before, seat), said_by(after, seat));
        let rested = |said: &str| {
            let set_forth = new.set_forth.iter();
            set_forth.filter(|one| rests_on(said, one)).count()
        };
        let heard = new.unheard.iter().filter(|phrase| quotes(&said, phrase));
        let content = |said: &str| content_words([said]);
        Some(CorrectedSpeaker {
            seat: seat.clone(),
            name: speaker.card.name.clone(),
            level,
            is_more: is.is_more_than(&was),
            before: was,
            after: is,
            card_alike: dice(&runs(&old), &runs(&new)),
            speech_alike: dice(&content(&said_before), &content(&said)),
            rested_before: rested(&said_before),
            rested_after: rested(&said),
            phrases: new.unheard.len(),
            phrases_heard: heard.count(),
        })
    });
    corrected.collect()
}

/// The runs of four words of a card: of each position and sample, with how often the text stands there.
fn runs(card: &ShownCard<'_>) -> BTreeSet<String> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for text in card.texts() {
        let words: Vec<String> = words(text).map(str::to_lowercase).collect();
        for run in words.windows(SAME_WORDS) {
            let mut run = run.join(" ");
            // A position that is set forth stands there twice.
            while known.contains(&run) {
                run.push('+');
            }
            known.insert(run);
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog::{Position, Sample},
        debate::{
            correction::Correction,
            guidance::{Guidance, SeatGuidance},
            ids::DebateId,
            opening::Opening,
        },
        refine::fixture::{finished, opening},
    };

    const SPEAKER: &str = "prop.3";

    fn guided(level: u32, positions: &[Position], samples: &[Sample]) -> Opening {
        let correction = Correction {
            level: CorrectionLevel(level),
            positions: positions.to_vec(),
            unheard: vec!["Mark my words".to_owned()],
            samples: samples.to_vec(),
        };
        let given = SeatGuidance {
            correction,
            ..SeatGuidance::default()
        };
        let mut opening = opening("exhibition");
        opening.guidance = Some(Guidance {
            of: DebateId("first".to_owned()),
            after: DebateId("first".to_owned()),
            iteration: 2,
            seats: [(Seat::named(SPEAKER), given)].into(),
        });
        opening
    }

    /// A debate in which the speaker has said something and had so many passages to draw on.
    fn held(opening: Opening, said: &str, passages: u32) -> DebateState {
        let mut state = finished(opening, &[("prop.1", &[]), (SPEAKER, &[])]);
        let turn = state
            .turns
            .iter_mut()
            .find(|one| one.seat.as_str() == SPEAKER);
        let turn = turn.unwrap();
        said.clone_into(&mut turn.text);
        turn.drawn = Some((1..=passages).collect());
        state
    }

    #[test]
    fn a_correction_is_told_by_what_was_given_and_what_was_heard() {
        let before = held(
            opening("exhibition"),
            "Streets are rooms, and rooms have doors.",
            10,
        );
        let card = &before.speaker(&Seat::named(SPEAKER)).unwrap().card;
        let positions = &card.positions[..4];
        let sample = Sample {
            text: "I wrote this by candle, at night.".to_owned(),
            source: "Letters".to_owned(),
        };
        let said = format!("{} Mark my words!", positions[1].position);
        let after = held(guided(1, positions, &[sample]), &said, 14);
        let found = speakers(&before, &after);
        let [one] = found.as_slice() else {
            panic!("{found:?}");
        };
        let amounts = |given: &GivenMaterial| given.amounts();
        assert_eq!(amounts(&one.before), [10, 0, 12, 0]);
        assert_eq!(amounts(&one.after), [14, 1, 12, 4]);
        assert!(one.is_more && one.after.words > one.before.words + 100);
        assert!(one.card_alike > 0.5 && one.card_alike < 1.0, "{one:?}");
        assert!(one.speech_alike < 0.3, "{one:?}");
        assert_eq!((one.rested_before, one.rested_after), (0, 1));
        assert_eq!((one.phrases, one.phrases_heard), (1, 1));
        let [before, after] = one.rows();
        assert_eq!((before.len(), after.len()), (10, 10));
        assert_eq!(after[6..8], ["1 of 4", "1 of 1"]);
        assert!(
            one.describe().contains("passages 10 → 14"),
            "{}",
            one.describe()
        );
    }

    #[test]
    fn a_card_that_is_what_it_was_is_told_apart() {
        let before = held(opening("exhibition"), "Streets are rooms.", 10);
        let after = held(guided(1, &[], &[]), "Streets are rooms.", 10);
        let found = speakers(&before, &after);
        assert!(!found[0].is_more);
        assert!((found[0].card_alike - 1.0).abs() < 1e-9, "{found:?}");
        assert!((found[0].speech_alike - 1.0).abs() < 1e-9, "{found:?}");
        assert!(found[0].describe().ends_with("nothing more to be given"));
        // Fewer passages are no correction, whatever there is more of.
        let card = &before.speaker(&Seat::named(SPEAKER)).unwrap().card;
        let after = held(guided(1, &card.positions[..1], &[]), "Rooms.", 2);
        assert!(!speakers(&before, &after)[0].is_more);
        assert_eq!(
            speakers(&before, &before),
            Vec::new(),
            "nobody was corrected"
        );
    }
}
