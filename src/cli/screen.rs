//! The screen, as the command line sees it: the chamber of a live debate, a replay, a picture.

use std::sync::Arc;

use crate::{
    debate::{DebateState, event::Record, ids::DebateId},
    engine::Handle,
    error::{Exit, Failure},
    journal::Journal,
    llm::roster::Roster,
    tui::{
        app::{self, Feed, Outcome, Signals},
        keymap::Keymap,
        panes::status::Kind,
        replay::{Player, Speed},
        shot::{self, ShotTheme},
        style::{ColorSupport, Styles},
        terminal::{self, Screen},
        ui::{Look, Ui},
        view,
    },
};

#[cfg(feature = "embedded")]
use super::welcome;
use super::{curtain::Curtain, eval::shelves, ground::Ground, refine, run};

/// The theme where nobody names one.
const THEME: &str = "hustings";

/// Whether there is a screen to be had for a debate that is to be held; said before anything else is begun.
pub(super) fn check() -> Result<(), Failure> {
    terminal::check(terminal::INSTEAD)
}

/// Whether there is one for something that is done without a screen by this command.
pub(super) fn check_or(command: &str) -> Result<(), Failure> {
    terminal::check(&format!("without a screen: hustings {command}"))
}

/// Takes the terminal, before anything is looked for.
pub(super) fn raise(ground: &Ground) -> Result<Curtain, Failure> {
    Curtain::raise(styles(&options(ground)?))
}

/// The styles that a debate would begin with.
pub(super) fn styles(options: &app::Options) -> Styles {
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
    let feed = Feed::Live(Box::new(handle), known);
    follow(ground, journal, curtain, feed, debate).await
}

/// Shows a debate until the viewer leaves; where it is to be held again, goes on with that.
pub(super) async fn follow(
    ground: &Ground,
    journal: &Journal,
    mut curtain: Curtain,
    feed: Feed,
    debate: &DebateId,
) -> Result<Exit, Failure> {
    let is_replay = matches!(feed, Feed::Replay(_));
    let (screen, signals) = (&mut curtain.screen, &mut curtain.signals);
    let corpora = shelves::open_if_readable(ground);
    let options = app::Options {
        corpora: corpora.map(|books| Arc::new(books) as app::Corpora),
        ..options(ground)?
    };
    let left = app::run(screen, feed, options, signals).await?;
    if left == Outcome::Refine {
        return Box::pin(refine::screen::from_chamber(
            ground, journal, curtain, debate,
        ))
        .await;
    }
    drop(curtain);
    if is_replay {
        return Ok(Exit::Done);
    }
    conclude(journal, debate, left)
}

pub(super) fn conclude(
    journal: &Journal,
    debate: &DebateId,
    left: Outcome,
) -> Result<Exit, Failure> {
    match left {
        Outcome::Over | Outcome::Refine => {
            run::conclude(journal, debate, &crate::engine::Ending::Closed)
        }
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
pub(super) async fn replay(
    ground: &Ground,
    journal: &Journal,
    debate: &DebateId,
    speed: &str,
) -> Result<Exit, Failure> {
    let Some(speed) = Speed::of_word(speed) else {
        let known: Vec<&str> = Speed::ALL.into_iter().map(Speed::word).collect();
        let known = known.join(", ");
        return Err(Failure::input(format!("there is no speed `{speed}`"))
            .hint(format!("--speed takes {known}")));
    };
    check_or(&format!("show {}", debate.short()))?;
    let player = Player::new(journal.load(debate)?).at(speed);
    let feed = Feed::Replay(Box::new(player));
    let styles = styles(&options(ground)?);
    let signals = Signals::listen()?;
    let curtain = Curtain::of(Screen::enter()?, signals, styles);
    follow(ground, journal, curtain, feed, debate).await
}

/// Themes (the chosen one first) and keys. Corpora are opened by who shows a debate.
pub(super) fn options(ground: &Ground) -> Result<app::Options, Failure> {
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
    Ok(app::Options {
        looks,
        keymap,
        corpora: None,
    })
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
