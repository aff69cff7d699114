//! Delivery: how the work of a written turn is read out. Its texts are said in the order of [`Work::texts`], word by
//! word, and what has been said of it so far is work of the same kind, with less in it.

use std::collections::BTreeMap;

use super::written::{Argument, ClosingStatement, Detail, Framing, Response, Synthesis, Work};
use crate::text::{count_words, has_words, leading_words, sentence};

/// The draft of a written turn, as far as it is written, from which the turn is read out.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkDraft {
    /// The work, with the ids that the house gives.
    pub work: Work,
    /// Whether all of it is written.
    pub is_whole: bool,
    /// The ends of its arguments, in words from the beginning; none of other work.
    arguments: Vec<u32>,
    /// The ends of its sentences, in words from the beginning. The last is its length.
    ends: Vec<u32>,
}

impl WorkDraft {
    /// A draft of that work.
    pub fn of(work: Work, is_whole: bool) -> Self {
        let ends = sentence_ends(&work);
        let arguments = argument_ends(&work);
        Self {
            work,
            is_whole,
            arguments,
            ends,
        }
    }

    /// The number of words of the draft.
    pub fn words(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The end of the sentence that follows so many words, in words from the beginning.
    pub fn sentence_end(&self, from: u32) -> u32 {
        let at = self.ends.partition_point(|end| *end <= from);
        self.ends.get(at).copied().unwrap_or_else(|| self.words())
    }

    /// Whether a sentence ends after so many words.
    pub(crate) fn ends_at(&self, words: u32) -> bool {
        words == 0 || self.ends.binary_search(&words).is_ok()
    }

    /// The number of words after which the draft is cut where so many are the limit, and `most` are too many even for a
    /// sentence without an end; `None` where the draft keeps its time. No argument is begun that cannot be ended.
    pub fn cut_at(&self, limit: u32, most: u32) -> Option<u32> {
        let end = self.last_end(limit, most);
        if end >= self.words() {
            return None;
        }
        let whole = self.arguments.iter().rfind(|whole| **whole <= end);
        Some(whole.copied().unwrap_or(end))
    }

    /// The end of the sentence in which so many words are over, or `most` where it has none before.
    fn last_end(&self, limit: u32, most: u32) -> u32 {
        self.sentence_end(limit.saturating_sub(1)).min(most)
    }

    /// The number of words to which the draft can be read where so many are the limit: after its first argument none is
    /// begun before it is known to be ended in time, so that nothing that was heard is unsaid.
    pub(super) fn readable(&self, limit: u32, most: u32) -> u32 {
        let Some(first) = self.arguments.first().filter(|_| self.arguments.len() > 1) else {
            return self.words();
        };
        let end = self.last_end(limit, most);
        // More may be written of the last one.
        let unfinished = usize::from(!self.is_whole);
        let finished = self.arguments.iter().rev().skip(unfinished);
        let mut in_time = finished.filter(|whole| **whole <= end);
        in_time.next().map_or(*first, |last| *last.max(first))
    }

    /// The number of its arguments of which nothing stands in the work that is handed in of it; `None` where none is left
    /// out.
    pub(super) fn left_out_of(&self, handed_in: &Work) -> Option<u32> {
        let (Work::Arguments(all), Work::Arguments(handed_in)) = (&self.work, handed_in) else {
            return None;
        };
        let left_out = all.len().saturating_sub(handed_in.len());
        u32::try_from(left_out).ok().filter(|count| *count > 0)
    }

    /// The number of words that were said of an older draft and stand in this one, from the beginning.
    pub fn holds(&self, older: &Self, said: u32) -> u32 {
        let mut held = 0;
        for (old, new) in older.work.texts().into_iter().zip(self.work.texts()) {
            let words = count_words(old);
            let left = said.saturating_sub(held);
            if left == 0 {
                break;
            }
            if old == new && words <= left {
                held += words;
                continue;
            }
            let of_text = leading_words(old, left.min(words)).trim_end();
            let goes_on = new.strip_prefix(of_text).is_some_and(|rest| {
                rest.chars()
                    .next()
                    .is_none_or(|next| !next.is_alphanumeric())
            });
            return if goes_on {
                held + left.min(words)
            } else {
                held
            };
        }
        held
    }
}

fn argument_ends(work: &Work) -> Vec<u32> {
    let Work::Arguments(all) = work else {
        return Vec::new();
    };
    let words = all.iter().map(|one| {
        let texts = Work::Arguments(vec![one.clone()]);
        texts.texts().into_iter().map(count_words).sum::<u32>()
    });
    let ends = words.scan(0_u32, |end, words| {
        *end = end.saturating_add(words);
        Some(*end)
    });
    ends.filter(|end| *end > 0).collect()
}

fn sentence_ends(work: &Work) -> Vec<u32> {
    let mut ends = Vec::new();
    let mut before = 0_u32;
    for text in work.texts() {
        let mut at = before;
        let all = sentence::sentences(text);
        for one in &all {
            at = at.saturating_add(count_words(one));
            if ends.last().is_none_or(|last| *last < at) {
                ends.push(at);
            }
        }
        before = before.saturating_add(count_words(text));
        // A text ends a sentence whether or not it has a full stop.
        while ends.last().is_some_and(|last| *last >= before) {
            ends.pop();
        }
        ends.push(before);
    }
    ends.dedup();
    ends
}

impl Work {
    /// All texts that its author wrote, without our labels, in the order in which they are read out.
    pub fn texts(&self) -> Vec<&str> {
        let mut texts: Vec<&str> = Vec::new();
        match self {
            Self::Arguments(all) => {
                for one in all {
                    texts.extend([&*one.claim, &*one.reasoning, &*one.evidence]);
                    let detail = one.detail.iter();
                    texts.extend(detail.flat_map(|detail| {
                        let lists = detail.assumptions.iter().chain(&detail.uncertainties);
                        lists.map(String::as_str)
                    }));
                }
            }
            Self::CrossExamination(all) => {
                for one in all.values() {
                    texts.extend([&*one.reasoning, &*one.follow_up_question]);
                }
            }
            Self::Replies(all) => texts.extend(all.values().map(String::as_str)),
            Self::Closing(closing) => {
                let lists = closing.concessions.iter().chain(&closing.not_rebutted);
                texts.extend(lists.map(String::as_str));
                texts.push(&closing.final_position);
            }
            Self::Framing(framing) => texts.push(&framing.question),
            Self::Synthesis(synthesis) => {
                for (_, part) in synthesis.parts() {
                    texts.extend(part.iter().map(String::as_str));
                }
            }
        }
        texts
    }

