//! The rules that nobody holds the turns of a debate to: those that only a reader can judge, where the referee's model is
//! a small one or is not asked, and all of them where there is no referee.

use super::{opening::Referee, state::DebateState};
use crate::{
    catalog::{Phase, Rule, Steps},
    text::counted,
};

impl DebateState {
    /// The referee that the debate was opened with.
    pub(super) fn referee(&self) -> Referee {
        let opening = self.opening.as_deref();
        opening.map_or(Referee::Usual, |opening| opening.options.referee)
    }

    /// Whether what only a reader can judge is asked of the referee's model. A small one finds hardly any of the broken
    /// rules and strikes sound turns, and so it is asked only where that is wanted.
    pub(super) fn has_referee_model(&self) -> bool {
        let opening = self.opening.as_deref();
        let profile = opening.and_then(|opening| opening.referee.as_ref());
        let small = profile.is_some_and(|profile| profile.steps == Steps::OneAtATime);
        match self.referee() {
            Referee::Off | Referee::Code => false,
            Referee::Usual => !small,
            Referee::Full => true,
        }
    }

    /// The rules of a phase that its turns are not held to in this debate, in the order of the format.
    pub fn unchecked_rules_of(&self, phase: &Phase) -> Vec<Rule> {
        // What people held is not held to the rules of the format that it was put into.
        let is_real = self.opening.as_deref().is_none_or(|one| one.real.is_some());
        let mut rules = if is_real {
            Vec::new()
        } else {
            phase.all_rules()
        };
        rules.retain(|rule| {
            if rule.is_code() {
                self.referee() == Referee::Off
            } else {
                !self.has_referee_model()
            }
        });
        rules
    }

    /// The rules that turns are not held to in this debate, each once, in the order of the format.
    pub fn unchecked_rules(&self) -> Vec<Rule> {
        let opening = self.opening.as_deref();
        let phases = opening.iter().flat_map(|opening| &opening.format.phases);
        let mut rules = Vec::new();
        for rule in phases.flat_map(|phase| self.unchecked_rules_of(phase)) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// How many rules of the format are not checked, and why, in a sentence; `None` where all are.
    pub fn describe_unchecked(&self) -> Option<String> {
        let count = self.unchecked_rules().len();
        let why = match self.referee() {
            Referee::Off => "there is no referee",
            Referee::Code => "only what code can decide is checked",
            Referee::Usual | Referee::Full => "the referee's model is a small one",
        };
        let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
        let rules = counted(count, "rule of the format is", "rules of the format are");
        Some(format!("{rules} not checked, because {why}."))
    }
}
