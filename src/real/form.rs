//! The JSON form of a debate that people held.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{
    bounds,
    catalog::Stance,
    debate::real::RealVotes,
    text::sanitize::{sanitize, sanitize_line},
};

/// The side of whoever speaks from the floor. It need not be among the sides.
pub(super) const FLOOR: &str = "floor";

/// A debate that people held.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RealDebate {
    /// The motion as it was put: "This House Believes …".
    pub motion: String,
    /// What a newcomer must know of it, without what came of the debate: a simulated audience reads it.
    #[serde(default)]
    pub background: String,
    /// The sides. Where absent there are two, `for` (the Proposition) and `against` (the Opposition).
    #[serde(default = "usual_sides")]
    pub sides: Vec<RealSide>,
    /// The speakers of the sides.
    pub speakers: Vec<RealSpeaker>,
    /// Who led the debate, where somebody did.
    #[serde(default)]
    pub moderator: Option<RealPerson>,
    /// Everything that was said, in order.
    pub turns: Vec<RealTurn>,
    /// How the house voted, in members or in per cent.
    #[serde(default)]
    pub votes: RealVotes,
    /// Where the text comes from.
    #[serde(default)]
    pub source: String,
    /// When the debate was held: a decade, a year, a month, a day or a minute, such as "2019-11-21".
    #[serde(default)]
    pub date: String,
    /// Under which terms the text may be used.
    #[serde(default)]
    pub licence: String,
}

/// A side of the debate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RealSide {
    /// What speakers name it by: small letters, digits and hyphens.
    pub id: String,
    /// What it is called: "Proposition".
    pub name: String,
    /// What it says of the motion.
    pub stance: Stance,
}

/// A person without a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RealPerson {
    /// The full name. Turns name people by it.
    pub name: String,
    /// What they are, in a few words.
    #[serde(default)]
    pub role: String,
    /// Who they are, in a sentence or a paragraph.
    #[serde(default)]
    pub bio: String,
}

/// A speaker of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RealSpeaker {
    /// The full name. Turns name people by it.
    pub name: String,
    /// The id of the side; `floor` for whoever spoke from the floor.
    pub side: String,
    /// Which seat of the side, from 1; in the order of this list where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::REAL_SEAT.least, max = bounds::REAL_SEAT.most))]
    pub seat: Option<usize>,
    /// What they are, in a few words.
    #[serde(default)]
    pub role: String,
    /// Who they are, in a sentence or a paragraph.
    #[serde(default)]
    pub bio: String,
}

/// What one person said until somebody else had the floor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RealTurn {
    /// The name of a speaker, or of the moderator.
    pub speaker: String,
    /// The words. A blank line stands between paragraphs.
    pub text: String,
    /// The part of the debate that it belongs to; that of the turn before where absent.
    #[serde(default)]
    pub phase: Option<String>,
    /// How long it took, in minutes. Without it, as long as until the next turn, or else 150 words take a minute.
    #[serde(default)]
    #[schemars(range(min = bounds::REAL_MINUTES.least, max = bounds::REAL_MINUTES.most))]
    pub minutes: Option<f64>,
    /// When it began, in seconds since the beginning.
    #[serde(default)]
    #[schemars(range(min = bounds::REAL_SECONDS.least, max = bounds::REAL_SECONDS.most))]
    pub at_seconds: Option<f64>,
    /// What others put in while it was spoken, in order.
    #[serde(default)]
    pub interjections: Vec<RealInterjection>,
}

/// A point of information, or a question put in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RealInterjection {
    /// The name of a speaker, or of the moderator.
    pub speaker: String,
    /// The words of the point or the question.
    pub text: String,
    /// After how many words of the turn it came; at its end where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::REAL_WORDS.least, max = bounds::REAL_WORDS.most))]
    pub after_words: Option<u32>,
    /// What was answered; where absent, the speaker went on.
    #[serde(default)]
    pub answer: Option<String>,
}

/// The sides where a file names none.
pub(super) fn usual_sides() -> Vec<RealSide> {
    let side = |id: &str, name: &str, stance| RealSide {
        id: id.to_owned(),
        name: name.to_owned(),
        stance,
    };
    vec![
        side("for", "Proposition", Stance::For),
        side("against", "Opposition", Stance::Against),
    ]
}

/// The JSON schema of such a file.
pub fn schema() -> Value {
    schemars::schema_for!(RealDebate).to_value()
}

impl RealDebate {
    /// The SHA-256 of everything in it, in hexadecimal. How its file was written does not count.
    pub fn hash(&self) -> String {
        let canonical = serde_json::to_vec(self).unwrap_or_default();
        crate::text::hex(&Sha256::digest(canonical))
    }

    /// The SHA-256 by which the same debate is known again: of everything in it but the votes, which may be told later.
    pub fn identity(&self) -> String {
        let without = Self {
            votes: RealVotes::default(),
            ..self.clone()
        };
        without.hash()
    }

    /// Everybody who can have the floor, by name.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let speakers = self.speakers.iter().map(|one| one.name.as_str());
        speakers.chain(self.moderator.iter().map(|one| one.name.as_str()))
    }

    /// The debate with nothing in it that may not reach a terminal, and names on one line.
    pub(super) fn clean(mut self) -> Self {
        fn line(text: &mut String) {
            *text = sanitize_line(text);
        }
        fn prose(text: &mut String) {
            sanitize(text).trim().clone_into(text);
        }
        for text in [
            &mut self.motion,
            &mut self.source,
            &mut self.date,
            &mut self.licence,
        ] {
            line(text);
        }
        prose(&mut self.background);
        for side in &mut self.sides {
            line(&mut side.id);
            line(&mut side.name);
        }
        for one in &mut self.speakers {
            line(&mut one.name);
            line(&mut one.side);
            line(&mut one.role);
            prose(&mut one.bio);
        }
        if let Some(one) = &mut self.moderator {
            line(&mut one.name);
            line(&mut one.role);
            prose(&mut one.bio);
        }
        for turn in &mut self.turns {
            line(&mut turn.speaker);
            prose(&mut turn.text);
            turn.phase.iter_mut().for_each(line);
            for one in &mut turn.interjections {
                line(&mut one.speaker);
                line(&mut one.text);
                one.answer.iter_mut().for_each(prose);
            }
        }
        self
    }
}

/// A debate that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The debate, checked.
    pub debate: RealDebate,
    /// Notes on what the reader did that a person should know, a sentence each.
    pub notes: Vec<String>,
}
