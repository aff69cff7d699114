//! The asks that are put to models, one file each: the words of the task, what of the debate stands before it, how a
//! small model is asked, how long an answer may be, its shape, and how it is read. The rules know an [`Ask`] as data;
//! [`of`] is the one list of what they mean here. What is asked outside debates stands where it is asked.

mod annotate;
mod answer;
mod answer_check;
mod assess;
mod ballot;
mod brief;
mod choose;
mod claims;
mod confirm;
mod define;
mod draw;
mod extract;
mod follow_up;
mod joint;
mod judge;
mod lean;
mod leans;
mod marks;
mod passages;
mod poi_accept;
mod poi_answer;
mod poi_offer;
mod poll;
mod polls;
mod prepare;
mod probe;
mod question;
mod rank;
pub(crate) mod rated;
mod referee;
mod round;
mod side_check;
mod sources;
mod speech;
mod verdict;
pub(crate) mod view;
mod write;

use minijinja::{Value, context};

use view::{seen, seen_gallery};

use crate::debate::{
    DebateState,
    ask::{Ask, Cue},
    blind::{BlindDebate, BlindLabels},
    ids::TurnId,
    state::Turn,
};

pub(crate) use answer::{Floor, Reply, Sent, Structured, own_words, parts::Parts, said_before};
pub(crate) use ballot::Ballots;
pub(crate) use brief::{brief, has_candidates};
pub(crate) use passages::{Draw, Evidence, GivenPassage};
pub(crate) use rated::Rated;

/// Words become tokens at about this rate in English, with room to spare.
pub(crate) const TOKENS_A_WORD: f64 = 1.6;

/// The temperature of whoever checks: a referee has no moods.
const REFEREE_TEMPERATURE: f64 = 0.0;

/// The temperature of whoever judges a debate (seed 001: 0.2, so that a judge says the same of the same twice).
const JUDGE_TEMPERATURE: f64 = 0.2;
/// The temperature of whoever judges between rounds (seed 002: 0.3).
const ROUND_TEMPERATURE: f64 = 0.3;

/// A template and what it is filled with.
pub(crate) type Filling = (&'static str, Value);

/// The meaning of an ask for whoever puts it to a model. An ask by which a small model is asked otherwise says so in
/// [`stepwise`](Self::stepwise); what else has a body here is what most asks have in common.
pub(crate) trait Asking {
    /// The task, last in the prompt; nothing where the debate has no such thing.
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>>;

    /// The most tokens that an answer may have.
    fn max_tokens(&self, state: &DebateState) -> u32;

    /// The fewest tokens in which what is asked for can still be said, where the model has no more room than that.
    fn least_tokens(&self, state: &DebateState) -> u32 {
        self.max_tokens(state)
    }

    /// The temperature, where it is not the model's own.
    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        None
    }

    /// The part of the debate that stands before the task.
    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        Sees::all(state)
    }

    /// The task as a model is asked that does one thing at a time, where that is another way.
    fn stepwise(&self, _state: &DebateState) -> Option<Stepwise> {
        None
    }

    /// The task as a model is asked that tells likelihoods, where its answer is a number then.
    fn rated(&self, _state: &DebateState) -> Option<Rated> {
        None
    }

    /// The number of seconds that others wait for the answer, where several are asked at once.
    fn seconds(&self, _state: &DebateState) -> Option<u32> {
        None
    }

    /// The form in which the answer comes, and what is made of it.
    fn reply(&self, state: &DebateState) -> Reply;
}

/// The last messages of a prompt: who is asked, and what for.
pub(crate) enum Wording<'a> {
    /// A single message.
    One(Filling),
    /// A speech, which its speaker may have begun.
    Speech {
        /// The turn that is spoken; the Chair calls on its speaker.
        turn: &'a Turn,
        /// The task as it is put at first: the same bytes at every cue.
        first: Filling,
        /// The cue at which the speech is taken up again, and the words for that, where something of it was said.
        again: Option<(Cue, Filling)>,
    },
}

