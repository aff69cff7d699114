//! Corpora as people use them: files in, passages out.

use std::{fmt::Write as _, path::Path, time::Duration};

use serde_json::{Value, json};

use super::common::{
    debater::{Debater, Done, Home, end, start},
    fake_server::{FakeServer, Reply, Seen},
};

const PINS: &str = "BOOK I\n\nCHAPTER I\n\n\
    One worker who makes a whole pin makes few of them in a day. Where one draws the wire, another straightens it and a \
    third grinds the point, ten of them together make many thousands.\n\n\
    A nation that divides its work grows rich without knowing why, and forgets it as easily.\n";
const TOLLS: &str = "---\ntitle: Of Roads\ndate: 1776\ntags: [roads, tolls]\n---\n\n# Of tolls\n\n\
    A toll that is paid by the weight of a carriage falls on the idle and the vain, who ride in heavy ones. It leaves the \
    carrier of bread alone. A road should be made by those who use it and kept by what they pay.\n";

/// A folder of a small corpus, with files in it that are of no use.
pub(super) fn folder(home: &Home) -> String {
    home.write("mine/pins.txt", PINS);
    home.write("mine/tolls.md", TOLLS);
    home.write("mine/empty.txt", "");
    home.write("mine/broken.pdf", "%PDF-1.7\nand then nothing of the kind");
    std::fs::write(
        home.path().join("mine/noise.txt"),
        [0_u8, 1, 2, 3, 0, 255].repeat(300),
    )
    .unwrap();
    home.path().join("mine").display().to_string()
}

/// Adds it, without a model of any kind.
pub(super) fn add(home: &Home, folder: &str) -> Done {
    home.run(&["corpus", "add", "adam-smith", folder, "--no-style"])
}

fn found(home: &Home, more: &[&str]) -> Vec<Value> {
    let args = ["corpus", "search", "--json"];
    let done = home.run(&[args.as_slice(), more].concat());
    serde_json::from_str(&done.ended(0).stdout).unwrap()
}

fn stats(home: &Home) -> Value {
    let done = home.run(&["corpus", "stats", "--json"]);
    serde_json::from_str(&done.ended(0).stdout).unwrap()
}

#[test]
fn a_corpus_is_read_listed_searched_and_removed() {
    let home = Home::new();
    let folder = folder(&home);
    let added = add(&home, &folder);
    assert!(
        added
            .ended(0)
            .stdout
            .contains("2 new passages from 2 files")
            && added.stdout.contains("3 files were skipped"),
        "{}",
        added.stdout
    );
    for name in ["empty.txt", "broken.pdf", "noise.txt", "No embeddings"] {
        assert!(added.stderr.contains(name), "{name}: {}", added.stderr);
    }
    let again = add(&home, &folder);
    assert!(
        again.ended(0).stdout.contains("0 new passages")
            && again.stdout.contains("2 files were there already"),
        "{}",
        again.stdout
    );

    let sources = home.run(&["corpus", "list", "smith", "--json"]);
    let sources: Value = serde_json::from_str(&sources.ended(0).stdout).unwrap();
    let of = |name: &str| {
        let mut all = sources.as_array().unwrap().iter();
        all.find(|one| one["name"] == name).cloned().unwrap()
    };
    assert_eq!(of("tolls.md")["title"], "Of Roads");
    assert_eq!(of("tolls.md")["date"], "1776");
    assert_eq!(of("tolls.md")["tags"], json!(["roads", "tolls"]));
    assert_eq!(of("pins.txt")["whole"], true);

    let hits = found(&home, &["who", "pays", "for", "heavy", "carriages"]);
    assert_eq!(hits[0]["title"], "Of Roads");
    assert!(hits[0]["place"].as_str().unwrap().contains("Of tolls"));
    let told = home.run(&["corpus", "search", "grinding the point of a pin"]);
    let line = "CHAPTER I";
    assert!(told.ended(0).stdout.contains(line), "{}", told.stdout);
    assert!(told.stderr.contains("by words alone"), "{}", told.stderr);
    assert!(told.stderr.contains("model pull minilm"), "{}", told.stderr);
    // Who has switched it off is not told to fetch it.
    let off = home.run(&["corpus", "search", "a pin", "--embeddings", "off"]);
    assert!(off.ended(0).stderr.contains("leave out --embeddings off"));
    assert!(!off.stderr.contains("model pull"), "{}", off.stderr);

    let unasked = home.run(&["corpus", "remove", "adam-smith", "tolls.md"]);
    assert!(unasked.ended(2).stderr.contains("--yes"));
    let gone = home.run(&["corpus", "remove", "adam-smith", "tolls.md", "--yes"]);
    assert!(gone.ended(0).stdout.contains("1 passage was removed"));
    let hits = found(&home, &["heavy", "carriages", "pin"]);
    assert!(hits.iter().all(|hit| hit["title"] != "Of Roads"));
    assert_eq!(stats(&home)[0]["passages"], 1);
}

