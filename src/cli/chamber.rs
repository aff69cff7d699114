//! A debate on the screen: live, taken up again or replayed, and held again where the viewer asks for that.

use std::{path::PathBuf, sync::Arc};

use tokio_util::sync::CancellationToken;

use crate::{
    debate::{DebateState, command::Pace, ids::DebateId},
    error::{Exit, Failure},
    export::{Form, Notes, Wishes},
    host::{
        again::Rematch,
        library::CorpusMeasures,
        patience::{Patience, Watched},
    },
    journal::Journal,
    text::shown::{self, given},
    tui::{
        app::{ChamberExit, Corpora, Feed, Signals, WriteDown},
        replay::{Jump, Player, Rhythm, Speed},
        terminal::Screen,
        update::NextStep,
    },
    unattended::Wait,
};

use super::{
    Host,
    journal::{self, Existing},
    loading::LoadingScreen,
    refine,
    screen::{self, AskedAtEnd},
};

/// Whether a viewer is asked at the end of a debate what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtEnd {
    /// The viewer is asked.
    AskWhatNext,
    /// What comes next is settled.
    GoOn,
}

/// What came of following a debate.
pub(super) enum Followed {
    /// The viewer has left, with this for the shell.
    Left(Exit),
    /// The viewer wants the lobby, on the screen that is taken.
    ToLobby(Box<(Screen, Signals)>),
}

/// Shows a debate until the viewer leaves; where it is to be held again, or something else comes next, goes on with
/// that.
pub(super) async fn follow(
    host: &Host,
    journal: &Journal,
    mut loading: LoadingScreen,
    (mut feed, debate): (Feed, &DebateId),
    at_end: AtEnd,
) -> Result<Followed, Failure> {
    let mut debate = debate.clone();
    // The debate that was held last: what came of it is for the shell, whatever was looked at after it.
    let mut held = None;
    let mut said = None;
    loop {
        if let Feed::Live(..) = feed {
            held = Some(debate.clone());
        }
        let is_replay = matches!(feed, Feed::Replay(_));
        let asked = AskedAtEnd {
            said: said.take(),
            write_down: (at_end == AtEnd::AskWhatNext).then(|| write_down(host, &debate)),
        };
        let on = (&mut loading.screen, &mut loading.signals);
        let left = watch(host, on, feed, asked).await?;
        match left {
            ChamberExit::Refine => {
                let refined = refine::screen::from_chamber(host, journal, loading, &debate);
                return Box::pin(refined).await.map(Followed::Left);
            }
            ChamberExit::Next(NextStep::Replay) => {
                let player = Player::new(journal.load(&debate)?).in_rhythm(None);
                feed = Feed::Replay(Box::new(player));
            }
            ChamberExit::Next(NextStep::Anew | NextStep::SidesExchanged) => {
                let how = if left == ChamberExit::Next(NextStep::Anew) {
                    Rematch::Anew
                } else {
                    Rematch::SidesExchanged
                };
                let state = DebateState::fold(&journal.load(&debate)?);
                let Some(first) = state.opening.as_deref() else {
                    return Ok(Followed::Left(Exit::Done));
                };
                loading.say("looking for the models …")?;
                // The viewer can leave the loading screen.
                let never = CancellationToken::new();
                let watched = (Watched::ByViewer, Wait::default());
                let begun = host.open_rematch(journal, (first, how), watched, &never);
                match loading.wait(Box::pin(begun)).await {
                    Ok(Some((handle, again))) => {
                        feed = Feed::Live(Box::new(handle), Vec::new());
                        debate = again;
                    }
                    // The viewer, or a signal, does not want to wait.
                    Ok(None) => {
                        drop(loading);
                        return concluded(journal, held.as_ref(), ChamberExit::Over);
                    }
                    // The one that was held is still there.
                    Err(failure) => {
                        said = Some(failure.message);
                        let mut player = Player::new(journal.load(&debate)?).in_rhythm(None);
                        player.seek(Jump::End);
                        feed = Feed::Replay(Box::new(player));
                    }
                }
            }
            ChamberExit::Next(NextStep::Lobby) => {
                let LoadingScreen {
                    screen, signals, ..
                } = loading;
                return Ok(Followed::ToLobby(Box::new((screen, signals))));
            }
            ChamberExit::Over | ChamberExit::Left | ChamberExit::Interrupted => {
                drop(loading);
                // Whatever way a replay is left, the debate before it was over.
                let left = if is_replay { ChamberExit::Over } else { left };
                return concluded(journal, held.as_ref(), left);
            }
        }
    }
}

/// The end for the shell, of the debate that was held, where one was.
fn concluded(
    journal: &Journal,
    held: Option<&DebateId>,
    left: ChamberExit,
) -> Result<Followed, Failure> {
    let exit = held.map(|held| screen::conclude(journal, held, left));
    Ok(Followed::Left(exit.unwrap_or(Ok(Exit::Done))?))
}

/// How a debate is written down: in Markdown, into the folder that the program was started in.
fn write_down(host: &Host, debate: &DebateId) -> WriteDown {
    let (journal, debate) = (host.journal(), debate.clone());
    let journal = journal.map_err(|failure| failure.message);
    let write = move || {
        let journal = journal.as_ref().map_err(Clone::clone)?;
        let path = PathBuf::from(format!("hustings-{}.md", debate.short()));
        let wishes = Wishes {
            notes: Notes::LeftOut,
            ..Wishes::default()
        };
        let kept = Existing::Keep;
        match journal::export(journal, &debate, (Form::Markdown, wishes), &path, kept) {
            Ok(()) => Ok(format!("Saved to {}.", shown::path(&path))),
            Err(failure) => Err(failure.message),
        }
    };
    WriteDown(Arc::new(write))
}

/// Shows a debate on a screen that is taken until the viewer leaves, and leaves the screen to whoever took it. What comes
/// next may be asked at its end.
pub(super) async fn watch(
    host: &Host,
    screen: (&mut Screen, &mut Signals),
    feed: Feed,
    asked: AskedAtEnd,
) -> Result<ChamberExit, Failure> {
    let corpora = CorpusMeasures::open_if_readable(host);
    let corpora = corpora.map(|corpora| Arc::new(corpora) as Corpora);
    screen::show(host, screen, feed, (corpora, asked)).await
}

/// Takes a debate up again, and shows it.
pub(super) async fn resume(
    host: &Host,
    journal: &Journal,
    debate: &DebateId,
    (patience, pace): (Patience, Option<Pace>),
) -> Result<Followed, Failure> {
    screen::check_or(&format!("resume {} --headless", debate.short()))?;
    let mut loading = screen::enter(host)?;
    // The viewer can leave the loading screen.
    let stop = CancellationToken::new();
    let taken_up = host.take_up(journal, debate, patience, pace, &stop);
    let Some((handle, known)) = loading.wait(Box::pin(taken_up)).await? else {
        return Ok(Followed::Left(Exit::Interrupted));
    };
    let feed = Feed::Live(Box::new(handle), known);
    follow(host, journal, loading, (feed, debate), AtEnd::AskWhatNext).await
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
) -> Result<Followed, Failure> {
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
    // First of all, as the terminal may be asked for its ground.
    let signals = Signals::listen()?;
    let styles = screen::styles(&screen::options(host)?);
    let loading = LoadingScreen::of(Screen::enter()?, signals, styles);
    follow(host, journal, loading, (feed, debate), AtEnd::AskWhatNext).await
}
