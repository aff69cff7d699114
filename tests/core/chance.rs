//! Debates by chance: whatever goes wrong and whatever is pressed, and wherever a journal is cut.

use proptest::prelude::*;

use super::{common::world::taken_up, *};

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever goes wrong and whatever is pressed: the debate ends, the journal folds to the live state, and
    /// every command was answered.
    #[test]
    fn any_debate_comes_to_its_end(
        bytes in proptest::collection::vec(any::<u8>(), 40..200),
        trouble in prop_oneof![Just(0usize), Just(5), Just(30)],
        stepwise in any::<bool>(),
        checked in any::<bool>(),
        on_failure in prop_oneof![Just(OnFailure::Pause), Just(OnFailure::GoOn), Just(OnFailure::Stop)],
        presses in 0usize..30,
    ) {
        let profile = profile(
            if stepwise { Steps::OneAtATime } else { Steps::Together },
            if checked { SideCheck::EachSpeech } else { SideCheck::Off },
        );
        let options = Options { scale: 0.15, on_failure, ..Options::default() };
        let mut choices = Choices { bytes, at: 0 };
        let mut world = World::new();
        world.feed(Input::Open(common::opening(5, options, &profile)));
        let mut sent = vec![];
        for _ in 0..presses {
            for _ in 0..choices.next(40) {
                world.step(&mut choices, trouble);
            }
            sent.extend(press(&mut world, &mut choices));
        }
        world.run(&mut choices, trouble);
        check_finished(&world);
        for id in sent {
            let answered = serde_json::to_string(&world.journal).unwrap().contains(&format!("\"command\":{}", id.0));
            prop_assert!(answered, "command {} was answered", id.0);
        }
    }

    /// Any prefix folds, and a debate taken up from it comes to the same end with nothing lost or doubled.
    #[test]
    fn any_prefix_can_be_gone_on_from(bytes in proptest::collection::vec(any::<u8>(), 40..120), cut in 0.0f64..1.0, stepwise in any::<bool>()) {
        let profile = profile(if stepwise { Steps::OneAtATime } else { Steps::Together }, SideCheck::EachSpeech);
        let mut choices = Choices { bytes, at: 0 };
        let mut world = World::new();
        world.feed(Input::Open(common::opening(5, Options { scale: 0.15, ..Options::default() }, &profile)));
        for _ in 0..6 {
            for _ in 0..choices.next(60) { world.step(&mut choices, 5); }
            press(&mut world, &mut choices);
        }
        world.run(&mut choices, 5);
        let keep = ((world.journal.len() - 1) as f64 * cut) as usize + 1;
        let mut second = World::new();
        second.journal = world.journal[..keep].to_vec();
        second.state = DebateState::fold(&second.journal);
        second.clock = second.state.at_ms;
        let ended: Vec<(u32, String)> = second.state.speeches().map(|t| (t.id.0, t.text.clone())).collect();
        if !second.state.is_closed() {
            second.feed(taken_up(None));
            second.run(&mut choices, 0);
        }
        check_finished(&second);
        for (id, text) in ended {
            prop_assert_eq!(&second.state.turns[id as usize].text, &text, "what was finished stays");
        }
    }

    /// The fold takes anything: records in any order, doubled or missing, change something or nothing, and never panic.
    #[test]
    fn the_fold_never_fails(bytes in proptest::collection::vec(any::<u8>(), 40..80), order in proptest::collection::vec(any::<prop::sample::Index>(), 0..300)) {
        let mut choices = Choices { bytes, at: 0 };
        let mut world = World::new();
        world.feed(Input::Open(common::opening(3, Options { scale: 0.15, ..Options::default() }, &Profile::default())));
        world.run(&mut choices, 10);
        let mut state = DebateState::default();
        for index in order {
            state.apply(&world.journal[index.index(world.journal.len())]);
        }
    }
}
