//! The settings of a debate beside its motion and its speakers: what the lobby remembers, what a preset holds, and what
//! flags set. What is absent is as it is otherwise.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardUse, DebateChoice, Idle, Setting};
use crate::{
    bounds,
    catalog::TurnOrder,
    debate::{
        ask::Role,
        command::Pace,
        ids::Seat,
        opening::{Polls, Referee},
    },
};

/// The longest name of a preset, in characters.
const LONGEST: usize = 40;

/// The settings with which a debate is opened, whatever is debated and whoever speaks.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChosenSettings {
    /// The id of the format.
    pub format: Option<String>,
    /// The number of rounds, where the format leaves it open.
    #[schemars(range(min = bounds::ROUNDS.least, max = bounds::ROUNDS.most))]
    pub rounds: Option<u32>,
    /// The order of turns in rounds, where the format leaves it open.
    pub order: Option<TurnOrder>,
    /// Speeches are this many times as long as the format says.
    #[schemars(range(min = bounds::SCALE.least, max = bounds::SCALE.most))]
    pub scale: Option<f64>,
    /// The seed of every choice by lot.
    pub seed: Option<u64>,
    /// Whether speakers do without their corpora.
    #[serde(skip_serializing_if = "is_false")]
    pub no_corpora: bool,
    /// Whether nobody rises to a point of information.
    #[serde(skip_serializing_if = "is_false")]
    pub no_points: bool,
    /// What of their cards the speakers get: their own, the name alone, or the first speaker's for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardUse>,
    /// The number of members in the audience.
    #[schemars(range(min = bounds::AUDIENCE.least, max = bounds::AUDIENCE.most))]
    pub audience: Option<usize>,
    /// The times at which the audience is polled.
    pub polls: Option<Polls>,
    /// The number of members polled in one call, at the most.
    #[schemars(range(min = bounds::TOGETHER.least, max = bounds::TOGETHER.most))]
    pub polled_together: Option<u32>,
    /// The number of members of the audience who speak from the floor.
    #[schemars(range(min = bounds::FLOOR_SPEECHES.least, max = bounds::FLOOR_SPEECHES.most))]
    pub floor_speeches: Option<u32>,
    /// The number of judges.
    #[schemars(range(min = bounds::JUDGES_WANTED.least, max = bounds::JUDGES_WANTED.most))]
    pub judges: Option<usize>,
    /// The number of times that a verdict, or the report of a judge, is asked for.
    #[schemars(range(min = bounds::JUDGE_PASSES.least, max = bounds::JUDGE_PASSES.most))]
    pub judge_passes: Option<u32>,
    /// The extent of the checks before a turn counts.
    pub referee: Option<Referee>,
    /// The cost at which the debate pauses, in the currency of the prices.
    #[schemars(range(min = bounds::COST.least, max = bounds::COST.most))]
    pub max_cost: Option<f64>,
    /// The tokens, read and written together, at which it pauses.
    #[schemars(range(min = bounds::TOKENS.least, max = bounds::TOKENS.most))]
    pub max_tokens: Option<u64>,
    /// The pace at the beginning.
    pub pace: Option<Pace>,
    /// The id of the theme.
    pub theme: Option<String>,
    /// The model for everything that has none of its own.
    pub model: Option<String>,
    /// The model of all seats that speak for the motion, or of the first side.
    pub prop_model: Option<String>,
    /// The model of all seats that speak against it, or of the second side.
    pub opp_model: Option<String>,
    /// Models by role.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub roles: BTreeMap<Role, String>,
    /// Models by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub seats: BTreeMap<Seat, String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(is: &bool) -> bool {
    !*is
}

impl ChosenSettings {
    /// These settings, and behind them those of another place: what is absent here is as it is there.
    #[must_use]
    pub fn before(self, behind: &Self) -> Self {
        let behind = behind.clone();
        Self {
            format: self.format.or(behind.format),
            rounds: self.rounds.or(behind.rounds),
            order: self.order.or(behind.order),
            scale: self.scale.or(behind.scale),
            seed: self.seed.or(behind.seed),
            no_corpora: self.no_corpora || behind.no_corpora,
            no_points: self.no_points || behind.no_points,
            cards: self.cards.or(behind.cards),
            audience: self.audience.or(behind.audience),
            polls: self.polls.or(behind.polls),
            polled_together: self.polled_together.or(behind.polled_together),
            floor_speeches: self.floor_speeches.or(behind.floor_speeches),
            judges: self.judges.or(behind.judges),
            judge_passes: self.judge_passes.or(behind.judge_passes),
            referee: self.referee.or(behind.referee),
            max_cost: self.max_cost.or(behind.max_cost),
            max_tokens: self.max_tokens.or(behind.max_tokens),
            pace: self.pace.or(behind.pace),
            theme: self.theme.or(behind.theme),
            model: self.model.or(behind.model),
            prop_model: self.prop_model.or(behind.prop_model),
            opp_model: self.opp_model.or(behind.opp_model),
            roles: behind.roles.into_iter().chain(self.roles).collect(),
            seats: behind.seats.into_iter().chain(self.seats).collect(),
        }
    }

