//! The text beside a list, and a list that is longer than its place.

use super::*;

/// The lobby with so many motions, the first of which has a background of so many words.
fn with(motions: usize, words: usize) -> Lobby {
    let mut data = data();
    data.motions = (0..motions)
        .map(|number| {
            let background: Vec<String> = (0..words).map(|word| format!("word{word}")).collect();
            (
                format!("m{number}"),
                format!("This House would count to {number}"),
                "light".to_owned(),
                background.join(" "),
            )
        })
        .collect();
    Lobby::new(data, 1)
}

#[test]
fn a_list_says_how_much_of_it_lies_below() {
    let mut long = with(28, 3);
    let shown = screen(&mut long, 80, 24);
    assert!(shown.contains("▼ 8 lines below"), "{shown}");
    press(&mut long, &[KeyCode::End]);
    assert!(!screen(&mut long, 80, 24).contains("below"));
    let mut short = with(5, 3);
    assert!(!screen(&mut short, 80, 24).contains("below"));
}

#[test]
fn a_background_that_has_no_room_is_read_on_with_the_arrows() {
    let mut lobby = with(5, 90);
    let shown = screen(&mut lobby, 80, 24);
    assert!(shown.contains("below"), "{shown}");
    assert!(
        shown.contains("read on") && !shown.contains("word89"),
        "{shown}"
    );
    let rights = [Right; 40];
    press(&mut lobby, &rights);
    let shown = screen(&mut lobby, 80, 24);
    assert!(
        shown.contains("word89") && !shown.contains("below"),
        "{shown}"
    );
    press(&mut lobby, &[Left]);
    assert!(screen(&mut lobby, 80, 24).contains("▼ 1 line below"));
    // Another one is read from its beginning.
    press(&mut lobby, &[Down]);
    assert!(screen(&mut lobby, 80, 24).contains("word0 "));
    let mut short = with(5, 3);
    assert!(!screen(&mut short, 80, 24).contains("read on"));
}

#[test]
fn what_is_said_of_a_row_of_the_settings_and_has_no_room_is_read_on() {
    let mut lobby = with(1, 200);
    press(&mut lobby, &[KeyCode::Enter, Down]);
    let shown = screen(&mut lobby, 80, 24);
    assert!(
        shown.contains("lines below") && !shown.contains("word199"),
        "{shown}"
    );
    press(&mut lobby, &[KeyCode::PageDown; 40]);
    let shown = screen(&mut lobby, 80, 24);
    assert!(shown.contains("word199"), "{shown}");
}

#[test]
fn settings_that_have_no_room_are_counted() {
    let mut lobby = with(1, 3);
    press(&mut lobby, &[KeyCode::Enter]);
    let shown = screen(&mut lobby, 60, 14);
    assert!(shown.contains("lines below"), "{shown}");
    press(&mut lobby, &[KeyCode::Up]);
    let shown = screen(&mut lobby, 60, 14);
    assert!(!shown.contains("below"), "{shown}");
    assert!(shown.contains("lines above ╯"), "{shown}");
}

#[test]
fn seats_whose_names_have_no_room_are_told_apart_by_their_numbers() {
    let mut lobby = with(1, 3);
    press(&mut lobby, &[KeyCode::Enter]);
    let row = lobby.rows().iter().position(|row| *row == Row::Format);
    lobby.row = row.unwrap();
    press(&mut lobby, &[Left]);
    for (width, height) in [(40, 30), (60, 30)] {
        let shown = screen(&mut lobby, width, height);
        let seat = |first: &str, number: &str| {
            let mut rows = shown.lines();
            rows.any(|row| row.contains(first) && row.contains(&format!("{number} ")))
        };
        for (first, number) in [
            ("Opening G", " 1"),
            ("Opening G", " 2"),
            ("Closing O", " 2"),
        ] {
            assert!(seat(first, number), "{first}{number}: {shown}");
        }
    }
    let shown = screen(&mut lobby, 60, 30);
    assert!(shown.contains("Closing Opposition 2 "), "{shown}");
}
