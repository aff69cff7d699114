//! Tests of what the screen says of a verdict.

use super::*;

#[test]
fn a_contested_verdict_is_told_beside_the_count_and_in_the_transcript() {
    let drawn = draw(&mut ui(), &DebateFixture::contested(), 120, 60);
    assert!(drawn.contains("verdict contested"), "{drawn}");
    assert!(drawn.contains("contested: the Ayes at"), "{drawn}");
    let drawn = draw(&mut ui(), &DebateFixture::divided(), 120, 60);
    assert!(!drawn.contains("contested"), "{drawn}");
}
