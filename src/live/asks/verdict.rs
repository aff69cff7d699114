//! The direct verdict with its analysis. It is asked for blind: of teams, and not of the motion. Whoever is asked
//! whether the motion should be carried says what they hold of it.

use std::collections::BTreeMap;

use minijinja::Value;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, json};

use super::{
    Asking, JUDGE_TEMPERATURE, Reply, Wording,
    answer::{DIVISION_VOTES, all_are_there},
    marks::object,
    view::{opening, view},
};
use crate::{
    catalog::Stance,
    debate::{
        DebateState,
        answer::{DirectVerdict, Vote},
        decide::Answer,
    },
    llm::{
        Shape,
        shape::{shape_of, with_choices},
    },
    text::content::is_assertion,
};

/// The ask for the direct verdict.
pub(super) struct Verdict;

/// A verdict as it is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
struct TeamVerdict {
    /// The two or three fundamental disagreements, a sentence each.
    core_tensions: Vec<String>,
    /// The argument of each team that landed best, and whose it was.
    strongest_arguments: BTreeMap<String, String>,
    /// The rebuttals that did most damage.
    most_damaging_rebuttals: Vec<String>,
    /// The claims that went unchallenged.
    unchallenged: Vec<String>,
    /// The turning points.
    decisive_moments: Vec<String>,
    /// Who won the room.
    most_compelling_speaker: String,
    /// Who fell short.
    weakest_link: String,
    /// The reasoning in a paragraph.
    analysis: String,
    /// The team that was more persuasive.
    winner: String,
}

/// The teams that take a side, with the vote that each of them asks for.
#[derive(Debug)]
struct Teams(Vec<(String, Vote)>);

impl Teams {
    fn of(state: &DebateState) -> Self {
        let sides = opening(state).into_iter().flat_map(|one| &one.format.sides);
        let teams = sides.filter_map(|side| {
            let vote = match side.stance {
                Stance::For => Vote::Aye,
                Stance::Against => Vote::No,
                Stance::Nuanced | Stance::Own => return None,
            };
            Some((side.name.clone(), vote))
        });
        let teams: Vec<_> = teams.collect();
        // Of a debate in which no teams take sides it is asked whether more was said for the motion or against it, in the
        // words of a division.
        let are_teams = [Vote::Aye, Vote::No]
            .iter()
            .all(|vote| teams.iter().any(|(_, one)| one == vote));
        if are_teams {
            return Self(teams);
        }
        let votes = DIVISION_VOTES.into_iter().zip([Vote::Aye, Vote::No]);
        Self(votes.map(|(word, vote)| (word.to_owned(), vote)).collect())
    }

    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The shape of a verdict on them.
    fn shape(&self, speakers: &[&str]) -> Shape {
        let names = self.names();
        let shape = with_choices(shape_of::<TeamVerdict>(), "winner", &names);
        let shape = with_choices(shape, "most_compelling_speaker", speakers);
        let mut shape = with_choices(shape, "weakest_link", speakers);
        let text = json!({"type": "string"});
        let each: Map<_, _> = names
            .iter()
            .map(|name| ((*name).to_owned(), text.clone()))
            .collect();
        if let Some(field) = shape.schema.pointer_mut("/properties/strongest_arguments") {
            *field = object(&each.into());
        }
        shape
    }

    /// The verdict on the motion that a verdict on the teams is.
    fn read(&self, given: TeamVerdict) -> Result<DirectVerdict, String> {
        let won = self.0.iter().find(|(name, _)| *name == given.winner);
        let Some((_, vote)) = won else {
            let names = self.names().join(", ");
            return Err(format!("\"winner\" must be one of: {names}"));
        };
        let names: Vec<String> = self.0.iter().map(|(name, _)| name.clone()).collect();
        all_are_there(&given.strongest_arguments, &names)?;
        let strongest = |vote: Vote| {
            let teams = self.0.iter().filter(|(_, one)| *one == vote);
            let all = teams.filter_map(|(name, _)| given.strongest_arguments.get(name));
            let all: Vec<&str> = all.map(|one| one.trim()).collect();
            all.join(" ")
        };
        // Nobody was both the best and the weakest: who is named as both is named for what they were named for first.
        let weakest_link = if given.weakest_link == given.most_compelling_speaker {
            String::new()
        } else {
            given.weakest_link
        };
        Ok(DirectVerdict {
            strongest_argument_prop: strongest(Vote::Aye),
            strongest_argument_opp: strongest(Vote::No),
            core_tensions: given.core_tensions,
            most_damaging_rebuttals: given.most_damaging_rebuttals,
            // A list is often filled with a word where there is nothing to say.
            unchallenged: kept(given.unchallenged),
            decisive_moments: given.decisive_moments,
            most_compelling_speaker: given.most_compelling_speaker,
            weakest_link,
            analysis: given.analysis,
            vote: *vote,
        })
    }
}

impl Asking for Verdict {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("verdict.md", view(state))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        1200
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(JUDGE_TEMPERATURE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let teams = Teams::of(state);
        let shape = teams.shape(&speakers(state));
        Reply::shaped(shape, move |verdict: TeamVerdict| {
            let verdict = teams.read(verdict)?;
            Ok(Answer::Verdict(Box::new(verdict)))
        })
    }
}

/// The texts that say something.
fn kept(mut texts: Vec<String>) -> Vec<String> {
    texts.retain(|text| is_assertion(text));
    texts
}

/// The full names of the speakers.
fn speakers(state: &DebateState) -> Vec<&str> {
    let speakers = state.speakers().iter();
    speakers.map(|speaker| speaker.card.name.as_str()).collect()
}

/// The view of the whole debate: who spoke, and who can have won.
fn view(state: &DebateState) -> Value {
    let teams = Teams::of(state);
    view! {
        speakers => speakers(state),
        teams => teams.names(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_says_what_went_unchallenged_and_a_word_for_nothing_is_none_of_it() {
        let teams = Teams(vec![
            ("Team 1".to_owned(), Vote::Aye),
            ("Team 2".to_owned(), Vote::No),
        ]);
        let shape = teams.shape(&["Speaker A"]);
        let required = shape.schema["required"].as_array().unwrap();
        assert!(required.contains(&json!("unchallenged")), "{required:?}");
        let given = |unchallenged: &[&str]| TeamVerdict {
            core_tensions: Vec::new(),
            strongest_arguments: teams
                .names()
                .iter()
                .map(|name| ((*name).to_owned(), "Room.".to_owned()))
                .collect(),
            most_damaging_rebuttals: Vec::new(),
            unchallenged: unchallenged.iter().map(|one| (*one).to_owned()).collect(),
            decisive_moments: Vec::new(),
            most_compelling_speaker: "Speaker A".to_owned(),
            weakest_link: "Speaker A".to_owned(),
            analysis: "It was close.".to_owned(),
            winner: "Team 1".to_owned(),
        };
        let claim = "Speaker A: streets are rooms";
        let read = teams.read(given(&[claim, "None.", ""])).unwrap();
        assert_eq!(read.unchallenged, [claim]);
        assert_eq!(read.vote, Vote::Aye);
        assert!(teams.read(given(&[])).unwrap().unchallenged.is_empty());
        assert_eq!(read.most_compelling_speaker, "Speaker A");
        assert_eq!(read.weakest_link, "", "nobody is the best and the weakest");
        let other = TeamVerdict {
            weakest_link: "Speaker B".to_owned(),
            ..given(&[])
        };
        assert_eq!(teams.read(other).unwrap().weakest_link, "Speaker B");
    }
}
