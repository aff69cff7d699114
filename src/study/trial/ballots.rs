//! Votes that changed from before the debate to its end, and whether the reason that is given has anything of the
//! debate in it.

use super::TrialFindings;
use crate::{
    debate::{DebateState, ask::When},
    eval::said,
    text::content::content_words,
};

/// The fewest content words of what was said that stand in a reason out of the debate, where it names nobody.
const SHARED: usize = 2;

/// The votes that changed, and those of them without a reason.
pub(super) fn findings(state: &DebateState) -> TrialFindings {
    let motion = state
        .opening
        .as_deref()
        .map(|opening| opening.motion.motion.as_str());
    let motion = content_words(motion);
    let texts: Vec<_> = said::turns(state).map(said::text).collect();
    let heard = content_words(texts.iter().map(AsRef::as_ref));
    let mut found = TrialFindings::default();
    for member in state.audience() {
        let vote = |when| state.ballots.get(&(when, member.seat.clone()));
        let (Some(before), Some(after)) = (vote(When::Before), vote(When::After)) else {
            continue;
        };
        if before.vote.is_none() || after.vote.is_none() || before.vote == after.vote {
            continue;
        }
        let reason = after.reason.trim();
        let names = state
            .speakers()
            .iter()
            .any(|speaker| said::names(reason, speaker));
        let about = content_words([reason]);
        let shared = about
            .intersection(&heard)
            .filter(|word| !motion.contains(*word))
            .count();
        found.look(reason, !names && shared < SHARED);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::{
            answer::Vote::{Aye, No, Undecided},
            event::Event,
            ids::Seat,
        },
        eval::tests::sample::SampleDebate,
    };

    #[test]
    fn a_vote_that_moves_for_nothing_is_found() {
        let mut all = TrialFindings::default();
        for (before, after, reason) in [
            (Undecided, Aye, "The bread at that market decided it."),
            (Undecided, No, "I like it better so."),
            (No, Aye, "Gandhi moved me."),
            (Aye, Aye, "As ever."),
        ] {
            let mut debate = SampleDebate::new();
            debate.speech("prop.1", "A market without cars sells more bread.", &[]);
            for (when, vote) in [(When::Before, before), (When::After, after)] {
                debate.add(Event::BallotCast {
                    member: Seat::audience(1),
                    when,
                    vote,
                    reason: reason.to_owned(),
                });
            }
            let found = findings(&debate.state);
            all.found.extend(found.found);
            all.of += found.of;
        }
        assert_eq!(
            (all.found.as_slice(), all.of),
            (&["I like it better so.".to_owned()][..], 3)
        );
    }
}
