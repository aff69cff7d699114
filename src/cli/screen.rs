//! The screen, as the command line sees it: whether there is one, its themes and keys, a debate on it, a picture of it.

use std::sync::Arc;

#[cfg(feature = "embedded")]
use crate::tui::welcome::AfterFetch;
use crate::{
    blocks::Builder,
    config,
    debate::{DebateState, decisive::decisive_moment, event::Record, ids::DebateId},
    error::{Exit, Failure},
    host::check::fault_in,
    journal::Journal,
    llm::roster::Roster,
    shared::shared,
    text::upper_first,
    tui::{
        animation,
        app::{self, ChamberExit, Feed},
        ascii, cast,
        desk::DeskDrafts,
        ground::Ground,
        keymap::Keymap,
        overlay::Candidate,
        panes::situation::ChamberMode,
        shot::{self, ShotTheme},
        style::{ColorSupport, Styles},
        terminal,
        ui::{ThemeStyles, Ui},
        update::{FollowUpDraft, OtherModel},
        view,
    },
};

#[cfg(feature = "embedded")]
use super::welcome;
use super::{Host, desk_drafts, headless, loading::LoadingScreen, out};

/// The columns and rows of a screen that moves, in a recording and in a moving picture.
pub(super) const MOVING: (u16, u16) = (100, 30);
/// The theme where nobody names one, on a terminal with a dark ground and in pictures.
const DARK: &str = "hustings";
/// The theme where nobody names one, on a terminal with a light ground.
const LIGHT: &str = "daylight";

/// Whether there is a screen to be had for a debate that is to be held; said before anything else is begun.
pub(super) fn check() -> Result<(), Failure> {
    terminal::check(terminal::INSTEAD)
}

/// Whether there is one for something that is done without a screen by this command.
pub(super) fn check_or(command: &str) -> Result<(), Failure> {
    terminal::check(&format!("without a screen: hustings {command}"))
}

/// Takes the terminal, before anything is looked for.
pub(super) fn enter(host: &Host) -> Result<LoadingScreen, Failure> {
    // First of all: whoever presses Ctrl-C while the terminal is asked for its ground has it given back.
    let signals = app::Signals::listen()?;
    LoadingScreen::enter(signals, styles(&options(host)?))
}

/// The styles that a debate would begin with.
pub(super) fn styles(options: &app::ScreenOptions) -> Styles {
    options.looks.first().map_or_else(
        || Styles::plain(ColorSupport::from_env()),
        |look| look.styles.clone(),
    )
}

/// What the viewer of a debate is told at first, and asked at its end.
#[derive(Debug, Clone, Default)]
pub(super) struct AskedAtEnd {
    /// Why what was wanted before could not be had.
    pub(super) said: Option<String>,
    /// How the debate is written down; without it nothing is asked.
    pub(super) write_down: Option<app::WriteDown>,
    /// What the viewer may want to know first.
    pub(super) told: Option<String>,
    /// Words that are searched for in the transcript from the first.
    pub(super) search: Option<String>,
    /// The question that was begun before the debate was taken up for it.
    pub(super) begun: Option<FollowUpDraft>,
    /// How the debate that is seen beside this one is read, where there is any.
    pub(super) beside: Option<app::ReadOther>,
    /// Whether that is what the viewer wants to see first.
    pub(super) opens_beside: bool,
    /// Whether another debate is open.
    pub(super) is_paired: bool,
    /// Where a running debate is left open for a branch of it, or for the other one.
    pub(super) left_open: Option<app::LeftOpen>,
}

/// Shows a debate until the viewer leaves.
pub(super) async fn show(
    host: &Host,
    (screen, signals): (&mut terminal::Screen, &mut app::Signals),
    feed: Feed,
    (corpora, asked): (Option<app::Corpora>, AskedAtEnd),
) -> Result<ChamberExit, Failure> {
    let mut before = desk_drafts::read(host);
    let desk = DeskDrafts::of(before.clone());
    let options = app::ScreenOptions {
        corpora,
        said: asked.said,
        write_down: asked.write_down,
        told: asked.told,
        search: asked.search,
        begun: asked.begun,
        look_up: Some(look_up(host)),
        beside: asked.beside,
        opens_beside: asked.opens_beside,
        is_paired: asked.is_paired,
        left_open: asked.left_open,
        desk: desk.clone(),
        ..options(host)?
    };
    let left = tokio::select! {
        biased;
        left = app::run(screen, feed, options, signals) => left,
        never = desk_drafts::keep_typed(host, &mut before, &desk) => match never {},
    };
    desk_drafts::keep(host, &before, &desk);
    left
}

