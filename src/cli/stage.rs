//! Where a debate that was asked for is held: on the screen, or line by line on standard output.

#[cfg(feature = "tui")]
use tokio::sync::mpsc;

use crate::{
    assign::Cast,
    debate::ids::DebateId,
    error::{Exit, Failure},
    headless::Wait,
    llm::roster::Roster,
};

use super::{
    args::OutputArgs,
    auto::Auto,
    found::{self, Patience},
    ground::Ground,
    out, run,
    setup::{self, Choice},
};
#[cfg(feature = "tui")]
use super::{
    curtain::{Curtain, TOLD},
    screen,
};

/// The place.
pub(super) enum Stage {
    /// Standard output.
    Lines,
    /// The terminal, taken before anything is looked for.
    #[cfg(feature = "tui")]
    Screen(Box<Curtain>),
}

impl Stage {
    /// Says whether there is such a place, before anything is begun.
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
        return Err(run::no_screen());
    }

    /// Takes it.
    pub(super) fn raise(ground: &Ground, headless: bool) -> Result<Self, Failure> {
        if headless {
            return Ok(Self::Lines);
        }
        #[cfg(feature = "tui")]
        return Ok(Self::Screen(Box::new(screen::raise(ground)?)));
        #[cfg(not(feature = "tui"))]
        {
            let _ = ground;
            Err(run::no_screen())
        }
    }

    /// The models; `None` where the viewer does not want to wait for them.
    pub(super) async fn models(
        &mut self,
        ground: &Ground,
        patience: Patience,
    ) -> Result<Option<Roster>, Failure> {
        match self {
            Self::Lines => found::roster(ground, &ground.overrides, patience)
                .await
                .map(Some),
            #[cfg(feature = "tui")]
            Self::Screen(curtain) => screen::models(ground, curtain).await,
        }
    }

    /// People for the motion and the seed that they come from, while it is told what is waited for; `None` where the
    /// viewer does not want to wait.
    pub(super) async fn cast(
        &mut self,
        auto: Auto,
        ground: &Ground,
        choice: &Choice,
        roster: &Roster,
    ) -> Result<Option<(Vec<Cast>, u64)>, Failure> {
        match self {
            Self::Lines => auto.cast(ground, choice, roster, &out::say).await.map(Some),
            #[cfg(feature = "tui")]
            Self::Screen(curtain) => {
                let (tell, told) = mpsc::channel(TOLD);
                let tell = |text: &str| {
                    let _ = tell.try_send(text.to_owned());
                };
                let cast = auto.cast(ground, choice, roster, &tell);
                curtain.wait_told(Box::pin(cast), told).await
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
            Self::Screen(curtain) => curtain.say(what),
        }
    }

    /// Opens a debate and follows it, until it ends or the viewer leaves.
    pub(super) async fn hold(
        self,
        ground: &Ground,
        choice: Choice,
        roster: Roster,
        (output, wait): (&OutputArgs, Wait),
    ) -> Result<(Exit, DebateId), Failure> {
        let script = run::script(output.interventions.as_deref())?;
        let opening = setup::opening(&ground.catalog, choice, &roster)?;
        if let Some(path) = &output.interventions {
            script.check(&opening, &path.display().to_string())?;
        }
        let journal = ground.journal()?;
        let debate = opening.debate.clone();
        let handle = run::open(ground, &journal, opening, roster)?;
        let exit = match self {
            Self::Lines => {
                let told = (output.output, wait);
                run::watch(&journal, handle, &debate, &[], told, script).await?
            }
            #[cfg(feature = "tui")]
            Self::Screen(curtain) => {
                screen::chamber(ground, &journal, *curtain, handle, &debate, Vec::new()).await?
            }
        };
        Ok((exit, debate))
    }
}
