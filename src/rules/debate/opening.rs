//! The first event of a debate: everything that was settled before it began, resolved and whole, so that
//! editing a file later cannot change an old debate.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::{Format, Member, Motion, Persona, Profile, Side, Stance};

use super::{
    command::Pace,
    guidance::{Guidance, SeatGuidance},
    ids::{DebateId, Seat, TurnId},
    looks::TeamOrder,
    person::SeatedPerson,
    real::Real,
    scores::SeatedModel,
    variation::{Coaching, Variation},
};

/// A persona in a speaking seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Speaker {
    /// The seat in which they sit.
    pub seat: Seat,
    /// The id of their persona file.
    pub persona: String,
    /// The card of whoever sits there.
    pub card: Persona,
    /// The model that speaks for them, as it is shown.
    pub model: String,
    /// The profile of the model: what can be asked of it at once.
    pub profile: Profile,
    /// The number of passages of what the speaker wrote and said that can be drawn on.
    #[serde(default, skip_serializing_if = "is_none")]
    pub passages: u64,
    /// The stance of the speaker on the motion, where it is not that of the seat.
    #[serde(default)]
    pub stance: Option<Stance>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_none(passages: &u64) -> bool {
    *passages == 0
}

/// A member of the audience in a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Listener {
    /// The seat in which they sit.
    pub seat: Seat,
    /// The id of their file.
    pub persona: String,
    /// The card of whoever sits there.
    pub card: Member,
    /// The label of the model that plays them, where it is not the one that plays the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_model: Option<String>,
}

/// When the audience is polled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Polls {
    /// After each speech of a phase that has polls.
    #[default]
    EachSpeech,
    /// Only before the first word and after the last, with the ballots.
    Ends,
    /// Not at all: the ballots are cast, and no tally is shown until the division.
    Off,
}

/// The action that is taken when a model that a turn needs cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFailure {
    /// The failure is announced and the debate pauses for the viewer, also where a server is gone for everybody.
    #[default]
    Pause,
    /// The failure is announced and the debate goes on without the model, even where nobody can be had any more.
    GoOn,
    /// A speaker who cannot be had while others can is announced, and the debate goes on without; where a server is
    /// gone for everybody, it pauses, and nothing is given up.
    Stop,
}

/// How much is checked before a turn counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Referee {
    /// Nothing is checked.
    Off,
    /// What code can decide.
    Code,
    /// What code can decide is checked, and what is asked of a model where the referee's model is not a small one; and
    /// of a small speaker which side it argues.
    #[default]
    Usual,
    /// Everything is checked.
    Full,
}

/// The limits on what a debate may use from a place on; those that are not given stay as they were.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SpendLimits {
    /// The cost at which the debate pauses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_cost: Option<f64>,
    /// The tokens, read and written together, at which the debate pauses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
}

impl SpendLimits {
    /// Whether all stays as it was.
    pub fn are_as_before(&self) -> bool {
        *self == Self::default()
    }
}

