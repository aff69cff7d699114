//! The agenda, kept: whatever an event touches is looked at afresh, by itself; [`DebateState::whole_agenda`] looks at
//! everything and finds the same.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    catalog::Task,
    debate::{
        agenda::{Agenda, Touched},
        ask::{Ask, Place},
        ids::{InterventionId, TurnId},
        scores::SeatedModel,
        state::{DebateState, Extraction, InterventionProgress, Matter},
    },
};

impl DebateState {
    /// The agenda as it is found by looking at everything.
    pub fn whole_agenda(&self) -> Agenda {
        let mut whole = Self {
            agenda: Box::default(),
            ..self.clone()
        };
        whole.look_at(Touched::All);
        *whole.agenda
    }

    /// Looks afresh at what an event has touched.
    pub(super) fn look_at(&mut self, touched: Touched) {
        match touched {
            Touched::Nothing => {}
            Touched::Turn(turn) => self.look_at_turn(turn),
            Touched::Item(item) => self.look_at_item(item),
            Touched::Ask(ask) => self.look_at_ask(&ask),
            Touched::Poll(after) => {
                if let Some(poll) = self.polls.iter().rposition(|poll| poll.after == after) {
                    self.look_at_poll(poll);
                }
            }
            Touched::Phase => {
                self.look_at_slots_of_round();
                for owed in 0..self.plan.owed.len() {
                    self.look_at_owed(owed);
                }
            }
            Touched::Round(phase, round) => {
                self.look_at_slots_of_round();
                self.look_at_assessments(phase, round);
            }
            Touched::All => {
                *self.agenda = Agenda::default();
                for turn in 0..self.turns.len() {
                    self.look_at_turn(TurnId::next(turn));
                }
                for item in 0..self.interventions.len() {
                    self.look_at_item(InterventionId::next(item));
                }
                for poll in 0..self.polls.len() {
                    self.look_at_poll(poll);
                }
                for slot in 0..self.plan.slots.len() {
                    self.look_at_slot(slot);
                }
                self.look_at(Touched::Phase);
                for (phase, ended) in self.rounds_ended.clone() {
                    // A journal from elsewhere may have ended any number of them.
                    let plan = self.plan.phases.get(phase as usize);
                    for round in 1..=ended.min(plan.map_or(0, |plan| plan.rounds)) {
                        self.look_at_assessments(phase, round);
                    }
                }
            }
        }
    }

    fn look_at_turn(&mut self, id: TurnId) {
        let Some(turn) = self.turn(id) else {
            return;
        };
        let slot = turn.slot as usize;
        let unread = matches!(turn.task, Task::Speech | Task::FloorSpeech)
            && turn.is_ended()
            && turn.arguments == Extraction::None
            && !turn.text.trim().is_empty()
            && !self.is_asked(&Ask::Extract { turn: id });
        let unchecked =
            turn.is_ended() && turn.doubts.is_none() && !self.is_asked(&Ask::Sources { turn: id });
        let open = turn.is_open() || turn.is_heard();
        let heard = turn.task.is_on_record() && turn.is_ended() && !self.is_private(turn);
        put(&mut self.agenda.turns, id, open);
        put(&mut self.agenda.heard, id, heard);
        put(&mut self.agenda.unread, id, unread);
        put(&mut self.agenda.unchecked, id, unchecked);
        if slot < self.plan.slots.len() {
            if self.agenda.attempts.len() <= slot {
                self.agenda
                    .attempts
                    .resize(self.plan.slots.len(), Vec::new());
            }
            if let Some(attempts) = self.agenda.attempts.get_mut(slot)
                && !attempts.contains(&id)
            {
                attempts.push(id);
            }
        }
        self.look_at_slot(slot);
    }

    fn look_at_slot(&mut self, index: usize) {
        let Some(slot) = self.plan.slots.get(index) else {
            return;
        };
        let (number, task) = (slot.index, slot.task);
        let is_on = self.slots_of_round().contains(&index);
        let done = self.is_done(slot);
        let under_way = self.is_under_way(number);
        let points = || {
            let phase = self.plan.phases.get(slot.phase as usize);
            phase.is_some_and(|phase| phase.points.is_some())
        };
        let pointed = task.is_spoken() && !done && points();
        let agenda = &mut self.agenda;
        put(&mut agenda.pointed, number, pointed);
        put(&mut agenda.left, number, is_on && !done);
        // Nobody waits for the ballots before the debate: the house votes while the first one speaks.
        let awaited = is_on && !done && task != Task::BallotBefore;
        put(&mut agenda.awaited, number, awaited);
        let waiting = is_on && !done && task.is_turn() && !under_way;
        put(&mut agenda.waiting, number, waiting);
        put(&mut agenda.under_way, number, is_on && under_way);
    }

