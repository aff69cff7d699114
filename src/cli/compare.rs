//! `hustings compare`: a simulated debate beside one that people held: what each was about, what was argued, how the
//! house voted. The journal stays as it is.

pub(super) mod text;

use super::{Host, args::CompareArgs, out, signals::until_signal, steps::StepsOfEach};
use crate::error::{Exit, Failure};

/// `hustings compare`.
pub(super) async fn run(host: &Host, args: &CompareArgs) -> Result<Exit, Failure> {
    args.given.check([&args.real])?;
    let given = args.given.read()?;
    let pair = Box::pin(host.debate_pair(&args.simulated, &args.real, &given)).await?;
    let mut steps = StepsOfEach::default();
    let found = until_signal(async |stop| pair.compare(&mut steps, stop).await).await?;
    let Some(found) = found else {
        out::say("It was stopped; there is nothing to compare yet.");
        return Ok(Exit::Interrupted);
    };
    let text = if args.json {
        let json = serde_json::to_value(&found.comparison)
            .map_err(|error| Failure::internal(error.to_string()))?;
        format!("{json:#}\n")
    } else {
        text::text(&found.comparison)
    };
    out::print(|out| out.write_all(text.as_bytes()))?;
    match &found.limit {
        Some(limit) => out::say(limit),
        None => found.failed().for_each(out::say),
    }
    Ok(found.exit())
}
