//! `hustings compare`: a simulated debate beside one that people held: what each was about, what was argued, how the
//! house voted. The journal stays as it is.

mod told;

use std::collections::BTreeMap;

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::{
    args::CompareArgs,
    ground::Ground,
    held::{self, Held},
    out,
    run::on_signal,
    spend,
    steps::Steps,
};
use crate::{
    debate::{
        DebateState,
        ask::{Role, When},
        real::{HouseCount, Votes},
    },
    engine::{Aside, Claim, Reading, read, readable, seated},
    error::{Exit, Failure},
    llm::embed::{Embedder, cosine},
    real::{
        Given,
        matching::{BY_MEANING, BY_WORDS, Common, overlap},
    },
};

/// How sentences are matched.
#[derive(Debug, Clone, Serialize)]
struct Matched {
    /// The embedder; absent where the words were compared.
    embedder: Option<String>,
    /// From which likeness on two sentences say the same.
    threshold: f32,
}

/// One of the two debates.
#[derive(Debug, Serialize)]
struct Side {
    debate: String,
    motion: String,
    tensions: Vec<String>,
    arguments: Vec<Claim>,
    votes: Votes,
    /// What could not be had, and why.
    failed: Vec<String>,
}

/// Somebody who spoke in both.
#[derive(Debug, Serialize)]
struct Person {
    name: String,
    arguments: Common,
}

/// Everything that is told.
#[derive(Debug, Serialize)]
struct Comparison {
    matched: Matched,
    simulated: Side,
    real: Side,
    /// Precision is the share of the simulated ones that are in the real debate, recall the share of the real ones that
    /// are in the simulated debate.
    tensions: Common,
    arguments: Common,
    people: Vec<Person>,
    vote: Vote,
}

/// The two votes beside each other; what is not known of one of them is absent.
#[derive(Debug, Serialize)]
struct Vote {
    same_winner: Option<bool>,
    same_swing: Option<bool>,
    swing_error: Option<f64>,
}

/// `hustings compare`.
pub(super) async fn run(ground: &Ground, args: &CompareArgs) -> Result<Exit, Failure> {
    let given = Given::from(&args.given);
    held::heeded(&given, &[&args.real])?;
    let held = [&args.simulated, &args.real].map(|asked| {
        // Flags are about the transcript of the real debate.
        let of_real = asked == &args.real;
        let none = Given::default();
        held::held(ground, asked, if of_real { &given } else { &none })
    });
    let [simulated, real] = held;
    let (simulated, real) = (simulated?, real?);
    let prompts = ground.prompts()?;
    let account = ground.account();
    let mut sides = Vec::new();
    for held in [&simulated, &real] {
        let launch = held
            .state
            .opening
            .as_deref()
            .map(|opening| opening.launch.clone())
            .unwrap_or_default();
        let overrides = ground.overrides_behind(&launch);
        let roster = ground.roster(&overrides).await?.on(&account);
        let asked = [Role::Clerk, Role::Judge].map(|role| roster.assigned(role, None));
        spend::can_be_kept_by(ground.settings.limits.max_cost, asked)?;
        let state = with_house(&held.state);
        // What is too long for a model is said before any is asked.
        readable(&state, (&prompts, &roster)).map_err(|long| {
            Failure::no_model(format!("{}: {long}", held.name)).hint(
                "choose a model with a larger context (--model, or --role clerk=MODEL and --role judge=MODEL), or, if \
                 it has more than that, say so in profiles.toml (context = N)",
            )
        })?;
        sides.push((held, state, roster));
    }
    let stop = CancellationToken::new();
    let signals = tokio::spawn(on_signal(stop.clone()));
    let mut readings = Vec::new();
    for (held, state, roster) in &sides {
        let aside = Aside {
            prompts: &prompts,
            roster,
        };
        let mut steps = Steps::new(format!("reading parts of {}", held.name));
        let hear = |done: usize, all: usize| steps.at(done as u64, all as u64);
        let reading = read(state, aside, hear, &stop).await;
        steps.end();
        if reading.stopped {
            signals.abort();
            out::say("It was stopped; there is nothing to compare yet.");
            return Ok(Exit::Interrupted);
        }
        readings.push(side(held, reading));
    }
    signals.abort();
    let Some((real, simulated)) = readings.pop().zip(readings.pop()) else {
        return Err(Failure::internal("a debate was not read"));
    };
    let embedder = ground.embedder()?;
    let comparison = compared(simulated, real, embedder.as_deref()).await?;
    let text = if args.json {
        let json = serde_json::to_value(&comparison)
            .map_err(|error| Failure::internal(error.to_string()))?;
        format!("{json:#}\n")
    } else {
        told::text(&comparison)
    };
    out::print(|out| out.write_all(text.as_bytes()))?;
    if let Some(limit) = account.ended() {
        out::say(&limit);
        return Ok(Exit::Interrupted);
    }
    let sides = [&comparison.simulated, &comparison.real];
    let failed: Vec<&String> = sides.into_iter().flat_map(|side| &side.failed).collect();
    for one in &failed {
        out::say(one);
    }
    Ok(Exit::of_asked(true, !failed.is_empty()))
}

