//! The lobby, as the command line sees it: models are looked for while it is open, people are invented for a motion,
//! and whatever is chosen in it is begun.

mod choice;
mod data;
mod estimate;
mod follower;
mod invention;
mod library;
mod making;
mod models;
#[cfg(feature = "embedded")]
mod offer;
mod presets;
mod server;
mod told;

use crate::{
    config::{Env, presets::Presets},
    debate::ids::DebateId,
    error::{Exit, Failure},
    files::Existing,
    host::{clock, people},
    journal::Journal,
    tui::{
        app::{ChamberExit, Feed, ScreenOptions, Signals},
        lobby::{Lobby, LobbyChoice, LobbyPreset, Setup},
        style::{ColorSupport, Styles},
        terminal::Screen,
        update::FollowUpDraft,
    },
};

use choice::chosen;
use estimate::{EstimateChange, LobbyEstimate};
use follower::Follower;
use invention::{Invention, news};
use library::{BrowseEnd, Shelf};
use making::{Making, hear_of_card, making_news};
use models::Models;
use server::{Trial, trial_news};
#[cfg(feature = "embedded")]
use told::wants_model;
use told::{hear, hear_of_server, saved, tell};

use super::{
    Host,
    chamber::{AtEnd, Followed, ForLobby, follow_asking, watch},
    input::{self, Input},
    loading::LoadingScreen,
    out,
    overrides::left_out,
    refine,
    screen::{check, check_or, conclude, options, styles},
};

/// The lobby, and then whatever was chosen in it. It is on the screen before a model is looked for.
pub(super) async fn lobby(host: &Host) -> Result<Exit, Failure> {
    check()?;
    open_with(host, Shelf::default()).await
}

/// The library, from the shell: `hustings library`.
pub(super) async fn library(host: &Host) -> Result<Exit, Failure> {
    check_or("list")?;
    open_with(host, Shelf::from_shell()).await
}

async fn open_with(host: &Host, shelf: Shelf) -> Result<Exit, Failure> {
    // First of all: whoever presses Ctrl-C while the terminal is asked for its ground has it given back.
    let signals = Signals::listen()?;
    let options = options(host)?;
    let opened = ForLobby {
        screen: Screen::enter()?,
        signals,
        held: None,
        stopped: None,
    };
    on(host, options, opened, shelf).await
}

/// The end of a debate that was followed: in the shell, or in the lobby and whatever is chosen there.
pub(super) async fn after(host: &Host, followed: Followed) -> Result<Exit, Failure> {
    match followed {
        Followed::Left(exit) => Ok(exit),
        Followed::ToLobby(opened) => on(host, options(host)?, *opened, Shelf::default()).await,
    }
}

/// The lobby on a screen that is taken, and again after each debate from which the viewer wants to be back there.
async fn on(
    host: &Host,
    options: ScreenOptions,
    mut opened: ForLobby,
    mut shelf: Shelf,
) -> Result<Exit, Failure> {
    let mut options = Some(options);
    let mut with_files: Option<Host> = None;
    let mut lobby = None;
    loop {
        let host = with_files.as_ref().unwrap_or(host);
        let options = match options.take() {
            Some(options) => options,
            None => self::options(host)?,
        };
        let held = opened.held.clone();
        let session = Session::begin(host, options, opened, lobby.take())?;
        match Box::pin(hold(session, &mut shelf)).await? {
            Held::Followed(Followed::Left(exit)) => return Ok(exit),
            Held::Followed(Followed::ToLobby(again)) => opened = *again,
            Held::ReadAgain(again, open) => {
                opened = *again;
                lobby = Some(*open);
                // What was kept or written is in force from here on.
                with_files = Some(read_again(host)?);
            }
        }
        opened.held = opened.held.or(held);
    }
}

/// The host with its files as they are now.
fn read_again(host: &Host) -> Result<Host, Failure> {
    let mut again = Host::load(Env::of_process(), host.overrides.clone())?;
    again.tell = host.tell;
    Ok(again)
}

/// What comes after a lobby.
enum Held {
    /// A debate was followed, or the viewer has left.
    Followed(Followed),
    /// A server was kept, or a card written: the same lobby is opened with the files as they are now.
    ReadAgain(Box<ForLobby>, Box<Lobby>),
}

