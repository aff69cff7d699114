//! A debate that people held, held again: its motion, a format that fits, and whoever spoke then, as far as they are known by
//! what they said elsewhere. Nothing that was said in the debate itself reaches a speaker.

mod unheard;

use hustings_rules::setup::{DebateChoice, InventedSpeaker};

use crate::{
    Host,
    catalog::{Format, Persona, Stance},
    corpus::Library,
    debate::{
        DebateState,
        ids::Seat,
        opening::{Opening, Speaker},
    },
    error::Failure,
    patience::Watched,
    real::{Given, is_same_person},
    text::{counted, listed},
};

/// A format for speakers of whom each has a view of their own.
const OWN_VIEWS: &str = "roundtable";
/// Formats in which an audience votes, in the order in which they are tried; after them all others.
const WITH_VOTES: [&str; 4] = ["oxford", "exhibition", "lincoln-douglas", "assembly"];

/// The debate that is to be held again, and how.
#[derive(Debug, Clone, Copy)]
pub struct RerunRequest<'a> {
    /// The debate: an id of the journal, or a file.
    pub debate: &'a str,
    /// The facts that a transcript does not give itself.
    pub given: &'a Given,
    /// The id of the format; one that fits where absent.
    pub format: Option<&'a str>,
    /// Whether speakers do without their corpora.
    pub no_corpora: bool,
    /// Who watches.
    pub watched: Watched,
}

/// What a speaker's card is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardOrigin {
    /// A persona of the catalog has the name: its card, and so many passages of its corpus.
    Persona {
        /// The id of the persona.
        id: String,
        /// The passages in its corpus.
        passages: u64,
    },
    /// Nobody of the name is known: what the debate says of who they are.
    Role(String),
}

/// Somebody who spoke then, and speaks again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RerunSpeaker {
    /// The seat now.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// What the card is made of.
    pub origin: CardOrigin,
}

/// A debate that is to be held again.
#[derive(Debug)]
pub struct RerunPlan {
    /// The real debate, by a name that stays its own: `last` is another one as soon as this one is held.
    pub real: String,
    /// The choice for it.
    pub choice: DebateChoice,
    /// The name of its format.
    pub format: String,
    /// Who speaks, in the order of the seats.
    pub speakers: Vec<RerunSpeaker>,
    /// Whoever spoke then and has no seat now.
    pub left_out: Vec<String>,
}

impl RerunPlan {
    /// Who speaks in which format, for people: a line for each thing.
    pub fn describe(&self) -> Vec<String> {
        let one = |one: &RerunSpeaker| {
            let from = match &one.origin {
                CardOrigin::Persona { id, passages: 0 } => format!("the card of {id}, no corpus"),
                CardOrigin::Persona { id, passages } => format!(
                    "the card of {id}, {}",
                    counted(*passages, "passage", "passages")
                ),
                CardOrigin::Role(role) => format!("known by the role alone: {role}"),
            };
            format!("{}: {} ({from})", one.seat, one.name)
        };
        let mut lines = vec![format!("Held again as {}.", self.format)];
        lines.extend(self.speakers.iter().map(one));
        if !self.left_out.is_empty() {
            lines.push(format!(
                "There is no seat for {}, who spoke least.",
                listed(&self.left_out)
            ));
        }
        lines
    }
}

impl Host {
    /// What a debate that people held becomes when it is held again.
    ///
    /// # Errors
    /// There is no such debate or format, models held it, or a corpus has what was said in it.
    pub fn rerun_plan(&self, wanted: RerunRequest<'_>) -> Result<RerunPlan, Failure> {
        let real = self.finished(wanted.debate, wanted.given)?;
        let opening = real.state.opening.clone();
        let opening = opening
            .filter(|opening| opening.real.is_some())
            .ok_or_else(|| {
                Failure::input(format!("people did not hold the debate {}", real.name))
                    .hint("a debate of models is held again from the screen, or by hustings refine")
            })?;
        let sides = sides_then(&real.state, &opening);
        let (id, format) = match wanted.format {
            Some(id) => {
                let entry = self.catalog.format(id)?;
                (entry.id.clone(), entry.value.clone())
            }
            None => self.format_for(&opening.format_id, &sides)?,
        };
        let (seated, left_out) = seated(&format, sides);
        let library = if wanted.no_corpora {
            None
        } else {
            Library::find_in(&self.dirs.data)?
        };
        let mut choice = self.choice(opening.motion.motion.clone(), id, wanted.watched);
        choice.options.without_corpora = wanted.no_corpora;
        let mut speakers = Vec::new();
        for (side, people) in format.sides.iter().zip(&seated) {
            let mut ids = Vec::new();
            for (at, one) in people.iter().enumerate() {
                let seat = Seat::new(&side.id, at + 1);
                let name = &one.card.name;
                let known = self
                    .catalog
                    .personas()
                    .find(|entry| is_same_person(&entry.value.name, name));
                let (id, origin) = if let Some(entry) = known {
                    let passages = match &library {
                        Some(library) => {
                            unheard::check(library, &entry.id, one, &real.state)?;
                            library.passages_of(&entry.id)?
                        }
                        None => 0,
                    };
                    let id = entry.id.clone();
                    let origin = CardOrigin::Persona {
                        id: id.clone(),
                        passages,
                    };
                    (id, origin)
                } else {
                    let card = card(&one.card);
                    // An id that no persona of the catalog can have.
                    let id = format!("{}-then", one.persona);
                    let origin = CardOrigin::Role(card.role.clone());
                    choice.invented.push(InventedSpeaker {
                        seat: seat.clone(),
                        id: id.clone(),
                        card,
                        stance: None,
                    });
                    (id, origin)
                };
                ids.push(id);
                speakers.push(RerunSpeaker {
                    seat,
                    name: name.clone(),
                    origin,
                });
            }
            choice.sides.push(ids);
        }
        let journaled = real.debate.as_ref().map(|debate| debate.0.clone());
        Ok(RerunPlan {
            real: journaled.unwrap_or_else(|| wanted.debate.to_owned()),
            choice,
            format: format.name,
            speakers,
            left_out,
        })
    }

