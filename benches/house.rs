//! What the rules cost in a large house: one exhibition with a poll after each speech, by how many members vote. A house
//! ten times as large is ten times the work.

#[allow(unused, reason = "what the tests share")]
#[path = "../tests/common/mod.rs"]
mod common;

use common::world::World;
use divan::Bencher;
use hustings::{
    catalog::Profile,
    debate::{
        decide::Input,
        opening::{Options, Polls},
    },
};

fn main() {
    divan::main();
}

#[divan::bench(args = [101, 1001], max_time = 10)]
fn a_debate_with_polls(bencher: Bencher<'_, '_>, members: usize) {
    let options = Options {
        scale: 0.1,
        polls: Polls::EachSpeech,
        ..Options::default()
    };
    let opening = common::opening(members, options, &Profile::default());
    bencher.bench(|| {
        let mut world = World::unchecked();
        world.feed(Input::Open(opening.clone()));
        world.run_in_order();
        assert!(world.state.is_closed());
        world.journal.len()
    });
}
