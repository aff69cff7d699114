//! The table of attacks: every attack (`common/attacks.rs`), from every source that a text comes from, at every door that
//! it goes out by. What a server sends is in `llm_faults/attacks.rs`, what only a process shows in `program/attacks.rs`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are part of it")]

use std::{collections::BTreeSet, io::Write as _, path::Path};

use hustings::{
    catalog::Catalog,
    corpus::{hand_in, read},
    debate::{
        DebateState,
        event::{Event, Record},
        ids::DebateId,
        sink::Sink as _,
    },
    excerpt::Since,
    export::{self, Notes},
    headless::{JsonLinesWriter, Text},
    journal::{Journal, Merge},
    plain,
    real::{Given, read as read_real},
    shared::shared,
    text::shown,
    visible::Shown,
};
use serde_json::Value;

use crate::{
    common::attacks::{WORD, attacks, every_attack, passed},
    samples,
};

/// Texts that say something in a field that is one word elsewhere.
const NAMES: [&str; 6] = ["name", "short", "source", "model", "moderator", "work"];

/// Puts attacks into every text of a value, one after the other.
fn spoil(value: &mut Value, key: &str, next: &mut impl Iterator<Item = String>) {
    match value {
        Value::String(url) if key == "base_url" => {
            *url = format!("http://{}/v1", next.next().unwrap());
        }
        Value::String(text) if text.contains(' ') || NAMES.contains(&key) => {
            let at = text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
            text.insert_str(at, &next.next().unwrap());
        }
        Value::Array(all) => all.iter_mut().for_each(|one| spoil(one, key, next)),
        Value::Object(fields) => fields
            .iter_mut()
            .filter(|(key, _)| *key != "event" && *key != "profile")
            .for_each(|(key, field)| spoil(field, key, next)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A journal by somebody else, who has put attacks into every text of it.
fn journal_of_somebody(dir: &Path) -> DebateId {
    drop(Journal::open(dir).unwrap());
    let db = rusqlite::Connection::open(dir.join("journal.db")).unwrap();
    let all: Vec<String> = attacks().into_iter().map(|(_, text)| text).collect();
    let mut next = all.iter().cloned().cycle();
    db.execute(
        "INSERT INTO debate (id, opened_ms, motion, format, seed, speeches, speakers, result, note) \
         VALUES (?1, 0, ?2, ?2, '0', 1, json_array(?2), ?2, ?2)",
        (samples::ID, every_attack()),
    )
    .unwrap();
    db.execute(
        "INSERT INTO tag VALUES (?1, ?2)",
        (samples::ID, every_attack()),
    )
    .unwrap();
    for record in samples::debate(samples::ID) {
        let mut body = serde_json::to_value(&record.event).unwrap();
        spoil(&mut body, "", &mut next);
        db.execute(
            "INSERT INTO event (debate, seq, at_ms, wall_ms, body) VALUES (?1, ?2, ?3, 0, ?4)",
            (samples::ID, record.seq, record.at_ms, body.to_string()),
        )
        .unwrap();
    }
    DebateId(samples::ID.to_owned())
}

/// All that a debate is told by.
fn doors(records: &[Record]) -> Vec<(&'static str, String)> {
    let state = DebateState::fold(records);
    let written = |write: &mut dyn FnMut(&mut Vec<u8>)| {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    };
    let mut doors = vec![
        (
            "show",
            written(&mut |out| plain::text(&state, Notes::Shown, out, 80).unwrap()),
        ),
        (
            "--output text",
            written(&mut |out| {
                let mut text = Text::new(out, 80);
                for record in records {
                    text.record(record).unwrap();
                }
            }),
        ),
        (
            "--output jsonl",
            written(&mut |out| {
                let mut lines = JsonLinesWriter::new(out);
                for record in records {
                    lines.record(record).unwrap();
                }
            }),
        ),
        ("Markdown", export::markdown(&state, Notes::Shown)),
        ("HTML", export::html(records, Notes::Shown)),
        ("the graph", export::dot(&state)),
        (
            "JSON",
            written(&mut |out| {
                export::json(&state, records, (&[], None), out).unwrap();
            }),
        ),
        (
            "an excerpt",
            Since::of(records, 0, usize::MAX, false).unwrap().text,
        ),
    ];
    doors.extend(export::briefing(&state).map(|text| ("the briefing", text)));
    doors.extend(pictures(records));
    doors
}

#[cfg(not(feature = "tui"))]
fn pictures(_: &[Record]) -> Vec<(&'static str, String)> {
    Vec::new()
}

/// The screen, and what is drawn of it.
#[cfg(feature = "tui")]
fn pictures(records: &[Record]) -> Vec<(&'static str, String)> {
    use hustings::tui::{
        animation::animated,
        cast::asciicast,
        keymap::Keymap,
        panes::situation::ChamberMode,
        shot::{self, ShotTheme},
        style::{ColorSupport, Styles},
        ui::{ThemeStyles, Ui},
        view,
    };
    use ratatui::{
        buffer::{Buffer, Cell},
        layout::Rect,
    };

    const SIZE: (u16, u16) = (100, 30);
    let look = || ThemeStyles {
        name: "plain".to_owned(),
        styles: Styles::plain(ColorSupport::True),
    };
    let state = DebateState::fold(records);
    let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), vec![look()]);
    let mut screen = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    view::render(screen.area, &mut screen, &mut ui, &state);
    let rows = screen.content.chunks(usize::from(SIZE.0));
    let rows = rows.map(|row| row.iter().map(Cell::symbol).collect::<String>());
    let cells = rows.collect::<Vec<_>>().join("\n");
    let cast = asciicast(records, SIZE, look());
    // The sequences of a recording are its own: places, colours, the cursor.
    let sent = cast.lines().skip(1).map(|line| {
        let (_, _, text): (f64, String, String) = serde_json::from_str(line).unwrap();
        let mut pieces = text.split("\u{1b}[");
        let mut own = pieces.next().unwrap().to_owned();
        for piece in pieces {
            let (parameters, behind) = piece.split_once(['H', 'm', 'J', 'h', 'l']).unwrap();
            let is_ours = |c: char| c.is_ascii_digit() || matches!(c, ';' | '?');
            assert!(parameters.chars().all(is_ours), "{parameters:?}");
            own.push('\n');
            own.push_str(behind);
        }
        own
    });
    let motion = &state.opening.as_deref().unwrap().motion.motion;
    vec![
        ("the screen", cells),
        ("the recording", sent.collect::<Vec<_>>().join("\n")),
        (
            "the head of the recording",
            cast.lines().next().unwrap().to_owned(),
        ),
        (
            "the picture",
            shot::svg(&screen, &ShotTheme::titled(motion)),
        ),
        ("the moving picture", animated(records, SIZE, look())),
    ]
}

/// What came from each source, once it is in.
fn sources() -> Vec<(&'static str, String)> {
    let dir = tempfile::tempdir().unwrap();
    let attack = every_attack();
    // Beyond what JSON wants escaped: what TOML does, and what some readers break lines at.
    let typed = ["\u{7f}", "\u{85}", "\u{2028}", "\u{2029}"].iter().fold(
        serde_json::to_string(&attack).unwrap(),
        |typed, c| {
            typed.replace(
                c,
                &format!("\\u{:04x}", u32::from(c.chars().next().unwrap())),
            )
        },
    );
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    let mut sources = Vec::new();

    // A catalog: motions, personas, and what is said of files with mistakes.
    let with = |text: &str, field: &str| {
        let (before, rest) = text.split_once(&format!("{field} = \"\"\"\n")).unwrap();
        let (_, after) = rest.split_once("\"\"\"\n").unwrap();
        format!("{before}{field} = {typed}\n{after}")
    };
    let motion = include_str!("../motions/abolish-monarchy.toml");
    file("motions/one.toml", &with(motion, "background"));
    let persona = include_str!("../personas/lovelace.toml");
    file("personas/one.toml", &with(persona, "biography"));
    file(
        "personas/two.toml",
        &format!("{typed} = {typed}\n{persona}"),
    );
    file("personas/three.toml", &format!("{attack} = 1\n"));
    let (catalog, problems) = Catalog::load(Some(dir.path()));
    let motion = serde_json::to_value(&catalog.motion("one").unwrap().value).unwrap();
    let persona = serde_json::to_value(&catalog.persona("one").unwrap().value).unwrap();
    for (source, value) in [("a motion", motion), ("a persona", persona)] {
        sources.push((source, told([value].into_iter())));
    }
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(!problems.is_empty());
    sources.push((
        "mistakes in a file",
        shown::for_people(&problems.join("\n")),
    ));

    // A corpus and evidence.
    let html = format!("<h1>{attack}</h1><p>One, {attack}.</p>");
    let lines = format!("{{\"text\": {typed}, \"title\": {typed}, \"speaker\": {typed}}}\n");
    for (name, text) in [
        ("a.txt", format!("One, {attack}.\n\nTwo.")),
        ("a.md", format!("# {attack}\n\nOne, {attack}.")),
        ("a.html", html),
        ("a.jsonl", lines),
        (
            "a.srt",
            format!("1\n00:00:01,000 --> 00:00:02,000\nOne, {attack}.\n"),
        ),
    ] {
        let parsed = read::read(name, text.as_bytes()).unwrap();
        let mut all = parsed.skipped;
        for work in parsed.documents {
            let about = work.about;
            all.extend(
                [about.title, about.date, about.speaker]
                    .into_iter()
                    .flatten(),
            );
            all.extend(about.tags);
            for block in work.blocks {
                all.extend([block.text, block.place]);
                all.extend(block.speaker);
            }
        }
        let all = all.join("\n");
        sources.push(("a corpus", all));
        let handed = hand_in(&file(&format!("\u{202e}{name}"), &text)).unwrap();
        let places = handed.places.join("\n");
        sources.push(("evidence", [handed.text, handed.source, places].join("\n")));
    }

    // Debates that people held.
    let bridge = include_str!("samples/real/bridge.txt");
    // A text with a null character is refused whole, and a line of its own may be anybody's.
    let spoken = attack.replace(
        [
            '\0', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
        ],
        "",
    );
    let spoilt = bridge.replacen(". ", &format!(". {spoken} "), 40);
    let real = read_real(&spoilt, &Given::default()).unwrap();
    let debate = serde_json::to_value(&real.debate).unwrap();
    sources.push((
        "a transcript",
        told([debate].into_iter()) + &real.notes.join("\n"),
    ));

    // What a person names: a file, an argument, a variable.
    let mut written = Vec::new();
    let mut out = Shown::new(&mut written);
    writeln!(out, "{attack}").unwrap();
    for byte in attack.as_bytes() {
        out.write_all(&[*byte]).unwrap();
    }
    sources.push((
        "an argument, as it is shown",
        String::from_utf8(written).unwrap(),
    ));
    sources.push(("a message", shown::for_people(&attack)));
    let path = shown::path(&dir.path().join(attack.replace(['/', '\0'], "")));
    sources.push(("the name of a file", path));
    sources
}

/// The texts of values, and not as JSON escapes them.
fn told(values: impl Iterator<Item = Value>) -> String {
    fn leaves(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::String(text) => found.push(text.clone()),
            Value::Array(all) => all.iter().for_each(|one| leaves(one, found)),
            Value::Object(fields) => fields.iter().for_each(|(key, one)| {
                found.push(key.clone());
                leaves(one, found);
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut found = Vec::new();
    values.for_each(|value| leaves(&value, &mut found));
    found.join("\n")
}

#[test]
fn nothing_of_an_attack_comes_in_by_any_source() {
    for (source, text) in sources() {
        assert!(text.contains(WORD), "{source} was not read: {text}");
        assert_eq!(passed(&text), BTreeSet::new(), "{source}: {text}");
    }
}

#[test]
fn nothing_of_an_attack_in_a_journal_of_somebody_else_goes_out_by_any_door() {
    let theirs = tempfile::tempdir().unwrap();
    let id = journal_of_somebody(theirs.path());
    let journal = Journal::open(theirs.path()).unwrap();
    let records = journal.load(&id).unwrap();
    assert_eq!(records.len(), samples::debate(samples::ID).len());
    for (door, text) in doors(&records) {
        assert!(text.contains(WORD), "nothing hostile is at {door}");
        assert_eq!(passed(&text), BTreeSet::new(), "{door}: {text}");
    }
    // The list, and what is found.
    let mut listed = journal.list().unwrap();
    let one = listed.remove(0);
    let said = [
        one.motion,
        one.speakers.join("\n"),
        one.result.unwrap_or_default(),
    ]
    .join("\n");
    assert!(said.contains(WORD), "{said}");
    assert_eq!(passed(&said), BTreeSet::new(), "{said}");
    // Taken in, it is the same.
    let ours = tempfile::tempdir().unwrap();
    let journal = Journal::open(ours.path()).unwrap();
    let merged = journal
        .merge(theirs.path(), Merge::Take, &mut |_, _| true)
        .unwrap();
    assert_eq!((merged.added, merged.left.len()), (1, 0), "{merged:?}");
    assert_eq!(journal.load(&id).unwrap(), records);
    let db = rusqlite::Connection::open(ours.path().join("journal.db")).unwrap();
    let mut kept = db.prepare("SELECT body FROM event").unwrap();
    let kept = kept.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let kept = kept.map(|body| serde_json::from_str(&body.unwrap()).unwrap());
    assert_eq!(passed(&told(kept)), BTreeSet::new());
}

/// What is drawn for others, and what an assistant is told, name models and not where they are.
#[test]
fn the_address_of_a_server_is_in_nothing_that_is_given_to_others() {
    const SERVERS: [&str; 4] = [
        "10.9.8.7:8080",
        "models.lan.example",
        "[fe80::1]:1234",
        "other.lan:1",
    ];
    let mut records = samples::debate(samples::ID);
    for record in &mut records {
        match &mut record.event {
            Event::Opened(opening) => {
                let opening = std::sync::Arc::make_mut(opening);
                opening.launch.base_url = Some(format!("http://{}/v1", SERVERS[0]));
                for (at, speaker) in opening.speakers.iter_mut().enumerate() {
                    speaker.model = format!("{}:some-model", SERVERS[at % 3]);
                }
            }
            Event::Notice { text } | Event::ModelFailed { reason: text, .. } => {
                *text = format!("no connection to http://{}/v1: refused", SERVERS[3]);
            }
            _ => {}
        }
    }
    let given = shared(&records);
    assert_eq!(given.len(), records.len());
    let mut doors = doors(&given);
    doors.push(("HTML", export::html(&records, Notes::Shown)));
    doors.extend(
        pictures(&records)
            .into_iter()
            .filter(|(door, _)| door.contains("recording") || door.contains("moving")),
    );
    for (door, text) in &doors {
        for server in SERVERS {
            assert!(!text.contains(server), "{server} is at {door}: {text}");
        }
    }
    let is_told = |name: &str, what: &str| {
        doors
            .iter()
            .any(|(door, text)| *door == name && text.contains(what))
    };
    for (door, what) in [
        ("HTML", "some-model"),
        ("show", "some-model"),
        ("show", "(a server)"),
    ] {
        assert!(is_told(door, what), "{door} does not tell {what}");
    }
}
