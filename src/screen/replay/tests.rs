//! The player, held to the times and states of a record.

mod rhythm;

use proptest::prelude::*;

use super::*;
use crate::{
    catalog::Task,
    debate::{
        event::Event,
        ids::{Seat, TurnId},
    },
};

/// A debate of two phases with two speeches each, a record every `step_ms`.
fn debate(step_ms: u64) -> Vec<Record> {
    let mut events = vec![Event::Notice {
        text: "opened".into(),
    }];
    for phase in 0..2 {
        events.push(Event::PhaseBegan { phase });
        for speech in 0..2 {
            let turn = TurnId(phase * 2 + speech);
            events.push(Event::TurnBegan {
                turn,
                slot: 0,
                seat: Seat::new("prop", speech as usize + 1),
                task: Task::Speech,
                attempt: 1,
                target_words: 100,
            });
            for word in 0..10 {
                let text = format!("word {word} ");
                events.push(Event::Said { turn, text });
            }
            events.push(Event::TurnEnded {
                turn,
                truncated: None,
                flagged: None,
            });
        }
        events.push(Event::PhaseEnded { phase });
    }
    numbered(events.into_iter().map(|event| (step_ms, event)))
}

fn numbered(events: impl Iterator<Item = (u64, Event)>) -> Vec<Record> {
    let mut at_ms = 0;
    events
        .enumerate()
        .map(|(seq, (gap, event))| {
            at_ms += gap;
            Record {
                seq: seq as u64,
                at_ms,
                event,
            }
        })
        .collect()
}

fn notices(gaps: &[u64]) -> Vec<Record> {
    numbered(gaps.iter().map(|gap| {
        let text = format!("after {gap}");
        (*gap, Event::Notice { text })
    }))
}

fn secs(secs: u64) -> Duration {
    Duration::from_secs(secs)
}

#[test]
fn the_rhythm_is_kept_and_long_gaps_are_shortened() {
    let mut player = Player::new(notices(&[0, 500, 60_000, 1000]));
    assert_eq!(player.total(), Duration::from_millis(3500));
    assert_eq!(player.advance(Duration::ZERO), 0..1);
    assert_eq!(player.next_due(), Some(Duration::from_millis(500)));
    assert_eq!(player.advance(Duration::from_millis(499)), 1..1);
    assert_eq!(player.advance(Duration::from_millis(1)), 1..2);
    assert_eq!(player.advance(secs(2)), 2..3);
    player.speed = Speed::X4;
    assert_eq!(player.next_due(), Some(Duration::from_millis(250)));
    player.toggle();
    assert_eq!(player.advance(secs(9)), 3..3);
    assert_eq!(player.next_due(), None);
    player.toggle();
    assert_eq!(player.advance(Duration::from_millis(250)), 3..4);
    assert!(player.is_at_end());
    assert_eq!(player.playback(), Playback::Ended);
}

#[test]
fn playing_at_the_end_begins_again() {
    let mut player = Player::new(debate(10));
    player.seek(Jump::End);
    assert!(player.is_at_end());
    player.toggle();
    assert_eq!(
        (player.position(), player.playback()),
        (1, Playback::Playing)
    );
    assert_eq!(player.state().turns.len(), 0);
}

