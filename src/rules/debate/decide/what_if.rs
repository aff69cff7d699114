//! What is recorded where a branch parts: what is otherwise from there on, what becomes of what was being said, and
//! which other models answer.

use std::collections::{BTreeMap, BTreeSet};

use super::{Decision, commands, delivery, taken_back};
use crate::{
    debate::{
        branch_change::BranchChange,
        command::Command,
        event::Event,
        ids::{CommandId, Seat},
        opening::Opening,
        state::{DebateState, Turn},
        what_if::{PUT_IN, WhatIf},
    },
    text::sentence,
};

/// The events by which a branch is otherwise from here on.
pub(super) fn events(state: &DebateState, changes: Vec<WhatIf>) -> Vec<Event> {
    let possible = changes
        .into_iter()
        .filter(|change| state.refusal_of(change).is_none());
    possible.flat_map(|change| event(state, change)).collect()
}

fn event(state: &DebateState, change: WhatIf) -> Vec<Event> {
    let changed = |change| Event::BranchChanged { change };
    match change {
        WhatIf::Words(text) => {
            let Some(turn) = state.floor() else {
                return Vec::new();
            };
            let before = taken_back::taken_up(turn).text;
            let text = joined(&before, &text);
            vec![
                changed(BranchChange::Words {
                    turn: turn.id,
                    length: u32::try_from(text.len()).unwrap_or(u32::MAX),
                    instead_of: state.unfinished_sentence().to_owned(),
                }),
                Event::Said {
                    turn: turn.id,
                    text,
                },
            ]
        }
        WhatIf::Point { taken, answer } => {
            let Some(poi) = state.points.last().map(|point| point.id) else {
                return Vec::new();
            };
            let reason = PUT_IN.to_owned();
            let has_answer = answer.is_some();
            let decided = if taken {
                Event::PoiTaken {
                    poi,
                    reason,
                    answer,
                }
            } else {
                Event::PoiDeclined {
                    poi,
                    gesture: "waves it down".to_owned(),
                    reason,
                }
            };
            vec![
                changed(BranchChange::Point {
                    poi,
                    taken,
                    has_answer,
                }),
                decided,
            ]
        }
        WhatIf::Evidence { text, source } => {
            let evidence = Command::Evidence {
                text,
                source,
                places: Vec::new(),
            };
            let Decision { events, .. } = commands::decide(state, CommandId::HOUSE, evidence);
            events
        }
        WhatIf::Speaker(replacement) => vec![changed(BranchChange::Speaker {
            before: state.name(&replacement.seat),
            seat: replacement.seat,
            persona: replacement.persona,
            card: Box::new(replacement.card),
            passages: replacement.passages,
        })],
        // The models that answer from here on say it.
        WhatIf::Model { .. } => Vec::new(),
    }
}

/// Words as they stand behind others, ended as a sentence: a speaker goes on from whole ones.
fn joined(before: &str, text: &str) -> String {
    let text = text.trim();
    let end = if sentence::is_at_end(text) { "" } else { "." };
    let gap = match before.chars().next_back() {
        Some(last) if !last.is_whitespace() => " ",
        Some(_) | None => "",
    };
    format!("{gap}{text}{end}")
}

/// The events that tell which other models answer from here on, by seat.
pub(super) fn models(opening: Option<&Opening>, models: &BTreeMap<Seat, String>) -> Vec<Event> {
    let labels: BTreeSet<&String> = models.values().collect();
    let seats = opening.map_or(0, |opening| opening.seated().count());
    let changed = |seat: Option<&Seat>, model: &str| Event::BranchChanged {
        change: BranchChange::Model {
            seat: seat.cloned(),
            model: model.to_owned(),
        },
    };
    match labels.first() {
        Some(model) if labels.len() == 1 && models.len() == seats => vec![changed(None, model)],
        Some(_) | None => models
            .iter()
            .map(|(seat, model)| changed(Some(seat), model))
            .collect(),
    }
}

/// The events that take back what was begun of a turn where a branch parts and will be made anew, and say so. Other words
/// put in its place say it themselves.
pub(super) fn dropped(state: &DebateState, turn: &Turn, has_words: bool) -> Vec<Event> {
    let name = state.name(&turn.seat);
    if turn.task.is_written() {
        let unfinished = turn.draft.as_ref().filter(|draft| !draft.is_whole);
        let Some(draft) = unfinished.filter(|_| turn.words > 0) else {
            return Vec::new();
        };
        return vec![
            delivery::taken_back(turn, draft),
            Event::Notice {
                text: format!("What was read out of {name}'s turn is dropped: it is written anew."),
            },
        ];
    }
    let is_heard = state.floor().is_some_and(|floor| floor.id == turn.id);
    let unfinished = state.unfinished_sentence();
    if has_words || !is_heard || unfinished.is_empty() {
        return Vec::new();
    }
    let goes_on = if taken_back::taken_up(turn).is_unbegun() {
        "begins anew"
    } else {
        "goes on from the sentence before"
    };
    vec![Event::Notice {
        text: format!("“{unfinished}” is dropped, and {name} {goes_on}."),
    }]
}
