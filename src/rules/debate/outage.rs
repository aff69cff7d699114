//! Outages: whether a server is gone for everybody, or one thing cannot be had while others can. What is known of it
//! follows from the calls that failed, in `apply::outage`; what the house does about it is decided in `decide::outage`.
//!
//! A call that failed as calls to a dead server do puts the server in doubt. Nothing is given up for it yet: its model
//! is probed with a question that any model answers. Where that fails in the same way, the server is gone, and all that
//! failed is asked again when it is back. Where it does not, what failed is asked once more, and given up when it fails
//! again. Where seats of one server have models of their own, the probe is put to one of the others, too, before the
//! server counts as gone. One that no speaker has, or a single one for themselves, is not gone for everybody where the
//! server of another speaker answers: what it is asked for is given up, and nobody else waits for it. A refusal that
//! has to do with us and not with what is asked (the key, the account) is weighed in the same way, only that nothing is
//! asked once more: a server that lets nobody in is gone, one that refuses some calls is not.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ask::{Ask, Purpose},
    ids::{CallId, Seat, TurnId},
};

/// A piece of work that failed as it does where the server is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// The reason of the last failure.
    pub reason: String,
    /// The number of such failures while the server was not known to be gone.
    pub times: u32,
}

/// The state of the servers, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outage {
    /// The call whose failure has put its server in doubt, until the probe has told.
    pub doubted: Option<CallId>,
    /// The seat from which the probe is put again, and why it failed from the one in doubt: a model of its own may be
    /// what cannot be had, and not the server; or a server of its own, and not all of them.
    pub elsewhere: Option<(Seat, String)>,
    /// The reason why the probe failed, too: the server is gone.
    pub gone: Option<String>,
    /// The work that failed as it does where a server is gone, and was neither had since nor given up, by what was
    /// asked.
    pub failed: BTreeMap<Ask, Failed>,
    /// The work that failed so often that it is to be given up, should the server turn out to be there.
    pub(super) lost: BTreeMap<Ask, Failed>,
    /// The purposes for which the last call took the longest time that it may take, and whose server it was.
    pub(super) overdue: BTreeMap<Purpose, String>,
    /// The servers that are gone while others answer, until one has an answer again.
    pub(super) gone_alone: BTreeSet<String>,
}

impl Outage {
    /// The work that is given up now that the server turns out to be there.
    pub(super) fn given_up(&self) -> impl Iterator<Item = (&Ask, &Failed)> {
        self.lost.iter()
    }

    /// Whether the server of a model is gone while others answer. Whoever asks it all the same, asks once.
    pub fn is_gone_alone(&self, model: &str) -> bool {
        self.gone_alone.contains(provider(model))
    }

    /// Whether the text or the work of a turn waits to be asked again or given up.
    pub(super) fn writes(&self, turn: TurnId) -> bool {
        let mut all = self.failed.keys().chain(self.lost.keys());
        all.any(|ask| ask.writes() == Some(turn))
    }

    /// Whether nothing waits to be asked again or given up.
    pub fn is_settled(&self) -> bool {
        self.failed.is_empty() && self.lost.is_empty()
    }
}

/// The provider in the label of a model: "hosted:large".
pub(super) fn provider(label: &str) -> &str {
    label
        .split_once(':')
        .map_or(label, |(provider, _)| provider)
}
