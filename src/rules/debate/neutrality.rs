//! The neutrality of a moderator, who never says who has won, what should be done, or that what is open is settled. A
//! breach is known by its words, sentence by sentence; whoever only tells what others say is no party to it.

use super::{DebateState, ids::Seat, pieces};
use crate::text::{sentence::sentences, words};

/// Ways to pick a winner.
const WINNING: [&str; 48] = [
    "won the debate",
    "wins the debate",
    "win the debate",
    "wins this debate",
    "won this debate",
    "the winner",
    "carried the day",
    "stronger case",
    "strongest case",
    "stronger argument",
    "stronger arguments",
    "better case",
    "better argument",
    "better arguments",
    "arguments are stronger",
    "argument is stronger",
    "case is stronger",
    "position is stronger",
    "more convincing",
    "more persuasive",
    "more compelling",
    "more convincingly",
    "more persuasively",
    "most convincing",
    "most persuasive",
    "most compelling",
    "outperformed",
    "prevailed",
    "prevails",
    "the upper hand",
    "had the better of",
    "has the better of",
    "tips the balance",
    "tipped the balance",
    "i agree with",
    "i side with",
    "i am with",
    "i am persuaded",
    "i was persuaded",
    "i am convinced",
    "comes out ahead",
    "came out ahead",
    "has made the case",
    "have made the case",
    "made the case so far",
    "if i had to choose",
    "the weight of what was said",
    "has no answer to it",
];

/// Words that follow a side's name where the side is said to win.
const WINNING_SIDES: [&str; 8] = [
    "is right",
    "is wrong",
    "was right",
    "was wrong",
    "are right",
    "are wrong",
    "wins",
    "won",
];

/// Ways to recommend, or to call settled what is open.
const RECOMMENDING: [&str; 40] = [
    "i recommend",
    "we recommend",
    "i would recommend",
    "it is recommended",
    "my recommendation",
    "i suggest",
    "i would suggest",
    "i advise",
    "i would advise",
    "i urge",
    "i favour",
    "i favor",
    "i support",
    "i would vote",
    "we should",
    "you should",
    "we ought",
    "you ought",
    "should be adopted",
    "should be rejected",
    "ought to be adopted",
    "ought to be rejected",
    "should therefore",
    "the best course",
    "the right choice",
    "the answer is clearly",
    "the answer is clear",
    "clearly the answer",
    "there is no doubt",
    "undoubtedly",
    "does better to",
    "do better to",
    "would be wise to",
    "is wise to",
    "the sensible course",
    "the wiser course",
    "the prudent course",
    "the way to follow",
    "the one to follow",
    "the question is settled",
];

/// The words that settle what is open only beside a sentence: there is no history without doubt.
const WITHOUT_DOUBT: &str = "without doubt";

/// Words that leave open what "we should" do: how we should count is a question.
const ASKING: [&str; 7] = ["what", "which", "how", "where", "when", "why", "who"];

/// Words that leave open what follows them, wherever that stands in their clause.
const LEAVING_OPEN: [&str; 3] = ["whether", "if", "unless"];

/// Verbs with which somebody's words are told.
const REPORTING: [&str; 39] = [
    "argue",
    "argues",
    "argued",
    "hold",
    "holds",
    "held",
    "say",
    "says",
    "said",
    "claim",
    "claims",
    "claimed",
    "believe",
    "believes",
    "believed",
    "think",
    "thinks",
    "thought",
    "maintain",
    "maintains",
    "maintained",
    "insist",
    "insists",
    "insisted",
    "contend",
    "contends",
    "contended",
    "assert",
    "asserts",
    "asserted",
    "agree",
    "agrees",
    "agreed",
    "propose",
    "proposes",
    "proposed",
    "concede",
    "concedes",
    "conceded",
];

/// Words of whoever speaks: what follows such a verb of theirs is no report.
const OWN: [&str; 4] = ["i", "we", "i'd", "i'll"];

/// Words with which another clause begins, to which what was told before does not reach.
const TURNING: [&str; 4] = ["but", "however", "nevertheless", "therefore"];

/// The neutrality that a moderator of this debate is held to.
#[derive(Debug, Clone)]
pub struct Neutrality {
    /// The names of sides and speakers, in small letters.
    names: Vec<String>,
}

impl Neutrality {
    /// The neutrality between the sides and speakers of a debate.
    pub fn of(state: &DebateState) -> Self {
        let opening = state.opening.as_deref();
        let sides = opening.iter().flat_map(|opening| &opening.format.sides);
        let speakers = state.speakers().iter();
        let cards = speakers.flat_map(|one| [one.card.name.as_str(), one.card.short.as_str()]);
        let names = sides.map(|side| side.name.as_str()).chain(cards);
        Self {
            names: names.map(str::to_lowercase).collect(),
        }
    }

