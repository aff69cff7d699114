//! The verdict of a judge who looks twice, from the prompt to all that tells of it.

use serde_json::{Value, json};

use super::common::debater::{Debater, Home, Manner, proper, spoken};

/// A judge for whom whoever stands first has won.
fn partial() -> Debater {
    Debater::faulty(|asked| {
        asked.task.contains("\"core_tensions\"").then(|| {
            let mut answer: Value = serde_json::from_str(&proper(asked)).unwrap();
            answer["winner"] = json!("Team 1");
            answer["analysis"] = json!("Speaker A had it.");
            spoken(&answer.to_string(), Manner::default())
        })
    })
}

#[test]
fn a_contested_verdict_is_told_wherever_a_verdict_is() {
    let (home, debater) = (Home::new(), partial());
    let held = home.debate(&debater.server, &[]);
    held.ended(0);
    let declared = held.of("division_declared");
    let [division] = declared.as_slice() else {
        panic!("{declared:?}")
    };
    assert_eq!(division["contested"], true);
    assert_eq!(division["direct_looks"], json!(["aye", "no"]));
    assert_eq!(division["direct_vote"], Value::Null);
    let opened = held.of("debate_opened");
    let first = opened[0]["speakers"][0]["name"].as_str().unwrap();
    assert_eq!(division["analysis"], format!("{first} had it."));

    let contested = "contested: the Ayes at first, the Noes with the teams exchanged";
    for told in [
        &["show", "last"][..],
        &["export", "last", "--to", "markdown"],
    ] {
        let told = home.run(told);
        let told = told
            .ended(0)
            .stdout
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(told.contains(contested), "{told}");
        assert!(told.contains("The verdict, judged blind twice"), "{told}");
        assert!(
            !told.contains("Team 1") && !told.contains("Speaker A"),
            "{told}"
        );
    }
    let json = home.run(&["export", "last", "--to", "json"]);
    let json: Value = serde_json::from_str(&json.ended(0).stdout).unwrap();
    assert_eq!(json["verdict_contested"], true);
    let looks: Vec<(&Value, &Value)> = json["verdict_looks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|look| (&look["order"], &look["verdict"]["vote"]))
        .collect();
    assert_eq!(
        looks,
        [
            (&json!("as_seated"), &json!("aye")),
            (&json!("exchanged"), &json!("no"))
        ]
    );
}

#[test]
fn a_judge_looks_as_often_as_is_said() {
    let looks = |debater: &Debater| {
        let seen = debater.server.seen();
        let looks = seen
            .iter()
            .filter(|one| format!("{:?}", one.body).contains("core_tensions"));
        looks.count()
    };
    for (flags, passes) in [(&[][..], 2), (&["--judge-passes", "1"], 1)] {
        let (home, debater) = (Home::new(), partial());
        let held = home.debate(&debater.server, flags);
        held.ended(0);
        assert_eq!(looks(&debater), passes, "{flags:?}");
        let division = &held.of("division_declared")[0];
        assert_eq!(division["contested"], passes == 2);
        let shown = home.run(&["show", "last"]);
        let shown = &shown.ended(0).stdout;
        assert_eq!(shown.contains("judged blind once"), passes == 1, "{shown}");
    }
}
