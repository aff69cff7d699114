//! The landscape of the arguments of all runs: claims that are of one line of argument are a theme, and for each theme it
//! is known who made it, how often it was answered, how often it stood, and what followed for the vote.

use std::collections::{BTreeMap, BTreeSet};

use hustings_rules::setup::model_name;
use serde::{Deserialize, Serialize};

use super::{
    axes,
    cluster::clusters,
    reading::{RunClaim, RunReading},
    words,
};
use crate::{
    bootstrap,
    interval::Interval,
    likeness::Likeness,
    similarity::{THEME, cosine, dice},
    text::content::content_words,
};

/// The landscape of the arguments of an ensemble.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Landscape {
    /// The themes: those first that could have been answered and were not in any run, then the strongest.
    pub themes: Vec<ArgumentTheme>,
    /// The number of claims in all of them.
    pub claims: usize,
    /// How the claims were compared, for people.
    pub compared: String,
    /// The label of the model that has named themes; where absent each is called by the claim that says most of it.
    pub named_by: Option<String>,
}

/// A line of argument of one side.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ArgumentTheme {
    /// The number of the theme, from 1, in the order of the landscape.
    pub number: usize,
    /// The name of the theme; empty where no model has given one.
    pub name: String,
    /// The id of the side whose claims they are.
    pub side: String,
    /// The claim that is nearest to all others.
    pub central: String,
    /// Who made it, those first who did so most often.
    pub made_by: Vec<Maker>,
    /// The runs in which it was made.
    pub runs: Vec<String>,
    /// The runs in which another side answered it.
    pub answered: Vec<String>,
    /// The runs in which it stood: more of its claims did than fell.
    pub stood: Vec<String>,
    /// Whether another side has spoken after it in some run.
    pub is_answerable: bool,
    /// The support of its side in runs in which it stood, less that in all others, with the bootstrap interval of 95 %;
    /// absent where there are no such two groups.
    pub followed: Option<Interval>,
    /// The claims, in the order of the runs.
    pub claims: Vec<ThemeClaim>,
    /// What was said against it, the best answers first: those by which a claim fell, and of these what was said most often.
    pub answers: Vec<ThemeAnswer>,
    /// The place of the theme among all, each coordinate from -1 to 1: near what is near in meaning.
    pub at: [f64; 2],
}

/// Somebody who made a line of argument.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Maker {
    /// The name of the speaker.
    pub name: String,
    /// The number of runs in which they made it.
    pub runs: usize,
}

/// A claim of a theme.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ThemeClaim {
    /// The run in which it was made.
    pub run: String,
    /// The name of whoever made it.
    pub by: String,
    /// The words of the claim.
    pub text: String,
    /// Whether another side has answered it.
    pub is_answered: bool,
    /// Whether it stood.
    pub stood: bool,
}

/// Something that was said against a theme.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ThemeAnswer {
    /// The run in which it was said.
    pub run: String,
    /// The name of whoever said it.
    pub by: String,
    /// The words of the answer.
    pub text: String,
    /// Whether the claim fell.
    pub did_fell: bool,
}

impl ArgumentTheme {
    /// Whether nobody has answered it in any run, though somebody could have.
    pub fn is_unanswered(&self) -> bool {
        self.is_answerable && self.answered.is_empty()
    }

    /// The title of the theme for people: its name, or the claim that says most of it.
    pub fn title(&self) -> &str {
        if self.name.is_empty() {
            &self.central
        } else {
            &self.name
        }
    }

    /// The strength of the line of argument among so many runs, from 0 to 1: the share of runs in which it was made, by
    /// the share of these in which it stood, as after two more runs in one of which it did (P. S. Laplace's rule of
    /// succession).
    pub fn strength(&self, runs: usize) -> f64 {
        let (made, stood) = (self.runs.len() as f64, self.stood.len() as f64);
        made / (runs.max(1) as f64) * (stood + 1.0) / (made + 2.0)
    }
}

/// A claim in its run, and the vector that it is compared by.
struct PlacedClaim<'a> {
    run: &'a RunReading,
    claim: &'a RunClaim,
    vector: Vec<f32>,
}

impl Landscape {
    /// The texts that are compared: every claim of every run.
    pub fn texts(runs: &[RunReading]) -> Vec<String> {
        let claims = runs.iter().flat_map(|run| &run.claims);
        claims.map(|claim| claim.text.clone()).collect()
    }

