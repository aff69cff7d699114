//! The annotation of a state: in which debates it is made, whether it is in, and what it counts to.
//!
//! It is made where two sides have a verdict, and both have said something. Of a debate whose clerk's model is asked
//! for one thing at a time it is not: such a model does not hold so much in view.

use std::collections::BTreeMap;

use super::{
    annotation::{AnnotatedClaim, Annotation, AnnotationProgress},
    annotation_count::AnnotationCount,
    ids::TurnId,
    state::{DebateState, Turn},
};
use crate::catalog::Side;

impl DebateState {
    /// The annotation, where it stands on the record.
    pub fn annotation(&self) -> Option<&Annotation> {
        match &self.annotation {
            AnnotationProgress::Taken { annotation, .. } => Some(annotation),
            AnnotationProgress::Awaited | AnnotationProgress::Failed => None,
        }
    }

    /// The two sides whose claims and rebuttals are listed, where they are; as they stand before whoever is asked.
    pub fn annotated_sides(&self) -> Option<[&Side; 2]> {
        self.plan.annotated?;
        let opening = self.opening.as_deref()?;
        opening.format.annotated_sides()
    }

    /// The sides of which no rebuttal was found, and which are looked at once more; none where they were.
    pub fn unanswering_sides(&self) -> Vec<&str> {
        match &self.annotation {
            AnnotationProgress::Taken {
                annotation,
                is_asked_again: false,
            } => annotation.without_rebuttals().collect(),
            AnnotationProgress::Awaited
            | AnnotationProgress::Taken { .. }
            | AnnotationProgress::Failed => Vec::new(),
        }
    }

    /// Whether an annotation is still to come: the house says nothing of its verdict before.
    pub(super) fn is_annotation_awaited(&self) -> bool {
        let is_settled = match &self.annotation {
            AnnotationProgress::Awaited => false,
            AnnotationProgress::Taken { .. } => self.unanswering_sides().is_empty(),
            AnnotationProgress::Failed => true,
        };
        let is_heard = |side: &Side| self.spoken_by(&side.id).any(|turn| !turn.is_empty());
        !is_settled
            && self
                .annotated_sides()
                .is_some_and(|sides| sides.into_iter().all(is_heard))
    }

    /// The count of the annotation, where it is in.
    pub fn annotation_count(&self) -> Option<AnnotationCount<'_>> {
        let annotation = self.annotation()?;
        let sides = annotation.sides.iter();
        // The last group in which each side has spoken.
        let last: BTreeMap<&str, u32> = sides
            .filter_map(|one| {
                let spoken = self.spoken_by(&one.side);
                let last = spoken.map(|turn| self.group_of(turn)).max()?;
                Some((one.side.as_str(), last))
            })
            .collect();
        Some(AnnotationCount::of(annotation, &|side, claim| {
            self.is_unanswerable(side, claim, &last)
        }))
    }

    /// Whether no other side has spoken after a claim. What is put in the speech of somebody else can be answered there.
    fn is_unanswerable(
        &self,
        side: &str,
        claim: &AnnotatedClaim,
        last: &BTreeMap<&str, u32>,
    ) -> bool {
        let own = self.turn(claim.turn);
        let Some(own) = own.filter(|turn| turn.seat.group() == side) else {
            return false;
        };
        let made = self.group_of(own);
        let others = last.iter().filter(|(other, _)| **other != side);
        others.into_iter().all(|(_, last)| *last <= made)
    }

    /// The turns of a side that the house has heard, and that count.
    pub(super) fn spoken_by<'a>(&'a self, side: &'a str) -> impl Iterator<Item = &'a Turn> {
        self.speeches()
            .filter(move |turn| turn.seat.group() == side)
    }

    /// The group of a turn in the plan.
    pub(super) fn group_of(&self, turn: &Turn) -> u32 {
        self.slot_of(turn).map_or(0, |slot| slot.group)
    }

    /// Whether whoever has one turn has heard the other, or it is the same.
    pub(super) fn is_heard_in(&self, said: TurnId, turn: TurnId) -> bool {
        let groups = [said, turn].map(|id| self.turn(id).map(|turn| self.group_of(turn)));
        said == turn || matches!(groups, [Some(said), Some(turn)] if said < turn)
    }
}
