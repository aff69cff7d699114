//! An estimate of what a debate will ask of models, before it begins: by a rehearsal in which everybody says as much as
//! they are asked for, and as many points of information are put as are usual. No model is asked.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    sync::Arc,
};

use super::{
    prefixes::Prefixes,
    rating::{self, Rating},
    room::asked,
};
use crate::{
    asks::{self, Reply, TOKENS_A_WORD},
    debate::{
        DebateState,
        ask::{Ask, Purpose},
        command::Pace,
        event::{CallReport, Usage},
        ledger::Costs,
        opening::Opening,
        plan::Plan,
        rehearsal::{self, Stuck},
    },
    llm::{
        Message,
        price::{Price, PriceList},
        roster::{Assigned, Roster},
    },
    prompt::{Prompted, Prompts},
};

/// The share of the room for an answer that one without a length of its own takes up.
const SHARE_OF_ROOM: f64 = 0.3;

/// An estimate of the calls of one purpose.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EstimatedCalls {
    /// The number of calls.
    pub calls: u32,
    /// Tokens that are read and written; of those read, `repeated_tokens` stood at the beginning of an earlier prompt.
    pub usage: Usage,
    /// The costs of the calls, without what a cache saves.
    pub costs: Costs,
}

impl EstimatedCalls {
    /// The sum of two.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        let mut usage = self.usage;
        usage.add(other.usage);
        Self {
            calls: self.calls.saturating_add(other.calls),
            usage,
            costs: self.costs.and(other.costs),
        }
    }
}

/// An estimate of what a debate will ask of models.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Estimate {
    /// The calls of each purpose.
    pub by_purpose: BTreeMap<Purpose, EstimatedCalls>,
    /// Words that are heard on the record.
    pub words: u32,
    /// The notices on models whose context the debate will outgrow, where they were asked for.
    pub outgrown: Vec<String>,
    /// Whether some of the costs are by list prices.
    pub is_by_list: bool,
    /// The labels of the models that are asked and whose price nobody has said.
    pub unpriced: BTreeSet<String>,
}

impl Estimate {
    /// The total of all calls.
    pub fn total(&self) -> EstimatedCalls {
        let all = self.by_purpose.values();
        all.fold(EstimatedCalls::default(), EstimatedCalls::and)
    }

