//! The lines of votes and of the division.

use crate::{
    blocks::Builder,
    counted_lines,
    debate::{
        DebateState, answer::Vote, ask::When, division::DivisionResult, event::Event,
        house_agreement::HouseAgreement,
    },
    events_of,
    headless::jsonl::{Body, DivisionLine, PanelLine, PerformanceLine, TallyLine},
};

use super::{Mapper, notice};

impl Mapper {
    pub(super) fn of_votes(&self, event: &Event) -> Option<Body> {
        let state = &self.state;
        Some(match event {
            Event::PollTaken { after } => {
                let poll = state.polls.iter().find(|poll| poll.after == *after)?;
                let tally = poll.tally();
                alike!(tally => Body::PollTaken {
                    ayes, noes, undecided;
                    after_seat: self.seat_of(*after),
                })
            }
            Event::BallotCast {
                member,
                when,
                vote,
                reason,
            } => Body::BallotCast {
                member: state.name(member),
                seat: member.to_string(),
                when: when_word(*when),
                vote: vote.word(),
                reason: reason.clone(),
            },
            Event::BallotSpoiled {
                member,
                when,
                reason,
            } => {
                let members = std::slice::from_ref(member);
                notice(Builder::of(state).ballots_lost(*when, members, reason))
            }
            Event::LeanTaken { seat, vote } => Body::LeanTaken {
                seat: seat.to_string(),
                name: state.leaning_name(seat),
                vote: vote.map(Vote::word),
            },
            // The fold has words for it.
            Event::VerdictFailed { .. } | Event::AssessmentFailed { .. } => {
                notice(state.notices.last()?.clone())
            }
            Event::DivisionDeclared(result) => {
                Body::DivisionDeclared(Box::new(division(state, result)))
            }
            // Told by other lines, or of no use to anybody outside.
            Event::StrawVoteCast { .. }
            | Event::VerdictGiven { .. }
            | Event::SpeakerAssessed { .. }
            | events_of!(debate turns points judges interventions calls) => return None,
        })
    }
}

fn division(state: &DebateState, result: &DivisionResult) -> DivisionLine {
    let outcome = result.outcome();
    let agreement = HouseAgreement::of(result);
    let votes = result.panel_votes.iter().map(|vote| {
        alike!(vote => PanelLine {
            member, reason;
            before: vote.before.map(Vote::word),
            after: vote.after.map(Vote::word),
        })
    });
    let performances = result.speaker_performances.iter().map(|one| {
        alike!(one => PerformanceLine {
            speaker_name, key_contribution, missed_opportunity, effectiveness, persona_fidelity, feedback
        })
    });
    alike!(result => DivisionLine {
        motion, ayes, noes, undecided_before, swing, abstentions, lost, core_tensions, decisive_moments,
        most_damaging_rebuttals, unchallenged, strongest_argument_prop, strongest_argument_opp, most_compelling_speaker,
        weakest_link, feedback, analysis;
        winner: outcome.ok().map(|(winner, _)| winner.to_owned()),
        undecided: outcome.err(),
        before: alike!(result.before => TallyLine { ayes, noes, undecided }),
        margin: outcome.ok().and_then(|(_, margin)| Some(margin?.word())),
        panel_votes: votes.collect(),
        direct_vote: result.direct_vote.map(Vote::word),
        direct_looks: result.direct_looks.iter().map(|vote| vote.word()).collect(),
        contested: result.is_contested(),
        house_agrees: agreement.and_then(|one| one.agrees()),
        with_verdict: agreement.and_then(|one| one.share()),
        speaker_performances: performances.collect(),
        verdicts: counted_lines::verdicts(state),
        rankings: counted_lines::rankings(state),
    })
}

fn when_word(when: When) -> &'static str {
    match when {
        When::Before => "before",
        When::After => "after",
    }
}
