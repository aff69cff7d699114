//! What servers do to a debate. The debate is held all the same, or the program says why not.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use serde_json::Value;

use super::{
    common::{
        debater::{Asked, Debater, Done, Home, Manner, pieces, proper, short, spoken},
        fake_server::{Reply, Step},
    },
    debates::{sound, speeches, whole},
};

fn of<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|l| l["type"] == kind).collect()
}

/// Holds a debate with a server that has this fault, and gives the lines, which are sound and end properly.
fn held(
    fault: impl Fn(&Asked) -> Option<Reply> + Send + Sync + 'static,
    code: i32,
) -> (Done, Vec<Value>) {
    held_by(&Debater::faulty(fault), code)
}

fn held_by(debater: &Debater, code: i32) -> (Done, Vec<Value>) {
    held_within(debater, code, [60.0, 60.0])
}

/// The same with so many seconds for the first byte, and between two.
fn held_within(
    debater: &Debater,
    code: i32,
    [first_byte_s, between_bytes_s]: [f64; 2],
) -> (Done, Vec<Value>) {
    let home = Home::new();
    let config = format!(
        "[providers.fake]\nbase_url = \"{}\"\nfirst_byte_s = {first_byte_s:?}\nbetween_bytes_s = {between_bytes_s:?}\n",
        debater.server.url()
    );
    home.write("config/config.toml", &config);
    let done = home.debate(&debater.server, &[]);
    let lines = sound(done.ended(code));
    let last = lines.last().unwrap();
    assert_eq!(
        (&last["type"], &last["reason"]),
        (&"debate_closed".into(), &"completed".into())
    );
    assert_eq!(speeches(&lines).len(), 6);
    (done, lines)
}

/// The first part of a stream that then does this.
fn half(asked: &Asked, then: Step) -> Reply {
    let text = proper(asked);
    // Slow enough that half a sentence is heard before the line breaks.
    let manner = Manner {
        piece: 17,
        ..Manner::default()
    };
    let cut = text
        .char_indices()
        .map(|(at, _)| at)
        .nth(text.chars().count() * 3 / 5);
    let mut steps = pieces(&text[..cut.unwrap()], manner);
    steps.push(then);
    Reply::Stream(steps)
}

fn long_speech(asked: &Asked) -> bool {
    asked.purpose == "speech" && asked.words > 60
}

#[test]
fn a_busy_server_is_tried_again_when_it_says() {
    // The beginning of a speech: a later part of one may be cut by the bell while it waits.
    let was_busy = AtomicBool::new(false);
    let busy = move |asked: &Asked| {
        let begins =
            asked.purpose == "speech" && asked.task.contains("speaks second for the Opposition");
        (begins && !was_busy.swap(true, Ordering::Relaxed))
            .then(|| Reply::error(429, "slow down").with_header("retry-after", "1"))
    };
    let (_, lines) = held(busy, 0);
    let retried = of(&lines, "model_retried");
    assert_eq!(retried.len(), 1);
    assert_eq!(
        (&retried[0]["purpose"], &retried[0]["attempt"]),
        (&"speech".into(), &1.into())
    );
    assert!(retried[0]["wait_ms"].as_u64().unwrap() >= 1_000);
    assert!(retried[0]["reason"].as_str().unwrap().contains("slow down"));
    whole(&lines);
}

#[test]
fn a_speaker_who_cannot_be_had_costs_the_debate_a_speech_and_no_more() {
    let down = |asked: &Asked| {
        (asked.purpose == "speech" && asked.task.contains("speaks second for the Opposition"))
            .then(|| Reply::error(500, "out of memory"))
    };
    let (_, lines) = held(down, 4);
    let lost: Vec<&Value> = of(&lines, "turn_ended")
        .into_iter()
        .filter(|l| l["words"] == 0)
        .collect();
    assert_eq!(lost.len(), 1, "{lost:?}");
    assert_eq!(lost[0]["seat"], "opp.2");
    assert!(
        lost[0]["truncated_because"]
            .as_str()
            .unwrap()
            .starts_with("unreachable: ")
    );
    let told = of(&lines, "notice").into_iter().any(|l| {
        let text = l["text"].as_str().unwrap();
        text.contains("; the debate goes on: ") && text.contains("out of memory")
    });
    assert!(told, "{:?}", of(&lines, "notice"));
    assert!(!of(&lines, "model_retried").is_empty() && !of(&lines, "model_failed").is_empty());
}

