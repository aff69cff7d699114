//! Where the program writes: with `HUSTINGS_HOME` under that folder, whatever is done, and nowhere else.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::SeqCst},
};

use super::{
    common::{
        debater::{Debater, Done, Home, end, short_with, start},
        fake_server::Reply,
        gguf::Gguf,
    },
    corpus::{configure, embeds, folder},
};

const BATCH: &str = "name = \"spring\"\nmotions = [\"This House would rather walk\"]\nseeds = [7]\nformats = [\"lincoln-douglas\"]\n\
    [[lineups]]\nname = \"mixed\"\nprop = [\"gandhi\"]\nopp = [\"napoleon\"]\n\
    [options]\nscale = 0.1\n";

/// Where a program would write that does not know of its folder: the user's own, that of temporary files, and the one it
/// was started in.
struct Elsewhere {
    dir: tempfile::TempDir,
}

impl Elsewhere {
    fn run(&self, home: &Home, args: &[&str]) -> Done {
        let mut command = home.command(args);
        command.env("HOME", self.dir.path());
        command.env("TMPDIR", self.dir.path());
        command.current_dir(self.dir.path());
        command.env("HUSTINGS_LOG", "debug");
        command.env("EDITOR", "true");
        for name in [
            "CONFIG_HOME",
            "DATA_HOME",
            "STATE_HOME",
            "CACHE_HOME",
            "RUNTIME_DIR",
        ] {
            command.env(format!("XDG_{name}"), self.dir.path());
        }
        end(start(&mut command))
    }

    fn found(&self) -> Vec<PathBuf> {
        let there = self.dir.path().read_dir().unwrap();
        there.map(|one| one.unwrap().path()).collect()
    }
}

/// Every file under a folder, by its path in it, with what it holds.
fn files(root: &Path) -> BTreeSet<(PathBuf, Vec<u8>)> {
    let (mut folders, mut files) = (vec![root.to_owned()], BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).unwrap();
                files.insert((path.strip_prefix(root).unwrap().to_owned(), bytes));
            }
        }
    }
    files
}

/// The commands that a page of help lists, behind what leads to them.
fn listed(home: &Home, before: &[&str]) -> Vec<String> {
    let help = home.run(&[before, &["--help"]].concat());
    let commands = help.ended(0).stdout.split("Commands:\n").nth(1);
    let lines = commands
        .unwrap_or_default()
        .lines()
        .take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| {
        let line = line
            .strip_prefix("  ")
            .filter(|one| !one.starts_with(' '))?;
        line.split(' ').next()
    });
    names
        .filter(|name| *name != "help")
        .map(|name| [before, &[name]].concat().join(" "))
        .collect()
}

