//! What is asked of a model. An [`Ask`] is data: it names the piece of work, not the words of the prompt.
//! The prompt layer turns it into messages, given the state; the rules only need to know what is under way.

use serde::{Deserialize, Serialize};

use super::ids::{CallId, InterventionId, PoiId, Seat, TurnId};

/// Why a speaker takes up a speech again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "cue", rename_all = "snake_case")]
pub enum Cue {
    /// The first words.
    Begin,
    /// The next step of a speech that a small model makes one step at a time; counted from 0.
    Step {
        /// Which step.
        step: u32,
    },
    /// A point was taken and answered.
    AfterPoint {
        /// Which.
        poi: PoiId,
    },
    /// The bell has rung: wind up.
    Bell,
    /// The viewer has handed in evidence.
    Evidence {
        /// Which.
        item: InterventionId,
    },
    /// The line broke, or the program was stopped, in the middle.
    Resume,
}

/// One piece of work for a model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// The passages of the speaker's corpus that fit what is to be said. Asked of the library, not of a model.
    Draw {
        /// The turn that they are for.
        turn: TurnId,
    },
    /// Is the model of a call there at all? Asked where its server is in doubt.
    Probe {
        /// The call that has put it in doubt.
        after: CallId,
    },
    /// Do the passages that this turn names hold what is claimed of them?
    Sources {
        /// The turn that is checked.
        turn: TurnId,
    },
    /// Private notes before the debate.
    Prepare {
        /// The turn that the notes are.
        turn: TurnId,
    },
    /// Prose for the floor: a main speech or a floor speech, from its beginning or from a cue.
    Speech {
        /// The turn that is spoken.
        turn: TurnId,
        /// Where it takes up.
        cue: Cue,
    },
    /// A turn that is handed in as a whole.
    Write {
        /// The turn that is written.
        turn: TurnId,
    },
    /// Does this turn keep its rules?
    Referee {
        /// The turn that is checked.
        turn: TurnId,
    },
    /// Who speaks next?
    Choose {
        /// The phase, by position in the format.
        phase: u32,
        /// From 1.
        round: u32,
        /// Which of the round's turns it is about, from 0.
        place: u32,
        /// Which judge chooses.
        judge: Seat,
    },
    /// How does the debate stand after a round?
    Round {
        /// The phase, by position in the format.
        phase: u32,
        /// After which round.
        round: u32,
        /// Which judge is asked.
        judge: Seat,
    },
    /// A judge's scores and report.
    Judge {
        /// Which judge.
        judge: Seat,
    },
    /// Does anybody on the other side rise, and with what?
    PoiOffer {
        /// The turn that is listened to.
        turn: TurnId,
    },
    /// Does the speaker take this point?
    PoiAccept {
        /// Which.
        poi: PoiId,
    },
    /// The answer to a point that was taken.
    PoiAnswer {
        /// Which.
        poi: PoiId,
    },
    /// Which side does this speech argue?
    SideCheck {
        /// The turn that is checked.
        turn: TurnId,
    },
    /// What did this speech argue?
    Extract {
        /// The turn that is read.
        turn: TurnId,
    },
    /// A vote with no reason, between speeches.
    Poll {
        /// Whose.
        member: Seat,
        /// After which turn.
        after: TurnId,
    },
    /// A ballot with a reason.
    Ballot {
        /// Whose.
        member: Seat,
        /// Before or after the debate.
        when: When,
    },
    /// The direct verdict with its analysis.
    Verdict,
    /// How one speaker did: the part of the verdict that is about them.
    Assess {
        /// Who.
        seat: Seat,
    },
    /// The viewer's question or request for clarification.
    Question {
        /// Which.
        item: InterventionId,
    },
}

/// When a ballot is cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Before anyone has spoken.
    Before,
    /// After the last word.
    After,
}

/// What a call is for, in the words of the public schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Notes before the debate.
    Prepare,
    /// A speech, or a further stretch of it.
    Speech,
    /// Whether somebody rises, and with what.
    PoiOffer,
    /// Whether the speaker takes the point.
    PoiAccept,
    /// The answer to a point.
    PoiAnswer,
    /// Which side a speech argues.
    SideCheck,
    /// What a speech argued.
    Extract,
    /// A straw vote.
    Poll,
    /// A ballot before the debate.
    BallotBefore,
    /// A ballot after it.
    BallotAfter,
    /// The direct verdict, or the part of it that is about one speaker.
    Verdict,
    /// An answer to the viewer.
    Question,
    /// A turn that is handed in as a whole.
    Write,
    /// Whether a turn keeps its rules.
    Referee,
    /// Who speaks next.
    Choose,
    /// How the debate stands after a round.
    Round,
    /// A judge's scores and report.
    Judge,
    /// Who could speak: before there is a debate.
    Assign,
    /// Passages of a corpus.
    Draw,
    /// Whether passages hold what is claimed of them.
    Sources,
    /// Whether a model is there at all.
    Probe,
}

