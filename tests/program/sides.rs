//! Models by side, and the same debate with the models on either side.

use std::collections::BTreeMap;

use super::common::debater::{Debater, Home, json_lines};
use serde_json::Value;

/// Which model sits where, as a debate says when it opens.
fn seated(opened: &Value) -> BTreeMap<String, String> {
    let speakers = opened["speakers"].as_array().unwrap().iter();
    speakers
        .map(|one| {
            let field = |name: &str| one[name].as_str().unwrap().to_owned();
            let model = field("model");
            let model = model.rsplit(':').next().unwrap_or_default().to_owned();
            (field("seat"), model)
        })
        .collect()
}

#[test]
fn a_side_has_its_model_and_keeps_it_when_the_debate_is_taken_up_again() {
    let (home, debater) = (Home::new(), Debater::good());
    let flags = [
        "--model",
        "fake-1",
        "--opp-model",
        "fake-2",
        "--seat",
        "opp.2=fake-1",
    ];
    let stopped = ["--max-tokens", "500"];
    let done = home.debate(&debater.server, &[flags.as_slice(), &stopped].concat());
    done.ended(5);
    let models = seated(&done.lines()[0]);
    let of = |seat: &str| models.get(seat).unwrap().as_str();
    assert_eq!((of("prop.1"), of("prop.3")), ("fake-1", "fake-1"));
    assert_eq!(
        (of("opp.1"), of("opp.2"), of("opp.3")),
        ("fake-2", "fake-1", "fake-2")
    );
    let records = super::common::debater::records(&home);
    let hustings::debate::event::Event::Opened(opening) = &records[0].event else {
        panic!("{:?}", records[0].event);
    };
    let kept: BTreeMap<&str, &str> = opening
        .launch
        .seats
        .iter()
        .map(|(seat, model)| (seat.as_str(), model.as_str()))
        .collect();
    let expected = [
        ("opp.1", "fake-2"),
        ("opp.2", "fake-1"),
        ("opp.3", "fake-2"),
    ];
    assert_eq!(kept, BTreeMap::from(expected));
    assert_eq!(opening.launch.seats.len(), 3);
}

#[test]
fn models_change_sides_in_the_mirror() {
    let (home, debater) = (Home::new(), Debater::good());
    let flags = ["--swap-sides", "--model", "fake-1", "--opp-model", "fake-2"];
    let done = home.debate(&debater.server, &flags);
    done.ended(0);
    let lines = done.lines();
    let opened: Vec<&Value> = lines
        .iter()
        .filter(|line| line["type"] == "debate_opened")
        .collect();
    let [first, second] = opened.as_slice() else {
        panic!("{} debates", opened.len());
    };
    for same in ["seed", "motion", "format"] {
        assert_eq!(first[same], second[same], "{same}");
    }
    let people = |opened: &Value| -> Vec<String> {
        let speakers = opened["speakers"].as_array().unwrap().iter();
        speakers
            .map(|one| format!("{} {}", one["seat"], one["name"]))
            .collect()
    };
    assert_eq!(people(first), people(second), "nobody changes sides");
    for (seat, model) in seated(first) {
        assert_eq!(
            model,
            if seat.starts_with("prop") {
                "fake-1"
            } else {
                "fake-2"
            }
        );
    }
    for (seat, model) in seated(second) {
        assert_eq!(
            model,
            if seat.starts_with("prop") {
                "fake-2"
            } else {
                "fake-1"
            }
        );
    }
    // The table is beside the lines.
    for word in [
        "Proposition",
        "Opposition",
        "fake-1",
        "fake-2",
        "of 5 votes",
        "On average",
    ] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    let list = home.run(&["list", "--json"]);
    assert_eq!(json_lines(&list.ended(0).stdout).len(), 2);
}

#[test]
fn there_is_nothing_to_swap_between_the_same_models() {
    let (home, debater) = (Home::new(), Debater::good());
    let done = home.debate(&debater.server, &["--swap-sides", "--model", "fake-1"]);
    done.ended(2);
    for word in ["the same model", "--opp-model"] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    assert_eq!(done.stdout, "");
    let table = ["--swap-sides", "--format", "roundtable"];
    let done = home.debate(&debater.server, &table);
    done.ended(2);
    assert!(done.stderr.contains("no two sides"), "{}", done.stderr);
}
