//! The public lines: what they are called, that they keep to their schema, and that deltas make the speech.

// The setting for tests does not reach their helpers.
#![allow(clippy::unwrap_used)]

use crate::{common::lines, samples};

use std::collections::{BTreeMap, BTreeSet};

use hustings::{
    debate::sink::Sink as _,
    debate::{
        event::{Event, PausedBy, Record},
        ids::{CommandId, Seat},
    },
    headless::{Mapper, Text, jsonl},
    unattended::Script,
};
use serde_json::Value;

fn lines() -> Vec<Value> {
    lines::of(&samples::debate(samples::ID))
}

#[test]
fn every_line_keeps_to_the_schema_and_has_the_next_number() {
    let schema = jsonschema::validator_for(&jsonl::schema()).unwrap();
    for (number, line) in lines().iter().enumerate() {
        assert!(schema.is_valid(line), "{line}");
        assert_eq!(line["seq"], number);
        assert_eq!(line["debate"], samples::ID);
    }
    assert!(
        !schema.is_valid(
            &serde_json::json!({"seq": 0, "at_ms": 0, "debate": "d", "type": "moonrise"})
        )
    );
}

#[test]
fn types_and_fields_are_the_public_ones() {
    let mut fields: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in lines() {
        let kind = line["type"].as_str().unwrap().to_owned();
        let names = line.as_object().unwrap().keys().cloned();
        fields.entry(kind).or_default().extend(names);
    }
    let table: Vec<String> = fields
        .iter()
        .map(|(kind, names)| {
            let names: Vec<&str> = names
                .iter()
                .map(String::as_str)
                .filter(|name| !["seq", "at_ms", "debate", "type"].contains(name))
                .collect();
            format!("{kind}: {}", names.join(", "))
        })
        .collect();
    let table = table.join("\n") + "\n";
    assert_eq!(fields.len(), 50, "a type is missing:\n{table}");
    insta::assert_snapshot!(table);
}

#[test]
fn deltas_and_rewinds_make_the_speech() {
    let mut text: BTreeMap<String, String> = BTreeMap::new();
    let mut ended = 0;
    for line in lines() {
        let seat = line["seat"].as_str().unwrap_or_default().to_owned();
        match line["type"].as_str().unwrap() {
            "turn_began" => text.entry(seat).or_default().clear(),
            "speech_delta" => {
                text.entry(seat)
                    .or_default()
                    .push_str(line["text"].as_str().unwrap());
            }
            "speech_rewound" => {
                let kept = usize::try_from(line["kept"].as_u64().unwrap()).unwrap();
                text.entry(seat).or_default().truncate(kept);
            }
            "turn_ended" if line["task"] == "speech" => {
                assert_eq!(line["text"].as_str().unwrap(), text[&seat]);
                ended += 1;
            }
            _ => {}
        }
    }
    assert_eq!(ended, 2);
}

#[test]
fn a_debate_taken_up_in_the_middle_goes_on_with_the_same_lines() {
    let records = samples::debate(samples::ID);
    let mut whole = Mapper::new();
    let mut late = Mapper::new();
    for record in &records[..40] {
        whole.lines(record);
        late.lines(record);
    }
    for record in &records[40..] {
        assert_eq!(whole.lines(record), late.lines(record));
    }
}

#[test]
fn the_transcript_is_narrow_and_has_no_control_characters() {
    let mut out = Vec::new();
    let mut sink = Text::new(&mut out, 60);
    for record in samples::debate(samples::ID) {
        sink.record(&record).unwrap();
    }
    sink.finish().unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    insta::assert_snapshot!(text);
}

