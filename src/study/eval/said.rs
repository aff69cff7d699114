//! The spoken record as the measures read it: by speaker, by claim, by passage. Turns that were struck, private or are
//! the house's own do not count.

use std::borrow::Cow;

use crate::{
    debate::{
        DebateState,
        ids::Seat,
        opening::Speaker,
        state::{Extraction, Turn},
        written::Work,
    },
    text::{content::is_assertion, count_words, sentence, words},
};

/// A passage for an embedder has about so many words: what small ones can read at once.
const PASSAGE: u32 = 120;

/// A speaker and the turns of theirs that count, in order.
#[derive(Debug, Clone)]
pub struct Voice<'a> {
    /// The speaker, of the opening.
    pub speaker: &'a Speaker,
    /// The speaker's turns.
    pub turns: Vec<&'a Turn>,
}

impl<'a> Voice<'a> {
    /// The speaker's seat.
    pub fn seat(&self) -> &'a Seat {
        &self.speaker.seat
    }

    /// All that they said.
    pub fn text(&self) -> String {
        let turns: Vec<Cow<'_, str>> = self.turns.iter().map(|turn| text(turn)).collect();
        turns.join("\n\n")
    }

    /// The reason why nothing can be said of somebody of whom nothing counts: they said nothing, or did not come to an end.
    pub fn silent(&self) -> String {
        format!("{} said nothing that counts", self.speaker.card.short)
    }
}

/// Everybody in a speaking seat, in the order of the line-up.
pub fn voices(state: &DebateState) -> Vec<Voice<'_>> {
    let speakers = state.speakers().iter();
    speakers
        .map(|speaker| Voice {
            speaker,
            turns: turns(state)
                .filter(|turn| turn.seat == speaker.seat)
                .collect(),
        })
        .collect()
}

/// The speakers' turns that count, in order. One that is empty says nothing of whoever should have spoken.
pub fn turns(state: &DebateState) -> impl Iterator<Item = &Turn> {
    state
        .speeches()
        .filter(|turn| state.speaker(&turn.seat).is_some() && !turn.is_empty())
}

/// The words of a turn, without the house's labels where it was handed in.
pub fn text(turn: &Turn) -> Cow<'_, str> {
    match &turn.work {
        Some(work) => Cow::Owned(work.words()),
        None => Cow::Borrowed(&turn.text),
    }
}

/// A claim that a speaker made.
#[derive(Debug, Clone)]
pub struct SpokenClaim<'a> {
    /// The turn in which the claim was made.
    pub turn: &'a Turn,
    /// The words of the claim.
    pub text: &'a str,
    /// The reasoning and the evidence of the claim.
    pub support: String,
    /// Whether it answers somebody.
    pub answers: bool,
    /// The speaker whom the claim rebuts, as it was taken down.
    pub rebuts: Option<&'a str>,
}

/// Everything that speakers claimed, in order: what the clerk took down of speeches, and what was handed in. What says
/// nothing of anything is no claim.
pub fn claims(state: &DebateState) -> Vec<SpokenClaim<'_>> {
    let claims = turns(state).flat_map(of_turn);
    claims.filter(|claim| is_assertion(claim.text)).collect()
}

fn of_turn(turn: &Turn) -> Vec<SpokenClaim<'_>> {
    let claim = |text, support, answers, rebuts| SpokenClaim {
        turn,
        text,
        support,
        answers,
        rebuts,
    };
    let own = |text| claim(text, String::new(), false, None);
    let answer = |text| claim(text, String::new(), true, None);
    match (&turn.work, &turn.arguments) {
        (Some(Work::Arguments(all)), _) => all
            .iter()
            .map(|one| {
                let support = format!("{} {}", one.reasoning, one.evidence);
                claim(&one.claim, support, false, None)
            })
            .collect(),
        (Some(Work::CrossExamination(all)), _) => all
            .values()
            .map(|one| answer(one.reasoning.as_str()))
            .collect(),
        (Some(Work::Replies(all)), _) => all.values().map(|one| answer(one.as_str())).collect(),
        (Some(Work::Closing(one)), _) => vec![own(&one.final_position)],
        (None, Extraction::Done(found)) => found
            .arguments
            .iter()
            .map(|one| {
                let evidence = one.evidence.as_deref().unwrap_or_default();
                let support = format!("{} {evidence}", one.reasoning);
                let rebuts = one.rebuts_speaker.as_deref().filter(|_| one.is_rebuttal);
                claim(&one.claim, support, one.is_rebuttal, rebuts)
            })
            .collect(),
        (Some(Work::Framing(_) | Work::Synthesis(_)), _)
        | (None, Extraction::None | Extraction::Failed) => Vec::new(),
    }
}

/// Whether a text speaks of somebody: their full name or the one that others use stands in it, word for word.
pub fn names(text: &str, speaker: &Speaker) -> bool {
    let text: Vec<&str> = bare(text).collect();
    [&speaker.card.name, &speaker.card.short]
        .into_iter()
        .any(|name| {
            let name: Vec<&str> = bare(name).collect();
            !name.is_empty() && text.windows(name.len()).any(|place| place == name)
        })
}

/// The words of a text, each without the sign of the genitive.
fn bare(text: &str) -> impl Iterator<Item = &str> {
    words(text).map(|word| word.trim_end_matches("'s").trim_matches('\''))
}

/// A text in passages of whole sentences, of about 120 words each.
pub fn passages(text: &str) -> Vec<String> {
    let mut passages: Vec<(u32, String)> = Vec::new();
    for sentence in sentence::sentences(text) {
        let words = count_words(sentence);
        match passages.last_mut() {
            Some((so_far, passage)) if *so_far + words <= PASSAGE => {
                *so_far += words;
                passage.push(' ');
                passage.push_str(sentence);
            }
            _ if words > 0 => passages.push((words, sentence.to_owned())),
            _ => {}
        }
    }
    passages.into_iter().map(|(_, passage)| passage).collect()
}

/// The paragraphs of a text that have words.
pub fn paragraphs(text: &str) -> Vec<&str> {
    text.split("\n\n")
        .map(str::trim)
        .filter(|paragraph| !paragraph.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::sample;

    #[test]
    fn somebody_is_named_by_their_words_and_not_by_letters() {
        let smith = sample::speaker("opp.1", "Adam Smith", "Smith");
        for (text, named) in [
            ("Mr Smith says so.", true),
            ("as Adam Smith's friends know", true),
            ("Smith’s price", true),
            ("a blacksmith and a smith", false),
            ("Smithson", false),
            ("", false),
        ] {
            assert_eq!(names(text, &smith), named, "{text}");
        }
    }

    #[test]
    fn passages_are_whole_sentences() {
        let sentence = "One two three four five six seven eight nine ten. ";
        let found = passages(&sentence.repeat(13));
        assert_eq!(found.len(), 2);
        assert_eq!(count_words(&found[0]), 120);
        assert_eq!(count_words(&found[1]), 10);
        assert!(passages(" \n ").is_empty());
        assert_eq!(paragraphs("a\n\n\n\nb\nc\n\n "), ["a", "b\nc"]);
    }
}
