//! `hustings ensemble`: one debate held many times with what may vary, epoch after epoch, and what comes of it as a report;
//! or the report of one that was held, shown again.

mod report;
#[cfg(feature = "tui")]
mod screen;

use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::{
    Host,
    args::EnsembleArgs,
    batch::{board, report::folder as made},
    debates, out,
    steps::StepsOfEach,
};
use crate::{
    batch::DebateSettings,
    debate::opening::OnFailure,
    error::{Exit, Failure},
    host::{
        batch::{Batch, BatchPlan},
        ensemble::{Ensemble, EnsembleRequest, kept},
        setup::USUAL_FORMAT,
    },
    journal::Journal,
    text::{counted, shown::amount},
};

/// `hustings ensemble`.
pub(super) async fn ensemble(host: &Host, args: &EnsembleArgs) -> Result<Exit, Failure> {
    args.failure.check(true)?;
    let folder = Path::new(&args.motion);
    if let Some(held) = kept(folder)? {
        args.check_shown()?;
        report::check_side(&held, args)?;
        return report::show(host, &held, args).await;
    }
    args.check_varied()?;
    let ensemble = Ensemble::of(host, request(host, args))?;
    report::check_side_of(ensemble.occasion(), args)?;
    #[cfg(feature = "tui")]
    if args.show {
        screen::check()?;
    }
    estimate(host, &ensemble).await?;
    if args.dry_run {
        return Ok(Exit::Done);
    }
    let folder = made(args.out.as_deref(), &ensemble.occasion().name)?;
    let earlier = kept(&folder)?;
    let journal = host.journal()?;
    debates::counted(&journal)?;
    let (exit, runs) = hold_all(host, &journal, &ensemble, args).await?;
    let embedder = host.embedder()?;
    let mut report = ensemble
        .report(runs, embedder.as_deref(), earlier.as_ref())
        .await;
    // Who has stopped it is not kept waiting for names.
    if !args.unnamed && exit != Exit::Interrupted {
        host.describe_themes(&mut report).await?;
    }
    report::write(&report, &folder)?;
    let shown = report::show(host, &report, args).await?;
    Ok(if exit == Exit::Done { shown } else { exit })
}

fn request(host: &Host, args: &EnsembleArgs) -> EnsembleRequest {
    let format = args.format.as_deref().unwrap_or(USUAL_FORMAT);
    let watched = args.failure.watched(true);
    let mut choice = host.choice(args.motion.clone(), format, watched);
    if !args.prop.is_empty() || !args.opp.is_empty() {
        choice.sides = vec![args.prop.clone(), args.opp.clone()];
    }
    choice.speakers.clone_from(&args.speakers);
    choice.audience = args.audience.map(|count| count as usize);
    choice.options.rounds = args.rounds;
    EnsembleRequest {
        name: args.name.clone(),
        choice,
        settings: DebateSettings {
            scale: args.scale,
            audience: args.audience,
            polls: args.polls.map(Into::into),
            rounds: args.rounds,
            ..DebateSettings::default()
        },
        runs: args.runs,
        epochs: args.epochs,
        control: args.control.unwrap_or(args.runs),
        seed: args.seed,
        varied: args.varied(),
        coached: args.coached(),
        limits: args.limits.limits(),
        on_failure: on_failure(args),
    }
}

fn on_failure(args: &EnsembleArgs) -> OnFailure {
    args.failure.patience(true).on_failure
}

/// Says what all debates would ask of the models.
async fn estimate(host: &Host, ensemble: &Ensemble) -> Result<(), Failure> {
    let (_, estimate) = ensemble.estimate(host).await?;
    let total = estimate.total();
    let debates = ensemble.occasion().planned;
    let tokens = total.usage.prompt_tokens + total.usage.completion_tokens;
    let all = |one: u64| one.saturating_mul(debates as u64);
    let cost = total.costs.total().map_or_else(String::new, |cost| {
        format!(", for {}", amount(cost * debates as f64))
    });
    out::say(&format!(
        "{}: about {} and {} tokens in all{cost}, as estimated by a rehearsal of one.",
        counted(debates, "debate", "debates"),
        counted(all(u64::from(total.calls)), "call", "calls"),
        all(tokens)
    ));
    Ok(())
}

/// Holds epoch after epoch, and reads the debates that are over.
async fn hold_all(
    host: &Host,
    journal: &Journal,
    ensemble: &Ensemble,
    args: &EnsembleArgs,
) -> Result<(Exit, Vec<crate::ensemble::RunReading>), Failure> {
    let embedder = host.embedder()?;
    let mut runs = Vec::new();
    let mut exit = Exit::Done;
    for number in 1..=ensemble.occasion().epochs {
        let coaching = if number == 1 {
            None
        } else {
            let found = ensemble.coaching(journal, number, &runs, embedder.as_deref());
            let Some(found) = found.await? else {
                out::say("No claim is on record to coach anybody with; no further epoch is held.");
                break;
            };
            Some(found)
        };
        let plan = ensemble.epoch(host, number, coaching.as_ref())?;
        let ended = hold(host, journal, (number, plan), args, &mut runs).await?;
        if ended == Exit::Interrupted {
            return Ok((ended, runs));
        }
        if exit == Exit::Done {
            exit = ended;
        }
    }
    Ok((exit, runs))
}

/// Holds one epoch.
async fn hold(
    host: &Host,
    journal: &Journal,
    (number, plan): (u32, BatchPlan),
    args: &EnsembleArgs,
    runs: &mut Vec<crate::ensemble::RunReading>,
) -> Result<Exit, Failure> {
    let stop = CancellationToken::new();
    let batch = Batch::of(host, journal, plan, args.limits.retry(), stop.clone())?;
    if args.epochs > 1 {
        out::say(&format!("Epoch {number} of {}", args.epochs));
    }
    let patience = args.failure.patience(true);
    let ending = board::hold(&batch, patience, Some(stop)).await?;
    let (read, poorer) = Ensemble::readings(&batch, &mut StepsOfEach::default())?;
    runs.extend(read);
    if poorer > 0 {
        let lack = counted(poorer, "debate lacks", "debates lack");
        let them = if poorer == 1 { "it" } else { "them" };
        out::say(&format!(
            "{lack} something because a model failed; --retry-failed holds {them} again."
        ));
    }
    Ok(ending.exit_with(poorer))
}
