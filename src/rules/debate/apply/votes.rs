//! Votes: straw votes, ballots, the verdict, the division.

use crate::{
    catalog::Task,
    debate::{
        agenda::Touched,
        ask::{Ask, When},
        event::{Event, Record},
        ids::TurnId,
        looks::TeamOrder,
        opening::Polls,
        state::{DebateState, TranscriptEntry},
        votes::{CastBallot, Poll},
    },
    events_of,
};

impl DebateState {
    pub(super) fn take_in_vote(&mut self, record: &Record) -> Touched {
        match &record.event {
            Event::StrawVoteCast {
                member,
                after,
                vote,
            } => {
                let mut polls = self.polls.iter_mut();
                if let Some(poll) = polls.rfind(|poll| poll.after == *after) {
                    poll.vote(member.clone(), *vote);
                } else if self.turn(*after).is_some() {
                    // Earlier versions polled where nothing was said, too.
                    let mut poll = Poll::after(*after);
                    poll.vote(member.clone(), *vote);
                    self.polls.push(poll);
                    return Touched::Poll(*after);
                }
                Touched::Ask(Ask::Poll {
                    member: member.clone(),
                    after: *after,
                })
            }
            Event::PollTaken { after } => {
                if let Some(index) = self.polls.iter().rposition(|poll| poll.after == *after) {
                    if let Some(poll) = self.polls.get_mut(index) {
                        poll.taken = true;
                    }
                    // It is taken beside the next speech, and told with this one.
                    self.with_turn(*after, |turn| turn.poll = Some(index));
                }
                Touched::Poll(*after)
            }
            Event::BallotCast {
                member,
                when,
                vote,
                reason,
            } => {
                let ballot = CastBallot {
                    vote: Some(*vote),
                    reason: reason.clone(),
                };
                self.ballots.insert((*when, member.clone()), ballot);
                Touched::Ask(Ask::Ballot {
                    member: member.clone(),
                    when: *when,
                })
            }
            Event::BallotSpoiled {
                member,
                when,
                reason,
            } => {
                let ballot = CastBallot {
                    vote: None,
                    reason: reason.clone(),
                };
                self.ballots.insert((*when, member.clone()), ballot);
                Touched::Ask(Ask::Ballot {
                    member: member.clone(),
                    when: *when,
                })
            }
            Event::LeanTaken { seat, vote } => {
                self.leans.insert(seat.clone(), *vote);
                let ask = self.plan.lean_of(seat).cloned();
                ask.map_or(Touched::Nothing, Touched::Ask)
            }
            Event::VerdictGiven { order, verdict } => {
                self.looks.insert(*order, Some((**verdict).clone()));
                Touched::Ask(Ask::Verdict { order: *order })
            }
            Event::VerdictFailed { order, reason } => {
                self.looks.insert(*order, None);
                let is_one_of_two = self
                    .opening
                    .as_deref()
                    .is_some_and(|opening| opening.verdict_orders().len() > 1);
                let what = match order {
                    _ if !is_one_of_two => "The verdict",
                    TeamOrder::AsSeated => "The first of two looks at the verdict",
                    TeamOrder::Exchanged => "The look at the verdict with the teams exchanged",
                };
                self.notice(format!("{what} could not be had: {reason}"));
                Touched::Ask(Ask::Verdict { order: *order })
            }
            Event::SpeakerAssessed { seat, assessment } => {
                self.assessments
                    .insert(seat.clone(), Some(assessment.clone()));
                Touched::Ask(Ask::Assess { seat: seat.clone() })
            }
            Event::AssessmentFailed { seat, reason } => {
                self.assessments.insert(seat.clone(), None);
                let name = self.name(seat);
                self.notice(format!("No assessment of {name} could be had: {reason}"));
                Touched::Ask(Ask::Assess { seat: seat.clone() })
            }
            Event::DivisionDeclared(result) => {
                self.division = Some((**result).clone());
                self.entries.push(TranscriptEntry::Division);
                Touched::Nothing
            }
            events_of!(debate turns points judges interventions calls) => Touched::Nothing,
        }
    }

    /// A call for several at once has ended, with an answer or for good without one: of whoever nothing was had by it,
    /// that is asked for alone.
    pub(super) fn asked_together(&mut self, ask: &Ask, is_had: bool) {
        if let Ask::Polls { members, after } = ask {
            let mut polls = self.polls.iter_mut();
            if let Some(poll) = polls.rfind(|poll| poll.after == *after) {
                poll.set_apart(members);
            }
            self.polling.heard(is_had);
            return;
        }
        if let Ask::Assessments { .. } = ask {
            self.apart.extend(ask.each());
        }
    }

    /// A poll follows each main speech in which something was said, but the last: after that one the house divides.
    pub(super) fn open_poll(&mut self, after: TurnId) {
        let (Some(opening), Some(turn)) = (&self.opening, self.turn(after)) else {
            return;
        };
        let polled = self
            .plan
            .phases
            .get(turn.phase as usize)
            .is_some_and(|phase| phase.polls);
        let last = self.slot_of(turn).is_none_or(|slot| slot.last);
        if polled
            && !last
            && turn.task == Task::Speech
            && !turn.is_empty()
            && opening.options.polls == Polls::EachSpeech
            && !opening.audience.is_empty()
        {
            self.polls.push(Poll::after(after));
            self.look_at_poll(self.polls.len() - 1);
        }
    }

    /// Whether every member has cast a ballot, or been given up on.
    pub(crate) fn ballots_are_in(&self, when: When) -> bool {
        self.opening
            .as_deref()
            .is_none_or(|opening| self.ballots.cast(when) >= opening.audience.len())
    }
}
