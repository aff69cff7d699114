//! Questions about what was said: whether turns answer, whether points are sharp and well timed, how the debate
//! climbs. The judge reads blind: names are labels, so that whoever only drops them has nothing to drop.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::Asker;
use crate::{
    debate::{
        DebateState,
        blind::BlindDebate,
        ids::TurnId,
        looks::TeamOrder,
        state::{Poi, Turn},
    },
    eval::{
        materials::{ArcReading, MomentReading, PointReading, SharpnessReading, SpeechRelevance},
        read::no_arc,
        said,
    },
    llm::{Shape, shape::shape_of},
    text::{first_words, floor_char_boundary, last_words},
};

/// Tokens that an answer with a reason may have, and those that the answer about one turn may have.
const TOKENS: u32 = 200;
const TOKENS_A_TURN: u32 = 12;
/// Words of all that was said before a turn, the most of those who said it, and the words of the turn itself.
const BEFORE_WORDS: usize = 800;
const MOST_BEFORE: usize = 8;
const SPEECH_WORDS: usize = 500;
/// Words that are shown of a whole debate, and the fewest and the most of one turn of it.
const DEBATE_WORDS: usize = 2400;
const TURN_WORDS: (usize, usize) = (30, 250);
/// Words before and after a point.
const POINT_WORDS: (usize, usize) = (150, 60);
/// The most tension that can be given.
const MOST_TENSION: u32 = 5;
/// The word for no turn.
const NO_TURN: &str = "none";

/// Whether a speech answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
struct SpeechAnswer {
    /// What had been said, and what the speech makes of it, a sentence.
    #[schemars(extend("mayBeEmpty" = true))]
    reason: String,
    /// Whether the speech answers it.
    heard: HeardAs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum HeardAs {
    /// It deals with what others said.
    Answers,
    /// It deals with some of it in passing.
    Touches,
    /// Somebody who had heard nothing could have given it.
    Ignores,
}

/// How sharp a point is, and how well timed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
struct PointAnswer {
    /// What the challenge puts, a sentence.
    #[schemars(extend("mayBeEmpty" = true))]
    reason: String,
    /// Whether it is sharp.
    edge: Edge,
    /// Whether it comes at a good moment.
    moment: Moment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Edge {
    /// One pressing thing, to what was just said.
    Sharp,
    /// Vague, or several things.
    Partly,
    /// A remark, a speech, or about something else.
    Blunt,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Moment {
    /// What it challenges is on the floor.
    Good,
    /// What it challenges has not been made out.
    Early,
    /// The speech has left what it challenges.
    Late,
}

/// How a debate climbs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct ArcAnswer {
    tension: BTreeMap<String, u32>,
    turning_point: String,
    climax: String,
}

/// A debate as the judge reads it, without names.
pub(super) fn blind(state: &DebateState) -> DebateState {
    BlindDebate::of(state, TeamOrder::AsSeated).state
}

impl Asker<'_> {
    /// Whether a turn of a blind debate answers.
    pub(super) async fn speech(
        &self,
        seen: &DebateState,
        turn: &Turn,
        call: u64,
    ) -> Result<SpeechRelevance, String> {
        let before = seen.heard_before(turn).into_iter();
        let before = before.filter(|one| one.seat != turn.seat && !one.is_empty());
        let mut before: Vec<&Turn> = before.collect();
        // The last of them, which are what there is to answer.
        let before = before.split_off(before.len().saturating_sub(MOST_BEFORE));
        let words = BEFORE_WORDS / before.len().max(1);
        let before: Vec<(String, String)> = before
            .into_iter()
            .map(|one| (seen.name(&one.seat), first_words(&said::text(one), words)))
            .collect();
        let speech = first_words(&said::text(turn), SPEECH_WORDS);
        let messages = self
            .prompts
            .answers_others(&before, (&seen.name(&turn.seat), &speech))?;
        let shape = shape_of::<SpeechAnswer>();
        let read: SpeechAnswer = self.one(messages, shape, TOKENS, call, |_| Ok(())).await?;
        Ok(match read.heard {
            HeardAs::Answers => SpeechRelevance::Answers,
            HeardAs::Touches => SpeechRelevance::Touches,
            HeardAs::Ignores => SpeechRelevance::Ignores,
        })
    }

