//! A debate that people held, replayed in the chamber.

use super::{draw, fixture::DebateFixture, ui};
use crate::{
    debate::ids::DebateId,
    real::{Given, Making, read, records},
    replay::{Jump, MarkKind, Player},
};

const DEBATE: &str = include_str!("../../../tests/samples/real/bridge.json");

#[test]
fn it_is_replayed_as_any_other() {
    let debate = read(DEBATE, &Given::default()).unwrap().debate;
    let making = Making {
        debate: DebateId("d".into()),
        now_ms: 0,
        like: None,
    };
    let mut player = Player::new(records(&debate, &making));
    let shown = |player: &Player| {
        let mut debate = DebateFixture::default();
        debate.state = player.state().clone();
        draw(&mut ui(), &debate, 100, 30)
    };
    for _ in 0..3 {
        player.seek(Jump::Next(MarkKind::Speech));
    }
    player.seek(Jump::Ahead(std::time::Duration::from_secs(4)));
    insta::assert_snapshot!("real_speaking_100x30", shown(&player));
    player.seek(Jump::End);
    let over = shown(&player);
    assert!(over.contains("The house then"), "{over}");
    insta::assert_snapshot!("real_over_100x30", over);
}