    /// What there is to be told of the prices that the costs go by, where there is anything.
    pub fn about_prices(&self) -> Option<String> {
        let is_unknown = self.total().costs.total().is_none();
        let unknown = "The price of a model is not known: [[prices]] in config.toml says what a million tokens cost.";
        let by_list = || {
            let day = &PriceList::built_in().as_of;
            format!(
                "Costs are in dollars, by the list prices of {day} where [[prices]] in config.toml says nothing."
            )
        };
        let told = [
            is_unknown.then(|| unknown.to_owned()),
            self.is_by_list.then(by_list),
        ];
        let told: Vec<String> = told.into_iter().flatten().collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// The minutes that hearing its words takes at a pace, whole ones; `None` where the pace holds nothing back.
    pub fn minutes(&self, pace: Pace) -> Option<u32> {
        Some(self.words.div_ceil(pace.words_per_minute()?))
    }
}

impl Estimate {
    /// One more call.
    fn add(&mut self, ask: &Ask, usage: Usage, assigned: &Assigned) {
        let report = CallReport {
            usage,
            cost: assigned.price.cost(&usage),
            ..CallReport::default()
        };
        let row = EstimatedCalls {
            calls: 1,
            usage,
            costs: Costs::of(ask, &report),
        };
        self.is_by_list |= matches!(assigned.price, Price::Listed(_));
        if assigned.price == Price::Unknown && !self.unpriced.contains(assigned.model.label()) {
            self.unpriced.insert(assigned.model.label().to_owned());
        }
        let known = self.by_purpose.entry(ask.purpose()).or_default();
        *known = known.and(&row);
    }
}

/// The tokens of a prompt.
fn read_of(prompted: &Prompted) -> u64 {
    u64::from(prompted.needed.saturating_sub(prompted.request.max_tokens))
}

/// The usage of prompts behind which nothing is written.
fn read_alone(orders: &[Vec<Message>], purpose: Purpose, prefixes: &mut Prefixes) -> Usage {
    let mut sum = Usage::default();
    for messages in orders {
        let read = read_of(&Prompted::of(rating::request(purpose, messages.clone())));
        let (_, share) = prefixes.take_in(messages);
        sum.add(Usage {
            prompt_tokens: read,
            repeated_tokens: (read as f64 * share) as u64,
            ..Usage::default()
        });
    }
    sum
}

/// Estimates what a debate with these models asks of them.
pub fn estimate(opening: &Arc<Opening>, models: (&Prompts, &Roster)) -> Estimate {
    estimate_unless(opening, models, &|| false).unwrap_or_default()
}

/// Estimates the same, unless whoever waits for it leaves; `None` where they do. That is asked before every prompt, so
/// that nothing is worked out for nobody.
pub fn estimate_unless(
    opening: &Arc<Opening>,
    (prompts, roster): (&Prompts, &Roster),
    is_left: &dyn Fn() -> bool,
) -> Option<Estimate> {
    let plan = Plan::of(opening);
    let turns = plan.slots.iter();
    let turns = turns.filter(|slot| slot.task.is_on_record() && !slot.private);
    let mut estimate = Estimate {
        words: turns.map(|slot| slot.words).sum(),
        ..Estimate::default()
    };
    let mut prefixes = Prefixes::default();
    let mut hear = |state: &DebateState, ask: &Ask| {
        if is_left() {
            return ControlFlow::Break(());
        }
        let assigned = asked(roster, state, ask);
        let context = assigned.model.profile().context;
        if matches!(asks::reply(state, ask), (Reply::Passages(_), _)) {
            return ControlFlow::Continue(());
        }
        let rating = Rating::of(state, ask, (prompts, &*assigned.model));
        if let Some(rating) = &rating {
            let usage = read_alone(rating.orders(), ask.purpose(), &mut prefixes);
            estimate.add(ask, usage, assigned);
            return ControlFlow::Continue(());
        }
        // A template that cannot be filled is told of elsewhere.
        let Ok(prompted) = prompts.prompt(state, ask, context) else {
            return ControlFlow::Continue(());
        };
        let read = read_of(&prompted);
        let (_, share) = prefixes.take_in(&prompted.request.messages);
        // Of several answers written beside each other the prompt is read once, and counted for each.
        let many = if prompted.is_stepwise && asks::has_candidates(state, ask) {
            u64::from(assigned.model.beside())
        } else {
            1
        };
        let written = written(state, ask, prompted.request.max_tokens);
        let mut usage = Usage {
            prompt_tokens: read * many,
            repeated_tokens: (read as f64 * share) as u64 + read * (many - 1),
            completion_tokens: written * many,
            ..Usage::default()
        };
        // The one that is taken is held to its side.
        let claims = state.opening.as_ref().map(|one| &one.motion.claims);
        let telling = assigned.model.as_telling_likelihoods();
        if let Some(claims) = claims.filter(|_| many > 1 && telling.is_some())
            && let Ok(side) = prompts.side_of(claims, "")
        {
            let mut more = read_alone(&side.orders, ask.purpose(), &mut prefixes);
            more.prompt_tokens += 2 * written;
            more.repeated_tokens += written;
            usage.add(more);
        }
        estimate.add(ask, usage, assigned);
        ControlFlow::Continue(())
    };
    // A debate that comes to no end is found out by other means.
    match rehearsal::hold_as_usual_while(Arc::clone(opening), &mut hear) {
        Err(Stuck::Left) => None,
        Ok(()) | Err(Stuck::Restless | Stuck::Silent | Stuck::Endless) => Some(estimate),
    }
}

/// Tokens of an answer: as many as its words take, or, where nobody says how long it is to be, a part of its room. What
/// goes on with a turn adds nothing to its length.
fn written(state: &DebateState, ask: &Ask, most: u32) -> u64 {
    let turn = ask.writes().and_then(|turn| state.turn(turn));
    let about = match turn.map(|turn| (turn.target_words, turn.words)) {
        Some((target @ 1.., 0)) => f64::from(target) * TOKENS_A_WORD,
        Some((1.., _)) => 0.0,
        Some((0, _)) | None => f64::from(most) * SHARE_OF_ROOM,
    };
    about.min(f64::from(most)) as u64
}
