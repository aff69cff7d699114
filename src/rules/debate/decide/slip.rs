//! Slips, which a small model says by mistake and no speaker means: it asks the audience for the other side's vote, or
//! speaks as the program that it is. A sentence that is one of these is known by its words alone, so nobody has to be
//! asked, and only what follows from it is taken back. What is doubtful stands: a speech may well report what others
//! ask for.

use crate::{
    catalog::Stance,
    text::{assistant, sentence, words},
};

/// A slip: a sentence that the speaker cannot have meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    /// The audience is asked for the vote of the other side.
    OtherVote,
    /// Words of an assistant, and not of the speaker.
    OutOfCharacter,
}

impl Slip {
    /// The words that tell of the slip, after the speaker's name.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::OtherVote => "asked for the other side's vote; these words are taken back",
            Self::OutOfCharacter => "fell out of character; these words are taken back",
        }
    }
}

/// Words with which a sentence begins to tell what others say, denies, or puts a case.
const REPORTS: [&str; 22] = [
    "not", "never", "nobody", "cannot", "if", "unless", "when", "who", "whoever", "they", "them",
    "their", "those", "he", "she", "asks", "asked", "tells", "told", "says", "said", "would",
];
/// Words with which a speaker says what would bring them round.
const CHANGES: [&str; 7] = [
    "my mind",
    "my view would",
    "my position would",
    "i would reconsider",
    "i would think again",
    "would convince me",
    "would persuade me",
];
/// The most words that may stand between "vote" and what for.
const BETWEEN: usize = 2;

/// The first slip of a speech from this byte on, and where its sentence begins.
pub(super) fn first(text: &str, from: usize, stance: Option<Stance>) -> Option<(usize, Slip)> {
    let mut at = from;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = sentence::first_end(rest).unwrap_or(rest.len());
        let sentence = rest.get(..length).unwrap_or_default();
        if let Some(slip) = of(sentence, stance) {
            return Some((at, slip));
        }
        at += length.max(1);
    }
    None
}

fn of(sentence: &str, stance: Option<Stance>) -> Option<Slip> {
    let lower = sentence.trim().to_lowercase().replace('’', "'");
    if assistant::is_an_assistants(sentence) {
        return Some(Slip::OutOfCharacter);
    }
    let own = stance.filter(|stance| matches!(stance, Stance::For | Stance::Against))?;
    (asks_for(&lower)? != own).then_some(Slip::OtherVote)
}

/// Whether the words ask for the vote of one's own side.
pub(super) fn asks_for_own(text: &str, stance: Stance) -> bool {
    asks_for(&text.trim().to_lowercase()) == Some(stance)
}

/// Whether a sentence asks for the vote of the other side.
pub fn asks_for_other_vote(sentence: &str, own: Stance) -> bool {
    of(sentence, Some(own)) == Some(Slip::OtherVote)
}

/// Whether a sentence says what would change the speaker's mind: it argues for nobody.
pub(super) fn would_change_a_mind(sentence: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    CHANGES.iter().any(|words| lower.contains(words))
}

/// The vote that the words, in small letters, ask for, where nothing before them says that others do.
fn asks_for(lower: &str) -> Option<Stance> {
    if lower.ends_with('?') {
        return None;
    }
    let words: Vec<&str> = words(lower).collect();
    let reports = |word: &&str| REPORTS.contains(word) || word.ends_with("n't");
    let before = words.split(reports).next().unwrap_or_default();
    let votes = (0_usize..).zip(before).filter(|&(_, &word)| word == "vote");
    let mut named = votes.flat_map(|(at, _)| words.iter().skip(at + 1).take(BETWEEN + 1));
    named.find_map(|&word| match word {
        "yes" | "aye" => Some(Stance::For),
        "no" | "nay" => Some(Stance::Against),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_speaker_of_a_side_means_is_a_slip() {
        use Stance::{Against, For};
        let slips = [
            ("Vote Yes.", Against),
            ("You must choose wisely, and vote Yes.", Against),
            ("Therefore, I vote “Yes” tonight!", Against),
            ("Keep the clock, and vote a firm Aye.", Against),
            ("So let us vote No.", For),
            (
                "Let us vote Yes, to let people leave what they own to those they choose.",
                Against,
            ),
        ];
        for (sentence, stance) in slips {
            assert_eq!(
                of(sentence, Some(stance)),
                Some(Slip::OtherVote),
                "{sentence}"
            );
            let own = if stance == For { Against } else { For };
            assert_eq!(of(sentence, Some(own)), None, "{sentence}");
            assert_eq!(of(sentence, None), None, "{sentence}");
        }
        let sound = [
            ("They ask you to vote Yes.", Against),
            ("Do not vote Yes.", Against),
            ("Don't vote Yes!", Against),
            ("Will you vote Yes?", Against),
            ("Who would vote Aye to that?", Against),
            ("If you vote Yes, the river rises.", Against),
            ("A vote is no toy.", Against),
            ("Whatever he says, vote No.", For),
            (
                "The other side wants your vote, and I say yes to a fair fight.",
                Against,
            ),
        ];
        for (sentence, stance) in sound {
            assert_eq!(of(sentence, Some(stance)), None, "{sentence}");
        }
    }

    #[test]
    fn the_vote_of_ones_own_side_is_told_from_the_others() {
        let own = "I ask the hall to vote No";
        assert!(asks_for_own(own, Stance::Against));
        assert!(!asks_for_own(own, Stance::For));
        assert!(!asks_for_own("Carvings eaten by rain", Stance::Against));
    }

    #[test]
    fn what_would_change_a_mind_is_known_by_its_words() {
        for sentence in [
            "What would change my mind is a city that did it and saved money.",
            "I’d change my mind if the fares fell.",
            "Only a trial over ten years would persuade me that cars should go.",
        ] {
            assert!(would_change_a_mind(sentence), "{sentence}");
        }
        assert!(!would_change_a_mind(
            "Cars should go, and the mind with them."
        ));
    }

    #[test]
    fn an_assistant_is_heard_through_the_mask() {
        let sentence = "As an AI, I have no vote.";
        assert_eq!(of(sentence, None), Some(Slip::OutOfCharacter));
        assert_eq!(of("A language model cannot think.", None), None);
    }

    #[test]
    fn the_sentence_is_found_in_its_place() {
        let text = "Vote Yes.\n\nThe lords sleep. Wake them. Vote Yes. And go home.";
        let stance = Some(Stance::Against);
        assert_eq!(first(text, 0, stance), Some((0, Slip::OtherVote)));
        let (at, _) = first(text, 11, stance).unwrap();
        assert_eq!(&text[..at], "Vote Yes.\n\nThe lords sleep. Wake them. ");
        assert_eq!(first(text, text.len(), stance), None);
        assert_eq!(first("Vote Yes", 0, stance), Some((0, Slip::OtherVote)));
        assert_eq!(first("Ä", 1, stance), None, "no place between letters");
    }
}
