//! `hustings run --dry-run`: what a debate would ask of models, told before it is begun.

use std::io::{self, Write};

use super::{out, table::table};
use crate::{
    debate::{command::Pace, opening::Opening},
    engine::{Estimate, EstimatedCalls},
    error::{Exit, Failure},
    text::{counted, sanitize::sanitize_line, shown::amount},
};

/// Prints it.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn tell(opening: &Opening, estimate: &Estimate) -> Result<Exit, Failure> {
    out::print(|out| write(out, opening, estimate))
}

fn write(out: &mut dyn Write, opening: &Opening, estimate: &Estimate) -> io::Result<()> {
    writeln!(out, "{}\n", sanitize_line(&opening.motion.motion))?;
    let head = ["purpose", "calls", "read", "of it again", "written", "cost"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let each = estimate.by_purpose.iter();
    rows.extend(each.map(|(purpose, calls)| row(purpose.told(), calls)));
    let total = estimate.total();
    rows.push(row("total", &total));
    write!(out, "{}", table(&rows))?;
    writeln!(
        out,
        "\nAbout {} are heard{}. Nothing was begun.",
        counted(estimate.words, "word", "words"),
        minutes(estimate)
    )?;
    writeln!(
        out,
        "Calls and tokens are estimated by a rehearsal that runs to the last round; a debate with more or fewer points of \
         information, or with fewer rounds, takes more or less. `of it again` is what stood at the beginning of an earlier \
         prompt: a cache need not read it once more."
    )?;
    for told in &estimate.outgrown {
        writeln!(out, "{}", sanitize_line(told))?;
    }
    if let Some(told) = estimate.about_prices() {
        writeln!(out, "{told}")?;
    }
    Ok(())
}

fn row(name: &str, calls: &EstimatedCalls) -> Vec<String> {
    vec![
        name.to_owned(),
        calls.calls.to_string(),
        calls.usage.prompt_tokens.to_string(),
        calls.usage.repeated_tokens.to_string(),
        calls.usage.completion_tokens.to_string(),
        calls.costs.total().map_or_else(|| "–".to_owned(), amount),
    ]
}

/// The time that hearing its words takes, at the paces that have a length.
fn minutes(estimate: &Estimate) -> String {
    match (
        estimate.minutes(Pace::Reading),
        estimate.minutes(Pace::Live),
    ) {
        (Some(reading), Some(live)) => {
            format!(", in {reading} minutes at reading pace and {live} live")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_told_by_its_minutes() {
        assert_eq!(
            minutes(&Estimate {
                words: 6_000,
                ..Estimate::default()
            }),
            ", in 20 minutes at reading pace and 38 live"
        );
    }
}