/// As where a card was to be made of a corpus and was not.
#[test]
fn a_corpus_without_a_persona_is_listed_and_searched() {
    let home = Home::new();
    let folder = folder(&home);
    let card = std::fs::read_to_string("personas/adam-smith.toml").unwrap();
    let card = home.write("config/personas/toller.toml", &card);
    let added = home.run(&["corpus", "add", "toller", &folder, "--no-style"]);
    added.ended(0);
    std::fs::remove_file(card).unwrap();
    let listed = home.run(&["corpus", "list", "toller"]);
    let listed = &listed.ended(0).stdout;
    assert!(listed.contains("Of Roads"), "{listed}");
    let hits = found(&home, &["--persona", "toller", "heavy", "carriages"]);
    assert_eq!(hits[0]["title"], "Of Roads");
    // Nobody has a corpus of that name.
    let unknown = home.run(&["corpus", "search", "a pin", "--persona", "tolle"]);
    assert!(unknown.ended(2).stderr.contains("tolle"));
}

#[test]
fn files_whose_names_look_alike_are_kept_apart() {
    let home = Home::new();
    let folder = folder(&home);
    let (plain, odd) = (
        format!("{folder}/in.txt"),
        format!("{folder}/in\u{200b}.txt"),
    );
    let noise = format!("{folder}/bin\u{200b}.txt");
    std::fs::write(&plain, PINS).unwrap();
    std::fs::write(&odd, TOLLS).unwrap();
    std::fs::copy(format!("{folder}/noise.txt"), &noise).unwrap();
    for file in [&plain, &odd] {
        add(&home, file).ended(0);
    }
    let skipped = add(&home, &noise);
    assert!(
        skipped.stderr.contains("bin\\u200b.txt"),
        "{}",
        skipped.stderr
    );
    let left = || found(&home, &["heavy", "carriages"]).len();
    let remove = |name: &str| home.run(&["corpus", "remove", "adam-smith", name, "--yes"]);
    assert!(left() > 0);
    remove("in.txt").ended(0);
    assert!(left() > 0, "the other file was removed, too");
    remove("in.txt").ended(2);
    // By its name, or as it is shown.
    remove("in\u{200b}.txt").ended(0);
    remove("in\u{200b}.txt").ended(2);
    add(&home, &odd).ended(0);
    remove("in\\u200b.txt").ended(0);
}

#[test]
fn what_cannot_be_read_in_is_said_with_what_could_be_meant() {
    let home = Home::new();
    let folder = folder(&home);
    let typo = home.run(&["corpus", "add", "adam-smit", &folder]);
    assert!(
        typo.ended(2).stderr.contains("adam-smith"),
        "{}",
        typo.stderr
    );
    let nowhere = home.run(&["corpus", "add", "adam-smith", "no/such/file.txt"]);
    assert!(nowhere.ended(2).stderr.contains("no/such/file.txt"));
    let empty = format!("{folder}/empty.txt");
    let nothing = home.run(&["corpus", "add", "adam-smith", &empty]);
    assert!(nothing.ended(2).stderr.contains("nothing was found"));
    let none = home.run(&["corpus", "list", "mill"]);
    assert!(none.ended(2).stderr.contains("mill"), "{}", none.stderr);
}

