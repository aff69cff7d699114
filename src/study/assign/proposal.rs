//! The answers of a model that is asked for people: proposals, many and short, and then a card for each who was chosen.
//! What is wrong with an answer is said for the model to read.
//!
//! The order of the fields matters: models write them in this order.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalog::{Persona, Position, Stance, Style};

/// The number of key arguments that a person has, at least and at most (`coordination-patterns`, §2.1).
const LEAST_ARGUMENTS: u32 = 3;
const MOST_ARGUMENTS: u32 = 5;
/// The number of further views: with these, their position and their arguments somebody has eight positions, as
/// those have who are built in.
const VIEWS: usize = 4;
/// The most characters that fit into the narrowest panel.
const SHORT: usize = 14;
/// A name with more letters is a description.
const NAME: usize = 60;

/// What somebody says of the motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProposedStance {
    /// It should be carried.
    For,
    /// It should fall.
    Against,
    /// Something between the two, or beside them.
    Nuanced,
}

impl From<ProposedStance> for Stance {
    fn from(view: ProposedStance) -> Self {
        match view {
            ProposedStance::For => Self::For,
            ProposedStance::Against => Self::Against,
            ProposedStance::Nuanced => Self::Nuanced,
        }
    }
}

/// Somebody who could speak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposal {
    /// The invented name, a comma, and what they are in a few words.
    pub persona: String,
    /// The field that they know, in one or two words.
    pub domain: String,
    /// What they hold on the motion, and why, in one or two sentences.
    pub position: String,
    /// Three to five arguments that they would bring, a sentence each.
    pub key_arguments: Vec<String>,
    /// Where that puts them.
    pub stance: ProposedStance,
}

impl Proposal {
    /// The name, without what they are.
    pub fn name(&self) -> &str {
        let name = self.persona.split_once(',').map(|(name, _)| name.trim());
        name.filter(|name| !name.is_empty())
            .unwrap_or(self.persona.trim())
    }

    /// The person's role, in a few words.
    pub fn role(&self) -> &str {
        let role = self.persona.split_once(',').map(|(_, role)| role.trim());
        role.filter(|role| !role.is_empty())
            .unwrap_or(self.domain.trim())
    }
}

/// Everybody who could speak.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposals {
    /// One after the other.
    pub personas: Vec<Proposal>,
}

impl Proposals {
    /// The bounds of the lists, by the name of the field, for servers that know such bounds.
    pub(super) fn bounds(count: usize) -> [(&'static str, u32, u32); 2] {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        [
            ("personas", count, count),
            ("key_arguments", LEAST_ARGUMENTS, MOST_ARGUMENTS),
        ]
    }

    /// Checks each of the proposals by itself.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut names: Vec<String> = Vec::new();
        for (at, one) in self.personas.iter().enumerate() {
            let here = format!("personas[{at}]");
            let name = one.name().to_lowercase();
            let is_odd = name.chars().any(char::is_control);
            if name.is_empty() || is_odd || name.chars().count() > NAME {
                return Err(format!(
                    "\"persona\" of {here} must be a name, a comma, and a few words"
                ));
            }
            if names.contains(&name) {
                return Err(format!("\"{}\" is there twice", one.name()));
            }
            names.push(name);
            let least = LEAST_ARGUMENTS as usize;
            if one.key_arguments.len() < least {
                return Err(format!(
                    "\"key_arguments\" of {here} needs {LEAST_ARGUMENTS} to {MOST_ARGUMENTS} sentences"
                ));
            }
        }
        Ok(())
    }
}

/// Something that somebody holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatedPosition {
    /// What it is about, in a few words.
    #[schemars(extend("mayBeEmpty" = true))]
    pub topic: String,
    /// What they hold, and why, in one or two sentences.
    #[schemars(extend("mayBeEmpty" = true))]
    pub position: String,
}

/// The rest of the card of somebody who was chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// Who they are, in three or four sentences.
    pub biography: String,
    /// How they go at a question; it completes "… would approach this topic by".
    pub approach: String,
    /// Three things that they would never say or do.
    pub never: Vec<String>,
    /// The register in which they speak.
    pub register: String,
    /// How a speech of theirs begins.
    pub openings: String,
    /// Two or three rhetorical devices, each with how they use it.
    pub devices: Vec<String>,
    /// How they handle disagreement.
    pub disagreement: String,
    /// Two or three phrases that they are apt to use.
    pub phrases: Vec<String>,
    /// How a speech of theirs ends.
    pub closings: String,
    /// Four views of theirs on matters near the motion.
    pub views: Vec<StatedPosition>,
}

