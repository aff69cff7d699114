//! The readers of what comes from outside, each as a function of bytes that panics where it breaks a promise.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, LazyLock},
};

use hustings::{
    batch::{self, ModelChoices},
    catalog::{Catalog, Paint, Problem, read_toml},
    config,
    corpus::read,
    debate::{
        DebateState,
        answer::{DirectVerdict, SpeechArguments},
        ask::Purpose,
        event::Record,
        ids::DebateId,
    },
    error::Failure,
    export::{Form, Wishes},
    headless::Mapper,
    journal::{Journal, JournalError, Merge},
    llm::{
        Request,
        finished::FinishedPart,
        fixture,
        retry::Policy,
        scripted::{Scripted, ScriptedAnswer},
        structured,
    },
    models::gguf,
    real,
    setup::ChosenSettings,
    text::{
        captions,
        quote::{block, line, quoted, speech},
        sanitize::{Sanitizer, sanitize},
        shown,
    },
    tui::keymap::{Keymap, faults},
};
use serde::{Serialize, de::DeserializeOwned};

/// A reader by its name.
pub(crate) struct Reader {
    pub(crate) name: &'static str,
    pub(crate) read: fn(&[u8]),
}

const fn reader(name: &'static str, read: fn(&[u8])) -> Reader {
    Reader { name, read }
}

/// All of them.
pub(crate) const READERS: [Reader; 17] = [
    reader("answer", answer),
    reader("batch", batch),
    reader("captions", captions),
    reader("catalog", catalog),
    reader("document", document),
    reader("fence", fence),
    reader("gguf", gguf),
    reader("journal", journal),
    reader("keys", keys),
    reader("preset", preset),
    reader("real", real),
    reader("record", record),
    reader("running", running),
    reader("sanitiser", sanitiser),
    reader("settings", settings),
    reader("stream", stream),
    reader("votes", votes),
];

/// The kinds of file that the catalog reads, by the first byte.
pub(crate) const CATALOG: [&str; 6] = [
    "motions",
    "personas",
    "personas/audience",
    "formats",
    "themes",
    "profiles.toml",
];

/// The endings of files that a corpus takes, by the first byte.
pub(crate) const ENDINGS: [&str; 8] = ["txt", "md", "html", "pdf", "epub", "srt", "vtt", "jsonl"];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The first byte, which chooses, and the rest.
fn chosen<'a, T>(from: &'a [T], bytes: &'a [u8]) -> Option<(&'a T, &'a [u8])> {
    let (first, rest) = bytes.split_first()?;
    Some((&from[usize::from(*first) % from.len()], rest))
}

/// Nothing that moves a terminal stands in a text that goes to one.
fn is_clean(text: &str) {
    let found = text.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(found, None, "{text:?}");
}

/// All the texts that a person or a file is given of a value.
fn is_clean_throughout(value: &impl Serialize) {
    fn all(value: &serde_json::Value) {
        match value {
            serde_json::Value::String(text) => is_clean(text),
            serde_json::Value::Array(items) => items.iter().for_each(all),
            serde_json::Value::Object(fields) => fields.values().for_each(all),
            serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {
            }
        }
    }
    all(&serde_json::to_value(value).expect("it can be written"));
}

fn are_told(problems: &[Problem]) {
    for problem in problems {
        assert!(!problem.message.is_empty());
        is_clean(&problem.render(Paint::Plain));
    }
}

fn sanitiser(bytes: &[u8]) {
    let text = text(bytes);
    let clean = sanitize(&text);
    is_clean(&clean);
    assert_eq!(sanitize(&clean), clean);
    let mut filter = Sanitizer::new();
    let mut pieces = String::new();
    for letter in text.chars() {
        pieces += &filter.push(letter.encode_utf8(&mut [0; 4]));
    }
    pieces += &filter.finish();
    assert_eq!(pieces, clean, "in pieces it is another text");
    // What is shown to people may have tabs, as files have them.
    is_clean(&shown::visible(&text).replace('\t', " "));
    assert!(!shown::line(&text).contains('\n'));
}

/// No text ends the fence or the quotation that it is put into.
fn fence(bytes: &[u8]) {
    let text = text(bytes);
    let is_bare = |one: &str| {
        for line in one.lines() {
            assert!(!matches!(line.trim(), "<<<" | ">>>"), "{one:?}");
        }
        for mark in ["<|", "|>", "[INST]", "[/INST]", "<<", ">>"] {
            assert!(!one.contains(mark), "{mark}: {one:?}");
        }
    };
    is_bare(&block(&text));
    is_bare(&speech(&text));
    let (line, quoted) = (line(&text), quoted(&text));
    is_bare(&line);
    is_bare(&quoted);
    assert!(!line.contains(['\n', '\r']) && !quoted.contains(['\n', '\r']));
    assert_eq!(quoted.matches('"').count(), 2, "{quoted}");
}

