//! Questions to a judge's model for the measures: how speakers sound, whether their claims are theirs, whether points
//! were answered, and what `record` asks of what was said. All at once, through the gate of its provider; to drop the future is to cancel it. An answer that is
//! of no use stands in the place of the answer, and everything else goes on.

mod record;

use futures_util::future::join_all;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};
use schemars::JsonSchema;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    materials::{AnswerRelevance, Answers, CorpusFacts, Stand, StyleReference},
    points::{self, is_answered},
    positions,
    question::JudgeQuestion,
    read::{self, MOST_READ},
    said::{self, SpokenClaim, Voice},
};
use crate::{
    debate::{
        DebateState,
        ask::Purpose,
        event::CallReport,
        state::{Poi, PoiStatus},
    },
    llm::{
        Message, ModelError, Request, Shape,
        roster::Assigned,
        shape::{keyed, shape_of},
    },
    prompt::Prompts,
    text::first_words,
};

/// Tokens that an answer with a reason may have.
const TOKENS: u32 = 200;
/// Tokens that the answer about one claim may have.
const TOKENS_A_CLAIM: u32 = 32;
/// The number of a card's positions that are shown at the most.
const MOST_POSITIONS: usize = 12;
/// Words of a passage of a corpus that are shown, and of all speeches of a speaker.
const SAMPLE_WORDS: usize = 150;
const SPEECH_WORDS: usize = 500;
/// The highest score for a style.
const HIGHEST: u32 = 10;

/// How far a speech sounds like somebody.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
struct Voiced {
    /// What is alike and what is not, a sentence.
    #[schemars(extend("mayBeEmpty" = true))]
    reason: String,
    /// From 1, nothing alike, to 10, as if by the same person.
    same_voice: u32,
}

impl Voiced {
    fn check(&self) -> Result<(), String> {
        if (1..=HIGHEST).contains(&self.same_voice) {
            return Ok(());
        }
        Err(format!(
            "\"same_voice\" must be a whole number from 1 to {HIGHEST}"
        ))
    }
}

/// The relation of a claim to the positions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct ClaimRelation {
    position: String,
    held: Relation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Relation {
    Agrees,
    Contradicts,
    Neither,
}

/// The word for no position.
const NO_POSITION: &str = "none";

impl ClaimRelation {
    /// A claim on which no position bears agrees with none.
    fn stand(&self) -> Stand {
        match self.held {
            _ if self.position == NO_POSITION => Stand::Neither,
            Relation::Agrees => Stand::Agrees,
            Relation::Contradicts => Stand::Contradicts,
            Relation::Neither => Stand::Neither,
        }
    }
}

/// How far an answer meets a point.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
struct Answered {
    /// What the challenge asks and what the answer gives, a sentence.
    #[schemars(extend("mayBeEmpty" = true))]
    reason: String,
    /// Whether the answer meets it.
    answer: AnsweredAs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum AnsweredAs {
    /// It deals with the very thing that was put.
    Meets,
    /// It deals with a part of it.
    Partly,
    /// It speaks of something else.
    Evades,
}

impl From<AnsweredAs> for AnswerRelevance {
    fn from(answer: AnsweredAs) -> Self {
        match answer {
            AnsweredAs::Meets => Self::Wholly,
            AnsweredAs::Partly => Self::Partly,
            AnsweredAs::Evades => Self::Not,
        }
    }
}

/// One of several times that a judge is asked the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// The number of this time, from 0. Each has a seed of its own.
    pub at: u16,
    /// The number of times that there are to be.
    pub of: u16,
}

impl Repeat {
    /// The judge is asked once.
    pub const ONCE: Self = Self { at: 0, of: 1 };

    /// What is measured twice should come to the same; but a judge who is asked again to see how far it agrees with
    /// itself answers as it does otherwise, or there would be nothing to see.
    fn temperature(self) -> Option<f64> {
        (self.of < 2).then_some(0.0)
    }
}

/// What a judge is asked, and who hears of each call.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// Which of several times it is.
    pub repeat: Repeat,
    /// The kinds of questions.
    pub questions: &'a BTreeSet<JudgeQuestion>,
    /// Hears what each call came to, and why it failed where it did. Of a call that is cancelled nothing is heard.
    pub heard: &'a (dyn Fn(&CallReport, Option<&ModelError>) + Sync),
}

impl std::fmt::Debug for Asking<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asking")
            .field("repeat", &self.repeat)
            .field("questions", &self.questions)
            .finish_non_exhaustive()
    }
}

