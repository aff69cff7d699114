//! The lobby, held to what it shows and yields.

use ratatui::{Terminal, backend::TestBackend};

use super::{row::Row, *};
use crate::{
    catalog::{Format, TurnOrder},
    style::{ColorSupport, Styles},
};

use KeyCode::{Char, Down, Enter, Esc, Left, Right, Tab, Up};

mod back;
mod beside;
mod estimate;
mod help;
mod last;
mod left;
mod making;
mod model;
mod order;
mod people;
mod presets;
mod server;
mod settings;

#[test]
fn why_nothing_can_be_opened_is_read_to_its_end_until_the_next_key() {
    let why = "the journal in /home/somebody/.local/share/hustings/journal.db cannot be written: \
               the disk is read-only, and whatever is said would be lost";
    for width in [80, 120] {
        let mut lobby = Lobby::new(data(), 1);
        lobby.say(why);
        let shown = screen(&mut lobby, width, 24);
        assert!(shown.contains("would be lost"), "{width}: {shown}");
        lobby.on_key(KeyEvent::from(Down));
        let shown = screen(&mut lobby, width, 24);
        assert!(!shown.contains("the journal in"), "{width}: {shown}");
    }
}

#[test]
fn the_line_below_offers_no_key_that_does_nothing_in_its_row() {
    let mut lobby = Lobby::new(data(), 1);
    lobby.on_key(KeyEvent::from(Enter));
    let mut seats = 0;
    for _ in 0..lobby.rows().len() {
        let shown = screen(&mut lobby, 100, 24);
        let row = lobby.current();
        // This format has no motion of its own to change to.
        let is_changed = !matches!(
            row,
            Row::Seat(_) | Row::Open | Row::Motion | Row::OtherModels | Row::Server
        );
        assert_eq!(shown.contains("←→ change"), is_changed, "{shown}");
        assert_eq!(shown.contains("enter start"), row == Row::Open, "{shown}");
        seats += usize::from(matches!(row, Row::Seat(_)));
        lobby.on_key(KeyEvent::from(Down));
    }
    assert!(seats > 1);
}

fn data() -> LobbyData {
    let owned = |text: &str| text.to_owned();
    LobbyData {
        motions: vec![
            (
                owned("cars"),
                owned("This House Believes that cities should ban private cars"),
                owned("policy"),
                owned("Streets were markets once."),
            ),
            (
                owned("tea"),
                owned("This House Prefers tea to coffee"),
                owned("light"),
                owned("Both came by sea."),
            ),
        ],
        personas: [
            "Gandhi",
            "Mill",
            "Burke",
            "Paine",
            "Smith",
            "Wilde",
            "Marx",
            "Napoleon",
            "Alexander",
        ]
        .map(|name| LobbySpeaker {
            id: name.to_lowercase(),
            name: owned(name),
            role: owned("thinker"),
            about: format!("{name} wrote letters."),
            passages: 0,
            has_works: false,
        })
        .into(),
        formats: [
            (
                "exhibition",
                include_str!("../../../formats/exhibition.toml"),
            ),
            ("panel", include_str!("../../../formats/panel.toml")),
            (
                "roundtable",
                include_str!("../../../formats/roundtable.toml"),
            ),
            (
                "british-parliamentary",
                include_str!("../../../formats/british-parliamentary.toml"),
            ),
        ]
        .map(|(id, text)| {
            let mut format: Format = toml::from_str(text).unwrap();
            if id == "exhibition" {
                format.summary = owned("Three a side.");
            }
            (owned(id), format)
        })
        .into(),
        models: vec![owned("qwen"), owned("llama")],
        search: ModelSearch::Done,
        notice: None,
        pace: Pace::default(),
        last: None,
        configured: vec![owned("far:large")],
        themes: vec![
            (owned("hustings"), owned("Hustings")),
            (owned("daylight"), owned("Daylight")),
        ],
        members: 24,
        limits: (None, None),
        presets: Vec::new(),
        left: None,
        kept: owned("Saving puts the server into config.toml, and the key into keys.toml."),
    }
}

