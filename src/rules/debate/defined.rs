//! The definitions of a state: of which speeches they are taken down, what was, and what of it can be contested.
//!
//! They are asked for where there are sides that can mean different things by one motion, and once a side. Who all sit
//! at one table have none; nor has a speech of a model that is asked for one thing at a time: it is short, seldom defines
//! anything, and to read it would take the machine that speaks as long as another speech.

use super::{
    definitions::{DefinedPart, Definitions, SideDefinitions},
    ids::TurnId,
    state::{DebateState, Turn},
};
use crate::catalog::Task;

/// A definition that an earlier side has given, and that can be contested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierDefinition<'a> {
    /// The side whose definition it is, by its id.
    pub side: &'a str,
    /// The part of the definitions.
    pub part: DefinedPart,
    /// The words of the definition: the meaning of a term, the scope, what is left out.
    pub text: &'a str,
}

impl DebateState {
    /// The definitions that were taken down, side by side in the order of their speeches.
    pub fn definitions_taken(&self) -> impl Iterator<Item = (&SideDefinitions, &Definitions)> {
        let all = self.definitions.iter();
        let taken = all.filter_map(|one| Some((one, one.taken()?)));
        taken.filter(|(_, definitions)| !definitions.is_empty())
    }

    /// The definitions of a speech, where it is the first of its side and they were taken down.
    pub fn definitions_of(&self, turn: TurnId) -> Option<&Definitions> {
        let mut all = self.definitions_taken();
        all.find_map(|(one, definitions)| (one.turn == turn).then_some(definitions))
    }

    /// The definitions that whoever had a turn has heard, one by one. Their place in this row, from 1, is what they are
    /// called by where the clerk is asked which of them are contested.
    pub fn earlier_definitions(&self, turn: TurnId) -> Vec<EarlierDefinition<'_>> {
        let turn = self.turn(turn);
        let heard = turn.map_or_else(Vec::new, |turn| self.heard_before(turn));
        let taken = self.definitions.iter().filter_map(|one| {
            let is_heard = heard.iter().any(|speech| speech.id == one.turn);
            Some((one, one.taken().filter(|_| is_heard)?))
        });
        let mut earlier = Vec::new();
        for (one, definitions) in taken {
            let mut add = |part, text| {
                let side = one.side.as_str();
                earlier.push(EarlierDefinition { side, part, text });
            };
            for defined in &definitions.terms {
                let term = defined.term.clone();
                add(DefinedPart::Term { term }, defined.meaning.as_str());
            }
            if !definitions.scope.trim().is_empty() {
                add(DefinedPart::Scope, definitions.scope.as_str());
            }
            for text in &definitions.left_out {
                add(DefinedPart::LeftOut { text: text.clone() }, text.as_str());
            }
        }
        earlier
    }

    /// The side whose definitions a turn gives: it is the first main speech of one side of several, or its first written
    /// case, that counts and says anything.
    pub(super) fn defines_for(&self, turn: &Turn) -> Option<String> {
        let opens = matches!(turn.task, Task::Speech | Task::Arguments);
        if !opens || !turn.is_ended() || turn.is_empty() || self.is_private(turn) {
            return None;
        }
        let side = turn.seat.group();
        let format = &self.opening.as_deref()?.format;
        let is_known = self.definitions.iter().any(|one| one.side == side);
        let takes_sides = format.sides.len() > 1 && format.side(side).is_some();
        let is_read = takes_sides && !is_known && !self.is_asked_stepwise(&turn.seat);
        is_read.then(|| side.to_owned())
    }
}
