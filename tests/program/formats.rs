//! Every built-in format, from the command line to its verdict, against a server that debates.

use std::{collections::BTreeMap, time::Duration};

use crate::common::{
    FORMATS,
    debater::{Debater, Done, Home, Manner, short_with, spoken},
};
use hustings::debate::ask::Purpose;
use serde_json::{Value, json};

fn debate(home: &Home, debater: &Debater, format: &str, more: &[&str]) -> Done {
    let url = debater.server.url();
    let more = [&["--format", format], more].concat();
    home.run(&short_with(&url, &more))
}

#[test]
fn every_format_comes_to_its_verdict() {
    for format in FORMATS {
        let debater = Debater::good();
        let home = Home::new();
        let done = debate(&home, &debater, format, &[]);
        done.ended(0);
        let verdict = match format {
            "exhibition" | "oxford" => "division_declared",
            "clearside" => "synthesis_given",
            "roundtable" | "socratic" => "summary_given",
            _ => "scores_given",
        };
        assert_eq!(done.of(verdict).len(), 1, "{format}: {}", done.stdout);
        assert_eq!(done.of("model_failed"), Vec::<Value>::new(), "{format}");
        let last = done.lines().pop().unwrap();
        assert_eq!(last["reason"], "completed", "{format}");
        // What is counted is what the format has, speeches or not.
        let listed = home.run(&["list", "--json"]).lines().pop().unwrap();
        let turns = listed["turns"].as_u64().unwrap();
        assert_eq!(listed["turns_planned"], turns, "{format}");
        assert!(turns > 0, "{format}");
        let shown = home.run(&["show", "last"]).stdout;
        let told = format!(", {turns} turns,");
        assert!(shown.contains(&told), "{format}: {told}\n{shown}");
    }
}

/// The words for a purpose, by the word of the public schema.
fn in_words(purpose: &str) -> &'static str {
    let known: Purpose = serde_json::from_value(json!(purpose)).unwrap();
    known.told()
}

#[test]
fn what_a_debate_would_ask_is_told_before_it_is_begun() {
    for format in ["exhibition", "structured", "clearside"] {
        let debater = Debater::good();
        let home = Home::new();
        let told = debate(&home, &debater, format, &["--dry-run"]);
        let estimated: BTreeMap<String, u64> = told
            .ended(0)
            .stdout
            .lines()
            .skip_while(|line| !line.starts_with("purpose"))
            .skip(1)
            .map_while(|line| line.rsplit_once("  –"))
            .map(|(row, _)| {
                let numbers = row.find(|letter: char| letter.is_ascii_digit()).unwrap();
                let (name, numbers) = row.split_at(numbers);
                let calls = numbers.split_whitespace().next().unwrap();
                (name.trim().to_owned(), calls.parse().unwrap())
            })
            .collect();
        let before = debater.purposes();
        assert_eq!(before, Vec::<&str>::new(), "{format}: nobody is asked");
        home.run(&["list"]).ended(0);
        assert!(home.run(&["show", "last"]).stderr.contains("no debate"));
        debate(&home, &debater, format, &[]).ended(0);
        let mut asked: BTreeMap<&str, u64> = BTreeMap::new();
        for purpose in debater.purposes().into_iter().filter(|one| *one != "probe") {
            *asked.entry(purpose).or_default() += 1;
        }
        // Who rises, and whether a speech is taken up again for it, is up to the models.
        for (purpose, calls) in &asked {
            let purpose = estimated.get(in_words(purpose)).copied();
            assert!(
                purpose.is_some_and(|told| told > 0 && told * 2 >= *calls),
                "{format}: {asked:?} {estimated:?}"
            );
        }
        for fixed in ["prepare", "ballot_before", "ballot_after", "verdict"] {
            let told = estimated.get(in_words(fixed));
            assert_eq!(told, asked.get(fixed), "{format}: {fixed}");
        }
    }
}

