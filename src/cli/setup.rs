//! From what a person chose to the first event: line-up drawn, audience seated, everything resolved.

use std::sync::Arc;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::{clock, flags::Seats};
use crate::{
    assign::Cast,
    catalog::{Catalog, Format, Persona, Prior, Verdict},
    debate::{
        ask::Role,
        ids::Seat,
        opening::{BatchRef, Launch, Listener, Opening, Options, Speaker},
    },
    error::Failure,
    llm::roster::Roster,
};

/// What a person chose.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    /// An id, the beginning of one, or a sentence.
    pub(super) motion: String,
    /// An id.
    pub(super) format: String,
    /// The personas of each side, in the order of the format's sides. Empty: drawn by lot.
    pub(super) sides: Vec<Vec<String>>,
    /// The speakers in the order of the seats, whatever the sides are called. Empty where `sides` says it.
    pub(super) speakers: Vec<String>,
    /// People who are in no file. They are known by their ids, before those of the catalog.
    pub(super) cast: Vec<Cast>,
    /// How many sit in the audience; the format's number where absent.
    pub(super) audience: Option<usize>,
    /// How many judges there are; the format's number where absent.
    pub(super) judges: Option<usize>,
    /// Every random choice comes from it; chosen by the clock where absent.
    pub(super) seed: Option<u64>,
    /// The settings.
    pub(super) options: Options,
    /// Where the models are to be found.
    pub(super) launch: Launch,
    /// The place in a batch, where it is one of many.
    pub(super) batch: Option<BatchRef>,
}

/// Who is who by name, before models are known.
#[derive(Debug)]
struct LineUp {
    seats: Vec<(Seat, String)>,
}

/// Everybody who can be named: the people of the catalog, and before them those who are in no file.
struct Known<'a> {
    catalog: &'a Catalog,
    cast: &'a [Cast],
}

impl<'a> Known<'a> {
    fn of(catalog: &'a Catalog, choice: &'a Choice) -> Self {
        Self {
            catalog,
            cast: &choice.cast,
        }
    }

    /// The id and the card that go with a name.
    fn persona(&self, name: &str) -> Result<(&'a str, &'a Persona), Failure> {
        if let Some(one) = self.cast.iter().find(|one| one.id == name) {
            return Ok((&one.id, &one.card));
        }
        let entry = self.catalog.persona(name)?;
        Ok((&entry.id, &entry.value))
    }
}

/// Says what is wrong with a choice, before anybody looks for a model.
///
/// # Errors
/// Unknown names (with the nearest ones), too few speakers, a persona in two seats.
pub(super) fn check(catalog: &Catalog, choice: &Choice) -> Result<(), Failure> {
    catalog.choose_motion(&choice.motion)?;
    let format = catalog.format(&choice.format)?;
    let sides = by_side(catalog, &format.value, choice);
    let known = Known::of(catalog, choice);
    line_up(&known, &with_seats(&format.value, &sides), &sides, 0)?;
    if choice.audience == Some(0) && format.value.verdict == Verdict::Division {
        return Err(Failure::input(format!(
            "nobody would vote: the format {} ends with a division, and the audience is 0",
            format.id
        ))
        .hint("seat 1 or more with --audience (`audience` in a file)"));
    }
    audience(catalog, choice.audience.unwrap_or(0), 0)?;
    Ok(())
}

/// Whether somebody has asked for what is usual otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// By a flag.
    Yes,
    /// It is as it always is.
    No,
}

/// Says which part of a choice would do nothing in its format. What somebody asks for is done or refused.
///
/// # Errors
/// The format has nothing that it could be for.
pub(super) fn heeded(catalog: &Catalog, choice: &Choice, polls: Asked) -> Result<(), Failure> {
    let format = catalog.format(&choice.format)?;
    let rules = &format.value;
    let refused = |flag: &str, why: String| {
        Err(Failure::input(format!(
            "{flag} would do nothing: the format {} {why}",
            format.id
        ))
        .hint(format!(
            "leave {flag} out, or choose another format: hustings formats"
        )))
    };
    if choice.judges.is_some() && rules.judges == 0 {
        return refused("--judges", "has no judges".to_owned());
    }
    if choice.audience.is_some() && !rules.needs_audience() {
        return refused("--audience", "has no audience".to_owned());
    }
    if polls == Asked::Yes && !rules.phases.iter().any(|phase| phase.polls) {
        return refused("--polls", "has no polls".to_owned());
    }
    if let Some(rounds) = choice.options.rounds {
        match rules
            .phases
            .iter()
            .filter_map(|phase| phase.most_rounds)
            .max()
        {
            None => return refused("--rounds", "leaves no rounds open".to_owned()),
            Some(most) if rounds > most => {
                return Err(Failure::input(format!(
                    "--rounds {rounds} is too many: the format {} has {most} at the most",
                    format.id
                ))
                .hint(format!("--rounds takes 1 to {most} here")));
            }
            Some(_) => {}
        }
    }
    let floor = choice.options.floor_speeches;
    let mut turns = rules.phases.iter().flat_map(|phase| &phase.turns);
    if floor > 0 && !turns.any(|turn| turn.seats == "floor") {
        return refused(
            "--floor-speeches",
            "has no speeches from the floor".to_owned(),
        );
    }
    let there = choice.audience.unwrap_or(rules.audience);
    if floor as usize > there {
        return Err(Failure::input(format!(
            "--floor-speeches {floor} is too many: {there} members sit in the audience"
        ))
        .hint("seat more with --audience, or let fewer speak"));
    }
    Ok(())
}