    /// The landscape of some runs on a motion, whose [texts](Self::texts) are compared so; where they have no vectors, by
    /// their content words. `sides` are the ids of the sides in their order; lots of intervals come from the seed.
    pub fn of(
        runs: &[RunReading],
        likeness: &Likeness,
        (motion, sides): (&str, &[&str]),
        seed: u64,
    ) -> Self {
        let texts = Self::texts(runs);
        let by_meaning: Option<Vec<Vec<f32>>> = texts
            .iter()
            .map(|text| likeness.vector(text).map(<[f32]>::to_vec))
            .collect();
        let threshold = if by_meaning.is_some() && likeness.embedder().is_some() {
            THEME.meaning
        } else {
            THEME.words
        };
        let vectors = by_meaning
            .filter(|_| likeness.embedder().is_some())
            .unwrap_or_else(|| words::vectors(&texts, &[motion]));
        let places = axes::placed(&vectors);
        let claims = runs
            .iter()
            .flat_map(|run| run.claims.iter().map(move |claim| (run, claim)));
        let all: Vec<PlacedClaim<'_>> = claims
            .zip(vectors)
            .map(|((run, claim), vector)| PlacedClaim { run, claim, vector })
            .collect();
        let mut themes = Vec::new();
        for side in sides {
            let of_side: Vec<usize> = (0..all.len())
                .filter(|at| all.get(*at).is_some_and(|one| one.claim.side == *side))
                .collect();
            let vectors: Vec<Vec<f32>> = of_side
                .iter()
                .filter_map(|at| all.get(*at).map(|one| one.vector.clone()))
                .collect();
            for cluster in clusters(&vectors, threshold) {
                let members: Vec<usize> = cluster
                    .iter()
                    .filter_map(|at| of_side.get(*at).copied())
                    .collect();
                let claims: Vec<&PlacedClaim<'_>> =
                    members.iter().filter_map(|at| all.get(*at)).collect();
                let places = members.iter().filter_map(|at| places.get(*at));
                themes.push(theme(side, &claims, places, runs, seed));
            }
        }
        let count = runs.len();
        themes.sort_by(|one: &ArgumentTheme, other| {
            let unanswered = other.is_unanswered().cmp(&one.is_unanswered());
            let of_runs = if one.is_unanswered() && other.is_unanswered() {
                other.runs.len().cmp(&one.runs.len())
            } else {
                std::cmp::Ordering::Equal
            };
            let strength = other.strength(count).total_cmp(&one.strength(count));
            unanswered.then(of_runs).then(strength)
        });
        for (number, theme) in (1..).zip(&mut themes) {
            theme.number = number;
        }
        Self {
            themes,
            claims: texts.len(),
            compared: compared(likeness),
            named_by: None,
        }
    }

    /// The strongest lines of argument of a side, of so many runs in all, the strongest first.
    pub fn strongest(&self, side: &str, runs: usize, most: usize) -> Vec<&ArgumentTheme> {
        let of_side = self.themes.iter().filter(|theme| theme.side == side);
        let mut themes: Vec<&ArgumentTheme> = of_side.collect();
        themes.sort_by(|one, other| other.strength(runs).total_cmp(&one.strength(runs)));
        themes.truncate(most);
        themes
    }
}

/// How claims were compared; the page is given to others, and has no address of a server.
fn compared(likeness: &Likeness) -> String {
    match (likeness.embedder(), likeness.failed()) {
        (Some(label), _) => format!("by meaning, with {}", model_name(label)),
        (None, Some(_)) => "by their words: the model that embeds could not be had".to_owned(),
        (None, None) => likeness.describe(),
    }
}

