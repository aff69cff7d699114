//! The screen, as the command line sees it: the chamber of a live debate, a replay, the lobby, a picture.

use std::pin::Pin;

use crate::{
    debate::{
        DebateState,
        event::Record,
        ids::DebateId,
        opening::{OnFailure, Options},
    },
    engine::Handle,
    error::{Exit, Failure},
    journal::Journal,
    llm::roster::Roster,
    tui::{
        app::{self, Feed, Outcome, Signals},
        keymap::Keymap,
        lobby::{Lobby, LobbyChoice, LobbyData, MotionChoice, Search, Setup},
        panes::status::Kind,
        replay::Player,
        shot::{self, ShotTheme},
        style::{ColorSupport, Styles},
        terminal::Screen,
        ui::{Look, Ui},
        view, who,
    },
};

#[cfg(feature = "embedded")]
use super::welcome;
use super::{
    curtain::Curtain,
    ears::{Ears, Heard},
    ground::Ground,
    run,
    setup::{self, Choice},
};

/// The theme where nobody names one.
const THEME: &str = "hustings";
/// The format that the lobby begins with.
const FORMAT: &str = "exhibition";

/// Whether there is a screen to be had; said before anything else is begun.
pub(super) fn check() -> Result<(), Failure> {
    crate::tui::terminal::check()
}

/// Takes the terminal, before anything is looked for.
pub(super) fn raise(ground: &Ground) -> Result<Curtain, Failure> {
    Curtain::raise(styles(&options(ground)?))
}

/// The styles that a debate would begin with.
fn styles(options: &app::Options) -> Styles {
    options.looks.first().map_or_else(
        || Styles::plain(ColorSupport::from_env()),
        |look| look.styles.clone(),
    )
}

/// Shows a live debate until the viewer leaves.
pub(super) async fn chamber(
    ground: &Ground,
    journal: &Journal,
    curtain: Curtain,
    handle: Handle,
    debate: &DebateId,
    known: Vec<Record>,
) -> Result<Exit, Failure> {
    let Curtain {
        mut screen,
        mut signals,
        ..
    } = curtain;
    let feed = Feed::Live(Box::new(handle), known);
    let left = app::run(&mut screen, feed, options(ground)?, &mut signals).await;
    drop(screen);
    conclude(journal, debate, left?)
}

fn conclude(journal: &Journal, debate: &DebateId, left: Outcome) -> Result<Exit, Failure> {
    match left {
        Outcome::Over => run::conclude(journal, debate, &crate::engine::Ending::Closed),
        Outcome::Left | Outcome::Interrupted => {
            let exit = run::conclude(journal, debate, &crate::engine::Ending::Left)?;
            // To leave by the door is not to be thrown out.
            Ok(if left == Outcome::Left {
                Exit::Done
            } else {
                exit
            })
        }
    }
}

/// Waits for the models; where there are none, asks for one. `None` where the viewer, or a signal, does not
/// want to wait.
pub(super) async fn models(
    ground: &Ground,
    curtain: &mut Curtain,
) -> Result<Option<Roster>, Failure> {
    let found = curtain
        .wait(Box::pin(ground.roster(&ground.overrides)))
        .await;
    #[cfg(feature = "embedded")]
    if let Err(failure) = &found
        && ground.lacks_a_model(failure)
    {
        let Curtain {
            screen,
            signals,
            styles,
            ..
        } = curtain;
        return match welcome::ask(ground, screen, signals, styles).await? {
            welcome::Answer::Fetched => {
                curtain
                    .wait(Box::pin(ground.roster(&ground.overrides)))
                    .await
            }
            welcome::Answer::Left => found,
            welcome::Answer::Interrupted => Ok(None),
        };
    }
    found
}

/// Plays a debate again.
pub(super) async fn replay(ground: &Ground, records: Vec<Record>) -> Result<Exit, Failure> {
    let mut signals = Signals::listen()?;
    let mut screen = Screen::enter()?;
    let player = Feed::Replay(Box::new(Player::new(records)));
    app::run(&mut screen, player, options(ground)?, &mut signals).await?;
    Ok(Exit::Done)
}