/// Words as numbers: texts with the same words point the same way.
fn vector(text: &str, size: usize) -> Vec<f32> {
    let mut vector = vec![0.01; size];
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
        let hash = word.bytes().fold(7_usize, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(byte.into())
        });
        vector[hash % size] += 1.0;
    }
    vector
}

/// A server that embeds: `small` gives 16 numbers, `large` 24, `fickle` 16 and later 8.
pub(super) struct Embeds {
    pub(super) server: FakeServer,
    _runtime: tokio::runtime::Runtime,
}

pub(super) fn embeds() -> Embeds {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let answer = move |seen: &Seen| {
        let nth = calls.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        let size = match seen.body["model"].as_str().unwrap() {
            "large" => 24,
            "fickle" if nth > 0 => 8,
            _ => 16,
        };
        let texts = seen.body["input"].as_array().unwrap().iter();
        let rows = texts.enumerate().map(|(index, text)| {
            json!({"object": "embedding", "index": index, "embedding": vector(text.as_str().unwrap(), size)})
        });
        let data: Vec<Value> = rows.collect();
        Reply::status(200, json!({"object": "list", "data": data}).to_string())
    };
    Embeds {
        server: runtime.block_on(FakeServer::answering(answer)),
        _runtime: runtime,
    }
}

/// Names the server in the configuration.
pub(super) fn configure(home: &Home, embeds: &Embeds, model: &str) {
    let url = embeds.server.url();
    home.write(
        "config/config.toml",
        &format!(
            "[providers.vec]\nbase_url = \"{url}\"\n\n[embeddings]\nmodel = \"vec:{model}\"\n"
        ),
    );
}

#[test]
fn passages_are_embedded_by_a_server_and_anew_by_another_model() {
    let (home, embeds) = (Home::new(), embeds());
    let folder = folder(&home);
    configure(&home, &embeds, "small");
    let added = add(&home, &folder);
    assert!(
        added
            .ended(0)
            .stdout
            .contains("2 passages were embedded by vec:small"),
        "{}",
        added.stdout
    );
    assert_eq!(stats(&home)[0]["embedded"], json!([["vec:small", 2]]));
    let hits = found(&home, &["who pays for heavy carriages"]);
    assert_eq!(hits[0]["title"], "Of Roads");
    assert!(hits.iter().all(|hit| hit["by_meaning"].is_u64()));
    assert!(hits[0]["cosine"].as_f64().unwrap() > 0.0);
    let words = found(&home, &["--words", "who pays for heavy carriages"]);
    assert_eq!(words[0]["by_meaning"], Value::Null);

    configure(&home, &embeds, "large");
    let again = home.run(&["corpus", "embed"]);
    assert!(
        again
            .ended(0)
            .stdout
            .contains("2 passages were embedded by vec:large")
    );
    assert_eq!(stats(&home)[0]["embedded"], json!([["vec:large", 2]]));
    let idle = home.run(&["corpus", "embed"]);
    assert!(
        idle.ended(0).stdout.contains("0 passages"),
        "{}",
        idle.stdout
    );
}

#[test]
fn vectors_of_another_size_are_refused_with_both_sizes() {
    let (home, embeds) = (Home::new(), embeds());
    let folder = folder(&home);
    configure(&home, &embeds, "fickle");
    let first = format!("{folder}/pins.txt");
    add(&home, &first).ended(0);
    let refused = add(&home, &folder);
    assert_ne!(refused.status.code(), Some(0));
    assert!(
        refused.stderr.contains("16") && refused.stderr.contains('8'),
        "{}",
        refused.stderr
    );
    // The passages themselves are in, and what was embedded before still is.
    let kept = stats(&home);
    assert_eq!(kept[0]["passages"], 2);
    assert_eq!(kept[0]["embedded"], json!([["vec:fickle", 1]]));
}