impl Card {
    /// The bounds of the lists.
    pub(super) const BOUNDS: [(&'static str, u32, u32); 4] = [
        ("never", 2, 4),
        ("devices", 2, 4),
        ("phrases", 2, 4),
        ("views", VIEWS as u32, 6),
    ];

    /// Checks that nothing is missing in the card.
    pub(super) fn check(&self) -> Result<(), String> {
        let lists = [
            ("never", &self.never),
            ("devices", &self.devices),
            ("phrases", &self.phrases),
        ];
        for (field, list) in lists {
            if list.is_empty() {
                return Err(format!("\"{field}\" is empty"));
            }
        }
        let views = self.views.iter();
        let whole =
            views.filter(|one| !one.topic.trim().is_empty() && !one.position.trim().is_empty());
        if whole.count() < VIEWS {
            return Err(format!(
                "\"views\" needs {VIEWS} entries, each with its \"topic\" and its \"position\""
            ));
        }
        Ok(())
    }
}

/// A persona as the catalog has them: what was proposed, and the rest of the card.
pub(super) fn persona(proposal: &Proposal, card: &Card, short: String) -> Persona {
    let held = |topic: &str, position: &str, place: &str| Position {
        topic: line(topic),
        position: position.trim().to_owned(),
        work: "In their own words".to_owned(),
        place: place.to_owned(),
        ..Position::default()
    };
    let mut positions = vec![held("the motion", &proposal.position, "on this motion")];
    let arguments = proposal.key_arguments.iter().take(MOST_ARGUMENTS as usize);
    positions.extend(arguments.map(|one| held(proposal.domain.as_str(), one, "on this motion")));
    let views = card
        .views
        .iter()
        .filter(|one| !one.topic.trim().is_empty() && !one.position.trim().is_empty());
    positions.extend(views.map(|one| held(&one.topic, &one.position, "at other times")));
    let lines = |all: &[String]| -> Vec<String> {
        let all = all.iter().map(|one| line(one));
        all.filter(|one| !one.is_empty()).collect()
    };
    Persona {
        name: line(proposal.name()),
        short,
        lived: String::new(),
        icon: String::new(),
        role: line(proposal.role()),
        biography: card.biography.trim().to_owned(),
        approach: card.approach.trim().to_owned(),
        never: lines(&card.never),
        style: Style {
            register: card.register.trim().to_owned(),
            openings: card.openings.trim().to_owned(),
            devices: lines(&card.devices),
            disagreement: card.disagreement.trim().to_owned(),
            phrases: lines(&card.phrases),
            closings: card.closings.trim().to_owned(),
        },
        positions,
        samples: Vec::new(),
        ..Persona::default()
    }
}

/// A text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name that others use: the last word of the name that is short enough and that nobody else has, else the first,
/// else as much of the name as there is room for.
pub fn short_name(name: &str, taken: &[String]) -> String {
    let fits = |word: &&str| {
        word.chars().count() <= SHORT && !taken.iter().any(|other| other.eq_ignore_ascii_case(word))
    };
    let words: Vec<&str> = name.split_whitespace().collect();
    if let Some(word) = words.iter().rev().copied().find(fits) {
        return word.to_owned();
    }
    let cut: String = name.chars().take(SHORT - 2).collect();
    let cut = cut.trim_end();
    if fits(&cut) {
        return cut.to_owned();
    }
    // With one number more than there are names one of them is free.
    let mut numbered = (2..taken.len() + 3).map(|number| format!("{cut} {number}"));
    let free = numbered.find(|name| !taken.iter().any(|other| other.eq_ignore_ascii_case(name)));
    free.unwrap_or_else(|| cut.to_owned())
}

/// The id of a name: what it has of plain letters and digits, in small letters, with hyphens between. Never empty.
pub(super) fn id(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let words = name
        .to_lowercase()
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    let id = if words.is_empty() {
        "speaker".to_owned()
    } else {
        words
    };
    if !is_taken(&id) {
        return id;
    }
    let free = (2..).map(|number: u32| format!("{id}-{number}"));
    let mut free = free.filter(|id| !is_taken(id));
    free.next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proposal(persona: &str) -> Proposal {
        Proposal {
            persona: persona.into(),
            domain: "transport".into(),
            position: "Streets are for people.".into(),
            key_arguments: vec!["One.".into(), "Two.".into(), "Three.".into()],
            stance: ProposedStance::For,
        }
    }

    #[test]
    fn a_name_goes_before_what_they_are() {
        let table = [
            (
                "Mara Lindqvist, city engineer",
                "Mara Lindqvist",
                "city engineer",
            ),
            ("The Night Nurse", "The Night Nurse", "transport"),
            (", nobody", ", nobody", "nobody"),
        ];
        for (persona, name, role) in table {
            let one = proposal(persona);
            assert_eq!((one.name(), one.role()), (name, role));
        }
    }

    #[test]
    fn nobody_is_called_as_somebody_else_is() {
        let taken = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        let table: [(&str, &[&str], &str); 4] = [
            ("Mara Lindqvist", &[], "Lindqvist"),
            ("Mara Lindqvist", &["lindqvist"], "Mara"),
            ("Mara Lindqvist", &["Lindqvist", "Mara"], "Mara Lindqvi"),
            (
                "Mara Lindqvist",
                &["Lindqvist", "Mara", "Mara Lindqvi"],
                "Mara Lindqvi 2",
            ),
        ];
        for (name, others, expected) in table {
            assert_eq!(short_name(name, &taken(others)), expected);
        }
    }

    #[test]
    fn an_id_is_plain_and_new() {
        assert_eq!(id("Zoë O'Hara-Müller", |_| false), "zo-o-hara-m-ller");
        assert_eq!(id("東京", |_| false), "speaker");
        let taken = ["mara", "mara-2"];
        assert_eq!(id("Mara", |id| taken.contains(&id)), "mara-3");
    }

    #[test]
    fn what_is_missing_is_said() {
        let good = Proposals {
            personas: vec![proposal("A, x"), proposal("B, y")],
        };
        assert_eq!(good.check(), Ok(()));
        let twice = Proposals {
            personas: vec![proposal("A, x"), proposal("a, y")],
        };
        assert!(twice.check().unwrap_err().contains("twice"));
        let mut few = good;
        few.personas[1].key_arguments.pop();
        let said = few.check().unwrap_err();
        assert!(
            said.contains("personas[1]") && said.contains("key_arguments"),
            "{said}"
        );
    }
}
