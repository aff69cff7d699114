//! What each side holds, where the motion was typed and code can only quote it. Asked of the clerk.

use super::{
    Asking, Reply, Sees, Wording,
    answer::must,
    view::{opening, view},
};
use crate::{
    catalog::{Claims, Motion, UnclearMotion},
    debate::{DebateState, decide::Answer},
    fence::{Own, Sentence},
    llm::shape::{bounded, shape_of},
    text::{
        assistant::{is_an_assistants, refuses},
        content::content_words,
        has_words, sentence, upper_first,
    },
};

/// The most words of a claim: some more than are asked for.
const WORDS: usize = 40;
/// The most characters of a claim.
const TEXT: u32 = 300;

/// Names of the sides that models put before a claim.
const LABELS: [&str; 20] = [
    "for",
    "against",
    "for the motion",
    "against the motion",
    "against it",
    "in favour",
    "in favor",
    "pro",
    "con",
    "prop",
    "opp",
    "proposition",
    "opposition",
    "affirmative",
    "negative",
    "first side",
    "second side",
    "side a",
    "side b",
    "claim",
];
/// Words that belong to a debate and not to what is debated.
const OF_THE_DEBATE: [&str; 5] = [
    "the motion",
    "first side",
    "second side",
    "the answer is",
    "the proposition",
];

/// The ask.
pub(super) struct SideClaims;

impl Asking for SideClaims {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let motion = &opening(state)?.motion;
        let kind = match motion.unclear()? {
            UnclearMotion::YesOrNo => "yes or no",
            UnclearMotion::Open => "open",
            UnclearMotion::Choice => "choice",
            UnclearMotion::Statement => "statement",
        };
        let read = view! { motion => Sentence(&motion.motion), kind => Own(kind) };
        Some(Wording::One(("claims.md", read)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        200
    }

    fn sees<'a>(&self, _state: &'a DebateState) -> Sees<'a> {
        Sees::Nothing
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let Some(opening) = opening(state) else {
            return Reply::Nothing;
        };
        let motion = opening.motion.clone();
        let shape = bounded(shape_of::<Claims>(), 1, TEXT);
        Reply::shaped(shape, move |claims: Claims| {
            checked(&motion, claims).map(Answer::Claims)
        })
    }
}

/// A claim without what models put around one: marks, line breaks, and the name of the side before it.
fn bare(claim: &str) -> String {
    let words: Vec<&str> = claim.split_whitespace().collect();
    let line = words.join(" ");
    let line = unmarked(&line);
    let labelled = line.split_once(':').filter(|(label, _)| {
        let label = unmarked(label).to_lowercase();
        LABELS.contains(&label.as_str())
    });
    unmarked(labelled.map_or(line, |(_, claim)| claim)).to_owned()
}

/// A text without the marks of a list or of a heading before it, and without those that stand around all of it.
fn unmarked(text: &str) -> &str {
    let text = text.trim_start_matches(['-', '#', ' ']);
    let text = text.trim_matches(['*', '_', ' ']);
    let around = [('"', '"'), ('“', '”'), ('\'', '\''), ('‘', '’'), ('(', ')')];
    let within = around.into_iter().find_map(|(open, close)| {
        let bare = text.trim_end_matches('.');
        let inner = bare.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner)
    });
    within.unwrap_or(text).trim_matches(['*', '_', ' '])
}

/// The claims as they are told to whoever argues for them, or what is wrong with them, for the model to read.
fn checked(motion: &Motion, claims: Claims) -> Result<Claims, String> {
    let Claims { prop, opp } = claims;
    let about = content_words([motion.motion.as_str()]);
    let told = |claim: String| {
        let claim = bare(&claim);
        let claim = claim.as_str();
        must(
            has_words(claim) && sentence::sentences(claim).len() == 1 && !claim.ends_with('?'),
            "\"prop\" and \"opp\" need to be one sentence each that says what is held, and no question",
        )?;
        must(
            claim.split_whitespace().count() <= WORDS,
            "\"prop\" and \"opp\" need to have at most thirty words each",
        )?;
        let lower = claim.to_lowercase();
        must(
            !OF_THE_DEBATE.iter().any(|words| lower.contains(words))
                && !refuses(claim)
                && !is_an_assistants(claim),
            "\"prop\" and \"opp\" need to say what is held, and nothing of sides or motions",
        )?;
        must(
            about.is_empty() || !content_words([claim]).is_disjoint(&about),
            "\"prop\" and \"opp\" need to be about what the motion is about",
        )?;
        let stop = if sentence::is_at_end(claim) { "" } else { "." };
        Ok::<_, String>(format!("{}{stop}", upper_first(claim)))
    };
    let claims = Claims {
        prop: told(prop)?,
        opp: told(opp)?,
    };
    must(
        sentence::key(&claims.prop) != sentence::key(&claims.opp),
        "\"prop\" and \"opp\" are the same; they need to be contrary to each other",
    )?;
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_one_sentence_about_the_motion() {
        let motion = Motion::own("Should we build roads or railways?");
        let of = |prop: &str, opp: &str| {
            let claims = Claims {
                prop: prop.to_owned(),
                opp: opp.to_owned(),
            };
            checked(&motion, claims)
        };
        let good = "We should build railways, and not roads.";
        let told = of("we should build roads, and not railways", good);
        let told = told.map(|claims| (claims.prop, claims.opp));
        let roads = "We should build roads, and not railways.";
        assert_eq!(told, Ok((roads.to_owned(), good.to_owned())));
        for (said, told) in [
            ("**For:** We should build roads.", "We should build roads."),
            ("'We should build\nroads'", "We should build roads."),
            ("For: 'We should build roads.'", "We should build roads."),
            (
                "Affirmative: we should build roads",
                "We should build roads.",
            ),
            ("- We should build roads.", "We should build roads."),
            (
                "\"Roads\" are better than \"railways\".",
                "\"Roads\" are better than \"railways\".",
            ),
        ] {
            let (prop, _) = of(said, good)
                .map(|claims| (claims.prop, claims.opp))
                .unwrap();
            assert_eq!(prop, told);
        }
        for wrong in [
            "",
            good,
            "For: We should build railways, and not roads.",
            "Should we build roads?",
            "We should build roads. They are cheap.",
            "The first side holds that roads are right.",
            "Yes.",
            "Art is long.",
            "I'm sorry, but as an AI language model I cannot help with roads.",
            &"Roads are good ".repeat(20),
        ] {
            assert!(of(wrong, good).is_err(), "{wrong}");
        }
    }
}
