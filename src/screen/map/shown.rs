//! The map as it is shown: its nodes with their words, colours and signs, made once for every change of the map.

use crate::{
    blocks::Builder,
    catalog::Stance,
    debate::{
        DebateState,
        argument_map::{ArgumentMap, EdgeKind, MapNode, MapNodeId},
        ids::Seat,
        outcome::ArgumentStatus,
        scores::Standing,
    },
    labels,
    style::StyleRole,
};

/// What has become of a claim: its sign, its words and its colour.
#[derive(Debug, Clone)]
pub(super) struct ShownStatus {
    /// The sign.
    pub(super) sign: &'static str,
    /// The words.
    pub(super) words: &'static str,
    /// The colour.
    pub(super) role: StyleRole,
}

/// What a claim has come to so far; nothing of it where it is no claim.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ClaimCourse {
    /// Whether it stands so far.
    pub(super) stands: bool,
    /// Whether it has no answer yet: it was never taken up, or not answered when it was.
    pub(super) is_unanswered: bool,
    /// Whether the other side has granted it, whole or in part.
    pub(super) is_conceded: bool,
}

/// A node as it is shown.
#[derive(Debug, Clone)]
pub(super) struct ShownNode {
    /// The identity of the node.
    pub(super) id: MapNodeId,
    /// The seat of whoever said it.
    pub(super) seat: Seat,
    /// The colour of whoever said it.
    pub(super) role: StyleRole,
    /// The words before its own.
    pub(super) lead: String,
    /// Its own words, in one row.
    pub(super) text: String,
    /// What has become of it; `None` for what is no claim.
    pub(super) status: Option<ShownStatus>,
    /// Whether it stands against the motion, where there are two sides.
    pub(super) is_against: bool,
    /// What a claim has come to, for the filters.
    pub(super) course: ClaimCourse,
    /// The place of the node above it.
    pub(super) parent: Option<usize>,
    /// The places of the nodes below it.
    pub(super) children: Vec<usize>,
}

/// A title with the nodes at the top of the tree that belong to it.
#[derive(Debug, Clone)]
pub(super) struct ShownGroup {
    /// The title.
    pub(super) title: String,
    /// The colour of the title.
    pub(super) role: StyleRole,
    /// The places of its nodes.
    pub(super) roots: Vec<usize>,
}

/// The map as it is shown.
#[derive(Debug, Clone, Default)]
pub(super) struct ShownMap {
    /// All nodes, in the order in which they were said.
    pub(super) nodes: Vec<ShownNode>,
    /// The titles.
    pub(super) groups: Vec<ShownGroup>,
    /// Whether it can be shown in two columns, for and against.
    pub(super) has_columns: bool,
    /// How much is on it.
    pub(super) summary: String,
    /// What is said where nothing is on it.
    pub(super) empty: &'static str,
    /// How it is made.
    pub(super) made: &'static str,
    /// Everybody who has said something on it, with their names, in the order of the line-up.
    pub(super) speakers: Vec<(Seat, String)>,
}

impl ShownMap {
    /// The map of a debate.
    pub(super) fn of(state: &DebateState, map: &ArgumentMap) -> Self {
        let builder = Builder::of(state);
        let mut children = map.children();
        let mut conceded = vec![false; map.nodes.len()];
        for edge in &map.edges {
            if let (EdgeKind::Concedes(_), Some(is)) = (edge.kind, conceded.get_mut(edge.to)) {
                *is = true;
            }
        }
        let nodes = map.nodes.iter().enumerate().map(|(at, node)| ShownNode {
            id: node.id.clone(),
            seat: node.seat.clone(),
            role: labels::role(state, &node.seat),
            lead: builder.map_lead(node),
            text: node.text.split_whitespace().collect::<Vec<_>>().join(" "),
            status: status(node, state.is_closed()),
            is_against: state.stance(&node.seat) == Some(Stance::Against),
            course: ClaimCourse {
                stands: stands(node),
                is_unanswered: matches!(
                    node.status,
                    Some(ArgumentStatus::Untouched | ArgumentStatus::TakenUp)
                ),
                is_conceded: conceded.get(at).copied().unwrap_or_default(),
            },
            parent: map.parent(at),
            children: children.get_mut(at).map(std::mem::take).unwrap_or_default(),
        });
        let mut nodes: Vec<ShownNode> = nodes.collect();
        // What the viewer brings in stands beside what it is about.
        for at in 0..nodes.len() {
            let parent = nodes.get(at).and_then(|node| node.parent);
            let above = parent.and_then(|above| nodes.get(above));
            let is_against = above.is_some_and(|above| !above.is_against);
            if let Some(node) = nodes.get_mut(at).filter(|node| node.seat.is_gallery()) {
                node.is_against = is_against;
            }
        }
        let groups = builder.map_groups(map).into_iter().map(|group| ShownGroup {
            title: group.title,
            role: labels::role(state, &group.seat),
            roots: group.roots,
        });
        let speakers = state.speakers().iter();
        let speakers = speakers.filter(|one| map.nodes.iter().any(|node| node.seat == one.seat));
        let speakers = speakers.map(|one| (one.seat.clone(), one.card.name.clone()));
        Self {
            groups: groups.collect(),
            has_columns: builder.has_two_sides() && !nodes.is_empty(),
            summary: Builder::map_in_short(map),
            empty: builder.map_empty(),
            made: builder.map_made(),
            speakers: speakers.collect(),
            nodes,
        }
    }

    /// The place of a node.
    pub(super) fn place(&self, id: &MapNodeId) -> Option<usize> {
        self.nodes.iter().position(|node| &node.id == id)
    }

    /// The place of the node above one.
    pub(super) fn parent(&self, at: usize) -> Option<usize> {
        self.nodes.get(at)?.parent
    }
}

fn status(node: &MapNode, is_over: bool) -> Option<ShownStatus> {
    let words = node.told(is_over);
    let (sign, role) = match (node.standing, node.status?) {
        (Some(standing), _) => labels::standing(standing),
        (None, status) => labels::status(status),
    };
    Some(ShownStatus { sign, words, role })
}

/// Whether a claim stands so far: nobody has granted it away, nothing against it is without an answer, and no judge has
/// found it refuted or uncertain.
fn stands(node: &MapNode) -> bool {
    match (node.standing, node.status) {
        (Some(Standing::Upheld | Standing::PartiallyUpheld), Some(_))
        | (None, Some(ArgumentStatus::Untouched | ArgumentStatus::Answered)) => true,
        (Some(Standing::Refuted | Standing::Uncertain), _)
        | (None, Some(ArgumentStatus::Granted | ArgumentStatus::TakenUp))
        | (_, None) => false,
    }
}
