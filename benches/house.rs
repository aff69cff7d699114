//! What the rules and the prompts cost in a large house and under a long script: one exhibition with a poll after each
//! speech, by how many members vote, and by how much the gallery brings in. A house ten times as large is ten times the
//! work; a prompt costs the same however much was brought in.

#[allow(unused, reason = "what the tests share")]
#[path = "../tests/common/mod.rs"]
mod common;

use common::world::World;
use divan::Bencher;
use hustings::{
    catalog::Profile,
    debate::{
        ask::{Ask, When},
        command::{Command, Halt},
        decide::{Answer, Input},
        ids::Seat,
        missing::missing,
        opening::{Options, Polls},
    },
    prompt::Prompts,
};

fn main() {
    divan::main();
}

fn opened(members: usize) -> World {
    let options = Options {
        scale: 0.1,
        polls: Polls::EachSpeech,
        ..Options::default()
    };
    let mut world = World::unchecked();
    let opening = common::opening(members, options, &Profile::default());
    world.feed(Input::Open(opening));
    world
}

#[divan::bench(args = [101, 1001], max_time = 10)]
fn a_debate_with_polls(bencher: Bencher<'_, '_>, members: usize) {
    bencher.bench_local(|| {
        let mut world = opened(members);
        world.run_in_order();
        assert!(world.state.is_closed());
        world.journal.len()
    });
}

#[divan::bench(args = [101, 1001], max_time = 10)]
fn a_debate_in_which_no_vote_can_be_had(bencher: Bencher<'_, '_>, members: usize) {
    bencher.bench_local(|| {
        let mut world = opened(members);
        // Of no use for a vote.
        let of_no_use = || Some(Answer::Text("…".to_owned()));
        world.answers = Some(Box::new(move |_, ask| match ask {
            Ask::Poll { .. } | Ask::Ballot { .. } => of_no_use(),
            _ => None,
        }));
        world.run_in_order();
        let missing = missing(&world.state).len();
        assert!(missing >= 2 * members, "{missing}");
        missing
    });
}

fn asked(count: usize) -> World {
    let mut world = opened(3);
    for number in 0..count {
        let text = format!("Report {number} has the figures of one street.");
        world.command(match number % 2 {
            0 => Command::Evidence {
                text,
                source: "the town hall".to_owned(),
                places: Vec::new(),
            },
            _ => Command::Ask {
                seat: Seat::new("prop", 1),
                text,
                halt: Halt::Beside,
            },
        });
    }
    world.run_in_order();
    world
}

#[divan::bench(args = [1_000, 10_000], max_time = 10)]
fn a_debate_with_interventions(bencher: Bencher<'_, '_>, count: usize) {
    bencher.bench_local(|| asked(count).journal.len());
}

#[divan::bench(args = [1_000, 10_000], max_time = 5)]
fn a_prompt_after_interventions(bencher: Bencher<'_, '_>, count: usize) {
    let world = asked(count);
    let prompts = Prompts::load(None);
    let ask = Ask::Ballot {
        member: Seat::audience(1),
        when: When::After,
    };
    bencher.bench_local(|| {
        let prompts = prompts.as_ref().map_err(|error| error.message.clone());
        let prompted = prompts.and_then(|prompts| prompts.prompt(&world.state, &ask, 32_768));
        prompted.map(|prompted| prompted.needed)
    });
}