/// The format of a choice, with as many seats as it has with these speakers.
///
/// # Errors
/// There is no such format.
pub(super) fn rules(catalog: &Catalog, choice: &Choice) -> Result<Format, Failure> {
    let format = &catalog.format(&choice.format)?.value;
    Ok(with_seats(format, &by_side(catalog, format, choice)))
}

/// The seats of a debate that is chosen so.
///
/// # Errors
/// There is no such format.
pub(super) fn seats(catalog: &Catalog, choice: &Choice) -> Result<Seats, Failure> {
    let rules = rules(catalog, choice)?;
    let audience = choice.audience.unwrap_or(rules.audience);
    let judges = choice.judges.unwrap_or(rules.judges);
    Ok(Seats::of_format(&rules, audience, judges))
}

/// Resolves a choice. The models are asked for each seat, because a seat may have its own.
///
/// # Errors
/// Unknown names (with the nearest ones), too few speakers, a persona in two seats.
pub(super) fn opening(
    catalog: &Catalog,
    choice: Choice,
    roster: &Roster,
) -> Result<Arc<Opening>, Failure> {
    let chosen = catalog.choose_motion(&choice.motion)?;
    let format = catalog.format(&choice.format)?;
    let seed = choice.seed.unwrap_or_else(fresh_seed);
    let sides = by_side(catalog, &format.value, &choice);
    let rules = with_seats(&format.value, &sides);
    let known = Known::of(catalog, &choice);
    let line_up = line_up(&known, &rules, &sides, seed)?;
    let mut speakers = Vec::new();
    for (seat, id) in line_up.seats {
        let (persona, card) = known.persona(&id)?;
        let model = &roster.assigned(Role::Speaker, Some(&seat)).model;
        let cast = choice.cast.iter().find(|one| one.id == persona);
        speakers.push(Speaker {
            persona: persona.to_owned(),
            card: card.clone(),
            model: model.label().to_owned(),
            profile: model.profile().clone(),
            stance: cast.and_then(|one| one.stance),
            // Counted when the debate is opened, by whoever opens the library.
            passages: 0,
            seat,
        });
    }
    let judges = choice.judges.unwrap_or(rules.judges);
    let judges = (1..=judges).map(|number| roster.bench(Role::Judge, Seat::judge(number)));
    let moderator = rules
        .needs_moderator()
        .then(|| roster.bench(Role::Moderator, Seat::moderator()));
    let referee = &roster.assigned(Role::Referee, None).model;
    let listener = &roster.assigned(Role::Audience, None).model;
    let wanted = choice
        .audience
        .unwrap_or_else(|| format.value.audience.min(listener.profile().audience));
    let (debate, opened_ms) = clock::new_debate();
    Ok(Arc::new(Opening {
        debate,
        opened_ms,
        seed,
        motion_id: chosen.id,
        motion: chosen.motion,
        format_id: format.id.clone(),
        format: rules,
        speakers,
        audience: audience(catalog, wanted, seed)?,
        judges: judges.collect(),
        moderator,
        referee: Some(referee.profile().clone()),
        options: choice.options,
        launch: choice.launch,
        real: None,
        batch: choice.batch,
        guidance: None,
    }))
}

/// A seed that people can read out and type, from the random end of a fresh id.
pub(super) fn fresh_seed() -> u64 {
    clock::random() % 1_000_000
}

/// Who speaks on which side: those who were named, or else those whom the format has where nobody is named. Those that
/// nobody knows any more are drawn by lot instead.
fn by_side(catalog: &Catalog, format: &Format, choice: &Choice) -> Vec<Vec<String>> {
    if choice.sides.iter().any(|names| !names.is_empty()) {
        return choice.sides.clone();
    }
    let known = format.speakers.iter().all(|id| catalog.persona(id).is_ok());
    let named = match choice.speakers.as_slice() {
        [] if known => format.speakers.as_slice(),
        named => named,
    };
    let mut named = named.iter().cloned();
    let last = format.sides.len().saturating_sub(1);
    let of_side = |(at, side): (usize, &crate::catalog::Side)| {
        // Whoever is left over belongs to the last side, where it is said that they are too many.
        let seats = if at == last { usize::MAX } else { side.seats };
        named.by_ref().take(seats).collect()
    };
    format.sides.iter().enumerate().map(of_side).collect()
}