#[test]
fn two_failures_cost_nothing_but_time() {
    let shaky = |asked: &Asked| {
        (asked.purpose == "speech" && asked.nth <= 2).then(|| Reply::error(500, "loading"))
    };
    let (_, lines) = held(shaky, 0);
    whole(&lines);
    assert_eq!(of(&lines, "model_retried").len(), 2);
    assert_eq!(of(&lines, "model_failed"), Vec::<&Value>::new());
    // How long a speech becomes depends on when its points are taken, and so whether its time is up before its end.
    let cut = |line: &Value| line["truncated_because"].as_str().map(str::to_owned);
    let mut ended = of(&lines, "turn_ended").into_iter();
    assert!(ended.all(|line| cut(line).is_none_or(|why| why == "time_limit")));
}

#[test]
fn a_stream_that_breaks_is_taken_up_and_nothing_is_said_twice() {
    for then in [Step::Cut, Step::Hang] {
        let step = then.clone();
        let broken = AtomicUsize::new(0);
        let fault = move |asked: &Asked| {
            (long_speech(asked) && broken.fetch_add(1, Ordering::SeqCst) < 2)
                .then(|| half(asked, step.clone()))
        };
        let (_, lines) = held_within(&Debater::faulty(fault), 0, [60.0, 2.0]);
        whole(&lines);
        let failed = of(&lines, "model_failed");
        // One of the two may have been stopped for a point before its line broke.
        assert!(!failed.is_empty(), "{then:?}");
        assert!(!of(&lines, "speech_rewound").is_empty(), "{then:?}");
        assert!(failed.iter().all(|l| l["purpose"] == "speech"));
    }
}

#[test]
fn a_server_that_says_nothing_is_given_up_and_tried_again() {
    let silent = Debater::faulty(|asked| {
        (asked.purpose == "speech" && asked.nth == 1).then_some(Reply::Silence)
    });
    let (_, lines) = held_within(&silent, 0, [3.0, 60.0]);
    whole(&lines);
    let retried = of(&lines, "model_retried");
    assert_eq!(retried.len(), 1);
    assert!(
        retried[0]["reason"]
            .as_str()
            .unwrap()
            .contains("within 3 s"),
        "{}",
        retried[0]
    );
}

#[test]
fn an_empty_answer_is_asked_for_again() {
    let (_, lines) = held(
        |asked| {
            (asked.nth == 1 && matches!(asked.purpose, "speech" | "prepare"))
                .then(|| Reply::text(&[]))
        },
        0,
    );
    whole(&lines);
    assert_eq!(of(&lines, "model_retried").len(), 2);
}

#[test]
fn json_that_is_broken_once_costs_a_second_answer_and_nothing_else() {
    let structured = |asked: &Asked| asked.schema.is_some() && !asked.again;
    let (_, lines) = held(
        move |asked| {
            structured(asked).then(|| Reply::text(&["{\"vote\": \"may", "be\", \"reason\": }}"]))
        },
        0,
    );
    whole(&lines);
    assert_eq!(of(&lines, "ballot_cast").len(), 10);
    assert_eq!(of(&lines, "division_declared")[0]["abstentions"], 0);
}

#[test]
fn prose_instead_of_json_leaves_a_debate_without_votes() {
    let (_, lines) = held(
        |asked| {
            asked
                .schema
                .is_some()
                .then(|| Reply::text(&["I would ", "rather not say."]))
        },
        4,
    );
    whole(&lines);
    assert_eq!(of(&lines, "ballot_cast"), Vec::<&Value>::new());
    assert_eq!(of(&lines, "poi_offered"), Vec::<&Value>::new());
    let division = of(&lines, "division_declared")[0];
    assert_eq!(division["lost"], 5);
    assert_eq!(division["direct_vote"], Value::Null);
    let failed: std::collections::BTreeSet<&str> = of(&lines, "model_failed")
        .iter()
        .map(|l| l["purpose"].as_str().unwrap())
        .collect();
    for purpose in [
        "ballot_before",
        "ballot_after",
        "poll",
        "extract",
        "verdict",
        "poi_offer",
    ] {
        assert!(failed.contains(purpose), "{purpose}: {failed:?}");
    }
}

