//! Drift: paragraphs that have nothing to do with the motion, or with what was said just before them. By meaning where
//! there is an embedder, and else by content words.

use std::collections::BTreeSet;

use super::{TrialFindings, pieces};
use crate::{
    debate::{DebateState, state::Turn},
    eval::said,
    likeness::Vectors,
    similarity::{ABOUT, LEAST_SHARED, containment},
    text::content::content_words,
};

/// A paragraph drifts whose content words stand, less than this share of them, in what is debated and in what was just
/// said. Set on the planted paragraphs of the test below.
pub const DRIFT_WORDS: f64 = 0.12;
/// The speeches of others just before a paragraph that it may be about.
const BEFORE: usize = 2;

/// How near texts are.
#[derive(Debug, Clone, Default)]
pub struct Nearness {
    /// The vectors of [`texts`]; `None` where nobody has made any.
    pub vectors: Option<Vectors>,
}

impl Nearness {
    /// How it was looked for, for a person.
    pub fn describe(&self) -> String {
        match &self.vectors {
            Some(vectors) => format!("by meaning, with {}", vectors.label()),
            None => "by content words: there is no embedding model".to_owned(),
        }
    }

    /// Whether a paragraph has nothing to do with any of these texts.
    fn is_far(&self, text: &str, about: &[String]) -> bool {
        let near = self.vectors.as_ref().and_then(|vectors| {
            let all = about.iter().filter_map(|one| vectors.between(text, one));
            all.reduce(f64::max)
        });
        if let Some(near) = near {
            return near < ABOUT.meaning;
        }
        let said = content_words([text]);
        let about = content_words(about.iter().map(String::as_str));
        said.len() > LEAST_SHARED && containment(&said, &about) < DRIFT_WORDS
    }
}

/// The texts whose vectors [`Nearness`] wants, each once.
pub fn texts(state: &DebateState) -> Vec<String> {
    let mut all = BTreeSet::new();
    for (piece, about) in paragraphs(state) {
        all.insert(piece);
        all.extend(about);
    }
    all.into_iter().collect()
}

/// The paragraphs of all speeches, and those that have nothing to do with the debate.
pub(super) fn findings(state: &DebateState, nearness: &Nearness) -> TrialFindings {
    let mut found = TrialFindings::default();
    for (piece, about) in paragraphs(state) {
        let is_far = nearness.is_far(&piece, &about);
        found.look(piece, is_far);
    }
    found
}

/// Each paragraph, with all that it may be about: the motion, and what others have said just before.
fn paragraphs(state: &DebateState) -> Vec<(String, Vec<String>)> {
    let debated = debated(state);
    let turns: Vec<&Turn> = said::turns(state).collect();
    let mut all = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        let before = turns
            .iter()
            .take(at)
            .rev()
            .filter(|one| one.seat != turn.seat);
        let mut about = debated.clone();
        for one in before.take(BEFORE) {
            about.extend(pieces(one));
        }
        all.extend(pieces(turn).into_iter().map(|piece| (piece, about.clone())));
    }
    all
}

/// What is debated: the motion, and what there is to be said of it.
fn debated(state: &DebateState) -> Vec<String> {
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let motion = &opening.motion;
    let mut all = vec![
        motion.motion.clone(),
        motion.question.clone(),
        motion.background.clone(),
    ];
    all.extend([motion.claims.prop.clone(), motion.claims.opp.clone()]);
    all.extend(motion.case.prop.iter().chain(&motion.case.opp).cloned());
    all.retain(|text| !text.trim().is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::sample::SampleDebate;

    /// Paragraphs on the motion, "This House would ban cars", or on what was said before.
    const SOUND: [&str; 4] = [
        "Every car that is banned leaves room for a child to walk to school without fear of being run over.",
        "A ban on cars asks nobody who lives outside the city, and has to bring his tools to work each morning.",
        "My opponent speaks of tools. Most cars that I count carry one man and his hat, and no tools at all.",
        "Streets were made before cars were, and a ban gives them back to whoever was there first.",
    ];
    /// Planted ones.
    const ADRIFT: [&str; 4] = [
        "My horse was called Marengo, and he was grey. He died at a great age, far from the battles of his youth.",
        "The ovens are lit at four in the morning. Where no flour has come by then, bread is dear by noon.",
        "Poetry is a calculation of the heart, and mathematics is the music of reason, as my father never knew.",
        "I was born on an island, and my mother had seven other sons and daughters to feed with olives.",
    ];

    fn found(texts: &[&str]) -> (usize, usize) {
        let mut debate = SampleDebate::new();
        for (seat, text) in ["prop.1", "opp.1", "prop.2", "opp.2"]
            .into_iter()
            .zip(texts)
        {
            debate.speech(seat, text, &[]);
        }
        let found = findings(&debate.state, &Nearness::default());
        (found.found.len(), found.of)
    }

    #[test]
    fn planted_paragraphs_are_found_and_sound_ones_are_not() {
        assert_eq!(found(&SOUND), (0, 4));
        assert_eq!(found(&ADRIFT), (4, 4));
        assert_eq!(found(&[SOUND[0], ADRIFT[0], SOUND[1], ADRIFT[2]]), (2, 4));
        // Of what is short nothing can be told by its words.
        assert_eq!(found(&["Hear, hear! I rise."]), (0, 1));
    }

    #[test]
    fn with_vectors_the_nearest_text_counts() {
        let mut debate = SampleDebate::new();
        debate.speech("prop.1", ADRIFT[0], &[]);
        let all = texts(&debate.state);
        let vectors = |near: f32| {
            let side = (1.0 - near * near).sqrt();
            let of = |text: &String| {
                if text == ADRIFT[0] {
                    vec![near, side]
                } else {
                    vec![1.0, 0.0]
                }
            };
            let vectors = all.iter().map(of).collect();
            Nearness {
                vectors: Some(Vectors::new("two", all.clone(), vectors)),
            }
        };
        assert_eq!(findings(&debate.state, &vectors(0.1)).found.len(), 1);
        assert_eq!(findings(&debate.state, &vectors(0.6)).found.len(), 0);
    }
}