/// Goes to a row of the settings.
fn at(lobby: &mut Lobby, row: Row) {
    let rows = lobby.rows();
    lobby.row = rows.iter().position(|one| *one == row).unwrap();
}

fn press(lobby: &mut Lobby, keys: &[KeyCode]) -> Option<LobbyChoice> {
    let mut last = None;
    for code in keys {
        last = lobby.on_key(KeyEvent::new(*code, KeyModifiers::NONE));
    }
    last
}

fn letters(lobby: &mut Lobby, text: &str) {
    for c in text.chars() {
        press(lobby, &[KeyCode::Char(c)]);
    }
}

fn opened(choice: Option<LobbyChoice>) -> Setup {
    match choice {
        Some(LobbyChoice::Open(setup)) => setup,
        other => panic!("{other:?}"),
    }
}

fn screen(lobby: &mut Lobby, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let styles = Styles::plain(ColorSupport::None);
    terminal
        .draw(|frame| lobby.render(frame.area(), frame.buffer_mut(), &styles))
        .unwrap();
    terminal.backend().to_string()
}

fn shown(name: &str, lobby: &mut Lobby) {
    for (width, height) in [(80, 24), (40, 12)] {
        insta::assert_snapshot!(
            format!("{name}_{width}x{height}"),
            screen(lobby, width, height)
        );
    }
    for (width, height) in [(1, 1), (12, 3), (39, 5)] {
        screen(lobby, width, height);
    }
    crate::tests::looks::sound(name, &mut |area, buffer, styles| {
        lobby.render(area, buffer, styles);
    });
}

#[test]
fn every_screen_has_its_look() {
    let mut lobby = Lobby::new(data(), 7);
    shown("motions", &mut lobby);
    press(&mut lobby, &[KeyCode::Enter, KeyCode::Char('l')]);
    shown("settings", &mut lobby);
    press(
        &mut lobby,
        &[KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Enter],
    );
    shown("personas", &mut lobby);
    let notice = "No model was found. Start one with: ollama serve";
    let none = LobbyData {
        models: Vec::new(),
        notice: Some(notice.to_owned()),
        ..data()
    };
    shown("no_model", &mut Lobby::new(none, 7));
}

#[test]
fn enter_enter_opens_the_house() {
    let setup = opened(press(
        &mut Lobby::new(data(), 1),
        &[KeyCode::Enter, KeyCode::Enter],
    ));
    assert_eq!(setup.motion, MotionChoice::Id("cars".to_owned()));
    assert_eq!(
        (
            setup.settings.format.as_deref(),
            setup.settings.model.as_deref()
        ),
        (Some("exhibition"), Some("qwen"))
    );
    assert!(setup.sides.iter().all(Vec::is_empty) && setup.seed.is_none());
}

#[test]
fn a_motion_is_filtered_or_typed() {
    let mut lobby = Lobby::new(data(), 1);
    letters(&mut lobby, "light tea");
    let setup = opened(press(&mut lobby, &[KeyCode::Enter, KeyCode::Enter]));
    assert_eq!(setup.motion, MotionChoice::Id("tea".to_owned()));
    let mut lobby = Lobby::new(data(), 1);
    lobby.on_paste("This House\nWould \x1b[31mdance");
    let setup = opened(press(&mut lobby, &[KeyCode::Enter, KeyCode::Enter]));
    assert_eq!(
        setup.motion,
        MotionChoice::Own("This House Would dance".to_owned())
    );
}

#[test]
fn a_slash_begins_a_search_and_what_is_offered_is_a_motion() {
    let mut lobby = Lobby::new(data(), 1);
    letters(&mut lobby, "/tea");
    let setup = opened(press(&mut lobby, &[KeyCode::Enter, KeyCode::Enter]));
    assert_eq!(setup.motion, MotionChoice::Id("tea".to_owned()));
    // A single word that is no motion is not offered as one: it would be taken for an id, and refused.
    let mut lobby = Lobby::new(data(), 1);
    letters(&mut lobby, "porridge");
    assert_eq!(press(&mut lobby, &[KeyCode::Enter]), None);
    assert_eq!(lobby.motion, None);
    letters(&mut lobby, " for all");
    press(&mut lobby, &[KeyCode::Enter]);
    let own = MotionChoice::Own("porridge for all".to_owned());
    assert_eq!(lobby.motion, Some(own));
}

