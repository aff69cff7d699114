//! The whole screen, drawn from events; and what keys do to it.

mod branch;
mod clock;
mod commands;
mod desk;
mod ends;
mod failures;
pub(crate) mod fixture;
#[allow(unreachable_pub, reason = "as of the fixture that it extends")]
mod fixture_formats;
mod follow_ups;
mod followed;
mod hints;
mod interventions;
mod keys;
pub(crate) mod looks;
mod map;
mod mouse;
mod palette;
mod real;
mod remedies;
mod room;
mod scrolling;
mod search;
mod still;
mod unchecked;
mod verdict;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend};

use super::{
    keymap::Keymap,
    panes::situation::ChamberMode,
    replay::{Playback, Speed},
    scrolling::Scrollable,
    style::{ColorSupport, Styles},
    transcript::Scroll,
    ui::{ThemeStyles, Ui},
    update::{Msg, ScreenEffect, update},
    view,
};
use crate::{
    catalog::Task,
    debate::{
        command::Command,
        event::{Event, PausedBy, Record},
        ids::{CommandId, Seat, TurnId},
    },
    engine::Order,
    eval::{Materials, Report},
};

use fixture::DebateFixture;

fn ui() -> Ui {
    let look = ThemeStyles {
        name: "plain".to_owned(),
        styles: Styles::plain(ColorSupport::None),
    };
    Ui::new(ChamberMode::Live, Keymap::default(), vec![look])
}

fn draw(ui: &mut Ui, debate: &DebateFixture, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| view::render(frame.area(), frame.buffer_mut(), ui, &debate.state))
        .unwrap();
    terminal.backend().to_string()
}

fn press(ui: &mut Ui, debate: &DebateFixture, c: char) -> Vec<ScreenEffect> {
    let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
    update(ui, &debate.state, Msg::Key(key))
}

const SIZES: [(u16, u16); 4] = [(120, 40), (80, 24), (60, 20), (40, 12)];

#[test]
fn every_moment_at_every_size() {
    for (moment, debate) in [
        ("preparing", DebateFixture::preparing()),
        ("speaking", DebateFixture::speaking()),
        ("paused", DebateFixture::paused()),
        ("divided", DebateFixture::divided()),
    ] {
        for (width, height) in SIZES {
            let mut ui = ui();
            insta::assert_snapshot!(
                format!("{moment}_{width}x{height}"),
                draw(&mut ui, &debate, width, height)
            );
        }
    }
}

#[test]
fn debates_of_other_formats() {
    for (moment, debate) in vec![
        ("tabled", DebateFixture::tabled(1)),
        ("structured", DebateFixture::structured(1)),
        ("judged", DebateFixture::judged(1)),
        ("at_once", DebateFixture::at_once()),
        ("panel", DebateFixture::panel()),
        ("clearside", DebateFixture::clearside()),
        ("synthesised", DebateFixture::synthesised()),
        ("summed_up", DebateFixture::summed_up()),
        ("british", DebateFixture::british()),
        ("table_of_five", DebateFixture::table(5)),
        ("table_of_eight", DebateFixture::table(8)),
    ] {
        for (width, height) in [(120, 40), (80, 24), (60, 20)] {
            let mut ui = ui();
            insta::assert_snapshot!(
                format!("{moment}_{width}x{height}"),
                draw(&mut ui, &debate, width, height)
            );
        }
    }
}

#[test]
fn a_wait_that_a_server_asked_for_is_counted_down() {
    let mut debate = DebateFixture::preparing();
    let call = *debate.state.calls.keys().next().unwrap();
    debate.add(Event::CallRetried {
        call,
        attempt: 1,
        reason: "the server asks to wait: slow down".to_owned(),
        wait_ms: 90_000,
        so_far: None,
    });
    let mut ui = ui();
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(screen.contains("↻ try 2 in 90 s"), "{screen}");
    let is_told = screen.contains("asked again in 90 s") && !screen.contains("writing ");
    assert!(is_told, "nobody writes meanwhile: {screen}");
    ui.waited_ms = 30_500;
    assert!(draw(&mut ui, &debate, 80, 24).contains("↻ try 2 in 60 s"));
    ui.waited_ms = 90_000;
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("↻ try 2 ") && !screen.contains("try 2 in") && screen.contains("writing "),
        "{screen}"
    );
}

