//! The rounds of practice: what small models are shown before their own task, put and answered in the same words. They
//! are about one small debate among people who are nowhere else.

mod copied;

use std::collections::{BTreeMap, BTreeSet};

use minijinja::{Value, value::Serde};
use serde::Deserialize;

use crate::{catalog::Task, debate::DebateState, error::Failure, fence::Own, wording::plain};

pub(crate) use copied::FromPractice;

/// The rounds as their file has them.
const FILE: &str = include_str!("practice.toml");

/// The fields of a view that name somebody.
const NAMES: [&str; 5] = ["name", "by", "whom", "from", "to"];

/// The fields of a view that say something in our own words, as in the debate itself.
const OWN: [&str; 7] = [
    "begins", "brief", "category", "how", "kind", "stance", "vote",
];

/// The fields of a view that say nothing of what is debated: who somebody is, and what is wanted.
const BESIDE: [&str; 4] = ["role", "register", "side", "id"];

/// A round of practice.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Round {
    /// The template in whose words the round is put.
    template: String,
    /// The values that the template is filled with.
    view: toml::Table,
    /// The answer that was given.
    pub(crate) spoken: String,
    /// The same round as it is put to a model that tells how likely answers are.
    rated: Option<RatedRound>,
}

/// A round put in the words of another template, with another answer.
#[derive(Debug, Clone, Deserialize)]
struct RatedRound {
    template: String,
    spoken: String,
}

impl Round {
    /// The values that the template of the round is filled with.
    pub(crate) fn filled(&self) -> Value {
        table(&self.view)
    }

    /// The same round for a model that tells how likely answers are, where there is such a one.
    fn as_rated(&self) -> Option<Self> {
        let rated = self.rated.clone()?;
        Some(Self {
            template: rated.template,
            view: self.view.clone(),
            spoken: rated.spoken,
            rated: None,
        })
    }

    /// Every text that says something in it: of what was put, and of what was answered.
    fn texts(&self) -> Vec<String> {
        let mut said = Vec::new();
        let view = self.view.iter();
        view.for_each(|(key, value)| texts(key, value, TextKind::Said, &mut said));
        match serde_json::from_str(&self.spoken) {
            Ok(answer) => answers(&answer, &mut said),
            Err(_) => said.push(self.spoken.clone()),
        }
        said
    }

    /// Whether it shows how a passage is drawn on.
    fn has_passage(&self) -> bool {
        self.view.contains_key("passage")
    }

    /// Whether it is one of questions and answers.
    fn examines(&self) -> bool {
        let task = self.view.get("task");
        let kind = task.and_then(|task| task.get("kind"));
        kind.and_then(toml::Value::as_str)
            .is_some_and(is_examination)
    }
}

/// Whether a task of this word is a part of an examination: practised with questions and answers, and not with
/// speeches.
fn is_examination(kind: &str) -> bool {
    [Task::Question.word(), Task::Answer.word()].contains(&kind)
}

/// The rounds of practice.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Practice {
    rounds: Vec<Round>,
    /// The full names of everybody in them.
    #[serde(skip)]
    pub(crate) people: BTreeSet<String>,
    /// All that is said in them.
    #[serde(skip)]
    said: FromPractice,
}

impl Practice {
    pub(crate) fn load() -> Result<Self, Failure> {
        let mut practice: Self = toml::from_str(FILE)
            .map_err(|error| Failure::internal(format!("practice.toml: {error}")))?;
        for (key, value) in practice.rounds.iter().flat_map(|round| &round.view) {
            people(key, value, &mut practice.people);
        }
        let all = [practice.texts(), practice.beside(), practice.claims()];
        let [said, beside, claims] = all.each_ref().map(|all| all.iter().map(String::as_str));
        let rounds = practice.rounds.iter().map(Round::texts).collect::<Vec<_>>();
        let rounds = rounds.iter().map(|round| round.iter().map(String::as_str));
        practice.said = FromPractice::new(said, beside, claims).in_rounds(rounds);
        // Nothing else is said in these.
        let rated: Vec<Round> = practice.rounds.iter().filter_map(Round::as_rated).collect();
        practice.rounds.extend(rated);
        Ok(practice)
    }

