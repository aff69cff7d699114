//! What a viewer does: evidence, questions, limits.

use super::*;

#[test]
fn evidence_interrupts_at_the_end_of_the_sentence_and_stands_in_the_transcript() {
    let mut world = World::new();
    world.feed(Input::Open(common::opening(
        0,
        Options {
            scale: 0.3,
            polls: Polls::Off,
            ..Options::default()
        },
        &Profile::default(),
    )));
    let mut choices = Choices {
        bytes: vec![1, 2, 3],
        at: 0,
    };
    while world.state.floor().is_none_or(|turn| turn.words < 30) {
        world.step(&mut choices, 0);
    }
    let call = *world
        .calls
        .iter()
        .find(|(_, (ask, _))| matches!(ask, Ask::Speech { .. }))
        .unwrap()
        .0;
    world.feed(Input::Said {
        call,
        text: "Half a".into(),
        rest: Unspoken::Unfinished,
    });
    let id = world.command(Command::Evidence {
        text: "A table of tolls.".into(),
        source: "the archive".into(),
        places: Vec::new(),
    });
    assert!(
        world.calls.contains_key(&call),
        "not in the middle of a sentence"
    );
    world.feed(Input::Said {
        call,
        text: " sentence. ".into(),
        rest: Unspoken::Unfinished,
    });
    assert!(!world.calls.contains_key(&call), "but at its end");
    assert!(world.calls.values().any(|(ask, _)| matches!(
        ask,
        Ask::Speech {
            cue: hustings::debate::ask::Cue::Evidence { .. },
            ..
        }
    )));
    assert!(
        world
            .journal
            .iter()
            .any(|r| matches!(&r.event, Event::EvidenceAdmitted { command, .. } if *command == id))
    );
    world.run(&mut choices, 0);
    check_finished(&world);
}

#[test]
fn a_halting_question_halts_and_a_limit_pauses_again_and_again() {
    let mut world = World::new();
    let options = Options {
        scale: 0.2,
        max_tokens: Some(2_000),
        ..Options::default()
    };
    world.feed(Input::Open(common::opening(
        5,
        options,
        &Profile::default(),
    )));
    world.command(Command::Ask {
        seat: Seat::new("prop", 1),
        text: "Why?".into(),
        halt: Halt::Halting,
    });
    assert!(matches!(world.state.status, DebateStatus::Paused(_)));
    assert!(
        world
            .calls
            .values()
            .any(|(ask, _)| matches!(ask, Ask::Question { .. })),
        "it is put all the same"
    );
    world.run(
        &mut Choices {
            bytes: vec![5, 3, 1],
            at: 0,
        },
        0,
    );
    assert!(world.state.limits_passed >= 2);
    assert!(matches!(
        world.state.interventions[0].progress,
        InterventionProgress::Done { answer: Some(_) }
    ));
}

#[test]
fn evidence_of_more_than_eight_hundred_words_is_read_like_a_corpus() {
    for (words, is_long) in [(800, false), (801, true)] {
        let mut world = World::new();
        let options = Options {
            scale: 0.3,
            ..Options::default()
        };
        world.feed(Input::Open(common::opening(
            0,
            options,
            &Profile::default(),
        )));
        let mut choices = Choices {
            bytes: vec![1, 2, 3],
            at: 0,
        };
        let mut text = "toll ".repeat(words - 1);
        text += "last";
        assert_eq!(
            handed_in(&text).ends_with("last"),
            !is_long,
            "what is shown of it"
        );
        world.command(Command::Evidence {
            text,
            source: "the archive".into(),
            places: Vec::new(),
        });
        assert_eq!(world.state.long_evidence().count(), usize::from(is_long));
        world.run(&mut choices, 0);
        let draws = world.journal.iter();
        let draws = draws.filter(|one| matches!(one.event, Event::PassagesDrawn { .. }));
        assert_eq!(draws.count() > 0, is_long, "{words} words");
    }
}