#[test]
fn a_speaker_who_says_nothing_is_silent_but_not_while_the_debate_is_paused() {
    let mut ui = ui();
    let mut debate = DebateFixture::speaking();
    ui.waited_ms = 2_000;
    assert!(!draw(&mut ui, &debate, 80, 24).contains("silent for"));
    ui.waited_ms = 41_000;
    assert!(draw(&mut ui, &debate, 80, 24).contains("silent for 41 s"));

    debate.end(TurnId(3), None);
    debate.begin("opp.2", 22, Task::Speech);
    debate.add(Event::Paused {
        command: CommandId(8),
        by: PausedBy::Viewer,
    });
    debate.state.at_ms += 1_200_000;
    debate.add(Event::Resumed {
        command: CommandId(9),
        goes_on_without: false,
    });
    ui.waited_ms = 4_000;
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(screen.contains("silent for 4 s"), "{screen}");
}

#[test]
fn after_the_verdict_a_key_shows_the_measures() {
    let mut ui = ui();
    let running = DebateFixture::speaking();
    assert_eq!(press(&mut ui, &running, 'm'), []);
    assert!(draw(&mut ui, &running, 120, 40).contains("the measures come with the verdict"));
    let debate = DebateFixture::divided();
    assert_eq!(press(&mut ui, &debate, 'm'), [ScreenEffect::Measure]);
    assert!(draw(&mut ui, &debate, 120, 40).contains("measuring …"));
    let report = Report::of(&debate.state, &Materials::default());
    update(
        &mut ui,
        &debate.state,
        Msg::Measured(Some(Box::new(report))),
    );
    for (width, height) in SIZES {
        insta::assert_snapshot!(
            format!("measures_{width}x{height}"),
            draw(&mut ui, &debate, width, height)
        );
    }
    for width in 40..100 {
        let screen = draw(&mut ui, &debate, width, 18);
        let first = screen.lines().find(|row| row.contains("Signature phrases"));
        let first = first.unwrap_or_default();
        assert!(
            first.contains("counted") || !first.contains("  c"),
            "{width}: {screen}"
        );
    }
    press(&mut ui, &debate, 'G');
    insta::assert_snapshot!("measures_end_80x24", draw(&mut ui, &debate, 80, 24));
    for (width, height) in [(1, 1), (12, 3), (39, 5)] {
        draw(&mut ui, &debate, width, height);
    }
    press(&mut ui, &debate, 'm');
    assert!(!draw(&mut ui, &debate, 80, 24).contains("By speaker"));
}

#[test]
fn turns_at_once_stand_side_by_side_only_while_one_is_open() {
    let mut debate = DebateFixture::at_once();
    let mut ui = ui();
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(screen.contains("4 speak at once"), "{screen}");
    let row = |screen: &str, name: &str| screen.lines().position(|line| line.contains(name));
    let names = ["▎ Wollstonecraft", "▎ Smith"];
    assert_eq!(row(&screen, names[0]), row(&screen, names[1]), "{screen}");
    let narrow = draw(&mut ui, &debate, 45, 36);
    assert_ne!(row(&narrow, names[0]), row(&narrow, names[1]), "{narrow}");
    // A word in a later column is seen, although the first one draws the band.
    debate.say(TurnId(3), "Soldiers march.");
    assert!(draw(&mut ui, &debate, 120, 40).contains("Soldiers march."));
    for turn in [0, 2, 3] {
        debate.end(TurnId(turn), None);
    }
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(!screen.contains("speak at once"), "{screen}");
    for turn in &debate.state.turns {
        let name = debate.state.name(&turn.seat);
        assert!(screen.contains(&format!("▎ {name} · ")), "{name}: {screen}");
    }
}

#[test]
fn who_is_heard_together_waits_until_all_are_ready_and_is_heard_in_turn() {
    let mut debate = DebateFixture::together();
    let mut ui = ui();
    let screen = draw(&mut ui, &debate, 120, 40);
    let count = |screen: &str, what: &str| screen.matches(what).count();
    assert!(screen.contains("4 speak at once"), "{screen}");
    assert_eq!(
        (count(&screen, "writing …"), count(&screen, "ready")),
        (3, 1),
        "{screen}"
    );
    assert_eq!(
        (count(&screen, "◌ 00:00"), count(&screen, "✔ 00:00")),
        (3, 1),
        "nobody is heard: {screen}"
    );
    for turn in [0, 2, 3] {
        debate.add(Event::SpeechReady { turn: TurnId(turn) });
    }
    debate.say(TurnId(0), "I ask what it costs.");
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(screen.contains("I ask what it costs."), "{screen}");
    assert!(!screen.contains("speak at once"), "{screen}");
    assert_eq!(
        (count(&screen, "ready"), count(&screen, "● live")),
        (3, 1),
        "{screen}"
    );
}

