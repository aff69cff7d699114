//! The lobby, as the command line sees it: models are looked for while it is open, people are invented for a motion,
//! and whatever is chosen in it is begun.

mod choice;
mod data;
mod estimate;
mod invention;
mod library;
mod models;

use crate::{
    debate::ids::DebateId,
    engine::Handle,
    error::{Exit, Failure},
    host::{clock, people},
    journal::Journal,
    llm::roster::Roster,
    text::shown,
    tui::{
        app::{ChamberExit, Feed, ScreenOptions, Signals},
        lobby::{Lobby, LobbyChoice, Setup},
        terminal::Screen,
    },
};

use choice::chosen;
use estimate::{EstimateChange, LobbyEstimate};
use invention::{Found, Invention, news};
use library::{BrowseEnd, Shelf};
use models::Models;

#[cfg(feature = "embedded")]
use super::welcome;
use super::{
    Host,
    chamber::{AtEnd, Followed, ForLobby, follow, watch},
    input::{self, Input},
    loading::LoadingScreen,
    out,
    overrides::left_out,
    refine,
    screen::{check, check_or, conclude, options, styles},
};
#[cfg(feature = "embedded")]
use crate::tui::welcome::AfterFetch;

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
    loop {
        let options = match options.take() {
            Some(options) => options,
            None => self::options(host)?,
        };
        let held = opened.held.clone();
        let session = Session::begin(host, options, opened)?;
        match Box::pin(hold(session, &mut shelf)).await? {
            Followed::Left(exit) => return Ok(exit),
            Followed::ToLobby(again) => opened = *again,
        }
        opened.held = opened.held.or(held);
    }
}

async fn hold(mut session: Session<'_>, shelf: &mut Shelf) -> Result<Followed, Failure> {
    loop {
        if shelf.is_open {
            match session.browse(shelf).await? {
                BrowseEnd::Back if !shelf.is_from_shell => shelf.close(),
                BrowseEnd::Back | BrowseEnd::Quit => return session.leave().map(Followed::Left),
                BrowseEnd::Interrupted => break,
                BrowseEnd::Follow(feed, debate) => {
                    shelf.leave_for(&feed);
                    return session.follow(feed, &debate).await;
                }
                BrowseEnd::Refine(debate) => {
                    return session.refine(&debate).await.map(Followed::Left);
                }
            }
            continue;
        }
        let Some(choice) = session.choose().await? else {
            break;
        };
        match session.act(choice).await? {
            Next::Lobby => {}
            Next::Library => shelf.is_open = true,
            Next::Chamber(feed, debate) => return session.follow(feed, &debate).await,
            Next::Shell => return session.leave().map(Followed::Left),
            #[cfg(feature = "embedded")]
            Next::Interrupted => break,
        }
    }
    Ok(Followed::Left(Exit::Interrupted))
}

