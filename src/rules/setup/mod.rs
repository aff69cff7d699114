//! The set-up of a debate: from a person's choice to the opening, which is its first event. The line-up is drawn, the
//! audience seated, every name resolved. Pure: the clock's part is a [`NewDebate`], and which model sits where is asked
//! of a function.

mod audience;
mod cards;
mod check;
mod debate_settings;
#[cfg(any(test, feature = "fixtures"))]
pub mod fixture;
mod line_up;
mod people;
pub mod seats;
pub mod sides;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::{
    catalog::{Catalog, Claims, Format, Persona, Profile, Scored, Stance, Steps, Task, TurnOrder},
    debate::{
        ask::Role,
        ids::{DebateId, Seat},
        opening::{BatchRef, Launch, Listener, Opening, Options, Speaker},
        polling,
        scores::SeatedModel,
        variation::Variation,
    },
    error::Failure,
};

pub use cards::CardUse;
pub use check::{Idle, Requested, Setting, asks_role, check, check_effect, idle, too_many};
pub use debate_settings::{ChosenSettings, preset_name_fault};
use line_up::{Known, by_side, line_up, with_seats};
use seats::Seats;

/// The id of the format where nobody has chosen one.
pub const USUAL_FORMAT: &str = "exhibition";

/// A debate as a person chose it. What is left out is drawn by lot, or is as the format has it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DebateChoice {
    /// An id, the beginning of one, or a sentence.
    pub motion: String,
    /// The claims of both sides, where they are to be those of an earlier debate: nobody is asked for them again.
    pub claims: Option<Claims>,
    /// The id of the format.
    pub format: String,
    /// The personas of each side, in the order of the format's sides. Empty: drawn by lot.
    pub sides: Vec<Vec<String>>,
    /// The speakers in the order of the seats, whatever the sides are called. Empty where `sides` says it.
    pub speakers: Vec<String>,
    /// Speakers who are in no file. They are known by their ids, before those of the catalog.
    pub invented: Vec<InventedSpeaker>,
    /// The number of members in the audience; the format's number where absent.
    pub audience: Option<usize>,
    /// The number of judges; the format's number where absent.
    pub judges: Option<usize>,
    /// The order in which turns are taken in rounds; the format's where absent.
    pub order: Option<TurnOrder>,
    /// Every random choice comes from it; chosen by the clock where absent.
    pub seed: Option<u64>,
    /// Whether nobody rises to a point of information, whatever the format has.
    pub without_points: bool,
    /// What of their cards the speakers get.
    pub cards: CardUse,
    /// The settings of the debate.
    pub options: Options,
    /// The seats that people take themselves, each with the person's name.
    pub people: Vec<(Seat, String)>,
    /// The place where the models are to be found.
    pub launch: Launch,
    /// The place in a batch, where it is one of many.
    pub batch: Option<BatchRef>,
    /// What is otherwise in it, where it is one run of an ensemble.
    pub variation: Option<Variation>,
}

/// A speaker who was invented for a debate, and where they sit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InventedSpeaker {
    /// The seat of the speaker.
    pub seat: Seat,
    /// An id that no persona of the catalog has.
    pub id: String,
    /// The whole card.
    pub card: Persona,
    /// The speaker's stance on the motion, where it is not that of the seat.
    pub stance: Option<Stance>,
}

/// The values that are new with every debate and follow from no choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDebate {
    /// The id of the debate.
    pub debate: DebateId,
    /// The time at which the debate is opened: milliseconds since the Unix epoch.
    pub opened_ms: i64,
    /// The seed, where the choice has none.
    pub seed: u64,
}

/// The model of a role, or of a seat in it: its label, and what it can be asked.
pub type ModelLookup<'a> = &'a dyn Fn(Role, Option<&Seat>) -> (String, Profile);

/// The format of a choice, with as many seats as it has with these speakers.
///
/// # Errors
/// There is no such format.
pub fn format_of(catalog: &Catalog, choice: &DebateChoice) -> Result<Format, Failure> {
    let format = &catalog.format(&choice.format)?.value;
    Ok(rules_of(catalog, format, choice))
}

/// A format as it is chosen: with so many seats, and its rounds in that order.
fn rules_of(catalog: &Catalog, format: &Format, choice: &DebateChoice) -> Format {
    let mut rules = with_seats(format, &by_side(catalog, format, choice));
    if let Some(order) = choice.order {
        let phases = rules.phases.iter_mut();
        phases
            .filter(|phase| phase.is_open_in_order())
            .for_each(|phase| phase.order = order);
    }
    if choice.without_points {
        let phases = rules.phases.iter_mut();
        phases.for_each(|phase| phase.points_of_information = None);
    }
    rules
}

