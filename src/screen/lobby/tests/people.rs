//! People who are invented in the lobby: shown, opened with, drawn again, changed and kept.

use super::*;
use crate::{
    catalog::{Persona, Position, Style},
    debate::ids::Seat,
};

fn somebody(name: &str, seat: Seat) -> InventedSpeaker {
    let lines = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    let position = |number: usize| Position {
        topic: format!("matter {number}"),
        position: format!("{name} holds view {number} of streets."),
        work: "In their own words".to_owned(),
        place: "on this motion".to_owned(),
        ..Position::default()
    };
    let text = "Plain and short.".to_owned();
    InventedSpeaker {
        seat,
        id: name.to_lowercase(),
        card: Persona {
            name: name.to_owned(),
            short: name.to_owned(),
            lived: String::new(),
            icon: String::new(),
            role: "warden".to_owned(),
            biography: format!("{name} has swept streets for thirty years."),
            approach: text.clone(),
            never: lines(&["Shouts"]),
            style: Style {
                register: text.clone(),
                openings: text.clone(),
                devices: lines(&["lists"]),
                disagreement: text.clone(),
                phrases: lines(&["As I say"]),
                closings: text,
            },
            positions: (1..=8).map(position).collect(),
            samples: Vec::new(),
            ..Persona::default()
        },
        stance: None,
    }
}

/// A lobby at its settings, with two invented people at a table of two.
fn with_people() -> Lobby {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter, Down, Down, Right, Down, Left, Left]);
    // No model is asked unasked.
    assert_eq!(press(&mut lobby, &[Char('a')]), None);
    assert!(screen(&mut lobby, 120, 40).contains("a again asks "));
    assert_eq!(press(&mut lobby, &[Down, KeyCode::Up, Char('a')]), None);
    let choice = press(&mut lobby, &[Char('a')]);
    let Some(LobbyChoice::Invent(setup, seats)) = choice else {
        panic!("{choice:?}");
    };
    assert_eq!((setup.seed, seats), (Some(5), vec![2]));
    assert!(setup.sides.is_empty() && setup.cast.is_empty());
    lobby.waits_for("qwen is thinking of 4 people for this motion …  esc stops it");
    let people = ["Ada", "Bo"].into_iter().enumerate();
    let people = people.map(|(at, name)| somebody(name, Seat::new("debater", at + 1)));
    lobby.invented(people.collect(), 5);
    lobby
}

#[test]
fn people_are_invented_shown_and_opened_with() {
    let mut lobby = with_people();
    shown("invented", &mut lobby);
    press(&mut lobby, &[Char('s')]);
    lobby.row = 0;
    let setup = opened(press(&mut lobby, &[Enter]));
    assert_eq!(setup.sides, [["bo", "ada"]]);
    let seats: Vec<_> = setup
        .cast
        .iter()
        .map(|one| (one.id.as_str(), one.seat.to_string()))
        .collect();
    assert_eq!(
        seats,
        [
            ("bo", "debater.1".to_owned()),
            ("ada", "debater.2".to_owned())
        ],
        "each has the seat of now"
    );
    assert_eq!(setup.seed, Some(5));
    let again = press(&mut lobby, &[Char('a'), Char('a')]);
    assert!(matches!(again, Some(LobbyChoice::Invent(setup, _)) if setup.seed == Some(6)));
    // Lots are drawn from those at hand.
    for _ in 0..20 {
        press(&mut lobby, &[Char('l')]);
        assert!(
            opened({
                lobby.row = 0;
                press(&mut lobby, &[Enter])
            })
            .cast
            .is_empty()
        );
    }
}

#[test]
fn whoever_waits_for_people_can_stop() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter]);
    lobby.waits_for("qwen is thinking of 12 people for this motion …  esc stops it");
    assert!(screen(&mut lobby, 80, 24).contains("esc stops it"));
    assert_eq!(
        press(&mut lobby, &[Enter, Char('a')]),
        None,
        "one thing at a time"
    );
    assert_eq!(press(&mut lobby, &[Esc]), Some(LobbyChoice::Stop));
    lobby.waits_no_more();
    assert!(press(&mut lobby, &[Char('a'), Char('a')]).is_some());
}

#[test]
fn a_card_is_changed_and_what_is_wrong_with_it_is_said() {
    let mut lobby = with_people();
    let control =
        |lobby: &mut Lobby, c| lobby.on_key(KeyEvent::new(Char(c), KeyModifiers::CONTROL));
    press(&mut lobby, &[Char('e')]);
    shown("card", &mut lobby);
    // The first line is the name; the cursor stands before it.
    lobby.on_paste("nonsense\n");
    control(&mut lobby, 's');
    let said = screen(&mut lobby, 80, 24);
    assert!(said.contains("Line 1: "), "{said}");
    press(&mut lobby, &[Esc]);
    assert!(screen(&mut lobby, 80, 24).contains("esc again discards"));
    press(&mut lobby, &[Esc, Char('e')]);
    press(&mut lobby, &[KeyCode::End, KeyCode::Backspace]);
    letters(&mut lobby, " the Second\"");
    control(&mut lobby, 's');
    assert!(screen(&mut lobby, 80, 24).contains("Ada the Second, warden"));
    lobby.row = 0;
    let setup = opened(press(&mut lobby, &[Enter]));
    assert_eq!(setup.cast[0].card.name, "Ada the Second");
    let kept = press(&mut lobby, &[Char('w')]);
    assert!(matches!(kept, Some(LobbyChoice::Keep(cast)) if cast.len() == 2));
}