#[test]
fn prose_instead_of_a_decision_waves_the_point_down() {
    let vague =
        Debater::heard(|asked| (asked.purpose == "poi_accept").then(|| Reply::text(&["Perhaps."])));
    let (_, lines) = held_by(&vague, 4);
    whole(&lines);
    assert!(!of(&lines, "poi_offered").is_empty());
    assert_eq!(of(&lines, "poi_accepted"), Vec::<&Value>::new());
    assert_eq!(
        of(&lines, "poi_declined").len(),
        of(&lines, "poi_offered").len()
    );
}

#[test]
fn a_speaker_who_does_not_stop_is_stopped() {
    let endless = |asked: &Asked| {
        (asked.purpose == "speech" && asked.nth == 1).then(|| {
            let text: String = (1..=20_000)
                .map(|n| {
                    format!("Claim {n} of that speaker is that there is no end to it at all. ")
                })
                .collect();
            assert!(text.len() > 1 << 20);
            spoken(
                &text,
                Manner {
                    piece: 4_000,
                    between: Duration::ZERO,
                    ..Manner::default()
                },
            )
        })
    };
    let (_, lines) = held(endless, 0);
    let words = of(&lines, "turn_ended")
        .into_iter()
        .find(|l| l["seat"] == "prop.1" && l["task"] == "speech")
        .unwrap();
    // A tenth of seven minutes, and a fifth more before it is cut.
    assert!(words["words"].as_u64().unwrap() < 200, "{}", words["words"]);
}

#[test]
fn an_answer_of_a_megabyte_is_no_vote_and_no_harm() {
    let flood = |asked: &Asked| {
        matches!(asked.purpose, "ballot_before" | "poi_offer").then(|| {
            let text = format!("{{\"reason\": \"{}\"", "because of that ".repeat(70_000));
            spoken(
                &text,
                Manner {
                    piece: 8_000,
                    between: Duration::ZERO,
                    ..Manner::default()
                },
            )
        })
    };
    // Neither can be told how the house swung, nor did anybody get to rise.
    let (done, lines) = held(flood, 4);
    whole(&lines);
    let before = of(&lines, "ballot_cast")
        .into_iter()
        .filter(|l| l["when"] == "before");
    assert_eq!(before.count(), 0);
    assert!(
        done.stdout.len() < 300_000,
        "{} bytes were written",
        done.stdout.len()
    );
}

#[test]
fn escape_sequences_end_at_the_door() {
    let evil = |asked: &Asked| {
        let put = |text: String| {
            let text = text
                .replace(" of ", " \u{1b}[31mof\u{1b}[0m ")
                .replace(" rests", " \u{9b}2Jrests\u{1b}]0;owned\u{7}\u{202e}")
                .replace(
                    "plain",
                    "\\u001b[5mpl\\u009b1main\\u001b]8;;http://x\\u0007",
                )
                .replace("the poor", "\u{1b}P1$qm\u{1b}\\the\r poor\u{8}");
            // One character at a time, so that every sequence is split everywhere.
            spoken(
                &text,
                Manner {
                    piece: 1,
                    between: Duration::ZERO,
                    ..Manner::default()
                },
            )
        };
        Some(put(proper(asked)))
    };
    let debater = Debater::faulty(evil);
    let home = Home::new();
    let done = home.debate(&debater.server, &[]);
    let lines = sound(done.ended(0));
    whole(&lines);
    clean(&done.stdout);
    for line in &lines {
        clean_inside(line);
    }
    let text = speeches(&lines)[0].1.clone();
    assert!(
        text.contains(" of ") && text.contains("rests on what"),
        "{text}"
    );
    for record in super::common::debater::records(&home) {
        clean_inside(&serde_json::to_value(&record).unwrap());
    }
    for args in [
        vec!["show"],
        vec!["show", "--calls"],
        vec!["export"],
        vec!["export", "--to", "json"],
        vec!["list"],
    ] {
        let shown = home.run(&args);
        assert!(!shown.ended(0).stdout.is_empty(), "{args:?}");
        clean(&shown.stdout);
    }
    let url = debater.server.url();
    let mut args = short(&url);
    args[4] = "text";
    clean(&home.run(&args).ended(0).stdout);
}