fn keys(bytes: &[u8]) {
    let text = text(bytes);
    let own: BTreeMap<String, String> = text
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(name, keys)| (name.trim().to_owned(), keys.trim().to_owned()))
        .collect();
    let found = faults(&own);
    assert_eq!(found.is_empty(), Keymap::with(&own).is_ok());
    for (_, fault) in found {
        assert!(!fault.to_string().is_empty());
    }
}

fn settings(bytes: &[u8]) {
    let source: Arc<str> = text(bytes).into();
    let read = config::read("config.toml", &source, &config::Env::default());
    are_told(&read.problems);
    let parsed = config::parse("config.toml", &source, &config::Env::default());
    assert_eq!(parsed.is_ok(), read.problems.is_empty());
}

fn preset(bytes: &[u8]) {
    let source: Arc<str> = text(bytes).into();
    match read_toml::<ChosenSettings>("preset.toml", &source) {
        Ok(settings) => is_clean_throughout(&settings),
        Err(wrong) => are_told(&wrong.all(|_| Vec::new())),
    }
}

/// A folder that is emptied and used again, for what is read from files.
fn in_folder(use_it: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    use_it(folder.path());
}

fn catalog(bytes: &[u8]) {
    let Some((kind, rest)) = chosen(&CATALOG, bytes) else {
        return;
    };
    in_folder(|home| {
        if *kind == "profiles.toml" {
            let file = home.join(kind);
            std::fs::write(&file, rest).expect("written");
            return are_told(&hustings::catalog::Profiles::load(Some(&file)).1);
        }
        let file = home.join(kind).join("changed.toml");
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(&file, rest).expect("written");
        let (_, problems) = Catalog::load(Some(home));
        are_told(&problems);
    });
}

fn batch(bytes: &[u8]) {
    static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::load(None).0);
    let source: Arc<str> = text(bytes).into();
    let none = ModelChoices::default();
    let fits = |_: &batch::BatchItem| Ok::<_, Failure>(batch::Settled::default());
    if let Err(problems) = batch::read("b.toml", &source, &CATALOG, &none, &fits) {
        assert!(!problems.is_empty());
        are_told(&problems);
    }
}

/// What is read of a debate that people held can be kept, told and exported.
fn is_held(imported: &real::Imported) {
    is_clean_throughout(&imported.debate);
    let making = real::Making {
        debate: DebateId("real".into()),
        now_ms: 0,
        like: None,
    };
    let records = real::records(&imported.debate, &making);
    assert!(DebateState::fold(&records).is_closed());
    is_exported(&records);
}

fn real(bytes: &[u8]) {
    match real::read(&text(bytes), &real::Given::default()) {
        Ok(imported) => is_held(&imported),
        Err(faults) => {
            assert!(!faults.0.is_empty());
            for fault in &faults.0 {
                is_clean(&fault.to_string());
            }
        }
    }
}

fn running(bytes: &[u8]) {
    let given = real::Given {
        motion: Some("This House would keep the bell".into()),
        ayes: vec!["Ann Hale".into()],
        noes: vec!["Bo Reed".into()],
        ..real::Given::default()
    };
    if let Some(Ok(read)) = real::running(&text(bytes), &given) {
        for utterance in &read.utterances {
            is_clean(&utterance.text);
        }
        let windows = real::windows(&read.utterances, 200);
        assert_eq!(read.utterances.is_empty(), windows.is_empty());
    }
}

fn votes(bytes: &[u8]) {
    match real::VotesFile::read(&text(bytes)) {
        Ok(_) => {}
        Err(faults) => assert!(!faults.0.is_empty()),
    }
}

fn captions(bytes: &[u8]) {
    let names = ["CHAIR".to_owned()].into();
    for cue in captions::new_cues(&text(bytes)) {
        let _ = captions::turns(&cue, &names);
    }
}