#[test]
fn jumps_go_to_speeches_and_phases() {
    let mut player = Player::new(debate(1000));
    let landed = |player: &Player| player.records()[player.position() - 1].event.clone();
    player.seek(Jump::Next(MarkKind::Phase));
    assert_eq!(landed(&player), Event::PhaseBegan { phase: 0 });
    player.seek(Jump::Next(MarkKind::Speech));
    player.seek(Jump::Next(MarkKind::Speech));
    assert_eq!(player.state().turns.len(), 2);
    assert_eq!(player.current(MarkKind::Speech).unwrap().label, "prop.2");
    player.seek(Jump::Next(MarkKind::Phase));
    assert_eq!(landed(&player), Event::PhaseBegan { phase: 1 });
    assert_eq!(player.current(MarkKind::Phase).unwrap().label, "Phase 2");

    // At the very beginning of a phase, "previous" is the phase before; later it is this one.
    player.seek(Jump::Previous(MarkKind::Phase));
    assert_eq!(landed(&player), Event::PhaseBegan { phase: 0 });
    player.seek(Jump::Next(MarkKind::Phase));
    player.seek(Jump::Ahead(secs(5)));
    player.seek(Jump::Previous(MarkKind::Phase));
    assert_eq!(landed(&player), Event::PhaseBegan { phase: 1 });

    player.seek(Jump::Previous(MarkKind::Speech));
    assert_eq!(player.state().turns.len(), 2);
    player.seek(Jump::Next(MarkKind::Phase));
    player.seek(Jump::Next(MarkKind::Phase));
    assert!(player.is_at_end());
    player.seek(Jump::Start);
    player.seek(Jump::Previous(MarkKind::Speech));
    assert_eq!(player.position(), 1);
}

#[test]
fn time_moves_by_seconds() {
    let mut player = Player::new(debate(1000));
    player.seek(Jump::Ahead(secs(10)));
    assert_eq!((player.elapsed(), player.position()), (secs(10), 11));
    player.seek(Jump::Back(secs(4)));
    assert_eq!((player.elapsed(), player.position()), (secs(6), 7));
    player.seek(Jump::Back(secs(40)));
    assert_eq!((player.elapsed(), player.position()), (secs(0), 1));
}

#[test]
fn an_empty_record_is_at_its_end() {
    let mut player = Player::new(Vec::new());
    for jump in [Jump::Start, Jump::End, Jump::Seq(3), Jump::Fraction(0.5)] {
        player.seek(jump);
        assert_eq!(player.position(), 0);
    }
    player.toggle();
    assert_eq!(player.advance(secs(1)), 0..0);
    assert!(player.is_at_end() && player.next_due().is_none());
}

#[test]
fn speeds_are_read_and_stepped() {
    assert_eq!(Speed::of_word("64x"), Some(Speed::X64));
    assert_eq!(Speed::of_word("0.5"), Some(Speed::Half));
    assert_eq!(Speed::of_word("fast"), None);
    assert_eq!(Speed::Half.slower(), Speed::Half);
    assert_eq!(Speed::Max.faster(), Speed::Max);
    for pair in Speed::ALL.windows(2) {
        assert_eq!((pair[0].faster(), pair[1].slower()), (pair[1], pair[0]));
    }
}

/// More records than one checkpoint holds.
fn long() -> Vec<Record> {
    let turn = TurnId(0);
    let began = Event::TurnBegan {
        turn,
        slot: 0,
        seat: Seat::new("opp", 1),
        task: Task::Speech,
        attempt: 1,
        target_words: 100,
    };
    let words = (0..CHECKPOINT_EVERY * 3).map(|word| {
        let text = format!("{word} ");
        (7, Event::Said { turn, text })
    });
    numbered([(0, began)].into_iter().chain(words))
}

#[test]
fn going_back_gives_the_state_that_was() {
    let records = long();
    let mut player = Player::new(records.clone());
    player.seek(Jump::End);
    for seq in [1400, 1030, 1024, 1023, 512, 511, 3, 0, 900] {
        player.seek(Jump::Seq(seq));
        let upto = records.iter().take_while(|record| record.seq <= seq);
        assert!(player.state() == &DebateState::fold(upto), "at {seq}");
    }
}

fn jumps() -> impl Strategy<Value = Jump> {
    prop_oneof![
        Just(Jump::Start),
        Just(Jump::End),
        Just(Jump::NextSentence),
        Just(Jump::PreviousSentence),
        Just(Jump::Next(MarkKind::Phase)),
        Just(Jump::Next(MarkKind::Speech)),
        Just(Jump::Previous(MarkKind::Phase)),
        Just(Jump::Previous(MarkKind::Speech)),
        (0..60_u64).prop_map(Jump::Seq),
        (-0.5..1.5_f64).prop_map(Jump::Fraction),
        (0..9000_u64).prop_map(|ms| Jump::Ahead(Duration::from_millis(ms))),
        (0..9000_u64).prop_map(|ms| Jump::Back(Duration::from_millis(ms))),
    ]
}

