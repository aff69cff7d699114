//! A debate on the screen: live, taken up again, watched while another process holds it, or replayed; and held again where
//! the viewer asks for that.

use std::{path::PathBuf, sync::Arc};

use tokio_util::sync::CancellationToken;

use crate::{
    debate::{DebateState, command::Pace, event::Record, ids::DebateId, opening::SpendLimits},
    engine::Handle,
    error::{Exit, Failure},
    export::{Form, Notes, Wishes},
    host::{
        again::Rematch,
        branch::WantedBranch,
        library::CorpusMeasures,
        patience::{Patience, Watched},
    },
    journal::Journal,
    own_seat::OwnSeat,
    text::shown,
    tui::{
        app::{ChamberExit, Corpora, Feed, LeftOpen, Signals, WriteDown},
        replay::{Jump, Player},
        terminal::Screen,
        update::{FileForm, FollowUpDraft, NextStep},
    },
    unattended::Wait,
};

use super::{
    Host, headless,
    journal::{self, Existing},
    loading::LoadingScreen,
    open_debates::{OpenDebates, beside},
    other_model, out, refine,
    screen::{self, AskedAtEnd},
};

/// Whether a viewer is asked at the end of a debate what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtEnd {
    /// The viewer is asked.
    AskWhatNext,
    /// The viewer is asked, and whoever leaves before the end is back in the lobby.
    AskWhatNextOrLobby,
    /// What comes next is settled.
    GoOn,
}

/// What came of following a debate.
pub(super) enum Followed {
    /// The viewer has left, with this for the shell.
    Left(Exit),
    /// The viewer wants the lobby.
    ToLobby(Box<ForLobby>),
}

/// What the lobby is opened with.
pub(super) struct ForLobby {
    /// The screen, which is taken.
    pub(super) screen: Screen,
    pub(super) signals: Signals,
    /// The debate that was held last, where one was: whoever leaves from the lobby has it told to the shell.
    pub(super) held: Option<DebateId>,
    /// The debates that were left before their end: what is said of them.
    pub(super) stopped: Option<String>,
}

/// Shows a debate until the viewer leaves; where it is to be held again, or something else comes next, goes on with
/// that.
pub(super) async fn follow(
    host: &Host,
    journal: &Journal,
    loading: LoadingScreen,
    shown: (Feed, &DebateId),
    at_end: AtEnd,
) -> Result<Followed, Failure> {
    follow_asking(host, journal, loading, shown, (at_end, None)).await
}

