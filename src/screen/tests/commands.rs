//! Commands on their way to the engine, and leaving.

use super::*;

#[test]
fn a_command_waits_for_its_answer_and_a_refusal_gives_the_text_back() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    assert_eq!(
        press(&mut ui, &debate, ' '),
        [ScreenEffect::Send(Order {
            id: CommandId(1),
            command: Command::Pause
        })]
    );
    update(&mut ui, &debate.state, Msg::Sent(CommandId(1)));
    assert_eq!(ui.waiting.len(), 1);
    assert!(
        draw(&mut ui, &debate, 80, 24)
            .lines()
            .last()
            .is_some_and(|line| line.contains('…'))
    );
    let answer = |event| Record {
        seq: 0,
        at_ms: 0,
        event,
    };
    let refused = answer(Event::CommandRefused {
        command: CommandId(1),
        reason: "it is paused already".to_owned(),
    });
    update(&mut ui, &debate.state, Msg::Record(&refused));
    assert!(ui.waiting.is_empty());
    assert!(draw(&mut ui, &debate, 80, 24).contains("it is paused already"));
}

#[test]
fn a_full_channel_keeps_the_overlay_and_a_refusal_keeps_the_text() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    press(&mut ui, &debate, 'p');
    update(&mut ui, &debate.state, Msg::Paste("Who counted them?"));
    let submit = |ui: &mut Ui| {
        let key = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL);
        update(ui, &debate.state, Msg::Key(key))
    };
    let sent = submit(&mut ui);
    let [ScreenEffect::Send(order)] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    assert_eq!(
        order.command,
        Command::GalleryPoint {
            text: "Who counted them?".to_owned()
        }
    );
    update(&mut ui, &debate.state, Msg::NotSent(order.id, "too busy"));
    assert!(ui.overlay.is_some() && ui.waiting.is_empty());
    let sent = submit(&mut ui);
    let [ScreenEffect::Send(order)] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    update(&mut ui, &debate.state, Msg::Sent(order.id));
    assert!(ui.overlay.is_none());
    let refused = Record {
        seq: 0,
        at_ms: 0,
        event: Event::CommandRefused {
            command: order.id,
            reason: "not now".to_owned(),
        },
    };
    update(&mut ui, &debate.state, Msg::Record(&refused));
    press(&mut ui, &debate, 'p');
    assert!(draw(&mut ui, &debate, 80, 24).contains("Who counted them?"));
}

#[test]
fn what_somebody_typed_brings_them_to_where_it_is_answered() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    draw(&mut ui, &debate, 80, 24);
    press(&mut ui, &debate, 'g');
    assert_ne!(ui.transcript.scroll, Scroll::Follow);
    press(&mut ui, &debate, 'p');
    update(&mut ui, &debate.state, Msg::Paste("Who counted them?"));
    let key = KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL);
    let sent = update(&mut ui, &debate.state, Msg::Key(key));
    let [ScreenEffect::Send(order)] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    update(&mut ui, &debate.state, Msg::Sent(order.id));
    assert_ne!(ui.transcript.scroll, Scroll::Follow);
    let queued = Record {
        seq: 0,
        at_ms: 0,
        event: Event::GalleryPointQueued {
            item: crate::debate::ids::InterventionId(0),
            command: order.id,
            text: "Who counted them?".to_owned(),
        },
    };
    update(&mut ui, &debate.state, Msg::Record(&queued));
    assert_eq!(ui.transcript.scroll, Scroll::Follow);
}

#[test]
fn quitting_asks_while_the_debate_runs_and_not_afterwards() {
    let mut ui = ui();
    assert_eq!(press(&mut ui, &DebateFixture::speaking(), 'q'), []);
    assert!(ui.overlay.is_some());
    let drawn = draw(&mut ui, &DebateFixture::speaking(), 80, 24);
    assert!(drawn.contains("The debate is not over"), "{drawn}");
    let (mut ui, paused) = (self::ui(), DebateFixture::paused());
    assert_eq!(press(&mut ui, &paused, 'q'), []);
    let drawn = draw(&mut ui, &paused, 80, 24);
    assert!(drawn.contains("The debate is paused"), "{drawn}");
    assert!(!drawn.contains("not over"), "{drawn}");
    let mut ui = self::ui();
    assert_eq!(
        press(&mut ui, &DebateFixture::divided(), 'q'),
        [ScreenEffect::Leave]
    );
    assert_eq!(press(&mut ui, &DebateFixture::divided(), 'e'), []);
    assert!(ui.overlay.is_none(), "nobody is there to hear it");
}

/// A debate that was paused plays on in its replay, and the other way round.
#[test]
fn a_replay_says_whether_it_goes_on_and_not_whether_the_debate_did() {
    use Playback::{Ended, Paused, Playing};
    let mut halted = DebateFixture::speaking();
    halted.add(Event::Paused {
        command: CommandId(2),
        by: PausedBy::Limit {
            what: "the debate has used 5 tokens".to_owned(),
        },
    });
    let fixtures = [
        DebateFixture::speaking(),
        DebateFixture::paused(),
        halted,
        DebateFixture::divided(),
    ];
    for (playback, hint, sign) in [
        (Playing, "pause", "▶"),
        (Paused, "resume", "⏸ Paused"),
        (Ended, "again", "■"),
    ] {
        for debate in &fixtures {
            let mut ui = ui();
            ui.mode = ChamberMode::Replay(playback, Speed::X2);
            let screen = draw(&mut ui, debate, 120, 40);
            let head = screen.lines().next().unwrap();
            let foot = screen.lines().nth(39).unwrap();
            assert!(head.contains(sign), "{playback:?}: {head}");
            assert!(
                foot.contains(&format!(" space {hint} ")),
                "{playback:?}: {foot}"
            );
            assert!(foot.contains("2x"), "{foot}");
            assert!(!screen.contains("hustings resume"), "{screen}");
        }
    }
}

/// On a slow machine there may be a frame between two keys, or none: what is seen is the same.
#[test]
fn whoever_goes_on_behind_the_end_of_a_replay_still_sees_the_result() {
    let debate = DebateFixture::divided();
    let mut ui = ui();
    ui.mode = ChamberMode::Replay(Playback::Playing, Speed::default());
    for key in "]]}]".chars() {
        press(&mut ui, &debate, key);
        let screen = draw(&mut ui, &debate, 60, 20);
        assert!(screen.contains("So the Ayes have it"), "{key}: {screen}");
    }
}
