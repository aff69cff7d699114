//! Models whose context a debate will outgrow, found before it begins: their oldest speeches are given to them
//! shortened.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    driver::Driver,
    room::{AMPLE, LEAST_SCALE, asked, called},
};
use crate::{
    debate::{
        DebateState,
        ask::{Ask, Purpose},
        opening::Opening,
        rehearsal,
    },
    llm::roster::Roster,
    prompt::Prompts,
    text::shown::given,
};

/// Shares of the scale by which prompts would have their length, tried until one spares the shortening: what stands
/// beside the speeches does not get shorter with them.
const TRIED: [f64; 4] = [0.9, 0.6, 0.35, 0.2];

/// A prompt that is made with speeches shortened.
#[derive(Debug, Clone, Copy)]
struct Shortened {
    purpose: Purpose,
    context: u32,
    /// Tokens of the whole prompt, the room for the answer counted.
    needed: u32,
}

/// The notices on models whose context a debate will outgrow, each once, by a rehearsal or several.
pub fn outgrown(opening: &Arc<Opening>, models: (&Prompts, &Roster)) -> Vec<String> {
    tight(opening, models, &|| false)
}

/// The notices on models whose context is outgrown, each once: what does not fit, by how much, and what would do
/// without shortening, which is rehearsed, too. Nothing is looked for any more once nobody waits for it.
pub(super) fn tight(
    opening: &Arc<Opening>,
    (prompts, roster): (&Prompts, &Roster),
    is_left: &dyn Fn() -> bool,
) -> Vec<String> {
    let found = shortened(opening, (prompts, roster), is_left);
    let Some(most) = found.values().max_by_key(|one| one.needed) else {
        return Vec::new();
    };
    let by_length = f64::from(most.context) / f64::from(most.needed.max(1));
    let scales = TRIED.map(|share| opening.options.scale * by_length * share);
    let mut scales = scales
        .into_iter()
        .map(|scale| (scale * 100.0).floor() / 100.0)
        .filter(|scale| *scale >= LEAST_SCALE);
    let spared = scales.find(|scale| {
        let mut shorter = Opening::clone(opening);
        shorter.options.scale = *scale;
        shortened(&Arc::new(shorter), (prompts, roster), is_left).is_empty()
    });
    let otherwise = spared.map_or_else(|| "A".to_owned(), |scale| format!("--scale {scale} or a"));
    let told = found.iter().map(|(label, one)| {
        format!(
            "In the end this debate comes to about {} tokens, and {}, which is asked for {}, has a context of {}: the oldest \
             speeches will be shortened for it. {otherwise} model with a larger context would do without that.",
            one.needed,
            given(label),
            read_by(one.purpose),
            one.context
        )
    });
    told.collect()
}

impl Driver {
    /// The notices on models whose context the debate will outgrow.
    pub(super) fn tight(
        &self,
        opening: Option<Arc<Opening>>,
    ) -> impl Future<Output = Vec<String>> + Send + use<> {
        let stop = self.stop.clone();
        let is_left = move || stop.is_cancelled();
        let told =
            opening.map(|opening| self.rehearse(move |with| tight(&opening, with, &is_left)));
        async move {
            match told {
                Some(told) => told.await.unwrap_or_default(),
                None => Vec::new(),
            }
        }
    }

    /// The result of rehearsals, which take longer than a screen may wait, with the contexts that servers have told by
    /// now; `None` where they fail.
    pub(super) fn rehearse<T, F>(
        &self,
        rehearse: F,
    ) -> impl Future<Output = Option<T>> + Send + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce((&Prompts, &Roster)) -> T + Send + 'static,
    {
        let (prompts, roster) = (Arc::clone(&self.prompts), Arc::clone(&self.roster));
        let rehearsed = tokio::task::spawn_blocking(move || rehearse((&prompts, &roster)));
        async move { rehearsed.await.ok() }
    }
}

/// The longest prompt of each model whose context is outgrown, by a rehearsal.
fn shortened(
    opening: &Arc<Opening>,
    (prompts, roster): (&Prompts, &Roster),
    is_left: &dyn Fn() -> bool,
) -> BTreeMap<String, Shortened> {
    let mut found: BTreeMap<String, Shortened> = BTreeMap::new();
    if roster.least_context() >= AMPLE {
        return found;
    }
    let mut hear = |state: &DebateState, ask: &Ask| {
        let model = &asked(roster, state, ask).model;
        let context = model.profile().context;
        if context >= AMPLE || is_left() {
            return;
        }
        let Ok(prompted) = prompts.prompt(state, ask, context) else {
            return;
        };
        if prompted.condensed == 0 {
            return;
        }
        let whole = prompts.prompt(state, ask, u32::MAX);
        let this = Shortened {
            purpose: ask.purpose(),
            context,
            needed: whole.map_or(prompted.needed, |whole| whole.needed),
        };
        let known = found.entry(model.label().to_owned()).or_insert(this);
        if this.needed > known.needed {
            *known = this;
        }
    };
    // A debate that comes to no end is found out by other means.
    let _ = rehearsal::hold_at_length(Arc::clone(opening), &mut hear);
    found
}

/// The names of what models are asked for with the transcript before it, where one is shorter than the ask's.
const READ_BY: [(Purpose, &str); 11] = [
    (Purpose::Speech, "speeches"),
    (Purpose::Write, "speeches"),
    (Purpose::Prepare, "speeches"),
    (Purpose::BallotBefore, "ballots"),
    (Purpose::BallotAfter, "ballots"),
    (Purpose::Poll, "polls"),
    (Purpose::Verdict, "the verdict"),
    (Purpose::Judge, "a judge's report"),
    (Purpose::PoiOffer, "points of information"),
    (Purpose::PoiAccept, "points of information"),
    (Purpose::PoiAnswer, "points of information"),
];

fn read_by(purpose: Purpose) -> String {
    let mut named = READ_BY.iter();
    let named = named.find(|(one, _)| *one == purpose);
    named.map_or_else(|| called(purpose), |(_, word)| (*word).to_owned())
}
