//! The document of a debate, made from its state: blocks in the order in which they are told, with their words.
//!
//! Whoever tells a debate (the transcript pane, Markdown, text, the running text) lays these blocks out and adds no
//! words of its own. Each matches on [`Block`] and [`SectionPart`] without a wildcard, so that a block which is new is
//! told by all of them.
//!
//! | file | makes |
//! | --- | --- |
//! | here | what blocks are, and which of them an entry of the transcript gives |
//! | `names` | seats as titles, speakers and sides by name |
//! | `opening` | the motion, who speaks, how it ended |
//! | `preparation` | whose notes are made, the ballots before |
//! | `speech` | a turn with all that happened in it |
//! | `interjection` | points of information and what a viewer brought in |
//! | `follow_up` | what was asked after the end |
//! | `work` | what was handed in as a whole |
//! | `changed` | what a branch changed, beside the debate that it parts from |
//! | `division` | polls, the division, the verdict, ballots, how the real house voted |
//! | `captions` | what stands below charts on a page |
//! | `decisive` | the decisive moment, and why it is that one |
//! | `house` | the counts of the house over the debate, what moved it, each member's votes |
//! | `judges` | assessments, reports, scores, the trace and the briefing |
//! | `briefing` | the decision briefing, a document of its own |
//! | `annotation` | the verdict by annotation, and the claims and rebuttals that it is counted from |
//! | `argument_map` | the argument map: titles, and what stands before the words of each node |
//! | `agreed` | what the sides have granted each other, and whether both say so |
//! | `outcomes` | who changed their mind, or what became of each argument, where nobody judges |
//! | `definitions` | what each side means by the words of the motion |
//! | `annex` | what only a document has: definitions, claims and rebuttals, what was argued, notes, calls |
//! | `running` | what is told only while the debate runs: what is waited for, tries, pauses |

mod agreed;
mod annex;
mod annotation;
mod argument_map;
mod briefing;
pub mod captions;
mod changed;
mod decisive;
mod definitions;
mod division;
mod follow_up;
mod house;
mod interjection;
mod judges;
mod leans;
pub mod names;
mod opening;
mod outcomes;
mod part;
mod preparation;
pub mod running;
mod side_by_side;
mod speech;
mod unreached;
mod work;

pub use argument_map::MapGroup;
pub use changed::{WHAT_CHANGED, changed, put_in_otherwise};
pub use house::vote_word;
pub(crate) use interjection::GALLERY_WAITS;
pub use part::{Gauge, ItemKind, Note, Rounds, SectionItem, SectionPart, Series, Table, Tone};
pub(crate) use speech::PUT_IN_ENDS;
pub use speech::{Speech, SpeechPart, cited, what, what_in_short, words_of};

use crate::debate::{
    DebateState,
    ids::Seat,
    missing,
    participants::within,
    state::{Intervention, Poi, TranscriptEntry, Turn},
};

/// Whether the speakers' private notes are in a document. That they were made is told in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notes {
    /// Private notes are shown.
    Shown,
    /// Private notes are left out.
    #[default]
    LeftOut,
}

/// A debate as blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Document<'a> {
    /// The motion, how it ended, who speaks.
    pub head: Vec<Block<'a>>,
    /// The proceedings: what was said and done, in order.
    pub proceedings: Vec<Block<'a>>,
    /// The blocks that stand in documents alone: definitions, what the speeches argued, private notes, calls. On the screen the
    /// first two are pages of their own.
    pub annex: Vec<Block<'a>>,
}

