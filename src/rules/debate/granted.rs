//! What is granted in a debate and how it stands: a pure reading of the state. The one list of it; the briefing, the
//! document, the prompts and the public lines all read it from here.

use super::{
    grants::{Confirmation, GrantAnswer, GrantPlace},
    ids::{Seat, TurnId},
    opening::Opening,
    plan::PhasePlan,
    state::DebateState,
    written::{Argument, ResponseType, Work, names_argument},
};

/// How much of a point is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantExtent {
    /// The point as it is worded.
    Whole,
    /// The core of the point, and not how far it goes.
    Part,
}

/// A point that one side has granted the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant<'a> {
    /// The number of the grant among all of the debate, from 1.
    pub number: u32,
    /// The place of the grant, by which it is known.
    pub place: GrantPlace,
    /// The argument that is granted; `None` where a closing names none.
    pub argument: Option<&'a Argument>,
    /// The point in words: the claim of the argument, or what a closing says.
    pub claim: &'a str,
    /// The words in which an argument was granted; empty for what a closing grants, which is worded so itself.
    pub words: &'a str,
    /// The seat of whoever it is granted to; `None` where there is nobody on another side.
    pub owner: Option<&'a Seat>,
    /// The seat of whoever grants it.
    pub by: &'a Seat,
    /// How much of it is granted.
    pub extent: GrantExtent,
}

impl Grant<'_> {
    /// Whether a seat has granted it, or was granted it.
    pub fn concerns(&self, seat: &Seat) -> bool {
        self.by == seat || self.owner == Some(seat)
    }
}

/// The standing of a grant, in the view of those whom it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrantStanding<'a> {
    /// Both sides have said that it is agreed.
    Agreed,
    /// Somebody has said what is still in dispute: who, and what.
    Disputed(Vec<(&'a Seat, &'a str)>),
    /// Not both have answered: the seats of those who say that it is agreed.
    Unconfirmed(Vec<&'a Seat>),
}

impl GrantStanding<'_> {
    /// The word of the public schema.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Agreed => "agreed",
            Self::Disputed(_) => "disputed",
            Self::Unconfirmed(_) => "unconfirmed",
        }
    }
}

