//! The lobby, as the command line sees it: models are looked for while it is open, people are invented for a motion,
//! and whatever is chosen in it is begun.

mod estimate;

use std::pin::Pin;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    debate::ids::DebateId,
    engine::Handle,
    error::{Exit, Failure},
    host::{
        clock,
        patience::{Patience, Watched},
        people,
        setup::{DebateChoice, InventedSpeaker, USUAL_FORMAT},
    },
    journal::{CompletionStatus, Journal},
    llm::roster::Roster,
    text::shown,
    tui::{
        app::{self, Feed, Signals},
        lobby::{
            Earlier, Lobby, LobbyChoice, LobbyData, LobbySpeaker, ModelSearch, MotionChoice, Setup,
        },
        replay::Player,
        terminal::Screen,
    },
    unattended::Wait,
};

use estimate::{EstimateChange, LobbyEstimate};

#[cfg(feature = "embedded")]
use super::welcome;
use super::{
    Host,
    chamber::follow,
    input::{self, Input},
    journal::outcome,
    loading::{LoadingScreen, TOLD},
    out,
    overrides::left_out,
    screen::{check, options, styles},
};

/// The lobby, and then whatever was chosen in it. It is on the screen before a model is looked for.
pub(super) async fn lobby(host: &Host) -> Result<Exit, Failure> {
    check()?;
    let options = options(host)?;
    let journal = host.journal()?;
    let mut signals = Signals::listen()?;
    let mut screen = Screen::enter()?;
    let mut lobby = Lobby::new(data(host, &journal), clock::fresh_seed());
    if let Some(text) = left_out(host) {
        lobby.say(text);
    }
    let mut models = Models::Wanted(Box::pin(host.roster(&host.overrides)));
    let mut people = None;
    let mut estimate = LobbyEstimate::new(host);
    let mut in_vain = false;
    loop {
        let choice = choose(
            host,
            &mut screen,
            &mut lobby,
            &options,
            (&mut models, &mut people, &mut estimate),
            &mut signals,
        );
        match choice.await? {
            Some(LobbyChoice::Quit) => {
                drop(screen);
                return match models {
                    // Whoever leaves for want of a model is told in the shell, too, how to get one; whoever has only
                    // looked has nothing to be told.
                    Models::Found(Err(failure)) if in_vain => {
                        out::say(&failure.to_string());
                        Ok(Exit::Done)
                    }
                    Models::Found(_) | Models::Wanted(_) => Ok(Exit::Done),
                };
            }
            None => return Ok(Exit::Interrupted),
            Some(LobbyChoice::Replay(debate)) => {
                drop(estimate);
                let feed = Feed::Replay(Box::new(Player::new(journal.load(&debate)?)));
                let loading = LoadingScreen::of(screen, signals, styles(&options));
                return follow(host, &journal, loading, feed, &debate).await;
            }
            Some(LobbyChoice::Resume(debate)) => {
                let stop = CancellationToken::new();
                let taken_up = host.take_up(
                    &journal,
                    &debate,
                    Patience::of(Watched::ByViewer, Wait::default()),
                    None,
                    &stop,
                );
                match taken_up.await {
                    Ok((handle, known)) => {
                        drop(estimate);
                        let feed = Feed::Live(Box::new(handle), known);
                        let loading = LoadingScreen::of(screen, signals, styles(&options));
                        return follow(host, &journal, loading, feed, &debate).await;
                    }
                    Err(failure) => lobby.say(failure.message),
                }
            }
            Some(LobbyChoice::Look) => {
                models = Models::Wanted(Box::pin(host.roster(&host.overrides)));
            }
            Some(LobbyChoice::Stop) => {
                people = None;
                lobby.waits_no_more();
                lobby.say("Nobody was invented.");
            }
            Some(LobbyChoice::Keep(cast)) => match people::save_all(host, &cast) {
                Ok(paths) => lobby.say(kept(&paths)),
                Err(failure) => lobby.say(failure.message),
            },
            Some(wish @ (LobbyChoice::Open(_) | LobbyChoice::Invent(..))) => {
                #[cfg(feature = "embedded")]
                if let Some(failure) = models.missing().await
                    && host.lacks_a_model(failure)
                {
                    // One may have been started since it was looked for.
                    models = Models::Found(host.roster(&host.overrides).await);
                }
                #[cfg(feature = "embedded")]
                if let Some(failure) = models.missing().await
                    && host.lacks_a_model(failure)
                {
                    let styles = styles(&options);
                    let answer = welcome::ask(host, &mut screen, &mut signals, &styles);
                    match answer.await? {
                        welcome::Answer::Fetched => {
                            let found = host.roster(&host.overrides).await;
                            tell(&mut lobby, host, &found);
                            models = Models::Found(found);
                        }
                        welcome::Answer::Left => {
                            in_vain = true;
                            continue;
                        }
                        welcome::Answer::Interrupted => return Ok(Exit::Interrupted),
                    }
                }
                let setup = match wish {
                    LobbyChoice::Invent(setup, seats) => {
                        lobby.waits_for("A model is asked for people …  esc stops it");
                        people = Some(Invention::begin(host, setup, seats, models.roster()));
                        continue;
                    }
                    LobbyChoice::Open(setup) => setup,
                    LobbyChoice::Quit
                    | LobbyChoice::Look
                    | LobbyChoice::Replay(_)
                    | LobbyChoice::Resume(_)
                    | LobbyChoice::Stop
                    | LobbyChoice::Keep(_) => continue,
                };
                match open(host, &journal, setup, models.roster()).await {
                    Ok((handle, debate)) => {
                        drop(estimate);
                        let feed = Feed::Live(Box::new(handle), Vec::new());
                        let loading = LoadingScreen::of(screen, signals, styles(&options));
                        return follow(host, &journal, loading, feed, &debate).await;
                    }
                    Err(failure) => {
                        in_vain |= failure.exit == Exit::NoModel;
                        lobby.say(failure.message);
                    }
                }
            }
        }
    }
}