proptest! {
    #[test]
    fn every_record_comes_once_and_in_order(
        gaps in proptest::collection::vec(0..5000_u64, 1..300),
        frames in proptest::collection::vec((0..200_u64, 0..9_usize), 1..60),
    ) {
        let mut player = Player::new(notices(&gaps));
        let mut next = 0;
        for (ms, speed) in frames.into_iter().cycle() {
            player.speed = Speed::ALL[speed];
            let due = player.advance(Duration::from_millis(ms + 1));
            prop_assert_eq!(due.start, next);
            next = due.end;
            if player.is_at_end() {
                break;
            }
        }
        prop_assert_eq!(next, gaps.len());
        prop_assert_eq!(player.elapsed(), player.total());
    }

    #[test]
    fn what_is_due_next_is_not_due_before(
        gaps in proptest::collection::vec(1..3000_u64, 2..40),
        speed in 0..8_usize,
    ) {
        let mut player = Player::new(notices(&gaps));
        player.speed = Speed::ALL[speed];
        player.advance(Duration::ZERO);
        while let Some(wait) = player.next_due() {
            let early = wait.saturating_sub(Duration::from_micros(10));
            prop_assert!(player.advance(early).is_empty());
            prop_assert!(!player.advance(wait.saturating_sub(early)).is_empty());
        }
        prop_assert!(player.is_at_end());
    }

    #[test]
    fn seeks_land_where_they_say_in_the_state_of_that_place(
        step in 0..3000_u64,
        jumps in proptest::collection::vec(jumps(), 1..30),
    ) {
        let records = debate(step);
        let mut player = Player::new(records.clone());
        for jump in jumps {
            let before = player.position();
            player.seek(jump);
            let at = player.position();
            prop_assert!(player.state() == &DebateState::fold(&records[..at]));
            prop_assert!(player.elapsed() <= player.total());
            match jump {
                Jump::Start => prop_assert_eq!(at, 1),
                Jump::End => prop_assert!(player.is_at_end()),
                Jump::Seq(seq) => {
                    prop_assert_eq!(player.seq(), Some(seq.min(records.len() as u64 - 1)));
                }
                Jump::Fraction(share) => {
                    let share = share.clamp(0.0, 1.0);
                    prop_assert!((player.fraction() - share).abs() < 0.02, "{} {}", player.fraction(), share);
                }
                Jump::Next(kind) => {
                    let marked = player.marks().iter().any(|mark| mark.kind == kind && mark.record + 1 == at);
                    prop_assert!(at > before || before == records.len());
                    prop_assert!(marked || player.is_at_end());
                }
                Jump::Previous(kind) => {
                    let marked = player.marks().iter().any(|mark| mark.kind == kind && mark.record + 1 == at);
                    prop_assert!(at <= before.max(1) && (marked || at == 1));
                }
                Jump::Ahead(_) => prop_assert!(at >= before),
                Jump::Back(_) | Jump::PreviousSentence => prop_assert!(at <= before.max(1)),
                Jump::NextSentence => prop_assert!(at > before || before == records.len()),
            }
        }
    }
}

#[test]
fn the_bar_fits_its_line_and_marks_the_phases() {
    use ratatui::{buffer::Buffer, layout::Rect};
    let styles = super::super::style::Styles::plain(super::super::style::ColorSupport::None);
    let mut player = Player::new(debate(1000));
    player.seek(Jump::Fraction(0.6));
    for width in [80, 40] {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, 1));
        ProgressBar(&player).render(buf.area, &mut buf, &styles);
        let line: String = buf
            .content()
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect();
        assert!(line.starts_with("▶ 1x"), "{line}");
        assert!(line.contains("00:31 / 00:52"), "{line}");
        assert_eq!(line.matches(['┿', '┼']).count(), 2, "{line}");
        assert_eq!(line.matches('●').count(), 1, "{line}");
    }
}