/// The lobby, and then whatever was chosen in it. It is on the screen before a model is looked for.
pub(super) async fn lobby(ground: &Ground) -> Result<Exit, Failure> {
    check()?;
    let options = options(ground)?;
    let journal = ground.journal()?;
    let mut signals = Signals::listen()?;
    let mut screen = Screen::enter()?;
    let mut lobby = Lobby::new(data(ground, &journal), setup::fresh_seed());
    let mut models = Models::Wanted(Box::pin(ground.roster(&ground.overrides)));
    loop {
        let choice = choose(
            ground,
            &mut screen,
            &mut lobby,
            &options,
            &mut models,
            &mut signals,
        );
        match choice.await? {
            Some(LobbyChoice::Quit) => {
                drop(screen);
                return models.farewell();
            }
            None => return Ok(Exit::Interrupted),
            Some(LobbyChoice::Replay(debate)) => {
                let player = Feed::Replay(Box::new(Player::new(journal.load(&debate)?)));
                app::run(&mut screen, player, options, &mut signals).await?;
                return Ok(Exit::Done);
            }
            Some(LobbyChoice::Resume(debate)) => {
                match run::take_up(ground, &journal, &debate).await {
                    Ok((handle, known)) => {
                        let feed = Feed::Live(Box::new(handle), known);
                        let left = app::run(&mut screen, feed, options, &mut signals).await;
                        drop(screen);
                        return conclude(&journal, &debate, left?);
                    }
                    Err(failure) => lobby.say(failure.message),
                }
            }
            Some(LobbyChoice::Open(setup)) => {
                #[cfg(feature = "embedded")]
                if let Some(failure) = models.missing().await
                    && ground.lacks_a_model(failure)
                {
                    let styles = styles(&options);
                    let answer = welcome::ask(ground, &mut screen, &mut signals, &styles);
                    match answer.await? {
                        welcome::Answer::Fetched => {
                            let found = ground.roster(&ground.overrides).await;
                            tell(&mut lobby, ground, &found);
                            models = Models::Found(found);
                        }
                        welcome::Answer::Left => continue,
                        welcome::Answer::Interrupted => return Ok(Exit::Interrupted),
                    }
                }
                match open(ground, &journal, setup, &models).await {
                    Ok((handle, debate)) => {
                        let feed = Feed::Live(Box::new(handle), Vec::new());
                        let left = app::run(&mut screen, feed, options, &mut signals).await;
                        drop(screen);
                        return conclude(&journal, &debate, left?);
                    }
                    Err(failure) => lobby.say(failure.message),
                }
            }
        }
    }
}

/// The models that the settings and the flags lead to, while the lobby is open.
enum Models<'a> {
    /// They are being looked for.
    Wanted(Pin<Box<dyn Future<Output = Result<Roster, Failure>> + 'a>>),
    /// This was found.
    Found(Result<Roster, Failure>),
}

impl Models<'_> {
    /// Waits until something is known that was not known before.
    async fn found(&mut self) -> &Result<Roster, Failure> {
        match self {
            Self::Wanted(search) => {
                let found = search.await;
                *self = Self::Found(found);
            }
            Self::Found(_) => std::future::pending().await,
        }
        match self {
            Self::Found(found) => found,
            Self::Wanted(_) => std::future::pending().await,
        }
    }

    /// Why there are none, once that is known.
    #[cfg(feature = "embedded")]
    async fn missing(&mut self) -> Option<&Failure> {
        if matches!(self, Self::Wanted(_)) {
            self.found().await;
        }
        match self {
            Self::Found(Err(failure)) => Some(failure),
            Self::Found(Ok(_)) | Self::Wanted(_) => None,
        }
    }

    /// Whoever leaves for want of a model is told in the shell, too, how to get one.
    fn farewell(self) -> Result<Exit, Failure> {
        match self {
            Self::Found(Err(failure)) => Err(failure),
            Self::Found(Ok(_)) | Self::Wanted(_) => Ok(Exit::Done),
        }
    }
}