/// Some megabytes of which no two paragraphs are alike.
fn long() -> String {
    let mut text = String::new();
    for number in 0..12_000_u32 {
        let _ = write!(
            text,
            "Paragraph {number} has {} words of its own to say about matter {}. It says them slowly and at length, so \
             that whoever counts them has something to count; and it ends where it has to end, {number} by {number}.\n\n",
            number * 7,
            number % 97,
        );
    }
    text
}

#[test]
fn whoever_is_killed_while_reading_loses_nothing_that_was_in() {
    let text = long();
    let passages = |home: &Home| stats(home)[0]["passages"].as_u64().unwrap_or(0);
    let whole = Home::new();
    let file = whole.write("long.txt", &text).display().to_string();
    add(&whole, &file).ended(0);
    let all = passages(&whole);
    assert!(all > 1_000, "{all}");

    let home = Home::new();
    let mut before = 0;
    for share in [0.1, 0.4, 0.7] {
        let args = ["corpus", "add", "adam-smith", &file, "--no-style"];
        let mut running = start(&mut home.command(&args));
        let wanted = (all as f64 * share) as u64;
        let met = when_in(&home.path().join("data/corpora.db"), wanted);
        running.child.kill().unwrap();
        end(running);
        let now = passages(&home);
        assert!(
            met <= now && before <= now,
            "{now} after {met} and {before}"
        );
        assert!(now < all, "it was killed in the middle");
        before = now;
    }
    add(&home, &file).ended(0);
    assert_eq!(passages(&home), all);
    let sources = home.run(&["corpus", "list", "adam-smith", "--json"]);
    assert!(sources.ended(0).stdout.contains("\"whole\": true"));
}

#[test]
fn whoever_has_no_room_left_loses_nothing_that_was_in() {
    let home = Home::new();
    add(&home, &folder(&home)).ended(0);
    let before = stats(&home)[0]["passages"].as_u64().unwrap();
    let text = long();
    let file = home.write("long.txt", text.get(..600_000).unwrap());
    let file = file.display().to_string();
    // No file may grow beyond some hundred kilobytes, and who tries is told so, not killed.
    let limited = "trap '' XFSZ; ulimit -f 400; exec \"$@\"";
    let program = env!("CARGO_BIN_EXE_hustings");
    let mut command = home.starter("sh", &["-c", limited, "sh", program]);
    command.args(["corpus", "add", "adam-smith", &file, "--no-style"]);
    let done = end(start(&mut command));
    let said = &done.ended(1).stderr;
    assert!(
        said.contains("corpora.db") && said.contains("hint:"),
        "{said}"
    );
    let kept = stats(&home)[0]["passages"].as_u64().unwrap();
    assert!(kept >= before, "{kept} of {before}");
    assert!(!found(&home, &["toll paid by the weight of a carriage"]).is_empty());

    add(&home, &file).ended(0);
    let whole = Home::new();
    add(&whole, &folder(&whole)).ended(0);
    add(&whole, &file).ended(0);
    assert_eq!(stats(&home)[0]["passages"], stats(&whole)[0]["passages"]);
}