    /// Sets in a choice what is set here. Models and the theme are for whoever finds them.
    pub fn set_in(&self, choice: &mut DebateChoice) {
        if let Some(format) = &self.format {
            choice.format.clone_from(format);
        }
        choice.audience = self.audience.or(choice.audience);
        choice.judges = self.judges.or(choice.judges);
        choice.order = self.order.or(choice.order);
        choice.seed = self.seed.or(choice.seed);
        choice.without_points |= self.no_points;
        choice.cards = self.cards.unwrap_or(choice.cards);
        let options = &mut choice.options;
        options.scale = self.scale.unwrap_or(options.scale);
        options.pace = self.pace.unwrap_or(options.pace);
        options.polls = self.polls.unwrap_or(options.polls);
        options.polled_together = self.polled_together.or(options.polled_together);
        options.floor_speeches = self.floor_speeches.unwrap_or(options.floor_speeches);
        options.judge_passes = self.judge_passes.or(options.judge_passes);
        options.referee = self.referee.unwrap_or(options.referee);
        options.rounds = self.rounds.or(options.rounds);
        options.without_corpora |= self.no_corpora;
        options.max_cost = self.max_cost.or(options.max_cost);
        options.max_tokens = self.max_tokens.or(options.max_tokens);
    }

    /// Leaves out of a choice what was set here and would do nothing in its format; what that was.
    pub fn take_out_of(&self, choice: &mut DebateChoice, idle: &[Idle]) -> Vec<Idle> {
        let options = &mut choice.options;
        let mut taken = Vec::new();
        for one in idle {
            let is_ours = match one.setting {
                Setting::Judges => self.judges.is_some(),
                Setting::Audience => self.audience.is_some(),
                Setting::Polls => self.polls.is_some(),
                Setting::PolledTogether => self.polled_together.is_some(),
                Setting::JudgePasses => self.judge_passes.is_some(),
                Setting::Rounds => self.rounds.is_some(),
                Setting::Order => self.order.is_some(),
                Setting::FloorSpeeches => self.floor_speeches.is_some(),
                Setting::Points => self.no_points,
            };
            if !is_ours {
                continue;
            }
            match one.setting {
                Setting::Judges => choice.judges = None,
                Setting::Audience => choice.audience = None,
                Setting::Polls => options.polls = Polls::default(),
                Setting::PolledTogether => options.polled_together = None,
                Setting::JudgePasses => options.judge_passes = None,
                Setting::Rounds => options.rounds = None,
                Setting::Order => choice.order = None,
                Setting::FloorSpeeches => options.floor_speeches = 0,
                Setting::Points => choice.without_points = false,
            }
            taken.push(*one);
        }
        taken
    }

    /// Whether a model is named for something beside everything else.
    pub fn names_other_models(&self) -> bool {
        self.prop_model.is_some()
            || self.opp_model.is_some()
            || !self.roles.is_empty()
            || !self.seats.is_empty()
    }
}

/// What is wrong with a name for a preset, where anything is: it is the name of a file, too.
pub fn preset_name_fault(name: &str) -> Option<String> {
    let name = name.trim();
    let is_fit = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    if name.is_empty() {
        return Some("a preset wants a name".to_owned());
    }
    if name.chars().count() > LONGEST {
        return Some(format!(
            "the name of a preset has at most {LONGEST} characters"
        ));
    }
    if !name.starts_with(char::is_alphanumeric) || !name.chars().all(is_fit) {
        let expected = "letters, digits, spaces, - and _, and begins with a letter or a digit";
        return Some(format!("the name of a preset has {expected}"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog::Catalog,
        setup::{Requested, idle},
    };

    fn preset() -> ChosenSettings {
        ChosenSettings {
            format: Some("exhibition".to_owned()),
            scale: Some(0.5),
            audience: Some(9),
            floor_speeches: Some(2),
            max_tokens: Some(1_000),
            roles: BTreeMap::from([(Role::Judge, "a:large".to_owned())]),
            seats: BTreeMap::from([(Seat::new("prop", 2), "b:other".to_owned())]),
            ..ChosenSettings::default()
        }
    }

    #[test]
    fn what_is_set_goes_before_what_stands_behind_it_and_the_rest_stays() {
        let flags = ChosenSettings {
            scale: Some(2.0),
            roles: BTreeMap::from([(Role::Judge, "c:mine".to_owned())]),
            ..ChosenSettings::default()
        };
        let both = flags.before(&preset());
        assert_eq!((both.scale, both.audience), (Some(2.0), Some(9)));
        assert_eq!(both.roles[&Role::Judge], "c:mine");
        assert_eq!(both.seats.len(), 1);
        let mut choice = DebateChoice::default();
        choice.options.max_cost = Some(3.0);
        both.set_in(&mut choice);
        assert_eq!(choice.format, "exhibition");
        assert_eq!((choice.audience, choice.options.scale), (Some(9), 2.0));
        assert_eq!(
            (choice.options.max_cost, choice.options.max_tokens),
            (Some(3.0), Some(1_000))
        );
    }

    #[test]
    fn what_would_do_nothing_in_another_format_is_left_out_of_the_choice() {
        let catalog = Catalog::load(None).0;
        let mut choice = DebateChoice::default();
        preset().set_in(&mut choice);
        choice.format = "roundtable".to_owned();
        // What a flag asks for is refused there, and not left out.
        choice.options.rounds = Some(2);
        let idle = idle(&catalog, &choice, Requested::No).unwrap();
        let taken = preset().take_out_of(&mut choice, &idle);
        assert!(!taken.is_empty() && taken.len() <= idle.len());
        assert_eq!(choice.options.floor_speeches, 0);
        assert_eq!(choice.options.rounds, Some(2));
        assert_eq!(choice.options.max_tokens, Some(1_000));
    }
}