#[test]
fn the_marks_stay_where_they_are_whoever_speaks() {
    use ratatui::{buffer::Buffer, layout::Rect};
    let styles = super::super::style::Styles::plain(super::super::style::ColorSupport::None);
    let mut player = Player::new(debate(1000));
    let mut places = Vec::new();
    for share in [0.0, 0.3, 0.6, 1.0] {
        player.seek(Jump::Fraction(share));
        let mut buf = Buffer::empty(Rect::new(0, 0, 80, 1));
        ProgressBar(&player).render(buf.area, &mut buf, &styles);
        let line: String = buf
            .content()
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect();
        places.push(line.chars().position(|c| c == '/'));
    }
    places.dedup();
    assert_eq!(places.len(), 1, "{places:?}");
}

#[test]
fn a_turn_that_is_written_has_a_mark_and_one_for_notes_has_none() {
    let began = |turn, task| Event::TurnBegan {
        turn: TurnId(turn),
        slot: 0,
        seat: Seat::named("pro.1"),
        task,
        attempt: 1,
        target_words: 100,
    };
    let events = [
        Event::PhaseBegan { phase: 0 },
        began(0, Task::Prepare),
        began(1, Task::Arguments),
        began(2, Task::Speech),
    ];
    assert_eq!(marked(&events), [0, 2, 3]);
}

/// The positions of the records at which there are marks.
fn marked(events: &[Event]) -> Vec<usize> {
    let records = numbered(events.iter().cloned().map(|event| (10, event)));
    marks::of(&records).iter().map(|mark| mark.record).collect()
}

#[test]
fn whoever_begins_with_others_and_is_heard_after_them_has_a_mark_at_the_first_words() {
    let began = |turn| Event::TurnBegan {
        turn: TurnId(turn),
        slot: 0,
        seat: Seat::named("pro.1"),
        task: Task::Arguments,
        attempt: 1,
        target_words: 100,
    };
    let heard = |turn, words| Event::Delivered {
        turn: TurnId(turn),
        words,
    };
    let one_after_the_other = [
        Event::PhaseBegan { phase: 0 },
        began(0),
        began(1),
        heard(0, 5),
        heard(0, 9),
        heard(1, 5),
        heard(1, 9),
    ];
    assert_eq!(marked(&one_after_the_other), [0, 1, 5]);
    let alone = [began(0), heard(0, 5), began(1), heard(1, 5)];
    assert_eq!(marked(&alone), [0, 2]);
    // Of whom nothing is heard there is the beginning.
    let unheard = [began(0), began(1), heard(1, 5)];
    assert_eq!(marked(&unheard), [0, 1]);
    let struck = [began(0), heard(0, 5), began(1)];
    assert_eq!(marked(&struck), [0, 2]);
}

#[test]
fn beside_the_bar_stands_what_began_last_and_nothing_once_the_debate_is_over() {
    let mut records = debate(1000);
    let last = records.last().unwrap().clone();
    for (gap, event) in [
        (1, Event::PhaseBegan { phase: 2 }),
        (
            2,
            Event::Closed {
                reason: crate::debate::event::CloseReason::Completed,
            },
        ),
        (
            3,
            Event::Notice {
                text: "late".into(),
            },
        ),
    ] {
        records.push(Record {
            seq: last.seq + gap,
            at_ms: last.at_ms + gap * 1000,
            event,
        });
    }
    let mut player = Player::new(records);
    let mut on = |seq: u64| {
        player.seek(Jump::Seq(seq));
        player.on().map(|mark| mark.label.clone())
    };
    assert_eq!(on(1).as_deref(), Some("Phase 1"));
    assert_eq!(on(2).as_deref(), Some("prop.1"));
    assert_eq!(on(last.seq).as_deref(), Some("prop.2"));
    assert_eq!(on(last.seq + 1).as_deref(), Some("Phase 3"));
    assert_eq!(on(last.seq + 2), None);
    assert_eq!(on(last.seq + 3), None);
}
