//! The turns of a phase: who does what, what they have heard, and how long it is.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::{Rule, Task};
use crate::bounds;

/// The part of the debate that the one whose turn it is has heard.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Sees {
    /// The motion and who speaks.
    Motion,
    /// Everything said from one's own side, and one's own notes.
    Own,
    /// All that has been said, and one's own notes.
    #[default]
    Everything,
    /// The last so many turns.
    Last(u32),
    /// Everything said in the phase of that id.
    Phase(String),
}

impl TryFrom<String> for Sees {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let text = text.trim();
        let wrong = || {
            format!(
                "`{text}` is nothing that can be seen; expected \"motion\", \"own\", \"everything\", \
                 \"last 50\" or \"phase opening\""
            )
        };
        match text.split_once(' ') {
            None => match text {
                "motion" => Ok(Self::Motion),
                "own" => Ok(Self::Own),
                "everything" => Ok(Self::Everything),
                _ => Err(wrong()),
            },
            Some(("last", number)) => match number.trim().parse() {
                Ok(number) if number > 0 => Ok(Self::Last(number)),
                Ok(_) | Err(_) => Err(wrong()),
            },
            Some(("phase", id)) => Ok(Self::Phase(id.trim().to_owned())),
            Some(_) => Err(wrong()),
        }
    }
}

impl From<Sees> for String {
    fn from(sees: Sees) -> Self {
        match sees {
            Sees::Motion => "motion".to_owned(),
            Sees::Own => "own".to_owned(),
            Sees::Everything => "everything".to_owned(),
            Sees::Last(number) => format!("last {number}"),
            Sees::Phase(id) => format!("phase {id}"),
        }
    }
}

impl JsonSchema for Sees {
    fn schema_name() -> Cow<'static, str> {
        "Sees".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "What the one whose turn it is has heard: \"motion\", \"own\", \"everything\", \
                            \"last 50\" (turns) or \"phase opening\" (a phase by its id).",
            "pattern": "^(motion|own|everything|last [1-9][0-9]*|phase .+)$",
        })
    }
}

/// Words that mean seats without being the id of a side.
pub const SEAT_WORDS: [&str; 9] = [
    "speakers",
    "audience",
    "floor",
    "house",
    "gallery",
    "chair",
    "moderator",
    "judges",
    "judge",
];

/// The fewest arguments, where a format says nothing.
pub const LEAST_ARGUMENTS: u32 = 3;
/// The most arguments of a turn, where its format says nothing else.
pub const MOST_ARGUMENTS: u32 = 5;

/// Turns of one kind in a phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnSpec {
    /// Who: `speakers`, `audience`, `floor` (members of the audience drawn by the seed), `house`, `chair`,
    /// `moderator`, `judges`, the id of a side, or one seat such as `prop.1`.
    pub seats: String,
    /// The task: what is spoken, written or judged in the turn.
    pub task: Task,
    /// What they have heard.
    #[serde(default)]
    pub sees: Sees,
    /// Whether it stays out of the transcript.
    #[serde(default)]
    pub private: bool,
    /// How long, in minutes. Either this or `words` for what is spoken or written.
    #[serde(default)]
    #[schemars(range(min = bounds::MINUTES.least, max = bounds::MINUTES.most))]
    pub minutes: Option<f64>,
    /// How long, in words.
    #[serde(default)]
    #[schemars(range(min = bounds::WORDS.least, max = bounds::WORDS.most))]
    pub words: Option<u32>,
    /// The fewest words, for the rule `word-limits`.
    #[serde(default)]
    #[schemars(range(min = bounds::WORDS_FROM.least, max = bounds::WORDS_FROM.most))]
    pub least_words: Option<u32>,
    /// Of an examination: the seat, or the side, that is questioned.
    #[serde(default)]
    pub whom: Option<String>,
    /// Of an examination: how many questions are put; each but the first may follow up on the answer before it.
    #[serde(default)]
    #[schemars(range(min = bounds::EXCHANGES.least, max = bounds::EXCHANGES.most))]
    pub exchanges: Option<u32>,
    /// Of arguments: the fewest; 3 where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::ARGUMENTS.least, max = bounds::ARGUMENTS.most))]
    pub least_arguments: Option<u32>,
    /// Of arguments: the most; 5 where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::ARGUMENTS.least, max = bounds::ARGUMENTS.most))]
    pub most_arguments: Option<u32>,
    /// Of arguments: the kind that they must be of, such as "economic and technical".
    #[serde(default)]
    pub category: Option<String>,
    /// Of arguments: whether each says what kind of evidence it has, how sure it is, what it assumes and what is not
    /// known.
    #[serde(default)]
    pub detailed: bool,
    /// What the turn is called in the transcript: "Reply speech". The name of the task where absent.
    #[serde(default)]
    pub title: String,
    /// What is asked of the speaker, for the prompt.
    #[serde(default)]
    pub instructions: String,
    /// The instructions in a sentence or two, for models that are asked for one thing at a time. They complete "The
    /// speaker …".
    #[serde(default)]
    pub brief: String,
    /// What the referee checks, besides the rules of the phase.
    #[serde(default)]
    pub rules: Vec<Rule>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_a_word_and_comes_back_as_it_was() {
        for text in ["motion", "own", "everything", "last 50", "phase opening"] {
            let sees = Sees::try_from(text.to_owned()).unwrap();
            assert_eq!(String::from(sees), text);
        }
        for text in ["", "nothing", "last 0", "last -1", "first 5"] {
            assert!(Sees::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