/// Opens the debate that was chosen.
async fn open(
    ground: &Ground,
    journal: &Journal,
    setup: Setup,
    models: &Models<'_>,
) -> Result<(Handle, DebateId), Failure> {
    let found = match models {
        Models::Found(Ok(roster)) => Some(roster),
        Models::Found(Err(_)) | Models::Wanted(_) => None,
    };
    let usual = found.and_then(|roster| roster.labels().into_iter().next());
    let roster = match (found, &setup.model) {
        (Some(roster), model) if model.is_none() || *model == usual => roster.clone(),
        (_, model) => {
            let mut overrides = ground.overrides.clone();
            // Of the names in the list, a server without one of its own in the settings is the usual one.
            let listed = found
                .is_some_and(|roster| roster.labels().iter().any(|l| Some(l) == model.as_ref()));
            let known = model
                .as_deref()
                .and_then(|model| model.split_once(':'))
                .is_some_and(|(provider, _)| {
                    ground
                        .settings
                        .providers
                        .iter()
                        .any(|one| one.name == provider)
                });
            overrides.model = match model {
                Some(label) if listed && !known => Some(who::model(label).to_owned()),
                Some(_) => model.clone(),
                None => overrides.model,
            };
            ground.roster(&overrides).await?
        }
    };
    let opening = setup::opening(&ground.catalog, chosen(ground, setup), &roster)?;
    let debate = opening.debate.clone();
    Ok((run::open(ground, journal, opening, roster)?, debate))
}

/// Shows the lobby until something is chosen; `None` where a signal ended it.
async fn choose(
    ground: &Ground,
    screen: &mut Screen,
    lobby: &mut Lobby,
    options: &app::Options,
    models: &mut Models<'_>,
    signals: &mut Signals,
) -> Result<Option<LobbyChoice>, Failure> {
    let styles = styles(options);
    let mut ears = Ears::default();
    loop {
        screen.draw(|frame| lobby.render(frame.area(), frame.buffer_mut(), &styles))?;
        let heard = tokio::select! {
            biased;
            heard = ears.hear(screen, signals) => heard?,
            found = models.found() => {
                tell(lobby, ground, found);
                continue;
            }
        };
        match heard {
            Heard::Key(key) => {
                if let Some(choice) = lobby.on_key(key) {
                    return Ok(Some(choice));
                }
            }
            Heard::Paste(text) => lobby.on_paste(&text),
            Heard::Other => {}
            Heard::End => return Ok(None),
        }
    }
}

/// Tells the lobby which models there are.
fn tell(
    lobby: &mut Lobby,
    #[cfg_attr(
        not(feature = "embedded"),
        expect(unused_variables, reason = "nothing is fetched")
    )]
    ground: &Ground,
    found: &Result<Roster, Failure>,
) {
    match found {
        Ok(roster) => lobby.found(roster.labels(), None),
        #[cfg(feature = "embedded")]
        Err(failure) if ground.lacks_a_model(failure) => lobby.found_nothing(),
        Err(failure) => lobby.found(Vec::new(), Some(failure.to_string())),
    }
}

