//! Keys that need no screen of their own to show what they do.

use super::*;

#[test]
fn a_speech_is_copied_the_next_theme_put_on_and_the_pace_changed() {
    let stage = Stage::speaking();
    let look = |name: &str| Look {
        name: name.to_owned(),
        styles: Styles::plain(ColorSupport::None),
    };
    let looks = vec![look("first"), look("second")];
    let mut ui = Ui::new(Kind::Live, Keymap::default(), looks);
    draw(&mut ui, &stage, 80, 24);
    let copied = press(&mut ui, &stage, 'y');
    let [Cmd::Copy(text)] = copied.as_slice() else {
        panic!("{copied:?}");
    };
    let mut speeches = stage.state.turns.iter().map(|turn| turn.text.trim());
    assert!(
        speeches.any(|speech| !speech.is_empty() && text.contains(speech)),
        "{text}"
    );
    assert_eq!(press(&mut ui, &stage, 't'), []);
    assert!(draw(&mut ui, &stage, 80, 24).contains("theme: second"));
    let before = stage.state.pace;
    for (key, pace) in [('+', before.faster()), ('-', before.slower())] {
        let mut ui = super::ui();
        let sent = press(&mut ui, &stage, key);
        let wanted = Command::SetPace { pace };
        let is_sent =
            matches!(sent.as_slice(), [Cmd::Send(Order { command, .. })] if *command == wanted);
        assert_eq!(is_sent, pace != before, "{key}: {sent:?}");
    }
}
