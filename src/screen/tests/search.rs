//! The search in the transcript.

use ratatui::style::Modifier;

use super::*;

fn type_in(ui: &mut Ui, debate: &DebateFixture, words: &str) {
    for c in words.chars() {
        press(ui, debate, c);
    }
}

/// Searches for words.
fn search(ui: &mut Ui, debate: &DebateFixture, words: &str) {
    press(ui, debate, '/');
    type_in(ui, debate, words);
    let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    update(ui, &debate.state, Msg::Key(enter));
}

#[test]
fn words_are_found_over_the_end_of_a_row_and_whatever_their_capitals() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    draw(&mut ui, &debate, 60, 20);
    search(&mut ui, &debate, "A PROMISE THAT THE STATE HAS MADE");
    let first = ui.transcript.scroll;
    let screen = draw(&mut ui, &debate, 60, 20);
    // Whoever follows is below all of them.
    assert!(screen.contains("/3 · from the top again"), "{screen}");
    assert!(screen.contains("promise"), "{screen}");
    press(&mut ui, &debate, 'N');
    assert_ne!(ui.transcript.scroll, first);
    press(&mut ui, &debate, 'n');
    assert_eq!(ui.transcript.scroll, first);
}

#[test]
fn a_search_begins_on_the_screen_reaches_every_place_and_goes_round() {
    let mut debate = DebateFixture::long(3);
    // The last places share the last screen.
    let turn = debate.begin("prop.2", 21, Task::Speech);
    debate.say(turn, "Roads, and roads, and yet more roads.");
    let mut ui = ui();
    draw(&mut ui, &debate, 60, 20);
    press(&mut ui, &debate, 'g');
    draw(&mut ui, &debate, 60, 20);
    search(&mut ui, &debate, "road");
    let told = |ui: &mut Ui| {
        let screen = draw(ui, &debate, 60, 20);
        let (_, count) = screen.rsplit_once(" /road ").expect("the words");
        let count = count.split(' ').next().unwrap_or_default().to_owned();
        let (at, of) = count.split_once('/').expect("a count");
        let is_said = |words| screen.contains(words);
        (
            at.parse::<usize>().unwrap(),
            of.parse::<usize>().unwrap(),
            (
                is_said("from the top again"),
                is_said("from the bottom again"),
            ),
        )
    };
    let (first, of, _) = told(&mut ui);
    assert_eq!(first, 1, "the first at or below what is on the screen");
    assert!(of > 3);
    for at in 2..=of {
        press(&mut ui, &debate, 'n');
        assert_eq!(told(&mut ui), (at, of, (false, false)));
    }
    press(&mut ui, &debate, 'n');
    assert_eq!(told(&mut ui), (1, of, (true, false)), "round the end");
    press(&mut ui, &debate, 'N');
    let round = (of, of, (false, true));
    assert_eq!(told(&mut ui), round, "round the beginning");
    press(&mut ui, &debate, 'N');
    assert_eq!(told(&mut ui), (of - 1, of, (false, false)));
    press(&mut ui, &debate, 'n');

    // The one that the keys have led to is marked.
    let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
    let frame = terminal
        .draw(|frame| view::render(frame.area(), frame.buffer_mut(), &mut ui, &debate.state))
        .unwrap();
    let marked = frame.buffer.content.iter();
    let marked = marked.filter(|cell| cell.modifier.contains(Modifier::UNDERLINED));
    let marked: String = marked.map(ratatui::buffer::Cell::symbol).collect();
    assert_eq!(marked, "road");
}

#[test]
fn that_nothing_is_found_is_said_once() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    draw(&mut ui, &debate, 60, 18);
    search(&mut ui, &debate, "zeppelin");
    for key in [None, Some('n'), Some('N')] {
        if let Some(key) = key {
            press(&mut ui, &debate, key);
        }
        let screen = draw(&mut ui, &debate, 60, 18);
        assert_eq!(screen.matches("not found").count(), 1, "{screen}");
    }
}

#[test]
fn what_was_typed_for_a_search_is_taken_back_as_in_a_shell() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    draw(&mut ui, &debate, 80, 24);
    press(&mut ui, &debate, '/');
    let control = |ui: &mut Ui, key| {
        let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL);
        update(ui, &debate.state, Msg::Key(key));
        ui.transcript.search.clone().unwrap().query
    };
    type_in(&mut ui, &debate, "a fair promise");
    assert_eq!(control(&mut ui, 'w'), "a fair ");
    assert_eq!(control(&mut ui, 'w'), "a ");
    assert_eq!(control(&mut ui, 'u'), "");
}
