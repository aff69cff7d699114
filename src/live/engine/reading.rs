//! A debate that is over, read: what each speech argued, by the clerk, and what the debate was about, by a judge. What
//! is known already is not asked for again. Nothing is recorded.

use futures_util::{StreamExt, stream};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::{
    condensing::{CondensePlan, SeatedAsk, parts, plan},
    room::{NoRoom, fits},
    standalone_calls::StandaloneCalls,
};
use crate::{
    debate::{
        DebateState,
        ask::Ask,
        decide::Answer,
        event::CallReport,
        ids::{Seat, TurnId},
        looks::TeamOrder,
        state::{Extraction, Turn},
        written::Work,
    },
    llm::{ModelError, retry, roster::Roster},
    prompt::Prompts,
};

/// The number of speeches that are read at once.
const AT_ONCE: usize = 16;
/// The fewest words of a speech that argues anything: what has fewer is thanks, a call to order, a short answer.
const LEAST_WORDS: u32 = 40;

/// The ask that is put to a judge. What a debate was about does not depend on who stands first.
const VERDICT: Ask = Ask::Verdict {
    order: TeamOrder::AsSeated,
};

/// A claim that somebody made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The seat of the speaker.
    pub seat: Seat,
    /// The name of the speaker.
    pub speaker: String,
    /// The claim, a sentence.
    pub claim: String,
}

/// The fundamental disagreements and the claims of a debate.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The fundamental disagreements, a sentence each.
    pub tensions: Vec<String>,
    /// The claims, in the order of the speeches.
    pub claims: Vec<Claim>,
    /// The report on all calls together.
    pub report: CallReport,
    /// The parts that could not be had, and why.
    pub failed: Vec<(String, ModelError)>,
    /// Whether it was stopped before all was read.
    pub stopped: bool,
}

/// A thing to be had of one model: claims, or one of two lists.
enum Had {
    Claims(Vec<Claim>),
    Tensions(Vec<String>),
}

/// The speeches in which something is argued.
fn argued(state: &DebateState) -> Vec<&Turn> {
    state
        .speeches()
        .filter(|turn| state.speaker(&turn.seat).is_some())
        .filter(|turn| turn.words >= LEAST_WORDS || turn.arguments != Extraction::None)
        .collect()
}

/// What is to be condensed so that a debate can be read, or `None` where all of it fits as it is. Where it does not, every
/// speech is read by itself.
///
/// # Errors
/// A part of it does not fit even so.
pub fn unread(
    state: &DebateState,
    (prompts, roster): (&Prompts, &Roster),
) -> Result<Option<CondensePlan>, NoRoom> {
    let speeches = argued(state)
        .into_iter()
        .filter(|turn| turn.work.is_none() && !matches!(turn.arguments, Extraction::Done(_)));
    let speeches: Vec<TurnId> = speeches.map(|turn| turn.id).collect();
    let seat = Seat::house();
    let is_known = known_tensions(state).is_some();
    let verdict = (!is_known).then_some((&VERDICT, Some(&seat)));
    let fits_whole = |ask: &Ask, seat| fits(state, (prompts, roster), ask, seat).is_ok();
    let is_whole = speeches
        .iter()
        .all(|turn| fits_whole(&Ask::Extract { turn: *turn }, None))
        && verdict.is_none_or(|(ask, seat)| fits_whole(ask, seat));
    if is_whole {
        return Ok(None);
    }
    let asks: Vec<SeatedAsk<'_>> = verdict.into_iter().collect();
    let mut plan = plan(state, (prompts, roster), &asks)?;
    for turn in &speeches {
        parts(state, (prompts, roster), *turn)?;
    }
    // What the clerk writes down of the newest is wanted, too.
    plan.unread = speeches;
    Ok(Some(plan))
}

/// Reads a debate. `hear` is told how many things are read, of how many; `stop` ends it with what there is.
pub async fn read(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    mut hear: impl FnMut(usize, usize),
    stop: &CancellationToken,
) -> Reading {
    let speeches = argued(state);
    let all = speeches.len() + 1;
    let things = speeches.iter().map(|turn| Some(*turn)).chain([None]);
    let asked = things.enumerate().map(|(at, turn)| async move {
        let number = u32::try_from(at).unwrap_or(u32::MAX);
        if let Some(turn) = turn {
            let (had, report) = claims(state, calls, turn, number).await;
            (state.name(&turn.seat), had.map(Had::Claims), report)
        } else {
            let (had, report) = tensions(state, calls, number).await;
            ("the verdict".to_owned(), had.map(Had::Tensions), report)
        }
    });
    // In order, so that claims are in the order of the speeches whoever answers first.
    let mut coming = stream::iter(asked).buffered(AT_ONCE);
    let (mut reading, mut done, mut sum) = (Reading::default(), 0, None);
    hear(done, all);
    loop {
        let next = tokio::select! {
            next = coming.next() => next,
            () = stop.cancelled() => {
                reading.stopped = true;
                None
            }
        };
        let Some((name, had, report)) = next else {
            break;
        };
        sum = Some(retry::joined(sum.take(), report));
        match had {
            Ok(Had::Claims(claims)) => reading.claims.extend(claims),
            Ok(Had::Tensions(tensions)) => reading.tensions = tensions,
            Err(error) => reading.failed.push((name, error)),
        }
        done += 1;
        hear(done, all);
    }
    reading.report = sum.unwrap_or_default();
    reading
}

async fn claims(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    turn: &Turn,
    number: u32,
) -> (Result<Vec<Claim>, ModelError>, CallReport) {
    let of = |claim: &str| Claim {
        seat: turn.seat.clone(),
        speaker: state.name(&turn.seat),
        claim: claim.trim().to_owned(),
    };
    if let Some(work) = &turn.work {
        // Arguments that were handed in say themselves what they claim; what else is handed in is about them.
        let claims = match work {
            Work::Arguments(all) => all.iter().map(|one| of(&one.claim)).collect(),
            Work::CrossExamination(_)
            | Work::Replies(_)
            | Work::Closing(_)
            | Work::Framing(_)
            | Work::Synthesis(_) => Vec::new(),
        };
        return (Ok(claims), CallReport::default());
    }
    let (arguments, report) = if let Extraction::Done(arguments) = &turn.arguments {
        (Ok(arguments.clone()), CallReport::default())
    } else {
        let ask = Ask::Extract { turn: turn.id };
        let (answer, report) = calls.ask(state, &ask, None, number).await;
        let arguments = answer.and_then(|answer| {
            let Answer::Arguments(arguments) = answer else {
                return Err(ModelError::EMPTY);
            };
            Ok(arguments)
        });
        (arguments, report)
    };
    let claims = arguments.map(|said| said.arguments.iter().map(|one| of(&one.claim)).collect());
    (claims, report)
}

/// The disagreements that the debate was about, where its own verdict says so.
fn known_tensions(state: &DebateState) -> Option<&[String]> {
    let verdict = state.verdict()?;
    (!verdict.core_tensions.is_empty()).then_some(verdict.core_tensions.as_slice())
}

async fn tensions(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    number: u32,
) -> (Result<Vec<String>, ModelError>, CallReport) {
    if let Some(tensions) = known_tensions(state) {
        return (Ok(tensions.to_vec()), CallReport::default());
    }
    let seat = Seat::house();
    let (answer, report) = calls.ask(state, &VERDICT, Some(&seat), number).await;
    let tensions = answer.and_then(|answer| {
        let Answer::Verdict(verdict) = answer else {
            return Err(ModelError::EMPTY);
        };
        Ok(verdict.core_tensions)
    });
    (tensions, report)
}
