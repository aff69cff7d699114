//! The windows of a passage that are embedded: a few sentences each, under the headings that the passage stands under.
//!
//! One vector of two hundred words says what they are about on the whole, and a question asks for one thing in them.
//! Small models that embed were trained on texts of this length, too. A passage is as near to a question as the nearest
//! of its windows is.

use super::passage::sentences;

/// The number of words that a window aims at.
const AIM: usize = 70;

/// The most windows of a passage: as many as the longest one has.
const MOST: usize = 4;

/// The windows of a passage, at least one: all of its sentences, in their order, each once.
pub(super) fn windows(headings: &str, text: &str) -> Vec<String> {
    let sentences = sentences(text);
    let words: usize = sentences.iter().map(|(_, words)| words).sum();
    let count = ((words + AIM / 2) / AIM).clamp(1, MOST);
    let mut windows = vec![String::new()];
    let mut before = 0;
    for (sentence, words_of_it) in sentences {
        // A sentence belongs to the window that its middle lies in.
        let at = (before + words_of_it / 2) * count / words.max(1);
        if at >= windows.len() && windows.last().is_some_and(|last| !last.is_empty()) {
            windows.push(String::new());
        }
        before += words_of_it;
        if let Some(last) = windows.last_mut() {
            last.push_str(sentence);
        }
    }
    let windows = windows.iter().map(|window| under(headings, window.trim()));
    windows.collect()
}

/// A text under the headings that it stands under.
pub(super) fn under(headings: &str, text: &str) -> String {
    match headings {
        "" => text.to_owned(),
        headings => format!("{headings}\n{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(sentences: usize, words: usize) -> String {
        let sentence = |n| format!("Sentence {n}{}.", " goes on".repeat((words - 2) / 2));
        let all: Vec<String> = (0..sentences).map(sentence).collect();
        all.join(" ")
    }

    #[test]
    fn a_passage_has_windows_of_whole_sentences_under_its_headings() {
        let passage = text(20, 10);
        let windows = windows("CHAPTER V", &passage);
        assert_eq!(windows.len(), 3);
        let bodies: Vec<&str> = windows
            .iter()
            .map(|window| window.strip_prefix("CHAPTER V\n").unwrap())
            .collect();
        assert_eq!(bodies.join(" "), passage);
        for body in bodies {
            let words = body.split(' ').count();
            assert!(
                body.ends_with('.') && (60..=80).contains(&words),
                "{words}: {body}"
            );
        }
    }

    #[test]
    fn whatever_the_text_there_is_at_least_one_and_never_too_many() {
        for text in [
            "",
            "   ",
            "One.",
            &text(1, 258),
            &text(130, 2),
            &text(3, 86),
        ] {
            let found = windows("", text);
            assert!((1..=MOST).contains(&found.len()), "{}", found.len());
            assert!(found.len() == 1 || found.iter().all(|window| !window.is_empty()));
        }
    }
}
