//! The persuasive arc: how the house moved, and whether speeches brought anything new.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{
    by::By,
    definition::Measure,
    measured::{MeasureResult, Measured},
    said::{self, SpokenClaim},
};
use crate::{
    debate::{
        DebateState,
        answer::Vote,
        ask::When,
        division::Tally,
        ids::{Seat, TurnId},
    },
    likeness::Vectors,
    similarity::{SAME, containment, dice},
    text::content::content_words,
};

const NO_COUNTS: &str = "the house was not counted twice";
const FEW_COUNTS: &str = "the house was not counted three times";
const UNMOVED: &str = "the lead never moved";

/// A count of the house.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PolledCount {
    /// The turn after which the house was polled; absent for the ballots before and after the debate.
    pub after: Option<TurnId>,
    /// The count of the votes.
    #[serde(flatten)]
    pub tally: Tally,
    #[serde(skip)]
    votes: BTreeMap<Seat, Vote>,
}

/// The novelty of one turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Novelty {
    /// The id of the turn.
    pub turn: TurnId,
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The share of its distinct content words that no earlier turn has; 1 for the first.
    pub new_words: f64,
}

/// The counts of the house in order: ballots before, polls, ballots after. Those in which nobody voted are left out.
pub(super) fn counts(state: &DebateState) -> Vec<PolledCount> {
    let ballots = |when: When| {
        let votes = state.ballots.iter().filter(|((at, _), _)| *at == when);
        let votes = votes.filter_map(|((_, seat), ballot)| Some((seat.clone(), ballot.vote?)));
        (None, votes.collect())
    };
    let polls = state.polls.iter().filter(|poll| poll.taken).map(|poll| {
        let votes = poll.votes().iter();
        let votes = votes.filter_map(|(seat, vote)| Some((seat.clone(), (*vote)?)));
        (Some(poll.after), votes.collect())
    });
    std::iter::once(ballots(When::Before))
        .chain(polls)
        .chain(std::iter::once(ballots(When::After)))
        .filter(|(_, votes): &(_, BTreeMap<Seat, Vote>)| !votes.is_empty())
        .map(|(after, votes)| PolledCount {
            after,
            tally: Tally::of(votes.values().copied()),
            votes,
        })
        .collect()
}

/// Swing, changes of mind, monotony.
pub(super) fn house(counts: &[PolledCount]) -> [MeasureResult; 3] {
    [
        MeasureResult::whole(Measure::Swing, swing(counts)),
        MeasureResult::whole(Measure::Changes, changes(counts)),
        MeasureResult::whole(Measure::Monotony, monotony(counts)),
    ]
}

fn swing(counts: &[PolledCount]) -> Measured {
    let ([first, .., last], members) = (counts, members(counts).len()) else {
        return Measured::not(NO_COUNTS);
    };
    let moved = f64::from(last.tally.lead()) - f64::from(first.tally.lead());
    Measured::Is {
        value: moved / (2.0 * members as f64),
        of: members,
        by: By::Count,
    }
}

/// Everybody who voted, with their votes in order.
fn members(counts: &[PolledCount]) -> BTreeMap<&Seat, Vec<Vote>> {
    let mut members: BTreeMap<&Seat, Vec<Vote>> = BTreeMap::new();
    for (seat, vote) in counts.iter().flat_map(|count| &count.votes) {
        members.entry(seat).or_default().push(*vote);
    }
    members
}

fn changes(counts: &[PolledCount]) -> Measured {
    let members = members(counts);
    let changes: Vec<f64> = members
        .values()
        .filter(|votes| votes.len() > 1)
        .map(|votes| {
            let pairs = votes.iter().zip(votes.iter().skip(1));
            pairs.filter(|(one, next)| one != next).count() as f64
        })
        .collect();
    Measured::mean(&changes, By::Count, NO_COUNTS)
}

