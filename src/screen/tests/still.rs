//! The screen where nothing is to move that need not.

use super::*;

#[test]
fn a_speech_grows_by_sentences_where_nothing_is_to_move_that_need_not() {
    let debate = DebateFixture::british();
    let look = |is_still: bool| ThemeStyles {
        name: "plain".to_owned(),
        styles: Styles::plain(ColorSupport::None).with_reduced_motion(is_still),
    };
    let moving = draw(&mut ui(), &debate, 120, 40);
    assert!(moving.contains("shall begin with it▌"), "{moving}");
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), vec![look(true)]);
    let still = draw(&mut ui, &debate, 120, 40);
    assert!(still.contains("said the word noise."), "{still}");
    assert!(!still.contains("shall begin"), "{still}");
    assert_ne!(
        look(true).styles.revision(),
        look(false).styles.revision(),
        "what was drawn otherwise is drawn again"
    );
}
