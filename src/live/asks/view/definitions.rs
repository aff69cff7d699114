//! The definitions of a debate as prompts have them: cut short, because they stand in every later prompt.

use minijinja::Value;

use super::view;
use crate::{
    debate::{
        DebateState,
        definitions::{DefinedPart, Definitions, SideDefinitions},
        ids::TurnId,
    },
    fence::Own,
    text::cut::shortened,
};

/// The most bytes that the definitions of one side have in a prompt, the words of the template not counted.
const ROOM: usize = 1200;
/// The most bytes of one text of them.
const TEXT: usize = 160;

/// The most bytes of a term.
const TERM: usize = 60;

/// The room that is left for texts.
struct Room(usize);

impl Room {
    /// A text as long as there is room for; nothing where there is none.
    fn take(&mut self, text: &str) -> Option<String> {
        let short = shortened(text.trim(), TEXT);
        self.0 = self.0.checked_sub(short.len())?;
        Some(short)
    }
}

/// The definitions of a side, as they stand in the transcript.
pub(crate) fn definitions(state: &DebateState, of: &SideDefinitions, taken: &Definitions) -> Value {
    let mut room = Room(ROOM);
    let seat = state.turn(of.turn).map(|turn| &turn.seat);
    // What is disputed comes first: where there is no room for all, it matters most.
    let contested = taken.contested.iter().filter_map(|one| {
        let how = room.take(&one.how)?;
        Some(view! { side => side(state, &one.side), part => part(&one.part), how })
    });
    let contested: Vec<Value> = contested.collect();
    let terms = taken.terms.iter().filter_map(|one| {
        let term = room.take(&one.term)?;
        let meaning = room.take(&one.meaning)?;
        Some(view! { term, meaning })
    });
    let terms: Vec<Value> = terms.collect();
    let scope = room.take(&taken.scope);
    let left_out: Vec<String> = taken
        .left_out
        .iter()
        .filter_map(|one| room.take(one))
        .collect();
    view! {
        name => seat.map(|seat| state.name(seat)),
        side => side(state, &of.side),
        terms,
        scope => scope.filter(|scope| !scope.is_empty()),
        left_out,
        contested,
    }
}

/// The definitions that can be contested by a speech, numbered.
pub(crate) fn earlier(state: &DebateState, turn: TurnId) -> Vec<Value> {
    let earlier = state.earlier_definitions(turn).into_iter();
    let numbered = (1_u32..).zip(earlier);
    numbered
        .map(|(number, one)| {
            view! {
                number,
                side => side(state, one.side),
                part => part(&one.part),
                text => shortened(one.text.trim(), TEXT),
            }
        })
        .collect()
}

fn side<'a>(state: &'a DebateState, id: &'a str) -> &'a str {
    state.side_called(id).unwrap_or(id)
}

fn part(part: &DefinedPart) -> Value {
    match part {
        DefinedPart::Term { term } => view! { term => shortened(term.trim(), TERM) },
        DefinedPart::Scope => view! { called => Own("scope") },
        DefinedPart::LeftOut { .. } => view! { called => Own("limits") },
    }
}