/// The part of the debate that stands in a prompt before its task.
pub(crate) enum Sees<'a> {
    /// Nothing of the debate.
    Nothing,
    /// The house's rules and the motion.
    House,
    /// The house's rules, the motion, and speeches.
    Record {
        /// The speeches that are over, in their order.
        speeches: Vec<&'a Turn>,
        /// The one under way, for those who hear it from outside.
        live: Option<&'a Turn>,
        /// The part of what viewers brought in that stands in it.
        gallery: SeenGallery,
        /// The length at which earlier speeches stand in it.
        earlier: Earlier,
    },
}

/// The length at which speeches stand in a record before the one that the task is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Earlier {
    /// In full.
    Whole,
    /// What the clerk took down of them, as soon as that is there: enough for whoever is asked about the last words said,
    /// again and again, and a third of what would have to be read otherwise.
    TakenDown,
}

/// The part of what viewers brought in that stands in a record: what came before so many speeches of the whole debate
/// were over, shown or not.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SeenGallery {
    /// Nothing, for whoever sees the motion alone.
    Nothing,
    /// Evidence, which is in all hands, for whoever hears nothing that others say.
    Evidence(usize),
    /// Evidence, and what was asked and answered.
    All(usize),
}

impl SeenGallery {
    /// The number of speeches up to which evidence stands in the record; `None` where none does.
    pub(crate) fn until(self) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::Evidence(until) | Self::All(until) => Some(until),
        }
    }
}

impl<'a> Sees<'a> {
    /// All speeches so far.
    fn all(state: &'a DebateState) -> Self {
        Self::of(state.speeches().collect())
    }

    /// A record of these, which are the first speeches of the debate.
    fn of(speeches: Vec<&'a Turn>) -> Self {
        let gallery = SeenGallery::All(speeches.len());
        Self::Record {
            speeches,
            live: None,
            gallery,
            earlier: Earlier::Whole,
        }
    }

    /// The record as whoever has a turn has heard it.
    fn before(state: &'a DebateState, turn: Option<&Turn>) -> Self {
        let Some(turn) = turn else {
            return Self::of(Vec::new());
        };
        Self::Record {
            speeches: seen(state, turn),
            live: None,
            gallery: seen_gallery(state, turn),
            earlier: Earlier::Whole,
        }
    }

    /// All speeches so far, and the one under way.
    fn with(state: &'a DebateState, live: Option<&'a Turn>) -> Self {
        let speeches: Vec<&Turn> = state.speeches().collect();
        let gallery = SeenGallery::All(speeches.len());
        Self::Record {
            speeches,
            live,
            gallery,
            earlier: Earlier::Whole,
        }
    }

    /// The same, with the speeches before the last one as they were taken down.
    fn last_in_full(mut self) -> Self {
        if let Self::Record { earlier, .. } = &mut self {
            *earlier = Earlier::TakenDown;
        }
        self
    }

    /// The speeches up to this one, and none that came after it.
    fn up_to(state: &'a DebateState, last: TurnId) -> Self {
        let at = state.speeches().position(|speech| speech.id == last);
        let up_to = at.map_or(usize::MAX, |at| at + 1);
        Self::of(state.speeches().take(up_to).collect())
    }
}

/// A task as a model is asked that does one thing at a time. Such a model copies what it is shown and loses its side in
/// a long text: it is shown neither the record nor the house's rules, but rounds of practice, the same for every task
/// of its kind, and then its own task in the same words.
pub(crate) struct Stepwise {
    /// The role that the model is told to have, in the word of `stage.md`.
    pub(crate) role: &'static str,
    /// The questions that the model is asked.
    pub(crate) questions: Questions,
    /// Whether it is shown practice.
    pub(crate) practises: bool,
}

/// The questions of a task.
pub(crate) enum Questions {
    /// A question for the whole answer.
    Whole(Filling),
    /// A question for each part of the answer.
    Parts(Vec<Filling>),
}

