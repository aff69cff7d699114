//! The room in a prompt for what the gallery brought in. Speeches come before it: it has a share of the context, and
//! what is left out, the oldest of it, is told.

use std::ops::RangeInclusive;

use crate::{
    asks::TOKENS_A_WORD,
    debate::{
        DebateState,
        ids::InterventionId,
        sources::handed_in,
        state::{Intervention, InterventionProgress},
    },
    text::count_words,
};

/// All of it has at most this share of the context.
const SHARE: usize = 4;
/// The most things that the gallery brought in which stand in a prompt: no template is filled with more, and whoever
/// reads more of them weighs none.
const MOST: usize = 100;
/// The share of what is kept by which what is left out grows at once: the prefix that a cache holds then changes less
/// often.
const STEP: usize = 8;
/// Tokens of the Chair's words around each.
const TOKENS_AROUND: usize = 30;

/// The part of what the gallery brought in that stands in a prompt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct GalleryShare {
    /// The number of things, the oldest, that are left out.
    pub(super) left_out: usize,
    /// The first that is not, by its place and number. Nothing before it stands in the prompt.
    first: Option<(usize, InterventionId)>,
}

impl GalleryShare {
    /// The share that there is room for in a context of `context` tokens: the newest things, and one in any case.
    pub(super) fn within(state: &DebateState, context: usize) -> Self {
        let all = state.count_on_record();
        let mut room = context / SHARE;
        let mut newest = Vec::new();
        for (place, item) in state.on_record(0..=usize::MAX).rev().take(MOST) {
            let tokens = tokens(item);
            if tokens > room && !newest.is_empty() {
                break;
            }
            room = room.saturating_sub(tokens);
            newest.push((place, item.id));
        }
        let over = all.saturating_sub(newest.len());
        let left_out = over.next_multiple_of((newest.len() / STEP).max(1));
        let kept = all.saturating_sub(left_out);
        Self {
            left_out,
            first: kept
                .checked_sub(1)
                .and_then(|last| newest.get(last))
                .copied(),
        }
    }

    /// The things of the share that stand after any of these numbers of speeches, in order.
    pub(super) fn at<'a>(
        &self,
        state: &'a DebateState,
        places: &RangeInclusive<usize>,
    ) -> impl Iterator<Item = &'a Intervention> {
        let first = self.first;
        // From the newest, so that what is left out is not even looked at.
        let newest = state.on_record(places.clone()).rev();
        let mut items: Vec<&Intervention> = newest
            .take_while(|(place, item)| first.is_some_and(|first| (*place, item.id) >= first))
            .map(|(_, item)| item)
            .collect();
        items.reverse();
        items.into_iter()
    }

    /// The number of things that are left out before what stands after so many speeches: told once, where the first
    /// stands that is not.
    pub(super) fn told_at(&self, places: &RangeInclusive<usize>) -> Option<usize> {
        let is_here = self.first.is_some_and(|(first, _)| places.contains(&first));
        (is_here && self.left_out > 0).then_some(self.left_out)
    }
}

/// About how many tokens it has, as it stands in prompts.
fn tokens(item: &Intervention) -> usize {
    let words = |text: &str| f64::from(count_words(text)) * TOKENS_A_WORD;
    let answer = match &item.progress {
        InterventionProgress::Done {
            answer: Some(answer),
        } => words(answer),
        InterventionProgress::Done { answer: None }
        | InterventionProgress::Queued
        | InterventionProgress::Put
        | InterventionProgress::Failed { .. } => 0.0,
    };
    (words(&handed_in(&item.text)) + answer) as usize + TOKENS_AROUND
}
