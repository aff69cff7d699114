//! The recording of a replay, played in a terminal, and the picture that moves.

use std::num::NonZero;

use hustings::{
    blocks::Builder,
    debate::{
        DebateState,
        decisive::{DecisiveMoment, decisive_moment},
        event::Record,
    },
    tui::{
        animation::animated,
        cast::{LONGEST, asciicast, asciicast_around},
        keymap::Keymap,
        panes::situation::ChamberMode,
        replay::{Playback, Speed},
        style::{ColorSupport, Styles},
        ui::{ThemeStyles, Ui},
        view,
    },
};
use ratatui::{buffer::Buffer, layout::Rect};
use serde_json::Value;

use crate::{
    common::{FORMATS, world::short_debate},
    samples,
};

const SIZE: (u16, u16) = (100, 30);

fn look() -> ThemeStyles {
    ThemeStyles {
        name: "plain".to_owned(),
        styles: Styles::plain(ColorSupport::True),
    }
}

fn recorded(records: &[Record]) -> String {
    asciicast(records, SIZE, look())
}

/// The header of a recording, and its events: when, and what the terminal gets.
fn read(cast: &str) -> (Value, Vec<(f64, String)>) {
    let mut lines = cast.lines();
    let header = serde_json::from_str(lines.next().unwrap()).unwrap();
    let events = lines.map(|line| {
        let (at, kind, text): (f64, String, String) = serde_json::from_str(line).unwrap();
        assert_eq!(kind, "o");
        (at, text)
    });
    (header, events.collect())
}

/// The rows of a screen.
fn rows(screen: &vt100::Screen) -> Vec<String> {
    let rows = screen.rows(0, SIZE.0);
    rows.map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn a_terminal_that_plays_a_recording_comes_to_the_last_screen_of_the_replay() {
    let records = samples::debate(samples::ID);
    let cast = recorded(&records);
    assert_eq!(cast, recorded(&records), "the same debate, the same bytes");
    let (header, events) = read(&cast);
    assert_eq!(
        (&header["version"], &header["width"], &header["height"]),
        (&2.into(), &100.into(), &30.into())
    );
    let opening = records[0].event.opening().unwrap();
    assert_eq!(header["timestamp"], opening.opened_ms / 1000);
    assert_eq!(header["title"], *opening.motion.motion);
    let mut terminal = vt100::Parser::new(
        NonZero::new(SIZE.1).unwrap(),
        NonZero::new(SIZE.0).unwrap(),
        0,
    );
    let mut seen = 0;
    for (_, text) in &events {
        terminal.process(text.as_bytes());
        // Bit by bit, and nothing before its time.
        seen += usize::from(
            rows(terminal.screen())
                .iter()
                .any(|row| row.contains("The House divides")),
        );
    }
    assert!(
        events.len() > 20 && seen < events.len() / 2,
        "{seen} of {}",
        events.len()
    );
    let mut ui = Ui::new(
        ChamberMode::Replay(Playback::Ended, Speed::Normal),
        Keymap::default(),
        vec![look()],
    );
    let mut last = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1 - 1));
    view::render(last.area, &mut last, &mut ui, &DebateState::fold(&records));
    let shown = rows(terminal.screen());
    // The transcript stands where whoever has followed it has come to; all else is where it is for anybody.
    let beside = 67..last.area.width;
    for y in 0..last.area.height {
        let row: String = beside.clone().map(|x| last[(x, y)].symbol()).collect();
        let shown: String = shown[usize::from(y)].chars().skip(67).collect();
        assert_eq!(shown.trim_end(), row.trim_end(), "row {y}");
    }
    assert!(
        shown.iter().any(|row| row.contains("The House divides")),
        "{shown:#?}"
    );
    assert!(!terminal.screen().hide_cursor(), "the cursor is given back");
}

#[test]
fn a_recording_is_no_longer_than_anybody_watches() {
    let long: Vec<Record> = short_debate("clearside", vec![200; 400]);
    for records in [samples::debate(samples::ID), long, Vec::new()] {
        let (_, events) = read(&recorded(&records));
        assert!(events.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        assert!(events.last().unwrap().0 <= LONGEST.as_secs_f64());
    }
}

#[test]
fn the_decisive_moment_is_half_a_minute_of_the_replay_and_ends_with_the_result() {
    let records = samples::debate(samples::ID);
    let (moment, seq) = decisive_moment(&records).unwrap();
    let state = DebateState::fold(&records);
    // The house moved nowhere more.
    let DecisiveMoment::Count { from, at } = moment else {
        panic!("{moment:?}");
    };
    let line: Vec<(usize, i32)> = state.house_swing().line().collect();
    let moved = |pair: &[(usize, i32)]| pair[1].1.abs_diff(pair[0].1);
    let most = line.windows(2).map(moved).max().unwrap();
    let here = line.windows(2).find(|pair| pair[1].0 == at).unwrap();
    assert_eq!((here[0].0, moved(here)), (from, most));
    let why = Builder::of(&state).decisive_moment(&moment);
    assert!(
        why.starts_with("The House moved most ") && why.contains(": from "),
        "{why}"
    );

    let cast = asciicast_around(&records, SIZE, look(), seq);
    assert_eq!(cast, asciicast_around(&records, SIZE, look(), seq));
    let (_, events) = read(&cast);
    let length = events.last().unwrap().0;
    assert!((8.0..=40.0).contains(&length), "{length} s");
    let mut terminal = vt100::Parser::new(
        NonZero::new(SIZE.1).unwrap(),
        NonZero::new(SIZE.0).unwrap(),
        0,
    );
    for (_, text) in &events {
        terminal.process(text.as_bytes());
    }
    let shown = rows(terminal.screen());
    assert!(shown.iter().any(|row| row.contains("■ over")), "{shown:#?}");

    // It is told of every format, and of none that has not come to its end.
    for id in FORMATS {
        let records = short_debate(id, Vec::new());
        let (moment, seq) = decisive_moment(&records).unwrap();
        assert!(records.iter().any(|record| record.seq == seq), "{id}");
        let state = DebateState::fold(&records);
        let why = Builder::of(&state).decisive_moment(&moment);
        assert!(why.ends_with('.'), "{id}: {why}");
    }
    assert_eq!(decisive_moment(&records[..records.len() / 2]), None);
}

#[test]
fn a_picture_that_moves_is_made_of_the_screens_of_the_replay() {
    let records = samples::debate(samples::ID);
    let picture = animated(&records, SIZE, look());
    assert_eq!(
        picture,
        animated(&records, SIZE, look()),
        "the same debate, the same picture"
    );
    for word in [
        "<title>",
        "<animate ",
        "repeatCount=\"indefinite\"",
        ">divides<",
        "</svg>",
    ] {
        assert!(picture.contains(word), "{word}: {picture}");
    }
    // It loads nothing but what is in it, and nothing in it runs.
    let (links, own) = (
        picture.matches("href=").count(),
        picture.matches("href=\"#r").count(),
    );
    assert!(
        links == own && links > 100,
        "{links} links, {own} of them to what is in it"
    );
    assert!(!picture.contains("<script") && !picture.contains(" src="));
    // Of no records there is a screen, too.
    assert!(animated(&[], SIZE, look()).contains("</svg>"));
}
