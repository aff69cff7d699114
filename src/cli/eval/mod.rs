//! `hustings eval`: measures of debates that are over. The journal stays as it is, and nothing is kept: what a judge's
//! model gives is asked for each time.

mod arc;
mod json;
mod points;
mod readings;
mod text;

#[cfg(feature = "tui")]
pub(super) use text::report;

use tokio_util::sync::CancellationToken;

use crate::{
    debate::ids::Seat,
    error::{Exit, Failure},
    eval::{Measure, Report},
    host::finished::measures::{JudgeReadings, MeasuredBy},
};

use super::{Host, args::EvalArgs, out, signals::until_interrupt};

/// `hustings eval`.
pub(super) async fn run(host: &Host, args: &EvalArgs) -> Result<Exit, Failure> {
    if let Some(asked) = &args.explain {
        // The parser has let through what is an id, or the word for all of them.
        let one = Measure::of_id(asked);
        let text = if args.json {
            json::definitions(one)
        } else {
            text::definitions(one, out::width())
        };
        return out::print(|out| out.write_all(text.as_bytes()));
    }
    let by = if args.no_models {
        MeasuredBy::CodeAlone
    } else {
        MeasuredBy::CodeAndModels
    };
    let readings = JudgeReadings {
        repeat: args.repeat,
        others: args.others.clone(),
    };
    let evaluation = host.evaluation(&args.ids, by, readings).await?;
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

/// The placeholder where there is no value.
const NOTHING: &str = "–";

/// A value in a table.
fn cell(value: Option<f64>) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| format!("{value:.2}"))
}

/// The name of a speaker.
fn name<'a>(report: &'a Report, seat: &'a Seat) -> &'a str {
    let mut speakers = report.speakers.iter();
    let found = speakers.find(|(one, _)| one == seat);
    found.map_or_else(|| seat.as_str(), |(_, name)| name)
}
