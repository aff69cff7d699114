//! Refinement on the screen: the next iteration in the chamber, then all of them side by side, and so on as long as the
//! viewer wants it and the rules allow it.

use std::sync::Arc;

use super::{
    super::{
        curtain::Curtain,
        ears::{self, Heard},
        eval::shelves,
        found::Patience,
        ground::Ground,
        run,
        screen::{conclude, options},
    },
    Chain, compared, next, weigh,
};
use crate::{
    debate::{event::Record, ids::DebateId},
    engine::{Ending, Handle},
    error::{Exit, Failure},
    journal::Journal,
    refine::{Step, rules::ITERATIONS},
    tui::{
        app::{self, Feed, Outcome},
        refined::{Choice, Refined},
    },
};

/// What is on the screen first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Begins {
    /// The next iteration, where there is to be one.
    Held,
    /// The iterations that there are.
    Shown,
}

/// What there is to be held.
enum Begun {
    Held(Handle, DebateId, Vec<Record>),
    /// Nothing: the rules have ended it.
    Nothing,
    /// The viewer, or a signal, does not want to wait.
    Interrupted,
}

/// From the chamber: a debate that was never refined is, and of one that was the iterations are shown.
pub(in crate::cli) async fn from_chamber(
    ground: &Ground,
    journal: &Journal,
    curtain: Curtain,
    debate: &DebateId,
) -> Result<Exit, Failure> {
    let chain = Chain::load(journal, debate)?;
    let begins = if chain.over.len() == 1 && chain.left.is_none() {
        Begins::Held
    } else {
        Begins::Shown
    };
    hold_and_show(ground, journal, curtain, debate, (ITERATIONS, begins)).await
}

/// Holds and shows, until the viewer leaves.
pub(in crate::cli) async fn hold_and_show(
    ground: &Ground,
    journal: &Journal,
    mut curtain: Curtain,
    asked: &DebateId,
    (most, begins): (u32, Begins),
) -> Result<Exit, Failure> {
    let mut holds = begins == Begins::Held;
    let embedder = ground.silent_embedder()?;
    let books = shelves::open(ground, None)?.map(Arc::new);
    let mut exit = Exit::Done;
    loop {
        let chain = Arc::new(Chain::load(journal, asked)?);
        curtain.say("the verdict is being read …")?;
        let weighed = curtain.wait(Box::pin(async {
            Ok(weigh(&chain, most, embedder.as_deref()).await)
        }));
        let Some((step, meaning)) = weighed.await? else {
            return Ok(Exit::Interrupted);
        };
        if holds {
            match begin(ground, journal, &mut curtain, (&chain, step.as_ref())).await? {
                Begun::Held(handle, debate, known) => {
                    let feed = Feed::Live(Box::new(handle), known);
                    let (screen, signals) = (&mut curtain.screen, &mut curtain.signals);
                    let options = app::Options {
                        corpora: books.clone().map(|books| books as app::Corpora),
                        ..options(ground)?
                    };
                    let left = app::run(screen, feed, options, signals).await?;
                    if matches!(left, Outcome::Left | Outcome::Interrupted) {
                        drop(curtain);
                        return conclude(journal, &debate, left);
                    }
                    exit = run::conclude(journal, &debate, &Ending::Closed)?;
                    holds = false;
                    continue;
                }
                Begun::Nothing => {}
                Begun::Interrupted => return Ok(Exit::Interrupted),
            }
        }
        // Every claim is looked up in a corpus, which may be a large one: the screen does not wait for that.
        curtain.say("the iterations are being measured …")?;
        let is_left = chain.left.is_some();
        let books = books.clone();
        let measured = tokio::task::spawn_blocking(move || {
            compared(&chain, most, (step.as_ref(), &meaning), books.as_deref())
        });
        let compared = curtain.wait(async {
            let compared = measured.await;
            compared.map_err(|error| Failure::internal(error.to_string()))
        });
        let Some(comparison) = compared.await? else {
            return Ok(Exit::Interrupted);
        };
        let mut refined = Refined::new(comparison, is_left);
        match look(&mut curtain, &mut refined).await? {
            Some(Choice::GoOn) => holds = true,
            Some(Choice::Leave) => return Ok(exit),
            None => return Ok(Exit::Interrupted),
        }
    }
}

async fn begin(
    ground: &Ground,
    journal: &Journal,
    curtain: &mut Curtain,
    (chain, step): (&Chain, Option<&Step>),
) -> Result<Begun, Failure> {
    if let Some(debate) = &chain.left {
        curtain.say("looking for the models …")?;
        let taken_up = run::take_up(ground, journal, debate, Patience::default(), None);
        let begun = curtain.wait(Box::pin(taken_up)).await?;
        return Ok(begun.map_or(Begun::Interrupted, |(handle, known)| {
            Begun::Held(handle, debate.clone(), known)
        }));
    }
    let first = chain.over.first();
    let first = first.and_then(|one| one.state.opening.as_deref());
    let (Some(Step::Go(guidance)), Some(first)) = (step, first) else {
        return Ok(Begun::Nothing);
    };
    curtain.say("looking for the models …")?;
    let roster = curtain
        .wait(Box::pin(next::roster(ground, first, Patience::default())))
        .await?;
    let Some(roster) = roster else {
        return Ok(Begun::Interrupted);
    };
    let held = next::Held::OnScreen;
    let opening = next::opening(ground, first, guidance.clone(), &roster, held);
    let debate = opening.debate.clone();
    let handle = run::open(ground, journal, opening, roster)?;
    Ok(Begun::Held(handle, debate, Vec::new()))
}

/// Shows the iterations until something is chosen; `None` where a signal ended it.
async fn look(curtain: &mut Curtain, refined: &mut Refined) -> Result<Option<Choice>, Failure> {
    let Curtain {
        screen,
        signals,
        styles,
        ..
    } = curtain;
    loop {
        screen.draw(|frame| refined.render(frame.area(), frame.buffer_mut(), styles))?;
        match ears::hear(screen, signals).await? {
            Heard::Key(key) => {
                if let Some(choice) = refined.on_key(key) {
                    return Ok(Some(choice));
                }
            }
            Heard::Paste(_) | Heard::Other => {}
            Heard::End => return Ok(None),
        }
    }
}