fn monotony(counts: &[PolledCount]) -> Measured {
    let leads: Vec<f64> = counts
        .iter()
        .map(|one| f64::from(one.tally.lead()))
        .collect();
    let ([first, .., last], true) = (leads.as_slice(), leads.len() > 2) else {
        return Measured::not(FEW_COUNTS);
    };
    let way: f64 = leads
        .iter()
        .zip(leads.iter().skip(1))
        .map(|(one, next)| (next - one).abs())
        .sum();
    if way <= 0.0 {
        return Measured::not(UNMOVED);
    }
    Measured::Is {
        value: (last - first).abs() / way,
        of: leads.len() - 1,
        by: By::Count,
    }
}

/// The place of the largest step of the lead.
pub(super) fn swing_turn(state: &DebateState, counts: &[PolledCount]) -> MeasureResult {
    let turns: Vec<TurnId> = said::turns(state).map(|turn| turn.id).collect();
    let steps = counts.iter().zip(counts.iter().skip(1)).map(|(one, next)| {
        let step = (next.tally.lead() - one.tally.lead()).abs();
        // The count after the debate comes when all have spoken.
        let so_far = next.after.map_or(turns.len(), |after| {
            turns.iter().filter(|turn| **turn <= after).count()
        });
        (step, so_far)
    });
    let mut largest = (0, 0);
    for step in steps {
        if step.0 > largest.0 {
            largest = step;
        }
    }
    let total = if counts.len() < 3 {
        Measured::not(FEW_COUNTS)
    } else if largest.0 == 0 {
        Measured::not(UNMOVED)
    } else {
        Measured::share(largest.1, turns.len(), By::Count, super::NOBODY)
    };
    MeasureResult::whole(Measure::SwingTurn, total)
}

/// The novelty of each turn, in order.
pub(super) fn novelty(state: &DebateState) -> Vec<Novelty> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut found = Vec::new();
    for turn in said::turns(state) {
        let own = content_words([said::text(turn).as_ref()]);
        if own.is_empty() {
            continue;
        }
        found.push(Novelty {
            turn: turn.id,
            seat: turn.seat.clone(),
            new_words: 1.0 - containment(&own, &known),
        });
        known.extend(own);
    }
    found
}

/// The novelty of words.
pub(super) fn new_words(novelty: &[Novelty]) -> MeasureResult {
    let mut by_seat: BTreeMap<&Seat, Vec<f64>> = BTreeMap::new();
    let later = novelty.get(1..).unwrap_or_default();
    for one in later {
        by_seat.entry(&one.seat).or_default().push(one.new_words);
    }
    let mean = |values: &[f64]| Measured::mean(values, By::Count, "there was one turn at the most");
    let all: Vec<f64> = later.iter().map(|one| one.new_words).collect();
    MeasureResult {
        measure: Measure::NewWords,
        total: mean(&all),
        speakers: by_seat
            .into_iter()
            .map(|(seat, values)| (seat.clone(), mean(&values)))
            .collect(),
    }
}

