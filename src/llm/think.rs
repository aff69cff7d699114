//! Takes the thinking off the beginning of an answer. Some servers send it as text between tags instead of
//! in a field of its own; the tags may be split anywhere between chunks. What is left of it in a whole answer is found by
//! its ends.

use crate::{controls::Scan, spoken::letters};

/// The tags that models use, opening and closing.
const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// The marks that end what a model thought aloud, in a whole answer and in small letters: wherever they stand, and whatever
/// began it.
const ENDS: [&str; 13] = [
    "</think>",
    "</thinking>",
    "</thought>",
    "</thoughts>",
    "</reasoning>",
    "</analysis>",
    "</scratchpad>",
    "</seed:think>",
    "◁/think▷",
    "[/think]",
    "<|end_thinking|>",
    "<|end_of_thought|>",
    "<|message|>",
];

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

/// The places behind the marks that end a thought, in order. One within a text of an object is a part of it, and behind one
/// that nothing follows nothing is said.
pub(crate) fn ends_of_thought(text: &str) -> Vec<usize> {
    let small = text.to_ascii_lowercase();
    let marks = ENDS.iter().flat_map(|mark| {
        let all = small.match_indices(mark);
        all.map(|(at, mark)| (at, at + mark.len()))
    });
    let mut marks: Vec<(usize, usize)> = marks.collect();
    marks.sort_unstable();
    let said = text.trim_end().len();
    let mut marks = marks.into_iter().peekable();
    let (mut ends, mut scan, mut nowhere) = (Vec::new(), Scan::default(), String::new());
    let mut is_in_object = false;
    for (at, letter) in text.char_indices() {
        if let Some((_, end)) = marks.next_if(|(start, _)| *start == at)
            && end < said
            && !scan.in_string()
        {
            ends.push(end);
        }
        is_in_object |= letter == '{';
        if is_in_object {
            scan.take(letter, &mut nowhere);
            nowhere.clear();
        }
    }
    ends
}

/// A text of an answer without the thought that it begins with.
pub(crate) fn spoken_in(text: &str) -> &str {
    let begins = text.trim_start();
    let mut marks = ENDS.iter().filter(|mark| mark.contains('/'));
    let is_thought = marks.any(|mark| {
        let opens = mark.replace('/', "");
        let begins = begins.get(..opens.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(&opens))
    });
    let end = ends_of_thought(text).last().copied();
    match end.filter(|_| is_thought) {
        Some(end) => text.get(end..).unwrap_or_default().trim_start(),
        None => text,
    }
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
