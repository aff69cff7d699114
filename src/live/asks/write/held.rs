//! What a part of a small model's work is held to before it is taken: nobody speaks of themselves as of another, and
//! who answers an argument speaks of what it says. What does not is asked for again with the reason.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    debate::{DebateState, state::Turn},
    text::{content::content_words, sentence::sentences, words},
};

/// Words by which whoever speaks is in a sentence themselves ("I, Ada Lovelace, …").
const OWN: [&str; 9] = [
    "i", "i'm", "i've", "i'd", "i'll", "me", "my", "mine", "myself",
];

/// What a part is held to.
#[derive(Debug, Clone, Default)]
pub(super) struct Held {
    /// The speaker's name.
    name: String,
    /// The content words of the arguments that are answered, one for each part.
    answered: Vec<BTreeSet<String>>,
}

impl Held {
    /// Held to the speaker's own voice.
    pub(super) fn to_voice(state: &DebateState, turn: &Turn) -> Self {
        Self {
            name: state.name(&turn.seat),
            answered: Vec::new(),
        }
    }

    /// And to what is answered, in each part to one of these texts.
    #[must_use]
    pub(super) fn and_to<'a>(self, answered: impl IntoIterator<Item = [&'a str; 3]>) -> Self {
        Self {
            answered: answered.into_iter().map(content_words).collect(),
            ..self
        }
    }

    /// What is wrong with a part, for the model to read.
    pub(super) fn lacks(&self, at: usize, part: &Value) -> Option<String> {
        let mut said = Vec::new();
        texts(part, &mut said);
        let mut all = said.iter().flat_map(|text| sentences(text));
        if let Some(sentence) = all.find(|one| self.is_of_another(one)) {
            let name = &self.name;
            return Some(format!(
                "{name} speaks here and says \"I\", and not \"{name}\": {}",
                sentence.trim()
            ));
        }
        let answered = self.answered.get(at).filter(|words| !words.is_empty())?;
        let about = content_words(said.iter().copied());
        answered.is_disjoint(&about).then(|| {
            "this has nothing to do with the argument that it answers: take up what it says"
                .to_owned()
        })
    }

    /// Whether a sentence speaks of the speaker as of somebody else.
    fn is_of_another(&self, sentence: &str) -> bool {
        let is_named = !self.name.is_empty() && sentence.contains(self.name.as_str());
        is_named && !words(&sentence.to_lowercase()).any(|word| OWN.contains(&word))
    }
}

/// The texts of a part, in order.
fn texts<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(all) => all.iter().for_each(|one| texts(one, found)),
        Value::Object(fields) => fields.values().for_each(|one| texts(one, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn who_speaks_says_i_and_who_answers_speaks_of_what_was_said() {
        let held = Held {
            name: "Ada Lovelace".to_owned(),
            answered: Vec::new(),
        }
        .and_to([[
            "Small teams drown in services.",
            "Each needs a pipeline.",
            "",
        ]]);
        let said = |at, reasoning: &str| {
            held.lacks(
                at,
                &json!({ "reasoning": reasoning, "response_type": "refute" }),
            )
        };
        for sound in [
            "A pipeline is bought once, and three people run it.",
            "I, Ada Lovelace, have run forty services.",
            "Charles Babbage is wrong on teams.",
        ] {
            assert_eq!(said(0, sound), None, "{sound}");
        }
        let wrong = said(0, "Services are cheap. Ada Lovelace is correct.").unwrap();
        assert!(wrong.contains("says \"I\""), "{wrong}");
        let beside = said(0, "The ovens were never warm on a Sunday.").unwrap();
        assert!(beside.contains("nothing to do"), "{beside}");
        // Nothing is answered there.
        assert_eq!(said(1, "The ovens were never warm on a Sunday."), None);
    }
}
