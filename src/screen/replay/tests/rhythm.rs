//! Tests of the rhythm of a replay: as it was held, or as one reads.

use super::*;

/// A debate of sentences of ten words that was held in no time at all.
fn fast() -> Vec<Record> {
    let turn = TurnId(0);
    let began = Event::TurnBegan {
        turn,
        slot: 0,
        seat: Seat::new("prop", 1),
        task: Task::Speech,
        attempt: 1,
        target_words: 100,
    };
    let said = |text: &str| Event::Said {
        turn,
        text: text.to_owned(),
    };
    let notes = Event::TurnBegan {
        turn: TurnId(1),
        slot: 1,
        seat: Seat::new("prop", 2),
        task: Task::Prepare,
        attempt: 1,
        target_words: 100,
    };
    let said_alone = Event::Said {
        turn: TurnId(1),
        text: "What nobody hears takes no time to be read.".into(),
    };
    let events = vec![
        notes,
        said_alone,
        Event::Notice {
            text: "One two.".into(),
        },
        began,
        said("One two three four five six seven "),
        said("eight nine ten. "),
        said("One two three four five six seven eight nine ten."),
        Event::Delivered { turn, words: 30 },
        Event::Delivered { turn, words: 45 },
    ];
    numbered(events.into_iter().map(|event| (1, event)))
}

#[test]
fn what_was_held_faster_than_one_reads_is_replayed_as_one_reads() {
    let held = Player::new(fast());
    assert_eq!(
        (held.rhythm(), held.total()),
        (Rhythm::Held, Duration::from_millis(8))
    );
    let player = Player::new(fast()).in_rhythm(None);
    assert_eq!(player.rhythm(), Rhythm::Reading);
    // A fifth of a second a word for 2 + 10 + 10 + 30 words, and the beat after the turn began; the last piece stands
    // at the end.
    let words = Duration::from_millis(200 * 52);
    assert_eq!(player.total(), words + Duration::from_millis(800));
    let asked = Player::new(fast()).in_rhythm(Some(Rhythm::Held));
    assert_eq!(asked.rhythm(), Rhythm::Held);
    // One that took its time goes by that.
    assert_eq!(
        Player::new(debate(1_900)).in_rhythm(None).rhythm(),
        Rhythm::Held
    );
    for rhythm in Rhythm::ALL {
        assert_eq!(Rhythm::of_word(rhythm.word()), Some(rhythm));
    }
    assert_eq!(Rhythm::of_word("fast"), None);
}

#[test]
fn the_rhythm_changes_at_the_same_place_and_ten_seconds_are_those_of_the_rhythm() {
    let mut player = Player::new(fast()).in_rhythm(None);
    player.seek(Jump::Seq(6));
    let (at, elapsed) = (player.position(), player.elapsed());
    player.change_rhythm();
    assert_eq!((player.position(), player.rhythm()), (at, Rhythm::Held));
    assert!(player.elapsed() < elapsed);
    player.change_rhythm();
    assert_eq!((player.position(), player.elapsed()), (at, elapsed));
    player.seek(Jump::Back(Duration::from_secs(2)));
    assert!(
        player.position() < at && player.position() > 1,
        "{}",
        player.position()
    );
}

#[test]
fn a_replay_goes_from_sentence_to_sentence() {
    let mut player = Player::new(fast());
    let mut places = Vec::new();
    for _ in 0..7 {
        player.seek(Jump::NextSentence);
        places.push(player.position());
    }
    assert_eq!(places, [3, 6, 7, 8, 9, 9, 9]);
    let mut back = Vec::new();
    for _ in 0..6 {
        player.seek(Jump::PreviousSentence);
        back.push(player.position());
    }
    assert_eq!(back, [8, 7, 6, 3, 1, 1]);
}
