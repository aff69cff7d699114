//! Takes the thinking off the beginning of an answer. Some servers send it as text between tags instead of
//! in a field of its own; the tags may be split anywhere between chunks.

use crate::spoken::letters;

/// The tags that models use, opening and closing.
const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// The place in the answer that has been reached.
#[derive(Debug, Default)]
enum Place {
    /// Nothing but white space and perhaps part of a tag so far.
    #[default]
    Beginning,
    /// Behind an opening tag; the closing one is awaited.
    Thinking(&'static str),
    /// Behind the thinking: white space before the first word is dropped.
    Behind,
    /// In the answer proper, where tags are only text.
    Answer,
}

/// A filter with a memory. Text comes out as soon as it is certain that it is no thinking.
#[derive(Debug, Default)]
pub struct Thinking {
    place: Place,
    held: String,
}

/// The result of sifting a chunk.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sifted {
    /// The part that is answer.
    pub text: String,
    /// The amount of the chunk that was thinking, in bytes of letters and digits.
    pub thought: usize,
}

impl Thinking {
    /// Sifts the next chunk.
    pub fn push(&mut self, chunk: &str) -> Sifted {
        if matches!(self.place, Place::Answer) {
            return Sifted {
                text: chunk.to_owned(),
                thought: 0,
            };
        }
        self.held.push_str(chunk);
        let mut thought = 0;
        loop {
            match self.place {
                Place::Answer => {
                    return Sifted {
                        text: std::mem::take(&mut self.held),
                        thought,
                    };
                }
                Place::Thinking(close) => {
                    let Some(at) = self.held.find(close) else {
                        let kept = self.held.len() - partial_suffix(&self.held, close);
                        let held = self.held.split_off(kept);
                        thought += letters(&std::mem::replace(&mut self.held, held));
                        return Sifted {
                            text: String::new(),
                            thought,
                        };
                    };
                    thought += letters(self.held.get(..at).unwrap_or_default());
                    self.held.drain(..at + close.len());
                    self.place = Place::Behind;
                }
                Place::Beginning | Place::Behind => {
                    let start = self.held.trim_start();
                    if let Some((open, close)) =
                        TAGS.into_iter().find(|(open, _)| start.starts_with(open))
                    {
                        let gone = self.held.len() - start.len() + open.len();
                        self.held.drain(..gone);
                        self.place = Place::Thinking(close);
                    } else if TAGS.iter().any(|(open, _)| open.starts_with(start)) {
                        return Sifted {
                            text: String::new(),
                            thought,
                        };
                    } else {
                        if matches!(self.place, Place::Behind) {
                            self.held = start.to_owned();
                        }
                        self.place = Place::Answer;
                    }
                }
            }
        }
    }

    /// Ends the stream and returns what was held back.
    pub fn finish(&mut self) -> String {
        match self.place {
            Place::Thinking(_) => String::new(),
            Place::Beginning | Place::Behind | Place::Answer => std::mem::take(&mut self.held),
        }
    }
}

/// The number of bytes at the end of `text` that could be the beginning of `tag`. Tags are ASCII.
fn partial_suffix(text: &str, tag: &str) -> usize {
    (1..tag.len())
        .rev()
        .find(|len| tag.get(..*len).is_some_and(|part| text.ends_with(part)))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sift(chunks: &[&str]) -> (String, usize) {
        let mut filter = Thinking::default();
        let mut out = (String::new(), 0);
        for chunk in chunks {
            let sifted = filter.push(chunk);
            out.0 += &sifted.text;
            out.1 += sifted.thought;
        }
        out.0 += &filter.finish();
        out
    }

    #[test]
    fn thinking_goes_wherever_its_tags_are_split() {
        for (whole, said) in [
            ("<think>let me see</think>\n\nMadam Speaker, no.", 8),
            ("\n<thinking>a </think> b</thinking>Madam Speaker, no.", 7),
            ("<think>. .\n</think>Madam Speaker, no.", 0),
        ] {
            for size in 1..8 {
                let chars: Vec<char> = whole.chars().collect();
                let chunks: Vec<String> = chars.chunks(size).map(|c| c.iter().collect()).collect();
                let chunks: Vec<&str> = chunks.iter().map(String::as_str).collect();
                let (text, thought) = sift(&chunks);
                assert_eq!(text, "Madam Speaker, no.", "{size}");
                assert_eq!(thought, said);
            }
        }
    }

    #[test]
    fn what_is_not_thinking_stays() {
        assert_eq!(sift(&[" a <think> tag"]).0, " a <think> tag");
        assert_eq!(sift(&["<thi", "s> is text"]).0, "<this> is text");
        assert_eq!(sift(&["<thi"]).0, "<thi");
        assert_eq!(sift(&["<think>never ends"]).0, "");
        assert_eq!(sift(&["<think></think>", "<think>x</think>yes"]).0, "yes");
    }
}
