//! `hustings judge`: a debate that is over, before several judges at once, and how far they agree. The journal stays as
//! it is.

mod json;
mod text;

use super::{Host, out};
use crate::error::{Exit, Failure};

/// `hustings judge`.
pub(super) async fn run(
    host: &Host,
    id: &str,
    judges: usize,
    as_json: bool,
) -> Result<Exit, Failure> {
    let found = host.judge(id, judges).await?;
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