/// The same, of a debate that was taken up for a question that was begun before.
pub(super) async fn follow_asking(
    host: &Host,
    journal: &Journal,
    mut loading: LoadingScreen,
    (mut feed, debate): (Feed, &DebateId),
    (at_end, mut begun): (AtEnd, Option<FollowUpDraft>),
) -> Result<Followed, Failure> {
    let mut debate = debate.clone();
    let mut journal = journal.clone();
    // The debate that was held last, here or elsewhere: what came of it is for the shell, whatever was looked at after it.
    let mut held = None;
    let mut said = None;
    let mut told = None;
    let mut open = OpenDebates::default();
    loop {
        let is_held = match &feed {
            // One that was over is there for questions alone.
            Feed::Live(_, known) => !DebateState::fold(known).is_closed(),
            Feed::Followed(..) => true,
            Feed::Replay(_) => false,
        };
        if is_held {
            held = Some(debate.clone());
        }
        let is_replay = matches!(feed, Feed::Replay(_));
        let is_followed = matches!(feed, Feed::Followed(..));
        let left_open = LeftOpen::default();
        let asked = AskedAtEnd {
            said: said.take(),
            begun: begun.take(),
            told: told.take(),
            write_down: (at_end != AtEnd::GoOn).then(|| write_down(host, &debate)),
            beside: beside(&journal, &debate, open.last()),
            is_paired: open.last().is_some(),
            left_open: Some(left_open.clone()),
            ..AskedAtEnd::default()
        };
        let on = (&mut loading.screen, &mut loading.signals);
        let left = watch(host, on, feed, asked).await?;
        if is_followed {
            // Where only a copy of it can be read, that is as old as its opening.
            journal = host.journal()?;
        }
        let journal = &journal;
        // The debate to come back to, before the one that is left now.
        let other = if left == ChamberExit::Next(NextStep::Other) {
            open.take().await
        } else {
            None
        };
        if let Some(handle) = left_open.take() {
            open.keep(debate.clone(), handle);
        }
        match left {
            ChamberExit::Next(NextStep::Other) => {
                told = open.last().map(waits);
                if let Some((other, handle)) = other {
                    feed = Feed::Live(Box::new(handle), journal.load(&other)?);
                    debate = other;
                } else {
                    // Its engine is gone; what it recorded is there.
                    let mut player = Player::new(journal.load(&debate)?).in_rhythm(None);
                    player.seek(Jump::End);
                    feed = Feed::Replay(Box::new(player));
                }
            }
            ChamberExit::Refine => {
                open.stop().await;
                let refined = refine::screen::from_chamber(host, journal, loading, &debate);
                return Box::pin(refined).await.map(Followed::Left);
            }
            ChamberExit::Next(NextStep::Replay) => {
                let player = Player::new(journal.load(&debate)?).in_rhythm(None);
                feed = Feed::Replay(Box::new(player));
            }
            ChamberExit::Next(
                step @ (NextStep::Anew
                | NextStep::SidesExchanged
                | NextStep::Branch(_)
                | NextStep::Ask(_)),
            ) => {
                if let NextStep::Ask(first) = &step {
                    begun.clone_from(first);
                }
                loading.say("looking for the models …")?;
                match loading
                    .wait(Box::pin(begin(host, journal, &debate, &step)))
                    .await
                {
                    Ok(Some((handle, next, known))) => {
                        feed = Feed::Live(Box::new(handle), known);
                        debate = next;
                        told = open.last().map(waits);
                    }
                    // The viewer, or a signal, does not want to wait.
                    Ok(None) => {
                        drop(loading);
                        open.leave(journal).await;
                        return concluded((host, journal), held.as_ref(), &ChamberExit::Over);
                    }
                    // The debate that the branch was to part from still runs.
                    Err(failure) if open.last() == Some(&debate) => {
                        said = Some(failure.message);
                        if let Some((_, handle)) = open.take().await {
                            feed = Feed::Live(Box::new(handle), journal.load(&debate)?);
                        } else {
                            let player = Player::new(journal.load(&debate)?).in_rhythm(None);
                            feed = Feed::Replay(Box::new(player));
                        }
                    }
                    // The one that was held is still there.
                    Err(failure) => {
                        said = Some(failure.message);
                        let mut player = Player::new(journal.load(&debate)?).in_rhythm(None);
                        if let NextStep::Branch(step) = step {
                            // Back to where it was to part.
                            player.toggle();
                            player.seek(Jump::Seq(step.at));
                        } else {
                            player.seek(Jump::End);
                        }
                        feed = Feed::Replay(Box::new(player));
                    }
                }
            }
            ChamberExit::GoOnWith(other) => {
                loading.say("looking for the model …")?;
                let gone_on = other_model::go_on_with(host, journal, &debate, &other);
                let Some((handle, known)) = loading.wait(Box::pin(gone_on)).await? else {
                    drop(loading);
                    open.leave(journal).await;
                    return concluded((host, journal), held.as_ref(), &ChamberExit::Interrupted);
                };
                feed = Feed::Live(Box::new(handle), known);
            }
            ChamberExit::Next(NextStep::Lobby) => {
                let stopped = open.stop().await;
                // Whoever leaves it before its end is told where it is.
                let is_over = DebateState::fold(&journal.load(&debate)?).is_closed();
                if !is_replay && !is_followed && !is_over {
                    let id = debate.short();
                    let said = format!("The debate {id} was left; the library (tab) resumes it.");
                    let said = [Some(said), left_beside(&stopped)].into_iter().flatten();
                    let said = said.collect::<Vec<_>>().join(" ");
                    return Ok(to_lobby(loading, None, Some(said)));
                }
                return Ok(to_lobby(loading, held, left_beside(&stopped)));
            }
            ChamberExit::Left if is_followed && at_end == AtEnd::AskWhatNextOrLobby => {
                let stopped = open.stop().await;
                return Ok(to_lobby(loading, held, left_beside(&stopped)));
            }
            ChamberExit::Left | ChamberExit::Interrupted if is_followed => {
                drop(loading);
                open.leave(journal).await;
                out::say(&headless::after_watching(journal, &debate));
                let exit = if left == ChamberExit::Left {
                    Exit::Done
                } else {
                    Exit::Interrupted
                };
                return Ok(Followed::Left(exit));
            }
            ChamberExit::Over | ChamberExit::Left | ChamberExit::Interrupted => {
                drop(loading);
                open.leave(journal).await;
                // Whatever way a replay is left, the debate before it was over.
                let left = if is_replay { ChamberExit::Over } else { left };
                return concluded((host, journal), held.as_ref(), &left);
            }
        }
    }
}

