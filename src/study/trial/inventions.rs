//! Speeches with names, years, sums or shares that nobody gave to whoever speaks. What is told as the speaker's own
//! claim is given out as nothing else, and does not count.

use super::TrialFindings;
use crate::{
    debate::{DebateState, ungiven::GivenWords, written::Work},
    eval::said,
};

/// The speeches, and those with inventions, by what was invented.
pub(super) fn findings(state: &DebateState) -> TrialFindings {
    let mut found = TrialFindings::default();
    let mut given = GivenWords::at_the_opening(state);
    for turn in said::turns(state) {
        let invented: Vec<String> = match &turn.work {
            Some(Work::Arguments(all)) => all
                .iter()
                .flat_map(|one| {
                    let mut lacks = given.lacks(&one.evidence);
                    lacks.retain(|words| !one.own_claims.contains(words));
                    lacks
                })
                .collect(),
            Some(_) => Vec::new(),
            None => given.lacks(&turn.text),
        };
        let text = said::text(turn);
        found.look(invented.join(", "), !invented.is_empty());
        given.add(&text);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::sample::SampleDebate;

    #[test]
    fn what_nobody_gave_is_found_once() {
        let mut debate = SampleDebate::new();
        debate.speech(
            "prop.1",
            "As the mayor of Hartlebury found in 1932, it can be done.",
            &[],
        );
        debate.speech(
            "opp.1",
            "Hartlebury is no city, Gandhi, and 1932 was long ago.",
            &[],
        );
        debate.speech("prop.2", "Streets are for people.", &[]);
        let found = findings(&debate.state);
        assert_eq!(
            (found.found.as_slice(), found.of),
            (&["Hartlebury, 1932".to_owned()][..], 3)
        );
    }
}
