//! The nodes of what is handed in: arguments, responses to them, replies, and what closings say of them.

use super::{
    draft::MapDraft,
    node::{EdgeKind, MapNode, MapNodeId, NodeKind},
};
use crate::debate::{
    granted::{Grant, GrantExtent, GrantStanding},
    grants::GrantPlace,
    ids::Seat,
    state::Turn,
    trace::TracedArgument,
    written::{ClosingStatement, Response, ResponseType, Work, names_argument},
};

/// Puts what a turn has handed in on the map.
pub(super) fn add(
    draft: &mut MapDraft<'_>,
    turn: &Turn,
    work: &Work,
    trace: &[TracedArgument<'_>],
) {
    match work {
        Work::Arguments(all) => {
            for argument in all {
                let of_it = |row: &&TracedArgument<'_>| row.argument.id == argument.id;
                if let Some(row) = trace.iter().find(of_it) {
                    draft.add(argued(turn, row));
                }
            }
        }
        Work::CrossExamination(all) => {
            for (id, response) in all {
                responded(draft, turn, id, response, trace);
            }
        }
        Work::Replies(all) => {
            for (id, answer) in all {
                let Some(argument) = draft.argument(id) else {
                    continue;
                };
                let node_id = MapNodeId::Reply(turn.id, id.clone());
                let node = MapNode::new(node_id, NodeKind::Answer, &turn.seat, answer)
                    .in_turn(turn.id)
                    .doing("answered");
                let at = draft.add(node);
                // One answer to all who have questioned it.
                let against = draft.state.questions_to(&turn.seat);
                let against = against.iter().filter(|(one, ..)| &one.id == id);
                let asked: Vec<usize> = against
                    .filter_map(|(_, by, _)| response_of(draft, by, id))
                    .collect();
                for to in asked {
                    draft.join(at, to, EdgeKind::Answers);
                }
                draft.join(at, argument, EdgeKind::Supports);
            }
        }
        Work::Closing(closing) => closed(draft, turn, closing),
        Work::Framing(_) | Work::Synthesis(_) => {}
    }
}

fn argued(turn: &Turn, row: &TracedArgument<'_>) -> MapNode {
    let argument = row.argument;
    let id = MapNodeId::Argument(argument.id.clone());
    let node = MapNode::new(id, NodeKind::Claim, &turn.seat, &argument.claim)
        .in_turn(turn.id)
        .with("Because", &argument.reasoning)
        .with("Evidence", &argument.evidence);
    MapNode {
        label: argument.id.clone(),
        status: Some(row.status()),
        standing: row.standing,
        reason: row.reason.trim().to_owned(),
        ..node
    }
}

fn responded(
    draft: &mut MapDraft<'_>,
    turn: &Turn,
    id: &str,
    response: &Response,
    trace: &[TracedArgument<'_>],
) {
    let Some(argument) = draft.argument(id) else {
        return;
    };
    let row = trace.iter().find(|row| row.argument.id == id);
    let mut met = row.into_iter().flat_map(|row| &row.met);
    let met = met.find(|met| met.by == &turn.seat);
    let how = met.map_or_else(|| response.response_type.past(), |met| met.how());
    let is_taken_back = met.is_some_and(|met| met.taken_back.is_some());
    let edge = match response.response_type {
        ResponseType::Concede if !is_taken_back => EdgeKind::Concedes(GrantExtent::Whole),
        ResponseType::Partial if !is_taken_back => EdgeKind::Concedes(GrantExtent::Part),
        ResponseType::Refute
        | ResponseType::Challenge
        | ResponseType::Concede
        | ResponseType::Partial => EdgeKind::Answers,
    };
    let kind = match edge {
        EdgeKind::Concedes(_) => NodeKind::Concession,
        EdgeKind::Answers | EdgeKind::Supports | EdgeKind::PointAgainst => NodeKind::Answer,
    };
    let node_id = MapNodeId::Response(turn.id, id.to_owned());
    let node = MapNode::new(node_id, kind, &turn.seat, &response.reasoning)
        .in_turn(turn.id)
        .doing(how)
        .with("Asks", &response.follow_up_question)
        .with(
            "Taken back",
            met.and_then(|met| met.taken_back).unwrap_or_default(),
        );
    let at = draft.add(node);
    draft.join(at, argument, edge);
}

/// The response of a seat to an argument.
fn response_of(draft: &MapDraft<'_>, by: &Seat, argument: &str) -> Option<usize> {
    let is_it = |node: &MapNode| {
        &node.seat == by && matches!(&node.id, MapNodeId::Response(_, id) if id == argument)
    };
    let mut nodes = draft.nodes();
    nodes.find(|(_, node)| is_it(node)).map(|(at, _)| at)
}

/// What a closing says of arguments: of its own, that they were not rebutted, and of the others', that they hold.
fn closed(draft: &mut MapDraft<'_>, turn: &Turn, closing: &ClosingStatement) {
    for (number, text) in (0..).zip(&closing.not_rebutted) {
        let is_own = |node: &MapNode| node.seat.group() == turn.seat.group();
        let Some(argument) = named(draft, text, is_own) else {
            continue;
        };
        let id = MapNodeId::Kept(turn.id, number);
        let node = MapNode::new(id, NodeKind::Answer, &turn.seat, text)
            .in_turn(turn.id)
            .doing("maintained");
        let at = draft.add(node);
        draft.join(at, argument, EdgeKind::Supports);
    }
    let state = draft.state;
    let grants = state.grants();
    for grant in &grants {
        if let GrantPlace::Closing {
            turn: of,
            concession,
        } = &grant.place
            && *of == turn.id
        {
            granted(draft, turn, (*concession, grant));
        }
    }
}

fn granted(draft: &mut MapDraft<'_>, turn: &Turn, (number, grant): (u32, &Grant<'_>)) {
    let back = match draft.state.grant_standing(grant) {
        GrantStanding::Disputed(disputes) => {
            let mut own = disputes.into_iter().filter(|(by, _)| *by == grant.by);
            own.next().map(|(_, what)| what)
        }
        GrantStanding::Agreed | GrantStanding::Unconfirmed(_) => None,
    };
    let (kind, how, edge) = match back {
        None => (
            NodeKind::Concession,
            "conceded",
            EdgeKind::Concedes(grant.extent),
        ),
        Some(_) => (
            NodeKind::Answer,
            "conceded and taken back",
            EdgeKind::Answers,
        ),
    };
    let id = MapNodeId::Conceded(turn.id, number);
    let mut node = MapNode::new(id, kind, &turn.seat, grant.claim)
        .in_turn(turn.id)
        .doing(how)
        .with("Taken back", back.unwrap_or_default());
    let to = grant.argument.and_then(|one| draft.argument(&one.id));
    if to.is_none() {
        node.whom = grant.owner.cloned();
    }
    let at = draft.add(node);
    if let Some(to) = to {
        draft.join(at, to, edge);
    }
}

/// The first argument of those that are meant that a text names.
fn named(draft: &MapDraft<'_>, text: &str, is_meant: impl Fn(&MapNode) -> bool) -> Option<usize> {
    let mut nodes = draft.nodes().filter(|(_, node)| is_meant(node));
    let named = |node: &MapNode| !node.label.is_empty() && names_argument(text, &node.label);
    nodes.find(|(_, node)| named(node)).map(|(at, _)| at)
}