#[test]
fn without_a_motion_a_format_asks_what_it_is_made_for() {
    let debater = Debater::good();
    let home = Home::new();
    let url = debater.server.url();
    let run = |format| {
        let args = short_with(&url, &["--format", format]);
        let args: Vec<&str> = args
            .into_iter()
            .filter(|one| *one != "ban-private-cars")
            .collect();
        home.run(&args)
    };
    let opened = run("roundtable").ended(0).of("debate_opened");
    let asked = opened[0]["motion"].as_str().unwrap();
    assert!(asked.starts_with("How are peace and prosperity"), "{asked}");
    let refused = run("oxford");
    let told = &refused.ended(2).stderr;
    assert!(
        told.contains("the format oxford has none of its own") && told.contains("hustings motions"),
        "{told}"
    );
}

#[test]
fn what_the_seeds_name_is_in_the_lines() {
    let debater = Debater::good();
    let done = debate(&Home::new(), &debater, "structured", &["--judges", "2"]);
    done.ended(0);
    let submitted = done.of("submitted");
    let of_kind = |kind: &str| {
        submitted
            .iter()
            .filter(|line| line["work"]["kind"] == kind)
            .count()
    };
    assert_eq!(of_kind("arguments"), 2);
    assert_eq!(of_kind("cross_examination"), 2);
    assert_eq!(of_kind("replies"), 2);
    assert_eq!(of_kind("closing"), 2);
    let given = done.of("judgement_given");
    let again: Vec<bool> = given.iter().map(|one| one["again"] == true).collect();
    assert_eq!(again.len(), 4, "each judge looks twice");
    assert_eq!(again.iter().filter(|again| **again).count(), 2);
    let traces = done.of("trace_updated");
    let rows = traces.last().unwrap()["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    assert!(
        rows.iter()
            .all(|row| row["standing"].is_string() && row["replied"] == true)
    );

    let panel = debate(&Home::new(), &debater, "panel", &["--rounds", "2"]);
    panel.ended(0);
    let ended: Vec<Value> = panel
        .of("round_ended")
        .iter()
        .map(|one| one["round"].clone())
        .collect();
    assert_eq!(ended, [1, 2]);
    assert_eq!(panel.of("assessment_made").len(), 1);
}

#[test]
fn rounds_end_early_where_the_judge_says_so_and_a_turn_that_breaks_a_rule_is_struck() {
    let debater = Debater::faulty(|asked| {
        (asked.purpose == "round").then(|| {
            let schema = asked.schema.as_ref().unwrap();
            let mut answer = crate::common::debater::instance(Some(schema), asked);
            answer["should_continue"] = json!(false);
            spoken(&answer.to_string(), Manner::default())
        })
    });
    let panel = debate(&Home::new(), &debater, "panel", &[]);
    panel.ended(0);
    let stopped = panel.of("stopped_early");
    assert_eq!(stopped.len(), 1);
    assert_eq!(
        (&stopped[0]["round"], &stopped[0]["criterion"]),
        (&json!(2), &json!("judge-stops"))
    );

    let debater = Debater::faulty(|asked| {
        let synthesis = asked.task.contains("\"areas_of_agreement\"");
        (synthesis && asked.nth > 0 && !asked.task.contains("RULED OUT OF ORDER")).then(|| {
            let biased = json!({
                "areas_of_agreement": ["Streets are full."],
                "core_disagreements": ["Pro won the debate."],
                "evidence_gaps": ["Counts."],
                "decision_hinges": ["The decision hinges on whether buses come."],
            });
            spoken(&biased.to_string(), Manner::default())
        })
    });
    let clearside = debate(&Home::new(), &debater, "clearside", &[]);
    clearside.ended(0);
    let mut struck = clearside.of("turn_struck");
    // The server says in every speech of a speaker what it said in the one before.
    struck.retain(|one| one["rule"] != "no-repetition");
    assert_eq!(struck.len(), 1, "{struck:?}");
    assert_eq!(
        (&struck[0]["seat"], &struck[0]["rule"]),
        (&json!("moderator"), &json!("no-winner"))
    );
    assert_eq!(clearside.of("synthesis_given").len(), 1);
}

