//! Passages that speakers were given, how a speech names them, and what code can tell of a claim that is put into a
//! source's mouth.
//!
//! All passages of a debate stand in one row and are called by their place in it, from 1: `[3]` is the same passage
//! whoever says it.

use std::borrow::Cow;

use super::{
    ids::InterventionId,
    passage::{CitationFault, Doubt, Passage},
    state::{DebateState, Intervention, Matter, Turn},
};
use crate::{
    catalog::Task,
    similarity::{ABOUT, containment},
    text::{NOTE, content::content_words, count_words, first_words, quotes, sentence::sentences},
};

/// The number of passages that are drawn for a speaker's first turn.
pub const FIRST: usize = 10;
/// The number of passages that are drawn for every later turn, for the motion and what was said since.
pub(crate) const LATER: usize = 8;
/// Evidence of more words is read like a corpus: each speaker is given the passages that fit.
pub const LONG_EVIDENCE: u32 = super::command::EVIDENCE_WORDS;

/// Words of evidence that is too long to be read whole which everybody is shown.
const BEGINNING: usize = 120;

/// A quotation of fewer words is a turn of phrase.
const LEAST_QUOTED: u32 = 4;
/// A claim with fewer content words can be told in other words altogether.
const LEAST_CLAIMED: usize = 5;

/// Evidence that is too long to be read whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongEvidence<'a> {
    /// The id of the intervention that brought it in.
    pub item: InterventionId,
    /// The source of the text, as the viewer gave it.
    pub source: &'a str,
    /// The place of each paragraph in the file of the evidence; empty for what was typed.
    pub places: &'a [String],
    /// The whole of it.
    pub text: &'a str,
}

/// Evidence as everybody is shown it, in prompts and out of them: whole, or how it begins where it is too long for
/// that.
pub fn handed_in(text: &str) -> Cow<'_, str> {
    if count_words(text) <= LONG_EVIDENCE {
        return Cow::Borrowed(text);
    }
    Cow::Owned(first_words(text, BEGINNING))
}

/// A sentence that names passages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation<'a> {
    /// The numbers of the passages that are named, in their order.
    pub numbers: Vec<u32>,
    /// The sentence, with its marks.
    pub sentence: &'a str,
}

/// The sentences of a text that name passages: `[3]`, `[3, 4]`. A mark behind the full stop belongs to the sentence
/// before it.
pub fn citations(text: &str) -> Vec<Citation<'_>> {
    let mut found: Vec<Citation<'_>> = Vec::new();
    let mut before: Option<&str> = None;
    for sentence in sentences(text) {
        let mut rest = sentence.trim();
        let mut leading = Vec::new();
        while let Some((numbers, after)) = mark_at_start(rest) {
            leading.extend(numbers);
            rest = after.trim_start();
        }
        if let (Some(before), false) = (before, leading.is_empty()) {
            put(&mut found, before, &leading);
        }
        let numbers = marks(rest);
        // With nothing before it, a mark belongs to what follows.
        let own = match before {
            None => [leading, numbers].concat(),
            Some(_) => numbers,
        };
        put(&mut found, rest, &own);
        if !rest.is_empty() {
            before = Some(rest);
        }
    }
    found
}

fn put<'a>(found: &mut Vec<Citation<'a>>, sentence: &'a str, numbers: &[u32]) {
    if numbers.is_empty() || sentence.is_empty() {
        return;
    }
    let known = found
        .iter()
        .position(|one| std::ptr::eq(one.sentence, sentence));
    let at = known.unwrap_or_else(|| {
        found.push(Citation {
            numbers: Vec::new(),
            sentence,
        });
        found.len() - 1
    });
    if let Some(citation) = found.get_mut(at) {
        for number in numbers {
            if !citation.numbers.contains(number) {
                citation.numbers.push(*number);
            }
        }
    }
}

/// A mark that a text begins with, and what follows it.
fn mark_at_start(text: &str) -> Option<(Vec<u32>, &str)> {
    let (inside, after) = text.strip_prefix('[')?.split_once(']')?;
    if inside.len() >= NOTE {
        return None;
    }
    let numbers: Option<Vec<u32>> = inside
        .split([',', ';'])
        .map(|number| number.trim().parse().ok().filter(|number| *number > 0))
        .collect();
    numbers
        .filter(|numbers| !numbers.is_empty())
        .map(|numbers| (numbers, after))
}

fn marks(text: &str) -> Vec<u32> {
    let starts = text.match_indices('[').filter_map(|(at, _)| text.get(at..));
    starts
        .filter_map(|text| Some(mark_at_start(text)?.0))
        .flatten()
        .collect()
}

/// A text without its marks.
pub fn without_marks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        if let Some((_, after)) = mark_at_start(from) {
            // The space before the mark goes with it.
            plain.truncate(plain.trim_end_matches(' ').len());
            rest = after;
        } else {
            plain.push('[');
            rest = from.get(1..).unwrap_or_default();
        }
    }
    plain.push_str(rest);
    plain
}

impl Intervention {
    /// The evidence that was handed in, where it is too long to be read whole.
    pub(super) fn long_evidence(&self) -> Option<LongEvidence<'_>> {
        match &self.matter {
            Matter::Evidence {
                source,
                places,
                words,
            } if *words > LONG_EVIDENCE => Some(LongEvidence {
                item: self.id,
                source,
                places,
                text: &self.text,
            }),
            Matter::Evidence { .. }
            | Matter::Question { .. }
            | Matter::Clarification
            | Matter::GalleryPoint => None,
        }
    }
}

impl DebateState {
    /// The passage of that number.
    pub fn passage(&self, number: u32) -> Option<&Passage> {
        self.passages.get(number.checked_sub(1)? as usize)
    }