#[test]
fn lots_are_drawn_by_the_seed_and_sides_swap() {
    let drawn = |keys: &[KeyCode]| {
        let mut lobby = Lobby::new(data(), 5);
        press(&mut lobby, &[KeyCode::Enter]);
        press(&mut lobby, keys);
        opened(press(&mut lobby, &[KeyCode::Enter]))
    };
    let (one, again, other) = (
        drawn(&[Char('l')]),
        drawn(&[Char('l')]),
        drawn(&[Char('l'), Char('l')]),
    );
    assert_eq!(one, again);
    assert_eq!((one.seed, other.seed), (Some(5), Some(6)));
    let swapped = drawn(&[Char('l'), Char('s')]);
    assert_eq!(
        (&swapped.sides[0], &swapped.sides[1]),
        (&one.sides[1], &one.sides[0])
    );
    let mut all = one.sides.concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 6);
}

#[test]
fn nobody_speaks_twice() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[KeyCode::Enter, KeyCode::Char('l')]);
    let held = lobby.data.personas[lobby.lineup.get(4).unwrap()]
        .name
        .clone();
    let free = (0..9)
        .find(|at| (0..6).all(|seat| lobby.lineup.get(seat) != Some(*at)))
        .unwrap();
    let free = lobby.data.personas[free].clone();
    let before = lobby.lineup.get(0).unwrap();
    let first = lobby.data.personas[before].name.clone();
    lobby.row = 3;
    press(&mut lobby, &[KeyCode::Enter]);
    letters(&mut lobby, &held);
    press(&mut lobby, &[KeyCode::Enter]);
    // Both change places: who was in the one seat is in the other.
    let told = screen(&mut lobby, 120, 40);
    let swapped = format!("{held} and {first} changed places: {first} speaks as Opposition 2.");
    assert!(told.contains(&swapped), "{told}");
    assert_eq!(lobby.lineup.get(4), Some(before));
    assert_eq!(
        lobby.lineup.get(0),
        lobby.data.personas.iter().position(|one| one.name == held)
    );
    // The list opens at whoever is in the seat, and a name can be begun without opening it.
    lobby.row = 3;
    press(&mut lobby, &[KeyCode::Enter]);
    assert_eq!(Some(lobby.at), lobby.lineup.get(0));
    press(&mut lobby, &[KeyCode::Esc]);
    lobby.row = 3;
    let letter = free
        .name
        .to_lowercase()
        .chars()
        .find(|letter| !"laewsqp".contains(*letter));
    press(&mut lobby, &[KeyCode::Char(letter.unwrap())]);
    assert_eq!(lobby.screen, Screen::Personas { seat: 0 });
    assert_eq!(lobby.filter, letter.unwrap().to_string());
    press(&mut lobby, &[KeyCode::Esc]);
    letters(&mut lobby, &free.name);
    press(&mut lobby, &[KeyCode::Enter]);
    lobby.row = 0;
    assert_eq!(
        opened(press(&mut lobby, &[KeyCode::Enter])).sides[0][0],
        free.id
    );
    // All seats are left to the lot again.
    lobby.row = 4;
    lobby.on_key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
    assert!(lobby.lineup.is_drawn_later());
}

