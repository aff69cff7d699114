//! The nodes of points of information, and of what the viewer brought in against a node.

use super::{
    draft::MapDraft,
    node::{EdgeKind, MapNode, MapNodeId, NodeKind},
    speeches::is_drawn,
};
use crate::{
    debate::{
        ids::Seat,
        state::{Intervention, InterventionProgress, Matter, Poi, PoiStatus, Turn},
    },
    similarity::LEAST_TEXT,
    text::{count_words, has_words},
};

/// Puts the points of information of a turn on the map. Which claim of the turn one is against is known once the turn was
/// read.
pub(super) fn add_points(draft: &mut MapDraft<'_>, turn: &Turn) {
    let state = draft.state;
    for point in turn.points.iter().filter_map(|id| state.point(*id)) {
        let id = MapNodeId::Point(point.id);
        let mut node = MapNode::new(id, NodeKind::Point, &point.from, &point.text)
            .in_turn(turn.id)
            .doing(how(point));
        let words = draft.words(&[&point.text]);
        let to = is_drawn(turn)
            .then(|| {
                draft.nearest(&words, |_, node| {
                    node.turn == Some(turn.id) && node.seat == point.to
                })
            })
            .flatten();
        if to.is_none() {
            node.whom = Some(point.to.clone());
        }
        let at = draft.add(node);
        if let Some(to) = to {
            draft.join(at, to, EdgeKind::PointAgainst);
        }
        let Some(answer) = point.answer().filter(|text| has_words(text)) else {
            continue;
        };
        let id = MapNodeId::PointAnswer(point.id);
        let node = MapNode::new(id, NodeKind::Answer, &point.to, answer)
            .in_turn(turn.id)
            .doing("answered");
        let answer = draft.add(node);
        draft.join(answer, at, EdgeKind::Answers);
    }
}

fn how(point: &Poi) -> &'static str {
    match point.status {
        PoiStatus::Declined { .. } => "declined point of information",
        PoiStatus::Offered
        | PoiStatus::Taken
        | PoiStatus::Accepted
        | PoiStatus::Answered { .. } => "point of information",
    }
}

/// Puts what the viewer brought in on the map, where it quotes a node.
pub(super) fn add_brought_in(draft: &mut MapDraft<'_>, item: &Intervention) {
    let text = in_a_row(&item.text);
    let quoted = draft.nodes().filter(|(_, node)| {
        count_words(&node.text) as usize >= LEAST_TEXT && text.contains(&in_a_row(&node.text))
    });
    let Some(to) = quoted
        .max_by_key(|(_, node)| node.text.len())
        .map(|(at, _)| at)
    else {
        return;
    };
    let (kind, how) = match item.matter {
        Matter::Evidence { .. } => (NodeKind::Evidence, "evidence brought"),
        Matter::Question { .. } | Matter::Clarification => (NodeKind::Question, "asked"),
        // It is drawn where it is put.
        Matter::GalleryPoint => return,
    };
    // What stands behind the quotation is the viewer's own.
    let quoted = draft.node(to).map(|node| in_a_row(&node.text));
    let own = quoted.and_then(|quoted| Some(text.split_once(&quoted)?.1.to_owned()));
    let own = own.map(|own| own.trim_start_matches(['”', '"', ')', ':', ' ']).to_owned());
    let own = own.filter(|own| has_words(own)).unwrap_or(text);
    let gallery = Seat::gallery();
    let node = MapNode::new(MapNodeId::Intervention(item.id), kind, &gallery, &own)
        .doing(how)
        .with("Source", item.source());
    let at = draft.add(node);
    draft.join(at, to, EdgeKind::Answers);
    if let InterventionProgress::Done {
        answer: Some(answer),
    } = &item.progress
        && let Some(seat) = &item.seat
    {
        let id = MapNodeId::InterventionAnswer(item.id);
        let node = MapNode::new(id, NodeKind::Answer, seat, answer).doing("answered");
        let answer = draft.add(node);
        draft.join(answer, at, EdgeKind::Answers);
    }
}

fn in_a_row(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
