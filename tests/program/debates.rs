//! Debates that go well.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::common::debater::{Debater, Done, Home, json_lines, numbers, short};

const ORDER: [&str; 6] = ["prop.1", "opp.1", "prop.2", "opp.2", "prop.3", "opp.3"];

#[test]
fn a_search_counts_turns_as_the_list_does() {
    let (debater, home) = (Debater::good(), Home::new());
    home.run(&short(&debater.server.url())).ended(0);
    let asked = ["search", "rests on what this house", "--limit", "50"];
    let found = home.run(&[asked.as_slice(), &["--json"]].concat());
    let mut speeches: Vec<(u64, u64)> = json_lines(&found.ended(0).stdout)
        .iter()
        .filter(|one| one["what"] == "speech")
        .map(|one| (one["turn"].as_u64().unwrap(), one["nth"].as_u64().unwrap()))
        .collect();
    speeches.sort_unstable();
    let counted: Vec<u64> = speeches.iter().map(|(_, nth)| *nth).collect();
    assert_eq!(counted, [1, 2, 3, 4, 5, 6]);
    assert!(speeches[0].0 > 0, "no notes were made before");
    let told = home.run(&asked);
    assert!(
        told.ended(0).stdout.contains("(speech, turn 1)"),
        "{}",
        told.stdout
    );
    assert!(!told.stdout.contains("turn 7"), "{}", told.stdout);
}

#[test]
fn the_file_of_the_journal_is_all_of_it_once_nobody_writes() {
    let (debater, home) = (Debater::good(), Home::new());
    let url = debater.server.url();
    home.run(&short(&url)).ended(0);
    home.debate(&debater.server, &["--max-tokens", "500"])
        .ended(5);
    let listed = home.run(&["list"]);
    let copy = Home::new();
    let file = std::fs::read(home.path().join("data/journal.db")).unwrap();
    std::fs::create_dir_all(copy.path().join("data")).unwrap();
    std::fs::write(copy.path().join("data/journal.db"), file).unwrap();
    let of_copy = copy.run(&["list"]);
    assert_eq!(of_copy.ended(0).stdout, listed.ended(0).stdout);
    assert_eq!(listed.stdout.lines().count(), 3, "{}", listed.stdout);
}

/// What every stream of lines keeps to, whatever happened.
pub(crate) fn sound(done: &Done) -> Vec<Value> {
    let lines = done.lines();
    let schema = Home::new().run(&["schema", "jsonl"]);
    let schema = serde_json::from_str(&schema.ended(0).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for line in &lines {
        if let Err(error) = validator.validate(line) {
            panic!("{error}: {line}");
        }
    }
    rising(&lines);
    lines
}

/// The numbers of the lines leave nothing out, and the texts of the turns are what their deltas say.
pub(crate) fn rising(lines: &[Value]) {
    for (seq, line) in lines.iter().enumerate() {
        assert_eq!(line["seq"], seq, "{line}");
    }
    assert!(
        lines
            .iter()
            .map(|l| l["at_ms"].as_u64().unwrap())
            .is_sorted()
    );
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    for line in lines {
        let text = said
            .entry(line["seat"].as_str().unwrap_or_default().to_owned())
            .or_default();
        match line["type"].as_str().unwrap() {
            "turn_began" => text.clear(),
            "speech_delta" => *text += line["text"].as_str().unwrap(),
            "speech_rewound" => {
                text.truncate(usize::try_from(line["kept"].as_u64().unwrap()).unwrap());
            }
            "turn_ended" if line["task"] != "prepare" => {
                assert_eq!(line["text"].as_str().unwrap(), text);
            }
            _ => {}
        }
    }
}

/// The speeches that count, as seat and text.
pub(crate) fn speeches(lines: &[Value]) -> Vec<(String, String)> {
    lines
        .iter()
        .filter(|l| l["type"] == "turn_ended" && l["task"] == "speech")
        .map(|l| {
            let field = |name: &str| l[name].as_str().unwrap().to_owned();
            (field("seat"), field("text"))
        })
        .collect()
}

/// Every speech has its claims once, in order and without a gap.
pub(crate) fn whole(lines: &[Value]) {
    for (seat, text) in speeches(lines) {
        let found = numbers(&text);
        assert!(!found.is_empty(), "{seat}: {text}");
        let expected: Vec<usize> = (1..=found.len()).collect();
        assert_eq!(found, expected, "{seat}: {text}");
        assert!(text.trim_end().ends_with('.'), "{seat} breaks off: {text}");
    }
}

fn of<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|l| l["type"] == kind).collect()
}

