//! Words for events that only have to be told, not acted on.

use super::{
    DebateState,
    ids::Seat,
    state::{Turn, TurnStatus},
};
use crate::{
    catalog::{Rule, StopRule},
    text::sentence::is_at_end,
};

/// The reason why words of a moderator are withheld that a referee has found: its own words may take a side, too.
pub(super) const TAKES_A_SIDE: &str = "it takes a side";

/// The word for the referee's rule on speeches that argue for the other side; the rules of a format have words of their
/// own.
pub(super) const OWN_SIDE: &str = "own-side";

/// The words that are held against a speech whose side nobody could say, and against a turn whose rules nobody could look
/// at: neither is known to break one.
pub(super) const SIDE_UNCHECKED: &str = "its side could not be checked";
pub(super) const RULES_UNCHECKED: &str = "its rules could not be checked";

impl DebateState {
    /// The notice of a turn that was struck, or counts although something is held against it. It says whose it was:
    /// where several write at once it may stand anywhere.
    pub fn ruling(&self, turn: &Turn) -> Option<String> {
        let name = self.name_within(&turn.seat);
        let done = if turn.task.is_spoken() {
            "said"
        } else {
            "wrote"
        };
        match &turn.status {
            TurnStatus::Struck { rule: _, reason } => Some(format!(
                "What {name} {done} is struck: {}.",
                reason.trim().trim_end_matches('.')
            )),
            TurnStatus::Ended {
                flagged: Some(why), ..
            } if [SIDE_UNCHECKED, RULES_UNCHECKED].contains(&why.as_str()) => {
                Some(format!("What {name} {done} stands unchecked: {why}."))
            }
            TurnStatus::Ended {
                flagged: Some(why), ..
            } => Some(format!(
                "What {name} {done} stands, though it breaks a rule: {}.",
                reservation(why)
            )),
            TurnStatus::Open
            | TurnStatus::Heard { .. }
            | TurnStatus::Ended { flagged: None, .. } => None,
        }
    }
}

/// The reason that is held against a turn, without the word of the rule, which older journals have before it.
fn reservation(why: &str) -> &str {
    let why = why.trim().trim_end_matches('.');
    let is_rule = |word: &str| word == OWN_SIDE || Rule::ALL.iter().any(|rule| rule.word() == word);
    match why.split_once(": ") {
        Some((word, rest)) if is_rule(word) => rest,
        Some(_) | None => why,
    }
}

/// The words for a point that nobody has decided on, or that was not put, when its speech ended.
pub(super) const TOO_LATE: &str = "the speech ended first";

/// The words for what somebody did who waved a point down, as a sentence. Models are asked for "lifts a hand", and some
/// give what is said instead.
pub fn waved_down(name: &str, gesture: &str) -> String {
    let gesture = gesture.trim();
    let told = match gesture {
        "" => format!("{name} waves it down"),
        // As earlier versions recorded it, in whose speeches more words may follow, or time was left.
        "the speech is over" | "no time was left for it" => TOO_LATE.to_owned(),
        _ if is_a_doing(gesture) => format!("{name} {gesture}"),
        _ => gesture.to_owned(),
    };
    let end = if is_at_end(&told) { "" } else { "." };
    format!("{told}{end}")
}

/// Whether it begins with a verb in the third person, and so wants a name before it.
fn is_a_doing(gesture: &str) -> bool {
    let mut words = gesture
        .split_whitespace()
        .skip_while(|word| word.ends_with("ly"));
    words.next().is_some_and(|word| {
        let word = word.trim_end_matches(',');
        word.ends_with('s') && word.chars().all(char::is_lowercase) && !NO_VERBS.contains(&word)
    })
}

/// Words that end like a verb in the third person and are none.
const NO_VERBS: [&str; 9] = [
    "yes", "thanks", "this", "his", "its", "as", "perhaps", "alas", "us",
];

/// The notice of a transcript of which so many turns (speeches, questions, answers) are given shortened, to a model
/// with a context of so many tokens.
pub(super) fn condensed(turns: u32, context: u32) -> String {
    let oldest = match turns {
        1 => "the oldest turn is shortened for it".to_owned(),
        several => format!("the oldest {several} turns are shortened for it"),
    };
    format!("The transcript has outgrown the model's context of {context} tokens: {oldest}.")
}

/// The notice of rounds that end early.
pub(super) fn stopped(round: u32, criterion: StopRule) -> String {
    format!(
        "The rounds end after round {round}: the judges find that {}.",
        criterion.describe()
    )
}

/// The words for a seat that a person hands to its persona, or to a model where it has none, or takes back.
pub(super) fn seat_held(seat: &Seat, name: &str, by_persona: bool) -> String {
    if by_persona {
        let whom = if seat.has_no_persona() {
            "a model"
        } else {
            "its persona"
        };
        format!("{name} hands the seat to {whom}.")
    } else {
        format!("{name} takes the seat back.")
    }
}

/// The words for a person who sits down at a terminal of their own, where somebody else spoke from the seat before.
pub(super) fn seat_taken(seat: &str, name: &str, before: Option<&str>) -> String {
    let place = before.map_or_else(String::new, |before| format!(", in the place of {before}"));
    format!("{name} takes {seat} at another terminal{place}.")
}

/// The words for a person who is back at a terminal of their own.
pub(super) fn seat_taken_again(seat: &str, name: &str) -> String {
    format!("{name} is back at another terminal, in {seat}.")
}

/// The words for a terminal that has gone.
pub(super) fn seat_left(seat: &str, name: &str) -> String {
    format!("{name}, in {seat}, has left the terminal.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_that_is_waved_down_is_told_in_a_sentence() {
        for (gesture, told) in [
            ("raises a hand", "Adam Smith raises a hand."),
            (
                "has no time left to take it",
                "Adam Smith has no time left to take it.",
            ),
            (
                "quietly shakes his head.",
                "Adam Smith quietly shakes his head.",
            ),
            ("", "Adam Smith waves it down."),
            ("the speech is over", "the speech ended first."),
            ("no time was left for it", "the speech ended first."),
            (TOO_LATE, "the speech ended first."),
            ("awesome!", "awesome!"),
            ("I will not yield", "I will not yield."),
            ("No, no …", "No, no …"),
            ("thanks, but no", "thanks, but no."),
            ("Yes?", "Yes?"),
        ] {
            assert_eq!(waved_down("Adam Smith", gesture), told);
        }
    }

    #[test]
    fn what_is_held_against_a_turn_names_no_rule() {
        for why in [
            "it asks nothing",
            "it asks nothing.",
            "asks-a-question: it asks nothing",
            "own-side: it asks nothing",
        ] {
            assert_eq!(reservation(why), "it asks nothing");
        }
        assert_eq!(
            reservation("PROP-1: the claim is short"),
            "PROP-1: the claim is short"
        );
    }
}
