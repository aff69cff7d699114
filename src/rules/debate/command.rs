//! The commands that a viewer, or a script standing in for one, may give in a running debate. Every command is answered
//! by an event that carries its id.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ids::{CallId, Seat},
    person::{HandoverSpan, PersonAnswer},
};

/// The number of words of a piece of evidence that the speakers are given: a whole book would leave no room in a prompt
/// for the debate. All of it is kept.
pub(crate) const EVIDENCE_WORDS: u32 = 800;

/// How fast what the models have written is released to the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As fast as it comes.
    Instant,
    /// About 300 words a minute: as fast as people read.
    #[default]
    Reading,
    /// About 160 words a minute: as fast as people speak.
    Live,
}

impl Pace {
    /// Words a minute, or `None` where nothing is held back.
    pub fn words_per_minute(self) -> Option<u32> {
        match self {
            Self::Instant => None,
            Self::Reading => Some(300),
            Self::Live => Some(160),
        }
    }

    /// The next faster pace; the fastest stays.
    pub fn faster(self) -> Self {
        match self {
            Self::Live => Self::Reading,
            Self::Reading | Self::Instant => Self::Instant,
        }
    }

    /// The next slower pace; the slowest stays.
    pub fn slower(self) -> Self {
        match self {
            Self::Instant => Self::Reading,
            Self::Reading | Self::Live => Self::Live,
        }
    }

    /// The word used on the command line, in files and on the screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Instant => "instant",
            Self::Reading => "reading",
            Self::Live => "live",
        }
    }
}

/// Whether a question stops the debate until the viewer lets it go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Halt {
    /// "Pause and question": the debate halts at this very character; the viewer resumes it.
    Halting,
    /// "Direct question": answered beside the debate, which goes on.
    Beside,
}

/// A command of the viewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// Stop releasing text, at this very character, and begin nothing new.
    Pause,
    /// Go on from where it was paused.
    Resume,
    /// Go on from a pause for want of a model, and from now on without whoever cannot be had.
    GoOnWithout,
    /// Hand both sides a text.
    Evidence {
        /// The text, of any length.
        text: String,
        /// The source of the evidence, in the viewer's words. May be empty.
        source: String,
        /// The place of each paragraph, where the evidence is from a file. Empty for what was typed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<String>,
    },
    /// Ask one speaker a question now.
    Ask {
        /// The seat that is asked.
        seat: Seat,
        /// The words of the question.
        text: String,
        /// Whether the debate waits.
        halt: Halt,
    },
    /// Ask for something to be made clear at the next break.
    Clarify {
        /// The speaker who is asked; the last to have had the floor where nobody is named.
        seat: Option<Seat>,
        /// The words of the question.
        text: String,
    },
    /// Rise from the gallery on a point of information.
    GalleryPoint {
        /// The words of the point.
        text: String,
    },
    /// Say something in the speech that a person has the floor for.
    Say {
        /// The seat of the person.
        seat: Seat,
        /// The words, which are heard as a paragraph.
        text: String,
    },
    /// End the speech that a person has the floor for.
    EndSpeech {
        /// The seat of the person.
        seat: Seat,
    },
    /// Answer what else is asked of a person.
    Reply {
        /// The call that waits for it.
        call: CallId,
        /// The answer.
        answer: PersonAnswer,
    },
    /// Rise on a point of information from the seat of a person.
    Rise {
        /// The seat of the person.
        seat: Seat,
        /// The words of the point.
        text: String,
    },
    /// Hand the seat of a person to its persona.
    HandOver {
        /// The seat of the person.
        seat: Seat,
        /// For how long.
        span: HandoverSpan,
    },
    /// Take the seat of a person back.
    TakeBack {
        /// The seat of the person.
        seat: Seat,
    },
    /// Sit down in a seat at another terminal than the one where the debate runs.
    TakeSeat {
        /// The seat.
        seat: Seat,
        /// The name of the person.
        name: String,
    },
    /// Note that the terminal of a seat has gone, by whatever end.
    LeaveSeat {
        /// The seat.
        seat: Seat,
    },
    /// Change how fast text is released.
    SetPace {
        /// The pace from now on.
        pace: Pace,
    },
    /// Stop the debate for good. It is closed and cannot be resumed.
    Adjourn,
}
