//! Queries of a state: who has the floor, what a turn's rules are, who is called what.

use std::{collections::BTreeSet, ops::RangeInclusive};

use super::{
    agenda::Agenda,
    answer::{DirectVerdict, Vote},
    ask::{Ask, Place, Role, When},
    calls::Pending,
    division::Tally,
    event::PausedBy,
    ids::{CallId, InterventionId, PoiId, Seat, TurnId},
    plan::{PhasePlan, PoiRules, Slot},
    state::{
        ChosenSpeaker, DebateState, DebateStatus, Intervention, InterventionProgress, Matter, Poi,
        PoiStatus, Turn,
    },
    votes::Poll,
    written::Work,
};
use crate::catalog::{Break, Coordination, Steps, Task};

/// A speech with fewer words is asked for as a whole where the format has a brief for it.
const STEPWISE_WORDS: u32 = 100;

impl DebateState {
    /// The turn of that number.
    pub fn turn(&self, id: TurnId) -> Option<&Turn> {
        self.turns.get(id.index())
    }

    /// The point of that number.
    pub fn point(&self, id: PoiId) -> Option<&Poi> {
        self.points.get(id.index())
    }

    /// The intervention of that number.
    pub fn intervention(&self, id: InterventionId) -> Option<&Intervention> {
        self.interventions.get(id.index())
    }

    /// The interventions that stand in prompts (evidence, and questions with their answers), each with the number of
    /// speeches that it stands after: those of these places, in order.
    pub fn on_record(
        &self,
        places: RangeInclusive<usize>,
    ) -> impl DoubleEndedIterator<Item = (usize, &Intervention)> {
        self.at_places(&self.agenda.on_record, places)
    }

    /// The evidence among what viewers brought in.
    pub fn evidence(
        &self,
        places: RangeInclusive<usize>,
    ) -> impl DoubleEndedIterator<Item = &Intervention> {
        let evidence = self.at_places(&self.agenda.evidence, places);
        evidence.map(|(_, item)| item)
    }