/// The settings of one debate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is settled by itself, and none follows from another"
)]
pub struct Options {
    /// Speeches and notes are this many times as long as the format says.
    pub scale: f64,
    /// The pace at the beginning.
    pub pace: Pace,
    /// The times at which the audience is polled.
    pub polls: Polls,
    /// The number of members of the audience who speak from the floor.
    pub floor_speeches: u32,
    /// The cost, in the currency of the price list, at which the debate pauses.
    pub max_cost: Option<f64>,
    /// The tokens, read and written together, at which the debate pauses.
    pub max_tokens: Option<u64>,
    /// The action that is taken when a model cannot be had.
    pub on_failure: OnFailure,
    /// The extent of the checks before a turn counts.
    pub referee: Referee,
    /// The number of rounds in the phases that let the viewer choose.
    pub rounds: Option<u32>,
    /// Whether questions to the moderator are waited for once all is said, although nobody watches: a file of
    /// interventions may have some. Whoever follows the debate lets it go on.
    pub questions_awaited: bool,
    /// Whether speakers do without what they wrote and said, to see what it is worth.
    pub without_corpora: bool,
    /// The number of times that the direct verdict is asked for: once, or once more with the teams exchanged. Once
    /// where absent, as before there were two looks.
    pub judge_passes: Option<u32>,
    /// The number of members of the audience who are asked for their straw votes in one call, at the most. Each by
    /// themselves where absent, as before several could be.
    pub polled_together: Option<u32>,
    /// Whether the claims and rebuttals of both sides are listed and counted, beside the verdict. Settled when a debate
    /// is opened, by its format and the clerk's model.
    pub annotated: bool,
    /// Whether the clerk is asked what each side holds, where that does not follow from the words of the motion. Settled
    /// when a debate is opened, by its sides, its motion and the clerk's model: a small one does not say it better.
    pub claims_asked: bool,
    /// The seats of the judges who give their report twice, the second time with the teams exchanged. Settled when a
    /// debate is opened, by what was asked for, its format and the judges' models.
    pub judges_looking_twice: Vec<Seat>,
    /// The seats of the judges who rank side by side what is given marks; `house` for whoever gives the direct verdict.
    /// Settled when a debate is opened, by its format and the judges' models.
    pub ranking_judges: Vec<Seat>,
    /// The seats of the judges who are asked before a word is said which way they lean on the motion; `house` for whoever
    /// gives the direct verdict. Settled when a debate is opened, by its format and the judges' models.
    pub leaning_judges: Vec<Seat>,
    /// Whether the members of the house are asked the same, who cast no ballots then.
    pub leaning_house: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scale: 1.0,
            pace: Pace::default(),
            polls: Polls::default(),
            floor_speeches: 0,
            max_cost: None,
            max_tokens: None,
            on_failure: OnFailure::default(),
            referee: Referee::default(),
            rounds: None,
            questions_awaited: false,
            without_corpora: false,
            judge_passes: None,
            polled_together: None,
            annotated: false,
            claims_asked: false,
            judges_looking_twice: Vec::new(),
            ranking_judges: Vec::new(),
            leaning_judges: Vec::new(),
            leaning_house: false,
        }
    }
}

/// The places where the models were to be found, as asked for, so that a debate that is taken up again finds them. Keys
/// are never here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Launch {
    /// The server's address, without what in it could be a key: such an address is given again.
    pub base_url: Option<String>,
    /// The name of the model for everything that has none of its own.
    pub model: Option<String>,
    /// The name of the variable that holds the key.
    pub key_env: Option<String>,
    /// Models of roles, by the role's word.
    pub roles: Vec<(String, String)>,
    /// Models of seats.
    pub seats: Vec<(String, String)>,
    /// The model that embeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embeddings: Option<String>,
}

/// The place of a debate in a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchRef {
    /// The name of the batch.
    pub batch: String,
    /// The id of the item, made of its settings.
    pub item: String,
}

/// The place where a debate parts from another one, whose record it begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchRef {
    /// The debate that it is a branch of.
    pub of: DebateId,
    /// The number of the last record that the two have in common.
    pub at: u64,
    /// The time of that record, in milliseconds of the debate.
    pub at_ms: u64,
}

/// The place in a debate where it parts from the one that it is a branch of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartingPlace {
    /// Before anybody has had the floor.
    BeforeFirst,
    /// In a turn.
    In(TurnId),
    /// Behind a turn.
    Behind(TurnId),
}