impl DebateState {
    /// The grants of the debate, numbered: arguments that were conceded or partly conceded, in their order, and then
    /// what closings concede besides.
    pub fn grants(&self) -> Vec<Grant<'_>> {
        let mut grants: Vec<Grant<'_>> = Vec::new();
        for (owner, argument) in self.arguments() {
            for (turn, work) in self.works() {
                let Work::CrossExamination(responses) = work else {
                    continue;
                };
                let Some(response) = responses.get(&argument.id) else {
                    continue;
                };
                let extent = match response.response_type {
                    ResponseType::Concede => GrantExtent::Whole,
                    ResponseType::Partial => GrantExtent::Part,
                    ResponseType::Refute | ResponseType::Challenge => continue,
                };
                grants.push(Grant {
                    number: number(grants.len()),
                    place: GrantPlace::Response {
                        turn: turn.id,
                        argument: argument.id.clone(),
                    },
                    argument: Some(argument),
                    claim: &argument.claim,
                    words: &response.reasoning,
                    owner: Some(owner),
                    by: &turn.seat,
                    extent,
                });
            }
        }
        for (turn, work) in self.works() {
            let Work::Closing(closing) = work else {
                continue;
            };
            for (concession, text) in (0_u32..).zip(&closing.concessions) {
                // Closings name what was conceded before by its id.
                let is_known = |grant: &Grant<'_>| {
                    let id = grant.argument.map(|one| one.id.as_str());
                    id.is_some_and(|id| names_argument(text, id))
                };
                if text.trim().is_empty() || grants.iter().any(is_known) {
                    continue;
                }
                let against = self.arguments_against(&turn.seat);
                let first = against
                    .iter()
                    .find(|(_, one)| names_argument(text, &one.id));
                grants.push(Grant {
                    number: number(grants.len()),
                    place: GrantPlace::Closing {
                        turn: turn.id,
                        concession,
                    },
                    argument: first.map(|(_, one)| *one),
                    claim: text,
                    words: "",
                    owner: first
                        .map(|(owner, _)| *owner)
                        .or_else(|| opposite(self.opening.as_deref()?, &turn.seat)),
                    by: &turn.seat,
                    extent: GrantExtent::Whole,
                });
            }
        }
        grants
    }

    /// The standing of a grant.
    pub fn grant_standing(&self, grant: &Grant<'_>) -> GrantStanding<'_> {
        let answers: Vec<(&Seat, &GrantAnswer)> = self.answers_to(&grant.place).collect();
        let disputes = answers.iter();
        let disputes: Vec<(&Seat, &str)> = disputes
            .filter_map(|(seat, answer)| Some((*seat, answer.dispute.as_deref()?)))
            .collect();
        if !disputes.is_empty() {
            return GrantStanding::Disputed(disputes);
        }
        let confirmed: Vec<&Seat> = answers.into_iter().map(|(seat, _)| seat).collect();
        let is_confirmed = |seat: &Seat| confirmed.contains(&seat);
        if grant.owner.is_some_and(is_confirmed) && is_confirmed(grant.by) {
            GrantStanding::Agreed
        } else {
            GrantStanding::Unconfirmed(confirmed)
        }
    }

    /// The grants that a seat has made, or was made.
    pub fn grants_concerning(&self, seat: &Seat) -> Vec<Grant<'_>> {
        let mut grants = self.grants();
        grants.retain(|grant| grant.concerns(seat));
        grants
    }

    /// What whoever has conceded an argument, whole or in part, says is in dispute after all; `None` where they stand by
    /// it or were not asked.
    pub(super) fn taken_back(&self, turn: TurnId, by: &Seat, argument: &str) -> Option<&str> {
        let is_meant = |place: &GrantPlace| match place {
            GrantPlace::Response {
                turn: of,
                argument: id,
            } => *of == turn && id == argument,
            GrantPlace::Closing { .. } => false,
        };
        let own = self.confirmations.iter().filter(|one| &one.seat == by);
        let mut answers = own.flat_map(Confirmation::answers);
        let answer = answers.find(|one| is_meant(&one.grant))?;
        answer.dispute.as_deref()
    }

    fn answers_to(&self, place: &GrantPlace) -> impl Iterator<Item = (&Seat, &GrantAnswer)> {
        let all = self.confirmations.iter();
        all.filter_map(move |one| {
            let answer = one.answers().find(|answer| &answer.grant == place)?;
            Some((&one.seat, answer))
        })
    }

    /// The seats that are asked whether what was granted is agreed, in the order of the line-up: whoever has granted
    /// something or was granted something, where two sides debate. Who is asked for one thing at a time is not asked: a
    /// small model says yes to what it is shown.
    pub fn confirmers(&self) -> Vec<&Seat> {
        let opening = self.opening.as_deref();
        if opening.is_none_or(|opening| opening.format.sides.len() != 2) {
            return Vec::new();
        }
        let grants = self.grants();
        let seats = self.speakers().iter().map(|speaker| &speaker.seat);
        seats
            .filter(|seat| grants.iter().any(|grant| grant.concerns(seat)))
            .filter(|seat| !self.is_asked_stepwise(seat))
            .collect()
    }

    /// The seats whose answer on what was granted is still to come.
    pub(super) fn unconfirmed_by(&self) -> Vec<&Seat> {
        let mut seats = self.confirmers();
        seats.retain(|seat| !self.confirmations.iter().any(|one| one.seat == **seat));
        seats
    }

    /// Whether the speakers have had their last word, and nobody has begun to judge it or to sum it up.
    pub(super) fn is_after_last_word(&self) -> bool {
        let (ended, to_come) = self
            .plan
            .phases
            .split_at_checked(self.phases_ended as usize)
            .unwrap_or((&self.plan.phases, &[]));
        let mut ended = ended.iter().rev().filter(|phase| !phase.slots.is_empty());
        ended.next().is_some_and(|last| self.is_for_speakers(last))
            && !to_come.iter().any(|phase| self.is_for_speakers(phase))
    }

    /// Whether speakers take the floor in a phase.
    pub(super) fn is_for_speakers(&self, phase: &PhasePlan) -> bool {
        let slots = self.plan.slots.get(phase.slots.clone());
        slots.is_none_or(|slots| slots.iter().any(|slot| self.speaker(&slot.seat).is_some()))
    }
}

impl Confirmation {
    /// The answers, none where they could not be had.
    pub fn answers(&self) -> impl Iterator<Item = &GrantAnswer> {
        self.answers.iter().flatten()
    }
}

fn number(before: usize) -> u32 {
    u32::try_from(before).map_or(u32::MAX, |before| before.saturating_add(1))
}

/// The speaker whom something is granted to that names no argument: the one of the same number on another side, or else
/// the first there.
fn opposite<'a>(opening: &'a Opening, seat: &Seat) -> Option<&'a Seat> {
    let others = opening.speakers.iter().map(|speaker| &speaker.seat);
    let others: Vec<&Seat> = others.filter(|one| opening.oppose(seat, one)).collect();
    let same = others.iter().find(|one| one.number() == seat.number());
    same.or(others.first()).copied()
}

#[cfg(test)]
mod tests;