/// Waits until so many passages are in, and says how many there are.
fn when_in(file: &Path, wanted: u64) -> u64 {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let count = || -> rusqlite::Result<u64> {
        let db = rusqlite::Connection::open_with_flags(file, flags)?;
        db.query_row("SELECT count(*) FROM passage", [], |row| row.get(0))
    };
    for _ in 0..10_000 {
        // The file may not be there yet, or have no tables.
        if let Some(found) = count().ok().filter(|found| *found >= wanted) {
            return found;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("{wanted} passages never came");
}

#[test]
fn a_style_is_drawn_from_the_corpus_and_stays_as_it_was_edited() {
    let (home, debater) = (Home::new(), Debater::good());
    let folder = folder(&home);
    let url = debater.server.url();
    let args = [
        "corpus",
        "add",
        "adam-smith",
        &folder,
        "--base-url",
        &url,
        "--model",
        "fake-1",
    ];
    let added = home.run(&args);
    let file = "config/styles/adam-smith.toml";
    assert!(
        added.ended(0).stderr.contains("The style was drawn"),
        "{}",
        added.stderr
    );
    let drawn = std::fs::read_to_string(home.path().join(file)).unwrap();
    for part in [
        "register",
        "openings",
        "devices",
        "disagreement",
        "phrases",
        "closings",
        "Of Roads",
    ] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
    let asked = debater.server.seen();
    assert!(
        asked[0].body.to_string().contains("carrier of bread"),
        "{}",
        asked[0].body
    );

    let edited = drawn.replacen("register = \"", "register = \"Plain as a ledger. ", 1);
    assert_ne!(edited, drawn);
    home.write(file, &edited);
    let card = home.run(&["personas", "show", "adam-smith"]);
    assert!(
        card.ended(0).stdout.contains("Plain as a ledger."),
        "{}",
        card.stdout
    );
    let refused = home.run(&[
        "corpus",
        "style",
        "adam-smith",
        "--base-url",
        &url,
        "--model",
        "fake-1",
    ]);
    assert!(
        refused.ended(2).stderr.contains("--force"),
        "{}",
        refused.stderr
    );
    let kept = std::fs::read_to_string(home.path().join(file)).unwrap();
    assert_eq!(kept, edited);
}

#[test]
fn a_style_of_which_nothing_came_is_a_failure_for_want_of_a_model() {
    let home = Home::new();
    let folder = folder(&home);
    home.run(&[
        "corpus",
        "add",
        "adam-smith",
        &folder,
        "--no-style",
        "--no-embeddings",
    ])
    .ended(0);
    let broken = Debater::faulty(|_| Some(Reply::error(400, "no such thing here")));
    let url = broken.server.url();
    let args = [
        "corpus",
        "style",
        "adam-smith",
        "--model",
        "fake-1",
        "--base-url",
        &url,
    ];
    let failed = home.run(&args);
    assert!(
        failed
            .ended(3)
            .stderr
            .contains("could not describe the style"),
        "{}",
        failed.stderr
    );
}

#[test]
fn a_file_may_have_so_many_bytes() {
    const MOST: u64 = 512 << 20;
    let home = Home::new();
    let folder = folder(&home);
    // There is nothing on the disk of it but its length.
    let long = home.write("mine/long.txt", "So it begins.");
    let file = std::fs::File::options().write(true).open(&long).unwrap();
    file.set_len(MOST + 1).unwrap();
    let added = add(&home, &folder);
    assert!(
        added.ended(0).stderr.contains("long.txt") && added.stderr.contains("512 MB at the most"),
        "{}",
        added.stderr
    );
    assert!(added.stdout.contains("from 2 files"), "{}", added.stdout);
}

#[test]
fn to_add_only_what_cannot_be_read_is_an_error_however_much_there_is() {
    let home = Home::new();
    let file = |name: &str, text: &str| home.write(name, text).to_str().unwrap().to_owned();
    let (good, empty) = (file("a.txt", "The road is open to all."), file("b.txt", ""));
    let add = |path: &str| {
        home.run(&[
            "corpus",
            "add",
            "mill",
            path,
            "--no-style",
            "--no-embeddings",
        ])
    };
    add(&good).ended(0);
    let done = add(&empty);
    assert!(
        done.ended(2)
            .stderr
            .contains("nothing was found that could be read"),
        "{}",
        done.stderr
    );
    // What is there already was read.
    add(&good).ended(0);
}
