//! People in seats: who sits where, what is asked of them by hand, and when the persona of the seat answers in their
//! place.

use std::borrow::Cow;

use super::{
    ask::Ask,
    event::CallReport,
    ids::{CallId, Seat, TurnId},
    opening::{Opening, Speaker},
    person::{PERSON, SeatedPerson},
    state::{DebateState, Pending},
};
use crate::catalog::{Persona, Steps, Task};

/// The role of a person, for those who hear them.
const ROLE: &str = "a person who has taken a seat in this debate";

/// The seat of whoever speaks from a seat: the chair's words are the moderator's.
pub(super) fn sat_in(seat: &Seat) -> Cow<'_, Seat> {
    if seat.is_chair() {
        Cow::Owned(Seat::moderator())
    } else {
        Cow::Borrowed(seat)
    }
}

impl Opening {
    /// Puts a person into a seat: a speaker's, whose persona stands in from then on, the moderator's, a judge's, the
    /// house's where it gives a verdict, or a member's of the audience. Says whether there is such a seat.
    pub fn seat_person(&mut self, seat: &Seat, name: &str) -> bool {
        if let Some(person) = self.people.iter_mut().find(|one| &one.seat == seat) {
            // Somebody sat there before: the persona that stands in is the same, under the new name.
            name.clone_into(&mut person.stand_in.name);
            name.clone_into(&mut person.stand_in.short);
            self.name_person(seat, name);
            return true;
        }
        let mut stand_in = Persona::default();
        if let Some(speaker) = self.speakers.iter_mut().find(|one| &one.seat == seat) {
            let card = Persona {
                name: name.to_owned(),
                short: name.to_owned(),
                role: ROLE.to_owned(),
                ..Persona::default()
            };
            stand_in = std::mem::replace(&mut speaker.card, card);
            name.clone_into(&mut stand_in.name);
            name.clone_into(&mut stand_in.short);
        } else if let Some(member) = self.audience.iter_mut().find(|one| &one.seat == seat) {
            name.clone_into(&mut member.card.name);
        } else if seat.is_moderator() && self.moderator.is_some() {
            self.format.moderator = Some(name.to_owned());
        } else if self.is_judged_from(seat) {
            name.clone_into(&mut stand_in.name);
            name.clone_into(&mut stand_in.short);
        } else {
            return false;
        }
        self.people.push(SeatedPerson {
            seat: seat.clone(),
            stand_in,
        });
        self.ask_people_alone();
        true
    }

    /// Whether a person can take a seat in the debate.
    pub fn has_seat_for_person(&self, seat: &Seat) -> bool {
        self.speaker(seat).is_some()
            || self.audience.iter().any(|one| &one.seat == seat)
            || seat.is_moderator() && self.moderator.is_some()
            || self.is_judged_from(seat)
    }

    /// Whether whoever sits in a seat judges the debate: a judge, or the house where it gives the direct verdict.
    fn is_judged_from(&self, seat: &Seat) -> bool {
        let gives_verdict = || self.format.has_task(Task::Verdict);
        self.judges.iter().any(|judge| &judge.seat == seat) || seat.is_house() && gives_verdict()
    }

    /// Has a person who judges asked once: they saw the debate with all names in it, and teams that are exchanged, or a
    /// ranking beside the marks, would tell nothing new. For a debate that is not begun.
    pub fn ask_judge_once(&mut self, seat: &Seat) {
        let options = &mut self.options;
        options.judges_looking_twice.retain(|judge| judge != seat);
        options.ranking_judges.retain(|judge| judge != seat);
        if seat.is_house() {
            options.judge_passes = Some(1);
        }
    }

    /// The person in a seat has another name from now on.
    fn name_person(&mut self, seat: &Seat, name: &str) {
        if let Some(speaker) = self.speakers.iter_mut().find(|one| &one.seat == seat) {
            name.clone_into(&mut speaker.card.name);
            name.clone_into(&mut speaker.card.short);
        } else if let Some(member) = self.audience.iter_mut().find(|one| &one.seat == seat) {
            name.clone_into(&mut member.card.name);
        } else if seat.is_moderator() {
            self.format.moderator = Some(name.to_owned());
        }
    }

    /// Has the members of the audience who are people asked by themselves: several who are asked together are asked of one
    /// model.
    pub fn ask_people_alone(&mut self) {
        let people = &self.people;
        for member in &mut self.audience {
            if people.iter().any(|person| person.seat == member.seat) {
                member.own_model = Some(PERSON.to_owned());
            }
        }
    }

