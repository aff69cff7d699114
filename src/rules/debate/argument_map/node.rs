//! The parts of an argument map: its nodes, and the edges between them.

use crate::debate::{
    granted::GrantExtent,
    ids::{InterventionId, PoiId, Seat, TurnId},
    outcome::ArgumentStatus,
    scores::Standing,
};

/// The identity of a node: the same from the moment it is on the map.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MapNodeId {
    /// An argument that was handed in, by its id.
    Argument(String),
    /// The response of a turn to an argument.
    Response(TurnId, String),
    /// The reply of a turn to what was said about an argument of its own.
    Reply(TurnId, String),
    /// An argument that a closing says was not rebutted, by its place there.
    Kept(TurnId, u32),
    /// Something that a closing concedes, by its place there.
    Conceded(TurnId, u32),
    /// A sentence of a speech that takes up arguments or comes back to them, by its place there.
    Sentence(TurnId, u32),
    /// A claim of a speech, as the clerk took it down.
    Claim(TurnId, u32),
    /// A point of another speaker that a speech grants, as the clerk took it down.
    Granted(TurnId, u32),
    /// A claim in the list of both sides' claims, by side and place.
    ListedClaim(String, u32),
    /// A rebuttal in that list.
    ListedRebuttal(String, u32),
    /// The words that such a rebuttal answers.
    ListedTarget(String, u32),
    /// A question of one speaker to another.
    Question(TurnId),
    /// The answer to it.
    Answer(TurnId),
    /// A point of information.
    Point(PoiId),
    /// The answer to a point of information.
    PointAnswer(PoiId),
    /// Something that the viewer brought in against a node.
    Intervention(InterventionId),
    /// The answer to a question of the viewer's.
    InterventionAnswer(InterventionId),
}

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// Something that its speaker argues for, handed in or taken down: it has a status.
    Claim,
    /// Something that answers a claim, or an answer to that.
    Answer,
    /// Something by which a claim is granted.
    Concession,
    /// A question.
    Question,
    /// A point of information.
    Point,
    /// Evidence of the viewer's.
    Evidence,
}

impl NodeKind {
    /// The word of the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::Claim => "claim",
            Self::Answer => "answer",
            Self::Concession => "concession",
            Self::Question => "question",
            Self::Point => "point",
            Self::Evidence => "evidence",
        }
    }
}

/// A node of an argument map: something that was said, by whom, where, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct MapNode {
    /// The identity of the node.
    pub id: MapNodeId,
    /// The kind of the node.
    pub kind: NodeKind,
    /// The number of an argument, `PRO-1`; empty for everything else.
    pub label: String,
    /// The seat of whoever said it.
    pub seat: Seat,
    /// The turn in which it was said; `None` for what the viewer brought in.
    pub turn: Option<TurnId>,
    /// The words of the node, whole.
    pub text: String,
    /// What goes with the words, each with its name: the reasons, the evidence, the question.
    pub details: Vec<(&'static str, String)>,
    /// What it does to the node that it is about, as it is told before "by": "challenged", "answered"; empty where it is about none.
    pub how: &'static str,
    /// The seat of whoever it is about, where it is known of whom and not of which claim.
    pub whom: Option<Seat>,
    /// The status of a claim by what is on the record so far; `None` for what is no claim.
    pub status: Option<ArgumentStatus>,
    /// The standing of a claim, in the view of most judges.
    pub standing: Option<Standing>,
    /// The reason for the standing, in the words of a judge.
    pub reason: String,
}

impl MapNode {
    /// A node with nothing but its words.
    pub(super) fn new(id: MapNodeId, kind: NodeKind, seat: &Seat, text: &str) -> Self {
        Self {
            id,
            kind,
            label: String::new(),
            seat: seat.clone(),
            turn: None,
            text: text.trim().to_owned(),
            details: Vec::new(),
            how: "",
            whom: None,
            status: None,
            standing: None,
            reason: String::new(),
        }
    }

    /// The same, said in a turn.
    pub(super) fn in_turn(mut self, turn: TurnId) -> Self {
        self.turn = Some(turn);
        self
    }

    /// The same, with what it does to the node that it is about.
    pub(super) fn doing(mut self, how: &'static str) -> Self {
        self.how = how;
        self
    }

    /// The same, with something that goes with the words, where there is any of it.
    pub(super) fn with(mut self, name: &'static str, text: &str) -> Self {
        if crate::text::has_words(text) {
            self.details.push((name, text.trim().to_owned()));
        }
        self
    }

    /// Whether it is a claim.
    pub fn is_claim(&self) -> bool {
        self.kind == NodeKind::Claim
    }

    /// The words for what has become of a claim: its standing where it was judged, or else its status; nothing for what
    /// is no claim.
    pub fn told(&self, is_over: bool) -> &'static str {
        match (self.standing, self.status) {
            (Some(standing), _) => standing.describe(),
            (None, Some(status)) => status.told(is_over),
            (None, None) => "",
        }
    }
}

/// The relation of a node to an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeKind {
    /// It is said against it, or in answer to it.
    Answers,
    /// It is said for it, by its own side.
    Supports,
    /// It grants it.
    Concedes(GrantExtent),
    /// It is a point of information against it.
    PointAgainst,
}

impl EdgeKind {
    /// The word of the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::Answers => "answers",
            Self::Supports => "supports",
            Self::Concedes(_) => "concedes",
            Self::PointAgainst => "point_against",
        }
    }
}

/// An edge of an argument map, from what was said later to what was said before, by their places among the nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapEdge {
    /// The place of the later node.
    pub from: usize,
    /// The place of the earlier node.
    pub to: usize,
    /// The relation of the later node to the earlier one.
    pub kind: EdgeKind,
}
