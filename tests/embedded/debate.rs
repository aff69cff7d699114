//! A whole debate, from the command line to the exit code, with no server anywhere.

use std::process::{Command, Stdio};

use serde_json::Value;

use super::{home, smollm2};

fn hustings(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hustings"));
    command
        .args(args)
        .env("HUSTINGS_HOME", home())
        .stdin(Stdio::null());
    for name in ["OPENAI_API_KEY", "OPENAI_BASE_URL", "HUSTINGS_LOG"] {
        command.env_remove(name);
    }
    command
}

#[test]
fn a_debate_is_held_without_a_server() {
    smollm2();
    // The exhibition with a third of its speakers: everything that happens in it, in a third of the time.
    let duel = include_str!("../../formats/exhibition.toml").replace("seats = 3", "seats = 1");
    let formats = home().join("config/formats");
    std::fs::create_dir_all(&formats).unwrap();
    std::fs::write(formats.join("duel.toml"), duel).unwrap();
    let run = hustings(&[
        "run",
        "ban-private-cars",
        "--format",
        "duel",
        "--model",
        "embedded:smollm2",
        "--headless",
        "--output",
        "jsonl",
        "--pace",
        "instant",
        "--seed",
        "7",
        "--polls",
        "off",
        "--audience",
        "1",
        "--scale",
        "0.5",
    ])
    .output()
    .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{said}");
    let lines: Vec<Value> = String::from_utf8(run.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).count();
    let speeches = lines
        .iter()
        .filter(|line| line["type"] == "turn_ended" && line["task"] == "speech");
    assert_eq!(speeches.count(), 2);
    assert_eq!(of("ballot_cast"), 2);
    assert_eq!(of("division_declared"), 1);
    assert_eq!(of("model_failed"), 0);
    let calls: Vec<&Value> = lines
        .iter()
        .filter(|line| line["type"] == "model_called")
        .collect();
    assert!(calls.iter().all(|call| call["model"] == "embedded:smollm2"));

    // Hardly anything is read twice.
    let debate = lines[0]["debate"].as_str().unwrap();
    let shown = hustings(&["show", debate, "--calls"]).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    let again = shown
        .lines()
        .find_map(|line| line.strip_prefix("Read again: "))
        .and_then(|line| line.split_once(" %"))
        .map(|(share, _)| share.trim().parse::<f64>().unwrap());
    assert!(again.is_some_and(|share| share < 5.0), "{shown}");
}

#[test]
fn a_model_that_is_not_there_is_named_with_the_command_that_fetches_it() {
    let run = hustings(&[
        "run",
        "ban-private-cars",
        "--headless",
        "--model",
        "embedded:qwen",
    ])
    .output()
    .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(3), "{said}");
    assert!(said.contains("hustings model pull qwen"), "{said}");
}