#[test]
fn after_the_verdict_a_debate_is_held_again_if_the_viewer_says_so() {
    let mut ui = ui();
    let running = DebateFixture::speaking();
    assert_eq!(press(&mut ui, &running, 'r'), []);
    let (said, _) = ui.message.clone().unwrap();
    assert!(said.contains("after the verdict"), "{said}");

    // The strongest argument is put to those who speak after it, with or without an assessment.
    let debate = DebateFixture::divided();
    assert_eq!(press(&mut ui, &debate, 'r'), []);
    let screen = draw(&mut ui, &debate, 80, 24);
    for told in [
        "Hold it again",
        "to answer: A street is for those who live in it.",
    ] {
        assert!(screen.contains(told), "{told}: {screen}");
    }
    let key = |code| Msg::Key(KeyEvent::new(code, KeyModifiers::NONE));
    assert_eq!(update(&mut ui, &debate.state, key(KeyCode::Esc)), []);
    assert!(ui.overlay.is_none());
    press(&mut ui, &debate, 'r');
    assert_eq!(
        update(&mut ui, &debate.state, key(KeyCode::Enter)),
        [ScreenEffect::Refine]
    );

    // Of one that was taught there is more to be seen before another is held.
    let mut refined = DebateFixture::divided();
    let mut opening = refined.state.opening.as_deref().unwrap().clone();
    opening.guidance = Some(crate::debate::guidance::Guidance {
        of: opening.debate.clone(),
        after: opening.debate.clone(),
        iteration: 2,
        seats: std::collections::BTreeMap::new(),
    });
    refined.state.opening = Some(std::sync::Arc::new(opening));
    let mut ui = self::ui();
    assert_eq!(press(&mut ui, &refined, 'r'), [ScreenEffect::Refine]);
}

#[test]
fn the_help_is_written_from_the_format() {
    for (format, debate, height) in [
        ("structured", DebateFixture::structured(1), 160),
        ("clearside", DebateFixture::clearside(), 160),
    ] {
        let mut ui = ui();
        press(&mut ui, &debate, '?');
        let screen = draw(&mut ui, &debate, 84, height);
        // Inside the frame of the overlay.
        let rows: Vec<String> = screen
            .lines()
            .map(|line| line.chars().skip(4).take(78).collect::<String>())
            .map(|line| line.trim_end().to_owned())
            .skip_while(|line| !line.contains("Phases"))
            .take_while(|line| !line.contains("esc close"))
            .filter(|line| !line.is_empty())
            .collect();
        assert!(rows.len() > 20, "{screen}");
        insta::assert_snapshot!(format!("help_{format}"), rows.join("\n"));
    }
}

/// The whole of a transcript, as tall as it takes.
#[test]
fn whole_transcripts_of_other_formats() {
    for (moment, debate) in [
        ("judged", DebateFixture::judged(2)),
        ("panel", DebateFixture::panel()),
        ("clearside", DebateFixture::synthesised()),
    ] {
        for width in [59, 79] {
            let mut ui = ui();
            let height = 250;
            ui.transcript.scroll_by(0);
            let screen = draw(&mut ui, &debate, width, height);
            let rows: Vec<&str> = screen
                .lines()
                .map(|line| line.trim_matches('"').trim_end())
                .filter(|line| line.chars().any(|c| !"│ ┃".contains(c)))
                .collect();
            insta::assert_snapshot!(format!("whole_{moment}_{width}"), rows.join("\n"));
        }
    }
}

#[test]
fn the_division_from_its_beginning() {
    let debate = DebateFixture::divided();
    let mut ui = ui();
    draw(&mut ui, &debate, 80, 60);
    insta::assert_snapshot!("division_80x60", draw(&mut ui, &debate, 80, 60));
}