impl Purpose {
    /// The word of the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Speech => "speech",
            Self::PoiOffer => "poi_offer",
            Self::PoiAccept => "poi_accept",
            Self::PoiAnswer => "poi_answer",
            Self::SideCheck => "side_check",
            Self::Extract => "extract",
            Self::Poll => "poll",
            Self::BallotBefore => "ballot_before",
            Self::BallotAfter => "ballot_after",
            Self::Verdict => "verdict",
            Self::Question => "question",
            Self::Write => "write",
            Self::Referee => "referee",
            Self::Choose => "choose",
            Self::Round => "round",
            Self::Judge => "judge",
            Self::Assign => "assign",
            Self::Draw => "draw",
            Self::Sources => "sources",
            Self::Probe => "probe",
        }
    }

    /// Which role's model does it.
    pub fn role(self) -> Role {
        match self {
            Self::Prepare
            | Self::Speech
            | Self::Write
            | Self::PoiAnswer
            | Self::PoiAccept
            | Self::Question
            | Self::Assign
            // It has the model of the call that it is about.
            | Self::Probe => Role::Speaker,
            Self::PoiOffer => Role::Poi,
            Self::SideCheck | Self::Referee | Self::Sources => Role::Referee,
            Self::Extract | Self::Draw => Role::Clerk,
            Self::Poll | Self::BallotBefore | Self::BallotAfter => Role::Audience,
            Self::Verdict | Self::Choose | Self::Round | Self::Judge => Role::Judge,
        }
    }

    /// Whether people are waiting for it on the floor. What is not urgent waits for what is.
    pub fn is_urgent(self) -> bool {
        match self {
            Self::Prepare
            | Self::Speech
            | Self::PoiOffer
            | Self::PoiAccept
            | Self::PoiAnswer
            | Self::SideCheck
            | Self::Write
            | Self::Referee
            | Self::Choose
            | Self::Question
            | Self::Assign
            | Self::Probe
            | Self::Draw => true,
            Self::Extract
            | Self::Sources
            | Self::Poll
            | Self::BallotBefore
            | Self::BallotAfter
            | Self::Verdict
            | Self::Round
            | Self::Judge => false,
        }
    }
}

/// A part that a model plays; each may have a model of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Speaks from a seat: notes, speeches, answers.
    Speaker,
    /// Listens for the other side and decides who rises.
    Poi,
    /// Votes.
    Audience,
    /// Gives the direct verdict.
    Judge,
    /// Leads a format that has a moderator.
    Moderator,
    /// Checks a turn against its rules.
    Referee,
    /// Writes down what was argued; condenses what has become too long.
    Clerk,
}

impl Role {
    /// Every role, in the order in which they are shown.
    pub const ALL: [Self; 7] = [
        Self::Speaker,
        Self::Poi,
        Self::Audience,
        Self::Judge,
        Self::Moderator,
        Self::Referee,
        Self::Clerk,
    ];

    /// The word used in the configuration.
    pub fn word(self) -> &'static str {
        match self {
            Self::Speaker => "speaker",
            Self::Poi => "poi",
            Self::Audience => "audience",
            Self::Judge => "judge",
            Self::Moderator => "moderator",
            Self::Referee => "referee",
            Self::Clerk => "clerk",
        }
    }
}

impl Ask {
    /// The turn whose text the answer becomes.
    pub fn writes(&self) -> Option<TurnId> {
        match self {
            Self::Speech { turn, .. } | Self::Prepare { turn } | Self::Write { turn } => {
                Some(*turn)
            }
            Self::Draw { .. }
            | Self::Probe { .. }
            | Self::Sources { .. }
            | Self::Referee { .. }
            | Self::Choose { .. }
            | Self::Round { .. }
            | Self::Judge { .. }
            | Self::PoiOffer { .. }
            | Self::PoiAccept { .. }
            | Self::PoiAnswer { .. }
            | Self::SideCheck { .. }
            | Self::Extract { .. }
            | Self::Poll { .. }
            | Self::Ballot { .. }
            | Self::Verdict
            | Self::Assess { .. }
            | Self::Question { .. } => None,
        }
    }

    /// What the call is for.
    pub fn purpose(&self) -> Purpose {
        match self {
            Self::Draw { .. } => Purpose::Draw,
            Self::Sources { .. } => Purpose::Sources,
            Self::Probe { .. } => Purpose::Probe,
            Self::Prepare { .. } => Purpose::Prepare,
            Self::Speech { .. } => Purpose::Speech,
            Self::PoiOffer { .. } => Purpose::PoiOffer,
            Self::PoiAccept { .. } => Purpose::PoiAccept,
            Self::PoiAnswer { .. } => Purpose::PoiAnswer,
            Self::SideCheck { .. } => Purpose::SideCheck,
            Self::Extract { .. } => Purpose::Extract,
            Self::Poll { .. } => Purpose::Poll,
            Self::Ballot {
                when: When::Before, ..
            } => Purpose::BallotBefore,
            Self::Ballot {
                when: When::After, ..
            } => Purpose::BallotAfter,
            Self::Verdict | Self::Assess { .. } => Purpose::Verdict,
            Self::Question { .. } => Purpose::Question,
            Self::Write { .. } => Purpose::Write,
            Self::Referee { .. } => Purpose::Referee,
            Self::Choose { .. } => Purpose::Choose,
            Self::Round { .. } => Purpose::Round,
            Self::Judge { .. } => Purpose::Judge,
        }
    }

    /// Which role's model does it, where it is asked from this seat: the moderator's turns and answers are the
    /// moderator's own, and the Chair has the moderator's model.
    pub fn role(&self, seat: Option<&Seat>) -> Role {
        match self.purpose().role() {
            Role::Speaker if seat.is_some_and(|seat| seat.is_moderator() || seat.is_chair()) => {
                Role::Moderator
            }
            role => role,
        }
    }

    /// The piece of work that it is: a speech is the same, wherever it takes up.
    pub(super) fn work(&self) -> Self {
        match self {
            Self::Speech { turn, .. } => Self::Speech {
                turn: *turn,
                cue: Cue::Begin,
            },
            _ => self.clone(),
        }
    }

    /// Whether its text goes to the floor as it comes, released at the chosen pace.
    pub fn is_for_the_floor(&self) -> bool {
        matches!(self, Self::Speech { .. })
    }
}