/// Says where people were kept.
fn kept(paths: &[std::path::PathBuf]) -> String {
    let folder = paths.first().and_then(|path| path.parent());
    let folder = folder.map_or_else(String::new, |folder| shown::path(&folder));
    match paths.len() {
        1 => format!("1 persona is kept in {folder}."),
        many => format!("{many} personas are kept in {folder}."),
    }
}

/// The people whom a model has invented, and the seed from which they come.
type Cast = (Vec<InventedSpeaker>, u64);

/// People are being found.
struct Invention<'a> {
    work: Pin<Box<dyn Future<Output = Result<Cast, Failure>> + 'a>>,
    /// The words for what is waited for, each time that they change.
    told: mpsc::Receiver<String>,
}

/// The news of an invention.
enum Found {
    Told(String),
    Done(Result<Cast, Failure>),
}

impl<'a> Invention<'a> {
    /// Asks the model of a setup for so many people a side.
    fn begin(host: &'a Host, setup: Setup, seats: Vec<usize>, found: Option<Roster>) -> Self {
        let (tell, told) = mpsc::channel(TOLD);
        let work = async move {
            let roster = host.roster_with(setup.model.as_deref(), found).await?;
            let choice = chosen(host, setup);
            let tell = |text: &str| {
                let _ = tell.try_send(format!("{text}  esc stops it"));
            };
            people::invent_for(host, (&choice, &seats), &roster, &tell).await
        };
        Self {
            work: Box::pin(work),
            told,
        }
    }
}

/// Waits until something is new; for ever where nobody is being found.
async fn news(people: &mut Option<Invention<'_>>) -> Found {
    let Some(invention) = people else {
        return std::future::pending().await;
    };
    let news = tokio::select! {
        biased;
        Some(told) = invention.told.recv() => Found::Told(told),
        done = &mut invention.work => Found::Done(done),
    };
    if matches!(news, Found::Done(_)) {
        *people = None;
    }
    news
}

/// The models that the settings and the flags lead to, while the lobby is open.
enum Models<'a> {
    /// The models are being looked for.
    Wanted(Pin<Box<dyn Future<Output = Result<Roster, Failure>> + 'a>>),
    /// The models, or why there are none.
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

    /// The reason why there are no models, once it is known.
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

    /// The roster, where models have been found.
    fn roster(&self) -> Option<Roster> {
        match self {
            Self::Found(Ok(roster)) => Some(roster.clone()),
            Self::Found(Err(_)) | Self::Wanted(_) => None,
        }
    }
}

