//! Branches: a debate whose record begins with that of another one, up to a place, and goes on differently. What was paid
//! for in the other one is in no sum of this one.

use super::{
    guidance::Guidance,
    ids::{CallId, DebateId, Seat},
    opening::{BranchRef, Opening, PartingPlace},
    state::DebateState,
};
use crate::{catalog::Persona, text::listed};

impl Opening {
    /// The opening of a branch of this debate that parts from it behind the record `at`, which is of the time `at_ms`: all
    /// else is as it was, but for the batch, whose item the other one is.
    #[must_use]
    pub fn branched(&self, (at, at_ms): (u64, u64), (debate, opened_ms): (DebateId, i64)) -> Self {
        Self {
            debate,
            opened_ms,
            batch: None,
            branch: Some(BranchRef {
                of: self.debate.clone(),
                at,
                at_ms,
            }),
            ..self.clone()
        }
    }

    /// Puts somebody else in a seat. Model and stance are those of the seat; what a verdict has taught whoever sat there
    /// before is nobody's any more.
    pub fn replace_speaker(
        &mut self,
        seat: &Seat,
        (persona, card): (&str, &Persona),
        passages: u64,
    ) {
        let Some(speaker) = self.speakers.iter_mut().find(|one| &one.seat == seat) else {
            return;
        };
        persona.clone_into(&mut speaker.persona);
        speaker.card.clone_from(card);
        speaker.passages = passages;
        if let Some(guidance) = &mut self.guidance {
            guidance.seats.remove(seat);
        }
    }

    /// The guidance of a debate that is an iteration of another one. A branch of an iteration is none itself, although
    /// what was taught still counts in it.
    pub fn as_iteration(&self) -> Option<&Guidance> {
        self.guidance.as_ref().filter(|_| self.branch.is_none())
    }
}

impl DebateState {
    /// Whether the record of that number is one that the debate has from the one that it is a branch of.
    pub(super) fn is_of_parent(&self, seq: u64) -> bool {
        self.branch_ref().is_some_and(|branch| seq <= branch.at)
    }

    /// Whether a call was begun, and paid for, in the debate that this one is a branch of.
    pub fn is_inherited(&self, call: CallId) -> bool {
        call.0 < self.calls_inherited
    }

    /// The debate that this one parts from with its next record, where it is a branch that has not yet begun to go on by
    /// itself.
    pub fn parts_from(&self) -> Option<&DebateId> {
        let branch = self.branch_ref()?;
        (self.next_seq == branch.at.saturating_add(1)).then_some(&branch.of)
    }

    /// Notes where the debate parts, once all is there that it has from the other one.
    pub(super) fn note_parting(&mut self) {
        if self.parts_from().is_none() {
            return;
        }
        let floor = self.floor().map(|turn| PartingPlace::In(turn.id));
        let last = || Some(PartingPlace::Behind(self.speeches().next_back()?.id));
        self.parting = Some(floor.or_else(last).unwrap_or(PartingPlace::BeforeFirst));
        self.inherited_interventions = self.interventions.len();
        // Those of the other debate, which may be a branch itself, are none of its own.
        self.changes.clear();
    }

    /// The place at which a branch parts from the other debate, for people: "in the turn of Ada Lovelace".
    pub fn describe_parting(&self) -> Option<String> {
        self.branch_ref()?;
        let whose = |turn| self.turn(turn).map(|turn| self.name(&turn.seat));
        Some(match self.parting? {
            PartingPlace::BeforeFirst => "before the first turn".to_owned(),
            PartingPlace::In(turn) => format!("in the turn of {}", whose(turn)?),
            PartingPlace::Behind(turn) => format!("after the turn of {}", whose(turn)?),
        })
    }

    /// Where a branch parts, and what is otherwise in it, in a few words: "in the turn of Ada Lovelace: other words".
    pub fn describe_branch(&self) -> Option<String> {
        let place = self.describe_parting()?;
        let changes = self.describe_changes();
        Some(if changes.is_empty() {
            place
        } else {
            format!("{place}: {}", listed(&changes))
        })
    }

    /// The debate that this one is a branch of, and where it parts from it.
    pub fn branch_ref(&self) -> Option<&BranchRef> {
        self.opening.as_deref()?.branch.as_ref()
    }
}