fn transcript(records: &[hustings::debate::event::Record]) -> String {
    let mut out = Vec::new();
    let mut sink = Text::new(&mut out, 60);
    for record in records {
        sink.record(record).unwrap();
    }
    sink.finish().unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn only_words_that_are_lost_are_told_as_lost() {
    const LOST: &str = "(takes up again from the last whole sentence)";
    let mut records = samples::debate(samples::ID);
    assert_eq!(transcript(&records).matches(LOST).count(), 1);
    for record in &mut records {
        if let Event::SpeechRewound { kept, .. } = &mut record.event {
            *kept = 0;
        }
    }
    let text = transcript(&records);
    assert_eq!(text.matches("(begins again)").count(), 1, "{text}");
    // With nothing rewound, the end of a step trims white space, and that is nobody's loss.
    records.retain(|record| samples::kind(&record.event) != "speech_rewound");
    let text = transcript(&records);
    assert!(
        records
            .iter()
            .any(|record| samples::kind(&record.event) == "step_ended")
    );
    assert!(!text.contains(LOST), "{text}");
}

#[test]
fn who_the_debate_waits_for_is_told_by_name() {
    let mut records = samples::debate(samples::ID);
    let mut waits_for = |whose: Seat| {
        for record in &mut records {
            if let Event::Paused { by, .. } = &mut record.event {
                *by = PausedBy::Unreachable {
                    seat: whose.clone(),
                    reason: "no answer".to_owned(),
                };
            }
        }
        let mut mapper = Mapper::new();
        let lines = records.iter().flat_map(|record| mapper.lines(record));
        let lines = lines.map(|line| serde_json::to_value(line).unwrap());
        let told = lines.filter(|line| line["type"] == "paused").last();
        (transcript(&records), told.unwrap())
    };
    let seat = Seat::new("prop", 1);
    let name = samples::opening(samples::ID).name(&seat);
    let (text, line) = waits_for(seat);
    assert!(
        text.contains(&format!("(paused: {name}: no answer)")),
        "{text}"
    );
    assert!(!text.contains("prop.1"), "{text}");
    assert_eq!(line["seat"], "prop.1");
    assert_eq!(line["detail"], format!("{name}: no answer"));
    let (text, line) = waits_for(Seat::house());
    assert!(text.contains("(paused: no answer)"), "{text}");
    assert!(
        line["seat"].is_null() && line["detail"] == "no answer",
        "{line}"
    );
}

/// What is told of a debate that is taken up behind the record of that number.
fn taken_up(records: &[Record], upto: usize) -> String {
    let mut out = Vec::new();
    let mut sink = Text::new(&mut out, 60);
    for record in &records[..=upto] {
        sink.catch_up(record);
    }
    for record in &records[upto + 1..] {
        sink.record(record).unwrap();
    }
    drop(sink);
    String::from_utf8(out).unwrap()
}

#[test]
fn the_ballots_before_the_debate_are_one_line_told_once_all_are_in() {
    let records = samples::debate(samples::ID);
    let text = transcript(&records);
    let line = "Before the debate: Ayes 0, Noes 0, undecided 1, 1\n    without a ballot.";
    assert_eq!(text.matches(line).count(), 1, "{text}");
    let spoiled = records
        .iter()
        .position(|record| samples::kind(&record.event) == "ballot_spoiled")
        .unwrap();
    assert!(!transcript(&records[..spoiled]).contains("Before the debate"));
    // A debate that is taken up later does not tell it again.
    assert!(!taken_up(&records, spoiled).contains("Before the debate"));
}

/// Whoever reads the second half of a debate alone must see whose words go on there.
#[test]
fn a_speech_that_is_gone_on_with_says_whose_it_is() {
    let records = samples::debate(samples::ID);
    let first = "A car is a room that one man carries about. ";
    let said = |record: &Record| matches!(&record.event, Event::Said { text, .. } if text == first);
    let upto = records.iter().position(said).unwrap();
    let text = taken_up(&records, upto);
    let (heading, rest) = text.split_once('…').unwrap();
    let speaker = "Mohandas Gandhi (Proposition 1)";
    assert!(heading.trim_start().starts_with(speaker), "{text}");
    assert!(
        rest.trim_start().starts_with("The bus is a parlour."),
        "{text}"
    );
}

#[test]
fn a_sentence_is_told_whole_before_what_came_in_while_it_was_spoken() {
    let mut records = samples::debate(samples::ID);
    for record in &mut records {
        let Event::Said { text, .. } = &mut record.event else {
            continue;
        };
        match text.as_str() {
            "A car is a room that one man carries about. " => {
                "A car is a room that one man ".clone_into(text);
            }
            "The bus is a parlour. " => {
                "carries about. The bus is a parlour. ".clone_into(text);
            }
            _ => {}
        }
    }
    let is_torn = |record: &Record| matches!(&record.event, Event::Said { text, .. } if text.ends_with("one man "));
    let torn = records.iter().position(is_torn).unwrap();
    let refused = Event::CommandRefused {
        command: CommandId(9),
        reason: "It is too late.".into(),
    };
    records.insert(
        torn + 1,
        Record {
            event: refused,
            ..records[torn].clone()
        },
    );
    let text = transcript(&records);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let (before, behind) = text.split_once("A car is a room").unwrap();
    let behind = behind
        .strip_prefix(" that one man carries about. ")
        .unwrap_or_else(|| panic!("{behind}"));
    let (between, _) = behind.split_once("The bus is a parlour.").unwrap();
    let point = "rises on a point of information: Who pays for the empty road?";
    assert!(between.contains(point) && !before.contains(point), "{text}");
    assert!(between.contains("Refused: It is too late. "), "{between}");
    assert!(between.ends_with("empty road? "), "{between}");
}

#[test]
fn a_poll_stands_behind_the_speech_that_it_follows() {
    const POLL: &str = "\n\n  Straw poll after Mohandas Gandhi\n    Ayes           1\n    Noes           0\n    \
                        undecided      0\n    1 without a vote\n\n";
    let mut records = samples::debate(samples::ID);
    let in_order = |text: &str, parts: &[&str]| {
        let mut rest = text;
        for part in parts {
            let (_, behind) = rest
                .split_once(part)
                .unwrap_or_else(|| panic!("{part:?} is not where it should be:\n{text}"));
            rest = behind;
        }
        assert!(
            !rest.contains("Straw poll after"),
            "it is told once:\n{text}"
        );
    };
    // It comes in while the next speaker's model has not said a word.
    let (next, again) = (
        "Napoleon Bonaparte (Opposition 1)\n",
        "(Opposition 1), again",
    );
    in_order(
        &transcript(&records),
        &["(29 words, 00:09)", POLL, next, again],
    );
    // And where it comes in while the next one speaks, behind that speech.
    let taken = records
        .iter()
        .position(|record| samples::kind(&record.event) == "poll_taken")
        .unwrap();
    records.swap(taken, taken + 1);
    let late = [
        "(29 words, 00:09)",
        next,
        "is struck: it argues",
        POLL,
        again,
    ];
    in_order(&transcript(&records), &late);
}

#[test]
fn ballots_that_fail_for_one_reason_are_told_once() {
    use hustings::debate::{ask::When, event::Event, ids::Seat};
    let mut records = samples::debate(samples::ID);
    let at = records
        .iter()
        .position(|record| samples::kind(&record.event) == "ballot_spoiled")
        .unwrap();
    let mut more = records[at].clone();
    more.event = Event::BallotSpoiled {
        member: Seat::audience(1),
        when: When::Before,
        reason: "the answer is not what was asked for: no vote".into(),
    };
    records.insert(at, more);
    let text = transcript(&records);
    let told = "    2 ballots before the debate could not be had: the answer\n    is not what was asked for: no vote\n";
    assert_eq!(text.matches(told).count(), 1, "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(
        words.join(" ").matches("no vote").count(),
        2,
        "once here, once in the last line: {text}"
    );
}

#[test]
fn a_text_that_was_left_says_so() {
    let records = samples::debate(samples::ID);
    let left = transcript(&records[..30]);
    assert!(left.ends_with("\n\nThe debate is not over.\n"), "{left}");
    assert!(!transcript(&records).contains("not over"));
    assert_eq!(transcript(&[]), "");
}

#[test]
fn scripted_interventions_are_due_once_at_their_moment() {
    let file = r#"
        interventions = [
          { during = "prop.1", at_words = 9, do = "pause", for_ms = 40 },
          { after = "prop.1", do = "evidence", text = "t" },
          { after = "prop.1", do = "poi", text = "p" },
        ]"#;
    let mut script = Script::parse(file, "f").unwrap();
    script.check(&samples::opening(samples::ID), "f").unwrap();
    let mut mapper = Mapper::new();
    let mut due = Vec::new();
    for record in samples::debate(samples::ID) {
        mapper.lines(&record);
        for command in script.due(mapper.state(), &record.event) {
            let words = mapper.state().turns.get(1).map_or(0, |turn| turn.words);
            due.push((format!("{command:?}"), words));
        }
        if samples::kind(&record.event) == "paused" && due.len() == 1 {
            let wait = script.resumes_in(mapper.state()).unwrap();
            assert_eq!(wait.as_millis(), 40);
        }
    }
    assert_eq!(due.len(), 3, "{due:?}");
    assert!(due[0].0.starts_with("Pause") && due[0].1 >= 9, "{due:?}");
    assert!(due[1].0.starts_with("Evidence") && due[2].0.starts_with("GalleryPoint"));
    let stranger = Script::parse(
        "interventions = [{ after = \"prop.9\", do = \"pause\" }]",
        "f",
    )
    .unwrap();
    let failure = stranger
        .check(&samples::opening(samples::ID), "f")
        .unwrap_err();
    assert!(failure.message.contains("f:1") && failure.message.contains("prop.9"));
}

#[test]
fn a_speech_of_which_nothing_is_left_begins_again_and_does_not_go_on() {
    let mut records = samples::debate(samples::ID);
    let rewinds = |record: &Record| matches!(record.event, Event::SpeechRewound { .. });
    let at = records.iter().position(rewinds).unwrap();
    let goes_on = |text: &str| text.contains("\n… ");
    assert!(goes_on(&taken_up(&records, at - 1)));
    if let Event::SpeechRewound { kept, .. } = &mut records[at].event {
        *kept = 0;
    }
    let text = taken_up(&records, at - 1);
    assert!(text.contains("(begins again)") && !goes_on(&text), "{text}");
}