/// The novelty of claims.
pub(super) fn new_claims(claims: &[SpokenClaim<'_>], vectors: Option<&Vectors>) -> MeasureResult {
    let vectors = vectors.filter(|all| claims.iter().all(|claim| all.of(claim.text).is_some()));
    let by = By::vectors(vectors);
    let words: Vec<BTreeSet<String>> = claims
        .iter()
        .map(|claim| content_words([claim.text]))
        .collect();
    let alike =
        |(one, own): (&SpokenClaim<'_>, &BTreeSet<String>),
         (other, known): (&SpokenClaim<'_>, &BTreeSet<String>)| match vectors {
            Some(vectors) => vectors
                .between(one.text, other.text)
                .is_some_and(|near| near >= SAME.meaning),
            None => dice(own, known) >= SAME.words,
        };
    let first = claims.first().map(|claim| claim.turn.id);
    let mut counts: BTreeMap<Seat, Result<(usize, usize), String>> = BTreeMap::new();
    for one in claims.iter().zip(&words) {
        let turn = one.0.turn;
        if Some(turn.id) == first {
            continue;
        }
        let earlier = claims.iter().zip(&words);
        let mut earlier = earlier.take_while(|(claim, _)| claim.turn.id != turn.id);
        let new = !earlier.any(|other| alike(one, other));
        let count = counts.entry(turn.seat.clone()).or_insert(Ok((0, 0)));
        if let Ok((some, of)) = count {
            *some += usize::from(new);
            *of += 1;
        }
    }
    MeasureResult::shares(
        Measure::NewClaims,
        &by,
        counts,
        "no later claim was taken down",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Materials, Report, tests::sample};

    fn value(report: &Report, measure: Measure) -> Option<f64> {
        report.reading(measure).total.value()
    }

    fn near(found: Option<f64>, expected: f64) {
        assert!(
            found.is_some_and(|found| (found - expected).abs() < 1e-9),
            "{found:?} {expected}"
        );
    }

    #[test]
    fn the_house_is_followed_from_count_to_count() {
        use Vote::{Aye, No, Undecided};
        let mut debate = sample::SampleDebate::new();
        // Four members; the leads are 0, 1, −1 and 2.
        debate.ballots(When::Before, &[Some(Aye), Some(No), Some(Undecided), None]);
        debate.speech("prop.1", "One.", &[]);
        debate.poll(&[Some(Aye), Some(No), Some(Aye), None]);
        debate.speech("opp.1", "Two.", &[]);
        debate.poll(&[Some(Aye), Some(No), Some(No), None]);
        debate.ballots(When::After, &[Some(Aye), Some(No), Some(Aye), Some(Aye)]);
        let report = Report::of(&debate.state, &Materials::default());
        let leads: Vec<i32> = report.counts.iter().map(|one| one.tally.lead()).collect();
        assert_eq!(leads, [0, 1, -1, 2]);
        // 2 more than at first, of four members: 2 ÷ 8.
        near(value(&report, Measure::Swing), 0.25);
        // The third changed three times, the fourth voted once and is not counted: (0 + 0 + 3) ÷ 3.
        near(value(&report, Measure::Changes), 1.0);
        // 2 ÷ (1 + 2 + 3).
        near(value(&report, Measure::Monotony), 1.0 / 3.0);
    }

    #[test]
    fn a_house_that_was_counted_once_has_no_swing() {
        let mut debate = sample::SampleDebate::new();
        debate.ballots(When::Before, &[Some(Vote::Aye)]);
        let report = Report::of(&debate.state, &Materials::default());
        let reading = report.reading(Measure::Swing);
        assert_eq!(reading.total, Measured::not(NO_COUNTS));
        debate.ballots(When::After, &[Some(Vote::Aye)]);
        let report = Report::of(&debate.state, &Materials::default());
        near(value(&report, Measure::Swing), 0.0);
        assert_eq!(value(&report, Measure::Monotony), None);
    }

    #[test]
    fn what_is_new_is_what_nobody_said_before() {
        let mut debate = sample::SampleDebate::new();
        debate.speech(
            "prop.1",
            "Streets belong to children.",
            &[("Streets belong to children", "")],
        );
        // Of streets, carry, armies, children: two are new.
        debate.speech(
            "opp.1",
            "Streets carry armies, children!",
            &[("Streets are for children", ""), ("Armies need bread", "")],
        );
        let report = Report::of(&debate.state, &Materials::default());
        let shares: Vec<f64> = report.novelty.iter().map(|one| one.new_words).collect();
        assert_eq!(shares, [1.0, 0.5]);
        near(value(&report, Measure::NewWords), 0.5);
        // Both content words of the first claim (streets, children) stand in the earlier one; none of the second does.
        near(value(&report, Measure::NewClaims), 0.5);
    }
}
