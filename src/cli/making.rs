//! `hustings personas make`: a card that a model writes from a corpus.

use super::{
    Host,
    args::MakeArgs,
    corpus::{display::CorpusDisplay, labels},
    layout::Sheet,
    out,
    signals::until_signal,
};
use crate::{
    error::{Exit, Failure},
    host::making::{CardRequest, LeftOutPosition, MadeCard, MakingEnd},
    text::{counted, listed, sanitize::sanitize_line, shown},
};

/// Positions that were left out are told one by one up to so many.
const TOLD: usize = 12;

/// `hustings personas make …`.
pub(super) async fn run(host: &Host, args: MakeArgs) -> Result<Exit, Failure> {
    let name = args.name.as_deref().map(sanitize_line);
    let request = CardRequest {
        persona: &args.id,
        name: name.clone(),
        labels: labels(&args.labels),
        paths: args.paths,
        embeds: !args.no_embeddings,
        anew: args.force,
    };
    until_signal(async |stop| {
        let called = name.as_deref().unwrap_or(&args.id);
        let mut told = CorpusDisplay::of(&args.id, called);
        let mut tell = |progress| told.hear(progress);
        let end = host.make_persona(request, stop, &mut tell, &out::say).await;
        told.settle();
        match end? {
            MakingEnd::Made(made) => print(&made),
            MakingEnd::StoppedCorpus(end) => told.ended(Ok(end)),
            MakingEnd::Stopped => {
                out::say("Stopped. Nothing was written; the corpus stays, and the same command begins the card again.");
                Ok(Exit::Interrupted)
            }
        }
    })
    .await
}

/// What is said of a card that was written: where it is, and what stands beside it.
pub(super) fn told(made: &MadeCard) -> Vec<String> {
    let positions = counted(made.card.positions.len() as u64, "position", "positions");
    let mut lines = vec![format!(
        "The card of {} was written, with {positions}: {}",
        made.card.name,
        shown::path(&made.path)
    )];
    if let Some(backup) = &made.backup {
        lines.push(format!("As it was before: {}", shown::path(backup)));
    }
    if !made.kept.is_empty() {
        lines.push(format!(
            "Kept as you had edited it: {}.",
            listed(&made.kept)
        ));
    }
    if let Some(style) = &made.style_over_it {
        lines.push(format!(
            "A style that was drawn before lies over the card's own, as long as it is there: {}",
            shown::path(style)
        ));
    }
    lines
}

/// A position that was left out, and why.
pub(super) fn left_out(one: &LeftOutPosition) -> String {
    format!("{} ({})", one.position, one.why)
}

fn print(made: &MadeCard) -> Result<Exit, Failure> {
    let lines = told(made);
    let mut sheet = Sheet::new(out::width());
    if !made.left_out.is_empty() {
        sheet.heading("Left out");
        for one in made.left_out.iter().take(TOLD) {
            sheet.item(&left_out(one));
        }
        let more = made.left_out.len().saturating_sub(TOLD);
        if more > 0 {
            sheet.item(&format!("and {more} more"));
        }
    }
    out::print(|out| {
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        out.write_all(sheet.into_string().as_bytes())
    })
}
