//! A debate as a document: what is in it, where, and that nobody's words can break it.

// The setting for tests does not reach their helpers.
#![allow(clippy::unwrap_used)]

#[cfg(feature = "tui")]
mod cast;
mod excerpt;
mod map;
mod page;

use crate::{
    common::{FORMATS, world::short_debate},
    samples,
};

use hustings::{
    catalog::Motion,
    debate::{
        DebateState,
        answer::Vote,
        ask::Ask,
        event::{CloseReason, Event, Record},
        ids::{InterventionId, PoiId},
        state::Matter,
    },
    export::{Notes, calls, json, markdown},
    plain,
};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

fn document(records: &[Record], notes: Notes) -> String {
    markdown(&DebateState::fold(records), notes)
}

fn text(records: &[Record], notes: Notes) -> String {
    let mut out = Vec::new();
    plain::text(&DebateState::fold(records), notes, &mut out, 80).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_document_tells_the_whole_debate() {
    insta::assert_snapshot!(document(&samples::debate(samples::ID), Notes::Shown));
}

#[test]
fn the_text_tells_the_whole_debate() {
    let text = text(&samples::debate(samples::ID), Notes::Shown);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    insta::assert_snapshot!(text);
}

#[test]
fn of_an_adjourned_debate_nothing_is_said_to_be_still_on_its_way() {
    let mut records = samples::debate(samples::ID);
    let is_offer = |one: &Record| matches!(one.event, Event::PoiOffered { .. });
    let offered = records.iter().position(is_offer).unwrap();
    records.truncate(offered + 1);
    let status = |records: &[Record]| {
        let mut text = Vec::new();
        json(&DebateState::fold(records), records, (&[], None), &mut text).unwrap();
        let told: Value = serde_json::from_slice(&text).unwrap();
        told["points"][0]["status"].clone()
    };
    assert_eq!(status(&records), "offered");
    let last = records.last().unwrap();
    records.push(Record {
        seq: last.seq + 1,
        at_ms: last.at_ms,
        event: Event::Closed {
            reason: CloseReason::Adjourned,
        },
    });
    assert_eq!(status(&records), "adjourned");
}

#[test]
fn notes_are_private_unless_asked_for() {
    let records = samples::debate(samples::ID);
    for told in [document, text] {
        assert!(told(&records, Notes::Shown).contains("Begin with the salt."));
        let left_out = told(&records, Notes::LeftOut);
        assert!(!left_out.contains("Begin with the salt."));
        assert!(left_out.contains(" has made notes ("), "{left_out}");
    }
}

#[test]
fn those_who_speak_at_once_are_told_in_the_order_of_the_format_whoever_is_done_first() {
    for bytes in (0..=u8::MAX).step_by(16) {
        let records = short_debate("structured", vec![bytes; 64]);
        for told in [document, text] {
            let told = told(&records, Notes::LeftOut);
            let headings = told
                .lines()
                .filter(|line| line.ends_with(": Opening statement") && line.contains(" ("));
            let sides: Vec<bool> = headings.map(|line| line.contains("(Pro)")).collect();
            assert_eq!(sides, [true, false], "{told}");
        }
    }
}

#[test]
fn a_debate_that_broke_off_gives_what_there_is() {
    let records = samples::debate(samples::ID);
    for many in 0..records.len() {
        let state = DebateState::fold(&records[..many]);
        let text = markdown(&state, Notes::Shown);
        assert!(!text.is_empty());
        let value = value(&state, &records[..many]);
        let told = records[..many].iter().filter(|one| !is_drafted(one));
        assert_eq!(value["events"].as_array().unwrap().len(), told.count());
        assert!(!calls(&records[..many]).is_empty());
    }
}

#[test]
fn what_happened_in_a_speech_stands_at_the_end_of_its_sentence() {
    let text = document(&samples::debate(samples::ID), Notes::LeftOut);
    let at = |what: &str| {
        text.find(what)
            .unwrap_or_else(|| panic!("{what} is missing:\n{text}"))
    };
    let order = [
        "the child.",
        "And who feeds the child?",
        "A car is a room",
        "The bus is a parlour.",
        "Who pays for the empty road?",
        "The same purse that pays for yours.",
        "The bell rings:",
        "Deaths fell by a third.",
        "Walk home.",
        "Cut at the time limit.",
        "Straw poll after Mohandas Gandhi: Ayes 1",
        "### ~~Napoleon Bonaparte",
        "What of the old?",
        "They are carried first.",
        "~~I too would ban them.~~",
    ];
    for pair in order.windows(2) {
        assert!(at(pair[0]) < at(pair[1]), "{} before {}", pair[0], pair[1]);
    }
    assert!(text.contains("(City report \\| 2024)"));
}

/// What would do harm if it were Markdown or HTML.
const HOSTILE: &str = "# heading\n\n<script>alert(1)</script>\n\n```\ncode\n\n| a | b |\n| - | - |\n\n\
    ===\n\n- item\n1. one\n\n[x](http://e.example) ![i](j)\n\n[r]: http://e.example\n\n</details>\n\n> q\n\n~~~\n&lt; $x$ **b** _i_ \\";

/// The same debate in which everybody says that.
fn said_by_all(words: &str) -> Vec<Record> {
    let mut records = samples::debate(samples::ID);
    for record in &mut records {
        match &mut record.event {
            Event::Opened(opening) => {
                let opening = Arc::make_mut(opening);
                opening.motion = Motion::own(words);
                opening.motion.background = words.into();
                for speaker in &mut opening.speakers {
                    words.clone_into(&mut speaker.card.name);
                    words.clone_into(&mut speaker.card.role);
                    words.clone_into(&mut speaker.model);
                }
                for listener in &mut opening.audience {
                    words.clone_into(&mut listener.card.name);
                }
            }
            Event::Said { text, .. }
            | Event::PoiOffered { text, .. }
            | Event::PoiAnswered { text, .. }
            | Event::QuestionAnswered { text, .. }
            | Event::QuestionAsked { text, .. }
            | Event::Notice { text }
            | Event::PoiDeclined { gesture: text, .. }
            | Event::TurnStruck { reason: text, .. }
            | Event::QuestionFailed { reason: text, .. }
            | Event::BallotCast { reason: text, .. } => words.clone_into(text),
            Event::EvidenceAdmitted { text, source, .. } => {
                words.clone_into(text);
                words.clone_into(source);
            }
            Event::ArgumentsExtracted { arguments, .. } => {
                words.clone_into(&mut arguments.opening);
                words.clone_into(&mut arguments.tone);
                arguments.arguments[0].claim = words.into();
                arguments.arguments[0].evidence = Some(words.into());
            }
            Event::VerdictGiven { verdict, .. } => {
                words.clone_into(&mut verdict.analysis);
                words.clone_into(&mut verdict.weakest_link);
                verdict.core_tensions = vec![words.into()];
            }
            Event::SpeakerAssessed { assessment, .. } => {
                assessment.feedback = vec![words.into()];
                words.clone_into(&mut assessment.key_contribution);
            }
            Event::DivisionDeclared(result) => result.winner = Some(words.to_owned()),
            _ => {}
        }
    }
    records
}

/// How often each kind of block or span stands in a document, as a Markdown parser reads it.
#[cfg(feature = "tui")]
fn structure(text: &str) -> std::collections::BTreeMap<String, usize> {
    use pulldown_cmark::{Event as Md, Options, Parser, Tag};
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut counts = std::collections::BTreeMap::new();
    for event in Parser::new_ext(text, options) {
        let kind = match event {
            Md::Start(Tag::Heading { level, .. }) => format!("heading {level}"),
            Md::Start(Tag::CodeBlock(_)) | Md::Code(_) => "code".to_owned(),
            Md::Start(Tag::Link { .. } | Tag::Image { .. }) => "link".to_owned(),
            Md::Start(Tag::Table(_)) => "table".to_owned(),
            Md::Start(Tag::TableRow) => "row".to_owned(),
            Md::Start(Tag::TableCell) => "cell".to_owned(),
            Md::Start(Tag::List(_)) => "list".to_owned(),
            Md::Start(Tag::Item) => "item".to_owned(),
            Md::Start(Tag::BlockQuote(_)) => "quote".to_owned(),
            Md::Rule => "rule".to_owned(),
            Md::Start(Tag::Strong) => "strong".to_owned(),
            Md::Html(html) | Md::InlineHtml(html) => {
                let html = html.trim();
                let name = html.split(['>', ' ']).next().unwrap_or_default();
                format!("html {name}")
            }
            _ => continue,
        };
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

#[cfg(feature = "tui")]
#[test]
fn hostile_words_change_nothing_of_the_structure() {
    let friendly = structure(&document(&samples::debate(samples::ID), Notes::Shown));
    let text = document(&said_by_all(HOSTILE), Notes::Shown);
    let hostile = structure(&text);
    assert_eq!(hostile, friendly, "{text}");
    assert!(!hostile.contains_key("code") && !hostile.contains_key("link"));
}

#[test]
fn a_hostile_motion_stays_one_heading_of_text() {
    let text = document(&said_by_all(HOSTILE), Notes::LeftOut);
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("# \\# heading \\<script\\>") && first.contains("\\`\\`\\` code"),
        "{first}"
    );
    assert!(text.contains("\n\\# heading\n"), "a speech keeps its words");
}

/// The JSON document, as it is read by others.
fn value(state: &DebateState, records: &[Record]) -> serde_json::Value {
    let mut text = Vec::new();
    json(state, records, (&[], None), &mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// Keeps nothing but how much came, and how much of it at once.
#[derive(Default)]
struct Gauge {
    all: usize,
    most: usize,
}

impl std::io::Write for Gauge {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.all += bytes.len();
        self.most = self.most.max(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_document_is_written_as_it_is_made() {
    let records = samples::debate(samples::ID);
    let state = DebateState::fold(&records);
    let mut gauge = Gauge::default();
    json(&state, &records, (&[], None), &mut gauge).unwrap();
    assert!(
        gauge.most * 100 < gauge.all,
        "{} of {} bytes at once",
        gauge.most,
        gauge.all
    );
}

#[test]
fn the_value_has_the_whole_structure_and_every_event() {
    let records = samples::debate(samples::ID);
    let state = DebateState::fold(&records);
    let value = value(&state, &records);
    assert_eq!(value["debate"], samples::ID);
    assert_eq!(value["status"], "completed");
    assert_eq!(value["opening"]["seed"], u64::MAX);
    assert_eq!(value["turns"][1]["truncated"]["why"], "time_limit");
    assert_eq!(value["turns"][2]["struck"]["rule"], "own-side");
    assert_eq!(value["turns"][3]["attempt"], 2);
    let point = state.point(PoiId(1)).unwrap();
    assert_eq!(value["points"][1]["at"], point.at);
    assert_eq!(value["points"][0]["gesture"], "raises a hand");
    let item = state.intervention(InterventionId(0)).unwrap();
    assert!(matches!(&item.matter, Matter::Evidence { source, .. }
        if value["interventions"][0]["source"] == source.as_str()));
    assert_eq!(value["polls"][0]["tally"]["ayes"], 1);
    assert_eq!(value["division"]["winner"], "Opposition");
    assert_eq!(value["verdict"]["vote"], "no");
    assert_eq!(
        value["calls"].as_array().unwrap().len(),
        state.finished.len()
    );
    let events: Vec<Record> = serde_json::from_value(value["events"].clone()).unwrap();
    // What a moderator said before it was known to take no side is nobody's.
    let told: Vec<Record> = records
        .iter()
        .filter(|one| !is_drafted(one))
        .cloned()
        .collect();
    assert_eq!(events, told);
    assert!(told.len() < records.len() && !value.to_string().contains("They win."));
}

fn is_drafted(record: &Record) -> bool {
    matches!(record.event, Event::AnswerDrafted { .. })
}

#[test]
fn calls_are_told_one_by_one_and_together() {
    insta::assert_snapshot!(calls(&samples::debate(samples::ID)));
}

#[test]
fn every_call_counts_for_its_phase_or_is_named_as_what_it_is() {
    for format in FORMATS {
        let records = short_debate(format, Vec::new());
        let state = DebateState::fold(&records);
        let all = value(&state, &records);
        for by in ["by_phase", "by_purpose"] {
            let rows = all["totals"][by].as_array().unwrap();
            let sum = |field: &str| -> u64 {
                let of_rows = rows.iter().map(|row| row["usage"][field].as_u64().unwrap());
                of_rows.sum()
            };
            assert_eq!(sum("calls"), all["totals"]["calls"], "{format}: {by}");
            assert_eq!(
                sum("prompt_tokens"),
                all["totals"]["prompt_tokens"],
                "{format}: {by}"
            );
        }
        // Where nobody asked a question in between, every call is of a phase, and every phase that asked for
        // something has its row, in order.
        let rows = all["totals"]["by_phase"].as_array().unwrap();
        let phases: Vec<u64> = rows
            .iter()
            .filter_map(|row| row["phase"].as_u64())
            .collect();
        assert_eq!(phases.len(), rows.len(), "{format}: {rows:?}");
        assert!(phases.is_sorted(), "{format}");
        let began = records.iter().filter_map(|record| match record.event {
            Event::PhaseBegan { phase } => Some(u64::from(phase)),
            _ => None,
        });
        assert_eq!(phases, began.collect::<Vec<u64>>(), "{format}");
        let told = calls(&records);
        for (at, row) in rows.iter().enumerate() {
            let name = row["name"].as_str().unwrap();
            assert_eq!(name, state.plan.phases[phases[at] as usize].name);
            assert!(told.contains(name), "{format}: {name}");
            for (teller, told) in both(&records) {
                assert!(told.contains(&bare(name)), "{format}, {teller}: {name}");
            }
        }
    }
    // A question that came while nobody spoke is of no phase.
    let mut records = samples::debate(samples::ID);
    for record in &mut records {
        if let Event::CallBegan { ask, .. } = &mut record.event
            && let Ask::Question { item } = ask
        {
            *item = InterventionId(99);
        }
    }
    let state = DebateState::fold(&records);
    let rows = &value(&state, &records)["totals"]["by_phase"];
    let outside = rows.as_array().unwrap().iter();
    let outside = outside.filter(|row| row["phase"].is_null());
    let purposes: Vec<&Value> = outside.map(|row| &row["purpose"]).collect();
    assert_eq!(purposes, ["question", "follow_up"]);
    let told = calls(&records);
    for told in [
        told,
        document(&records, Notes::LeftOut),
        text(&records, Notes::LeftOut),
    ] {
        assert!(
            told.contains("viewer's questions (outside any phase)"),
            "{told}"
        );
    }
}

#[test]
fn a_pause_is_neither_wall_time_nor_on_the_critical_path() {
    let line = |text: &str, begins: &str| {
        text.lines()
            .find(|line| line.starts_with(begins))
            .unwrap()
            .to_owned()
    };
    let records = samples::debate(samples::ID);
    let mut longer = records.clone();
    let resumed = longer
        .iter()
        .position(|record| samples::kind(&record.event) == "resumed")
        .unwrap();
    for record in &mut longer[resumed..] {
        record.at_ms += 3_600_000;
    }
    for begins in ["Wall time:", "Critical path:"] {
        assert_eq!(
            line(&calls(&records), begins),
            line(&calls(&longer), begins)
        );
    }
}

/// Every text and number of a value, but for the names of its fields.
fn leaves(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.trim().is_empty() => {}
        Value::String(text) => found.push(text.clone()),
        Value::Number(number) => found.push(number.to_string()),
        Value::Array(all) => all.iter().for_each(|one| leaves(one, found)),
        Value::Object(fields) => fields.values().for_each(|one| leaves(one, found)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Words without marks, so that escapes and wraps are no difference.
fn bare(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" "))
}

/// Both documents as words.
fn both(records: &[Record]) -> [(&'static str, String); 2] {
    [
        ("Markdown", bare(&document(records, Notes::LeftOut))),
        ("text", bare(&text(records, Notes::LeftOut))),
    ]
}

#[test]
fn text_and_markdown_tell_every_field_of_the_division() {
    let records = samples::debate(samples::ID);
    let state = DebateState::fold(&records);
    let mut division = serde_json::to_value(state.division.as_ref().unwrap()).unwrap();
    // Told in words of their own, which `what_a_division_comes_to_is_told` holds; of the looks, see below.
    for told in ["wins_by", "swing", "lost", "abstentions", "direct_looks"] {
        division.as_object_mut().unwrap().remove(told).unwrap();
    }
    let mut found = Vec::new();
    leaves(&division, &mut found);
    assert!(found.len() > 20, "{found:?}");
    for (teller, told) in both(&records) {
        for one in &found {
            assert!(told.contains(&bare(one)), "{teller} does not tell {one:?}");
        }
        // "No" alone would read as if there were no verdict.
        let looks = "contested: the Noes at first, the Ayes with the teams exchanged";
        assert!(told.contains(&bare(looks)), "{teller}: {told}");
    }
}

#[test]
fn text_and_markdown_tell_marks_strengths_weaknesses_whether_to_go_on_and_why_arguments_stand() {
    let records = short_debate("panel", Vec::new());
    let state = DebateState::fold(&records);
    assert!(!state.rounds.is_empty());
    let rubric = state.opening.as_deref().unwrap().format.rubric.clone();
    let rubric = rubric.unwrap();
    for (teller, told) in both(&records) {
        for given in state.rounds.iter().filter_map(|one| one.assessment.given()) {
            let word = if given.should_continue {
                "go on"
            } else {
                "end here"
            };
            assert!(told.contains(&bare(&format!("The debate should {word}"))));
            for marks in given.marks.values() {
                let texts = marks.strengths.iter().chain(&marks.weaknesses);
                for one in texts.chain([&marks.reason]) {
                    assert!(told.contains(&bare(one)), "{teller} does not tell {one:?}");
                }
                let total = format!("{:.2}", marks.total(&rubric));
                assert!(told.contains(&bare(&total)), "{teller}: {total}");
            }
        }
    }
    let records = short_debate("structured", Vec::new());
    let state = DebateState::fold(&records);
    let rows = state.trace();
    assert!(rows.iter().any(|row| !row.reason.is_empty()));
    for (teller, told) in both(&records) {
        for row in &rows {
            assert!(told.contains(&bare(row.reason)), "{teller}: {}", row.reason);
        }
    }
}

#[test]
fn turns_carry_their_round_their_order_and_what_they_took() {
    let records = short_debate("panel", Vec::new());
    let state = DebateState::fold(&records);
    let all = value(&state, &records);
    let turns = all["turns"].as_array().unwrap();
    let mut of_rounds: BTreeMap<(String, u64), Vec<u64>> = BTreeMap::new();
    for turn in turns.iter().filter(|turn| turn["attempt"] == 1) {
        let place = (turn["phase"].to_string(), turn["round"].as_u64().unwrap());
        let order = turn["order"].as_u64().unwrap();
        of_rounds.entry(place).or_default().push(order);
    }
    assert!(
        of_rounds.keys().any(|(_, round)| *round > 1),
        "{of_rounds:?}"
    );
    for (place, mut orders) in of_rounds {
        orders.sort_unstable();
        let expected: Vec<u64> = (1..=orders.len() as u64).collect();
        assert_eq!(orders, expected, "{place:?}");
    }
    // What the turns took is what their calls did.
    let calls = all["calls"].as_array().unwrap();
    for turn in turns {
        let own = calls.iter().filter(|call| call["turn"] == turn["turn"]);
        let own: Vec<&Value> = own.collect();
        assert!(!own.is_empty(), "{turn}");
        assert_eq!(turn["usage"]["calls"], own.len());
        let read = |call: &&Value| call["report"]["usage"]["prompt_tokens"].as_u64().unwrap();
        let read: u64 = own.iter().map(read).sum();
        assert_eq!(turn["usage"]["prompt_tokens"], read);
    }
    assert!(calls.iter().any(|call| call["turn"].is_null()), "judges");
    // People are told, too.
    for (teller, told) in both(&records) {
        assert!(told.contains(" round 2 "), "{teller}");
        let title = bare(&document_title(&state));
        assert!(told.contains(&title), "{teller}: {title}");
    }
}

/// The row of the first turn in the table of what turns took.
fn document_title(state: &DebateState) -> String {
    let turn = state.speeches().next().unwrap();
    format!("{}. {}", turn.id.0 + 1, state.name(&turn.seat))
}

#[test]
fn the_house_and_the_verdict_are_set_side_by_side() {
    let mut records = samples::debate(samples::ID);
    let agreement = |records: &[Record]| {
        let state = DebateState::fold(records);
        value(&state, records)["house_agreement"].clone()
    };
    for (looks, agrees, word) in [
        (
            [Vote::No, Vote::No],
            json_of(Some(true)),
            "The House agrees",
        ),
        (
            [Vote::Aye, Vote::Aye],
            json_of(Some(false)),
            "The House disagrees",
        ),
        (
            [Vote::Aye, Vote::No],
            json_of(None),
            "The verdict is contested, so",
        ),
    ] {
        for record in &mut records {
            if let Event::DivisionDeclared(result) = &mut record.event {
                (result.ayes, result.noes) = (1, 3);
                result.direct_looks = looks.to_vec();
            }
        }
        assert_eq!(agreement(&records)["agrees"], agrees);
        let share = if looks[0] == Vote::No { "75" } else { "25" };
        for (teller, told) in both(&records) {
            assert!(told.contains(&bare(word)), "{teller} does not say {word}");
            let votes = format!("of 4 votes cast {share}");
            assert!(
                told.contains(&bare(&votes)),
                "{teller} does not say {votes}"
            );
        }
    }
}

fn json_of(agrees: Option<bool>) -> Value {
    serde_json::to_value(agrees).unwrap()
}