    /// The person who sits in a seat, if one does. Whoever moderates frames the question, too.
    pub fn person(&self, seat: &Seat) -> Option<&SeatedPerson> {
        let seat = sat_in(seat);
        self.people.iter().find(|person| person.seat == *seat)
    }

    /// The card that a model goes by which speaks from a seat: that of the persona who stands in for a person.
    pub fn card_for_model<'a>(&'a self, speaker: &'a Speaker) -> &'a Persona {
        let person = self.person(&speaker.seat);
        person.map_or(&speaker.card, |person| &person.stand_in)
    }
}

impl DebateState {
    /// Whether people sit in seats of the debate.
    pub fn has_people(&self) -> bool {
        let opening = self.opening.as_deref();
        opening.is_some_and(|opening| !opening.people.is_empty())
    }

    /// Whether a person sits in a seat and answers from it: they have not handed it over.
    pub fn is_held_by_person(&self, seat: &Seat) -> bool {
        let sits = self.opening.as_deref().and_then(|one| one.person(seat));
        sits.is_some() && !self.is_handed_over(seat)
    }

    /// Whether the persona of a seat answers in the place of the person who sits there.
    pub fn is_handed_over(&self, seat: &Seat) -> bool {
        self.handed_over
            .get(sat_in(seat).as_ref())
            .is_some_and(|until| {
                let turn = until.and_then(|turn| self.turn(turn));
                // For good, or for a turn that is still on.
                until.is_none() || turn.is_some_and(|turn| turn.is_open() || turn.is_heard())
            })
    }

    /// Whether a piece of work is done by hand by the person in that seat. Notes, lists and checks are a model's.
    pub(super) fn is_done_by_hand(&self, ask: &Ask, seat: Option<&Seat>) -> bool {
        let by_hand = matches!(
            ask,
            Ask::Speech { .. }
                | Ask::Write { .. }
                | Ask::PoiAccept { .. }
                | Ask::PoiAnswer { .. }
                | Ask::Question { .. }
                | Ask::Confirm { .. }
                | Ask::Ballot { .. }
                | Ask::Poll { .. }
        ) || ask.is_form()
            || matches!(ask, Ask::Lean { .. });
        by_hand && seat.is_some_and(|seat| self.is_held_by_person(seat))
    }

    /// The calls that wait for a person, what interrupts first: a point before the speech that it is put in.
    pub fn asked_of_people(&self) -> impl Iterator<Item = (CallId, &Pending)> {
        let open = |speaks: bool| {
            let calls = self.calls.iter();
            calls.filter(move |(_, call)| {
                call.by_hand && !call.cut && call.ask.speaks().is_some() == speaks
            })
        };
        let is_any = self.has_people();
        open(false).chain(open(true)).filter(move |_| is_any)
    }

    /// The seat of a person at a terminal, as [`Self::is_at`] has it, who may rise on a point of information against whoever
    /// has the floor: none waits there.
    pub fn person_who_may_rise(&self, own: Option<&Seat>) -> Option<&Seat> {
        let (opening, floor) = (self.opening.as_deref()?, self.floor()?);
        let is_pending = self
            .points
            .last()
            .is_some_and(super::state::Poi::is_pending);
        if self.points_closed(floor).is_some() || is_pending {
            return None;
        }
        let people = opening.people.iter().map(|person| &person.seat);
        let mut may = people.filter(|seat| {
            opening.speaker(seat).is_some()
                && opening.oppose(&floor.seat, seat)
                && self.is_held_by_person(seat)
                && self.is_at(seat, own)
        });
        may.next()
    }

    /// The call by which a person has the floor from that seat, and their turn.
    pub(super) fn speaks_by_hand(&self, seat: &Seat) -> Option<(CallId, TurnId)> {
        self.asked_of_people().find_map(|(id, call)| {
            let turn = call.ask.speaks()?;
            (call.seat.as_ref() == Some(seat)).then_some((id, turn))
        })
    }

    /// The report on a call that a person answers: it took their time, and nothing else.
    pub fn report_by_hand(&self, call: CallId) -> Option<CallReport> {
        let pending = self.calls.get(&call).filter(|call| call.by_hand)?;
        Some(CallReport {
            model: PERSON.to_owned(),
            duration_ms: self.at_ms.saturating_sub(pending.since_ms),
            tries: 1,
            cost: Some(0.0),
            ..CallReport::default()
        })
    }

    /// How a speaker is asked for a speech: a person makes one as a whole, whatever the model of their seat can do.
    pub(super) fn steps_by_hand(&self, seat: &Seat) -> Option<Steps> {
        self.is_held_by_person(seat).then_some(Steps::Together)
    }
}
