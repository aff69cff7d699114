//! The part of an answer that goes out: nothing of it before it says something, because what is out cannot be asked for
//! again. What says nothing is decided here alone, for prose and for answers of a form.

/// The sign that opens a block of code.
const FENCE: &str = "```";

/// The text of an answer so far.
#[derive(Debug, Default)]
pub struct Spoken {
    text: String,
    has_begun: bool,
    place: Place,
}

/// The place that the text has reached, as long as it says nothing.
#[derive(Debug, Default, Clone, Copy)]
enum Place {
    /// Behind so many of the signs that open a block of code.
    After(usize),
    /// In the name of what stands in a block of code: nobody says that.
    Language,
    /// Anywhere else.
    #[default]
    Open,
}

impl Spoken {
    /// More of it has come: what goes out now.
    pub fn push(&mut self, more: String) -> Option<String> {
        self.text.push_str(&more);
        if self.has_begun {
            return Some(more).filter(|more| !more.is_empty());
        }
        self.has_begun = more.chars().any(|letter| self.says(letter));
        self.has_begun.then(|| self.text.clone())
    }

    /// Whether something is said by a letter, behind those that said nothing.
    fn says(&mut self, letter: char) -> bool {
        let signs = match self.place {
            Place::After(signs) => signs,
            Place::Language if letter.is_alphanumeric() => return false,
            Place::Language | Place::Open => 0,
        };
        self.place = if FENCE.starts_with(letter) {
            Place::After(signs + 1)
        } else if letter.is_alphanumeric() && signs == FENCE.len() {
            Place::Language
        } else {
            Place::Open
        };
        matches!(self.place, Place::Open) && letter.is_alphanumeric()
    }

    /// Whether it says anything, and so whether any of it has gone out.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// All of it, whether it has gone out or not.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All of it, at its end.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

/// The bytes of letters and digits in a text: what of it says something. Nothing else is progress.
pub(crate) fn letters(text: &str) -> usize {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_goes_out_before_a_letter_or_a_digit() {
        let table = [
            (". . . .", None),
            ("---", None),
            ("{}", None),
            ("{\"\": \"\"}", None),
            ("😀😀", None),
            ("```json\n```", None),
            ("```\n```", None),
            ("```json\n{}\n```", None),
            ("…\n\n— 7", Some("7")),
            ("{\"vote\": 1}", Some("vote")),
            ("```json\n{\"vote\": 1}\n```", Some("vote")),
            ("```json {\"vote\": 1}```", Some("vote")),
            ("``yes``", Some("yes")),
            ("```\nyes\n```", Some("yes")),
            ("````yes", Some("yes")),
            ("茶", Some("茶")),
        ];
        for (text, first) in table {
            let begins = first.map(|first| text.find(first).unwrap());
            let mut spoken = Spoken::default();
            let out: Vec<String> = text
                .chars()
                .filter_map(|letter| spoken.push(letter.to_string()))
                .collect();
            assert_eq!(spoken.has_begun(), begins.is_some(), "{text}");
            assert_eq!(spoken.text(), text);
            let all = if begins.is_some() { text } else { "" };
            assert_eq!(out.concat(), all, "letter by letter");
            let mut whole = Spoken::default();
            assert_eq!(
                whole.push(text.to_owned()).as_deref().unwrap_or_default(),
                all
            );
        }
    }
}