    /// The neutrality that whoever sits in a seat is held to, if a moderator does.
    pub fn of_seat(state: &DebateState, seat: Option<&Seat>) -> Option<Self> {
        seat.filter(|seat| seat.is_moderator())
            .map(|_| Self::of(state))
    }

    /// The words of a text that pick a winner, and that they do.
    pub(super) fn winner(&self, text: &str) -> Option<String> {
        let found = clauses(text).iter().find_map(|clause| self.picks(clause))?;
        Some(format!("\"{found}\" picks a winner"))
    }

    /// The words of a text that recommend something or settle what is open, and that they do.
    pub(super) fn recommendation(text: &str) -> Option<String> {
        let found = clauses(text).iter().find_map(|clause| recommends(clause))?;
        Some(format!("\"{found}\" recommends, or settles what is open"))
    }

    /// The way in which a text takes sides, if it does.
    pub fn broken(&self, text: &str) -> Option<String> {
        self.winner(text).or_else(|| Self::recommendation(text))
    }

    /// The sentences and lines of a text that take no side, as they stand; empty where none is left. Where it takes a
    /// side that no line of it takes by itself, whole sentences are left out.
    pub(crate) fn neutral_part(&self, text: &str) -> String {
        let is_sound = |one: &str| self.broken(one).is_none();
        let kept = pieces::kept(text, |all| all.iter().map(|one| is_sound(one)).collect());
        if is_sound(&kept) {
            return kept;
        }
        let mut all = sentences(text);
        all.retain(|one| is_sound(one));
        all.join(" ")
    }

    fn picks(&self, clause: &str) -> Option<String> {
        let won = WINNING.iter().find(|phrase| says(clause, phrase).is_some());
        won.map(|phrase| (*phrase).to_owned()).or_else(|| {
            let names = self.names.iter();
            let mut claims =
                names.flat_map(|name| WINNING_SIDES.map(|verb| format!("{name} {verb}")));
            claims.find(|claim| says(clause, claim).is_some())
        })
    }
}

/// The clauses of a text that say something, in small letters: what is asked is open. Items of a list may have no full
/// stops, and are no part of a question that follows them.
fn clauses(text: &str) -> Vec<String> {
    let said = sentences(text).into_iter().flat_map(|one| {
        let lines = one.lines().filter(|_| one.contains('\n'));
        std::iter::once(one).chain(lines.map(str::trim))
    });
    let said = said.filter(|one| !one.ends_with('?'));
    let clauses = said.flat_map(|one| one.split([';', '—', '–']));
    clauses
        .map(|one| one.replace('’', "'").to_lowercase())
        .collect()
}

/// The word before these ones, where a clause says them and neither tells them of somebody nor leaves them open; ""
/// where they stand first.
fn says<'a>(clause: &'a str, phrase: &str) -> Option<&'a str> {
    let spoken: Vec<&str> = words(clause).collect();
    let phrase: Vec<&str> = words(phrase).collect();
    let is_own = phrase.first().is_some_and(|word| OWN.contains(word));
    let mut places = (0..).zip(spoken.windows(phrase.len().max(1)));
    places.find_map(|(at, place)| {
        let before = spoken.get(..at).unwrap_or_default();
        let is_said = place == phrase && !is_told(before, is_own);
        is_said.then(|| before.last().copied().unwrap_or_default())
    })
}

/// Whether what follows these words is told of somebody, or left open. What whoever speaks says of their own behind
/// "and" is not.
fn is_told(before: &[&str], is_own: bool) -> bool {
    if is_own && before.last() == Some(&"and") {
        return false;
    }
    let turn = before.iter().rposition(|word| TURNING.contains(word));
    let clause = before
        .get(turn.map_or(0, |at| at + 1)..)
        .unwrap_or_default();
    let is_open = clause.iter().any(|word| LEAVING_OPEN.contains(word));
    let who = std::iter::once(&"").chain(clause);
    let mut verbs = who.zip(clause);
    let is_report = verbs.any(|(who, verb)| REPORTING.contains(verb) && !OWN.contains(who));
    // "Pro's view is that …", "according to Con …"
    let has = |pair: [&str; 2]| clause.windows(2).any(|place| place == pair);
    let is_view = has(["is", "that"]) && clause.iter().any(|word| word.ends_with("'s"));
    is_open || is_report || is_view || has(["according", "to"])
}

/// The words with which a clause recommends something, or settles it.
fn recommends(clause: &str) -> Option<&'static str> {
    if is_without_doubt(clause) {
        return Some(WITHOUT_DOUBT);
    }
    let mut all = RECOMMENDING.into_iter();
    all.find(|phrase| says(clause, phrase).is_some_and(|before| !ASKING.contains(&before)))
}

