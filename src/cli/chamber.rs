//! A debate on the screen: live, taken up again or replayed, and held again where the viewer asks for that.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::{
    debate::{command::Pace, event::Record, ids::DebateId},
    engine::Handle,
    error::{Exit, Failure},
    host::{library::CorpusMeasures, patience::Patience},
    journal::Journal,
    text::shown::given,
    tui::{
        app::{ChamberExit, Corpora, Feed, Signals},
        replay::{Player, Rhythm, Speed},
        terminal::Screen,
    },
};

use super::{Host, loading::LoadingScreen, refine, screen};

/// Shows a live debate until the viewer leaves.
pub(super) async fn follow_live(
    host: &Host,
    journal: &Journal,
    loading: LoadingScreen,
    handle: Handle,
    debate: &DebateId,
    known: Vec<Record>,
) -> Result<Exit, Failure> {
    let feed = Feed::Live(Box::new(handle), known);
    follow(host, journal, loading, feed, debate).await
}

/// Shows a debate until the viewer leaves; where it is to be held again, goes on with that.
pub(super) async fn follow(
    host: &Host,
    journal: &Journal,
    mut loading: LoadingScreen,
    feed: Feed,
    debate: &DebateId,
) -> Result<Exit, Failure> {
    let is_replay = matches!(feed, Feed::Replay(_));
    let left = watch(host, &mut loading.screen, &mut loading.signals, feed).await?;
    if left == ChamberExit::Refine {
        return Box::pin(refine::screen::from_chamber(host, journal, loading, debate)).await;
    }
    drop(loading);
    if is_replay {
        return Ok(Exit::Done);
    }
    screen::conclude(journal, debate, left)
}

/// Shows a debate on a screen that is taken until the viewer leaves, and leaves the screen to whoever took it.
pub(super) async fn watch(
    host: &Host,
    screen: &mut Screen,
    signals: &mut Signals,
    feed: Feed,
) -> Result<ChamberExit, Failure> {
    let corpora = CorpusMeasures::open_if_readable(host);
    let corpora = corpora.map(|corpora| Arc::new(corpora) as Corpora);
    screen::show(host, (screen, signals), feed, corpora).await
}

/// Takes a debate up again, and shows it.
pub(super) async fn resume(
    host: &Host,
    journal: &Journal,
    debate: &DebateId,
    (patience, pace): (Patience, Option<Pace>),
) -> Result<Exit, Failure> {
    screen::check_or(&format!("resume {} --headless", debate.short()))?;
    let mut loading = screen::enter(host)?;
    // The viewer can leave the loading screen.
    let stop = CancellationToken::new();
    let taken_up = host.take_up(journal, debate, patience, pace, &stop);
    let Some((handle, known)) = loading.wait(Box::pin(taken_up)).await? else {
        return Ok(Exit::Interrupted);
    };
    follow_live(host, journal, loading, handle, debate, known).await
}

/// The rhythm that a flag names.
fn rhythm_of(word: &str) -> Result<Rhythm, Failure> {
    Rhythm::of_word(word).ok_or_else(|| {
        let known = Rhythm::ALL.map(Rhythm::word).join(", ");
        Failure::input(format!("there is no rhythm `{}`", given(word)))
            .hint(format!("--rhythm takes {known}"))
    })
}

/// Plays a debate again.
pub(super) async fn replay(
    host: &Host,
    journal: &Journal,
    debate: &DebateId,
    (speed, rhythm): (&str, Option<&str>),
) -> Result<Exit, Failure> {
    let rhythm = rhythm.map(rhythm_of).transpose()?;
    let Some(speed) = Speed::of_word(speed) else {
        let known: Vec<&str> = Speed::ALL.into_iter().map(Speed::word).collect();
        let known = known.join(", ");
        return Err(
            Failure::input(format!("there is no speed `{}`", given(speed)))
                .hint(format!("--speed takes {known}")),
        );
    };
    screen::check_or(&format!("show {}", debate.short()))?;
    let player = Player::new(journal.load(debate)?)
        .at(speed)
        .in_rhythm(rhythm);
    let feed = Feed::Replay(Box::new(player));
    let styles = screen::styles(&screen::options(host)?);
    let signals = Signals::listen()?;
    let loading = LoadingScreen::of(Screen::enter()?, signals, styles);
    follow(host, journal, loading, feed, debate).await
}
