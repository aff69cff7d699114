//! `hustings batch`: many debates from one file. The list is made first and checked whole; what is in the journal
//! already is skipped or gone on with; the rest is held, so many at a time; then the table is written.

pub(super) mod board;
pub(super) mod report;

use tokio_util::sync::CancellationToken;

use super::{Host, args::BatchArgs, debates, out, steps::StepsOfEach};
use crate::{
    batch::ItemStatus,
    error::{Exit, Failure},
    host::batch::{Batch, BatchPlan, BatchRequest},
    text::counted,
};

pub(super) use report::folder;

/// Holds what is to be held, and tells what it came to.
pub(super) async fn hold(host: &Host, args: &BatchArgs) -> Result<Exit, Failure> {
    args.failure.check(true)?;
    let patience = args.failure.patience(true);
    let wanted = BatchRequest {
        file: &args.file,
        limits: args.limits.limits(),
        shard: args.shard,
        on_failure: patience.on_failure,
    };
    let plan = BatchPlan::read(host, wanted)?;
    let folder = folder(args.out.as_deref(), &format!("batch-{}", plan.name))?;
    let journal = host.journal()?;
    debates::counted(&journal)?;
    let stop = CancellationToken::new();
    let batch = Batch::of(host, &journal, plan, args.limits.retry(), stop.clone())?;
    let ending = board::hold(&batch, patience, Some(stop)).await?;
    let rows = batch.rows(&mut StepsOfEach::default())?;
    report::write(&batch.plan, &rows, &folder, args)?;
    let poorer = rows.iter().filter(|row| row.poorer);
    let (silent, lacking): (Vec<_>, Vec<_>) =
        poorer.partition(|row| row.status == ItemStatus::Silent);
    if !silent.is_empty() {
        let debates = counted(silent.len(), "debate", "debates");
        let them = if silent.len() == 1 { "it" } else { "them" };
        out::say(&format!(
            "In {debates} nobody said a word, because a model failed; the same command holds {them} again."
        ));
    }
    if !lacking.is_empty() {
        let lack = counted(lacking.len(), "debate lacks", "debates lack");
        let them = if lacking.len() == 1 { "it" } else { "them" };
        out::say(&format!(
            "{lack} something because a model failed: `missing` in the table says what, and --retry-failed \
             holds {them} again."
        ));
    }
    Ok(ending.exit_with(silent.len() + lacking.len()))
}
