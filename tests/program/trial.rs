//! A model on trial: its debates are held, measured, and set beside those of another trial.

use serde_json::Value;

use super::common::debater::{Debater, Home};

#[test]
fn planted_speeches_are_read_from_either_side_and_counted() {
    let (home, debater) = (Home::new(), Debater::good());
    let url = debater.server.url();
    let sides = |more: &[&str]| {
        home.run(&[&["model", "trial", "--base-url", &url, "--sides"][..], more].concat())
    };
    let report: Value = serde_json::from_str(&sides(&["--json"]).ended(0).stdout).unwrap();
    assert_eq!(
        (&report["wrong"], &report["right"]),
        (&20.into(), &20.into())
    );
    assert_eq!(report["by_likelihoods"], false);
    let asked = debater.purposes();
    assert!(
        asked.len() >= 40 && asked.iter().all(|one| *one == asked[0]),
        "{asked:?}"
    );
    let told = sides(&[]);
    let told = &told.ended(0).stdout;
    assert!(
        told.contains("by its words") && told.contains("of 20 that do"),
        "{told}"
    );
    // Nothing of it is kept, and it holds no debates.
    let list = home.run(&["list"]);
    assert!(list.ended(0).stdout.contains("There are no debates yet"));
    sides(&["--debates", "2"]).ended(2);
}

#[test]
fn a_trial_is_held_once_measured_and_set_beside_another() {
    let (home, debater) = (Home::new(), Debater::good());
    let url = debater.server.url();
    let trial = |more: &[&str]| {
        let args = [
            "model",
            "trial",
            "--base-url",
            &url,
            "--debates",
            "2",
            "--embeddings",
            "off",
        ];
        home.run(&[&args[..], more].concat())
    };
    let first = trial(&["--json"]);
    let report: Value = serde_json::from_str(&first.ended(0).stdout).unwrap();
    assert_eq!(
        (&report["debates"], &report["wanted"]),
        (&2.into(), &2.into())
    );
    let rows = report["rows"].as_array().unwrap();
    let of = |measure: &str| {
        let row = rows.iter().find(|row| row["measure"] == measure).unwrap();
        row["of"].as_u64().unwrap()
    };
    for measure in ["drift", "said_before", "answers", "practice", "inventions"] {
        assert!(of(measure) > 0, "{measure}: {report:#}");
    }
    // What is over is not held again.
    let asked = debater.purposes().len();
    let file = home
        .write("before.json", &first.stdout)
        .display()
        .to_string();
    let second = trial(&["--against", &file]);
    assert!(
        second.ended(0).stdout.contains("difference"),
        "{}",
        second.stdout
    );
    assert_eq!(debater.purposes().len(), asked);
    // Nothing is begun where only what it takes is wanted.
    let dry = trial(&["--dry-run", "--name", "anew"]);
    assert!(
        dry.ended(0).stderr.contains("2 debates, about "),
        "{}",
        dry.stderr
    );
    assert_eq!(debater.purposes().len(), asked);
}
