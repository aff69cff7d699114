//! The neutrality of a moderator, who never says who has won, what should be done, or that what is open is settled. A
//! breach is known by its words, sentence by sentence; whoever only tells what others say is no party to it.

mod phrases;

use super::{DebateState, ids::Seat, pieces};
use crate::{
    catalog::Motion,
    text::{sentence::sentences, words},
};
use phrases::{
    ASKING, BEFORE_MAIN, FAVOUR, GOING_ON, LEAVING_OPEN, NO_CONDITIONS, OWN, RECOMMENDING,
    REPORTING, TOLD_SOON, TURNING, VIEWS, WEIGHED, WEIGHING, WINNING, WINNING_FOR,
    WINNING_FOR_WHAT, WINNING_SIDES, WITHOUT_DOUBT,
};

/// The fewest words of a side's claim that are the moderator's own where they stand in a clause.
const LEAST_CLAIMED: usize = 3;

/// The neutrality that a moderator of this debate is held to.
#[derive(Debug, Clone)]
pub struct Neutrality {
    /// The names of sides and speakers, in small letters.
    names: Vec<String>,
    /// The claims of the sides, in small letters.
    claims: Vec<String>,
}

impl Neutrality {
    /// The neutrality between the sides and speakers of a debate.
    pub fn of(state: &DebateState) -> Self {
        let opening = state.opening.as_deref();
        let sides = opening.iter().flat_map(|opening| &opening.format.sides);
        let speakers = state.speakers().iter();
        let cards = speakers.flat_map(|one| [one.card.name.as_str(), one.card.short.as_str()]);
        let names = sides.map(|side| side.name.as_str()).chain(cards);
        // What the motion says by itself may be put otherwise in its file.
        let claims = opening.into_iter().flat_map(|opening| {
            let typed = Motion::own(&opening.motion.motion).claims;
            [opening.motion.claims.clone(), typed]
        });
        let claims = claims.flat_map(|claims| [claims.prop, claims.opp]);
        let claims = claims.filter(|claim| words(claim).count() >= LEAST_CLAIMED);
        Self {
            names: names.map(str::to_lowercase).collect(),
            claims: claims
                .map(|claim| claim.trim_end_matches('.').to_lowercase())
                .collect(),
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
    pub(super) fn recommendation(&self, text: &str) -> Option<String> {
        let found = clauses(text)
            .iter()
            .find_map(|clause| self.recommends(clause))?;
        Some(format!("\"{found}\" recommends, or settles what is open"))
    }

    /// The way in which a text takes sides, if it does.
    pub fn broken(&self, text: &str) -> Option<String> {
        self.winner(text).or_else(|| self.recommendation(text))
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
        if self.is_attributed(clause) {
            return None;
        }
        let spoken: Vec<&str> = words(clause).collect();
        let is_said = |phrase: &String| says(&spoken, phrase).is_some();
        let fixed = WINNING.iter().map(|phrase| (*phrase).to_owned());
        let sides = self.names.iter().flat_map(|name| claimed_of(name));
        // What is the best measure, and which the better, are questions.
        let is_open = spoken.contains(&"which");
        let weighed = WEIGHED
            .iter()
            .flat_map(|before| WEIGHING.map(|what| format!("{before} {what}")));
        let mut weighed = weighed.filter(|phrase| {
            says(&spoken, phrase).is_some_and(|before| !is_open && !ASKING.contains(&before))
        });
        let found = fixed.chain(sides).find(is_said);
        found.or_else(|| weighed.next())
    }

    /// The words with which a clause recommends something, or settles it: what a side claims is no fact.
    fn recommends(&self, clause: &str) -> Option<String> {
        if is_without_doubt(clause) {
            return Some(WITHOUT_DOUBT.to_owned());
        }
        if self.is_attributed(clause) {
            return None;
        }
        let spoken: Vec<&str> = words(clause).collect();
        let is_advised =
            |phrase: &&str| says(&spoken, phrase).is_some_and(|before| !ASKING.contains(&before));
        let mut all = RECOMMENDING.into_iter();
        all.find(is_advised).map(str::to_owned).or_else(|| {
            let is_open = |word: &&str| LEAVING_OPEN.contains(word) || ASKING.contains(word);
            let is_open = spoken.iter().any(is_open) || self.is_labelled(clause);
            let mut claims = self.claims.iter().filter(|_| !is_open);
            claims.find(|claim| says(&spoken, claim).is_some()).cloned()
        })
    }

    /// Whether a clause ends by telling whose words it is: "…, Pro argues", "…, says Con".
    fn is_attributed(&self, clause: &str) -> bool {
        let Some((_, last)) = clause.rsplit_once(',') else {
            return false;
        };
        let last: Vec<&str> = words(last).collect();
        let is_name = |words: &[&str]| self.names.contains(&words.join(" "));
        match last.as_slice() {
            [verb, who @ ..] if REPORTING.contains(verb) => is_name(who),
            [who @ .., verb] if REPORTING.contains(verb) => is_name(who),
            _ => false,
        }
    }

    /// Whether a clause is a side's, as in a list: "Pro: …"
    fn is_labelled(&self, clause: &str) -> bool {
        let label = clause.split_once(':').map(|(label, _)| label.trim());
        label.is_some_and(|label| self.names.iter().any(|name| label.ends_with(name.as_str())))
    }
}

/// The ways to say that whoever has this name wins.
fn claimed_of(name: &str) -> Vec<String> {
    let wins = WINNING_SIDES.map(|verb| format!("{name} {verb}"));
    let won_for = WINNING_FOR.map(|before| format!("{before} {name}"));
    let won_for_what = WINNING_FOR_WHAT
        .iter()
        .flat_map(|before| [format!("{before} {name}"), format!("{before} {name}'s")]);
    let favour = FAVOUR.map(|favour| format!("in {name}'s {favour}"));
    let all = wins.into_iter().chain(won_for).chain(favour);
    all.chain(won_for_what).collect()
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
        .flat_map(|one| own_clauses(&one))
        .collect()
}

/// A clause, in small letters, as far as what is told in it reaches: a clause before the main one is over at its comma,
/// and who argues well is told of up to "and".
fn own_clauses(clause: &str) -> Vec<String> {
    let first = words(clause).next().unwrap_or_default();
    let begins = |with: &&str| clause.trim_start().starts_with(with);
    let is_before = BEFORE_MAIN.contains(&first) || NO_CONDITIONS.iter().any(begins);
    let goes_on = |rest: &str| {
        words(rest)
            .next()
            .is_none_or(|word| GOING_ON.contains(&word))
    };
    let mut commas = clause.match_indices(',').map(|(at, _)| clause.split_at(at));
    let main = commas.find(|(_, rest)| is_before && !goes_on(rest));
    let (before, main) = main.unwrap_or(("", clause));
    let mut parts = vec![before.to_owned()];
    let mut told = String::new();
    for piece in main.split(" and ") {
        if !told.is_empty() {
            if is_told_soon(&told) {
                parts.push(std::mem::take(&mut told));
            } else {
                told.push_str(" and ");
            }
        }
        told.push_str(piece);
    }
    parts.push(told);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whether what is told of somebody in a clause is over with it: they argue for something, or well, and nothing stands
/// behind "that".
fn is_told_soon(clause: &str) -> bool {
    let spoken: Vec<&str> = words(clause).collect();
    let mut last = spoken
        .iter()
        .rposition(|word| REPORTING.contains(word))
        .into_iter();
    last.any(|at| {
        let after = spoken.get(at + 1..).unwrap_or_default();
        let is_soon = after.first().is_none_or(|word| TOLD_SOON.contains(word));
        is_soon && !after.contains(&"that")
    })
}

/// The word before these ones, where a clause says them and neither tells them of somebody nor leaves them open; ""
/// where they stand first.
fn says<'a>(spoken: &[&'a str], phrase: &str) -> Option<&'a str> {
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
    let mut pairs = clause.windows(2);
    let is_seen =
        pairs.any(|pair| matches!(pair, [who, what] if who.ends_with('s') && VIEWS.contains(what)));
    is_open || is_report || is_view || is_seen || has(["according", "to"])
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
            claims: [
                "cities should ban private cars.",
                "cities should not ban private cars.",
            ]
            .map(str::to_owned)
            .into(),
        }
    }

    #[test]
    fn only_what_recommends_or_settles_something_is_a_recommendation() {
        let neutral = pro_and_con();
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
            assert_eq!(neutral.recommendation(sound), None, "{sound}");
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
            assert_eq!(neutral.recommendation(settling), Some(told), "{settling}");
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
    fn what_is_told_of_somebody_covers_no_verdict_beside_it() {
        let neutral = pro_and_con();
        for (taken, words) in [
            (
                "Given what Con conceded, Pro has the stronger case.",
                "stronger case",
            ),
            (
                "Of everything argued tonight, Pro’s case is the sounder.",
                "is the sounder",
            ),
            ("When all is said and done, Pro wins.", "pro wins"),
            (
                "Although Con said much, the debate goes to Pro.",
                "debate goes to pro",
            ),
            (
                "Whether or not the count holds, Pro has the stronger case.",
                "stronger case",
            ),
            ("If pressed, I find Con more convincing.", "more convincing"),
            (
                "Pro argues for a ban and has the stronger case.",
                "stronger case",
            ),
            ("Both argued well, and Pro was better.", "pro was better"),
            ("The evidence favours Con’s reading.", "favours con's"),
            (
                "The balance is in Ada Lovelace’s favour.",
                "in ada lovelace's favour",
            ),
            ("Con’s reasons are better than Pro’s.", "better than pro's"),
            ("Pro made the better points.", "better points"),
        ] {
            let told = format!("\"{words}\" picks a winner");
            assert_eq!(neutral.winner(taken), Some(told), "{taken}");
        }
        for sound in [
            "While Pro argues that growth is the better aim, Con holds that it is not.",
            "If the grid keeps up, Pro has the weaker case.",
            "The decision hinges on which of the two aims is the better.",
            "What is the best measure of harm remains open.",
            "They part on the best way to cut traffic.",
            "Growth is the better aim, Pro argues.",
            "Buses are the better answer, says Ada Lovelace.",
            "Con says that Pro argues well and is wrong.",
            "Those on the side of Pro hold that the count is sound.",
            "Pro assumes that its case is stronger than Con’s.",
            "The evidence that supports Pro’s case is one count of 2019.",
        ] {
            assert_eq!(neutral.winner(sound), None, "{sound}");
        }
    }

    #[test]
    fn what_a_side_claims_is_no_fact() {
        let neutral = pro_and_con();
        for (settling, words) in [
            (
                "Cities should ban private cars.",
                "cities should ban private cars.",
            ),
            (
                "So cities should not ban private cars.",
                "cities should not ban private cars.",
            ),
            (
                "Having heard what was said, a ban is preferable.",
                "is preferable",
            ),
            (
                "Pro argued well, and a ban should be adopted.",
                "should be adopted",
            ),
            ("To the question the answer is no.", "the answer is no"),
        ] {
            let told = format!("\"{words}\" recommends, or settles what is open");
            assert_eq!(neutral.recommendation(settling), Some(told), "{settling}");
        }
        for sound in [
            "Pro: cities should ban private cars.",
            "Pro holds that cities should ban private cars.",
            "Cities should ban private cars, says Pro.",
            "They part on whether cities should ban private cars.",
            "How fast cities should ban private cars was not settled.",
            "In Con’s view we should wait.",
            "Pro assumes that we should act first.",
            "Cities should ban private cars only if the buses run, Con grants.",
        ] {
            assert_eq!(neutral.recommendation(sound), None, "{sound}");
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
