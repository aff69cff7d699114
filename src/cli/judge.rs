//! `hustings judge`: a debate that is over, before several judges at once, and how far they agree. The journal stays as
//! it is.

mod json;
mod text;

use super::{Host, out, signals::until_signal};
use crate::error::{Exit, Failure};

/// `hustings judge`.
pub(super) async fn run(
    host: &Host,
    id: &str,
    (judges, times): (usize, usize),
    as_json: bool,
) -> Result<Exit, Failure> {
    let found = until_signal(async |stop| host.judge(id, (judges, times), stop).await).await?;
    if found.is_stopped() {
        let told = match found.judges.len() {
            0 => "Stopped before any judge had answered.".to_owned(),
            some if found.times == 1 => {
                format!("Stopped: {some} of {} judges had answered.", found.asked)
            }
            _ => {
                let (given, all) = (found.answered(), found.asked * found.times);
                format!("Stopped: {given} of {all} reports had been given.")
            }
        };
        out::say(&told);
        if found.judges.is_empty() {
            return Ok(found.exit());
        }
    }
    let text = if as_json {
        format!("{:#}\n", json::json(&found))
    } else {
        text::text(&found)
    };
    out::print(|out| out.write_all(text.as_bytes()))?;
    if let Some(limit) = &found.limit {
        out::say(limit);
    }
    Ok(found.exit())
}
