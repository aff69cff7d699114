//! Phrases of a language model that forgets the part that it plays: that it is one, that it is at one's service, that
//! it declines. The one list of such words, in three grades: what only an assistant says is taken back where it was
//! heard already; a refusal is dropped from any answer; all else of it is only kept from being spoken.

use super::words;

/// Phrases that only an assistant says, in small letters; a space at the end is the end of a word.
const ASSISTANT: [&str; 10] = [
    "as an ai ",
    "i am an ai ",
    "i'm an ai ",
    "as a language model",
    "i am a language model",
    "help you with that",
    "assist you with that",
    "assist with that",
    "unable to assist",
    "is there anything else i can",
];

/// Phrases by which a model declines to answer. Nobody in a debate says so.
const REFUSALS: [&str; 5] = [
    "can't assist with",
    "cannot assist with",
    "can't help with that request",
    "unable to assist with",
    "unable to fulfill",
];

/// Phrases of a model about its task. Somebody else may say them, but hardly in a debate.
const ABOUT_THE_TASK: [&str; 17] = [
    "language model",
    "here are two",
    "here is my",
    "here's my",
    "for listening to my response",
    "has always held",
    "please provide me with",
    "please provide the",
    "i understand your request",
    "any other questions",
    "happy to help",
    "how can i assist",
    "how can i help",
    "the manner in which i speak",
    "would like me to write",
    "the following sentences",
    "provide more context",
];

/// Whether it is beyond doubt that an assistant speaks, and not whom it plays.
pub fn is_an_assistants(sentence: &str) -> bool {
    has_one_of(&ASSISTANT, sentence)
}

/// Whether a model declines to answer.
pub fn refuses(sentence: &str) -> bool {
    has_one_of(&REFUSALS, sentence)
}

/// Whether a sentence had better not be spoken, because it sounds like a model that is asked for something.
pub fn is_out_of_character(sentence: &str) -> bool {
    is_an_assistants(sentence) || refuses(sentence) || has_one_of(&ABOUT_THE_TASK, sentence)
}

fn has_one_of(phrases: &[&str], sentence: &str) -> bool {
    let plain = sentence.replace('’', "'").to_lowercase();
    let mut said = words(&plain).collect::<Vec<_>>().join(" ");
    said.push(' ');
    phrases.iter().any(|phrase| said.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assistant_is_told_from_a_speaker() {
        for sentence in [
            "As an AI, I have no vote.",
            "I’m an AI.",
            "I am sorry for the long sentence but I can't help you with that.",
        ] {
            assert!(is_an_assistants(sentence), "{sentence}");
            assert!(is_out_of_character(sentence), "{sentence}");
        }
        for sentence in [
            "As an aid to the poor it does nothing.",
            "A language model cannot think.",
            "Help them with their bread first.",
        ] {
            assert!(!is_an_assistants(sentence), "{sentence}");
        }
        assert!(!is_out_of_character(
            "As an aid to the poor it does nothing."
        ));
        assert!(is_out_of_character("Here is my speech:"));
        assert!(refuses("I'm sorry, but I can’t assist with that request."));
        assert!(!refuses("You ask who will assist with the harvest?"));
    }
}