impl Stepwise {
    /// A single question behind practice.
    fn whole(role: &'static str, question: Filling) -> Self {
        Self {
            role,
            questions: Questions::Whole(question),
            practises: true,
        }
    }

    /// Questions behind practice, each for a part of the answer.
    fn parts(role: &'static str, questions: Vec<Filling>) -> Self {
        Self {
            role,
            questions: Questions::Parts(questions),
            practises: true,
        }
    }
}

/// A question of the same words about each of so many.
fn each(template: &'static str, count: usize, whole: &Value) -> Vec<Filling> {
    let of = |at: usize| (template, context! { at, ..whole.clone() });
    (0..count).map(of).collect()
}

/// Tokens of so many words.
fn tokens(words: u32) -> u32 {
    (f64::from(words) * TOKENS_A_WORD) as u32
}

/// The form of the answer to an ask, and the names that the answer is given back where a judge is asked blind.
pub(crate) fn reply(state: &DebateState, ask: &Ask) -> (Reply, Option<BlindLabels>) {
    let asking = of(ask);
    let Some(order) = ask.team_order() else {
        return (asking.reply(state), None);
    };
    let BlindDebate {
        state: seen,
        labels,
    } = BlindDebate::of(state, order);
    (asking.reply(&seen), Some(labels))
}

/// The asks, a row each.
pub(crate) fn of(ask: &Ask) -> Box<dyn Asking + '_> {
    match ask {
        Ask::Draw { turn } => Box::new(draw::Passages(*turn)),
        Ask::Probe { .. } => Box::new(probe::Probe),
        Ask::Claims => Box::new(claims::SideClaims),
        Ask::Prepare { turn } => Box::new(prepare::Prepare(*turn)),
        Ask::Speech { turn, cue } => Box::new(speech::Speech(*turn, *cue)),
        Ask::Write { turn } => Box::new(write::Write(*turn)),
        Ask::Referee { turn } => Box::new(referee::Referee(*turn)),
        Ask::SideCheck { turn } => Box::new(side_check::SideCheck(*turn)),
        Ask::Sources { turn } => Box::new(sources::Sources(*turn)),
        Ask::Extract { turn } => Box::new(extract::Extract(*turn)),
        Ask::Define { turn } => Box::new(define::Define(*turn)),
        Ask::Annotate { again } => Box::new(annotate::Annotate(*again)),
        Ask::Confirm { seat } => Box::new(confirm::Confirm(seat)),
        Ask::PoiOffer { turn } => Box::new(poi_offer::PoiOffer(*turn)),
        Ask::PoiAccept { poi } => Box::new(poi_accept::PoiAccept(*poi)),
        Ask::PoiAnswer { poi } => Box::new(poi_answer::PoiAnswer(*poi)),
        Ask::Question { item } => Box::new(question::Question(*item)),
        Ask::AnswerCheck { item } => Box::new(answer_check::AnswerCheck(*item)),
        Ask::FollowUp { item } => Box::new(follow_up::FollowUp(*item)),
        Ask::Choose { phase, round, .. } => Box::new(choose::Choose(*phase, *round)),
        Ask::Round {
            phase,
            round,
            judge,
        } => Box::new(round::Round(*phase, *round, judge)),
        Ask::Judge { judge, .. } => Box::new(judge::Judge(judge)),
        Ask::Poll { member, after } => Box::new(poll::Poll(member, *after)),
        Ask::Polls { members, after } => Box::new(polls::Polls(members, *after)),
        Ask::Ballot { member, when } => Box::new(ballot::Ballot(member, *when)),
        Ask::Lean { .. } => Box::new(lean::Lean),
        Ask::Leans { members } => Box::new(leans::Leans(members)),
        Ask::Verdict { .. } => Box::new(verdict::Verdict),
        Ask::Rank { .. } => Box::new(rank::Rank),
        Ask::Assess { seat } => Box::new(assess::Assess(seat)),
        Ask::Assessments { seats } => Box::new(assess::Assessments(seats)),
    }
}