/// Opens the debate that was chosen.
async fn open(
    host: &Host,
    journal: &Journal,
    setup: Setup,
    found: Option<Roster>,
) -> Result<(Handle, DebateId), Failure> {
    let roster = host.roster_with(setup.model.as_deref(), found).await?;
    let opening = host.opening(chosen(host, setup), &roster)?;
    let debate = opening.debate.clone();
    Ok((host.open(journal, opening, roster)?, debate))
}

/// Shows the lobby until something is chosen; `None` where a signal ended it.
async fn choose(
    host: &Host,
    screen: &mut Screen,
    lobby: &mut Lobby,
    options: &app::ScreenOptions,
    (models, people, estimate): (
        &mut Models<'_>,
        &mut Option<Invention<'_>>,
        &mut LobbyEstimate<'_>,
    ),
    signals: &mut Signals,
) -> Result<Option<LobbyChoice>, Failure> {
    let styles = styles(options);
    loop {
        let wanted = lobby.to_estimate().map(|setup| {
            let model = setup.model.clone();
            (chosen(host, setup), model)
        });
        match estimate.follow(wanted, models.roster()) {
            EstimateChange::Same => {}
            EstimateChange::Begun => lobby.is_being_estimated(),
            EstimateChange::Dropped => lobby.is_not_estimated(),
        }
        screen.draw(|frame| lobby.render(frame.area(), frame.buffer_mut(), &styles))?;
        let heard = tokio::select! {
            biased;
            heard = input::next(screen, signals) => heard?,
            found = models.found() => {
                tell(lobby, host, found);
                continue;
            }
            done = estimate.done() => {
                lobby.estimated(done.map_err(|failure| failure.message));
                continue;
            }
            news = news(people) => {
                match news {
                    Found::Told(what) => lobby.waits_for(what),
                    Found::Done(Ok((cast, seed))) => lobby.invented(cast, seed),
                    Found::Done(Err(failure)) => {
                        lobby.waits_no_more();
                        lobby.say(failure.message);
                    }
                }
                continue;
            }
        };
        match heard {
            Input::Key(key) => {
                if let Some(choice) = lobby.on_key(key) {
                    return Ok(Some(choice));
                }
            }
            Input::Paste(text) => lobby.on_paste(&text),
            Input::Other => {}
            Input::End => return Ok(None),
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
    host: &Host,
    found: &Result<Roster, Failure>,
) {
    match found {
        Ok(roster) => lobby.found(roster.labels(), None),
        #[cfg(feature = "embedded")]
        Err(failure) if host.lacks_a_model(failure) => lobby.found_nothing(),
        Err(failure) => lobby.found(Vec::new(), Some(failure.to_string())),
    }
}

fn data(host: &Host, journal: &Journal) -> LobbyData {
    let catalog = &host.catalog;
    let debates = journal.list().unwrap_or_default();
    let mut formats: Vec<_> = catalog.formats().collect();
    formats.sort_by_key(|entry| entry.id != USUAL_FORMAT);
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
            .map(|entry| LobbySpeaker::of(&entry.id, &entry.value))
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
                Earlier {
                    outcome: outcome(&summary),
                    over: summary.status != CompletionStatus::Unfinished,
                    id: summary.debate,
                    motion: summary.motion,
                    when,
                    format: summary.format,
                }
            })
            .collect(),
        models: Vec::new(),
        search: ModelSearch::On,
        notice: None,
    }
}

fn chosen(host: &Host, setup: Setup) -> DebateChoice {
    let motion = match setup.motion {
        MotionChoice::Id(id) => id,
        MotionChoice::Own(text) => text,
    };
    let mut choice = host.choice(motion, setup.format, Watched::ByViewer);
    choice.sides = setup.sides;
    choice.invented = setup.cast;
    choice.order = setup.order;
    choice.seed = setup.seed;
    let options = &mut choice.options;
    options.scale = setup.scale;
    options.pace = setup.pace;
    options.polls = setup.polls;
    options.floor_speeches = setup.floor_speeches;
    options.rounds = setup.rounds;
    choice
}