/// A piece of the document. What it is says how it looks; its words are in it.
#[derive(Debug, Clone, PartialEq)]
pub enum Block<'a> {
    /// A phase begins: its name.
    Phase(&'a str),
    /// A turn, spoken or written.
    Speech(Box<Speech<'a>>),
    /// An interjection beside the speeches: a point of information, or what a viewer brought in.
    Interjection(Interjection<'a>),
    /// A poll between speeches.
    Poll(PollBlock),
    /// A notice: something that the viewer should know.
    Notice(&'a str),
    /// A remark of the house between the speeches.
    Remark(Remark),
    /// The choice of a judge: who speaks next.
    Chosen(ChosenSpeakerBlock<'a>),
    /// A section: a title with its parts.
    Section(Section<'a>),
}

/// The kind of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SectionKind {
    /// The motion, with what was settled beforehand.
    Motion,
    /// The end of the debate, what is missing, the result.
    Ending,
    /// The line-up: who speaks.
    LineUp,
    /// A judge's assessment after a round.
    Assessment,
    /// A judge's report.
    Report,
    /// The scores that all marks come to.
    Scores,
    /// The totals of each judge.
    Judges,
    /// The totals after each round.
    Rounds,
    /// Every argument from its claim to its standing.
    Trace,
    /// The briefing for whoever has to decide.
    Briefing,
    /// A finding of the decision briefing, where that is a document of its own.
    Finding,
    /// The count and the result.
    Division,
    /// The counts of the house over the debate, and what moved it.
    Swing,
    /// The verdict on the arguments.
    Verdict,
    /// The verdict by annotation.
    Annotation,
    /// The assessment of each speaker.
    Speakers,
    /// Every member's ballots.
    Ballots,
    /// The vote of the real house.
    HouseThen,
    /// What is granted, and whether it is agreed.
    Agreed,
    /// Who changed their mind.
    Shifts,
    /// The definitions of each side.
    Definitions,
    /// The claims and rebuttals that the verdict by annotation is counted from.
    ClaimsAndRebuttals,
    /// The arguments of one speech.
    Argued,
    /// The private notes of one speaker.
    Notes,
    /// The totals of the calls.
    Calls,
}

/// A title with what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Section<'a> {
    /// The kind of the section.
    pub role: SectionKind,
    /// The title of the section; empty where it needs none.
    pub title: String,
    /// The words that follow the title: "after round 2 of Rebuttals". Empty where there are none.
    pub subtitle: String,
    /// The parts of the section.
    pub parts: Vec<SectionPart<'a>>,
}

impl Section<'_> {
    /// The title and what follows it, in one line.
    pub fn heading(&self) -> String {
        // Whose it is, and what; or what it is, and when or where.
        let between = if matches!(self.role, SectionKind::Report | SectionKind::Argued) {
            ": "
        } else {
            ", "
        };
        let both = [self.title.as_str(), self.subtitle.as_str()];
        let both: Vec<&str> = both.into_iter().filter(|one| !one.is_empty()).collect();
        both.join(between)
    }

    /// What follows the title where there is no room for all of it: of an assessment, after which round it was, without the
    /// phase, whose name stands above.
    pub fn short_subtitle(&self) -> &str {
        let of_round =
            (self.role == SectionKind::Assessment).then(|| self.subtitle.split_once(" of "));
        of_round
            .flatten()
            .map_or(self.subtitle.as_str(), |(round, _)| round)
    }
}

/// A sentence of the house, with how it is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The tone of the remark.
    pub tone: Tone,
    /// The words of the remark.
    pub text: String,
}

/// The kind of an interjection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InterjectionKind {
    /// A point of information.
    Point,
    /// Evidence for both sides.
    Evidence,
    /// A question, or a request to make something clear.
    Question,
}

/// An interjection: a point of information or what the viewer brought in, with what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Interjection<'a> {
    /// The kind of the interjection.
    pub kind: InterjectionKind,
    /// The seat of whoever brought it in.
    pub from: Seat,
    /// The description of the interjection, as the beginning of a sentence: "Adam Smith rises on a point of
    /// information".
    pub label: String,
    /// The words of the interjection.
    pub text: std::borrow::Cow<'a, str>,
    /// The source of the words; empty where nobody gave one.
    pub source: &'a str,
    /// The outcome of the interjection.
    pub outcome: InterjectionOutcome<'a>,
}