/// Whether "without doubt", in small letters, is said of a whole clause: it stands between its marks, or behind "is"
/// and before what somebody is.
fn is_without_doubt(lower: &str) -> bool {
    let marks = [',', ';', ':', '—', '–', '('];
    lower.match_indices(WITHOUT_DOUBT).any(|(at, found)| {
        let before = lower.get(..at).unwrap_or_default().trim_end();
        let after = lower.get(at + found.len()..).unwrap_or_default();
        let begins = before.is_empty() || before.ends_with(marks);
        let is = words(before)
            .last()
            .is_some_and(|word| matches!(word, "is" | "are" | "was" | "were"));
        let what = words(after)
            .next()
            .is_some_and(|word| matches!(word, "the" | "a" | "an" | "one"));
        (begins && after.starts_with(',')) || (is && what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pro_and_con() -> Neutrality {
        Neutrality {
            names: ["pro", "con", "ada lovelace"].map(str::to_owned).into(),
        }
    }

    #[test]
    fn only_what_recommends_or_settles_something_is_a_recommendation() {
        for sound in [
            "There is no history without doubt.",
            "A faith without doubt, he thought, is none.",
            "Nobody can act without doubt.",
            "Without doubt there can be no inquiry.",
            "What remains open is how we should count those who stay away.",
            "It turns on what we should fear more.",
            "Should we wait, and is it undoubtedly so?",
            "Pro argues that we should wait.",
            "Pro holds that we should act; Con holds that we should not.",
            "Con’s view is that a ban should be rejected.",
            "According to Con, we should wait.",
            "The decision hinges on whether we should trust the count.",
            "Ada Lovelace said: I recommend a ban.",
            "Pro is so sure of the count that it says we should act.",
        ] {
            assert_eq!(Neutrality::recommendation(sound), None, "{sound}");
        }
        for (settling, words) in [
            ("Without doubt, the buses come first.", "without doubt"),
            ("This is, without doubt, settled.", "without doubt"),
            ("It is without doubt the fairer way.", "without doubt"),
            ("There is no doubt about it.", "there is no doubt"),
            ("The buses undoubtedly come first.", "undoubtedly"),
            ("We should wait for the buses.", "we should"),
            (
                "How it is counted matters, and we should wait.",
                "we should",
            ),
            ("I suggest a smaller ban.", "i suggest"),
            ("A startup does better to wait.", "does better to"),
            (
                "The sensible course is to begin small.",
                "the sensible course",
            ),
            (
                "None that matter: the question is settled.",
                "the question is settled",
            ),
            (
                "I recommend that we adopt what Pro proposes.",
                "i recommend",
            ),
            ("I say that we should act.", "we should"),
            ("Pro argues for a ban, but we should wait.", "we should"),
            ("Pro argues for a ban, and I recommend it.", "i recommend"),
            (
                "As Con has shown, a ban should be rejected.",
                "should be rejected",
            ),
        ] {
            let told = format!("\"{words}\" recommends, or settles what is open");
            assert_eq!(
                Neutrality::recommendation(settling),
                Some(told),
                "{settling}"
            );
        }
    }

    #[test]
    fn whoever_tells_who_claims_to_win_picks_nobody() {
        let neutral = pro_and_con();
        for sound in [
            "Pro claims to have the stronger case.",
            "Con says that Pro is wrong.",
            "It hinges on whether Con is right about the buses.",
            "Is Pro right?",
        ] {
            assert_eq!(neutral.winner(sound), None, "{sound}");
        }
        for (taken, words) in [
            ("Pro has the stronger case.", "stronger case"),
            ("Con says that Pro is wrong; Con is right.", "con is right"),
            ("I agree with Pro on the count.", "i agree with"),
            ("On balance Con comes out ahead.", "comes out ahead"),
            ("Pro has made the case so far.", "has made the case"),
            ("If I had to choose, it would be Con.", "if i had to choose"),
            ("I think that Pro is right.", "pro is right"),
            ("Con argued well, but Ada Lovelace won.", "ada lovelace won"),
        ] {
            let told = format!("\"{words}\" picks a winner");
            assert_eq!(neutral.winner(taken), Some(told), "{taken}");
        }
    }

    #[test]
    fn what_takes_no_side_is_kept() {
        let neutral = pro_and_con();
        let text = "Both grant the count. Pro has the stronger case, and I recommend it. They part on the buses.";
        let kept = "Both grant the count. They part on the buses.";
        assert_eq!(neutral.neutral_part(text), kept);
        assert_eq!(neutral.neutral_part("Pro wins."), "");
    }
}