    /// Whether anything is said in it.
    pub fn has_words(&self) -> bool {
        self.texts().into_iter().any(has_words)
    }

    /// The words of its texts from one place to another, both in words from its beginning. Where a text begins, so does
    /// a line.
    pub fn words_between(&self, from: u32, to: u32) -> String {
        let mut said = String::new();
        let mut before = 0_u32;
        for text in self.texts() {
            let words = count_words(text);
            let (first, last) = (from.saturating_sub(before), to.saturating_sub(before));
            if first < words && last > 0 {
                if first == 0 && before > 0 {
                    said.push('\n');
                }
                let skipped = leading_words(text, first).len();
                let heard = leading_words(text, last.min(words));
                said.push_str(heard.get(skipped..).unwrap_or_default());
            }
            before = before.saturating_add(words);
        }
        said
    }

    /// The part of the work that is said in so many words. An item of which no word is said is left out.
    #[must_use]
    pub fn up_to(&self, words: u32) -> Self {
        let mut said = Said(words);
        match self {
            Self::Arguments(all) => {
                Self::Arguments(all.iter().map_while(|one| said.argument(one)).collect())
            }
            Self::CrossExamination(all) => {
                let all = all.iter().map_while(|(id, one)| {
                    let response = Response {
                        reasoning: said.begun(&one.reasoning)?,
                        response_type: one.response_type,
                        follow_up_question: said.text(&one.follow_up_question),
                    };
                    Some((id.clone(), response))
                });
                Self::CrossExamination(all.collect::<BTreeMap<_, _>>())
            }
            Self::Replies(all) => {
                let all = all.iter();
                let all = all.map_while(|(id, answer)| Some((id.clone(), said.begun(answer)?)));
                Self::Replies(all.collect::<BTreeMap<_, _>>())
            }
            Self::Closing(closing) => Self::Closing(ClosingStatement {
                concessions: said.list(&closing.concessions),
                not_rebutted: said.list(&closing.not_rebutted),
                shift: closing.shift,
                final_position: said.text(&closing.final_position),
            }),
            Self::Framing(framing) => Self::Framing(Framing {
                question: said.text(&framing.question),
            }),
            Self::Synthesis(synthesis) => Self::Synthesis(Synthesis {
                areas_of_agreement: said.list(&synthesis.areas_of_agreement),
                core_disagreements: said.list(&synthesis.core_disagreements),
                evidence_gaps: said.list(&synthesis.evidence_gaps),
                decision_hinges: said.list(&synthesis.decision_hinges),
            }),
        }
    }
}

/// The number of words that are still to be said.
struct Said(u32);

impl Said {
    /// The part of a text that is said.
    fn text(&mut self, text: &str) -> String {
        let words = count_words(text);
        let said = if words <= self.0 {
            text
        } else {
            leading_words(text, self.0).trim_end()
        };
        self.0 = self.0.saturating_sub(words);
        said.to_owned()
    }

    /// The part of a text that is said, where anything is.
    fn begun(&mut self, text: &str) -> Option<String> {
        (self.0 > 0).then(|| self.text(text))
    }

    fn list(&mut self, all: &[String]) -> Vec<String> {
        all.iter().map_while(|one| self.begun(one)).collect()
    }

    fn argument(&mut self, one: &Argument) -> Option<Argument> {
        let claim = self.begun(&one.claim)?;
        let reasoning = self.text(&one.reasoning);
        let mut detail = one.detail.clone();
        let evidence = self.text(&one.evidence);
        if let Some(Detail {
            assumptions,
            uncertainties,
            ..
        }) = &mut detail
        {
            *assumptions = self.list(assumptions);
            *uncertainties = self.list(uncertainties);
        }
        Some(Argument {
            id: one.id.clone(),
            category: one.category.clone(),
            claim,
            reasoning,
            evidence,
            own_claims: one.own_claims.clone(),
            detail,
        })
    }
}