/// The outcome of an interjection.
#[derive(Debug, Clone, PartialEq)]
pub enum InterjectionOutcome<'a> {
    /// No reply is due.
    None,
    /// A remark on what came of it.
    Told(Remark),
    /// The answer that was given.
    Answered {
        /// The seat of whoever answered.
        seat: Seat,
        /// The name of whoever answered.
        name: String,
        /// The words of the answer.
        text: &'a str,
    },
}

/// A poll between speeches.
#[derive(Debug, Clone, PartialEq)]
pub struct PollBlock {
    /// After whose speech: "Straw poll after Adam Smith".
    pub label: String,
    /// The heading where there is no room for all of it: "after Adam Smith".
    pub short: String,
    /// Ayes, Noes and undecided.
    pub counts: [Gauge; 3],
    /// The words for members who gave no answer; empty where all did.
    pub silent: String,
}

/// A judge's choice of a speaker, in a sentence of three parts.
#[derive(Debug, Clone, PartialEq)]
pub struct ChosenSpeakerBlock<'a> {
    /// The seat of the speaker.
    pub seat: &'a Seat,
    /// The words before the name.
    pub before: &'static str,
    /// The name of the speaker.
    pub name: String,
    /// The words behind the name.
    pub after: &'static str,
    /// The judge's reason; empty where there was nobody else.
    pub reason: &'a str,
}

impl ChosenSpeakerBlock<'_> {
    /// The choice in one sentence.
    pub fn describe(&self) -> String {
        format!("{}{}{}{}", self.before, self.name, self.after, self.reason)
    }
}

/// Makes blocks from a state.
#[derive(Debug, Clone, Copy)]
pub struct Builder<'a> {
    state: &'a DebateState,
    /// Whether it is for a screen: people are called by their short names there.
    is_on_screen: bool,
    /// The limit on things told that came in during one turn; the newest are told.
    most: usize,
}

/// The limit for a screen: the cost of a frame must not grow with what came in during a turn.
const MOST_ON_SCREEN: usize = 40;

impl<'a> Document<'a> {
    /// The document of a debate. One that is not over gives what there is.
    pub fn of(state: &'a DebateState, notes: Notes) -> Self {
        let builder = Builder::of(state);
        // The head has it.
        let lacks = missing::describe(state, &missing::missing(state));
        let mut proceedings: Vec<Block<'a>> = Vec::new();
        let (debate, afterwards) = builder.parts();
        for entry in debate {
            for block in builder.entry(*entry) {
                match (&block, proceedings.last()) {
                    (Block::Notice(text), _) if lacks.as_deref() == Some(text) => continue,
                    // A phase of which there is nothing to tell.
                    (Block::Phase(_), Some(Block::Phase(_))) => {
                        proceedings.pop();
                    }
                    _ => {}
                }
                proceedings.push(block);
            }
        }
        if let Some(Block::Phase(_)) = proceedings.last() {
            proceedings.pop();
        }
        proceedings.extend(builder.undeclared());
        proceedings.extend(afterwards.iter().flat_map(|entry| builder.entry(*entry)));
        Self {
            head: builder.head(),
            proceedings,
            annex: builder.annex(notes),
        }
    }
}

impl<'a> Builder<'a> {
    /// Everybody is called by their full name, and all is told.
    pub fn of(state: &'a DebateState) -> Self {
        Self {
            state,
            is_on_screen: false,
            most: usize::MAX,
        }
    }

    /// The document as there is room for on a screen.
    pub fn on_screen(state: &'a DebateState) -> Self {
        Self {
            state,
            is_on_screen: true,
            most: MOST_ON_SCREEN,
        }
    }

