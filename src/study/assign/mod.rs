//! People for a motion: a model proposes twice as many as are needed, the mixture that differs most is chosen, and
//! those who are in it are given the rest of their card. Everybody is invented.
//!
//! It asks models and decides who sits where; who calls it decides what becomes of that. Nothing is written anywhere.

pub(crate) mod diversity;
pub mod proposal;
pub mod seats;

use futures_util::future::try_join_all;
use hustings_rules::setup::InventedSpeaker;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};
use serde::de::DeserializeOwned;

use crate::{
    catalog::{Format, Motion},
    debate::ask::Purpose,
    error::{Exit, Failure},
    llm::{
        Message, ModelError, Request, Shape,
        roster::Assigned,
        shape::{counted, shape_of},
    },
    prompt::Prompts,
};

use proposal::{Card, Proposal, Proposals};
use seats::{Needs, Seated};

/// The number of people proposed for each one who is needed.
const FOR_EACH: usize = 2;
/// The temperature, high so that people differ (`coordination-patterns`, §2.1).
const TEMPERATURE: f64 = 0.9;
/// Tokens that a proposal may have, and what stands around them.
const TOKENS_A_PROPOSAL: u32 = 260;
const TOKENS_AROUND: u32 = 300;
/// Characters of English to a token, on the safe side.
const CHARS_A_TOKEN: usize = 3;
/// Tokens that a card may have.
const TOKENS_A_CARD: u32 = 1400;

/// A request for people: the motion and the format that they are wanted for.
#[derive(Debug, Clone, Copy)]
pub struct AssignmentRequest<'a> {
    /// The motion that people are wanted for.
    pub motion: &'a Motion,
    /// The format, with as many seats as are to be filled.
    pub format: &'a Format,
    /// The seed that decides who is drawn first and, where a provider can do that, every choice of words.
    pub seed: u64,
}

/// Fills every seat of a format with people whom a model proposes for the motion, in the order of the seats. `is_taken`
/// says which ids are somebody's already; `tell` is told what is waited for.
///
/// # Errors
/// The model cannot be had, or what it proposes is of no use, with what to do about it.
pub async fn propose(
    wanted: AssignmentRequest<'_>,
    prompts: &Prompts,
    model: &Assigned,
    is_taken: &(dyn Fn(&str) -> bool + Sync),
    tell: &(dyn Fn(&str) + Sync),
) -> Result<Vec<InventedSpeaker>, Failure> {
    let needs = Needs::of(wanted.format);
    let count = needs.all() * FOR_EACH;
    let name = model.model.label();
    tell(&format!(
        "{name} is thinking of {count} people for this motion …"
    ));
    let candidates = candidates(wanted, prompts, model, needs).await?;
    let seated = seats::seats(wanted.format, &candidates, wanted.seed)
        .ok_or_else(|| Failure::internal("people who were enough do not fill the seats"))?;
    let people: Vec<(Seated, &Proposal)> = seated
        .into_iter()
        .filter_map(|one| {
            let proposal = candidates.get(one.proposal)?;
            Some((one, proposal))
        })
        .collect();
    let names: Vec<&str> = people.iter().map(|(_, one)| one.name()).collect();
    tell(&format!(
        "Chosen: {}. {name} is writing their cards …",
        names.join(", ")
    ));
    let cards = people.iter().enumerate().map(|(at, (_, proposal))| {
        let number = u64::try_from(at + 1).unwrap_or(u64::MAX);
        card(wanted, prompts, model, proposal, number)
    });
    let cards = try_join_all(cards).await?;
    let (mut ids, mut shorts): (Vec<String>, Vec<String>) = Default::default();
    let mut cast = Vec::new();
    for ((seated, proposal), card) in people.into_iter().zip(cards) {
        let is_known = |id: &str| is_taken(id) || ids.iter().any(|known| known == id);
        let id = proposal::id(proposal.name(), is_known);
        let short = proposal::short_name(proposal.name(), &shorts);
        ids.push(id.clone());
        shorts.push(short.clone());
        cast.push(InventedSpeaker {
            seat: seated.seat,
            id,
            card: proposal::persona(proposal, &card, short),
            stance: seated.stance,
        });
    }
    Ok(cast)
}

async fn candidates(
    wanted: AssignmentRequest<'_>,
    prompts: &Prompts,
    model: &Assigned,
    needs: Needs,
) -> Result<Vec<Proposal>, Failure> {
    let count = needs.all() * FOR_EACH;
    let sides = (needs.for_it, needs.against);
    let messages = prompts
        .proposals(wanted.motion, count, sides)
        .map_err(|reason| no_prompt(&reason))?;
    let mut shape = shape_of::<Proposals>();
    for (field, least, most) in Proposals::bounds(count) {
        shape = counted(shape, field, least, most);
    }
    let tokens =
        TOKENS_AROUND + TOKENS_A_PROPOSAL * u32::try_from(count).unwrap_or(u32::MAX / 1000);
    let check = |all: &Proposals| {
        all.check()?;
        needs.check(&all.personas)
    };
    let mut all = ask(model, messages, shape, (wanted.seed, 0), tokens, check).await?;
    // Who was told how many are wanted and goes on is not listened to for ever.
    if needs
        .check(all.personas.get(..count).unwrap_or(&all.personas))
        .is_ok()
    {
        all.personas.truncate(count);
    }
    Ok(all.personas)
}

async fn card(
    wanted: AssignmentRequest<'_>,
    prompts: &Prompts,
    model: &Assigned,
    proposal: &Proposal,
    number: u64,
) -> Result<Card, Failure> {
    let messages = prompts
        .proposed_card(wanted.motion, proposal)
        .map_err(|reason| no_prompt(&reason))?;
    let mut shape = shape_of::<Card>();
    for (field, least, most) in Card::BOUNDS {
        shape = counted(shape, field, least, most);
    }
    let seed = (wanted.seed, number);
    ask(model, messages, shape, seed, TOKENS_A_CARD, Card::check).await
}

async fn ask<T: DeserializeOwned>(
    assigned: &Assigned,
    messages: Vec<Message>,
    shape: Shape,
    (seed, call): (u64, u64),
    max_tokens: u32,
    check: impl Fn(&T) -> Result<(), String>,
) -> Result<T, Failure> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(call);
    // What does not fit beside the prompt is not asked for.
    let asked: usize = messages.iter().map(|one| one.text.chars().count()).sum();
    let asked = u32::try_from(asked / CHARS_A_TOKEN).unwrap_or(u32::MAX);
    let room = assigned.model.profile().context.saturating_sub(asked);
    let request = Request {
        purpose: Purpose::Assign,
        messages,
        max_tokens: max_tokens.min(room.max(TOKENS_AROUND)),
        shape: None,
        temperature: Some(TEMPERATURE),
        seed: Some(random.next_u64()),
    };
    let (answer, _) = assigned.ask(request, shape, check).await;
    answer.map_err(|error| failure(assigned.model.label(), &error))
}

fn no_prompt(reason: &str) -> Failure {
    Failure::input(format!(
        "a prompt for the speakers cannot be made: {reason}"
    ))
    .hint("remove your assign.md and assign_card.md to have the built-in prompts back")
}

fn failure(model: &str, error: &ModelError) -> Failure {
    let failure = Failure::new(
        Exit::NoModel,
        format!("{model} could not propose speakers: {error}"),
    );
    let failure = match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    };
    failure
        .hint("ask another model: --role speaker=MODEL, or --model MODEL")
        .hint("or name the speakers: --speakers A,B,C (`hustings personas` lists them)")
}