    /// The format that a debate with so many speakers fits best: the one that it was imported as, or one in which an
    /// audience votes.
    fn format_for(
        &self,
        then: &str,
        sides: &[(Stance, Vec<Speaker>)],
    ) -> Result<(String, Format), Failure> {
        let two = |stance| {
            let of = sides.iter().filter(|(one, _)| *one == stance);
            of.map(|(_, people)| people.len()).sum::<usize>()
        };
        let (ayes, noes) = (two(Stance::For), two(Stance::Against));
        if ayes == 0 || noes == 0 {
            let entry = self.catalog.format(OWN_VIEWS)?;
            return Ok((entry.id.clone(), entry.value.clone()));
        }
        let fits = |format: &Format, ayes: usize, noes: usize| match format.sides.as_slice() {
            [one, other] => {
                (one.stance, other.stance) == (Stance::For, Stance::Against)
                    && one.seats_range().contains(&ayes)
                    && other.seats_range().contains(&noes)
            }
            _ => false,
        };
        let ids = [then].into_iter().chain(WITH_VOTES);
        let named = ids.filter_map(|id| self.catalog.formats().find(|entry| entry.id == id));
        let all: Vec<_> = named.chain(self.catalog.formats()).collect();
        // Whoever said least goes first where there are more people than any format has seats.
        let (mut ayes, mut noes) = (ayes, noes);
        while ayes + noes > 2 {
            if let Some(entry) = all.iter().find(|entry| fits(&entry.value, ayes, noes)) {
                return Ok((entry.id.clone(), entry.value.clone()));
            }
            if ayes >= noes {
                ayes -= 1;
            } else {
                noes -= 1;
            }
        }
        let last = all.iter().find(|entry| fits(&entry.value, 1, 1));
        let entry = last.ok_or_else(|| {
            Failure::input("no format has a side for the motion and one against it")
                .hint("name one: --format ID (hustings formats)")
        })?;
        Ok((entry.id.clone(), entry.value.clone()))
    }
}

/// The speakers of each side of a debate that was held, whoever said most first; those from the floor are the audience.
fn sides_then(state: &DebateState, opening: &Opening) -> Vec<(Stance, Vec<Speaker>)> {
    let words = |speaker: &Speaker| -> u32 {
        let turns = state.speeches().filter(|turn| turn.seat == speaker.seat);
        turns.map(|turn| turn.words).sum()
    };
    let of_side = opening.format.sides.iter().map(|side| {
        let people = opening.speakers.iter();
        let people = people.filter(|one| one.seat.group() == side.id && words(one) > 0);
        let mut people: Vec<Speaker> = people.cloned().collect();
        people.sort_by_key(|one| std::cmp::Reverse(words(one)));
        (side.stance, people)
    });
    of_side
        .filter(|(stance, _)| {
            // Whoever speaks from the floor of a debate with two sides is on neither.
            let has_sides = opening
                .format
                .sides
                .iter()
                .any(|one| one.stance == Stance::For);
            !has_sides || matches!(stance, Stance::For | Stance::Against)
        })
        .collect()
}

/// The people on each side of a format, in the order of their seats then, as far as it has seats; and the names of the
/// others.
fn seated(format: &Format, then: Vec<(Stance, Vec<Speaker>)>) -> (Vec<Vec<Speaker>>, Vec<String>) {
    let mut seated: Vec<Vec<Speaker>> = vec![Vec::new(); format.sides.len()];
    let mut left_out = Vec::new();
    for (stance, people) in then {
        for one in people {
            let mut sides = format.sides.iter().zip(&mut seated);
            let place = sides.find(|(side, taken)| {
                let is_own = side.stance == stance || format.sides.len() == 1;
                is_own && taken.len() < *side.seats_range().end()
            });
            match place {
                Some((_, taken)) => taken.push(one),
                None => left_out.push(one.card.name),
            }
        }
    }
    for side in &mut seated {
        side.sort_by_key(|one| one.seat.number());
    }
    (seated, left_out)
}

/// The card of somebody of whom nothing is known but who they are: nothing is made up of a real person.
fn card(then: &Persona) -> Persona {
    // Of whom nothing is said, an import says the side.
    let who = if then.role.is_empty() || then.role.starts_with("of the ") {
        "a speaker in a public debate"
    } else {
        &then.role
    };
    let biography = if then.biography.is_empty() {
        format!("{} is known here as {who} and nothing else.", then.name)
    } else {
        then.biography.clone()
    };
    Persona {
        role: who.to_owned(),
        biography,
        approach: format!("asking what {who} knows of it at first hand, and would answer for"),
        ..then.clone()
    }
}

#[cfg(test)]
mod tests;
