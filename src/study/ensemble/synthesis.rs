//! The synthesis over all runs: sentences of a model, each about one theme, with the runs that bear it out. What a model
//! names is held against the landscape: a sentence whose runs do not have that theme is dropped, and counted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::landscape::Landscape;
use crate::text::sanitize::sanitize_line;

/// The synthesis over all runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EnsembleSynthesis {
    /// The label of the model that has written it.
    pub by: String,
    /// The sentences, in order.
    pub sentences: Vec<SynthesisSentence>,
    /// The sentences that were dropped, because the runs that they name do not bear them out.
    pub dropped: usize,
}

/// A sentence of a synthesis.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SynthesisSentence {
    /// The words of the sentence.
    pub text: String,
    /// The number of the theme that it is about.
    pub theme: usize,
    /// The runs that bear it out.
    pub runs: Vec<String>,
}

/// A synthesis as a model hands it in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct DraftSynthesis {
    /// The sentences.
    pub sentences: Vec<DraftSentence>,
}

/// A sentence as a model hands it in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct DraftSentence {
    /// The words of the sentence.
    pub sentence: String,
    /// The number of the theme that it is about.
    pub theme: u32,
    /// The runs that bear it out, by their names.
    pub runs: Vec<String>,
}

impl DraftSynthesis {
    /// The synthesis that this comes to, by the model of that label: the sentences whose runs all have the theme.
    pub fn kept(self, landscape: &Landscape, by: &str) -> EnsembleSynthesis {
        let all = self.sentences.len();
        let sentences: Vec<SynthesisSentence> = self
            .sentences
            .into_iter()
            .filter_map(|draft| {
                let number = usize::try_from(draft.theme).ok()?;
                let theme = landscape.themes.iter().find(|one| one.number == number)?;
                let text = sanitize_line(&draft.sentence).trim().to_owned();
                let mut runs: Vec<String> =
                    draft.runs.iter().map(|run| run.trim().to_owned()).collect();
                runs.sort();
                runs.dedup();
                let is_borne_out =
                    !runs.is_empty() && runs.iter().all(|run| theme.runs.contains(run));
                (is_borne_out && !text.is_empty()).then_some(SynthesisSentence {
                    text,
                    theme: number,
                    runs,
                })
            })
            .collect();
        EnsembleSynthesis {
            by: by.to_owned(),
            dropped: all - sentences.len(),
            sentences,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ensemble::landscape::ArgumentTheme;

    #[test]
    fn a_sentence_whose_runs_do_not_have_the_theme_is_dropped() {
        let theme = |number, runs: &[&str]| ArgumentTheme {
            number,
            runs: runs.iter().map(|run| (*run).to_owned()).collect(),
            ..ArgumentTheme::default()
        };
        let landscape = Landscape {
            themes: vec![theme(1, &["1.1", "1.2"]), theme(2, &["1.3"])],
            ..Landscape::default()
        };
        let draft = |sentence: &str, theme, runs: &[&str]| DraftSentence {
            sentence: sentence.to_owned(),
            theme,
            runs: runs.iter().map(|run| (*run).to_owned()).collect(),
        };
        let drafts = DraftSynthesis {
            sentences: vec![
                draft("Tolls\u{1b}[31m decide it.", 1, &["1.2", " 1.1", "1.2"]),
                draft("Of another theme's run.", 1, &["1.1", "1.3"]),
                draft("Of no run.", 2, &[]),
                draft("Of a theme that is not there.", 9, &["1.1"]),
                draft(" ", 2, &["1.3"]),
            ],
        };
        let kept = drafts.kept(&landscape, "m");
        assert_eq!((kept.sentences.len(), kept.dropped), (1, 4));
        assert_eq!(kept.sentences[0].text, "Tolls decide it.");
        assert_eq!(kept.sentences[0].runs, ["1.1", "1.2"]);
    }
}