    /// The entries of the debate, and those of what was asked after its end.
    fn parts(self) -> (&'a [TranscriptEntry], &'a [TranscriptEntry]) {
        let entries = self.state.entries.as_slice();
        let is_after = |entry: &TranscriptEntry| matches!(entry, TranscriptEntry::FollowUp(_));
        let end = entries.iter().position(is_after).unwrap_or(entries.len());
        entries.split_at_checked(end).unwrap_or((entries, &[]))
    }

    /// The blocks of an entry of the transcript. None for what is told inside another.
    pub fn entry(self, entry: TranscriptEntry) -> Vec<Block<'a>> {
        let state = self.state;
        match entry {
            TranscriptEntry::Phase(phase) => {
                let plan = state.plan.phases.get(phase as usize);
                let name = plan.map(|plan| Block::Phase(&plan.name));
                name.into_iter().chain(self.prepared(phase)).collect()
            }
            TranscriptEntry::Turn(id) => state.turn(id).map_or_else(Vec::new, |turn| {
                let speech = Block::Speech(Box::new(self.speech(turn)));
                [speech].into_iter().chain(self.poll_after(turn)).collect()
            }),
            TranscriptEntry::Intervention(id) => {
                let item = state.intervention(id);
                let item = item.filter(|item| is_told_alone(state, item));
                let interjection = item.map(|item| Block::Interjection(self.brought_in(item)));
                interjection.into_iter().collect()
            }
            TranscriptEntry::Notice(at) => {
                let text = state.notices.get(at);
                text.map(|text| Block::Notice(text)).into_iter().collect()
            }
            TranscriptEntry::Division => self.division(),
            TranscriptEntry::Chosen(at) => self.chosen(at).into_iter().collect(),
            TranscriptEntry::Round(at) => self.assessment(at).into_iter().collect(),
            TranscriptEntry::Judgement(at) => self.report(at).into_iter().collect(),
            TranscriptEntry::Scores => self.scores(),
            TranscriptEntry::Granted => self.granted().into_iter().collect(),
            TranscriptEntry::Outcomes => self.outcomes().into_iter().collect(),
            TranscriptEntry::HouseThen => self.house_then().into_iter().collect(),
            TranscriptEntry::FollowUp(id) => self.follow_up(id),
        }
    }

    /// The name that goes with a seat, short on the screen.
    fn name(self, seat: &Seat) -> String {
        if self.is_on_screen {
            names::short(self.state, seat)
        } else {
            self.state.name(seat)
        }
    }

    /// The name of whoever sat in a seat then, where somebody else does now, and the seat's own where nobody else does.
    fn name_then(self, seat: &Seat, then: Option<&str>) -> String {
        then.map_or_else(|| self.name(seat), str::to_owned)
    }

    /// The name of whoever speaks, or spoke, in a turn.
    fn speaker_in(self, turn: &Turn) -> String {
        self.name_then(&turn.seat, turn.spoken_as.as_deref())
    }

    /// The name of whoever rose on a point of information.
    fn raiser(self, point: &Poi) -> String {
        self.name_then(&point.from, point.raised_as.as_deref())
    }

    /// The name of whoever had the floor when a point of information was raised.
    fn challenged(self, point: &Poi) -> String {
        let turn = self.state.turn(point.turn);
        let then = turn.filter(|turn| turn.seat == point.to);
        self.name_then(&point.to, then.and_then(|turn| turn.spoken_as.as_deref()))
    }

    /// The name of a seat within a sentence: "the moderator".
    fn name_within(self, seat: &Seat) -> String {
        within(self.name(seat))
    }

    /// The name of something that was scored: a speaker, a side, or an argument by its id.
    fn called(self, id: &str) -> String {
        if self.is_on_screen {
            names::called(self.state, id)
        } else {
            self.state.called(id)
        }
    }
}

/// Whether what a viewer brought in stands for itself: it did not come in a speech, and has become no point of
/// information.
fn is_told_alone(state: &DebateState, item: &Intervention) -> bool {
    speech::host(state, item).is_none() && interjection::is_told(item)
}
