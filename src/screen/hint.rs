//! The hints: keys that do something now, each with its word. Wherever the screen tells keys it tells them by this,
//! whole, the most important first; what has no room is left out.

use std::borrow::Cow;

use ratatui::text::Span;

use super::{
    style::{StyleRole, Styles},
    widgets::width,
};

/// Cells between two hints.
const GAP: usize = 2;
/// Hints that stay longer than one that is ranked behind the first.
const FIRST: usize = 2;
/// The key that leaves whatever it is pressed in.
const WAY_OUT: &str = "esc";

/// Whether a hint gives way to those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    /// There while there is room.
    WhereRoom,
    /// The same, but only once no more than `FIRST` of those are left.
    AfterFirst,
    /// There before all others.
    Always,
}

/// A key and what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The key as people read it.
    pub key: Cow<'static, str>,
    /// The action of the key, in a word or two.
    pub word: Cow<'static, str>,
    /// Whether it gives way.
    pub rank: Rank,
}

impl Hint {
    /// A hint that gives way; but how to get out is always to be seen.
    pub fn new(key: impl Into<Cow<'static, str>>, word: impl Into<Cow<'static, str>>) -> Self {
        let key = key.into();
        let rank = if key == WAY_OUT {
            Rank::Always
        } else {
            Rank::WhereRoom
        };
        Self {
            key,
            word: word.into(),
            rank,
        }
    }

    /// The hint, there before all others.
    #[must_use]
    pub fn always(mut self) -> Self {
        self.rank = Rank::Always;
        self
    }

    /// The hint, there while there is room for it beside the first ones.
    #[must_use]
    pub fn after_first(mut self) -> Self {
        self.rank = Rank::AfterFirst;
        self
    }

    fn cells(&self) -> usize {
        width(&self.key) + 1 + width(&self.word)
    }
}

/// Hints of fixed keys.
pub(crate) fn hints<const N: usize>(keys: [(&'static str, &'static str); N]) -> Vec<Hint> {
    keys.map(|(key, word)| Hint::new(key, word)).into()
}

/// Those that fit into so many cells, in their order. The last of those that give way goes first.
pub(crate) fn fitting(hints: &[Hint], room: usize) -> Vec<&Hint> {
    let mut kept: Vec<&Hint> = hints.iter().collect();
    while cells(&kept) > room {
        let last = |rank| kept.iter().rposition(|hint| hint.rank == rank);
        let many = kept.iter().filter(|hint| hint.rank == Rank::WhereRoom);
        let is_more = many.count() > FIRST;
        let gives_way = last(Rank::WhereRoom)
            .filter(|_| is_more)
            .or_else(|| last(Rank::AfterFirst))
            .or_else(|| last(Rank::WhereRoom));
        let Some(at) = gives_way.or(kept.len().checked_sub(1)) else {
            break;
        };
        kept.remove(at);
    }
    kept
}

fn cells(hints: &[&Hint]) -> usize {
    let each = hints.iter().map(|hint| hint.cells() + GAP);
    each.sum::<usize>().saturating_sub(GAP)
}

/// As many hints as fit into so many cells, beside one another.
pub(crate) fn spans(hints: &[Hint], room: usize, styles: &Styles) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    for hint in fitting(hints, room) {
        if !spans.is_empty() {
            spans.push(Span::raw(" ".repeat(GAP)));
        }
        spans.push(Span::styled(
            hint.key.to_string(),
            styles.get(StyleRole::Key),
        ));
        spans.push(Span::styled(
            format!(" {}", hint.word),
            styles.get(StyleRole::Status),
        ));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys of the hints that have room.
    fn kept(all: &[Hint], room: usize) -> String {
        let kept = fitting(all, room).into_iter();
        let keys: Vec<&str> = kept.map(|hint| hint.key.as_ref()).collect();
        keys.join(" ")
    }

    #[test]
    fn what_is_ranked_behind_the_first_gives_way_after_the_others_and_before_those() {
        let mut all = hints([("a", "ask"), ("space", "close"), ("c", "clarify")]);
        all.push(Hint::new(":", "more").after_first());
        all.push(Hint::new("?", "help").always());
        for (room, expected) in [
            (45, "a space c : ?"),
            (44, "a space : ?"),
            (34, "a space : ?"),
            (33, "a space ?"),
            (25, "a ?"),
        ] {
            assert_eq!(kept(&all, room), expected, "{room}");
        }
    }

    #[test]
    fn hints_are_whole_or_left_out_and_the_last_goes_first() {
        let mut all = hints([("space", "pause"), ("e", "evidence"), ("esc", "close")]);
        all.push(Hint::new("?", "help").always());
        for (room, expected) in [
            (42, "space e esc ?"),
            (41, "space esc ?"),
            (29, "esc ?"),
            (16, "esc"),
            (8, ""),
        ] {
            assert_eq!(kept(&all, room), expected, "{room}");
        }
    }
}