fn data(ground: &Ground, journal: &Journal) -> LobbyData {
    let catalog = &ground.catalog;
    let debates = journal.list().unwrap_or_default();
    let mut formats: Vec<_> = catalog.formats().collect();
    formats.sort_by_key(|entry| entry.id != FORMAT);
    LobbyData {
        motions: catalog
            .motions()
            .map(|entry| {
                let motion = &entry.value;
                let topic = motion.topic.name().to_owned();
                (
                    entry.id.clone(),
                    motion.motion.clone(),
                    topic,
                    motion.background.trim().to_owned(),
                )
            })
            .collect(),
        personas: catalog
            .personas()
            .map(|entry| {
                (
                    entry.id.clone(),
                    entry.value.name.clone(),
                    entry.value.role.clone(),
                )
            })
            .collect(),
        formats: formats
            .into_iter()
            .map(|entry| (entry.id.clone(), entry.value.clone()))
            .collect(),
        debates: debates
            .into_iter()
            .map(|summary| {
                let when = jiff::Timestamp::from_millisecond(summary.opened_ms)
                    .map(|at| {
                        at.to_zoned(jiff::tz::TimeZone::system())
                            .strftime("%d %b %H:%M")
                            .to_string()
                    })
                    .unwrap_or_default();
                let status = summary.status.word().to_owned();
                (summary.debate, summary.motion, when, status)
            })
            .collect(),
        models: Vec::new(),
        search: Search::On,
        notice: None,
    }
}

fn chosen(ground: &Ground, setup: Setup) -> Choice {
    let limits = ground.settings.limits;
    Choice {
        motion: match setup.motion {
            MotionChoice::Id(id) => id,
            MotionChoice::Own(text) => text,
        },
        format: setup.format,
        sides: setup.sides,
        audience: None,
        judges: None,
        speakers: Vec::new(),
        cast: Vec::new(),
        seed: setup.seed,
        options: Options {
            scale: setup.scale,
            pace: setup.pace,
            polls: setup.polls,
            floor_speeches: setup.floor_speeches,
            max_cost: limits.max_cost,
            max_tokens: limits.max_tokens,
            on_failure: OnFailure::Pause,
            rounds: setup.rounds,
            ..Options::default()
        },
        launch: ground.launch(),
    }
}

/// Themes (the chosen one first) and keys.
fn options(ground: &Ground) -> Result<app::Options, Failure> {
    let chosen = ground.settings.theme.as_deref().unwrap_or(THEME);
    let support = ColorSupport::from_env();
    let first = ground.catalog.theme(chosen)?.id.clone();
    let others = ground
        .catalog
        .themes()
        .map(|entry| entry.id.clone())
        .filter(|id| *id != first);
    let ids: Vec<String> = std::iter::once(first.clone()).chain(others).collect();
    let mut looks = Vec::new();
    for id in ids {
        let name = ground.catalog.theme(&id)?.value.name.clone();
        looks.push(Look {
            name,
            styles: Styles::from_theme(&ground.catalog.looks(&id)?, support),
        });
    }
    let keymap = Keymap::with(&ground.settings.keys).map_err(|errors| {
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::input(format!("[keys] in the configuration: {}", all.join("; ")))
            .hint("`?` in the chamber lists the actions and their keys")
    })?;
    Ok(app::Options { looks, keymap })
}

/// A picture of the chamber at a moment of a debate, as SVG.
pub(super) fn picture(
    ground: &Ground,
    records: &[Record],
    at: f64,
    size: (u16, u16),
) -> Result<String, Failure> {
    let upto = ((records.len().saturating_sub(1)) as f64 * at.clamp(0.0, 1.0)).round() as usize;
    let state = DebateState::fold(records.iter().take(upto + 1));
    let chosen = ground.settings.theme.as_deref().unwrap_or(THEME);
    let look = Look {
        name: chosen.to_owned(),
        styles: Styles::from_theme(&ground.catalog.looks(chosen)?, ColorSupport::True),
    };
    let mut ui = Ui::new(Kind::Live, Keymap::default(), vec![look]);
    let area = ratatui::layout::Rect::new(0, 0, size.0, size.1);
    let mut buffer = ratatui::buffer::Buffer::empty(area);
    view::render(area, &mut buffer, &mut ui, &state);
    let title = state
        .opening
        .as_deref()
        .map_or_else(String::new, |opening| opening.motion.motion.clone());
    Ok(shot::svg(&buffer, &ShotTheme::titled(title)))
}
