//! `hustings branch`: a debate that goes on differently from a place in the record of another one, on the screen or as lines.

use std::time::Duration;

#[cfg(feature = "tui")]
use crate::tui::replay::{Jump, Player};
use crate::{
    debate::{command::Pace, ids::DebateId, what_if::WhatIf},
    error::{Exit, Failure},
    headless::record_of_line,
    host::branch::WantedBranch,
    journal::Journal,
    text::sanitize::sanitize,
};

use super::{
    Host,
    args::{BranchPlace, FailureArgs, OutputArgs, PointArg, WhatIfArgs},
    headless::{self, script},
    signals::stoppable,
};

/// `hustings branch`.
pub(super) async fn branch(
    host: &Host,
    (id, at, what_if): (&str, BranchPlace, WhatIfArgs),
    failure: FailureArgs,
    pace: Option<Pace>,
    output: &OutputArgs,
) -> Result<Exit, Failure> {
    failure.check(output.lines.headless)?;
    let patience = failure.patience(output.lines.headless);
    let journal = host.journal()?;
    let parent = journal.find(id)?;
    let at = match at {
        BranchPlace::Line(line) => record_of(&journal, &parent, line)?,
        BranchPlace::Time(time) => record_at(&journal, &parent, time)?,
    };
    let changes = changes(host, what_if)?;
    let wanted = WantedBranch { at, changes };
    let script = script(output.interventions.as_deref())?;
    #[cfg(feature = "tui")]
    if !output.lines.headless {
        let (from, how) = ((&parent, wanted), (patience, pace));
        let followed = super::chamber::branch(host, &journal, from, how).await?;
        return Box::pin(super::lobby::after(host, followed)).await;
    }
    #[cfg(not(feature = "tui"))]
    if !output.lines.headless {
        return Err(headless::no_screen());
    }
    let (handle, debate, records) = stoppable(patience.wait, async |stop| {
        // Nobody reads along.
        let how = (pace.or(Some(Pace::Instant)), false);
        host.branch(&journal, (&parent, wanted), patience, how, stop)
            .await
    })
    .await?;
    let told = (output.lines.output, failure);
    headless::follow(&journal, (handle, &debate), &records, told, script).await
}

/// What is to be otherwise in the branch.
fn changes(host: &Host, what_if: WhatIfArgs) -> Result<Vec<WhatIf>, Failure> {
    let WhatIfArgs {
        say,
        point,
        answer,
        evidence,
        persona,
    } = what_if;
    let text = |text: &String| sanitize(text);
    let is_taken = point.map_or(answer.is_some(), |point| point == PointArg::Taken);
    let point = (point.is_some() || answer.is_some()).then(|| WhatIf::Point {
        taken: is_taken,
        answer: answer.as_ref().map(text),
    });
    let evidence = evidence.as_ref().map(|evidence| WhatIf::Evidence {
        text: text(evidence),
        source: String::new(),
    });
    let words = say.as_ref().map(|say| WhatIf::Words(text(say)));
    let speakers = persona
        .into_iter()
        .map(|(seat, id)| host.replacement(seat, &id));
    let speakers: Vec<WhatIf> = speakers.collect::<Result<_, _>>()?;
    let others = [words, point, evidence].into_iter().flatten();
    Ok(others.chain(speakers).collect())
}

/// The number of the record that the line of that number tells of.
fn record_of(journal: &Journal, parent: &DebateId, line: u64) -> Result<u64, Failure> {
    let found = record_of_line(&journal.load(parent)?, line);
    found.ok_or_else(|| {
        let short = parent.short();
        Failure::input(format!("the debate {short} has no line {line}")).hint(format!(
            "--at takes a seq of: hustings replay {short} --headless --output jsonl"
        ))
    })
}

/// The number of the last record that a replay has played by that time.
#[cfg(feature = "tui")]
fn record_at(journal: &Journal, parent: &DebateId, time: Duration) -> Result<u64, Failure> {
    let mut player = Player::new(journal.load(parent)?).in_rhythm(None);
    if time > player.total() {
        let whole = player.total().as_secs();
        return Err(Failure::input(format!(
            "a replay of the debate {} takes {}:{:02}, and has no {}:{:02}",
            parent.short(),
            whole / 60,
            whole % 60,
            time.as_secs() / 60,
            time.as_secs() % 60,
        ))
        .hint("--at takes a time as the replay shows it below, or the seq of a line of --output jsonl"));
    }
    player.seek(Jump::Ahead(time));
    Ok(player.seq().unwrap_or_default())
}

/// Times are those of replays, which are played on the screen.
#[cfg(not(feature = "tui"))]
fn record_at(_: &Journal, _: &DebateId, _: Duration) -> Result<u64, Failure> {
    Err(headless::no_screen().hint("--at takes the seq of a line of --output jsonl, too"))
}