#[test]
fn no_size_is_too_strange() {
    let debate = DebateFixture::divided();
    for (width, height) in [
        (1, 1),
        (39, 12),
        (40, 11),
        (41, 13),
        (119, 36),
        (120, 35),
        (300, 90),
    ] {
        let mut ui = ui();
        for _ in 0..4 {
            draw(&mut ui, &debate, width, height);
            update(
                &mut ui,
                &debate.state,
                Msg::Key(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE)),
            );
        }
    }
    assert!(draw(&mut ui(), &debate, 39, 12).contains("Too small"));
}

#[test]
fn paused_is_to_be_read_at_every_size() {
    let debate = DebateFixture::paused();
    for (width, height) in SIZES {
        assert!(draw(&mut ui(), &debate, width, height).contains("Paused"));
    }
}

#[test]
fn why_a_debate_stands_still_is_to_be_read_in_full_at_every_size() {
    let reason = "no connection to http://127.0.0.1:11434/v1";
    for (width, height) in SIZES {
        let mut debate = DebateFixture::speaking();
        debate.add(Event::Paused {
            command: CommandId::HOUSE,
            by: PausedBy::Unreachable {
                seat: Seat::named("prop.2"),
                reason: reason.to_owned(),
            },
        });
        let drawn = draw(&mut ui(), &debate, width, height);
        for word in [
            "connection",
            "http://127.0.0.1:11434/v1.",
            "tries",
            "again.",
        ] {
            assert!(drawn.contains(word), "{width}×{height}: {word}\n{drawn}");
        }
        debate.add(Event::Resumed {
            command: CommandId(9),
            goes_on_without: false,
        });
        assert!(!draw(&mut ui(), &debate, width, height).contains("11434"));
    }
}

#[test]
fn only_the_live_speech_is_wrapped_again() {
    let mut debate = DebateFixture::long(300);
    let mut ui = ui();
    draw(&mut ui, &debate, 120, 40);
    let before = ui.transcript.cache.wrapped();
    draw(&mut ui, &debate, 120, 40);
    assert_eq!(ui.transcript.cache.wrapped(), before, "nothing has changed");
    let live = TurnId(debate.state.turns.len() as u32 - 1);
    debate.say(live, " And on it goes.");
    draw(&mut ui, &debate, 120, 40);
    assert_eq!(ui.transcript.cache.wrapped(), before + 1);
    draw(&mut ui, &debate, 80, 40);
    assert!(
        ui.transcript.cache.wrapped() >= before + 301,
        "another width"
    );
}

#[test]
fn text_that_streams_in_moves_nothing_that_is_read() {
    let mut debate = DebateFixture::long(5);
    let mut ui = ui();
    draw(&mut ui, &debate, 120, 40);
    for _ in 0..3 {
        press(&mut ui, &debate, 'k');
    }
    let text = |screen: &str| -> Vec<String> {
        screen
            .lines()
            .skip(3)
            .take(20)
            .map(|line| line.chars().skip(33).take(55).collect())
            .collect()
    };
    let before = draw(&mut ui, &debate, 120, 40);
    let live = TurnId(5);
    for _ in 0..40 {
        debate.say(live, " More and more words come in. ");
    }
    let after = draw(&mut ui, &debate, 120, 40);
    assert_eq!(text(&before), text(&after));
    assert!(after.contains("lines below"), "{after}");
    press(&mut ui, &debate, 'f');
    assert_eq!(ui.transcript.scroll, Scroll::Follow);
    assert!(!draw(&mut ui, &debate, 120, 40).contains("lines below"));
}

#[test]
fn the_ends_and_the_speeches_are_reached_by_keys() {
    let debate = DebateFixture::long(5);
    let mut ui = ui();
    draw(&mut ui, &debate, 80, 24);
    press(&mut ui, &debate, 'g');
    assert!(draw(&mut ui, &debate, 80, 24).contains("Mohandas Gandhi · Proposition 1"));
    press(&mut ui, &debate, ']');
    press(&mut ui, &debate, ']');
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(
        screen
            .lines()
            .nth(3)
            .is_some_and(|line| line.contains("Wollstonecraft")),
        "{screen}"
    );
    press(&mut ui, &debate, '[');
    assert!(
        draw(&mut ui, &debate, 80, 24)
            .lines()
            .nth(3)
            .is_some_and(|line| line.contains("Gandhi"))
    );
    press(&mut ui, &debate, 'G');
    assert_eq!(ui.transcript.scroll, Scroll::Follow);
}