/// Begins the debate that comes after another one: that one once more, or a branch of it, with the records that the two
/// have in common; or takes that one up for questions.
pub(super) async fn begin(
    host: &Host,
    journal: &Journal,
    debate: &DebateId,
    step: &NextStep,
) -> Result<(Handle, DebateId, Vec<Record>), Failure> {
    // The viewer can leave the loading screen.
    let never = CancellationToken::new();
    let patience = Patience::of(Watched::ByViewer, Wait::default());
    if let NextStep::Ask(_) = step {
        let asked = host.take_up_for_questions(journal, debate, patience, &never);
        let (handle, known) = asked.await?;
        return Ok((handle, debate.clone(), known));
    }
    if let NextStep::Branch(step) = step {
        let wanted = WantedBranch {
            at: step.at,
            changes: step.change.iter().cloned().collect(),
        };
        let branch = host.branch(journal, (debate, wanted), patience, (None, true), &never);
        return branch.await;
    }
    let how = if *step == NextStep::SidesExchanged {
        Rematch::SidesExchanged
    } else {
        Rematch::Anew
    };
    let state = DebateState::fold(&journal.load(debate)?);
    let first = state.opening.as_deref();
    let first = first.ok_or_else(|| Failure::internal("the debate has no opening"))?;
    let watched = (Watched::ByViewer, Wait::default());
    let (handle, again) = host
        .open_rematch(journal, (first, how), watched, &never)
        .await?;
    Ok((handle, again, Vec::new()))
}

/// What is said of a debate that is open beside the one on the screen.
fn waits(debate: &DebateId) -> String {
    format!(
        "the debate {} is open, too; o goes back to it, l shows both",
        debate.short()
    )
}

/// The lobby, on the screen that is taken.
fn to_lobby(loading: LoadingScreen, held: Option<DebateId>, stopped: Option<String>) -> Followed {
    let LoadingScreen {
        screen, signals, ..
    } = loading;
    Followed::ToLobby(Box::new(ForLobby {
        screen,
        signals,
        held,
        stopped,
    }))
}

/// What is said of debates that were open beside another one and were left with it; `None` where none was.
fn left_beside(stopped: &[DebateId]) -> Option<String> {
    let ids: Vec<&str> = stopped.iter().map(DebateId::short).collect();
    match ids.as_slice() {
        [] => None,
        [one] => Some(format!(
            "The debate {one} was open, too, and was left; the library resumes it."
        )),
        [first @ .., last] => Some(format!(
            "The debates {} and {last} were open, too, and were left; the library resumes them.",
            first.join(", ")
        )),
    }
}

/// The end for the shell, of the debate that was held, where one was.
fn concluded(
    (host, journal): (&Host, &Journal),
    held: Option<&DebateId>,
    left: &ChamberExit,
) -> Result<Followed, Failure> {
    let exit = held.map(|held| screen::conclude(journal, held, left));
    if let Some(works) = held.and_then(|held| host.first_works(journal, held)) {
        out::say(&works);
    }
    Ok(Followed::Left(exit.unwrap_or(Ok(Exit::Done))?))
}

/// How a debate is written down, into the folder that the program was started in.
fn write_down(host: &Host, debate: &DebateId) -> WriteDown {
    let (host, debate) = (host.clone(), debate.clone());
    WriteDown(Arc::new(move |form: FileForm| {
        let form = match form {
            FileForm::Document => Form::Markdown,
            FileForm::Page => Form::Html,
        };
        let path = saved(&host, &debate, form).map_err(|failure| failure.message)?;
        let told = format!("Saved to {}.", shown::path(&path));
        if form != Form::Html {
            return Ok(told);
        }
        Ok(match saved_moment(&host, &debate) {
            Ok(None) => told,
            Ok(Some((cast, why))) => format!(
                "Saved to {} and, for a terminal, {}. {why}",
                shown::path(&path),
                shown::path(&cast)
            ),
            Err(failure) => format!("{told} The recording was not: {}", failure.message),
        })
    }))
}

