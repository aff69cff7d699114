//! The form for a card that a model writes: what is typed, what is told meanwhile, and who is in the list afterwards.

use super::*;

fn ctrl(lobby: &mut Lobby, letter: char) -> Option<LobbyChoice> {
    lobby.on_key(KeyEvent::new(Char(letter), KeyModifiers::CONTROL))
}

/// The lobby with the personas of the first seat listed.
fn personas() -> Lobby {
    let mut lobby = Lobby::new(data(), 7);
    press(&mut lobby, &[Enter]);
    at(&mut lobby, Row::Seat(0));
    press(&mut lobby, &[Enter]);
    assert!(matches!(lobby.screen, Screen::Personas { seat: 0 }));
    lobby
}

#[test]
fn a_card_is_asked_for_stopped_and_refused_in_full() {
    let mut lobby = personas();
    let marked = lobby.data.personas[0].id.clone();
    assert_eq!(ctrl(&mut lobby, 'n'), None);
    letters(&mut lobby, "/tmp/a b.txt");
    lobby.on_paste("\n; letters/\n");
    let form = CardForm {
        id: marked.clone(),
        name: String::new(),
        files: "/tmp/a b.txt; letters/".to_owned(),
    };
    let asked = press(&mut lobby, &[Enter, Enter]);
    assert_eq!(asked, Some(LobbyChoice::Make(form)));
    lobby.card_is_at("Reading passages 1 to 8 of 48 for positions …");
    let drawn = screen(&mut lobby, 80, 24);
    assert!(drawn.contains("passages 1 to 8 of 48"), "{drawn}");
    // While it is written, nothing changes but that it is stopped.
    assert_eq!(press(&mut lobby, &[Char('x'), Down, Enter]), None);
    assert_eq!(press(&mut lobby, &[Esc]), Some(LobbyChoice::StopMaking));
    assert!(screen(&mut lobby, 80, 24).contains("Nothing was written"));
    // Whatever is said of a failure is read to its end, on a small screen, too.
    press(&mut lobby, &[Enter]);
    let why = format!(
        "There is no corpus: {}name files to read.",
        "it is empty, ".repeat(12)
    );
    lobby.card_failed(&why);
    for (width, height) in [(80, 24), (40, 12)] {
        let drawn = screen(&mut lobby, width, height);
        assert!(drawn.contains("to read."), "{width}: {drawn}");
    }
    // What was typed is there again.
    press(&mut lobby, &[Esc]);
    assert!(matches!(lobby.screen, Screen::Personas { .. }));
    ctrl(&mut lobby, 'n');
    assert!(screen(&mut lobby, 80, 24).contains("/tmp/a b.txt; letters/"));
    // Without an id nothing is asked for.
    press(&mut lobby, &[Up, Up, Up]);
    ctrl(&mut lobby, 'u');
    assert_eq!(ctrl(&mut lobby, 's'), None);
    assert!(screen(&mut lobby, 80, 24).contains("give an id"));
}

#[test]
fn whoever_was_made_is_in_the_list_and_nobody_loses_their_seat() {
    let mut lobby = personas();
    press(&mut lobby, &[Enter]);
    let seated = lobby.data.personas[lobby.lineup.get(0).unwrap()].id.clone();
    at(&mut lobby, Row::Seat(1));
    press(&mut lobby, &[Enter]);
    ctrl(&mut lobby, 'n');
    let before = lobby.data.personas.len();
    let ada = LobbySpeaker {
        id: "ada-lovelace".to_owned(),
        name: "Ada Lovelace".to_owned(),
        role: "Mathematician".to_owned(),
        about: "Wrote notes.".to_owned(),
        passages: 12,
        has_works: false,
    };
    lobby.card_made(
        ada.clone(),
        "The card of Ada Lovelace was written.".to_owned(),
    );
    assert_eq!(lobby.data.personas.len(), before + 1);
    assert!(matches!(lobby.screen, Screen::Personas { seat: 1 }));
    // She is marked, and takes the seat.
    press(&mut lobby, &[Enter]);
    let of = |lobby: &Lobby, seat: usize| {
        let at = lobby.lineup.get(seat).unwrap();
        lobby.data.personas[at].id.clone()
    };
    assert_eq!((of(&lobby, 0), of(&lobby, 1)), (seated, ada.id.clone()));
    // Made again, she is there once.
    lobby.card_made(ada, String::new());
    assert_eq!(lobby.data.personas.len(), before + 1);
}
