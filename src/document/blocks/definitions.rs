//! The definitions of a debate: what each side means by the words of the motion, and what of that is contested.

use std::borrow::Cow;

use super::{Builder, Section, SectionKind, SectionPart, division::section};
use crate::{
    debate::{
        DebateState,
        answer::DefinedTerm,
        definitions::{Contested, DefinedPart, Definitions, SideDefinitions},
    },
    text::{sentence::in_a_row, the, upper_first},
};

impl<'a> Builder<'a> {
    /// The section on the definitions of each side; `None` where none was taken down.
    pub fn definitions(self) -> Option<Section<'a>> {
        let taken = self.state.definitions_taken();
        let parts = taken.filter_map(|(of, definitions)| {
            let seat = &self.state.turn(of.turn)?.seat;
            let side = side(self.state, of);
            let title = format!("{side}, as {} put it", self.name(seat));
            let items = all(self.state, definitions).into_iter().map(Cow::Owned);
            Some(SectionPart::List(Cow::Owned(title), items.collect()))
        });
        section(SectionKind::Definitions, "Definitions", parts.collect())
    }
}

/// The definitions that are contested, each with who contests it.
pub(super) fn contested(state: &DebateState) -> Vec<String> {
    let taken = state.definitions_taken();
    let disputes = taken.flat_map(|(of, definitions)| {
        let by = upper_first(&the(side(state, of)));
        let disputes = definitions.contested.iter();
        disputes.map(move |one| format!("{by} contests {}", disputed(state, one)))
    });
    disputes.collect()
}

/// The things that each side leaves out, a text for each side.
pub(super) fn left_out(state: &DebateState) -> Vec<String> {
    let taken = state.definitions_taken();
    let sides = taken.filter(|(_, definitions)| !definitions.left_out.is_empty());
    let sides = sides.map(|(of, definitions)| {
        let left_out = in_a_row(&definitions.left_out);
        format!("{}: {left_out}", side(state, of))
    });
    sides.collect()
}

fn all(state: &DebateState, definitions: &Definitions) -> Vec<String> {
    let terms = definitions.terms.iter().map(term);
    let scope = definitions.scope.trim();
    let scope = (!scope.is_empty()).then(|| format!("Scope: {scope}"));
    let left_out = definitions.left_out.iter();
    let left_out = left_out.map(|one| format!("Left out: {}", one.trim()));
    let contested = definitions.contested.iter();
    let contested = contested.map(|one| format!("Contests {}", disputed(state, one)));
    terms
        .chain(scope)
        .chain(left_out)
        .chain(contested)
        .collect()
}

/// A term with its meaning, and the words that give it.
fn term(defined: &DefinedTerm) -> String {
    let DefinedTerm {
        term,
        words,
        meaning,
    } = defined;
    let (term, words, meaning) = (term.trim(), words.trim(), meaning.trim());
    if words.is_empty() {
        format!("{term}: {meaning} (taken for granted)")
    } else {
        format!("{term}: {meaning} (“{words}”)")
    }
}

/// The words for a dispute: what is contested, and how.
fn disputed(state: &DebateState, one: &Contested) -> String {
    let whose = the(named(state, &one.side));
    let how = one.how.trim();
    match &one.part {
        DefinedPart::Term { term } => {
            format!("what {whose} means by “{}”: {how}", term.trim())
        }
        DefinedPart::Scope => format!("the scope that {whose} gives the motion: {how}"),
        DefinedPart::LeftOut { text } => {
            let text = text.trim().trim_end_matches('.');
            format!("that {whose} leaves out “{text}”: {how}")
        }
    }
}

fn side<'a>(state: &'a DebateState, of: &'a SideDefinitions) -> &'a str {
    named(state, &of.side)
}

fn named<'a>(state: &'a DebateState, id: &'a str) -> &'a str {
    state.side_called(id).unwrap_or(id)
}
