//! Speakers named in a text of a model.

use crate::debate::{ids::Seat, named::speakers_named, opening::Opening};

/// The speaker, of those that `may` be meant, whose name comes first in a text.
pub(super) fn first_named<'a>(
    opening: &'a Opening,
    text: &str,
    may: impl Fn(&'a Seat) -> bool,
) -> Option<&'a Seat> {
    speakers_named(opening, text)
        .into_iter()
        .find(|seat| may(seat))
}
