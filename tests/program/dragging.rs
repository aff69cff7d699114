//! Servers that say that an answer is whole, and go on sending. Nobody's words are lost for it: a speech is what its
//! server sent, or, where it is over its time, whole sentences of it up to the bell, and the record says so.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use hustings::debate::{DebateState, ask::Cue, event::Event};
use serde_json::json;

use super::common::{
    debater::{Asked, Debater, Home, numbers},
    fake_server::{Reply, Step, event},
    process::records,
};

/// An answer that is said to be whole, and what comes behind it, for longer than anybody waits.
fn dragging(text: &str, filling: &str) -> Reply {
    // In one piece: while the end of a speech is still under way, the bell takes it for unfinished.
    let body = event(&json!({"choices": [{"delta": {"content": text}, "finish_reason": "stop"}]}));
    let mut steps = vec![Step::Bytes(body.into_bytes())];
    for _ in 0..60 {
        steps.push(Step::Wait(Duration::from_millis(50)));
        steps.push(Step::Bytes(filling.as_bytes().to_vec()));
    }
    steps.push(Step::Hang);
    Reply::Stream(steps)
}

/// Sentences with a number each, so large a share of the words that are asked for.
fn text(asked: &Asked, share: f64) -> String {
    let who = asked.floor.rsplit(' ').next().unwrap_or_default();
    let claims = (asked.words as f64 * share / 16.0).round() as usize;
    let sentence =
        |n| format!("Claim {n} of {who} stands. Here it is shown to this house once and for all. ");
    let all = asked.claims + 1..=asked.claims + claims;
    all.map(sentence).collect()
}

/// Holds a debate in which every speech has that share of its words, and the line drags behind it. Gives what was sent for
/// speeches, and the debate.
fn held(share: f64, filling: &'static str) -> (Vec<String>, DebateState, Vec<Event>) {
    let sent = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&sent);
    let seated =
        json!({"weakness": "none", "rises": false, "speaker": "", "point": ""}).to_string();
    let debater = Debater::faulty(move |asked| match asked.purpose {
        "speech" => {
            let text = text(asked, share);
            keep.lock().unwrap().push(text.trim().to_owned());
            Some(dragging(&text, filling))
        }
        // Whoever answers a point says more than was written.
        "poi_offer" => Some(Reply::text(&[&seated])),
        _ => None,
    });
    let home = Home::new();
    let config = format!(
        "model = \"fake:fake-1\"\n[providers.fake]\nbase_url = \"{}\"\nbetween_bytes_s = 0.5\n",
        debater.server.url()
    );
    home.write("config/config.toml", &config);
    let args = [
        "run",
        "ban-private-cars",
        "--headless",
        "--output",
        "jsonl",
        "--seed",
        "7",
        "--scale",
        "0.1",
        "--pace",
        "instant",
        "--audience",
        "5",
    ];
    home.run(&args).ended(0);
    let records = records(&home);
    let sent = sent.lock().unwrap().clone();
    let events = records.iter().map(|record| record.event.clone()).collect();
    (sent, DebateState::fold(&records), events)
}

#[test]
fn a_speech_that_keeps_its_time_is_heard_whole_however_its_line_drags() {
    let another = event(&json!({"choices": [{"index": 1, "delta": {"content": "Another. "}}]}));
    let fillings = [": ping\n\n", ":", another.leak()];
    std::thread::scope(|scope| {
        for filling in fillings {
            scope.spawn(move || {
                let (sent, state, events) = held(0.95, filling);
                let spoken = state.turns.iter().filter(|turn| turn.task.is_spoken());
                let spoken: Vec<&str> = spoken.map(|turn| turn.text.trim()).collect();
                assert_eq!(spoken, sent, "{filling:?}");
                let cut = |event: &&Event| matches!(event, Event::SpeechCut { cue: Cue::Bell, .. });
                assert_eq!(events.iter().filter(cut).count(), 0, "{filling:?}");
            });
        }
    });
}

#[test]
fn a_speech_over_its_time_is_whole_sentences_up_to_the_bell_and_the_record_says_so() {
    let (sent, state, events) = held(1.6, ": ping\n\n");
    let spoken: Vec<_> = state
        .turns
        .iter()
        .filter(|turn| turn.task.is_spoken())
        .collect();
    assert_eq!(spoken.len(), 6);
    for turn in spoken {
        let said = turn.text.trim();
        let name = state.name(&turn.seat);
        let who = format!("of {} ", name.rsplit(' ').next().unwrap());
        // What was sent for it, one after the other, each up to the end of a sentence.
        let mut rest = said;
        for text in sent.iter().filter(|text| text.contains(&who)) {
            let common = rest
                .bytes()
                .zip(text.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            // Of what was cut before its first sentence ended nothing is heard.
            let heard = rest[..common].rfind('.').map_or(0, |end| end + 1);
            rest = rest[heard..].trim_start();
        }
        assert_eq!(rest, "", "{said}");
        let claims = numbers(said);
        assert!(claims.iter().copied().eq(1..=claims.len()), "{claims:?}");
        let id = turn.id;
        assert!(
            events.iter().any(|event| matches!(event, Event::BellRang { turn, interrupts: true, .. } if *turn == id)),
            "{events:?}"
        );
        assert!(
            events.iter().any(
                |event| matches!(event, Event::SpeechCut { turn, cue: Cue::Bell } if *turn == id)
            ),
            "{events:?}"
        );
    }
}