/// Asks a judge everything that measures need of it. Corpora are those of the debate's personas.
pub async fn ask(
    state: &DebateState,
    corpora: &BTreeMap<String, CorpusFacts>,
    prompts: &Prompts,
    judge: &Assigned,
    repeat: Repeat,
) -> Answers {
    let asking = Asking {
        repeat,
        questions: &JudgeQuestion::ALL.into(),
        heard: &|_, _| (),
    };
    ask_some(state, corpora, (prompts, judge), asking).await
}

/// Asks a judge some of it. Of what is not asked there is no answer.
pub async fn ask_some(
    state: &DebateState,
    corpora: &BTreeMap<String, CorpusFacts>,
    (prompts, judge): (&Prompts, &Assigned),
    asking: Asking<'_>,
) -> Answers {
    let repeat = asking.repeat;
    let is_asked = |question| asking.questions.contains(&question);
    let only = |question| if is_asked(question) { usize::MAX } else { 0 };
    let asker = Asker {
        prompts,
        judge,
        heard: asking.heard,
        seed: state
            .opening
            .as_ref()
            .map_or(0, |opening| opening.seed)
            .wrapping_add(u64::from(repeat.at)),
        temperature: repeat.temperature(),
    };
    let voices = said::voices(state);
    let claims = said::claims(state);
    let spoken = || voices.iter().filter(|voice| !voice.turns.is_empty());
    let styles = spoken().take(only(JudgeQuestion::Style)).zip(1_u64..);
    let styles = styles.map(|(voice, call)| {
        let asker = &asker;
        async move {
            let facts = corpora.get(&voice.speaker.persona);
            let answer = asker.style(voice, facts, call).await;
            (voice.seat().clone(), answer)
        }
    });
    let held = spoken()
        .take(only(JudgeQuestion::Positions))
        .zip(1_001_u64..);
    let held = held.filter_map(|(voice, call)| {
        let looked_at = positions::looked_at(&claims, voice.seat());
        let nothing = looked_at.is_empty() || voice.speaker.card.positions.is_empty();
        let asker = &asker;
        (!nothing).then_some(async move {
            let answer = asker.positions(voice, &looked_at, call).await;
            (voice.seat().clone(), answer)
        })
    });
    let offered = points::offered(state);
    let taken = offered
        .iter()
        .map(|(point, _)| *point)
        .filter(|point| is_answered(point))
        .take(only(JudgeQuestion::PointAnswers));
    let met = taken.zip(2_001_u64..).map(|(point, call)| {
        let asker = &asker;
        async move { (point.id, asker.point(state, point, call).await) }
    });
    let seen = record::blind(state);
    let speeches = read::answering(&seen).take(only(JudgeQuestion::Speeches));
    let speeches = speeches.zip(3_001_u64..).map(|(turn, call)| {
        let (asker, seen) = (&asker, &seen);
        async move { (turn.id, asker.speech(seen, turn, call).await) }
    });
    let blind = points::offered(&seen).into_iter();
    let blind = blind.take(MOST_READ.min(only(JudgeQuestion::Points)));
    let sharp = blind.zip(4_001_u64..).map(|(one, call)| {
        let (asker, seen) = (&asker, &seen);
        async move { (one.0.id, asker.offered(seen, one, call).await) }
    });
    let arc = async {
        if !is_asked(JudgeQuestion::Arc) {
            return None;
        }
        asker.arc(&seen, 5_001).await
    };
    let (style, positions, points, speeches, offered, arc) = tokio::join!(
        join_all(styles),
        join_all(held),
        join_all(met),
        join_all(speeches),
        join_all(sharp),
        arc,
    );
    Answers {
        model: judge.model.label().to_owned(),
        style: style.into_iter().collect(),
        positions: positions.into_iter().collect(),
        points: points.into_iter().collect(),
        speeches: speeches.into_iter().collect(),
        offered: offered.into_iter().collect(),
        arc,
    }
}

struct Asker<'a> {
    prompts: &'a Prompts,
    judge: &'a Assigned,
    heard: &'a (dyn Fn(&CallReport, Option<&ModelError>) + Sync),
    seed: u64,
    temperature: Option<f64>,
}