    fn at_places<'a>(
        &'a self,
        index: &'a BTreeSet<(usize, InterventionId)>,
        places: RangeInclusive<usize>,
    ) -> impl DoubleEndedIterator<Item = (usize, &'a Intervention)> {
        let (first, last) = (InterventionId(0), InterventionId(u32::MAX));
        // An empty range of places is no range of the index.
        let to = (*places.end()).max(*places.start());
        let of_index = (*places.start(), first)..=(to, last);
        index
            .range(of_index)
            .filter(move |(place, _)| places.contains(place))
            .filter_map(|(place, item)| Some((*place, self.intervention(*item)?)))
    }

    /// The number of things that viewers brought in that stand in prompts.
    pub fn count_on_record(&self) -> usize {
        self.agenda.on_record.len()
    }

    /// The interventions that came while a turn was under way, in order.
    pub fn interventions_during(
        &self,
        turn: TurnId,
    ) -> impl DoubleEndedIterator<Item = &Intervention> {
        let items = self.agenda.during.get(&turn).into_iter().flatten();
        items.filter_map(|item| self.intervention(*item))
    }

    /// The number of things that viewers brought in while a turn was under way.
    pub fn count_during(&self, turn: TurnId) -> usize {
        self.agenda.during.get(&turn).map_or(0, BTreeSet::len)
    }

    /// Points of the gallery that wait for their moment, in order.
    pub fn gallery_waits(&self) -> impl Iterator<Item = &Intervention> {
        let waiting = self.agenda.gallery.iter();
        waiting.filter_map(|item| self.intervention(*item))
    }

    /// The slot that a turn fills.
    pub fn slot_of(&self, turn: &Turn) -> Option<&Slot> {
        self.plan.slots.get(turn.slot as usize)
    }

    /// The round of a turn in its phase, and its place in the order of that round; both from 1.
    pub fn place_in_round(&self, turn: &Turn) -> Option<(u32, u32)> {
        let own = self.slot_of(turn)?;
        let phase = self.plan.phases.get(own.phase as usize)?;
        let of_phase = self.plan.slots.get(phase.slots.clone())?;
        let before = of_phase
            .iter()
            .filter(|slot| slot.round == own.round && slot.index <= own.index);
        Some((own.round, u32::try_from(before.count()).unwrap_or(u32::MAX)))
    }

    /// The plan of the phase that is on.
    pub fn phase_plan(&self) -> Option<&PhasePlan> {
        self.phase
            .and_then(|phase| self.plan.phases.get(phase as usize))
    }

    /// Whether there is, or will be, a speech in which points of information may be offered.
    pub fn are_points_to_come(&self) -> bool {
        let is_open = self.floor().is_some_and(|turn| self.are_points_left(turn));
        is_open || self.next_open_to_points().is_some()
    }

    /// The first slot after the speech that is on in which points of information may be offered.
    pub fn next_open_to_points(&self) -> Option<&Slot> {
        let floor = self.floor().map(|turn| turn.slot);
        let mut pointed = self.agenda.pointed.iter();
        let next = pointed.find(|slot| Some(**slot) != floor)?;
        self.plan.slots.get(*next as usize)
    }

    /// The point of information that the speaker has taken, and to which not a word of the speech has followed yet: it is
    /// put, answered, and the answer heard.
    pub fn answered_now(&self, turn: &Turn) -> Option<&Poi> {
        let is_on = |point: &&Poi| match point.status {
            PoiStatus::Accepted | PoiStatus::Answered { .. } => point.at == turn.position(),
            PoiStatus::Offered | PoiStatus::Taken | PoiStatus::Declined { .. } => false,
        };
        // Others may have risen since and been waved down.
        let points = turn.points.iter().rev().filter_map(|id| self.point(*id));
        points.filter(|_| turn.is_open()).find(is_on)
    }

    /// The rules for points of information during a turn.
    pub fn poi_rules(&self, turn: &Turn) -> Option<PoiRules> {
        let phase = self.plan.phases.get(turn.phase as usize)?;
        // Who speaks less has shorter minutes.
        let scale = self
            .speaker(&turn.seat)
            .map_or(1.0, |speaker| speaker.profile.speech_scale);
        phase.points.map(|rules| rules.scaled(scale))
    }

    /// The spoken turn whose speaker has the floor; nobody has it when the debate is over.
    pub fn floor(&self) -> Option<&Turn> {
        let is_over = self.is_closed();
        let open = self.agenda.turns.iter().rev().filter(|_| !is_over);
        open.filter_map(|turn| self.turn(*turn))
            .find(|turn| turn.task.is_spoken() && turn.is_open() && !self.is_held_back(turn))
    }

    /// The seat that a question is for, as far as it is known. A clarification that names nobody is put to whoever spoke
    /// last: where a break follows every turn, to whoever has the floor and is not one of several who speak at once.
    pub fn asked_of<'a>(&'a self, item: &'a Intervention) -> Option<&'a Seat> {
        let waits =
            item.matter == Matter::Clarification && item.progress == InterventionProgress::Queued;
        let opening = self.opening.as_deref().filter(|_| waits);
        let is_next = opening.is_some_and(|opening| opening.format.breaks == Break::Turn);
        let floor = self
            .floor()
            .filter(|turn| is_next && !self.is_simultaneous(turn));
        item.seat.as_ref().or_else(|| Some(&floor?.seat))
    }

    /// The turn that fills a slot and counts.
    pub fn ended_in(&self, slot: u32) -> Option<&Turn> {
        self.attempts_in(slot).find(|turn| turn.is_ended())
    }

    /// The seat that has the next turn on the record; `None` where nobody has one, where several speak or begin at
    /// once, or where a judge is still to choose.
    pub fn next_up(&self) -> Option<&Seat> {
        let is_at_once = |turn: &Turn| turn.is_open() && self.is_simultaneous(turn);
        // Judges may end the rounds, or choose.
        let is_judged = |call: &Pending| matches!(call.ask, Ask::Round { .. } | Ask::Choose { .. });
        let waits = self.turns.iter().any(is_at_once) || self.calls.values().any(is_judged);
        if self.is_closed() || waits {
            return None;
        }
        let is_to_come = |slot: &&Slot| {
            slot.task.is_turn()
                && slot.task.is_on_record()
                && !slot.private
                && slot.phase >= self.phases_ended
                && !self.stopped.contains_key(&slot.phase)
                && self.attempts_in(slot.index).next().is_none()
        };
        let next = self.plan.slots.iter().find(is_to_come)?;
        let plan = self.plan.phases.get(next.phase as usize)?;
        let of_round = |slot: &&Slot| slot.phase == next.phase && slot.round == next.round;
        let left = self.plan.slots.iter().filter(of_round).filter(is_to_come);
        if left.count() > 1 {
            if plan.coordination == Coordination::Simultaneous {
                return None;
            }
            if plan.judge_selects {
                let of_round =
                    |one: &&ChosenSpeaker| one.phase == next.phase && one.round == next.round;
                let chosen = self.chosen.iter().rfind(of_round)?;
                let mut to_come = self.plan.slots.iter().filter(is_to_come);
                return to_come
                    .find(|slot| slot.seat == chosen.seat)
                    .map(|slot| &slot.seat);
            }
        }
        Some(&next.seat)
    }

    /// The slots of the round that is on, as positions in the plan.
    pub(super) fn slots_of_round(&self) -> std::ops::Range<usize> {
        let of_round = self.phase.and_then(|phase| {
            let slots = self.plan.phases.get(phase as usize)?.slots.clone();
            let round = self.round(phase);
            let all = self.plan.slots.get(slots.clone())?;
            let from = all.partition_point(|slot| slot.round < round);
            let to = all.partition_point(|slot| slot.round <= round);
            Some(slots.start + from..slots.start + to)
        });
        of_round.unwrap_or_default()
    }

    /// The turns that were begun in a slot, in order.
    pub(super) fn attempts_in(&self, slot: u32) -> impl Iterator<Item = &Turn> {
        let attempts = self.agenda.attempts.get(slot as usize);
        let attempts = attempts.map(Vec::as_slice).unwrap_or_default();
        attempts.iter().filter_map(|turn| self.turn(*turn))
    }

    /// Whether a turn that fills a slot is spoken, written or checked.
    pub fn is_under_way(&self, slot: u32) -> bool {
        self.attempts_in(slot)
            .any(|turn| turn.is_open() || turn.is_heard())
    }

    /// Whether a slot is done: a turn in it counts, or all that the house asks for in it is in or given up.
    pub fn is_done(&self, slot: &Slot) -> bool {
        if slot.task.is_turn() {
            self.ended_in(slot.index).is_some()
        } else {
            let mut owed = self.plan.owed_in(slot.index).iter();
            owed.all(|owed| self.is_in(&owed.ask))
        }
    }

    /// Whether what the house asks for in a slot of its own is in, or given up. What it asks for elsewhere is owed to
    /// nobody.
    pub fn is_in(&self, ask: &Ask) -> bool {
        match ask.place() {
            Place::Ballot(member, when) => self.ballots.contains_key(&(when, member.clone())),
            Place::Leans(seats) => seats.iter().all(|seat| self.leans.contains_key(seat)),
            Place::Verdict(order) => self.looks.contains_key(&order),
            Place::Ranking(judge) => self.rankings.contains_key(judge),
            Place::SpeakerAssessments(seats) => {
                seats.iter().all(|seat| self.assessments.contains_key(seat))
            }
            Place::Report(judge, again) => {
                let looks = self.report_looks.get(judge);
                looks.is_some_and(|looks| looks.look(again).is_some())
            }
            Place::Text(_)
            | Place::Turn(_)
            | Place::Item(_)
            | Place::StrawVotes(..)
            | Place::RoundAssessment(..)
            | Place::Elsewhere => true,
        }
    }

    /// Whether a judge's assessment after a round is in, or was given up.
    pub(crate) fn is_assessed(&self, phase: u32, round: u32, judge: &Seat) -> bool {
        let mut rounds = self.rounds.iter();
        rounds.any(|one| one.phase == phase && one.round == round && &one.judge == judge)
    }

    /// Whether nobody said anything in a round: there is nothing to assess in it.
    pub(super) fn is_silent(&self, phase: u32, round: u32) -> bool {
        let slots = self.plan.slots_of(phase).iter();
        let mut turns = slots
            .filter(|slot| slot.round == round)
            .flat_map(|slot| self.attempts_in(slot.index));
        turns.all(Turn::is_empty)
    }

    /// Private notes of a seat, of whoever sits there now.
    pub fn notes(&self, seat: &Seat) -> Option<&Turn> {
        let before = self.replaced.get(seat).copied().unwrap_or(0);
        self.turns
            .iter()
            .skip(before)
            .find(|turn| &turn.seat == seat && turn.task == Task::Prepare && turn.is_ended())
    }

    /// Turns that the house has heard, spoken or written, and that count, in order.
    pub fn speeches(&self) -> impl DoubleEndedIterator<Item = &Turn> {
        let heard = self.agenda.heard.iter();
        heard.filter_map(|turn| self.turn(*turn))
    }

    pub(super) fn is_private(&self, turn: &Turn) -> bool {
        self.slot_of(turn).is_some_and(|slot| slot.private)
    }

    /// The turns that whoever has `turn` has heard: those of earlier groups. Of those that run at once none sees
    /// another.
    pub fn heard_before(&self, turn: &Turn) -> Vec<&Turn> {
        let group = |turn: &Turn| self.slot_of(turn).map_or(0, |slot| slot.group);
        let own = group(turn);
        self.speeches().filter(|one| group(one) < own).collect()
    }

    /// The other turns that are under way at the same time.
    pub fn beside<'a>(&'a self, turn: &'a Turn) -> impl Iterator<Item = &'a Turn> {
        let group = |turn: &Turn| self.slot_of(turn).map(|slot| slot.group);
        self.turns.iter().filter(move |one| {
            one.id != turn.id && one.task.is_on_record() && group(one) == group(turn)
        })
    }

    /// Whether a turn runs beside others.
    pub fn is_simultaneous(&self, turn: &Turn) -> bool {
        let plan = self.plan.phases.get(turn.phase as usize);
        plan.is_some_and(|plan| plan.coordination == Coordination::Simultaneous)
    }

    /// The round of a phase that was begun last, from 1: while judges look at one that is over, that one.
    pub fn round_begun(&self, phase: u32) -> u32 {
        let next = self.round(phase);
        let of_next = |turn: &Turn| {
            turn.phase == phase && self.slot_of(turn).is_some_and(|slot| slot.round == next)
        };
        if self.turns.iter().rev().any(of_next) {
            next
        } else {
            next.saturating_sub(1).max(1)
        }
    }

    /// The number of rounds of a phase that were held.
    pub fn rounds_held(&self, phase: u32) -> u32 {
        self.rounds_ended.get(&phase).copied().unwrap_or(0)
    }

    /// The round of a phase that is on, from 1; past the last one when all are over.
    pub fn round(&self, phase: u32) -> u32 {
        self.rounds_held(phase).saturating_add(1)
    }

    /// The direct verdict in words: what was found in the first look that could be had.
    pub fn verdict(&self) -> Option<&DirectVerdict> {
        self.verdicts().next()
    }

    /// The verdict of each look that could be had, in the order in which the looks are asked for.
    pub fn verdicts(&self) -> impl Iterator<Item = &DirectVerdict> {
        self.looks.values().flatten()
    }

    /// The vote of each look that could be had.
    pub fn verdict_votes(&self) -> Vec<Vote> {
        self.verdicts().map(|verdict| verdict.vote).collect()
    }

    /// Whether such a piece of work is under way.
    pub fn is_asked(&self, ask: &Ask) -> bool {
        self.calls.is_asked(ask)
    }

    /// The role whose model is asked: of a probe that of the call which it is about, or the one that a seat besides
    /// has.
    pub fn role_of(&self, ask: &Ask, seat: Option<&Seat>) -> Role {
        let Ask::Probe { after } = ask else {
            return ask.role(seat);
        };
        if self.asked_from(*after) != seat {
            return seat.map_or(Role::Speaker, Role::of_seat);
        }
        let mut finished = self.finished.iter().rev();
        let about = finished.find(|one| one.call == *after).map(|one| &one.ask);
        about.unwrap_or(ask).role(seat)
    }

    /// The seat from which a call was made that has ended.
    pub(crate) fn asked_from(&self, call: CallId) -> Option<&Seat> {
        let mut finished = self.finished.iter().rev();
        finished.find(|one| one.call == call)?.seat.as_ref()
    }

    /// The call under way, if any, that writes the text of a turn.
    pub(crate) fn speaking_call(&self, turn: TurnId) -> Option<CallId> {
        self.calls.writing(turn)
    }

    /// Whether the model of a turn gave no answer, and it is looked whether the server is there: nobody writes.
    pub fn is_unanswered(&self, turn: TurnId) -> bool {
        self.calls.writing(turn).is_none() && self.outage.writes(turn)
    }

    /// The last count that is known: the ballots after, else the last poll, else the ballots before.
    pub fn tally(&self) -> Option<Tally> {
        if let Some(division) = self.division.as_ref().filter(|one| !one.lost_all()) {
            return Some(Tally {
                ayes: division.ayes,
                noes: division.noes,
                undecided: division.abstentions,
            });
        }
        if let Some(poll) = self.heard_polls().next_back() {
            return Some(poll);
        }
        let before = self.ballot_tally(When::Before);
        (before.total() > 0).then_some(before)
    }

    /// The counts of the polls that were taken, but for those in which no vote came.
    fn heard_polls(&self) -> impl DoubleEndedIterator<Item = Tally> + '_ {
        let taken = self.polls.iter().filter(|poll| poll.taken);
        taken.map(Poll::tally).filter(|tally| tally.total() > 0)
    }

    /// The count of the ballots cast so far.
    pub fn ballot_tally(&self, when: When) -> Tally {
        self.ballots.tally(when)
    }

    /// The lead of the Ayes before the debate, after each poll, and at the division: the line of the swing.
    pub fn leads(&self) -> Vec<i32> {
        let before = self.ballot_tally(When::Before);
        let mut leads = Vec::new();
        if before.total() > 0 {
            leads.push(before.lead());
        }
        leads.extend(self.heard_polls().map(Tally::lead));
        if let Some(division) = self.division.as_ref().filter(|one| !one.lost_all()) {
            leads.push(
                Tally {
                    ayes: division.ayes,
                    noes: division.noes,
                    undecided: 0,
                }
                .lead(),
            );
        }
        leads
    }

    /// The steps in which the model of a turn's speaker is asked. What is short enough to be one step for anybody is
    /// asked for as a whole: floor speeches, questions, answers, and speeches for which the format has a brief.
    pub fn steps_of(&self, turn: &Turn) -> Steps {
        let brief = self
            .spec_of(turn)
            .is_some_and(|spec| !spec.brief.is_empty());
        if turn.task != Task::Speech || (brief && turn.target_words < STEPWISE_WORDS) {
            return Steps::Together;
        }
        if let Some(steps) = self.steps_by_hand(&turn.seat) {
            return steps;
        }
        self.speaker(&turn.seat)
            .map_or(Steps::Together, |speaker| speaker.profile.steps)
    }

    /// The motion as a neutral question, once the Chair has put it.
    pub fn question(&self) -> Option<&str> {
        self.speeches().find_map(|turn| match &turn.work {
            Some(Work::Framing(framing)) => Some(framing.question.as_str()),
            Some(
                Work::Arguments(_)
                | Work::CrossExamination(_)
                | Work::Replies(_)
                | Work::Closing(_)
                | Work::Synthesis(_),
            )
            | None => None,
        })
    }

    /// Milliseconds that the debate has run, pauses not counted. They end with its last phase.
    pub fn running_ms(&self) -> u64 {
        if let Some(ran_ms) = self.ran_ms {
            return ran_ms;
        }
        let now_paused = self
            .paused_since
            .map_or(0, |since| self.at_ms.saturating_sub(since));
        self.at_ms
            .saturating_sub(self.paused_ms)
            .saturating_sub(now_paused)
    }

    /// Whether nobody has said anything that counts: stops and dashes alone are no speech.
    pub fn is_wordless(&self) -> bool {
        self.speeches().all(Turn::is_empty)
    }

    /// Whether the debate is over.
    pub fn is_closed(&self) -> bool {
        matches!(self.status, DebateStatus::Closed(_))
    }

    /// Whether the model of whoever sits there is asked for one thing at a time.
    pub fn is_asked_stepwise(&self, seat: &Seat) -> bool {
        let opening = self.opening.as_deref();
        let profile = opening.and_then(|opening| opening.profile(seat));
        let steps = self.steps_by_hand(seat).or(profile.map(|one| one.steps));
        steps == Some(Steps::OneAtATime)
    }

    /// The agenda as it was kept, event by event.
    pub fn agenda(&self) -> &Agenda {
        &self.agenda
    }

    /// Whether some call to a model has failed, or some try of one under way.
    pub fn has_failures(&self) -> bool {
        let mut pending = self.calls.values().filter(|call| !call.cut);
        self.has_failed || pending.any(|call| call.last_failure.is_some())
    }

    /// Whether nobody is asked anything, whatever a viewer puts, before the debate is let go on.
    pub fn is_at_a_stop(&self) -> bool {
        matches!(
            self.status,
            DebateStatus::Paused(PausedBy::Unreachable { .. } | PausedBy::Limit { .. })
        )
    }

    /// Whether the debate runs: it is neither paused nor over.
    pub fn is_running(&self) -> bool {
        self.status == DebateStatus::Running
    }
}
