//! A motion: what is debated, and what a newcomer must know to follow.

mod sides;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a motion is about.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// What a government or a city should do.
    Policy,
    /// What is right.
    Ethics,
    /// What is known, and how.
    Science,
    /// Art and letters.
    Art,
    /// Wealth and work.
    Economics,
    /// What was, and what to make of it.
    History,
    /// For the pleasure of it.
    Light,
    /// Typed by the viewer, not taken from a file.
    #[schemars(skip)]
    Own,
}

impl Topic {
    /// The topics that files have, in the order in which they are listed.
    pub const FROM_FILES: [Self; 7] = [
        Self::Policy,
        Self::Ethics,
        Self::Science,
        Self::Art,
        Self::Economics,
        Self::History,
        Self::Light,
    ];

    /// The topic's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Policy => "Policy",
            Self::Ethics => "Ethics",
            Self::Science => "Science",
            Self::Art => "Art",
            Self::Economics => "Economics",
            Self::History => "History",
            Self::Light => "Light",
            Self::Own => "Your own",
        }
    }
}

/// What each side says is true, in one plain sentence: the last words a speaker reads before speaking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// What whoever speaks for the motion holds.
    pub prop: String,
    /// What whoever speaks against the motion holds.
    pub opp: String,
}

/// The form of a motion that somebody typed and whose sides code can only quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnclearMotion {
    /// A question that is answered by yes or by no, and does not tell where whoever it is of ends.
    YesOrNo,
    /// A question that is not answered by yes, by no or by one of two things that it names.
    Open,
    /// A question that names two things within a sentence.
    Choice,
    /// A sentence, or less than one, that is no question.
    Statement,
}

/// What each side can bring forward, a sentence each. Only models that are asked for one thing at a time are
/// given it: the others find their own arguments.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// For the motion.
    pub prop: Vec<String>,
    /// What can be brought forward against the motion.
    pub opp: Vec<String>,
}

/// A word of the motion, and what it means tonight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The word, as the motion has it.
    pub term: String,
    /// What it means.
    pub meaning: String,
}

/// A motion as its file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Motion {
    /// "This House Believes …", without a final stop.
    pub motion: String,
    /// What it is about.
    pub topic: Topic,
    /// The motion as a neutral question.
    pub question: String,
    /// A paragraph of neutral background.
    pub background: String,
    /// What each side holds.
    pub claims: Claims,
    /// What each side can bring forward.
    #[serde(default)]
    pub case: Case,
    /// Words whose meaning is settled beforehand.
    #[serde(default)]
    pub terms: Vec<Term>,
}

impl Motion {
    /// A motion that the viewer typed: nothing is known of it but its words.
    pub fn own(text: &str) -> Self {
        let text = sides::written_out(text);
        let (question, claims, _) = sides::of(&text);
        Self {
            question,
            claims,
            motion: text,
            topic: Topic::Own,
            case: Case::default(),
            background: String::new(),
            terms: Vec::new(),
        }
    }

    /// The form of the motion where it was typed and its sides are but quoted; `None` where it is said what they hold: by
    /// code, by the file of the motion, or since by somebody else.
    pub fn unclear(&self) -> Option<UnclearMotion> {
        self.quoted()
            .and_then(|(quoted, form)| (quoted == self.claims).then_some(form))
    }

    /// Whether somebody has said what each side holds, where code can only quote the motion.
    pub fn is_worded(&self) -> bool {
        self.quoted()
            .is_some_and(|(quoted, _)| quoted != self.claims)
    }

    /// The claims that quote the motion, and its form, where it was typed and code can do no better.
    fn quoted(&self) -> Option<(Claims, UnclearMotion)> {
        let typed = (self.topic == Topic::Own).then(|| sides::of(&self.motion));
        typed.and_then(|(_, claims, form)| Some((claims, form?)))
    }

    /// Whether what a person gave is a motion in words, and not the id of one.
    pub fn is_sentence(text: &str) -> bool {
        text.trim().contains(char::is_whitespace) || Self::names_the_house(text)
    }

    /// Whether it begins as motions do.
    pub(crate) fn names_the_house(text: &str) -> bool {
        const OPENING: &str = "this house";
        text.trim_start()
            .get(..OPENING.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(OPENING))
    }

    /// The motion without "This House Believes (that)", as the middle of a sentence.
    pub fn proposition(&self) -> &str {
        proposition_of(&self.motion)
    }
}

fn proposition_of(text: &str) -> &str {
    const OPENINGS: [&str; 4] = [
        "this house believes that ",
        "this house believes ",
        "that ",
        "this house ",
    ];
    for opening in OPENINGS {
        if let Some(head) = text.get(..opening.len())
            && head.eq_ignore_ascii_case(opening)
        {
            return text.get(opening.len()..).unwrap_or(text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proposition_is_what_the_house_believes() {
        let own = Motion::own("This House Believes that tea is better than coffee.");
        assert_eq!(own.proposition(), "tea is better than coffee");
        assert_eq!(own.claims.prop, "Tea is better than coffee.");
        assert_eq!(Motion::own("Tea").proposition(), "Tea");
        assert_eq!(
            Motion::own("This House Would ban é").proposition(),
            "Would ban é"
        );
    }
}
