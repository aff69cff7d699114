//! Keys that need no screen of their own to show what they do.

use super::*;
use crate::debate::{
    answer::{ArgumentPoint, DefinedTerm, SpeechArguments},
    definitions::Definitions,
};

#[test]
fn what_a_speech_argues_can_be_looked_at_with_its_tone_and_its_devices() {
    let mut debate = DebateFixture::speaking();
    let mut ui = ui();
    draw(&mut ui, &debate, 120, 40);
    press(&mut ui, &debate, 'w');
    assert!(draw(&mut ui, &debate, 120, 40).contains("taken down when it is over"));
    debate.add(Event::ArgumentsExtracted {
        turn: TurnId(1),
        arguments: SpeechArguments {
            opening: "A road is a promise.".to_owned(),
            arguments: vec![ArgumentPoint {
                claim: "A ban falls on those who work at night.".to_owned(),
                reasoning: "No bus runs at four in the morning.".to_owned(),
                evidence: Some("The timetable of the night lines.".to_owned()),
                is_rebuttal: true,
                rebuts_speaker: Some("Mr Smith".to_owned()),
            }],
            closing: String::new(),
            tone: "dry and unhurried".to_owned(),
            key_rhetorical_moves: vec!["a list of three".to_owned()],
            shifts: None,
        },
    });
    update(&mut ui, &debate.state, Msg::Record(&debate.log[0]));
    press(&mut ui, &debate, 'g');
    draw(&mut ui, &debate, 120, 40);
    press(&mut ui, &debate, ']');
    draw(&mut ui, &debate, 120, 40);
    press(&mut ui, &debate, 'w');
    insta::assert_snapshot!(draw(&mut ui, &debate, 100, 24));
    press(&mut ui, &debate, 'w');
    assert!(ui.overlay.is_none());
}

#[test]
fn the_terms_of_the_debate_are_shown_once_they_are_taken_down() {
    let mut debate = DebateFixture::speaking();
    let mut ui = ui();
    assert!(!draw(&mut ui, &debate, 160, 40).contains("d terms"));
    press(&mut ui, &debate, 'd');
    assert!(draw(&mut ui, &debate, 120, 40).contains("after the first speech of each side"));
    let definitions = |meaning: &str, contested| Definitions {
        terms: vec![DefinedTerm {
            term: "private car".to_owned(),
            words: String::new(),
            meaning: meaning.to_owned(),
        }],
        scope: "Towns with trams.".to_owned(),
        left_out: vec!["Ambulances.".to_owned()],
        contested,
    };
    let of_proposition = debate.state.definitions[0].turn;
    debate.add(Event::DefinitionsTaken {
        turn: of_proposition,
        definitions: definitions("A car that serves one household.", vec![]),
    });
    update(&mut ui, &debate.state, Msg::Record(&debate.log[0]));
    ui.message = None;
    assert!(draw(&mut ui, &debate, 160, 40).contains("d terms"));
    press(&mut ui, &debate, 'd');
    insta::assert_snapshot!(draw(&mut ui, &debate, 100, 24));
    press(&mut ui, &debate, 'd');
    assert!(ui.overlay.is_none());
}

#[test]
fn a_speech_is_copied_the_next_theme_put_on_and_the_pace_changed() {
    let debate = DebateFixture::speaking();
    let look = |name: &str| ThemeStyles {
        name: name.to_owned(),
        styles: Styles::plain(ColorSupport::None),
    };
    let looks = vec![look("first"), look("second")];
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), looks);
    draw(&mut ui, &debate, 80, 24);
    let copied = press(&mut ui, &debate, 'y');
    let [ScreenEffect::Copy(text)] = copied.as_slice() else {
        panic!("{copied:?}");
    };
    let mut speeches = debate.state.turns.iter().map(|turn| turn.text.trim());
    assert!(
        speeches.any(|speech| !speech.is_empty() && text.contains(speech)),
        "{text}"
    );
    assert_eq!(press(&mut ui, &debate, 't'), []);
    assert!(draw(&mut ui, &debate, 80, 24).contains("theme: second"));
    let before = debate.state.pace;
    for (key, pace) in [('+', before.faster()), ('-', before.slower())] {
        let mut ui = super::ui();
        let sent = press(&mut ui, &debate, key);
        let wanted = Command::SetPace { pace };
        let is_sent = matches!(sent.as_slice(), [ScreenEffect::Send(Order { command, .. })] if *command == wanted);
        assert_eq!(is_sent, pace != before, "{key}: {sent:?}");
    }
}

#[test]
fn tab_goes_to_the_next_pane_and_round() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    for pane in [1, 2, 3, 0] {
        let key = KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE);
        update(&mut ui, &debate.state, Msg::Key(key));
        assert_eq!(ui.focus, crate::layout::Pane::ALL[pane]);
    }
    let key = KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT);
    update(&mut ui, &debate.state, Msg::Key(key));
    assert_eq!(ui.focus, crate::layout::Pane::Lower);
}

#[test]
fn a_word_to_the_viewer_is_read_to_its_end() {
    let debate = DebateFixture::speaking();
    let told = "/home/somebody/a folder of evidence/pipe.txt: this is a named pipe, and only regular \
                files are read";
    for (width, height) in SIZES {
        let mut ui = ui();
        ui.say(told, crate::style::StyleRole::Warning);
        let drawn = draw(&mut ui, &debate, width, height);
        assert!(drawn.contains("are read"), "{width}×{height}\n{drawn}");
        assert!(
            drawn.contains("/home/somebody"),
            "{width}×{height}\n{drawn}"
        );
    }
}

#[test]
fn what_the_screen_itself_says_of_keys_follows_those_that_are_bound() {
    let debate = DebateFixture::speaking();
    let own = [("quit", "Q"), ("next-pane", "F6")];
    let own = own.map(|(action, key)| (action.to_owned(), key.to_owned()));
    let mut ui = ui();
    ui.keymap = Keymap::with(&own.into()).unwrap();
    let small = draw(&mut ui, &debate, 30, 8);
    assert!(small.contains("with Q;"), "{small}");
    let tabs = draw(&mut ui, &debate, 80, 24).to_lowercase();
    assert!(tabs.contains("f6 ⇥"), "{tabs}");
}
