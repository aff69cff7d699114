//! The model's memory of prompts: keys and values of attention, kept as a tree of stretches of tokens, so that prompts
//! with the same beginning share it and nothing is read twice. (The idea is that of RadixAttention: Zheng et al.,
//! "SGLang: Efficient Execution of Structured Language Model Programs", 2024, §3.)
//!
//! A stretch belongs to whoever writes it until it is sealed; from then on it is shared and never changes,
//! except that it can be split in two where two prompts part. What nobody uses is forgotten, the oldest first,
//! when there is no more room.

use half::{f16, slice::HalfFloatSliceExt};

use crate::Error;

/// The sizes that a model gives its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dimensions {
    /// Layers of the network.
    pub layers: usize,
    /// Heads of keys and values in each.
    pub heads: usize,
    /// Numbers in each head.
    pub width: usize,
}

/// A stretch of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeId(usize);

#[derive(Debug)]
struct Node {
    tokens: Vec<u32>,
    /// The keys of each layer: heads × room × width. Half as exact as they were made, as is usual.
    keys: Vec<Vec<f16>>,
    values: Vec<Vec<f16>>,
    room: usize,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// The number of sequences that end here.
    users: usize,
    /// Whether it may be shared and may no longer grow.
    sealed: bool,
    used_at: u64,
}

/// The agreement of a branch of the tree with a prompt.
#[derive(Debug, Clone, Copy)]
struct End {
    /// The stretch that it ends in.
    id: NodeId,
    /// The number of tokens of that stretch that agree, and whether these are all.
    common: usize,
    whole: bool,
    /// The number of tokens that agree from the beginning on.
    known: usize,
}

/// The cache: a tree of tokens, in which sequences share their beginnings.
#[derive(Debug)]
pub struct Cache {
    nodes: Vec<Option<Node>>,
    roots: Vec<NodeId>,
    dimensions: Dimensions,
    /// The most tokens that are kept when nobody needs more.
    most: usize,
    clock: u64,
}

/// Keys and values of one layer over one stretch: heads × room × width each, of which the first `length` of
/// each head are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch<'a> {
    keys: &'a [f16],
    values: &'a [f16],
    room: usize,
    width: usize,
    /// The number of tokens.
    pub(crate) length: usize,
}

impl<'a> Stretch<'a> {
    /// The keys and values of one head: length × width each.
    pub(crate) fn head(&self, head: usize) -> (&'a [f16], &'a [f16]) {
        let from = head * self.room * self.width;
        let to = from + self.length * self.width;
        (
            self.keys.get(from..to).unwrap_or_default(),
            self.values.get(from..to).unwrap_or_default(),
        )
    }
}

impl Cache {
    /// An empty memory for so many tokens.
    pub fn new(dimensions: Dimensions, most: usize) -> Self {
        Self {
            nodes: Vec::new(),
            roots: Vec::new(),
            dimensions,
            most,
            clock: 0,
        }
    }

    /// The longest beginning of `tokens` that is remembered, and how long it is. The stretch that it ends in
    /// is kept until [`Self::release`]. A stretch of which only the beginning fits is split.
    pub fn claim(&mut self, tokens: &[u32]) -> (Option<NodeId>, usize) {
        self.clock += 1;
        let longest = self.longest(tokens);
        let at = longest.map(|end| {
            if end.whole {
                end.id
            } else {
                self.split(end.id, end.common)
            }
        });
        let known = longest.map_or(0, |end| end.known);
        if let Some(id) = at {
            self.touch(id);
            self.hold(id);
        }
        (at, known)
    }

    /// A new stretch behind `parent`, with room for so many tokens, that belongs to the caller until it is
    /// sealed. The caller's hold goes over from the parent to it.
    pub fn grow(&mut self, parent: Option<NodeId>, room: usize) -> NodeId {
        self.make_room(room);
        let Dimensions {
            layers,
            heads,
            width,
        } = self.dimensions;
        let zeros = || vec![vec![f16::ZERO; heads * room.max(1) * width]; layers];
        let (keys, values) = (zeros(), zeros());
        self.clock += 1;
        let id = self.put(Node {
            tokens: Vec::new(),
            keys,
            values,
            room: room.max(1),
            parent,
            children: Vec::new(),
            users: 1,
            sealed: false,
            used_at: self.clock,
        });
        match parent {
            Some(parent) => {
                if let Some(node) = self.node_mut(parent) {
                    node.children.push(id);
                }
                self.release(parent);
            }
            None => self.roots.push(id),
        }
        id
    }

    /// Whether a stretch may no longer grow.
    pub fn is_sealed(&self, id: NodeId) -> bool {
        self.node(id).is_none_or(|node| node.sealed)
    }