#[test]
fn a_judge_s_answer_of_no_use_is_asked_again_with_the_reason_and_its_raw_text_is_kept() {
    let debater = Debater::faulty(|asked| {
        (asked.purpose == "judge").then(|| {
            let schema = asked.schema.as_ref().unwrap();
            let mut answer = crate::common::debater::instance(Some(schema), asked);
            // The judge is blind, and knows the argument by another name.
            answer["marks"]["X1"]["logic"] = json!(11);
            spoken(&answer.to_string(), Manner::default())
        })
    });
    let once = ["--judge-passes", "1"];
    let done = debate(&Home::new(), &debater, "structured", &once);
    let unusable = done.of("judge_unusable");
    assert_eq!(unusable.len(), 1);
    let reason = unusable[0]["reason"].as_str().unwrap();
    assert!(reason.contains("\"logic\" of \"PRO-1\" is 11"), "{reason}");
    assert!(unusable[0]["raw"].as_str().unwrap().contains("\"PRO-1\""));
    let asked = debater
        .purposes()
        .iter()
        .filter(|purpose| **purpose == "judge")
        .count();
    assert_eq!(asked, 3, "once, and twice again");
    assert!(done.of("scores_given").is_empty());
}

#[test]
fn what_can_run_together_does() {
    let manner = Manner {
        latency: Duration::from_millis(400),
        ..Manner::default()
    };
    let debater = Debater::with(manner, |_| None);
    let done = debate(&Home::new(), &debater, "structured", &["--judges", "3"]);
    done.ended(0);
    let called = |purpose: &str| -> Vec<(u64, u64)> {
        let calls = done
            .of("model_called")
            .into_iter()
            .filter(|one| one["purpose"] == purpose);
        calls
            .map(|one| {
                let end = one["at_ms"].as_u64().unwrap();
                (
                    end.saturating_sub(one["duration_ms"].as_u64().unwrap()),
                    end,
                )
            })
            .collect()
    };
    // Whoever runs beside another began before the other ended.
    let together = |calls: &[(u64, u64)]| {
        calls
            .iter()
            .all(|one| calls.iter().all(|other| one.0 < other.1))
    };
    assert!(together(&called("write")[..2]), "both sides open at once");
    let judges = called("judge");
    assert_eq!(judges.len(), 6, "each looks twice");
    assert!(together(&judges), "the judges sit together");
}

#[test]
fn the_order_of_rounds_is_the_viewers_choice() {
    let order = |named: Option<&str>| {
        let debater = Debater::good();
        let mut flags = vec!["--rounds", "2"];
        flags.extend(named.iter().flat_map(|named| ["--order", named]));
        let done = debate(&Home::new(), &debater, "panel", &flags);
        done.ended(0);
        let began = done.of("turn_began");
        // Behind the four openings, before the four closings.
        let seats: Vec<String> = began
            .iter()
            .filter(|line| line["task"] == "speech")
            .skip(4)
            .take(8)
            .filter_map(|line| Some(line["seat"].as_str()?.to_owned()))
            .collect();
        let chosen = done.of("speaker_chosen").len();
        (seats, chosen)
    };
    let (rotating, chosen) = order(None);
    assert_eq!(chosen, 0);
    assert_ne!(rotating[..4], rotating[4..], "{rotating:?}");
    let (fixed, chosen) = order(Some("fixed"));
    assert_eq!(chosen, 0);
    assert_eq!(fixed[..4], fixed[4..]);
    let (judged, chosen) = order(Some("judge-selected"));
    // Of four who have not spoken, of three, of two.
    assert_eq!((judged.len(), chosen), (8, 6), "{judged:?}");
}
