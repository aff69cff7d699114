//! A debate that is refined: held again with what its verdict has taught, iteration after iteration.

use hustings::debate::event::Event;
use serde_json::Value;

use super::common::debater::{
    Asked, Debater, Home, Manner, end, json_lines, proper, records, signal, spoken, start,
};
use super::{
    corpus::{add, folder},
    debates::sound,
};

/// A speaker who was nobody in particular, and missed something.
const ASSESSED: &str = r#"{"key_contribution": "A case.", "missed_opportunity": "Nobody counted the vans at night.",
    "effectiveness": 5, "persona_fidelity": 4, "feedback": ["Begin with a case."]}"#;

/// Claims that are others each time, so that no rule but the cap ends it.
fn claims(asked: &Asked) -> String {
    let mut answer: Value = serde_json::from_str(&proper(asked)).unwrap();
    for (at, point) in answer["arguments"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .enumerate()
    {
        let number = asked.nth * 10 + at;
        point["claim"] = format!("a{number:03}a b{number:03}b c{number:03}c").into();
    }
    answer.to_string()
}

fn house() -> Debater {
    Debater::faulty(|asked| {
        let text = match asked.purpose {
            "verdict" if asked.task.contains("persona_fidelity") => ASSESSED.to_owned(),
            "verdict" => {
                let mut verdict: Value = serde_json::from_str(&proper(asked)).unwrap();
                let tension = format!("one{0}a against two{0}b", asked.nth);
                verdict["core_tensions"] = vec![tension.clone(), tension].into();
                verdict.to_string()
            }
            "extract" => claims(asked),
            _ => return None,
        };
        Some(spoken(&text, Manner::default()))
    })
}

fn listed(home: &Home) -> Vec<Value> {
    json_lines(&home.run(&["list", "--json"]).ended(0).stdout)
}

#[test]
fn a_debate_is_held_again_with_what_its_verdict_taught() {
    let (home, debater) = (Home::new(), house());
    let script = home.write(
        "script.toml",
        "[[interventions]]\nduring = \"opp.1\"\nat_words = 20\ndo = \"evidence\"\ntext = \"Trams.\"\nsource = \"me\"\n",
    );
    let handed_in = |home: &Home| {
        let records = records(home);
        let mut events = records.iter().map(|record| &record.event);
        events.any(|event| matches!(event, Event::EvidenceAdmitted { .. }))
    };
    home.debate(
        &debater.server,
        &["--interventions", script.to_str().unwrap()],
    )
    .ended(0);
    assert!(handed_in(&home));
    let before = debater.server.seen().len();
    let first = listed(&home)[0]["debate"].as_str().unwrap().to_owned();

    // Nothing is held to show what there is, and what would be taught is told.
    let shown = home.run(&["refine", "last", "--show", "--headless"]);
    shown.ended(0);
    for told in [
        "1 iteration",
        "What iteration 2 would be taught",
        "vans at night",
        "no embedding model",
    ] {
        assert!(shown.stdout.contains(told), "{told}: {}", shown.stdout);
    }
    assert_eq!(debater.server.seen().len(), before);

    let done = home.run(&["refine", "last", "--iterations", "2", "--json"]);
    let compared: Value = serde_json::from_str(&done.ended(0).stdout).unwrap();
    assert!(!handed_in(&home), "what was handed in is not repeated");
    assert!(
        done.stderr.contains("Iteration 2 of at most 2"),
        "{}",
        done.stderr
    );
    let iterations = compared["iterations"].as_array().unwrap();
    assert_eq!(iterations.len(), 2);
    assert_eq!(iterations[0]["debate"], first.as_str());
    assert_eq!(compared["ended"], "cap");
    assert_eq!(compared["changes"][0]["novelty"], 1.0);
    assert_eq!(compared["changes"][0]["kept"], 0);
    let taught = iterations[1]["taught"].as_array().unwrap();
    assert_eq!(taught.len(), 6);
    for one in taught {
        assert_eq!(one["missed"][0], "Nobody counted the vans at night.");
        assert_eq!(one["queries"][0], one["missed"][0]);
        assert_eq!(one["reinforce"], true);
        assert_eq!(one["correction"]["level"], 1);
    }
    // Each was nobody in particular, and was given more than before.
    let corrected = iterations[1]["corrected"].as_array().unwrap();
    assert_eq!(corrected.len(), 6);
    for one in corrected {
        assert_eq!(one["is_more"], true, "{one}");
        assert_eq!(
            (&one["before"]["set_forth"], &one["after"]["set_forth"]),
            (&0.into(), &4.into())
        );
        let words = |when: &str| one[when]["words"].as_u64().unwrap();
        assert!(words("after") > words("before") + 60, "{one}");
        assert!(one["card_alike"].as_f64().unwrap() < 1.0, "{one}");
    }
    assert_eq!(iterations[0]["corrected"], Value::Array(Vec::new()));
    let measured: Vec<&str> = compared["measures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert!(
        measured.starts_with(&[
            "claims",
            "rebuttals",
            "words spoken",
            "points taken",
            "effectiveness",
            "fidelity"
        ]),
        "{measured:?}"
    );

    // What was missed was told to all who prepared the second time, and to nobody the first time.
    let seen = debater.server.seen();
    let told = |seen: &[super::common::fake_server::Seen]| {
        let bodies = seen.iter().map(|one| one.body.to_string());
        bodies
            .filter(|body| body.contains("Write your notes") && body.contains("WHAT WAS MISSED"))
            .count()
    };
    assert_eq!((told(&seen[..before]), told(&seen[before..])), (0, 6));

    // Everything else is as it was, and the second one says which it refines.
    let journal = hustings::journal::Journal::open(&home.path().join("data")).unwrap();
    let opened = |id: &str| {
        let records = journal.load(&journal.find(id).unwrap()).unwrap();
        match &records[0].event {
            hustings::debate::event::Event::Opened(opening) => (**opening).clone(),
            other => panic!("{other:?}"),
        }
    };
    let (one, mut other) = (opened(&first), opened("last"));
    let guidance = other.guidance.take().unwrap();
    assert_eq!(
        (guidance.of.0.as_str(), guidance.iteration),
        (first.as_str(), 2)
    );
    assert_eq!(guidance.after, guidance.of);
    other.debate.clone_from(&one.debate);
    other.opened_ms = one.opened_ms;
    assert_eq!(other, one);

    // The same command again holds nothing; asked for one more, from whichever iteration, it goes on.
    let again = home.run(&["refine", &first, "--iterations", "2", "--json"]);
    assert_eq!(again.ended(0).stdout, done.stdout);
    let third = home.run(&["refine", "last", "--headless"]);
    third.ended(0);
    for told in [
        "3 iterations",
        "Ended: there are as many iterations",
        "New in 3",
        "Dropped from 2",
        "Corrected in iteration 2",
        "Corrected in iteration 3",
        "card alike",
        "fell out of character (correction 2): up to 8 more passages",
    ] {
        assert!(third.stdout.contains(told), "{told}: {}", third.stdout);
    }
    let all = listed(&home);
    assert_eq!(all.len(), 3);
    // The newest first.
    for (one, iteration) in all.iter().zip([3, 2]) {
        assert_eq!(
            (&one["refines"], &one["iteration"]),
            (&first.clone().into(), &iteration.into())
        );
    }
    assert_eq!(
        (&all[2]["refines"], &all[2]["iteration"]),
        (&Value::Null, &Value::Null)
    );
    let table = home.run(&["list"]).ended(0).stdout.clone();
    let (above, below) = table.split_once("└ Iteration 2").expect(&table);
    assert!(above.contains(&first[first.len() - 8..]), "{table}");
    assert!(below.contains("└ Iteration 3"), "{table}");
    let guidance = opened("last").guidance.unwrap();
    assert_eq!(
        (guidance.of.0.as_str(), guidance.iteration),
        (first.as_str(), 3)
    );
    for given in guidance.seats.values() {
        assert_eq!(given.correction.level.0, 2);
        assert_eq!(given.correction.positions.len(), 6);
    }
    assert_ne!(guidance.after, guidance.of);
    let told = format!("iteration 3 of {}", guidance.of.short());
    for args in [["show", "last"], ["export", "last"]] {
        let shown = home.run(&args);
        assert!(
            shown.ended(0).stdout.contains(&told),
            "{told}: {}",
            shown.stdout
        );
    }
}

#[test]
fn whoever_fell_out_of_character_is_shown_more_of_what_they_wrote() {
    let (home, debater) = (Home::new(), house());
    let folder = folder(&home);
    add(&home, &folder).ended(0);
    let line_up = [
        "--prop",
        "adam-smith,mill,gandhi",
        "--opp",
        "napoleon,machiavelli,paine",
    ];
    home.debate(&debater.server, &line_up).ended(0);
    let before = debater.server.seen().len();
    let done = home.run(&["refine", "last", "--iterations", "2", "--json"]);
    let compared: Value = serde_json::from_str(&done.ended(0).stdout).unwrap();
    let corrected = compared["iterations"][1]["corrected"].as_array().unwrap();
    let of = |name: &str| {
        let mut all = corrected.iter();
        all.find(|one| one["name"] == name).unwrap()
    };
    let smith = of("Adam Smith");
    assert_eq!(smith["before"]["samples"], 0);
    let samples = smith["after"]["samples"].as_u64().unwrap();
    assert!((1..=2).contains(&samples), "{smith}");
    let mill = of("John Stuart Mill");
    assert_eq!(mill["after"]["samples"], 0, "there is no corpus of his");
    let seen = debater.server.seen();
    let shown = |seen: &[super::common::fake_server::Seen]| {
        let bodies = seen.iter().map(|one| one.body.to_string());
        bodies
            .filter(|body| body.contains("This is how you wrote"))
            .count()
    };
    let (first, second) = seen.split_at(before);
    assert_eq!(shown(first), 0);
    assert!(shown(second) > 1, "for the notes and for the speech");
    // A line in the comparison for whoever reads it as a table.
    let table = home.run(&["refine", "last", "--show", "--headless"]);
    let table = &table.ended(0).stdout;
    assert!(table.contains("Adam Smith, after"), "{table}");
    assert!(table.contains("more sample"), "{table}");
}

#[test]
fn an_iteration_that_was_left_is_gone_on_with() {
    let (home, debater) = (Home::new(), house());
    home.debate(&debater.server, &[]).ended(0);
    let args = [
        "refine",
        "last",
        "--iterations",
        "2",
        "--headless",
        "--output",
        "jsonl",
    ];
    let running = start(&mut home.command(&args));
    let mut lines = 0;
    let mut kept = String::new();
    while let Ok(line) = running.lines.recv() {
        lines += 1;
        kept += &line;
        if line.contains("\"speech_delta\"") {
            signal(&running.child, "-INT");
            break;
        }
    }
    assert!(lines > 0);
    let left = end(running);
    left.ended(5);
    assert!(left.stderr.contains("hustings refine"), "{}", left.stderr);
    let count = listed(&home).len();
    assert_eq!(count, 2);
    let done = home.run(&args);
    done.ended(0);
    assert!(
        done.stderr.contains("Iteration 2 was left"),
        "{}",
        done.stderr
    );
    // The comparison is beside the lines, and no further debate was begun.
    assert!(
        done.stderr.contains("From iteration 1 to 2"),
        "{}",
        done.stderr
    );
    assert!(
        done.lines()
            .iter()
            .any(|line| line["type"] == "division_declared")
    );
    assert_eq!(listed(&home).len(), 2);
}

#[test]
fn a_debate_that_says_the_same_again_is_not_refined_further() {
    let (home, debater) = (Home::new(), Debater::good());
    let lines = home.debate(&debater.server, &[]);
    sound(lines.ended(0));
    let done = home.run(&["refine", "last", "--json"]);
    let compared: Value = serde_json::from_str(&done.ended(0).stdout).unwrap();
    assert_eq!(compared["iterations"].as_array().unwrap().len(), 2);
    let ended = compared["ended"].as_str().unwrap();
    assert!(["stable", "nothing_new"].contains(&ended), "{ended}");
    assert_eq!(compared["changes"][0]["novelty"], 0.0);
}

#[test]
fn what_cannot_be_refined_says_why() {
    let (home, debater) = (Home::new(), Debater::good());
    home.debate(&debater.server, &["--max-tokens", "500"])
        .ended(5);
    let done = home.run(&["refine", "last", "--headless"]);
    done.ended(2);
    for told in ["is not over", "hustings resume"] {
        assert!(done.stderr.contains(told), "{told}: {}", done.stderr);
    }
    let done = home.run(&["refine", "nobody", "--headless"]);
    done.ended(2);
}
