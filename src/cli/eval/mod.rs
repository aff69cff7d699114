//! `hustings eval`: measures of debates that are over. The journal stays as it is, and nothing is kept: what a judge's
//! model gives is asked for each time.

mod json;
mod points;
mod text;

#[cfg(feature = "tui")]
pub(super) use text::report;

use tokio_util::sync::CancellationToken;

use crate::{
    error::{Exit, Failure},
    host::finished::measures::MeasuredBy,
};

use super::{Host, args::EvalArgs, out, signals::until_interrupt};

/// `hustings eval`.
pub(super) async fn run(host: &Host, args: &EvalArgs) -> Result<Exit, Failure> {
    if args.explain {
        let text = if args.json {
            json::definitions()
        } else {
            text::definitions(out::width())
        };
        return out::print(|out| out.write_all(text.as_bytes()));
    }
    let by = if args.no_models {
        MeasuredBy::CodeAlone
    } else {
        MeasuredBy::CodeAndModels
    };
    let evaluation = host.evaluation(&args.ids, by).await?;
    let measured = match by {
        // Who only waits for the disk is ended by a signal as any program is.
        MeasuredBy::CodeAlone => evaluation.measure(&CancellationToken::new()).await?,
        MeasuredBy::CodeAndModels => {
            until_interrupt(async |stop| evaluation.measure(stop).await).await?
        }
    };
    let text = if args.json {
        json::report(&measured.debates)
    } else {
        text::report(&measured.debates, out::width())
    };
    out::print(|out| out.write_all(text.as_bytes()))?;
    if let Some(limit) = &measured.limit {
        out::say(limit);
    }
    Ok(measured.exit())
}
