//! `hustings study`: paired experiments over many debates. What it would take is told first; debates that are in the
//! journal are skipped or gone on with; then every arm is held against the first.

mod report;

use tokio_util::sync::CancellationToken;

use super::{
    Host,
    args::StudyArgs,
    batch::{board, folder},
    debates, out,
    signals::on_signal,
    steps::StepsOfEach,
};
use crate::{
    error::{Exit, Failure},
    host::{
        batch::BatchRequest,
        patience::Patience,
        study::{Study, StudyEstimate, StudyPlan},
    },
    text::counted,
};

/// Holds what is to be held, and tells what it came to.
pub(super) async fn hold(host: &Host, args: &StudyArgs) -> Result<Exit, Failure> {
    args.failure.check(true)?;
    let patience = args.failure.patience(true);
    let plan = StudyPlan::read(
        host,
        BatchRequest {
            file: &args.file,
            limits: args.limits.limits(),
            shard: args.shard,
            on_failure: patience.on_failure,
        },
    )?;
    let folder = if args.dry_run {
        None
    } else {
        Some(folder(
            args.out.as_deref(),
            &format!("study-{}", plan.batch.name),
        )?)
    };
    let journal = host.journal()?;
    debates::counted(&journal)?;
    let stop = CancellationToken::new();
    let study = Study::of(host, &journal, plan, args.limits.retry(), stop.clone())?;
    let mut exit = Exit::Done;
    if args.report && !study.is_begun()? {
        // Empty tables would be written over those that there may be.
        return Err(
            Failure::input("none of the debates of this study is in the journal")
                .hint("with other models they are other debates: add the flags (--model, --role …) with which they were held"),
        );
    }
    if !args.report {
        let estimate = study.estimate().await?;
        let told = report::estimate(&study, &estimate);
        if args.dry_run {
            out::print(|out| out.write_all(told.as_bytes()))?;
            return Ok(Exit::Done);
        }
        out::say(told.trim_end());
        let signals = on_signal(stop);
        let held = Box::pin(run(&study, &estimate, patience)).await;
        signals.abort();
        exit = held?;
    }
    let Some(folder) = folder else {
        return Ok(exit);
    };
    let rows = study.batch.rows(&mut StepsOfEach::default())?;
    let result = Box::pin(study.result(&mut StepsOfEach::default())).await?;
    report::write((&study, &rows, &result), &folder, args)?;
    let is_poorer = rows.iter().any(|row| row.poorer) || result.unread.iter().any(|one| one.failed);
    Ok(if exit == Exit::Done && is_poorer {
        Exit::ModelFailed
    } else {
        exit
    })
}

/// Holds the debates, and then what is to become of them; last the judge reads them, where there is one.
async fn run(
    study: &Study<'_>,
    estimate: &StudyEstimate,
    patience: Patience,
) -> Result<Exit, Failure> {
    Box::pin(study.check_houses(estimate, patience)).await?;
    Box::pin(study.check_judge(estimate, patience)).await?;
    let ending = board::hold(&study.batch, patience, None).await?;
    if ending.exit == Exit::Interrupted {
        return Ok(Exit::Interrupted);
    }
    let exit = Box::pin(study.follow(patience, &mut StepsOfEach::default())).await?;
    let left = study.to_follow().await?;
    if left > 0 {
        let them = counted(left, "debate is", "debates are");
        out::say(&format!(
            "{them} still to be refined or divided on; the same command goes on with that."
        ));
    }
    if exit == Exit::Interrupted {
        return Ok(exit);
    }
    let read = Box::pin(study.read(&mut StepsOfEach::default())).await?;
    let left = study.to_read().await?;
    if left > 0 {
        let them = counted(left, "debate is", "debates are");
        out::say(&format!(
            "{them} still to be read by the judge; the same command goes on with that."
        ));
    }
    let mut all = [read, exit, ending.exit].into_iter();
    Ok(all.find(|one| *one != Exit::Done).unwrap_or(Exit::Done))
}