/// What comes after a choice.
enum Next {
    /// The lobby stays open.
    Lobby,
    /// The library is opened.
    Library,
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
    estimate: LobbyEstimate<'a>,
    models: Models<'a>,
    lobby: Lobby,
    screen: Screen,
    signals: Signals,
    journal: Journal,
    options: ScreenOptions,
    host: &'a Host,
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
        }: ForLobby,
    ) -> Result<Self, Failure> {
        let journal = host.journal()?;
        let mut lobby = Lobby::new(data::data(host), clock::fresh_seed());
        if let Some(text) = left_out(host) {
            lobby.say(text);
        }
        Ok(Self {
            people: None,
            estimate: LobbyEstimate::new(host),
            models: Models::Wanted(Box::pin(host.roster(&host.overrides))),
            lobby,
            screen,
            signals,
            journal,
            options,
            host,
            in_vain: false,
            held,
        })
    }

    /// Shows the lobby until something is chosen; `None` where a signal ended it.
    async fn choose(&mut self) -> Result<Option<LobbyChoice>, Failure> {
        let styles = styles(&self.options);
        loop {
            self.follow_estimate();
            let lobby = &mut self.lobby;
            self.screen
                .draw(|frame| lobby.render(frame.area(), frame.buffer_mut(), &styles))?;
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

    /// Begins the estimate anew where the settings have changed, and says so.
    fn follow_estimate(&mut self) {
        let wanted = self.lobby.to_estimate().map(|setup| {
            let model = setup.settings.model.clone();
            (chosen(self.host, setup), model)
        });
        match self.estimate.follow(wanted, self.models.roster()) {
            EstimateChange::Same => {}
            EstimateChange::Begun => self.lobby.is_being_estimated(),
            EstimateChange::Dropped => self.lobby.is_not_estimated(),
        }
    }

    /// Says what is under way and draws it, before something that takes a while.
    fn show(&mut self, what: &str) -> Result<(), Failure> {
        let styles = styles(&self.options);
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
                let choices = setup.settings.clone();
                let next = self.open(setup).await;
                if let Next::Chamber(..) = next {
                    data::keep_choices(self.host, &choices);
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
            LobbyChoice::Keep(cast) => match people::save_all(self.host, &cast) {
                Ok(paths) => self.lobby.say(saved(&paths)),
                Err(failure) => self.lobby.say(failure.message),
            },
        }
        Ok(Next::Lobby)
    }

    /// Looks once more where there is no model, and offers to fetch one; `None` where what was chosen can be done.
    #[cfg(feature = "embedded")]
    async fn offer_model(&mut self, after: AfterFetch) -> Result<Option<Next>, Failure> {
        let host = self.host;
        if let Some(failure) = self.models.missing().await
            && host.lacks_a_model(failure)
        {
            // One may have been started since it was looked for.
            self.models = Models::Found(host.roster(&host.overrides).await);
        }
        if let Some(failure) = self.models.missing().await
            && host.lacks_a_model(failure)
        {
            let styles = styles(&self.options);
            let (screen, signals) = (&mut self.screen, &mut self.signals);
            let answer = welcome::ask(host, screen, signals, &styles, after);
            match answer.await? {
                welcome::Answer::Fetched => {
                    let found = host.roster(&host.overrides).await;
                    tell(&mut self.lobby, host, &found);
                    self.models = Models::Found(found);
                }
                welcome::Answer::Left => {
                    self.in_vain = true;
                    self.lobby.say("No model was fetched. A debate needs one.");
                    return Ok(Some(Next::Lobby));
                }
                welcome::Answer::Interrupted => return Ok(Some(Next::Interrupted)),
            }
        }
        Ok(None)
    }

    /// Opens a new debate.
    async fn open(&mut self, setup: Setup) -> Next {
        match open(self.host, &self.journal, setup, self.models.roster()).await {
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

    /// Goes on with refining a debate that was played again.
    async fn refine(self, debate: &DebateId) -> Result<Exit, Failure> {
        let (host, journal, loading) = self.closed();
        Box::pin(refine::screen::from_chamber(
            host, &journal, loading, debate,
        ))
        .await
    }

    /// Shows a debate in the place of the lobby.
    async fn follow(self, feed: Feed, debate: &DebateId) -> Result<Followed, Failure> {
        let (host, journal, loading) = self.closed();
        let at_end = if matches!(feed, Feed::Followed(_)) {
            AtEnd::AskWhatNextOrLobby
        } else {
            AtEnd::AskWhatNext
        };
        follow(host, &journal, loading, (feed, debate), at_end).await
    }

    /// Closes the lobby for something else, which takes its screen; nothing goes on beside it.
    fn closed(self) -> (&'a Host, Journal, LoadingScreen) {
        let loading = LoadingScreen::of(self.screen, self.signals, styles(&self.options));
        (self.host, self.journal, loading)
    }

    /// Gives the screen back. Whoever has held a debate is told what came of it. Whoever leaves for want of a model is
    /// told in the shell, too, how to get one; whoever has only looked has nothing to be told.
    fn leave(self) -> Result<Exit, Failure> {
        drop(self.screen);
        if let Models::Found(Err(failure)) = self.models
            && self.in_vain
        {
            out::say(&failure.to_string());
        }
        let held = self.held.as_ref();
        held.map_or(Ok(Exit::Done), |held| {
            conclude(&self.journal, held, ChamberExit::Over)
        })
    }
}

/// What a model is wanted for by what was chosen, if it wants one at once.
#[cfg(feature = "embedded")]
fn wants_model(choice: &LobbyChoice) -> Option<AfterFetch> {
    match choice {
        LobbyChoice::Open(_) => Some(AfterFetch::Open),
        LobbyChoice::Invent(..) => Some(AfterFetch::Invent),
        LobbyChoice::Quit
        | LobbyChoice::Library
        | LobbyChoice::Look
        | LobbyChoice::Stop
        | LobbyChoice::Keep(_) => None,
    }
}

/// Opens the debate that was chosen.
async fn open(
    host: &Host,
    journal: &Journal,
    setup: Setup,
    found: Option<Roster>,
) -> Result<(Handle, DebateId), Failure> {
    let roster = host
        .roster_with(setup.settings.model.as_deref(), found)
        .await?;
    let opening = host.opening(chosen(host, setup), &roster)?;
    let debate = opening.debate.clone();
    Ok((host.open(journal, opening, roster)?, debate))
}

/// Says where people were kept.
fn saved(paths: &[std::path::PathBuf]) -> String {
    let folder = paths.first().and_then(|path| path.parent());
    let folder = folder.map_or_else(String::new, |folder| shown::path(&folder));
    match paths.len() {
        1 => format!("1 persona is kept in {folder}."),
        many => format!("{many} personas are kept in {folder}."),
    }
}

/// Tells the lobby what has become of an invention.
fn hear(lobby: &mut Lobby, news: Found) {
    match news {
        Found::Told(what) => lobby.waits_for(what),
        Found::Done(Ok((cast, seed))) => lobby.invented(cast, seed),
        Found::Done(Err(failure)) => {
            lobby.waits_no_more();
            lobby.say(failure.message);
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
