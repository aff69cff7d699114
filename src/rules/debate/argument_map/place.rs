//! The place of a node in the transcript: the entry, and the words by which it is found there.

use super::node::{MapNode, MapNodeId};
use crate::{
    debate::state::{DebateState, TranscriptEntry, Turn},
    text::{
        content::content_words,
        sentence::{self, sentences},
    },
};

impl DebateState {
    /// The place of a node in the transcript, and the words that stand there, as they were said: of a claim that the clerk
    /// took down in words of their own the sentence of the speech that says most of it, or nothing where none says any of
    /// it.
    pub fn place_on_record(&self, node: &MapNode) -> Option<(TranscriptEntry, String)> {
        if let MapNodeId::Intervention(id) | MapNodeId::InterventionAnswer(id) = &node.id {
            let words = first_sentence(&node.text);
            return Some((TranscriptEntry::Intervention(*id), words));
        }
        let turn = self.turn(node.turn?)?;
        let words = match &node.id {
            MapNodeId::Claim(..) => said_in(turn, node),
            MapNodeId::Argument(_)
            | MapNodeId::Response(..)
            | MapNodeId::Reply(..)
            | MapNodeId::Kept(..)
            | MapNodeId::Conceded(..)
            | MapNodeId::Sentence(..)
            | MapNodeId::Granted(..)
            | MapNodeId::ListedClaim(..)
            | MapNodeId::ListedRebuttal(..)
            | MapNodeId::ListedTarget(..)
            | MapNodeId::Question(_)
            | MapNodeId::Answer(_)
            | MapNodeId::Point(_)
            | MapNodeId::PointAnswer(_)
            | MapNodeId::Intervention(_)
            | MapNodeId::InterventionAnswer(_) => first_sentence(&node.text),
        };
        Some((TranscriptEntry::Turn(turn.id), words))
    }
}

fn first_sentence(text: &str) -> String {
    sentences(text)
        .first()
        .map_or_else(String::new, |one| (*one).to_owned())
}

/// The sentence of a speech that has most of the words of a claim; of several the first.
fn said_in(turn: &Turn, node: &MapNode) -> String {
    let claim = content_words([node.text.as_str()]);
    let said = sentence::sentences(&turn.text).into_iter();
    let shared = said.map(|one| (content_words([one]).intersection(&claim).count(), one));
    let best = shared.rev().max_by_key(|(shared, _)| *shared);
    let best = best.filter(|(shared, _)| *shared > 0);
    best.map_or_else(String::new, |(_, one)| one.to_owned())
}