impl Asker<'_> {
    async fn style(
        &self,
        voice: &Voice<'_>,
        facts: Option<&CorpusFacts>,
        call: u64,
    ) -> (StyleReference, Result<u32, String>) {
        let passages = facts.map_or(&[][..], |facts| &facts.samples);
        let samples: Vec<String> = passages
            .iter()
            .map(|passage| first_words(passage, SAMPLE_WORDS))
            .collect();
        let against = if samples.is_empty() {
            StyleReference::Card
        } else {
            StyleReference::Corpus
        };
        let speech = first_words(&voice.text(), SPEECH_WORDS);
        let answer = async {
            let card = &voice.speaker.card;
            let messages = self.prompts.style_of(card, &samples, &speech)?;
            let shape = shape_of::<Voiced>();
            let voiced: Voiced = self
                .one(messages, shape, TOKENS, call, Voiced::check)
                .await?;
            Ok(voiced.same_voice)
        };
        (against, answer.await)
    }

    async fn positions(
        &self,
        voice: &Voice<'_>,
        claims: &[&SpokenClaim<'_>],
        call: u64,
    ) -> Result<Vec<Stand>, String> {
        let card = &voice.speaker.card;
        let positions = card
            .positions
            .get(..MOST_POSITIONS)
            .unwrap_or(&card.positions);
        let texts: Vec<&str> = claims.iter().map(|claim| claim.text).collect();
        let messages = self.prompts.positions_of(&card.name, positions, &texts)?;
        let keys: Vec<String> = (1..=claims.len()).map(|n| format!("claim_{n}")).collect();
        let mut numbers: Vec<String> = (1..=positions.len()).map(|n| format!("P{n}")).collect();
        numbers.push(NO_POSITION.to_owned());
        let one = json!({
            "type": "object",
            "properties": {
                "position": {"type": "string", "enum": numbers},
                "held": {"type": "string", "enum": ["agrees", "contradicts", "neither"]},
            },
            "required": ["position", "held"],
            "additionalProperties": false,
        });
        let shape = keyed("Positions", &keys, &one);
        let tokens = TOKENS_A_CLAIM * u32::try_from(keys.len() + 1).unwrap_or(u32::MAX);
        let complete = |found: &BTreeMap<String, ClaimRelation>| {
            let missing = keys.iter().find(|key| !found.contains_key(*key));
            missing.map_or(Ok(()), |key| Err(format!("\"{key}\" is missing")))
        };
        let found: BTreeMap<String, ClaimRelation> =
            self.one(messages, shape, tokens, call, complete).await?;
        let stands = keys.iter().filter_map(|key| Some(found.get(key)?.stand()));
        Ok(stands.collect())
    }

    async fn point(
        &self,
        state: &DebateState,
        point: &Poi,
        call: u64,
    ) -> Result<AnswerRelevance, String> {
        let PoiStatus::Answered { text } = &point.status else {
            return Err("it was not answered".to_owned());
        };
        let (from, to) = (state.raiser_of(point), state.challenged_in(point));
        let messages = self
            .prompts
            .answer_to_point((&from, &point.text), (&to, text))?;
        let shape = shape_of::<Answered>();
        let answered: Answered = self.one(messages, shape, TOKENS, call, |_| Ok(())).await?;
        Ok(answered.answer.into())
    }

    async fn one<T: DeserializeOwned>(
        &self,
        messages: Vec<Message>,
        shape: Shape,
        max_tokens: u32,
        call: u64,
        check: impl Fn(&T) -> Result<(), String>,
    ) -> Result<T, String> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(call);
        let request = Request {
            purpose: Purpose::Judge,
            messages,
            max_tokens,
            shape: None,
            temperature: self.temperature,
            seed: Some(random.next_u64()),
        };
        let (answer, report) = self.judge.ask(request, shape, check).await;
        (self.heard)(&report, answer.as_ref().err());
        answer.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        debate::ids::{PoiId, Seat, TurnId},
        eval::{MomentReading, PointReading, SharpnessReading, SpeechRelevance, tests::sample},
        llm::{
            gate::Gate,
            price::Price,
            scripted::{Scripted, ScriptedAnswer},
        },
    };

    fn judge(answer: impl Fn(&str) -> String + Send + Sync + 'static) -> Assigned {
        let model = Scripted::new("wise", move |request: &Request| {
            ScriptedAnswer::text(answer(&request.messages[0].text))
        });
        Assigned::new(Arc::new(model), Price::Unknown, Gate::new(2))
    }

    fn debate() -> DebateState {
        let mut debate = sample::SampleDebate::new();
        let claims = [
            ("Trade feeds all", ""),
            ("War pays", ""),
            ("Moons are round", ""),
        ];
        debate.speech("prop.1", "The street is ours.", &claims);
        let turn = debate.open("opp.1", "Roads carry armies.");
        debate.point(turn, "prop.1", "Whose roads?", Some("The nation's roads."));
        debate.point(turn, "prop.1", "Whose armies?", None);
        debate.close(turn);
        debate.state
    }

    #[tokio::test(start_paused = true)]
    async fn everything_is_asked_once_and_understood() {
        let judge = judge(|task| {
            if task.contains("same_voice") {
                let score = if task.contains("In my own hand") {
                    10
                } else {
                    4
                };
                return format!(r#"{{"reason": "r", "same_voice": {score}}}"#);
            }
            if task.contains("claim_1") {
                return json!({
                    "claim_1": {"position": "P1", "held": "agrees"},
                    "claim_2": {"position": "P2", "held": "contradicts"},
                    "claim_3": {"position": "none", "held": "agrees"},
                })
                .to_string();
            }
            if task.contains("\"heard\"") {
                // Who reads it knows nobody.
                assert!(
                    !task.contains("Napoleon") && !task.contains("Gandhi"),
                    "{task}"
                );
                return r#"{"reason": "r", "heard": "touches"}"#.to_owned();
            }
            if task.contains("\"edge\"") {
                let edge = if task.contains("Whose armies?") {
                    "blunt"
                } else {
                    "sharp"
                };
                return json!({"reason": "r", "edge": edge, "moment": "late"}).to_string();
            }
            assert!(task.contains("Whose roads?"), "{task}");
            r#"{"reason": "r", "answer": "partly"}"#.to_owned()
        });
        let facts = CorpusFacts {
            samples: vec!["In my own hand.".to_owned()],
            ..CorpusFacts::default()
        };
        let corpora = [("gandhi".to_owned(), facts)].into();
        let prompts = Prompts::load(None).unwrap();
        let answers = ask(&debate(), &corpora, &prompts, &judge, Repeat::ONCE).await;
        assert_eq!(answers.model, "wise");
        let style = [
            (Seat::new("opp", 1), (StyleReference::Card, Ok(4))),
            (Seat::new("prop", 1), (StyleReference::Corpus, Ok(10))),
        ];
        assert_eq!(answers.style, style.into());
        let stands = vec![Stand::Agrees, Stand::Contradicts, Stand::Neither];
        assert_eq!(
            answers.positions,
            [(Seat::new("prop", 1), Ok(stands))].into()
        );
        assert_eq!(
            answers.points,
            [(PoiId(0), Ok(AnswerRelevance::Partly))].into()
        );
        let second = TurnId(1);
        let touches = [(second, Ok(SpeechRelevance::Touches))];
        assert_eq!(answers.speeches, touches.into());
        let read = |sharp| {
            let moment = MomentReading::Late;
            Ok(PointReading { sharp, moment })
        };
        let offered = [
            (PoiId(0), read(SharpnessReading::Sharp)),
            (PoiId(1), read(SharpnessReading::Blunt)),
        ];
        assert_eq!(answers.offered, offered.into());
        assert_eq!(answers.arc, None, "two turns make no arc");
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_wanted_is_not_asked_and_each_call_is_heard_of() {
        let judge = judge(|task| {
            assert!(task.contains("same_voice"), "{task}");
            r#"{"reason": "r", "same_voice": 3}"#.to_owned()
        });
        let prompts = Prompts::load(None).unwrap();
        let heard = std::sync::Mutex::new(Vec::new());
        let asking = Asking {
            repeat: Repeat::ONCE,
            questions: &[JudgeQuestion::Style].into(),
            heard: &|report, failed| {
                assert_eq!(failed, None);
                heard.lock().unwrap().push(report.usage.tokens());
            },
        };
        let none = BTreeMap::new();
        let answers = ask_some(&debate(), &none, (&prompts, &judge), asking).await;
        assert_eq!(answers.style.len(), 2);
        assert!(answers.positions.is_empty() && answers.speeches.is_empty());
        assert!(answers.points.is_empty() && answers.offered.is_empty());
        let heard = heard.lock().unwrap();
        assert!(heard.len() == 2 && heard.iter().all(|tokens| *tokens > 0));
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_of_no_use_is_told_and_the_others_stand() {
        let judge = judge(|task| {
            if task.contains("same_voice") {
                return r#"{"reason": "r", "same_voice": 11}"#.to_owned();
            }
            if task.contains("claim_1") {
                return r#"{"claim_1": {"position": "P1", "held": "agrees"}}"#.to_owned();
            }
            if task.contains("\"heard\"") || task.contains("\"edge\"") {
                return "I would rather not say.".to_owned();
            }
            r#"{"reason": "r", "answer": "meets"}"#.to_owned()
        });
        let prompts = Prompts::load(None).unwrap();
        let answers = ask(&debate(), &BTreeMap::new(), &prompts, &judge, Repeat::ONCE).await;
        let (_, style) = &answers.style[&Seat::new("prop", 1)];
        assert!(
            style.as_ref().unwrap_err().contains("from 1 to 10"),
            "{style:?}"
        );
        let positions = &answers.positions[&Seat::new("prop", 1)];
        assert!(
            positions.as_ref().unwrap_err().contains("claim_2"),
            "{positions:?}"
        );
        assert_eq!(answers.points[&PoiId(0)], Ok(AnswerRelevance::Wholly));
        assert!(answers.speeches[&TurnId(1)].is_err());
        assert!(answers.is_lacking());
    }
}