fn document(bytes: &[u8]) {
    let Some((ending, rest)) = chosen(&ENDINGS, bytes) else {
        return;
    };
    let Ok(read) = read::read(&format!("a.{ending}"), rest) else {
        return;
    };
    assert!(!read.documents.is_empty());
    for block in read.documents.iter().flat_map(|one| &one.blocks) {
        assert!(!block.text.trim().is_empty());
        for text in [&block.text, &block.place] {
            assert!(!text.chars().any(char::is_control), "{text:?}");
        }
    }
}

fn gguf(bytes: &[u8]) {
    in_folder(|folder| {
        let file = folder.join("m.gguf");
        std::fs::write(&file, bytes).expect("written");
        match gguf::check(&file) {
            Ok(facts) => assert!(facts.file_bytes == bytes.len() as u64),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

/// What a structured answer is read as, wherever it is split, is clean, and the same as in one piece.
fn answer(bytes: &[u8]) {
    fn asked<T: DeserializeOwned + schemars::JsonSchema + Serialize>(
        said: ScriptedAnswer,
    ) -> Option<serde_json::Value> {
        let model = Scripted::in_order("m", [said]);
        let request = Request {
            purpose: Purpose::Extract,
            messages: Vec::new(),
            max_tokens: 4000,
            shape: None,
            temperature: None,
            seed: None,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        let asking = async {
            let (pieces, _) = tokio::sync::mpsc::channel(8);
            let policy = Policy {
                tries: 1,
                ..Policy::default()
            };
            structured::ask::<T>(&model, request, |_| Ok(()), pieces, &policy).await
        };
        let value = runtime.block_on(asking).0.ok()?;
        is_clean_throughout(&value);
        Some(serde_json::to_value(value).expect("it can be written"))
    }
    let text = text(bytes);
    let pieces = || ScriptedAnswer::pieces(text.chars().map(String::from));
    let whole = || ScriptedAnswer::text(text.clone());
    assert_eq!(
        asked::<SpeechArguments>(whole()),
        asked::<SpeechArguments>(pieces())
    );
    assert_eq!(
        asked::<DirectVerdict>(whole()),
        asked::<DirectVerdict>(pieces())
    );
    let mut finished = FinishedPart::default();
    for letter in text.chars() {
        let _ = finished.push(letter.encode_utf8(&mut [0; 4]));
    }
}

/// A body from a server is read the same wherever it is split.
fn stream(bytes: &[u8]) {
    let whole = fixture::read_body(&[bytes]);
    for size in [1, 7, 64] {
        let pieces: Vec<&[u8]> = bytes.chunks(size).collect();
        assert_eq!(fixture::read_body(&pieces), whole, "in pieces of {size}");
    }
}

/// Whatever a debate came to, it can be told and exported.
fn is_exported(records: &[Record]) {
    let mut mapper = Mapper::new();
    for record in records {
        let _ = mapper.lines(record);
    }
    for form in [
        Form::Markdown,
        Form::Html,
        Form::Briefing,
        Form::Dot,
        Form::Json,
    ] {
        let Ok(content) = form.content(records, Wishes::default()) else {
            continue;
        };
        let mut out = Vec::new();
        content(&mut out).expect("memory takes it");
        let out = String::from_utf8(out).expect("a text");
        if form == Form::Json {
            let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
            assert!(value.is_object());
        }
    }
}

/// Rows of a journal: what can be read of them folds, and can be told.
fn record(bytes: &[u8]) {
    let text = text(bytes);
    let records: Vec<Record> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let state = DebateState::fold(&records);
    let _ = state.running_ms();
    is_exported(&records);
}

/// The file of a journal, whatever has become of it: it is opened or refused, read or not, and taken in or not.
fn journal(bytes: &[u8]) {
    in_folder(|folder| {
        std::fs::write(folder.join("journal.db"), bytes).expect("written");
        let ours = folder.join("ours");
        let taken = Journal::open(&ours).expect("a new one");
        let merged = taken.merge(&folder.join("journal.db"), Merge::Take, &mut |_, _| true);
        merged.expect("what is wrong with the other one is no error of ours");
        for summary in taken.list().expect("ours can be read") {
            // What was taken in was checked.
            let records = taken.load(&summary.debate).expect("it was taken in whole");
            is_exported(&records);
        }
        let Ok(opened) = Journal::open(folder) else {
            return;
        };
        let each = || -> Result<(), JournalError> {
            opened.search("salt", 5)?;
            opened.unfinished()?;
            for summary in opened.list()? {
                let records = opened.load(&summary.debate)?;
                let _ = DebateState::fold(&records);
            }
            Ok(())
        };
        if let Err(error) = each() {
            assert!(!error.to_string().is_empty());
        }
    });
}
