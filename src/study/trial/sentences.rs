//! Sentences that were said before: word for word, or with so many words in a row that it is no chance.

use std::collections::HashSet;

use super::{TrialFindings, pieces};
use crate::{
    debate::DebateState,
    eval::said,
    similarity::{COPIED, LEAST_REPEATED},
    text::sentence::{key, sentences},
};

/// The sentences of speeches and answers that are long enough, and those of them that somebody had said before.
pub(super) fn said_before(state: &DebateState) -> TrialFindings {
    let mut found = TrialFindings::default();
    let mut heard = HashSet::new();
    for turn in said::turns(state) {
        let mut texts = pieces(turn);
        let points = turn.points.iter().filter_map(|point| state.point(*point));
        texts.extend(points.filter_map(|point| point.answer().map(str::to_owned)));
        for sentence in texts.iter().flat_map(|text| sentences(text)) {
            let key = key(sentence);
            let words: Vec<&str> = key.split(' ').collect();
            if words.len() < LEAST_REPEATED {
                continue;
            }
            let runs: Vec<String> = words.windows(COPIED).map(|run| run.join(" ")).collect();
            let is_repeated = heard.contains(&key) || runs.iter().any(|run| heard.contains(run));
            found.look(sentence.trim(), is_repeated);
            heard.extend(runs);
            heard.insert(key);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::sample::SampleDebate;

    #[test]
    fn the_debate_with_more_repetition_has_more_of_it() {
        const FIRST: &str = "Trams carry more people than cars, and always have.";
        let said = |second: &str| {
            let mut debate = SampleDebate::new();
            debate.speech("prop.1", FIRST, &[]);
            debate.speech("opp.1", second, &[]);
            let found = said_before(&debate.state);
            (found.found.len(), found.of)
        };
        assert_eq!(
            said("A tram goes where its rails go, and nowhere else."),
            (0, 2)
        );
        assert_eq!(said(FIRST), (1, 2));
        let half = "I tell you that trams carry more people than cars, and yet. A tram goes where its rails go.";
        assert_eq!(said(half), (1, 3));
        assert_eq!(said("So it is. So it is."), (0, 1));
    }
}
