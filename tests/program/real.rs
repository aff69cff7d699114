//! Debates that people held: imported, divided on, compared.

use std::fmt::Write as _;

use serde_json::Value;

use super::common::debater::{
    Debater, Done, Home, Manner, end, json_lines, records, spoken, start,
};

const TEXT: &str = include_str!("../samples/real/bridge.txt");
const JSON: &str = include_str!("../samples/real/bridge.json");

/// A house that makes up its mind: undecided before, and then so, by the member's own words.
fn house(after: &'static str) -> Debater {
    Debater::faulty(move |asked| {
        let vote = match asked.purpose {
            "ballot_before" => "undecided",
            "ballot_after" => after,
            _ => return None,
        };
        // Several at once are answered under their seats, as the schema has them.
        if asked.task.contains("under each of") {
            return None;
        }
        let ballot = format!(r#"{{"reason": "I listened.", "vote": "{vote}"}}"#);
        Some(spoken(&ballot, Manner::default()))
    })
}

fn json(done: &Done) -> Value {
    serde_json::from_str(&done.stdout).unwrap_or_else(|error| panic!("{error}: {}", done.stdout))
}

fn near(value: &Value, expected: f64) {
    let found = value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} {expected}"));
    assert!((found - expected).abs() < 1e-6, "{found} {expected}");
}

#[test]
fn an_imported_debate_is_one_like_any_other() {
    let home = Home::new();
    let text = home.write("bridge.txt", TEXT);
    let path = text.to_str().unwrap();
    let done = home.run(&["import", path]);
    let said = &done.ended(0).stdout;
    for word in [
        "is in the journal as",
        "8 turns, 5 speakers",
        "3 stage directions",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let before = records(&home);
    let again = home.run(&["import", path]);
    assert!(
        again.ended(0).stdout.contains("in the journal already"),
        "{}",
        again.stdout
    );

    let list = home.run(&["list", "--json"]);
    let listed = json_lines(&list.ended(0).stdout);
    assert_eq!((listed.len(), &listed[0]["real"]), (1, &Value::Bool(true)));
    let list = home.run(&["list"]);
    assert!(
        list.ended(0).stdout.contains("held by people"),
        "{}",
        list.stdout
    );

    let shown = home.run(&["show"]);
    let document = home.run(&["export"]);
    for (what, told) in [("show", shown.ended(0)), ("export", document.ended(0))] {
        for words in [
            "The house then",
            "for 45, against 51, undecided 4",
            "The motion fell, a swing of 18 points to the Noes.",
            "Invented for the tests of Hustings, 2021-03-04",
            "A second ferry",
        ] {
            let flat = told.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains(words), "{what}: {words}: {}", told.stdout);
        }
    }
    let exported = json(home.run(&["export", "--to", "json"]).ended(0));
    assert_eq!(exported["status"], "completed");
    assert_eq!(
        exported["opening"]["real"]["votes"]["after"]["against"],
        51.0
    );
    assert_eq!(records(&home), before);
    let schema = json(home.run(&["schema", "debate"]).ended(0));
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&serde_json::from_str(JSON).unwrap()));
}

#[test]
fn what_is_wrong_with_a_file_is_said_and_the_others_go_in() {
    let home = Home::new();
    let good = home.write("good.json", JSON);
    for (name, text, words) in [
        ("empty.txt", "  \n", vec!["empty.txt", "the file is empty"]),
        ("binary.txt", "a\0b", vec!["this is not a text"]),
        (
            "bare.txt",
            "SMITH: Yes.",
            vec![
                "--motion",
                "--for",
                "--against",
                "line 1: there is no speaker \"SMITH\"",
            ],
        ),
        (
            "type.json",
            "{\n \"motion\": 7}",
            vec!["line 2", "`motion`", "schema debate"],
        ),
        (
            "field.json",
            "{\n \"motion\": \"m\",\n \"motoin\": 1}",
            vec!["line 3", "`motoin`"],
        ),
        (
            "name.json",
            &JSON.replace(
                "\"speaker\": \"Orla Fenwick\", \"text\"",
                "\"speaker\": \"Orla Fenwik\", \"text\"",
            ),
            vec![
                "line 11",
                "`turns[1].speaker`",
                "did you mean Orla Fenwick?",
            ],
        ),
        (
            "vote.json",
            &JSON.replace(
                "\"for\": 45, \"against\": 51",
                "\"for\": -45, \"against\": 51",
            ),
            vec!["`votes.after`", "expected counts from 0"],
        ),
    ] {
        let path = home.write(name, text);
        let done = home.run(&["import", path.to_str().unwrap()]);
        done.ended(2);
        for word in words {
            assert!(
                done.stderr.contains(word),
                "{name}: {word}: {}",
                done.stderr
            );
        }
    }
    let latin = home.path().join("latin.txt");
    std::fs::write(&latin, b"SMITH: Yes.\nSMITH: caf\xe9").unwrap();
    let done = home.run(&["import", latin.to_str().unwrap(), good.to_str().unwrap()]);
    done.ended(2);
    assert!(
        done.stdout.contains("good.json is in the journal as"),
        "{}",
        done.stdout
    );
    for word in [
        "line 2: this is not UTF-8 text",
        "1 of 2 files were not imported",
    ] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    let missing = home.run(&["divide", "nowhere.json"]);
    assert!(
        missing
            .ended(2)
            .stderr
            .contains("there is no file nowhere.json")
    );
}

