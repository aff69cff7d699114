//! Batches, held by the whole program.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::Value;

use super::common::{
    debater::{Asked, Debater, Done, Home, Manner, PATIENCE, end, signal, start},
    fake_server::Reply,
};
use hustings::journal::{CompletionStatus, DebateSummary, Journal};

const FILE: &str = "
name = \"spring\"
motions = [\"ban-private-cars\", \"This House would rather walk\"]
seeds = [7]
repeats = 2

[[lineups]]
name = \"mixed\"
prop = [\"gandhi\", \"wollstonecraft\", \"nightingale\"]
opp = [\"napoleon\", \"smith\", \"machiavelli\"]

[options]
scale = 0.1
audience = 5
polls = \"ends\"
";

fn slow() -> Manner {
    Manner {
        latency: Duration::from_millis(10),
        piece: 17,
        between: Duration::from_millis(2),
        ..Manner::default()
    }
}

fn args<'a>(home: &'a Home, url: &'a str, more: &[&'a str]) -> Vec<String> {
    let out = home.path().join("out");
    let file = home.path().join("spring.toml");
    let fixed = [
        "batch",
        file.to_str().unwrap(),
        "--base-url",
        url,
        "--out",
        out.to_str().unwrap(),
    ];
    fixed
        .iter()
        .chain(more)
        .map(|arg| (*arg).to_owned())
        .collect()
}

fn batch(home: &Home, url: &str, more: &[&str]) -> Done {
    let args = args(home, url, more);
    home.run(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn debates(home: &Home) -> Vec<DebateSummary> {
    Journal::open(&home.path().join("data"))
        .unwrap()
        .of_batch("spring", None)
        .unwrap()
}

fn table(home: &Home, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(home.path().join("out").join(name)).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_batch_is_held_once_and_told_as_a_table() {
    let debater = Debater::good();
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    let first = batch(&home, &url, &["--parallel", "2", "--json"]);
    let summary: Value = serde_json::from_str(&first.ended(0).stdout).unwrap();
    assert_eq!(
        (&summary["debates"], &summary["completed"]),
        (&4.into(), &4.into())
    );
    let wins: u64 = summary["groups"][0]["wins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|side| side["count"].as_u64().unwrap())
        .sum();
    assert_eq!(wins, 4);
    assert!(
        summary["groups"].as_array().unwrap().len() == 3,
        "all, and each motion"
    );
    let lines = table(&home, "debates.csv");
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with(
        "batch,item,debate,motion,format,line_up,seed,repeat,status,winner,missing,swing"
    ));
    assert!(lines[1..].iter().all(|line| line.contains(",completed,")));
    let asked = debater.purposes().len();
    let again = batch(&home, &url, &[]);
    assert!(
        again.ended(0).stdout.contains("4 of 4 debates are over"),
        "{}",
        again.stdout
    );
    assert_eq!(debater.purposes().len(), asked, "nobody was asked anything");
    let listed = home.run(&["list", "--batch", "spring", "--json"]);
    assert_eq!(listed.ended(0).lines().len(), 4);
    let none = home.run(&["list", "--batch", "autumn"]);
    assert!(none.ended(2).stderr.contains("there is no batch `autumn`"));
}

#[test]
fn a_batch_that_was_interrupted_or_killed_is_gone_on_with() {
    let debater = Debater::with(slow(), |_| None);
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    let begin = || {
        // Calls, and not turns: of a debate all may have been said, and the votes be missing.
        let answered = || -> u64 {
            let is_there = home.path().join("data").join("journal.db").exists();
            let all = if is_there { debates(&home) } else { Vec::new() };
            all.iter().map(|one| u64::from(one.calls)).sum()
        };
        let before = answered();
        let mut command = home.command(&[]);
        command.args(args(&home, &url, &["--parallel", "2"]));
        let mut running = start(&mut command);
        let begun = std::time::Instant::now();
        while answered() == before {
            let ended = running.child.try_wait().unwrap();
            if ended.is_some() {
                let said = end(running).stderr;
                panic!("no debate goes on: {ended:?}: {said}");
            }
            assert!(begun.elapsed() < PATIENCE, "no debate goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
        running
    };
    let is_under_way = || {
        let all = debates(&home);
        all.iter()
            .any(|one| one.status == CompletionStatus::Unfinished)
    };
    let running = begin();
    signal(&running.child, "-INT");
    let interrupted = end(running);
    interrupted.ended(5);
    assert!(
        interrupted.stderr.contains("the same command goes on"),
        "{}",
        interrupted.stderr
    );
    assert!(is_under_way());
    let mut running = begin();
    running.child.kill().unwrap();
    end(running);
    assert!(is_under_way());
    let left: Vec<String> = debates(&home).into_iter().map(|one| one.debate.0).collect();
    batch(&home, &url, &["--parallel", "4"]).ended(0);
    let all = debates(&home);
    assert_eq!(all.len(), 4, "none was begun twice");
    assert!(
        all.iter()
            .all(|one| one.status == CompletionStatus::Completed)
    );
    assert!(
        left.iter()
            .all(|id| all.iter().any(|one| &one.debate.0 == id))
    );
}

#[test]
fn a_limit_on_spend_ends_a_batch_that_a_higher_one_goes_on_with() {
    let debater = Debater::good();
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    let limited = batch(&home, &url, &["--max-tokens", "2000"]);
    assert!(
        limited.ended(5).stderr.contains("the limit is 2000"),
        "{}",
        limited.stderr
    );
    let begun = debates(&home).len();
    assert!(begun < 4, "{begun} were begun");
    let asked = debater.purposes().len();
    batch(&home, &url, &["--max-tokens", "2000"]).ended(5);
    assert_eq!(
        debater.purposes().len(),
        asked,
        "what earlier runs have spent counts"
    );
    batch(&home, &url, &[]).ended(0);
    assert!(
        debates(&home)
            .iter()
            .all(|one| one.status == CompletionStatus::Completed)
    );
}

#[test]
fn shards_hold_everything_once_and_can_be_merged() {
    let debater = Debater::good();
    let url = debater.server.url();
    let homes = [Home::new(), Home::new()];
    for (number, home) in (1..).zip(&homes) {
        home.write("spring.toml", FILE);
        batch(home, &url, &["--shard", &format!("{number}/2")]).ended(0);
        assert_eq!(table(home, &format!("debates-{number}-of-2.csv")).len(), 3);
    }
    let other = homes[1].path().join("data");
    let merged = homes[0].run(&["merge", other.to_str().unwrap()]);
    assert!(
        merged.ended(0).stdout.contains("2 added"),
        "{}",
        merged.stdout
    );
    let asked = debater.purposes().len();
    batch(&homes[0], &url, &[]).ended(0);
    assert_eq!(
        (debates(&homes[0]).len(), debater.purposes().len()),
        (4, asked)
    );
    let found = homes[0].run(&["search", "Gandhi", "--json", "--limit", "3"]);
    assert_eq!(found.ended(0).lines().len(), 3);
    let nothing = homes[0].run(&["search", "***"]);
    assert!(
        nothing.ended(2).stderr.contains("no word"),
        "{}",
        nothing.stderr
    );
    let absent = homes[0].run(&["merge", "nowhere", other.to_str().unwrap()]);
    assert!(absent.ended(2).stdout.contains("nowhere") && absent.stdout.contains("2 here already"));
}

#[test]
fn limits_hold_for_each_shard() {
    let debater = Debater::good();
    let url = debater.server.url();
    let home = Home::new();
    // Without points, which come or are too late as time has it, two debates on one motion use nearly the same.
    let (head, _) = FILE.split_once("[[lineups]]").unwrap();
    home.write(
        "spring.toml",
        &format!("{head}formats = [\"structured\"]\n"),
    );
    batch(&home, &url, &["--shard", "1/2"]).ended(0);
    let spent: u64 = debates(&home).iter().map(|one| one.tokens).sum();
    // Enough for one of them, and not for both.
    let limit = (spent * 3 / 2).to_string();
    let limited = ["--shard", "2/2", "--max-tokens", limit.as_str()];
    batch(&home, &url, &limited).ended(0);
    assert_eq!(debates(&home).len(), 4);
}

#[test]
fn a_batch_without_a_model_to_begin_with_is_not_begun() {
    let home = Home::new();
    home.write("spring.toml", FILE);
    let refused = batch(&home, "http://127.0.0.1:9/v1", &[]);
    let told = &refused.ended(3).stderr;
    assert!(told.contains("no connection"), "{told}");
    assert!(debates(&home).is_empty());
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_place() {
    let home = Home::new();
    let cases = [
        ("empty", ""),
        ("shape", "motions = \"one\"\nrepeats = 0.5\nmotion = 3\n"),
        (
            "names",
            "motions = [\"ban-privat-cars\"]\nformats = [\"oxfrod\"]\n\n[[lineups]]\nprop = [\"gandi\"]\n\n\
             [models]\nroles = { jugde = \"m\" }\n\n[[debates]]\nmotion = \"tea-over-coffee\"\nformat = \"nowhere\"\n",
        ),
        (
            "fit",
            "motions = [\"ban-private-cars\"]\n\n[[lineups]]\nname = \"too few\"\nprop = [\"gandhi\", \"smith\"]\n\n\
             [[lineups]]\nname = \"twice\"\nprop = [\"gandhi\", \"smith\", \"nightingale\"]\nopp = [\"smith\", \"napoleon\", \"machiavelli\"]\n",
        ),
        (
            "range",
            "motions = [\"ban-private-cars\"]\nrepeats = 0\n[options]\nscale = 99.0\njudges = 12\n",
        ),
        (
            "seats",
            "motions = [\"ban-private-cars\"]\nformats = [\"panel\"]\n[models]\nseats = { \"debater.9\" = \"m\" }\n",
        ),
        (
            "many",
            "motions = [\"ban-private-cars\"]\nformats = [\"oxford\"]\n[options]\nfloor_speeches = 50\naudience = 9\n\n\
             [[lineups]]\nprop = [\"nobody-of-that-name\"]\n\n[[lineups]]\nname = \"by lot again\"\n",
        ),
        (
            "idle",
            "motions = [\"ban-private-cars\"]\nformats = [\"oxford\", \"structured\"]\n[options]\naudience = 4\nrounds = 2\n\n\
             [[debates]]\nmotion = \"tea-over-coffee\"\nformat = \"oxford\"\noptions = { order = \"rotating\", audience = 3 }\n\n\
             [[debates]]\nmotion = \"tea-over-coffee\"\nformat = \"panel\"\noptions = { rounds = 19 }\n",
        ),
    ];
    let mut told = String::new();
    for (name, text) in cases {
        let path = home.write(&format!("{name}.toml"), text);
        let done = home.run(&["batch", path.to_str().unwrap()]);
        done.ended(2);
        told += &done
            .stderr
            .replace(path.to_str().unwrap(), &format!("{name}.toml"));
        told += "\n";
    }
    let absent = home.run(&["batch", "absent.toml"]);
    absent.ended(2);
    insta::assert_snapshot!(told + &absent.stderr);
}

/// A server that refuses what a test wants it to, until that is changed.
fn refusing(is_refused: fn(&Asked) -> bool) -> (Debater, Arc<AtomicBool>) {
    let refuses = Arc::new(AtomicBool::new(true));
    let now = Arc::clone(&refuses);
    let debater = Debater::faulty(move |asked| {
        (now.load(Ordering::SeqCst) && is_refused(asked))
            .then(|| Reply::error(402, "no credit left"))
    });
    (debater, refuses)
}

#[test]
fn debates_that_lack_something_are_told_and_held_again_when_that_is_wanted() {
    let (debater, refuses) = refusing(|asked| asked.purpose == "verdict");
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    let first = batch(&home, &url, &["--parallel", "4", "--json"]);
    let summary: Value = serde_json::from_str(&first.ended(4).stdout).unwrap();
    assert_eq!(
        (&summary["completed"], &summary["poorer"]),
        (&4.into(), &4.into())
    );
    assert!(
        first.stderr.contains("--retry-failed") && first.stderr.contains("Missing: the verdict")
    );
    let lines = table(&home, "debates.csv");
    assert!(
        lines[0].contains(",missing,")
            && lines[1..]
                .iter()
                .all(|line| line.contains("Missing: the verdict"))
    );
    refuses.store(false, Ordering::SeqCst);
    let asked = debater.purposes().len();
    let again = batch(&home, &url, &[]);
    assert!(
        again.ended(4).stderr.contains("4 debates lack something"),
        "never skipped without a word"
    );
    assert_eq!(debater.purposes().len(), asked);
    let retried = batch(
        &home,
        &url,
        &["--parallel", "4", "--retry-failed", "--json"],
    );
    let summary: Value = serde_json::from_str(&retried.ended(0).stdout).unwrap();
    assert_eq!(
        (&summary["completed"], &summary["poorer"]),
        (&4.into(), &0.into())
    );
    assert_eq!(debates(&home).len(), 8, "the first attempts are kept");
    assert!(
        table(&home, "debates.csv")[1..]
            .iter()
            .all(|line| !line.contains("Missing"))
    );
    let asked = debater.purposes().len();
    batch(&home, &url, &["--retry-failed"]).ended(0);
    assert_eq!(
        debater.purposes().len(),
        asked,
        "nothing is left to hold again"
    );
}

#[test]
fn debates_that_are_held_again_and_left_are_gone_on_with_by_the_same_command() {
    let (debater, refuses) = refusing(|asked| asked.purpose == "verdict");
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    batch(&home, &url, &["--parallel", "4"]).ended(4);
    let spent: u64 = debates(&home).iter().map(|one| one.tokens).sum();
    let limit = (spent + 1_000).to_string();
    let left = batch(&home, &url, &["--retry-failed", "--max-tokens", &limit]);
    let told = &left.ended(5).stderr;
    assert!(told.contains("not over"), "{told}");
    let begun = debates(&home).len();
    assert!(begun > 4, "one is held again at least");
    refuses.store(false, Ordering::SeqCst);
    // It is not asked for any more, and what was begun counts.
    let done = batch(&home, &url, &["--json"]);
    let summary: Value = serde_json::from_str(&done.ended(4).stdout).unwrap();
    assert_eq!(
        (&summary["completed"], &summary["poorer"]),
        (&4.into(), &(8 - begun).into()),
        "{}",
        done.stderr
    );
    assert_eq!(debates(&home).len(), begun);
    batch(&home, &url, &["--retry-failed"]).ended(0);
}

#[test]
fn a_debate_in_which_nobody_said_anything_is_held_again_by_itself() {
    let (debater, refuses) = refusing(|_| true);
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    let empty = batch(&home, &url, &["--parallel", "4", "--on-failure", "go-on"]);
    assert!(
        empty.ended(4).stdout.contains(
            "0 of 4 debates are over, 0 unfinished, 0 not begun\nin 4 debates nobody said a word"
        ),
        "{}",
        empty.stdout
    );
    refuses.store(false, Ordering::SeqCst);
    batch(&home, &url, &["--parallel", "4"]).ended(0);
    assert_eq!(debates(&home).len(), 8);
}

#[test]
fn a_batch_that_goes_on_without_comes_to_the_end_of_what_it_has_begun() {
    let debater = dies_in_speech(9);
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    let first = batch(&home, &url, &["--parallel", "3", "--on-failure", "go-on"]);
    let told = "1 debate is not over; the same command goes on with it.";
    assert!(first.ended(5).stderr.contains(told), "{}", first.stderr);
    let begun = debates(&home);
    let is_over = |one: &DebateSummary| one.status == CompletionStatus::Completed;
    assert!(begun.len() == 3 && begun.iter().all(is_over), "{begun:?}");
    debater.server.come_back();
    batch(&home, &url, &["--retry-failed"]).ended(0);

    // A server that lists its models and answers nothing: no further debate is begun with them.
    let (debater, _) = refusing(|_| true);
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    let silent = batch(&home, &url, &["--parallel", "1", "--on-failure", "go-on"]);
    let told = "3 debates are not over; the same command goes on with them.";
    assert!(silent.ended(5).stderr.contains(told), "{}", silent.stderr);
    assert_eq!(debates(&home).len(), 1);
}

/// A server that dies in the nth speech that it is asked for, once.
fn dies_in_speech(nth: usize) -> Debater {
    let left = AtomicUsize::new(nth);
    Debater::with(slow(), move |asked| {
        let is_it = asked.purpose == "speech"
            && left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            }) == Ok(1);
        is_it.then_some(Reply::Die)
    })
}

#[test]
fn a_batch_whose_server_dies_is_left_and_gone_on_with() {
    let debater = dies_in_speech(9);
    let home = Home::new();
    home.write("spring.toml", FILE);
    let url = debater.server.url();
    let first = batch(&home, &url, &["--parallel", "3"]);
    assert!(
        first.ended(5).stderr.contains("no connection to"),
        "{}",
        first.stderr
    );
    let begun = debates(&home);
    assert!(
        begun
            .iter()
            .all(|one| one.status == CompletionStatus::Unfinished),
        "{begun:?}"
    );
    debater.server.come_back();
    let second = batch(&home, &url, &["--parallel", "3", "--json"]);
    let summary: Value = serde_json::from_str(&second.ended(0).stdout).unwrap();
    assert_eq!(
        (&summary["completed"], &summary["poorer"]),
        (&4.into(), &0.into())
    );
    assert_eq!(debates(&home).len(), 4, "none was begun twice");
}

#[test]
#[ignore = "long: `HUSTINGS_DEBATES=1000 cargo test --test all a_large_batch -- --ignored --nocapture`"]
#[allow(clippy::print_stderr, reason = "figures for whoever asks for them")]
fn a_large_batch_is_held_sixty_four_at_a_time() {
    let wanted: usize =
        std::env::var("HUSTINGS_DEBATES").map_or(1_000, |many| many.parse().unwrap());
    let debater = Debater::good();
    let home = Home::new();
    let file = FILE.replace("repeats = 2", &format!("repeats = {}", wanted / 2));
    home.write("spring.toml", &file.replace("scale = 0.1", "scale = 0.02"));
    let url = debater.server.url();
    let began = std::time::Instant::now();
    let args = args(&home, &url, &["--parallel", "64", "--json"]);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut child = home
        .command(&args)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let process = format!("/proc/{}", child.id());
    let (mut files, mut memory) = (0, 0);
    while child.try_wait().unwrap().is_none() {
        let open = std::fs::read_dir(format!("{process}/fd")).map_or(0, Iterator::count);
        let status = std::fs::read_to_string(format!("{process}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|kb| kb.trim().trim_end_matches(" kB").parse().ok());
        files = files.max(open);
        memory = memory.max(peak.unwrap_or(0_u64));
        std::thread::sleep(Duration::from_millis(500));
    }
    let done = child.wait_with_output().unwrap();
    let summary: Value = serde_json::from_slice(&done.stdout).unwrap();
    let bytes = std::fs::metadata(home.path().join("data/journal.db"))
        .unwrap()
        .len();
    eprintln!(
        "{wanted} debates in {:.0} s; at most {files} open files and {} MB; a journal of {} MB",
        began.elapsed().as_secs_f64(),
        memory / 1024,
        bytes / 1_000_000
    );
    assert_eq!(summary["completed"], wanted);
    assert!(files < 700, "{files} open files");
}
