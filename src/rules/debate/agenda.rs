//! The agenda: what is open and what is due, kept beside the state, so that the rules need not look through all
//! turns, members, slots and interventions after every event.
//!
//! It says nothing that the rest of the state does not say. It is kept by `apply::agenda`.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ask::Ask,
    ids::{InterventionId, TurnId},
};

/// The items that are open and those that are due, of each kind in the order in which they are taken.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Agenda {
    /// Turns that are spoken, written or checked.
    pub(super) turns: BTreeSet<TurnId>,
    /// Turns that the house has heard, spoken or written, and that count.
    pub(super) heard: BTreeSet<TurnId>,
    /// Speeches that count, of which nobody writes down yet what they argued.
    pub(super) unread: BTreeSet<TurnId>,
    /// Turns that count, of which nobody looks yet at what they made of passages.
    pub(super) unchecked: BTreeSet<TurnId>,
    /// Questions that were put and that nobody is asked yet.
    pub(super) questions: BTreeSet<InterventionId>,
    /// Clarifications that wait for a break.
    pub(super) clarifications: BTreeSet<InterventionId>,
    /// Clarifications that were put.
    pub(super) clarifying: BTreeSet<InterventionId>,
    /// Points of the gallery that wait for their moment.
    pub(super) gallery: BTreeSet<InterventionId>,
    /// Evidence that is too long to be read whole.
    pub(super) long_evidence: BTreeSet<InterventionId>,
    /// The interventions that stand in prompts, by the number of speeches that each stands after.
    pub(super) on_record: BTreeSet<(usize, InterventionId)>,
    /// The evidence among the interventions in prompts.
    pub(super) evidence: BTreeSet<(usize, InterventionId)>,
    /// The interventions that came during each turn.
    pub(super) during: BTreeMap<TurnId, BTreeSet<InterventionId>>,
    /// Polls that are not taken, by position.
    pub(super) polls: BTreeSet<usize>,
    /// Polls that are not taken and in which every member has been heard, by position.
    pub(super) full: BTreeSet<usize>,
    /// Members who are not asked yet, by poll and position in the audience.
    pub(super) votes: BTreeSet<(usize, usize)>,
    /// Judges who are not asked yet how the debate stands, by phase, round and position among the judges.
    pub(super) assessments: BTreeSet<(u32, u32, usize)>,
    /// The asks that the house owes in slots of its own and has put to nobody yet, by position in the plan's asks.
    pub(super) house: BTreeSet<usize>,
    /// The turns of each slot.
    pub(super) attempts: Vec<Vec<TurnId>>,
    /// Slots with speeches to come in which points may be offered.
    pub(super) pointed: BTreeSet<u32>,
    /// Slots of the round that are not done.
    pub(super) left: BTreeSet<u32>,
    /// Slots of the round for which it waits.
    pub(super) awaited: BTreeSet<u32>,
    /// Slots of the round whose turn nobody has begun.
    pub(super) waiting: BTreeSet<u32>,
    /// Slots of the round whose turn is under way.
    pub(super) under_way: BTreeSet<u32>,
}

/// The part of the agenda that an event touches, as the fold of the event says.
#[derive(Debug)]
pub(super) enum Touched {
    /// Nothing of what the agenda holds.
    Nothing,
    /// A turn, and the slot that it fills.
    Turn(TurnId),
    /// Something that a viewer brought in.
    Item(InterventionId),
    /// A piece of work: it is under way, is not any more, or its answer is in.
    Ask(Ask),
    /// A poll, by the turn after which it is.
    Poll(TurnId),
    /// A phase that has begun or ended.
    Phase,
    /// A round that has ended: the phase and its number.
    Round(u32, u32),
    /// Everything: the agenda is made anew from the state.
    All,
}
