//! What a debate must be beyond its shape: everybody who is named is there, and every number can be one.

use std::collections::BTreeSet;

use super::{
    fault::Fault,
    form::{FLOOR, Interjection, RealDebate, RealTurn},
    locate::Place,
};
use crate::{
    bounds,
    catalog::nearest::nearest,
    debate::real::HouseCount,
    text::{count_words, first_words},
};

/// Ids that mean other seats.
const RESERVED: [&str; 9] = [
    "speakers",
    "audience",
    "house",
    "gallery",
    "chair",
    "moderator",
    "judges",
    "judge",
    FLOOR,
];

/// Everything that is wrong, each with its place.
pub(super) fn check(debate: &RealDebate) -> Vec<(Place, Fault)> {
    let mut found = Found(Vec::new());
    let root = Place::root();
    if debate.motion.is_empty() {
        found.add(root.key("motion"), "the motion is empty");
    }
    if !is_date(&debate.date) {
        let said = &debate.date;
        found.add(
            root.key("date"),
            format!("\"{said}\" is no date; expected one such as 2019-11-21, 2019-11 or 2019"),
        );
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
    found.0
}

/// What is wrong with a count, if anything.
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

/// Whether it is empty, a year, a month or a day.
fn is_date(text: &str) -> bool {
    let day = match text.len() {
        0 => return true,
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        _ => text.to_owned(),
    };
    day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok()
}

struct Found(Vec<(Place, Fault)>);

impl Found {
    fn add(&mut self, place: Place, message: impl Into<String>) {
        self.0.push((place, Fault::new(message)));
    }

    fn sides(&mut self, debate: &RealDebate) {
        let field = Place::root().key("sides");
        if debate.sides.is_empty() {
            self.add(field.clone(), "there are no sides");
        }
        let mut seen = BTreeSet::new();
        for (at, side) in debate.sides.iter().enumerate() {
            let here = field.at(at);
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if side.id.is_empty() || !side.id.chars().all(plain) {
                self.add(
                    here.key("id"),
                    format!(
                        "\"{}\" cannot be the id of a side; expected small letters, digits and hyphens",
                        side.id
                    ),
                );
            } else if RESERVED.contains(&side.id.as_str()) {
                self.add(
                    here.key("id"),
                    format!("\"{}\" means other seats; expected another id", side.id),
                );
            } else if !seen.insert(side.id.as_str()) {
                self.add(
                    here.key("id"),
                    format!("there is a side \"{}\" already", side.id),
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
        for (at, one) in debate.speakers.iter().enumerate() {
            let here = field.at(at);
            self.name(&mut names, &one.name, here.key("name"));
            let sides = || debate.sides.iter().map(|side| side.id.as_str());
            if one.side != FLOOR && !sides().any(|id| id == one.side) {
                let known: Vec<&str> = sides().chain([FLOOR]).collect();
                self.add(
                    here.key("side"),
                    format!(
                        "there is no side \"{}\"; expected one of {}",
                        one.side,
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
                    format!("somebody sits in seat {seat} of \"{}\" already", one.side),
                ),
                Some(_) | None => {}
            }
        }
        if let Some(one) = &debate.moderator {
            let here = Place::root().key("moderator").key("name");
            self.name(&mut names, &one.name, here);
        }
    }

    fn name(&mut self, names: &mut BTreeSet<String>, name: &str, place: Place) {
        if name.is_empty() {
            self.add(place, "this name is empty");
        } else if !names.insert(name.to_lowercase()) {
            self.add(place, format!("\"{name}\" is there twice"));
        }
    }

    fn turn(&mut self, debate: &RealDebate, turn: &RealTurn, here: &Place) {
        self.known(debate, &turn.speaker, here.key("speaker"));
        if count_words(&turn.text) == 0 {
            self.add(here.key("text"), "nothing is said in this turn");
        }
        if turn.phase.as_deref() == Some("") {
            self.add(here.key("phase"), "this phase has no name");
        }
        if let Some(minutes) = turn.minutes
            && !bounds::REAL_MINUTES.holds(minutes)
        {
            self.add(
                here.key("minutes"),
                format!("nobody speaks for {minutes} minutes"),
            );
        }
        let mut since = 0;
        for (at, one) in turn.interjections.iter().enumerate() {
            let here = here.key("interjections").at(at);
            self.interjection(debate, turn, (one, &mut since), &here);
        }
    }

    fn interjection(
        &mut self,
        debate: &RealDebate,
        turn: &RealTurn,
        (one, since): (&Interjection, &mut u32),
        here: &Place,
    ) {
        self.known(debate, &one.speaker, here.key("speaker"));
        if one.speaker.to_lowercase() == turn.speaker.to_lowercase() {
            self.add(here.key("speaker"), "nobody rises against themselves");
        }
        if count_words(&one.text) == 0 {
            self.add(here.key("text"), "nothing is said in it");
        }
        let words = count_words(&turn.text);
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
        let wanted = name.to_lowercase();
        if debate.names().any(|known| known.to_lowercase() == wanted) {
            return;
        }
        let near = nearest(name, debate.names());
        let meant = match near.as_slice() {
            [] => "it must be among `speakers`, or be the moderator's".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        let name = first_words(name, 8);
        self.add(place, format!("there is no speaker \"{name}\"; {meant}"));
    }
}