    /// Every text that says something in the rounds: of what was put, and of what was answered.
    fn texts(&self) -> Vec<String> {
        self.rounds.iter().flat_map(Round::texts).collect()
    }

    /// Every text that stands beside those: who speaks, and how.
    fn beside(&self) -> Vec<String> {
        let mut beside = Vec::new();
        for (key, value) in self.rounds.iter().flat_map(|round| &round.view) {
            texts(key, value, TextKind::Beside, &mut beside);
        }
        beside
    }

    /// Everything that a side holds in them.
    fn claims(&self) -> Vec<String> {
        let mut held = Vec::new();
        for (key, value) in self.rounds.iter().flat_map(|round| &round.view) {
            claims(key, value, &mut held);
        }
        held
    }

    /// The rounds, where tasks are put in the words of these templates.
    pub(crate) fn asked_in(self, templates: &[String]) -> Self {
        let texts: Vec<_> = templates.iter().map(|source| plain(source)).collect();
        Self {
            said: self.said.asked_in(&texts),
            ..self
        }
    }

    /// The content of practice for the answers of a debate: what was said there, and by whom, unless somebody of that
    /// name is here.
    pub(crate) fn said_beside(&self, state: &DebateState) -> FromPractice {
        let is_here = |name: &str| {
            let mut speakers = state.speakers().iter().map(|one| &one.card.name);
            let mut audience = state.audience().iter().map(|one| &one.card.name);
            speakers.any(|one| one == name) || audience.any(|one| one == name)
        };
        let people = self.people.iter().map(String::as_str);
        self.said.without(people.filter(|name| !is_here(name)))
    }

    /// The rounds for a task that is put in the words of this template, with this view.
    pub(crate) fn of(&self, template: &str, view: &Value) -> impl Iterator<Item = &Round> {
        let kind = view.get_attr("task").and_then(|task| task.get_attr("kind"));
        let examines = kind.is_ok_and(|kind| kind.as_str().is_some_and(is_examination));
        let passage = view.get_attr("passage").unwrap_or_default();
        let draws = !passage.is_none() && !passage.is_undefined();
        self.rounds.iter().filter(move |round| {
            let fits = round.examines() == examines && (draws || !round.has_passage());
            round.template == template && fits
        })
    }
}

fn table(fields: &toml::Table) -> Value {
    let fields = fields.iter();
    let fields: BTreeMap<String, Value> = fields
        .map(|(key, value)| (key.clone(), filled(key, value)))
        .collect();
    Value::from(fields)
}

/// A field of a view, as templates read it.
fn filled(key: &str, value: &toml::Value) -> Value {
    match value {
        toml::Value::String(text) if OWN.contains(&key) => Value::from(Own(text)),
        toml::Value::Table(fields) => table(fields),
        toml::Value::Array(all) => all.iter().map(|one| filled(key, one)).collect(),
        toml::Value::String(_)
        | toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_) => Value::from(Serde(value)),
    }
}

/// Finds the full names in a view: where a name stands, and is not a side's.
fn people(key: &str, value: &toml::Value, found: &mut BTreeSet<String>) {
    match value {
        toml::Value::String(name) if NAMES.contains(&key) && name.contains(' ') => {
            found.insert(name.clone());
        }
        toml::Value::Table(fields) => {
            for (key, value) in fields {
                people(key, value, found);
            }
        }
        toml::Value::Array(all) => {
            for one in all {
                people(key, one, found);
            }
        }
        toml::Value::String(_)
        | toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_) => {}
    }
}

