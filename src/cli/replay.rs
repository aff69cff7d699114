//! `hustings replay`: a debate played again, on the screen or as lines.

use std::io::{self, ErrorKind};

use super::{
    Host,
    args::{LinesArgs, Output},
    headless,
    journal::whole,
};
#[cfg(feature = "tui")]
use super::{chamber, lobby, screen, signals::until_signal};
use crate::{
    debate::{event::Record, ids::DebateId},
    error::{Exit, Failure},
    journal::Journal,
};
#[cfg(feature = "tui")]
use crate::{
    text::shown::given,
    tui::replay::{Player, Rhythm, Speed, play_into},
};

/// `hustings replay`, at that speed and in that rhythm where they are named.
pub(super) async fn replay(
    host: &Host,
    named: &str,
    (speed, rhythm): (Option<&str>, Option<&str>),
    lines: LinesArgs,
) -> Result<Exit, Failure> {
    let journal = host.journal()?;
    let debate = journal.find(named)?;
    let (records, fault) = journal.load_readable(&debate)?;
    let exit = played(host, (&journal, &debate, records), (speed, rhythm), lines).await?;
    whole(fault)?;
    Ok(exit)
}

/// Plays the records of a debate, on the screen or as lines.
#[cfg_attr(
    not(feature = "tui"),
    expect(unused_variables, reason = "there is no screen to play it on")
)]
async fn played(
    host: &Host,
    (journal, debate, records): (&Journal, &DebateId, Vec<Record>),
    (speed, rhythm): (Option<&str>, Option<&str>),
    lines: LinesArgs,
) -> Result<Exit, Failure> {
    #[cfg(feature = "tui")]
    {
        let (at, beat) = (
            speed.map_or(Ok(Speed::default()), speed_of)?,
            rhythm.map(rhythm_of).transpose()?,
        );
        let player = |records| Player::new(records).at(at).in_rhythm(beat);
        if !lines.headless {
            screen::check_or(&format!("replay {} --headless", debate.short()))?;
            let player = player(records);
            let followed = chamber::replay(host, journal, (player, debate)).await?;
            return Box::pin(lobby::after(host, followed)).await;
        }
        if speed.is_some() || rhythm.is_some() {
            return paced(player(records), lines.output).await;
        }
    }
    #[cfg(not(feature = "tui"))]
    if !lines.headless || speed.is_some() || rhythm.is_some() {
        return Err(headless::no_screen());
    }
    at_once(&records, lines.output)
}

/// Writes all of a debate to standard output.
fn at_once(records: &[Record], output: Output) -> Result<Exit, Failure> {
    let mut sink = headless::sink(output);
    let told = records
        .iter()
        .try_for_each(|record| sink.record(record))
        .and_then(|()| sink.finish());
    written(told)
}

/// Writes what is played to standard output, as it is due.
#[cfg(feature = "tui")]
async fn paced(player: Player, output: Output) -> Result<Exit, Failure> {
    let mut sink = headless::sink(output);
    let told = until_signal(async |stop| play_into(player, sink.as_mut(), stop.cancelled()).await);
    written(told.await)
}

/// A reader that has gone away is success.
fn written(told: io::Result<()>) -> Result<Exit, Failure> {
    match told {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(headless::not_written(&error)),
        Ok(()) | Err(_) => Ok(Exit::Done),
    }
}

/// The rhythm that a flag names.
#[cfg(feature = "tui")]
fn rhythm_of(word: &str) -> Result<Rhythm, Failure> {
    Rhythm::of_word(word).ok_or_else(|| {
        let known = Rhythm::ALL.map(Rhythm::word).join(", ");
        Failure::input(format!("there is no rhythm `{}`", given(word)))
            .hint(format!("--rhythm takes {known}"))
    })
}

/// The speed that a flag names.
#[cfg(feature = "tui")]
fn speed_of(word: &str) -> Result<Speed, Failure> {
    Speed::of_word(word).ok_or_else(|| {
        let known = Speed::ALL.map(Speed::word).join(", ");
        Failure::input(format!("there is no speed `{}`", given(word)))
            .hint(format!("--speed takes {known}"))
    })
}