#[test]
fn a_debate_is_held_from_the_first_line_to_the_last() {
    let (home, debater) = (Home::new(), Debater::heard(|_| None));
    let done = home.debate(&debater.server, &[]);
    let lines = sound(done.ended(0));
    assert_eq!(done.stderr, "");
    assert!(!debater.purposes().contains(&"unknown"));

    let opened = &lines[0];
    assert_eq!(
        (&opened["type"], &opened["seq"]),
        (&"debate_opened".into(), &0.into())
    );
    assert_eq!(opened["speakers"].as_array().unwrap().len(), 6);
    let ended: Vec<String> = speeches(&lines).into_iter().map(|(seat, _)| seat).collect();
    assert_eq!(ended, ORDER);
    whole(&lines);
    assert_eq!(of(&lines, "model_failed"), Vec::<&Value>::new());
    assert_eq!(of(&lines, "command_refused"), Vec::<&Value>::new());

    assert!(!of(&lines, "poi_accepted").is_empty());
    assert!(!of(&lines, "poi_declined").is_empty());
    for point in of(&lines, "poi_offered") {
        let sides = ["from_seat", "to_seat"].map(|f| point[f].as_str().unwrap().split('.').next());
        assert_ne!(sides[0], sides[1], "{point}");
        let answered = of(&lines, "poi_answered").into_iter();
        let settled = answered.chain(of(&lines, "poi_declined"));
        assert_eq!(settled.filter(|l| l["poi"] == point["poi"]).count(), 1);
    }
    assert_eq!(of(&lines, "arguments_extracted").len(), 6);
    let polls: Vec<&Value> = of(&lines, "poll_taken");
    assert!(polls.len() >= 5, "{polls:?}");
    for poll in polls {
        let count: u64 = ["ayes", "noes", "undecided"]
            .iter()
            .map(|f| poll[*f].as_u64().unwrap())
            .sum();
        assert_eq!(count, 5, "{poll}");
    }
    for when in ["before", "after"] {
        let cast = of(&lines, "ballot_cast")
            .into_iter()
            .filter(|l| l["when"] == when);
        let seats: BTreeSet<&str> = cast.map(|l| l["seat"].as_str().unwrap()).collect();
        assert_eq!(seats.len(), 5, "{when}");
    }

    let division = of(&lines, "division_declared")[0].as_object().unwrap();
    // Why nobody has won is told where nobody has.
    assert!(division["undecided"].is_null());
    for (field, value) in division.iter().filter(|(field, _)| *field != "undecided") {
        let empty = value.is_null()
            || value.as_str().is_some_and(str::is_empty)
            || value.as_array().is_some_and(Vec::is_empty)
            || value.as_object().is_some_and(serde_json::Map::is_empty);
        assert!(!empty, "{field} is empty");
    }
    assert_eq!(
        division["speaker_performances"].as_array().unwrap().len(),
        6
    );
    assert_eq!(division["panel_votes"].as_array().unwrap().len(), 5);
    assert_eq!(
        division["ayes"].as_u64().unwrap() + division["noes"].as_u64().unwrap(),
        5
    );
    let last = lines.last().unwrap();
    assert_eq!(
        (&last["type"], &last["reason"]),
        (&"debate_closed".into(), &"completed".into())
    );
}