fn theme<'a>(
    side: &str,
    claims: &[&PlacedClaim<'_>],
    places: impl Iterator<Item = &'a [f64; 2]>,
    runs: &[RunReading],
    seed: u64,
) -> ArgumentTheme {
    let near = |one: &PlacedClaim<'_>| -> f32 {
        claims
            .iter()
            .map(|other| cosine(&one.vector, &other.vector))
            .sum()
    };
    // Of equals the first.
    let central = claims
        .iter()
        .rev()
        .max_by(|one, other| near(one).total_cmp(&near(other)))
        .map_or_else(String::new, |one| one.claim.text.clone());
    let of = |which: &dyn Fn(&[&RunClaim]) -> bool| -> Vec<String> {
        let in_run = |run: &&RunReading| {
            let own = claims.iter().filter(|one| one.run.run == run.run);
            let own: Vec<&RunClaim> = own.map(|one| one.claim).collect();
            !own.is_empty() && which(&own)
        };
        let found = runs.iter().filter(in_run);
        found.map(|run| run.run.clone()).collect()
    };
    let stood = of(&|own| own.iter().filter(|one| one.stood).count() * 2 > own.len());
    let (with, without): (Vec<&RunReading>, Vec<&RunReading>) =
        runs.iter().partition(|run| stood.contains(&run.run));
    let support = |runs: &[&RunReading]| -> Vec<f64> {
        let known = runs.iter().filter_map(|run| run.support.get(side));
        known.copied().collect()
    };
    let places: Vec<&[f64; 2]> = places.collect();
    let mean = |axis: usize| {
        let sum: f64 = places.iter().filter_map(|place| place.get(axis)).sum();
        sum / places.len().max(1) as f64
    };
    ArgumentTheme {
        number: 0,
        name: String::new(),
        side: side.to_owned(),
        central,
        made_by: makers(claims),
        runs: of(&|_| true),
        answered: of(&|own| own.iter().any(|one| one.is_answered)),
        is_answerable: claims.iter().any(|one| one.claim.is_answerable),
        followed: bootstrap::difference(&support(&with), &support(&without), seed),
        stood,
        claims: claims
            .iter()
            .map(|one| ThemeClaim {
                run: one.run.run.clone(),
                by: one.claim.by.clone(),
                text: one.claim.text.clone(),
                is_answered: one.claim.is_answered,
                stood: one.claim.stood,
            })
            .collect(),
        answers: answers(claims),
        at: [mean(0), mean(1)],
    }
}