/// The seats of a debate that is chosen so.
///
/// # Errors
/// There is no such format.
pub fn seats_of(catalog: &Catalog, choice: &DebateChoice) -> Result<Seats, Failure> {
    let rules = format_of(catalog, choice)?;
    let audience = choice.audience.unwrap_or(rules.audience);
    let judges = choice.judges.unwrap_or(rules.judges);
    Ok(Seats::of_format(&rules, audience, judges))
}

/// Resolves a choice. The models are asked for by seat, because a seat may have its own.
///
/// # Errors
/// Unknown names (with the nearest ones), too few speakers, a persona in two seats.
pub fn opening(
    catalog: &Catalog,
    choice: DebateChoice,
    new: NewDebate,
    models: ModelLookup<'_>,
) -> Result<Opening, Failure> {
    let mut chosen = catalog.choose_motion(&choice.motion)?;
    if let Some(claims) = &choice.claims {
        chosen.motion.claims.clone_from(claims);
    }
    let format = catalog.format(&choice.format)?;
    let seed = choice.seed.unwrap_or(new.seed);
    let sides = by_side(catalog, &format.value, &choice);
    let rules = rules_of(catalog, &format.value, &choice);
    let known = Known::of(catalog, &choice);
    let mut speakers: Vec<Speaker> = Vec::new();
    let line_up = line_up(&known, &rules, &sides, seed)?;
    let first = line_up
        .first()
        .map(|(_, id)| known.persona(id))
        .transpose()?;
    for (seat, id) in &line_up {
        let (persona, card) = known.persona(id)?;
        let first = first.map_or(card, |(_, first)| first);
        let (model, profile) = models(Role::Speaker, Some(seat));
        let invented = choice.invented.iter().find(|one| one.id == persona);
        speakers.push(Speaker {
            persona: persona.to_owned(),
            card: choice.cards.card(card, first),
            model,
            profile,
            stance: invented.and_then(|one| one.stance),
            // Counted when the debate is opened, by whoever opens the library.
            passages: 0,
            seat: seat.clone(),
        });
    }
    let seated = |role, seat: Seat| {
        let (model, profile) = models(role, Some(&seat));
        SeatedModel {
            seat,
            model,
            profile,
        }
    };
    let judges = 1..=choice.judges.unwrap_or(rules.judges);
    let judges = judges.map(|number| seated(Role::Judge, Seat::judge(number)));
    let judges: Vec<SeatedModel> = judges.collect();
    let moderator = rules
        .needs_moderator()
        .then(|| seated(Role::Moderator, Seat::moderator()));
    let (_, referee) = models(Role::Referee, None);
    let (_, listener) = models(Role::Audience, None);
    let (_, judge) = models(Role::Judge, Some(&Seat::house()));
    let mut options = choice.options;
    let asked_passes = options.judge_passes;
    let passes = |judge: &Profile| asked_passes.unwrap_or_else(|| usual_passes(&rules, judge));
    options.judges_looking_twice = judges
        .iter()
        .filter(|one| passes(&one.profile) > 1)
        .map(|one| one.seat.clone())
        .collect();
    options.judge_passes = Some(passes(&judge));
    let (_, clerk) = models(Role::Clerk, None);
    options.annotated = rules.annotated_sides().is_some() && clerk.steps == Steps::Together;
    options.claims_asked = choice.claims.is_none()
        && chosen.motion.unclear().is_some()
        && has_two_sides(&rules, &speakers)
        && clerk.steps == Steps::Together;
    options.polled_together = Some(polled_together(options.polled_together, &listener)?);
    let wanted = choice
        .audience
        .unwrap_or_else(|| format.value.audience.min(listener.audience));
    let house_lot = choice.variation.as_ref().and_then(|one| one.house);
    let mut audience = audience::seated(catalog, wanted, house_lot.unwrap_or(seed))?;
    note_own_models(&mut audience, models);
    let able = able_judges(&rules, &judge, &judges);
    options.ranking_judges = if rules.ranking && can_be_ranked(&rules, speakers.len()) {
        able.clone()
    } else {
        Vec::new()
    };
    options.leaning_judges = if rules.asks_for_lean() {
        able
    } else {
        Vec::new()
    };
    options.leaning_house = rules.asks_for_lean()
        && !rules.has_ballots_before()
        && !audience.is_empty()
        && listener.steps == Steps::Together;
    let people = choice.people;
    let mut opening = Opening {
        debate: new.debate,
        opened_ms: new.opened_ms,
        seed,
        motion_id: chosen.id,
        motion: chosen.motion,
        format_id: format.id.clone(),
        speakers,
        audience,
        judges,
        moderator,
        referee: Some(referee),
        format: rules,
        options,
        launch: choice.launch,
        real: None,
        batch: choice.batch,
        guidance: None,
        branch: None,
        variation: choice.variation,
        people: Vec::new(),
    };
    for (seat, name) in &people {
        let namesakes = opening.speakers.iter().filter(|one| one.card.name == *name);
        if namesakes.count() > 0 {
            let what = format!("--as: {name} speaks in this debate already");
            return Err(
                Failure::input(what).hint("give another name: models tell people apart by it")
            );
        }
        if !opening.seat_person(seat, name) {
            let what = format!("--me: nobody sits in the seat `{seat}`");
            return Err(Failure::input(what)
                .hint("with this model the audience is smaller; --audience seats more"));
        }
        opening.ask_judge_once(seat);
    }
    Ok(opening)
}