#[test]
fn a_house_divides_on_a_debate_that_was_held() {
    let (home, debater) = (Home::new(), house("no"));
    let url = debater.server.url();
    let path = home.write("bridge.txt", TEXT);
    let path = path.to_str().unwrap();
    home.run(&["import", path]).ended(0);
    let before = records(&home);
    let flags = ["--base-url", &url, "--model", "fake-1", "--audience", "7"];
    for debate in ["last", path] {
        let done = home.run(
            &[
                ["divide", debate, "--repeat", "2", "--json"].as_slice(),
                &flags,
            ]
            .concat(),
        );
        let found = json(done.ended(0));
        let one = &found["debates"][0];
        assert_eq!(one["repeats"].as_array().unwrap().len(), 2);
        assert_eq!((&one["audience"], &one["missing"]), (&7.into(), &0.into()));
        near(&one["mean"]["swing"], -100.0);
        assert_eq!(one["mean"]["carried"], false);
        near(&one["agreement"]["members"], 1.0);
        // The real swing is (45 - 51) - (42 - 30) = -18; the real share 45 of 96.
        let against = &one["against"];
        assert_eq!(
            (&against["direction"], &against["direction_by_swing"]),
            (&true.into(), &true.into())
        );
        near(&against["swing_error"], 82.0);
        near(&against["share_error"], 4500.0 / 96.0);
        assert!(one["usage"]["usage"]["prompt_tokens"].as_u64().unwrap() > 0);
    }
    assert_eq!(records(&home), before, "the debate stays as it is");
    assert!(
        debater
            .purposes()
            .iter()
            .all(|one| one.starts_with("ballot"))
    );
    let together = home.run(&[["divide", "last", "--together", "4"].as_slice(), &flags].concat());
    let said = &together.ended(0).stdout;
    for word in [
        "7 members",
        "The house then, after",
        "The direction is",
        "points",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn repeated_divisions_are_kept_and_measured() {
    let (home, debater) = (Home::new(), house("no"));
    let url = debater.server.url();
    let path = home.write("bridge.txt", TEXT);
    let path = path.to_str().unwrap();
    home.run(&["import", path]).ended(0);
    let measured = || -> Value {
        let done = home.run(&["eval", "last", "--no-models", "--json"]);
        serde_json::from_str(&done.ended(0).stdout).unwrap()
    };
    let of = |found: &Value, id: &str| found["debates"][0]["measures"][id].clone();
    let votes = ["vote_majority", "vote_spread", "vote_kappa"];
    let flags = ["--base-url", &url, "--model", "fake-1", "--audience", "5"];
    // Of a file nothing is kept, and one division agrees with nothing.
    for more in [vec![path, "--repeat", "3"], vec!["last"]] {
        let done = home.run(&[["divide"].as_slice(), &more, &flags].concat());
        assert!(!done.ended(0).stdout.contains("They are kept"));
    }
    for id in votes {
        let one = of(&measured(), id);
        assert_eq!(one["value"], Value::Null, "{id}");
        assert!(one.to_string().contains("divide --repeat"), "{one}");
    }
    let done = home.run(&[["divide", "last", "--repeat", "3"].as_slice(), &flags].concat());
    let said = &done.ended(0).stdout;
    assert!(said.contains("They are kept: hustings eval "), "{said}");
    let found = measured();
    for (id, value) in votes.into_iter().zip([1.0, 0.0, 1.0]) {
        near(&of(&found, id)["value"], value);
    }
    // They go with the debate.
    home.run(&["delete", "last", "--yes", "--for-good"])
        .ended(0);
}

#[test]
fn the_real_votes_are_never_shown_to_the_house() {
    let (home, debater) = (Home::new(), house("aye"));
    let url = debater.server.url();
    let mut real: Value = serde_json::from_str(JSON).unwrap();
    real["votes"] = serde_json::json!({
        "before": {"for": 731, "against": 642, "undecided": 853},
        "after": {"for": 917, "against": 784, "undecided": 526},
    });
    let path = home.write("votes.json", &real.to_string());
    let path = path.to_str().unwrap();
    home.run(&["import", path]).ended(0);
    let flags = ["--base-url", &url, "--model", "fake-1", "--audience", "3"];
    for more in [vec![path], vec!["last", "--together", "2"]] {
        let done = home.run(&[["divide"].as_slice(), &more, &flags].concat());
        done.ended(0);
    }
    let asked = debater.server.seen();
    assert!(asked.len() > 6, "{}", asked.len());
    for request in asked {
        let sent = request.body["messages"].to_string();
        for count in ["731", "642", "853", "917", "784", "526"] {
            assert!(!sent.contains(count), "{count}: {sent}");
        }
    }
}

#[test]
fn many_debates_are_held_against_a_guess() {
    let (home, debater) = (Home::new(), house("no"));
    let url = debater.server.url();
    let carried = JSON.replace(
        "\"for\": 45, \"against\": 51",
        "\"for\": 75, \"against\": 21",
    );
    let unknown: Vec<&str> = JSON
        .lines()
        .filter(|line| !line.contains("\"votes\""))
        .collect();
    let files = [
        home.write("a.json", JSON),
        home.write("b.json", &JSON.replace("ferry", "boat")),
        home.write("c.json", &carried),
        home.write("d.json", &unknown.join("\n")),
    ];
    let files = files.each_ref().map(|file| file.to_str().unwrap());
    let flags = ["--base-url", &url, "--model", "fake-1", "--audience", "3"];
    let done = home.run(&[["divide", "--json"].as_slice(), &files, &flags].concat());
    let overall = &json(done.ended(0))["overall"];
    assert_eq!(overall["debates"], 4);
    let by_votes = &overall["by_votes"];
    assert_eq!(
        (
            &by_votes["simulated"]["of"],
            &by_votes["simulated"]["cases"]
        ),
        (&2.into(), &3.into())
    );
    assert_eq!(by_votes["majority"]["of"], 2);
    // Wilson for 2 of 3: (0.6666667 + 0.6402431 ∓ 1.959964·√(0.0740741 + 0.1067072)) / 2.2804862.
    near(&by_votes["simulated"]["low"], 0.207_659_601);
    let text = home.run(&[["divide"].as_slice(), &files, &flags].concat());
    let said = &text.ended(0).stdout;
    for word in [
        "All 4 debates",
        "always the same side",
        "2 of 3, 67 % (21 to 94 %)",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn a_house_that_does_not_answer_is_a_failure() {
    let home = Home::new();
    let debater = Debater::faulty(|_| Some(spoken("I would rather not say.", Manner::default())));
    let url = debater.server.url();
    let path = home.write("bridge.json", JSON);
    let done = home.run(&[
        "divide",
        path.to_str().unwrap(),
        "--audience",
        "20",
        "--base-url",
        &url,
        "--model",
        "fake-1",
    ]);
    done.ended(3);
    // Who did not answer is told of; what a house would have done is not.
    assert!(!done.stdout.contains("ballots"), "{}", done.stdout);
    assert!(
        done.stderr.contains(" members were asked in vain"),
        "{}",
        done.stderr
    );
    let alone = ["--audience", "1", "--base-url", &url, "--model", "fake-1"];
    let done = home.run(&[["divide", path.to_str().unwrap()].as_slice(), &alone].concat());
    done.ended(3);
    assert!(
        done.stdout.contains("1 member, seed")
            && done.stderr.contains("1 member was asked in vain"),
        "{}{}",
        done.stdout,
        done.stderr
    );
}

#[test]
fn a_simulated_debate_is_compared_with_a_real_one_and_the_real_one_is_judged() {
    let (home, debater) = (Home::new(), Debater::good());
    let url = debater.server.url();
    let path = home.write("bridge.txt", TEXT);
    home.debate(&debater.server, &["--model", "fake-1"])
        .ended(0);
    let flags = ["--base-url", &url, "--model", "fake-1"];
    let asked = debater.purposes().len();
    let real = path.to_str().unwrap();
    let done = home.run(&[["compare", "last", real, "--json"].as_slice(), &flags].concat());
    let found = json(done.ended(0));
    // What the journal knows of the simulated debate is not asked for again.
    let purposes = debater.purposes().split_off(asked);
    let count = |purpose: &str| purposes.iter().filter(|one| **one == purpose).count();
    assert_eq!(
        (count("verdict"), purposes.len()),
        (1, 1 + count("extract"))
    );
    assert_eq!(count("extract"), 4, "{purposes:?}");
    assert_eq!(found["matched"]["embedder"], Value::Null);
    // The server finds the same tensions everywhere, and says of every claim that it is plain.
    near(&found["tensions"]["f1"], 1.0);
    let claims = |side: &str| found[side]["arguments"].as_array().unwrap().len();
    let (simulated, real_claims) = (claims("simulated"), claims("real"));
    assert_eq!((simulated, real_claims), (18, 12));
    near(&found["arguments"]["recall"], 1.0);
    near(&found["arguments"]["precision"], 12.0 / 18.0);
    assert_eq!(found["real"]["votes"]["after"]["for"], 45.0);
    assert_eq!(found["people"].as_array().unwrap().len(), 0);
    let text = home.run(&[["compare", "last", real].as_slice(), &flags].concat());
    let said = &text.ended(0).stdout;
    for word in [
        "There is no embedder",
        "They are on different motions",
        "Tensions in both",
        "Arguments only simulated",
        "The vote",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert!(!said.contains("Models held the second debate"), "{said}");
    assert_eq!(found["simulated"]["is_real"], false);
    assert_eq!(found["real"]["is_real"], true);
    home.run(&["import", real]).ended(0);
    let judged = home.run(&[["judge", "last", "--judges", "1"].as_slice(), &flags].concat());
    assert!(
        judged.ended(0).stdout.contains("Ines Calloway"),
        "{}",
        judged.stdout
    );
}

#[test]
fn a_debate_that_does_not_fit_the_model_is_not_compared_and_nobody_is_asked() {
    let (home, debater) = (Home::new(), Debater::good());
    let url = debater.server.url();
    let path = home.write("bridge.txt", TEXT);
    home.debate(&debater.server, &["--model", "fake-1"])
        .ended(0);
    let asked = debater.purposes().len();
    home.write(
        "config/profiles.toml",
        "[[profiles]]\nmatch = [\"fake-1\"]\ncontext = 1024\n",
    );
    let real = path.to_str().unwrap();
    let done = home.run(&[
        "compare",
        "last",
        real,
        "--base-url",
        &url,
        "--model",
        "fake-1",
    ]);
    done.ended(3);
    for word in ["needs about", "has a context of 1024", "--role clerk=MODEL"] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    assert_eq!(debater.purposes().len(), asked, "somebody was asked");
}

/// Captions as machines make them, without names: each line rolls on over the next one.
fn captions(lines: &[&str]) -> String {
    let mut text = "WEBVTT\nKind: captions\nLanguage: en\n".to_owned();
    let mut before = " ";
    for (at, line) in lines.iter().enumerate() {
        let time = |ms: usize| format!("00:00:{:02}.{:03}", ms / 1_000, ms % 1_000);
        let (from, to) = (at * 2_000, at * 2_000 + 1_990);
        let (from, to, next) = (time(from), time(to), time(to + 10));
        let _ = write!(text, "\n{from} --> {to}\n{before}\n{line}\n");
        let _ = write!(text, "\n{to} --> {next}\n{line}\n \n");
        before = line;
    }
    text
}

#[test]
fn captions_without_names_are_told_apart_by_a_model_and_put_right_by_a_person() {
    let lines = [
        ">> good evening and welcome the first word is",
        "for the bridge Ms Fenwick please",
        ">> thank you a bridge does not ask the weather first",
        "and it carries a nurse at three in the morning",
        ">> and who pays for it it costs a school a year",
        "for eleven years and we have two schools",
    ];
    let debater = Debater::faulty(|asked| {
        if asked.purpose != "split" {
            return None;
        }
        let number = |words: &str| -> Option<usize> {
            let before = asked.task.split(words).next()?;
            let lines = before.lines().rev();
            let mut numbers = lines.filter_map(|line| line.split(' ').next()?.parse().ok());
            numbers.next()
        };
        let stretch = |words: &str, speaker: &str, certainty: &str| {
            serde_json::json!({
                "from": number(words), "speaker": speaker, "part": "opening", "certainty": certainty,
            })
        };
        let answer = serde_json::json!({"stretches": [
            stretch("good evening", "Hester Vale", "sure"),
            stretch("a bridge does not", "Orla Fenwick", "sure"),
            stretch("who pays", "Ines Calloway", "guess"),
        ]});
        Some(spoken(&answer.to_string(), Manner::default()))
    });
    let home = Home::new();
    let path = home.write("talk.vtt", &captions(&lines));
    let path = path.to_str().unwrap();
    let url = debater.server.url();
    let flags = [
        "--motion",
        "This House would build the bridge",
        "--for",
        "Orla Fenwick",
        "--against",
        "Ines Calloway, Rupert Dane",
        "--moderator",
        "Hester Vale",
        "--date",
        "4 March 2021",
        "--base-url",
        &url,
        "--model",
        "fake-1",
    ];
    let done = home.run(&[["import", path].as_slice(), &flags].concat());
    let said = &done.ended(0).stdout;
    for words in [
        "3 turns",
        "fake-1 told who says what: 2 changes of speaker, 1 doubtful place.",
        "00:00:08 Ines Calloway (40 %): \"and who pays for it it costs a",
        "Rupert Dane says nothing.",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let told = home.run(&["show", "last"]);
    let flat = told
        .ended(0)
        .stdout
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    // Every word is there, and once.
    assert_eq!(
        flat.matches("a nurse at three in the morning").count(),
        1,
        "{flat}"
    );
    assert!(flat.contains("2021-03-04"), "{flat}");
    // With --review the doubtful place is put right in an editor.
    let mut command = home.command(&[["import", path, "--review"].as_slice(), &flags].concat());
    command.env(
        "EDITOR",
        "sed -i 's/Ines Calloway: and who/Rupert Dane: and who/'",
    );
    let done = end(start(&mut command));
    let said = &done.ended(0).stdout;
    assert!(said.contains("It is as you have put it right."), "{said}");
    let json = json(home.run(&["export", "--to", "json"]).ended(0));
    let speakers = json["opening"]["speakers"].to_string();
    assert!(speakers.contains("Rupert Dane"), "{speakers}");
    let shown = home.run(&["show", "last"]);
    let shown = &shown.ended(0).stdout;
    let before = shown.split("who pays").next().unwrap();
    let last = |name: &str| before.rfind(name);
    assert!(last("Rupert Dane") > last("Ines Calloway"), "{shown}");
    // A file that does not say who speaks is no debate to be divided on yet.
    let divided = home.run(&[["divide", path].as_slice(), &flags].concat());
    assert!(
        divided
            .ended(2)
            .stderr
            .contains("a model tells who says what"),
        "{}",
        divided.stderr
    );
}

#[test]
fn a_debate_that_people_held_is_held_again_and_compared() {
    let (home, debater) = (Home::new(), Debater::good());
    let url = debater.server.url();
    let path = home.write("bridge.txt", TEXT);
    let path = path.to_str().unwrap();
    let plan = home.run(&["rerun", path, "--dry-run"]);
    for words in [
        "Held again as ",
        "prop.1: Orla Fenwick (known by the role alone: ferry engineer)",
    ] {
        assert!(
            plan.ended(0).stdout.contains(words),
            "{words}: {}",
            plan.stdout
        );
    }
    assert!(debater.purposes().is_empty());
    let flags = [
        "--base-url",
        &url,
        "--model",
        "fake-1",
        "--audience",
        "2",
        "--scale",
        "0.1",
    ];
    let done = home.run(&[["rerun", path, "--headless"].as_slice(), &flags].concat());
    let said = &done.ended(0).stdout;
    for words in [
        "Orla Fenwick",
        "Simulated ",
        "Real       ",
        "This House would build the bridge",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    // Only whoever compares has read what was said then.
    for request in debater.server.seen() {
        let sent = request.body["messages"].to_string();
        if sent.contains("nineteen winters") {
            let is_readers = ["core_tensions", "key_rhetorical_moves"]
                .iter()
                .any(|mark| sent.contains(mark));
            assert!(is_readers, "{sent}");
        }
    }
    // Once another debate is the last one, `last` is still the real one.
    home.run(&["import", path]).ended(0);
    let done = home.run(&[["rerun", "last", "--headless"].as_slice(), &flags].concat());
    let vote = done.ended(0).stdout.rsplit("The vote").next().unwrap();
    let real = vote.lines().find(|line| line.starts_with("Real, before"));
    let real: Vec<&str> = real.unwrap_or_default().split_whitespace().collect();
    assert_eq!(real, ["Real,", "before", "42.0", "30.0", "28.0"], "{vote}");
    // What models held is not held again so.
    let again = home.run(&["rerun", "last", "--dry-run"]);
    assert!(
        again
            .ended(2)
            .stderr
            .contains("people did not hold the debate"),
        "{}",
        again.stderr
    );
}