fn makers(claims: &[&PlacedClaim<'_>]) -> Vec<Maker> {
    let mut runs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in claims {
        runs.entry(&one.claim.by).or_default().insert(&one.run.run);
    }
    let mut makers: Vec<Maker> = runs
        .into_iter()
        .map(|(name, runs)| Maker {
            name: name.to_owned(),
            runs: runs.len(),
        })
        .collect();
    makers.sort_by_key(|one| std::cmp::Reverse(one.runs));
    makers
}

fn answers(claims: &[&PlacedClaim<'_>]) -> Vec<ThemeAnswer> {
    let mut found: Vec<ThemeAnswer> = Vec::new();
    for one in claims {
        for (by, text) in &one.claim.answers {
            let is_known = |known: &ThemeAnswer| known.run == one.run.run && known.text == *text;
            if !found.iter().any(is_known) {
                found.push(ThemeAnswer {
                    run: one.run.run.clone(),
                    by: by.clone(),
                    text: text.clone(),
                    did_fell: !one.claim.stood,
                });
            }
        }
    }
    let words: Vec<BTreeSet<String>> = found
        .iter()
        .map(|one| content_words([one.text.as_str()]))
        .collect();
    let recurs = |own: &BTreeSet<String>| -> f64 { words.iter().map(|one| dice(own, one)).sum() };
    let mut ranked: Vec<(bool, f64, ThemeAnswer)> = found
        .into_iter()
        .zip(&words)
        .map(|(one, own)| (one.did_fell, recurs(own), one))
        .collect();
    ranked.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
    ranked.into_iter().map(|(.., one)| one).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::ensemble) fn claim(
        side: &str,
        text: &str,
        answer: Option<&str>,
        stood: bool,
    ) -> RunClaim {
        RunClaim {
            side: side.to_owned(),
            by: format!("Speaker for {side}"),
            text: text.to_owned(),
            is_answerable: true,
            is_answered: answer.is_some(),
            stood,
            answers: answer
                .map(|text| ("Somebody else".to_owned(), text.to_owned()))
                .into_iter()
                .collect(),
        }
    }

    pub(in crate::ensemble) fn run(number: u32, prop: f64, claims: Vec<RunClaim>) -> RunReading {
        let winner = if prop > 0.5 { "prop" } else { "opp" };
        RunReading {
            run: format!("1.{number}"),
            debate: format!("d{number}"),
            epoch: 1,
            number,
            verdict: Some(winner.to_owned()),
            house: Some(winner.to_owned()),
            support: [("prop".to_owned(), prop), ("opp".to_owned(), 1.0 - prop)].into(),
            claims,
            ..RunReading::default()
        }
    }

    const TOLLS: &str = "Tolls fall hardest on poor families who must cross daily";
    const FERRIES: &str = "Ferries bring visitors and money into harbour towns";

    pub(in crate::ensemble) fn runs() -> Vec<RunReading> {
        let again = "Poor families who cross daily pay tolls hardest";
        let rebate = "A rebate returns every penny to poor families";
        vec![
            run(
                1,
                0.8,
                vec![
                    claim("prop", TOLLS, None, true),
                    claim("opp", FERRIES, Some("Ferries stop in winter storms"), false),
                ],
            ),
            run(
                2,
                0.7,
                vec![
                    claim("prop", again, None, true),
                    claim(
                        "opp",
                        FERRIES,
                        Some("Winter storms stop ferries for weeks"),
                        false,
                    ),
                ],
            ),
            run(
                3,
                0.3,
                vec![
                    claim("opp", rebate, Some("Nobody has seen a rebate"), true),
                    claim("opp", FERRIES, Some("Visitors complain"), true),
                ],
            ),
        ]
    }

    fn landscape() -> Landscape {
        let motion = ("This House would build a bridge", &["prop", "opp"][..]);
        Landscape::of(&runs(), &Likeness::default(), motion, 1)
    }

    #[test]
    fn a_theme_has_who_made_it_and_what_became_of_it() {
        let found = landscape();
        assert_eq!((found.claims, found.themes.len()), (6, 3), "{found:#?}");
        let [tolls, ..] = found.themes.as_slice() else {
            panic!("{found:#?}");
        };
        // What was never answered comes first.
        assert!(tolls.is_unanswered() && tolls.side == "prop" && tolls.number == 1);
        assert_eq!(
            (&tolls.runs, &tolls.stood),
            (&vec!["1.1".to_owned(), "1.2".to_owned()], &tolls.runs)
        );
        assert_eq!(
            (tolls.made_by[0].name.as_str(), tolls.made_by[0].runs),
            ("Speaker for prop", 2)
        );
        // Of a single other debate there is no interval, and so nothing is told.
        assert_eq!(tolls.followed, None);
        let mut more = runs();
        let other = more[2].clone();
        more.push(other);
        let motion = ("This House would", &["prop", "opp"][..]);
        let more = Landscape::of(&more, &Likeness::default(), motion, 1);
        let followed = more.themes[0].followed.unwrap();
        assert!((followed.estimate - 0.45).abs() < 1e-9, "{followed:?}");
        let ferries = found
            .themes
            .iter()
            .find(|one| one.central == FERRIES)
            .unwrap();
        assert_eq!(
            (ferries.runs.len(), ferries.answered.len(), &ferries.stood),
            (3, 3, &vec!["1.3".to_owned()])
        );
        // The answers by which it fell come before the one that it withstood.
        let felled: Vec<bool> = ferries.answers.iter().map(|one| one.did_fell).collect();
        assert_eq!(felled, [true, true, false]);
        assert!(found.compared.contains("no embedding model"));
    }

    #[test]
    fn the_strongest_line_is_one_that_is_made_often_and_stands() {
        let found = landscape();
        let strongest = found.strongest("opp", 3, 5);
        assert_eq!(strongest.len(), 2);
        // Made in three runs and stood in one, against made in one and stood there.
        assert_eq!(strongest[0].central, FERRIES);
        assert!(strongest[0].strength(3) > strongest[1].strength(3));
        assert!(found.strongest("opp", 3, 1).len() == 1 && found.strongest("x", 3, 5).is_empty());
    }

    #[test]
    fn what_nobody_could_answer_is_not_what_nobody_did() {
        let mut last = claim("opp", "A last word", None, true);
        last.is_answerable = false;
        let motion = ("m", &["opp"][..]);
        let found = Landscape::of(&[run(1, 0.5, vec![last])], &Likeness::default(), motion, 1);
        assert!(!found.themes[0].is_unanswered());
        assert!(
            Landscape::of(&[], &Likeness::default(), motion, 1)
                .themes
                .is_empty()
        );
    }
}