/// The debate with a house in it that has heard all, which the judge's question speaks of. Of a debate that had one it is
/// its own, and what is known of its verdict stays.
fn with_house(state: &DebateState) -> DebateState {
    let has_house = state
        .opening
        .as_deref()
        .is_some_and(|opening| opening.format.audience > 0);
    if has_house {
        return state.clone();
    }
    let mut with = seated(state, Vec::new());
    with.opening = with.opening.as_deref().cloned().map(|mut opening| {
        opening.format.audience = 1;
        std::sync::Arc::new(opening)
    });
    with.verdict.clone_from(&state.verdict);
    with
}

fn side(held: &Held, reading: Reading) -> Side {
    let opening = held.state.opening.as_deref();
    Side {
        debate: held.name.clone(),
        motion: opening.map_or_else(String::new, |opening| opening.motion.motion.clone()),
        tensions: reading.tensions,
        arguments: reading.claims,
        votes: votes(&held.state),
        failed: reading
            .failed
            .iter()
            .map(|(what, error)| format!("{}: {what} could not be read: {error}", held.name))
            .collect(),
    }
}

/// How the house voted: the real one where people held the debate, or else the debate's own.
fn votes(state: &DebateState) -> Votes {
    let real = state.opening.as_deref().and_then(|one| one.real.as_ref());
    if let Some(real) = real {
        return real.votes;
    }
    let count = |when| {
        let tally = state.ballot_tally(when);
        (tally.total() > 0).then(|| HouseCount {
            ayes: f64::from(tally.ayes),
            noes: f64::from(tally.noes),
            undecided: f64::from(tally.undecided),
        })
    };
    Votes {
        before: count(When::Before),
        after: count(When::After),
    }
}

async fn compared(
    simulated: Side,
    real: Side,
    embedder: Option<&dyn Embedder>,
) -> Result<Comparison, Failure> {
    let likeness = Likeness::of(
        [&simulated, &real].into_iter().flat_map(sentences),
        embedder,
    )
    .await?;
    let texts = |claims: &[Claim]| {
        claims
            .iter()
            .map(|one| one.claim.clone())
            .collect::<Vec<_>>()
    };
    let tensions = likeness.common(&simulated.tensions, &real.tensions);
    let arguments = likeness.common(&texts(&simulated.arguments), &texts(&real.arguments));
    let of = |side: &Side, name: &str| -> Vec<String> {
        let own = side.arguments.iter();
        let own = own.filter(|one| one.speaker.to_lowercase() == name.to_lowercase());
        own.map(|one| one.claim.clone()).collect()
    };
    let mut people: Vec<Person> = Vec::new();
    for one in &simulated.arguments {
        let known = people.iter().any(|person| person.name == one.speaker);
        let theirs = of(&real, &one.speaker);
        if !known && !theirs.is_empty() {
            people.push(Person {
                name: one.speaker.clone(),
                arguments: likeness.common(&of(&simulated, &one.speaker), &theirs),
            });
        }
    }
    let vote = vote(&simulated.votes, &real.votes);
    Ok(Comparison {
        matched: likeness.matched,
        simulated,
        real,
        tensions,
        arguments,
        people,
        vote,
    })
}

fn sentences(side: &Side) -> impl Iterator<Item = String> {
    let claims = side.arguments.iter().map(|one| one.claim.clone());
    side.tensions.iter().cloned().chain(claims)
}

fn vote(simulated: &Votes, real: &Votes) -> Vote {
    use crate::catalog::WinsBy;
    let same = |wins_by| {
        let both = simulated.carried(wins_by).zip(real.carried(wins_by));
        both.map(|(one, other)| one == other)
    };
    Vote {
        same_winner: same(WinsBy::Votes),
        same_swing: same(WinsBy::Swing),
        swing_error: simulated
            .swing()
            .zip(real.swing())
            .map(|(one, other)| (one - other).abs()),
    }
}

/// How alike sentences are: by their vectors, or by their words.
struct Likeness {
    matched: Matched,
    vectors: BTreeMap<String, Vec<f32>>,
}