async fn hold(mut session: Session<'_>, shelf: &mut Shelf) -> Result<Held, Failure> {
    loop {
        if shelf.is_open {
            let followed = match session.browse(shelf).await? {
                BrowseEnd::Back if !shelf.is_from_shell => {
                    shelf.close();
                    continue;
                }
                BrowseEnd::Back | BrowseEnd::Quit => session.leave().map(Followed::Left),
                BrowseEnd::Interrupted => break,
                BrowseEnd::Follow(feed, debate) => {
                    shelf.leave_for(&feed);
                    Box::pin(session.follow(feed, &debate, None)).await
                }
                BrowseEnd::Ask(feed, debate, begun) => {
                    shelf.leave_for(&feed);
                    Box::pin(session.follow(feed, &debate, begun)).await
                }
                BrowseEnd::Refine(debate) => session.refine(&debate).await.map(Followed::Left),
            };
            return followed.map(Held::Followed);
        }
        let choice = match session.choose().await? {
            Chosen::Choice(choice) => *choice,
            Chosen::ReadAgain => return Ok(session.again()),
            Chosen::Interrupted => break,
        };
        match session.act(choice).await? {
            Next::Lobby => {}
            Next::Library => shelf.is_open = true,
            Next::LobbyWithServer => return Ok(session.again()),
            Next::Chamber(feed, debate) => {
                let followed = Box::pin(session.follow(feed, &debate, None));
                return followed.await.map(Held::Followed);
            }
            Next::Shell => return session.leave().map(Followed::Left).map(Held::Followed),
            #[cfg(feature = "embedded")]
            Next::Interrupted => break,
        }
    }
    session.remember();
    Ok(Held::Followed(Followed::Left(Exit::Interrupted)))
}

/// What the lobby was left for.
enum Chosen {
    /// For something that was chosen in it.
    Choice(Box<LobbyChoice>),
    /// For files that have changed: it is opened again with them.
    ReadAgain,
    /// A signal ended it.
    Interrupted,
}

/// What comes after a choice.
enum Next {
    /// The lobby stays open.
    Lobby,
    /// The library is opened.
    Library,
    /// The lobby is opened again with a server that was entered in it.
    LobbyWithServer,
    /// A debate is watched.
    Chamber(Feed, DebateId),
    /// The viewer is back in the shell.
    Shell,
    /// A signal has ended it all while a model was offered.
    #[cfg(feature = "embedded")]
    Interrupted,
}

/// An open lobby: what is on the screen, and what goes on beside it.
struct Session<'a> {
    /// The people who are being invented.
    people: Option<Invention<'a>>,
    /// The server that is being tried out.
    trial: Option<Trial<'a>>,
    /// The card that is being written.
    making: Option<Making<'a>>,
    estimate: LobbyEstimate<'a>,
    models: Models<'a>,
    lobby: Lobby,
    screen: Screen,
    signals: Signals,
    journal: Journal,
    options: ScreenOptions,
    host: &'a Host,
    /// The presets, each time that somebody has changed one beside the program.
    presets: Option<Follower<Vec<LobbyPreset>>>,
    /// Whether something was chosen for which a model was wanting.
    in_vain: bool,
    /// The debate that was held before the lobby was opened, where one was.
    held: Option<DebateId>,
}

impl<'a> Session<'a> {
    /// Begins to look for models.
    fn begin(
        host: &'a Host,
        options: ScreenOptions,
        ForLobby {
            screen,
            signals,
            held,
            stopped,
        }: ForLobby,
        open: Option<Lobby>,
    ) -> Result<Self, Failure> {
        let journal = host.journal()?;
        let mut lobby = open.unwrap_or_else(|| {
            let mut lobby = Lobby::new(data::data(host), clock::fresh_seed());
            if let Some(text) = left_out(host) {
                lobby.say(text);
            }
            lobby
        });
        if let Some(stopped) = stopped {
            lobby.say(stopped);
        }
        Ok(Self {
            people: None,
            trial: None,
            making: None,
            estimate: LobbyEstimate::new(host),
            models: Models::Wanted(Box::pin(host.roster(&host.overrides))),
            lobby,
            screen,
            signals,
            journal,
            options,
            host,
            presets: Some(presets::follow(host)),
            in_vain: false,
            held,
        })
    }

