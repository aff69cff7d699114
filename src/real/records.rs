//! A debate that people held, as the records of a debate that is over: what folds, replays and exports like any other.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    form::{RealDebate, RealTurn},
    format::{self, Made, WORDS_PER_MINUTE},
};
use crate::{
    catalog::{Format, Motion, Persona, Profile, Style},
    debate::{
        event::{CloseReason, Event, Record},
        ids::{DebateId, PoiId, Seat, TurnId},
        opening::{Launch, Opening, Options, Polls, Speaker},
        real::Real,
    },
    text::{count_words, first_word},
};

/// The number of words said at once: less than two seconds, which is all that a replay leaves of a gap.
const WORDS_AT_ONCE: usize = 3;
/// The pause between two turns whose times are not known, in milliseconds.
const PAUSE_MS: u64 = 1_000;
/// The label of a person who speaks, where other debates show the model.
const PERSON: &str = "in person";

/// The settings that a debate does not say of itself when it comes into a journal.
#[derive(Debug)]
pub struct Making<'a> {
    /// The id of the debate in the journal.
    pub debate: DebateId,
    /// The time of the import: milliseconds since the Unix epoch.
    pub now_ms: i64,
    /// The format that it is like, with its id.
    pub like: Option<(&'a str, &'a Format)>,
}

/// The records of a debate, the opening first and its end last.
pub fn records(debate: &RealDebate, making: &Making<'_>) -> Vec<Record> {
    let made = Made::of(debate, making.like.map(|(_, format)| format));
    let mut log = Log::default();
    log.add(Event::Opened(Arc::new(opening(debate, making, &made))));
    let mut phase = None;
    for (at, turn) in debate.turns.iter().enumerate() {
        let of = made.phases.get(at).copied().unwrap_or(0);
        if phase != Some(of) {
            if let Some(phase) = phase {
                log.add(Event::PhaseEnded { phase });
            }
            log.add(Event::PhaseBegan { phase: of });
            phase = Some(of);
        }
        log.begin(turn);
        let next = debate.turns.get(at + 1).and_then(|next| next.at_seconds);
        log.turn(turn, number(at), &made, duration(turn, next));
    }
    if let Some(phase) = phase {
        log.add(Event::PhaseEnded { phase });
    }
    log.add(Event::Closed {
        reason: CloseReason::Completed,
    });
    log.records
}

fn opening(debate: &RealDebate, making: &Making<'_>, made: &Made) -> Opening {
    let hash = debate.hash();
    let seed = u64::from_str_radix(hash.get(..8).unwrap_or("0"), 16).unwrap_or(0);
    let mut motion = Motion::own(&debate.motion);
    motion.background.clone_from(&debate.background);
    let mut speakers: Vec<Speaker> = debate
        .speakers
        .iter()
        .filter_map(|one| {
            let seat = made.seats.get(&one.name.to_lowercase())?.clone();
            let role = if one.role.is_empty() {
                let side = made.format.side(seat.group());
                side.map_or_else(String::new, |side| format!("of the {}", side.name))
            } else {
                one.role.clone()
            };
            Some(Speaker {
                persona: slug(&one.name),
                card: card(&one.name, role, &one.bio),
                model: PERSON.to_owned(),
                profile: Profile::default(),
                stance: None,
                passages: 0,
                seat,
            })
        })
        .collect();
    let side = |seat: &Seat| {
        let sides = made.format.sides.iter();
        sides.into_iter().position(|side| side.id == seat.group())
    };
    speakers.sort_by_key(|one| (side(&one.seat), one.seat.number()));
    Opening {
        debate: making.debate.clone(),
        opened_ms: making.now_ms,
        seed,
        motion_id: None,
        motion,
        format_id: making.like.map_or(format::ID, |(id, _)| id).to_owned(),
        format: made.format.clone(),
        speakers,
        audience: Vec::new(),
        judges: Vec::new(),
        moderator: None,
        referee: None,
        options: Options {
            polls: Polls::Off,
            ..Options::default()
        },
        launch: Launch::default(),
        guidance: None,
        branch: None,
        variation: None,
        people: Vec::new(),
        batch: None,
        real: Some(Real {
            hash: debate.identity(),
            source: debate.source.clone(),
            date: debate.date.clone(),
            licence: debate.licence.clone(),
            votes: debate.votes,
        }),
    }
}

/// A card of what is known, which is little: the words are the person's own.
fn card(name: &str, role: String, bio: &str) -> Persona {
    Persona {
        name: name.to_owned(),
        short: name.split_whitespace().last().unwrap_or(name).to_owned(),
        lived: String::new(),
        icon: String::new(),
        role,
        biography: bio.to_owned(),
        approach: String::new(),
        never: Vec::new(),
        style: Style {
            register: String::new(),
            openings: String::new(),
            devices: Vec::new(),
            disagreement: String::new(),
            phrases: Vec::new(),
            closings: String::new(),
        },
        positions: Vec::new(),
        samples: Vec::new(),
        ..Persona::default()
    }
}

fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

/// The duration of a turn, in milliseconds; `next` is when the next one began.
fn duration(turn: &RealTurn, next: Option<f64>) -> u64 {
    let between = turn.at_seconds.zip(next).map(|(from, to)| to - from);
    let seconds = turn
        .minutes
        .map(|minutes| minutes * 60.0)
        .or(between.filter(|seconds| *seconds > 0.0));
    seconds.map_or_else(
        || speaking_ms(&turn.text),
        |seconds| (seconds * 1_000.0).round() as u64,
    )
}

fn speaking_ms(text: &str) -> u64 {
    (f64::from(count_words(text)) * 60_000.0 / WORDS_PER_MINUTE).round() as u64
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Records with a clock.
#[derive(Debug, Default)]
struct Log {
    records: Vec<Record>,
    at_ms: u64,
    points: u32,
}

impl Log {
    fn add(&mut self, event: Event) {
        self.records.push(Record {
            seq: self.records.len() as u64,
            at_ms: self.at_ms,
            event,
        });
    }

    /// Waits for the time at which a turn begins.
    fn begin(&mut self, turn: &RealTurn) {
        match turn.at_seconds {
            Some(at) => self.at_ms = self.at_ms.max((at * 1_000.0).round() as u64),
            None if self.records.len() > 2 => self.at_ms += PAUSE_MS,
            None => {}
        }
    }

    fn turn(&mut self, turn: &RealTurn, id: u32, made: &Made, lasts_ms: u64) {
        let seat = |name: &str| made.seats.get(&name.to_lowercase()).cloned();
        let own = seat(&turn.speaker).unwrap_or_else(Seat::moderator);
        let words = count_words(&turn.text);
        let target = TurnId(id);
        self.add(Event::TurnBegan {
            turn: target,
            slot: id,
            seat: own.clone(),
            task: format::kind(&own).0,
            attempt: 1,
            target_words: words,
        });
        let began = self.at_ms;
        let mut asides = 0;
        let mut points = turn.interjections.iter().peekable();
        let mut said = 0;
        for piece in pieces(&turn.text, &stops(turn)) {
            while let Some(point) = points.next_if(|one| one.after_words.unwrap_or(words) <= said) {
                asides += self.point(target, (&own, seat(&point.speaker)), point);
            }
            said += count_words(piece);
            let share = f64::from(said) / f64::from(words.max(1));
            self.at_ms = began + asides + (lasts_ms as f64 * share).round() as u64;
            self.add(Event::Said {
                turn: target,
                text: piece.to_owned(),
            });
        }
        for point in points {
            self.point(target, (&own, seat(&point.speaker)), point);
        }
        self.add(Event::TurnEnded {
            turn: target,
            truncated: None,
            flagged: None,
        });
    }

    /// Adds an interjection; gives the time that it took.
    fn point(
        &mut self,
        turn: TurnId,
        (to, from): (&Seat, Option<Seat>),
        point: &super::form::RealInterjection,
    ) -> u64 {
        let poi = PoiId(self.points);
        self.points += 1;
        let began = self.at_ms;
        self.add(Event::PoiOffered {
            poi,
            turn,
            from: from.unwrap_or_else(Seat::gallery),
            to: to.clone(),
            text: point.text.clone(),
            command: None,
        });
        self.at_ms += speaking_ms(&point.text);
        match &point.answer {
            Some(answer) => {
                self.add(Event::PoiAccepted { poi });
                self.at_ms += speaking_ms(answer);
                self.add(Event::PoiAnswered {
                    poi,
                    text: answer.clone(),
                });
            }
            None => self.add(Event::PoiDeclined {
                poi,
                gesture: "goes on".to_owned(),
                reason: String::new(),
            }),
        }
        self.at_ms - began
    }
}

/// The numbers of words of a turn after which something is put in.
fn stops(turn: &RealTurn) -> BTreeSet<usize> {
    let all = turn.interjections.iter();
    all.filter_map(|one| one.after_words.map(|words| words as usize))
        .collect()
}

/// A text in pieces of a few words, each with the white space behind it, cut after so many words as `stops` says, too.
/// Together they are the text.
fn pieces<'a>(text: &'a str, stops: &BTreeSet<usize>) -> Vec<&'a str> {
    let mut pieces = Vec::new();
    let (mut from, mut words, mut in_piece, mut at) = (0, 0, 0, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.trim_start().is_empty()) {
        let begins = text.len() - rest.trim_start().len();
        let is_full = in_piece == WORDS_AT_ONCE || stops.contains(&words);
        if is_full && in_piece > 0 {
            pieces.extend(text.get(from..begins));
            (from, in_piece) = (begins, 0);
        }
        words += 1;
        in_piece += 1;
        at += first_word(rest);
    }
    pieces.extend(text.get(from..).filter(|rest| !rest.is_empty()));
    pieces
}

#[cfg(test)]
mod tests;
