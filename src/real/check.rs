//! Checks of a debate beyond its shape: everybody who is named is there, every number can be one, and no text or list
//! is longer than can be handled.

use std::collections::BTreeSet;

use super::{
    dates,
    fault::FileFault,
    form::{FLOOR, RealDebate, RealInterjection, RealTurn},
    locate::Place,
};
use crate::{
    bounds,
    catalog::{SEAT_WORDS, nearest::nearest},
    debate::real::HouseCount,
    text::{count_words, cut::shortened},
};

/// Bytes of a name that stand in a message.
const SHOWN: usize = 80;
/// Sides that do.
const NAMED: usize = 12;

/// The advice on a text or a list that is too long.
const SHORTER: &str = "leave out what nobody has to read, or take it apart into several files";

/// Checks a debate; gives the faults, each with its place: all of them, or one more than anybody is told of.
pub(super) fn check(debate: &RealDebate) -> Vec<(Place, FileFault)> {
    let known = debate.names().map(str::to_lowercase).collect();
    let mut found = Found {
        faults: Vec::new(),
        known,
    };
    let root = Place::root();
    if debate.motion.is_empty() {
        found.add(root.key("motion"), "the motion is empty");
    }
    for (name, text, most) in [
        ("motion", &debate.motion, bounds::LINE),
        ("background", &debate.background, bounds::TEXT),
        ("source", &debate.source, bounds::LINE),
        ("licence", &debate.licence, bounds::LINE),
    ] {
        found.length(text, most, || root.key(name));
    }
    let lists = [
        ("sides", debate.sides.len(), bounds::ENTRIES),
        ("speakers", debate.speakers.len(), bounds::REAL_SPEAKERS),
        ("turns", debate.turns.len(), bounds::REAL_TURNS),
    ];
    for (name, count, most) in lists {
        found.entries(count, most, || root.key(name));
    }
    if !found.faults.is_empty() {
        return found.faults;
    }
    if let Err(wrong) = dates::read(&debate.date) {
        found.add(root.key("date"), wrong);
    }
    let votes = root.key("votes");
    for (name, count) in [
        ("before", debate.votes.before),
        ("after", debate.votes.after),
    ] {
        if let Some(wrong) = count.and_then(wrong_count) {
            found.add(votes.key(name), wrong);
        }
    }
    found.sides(debate);
    found.people(debate);
    if debate.turns.is_empty() {
        found.add(root.key("turns"), "nobody says anything");
    }
    let mut since = 0.0;
    for (at, turn) in debate.turns.iter().enumerate() {
        if found.is_full() {
            break;
        }
        let here = root.key("turns").at(at);
        found.turn(debate, turn, &here);
        if let Some(began) = turn.at_seconds {
            if !bounds::REAL_SECONDS.holds(began) {
                found.add(
                    here.key("at_seconds"),
                    format!("expected {} seconds", bounds::REAL_SECONDS),
                );
            } else if began >= since {
                since = began;
            } else {
                found.add(
                    here.key("at_seconds"),
                    format!("{began} is not a time after the turn before, which began at {since}"),
                );
            }
        }
    }
    found.faults
}

/// The fault of a count, if the count has any.
pub(super) fn wrong_count(count: HouseCount) -> Option<String> {
    let all = [count.ayes, count.noes, count.undecided];
    if all.iter().any(|n| !bounds::VOTES.holds(*n)) {
        return Some(format!(
            "expected counts from {} to {}",
            bounds::VOTES.least,
            bounds::VOTES.most
        ));
    }
    (count.total() <= 0.0).then(|| "nobody was counted".to_owned())
}

/// The beginning of a text, for a message.
fn shown(text: &str) -> String {
    shortened(text, SHOWN)
}

struct Found {
    faults: Vec<(Place, FileFault)>,
    /// Everybody who can have the floor, in small letters.
    known: BTreeSet<String>,
}

impl Found {
    fn add(&mut self, place: Place, message: impl Into<String>) {
        self.faults.push((place, FileFault::new(message)));
    }

    /// Whether there is more than anybody is told of.
    fn is_full(&self) -> bool {
        self.faults.len() > bounds::FAULTS
    }

    fn length(&mut self, text: &str, most: usize, place: impl FnOnce() -> Place) {
        if text.len() <= most {
            return;
        }
        let count = text.chars().count();
        if count > most {
            self.too_long(
                place(),
                format!("this has {count} characters; {most} at the most"),
            );
        }
    }

    fn entries(&mut self, count: usize, most: usize, place: impl FnOnce() -> Place) {
        if count > most {
            self.too_long(
                place(),
                format!("this list has {count} entries; {most} at the most"),
            );
        }
    }

    fn too_long(&mut self, place: Place, message: String) {
        self.faults
            .push((place, FileFault::new(message).hint(SHORTER)));
    }

    fn sides(&mut self, debate: &RealDebate) {
        let field = Place::root().key("sides");
        if debate.sides.is_empty() {
            self.add(field.clone(), "there are no sides");
        }
        let mut seen = BTreeSet::new();
        for (at, side) in debate.sides.iter().enumerate() {
            if self.is_full() {
                return;
            }
            let here = field.at(at);
            self.length(&side.id, bounds::LINE, || here.key("id"));
            self.length(&side.name, bounds::LINE, || here.key("name"));
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if side.id.is_empty() || !side.id.chars().all(plain) {
                self.add(
                    here.key("id"),
                    format!(
                        "\"{}\" cannot be the id of a side; expected small letters, digits and hyphens",
                        shown(&side.id)
                    ),
                );
            } else if SEAT_WORDS.contains(&side.id.as_str()) {
                self.add(
                    here.key("id"),
                    format!("\"{}\" means other seats; expected another id", side.id),
                );
            } else if !seen.insert(side.id.as_str()) {
                self.add(
                    here.key("id"),
                    format!("there is a side \"{}\" already", shown(&side.id)),
                );
            }
            if side.name.is_empty() {
                self.add(here.key("name"), "this side has no name");
            }
        }
    }