/// The format with as many seats as speakers were named, where it leaves that to the viewer.
fn with_seats(format: &Format, chosen: &[Vec<String>]) -> Format {
    let mut format = format.clone();
    for (side, names) in format.sides.iter_mut().zip(chosen) {
        if side.seats_range().contains(&names.len()) {
            side.seats = names.len();
        }
    }
    format
}

fn line_up(
    known: &Known<'_>,
    format: &Format,
    chosen: &[Vec<String>],
    seed: u64,
) -> Result<LineUp, Failure> {
    let mut taken: Vec<(String, Seat)> = Vec::new();
    let mut sides: Vec<Vec<Option<String>>> = Vec::new();
    for (position, side) in format.sides.iter().enumerate() {
        let names = chosen.get(position).map(Vec::as_slice).unwrap_or_default();
        if !names.is_empty() && names.len() != side.seats {
            let range = side.seats_range();
            let seats = match (range.start(), range.end()) {
                (1, 1) => "one seat".to_owned(),
                (least, most) if least == most => format!("{most} seats"),
                (least, most) => format!("{least} to {most} seats"),
            };
            let speakers = match names.len() {
                1 => "one speaker was".to_owned(),
                many => format!("{many} speakers were"),
            };
            let name = side.name.strip_prefix("The ").unwrap_or(&side.name);
            return Err(
                Failure::input(format!("the {name} has {seats}, and {speakers} named")).hint(
                    format!("name {}, or none to have them drawn by lot", side.seats),
                ),
            );
        }
        let mut seats = vec![None; side.seats];
        for (number, name) in names.iter().enumerate() {
            let id = known.persona(name)?.0.to_owned();
            let seat = Seat::new(&side.id, number + 1);
            if let Some((_, other)) = taken.iter().find(|(persona, _)| *persona == id) {
                return Err(Failure::input(format!(
                    "{id} cannot speak from both {other} and {seat}"
                ))
                .hint("every speaker must be somebody else; `hustings personas` lists them"));
            }
            taken.push((id.clone(), seat));
            if let Some(place) = seats.get_mut(number) {
                *place = Some(id);
            }
        }
        sides.push(seats);
    }
    let mut pool: Vec<String> = known
        .catalog
        .personas()
        .map(|entry| entry.id.clone())
        .filter(|id| !taken.iter().any(|(t, _)| t == id))
        .collect();
    let missing = sides.iter().flatten().filter(|seat| seat.is_none()).count();
    if pool.len() < missing {
        return Err(Failure::input(format!(
            "{missing} speakers are to be drawn and only {} are left",
            pool.len()
        ))
        .hint("add persona files, or choose a format with fewer seats"));
    }
    shuffle(&mut pool, seed);
    let mut drawn = pool.into_iter();
    let mut seats = Vec::new();
    for (side, places) in format.sides.iter().zip(sides) {
        for (number, place) in places.into_iter().enumerate() {
            if let Some(id) = place.or_else(|| drawn.next()) {
                seats.push((Seat::new(&side.id, number + 1), id));
            }
        }
    }
    Ok(LineUp { seats })
}

/// An audience as evenly divided as the people at hand allow: one without a view, one of each leaning, and round
/// again, each drawn by lot.
fn audience(catalog: &Catalog, wanted: usize, seed: u64) -> Result<Vec<Listener>, Failure> {
    let mut groups: [Vec<_>; 3] = Default::default();
    for entry in catalog.members() {
        let group = match entry.value.prior {
            Prior::None => 0,
            Prior::Proposition => 1,
            Prior::Opposition => 2,
        };
        if let Some(group) = groups.get_mut(group) {
            group.push(entry);
        }
    }
    let there: usize = groups.iter().map(Vec::len).sum();
    if wanted > there {
        return Err(Failure::input(format!(
            "{wanted} members of the audience are wanted and {there} are known"
        ))
        .hint("add files to personas/audience, or ask for fewer with --audience"));
    }
    for (salt, group) in groups.iter_mut().enumerate() {
        shuffle(group, seed.wrapping_add(1 + salt as u64));
    }
    let mut seated = Vec::new();
    while seated.len() < wanted {
        for group in &mut groups {
            if seated.len() < wanted
                && let Some(entry) = group.pop()
            {
                seated.push(Listener {
                    seat: Seat::audience(seated.len() + 1),
                    persona: entry.id.clone(),
                    card: entry.value.clone(),
                });
            }
        }
    }
    Ok(seated)
}

/// Fisher and Yates, from the seed alone: the same on every machine and with every version of a library.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for last in (1..items.len()).rev() {
        let other = (rng.next_u64() % (last as u64 + 1)) as usize;
        items.swap(last, other);
    }
}
