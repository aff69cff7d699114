//! Straw votes of a whole house in one answer, over the wire.

use serde_json::{Value, json};

use super::common::{
    debater::{Asked, Debater, Home},
    fake_server::Reply,
};

const POLLS: usize = 5;

/// Whether several members are asked at once.
fn is_joint(asked: &Asked) -> bool {
    asked.purpose == "poll" && asked.task.contains("under each of ")
}

/// The seats that were asked by each call for straw votes which had an answer.
fn asked(lines: &[Value]) -> Vec<usize> {
    let polls = lines.iter().filter(|line| line["purpose"] == "poll");
    let sizes = polls.map(|line| {
        let members = line["members"].as_array().unwrap().len();
        assert_eq!(line["seat"] == Value::Null, members > 0, "{line}");
        members
    });
    sizes.collect()
}

#[test]
fn a_house_of_five_is_polled_by_one_request_after_each_speech() {
    let (home, debater) = (Home::new(), Debater::good());
    let held = home.debate(&debater.server, &[]);
    held.ended(0);
    let purposes = debater.purposes();
    assert_eq!(purposes.iter().filter(|one| **one == "poll").count(), POLLS);
    assert_eq!(asked(&held.of("model_called")), [5; POLLS]);
    assert_eq!(held.of("poll_taken").len(), POLLS);
    for poll in held.of("poll_taken") {
        let all = ["ayes", "noes", "undecided"].map(|vote| poll[vote].as_u64().unwrap());
        assert_eq!(all.iter().sum::<u64>(), 5, "{poll}");
    }
    let calls = home.run(&["show", "last", "--calls"]);
    let told = &calls.ended(0).stdout;
    assert_eq!(told.matches("5 members").count(), POLLS, "{told}");
    let called = held.of("model_called");
    let poll = called
        .iter()
        .find(|line| line["purpose"] == "poll")
        .unwrap();
    let number = format!("--calls={}", poll["call"]);
    let again = home.run(&["show", "last", &number]);
    let again = &again.ended(0).stdout;
    let members = poll["members"].as_array().unwrap();
    let members: Vec<&str> = members.iter().filter_map(Value::as_str).collect();
    let asked_of = format!("poll, {}, put to ", members.join(", "));
    assert!(
        again.contains(&asked_of) && again.contains("As it was sent"),
        "{again}"
    );
    let exported = home.run(&["export", "last", "--to", "json"]);
    let exported: Value = serde_json::from_str(&exported.ended(0).stdout).unwrap();
    let calls = exported["calls"].as_array().unwrap();
    let kept = calls.iter().find(|call| call["purpose"] == "poll").unwrap();
    assert_eq!(kept["ask"]["members"], json!(members));
}

#[test]
fn each_is_asked_by_themselves_where_that_is_wanted() {
    let (home, debater) = (Home::new(), Debater::good());
    let held = home.debate(&debater.server, &["--polled-together", "1"]);
    held.ended(0);
    assert_eq!(asked(&held.of("model_called")), [0; 5 * POLLS]);
}

#[test]
fn a_server_that_will_not_answer_for_several_costs_no_vote() {
    let refuses = Debater::faulty(|asked| {
        is_joint(asked).then(|| Reply::error(400, "This schema has too many properties."))
    });
    // Cut off in the middle, each time: there is no telling what was meant.
    let breaks = Debater::faulty(|asked| {
        is_joint(asked).then(|| {
            let half = r#"{"audience.1": {"vote": "a"#;
            super::common::debater::spoken(half, super::common::debater::Manner::default())
        })
    });
    for debater in [refuses, breaks] {
        let home = Home::new();
        let held = home.debate(&debater.server, &[]);
        held.ended(0);
        for poll in held.of("poll_taken") {
            let all = ["ayes", "noes", "undecided"].map(|vote| poll[vote].as_u64().unwrap());
            assert_eq!(all.iter().sum::<u64>(), 5, "{poll}");
        }
        assert_eq!(held.of("debate_closed")[0]["missing"], json!([]));
        assert_eq!(asked(&held.of("model_failed")), [5; 2]);
        assert_eq!(asked(&held.of("model_called")), [0; 5 * POLLS]);
    }
}