impl Likeness {
    async fn of(
        sentences: impl Iterator<Item = String>,
        embedder: Option<&dyn Embedder>,
    ) -> Result<Self, Failure> {
        let Some(embedder) = embedder else {
            return Ok(Self {
                matched: Matched {
                    embedder: None,
                    threshold: BY_WORDS,
                },
                vectors: BTreeMap::new(),
            });
        };
        let all: Vec<String> = sentences.collect();
        let vectors = embedder.embed(&all).await.map_err(|error| {
            Failure::new(
                Exit::ModelFailed,
                format!("the arguments cannot be compared by their meaning: {error}"),
            )
        })?;
        Ok(Self {
            matched: Matched {
                embedder: Some(embedder.label().to_owned()),
                threshold: BY_MEANING,
            },
            vectors: all.into_iter().zip(vectors).collect(),
        })
    }

    fn common(&self, ones: &[String], others: &[String]) -> Common {
        let lengths = (ones.len(), others.len());
        Common::of(lengths, self.matched.threshold, |one, other| {
            let pair = ones.get(one).zip(others.get(other));
            pair.map_or(0.0, |(one, other)| self.between(one, other))
        })
    }

    fn between(&self, one: &str, other: &str) -> f32 {
        if self.matched.embedder.is_none() {
            return overlap(one, other);
        }
        let vectors = self.vectors.get(one).zip(self.vectors.get(other));
        vectors.map_or(0.0, |(one, other)| cosine(one, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{debate::ids::Seat, llm::embed::scripted::Words};

    fn side(claims: &[(&str, &str)], tensions: &[&str]) -> Side {
        let claim = |(speaker, claim): &(&str, &str)| Claim {
            seat: Seat::named("for.1"),
            speaker: (*speaker).to_owned(),
            claim: (*claim).to_owned(),
        };
        Side {
            debate: "d".to_owned(),
            motion: "This House would sit".to_owned(),
            tensions: tensions.iter().map(|text| (*text).to_owned()).collect(),
            arguments: claims.iter().map(claim).collect(),
            votes: Votes::default(),
            failed: Vec::new(),
        }
    }

    fn sides() -> (Side, Side) {
        let simulated = side(
            &[
                ("Orla Fenwick", "a ferry that cannot sail is no road"),
                ("Orla Fenwick", "the moon pulls the tide"),
                ("Rupert Dane", "visitors pay for the crossing itself"),
            ],
            &["cost against access"],
        );
        let real = side(
            &[
                ("Ines Calloway", "visitors pay for the crossing itself"),
                ("Orla Fenwick", "no ferry is a road that cannot sail"),
            ],
            &["access against cost", "old ways against new"],
        );
        (simulated, real)
    }

    #[tokio::test]
    async fn what_is_in_both_is_found_by_meaning_and_by_words() {
        let words = Words::new(512);
        for embedder in [None, Some(&words as &dyn Embedder)] {
            let (simulated, real) = sides();
            let found = compared(simulated, real, embedder).await.unwrap();
            assert_eq!(found.matched.embedder.is_some(), embedder.is_some());
            let pairs: Vec<(usize, usize)> = found
                .arguments
                .pairs
                .iter()
                .map(|pair| (pair.one, pair.other))
                .collect();
            assert_eq!(pairs, [(0, 1), (2, 0)]);
            assert_eq!(found.arguments.recall, Some(1.0));
            assert_eq!(
                (found.tensions.precision, found.tensions.recall),
                (Some(1.0), Some(0.5))
            );
            let [orla] = found.people.as_slice() else {
                panic!("{:?}", found.people);
            };
            assert_eq!(
                (orla.name.as_str(), orla.arguments.precision),
                ("Orla Fenwick", Some(0.5))
            );
        }
    }

    #[test]
    fn votes_are_compared_as_far_as_both_are_known() {
        let votes = |before: f64, after: f64| {
            let count = |ayes| HouseCount {
                ayes,
                noes: 100.0 - ayes,
                undecided: 0.0,
            };
            Votes {
                before: Some(count(before)),
                after: Some(count(after)),
            }
        };
        // A swing of 40 points against one of -10.
        let vote = super::vote(&votes(40.0, 60.0), &votes(60.0, 55.0));
        assert_eq!(
            (vote.same_winner, vote.same_swing),
            (Some(true), Some(false))
        );
        assert!((vote.swing_error.unwrap() - 50.0).abs() < 1e-9);
        let unknown = super::vote(&Votes::default(), &votes(60.0, 55.0));
        assert_eq!(unknown.same_winner, None);
    }
}
