//! The annotation of a debate: the claims of each side, and what each has said against the other, in the words in which
//! they were said. A model lists them and says of what kind each is; who is ahead by them is counted in
//! `annotation_count`. When it is asked for, and what of it is missing, `annotated` says.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    answer::{ListedClaim, ListedRebuttal},
    ids::TurnId,
};

/// A claim that its side has made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotatedClaim {
    /// The first speech in which the words stand.
    pub turn: TurnId,
    /// The claim, as it was listed.
    #[serde(flatten)]
    pub listed: ListedClaim,
}

/// An answer of one side to something that the other has said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotatedRebuttal {
    /// The first speech in which the words stand, of those that could answer.
    pub turn: TurnId,
    /// The speech of the other side in which the words stand that are answered.
    pub answered_turn: TurnId,
    /// The rebuttal, as it was listed.
    #[serde(flatten)]
    pub listed: ListedRebuttal,
}

/// The claims and the rebuttals of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideAnnotation {
    /// The side, by its id.
    pub side: String,
    /// The claims of the side, in the order in which they were listed.
    #[serde(default)]
    pub claims: Vec<AnnotatedClaim>,
    /// The answers of the side to the other, in the order in which they were listed.
    #[serde(default)]
    pub rebuttals: Vec<AnnotatedRebuttal>,
}

/// The annotation of a debate, as far as it stands on the record.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Annotation {
    /// The sides, in the order of the format.
    pub sides: Vec<SideAnnotation>,
    /// The number of entries that were left out: their words do not stand in the record, nothing was said before that
    /// they could answer, or they stand in the list twice.
    #[serde(default)]
    pub left_out: u32,
}

impl Annotation {
    /// The sides that answer nothing of what the other has said, by their ids.
    pub fn without_rebuttals(&self) -> impl Iterator<Item = &str> {
        let silent = self.sides.iter().filter(|one| one.rebuttals.is_empty());
        silent.map(|one| one.side.as_str())
    }

    /// Adds the rebuttals of another one, found later: those that are not there yet.
    pub fn add_rebuttals(&mut self, later: &Self) {
        self.left_out = self.left_out.saturating_add(later.left_out);
        for found in &later.sides {
            let Some(own) = self.sides.iter_mut().find(|own| own.side == found.side) else {
                continue;
            };
            own.rebuttals.extend(found.rebuttals.iter().cloned());
        }
        self.leave_out_repeated();
    }

    /// Leaves out what stands in a list twice.
    pub(super) fn leave_out_repeated(&mut self) {
        let mut repeated = 0;
        for side in &mut self.sides {
            let before = side.claims.len() + side.rebuttals.len();
            let mut known = BTreeSet::new();
            let claims = &mut side.claims;
            claims.retain(|one| known.insert(bare(&one.listed.words)));
            let mut known = BTreeSet::new();
            let rebuttals = &mut side.rebuttals;
            rebuttals.retain(|one| {
                let ListedRebuttal { answers, words, .. } = &one.listed;
                known.insert((bare(answers), bare(words)))
            });
            repeated += before - side.claims.len() - side.rebuttals.len();
        }
        let repeated = u32::try_from(repeated).unwrap_or(u32::MAX);
        self.left_out = self.left_out.saturating_add(repeated);
    }
}

/// The words of a text, by which two are the same.
fn bare(text: &str) -> Vec<String> {
    crate::text::words(text).map(str::to_lowercase).collect()
}

/// The progress of the annotation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum AnnotationProgress {
    /// An annotation that nobody has made yet.
    #[default]
    Awaited,
    /// An annotation that stands on the record.
    Taken {
        /// The claims and rebuttals.
        annotation: Annotation,
        /// Whether the rebuttals of sides that had none were asked for once more.
        is_asked_again: bool,
    },
    /// No annotation could be had.
    Failed,
}
