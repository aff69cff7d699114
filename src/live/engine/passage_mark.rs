//! The number of the passage that a small model was given for its next words, and forgets to write: the house, which
//! knows what it gave, puts it behind the first sentence that says what the passage says.

use crate::{asks::GivenPassage, similarity::contains_claim, text::content::content_words};

/// Puts it once.
#[derive(Debug, Clone, Default)]
pub(super) struct PassageMark {
    rest: Option<Box<GivenPassage>>,
    /// The number that was put, as long as the model may still write it behind the sentence.
    put: Option<u32>,
}

impl PassageMark {
    pub(super) fn of(rest: Option<GivenPassage>) -> Self {
        Self {
            rest: rest.map(Box::new),
            put: None,
        }
    }

    /// The next sentence, with the mark where it belongs.
    pub(super) fn put(&mut self, sentence: String) -> String {
        if let Some(number) = self.put.take() {
            let again = sentence.trim_start().strip_prefix(&format!("[{number}]"));
            return match again {
                Some(rest) => rest.trim_start().to_owned(),
                None => sentence,
            };
        }
        let Some(rest) = self.rest.take() else {
            return sentence;
        };
        if sentence.contains('[') {
            return sentence;
        }
        if !says(&sentence, &rest.gist) {
            self.rest = Some(rest);
            return sentence;
        }
        self.put = Some(rest.number);
        marked(&sentence, rest.number)
    }
}

fn says(sentence: &str, gist: &str) -> bool {
    let (said, held) = (content_words([sentence]), content_words([gist]));
    contains_claim(&said, &held) || contains_claim(&held, &said)
}

/// The sentence with a mark before its end.
fn marked(sentence: &str, number: u32) -> String {
    let bare = sentence.trim_end();
    let body = bare.trim_end_matches(['.', '!', '?', '…', '\'', '’', ')']);
    let end = sentence.get(body.len()..).unwrap_or_default();
    format!("{body} [{number}]{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIST: &str =
        "We can not remove our respective sections from each other, nor build an impassable wall.";

    fn said(sentences: &[&str]) -> String {
        let mut mark = PassageMark::of(Some(GivenPassage::new(4, GIST)));
        let all = sentences.iter();
        all.map(|one| mark.put((*one).to_owned())).collect()
    }

    #[test]
    fn the_first_sentence_that_says_it_has_the_mark() {
        for (sentences, expected) in [
            (
                &[
                    "I said that no wall can be built, and our sections not removed. ",
                    "So be it.",
                ][..],
                "I said that no wall can be built, and our sections not removed [4]. So be it.",
            ),
            // Its own mark stays where it is, and nothing is added.
            (
                &[
                    "We can not remove our sections or build a wall [4]. ",
                    "No impassable wall removes our sections.",
                ],
                "We can not remove our sections or build a wall [4]. No impassable wall removes our sections.",
            ),
            // Behind the end of the sentence, it is there once.
            (
                &["No impassable wall, no sections removed! ", "[4] Vote Aye."],
                "No impassable wall, no sections removed [4]! Vote Aye.",
            ),
            // What says something else rests on nothing.
            (
                &["A wall is a wall. ", "Bread is dear, and the winter long. "],
                "A wall is a wall. Bread is dear, and the winter long. ",
            ),
            (
                &["Bread is dear. ", "Impassable walls never remove sections "],
                "Bread is dear. Impassable walls never remove sections [4] ",
            ),
        ] {
            assert_eq!(said(sentences), expected);
        }
    }

    #[test]
    fn without_a_passage_nothing_is_added() {
        let mut mark = PassageMark::default();
        assert_eq!(mark.put(GIST.to_owned()), GIST);
    }
}