    /// The number of tokens that still fit into a stretch.
    pub fn left(&self, id: NodeId) -> usize {
        self.node(id)
            .map_or(0, |node| node.room.saturating_sub(node.tokens.len()))
    }

    /// The number of tokens up to the end of a stretch, its own included.
    pub fn depth(&self, id: NodeId) -> usize {
        self.path(id)
            .iter()
            .filter_map(|&id| self.node(id))
            .map(|node| node.tokens.len())
            .sum()
    }

    /// Writes keys and values (tokens × heads × width each) of one layer behind what the stretch holds. They
    /// count once [`Self::append`] has said which tokens they are of.
    pub(crate) fn write(
        &mut self,
        id: NodeId,
        layer: usize,
        keys: &[f32],
        values: &[f32],
    ) -> Result<(), Error> {
        let Dimensions { heads, width, .. } = self.dimensions;
        let gone = || Error::Arithmetic("a stretch of the memory is gone".to_owned());
        let node = self.node_mut(id).ok_or_else(gone)?;
        let (from, room) = (node.tokens.len(), node.room);
        let own_keys = node.keys.get_mut(layer).ok_or_else(gone)?;
        let own_values = node.values.get_mut(layer).ok_or_else(gone)?;
        for (own, new) in [(own_keys, keys), (own_values, values)] {
            for (at, row) in new.chunks_exact(heads * width).enumerate() {
                for (head, numbers) in row.chunks_exact(width).enumerate() {
                    let place = (head * room + from + at) * width;
                    own.get_mut(place..place + width)
                        .filter(|_| from + at < room)
                        .ok_or_else(|| {
                            Error::Arithmetic("a stretch of the memory is full".to_owned())
                        })?
                        .convert_from_f32_slice(numbers);
                }
            }
        }
        Ok(())
    }

    /// Says which tokens were written.
    pub(crate) fn append(&mut self, id: NodeId, tokens: &[u32]) {
        if let Some(node) = self.node_mut(id) {
            node.tokens.extend_from_slice(tokens);
        }
    }