    /// Shows the lobby until something is chosen.
    async fn choose(&mut self) -> Result<Chosen, Failure> {
        let mut is_drawn = false;
        loop {
            self.follow_estimate();
            let styles = self.styles();
            let lobby = &mut self.lobby;
            if !is_drawn {
                self.screen
                    .draw(|frame| lobby.render(frame.area(), frame.buffer_mut(), &styles))?;
            }
            is_drawn = false;
            let heard = tokio::select! {
                biased;
                heard = input::next(&mut self.screen, &mut self.signals) => heard?,
                found = self.models.found() => {
                    tell(lobby, self.host, found);
                    continue;
                }
                done = self.estimate.done() => {
                    lobby.estimated(done.map_err(|failure| failure.message));
                    continue;
                }
                news = news(&mut self.people) => {
                    hear(lobby, news);
                    continue;
                }
                news = trial_news(&mut self.trial) => {
                    hear_of_server(lobby, news);
                    continue;
                }
                news = making_news(&mut self.making) => {
                    if hear_of_card(self.host, lobby, news) {
                        return Ok(Chosen::ReadAgain);
                    }
                    continue;
                }
                presets = follower::news(&mut self.presets) => {
                    is_drawn = lobby.has_presets(&presets);
                    if !is_drawn {
                        lobby.presets_changed(presets);
                    }
                    continue;
                }
            };
            match heard {
                Input::Key(key) => {
                    if let Some(choice) = lobby.on_key(key) {
                        return Ok(Chosen::Choice(Box::new(choice)));
                    }
                }
                Input::Paste(text) => lobby.on_paste(&text),
                Input::Other => {}
                Input::End => return Ok(Chosen::Interrupted),
            }
        }
    }

    /// Begins the estimate anew where the settings have changed, and says so.
    fn follow_estimate(&mut self) {
        let wanted = self.lobby.to_estimate().map(|setup| {
            let settings = setup.settings.clone();
            (chosen(self.host, setup), settings)
        });
        match self.estimate.follow(wanted, self.models.roster()) {
            EstimateChange::Same => {}
            EstimateChange::Begun => self.lobby.is_being_estimated(),
            EstimateChange::Dropped => self.lobby.is_not_estimated(),
        }
    }

    /// The styles of the theme that is chosen in the lobby, or of that of the settings.
    fn styles(&self) -> Styles {
        let chosen = self.lobby.theme();
        let looks = chosen.and_then(|theme| self.host.catalog.looks(theme).ok());
        let support = ColorSupport::from_env();
        looks.map_or_else(
            || styles(&self.options),
            |looks| {
                let styles = Styles::from_theme(&looks, support);
                styles.with_reduced_motion(self.options.reduced_motion)
            },
        )
    }

    /// The lobby as it is, to be opened again.
    fn again(self) -> Held {
        let opened = ForLobby {
            screen: self.screen,
            signals: self.signals,
            held: self.held,
            stopped: None,
        };
        Held::ReadAgain(Box::new(opened), Box::new(self.lobby))
    }

    /// Says what is under way and draws it, before something that takes a while.
    fn show(&mut self, what: &str) -> Result<(), Failure> {
        let styles = self.styles();
        self.lobby.say(what);
        let lobby = &mut self.lobby;
        self.screen
            .draw(|frame| lobby.render(frame.area(), frame.buffer_mut(), &styles))?;
        Ok(())
    }

    /// Does what was chosen.
    async fn act(&mut self, choice: LobbyChoice) -> Result<Next, Failure> {
        // A server that is gone is waited for.
        if matches!(choice, LobbyChoice::Open(_)) {
            self.show("Starting the debate …")?;
        }
        #[cfg(feature = "embedded")]
        if let Some(after) = wants_model(&choice)
            && let Some(next) = self.offer_model(after).await?
        {
            return Ok(next);
        }
        match choice {
            LobbyChoice::Quit => return Ok(Next::Shell),
            LobbyChoice::Library => return Ok(Next::Library),
            LobbyChoice::Open(setup) => {
                let choices = data::last_of(&setup);
                let next = self.open(setup).await;
                if let Next::Chamber(..) = next {
                    data::keep_choices(self.host, &choices);
                    self.lobby.is_opened();
                }
                return Ok(next);
            }
            LobbyChoice::Look => {
                self.models = Models::Wanted(Box::pin(self.host.roster(&self.host.overrides)));
            }
            LobbyChoice::Invent(setup, seats) => {
                let waits = "A model is asked for people …  esc stops it";
                self.lobby.waits_for(waits);
                let found = self.models.roster();
                self.people = Some(Invention::begin(self.host, setup, seats, found));
            }
            LobbyChoice::Stop => {
                self.people = None;
                self.lobby.waits_no_more();
                self.lobby.say("Nobody was invented.");
            }
            LobbyChoice::SavePreset(name, settings) => {
                let saved = Presets::of(&self.host.dirs).save(&name, &settings, Existing::Replace);
                self.presets_changed(saved, format!("The preset “{name}” is saved."));
            }
            LobbyChoice::RenamePreset(from, to) => {
                let renamed = Presets::of(&self.host.dirs).rename(&from, &to);
                self.presets_changed(renamed, format!("The preset is called “{to}” now."));
            }
            LobbyChoice::DeletePreset(name) => {
                let deleted = Presets::of(&self.host.dirs).delete(&name);
                self.presets_changed(deleted, format!("The preset “{name}” is deleted."));
            }
            LobbyChoice::Make(form) => self.making = Some(Making::begin(self.host, &form)),
            // What is dropped is left.
            LobbyChoice::StopMaking => self.making = None,
            LobbyChoice::TryServer(form) => self.trial = Some(Trial::begin(self.host, &form)),
            LobbyChoice::StopTrying => self.trial = None,
            LobbyChoice::KeepServer(form) => match server::keep(self.host, &form) {
                Ok(kept) => {
                    self.lobby.server_kept(&kept.model, kept.told);
                    return Ok(Next::LobbyWithServer);
                }
                Err(failure) => self.lobby.server_failed(&server::told(&failure)),
            },
            LobbyChoice::Keep(cast) => match people::save_all(self.host, &cast) {
                Ok(paths) => {
                    self.lobby.is_kept();
                    self.lobby.say(saved(&paths));
                }
                Err(failure) => self.lobby.say(failure.message),
            },
        }
        Ok(Next::Lobby)
    }

