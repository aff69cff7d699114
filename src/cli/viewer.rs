//! The follower of a debate that was asked for: a viewer at the screen, or whoever reads standard output.

#[cfg(feature = "tui")]
use tokio::sync::mpsc;

#[cfg(feature = "tui")]
use crate::tui::app::Feed;

use crate::{
    debate::{ids::DebateId, opening::Opening},
    engine::Handle,
    error::{Exit, Failure},
    host::{
        hold::DebateViewer,
        people::{self, KeepPeople},
        setup::{DebateChoice, InventedSpeaker},
    },
    journal::Journal,
    llm::{account::Account, roster::Roster},
    text::shown,
    unattended::Script,
};

use super::{
    Host,
    args::{FailureArgs, OutputArgs},
    headless, out,
    signals::{stoppable, until_signal},
};
#[cfg(feature = "tui")]
use super::{
    chamber,
    loading::{LoadingScreen, MESSAGES},
    lobby, screen,
};

/// The medium on which a debate is followed.
enum Medium {
    /// Lines on standard output.
    Lines,
    /// The terminal, taken before anything is looked for.
    #[cfg(feature = "tui")]
    Screen(Box<LoadingScreen>),
}

impl Medium {
    /// Takes the terminal, where it is to be a screen.
    fn enter(host: &Host, headless: bool) -> Result<Self, Failure> {
        if headless {
            return Ok(Self::Lines);
        }
        #[cfg(feature = "tui")]
        return Ok(Self::Screen(Box::new(screen::enter(host)?)));
        #[cfg(not(feature = "tui"))]
        {
            let _ = host;
            Err(headless::no_screen())
        }
    }
}

/// Whoever follows a debate, as the flags say.
pub(super) struct CommandViewer<'a> {
    output: &'a OutputArgs,
    failure: FailureArgs,
    script: Script,
    /// The medium on which something is waited for; a screen is given back with each debate that was followed on it.
    medium: Option<Medium>,
    #[cfg(feature = "tui")]
    at_end: chamber::AtEnd,
}

impl<'a> CommandViewer<'a> {
    /// Creates the viewer from these flags. What is wrong with the flags is said before anything is begun.
    ///
    /// # Errors
    /// A screen is wanted, and this is none or the program was built without; the interventions cannot be read.
    pub(super) fn of(output: &'a OutputArgs, failure: FailureArgs) -> Result<Self, Failure> {
        if !output.lines.headless {
            #[cfg(feature = "tui")]
            screen::check()?;
            #[cfg(not(feature = "tui"))]
            return Err(headless::no_screen());
        }
        Ok(Self {
            output,
            failure,
            script: headless::script(output.interventions.as_deref())?,
            medium: None,
            #[cfg(feature = "tui")]
            at_end: chamber::AtEnd::AskWhatNext,
        })
    }

    /// The viewer of a debate after which its mirror follows.
    #[must_use]
    pub(super) fn before_a_mirror(mut self, follows: bool) -> Self {
        #[cfg(feature = "tui")]
        if follows {
            self.at_end = chamber::AtEnd::GoOn;
        }
        #[cfg(not(feature = "tui"))]
        let _ = (&mut self, follows);
        self
    }

    /// The medium to wait on for the next thing.
    fn medium(&mut self, host: &Host) -> Result<&mut Medium, Failure> {
        let medium = match self.medium.take() {
            Some(medium) => medium,
            None => Medium::enter(host, self.output.lines.headless)?,
        };
        Ok(self.medium.insert(medium))
    }
}

impl DebateViewer for CommandViewer<'_> {
    async fn models(&mut self, host: &Host) -> Result<Option<Roster>, Failure> {
        let patience = self.failure.patience(self.output.lines.headless);
        match self.medium(host)? {
            Medium::Lines => stoppable(patience.wait, async |stop| {
                host.roster_waited(&host.overrides, patience, stop).await
            })
            .await
            .map(Some),
            #[cfg(feature = "tui")]
            Medium::Screen(loading) => screen::models(host, loading).await,
        }
    }

    async fn people(
        &mut self,
        host: &Host,
        wanted: (&DebateChoice, KeepPeople),
        roster: &Roster,
    ) -> Result<Option<(Vec<InventedSpeaker>, u64)>, Failure> {
        match self.medium(host)? {
            Medium::Lines => {
                let models = roster.clone().on(&Account::telling(out::say));
                let found = people::invent_and_keep(host, wanted, &models, &out::say);
                until_signal(async |stop| {
                    tokio::select! {
                        biased;
                        () = stop.cancelled() => {
                            out::say("Stopped before the speakers were found; nothing was begun.");
                            Ok(None)
                        }
                        found = found => found.map(Some),
                    }
                })
                .await
            }
            // Beside a screen nothing is said.
            #[cfg(feature = "tui")]
            Medium::Screen(loading) => {
                let (tell, told) = mpsc::channel(MESSAGES);
                let tell = |text: &str| {
                    let _ = tell.try_send(text.to_owned());
                };
                let found = people::invent_and_keep(host, wanted, roster, &tell);
                loading.wait_told(Box::pin(found), told).await
            }
        }
    }

    fn check(&self, opening: &Opening) -> Result<(), Failure> {
        match &self.output.interventions {
            Some(path) => self.script.check(opening, &shown::path(&path)),
            None => Ok(()),
        }
    }

    fn tell(&mut self, what: &str) -> Result<(), Failure> {
        match &mut self.medium {
            #[cfg(feature = "tui")]
            Some(Medium::Screen(loading)) => loading.say(what),
            Some(Medium::Lines) | None => {
                out::say(what);
                Ok(())
            }
        }
    }

    async fn follow(
        &mut self,
        host: &Host,
        journal: &Journal,
        (handle, debate): (Handle, &DebateId),
    ) -> Result<Exit, Failure> {
        self.medium(host)?;
        match self.medium.take() {
            #[cfg(feature = "tui")]
            Some(Medium::Screen(loading)) => {
                let feed = Feed::Live(Box::new(handle), Vec::new());
                let shown = (feed, debate);
                let followed = chamber::follow(host, journal, *loading, shown, self.at_end);
                Box::pin(lobby::after(host, followed.await?)).await
            }
            Some(Medium::Lines) | None => {
                let told = (self.output.lines.output, self.failure);
                let script = self.script.clone();
                headless::follow(journal, (handle, debate), &[], told, script).await
            }
        }
    }
}