#[test]
fn as_text_it_can_be_read() {
    let (home, debater) = (Home::new(), Debater::heard(|_| None));
    let url = debater.server.url();
    let mut args = short(&url);
    args[4] = "text";
    let done = home.run(&args);
    let text = &done.ended(0).stdout;
    for part in [
        "This House",
        "Cambridge Union exhibition, seed 7",
        "In the house: ",
        "== Preparation ==",
        "== Debate ==",
        "== Division ==",
        "rises on a point of information:",
        "The point is taken.",
        " looks at the clock and nods.",
        "Straw poll after ",
        "Claim 1 of ",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    assert!(!text.contains("{\"") && !text.contains("null"), "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert_eq!(line, line.trim_end(), "white space at the end");
    }
    let places: Vec<usize> = ["== Preparation", "== Debate", "== Division"]
        .iter()
        .map(|part| text.find(part).unwrap())
        .collect();
    assert!(places.is_sorted());
    // Whoever reads it has no id in it, and is told where the debate is kept.
    assert!(done.stderr.contains("hustings show "), "{}", done.stderr);
}

/// Who speaks and who listens.
fn drawn(home: &Home, debater: &Debater, more: &[&str]) -> (Vec<String>, Vec<String>) {
    let done = home.debate(&debater.server, more);
    let lines = done.ended(0).lines();
    let speakers = lines[0]["speakers"].as_array().unwrap();
    let speakers = speakers
        .iter()
        .map(|s| s["persona"].as_str().unwrap().to_owned());
    let members: BTreeSet<String> = of(&lines, "ballot_cast")
        .iter()
        .map(|l| format!("{} {}", l["seat"], l["member"]))
        .collect();
    (speakers.collect(), members.into_iter().collect())
}

#[test]
fn the_seed_draws_the_lots() {
    let (home, debater) = (Home::new(), Debater::good());
    let first = drawn(&home, &debater, &[]);
    assert_eq!(drawn(&home, &debater, &[]), first);
    let url = debater.server.url();
    let mut args = short(&url);
    args[6] = "8";
    let other = json_lines(&home.run(&args).ended(0).stdout);
    let speakers: Vec<&str> = other[0]["speakers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["persona"].as_str().unwrap())
        .collect();
    assert_ne!(speakers, first.0);
}

#[test]
fn speakers_can_be_named() {
    let (home, debater) = (Home::new(), Debater::good());
    let named = [
        "--prop",
        "mill,gandhi,napoleon",
        "--opp",
        "alexander,wollstonecraft,adam-smith",
    ];
    let (speakers, _) = drawn(&home, &debater, &named);
    assert_eq!(
        speakers,
        [
            "mill",
            "gandhi",
            "napoleon",
            "alexander",
            "wollstonecraft",
            "adam-smith"
        ]
    );
    // Whatever the sides are called, and as many as are named.
    let named = ["--format", "roundtable", "--speakers", "marx,burke"];
    assert_eq!(drawn(&home, &debater, &named).0, ["marx", "burke"]);
}

#[test]
fn the_floor_speaks_and_polls_can_be_left_out() {
    let (home, debater) = (Home::new(), Debater::good());
    let done = home.debate(
        &debater.server,
        &["--floor-speeches", "2", "--polls", "off"],
    );
    let lines = sound(done.ended(0));
    let floor: Vec<&Value> = of(&lines, "turn_ended")
        .into_iter()
        .filter(|l| l["task"] == "floor_speech")
        .collect();
    assert_eq!(floor.len(), 2);
    for speech in floor {
        assert!(
            speech["seat"].as_str().unwrap().starts_with("audience."),
            "{speech}"
        );
        assert!(speech["words"].as_u64().unwrap() > 0);
    }
    assert_eq!(of(&lines, "poll_taken"), Vec::<&Value>::new());
    assert!(!debater.purposes().contains(&"poll"));
    assert_eq!(of(&lines, "ballot_cast").len(), 10);
}

#[test]
fn a_long_file_of_interventions_is_gone_through_and_what_never_came_is_told() {
    const MANY: usize = 400;
    let (home, debater) = (Home::new(), Debater::good());
    let evidence = |number| {
        format!(
            "[[interventions]]\nafter = \"prop.1\"\ndo = \"evidence\"\ntext = \"Report {number}.\"\n"
        )
    };
    let mut text: String = (0..MANY).map(evidence).collect();
    // Nobody of the audience speaks from the floor in this debate.
    text += "[[interventions]]\nafter = \"audience.1\"\ndo = \"poi\"\ntext = \"And the buses?\"\n";
    let script = home.write("script.toml", &text);
    let done = home.debate(
        &debater.server,
        &["--interventions", script.to_str().unwrap()],
    );
    let lines = sound(done.ended(0));
    whole(&lines);
    let admitted = of(&lines, "evidence_admitted").into_iter();
    let admitted: Vec<&str> = admitted
        .map(|line| line["text"].as_str().unwrap())
        .collect();
    let all: Vec<String> = (0..MANY)
        .map(|number| format!("Report {number}."))
        .collect();
    assert_eq!(admitted, all, "each of them once, in the order of the file");
    assert!(
        done.stderr
            .contains("1 of 401 interventions was not made: the debate was over before"),
        "{}",
        done.stderr
    );
    assert_eq!(of(&lines, "model_failed"), Vec::<&Value>::new());
}

#[test]
fn interventions_are_made_and_the_debate_goes_on() {
    let (home, debater) = (Home::new(), Debater::good());
    let script = home.write(
        "script.toml",
        r#"
[[interventions]]
during = "prop.1"
at_words = 30
do = "evidence"
text = "Deaths fell by a third."
source = "City report"

[[interventions]]
after = "prop.1"
do = "ask"
seat = "prop.1"
text = "Who would pay?"
halt = true

[[interventions]]
during = "opp.1"
at_words = 40
do = "ask"
seat = "prop.1"
text = "Do you still hold it?"

[[interventions]]
during = "opp.1"
at_words = 50
do = "clarify"
seat = "opp.1"
text = "Which cars?"

[[interventions]]
during = "prop.2"
at_words = 40
do = "poi"
text = "What of the buses?"

[[interventions]]
after = "opp.2"
do = "pause"
for_ms = 50
"#,
    );
    let done = home.debate(
        &debater.server,
        &["--interventions", script.to_str().unwrap()],
    );
    let lines = sound(done.ended(0));
    whole(&lines);
    assert_eq!(of(&lines, "command_refused"), Vec::<&Value>::new());
    let evidence = of(&lines, "evidence_admitted");
    assert_eq!(
        (evidence.len(), &evidence[0]["source"]),
        (1, &"City report".into())
    );
    let asked = of(&lines, "question_asked");
    let kinds: Vec<(bool, bool)> = asked
        .iter()
        .map(|q| {
            (
                q["halting"].as_bool().unwrap(),
                q["clarification"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(kinds, [(true, false), (false, false), (false, true)]);
    assert_eq!(of(&lines, "question_answered").len(), 3);
    assert_eq!(of(&lines, "clarification_queued").len(), 1);
    let gallery: Vec<&Value> = of(&lines, "poi_offered")
        .into_iter()
        .filter(|l| l["from_seat"] == "gallery")
        .collect();
    assert_eq!(
        (gallery.len(), &gallery[0]["text"]),
        (1, &"What of the buses?".into())
    );
    let paused: Vec<&Value> = of(&lines, "paused");
    let why: Vec<&str> = paused.iter().map(|l| l["why"].as_str().unwrap()).collect();
    assert_eq!(why, ["question", "viewer"]);
    assert_eq!(of(&lines, "resumed").len(), 2);
    // What was brought in is found again, the words of evidence by its source, too.
    for (words, what) in [
        ("City report thirds", None),
        ("City report", Some("evidence")),
        ("Who would pay", Some("question")),
        ("Which cars", Some("question")),
        ("of the buses", Some("point")),
    ] {
        let found = home.run(&["search", words, "--json"]);
        let found = json_lines(&found.ended(0).stdout);
        let kinds: Vec<&str> = found
            .iter()
            .filter_map(|one| one["what"].as_str())
            .collect();
        assert_eq!(
            kinds.contains(&what.unwrap_or_default()),
            what.is_some(),
            "{words}: {kinds:?}"
        );
    }
    // The evidence is in what both sides are told from then on.
    let told = debater
        .server
        .seen()
        .iter()
        .filter(|s| s.body.to_string().contains("Deaths fell by a third"))
        .count();
    assert!(told > 10, "{told}");
    assert_eq!(lines.last().unwrap()["type"], "debate_closed");
}

#[test]
fn a_file_is_handed_in_as_evidence_and_passages_of_it_are_given_with_their_places() {
    let (home, debater) = (Home::new(), Debater::good());
    let ward =
        |name: &str| format!("The {name} ward counted its carts in the streets. ").repeat(60);
    home.write(
        "wards.md",
        &format!(
            "---\ntitle: Report of the Wards\ndate: 1861\n---\n# North\n\n{}\n\n# South\n\n{}\n",
            ward("northern"),
            ward("southern")
        ),
    );
    let script = home.write(
        "script.toml",
        "[[interventions]]\nduring = \"prop.1\"\nat_words = 20\ndo = \"evidence\"\nfile = \"wards.md\"\n",
    );
    let done = home.debate(
        &debater.server,
        &["--interventions", script.to_str().unwrap()],
    );
    let lines = sound(done.ended(0));
    let evidence = of(&lines, "evidence_admitted");
    assert_eq!(evidence[0]["source"], "Report of the Wards (1861)");
    for place in ["North", "South"] {
        let source = format!("Report of the Wards (1861), {place}");
        let seen = debater.server.seen();
        let told = seen
            .iter()
            .any(|one| one.body.to_string().contains(&source));
        assert!(told, "{source}");
    }
}