    /// The keys and values of a layer from the beginning to the end of a stretch, and `fresh` tokens that have been
    /// written behind it and do not count yet.
    pub(crate) fn look_back(&self, id: NodeId, layer: usize, fresh: usize) -> Vec<Stretch<'_>> {
        let width = self.dimensions.width;
        let path = self.path(id);
        path.iter()
            .filter_map(|&one| Some((one, self.node(one)?)))
            .filter_map(|(one, node)| {
                Some(Stretch {
                    keys: node.keys.get(layer)?,
                    values: node.values.get(layer)?,
                    room: node.room,
                    width,
                    length: node.tokens.len() + if one == id { fresh } else { 0 },
                })
            })
            .filter(|stretch| stretch.length > 0)
            .collect()
    }

    /// From now on others may share the stretch, and it grows no more. Room that was not used is given back.
    pub fn seal(&mut self, id: NodeId) {
        let Dimensions { heads, width, .. } = self.dimensions;
        let Some(node) = self.node_mut(id) else {
            return;
        };
        node.sealed = true;
        let length = node.tokens.len();
        if length < node.room {
            node.keys = cut(&node.keys, (heads, node.room, width), 0, length);
            node.values = cut(&node.values, (heads, node.room, width), 0, length);
            node.room = length;
        }
    }

    /// Notes that one more sequence ends at this node.
    pub fn hold(&mut self, id: NodeId) {
        if let Some(node) = self.node_mut(id) {
            node.users += 1;
        }
    }

    /// A sequence that ended here is over. What it leaves unsealed or empty is forgotten.
    pub fn release(&mut self, id: NodeId) {
        let Some(node) = self.node_mut(id) else {
            return;
        };
        node.users = node.users.saturating_sub(1);
        let worthless = !node.sealed || node.tokens.is_empty();
        if node.users == 0 && worthless && node.children.is_empty() {
            self.forget(id);
        }
    }

    /// The number of tokens that are kept, room that is not written to included.
    pub(crate) fn size(&self) -> usize {
        self.nodes.iter().flatten().map(|node| node.room).sum()
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0)?.as_ref()
    }

    fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.0)?.as_mut()
    }

    fn put(&mut self, node: Node) -> NodeId {
        if let Some(free) = self.nodes.iter().position(Option::is_none)
            && let Some(slot) = self.nodes.get_mut(free)
        {
            *slot = Some(node);
            return NodeId(free);
        }
        self.nodes.push(Some(node));
        NodeId(self.nodes.len() - 1)
    }

    fn below(&self, at: Option<NodeId>) -> &[NodeId] {
        match at {
            Some(id) => self.node(id).map_or(&[], |node| &node.children),
            None => &self.roots,
        }
    }

    /// The end of the longest beginning of `tokens`. Answers that were read at the same time may have begun alike, so
    /// several branches can begin with the same token, and the one that fits best at first need not be the one that
    /// leads furthest: all that fit are followed.
    fn longest(&self, tokens: &[u32]) -> Option<End> {
        let mut longest: Option<End> = None;
        let mut open = vec![(None, 0)];
        while let Some((at, known)) = open.pop() {
            let rest = tokens.get(known..).unwrap_or_default();
            for &id in self.below(at) {
                let common = self.common(id, rest);
                if common == 0 {
                    continue;
                }
                let end = End {
                    id,
                    common,
                    known: known + common,
                    whole: self
                        .node(id)
                        .is_some_and(|node| node.tokens.len() == common),
                };
                if end.whole {
                    open.push((Some(id), end.known));
                }
                if longest.is_none_or(|one| one.known < end.known) {
                    longest = Some(end);
                }
            }
        }
        longest
    }

    fn common(&self, id: NodeId, tokens: &[u32]) -> usize {
        self.node(id).filter(|node| node.sealed).map_or(0, |node| {
            let pairs = node.tokens.iter().zip(tokens);
            pairs.take_while(|(own, other)| own == other).count()
        })
    }

    /// From the beginning to `id`.
    fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.node(at).and_then(|node| node.parent) {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }

    fn touch(&mut self, id: NodeId) {
        let now = self.clock;
        for one in self.path(id) {
            if let Some(node) = self.node_mut(one) {
                node.used_at = now;
            }
        }
    }

    /// Splits a stretch after `at` tokens and gives the first part. The second keeps the id, because
    /// sequences and children refer to it. Both parts are copies of their own size, so that forgetting one
    /// gives back its room.
    fn split(&mut self, id: NodeId, at: usize) -> NodeId {
        let Dimensions { heads, width, .. } = self.dimensions;
        let Some(node) = self.node_mut(id) else {
            return id;
        };
        let length = node.tokens.len();
        let shape = (heads, node.room, width);
        let first = Node {
            tokens: node.tokens.drain(..at.min(length)).collect(),
            keys: cut(&node.keys, shape, 0, at),
            values: cut(&node.values, shape, 0, at),
            room: at,
            parent: node.parent,
            children: vec![id],
            users: 0,
            sealed: true,
            used_at: node.used_at,
        };
        node.keys = cut(&node.keys, shape, at, length);
        node.values = cut(&node.values, shape, at, length);
        node.room = length - at;
        let parent = node.parent;
        let first = self.put(first);
        if let Some(node) = self.node_mut(id) {
            node.parent = Some(first);
        }
        self.replace(parent, id, first);
        first
    }

    fn replace(&mut self, parent: Option<NodeId>, old: NodeId, new: NodeId) {
        let siblings = match parent {
            Some(parent) => self.node_mut(parent).map(|node| &mut node.children),
            None => Some(&mut self.roots),
        };
        for sibling in siblings.into_iter().flatten() {
            if *sibling == old {
                *sibling = new;
            }
        }
    }

    fn forget(&mut self, id: NodeId) {
        let Some(node) = self.nodes.get_mut(id.0).and_then(Option::take) else {
            return;
        };
        match node.parent {
            Some(parent) => {
                if let Some(parent) = self.node_mut(parent) {
                    parent.children.retain(|&child| child != id);
                }
            }
            None => self.roots.retain(|&root| root != id),
        }
    }

    /// Forgets the oldest ends of the tree that nobody uses until `wanted` more tokens fit. What is in use
    /// stays, whatever it takes.
    fn make_room(&mut self, wanted: usize) {
        while self.size() + wanted > self.most {
            let oldest = self
                .nodes
                .iter()
                .enumerate()
                .filter_map(|(at, node)| Some((NodeId(at), node.as_ref()?)))
                .filter(|(_, node)| node.users == 0 && node.children.is_empty())
                .min_by_key(|(_, node)| node.used_at)
                .map(|(id, _)| id);
            let Some(oldest) = oldest else { return };
            self.forget(oldest);
        }
    }
}

/// The tokens `from..to` of every head of every layer.
fn cut(
    layers: &[Vec<f16>],
    (heads, room, width): (usize, usize, usize),
    from: usize,
    to: usize,
) -> Vec<Vec<f16>> {
    let of_head = |layer: &[f16], head: usize| {
        let start = (head * room + from) * width;
        let end = (head * room + to) * width;
        layer.get(start..end).unwrap_or_default().to_vec()
    };
    layers
        .iter()
        .map(|layer| (0..heads).flat_map(|head| of_head(layer, head)).collect())
        .collect()
}
