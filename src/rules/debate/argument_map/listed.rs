//! The nodes of the list of both sides' claims and rebuttals, which is made before the verdict: it has the very words of
//! both, so that what a rebuttal answers need not be guessed.

use std::collections::BTreeSet;

use super::{
    draft::{MapDraft, is_said_in},
    node::{EdgeKind, MapNode, NodeId, NodeKind},
    speeches::is_drawn,
};
use crate::{
    debate::{annotation::AnnotatedRebuttal, ids::TurnId},
    similarity::contains_claim,
};

/// Puts the claims and rebuttals of the list on the map, but for those that stand there in the clerk's words.
pub(super) fn add(draft: &mut MapDraft<'_>) {
    let Some(annotation) = draft.state.annotation() else {
        return;
    };
    for side in &annotation.sides {
        for (number, claim) in (0..).zip(&side.claims) {
            let id = NodeId::ListedClaim(side.side.clone(), number);
            claimed(draft, id, claim.turn, (&claim.listed.words, ""));
        }
    }
    for side in &annotation.sides {
        for (number, rebuttal) in (0..).zip(&side.rebuttals) {
            rebutted(draft, &side.side, (number, rebuttal));
        }
    }
}

fn rebutted(draft: &mut MapDraft<'_>, side: &str, (number, rebuttal): (u32, &AnnotatedRebuttal)) {
    let listed = &rebuttal.listed;
    let id = NodeId::ListedTarget(side.to_owned(), number);
    let to = claimed(draft, id, rebuttal.answered_turn, (&listed.answers, ""));
    let id = NodeId::ListedRebuttal(side.to_owned(), number);
    let from = claimed(draft, id, rebuttal.turn, (&listed.words, "answered"));
    if let (Some(from), Some(to)) = (from, to) {
        draft.join(from, to, EdgeKind::Answers);
    }
}

/// The claim of a turn with these words: the one that stands there, or else a new one. `None` while the clerk has not read
/// the turn, or where there is no such turn.
fn claimed(
    draft: &mut MapDraft<'_>,
    id: NodeId,
    turn: TurnId,
    (text, how): (&str, &'static str),
) -> Option<usize> {
    let turn = draft.state.turn(turn).filter(|turn| is_drawn(turn))?;
    let words = draft.words(&[text]);
    let of_turn = |node: &MapNode| is_said_in(node, turn.id) && node.seat == turn.seat;
    let known = draft.nearest(&words, |node| {
        of_turn(node) && says_the_same(&words, &draft.words(&[&node.text]))
    });
    known.or_else(|| {
        let node = MapNode::new(id, NodeKind::Claim, &turn.seat, text);
        Some(draft.add(node.in_turn(turn.id).doing(how)))
    })
}

fn says_the_same(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    contains_claim(one, other) || contains_claim(other, one)
}