    /// Opens a new debate.
    async fn open(&mut self, setup: Setup) -> Next {
        let settings = setup.settings.clone();
        let choice = chosen(self.host, setup);
        let found = self.models.roster();
        let opened = self
            .host
            .open_chosen(&self.journal, (&settings, choice), found);
        match opened.await {
            Ok((handle, debate)) => Next::Chamber(Feed::Live(Box::new(handle), Vec::new()), debate),
            Err(failure) => {
                self.in_vain |= failure.exit == Exit::NoModel;
                if failure.exit == Exit::NoModel {
                    self.lobby.refuse(&failure.message);
                } else {
                    self.lobby.say(failure.message);
                }
                Next::Lobby
            }
        }
    }

    /// The host with the theme that is chosen in the lobby.
    fn themed(&self) -> Host {
        let mut host = self.host.clone();
        if let Some(theme) = self.lobby.theme() {
            host.settings.theme = Some(theme.to_owned());
        }
        host
    }

    /// Goes on with refining a debate that was played again.
    async fn refine(self, debate: &DebateId) -> Result<Exit, Failure> {
        let (host, journal, loading) = self.closed();
        Box::pin(refine::screen::from_chamber(
            host, &journal, loading, debate,
        ))
        .await
    }

    /// Shows a debate in the place of the lobby.
    async fn follow(
        self,
        feed: Feed,
        debate: &DebateId,
        begun: Option<FollowUpDraft>,
    ) -> Result<Followed, Failure> {
        let host = &self.themed();
        let (_, journal, loading) = self.closed();
        let at_end = if matches!(feed, Feed::Followed(..)) {
            AtEnd::AskWhatNextOrLobby
        } else {
            AtEnd::AskWhatNext
        };
        follow_asking(host, &journal, loading, (feed, debate), (at_end, begun)).await
    }

    /// Keeps what was set up and not opened, for whoever comes back.
    fn remember(&self) {
        if let Some(left) = self.lobby.left_choices() {
            data::keep_left(self.host, &left);
        }
    }

    /// Closes the lobby for something else, which takes its screen; nothing goes on beside it.
    fn closed(self) -> (&'a Host, Journal, LoadingScreen) {
        self.remember();
        let styles = self.styles();
        let loading = LoadingScreen::of(self.screen, self.signals, styles);
        (self.host, self.journal, loading)
    }

    /// Gives the screen back. Whoever has held a debate is told what came of it. Whoever leaves for want of a model is
    /// told in the shell, too, how to get one; whoever has only looked has nothing to be told.
    fn leave(self) -> Result<Exit, Failure> {
        self.remember();
        drop(self.screen);
        if let Models::Found(Err(failure)) = self.models
            && self.in_vain
        {
            out::say(&failure.to_string());
        }
        let held = self.held.as_ref();
        held.map_or(Ok(Exit::Done), |held| {
            let exit = conclude(&self.journal, held, &ChamberExit::Over);
            if let Some(works) = self.host.first_works(&self.journal, held) {
                out::say(&works);
            }
            exit
        })
    }
}