#[test]
fn only_the_invented_can_be_changed_or_kept() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter]);
    assert_eq!(press(&mut lobby, &[Char('w')]), None);
    assert!(screen(&mut lobby, 80, 24).contains("Nobody is invented yet"));
    press(&mut lobby, &[Char('e')]);
    assert!(screen(&mut lobby, 80, 24).contains("Choose a seat first"));
    press(&mut lobby, &[Char('l'), Down, Down, Down, Char('e')]);
    assert!(screen(&mut lobby, 80, 24).contains("hustings personas show"));
}

#[test]
fn whoever_has_a_corpus_is_marked() {
    let mut all = data();
    for one in &mut all.personas {
        one.has_works = true;
    }
    let mut lobby = Lobby::new(all.clone(), 5);
    press(&mut lobby, &[Enter, Char('l')]);
    assert!(!screen(&mut lobby, 120, 40).contains("[corpus]"));
    let about = |one: &LobbySpeaker| one.about_corpus().unwrap_or_default();
    let pull = format!("`hustings corpus pull {}`", all.personas[0].id);
    assert!(about(&all.personas[0]).contains(&pull));
    all.personas = all
        .personas
        .into_iter()
        .map(|one| one.with_passages(1_204))
        .collect();
    assert!(about(&all.personas[0]).contains("1204 passages"));
    let mut lobby = Lobby::new(all, 5);
    press(&mut lobby, &[Enter, Char('l')]);
    assert!(screen(&mut lobby, 120, 40).contains(" [corpus], thinker"));
}

#[test]
fn people_who_were_invented_are_not_lost_by_the_key_that_leaves() {
    let mut lobby = with_people();
    assert_eq!(press(&mut lobby, &[Char('q')]), None);
    assert!(screen(&mut lobby, 100, 24).contains("q again leaves"));
    // Any other key takes the question back.
    press(&mut lobby, &[KeyCode::Up]);
    assert_eq!(press(&mut lobby, &[Char('q')]), None);
    assert_eq!(press(&mut lobby, &[Char('q')]), Some(LobbyChoice::Quit));
    lobby.is_kept();
    press(&mut lobby, &[KeyCode::Up]);
    assert_eq!(press(&mut lobby, &[Char('q')]), Some(LobbyChoice::Quit));
}

#[test]
fn whoever_is_at_the_screen_takes_a_seat_and_leaves_it_to_its_persona_again() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter]);
    let sit = |lobby: &mut Lobby| {
        let key = KeyEvent::new(Char('y'), KeyModifiers::CONTROL);
        assert_eq!(lobby.on_key(key), None);
    };
    // Another row is no seat.
    sit(&mut lobby);
    assert_eq!(lobby.as_set().unwrap().own_seat, None);
    while !matches!(lobby.current(), Row::Seat(_)) {
        press(&mut lobby, &[Down]);
    }
    sit(&mut lobby);
    let seat = lobby.as_set().unwrap().own_seat;
    assert_eq!(seat.as_ref().and_then(Seat::number), Some(1));
    assert!(screen(&mut lobby, 120, 40).contains("you; in your place"));
    sit(&mut lobby);
    assert_eq!(lobby.as_set().unwrap().own_seat, None);
}

#[test]
fn any_seat_of_the_debate_is_taken_in_a_row_of_its_own() {
    let mut lobby = Lobby::new(data(), 5);
    // The panel has one judge, and nobody who moderates.
    press(&mut lobby, &[Enter, Down, Down, Right]);
    while lobby.current() != Row::OwnSeat {
        press(&mut lobby, &[Down]);
    }
    assert_eq!(lobby.as_set().unwrap().own_seat, None);
    assert!(screen(&mut lobby, 120, 40).contains("none: you watch, and steer"));
    press(&mut lobby, &[Left]);
    let last = lobby.as_set().unwrap().own_seat;
    assert_eq!(last, Some(Seat::judge(1)));
    assert!(screen(&mut lobby, 120, 40).contains("the judge's: you judge"));
    press(&mut lobby, &[Right, Right]);
    let first = lobby.as_set().unwrap().own_seat.unwrap();
    assert_eq!(first.number(), Some(1));
    assert!(screen(&mut lobby, 120, 40).contains("you; in your place"));
    press(&mut lobby, &[KeyCode::Backspace]);
    assert_eq!(lobby.as_set().unwrap().own_seat, None);
    // A seat that another format does not have is not taken there.
    press(&mut lobby, &[Left]);
    lobby.row = 2;
    press(&mut lobby, &[Left]);
    assert_eq!(lobby.as_set().unwrap().own_seat, None);
}