/// Everything that was settled before the debate began.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    /// The id of the debate.
    pub debate: DebateId,
    /// The time at which the debate was opened: milliseconds since the Unix epoch.
    pub opened_ms: i64,
    /// The seed from which every random choice comes.
    pub seed: u64,
    /// The id of the motion's file, where it has one.
    pub motion_id: Option<String>,
    /// The motion, as it was chosen.
    pub motion: Motion,
    /// The id of the format's file.
    pub format_id: String,
    /// The format, whole: the file may be another one by the time the journal is read.
    pub format: Format,
    /// The speakers, in the order of the sides and their seats.
    pub speakers: Vec<Speaker>,
    /// The audience, who listen and vote.
    pub audience: Vec<Listener>,
    /// The judges, where there are any.
    #[serde(default)]
    pub judges: Vec<SeatedModel>,
    /// The moderator, where there is one. The Chair's model is the same.
    #[serde(default)]
    pub moderator: Option<SeatedModel>,
    /// The profile of the referee's model; absent in debates of before there were rules.
    #[serde(default)]
    pub referee: Option<Profile>,
    /// The settings of the debate.
    pub options: Options,
    /// The places where the models were to be found.
    #[serde(default)]
    pub launch: Launch,
    /// The source of a debate that people held, and how the house voted then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real: Option<Real>,
    /// The place in a batch, where the debate is one of many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<BatchRef>,
    /// The guidance from the verdict on an earlier iteration, where this debate refines one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guidance: Option<Guidance>,
    /// The debate that this one is a branch of, and where it parts from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<BranchRef>,
    /// What is otherwise in it than in the other runs, where it is one of an ensemble.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variation: Option<Variation>,
    /// The people who sit in seats themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<SeatedPerson>,
}

impl Opening {
    /// The speaker who sits in a seat, if one does.
    pub fn speaker(&self, seat: &Seat) -> Option<&Speaker> {
        self.speakers.iter().find(|speaker| &speaker.seat == seat)
    }

    /// The seats of speakers, judges and the moderator, with the labels of their models.
    pub fn seated(&self) -> impl Iterator<Item = (&Seat, &str)> {
        let speakers = self
            .speakers
            .iter()
            .map(|one| (&one.seat, one.model.as_str()));
        let others = self.judges.iter().chain(&self.moderator);
        speakers.chain(others.map(|one| (&one.seat, one.model.as_str())))
    }

    /// The member of the audience who sits in a seat, if one does.
    pub fn listener(&self, seat: &Seat) -> Option<&Listener> {
        self.audience.get(self.place_in_audience(seat)?)
    }

    /// The place of a member in the audience, from 0. Seats are numbered in this order, so that nobody is looked for.
    pub(crate) fn place_in_audience(&self, seat: &Seat) -> Option<usize> {
        let sits = |listener: &Listener| &listener.seat == seat;
        let usual = seat.number().and_then(|number| number.checked_sub(1));
        usual
            .filter(|at| self.audience.get(*at).is_some_and(sits))
            .or_else(|| self.audience.iter().position(sits))
    }

    /// Whether there are two sides of equal size, so that whoever speaks for one could speak for the other.
    pub fn has_sides_to_exchange(&self) -> bool {
        let seats = |side: &Side| {
            self.speakers
                .iter()
                .filter(|one| one.seat.group() == side.id)
                .count()
        };
        match self.format.sides.as_slice() {
            [one, other] => seats(one) == seats(other) && seats(one) > 0,
            _ => false,
        }
    }

    /// Puts whoever speaks for one of two sides in the same seat of the other. Models and stances are those of the seats.
    pub fn exchange_sides(&mut self) {
        if !self.has_sides_to_exchange() {
            return;
        }
        let half = self.speakers.len() / 2;
        let (one, other) = self.speakers.split_at_mut(half);
        for (one, other) in one.iter_mut().zip(other) {
            std::mem::swap(&mut one.persona, &mut other.persona);
            std::mem::swap(&mut one.card, &mut other.card);
            std::mem::swap(&mut one.passages, &mut other.passages);
            for person in &mut self.people {
                if person.seat == one.seat {
                    person.seat.clone_from(&other.seat);
                } else if person.seat == other.seat {
                    person.seat.clone_from(&one.seat);
                }
            }
        }
    }

    /// The guidance of a seat from an earlier verdict, if there is any.
    pub fn guided(&self, seat: &Seat) -> Option<&SeatGuidance> {
        self.guidance.as_ref()?.of_seat(seat)
    }

    /// What a speaker is to lay most weight on in this run, where that was drawn.
    pub fn emphasis(&self, seat: &Seat) -> Option<&str> {
        let variation = self.variation.as_ref()?;
        variation.emphasis.get(seat).map(String::as_str)
    }