/// Finds what sides hold in a view.
fn claims(key: &str, value: &toml::Value, found: &mut Vec<String>) {
    let toml::Value::Table(fields) = value else {
        found.extend(value.as_str().filter(|_| key == "claim").map(str::to_owned));
        return;
    };
    for (inner, value) in fields {
        let is_of_two = key == "claims";
        claims(if is_of_two { "claim" } else { inner }, value, found);
    }
}

/// The kind of texts that is looked for in a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextKind {
    /// Texts that say something of what is debated.
    Said,
    /// Texts beside what is debated, but for names: those are of people, who may be here, too.
    Beside,
}

/// Finds texts of a view.
fn texts(key: &str, value: &toml::Value, kind: TextKind, found: &mut Vec<String>) {
    let is_name = NAMES.contains(&key);
    let is_beside = OWN.contains(&key) || BESIDE.contains(&key);
    let is_wanted = !is_name && is_beside == (kind == TextKind::Beside);
    match value {
        toml::Value::String(text) if is_wanted => found.push(text.clone()),
        toml::Value::Table(fields) => {
            for (key, value) in fields {
                texts(key, value, kind, found);
            }
        }
        toml::Value::Array(all) => {
            for one in all {
                texts(key, one, kind, found);
            }
        }
        toml::Value::String(_)
        | toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Datetime(_) => {}
    }
}

/// Finds what is said in an answer that was handed in.
fn answers(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => found.push(text.clone()),
        serde_json::Value::Array(all) => all.iter().for_each(|one| answers(one, found)),
        serde_json::Value::Object(fields) => fields.values().for_each(|one| answers(one, found)),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_says_aloud_in_what_words_a_task_is_put() {
        let practice = crate::prompt::Prompts::load(None)
            .unwrap()
            .practice(&DebateState::default());
        for asked in [
            "I make the reasoning that makes it true, and as evidence one case or number.",
            "I close in two short sentences that the hall will remember.",
        ] {
            assert!(practice.has(asked), "{asked}");
        }
        for (sentence, is_label) in [
            ("The manner of Ada Lovelace: exact, and dry.", true),
            ("Ada Lovelace has always held this: engines weave.", true),
            ("The manner of Ada Lovelace is no answer.", false),
            ("I ask Ada Lovelace this: who pays?", false),
            ("There are two reasons: hunger and fear.", false),
            ("The question is: who pays?", false),
        ] {
            assert_eq!(practice.has_label(sentence), is_label, "{sentence}");
        }
        let practice = practice.for_fields(["The chain of causes or reasons that leads to it."]);
        assert!(practice.has("The chain of causes or reasons that leads to it"));
        for own in [
            "It answers with a number that can be looked up.",
            "Ask who gains and who pays, and the rest is plain.",
            "The chain of causes is longer than she thinks.",
        ] {
            assert!(!practice.has(own), "{own}");
        }
    }

    #[test]
    fn questions_and_answers_are_practised_with_their_like() {
        let practice = Practice::load().unwrap();
        let practised = |kind: &str| {
            let view = minijinja::context! { task => minijinja::context! { kind } };
            let rounds = practice.of("turn_step.md", &view);
            rounds.map(|round| round.spoken.clone()).collect::<Vec<_>>()
        };
        let (speeches, questions) = (practised("speech"), practised("question"));
        assert_eq!(questions, practised("answer"));
        assert!(questions.len() >= 4 && speeches.len() >= 4);
        assert!(questions.iter().all(|one| !speeches.contains(one)));
    }

    #[test]
    fn who_was_there_in_practice_is_known_by_name() {
        let practice = Practice::load().unwrap();
        for name in [
            "Clara Finch",
            "Jonas Adler",
            "Cornelia Vane",
            "Tobias Finch",
        ] {
            assert!(practice.people.contains(name), "{name}");
        }
        let is_name = |name: &str| {
            name.split(' ')
                .all(|word| word.starts_with(char::is_uppercase))
        };
        let other = practice.people.iter().find(|name| !is_name(name));
        assert_eq!(other, None);
    }
}
