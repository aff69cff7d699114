//! The lobby, as the command line sees it: models are looked for while it is open, people are invented for a motion, and
//! whatever is chosen in it is begun.

use std::pin::Pin;

use tokio::sync::mpsc;

use crate::{
    assign::{Cast, Wanted},
    debate::{
        ids::DebateId,
        opening::{OnFailure, Options},
    },
    engine::Handle,
    error::{Exit, Failure},
    journal::{Closing, Journal},
    llm::roster::Roster,
    tui::{
        app::{self, Feed, Signals},
        lobby::{Earlier, Lobby, LobbyChoice, LobbyData, MotionChoice, Person, Search, Setup},
        replay::Player,
        terminal::Screen,
        who,
    },
};

#[cfg(feature = "embedded")]
use super::welcome;
use super::{
    auto,
    curtain::{Curtain, TOLD},
    ears::{self, Heard},
    found::Patience,
    ground::Ground,
    journal::outcome,
    run,
    screen::{check, follow, options, styles},
    setup::{self, Choice},
};

/// The format that the lobby begins with.
const FORMAT: &str = "exhibition";

/// The lobby, and then whatever was chosen in it. It is on the screen before a model is looked for.
pub(super) async fn lobby(ground: &Ground) -> Result<Exit, Failure> {
    check()?;
    let options = options(ground)?;
    let journal = ground.journal()?;
    let mut signals = Signals::listen()?;
    let mut screen = Screen::enter()?;
    let mut lobby = Lobby::new(data(ground, &journal), setup::fresh_seed());
    let mut models = Models::Wanted(Box::pin(ground.roster(&ground.overrides)));
    let mut people = None;
    let mut in_vain = false;
    loop {
        let choice = choose(
            ground,
            &mut screen,
            &mut lobby,
            &options,
            (&mut models, &mut people),
            &mut signals,
        );
        match choice.await? {
            Some(LobbyChoice::Quit) => {
                drop(screen);
                return match models {
                    // Whoever leaves for want of a model is told in the shell, too, how to get one; whoever has only
                    // looked has nothing to be told.
                    Models::Found(Err(failure)) if in_vain => Err(failure),
                    Models::Found(_) | Models::Wanted(_) => Ok(Exit::Done),
                };
            }
            None => return Ok(Exit::Interrupted),
            Some(LobbyChoice::Replay(debate)) => {
                let feed = Feed::Replay(Box::new(Player::new(journal.load(&debate)?)));
                let curtain = Curtain::of(screen, signals, styles(&options));
                return follow(ground, &journal, curtain, feed, &debate).await;
            }
            Some(LobbyChoice::Resume(debate)) => {
                match run::take_up(ground, &journal, &debate, Patience::default(), None).await {
                    Ok((handle, known)) => {
                        let feed = Feed::Live(Box::new(handle), known);
                        let curtain = Curtain::of(screen, signals, styles(&options));
                        return follow(ground, &journal, curtain, feed, &debate).await;
                    }
                    Err(failure) => lobby.say(failure.message),
                }
            }
            Some(LobbyChoice::Stop) => {
                people = None;
                lobby.waits_no_more();
                lobby.say("Nobody was invented.");
            }
            Some(LobbyChoice::Keep(cast)) => match auto::save_all(ground, &cast) {
                Ok(paths) => lobby.say(kept(&paths)),
                Err(failure) => lobby.say(failure.message),
            },
            Some(wish @ (LobbyChoice::Open(_) | LobbyChoice::Invent(..))) => {
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
                        people = Some(Invention::begin(ground, setup, seats, models.roster()));
                        continue;
                    }
                    LobbyChoice::Open(setup) => setup,
                    _ => continue,
                };
                match open(ground, &journal, setup, models.roster()).await {
                    Ok((handle, debate)) => {
                        let feed = Feed::Live(Box::new(handle), Vec::new());
                        let curtain = Curtain::of(screen, signals, styles(&options));
                        return follow(ground, &journal, curtain, feed, &debate).await;
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
    let folder = folder.map_or_else(String::new, |folder| folder.display().to_string());
    match paths.len() {
        1 => format!("1 persona is kept in {folder}."),
        many => format!("{many} personas are kept in {folder}."),
    }
}

/// People are being found.
struct Invention<'a> {
    work: Pin<Box<dyn Future<Output = Result<Vec<Cast>, Failure>> + 'a>>,
    /// What is waited for, as it changes.
    told: mpsc::Receiver<String>,
    /// Whom it finds follows from it.
    seed: u64,
}

/// What is new of them.
enum Found {
    Told(String),
    Done(Result<Vec<Cast>, Failure>, u64),
}

impl<'a> Invention<'a> {
    /// Asks the model of a setup for so many people a side.
    fn begin(ground: &'a Ground, setup: Setup, seats: Vec<usize>, found: Option<Roster>) -> Self {
        let (tell, told) = mpsc::channel(TOLD);
        let seed = setup.seed.unwrap_or_else(setup::fresh_seed);
        let work = async move {
            let roster = roster(ground, setup.model.as_deref(), found).await?;
            let choice = chosen(ground, setup);
            let motion = ground.catalog.choose_motion(&choice.motion)?.motion;
            let mut format = setup::rules(&ground.catalog, &choice)?;
            for (side, seats) in format.sides.iter_mut().zip(seats) {
                side.seats = seats;
            }
            let wanted = Wanted {
                motion: &motion,
                format: &format,
                seed,
            };
            let tell = |text: &str| {
                let _ = tell.try_send(format!("{text}  esc stops it"));
            };
            auto::find(ground, wanted, &roster, &tell).await
        };
        Self {
            work: Box::pin(work),
            told,
            seed,
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
        done = &mut invention.work => Found::Done(done, invention.seed),
    };
    if matches!(news, Found::Done(..)) {
        *people = None;
    }
    news
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

    /// What was found, as far as it was.
    fn roster(&self) -> Option<Roster> {
        match self {
            Self::Found(Ok(roster)) => Some(roster.clone()),
            Self::Found(Err(_)) | Self::Wanted(_) => None,
        }
    }
}

/// Opens the debate that was chosen.
async fn open(
    ground: &Ground,
    journal: &Journal,
    setup: Setup,
    found: Option<Roster>,
) -> Result<(Handle, DebateId), Failure> {
    let roster = roster(ground, setup.model.as_deref(), found).await?;
    let opening = setup::opening(&ground.catalog, chosen(ground, setup), &roster)?;
    let debate = opening.debate.clone();
    Ok((run::open(ground, journal, opening, roster)?, debate))
}

/// The models with the one that was chosen: those that were found, where that is the usual one.
async fn roster(
    ground: &Ground,
    model: Option<&str>,
    found: Option<Roster>,
) -> Result<Roster, Failure> {
    let labels = found.as_ref().map(Roster::labels).unwrap_or_default();
    if let Some(found) = found
        && (model.is_none() || model == labels.first().map(String::as_str))
    {
        return Ok(found);
    }
    let mut overrides = ground.overrides.clone();
    if let Some(label) = model {
        // Of the names in the list, a server without one of its own in the settings is the usual one.
        let provider = label.split_once(':').map(|(provider, _)| provider);
        let mut providers = ground.settings.providers.iter();
        let is_known = providers.any(|one| Some(one.name.as_str()) == provider);
        let is_listed = labels.iter().any(|one| one == label);
        overrides.model = Some(if is_listed && !is_known {
            who::model(label).to_owned()
        } else {
            label.to_owned()
        });
    }
    ground.roster(&overrides).await
}

/// Shows the lobby until something is chosen; `None` where a signal ended it.
async fn choose(
    ground: &Ground,
    screen: &mut Screen,
    lobby: &mut Lobby,
    options: &app::Options,
    (models, people): (&mut Models<'_>, &mut Option<Invention<'_>>),
    signals: &mut Signals,
) -> Result<Option<LobbyChoice>, Failure> {
    let styles = styles(options);
    loop {
        screen.draw(|frame| lobby.render(frame.area(), frame.buffer_mut(), &styles))?;
        let heard = tokio::select! {
            biased;
            heard = ears::hear(screen, signals) => heard?,
            found = models.found() => {
                tell(lobby, ground, found);
                continue;
            }
            news = news(people) => {
                match news {
                    Found::Told(what) => lobby.waits_for(what),
                    Found::Done(Ok(cast), seed) => lobby.invented(cast, seed),
                    Found::Done(Err(failure), _) => {
                        lobby.waits_no_more();
                        lobby.say(failure.message);
                    }
                }
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
            .map(|entry| Person::of(&entry.id, &entry.value))
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
                    over: summary.status != Closing::Unfinished,
                    id: summary.debate,
                    motion: summary.motion,
                    when,
                    format: summary.format,
                }
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
        cast: setup.cast,
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
        batch: None,
    }
}
