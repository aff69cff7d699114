//! Refinement on the screen: the next iteration in the chamber, then all of them side by side, and so on as long as the
//! viewer wants it and the rules allow it.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::super::{
    Host,
    input::{self, Input},
    loading::LoadingScreen,
    other_model,
    screen::{AskedAtEnd, conclude, show},
};
use crate::{
    debate::ids::DebateId,
    error::{Exit, Failure},
    eval::CorpusQueries,
    host::{
        library::CorpusMeasures,
        patience::Watched,
        refine::{Chain, ChainStep, Next},
    },
    journal::Journal,
    refine::rules::ITERATIONS,
    tui::{
        app::{ChamberExit, Corpora, Feed},
        refined::{Refined, RefinementChoice},
    },
    unattended::Wait,
};

/// What is on the screen first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Begins {
    /// The next iteration, where there is to be one.
    Held,
    /// The iterations that there are.
    Shown,
}

/// From the chamber: a debate that was never refined is, and of one that was the iterations are shown.
pub(in crate::cli) async fn from_chamber(
    host: &Host,
    journal: &Journal,
    loading: LoadingScreen,
    debate: &DebateId,
) -> Result<Exit, Failure> {
    let chain = Chain::load(journal, debate)?;
    let begins = if chain.over.len() == 1 && chain.left.is_none() {
        Begins::Held
    } else {
        Begins::Shown
    };
    hold_and_show(host, journal, loading, debate, (ITERATIONS, begins)).await
}

/// Holds and shows, until the viewer leaves.
pub(in crate::cli) async fn hold_and_show(
    host: &Host,
    journal: &Journal,
    mut loading: LoadingScreen,
    asked: &DebateId,
    (most, begins): (u32, Begins),
) -> Result<Exit, Failure> {
    let mut holds = begins == Begins::Held;
    let embedder = host.silent_embedder()?;
    let library = CorpusMeasures::open(host, None)?.map(Arc::new);
    // The iteration that was held here last: what came of it is for the shell.
    let mut held = None;
    loop {
        let chain = Chain::load(journal, asked)?;
        loading.say("the verdict is being read …")?;
        let weighed = loading.wait(Box::pin(async {
            Ok(ChainStep::weigh(chain, most, embedder.as_deref()).await)
        }));
        let Some(step) = weighed.await? else {
            return Ok(Exit::Interrupted);
        };
        if holds && !matches!(step.next(), Next::Nothing) {
            loading.say("looking for the models …")?;
            // The viewer can leave the loading screen.
            let never = CancellationToken::new();
            let watched = (Watched::ByViewer, Wait::default());
            let begun = host.begin_iteration(journal, step.next(), watched, &never);
            let Some(begun) = loading.wait(Box::pin(begun)).await? else {
                return Ok(Exit::Interrupted);
            };
            if let Some((handle, debate, known)) = begun {
                let mut feed = Feed::Live(Box::new(handle), known);
                let left = loop {
                    let corpora = library.clone().map(|one| one as Corpora);
                    let on = (&mut loading.screen, &mut loading.signals);
                    let left = show(host, on, feed, (corpora, AskedAtEnd::default())).await?;
                    let ChamberExit::GoOnWith(other) = left else {
                        break left;
                    };
                    loading.say("looking for the model …")?;
                    let gone_on = other_model::go_on_with(host, journal, &debate, &other);
                    let Some(gone_on) = loading.wait(Box::pin(gone_on)).await? else {
                        break ChamberExit::Interrupted;
                    };
                    feed = Feed::Live(Box::new(gone_on.0), gone_on.1);
                };
                if matches!(left, ChamberExit::Left | ChamberExit::Interrupted) {
                    drop(loading);
                    return conclude(journal, &debate, &left);
                }
                held = Some(debate);
                holds = false;
                continue;
            }
        }
        // Every claim is looked up in a corpus, which may be a large one: the screen does not wait for that.
        loading.say("the iterations are being measured …")?;
        let is_left = step.chain().left.is_some();
        let library = library.clone();
        let measured = tokio::task::spawn_blocking(move || {
            let library = library.as_deref().map(|one| one as &dyn CorpusQueries);
            step.compared(library)
        });
        let compared = loading.wait(async {
            let compared = measured.await;
            compared.map_err(|error| Failure::internal(error.to_string()))
        });
        let Some(comparison) = compared.await? else {
            return Ok(Exit::Interrupted);
        };
        let mut refined = Refined::new(comparison, is_left);
        match look(&mut loading, &mut refined).await? {
            Some(RefinementChoice::GoOn) => holds = true,
            Some(RefinementChoice::Leave) => {
                drop(loading);
                return held.map_or(Ok(Exit::Done), |debate| {
                    conclude(journal, &debate, &ChamberExit::Over)
                });
            }
            None => return Ok(Exit::Interrupted),
        }
    }
}

/// Shows the iterations until something is chosen; `None` where a signal ended it.
async fn look(
    loading: &mut LoadingScreen,
    refined: &mut Refined,
) -> Result<Option<RefinementChoice>, Failure> {
    let LoadingScreen {
        screen,
        signals,
        styles,
        ..
    } = loading;
    loop {
        screen.draw(|frame| refined.render(frame.area(), frame.buffer_mut(), styles))?;
        match input::next(screen, signals).await? {
            Input::Key(key) => {
                if let Some(choice) = refined.on_key(key) {
                    return Ok(Some(choice));
                }
            }
            Input::Paste(_) | Input::Other => {}
            Input::End => return Ok(None),
        }
    }
}
