//! The view of evidence that a speaker has not spoken to yet.

use minijinja::Value;

use super::{excerpt, origin, seen_gallery, view};
use crate::debate::{
    DebateState,
    acknowledged::SPOKEN_TO,
    ask::Cue,
    sources::handed_in,
    state::{Intervention, Matter, Turn},
};

/// Words of a piece of evidence that a small model is given to speak of.
const GIST: u32 = 60;

/// Evidence that this side has not spoken to yet: the newest of it, and whether there is more. Each says whether it is
/// unseen: it stands in no record that the speaker is given, because they hear nothing of it, or because it came in an
/// attempt of theirs that was struck. Whoever asks or answers in an examination, or presides, is asked for something else.
pub(in crate::asks) fn evidence_since(state: &DebateState, turn: &Turn) -> (Vec<Value>, bool) {
    if !state.speaks_to_evidence(turn) {
        return (Vec::new(), false);
    }
    let until = seen_gallery(state, turn).until();
    let shown = |item: &Intervention| {
        let is_unseen = item
            .place
            .is_some_and(|place| until.is_none_or(|until| place > until));
        evidence_of(item, is_unseen)
    };
    let before = state.evidence_to_speak_to(turn);
    newest(before.chain(state.come_before_the_first_word(turn)), shown)
}

/// The views of the newest of some evidence, the oldest of them first, and whether there is more.
fn newest<'a>(
    all: impl DoubleEndedIterator<Item = &'a Intervention>,
    view: impl Fn(&Intervention) -> Option<Value>,
) -> (Vec<Value>, bool) {
    let mut all = all.rev();
    let mut given: Vec<Value> = all.by_ref().take(SPOKEN_TO).filter_map(view).collect();
    given.reverse();
    (given, all.next().is_some())
}

/// The view of evidence that stands in no record that the speaker is given.
fn unseen(item: &Intervention) -> Option<Value> {
    evidence_of(item, true)
}

fn evidence_of(item: &Intervention, is_unseen: bool) -> Option<Value> {
    match &item.matter {
        Matter::Evidence { source, .. } => Some(view! {
            is_unseen,
            text => handed_in(&item.text),
            gist => excerpt(&item.text, GIST),
            source => origin(source),
        }),
        Matter::Question { .. } | Matter::Clarification | Matter::GalleryPoint => None,
    }
}

/// Evidence that whoever is in the middle of a speech is given as the speech is taken up: the newest of what has come in
/// it, and what they are reminded of; and whether there is more.
pub(in crate::asks) fn evidence_come(
    state: &DebateState,
    turn: &Turn,
    cue: Cue,
) -> (Vec<Value>, bool) {
    // What came before the first word stands in the task.
    let untold = state.untold(turn).filter(|_| !turn.is_unbegun());
    let (mut come, more) = newest(untold, unseen);
    if is_reminded(turn, cue) {
        let silent = state.unacknowledged(turn).into_iter().rev();
        come.extend(silent.filter_map(unseen));
    }
    (come, more)
}

/// Evidence that came in a speech and that its speaker was told of: what they have said of it stands in the speech, and
/// this nowhere else.
pub(in crate::asks) fn evidence_told(state: &DebateState, turn: &Turn, cue: Cue) -> Vec<Value> {
    if is_reminded(turn, cue) {
        return Vec::new();
    }
    newest(state.told_in_the_middle(turn), unseen).0
}

/// Whether a cue is to remind a speaker of evidence.
pub(in crate::asks) fn is_reminded(turn: &Turn, cue: Cue) -> bool {
    match cue {
        Cue::Evidence { item } => turn.reminder.is_some_and(|(of, _)| of == item),
        Cue::Begin | Cue::Step { .. } | Cue::AfterPoint { .. } | Cue::Bell | Cue::Resume => false,
    }
}
