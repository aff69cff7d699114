//! Asks: the pieces of work that are asked of a model. An [`Ask`] is data: it names the piece of work, not the words of
//! the prompt. The prompt layer turns it into messages, given the state; the rules only need to know what is under way.

mod joint;
mod role;

use serde::{Deserialize, Serialize};

pub use role::Role;

use super::{
    ids::{CallId, FollowUpId, InterventionId, PoiId, Seat, TurnId},
    looks::TeamOrder,
};

/// The reason why a speaker takes up a speech again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "cue", rename_all = "snake_case")]
pub enum Cue {
    /// The first words.
    Begin,
    /// The next step of a speech that a small model makes one step at a time; counted from 0.
    Step {
        /// The step, counted from 0.
        step: u32,
    },
    /// A point was taken and answered.
    AfterPoint {
        /// The id of the point of information.
        poi: PoiId,
    },
    /// The bell has rung: wind up.
    Bell,
    /// The viewer has handed in evidence.
    Evidence {
        /// The id of the evidence.
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
    /// A probe of whether the model of a call is there at all. Asked where its server is in doubt.
    Probe {
        /// The call that has put it in doubt.
        after: CallId,
    },
    /// A check of whether the passages that a turn names hold what is claimed of them.
    Sources {
        /// The turn that is checked.
        turn: TurnId,
    },
    /// The claims of both sides, where the motion was typed and code can only quote it.
    Claims,
    /// Private notes before the debate.
    Prepare {
        /// The turn that the notes are.
        turn: TurnId,
    },
    /// Prose for the floor: a main speech or a floor speech, from its beginning or from a cue.
    Speech {
        /// The turn that is spoken.
        turn: TurnId,
        /// The reason why the speaker takes the speech up: its beginning, or what has interrupted it.
        cue: Cue,
    },
    /// A turn that is handed in as a whole.
    Write {
        /// The turn that is written.
        turn: TurnId,
    },
    /// A check of whether a turn keeps its rules.
    Referee {
        /// The turn that is checked.
        turn: TurnId,
    },
    /// The choice of the next speaker.
    Choose {
        /// The phase, by position in the format.
        phase: u32,
        /// The round, counted from 1.
        round: u32,
        /// The position of the turn in the round, from 0.
        place: u32,
        /// The seat of the judge who chooses.
        judge: Seat,
    },
    /// The assessment of the debate after a round.
    Round {
        /// The phase, by position in the format.
        phase: u32,
        /// The round after which it is asked, counted from 1.
        round: u32,
        /// The seat of the judge who is asked.
        judge: Seat,
    },
    /// A judge's marks and report.
    Judge {
        /// The seat of the judge.
        judge: Seat,
        /// Whether it is the second look, with the teams in the other order than in the first.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    /// The question whether anybody on the other side rises, and with what.
    PoiOffer {
        /// The turn that is listened to.
        turn: TurnId,
    },
    /// The question whether the speaker takes a point.
    PoiAccept {
        /// The id of the point of information.
        poi: PoiId,
    },
    /// The answer to a point that was taken.
    PoiAnswer {
        /// The id of the point of information.
        poi: PoiId,
    },
    /// A check of which side a speech argues.
    SideCheck {
        /// The turn that is checked.
        turn: TurnId,
    },
    /// The extraction of what a speech argued.
    Extract {
        /// The turn that is read.
        turn: TurnId,
    },
    /// The definitions that the first speech of a side gives or takes for granted.
    Define {
        /// The turn that is read.
        turn: TurnId,
    },
    /// Whether what was granted is agreed.
    Confirm {
        /// The seat of the speaker who is asked: who has granted something, or was granted something.
        seat: Seat,
    },
    /// A vote with no reason, between speeches.
    Poll {
        /// The seat of the member who votes.
        member: Seat,
        /// The id of the turn after which the poll is taken.
        after: TurnId,
    },
    /// The same of several members at once, in the order in which they stand in the prompt.
    Polls {
        /// The seats of the members who vote. One model plays them all.
        members: Vec<Seat>,
        /// The id of the turn after which the poll is taken.
        after: TurnId,
    },
    /// A ballot with a reason.
    Ballot {
        /// The seat of the member who votes.
        member: Seat,
        /// The time of the ballot: before or after the debate.
        when: When,
    },
    /// The way in which a judge leans on the motion alone, before a word is said.
    Lean {
        /// The seat of the judge; the house's for whoever gives the direct verdict.
        judge: Seat,
    },
    /// The same of members of the house who cast no ballots then, of several at once where they are polled so.
    Leans {
        /// The seats of the members. One model plays them all.
        members: Vec<Seat>,
    },
    /// The direct verdict with its analysis.
    Verdict {
        /// The order in which the teams stand for the judge. A verdict that depends on it is none.
        #[serde(default)]
        order: TeamOrder,
    },
    /// A ranking side by side of everything of a kind that is given marks.
    Rank {
        /// The seat of the judge; the house's for whoever gives the direct verdict.
        judge: Seat,
    },
    /// The assessment of one speaker: the part of the verdict that is about them.
    Assess {
        /// The seat of the speaker who is assessed.
        seat: Seat,
    },
    /// The same of several speakers at once.
    Assessments {
        /// The seats of the speakers who are assessed.
        seats: Vec<Seat>,
    },
    /// The claims and rebuttals of both sides, in their own words, for a verdict that is counted.
    Annotate {
        /// Whether it is the rebuttals of the sides of which none was found that are asked for once more.
        #[serde(default)]
        again: bool,
    },
    /// The viewer's question or request for clarification.
    Question {
        /// The id of the question or of the request for clarification.
        item: InterventionId,
    },
    /// A check of whether a moderator's answer to it takes sides.
    AnswerCheck {
        /// The id of the question or of the request for clarification.
        item: InterventionId,
    },
    /// The answer to a question that is put after the end.
    FollowUp {
        /// The id of the follow-up.
        item: FollowUpId,
    },
}

/// The time at which a ballot is cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// The ballot before anyone has spoken.
    Before,
    /// The ballot after the last word.
    After,
}

/// The purpose of a call, in the words of the public schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// What each side holds on a motion that was typed.
    Claims,
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
    /// The side that a speech argues.
    SideCheck,
    /// The arguments of a speech.
    Extract,
    /// The definitions of the first speech of a side.
    Define,
    /// Whether what was granted is agreed.
    Confirm,
    /// A straw vote.
    Poll,
    /// A ballot before the debate.
    BallotBefore,
    /// A ballot after it.
    BallotAfter,
    /// The way in which a judge leans before the debate.
    Lean,
    /// The way in which members of the house lean before the debate.
    HouseLean,
    /// The direct verdict, or the part of it that is about one speaker.
    Verdict,
    /// A ranking side by side of what is given marks.
    Rank,
    /// The claims and rebuttals of both sides.
    Annotate,
    /// An answer to the viewer.
    Question,
    /// An answer to the viewer after the end.
    FollowUp,
    /// A turn that is handed in as a whole.
    Write,
    /// Whether a turn keeps its rules, or a moderator's answer is neutral.
    Referee,
    /// The choice of the next speaker.
    Choose,
    /// The assessment of the debate after a round.
    Round,
    /// A judge's marks and report.
    Judge,
    /// The proposal of speakers, before there is a debate.
    Assign,
    /// Passages of a corpus.
    Draw,
    /// Whether passages hold what is claimed of them.
    Sources,
    /// Whether a model is there at all.
    Probe,
}