    /// What a speaker was told before this run of what became of the arguments in those before.
    pub fn coached(&self, seat: &Seat) -> Option<&Coaching> {
        self.variation.as_ref()?.coaching.get(seat)
    }

    /// The stance of a seat on the motion, where a speaker sits there.
    pub fn stance(&self, seat: &Seat) -> Option<Stance> {
        let own = self.speaker(seat).and_then(|speaker| speaker.stance);
        let of_seat = || {
            let side = self.format.side(seat.group())?;
            Some(side.stance_of(seat.number().unwrap_or(1)))
        };
        own.or_else(of_seat)
    }

    /// Whether two seats argue against each other: they sit on different sides that do not say the same of the motion,
    /// or at one table where each speaks for what they hold.
    pub fn oppose(&self, one: &Seat, other: &Seat) -> bool {
        let (of_one, of_other) = (self.stance(one), self.stance(other));
        one != other
            && (of_one != of_other || matches!(of_one, Some(Stance::Own | Stance::Nuanced)))
    }

    /// The profile of the model in a seat: a speaker's, a judge's, the moderator's.
    pub fn profile(&self, seat: &Seat) -> Option<&Profile> {
        if let Some(speaker) = self.speaker(seat) {
            return Some(&speaker.profile);
        }
        let seated = if seat.is_judge() {
            self.judges.iter().find(|judge| &judge.seat == seat)
        } else {
            self.moderator
                .as_ref()
                .filter(|_| seat.is_moderator() || seat.is_chair())
        };
        seated.map(|seated| &seated.profile)
    }

    /// The seats that can be asked something: the speakers', and the moderator's where there is one.
    pub fn askable(&self) -> Vec<Seat> {
        let speakers = self.speakers.iter().map(|speaker| speaker.seat.clone());
        let moderator = self.moderator.iter().map(|_| Seat::moderator());
        speakers.chain(moderator).collect()
    }

    /// The orders in which the teams stand in the looks at the direct verdict.
    pub fn verdict_orders(&self) -> &'static [TeamOrder] {
        match self.options.judge_passes {
            Some(2..) => &TeamOrder::ALL,
            Some(..2) | None => &[TeamOrder::AsSeated],
        }
    }

    /// The name that goes with a seat, for people.
    pub fn name(&self, seat: &Seat) -> String {
        if let Some(speaker) = self.speaker(seat) {
            return speaker.card.name.clone();
        }
        if let Some(listener) = self.listener(seat) {
            return listener.card.name.clone();
        }
        // Of all who judge the seat alone would say who it is.
        if let Some(person) = self
            .person(seat)
            .filter(|_| seat.is_judge() || seat.is_house())
        {
            return person.stand_in.name.clone();
        }
        let moderates = seat.is_moderator() || seat.is_chair();
        if let Some(name) = self.format.moderator.as_deref().filter(|_| moderates) {
            return name.to_owned();
        }
        self.office(seat)
    }

    /// The name of what a seat is for, whoever sits in it: "The judge".
    pub fn office(&self, seat: &Seat) -> String {
        if seat.is_gallery() {
            return "The gallery".to_owned();
        }
        if seat.is_house() {
            return "The house".to_owned();
        }
        // Whoever frames the question and whoever moderates are one.
        if seat.is_moderator() || seat.is_chair() {
            // A person who moderates has a name of their own there.
            let is_person = self.person(seat).is_some();
            let name = self.format.moderator.as_deref().filter(|_| !is_person);
            let usual = if seat.is_chair() {
                "The Chair"
            } else {
                "The moderator"
            };
            return name.unwrap_or(usual).to_owned();
        }
        if seat.is_judge() {
            return match (self.judges.len(), seat.number()) {
                (2.., Some(number)) => format!("Judge {number}"),
                _ => "The judge".to_owned(),
            };
        }
        seat.as_str().to_owned()
    }

    /// The short name that goes with a seat.
    pub fn short_name(&self, seat: &Seat) -> String {
        self.speaker(seat)
            .map_or_else(|| self.name(seat), |speaker| speaker.card.short.clone())
    }
}