#[test]
fn whatever_is_done_writes_under_one_folder_and_nowhere_else() {
    let (home, embeds) = (Home::new(), embeds());
    let elsewhere = Elsewhere {
        dir: tempfile::tempdir().unwrap(),
    };
    // Once the server goes away in the middle of a debate, so that one is left and taken up.
    let goes = AtomicBool::new(true);
    let debater = Debater::faulty(move |asked| {
        let is_second = asked.purpose == "speech" && asked.nth == 2;
        (is_second && goes.swap(false, SeqCst)).then_some(Reply::Die)
    });
    let url = debater.server.url();
    configure(&home, &embeds, "small");
    let path = |name: &str| home.path().join(name).display().to_string();
    let (books, document, rows) = (folder(&home), path("debate.md"), path("rows"));
    let real = home.write("bridge.txt", include_str!("../samples/real/bridge.txt"));
    let real = real.display().to_string();
    let batch = home.write("spring.toml", BATCH).display().to_string();
    let study = format!("{BATCH}[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\nrepeats = 2\n");
    let study = home.write("study.toml", &study).display().to_string();
    let model = home.write("tiny.gguf", "").display().to_string();
    std::fs::write(&model, Gguf::good().bytes()).unwrap();
    let other = Home::new();
    other.run(&["import", &real]).ended(0);
    let other = other.path().display().to_string();

    let run = short_with(&url, &["--format", "lincoln-douglas"]);
    let invented = ["--speakers", "auto", "--save-speakers"];
    let invented = short_with(
        &url,
        &[&["--format", "lincoln-douglas"][..], &invented].concat(),
    );
    let near = ["--base-url", &url];
    let with = |args: &[&'static str]| [args, near.as_slice()].concat();
    let table: Vec<(&str, Vec<&str>, i32)> = vec![
        ("run", run, 5),
        ("resume", vec!["resume", "--headless"], 0),
        ("run", invented, 0),
        (
            "batch",
            vec!["batch", &batch, "--out", &rows, near[0], near[1]],
            0,
        ),
        (
            "study",
            vec![
                "study", &study, "--report", "--out", &rows, near[0], near[1],
            ],
            0,
        ),
        (
            "ensemble",
            vec![
                "ensemble",
                "ban-private-cars",
                "--dry-run",
                near[0],
                near[1],
            ],
            0,
        ),
        ("refine", with(&["refine", "last", "--headless"]), 0),
        (
            "branch",
            with(&["branch", "last", "--at", "9", "--headless"]),
            0,
        ),
        ("ask", with(&["ask", "last", "judge", "Why?"]), 0),
        ("judge", with(&["judge", "last"]), 0),
        ("eval", with(&["eval", "last"]), 0),
        ("import", vec!["import", &real], 0),
        ("divide", with(&["divide", "last", "--audience", "2"]), 0),
        (
            "compare",
            vec!["compare", "last", &real, near[0], near[1]],
            0,
        ),
        ("rerun", vec!["rerun", &real, "--dry-run"], 0),
        ("merge", vec!["merge", &other], 0),
        ("export", vec!["export", "last", "--out", &document], 0),
        ("list", vec!["list"], 0),
        ("search", vec!["search", "roads"], 0),
        ("show", vec!["show", "last"], 0),
        ("watch", vec!["watch", "last", "--headless"], 0),
        ("replay", vec!["replay", "last", "--headless"], 0),
        ("tag", vec!["tag", "last", "exam"], 0),
        ("note", vec!["note", "last", "to be seen again"], 0),
        // Where no terminal is, it says what there is instead.
        ("library", vec!["library"], 2),
        ("delete", vec!["delete", "last", "--yes"], 0),
        ("restore", vec!["restore", "last"], 0),
        (
            "corpus add",
            vec![
                "corpus",
                "add",
                "mill",
                &books,
                "--no-style",
                "--no-embeddings",
            ],
            0,
        ),
        // Without a persona it lists; `tests/program/works.rs` looks where works come to.
        ("corpus pull", vec!["corpus", "pull"], 0),
        ("corpus list", vec!["corpus", "list"], 0),
        ("corpus search", vec!["corpus", "search", "mill", "toll"], 0),
        ("corpus stats", vec!["corpus", "stats"], 0),
        ("corpus embed", vec!["corpus", "embed"], 0),
        ("corpus style", with(&["corpus", "style", "mill"]), 0),
        (
            "corpus remove",
            vec!["corpus", "remove", "mill", "--yes"],
            0,
        ),
        ("model import", vec!["model", "import", &model], 0),
        ("model list", vec!["model", "list"], 0),
        ("model show", vec!["model", "show", "tiny"], 0),
        ("model bench", vec!["model", "bench", "tiny"], 3),
        (
            "model trial",
            with(&["model", "trial", "--debates", "1", "--dry-run"]),
            0,
        ),
        ("model remove", vec!["model", "remove", "tiny"], 0),
        // What is not listed is not fetched; `tests/models/packages.rs` and `hub.rs` look where models come to.
        ("model pull", vec!["model", "pull", "nobody", "--yes"], 2),
        ("model recommend", vec!["model", "recommend"], 0),
        // It would ask a hub; `tests/models/named.rs` does.
        ("model search", vec!["model", "search"], 2),
        ("models", with(&["models"]), 0),
        ("mcp", vec!["mcp"], 0),
        ("check", vec!["check"], 0),
        ("doctor", with(&["doctor"]), 0),
        ("config path", vec!["config", "path"], 0),
        // There is one.
        ("config init", vec!["config", "init"], 2),
        ("config show", vec!["config", "show"], 0),
        ("config edit", vec!["config", "edit"], 0),
        (
            "motions show",
            vec!["motions", "show", "ban-private-cars"],
            0,
        ),
        ("personas show", vec!["personas", "show", "mill"], 0),
        ("personas make", with(&["personas", "make", "nobody"]), 2),
        ("formats show", vec!["formats", "show", "oxford"], 0),
        ("formats schema", vec!["formats", "schema"], 0),
        ("themes show", vec!["themes", "show", "ansi"], 0),
        ("schema", vec!["schema", "jsonl"], 0),
        ("completions", vec!["completions", "bash"], 0),
        ("man", vec!["man"], 0),
    ];
    let mut wrote = BTreeSet::new();
    for (name, args, code) in &table {
        let before = files(home.path());
        let done = elsewhere.run(&home, args);
        done.ended(*code);
        assert_eq!(elsewhere.found(), Vec::<PathBuf>::new(), "{args:?}");
        // Each has its own log.
        let is_log = |path: &Path| path.starts_with("state");
        let after = files(home.path());
        let mut new = after.symmetric_difference(&before);
        if new.any(|(path, _)| !is_log(path)) {
            wrote.insert(*name);
        }
        if *code == 5 {
            debater.server.come_back();
        }
    }
    for name in [
        "run",
        "resume",
        "batch",
        "refine",
        "branch",
        "import",
        "merge",
        "export",
        "corpus add",
        "corpus embed",
        "corpus style",
        "model import",
        "model remove",
    ] {
        assert!(
            wrote.contains(name),
            "{name} has written nothing: {wrote:?}"
        );
    }
    // Whatever command there is has been given.
    let given: BTreeSet<&str> = table.iter().map(|(name, ..)| *name).collect();
    let mut commands = Vec::new();
    for name in listed(&home, &[]) {
        let below = listed(&home, &[&name]);
        commands.extend(if below.is_empty() { vec![name] } else { below });
    }
    assert!(commands.len() > 30, "{commands:?}");
    for name in commands {
        assert!(given.contains(name.as_str()), "{name} is not looked at");
    }
}