/// The length of the answers to a purpose, which tells how long one may be waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerLength {
    /// A word or two.
    Word,
    /// Some sentences at the most.
    Short,
    /// A speech, a report, or a reading of one.
    Long,
}

/// The urgency of an answer, least first: what is more urgent is let through, read and written first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// Nothing waits for it: lists beside the debate.
    Aside,
    /// The house and its judges decide by it: votes, reports, the verdict.
    Result,
    /// People wait for it on the floor.
    Floor,
}

/// The properties of a purpose beside the prompt.
struct Row {
    /// The word of the public schema.
    word: &'static str,
    /// The role whose model does it.
    role: Role,
    /// The urgency of the answers.
    urgency: Urgency,
    /// The length of the answers.
    length: AnswerLength,
    /// The words for the work where it is missing, of one and of several; names follow.
    called: (&'static str, &'static str),
    /// The words for all of it, where what was asked is told to people.
    told: &'static str,
}

impl Purpose {
    /// The table: a row for each purpose.
    #[rustfmt::skip]
    const fn row(self) -> Row {
        use AnswerLength::{Long, Short, Word};
        use Urgency::{Aside, Floor, Result};
        let (word, role, urgency, length, called, told) = match self {
            Self::Claims       => ("claims",        Role::Clerk,    Floor,  Short, ("what each side holds", "what each side holds"), "what each side holds"),
            Self::Prepare      => ("prepare",       Role::Speaker,  Floor,  Long,  ("the notes of", "the notes of"), "notes"),
            Self::Speech       => ("speech",        Role::Speaker,  Floor,  Long,  ("the speech of", "the speeches of"), "speeches"),
            Self::Write        => ("write",         Role::Speaker,  Floor,  Long,  ("the speech of", "the speeches of"), "written turns"),
            Self::PoiOffer     => ("poi_offer",     Role::Poi,      Floor,  Short, ("whether anybody would rise during the speech of", "whether anybody would rise during the speeches of"), "points offered"),
            Self::PoiAccept    => ("poi_accept",    Role::Speaker,  Floor,  Short, ("the decision on a point put to", "the decisions on points put to"), "points taken or not"),
            Self::PoiAnswer    => ("poi_answer",    Role::Speaker,  Floor,  Short, ("the answer to a point by", "the answers to points by"), "points answered"),
            Self::Question     => ("question",      Role::Speaker,  Floor,  Short, ("the answer to the viewer by", "the answers to the viewer by"), "viewer's questions"),
            // It has the model of whoever is asked.
            Self::FollowUp     => ("follow_up",     Role::Speaker,  Floor,  Short, ("the answer after the debate by", "the answers after the debate by"), "questions afterwards"),
            Self::SideCheck    => ("side_check",    Role::Referee,  Floor,  Short, ("the referee's check of what was said by", "the referee's checks of what was said by"), "sides checked"),
            Self::Referee      => ("referee",       Role::Referee,  Floor,  Short, ("the referee's check of what was said by", "the referee's checks of what was said by"), "rules checked"),
            Self::Sources      => ("sources",       Role::Referee,  Aside,  Short, ("the check of the sources of", "the checks of the sources of"), "sources checked"),
            Self::Extract      => ("extract",       Role::Clerk,    Aside,  Long,  ("the list of what was argued by", "the lists of what was argued by"), "arguments noted"),
            Self::Define       => ("define",        Role::Clerk,    Aside,  Long,  ("the definitions of", "the definitions of"), "definitions noted"),
            Self::Annotate     => ("annotate",      Role::Clerk,    Result, Long,  ("the verdict by annotation", "the verdict by annotation"), "claims listed"),
            Self::Confirm      => ("confirm",       Role::Speaker,  Result, Long,  ("what is agreed in the eyes of", "what is agreed in the eyes of"), "agreement confirmed"),
            Self::Draw         => ("draw",          Role::Clerk,    Floor,  Short, ("the passages for", "the passages for"), "passages drawn"),
            Self::Poll         => ("poll",          Role::Audience, Result, Short, ("the straw vote of", "the straw votes of"), "straw votes"),
            Self::BallotBefore => ("ballot_before", Role::Audience, Result, Short, ("the ballot before the debate of", "the ballots before the debate of"), "ballots before"),
            Self::BallotAfter  => ("ballot_after",  Role::Audience, Result, Short, ("the ballot after the debate of", "the ballots after the debate of"), "ballots after"),
            Self::Lean         => ("lean",          Role::Judge,    Result, Short, ("the lean before the debate of", "the leans before the debate of"), "judges' leans"),
            Self::HouseLean    => ("house_lean",    Role::Audience, Result, Short, ("the lean before the debate of", "the leans before the debate of"), "leans of the house"),
            Self::Verdict      => ("verdict",       Role::Judge,    Result, Long,  ("the verdict", "the verdict"), "the verdict"),
            Self::Rank         => ("rank",          Role::Judge,    Result, Short, ("the ranking by", "the rankings by"), "rankings"),
            Self::Choose       => ("choose",        Role::Judge,    Floor,  Short, ("the choice of the next speaker by", "the choices of the next speaker by"), "next speakers"),
            Self::Round        => ("round",         Role::Judge,    Result, Long,  ("the assessment after a round by", "the assessments after rounds by"), "rounds assessed"),
            Self::Judge        => ("judge",         Role::Judge,    Result, Long,  ("the report of", "the reports of"), "judges' reports"),
            Self::Assign       => ("assign",        Role::Speaker,  Floor,  Long,  ("the line-up", "the line-up"), "the line-up"),
            // It has the model of the call that it is about.
            Self::Probe        => ("probe",         Role::Speaker,  Floor,  Word,  ("the probe", "the probes"), "servers tried again"),
        };
        Row { word, role, urgency, length, called, told }
    }