/// Notes of each member of the audience whether they have a model of their own.
pub fn note_own_models(audience: &mut [Listener], models: ModelLookup<'_>) {
    let (usual, _) = models(Role::Audience, None);
    for member in audience {
        let (own, _) = models(Role::Audience, Some(&member.seat));
        member.own_model = Some(own).filter(|own| *own != usual);
    }
}

/// Whether a speaker speaks for the motion and another against it: all others hold what they like.
fn has_two_sides(format: &Format, speakers: &[Speaker]) -> bool {
    let stances = speakers.iter().filter_map(|one| {
        let of_seat = || Some(format.side(one.seat.group())?.stance_of(one.seat.number()?));
        one.stance.or_else(of_seat)
    });
    let stances: Vec<Stance> = stances.collect();
    stances.contains(&Stance::For) && stances.contains(&Stance::Against)
}

/// The seats of the judges who give a verdict or scores, but those with small models: whoever is asked for a lean, and
/// for a ranking.
fn able_judges(format: &Format, of_verdict: &Profile, judges: &[SeatedModel]) -> Vec<Seat> {
    let gives_verdict = format.has_task(Task::Verdict) && of_verdict.steps == Steps::Together;
    let judges = judges.iter().filter(|_| format.has_task(Task::Judgement));
    let judges = judges.filter(|one| one.profile.steps == Steps::Together);
    let house = gives_verdict.then(Seat::house);
    house
        .into_iter()
        .chain(judges.map(|one| one.seat.clone()))
        .collect()
}

/// Whether there can be three things to rank: a ranking of two says no more than who is ahead.
fn can_be_ranked(format: &Format, speakers: usize) -> bool {
    match format.rubric.as_ref().map(|rubric| rubric.of) {
        Some(Scored::Arguments) => true,
        Some(Scored::Sides) => false,
        Some(Scored::Speakers) | None => speakers > 2,
    }
}

/// The number of times that a judge looks at a debate where nobody says so: twice, but once where the format does without,
/// and once for a small model, of which a look costs minutes and the verdict is worth little either way.
fn usual_passes(format: &Format, judge: &Profile) -> u32 {
    match judge.steps {
        Steps::Together if format.second_look => 2,
        Steps::Together | Steps::OneAtATime => 1,
    }
}

/// The number of audience members polled in one call: as many as somebody has said, or as suits their model.
fn polled_together(wanted: Option<u32>, listener: &Profile) -> Result<u32, Failure> {
    match wanted {
        Some(2..) if !polling::is_possible(listener) => Err(Failure::input(
            "the context of the audience's model has no room for several members at once",
        )
        .hint("leave --polled-together out, or choose another model: --role audience=MODEL")),
        Some(wanted) => Ok(wanted),
        None => Ok(polling::usual(listener)),
    }
}

/// The name of a model without its provider: `mock` of `127.0.0.1:8080:mock`, `qwen2.5:3b` of
/// `ollama:qwen2.5:3b`.
pub fn model_name(label: &str) -> &str {
    let Some((_, rest)) = label.split_once(':') else {
        return label;
    };
    match rest.split_once(':') {
        Some((port, name)) if !port.is_empty() && port.chars().all(|c| c.is_ascii_digit()) => name,
        Some(_) | None => rest,
    }
}

/// Shuffles a list from the seed alone (R. A. Fisher and F. Yates): the same on every machine and with every version of
/// a library. By it line-ups are drawn.
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for last in (1..items.len()).rev() {
        let other = (rng.next_u64() % (last as u64 + 1)) as usize;
        items.swap(last, other);
    }
}
