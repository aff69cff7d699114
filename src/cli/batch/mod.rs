//! `hustings batch`: many debates from one file. The list is made first and checked whole; what is in the journal
//! already is skipped or gone on with; the rest is held, so many at a time; then the table is written.

mod board;
mod hall;
mod plan;
mod purse;
mod report;

use std::{sync::Arc, time::Duration};

use futures_util::StreamExt as _;
use tokio_util::sync::CancellationToken;

use super::{args::BatchArgs, found, ground::Ground, kept, out, run, spend};
use crate::{
    error::{Exit, Failure},
    host::find::Common,
    llm::{account::Account, roster::Roster},
};

use board::Board;
use hall::{End, Hall};
use plan::Plan;
use purse::Purse;

/// How often the line of progress is thought of.
const TICK: Duration = Duration::from_millis(250);

/// Holds what is to be held, and tells what it came to.
pub(super) async fn hold(ground: &Ground, args: &BatchArgs) -> Result<Exit, Failure> {
    args.failure.check(true)?;
    let plan = Plan::read(ground, args)?;
    let folder = report::folder(&plan, args)?;
    let journal = ground.journal()?;
    kept::counted(&journal)?;
    let stop = CancellationToken::new();
    let begun = journal.of_batch(&plan.name, None)?;
    let purse = Arc::new(Purse::new(&plan, &begun, stop.clone()));
    let failed = plan::failed(&journal, &begun, args.retry_failed)?;
    let todo = plan.todo(&begun, &failed);
    let mut board = Board::new(&plan, (&begun, &failed), todo.len());
    board.opening(plan.items.len());
    let (mut exit, mut limited) = (Exit::Done, false);
    if !todo.is_empty() && !purse.is_empty() {
        let signals = tokio::spawn(run::on_signal(stop.clone()));
        let rosters = tokio::select! {
            found = rosters(ground, &plan, (&todo, &stop), args) => Some(found.map_err(|failure| {
                if plan.is_begun(&begun, &failed) {
                    found::resumable(failure)
                } else {
                    failure
                }
            })?),
            () = stop.cancelled() => None,
        };
        if let Some(rosters) = rosters {
            let again = (&failed, args.failure);
            let hall = Hall::new(ground, &journal, &plan, rosters, Arc::clone(&purse), again);
            let held = hold_all(&hall, todo, &mut board, &purse).await;
            board.end();
            exit = held?;
            limited = board.limited() > 0;
        }
        signals.abort();
    }
    // Those that were held again in this run count as they are now.
    let left = plan
        .todo(&journal.of_batch(&plan.name, None)?, &failed)
        .len();
    if left > 0 && (matches!(exit, Exit::Done | Exit::ModelFailed) || limited) {
        let why = if purse.is_empty() {
            format!(
                "{} {left} debates are not over; with a higher limit the same command goes on with them.",
                purse.told()
            )
        } else if limited {
            format!(
                "{left} debates are not over, because of the limit of each; the same command goes on with them, and \
                 allows each as much again."
            )
        } else {
            format!("{left} debates are not over; the same command goes on with them.")
        };
        out::say(&why);
        if purse.stop.is_cancelled() || purse.is_empty() || exit == Exit::Done {
            exit = Exit::Interrupted;
        }
    }
    let poorer = report::write((ground, &journal), &plan, &folder, args)?;
    if poorer > 0 {
        let (lack, them) = if poorer == 1 {
            ("debate lacks", "it")
        } else {
            ("debates lack", "them")
        };
        out::say(&format!(
            "{poorer} {lack} something because a model failed: `missing` in the table says what, and --retry-failed \
             holds {them} again."
        ));
        if exit == Exit::Done {
            exit = Exit::ModelFailed;
        }
    }
    Ok(exit)
}

/// The models of every line-up that is still to speak, each asked whether it is there.
async fn rosters(
    ground: &Ground,
    plan: &Plan,
    (todo, stop): (&[usize], &CancellationToken),
    args: &BatchArgs,
) -> Result<Vec<Option<Roster>>, Failure> {
    ground.embeddings_are_there().await?;
    let patience = args.failure.patience(true);
    let telling = Account::telling(out::say);
    let mut common = Common::new(plan.calls);
    let mut rosters = Vec::new();
    for (number, overrides) in plan.models.iter().enumerate() {
        let is_needed = |item: &&usize| {
            plan.items
                .get(**item)
                .is_some_and(|one| one.models == number)
        };
        if !todo.iter().any(|item| is_needed(&item)) {
            rosters.push(None);
            continue;
        }
        let limited = todo.iter().filter_map(|item| {
            let planned = plan.items.get(*item).filter(|one| one.models == number)?;
            planned.choice.options.max_cost
        });
        let limit = plan.max_cost.or(limited.reduce(f64::min));
        let look = async || {
            let mut roster = ground.roster_among(overrides, &mut common).await?;
            spend::can_be_kept(limit, &roster)?;
            found::reached(&mut roster, patience.on_failure).await?;
            Ok(roster.on(&telling))
        };
        rosters.push(Some(found::waited(patience.wait, stop, look).await?));
    }
    Ok(rosters)
}

/// Holds the debates, as many at a time as the plan says, until all are held or somebody stops it.
async fn hold_all(
    hall: &Hall<'_>,
    todo: Vec<usize>,
    board: &mut Board,
    purse: &Purse,
) -> Result<Exit, Failure> {
    let mut under_way = futures_util::stream::iter(todo)
        .map(|number| async move { (number, hall.hold(number).await) })
        .buffer_unordered(hall.plan.parallel);
    let mut tick = tokio::time::interval(TICK);
    let mut exit = Exit::Done;
    loop {
        tokio::select! {
            ended = under_way.next() => {
                let Some((number, ended)) = ended else { return Ok(exit) };
                let end = match ended {
                    Ok(end) => end,
                    // The journal cannot be written: the others are left as they are, too.
                    Err(failure) => {
                        purse.stop.cancel();
                        while under_way.next().await.is_some() {}
                        return Err(failure);
                    }
                };
                match &end {
                    End::Poorer(_) | End::Failed(_) if exit == Exit::Done => {
                        exit = Exit::ModelFailed;
                    }
                    End::NoModel(why) => {
                        // Several debates lose the same model at the same moment.
                        if exit != Exit::Interrupted {
                            out::say(why);
                        }
                        exit = Exit::Interrupted;
                    }
                    End::Limit(_) => exit = Exit::Interrupted,
                    End::Poorer(_)
                    | End::Failed(_)
                    | End::Done
                    | End::Left
                    | End::NotBegun
                    | End::Elsewhere => {}
                }
                board.ended(number, &end, hall.plan);
            }
            _ = tick.tick() => {}
        }
        board.draw(hall.running(), purse);
    }
}
