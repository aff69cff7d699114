//! The nodes of the list of both sides' claims and rebuttals, which is made before the verdict: it has the very words of
//! both, so that what a rebuttal answers need not be guessed.

use std::collections::BTreeSet;

use super::{
    draft::{MapDraft, is_said_in},
    node::{EdgeKind, MapNode, MapNodeId, NodeKind},
    speeches::is_drawn,
};
use crate::{
    debate::{annotation::AnnotatedRebuttal, ids::TurnId},
    similarity::contains_claim,
    text::content::content_words,
};

/// The fewest content words of a claim that is known again in a longer one.
const FEWEST: usize = 2;

/// Puts the claims and rebuttals of the list on the map, but for those that stand there in the clerk's words.
pub(super) fn add(draft: &mut MapDraft<'_>) {
    let Some(annotation) = draft.state.annotation() else {
        return;
    };
    for side in &annotation.sides {
        for (number, claim) in (0..).zip(&side.claims) {
            let id = MapNodeId::ListedClaim(side.side.clone(), number);
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
    let id = MapNodeId::ListedTarget(side.to_owned(), number);
    let to = claimed(draft, id, rebuttal.answered_turn, (&listed.answers, ""));
    let id = MapNodeId::ListedRebuttal(side.to_owned(), number);
    let from = claimed(draft, id, rebuttal.turn, (&listed.words, "answered"));
    if let (Some(from), Some(to)) = (from, to) {
        draft.join(from, to, EdgeKind::Answers);
    }
}

/// The claim of a turn with these words: the one that stands there, or else a new one. `None` while the clerk has not read
/// the turn, or where there is no such turn.
fn claimed(
    draft: &mut MapDraft<'_>,
    id: MapNodeId,
    turn: TurnId,
    (text, how): (&str, &'static str),
) -> Option<usize> {
    let turn = draft.state.turn(turn).filter(|turn| is_drawn(turn))?;
    let words = content_words([text]);
    let of_turn = draft
        .nodes()
        .filter(|(_, node)| node.is_claim() && is_said_in(node, turn.id) && node.seat == turn.seat);
    let same = of_turn.filter_map(|(at, node)| {
        let known = content_words([node.text.as_str()]);
        let shared = words.intersection(&known).count();
        says_the_same(&words, &known).then_some((shared, at))
    });
    let known = same.max().map(|(_, at)| at);
    known.or_else(|| {
        let node = MapNode::new(id, NodeKind::Claim, &turn.seat, text);
        Some(draft.add(node.in_turn(turn.id).doing(how)))
    })
}

/// Whether one of two texts of a speech says what the other says, by their content words: a short one says no more than
/// the other where all of its words stand there.
fn says_the_same(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let is_part = one.is_subset(other) || other.is_subset(one);
    let is_short = is_part && one.len().min(other.len()) >= FEWEST;
    is_short || contains_claim(one, other) || contains_claim(other, one)
}
