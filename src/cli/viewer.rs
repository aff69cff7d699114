//! Who follows a debate that was asked for: a viewer at the screen, or whoever reads standard output.

#[cfg(feature = "tui")]
use tokio::sync::mpsc;

use crate::{
    debate::ids::DebateId,
    error::{Exit, Failure},
    host::{
        patience::Patience,
        setup::{DebateChoice, InventedSpeaker},
    },
    llm::roster::Roster,
    unattended::Wait,
};

use super::{Host, args::OutputArgs, auto::Auto, headless, out, signals::stoppable};
#[cfg(feature = "tui")]
use super::{
    chamber,
    loading::{LoadingScreen, TOLD},
    screen,
};

/// Whoever follows it.
pub(super) enum Viewer {
    /// Standard output.
    Lines,
    /// The terminal, taken before anything is looked for.
    #[cfg(feature = "tui")]
    Screen(Box<LoadingScreen>),
}

impl Viewer {
    /// Says whether there can be one, before anything is begun.
    ///
    /// # Errors
    /// A screen is wanted, and this is none or the program was built without.
    pub(super) fn check(headless: bool) -> Result<(), Failure> {
        if headless {
            return Ok(());
        }
        #[cfg(feature = "tui")]
        return screen::check();
        #[cfg(not(feature = "tui"))]
        return Err(headless::no_screen());
    }

    /// Takes the terminal, where it is to be a screen.
    pub(super) fn enter(host: &Host, headless: bool) -> Result<Self, Failure> {
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

    /// The models; `None` where the viewer does not want to wait for them.
    pub(super) async fn models(
        &mut self,
        host: &Host,
        patience: Patience,
    ) -> Result<Option<Roster>, Failure> {
        match self {
            Self::Lines => stoppable(patience.wait, async |stop| {
                host.roster_waited(&host.overrides, patience, stop).await
            })
            .await
            .map(Some),
            #[cfg(feature = "tui")]
            Self::Screen(loading) => screen::models(host, loading).await,
        }
    }

    /// People for the motion and the seed that they come from, while it is told what is waited for; `None` where the
    /// viewer does not want to wait.
    pub(super) async fn cast(
        &mut self,
        auto: Auto,
        host: &Host,
        choice: &DebateChoice,
        roster: &Roster,
    ) -> Result<Option<(Vec<InventedSpeaker>, u64)>, Failure> {
        match self {
            Self::Lines => auto.find(host, choice, roster, &out::say).await.map(Some),
            #[cfg(feature = "tui")]
            Self::Screen(loading) => {
                let (tell, told) = mpsc::channel(TOLD);
                let tell = |text: &str| {
                    let _ = tell.try_send(text.to_owned());
                };
                let cast = auto.find(host, choice, roster, &tell);
                loading.wait_told(Box::pin(cast), told).await
            }
        }
    }

    /// Says something to whoever waits.
    pub(super) fn say(&mut self, what: &str) -> Result<(), Failure> {
        match self {
            Self::Lines => {
                out::say(what);
                Ok(())
            }
            #[cfg(feature = "tui")]
            Self::Screen(loading) => loading.say(what),
        }
    }

    /// Opens a debate and follows it, until it ends or the viewer leaves.
    pub(super) async fn follow(
        self,
        host: &Host,
        choice: DebateChoice,
        roster: Roster,
        (output, wait): (&OutputArgs, Wait),
    ) -> Result<(Exit, DebateId), Failure> {
        let script = headless::script(output.interventions.as_deref())?;
        let opening = host.opening(choice, &roster)?;
        if let Some(path) = &output.interventions {
            script.check(&opening, &path.display().to_string())?;
        }
        let journal = host.journal()?;
        let debate = opening.debate.clone();
        let handle = host.open(&journal, opening, roster)?;
        let exit = match self {
            Self::Lines => {
                let told = (output.output, wait);
                headless::follow(&journal, (handle, &debate), &[], told, script).await?
            }
            #[cfg(feature = "tui")]
            Self::Screen(loading) => {
                chamber::follow_live(host, &journal, *loading, handle, &debate, Vec::new()).await?
            }
        };
        Ok((exit, debate))
    }
}