    /// The number of a passage that was given to somebody before.
    pub(crate) fn number_of(&self, passage: &Passage) -> Option<u32> {
        let at = self.passages.iter().position(|known| known == passage)?;
        u32::try_from(at + 1).ok()
    }

    /// The numbers of the passages that the one whose turn it is was given, for this turn or an earlier one.
    pub fn given(&self, turn: &Turn) -> Vec<u32> {
        let own = self
            .turns
            .iter()
            .filter(|one| one.seat == turn.seat && one.id <= turn.id);
        let mut given: Vec<u32> = own
            .flat_map(|one| one.drawn.iter().flatten().copied())
            .collect();
        given.sort_unstable();
        given.dedup();
        given
    }

    /// Whether passages are to be drawn before a turn begins: the speaker has a corpus, or there is evidence that is
    /// too long to be read whole.
    pub(crate) fn wants_passages(&self, turn: &Turn) -> bool {
        let Some(speaker) = self.speaker(&turn.seat) else {
            return false;
        };
        let draws = turn.task.is_spoken() || turn.task.is_written() || turn.task == Task::Prepare;
        turn.drawn.is_none()
            && draws
            && (speaker.passages > 0 || self.long_evidence().next().is_some())
    }

    /// Evidence that is too long to be read whole.
    pub fn long_evidence(&self) -> impl Iterator<Item = LongEvidence<'_>> {
        let long = self.agenda.long_evidence.iter();
        long.filter_map(|item| self.intervention(*item)?.long_evidence())
    }

    /// The number of passages that a turn is given: more where the speaker's part is corrected.
    pub fn passages_wanted(&self, turn: &Turn) -> usize {
        let has_some = |one: &Turn| one.drawn.as_ref().is_some_and(|drawn| !drawn.is_empty());
        let earlier = self
            .turns
            .iter()
            .any(|one| one.seat == turn.seat && has_some(one));
        let usual = if earlier { LATER } else { FIRST };
        let opening = self.opening.as_deref();
        let guided = opening.and_then(|opening| opening.guided(&turn.seat));
        usual + guided.map_or(0, |given| given.level().more_passages())
    }

    /// The doubts that code alone raises about the passages that a turn names.
    pub fn doubts(&self, turn: &Turn) -> Vec<Doubt> {
        let given = self.given(turn);
        let mut doubts = Vec::new();
        for citation in citations(&turn.text) {
            for number in citation.numbers {
                let passage = self.passage(number).filter(|_| given.contains(&number));
                let fault = match passage {
                    None => Some(CitationFault::Unknown),
                    Some(passage) => fault(citation.sentence, &passage.text),
                };
                doubts.extend(fault.map(|fault| Doubt {
                    number,
                    sentence: without_marks(citation.sentence),
                    fault,
                }));
            }
        }
        doubts
    }
}

fn fault(sentence: &str, passage: &str) -> Option<CitationFault> {
    let foreign = quotations(sentence).find(|words| !quotes(passage, words));
    if let Some(words) = foreign {
        return Some(CitationFault::Misquoted {
            words: words.to_owned(),
        });
    }
    let claimed = content_words([sentence]);
    let shared = containment(&claimed, &content_words([passage]));
    let apart = claimed.len() >= LEAST_CLAIMED && shared < ABOUT.words;
    apart.then(|| CitationFault::NotHeld {
        reason: String::new(),
    })
}

/// The texts in quotation marks that are long enough to be quotations.
fn quotations(sentence: &str) -> impl Iterator<Item = &str> {
    let inside = sentence.split(['"', '“', '”']).skip(1).step_by(2);
    inside
        .map(str::trim)
        .filter(|words| count_words(words) >= LEAST_QUOTED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_belongs_to_its_sentence() {
        type Found = [(&'static [u32], &'static str)];
        let cases: [(&str, &Found); 7] = [
            (
                "Bread is dear. Tolls are fair [2]. So be it.",
                &[(&[2], "Tolls are fair [2].")],
            ),
            (
                "Bread is dear. [3] Tolls are fair.",
                &[(&[3], "Bread is dear.")],
            ),
            ("Bread is dear. [3]", &[(&[3], "Bread is dear.")]),
            (
                "Bread [1, 2] is dear [1].",
                &[(&[1, 2], "Bread [1, 2] is dear [1].")],
            ),
            ("[4] Bread is dear.", &[(&[4], "Bread is dear.")]),
            ("Bread [sic] is dear [0] [-1] [x, 2].", &[]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            let found = citations(text);
            let found: Vec<(&[u32], &str)> = found
                .iter()
                .map(|one| (one.numbers.as_slice(), one.sentence))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(
            without_marks("Tolls are fair [2, 3]. [sic] No [4]!"),
            "Tolls are fair. [sic] No!"
        );
    }

    #[test]
    fn what_a_passage_does_not_hold_is_told() {
        let passage = "A toll on the turnpike falls on the carriages of the idle and spares the waggon of the poor.";
        let fault = |sentence: &str| fault(sentence, passage);
        assert_eq!(fault("The toll falls on idle carriages, as I wrote."), None);
        assert_eq!(
            fault("I wrote that it \"falls on the carriages of the idle\"."),
            None
        );
        assert_eq!(fault("I called it \"a tax\"."), None);
        assert_eq!(
            fault("I wrote that the toll is \"the ruin of every honest trade\"."),
            Some(CitationFault::Misquoted {
                words: "the ruin of every honest trade".into()
            })
        );
        assert_eq!(
            fault("Universal schooling strengthens republics everywhere, citizens."),
            Some(CitationFault::NotHeld {
                reason: String::new()
            })
        );
        // Too little is said to be told apart.
        assert_eq!(fault("Nobody disputes that."), None);
    }
}