    /// How sharp a point of a blind debate is, and how well timed.
    pub(super) async fn offered(
        &self,
        seen: &DebateState,
        (point, turn): (&Poi, &Turn),
        call: u64,
    ) -> Result<PointReading, String> {
        let at = floor_char_boundary(&turn.text, point.offered_at as usize);
        let (before, after) = turn.text.split_at_checked(at).unwrap_or_default();
        let (from, to) = (seen.raiser_of(point), seen.challenged_in(point));
        let messages = self.prompts.point_offered(
            (&from, &point.text),
            &to,
            (
                &last_words(before, POINT_WORDS.0),
                &first_words(after, POINT_WORDS.1),
            ),
        )?;
        let shape = shape_of::<PointAnswer>();
        let read: PointAnswer = self.one(messages, shape, TOKENS, call, |_| Ok(())).await?;
        Ok(PointReading {
            sharp: match read.edge {
                Edge::Sharp => SharpnessReading::Sharp,
                Edge::Partly => SharpnessReading::Partly,
                Edge::Blunt => SharpnessReading::Blunt,
            },
            moment: match read.moment {
                Moment::Good => MomentReading::Good,
                Moment::Early => MomentReading::Early,
                Moment::Late => MomentReading::Late,
            },
        })
    }

    /// How a blind debate climbs; `None` where it has too few turns for an arc, or too many to be told apart.
    pub(super) async fn arc(
        &self,
        seen: &DebateState,
        call: u64,
    ) -> Option<Result<ArcReading, String>> {
        let turns: Vec<&Turn> = said::turns(seen).collect();
        if no_arc(turns.len()).is_some() {
            return None;
        }
        Some(self.arc_of(seen, &turns, call).await)
    }

    async fn arc_of(
        &self,
        seen: &DebateState,
        turns: &[&Turn],
        call: u64,
    ) -> Result<ArcReading, String> {
        let words = (DEBATE_WORDS / turns.len()).clamp(TURN_WORDS.0, TURN_WORDS.1);
        let told: Vec<(String, String)> = turns
            .iter()
            .map(|one| (seen.name(&one.seat), first_words(&said::text(one), words)))
            .collect();
        let messages = self.prompts.arc_of(&told)?;
        let keys: Vec<String> = (1..=turns.len()).map(|n| format!("turn_{n}")).collect();
        let tokens = u32::try_from(turns.len()).unwrap_or(u32::MAX);
        let tokens = TOKENS.saturating_add(tokens.saturating_mul(TOKENS_A_TURN));
        let sound = |answer: &ArcAnswer| {
            let is_turn = |named: &String| named == NO_TURN || keys.contains(named);
            let missing = keys.iter().find(|key| !answer.tension.contains_key(*key));
            let most = answer.tension.values().max();
            if let Some(key) = missing {
                return Err(format!("\"tension\" has no \"{key}\""));
            }
            if most.is_some_and(|most| *most > MOST_TENSION)
                || answer.tension.values().any(|one| *one == 0)
            {
                return Err(format!("\"tension\" is from 1 to {MOST_TENSION}"));
            }
            if !is_turn(&answer.turning_point) || !is_turn(&answer.climax) {
                return Err(format!(
                    "\"turning_point\" and \"climax\" are a turn such as \"turn_2\", or \"{NO_TURN}\""
                ));
            }
            Ok(())
        };
        let read: ArcAnswer = self
            .one(messages, arc_shape(&keys), tokens, call, sound)
            .await?;
        let turn_of = |key: &str| -> Option<TurnId> {
            let at = keys.iter().position(|one| one == key)?;
            Some(turns.get(at)?.id)
        };
        let tension = read.tension.iter();
        Ok(ArcReading {
            tension: tension
                .filter_map(|(key, tension)| Some((turn_of(key)?, *tension)))
                .collect(),
            turn: turn_of(&read.turning_point),
            climax: turn_of(&read.climax),
        })
    }
}

/// The shape of the answer about a debate of these turns.
fn arc_shape(keys: &[String]) -> Shape {
    let tension: BTreeMap<&String, serde_json::Value> = keys
        .iter()
        .map(|key| {
            let whole = json!({"type": "integer", "minimum": 1, "maximum": MOST_TENSION});
            (key, whole)
        })
        .collect();
    let mut turns: Vec<&str> = keys.iter().map(String::as_str).collect();
    turns.push(NO_TURN);
    Shape {
        name: "Arc",
        schema: json!({
            "type": "object",
            "properties": {
                "tension": {
                    "type": "object",
                    "properties": tension,
                    "required": keys,
                    "additionalProperties": false,
                },
                "turning_point": {"type": "string", "enum": turns},
                "climax": {"type": "string", "enum": turns},
            },
            "required": ["tension", "turning_point", "climax"],
            "additionalProperties": false,
        }),
    }
}