fn clean(text: &str) {
    let found = text
        .chars()
        .find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
    assert_eq!(found, None, "{text}");
}

/// The same for every string in a value: JSON spells control characters in letters.
fn clean_inside(value: &Value) {
    match value {
        Value::String(text) => clean(text),
        Value::Array(all) => all.iter().for_each(clean_inside),
        Value::Object(fields) => fields.values().for_each(clean_inside),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn a_server_without_schemas_is_asked_in_words() {
    let refuses = |asked: &Asked| {
        asked
            .schema
            .is_some()
            .then(|| Reply::error(400, "Unknown parameter: 'response_format'."))
    };
    let (_, lines) = held(refuses, 0);
    whole(&lines);
    assert_eq!(of(&lines, "ballot_cast").len(), 10);
    assert_eq!(
        of(&lines, "division_declared")[0]["speaker_performances"]
            .as_array()
            .unwrap()
            .len(),
        6
    );
    assert_eq!(of(&lines, "model_failed"), Vec::<&Value>::new());
}

#[test]
fn a_context_that_is_too_small_is_met_with_a_shorter_transcript() {
    let small = |asked: &Asked| {
        (asked.purpose == "extract" && asked.nth == 4).then(|| {
            Reply::status(
                400,
                r#"{"error":{"message":"This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
            )
        })
    };
    let (_, lines) = held(small, 0);
    whole(&lines);
    let notices = of(&lines, "notice");
    assert!(
        notices
            .iter()
            .any(|l| l["text"].as_str().unwrap().contains("shortened")),
        "{notices:?}"
    );
}

#[test]
fn a_model_that_is_gone_is_told_apart_from_a_key_that_is_wrong() {
    for (status, part) in [(404, "fake-1"), (401, "key")] {
        let debater = Debater::faulty(move |asked| {
            (asked.purpose == "ballot_after")
                .then(|| Reply::error(status, "The model `fake-1` does not exist"))
        });
        let home = Home::new();
        let done = home.debate(&debater.server, &[]);
        let lines = sound(done.ended(4));
        let failed = of(&lines, "model_failed");
        assert_eq!(failed.len(), 5);
        for line in failed {
            assert_eq!(line["tries"], 1, "{line}");
            assert!(line["reason"].as_str().unwrap().contains(part), "{line}");
        }
        assert_eq!(of(&lines, "division_declared")[0]["lost"], 5);
    }
}

/// A small model gives back who it was told to be.
#[test]
fn a_reason_is_not_what_stands_on_the_card_of_whoever_gives_it() {
    let debater = Debater::faulty(|asked| {
        let card = asked
            .task
            .lines()
            .find(|line| line.starts_with("Tonight you are "))?;
        let mut answer: Value = serde_json::from_str(&proper(asked)).ok()?;
        let name = card.trim_start_matches("Tonight you are ");
        let name = name.split(',').next()?;
        answer["reason"] = format!("{card} I, {name}, went by the count.").into();
        Some(spoken(&answer.to_string(), Manner::default()))
    });
    let home = Home::new();
    let url = debater.server.url();
    let flags = [
        "run",
        "ban-private-cars",
        "--headless",
        "--output",
        "jsonl",
        "--pace",
        "instant",
        "--audience",
        "1",
        "--scale",
        "0.1",
        "--base-url",
        &url,
    ];
    let done = home.run(&flags);
    done.ended(0);
    let ballots = done.of("ballot_cast");
    assert_eq!(ballots.len(), 2);
    for ballot in ballots {
        // What is said with one's own name is one's own.
        let reason = ballot["reason"].as_str().unwrap();
        assert!(
            reason.starts_with("I, ") && reason.ends_with(", went by the count."),
            "{ballot}"
        );
    }
}