#[test]
fn who_was_chosen_keeps_the_seat_whatever_format_is_looked_at() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter, Down, Down, Down, Enter]);
    letters(&mut lobby, "wilde");
    press(&mut lobby, &[Enter]);
    // The lot draws only the seats that are left to it, when the house opens, and nobody twice.
    let shown = screen(&mut lobby, 80, 24);
    assert_eq!(shown.matches("drawn by lot").count(), 5, "{shown}");
    let choice = lobby.setup().unwrap();
    assert_eq!(
        (choice.sides[0][0].as_str(), choice.seed),
        ("wilde", Some(5))
    );
    let mut all = choice.sides.concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 6, "{all:?}");
    // Through all the others and back again.
    lobby.row = 2;
    for _ in 0..3 {
        press(&mut lobby, &[Right]);
        assert!(screen(&mut lobby, 80, 24).contains("Wilde"));
    }
    press(&mut lobby, &[Right]);
    assert_eq!(lobby.setup().unwrap(), choice);
    // The format's own people are in the seats of nobody else, and gone with it.
    press(&mut lobby, &[Right, Right]);
    let table = lobby.setup().unwrap();
    assert_eq!(table.sides, [["wilde", "gandhi", "alexander"]]);
    // A seat is left to the lot again.
    press(&mut lobby, &[Left, Left, Down, KeyCode::Backspace]);
    assert!(lobby.setup().unwrap().sides.concat().is_empty());
}

#[test]
fn a_whole_line_up_outlives_a_format_with_fewer_seats() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter, Char('l')]);
    let drawn = lobby.setup().unwrap();
    lobby.row = 2;
    press(&mut lobby, &[Right, Left]);
    assert_eq!(lobby.setup().unwrap(), drawn);
    // Whoever is seated in one format waits in no seat of another.
    press(&mut lobby, &[Right]);
    let hidden = lobby
        .data
        .personas
        .iter()
        .position(|one| one.id == drawn.sides[1][2]);
    assert_eq!(lobby.lineup.set(0, hidden.unwrap()), None);
    press(&mut lobby, &[Left]);
    let mut all = lobby.setup().unwrap().sides.concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 6, "{all:?}");
}

#[test]
fn a_format_brings_its_seats_its_speakers_and_its_motion() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter, Down, Down, Right]);
    shown("panel", &mut lobby);
    // Below the format stands how many they are; then come the seats.
    press(&mut lobby, &[Down, Right, Right, Left]);
    let setup = opened({
        lobby.row = 0;
        press(&mut lobby, &[Enter])
    });
    assert_eq!(setup.sides.iter().map(Vec::len).collect::<Vec<_>>(), [5]);
    for _ in 0..9 {
        lobby.row = 3;
        press(&mut lobby, &[Left]);
    }
    assert_eq!(lobby.lineup.len(), 2, "not fewer than the format allows");
    lobby.row = lobby
        .rows()
        .iter()
        .position(|row| *row == Row::Rounds)
        .unwrap();
    press(&mut lobby, &[Right; 9]);
    assert_eq!(lobby.set.rounds, Some(8), "not more than the format allows");

    lobby.row = 2;
    press(&mut lobby, &[Right]);
    assert!(screen(&mut lobby, 80, 24).contains("at Motion to choose it"));
    lobby.row = 1;
    press(&mut lobby, &[Right]);
    shown("roundtable", &mut lobby);
    lobby.row = 0;
    let setup = opened(press(&mut lobby, &[Enter]));
    assert_eq!(setup.sides, [["napoleon", "gandhi", "alexander"]]);
    assert!(matches!(setup.motion, MotionChoice::Own(text) if text.ends_with('?')));
    assert_eq!((setup.seed, setup.settings.rounds), (None, None));
    lobby.row = 1;
    press(&mut lobby, &[Right]);
    assert_eq!(lobby.motion, Some(MotionChoice::Id("cars".to_owned())));

    lobby.row = 2;
    press(&mut lobby, &[Right, Char('l')]);
    shown("four_sides", &mut lobby);
    lobby.row = 0;
    let setup = opened(press(&mut lobby, &[Enter]));
    assert_eq!(
        setup.sides.iter().map(Vec::len).collect::<Vec<_>>(),
        [2, 2, 2, 2]
    );
}

#[test]
fn tab_leads_to_the_library_and_what_was_typed_stays() {
    let mut lobby = Lobby::new(data(), 5);
    letters(&mut lobby, "tea");
    assert_eq!(press(&mut lobby, &[Tab]), Some(LobbyChoice::Library));
    assert_eq!(lobby.filter, "tea");
    // Whoever goes back once too often stays.
    assert_eq!(press(&mut lobby, &[Esc, Esc]), None);
}