    fn people(&mut self, debate: &RealDebate) {
        let field = Place::root().key("speakers");
        if debate.speakers.is_empty() {
            self.add(field.clone(), "nobody speaks");
        }
        let mut names = BTreeSet::new();
        let mut seats = BTreeSet::new();
        let sides: BTreeSet<&str> = debate.sides.iter().map(|side| side.id.as_str()).collect();
        for (at, one) in debate.speakers.iter().enumerate() {
            if self.is_full() {
                return;
            }
            let here = field.at(at);
            self.name(&mut names, &one.name, here.key("name"));
            self.length(&one.role, bounds::LINE, || here.key("role"));
            self.length(&one.bio, bounds::TEXT, || here.key("bio"));
            if one.side != FLOOR && !sides.contains(one.side.as_str()) {
                let known = debate.sides.iter().map(|side| shown(&side.id));
                let known: Vec<String> = known.take(NAMED).chain([FLOOR.to_owned()]).collect();
                self.add(
                    here.key("side"),
                    format!(
                        "there is no side \"{}\"; expected one of {}",
                        shown(&one.side),
                        known.join(", ")
                    ),
                );
            }
            match one.seat {
                Some(0) => self.add(here.key("seat"), "seats are counted from 1"),
                Some(seat) if seat > debate.speakers.len() => self.add(
                    here.key("seat"),
                    format!("there are only {} speakers", debate.speakers.len()),
                ),
                Some(seat) if !seats.insert((one.side.as_str(), seat)) => self.add(
                    here.key("seat"),
                    format!(
                        "somebody sits in seat {seat} of \"{}\" already",
                        shown(&one.side)
                    ),
                ),
                Some(_) | None => {}
            }
        }
        if let Some(one) = &debate.moderator {
            let here = Place::root().key("moderator");
            self.name(&mut names, &one.name, here.key("name"));
            self.length(&one.role, bounds::LINE, || here.key("role"));
            self.length(&one.bio, bounds::TEXT, || here.key("bio"));
        }
    }

    fn name(&mut self, names: &mut BTreeSet<String>, name: &str, place: Place) {
        if name.is_empty() {
            self.add(place, "this name is empty");
        } else if name.len() > bounds::LINE {
            self.length(name, bounds::LINE, || place);
        } else if !names.insert(name.to_lowercase()) {
            self.add(place, format!("\"{}\" is there twice", shown(name)));
        }
    }

    fn turn(&mut self, debate: &RealDebate, turn: &RealTurn, here: &Place) {
        self.known(debate, &turn.speaker, here.key("speaker"));
        let words = count_words(&turn.text);
        if words == 0 {
            self.add(here.key("text"), "nothing is said in this turn");
        }
        self.length(&turn.text, bounds::REAL_TEXT, || here.key("text"));
        let phase = turn.phase.as_deref();
        if phase == Some("") {
            self.add(here.key("phase"), "this phase has no name");
        }
        self.length(phase.unwrap_or_default(), bounds::LINE, || {
            here.key("phase")
        });
        if let Some(minutes) = turn.minutes
            && !bounds::REAL_MINUTES.holds(minutes)
        {
            self.add(
                here.key("minutes"),
                format!("nobody speaks for {minutes} minutes"),
            );
        }
        let mut since = 0;
        let count = turn.interjections.len();
        self.entries(count, bounds::ENTRIES, || here.key("interjections"));
        for (at, one) in turn.interjections.iter().enumerate() {
            if self.is_full() {
                return;
            }
            let here = here.key("interjections").at(at);
            self.interjection(debate, (turn, words), (one, &mut since), &here);
        }
    }

    fn interjection(
        &mut self,
        debate: &RealDebate,
        (turn, words): (&RealTurn, u32),
        (one, since): (&RealInterjection, &mut u32),
        here: &Place,
    ) {
        self.known(debate, &one.speaker, here.key("speaker"));
        if one.speaker.to_lowercase() == turn.speaker.to_lowercase() {
            self.add(here.key("speaker"), "nobody rises against themselves");
        }
        if count_words(&one.text) == 0 {
            self.add(here.key("text"), "nothing is said in it");
        }
        let answer = one.answer.as_deref().unwrap_or_default();
        self.length(&one.text, bounds::TEXT, || here.key("text"));
        self.length(answer, bounds::TEXT, || here.key("answer"));
        let after = one.after_words.unwrap_or(words);
        if after > words {
            self.add(
                here.key("after_words"),
                format!("the turn has only {words} words"),
            );
        } else if after < *since {
            self.add(
                here.key("after_words"),
                format!("it came before the one in front of it, after {since} words"),
            );
        } else {
            *since = after;
        }
    }

    fn known(&mut self, debate: &RealDebate, name: &str, place: Place) {
        if self.known.contains(&name.to_lowercase()) {
            return;
        }
        let near = nearest(name, debate.names());
        let meant = match near.as_slice() {
            [] => "it must be among `speakers`, or be the moderator's".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        let name = shown(name);
        self.add(place, format!("there is no speaker \"{name}\"; {meant}"));
    }
}