    fn look_at_item(&mut self, id: InterventionId) {
        let Some(item) = self.intervention(id) else {
            return;
        };
        let (queued, is_put) = (
            item.progress == InterventionProgress::Queued,
            item.progress == InterventionProgress::Put,
        );
        let clarifies = item.matter == Matter::Clarification;
        let answers = clarifies || matches!(item.matter, Matter::Question { .. });
        let is_asked = self.is_asked(&Ask::Question { item: id })
            || self.is_asked(&Ask::AnswerCheck { item: id });
        let question = answers && is_put && !is_asked;
        let gallery = item.matter == Matter::GalleryPoint && queued;
        let long = item.long_evidence().is_some();
        let is_evidence = item.is_evidence();
        let (during, place) = (item.during, item.place.filter(|_| item.is_on_record()));
        put(&mut self.agenda.questions, id, question);
        put(&mut self.agenda.clarifications, id, clarifies && queued);
        put(&mut self.agenda.clarifying, id, clarifies && is_put);
        put(&mut self.agenda.gallery, id, gallery);
        put(&mut self.agenda.long_evidence, id, long);
        if let Some((turn, _)) = during {
            self.agenda.during.entry(turn).or_default().insert(id);
        }
        if let Some(place) = place {
            self.agenda.on_record.insert((place, id));
            if is_evidence {
                self.agenda.evidence.insert((place, id));
            }
        }
    }

    fn look_at_ask(&mut self, ask: &Ask) {
        match ask.place() {
            Place::Text(_) | Place::Elsewhere => {}
            Place::Turn(turn) => self.look_at_turn(turn),
            Place::Item(item) => self.look_at_item(item),
            Place::StrawVotes(members, after) => {
                let Some(poll) = self.polls.iter().rposition(|poll| poll.after == after) else {
                    return;
                };
                self.look_at_count(poll);
                for member in members {
                    let opening = self.opening.as_deref();
                    let place = opening.and_then(|opening| opening.place_in_audience(member));
                    if let Some(place) = place {
                        self.look_at_vote(poll, place);
                    }
                }
            }
            Place::RoundAssessment(phase, round, judge) => {
                let judges = self.judges().iter();
                let at = judges.map(|one| &one.seat).position(|seat| seat == judge);
                if let Some(at) = at {
                    self.look_at_assessment(phase, round, at);
                }
            }
            Place::Ballot(..)
            | Place::Leans(_)
            | Place::Verdict(_)
            | Place::Ranking(_)
            | Place::SpeakerAssessments(_)
            | Place::Report(..) => {
                let plan = Arc::clone(&self.plan);
                let each = ask.each();
                for owed in each.iter().flat_map(|ask| plan.owed_of(ask)) {
                    self.look_at_owed(*owed);
                    if let Some(owed) = plan.owed.get(*owed) {
                        self.look_at_slot(owed.slot as usize);
                    }
                }
            }
        }
    }

    /// A poll that was opened or taken.
    pub(super) fn look_at_poll(&mut self, poll: usize) {
        self.look_at_count(poll);
        let members = self.audience().len();
        for member in 0..members {
            self.look_at_vote(poll, member);
        }
    }

    fn look_at_count(&mut self, at: usize) {
        let members = self.audience().len();
        let Some(poll) = self.polls.get(at) else {
            return;
        };
        let (open, full) = (!poll.taken, poll.votes().len() >= members);
        put(&mut self.agenda.polls, at, open);
        put(&mut self.agenda.full, at, open && full);
    }

    fn look_at_vote(&mut self, at: usize, member: usize) {
        let listener = self
            .opening
            .as_deref()
            .and_then(|opening| opening.audience.get(member));
        let (Some(listener), Some(poll)) = (listener, self.polls.get(at)) else {
            return;
        };
        let ask = Ask::Poll {
            member: listener.seat.clone(),
            after: poll.after,
        };
        let due = !poll.taken && !poll.votes().contains_key(&listener.seat) && !self.is_asked(&ask);
        put(&mut self.agenda.votes, (at, member), due);
    }

    fn look_at_owed(&mut self, at: usize) {
        let Some(owed) = self.plan.owed.get(at) else {
            return;
        };
        let begun = self
            .phase
            .map_or(self.phases_ended, |phase| phase.saturating_add(1));
        let due = owed.phase < begun && !self.is_in(&owed.ask) && !self.is_asked(&owed.ask);
        put(&mut self.agenda.house, at, due);
    }

    fn look_at_assessment(&mut self, phase: u32, round: u32, judge: usize) {
        let seated = self
            .opening
            .as_deref()
            .and_then(|opening| opening.judges.get(judge));
        let Some(SeatedModel { seat, .. }) = seated else {
            return;
        };
        let ended = self.rounds_ended.get(&phase).copied().unwrap_or(0);
        let plan = self.plan.phases.get(phase as usize);
        let ask = Ask::Round {
            phase,
            round,
            judge: seat.clone(),
        };
        let due = round <= ended
            && plan.is_some_and(|plan| plan.is_assessed_after(round))
            && !self.is_silent(phase, round)
            && !self.is_assessed(phase, round, seat)
            && !self.is_asked(&ask);
        put(&mut self.agenda.assessments, (phase, round, judge), due);
    }

    fn look_at_assessments(&mut self, phase: u32, round: u32) {
        let judges = self.judges().len();
        for judge in 0..judges {
            self.look_at_assessment(phase, round, judge);
        }
    }

    /// Looks at the slots of the round afresh, where another round is on than before, or none.
    fn look_at_slots_of_round(&mut self) {
        let agenda = &mut self.agenda;
        for slots in [
            &mut agenda.left,
            &mut agenda.awaited,
            &mut agenda.waiting,
            &mut agenda.under_way,
        ] {
            slots.clear();
        }
        for slot in self.slots_of_round() {
            self.look_at_slot(slot);
        }
    }
}

fn put<K: Ord>(entries: &mut BTreeSet<K>, key: K, belongs: bool) {
    if belongs {
        entries.insert(key);
    } else {
        entries.remove(&key);
    }
}