    /// The word of the public schema.
    pub const fn word(self) -> &'static str {
        self.row().word
    }

    /// The words for all that is asked for it, for people. Tables that are read by programs, too, have [`Self::word`].
    pub const fn told(self) -> &'static str {
        self.row().told
    }

    /// The role whose model does it.
    pub const fn role(self) -> Role {
        self.row().role
    }

    /// The urgency of the answers.
    pub const fn urgency(self) -> Urgency {
        self.row().urgency
    }

    /// The length of the answers.
    pub const fn answer_length(self) -> AnswerLength {
        self.row().length
    }

    /// The words for the work where it is missing, of one and of several; names follow.
    pub(super) const fn called(self) -> (&'static str, &'static str) {
        self.row().called
    }

    /// The purpose of a ballot.
    pub const fn ballot(when: When) -> Self {
        match when {
            When::Before => Self::BallotBefore,
            When::After => Self::BallotAfter,
        }
    }
}

/// The place in the state where the answer to an ask goes: what has to be looked at again when the ask is put, answered
/// or given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place<'a> {
    /// The text of a turn, or its work.
    Text(TurnId),
    /// The checks and the arguments that are noted of a turn.
    Turn(TurnId),
    /// The reply to what a viewer brought in.
    Item(InterventionId),
    /// Votes between speeches, of one member or of several.
    StrawVotes(&'a [Seat], TurnId),
    /// The ballot of a member, and when it is cast.
    Ballot(&'a Seat, When),
    /// The leans of judges or members before the debate.
    Leans(&'a [Seat]),
    /// A look at the direct verdict.
    Verdict(TeamOrder),
    /// The ranking of a judge.
    Ranking(&'a Seat),
    /// The assessments of speakers, of one or of several, beside the verdict.
    SpeakerAssessments(&'a [Seat]),
    /// A judge's assessment after a round, by phase and round.
    RoundAssessment(u32, u32, &'a Seat),
    /// A look of a judge for the report: the first, or the one again.
    Report(&'a Seat, bool),
    /// A place where nothing is open or due on account of the answer.
    Elsewhere,
}

/// The time until which somebody wants the answer to an ask. What fails before is asked again, until it is had or given
/// up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The answer is wanted until it is had.
    Always,
    /// The answer is wanted while somebody speaks or writes.
    During(TurnId),
    /// The answer is wanted until a point of information is decided.
    BeforeDecision(PoiId),
}

/// The order in which the teams stand in the first look of a judge.
fn first_order(judge: &Seat) -> TeamOrder {
    let is_second = judge.number().is_some_and(|number| number % 2 == 0);
    TeamOrder::AsSeated.exchanged_if(is_second)
}

impl Ask {
    /// The table: what each ask is for, and where its answer goes.
    fn row(&self) -> (Purpose, Place<'_>) {
        match self {
            Self::Draw { .. } => (Purpose::Draw, Place::Elsewhere),
            Self::Sources { turn } => (Purpose::Sources, Place::Turn(*turn)),
            Self::Probe { .. } => (Purpose::Probe, Place::Elsewhere),
            Self::Claims => (Purpose::Claims, Place::Elsewhere),
            Self::Prepare { turn } => (Purpose::Prepare, Place::Text(*turn)),
            Self::Speech { turn, .. } => (Purpose::Speech, Place::Text(*turn)),
            Self::Write { turn } => (Purpose::Write, Place::Text(*turn)),
            Self::PoiOffer { .. } => (Purpose::PoiOffer, Place::Elsewhere),
            Self::PoiAccept { .. } => (Purpose::PoiAccept, Place::Elsewhere),
            Self::PoiAnswer { .. } => (Purpose::PoiAnswer, Place::Elsewhere),
            Self::SideCheck { .. } => (Purpose::SideCheck, Place::Elsewhere),
            Self::Referee { .. } => (Purpose::Referee, Place::Elsewhere),
            Self::Extract { turn } => (Purpose::Extract, Place::Turn(*turn)),
            Self::Define { .. } => (Purpose::Define, Place::Elsewhere),
            Self::Annotate { .. } => (Purpose::Annotate, Place::Elsewhere),
            Self::Confirm { .. } => (Purpose::Confirm, Place::Elsewhere),
            Self::Question { item } => (Purpose::Question, Place::Item(*item)),
            Self::AnswerCheck { item } => (Purpose::Referee, Place::Item(*item)),
            Self::FollowUp { .. } => (Purpose::FollowUp, Place::Elsewhere),
            Self::Poll { member, after } => (
                Purpose::Poll,
                Place::StrawVotes(std::slice::from_ref(member), *after),
            ),
            Self::Polls { members, after } => (Purpose::Poll, Place::StrawVotes(members, *after)),
            Self::Ballot { member, when } => (Purpose::ballot(*when), Place::Ballot(member, *when)),
            Self::Lean { judge } => (Purpose::Lean, Place::Leans(std::slice::from_ref(judge))),
            Self::Leans { members } => (Purpose::HouseLean, Place::Leans(members)),
            Self::Verdict { order } => (Purpose::Verdict, Place::Verdict(*order)),
            Self::Rank { judge } => (Purpose::Rank, Place::Ranking(judge)),
            Self::Assess { seat } => (
                Purpose::Verdict,
                Place::SpeakerAssessments(std::slice::from_ref(seat)),
            ),
            Self::Assessments { seats } => (Purpose::Verdict, Place::SpeakerAssessments(seats)),
            Self::Choose { .. } => (Purpose::Choose, Place::Elsewhere),
            Self::Round {
                phase,
                round,
                judge,
            } => (
                Purpose::Round,
                Place::RoundAssessment(*phase, *round, judge),
            ),
            Self::Judge { judge, again } => (Purpose::Judge, Place::Report(judge, *again)),
        }
    }

    /// The purpose of the call.
    pub fn purpose(&self) -> Purpose {
        self.row().0
    }

    /// The place in the state where the answer goes.
    pub(super) fn place(&self) -> Place<'_> {
        self.row().1
    }

    /// The order in which the teams stand for a judge who reads blind; `None` for all who read names. Whoever says how
    /// well it was argued is blind: in the verdict, in reports and between rounds. How true a speaker was to their
    /// persona cannot be said by somebody who does not know who it is, the house sees who stands before it, and who is
    /// called next is no judgement. Whoever lists what each side has said for a count is blind, too; and whoever
    /// is asked for a lean reads of nobody. Of several judges
    /// every second has the teams exchanged, so that no place is favoured
    /// by all; who looks twice has them in either order.
    pub fn team_order(&self) -> Option<TeamOrder> {
        match self {
            Self::Verdict { order } => Some(*order),
            Self::Annotate { .. } => Some(TeamOrder::AsSeated),
            Self::Judge { judge, again } => Some(first_order(judge).exchanged_if(*again)),
            Self::Round { judge, .. } | Self::Rank { judge } => Some(first_order(judge)),
            Self::Draw { .. }
            | Self::Probe { .. }
            | Self::Sources { .. }
            | Self::Claims
            | Self::Prepare { .. }
            | Self::Speech { .. }
            | Self::Write { .. }
            | Self::Referee { .. }
            | Self::Choose { .. }
            | Self::PoiOffer { .. }
            | Self::PoiAccept { .. }
            | Self::PoiAnswer { .. }
            | Self::SideCheck { .. }
            | Self::Extract { .. }
            | Self::Define { .. }
            | Self::Confirm { .. }
            | Self::Poll { .. }
            | Self::Polls { .. }
            | Self::Ballot { .. }
            | Self::Lean { .. }
            | Self::Leans { .. }
            | Self::Assess { .. }
            | Self::Assessments { .. }
            | Self::Question { .. }
            | Self::AnswerCheck { .. }
            | Self::FollowUp { .. } => None,
        }
    }

    /// The time until which the answer is wanted: for good, but for what is about a moment.
    pub(super) fn wanted(&self) -> Wanted {
        if let Self::PoiOffer { turn } = self {
            Wanted::During(*turn)
        } else if let Self::PoiAccept { poi } = self {
            Wanted::BeforeDecision(*poi)
        } else {
            Wanted::Always
        }
    }

    /// The seats of those whose lean before the debate is asked for; nobody where something else is.
    pub(super) fn leaning(&self) -> &[Seat] {
        if let Place::Leans(seats) = self.place() {
            seats
        } else {
            &[]
        }
    }

    /// The turn whose text or work the answer becomes.
    pub fn writes(&self) -> Option<TurnId> {
        if let Place::Text(turn) = self.place() {
            Some(turn)
        } else {
            None
        }
    }

    /// The turn that the answer is spoken in.
    pub fn speaks(&self) -> Option<TurnId> {
        if let Self::Speech { turn, .. } = self {
            Some(*turn)
        } else {
            None
        }
    }

    /// Whether a judge gives it in a form, of which a person fills in the fields.
    pub fn is_form(&self) -> bool {
        matches!(
            self,
            Self::Judge { .. }
                | Self::Round { .. }
                | Self::Choose { .. }
                | Self::Verdict { .. }
                | Self::Rank { .. }
                | Self::Assess { .. }
                | Self::Assessments { .. }
        )
    }

    /// The other look of the same judge at the same thing, where this is one of two.
    pub(super) fn other_look(&self) -> Option<Self> {
        if let Self::Judge { judge, again } = self {
            let (judge, again) = (judge.clone(), !again);
            return Some(Self::Judge { judge, again });
        }
        if let Self::Verdict { order } = self {
            let order = order.exchanged_if(true);
            return Some(Self::Verdict { order });
        }
        None
    }

    /// The role whose model does it, where it is asked from this seat: the moderator's turns and answers are the
    /// moderator's own, and the Chair has the moderator's model; who votes from the audience answers as who votes there.
    /// After the end everybody answers with their own.
    pub fn role(&self, seat: Option<&Seat>) -> Role {
        let role = self.purpose().role();
        match seat {
            Some(seat) if self.purpose() == Purpose::FollowUp => return Role::of_seat(seat),
            Some(seat) if matches!(self, Self::Question { .. }) && seat.is_audience() => {
                return Role::Audience;
            }
            Some(_) | None => {}
        }
        let leads = seat.is_some_and(|seat| seat.is_moderator() || seat.is_chair());
        if leads && role == Role::Speaker {
            Role::Moderator
        } else {
            role
        }
    }

    /// The piece of work that it is: a speech is the same, wherever it takes up.
    pub fn work(&self) -> Self {
        let begun = self.speaks().map(|turn| Self::Speech {
            turn,
            cue: Cue::Begin,
        });
        begun.unwrap_or_else(|| self.clone())
    }
}
