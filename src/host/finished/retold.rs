//! A debate as a house that divides on it hears it: told as it was held or otherwise, and in short where it is longer than
//! the context of its members.

use tokio_util::sync::CancellationToken;

use super::FinishedDebate;
use crate::{
    Host,
    debate::{
        DebateState,
        ask::{Ask, Role, When},
        event::CallReport,
        ids::TurnId,
        telling::Telling,
    },
    engine::{CondensePlan, InShort, NoRoom, StandaloneCalls, plan},
    error::Failure,
    limits,
    llm::{retry, roster::Roster},
    progress::WorkProgress,
    prompt::Prompts,
};

/// What was told to a house, and what was written down for that.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// The debate as it was told, in each order.
    pub(super) tellings: Vec<DebateState>,
    /// The report on the calls for what was written down.
    pub(super) report: Option<CallReport>,
    /// The most of it that stood before the members in short.
    pub(super) in_short: InShort,
}

/// Why a debate could not be told.
pub(super) struct Untold {
    /// The reason, where it was not stopped.
    pub(super) failed: Option<String>,
    /// Whether it was stopped.
    pub(super) stopped: bool,
}

impl Untold {
    fn because(why: String) -> Self {
        Self {
            failed: Some(why),
            stopped: false,
        }
    }
}

impl Host {
    /// The debate as it is told to the house, in short where it is too long for a member. What is written down for that is
    /// of the speeches as they were held, and kept.
    ///
    /// # Errors
    /// A limit on cost cannot be kept, or the debate cannot be told so.
    pub(super) async fn told_to_house(
        &self,
        found: &FinishedDebate,
        (state, telling): (&mut DebateState, Telling),
        heard: &mut Heard,
        (prompts, roster): (&Prompts, &Roster),
        (progress, stop): (&mut dyn WorkProgress, &CancellationToken),
    ) -> Result<Result<DebateState, Untold>, Failure> {
        let mut told = retold(found, state, telling)?;
        let plan = match plan_of(&told, (prompts, roster)) {
            Ok(plan) => plan,
            Err(long) => {
                return Ok(Err(Untold::because(format!(
                    "{}: nobody was asked. {long}. Choose a model with a larger context (--role audience=MODEL), or, \
                     if it has more than that, say so in profiles.toml (context = N).",
                    found.name
                ))));
            }
        };
        let mut in_short = plan.in_short;
        if !plan.unread.is_empty() {
            let clerk = roster.assigned(Role::Clerk, None);
            limits::check_cost_limit_of(self.settings.limits.max_cost, [clerk])?;
            let held = plan.unread.iter().map(|turn| telling.as_held(state, *turn));
            let unread: Vec<TurnId> = held.collect();
            let calls = StandaloneCalls { prompts, roster };
            let condensed = self
                .condense(found, (state, &unread), calls, (progress, stop))
                .await;
            heard.report = Some(retry::joined(heard.report.take(), condensed.report));
            if condensed.stopped || condensed.failed.is_some() {
                let failed = condensed.failed.map(|error| {
                    format!(
                        "{}: nobody was asked. It is too long to be read in full, and {} could not write its speeches down: \
                         {error}",
                        found.name,
                        clerk.model.label()
                    )
                });
                return Ok(Err(Untold {
                    failed,
                    stopped: condensed.stopped,
                }));
            }
            *state = condensed.state;
            told = retold(found, state, telling)?;
            // What was written down is shorter than it might have been: more may stand in full.
            in_short = plan_of(&told, (prompts, roster)).map_or(in_short, |plan| plan.in_short);
        }
        if in_short.words >= heard.in_short.words {
            heard.in_short = in_short;
        }
        Ok(Ok(told))
    }
}

/// What is to be written down before the members of a house are asked. What is too long for one of them is too long for
/// all: that is known before anybody is asked.
fn plan_of(state: &DebateState, with: (&Prompts, &Roster)) -> Result<CondensePlan, NoRoom> {
    let last = state.opening.as_deref().and_then(|one| one.audience.last());
    let Some(seat) = last.map(|listener| &listener.seat) else {
        return Ok(CondensePlan::default());
    };
    let ask = Ask::Ballot {
        member: seat.clone(),
        when: When::After,
    };
    plan(state, with, &[(&ask, Some(seat))])
}

/// The debate, told so.
///
/// # Errors
/// It has no two sides whose speeches could be exchanged.
fn retold(
    found: &FinishedDebate,
    state: &DebateState,
    telling: Telling,
) -> Result<DebateState, Failure> {
    telling.tell(state).ok_or_else(|| {
        Failure::input(format!(
            "the debate {} has no two sides whose speeches could be exchanged",
            found.name
        ))
        .hint("leave --told out, or have it told backwards: --told backwards")
    })
}