/// The exit for the shell when a viewer has left.
pub(super) fn conclude(
    journal: &Journal,
    debate: &DebateId,
    left: &ChamberExit,
) -> Result<Exit, Failure> {
    match left {
        ChamberExit::Over | ChamberExit::Refine | ChamberExit::Next(_) => {
            let exit = headless::conclude(journal, debate, &crate::engine::Ending::Closed, "")?;
            // Nothing of it is left on the terminal.
            out::say(&upper_first(&headless::whereabouts(journal, debate)));
            Ok(exit)
        }
        ChamberExit::Left | ChamberExit::GoOnWith(_) | ChamberExit::Interrupted => {
            let exit = headless::conclude(journal, debate, &crate::engine::Ending::Left, "")?;
            // A viewer who leaves has done what they wanted; a signal has not.
            Ok(if *left == ChamberExit::Left {
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
    host: &Host,
    loading: &mut LoadingScreen,
) -> Result<Option<Roster>, Failure> {
    let found = loading.wait(Box::pin(host.roster(&host.overrides))).await;
    #[cfg(feature = "embedded")]
    if let Err(failure) = &found
        && host.lacks_a_model(failure)
    {
        let LoadingScreen {
            screen,
            signals,
            styles,
            ..
        } = loading;
        return match welcome::ask(host, screen, signals, styles, AfterFetch::Begin).await? {
            welcome::Answer::Fetched => loading.wait(Box::pin(host.roster(&host.overrides))).await,
            // Only the lobby has a form for a server.
            welcome::Answer::Left | welcome::Answer::EnterServer => found,
            welcome::Answer::Interrupted => Ok(None),
        };
    }
    found
}

/// Themes (the chosen one first) and keys. Corpora are opened by who shows a debate.
pub(super) fn options(host: &Host) -> Result<app::ScreenOptions, Failure> {
    terminal::use_mouse(host.settings.mouse.unwrap_or(config::MOUSE));
    ascii::use_ascii(host.settings.ascii);
    let reduced_motion = is_still(host);
    terminal::use_bell(host.settings.bell.unwrap_or(config::BELL));
    let chosen = host.settings.theme.as_deref();
    let chosen = chosen.unwrap_or_else(|| match Ground::of_terminal() {
        Ground::Light => LIGHT,
        Ground::Dark => DARK,
    });
    let support = ColorSupport::from_env();
    let of_file = |table: &str| fault_in(host, table, super::check::keys);
    let first = match host.catalog.theme(chosen) {
        Ok(theme) => theme.id.clone(),
        // A flag is looked at before: the name is that of the file.
        Err(unknown) => return Err(of_file("theme").unwrap_or_else(|| unknown.into())),
    };
    let others = host
        .catalog
        .themes()
        .map(|entry| entry.id.clone())
        .filter(|id| *id != first);
    let ids: Vec<String> = std::iter::once(first.clone()).chain(others).collect();
    let mut looks = Vec::new();
    for id in ids {
        let name = host.catalog.theme(&id)?.value.name.clone();
        looks.push(ThemeStyles {
            name,
            styles: Styles::from_theme(&host.catalog.looks(&id)?, support)
                .with_reduced_motion(reduced_motion),
        });
    }
    let keymap = Keymap::with(&host.settings.keys).map_err(|errors| {
        let all = || errors.iter().map(ToString::to_string).collect::<Vec<_>>();
        let plain = || Failure::input(format!("[keys] in config.toml: {}", all().join("; ")));
        let fault = of_file("keys").unwrap_or_else(plain);
        fault.hint("`?` in the chamber lists the actions and their keys")
    })?;
    let personas = host.catalog.personas();
    let candidates = personas.map(|entry| Candidate {
        id: entry.id.clone(),
        card: entry.value.clone(),
    });
    Ok(app::ScreenOptions {
        looks,
        keymap,
        reduced_motion,
        candidates: candidates.collect(),
        ..app::ScreenOptions::default()
    })
}

/// How it is known whether another model can be had.
fn look_up(host: &Host) -> app::LookUp {
    let host = Arc::new(host.clone());
    app::LookUp(Arc::new(move |launch, other: OtherModel| {
        let host = Arc::clone(&host);
        Box::pin(async move {
            let found = host.can_have(&launch, &other.model).await;
            found.map_err(|failure| failure.message)
        })
    }))
}

/// Whether nothing is to move that need not.
fn is_still(host: &Host) -> bool {
    let is_set = host.settings.reduced_motion;
    is_set.unwrap_or(config::REDUCED_MOTION)
}

/// A picture of the chamber at a moment of a debate, as SVG.
pub(super) fn picture(
    host: &Host,
    records: &[Record],
    at: f64,
    size: (u16, u16),
) -> Result<String, Failure> {
    let upto = ((records.len().saturating_sub(1)) as f64 * at.clamp(0.0, 1.0)).round() as usize;
    let state = DebateState::fold(shared(records).iter().take(upto + 1));
    let look = drawn_look(host)?;
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), vec![look]);
    let area = ratatui::layout::Rect::new(0, 0, size.0, size.1);
    let mut buffer = ratatui::buffer::Buffer::empty(area);
    view::render(area, &mut buffer, &mut ui, &state);
    let title = state
        .opening
        .as_deref()
        .map_or_else(String::new, |opening| opening.motion.motion.clone());
    Ok(shot::svg(&buffer, &ShotTheme::titled(title)))
}

/// The screen of a replay of a debate as an asciicast.
pub(super) fn recording(
    host: &Host,
    records: &[Record],
    size: (u16, u16),
) -> Result<String, Failure> {
    Ok(cast::asciicast(records, size, drawn_look(host)?))
}

/// The decisive moment of a debate as an asciicast, and what makes it that.
pub(super) fn moment(
    host: &Host,
    records: &[Record],
    size: (u16, u16),
) -> Result<(String, String), Failure> {
    let Some((moment, seq)) = decisive_moment(records) else {
        return Err(Failure::input(
            "this debate has not come to its end: which moment is decisive is not known",
        )
        .hint("leave --moment out for a recording of what there is"));
    };
    let cast = cast::asciicast_around(records, size, drawn_look(host)?, seq);
    let why = Builder::of(&DebateState::fold(records)).decisive_moment(&moment);
    Ok((cast, why))
}

/// The screen of a replay of a debate as a moving picture.
pub(super) fn animation(
    host: &Host,
    records: &[Record],
    size: (u16, u16),
) -> Result<String, Failure> {
    Ok(animation::animated(records, size, drawn_look(host)?))
}

/// The theme in which the screen is drawn where there is no terminal to ask.
fn drawn_look(host: &Host) -> Result<ThemeStyles, Failure> {
    let chosen = host.settings.theme.as_deref().unwrap_or(DARK);
    Ok(ThemeStyles {
        name: chosen.to_owned(),
        styles: Styles::from_theme(&host.catalog.looks(chosen)?, ColorSupport::True),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The failure with these settings, whole.
    fn failure(settings: &str) -> String {
        let home = tempfile::tempdir().unwrap();
        let settled = Host::in_folder(home.path()).unwrap();
        std::fs::create_dir_all(&settled.dirs.config).unwrap();
        std::fs::write(settled.dirs.config.join("config.toml"), settings).unwrap();
        let host = Host::in_folder(home.path()).unwrap();
        options(&host).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn a_theme_or_a_key_that_there_is_not_is_told_with_its_place_in_the_file() {
        let told = failure("pace = \"live\"\ntheme = \"husting\"\n");
        assert!(told.contains("config.toml:2:"), "{told}");
        assert!(told.contains("there is no theme `husting`"), "{told}");
        let told = failure("[keys]\nfaster = \"nokey\"\n");
        assert!(told.contains("config.toml:2:"), "{told}");
        assert!(told.contains("\"nokey\" is no key"), "{told}");
    }
}