/// The file of a debate in the folder that the program was started in.
fn file_of(debate: &DebateId, form: Form) -> PathBuf {
    PathBuf::from(format!("hustings-{}.{}", debate.short(), form.ending()))
}

fn saved(host: &Host, debate: &DebateId, form: Form) -> Result<PathBuf, Failure> {
    // Not before: where only a copy of it can be read, that is as old as its opening.
    let journal = Journal::open(&host.dirs.data)?;
    let path = file_of(debate, form);
    let wishes = Wishes {
        notes: Notes::LeftOut,
        ..Wishes::default()
    };
    journal::export(&journal, debate, (form, wishes), &path, Existing::Keep)?;
    Ok(path)
}

/// Writes the decisive moment of a debate down as a recording, where there is one; says what makes it that.
fn saved_moment(host: &Host, debate: &DebateId) -> Result<Option<(PathBuf, String)>, Failure> {
    let records = Journal::open(&host.dirs.data)?.load(debate)?;
    let Ok((cast, why)) = screen::moment(host, &records, screen::MOVING) else {
        return Ok(None);
    };
    let path = file_of(debate, Form::Asciicast);
    journal::save(&path, &cast, Existing::Keep)?;
    Ok(Some((path, why)))
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
    limits: SpendLimits,
    how: (Patience, Option<Pace>),
) -> Result<Followed, Failure> {
    screen::check_or(&format!("resume {} --headless", debate.short()))?;
    let mut loading = screen::enter(host)?;
    // The viewer can leave the loading screen.
    let stop = CancellationToken::new();
    let taken_up = host.take_up_within(journal, debate, limits, how, &stop);
    let Some((handle, known)) = loading.wait(Box::pin(taken_up)).await? else {
        return Ok(Followed::Left(Exit::Interrupted));
    };
    let feed = Feed::Live(Box::new(handle), known);
    follow(host, journal, loading, (feed, debate), AtEnd::AskWhatNext).await
}

/// Begins a branch of a debate behind a record of it, and shows it: it waits there for the viewer.
pub(super) async fn branch(
    host: &Host,
    journal: &Journal,
    (parent, wanted): (&DebateId, WantedBranch),
    (patience, pace): (Patience, Option<Pace>),
) -> Result<Followed, Failure> {
    screen::check_or(&format!("branch {} --at … --headless", parent.short()))?;
    let mut loading = screen::enter(host)?;
    // The viewer can leave the loading screen.
    let stop = CancellationToken::new();
    let begun = host.branch(journal, (parent, wanted), patience, (pace, true), &stop);
    let Some((handle, debate, known)) = loading.wait(Box::pin(begun)).await? else {
        return Ok(Followed::Left(Exit::Interrupted));
    };
    let feed = Feed::Live(Box::new(handle), known);
    let feed = (feed, &debate);
    follow(host, journal, loading, feed, AtEnd::AskWhatNext).await
}

/// Checks that there is a screen to watch a debate on.
pub(super) fn check_watch(debate: &DebateId) -> Result<(), Failure> {
    screen::check_or(&format!("watch {} --headless", debate.short()))
}

/// Shows a debate that another process holds, or has left, to a viewer who may take a seat in it.
pub(super) async fn watch_elsewhere(
    host: &Host,
    journal: &Journal,
    debate: &DebateId,
    own: Option<OwnSeat>,
) -> Result<Followed, Failure> {
    let feed = Feed::Followed(Box::new(journal.tail(debate)?), own.map(Box::new));
    let loading = taken(host)?;
    follow(host, journal, loading, (feed, debate), AtEnd::AskWhatNext).await
}

/// Plays a debate again.
pub(super) async fn replay(
    host: &Host,
    journal: &Journal,
    (player, debate): (Player, &DebateId),
) -> Result<Followed, Failure> {
    let feed = Feed::Replay(Box::new(player));
    let loading = taken(host)?;
    follow(host, journal, loading, (feed, debate), AtEnd::AskWhatNext).await
}

/// The terminal, taken for a debate that is there already.
fn taken(host: &Host) -> Result<LoadingScreen, Failure> {
    // First of all, as the terminal may be asked for its ground.
    let signals = Signals::listen()?;
    let styles = screen::styles(&screen::options(host)?);
    Ok(LoadingScreen::of(Screen::enter()?, signals, styles))
}
