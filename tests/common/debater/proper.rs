//! The right answers.

use serde_json::{Value, json};

use super::Asked;

/// The right answer.
pub fn proper(asked: &Asked) -> String {
    match asked.purpose {
        "probe" => "Yes.".into(),
        "prepare" => "Two reasons: the street belongs to all. The air does too.".into(),
        "poi_answer" => "You ask who pays, and I answer that all of us pay already.".into(),
        "question" => "I meant what I said, and I say it to you again.".into(),
        "follow_up" => "It was said in the debate. I stand by it.".into(),
        "speech" if asked.task.contains("Put one question") => {
            "What would you say to the one who has to pay for it?".into()
        }
        "speech" => claims(asked),
        _ => {
            let mut answer = instance(asked.schema.as_ref(), asked);
            if answer.is_null() {
                answer = by_heart(asked);
            }
            answer.to_string()
        }
    }
}

/// Sentences with a number each, going on from the last one that the prompt says was spoken. A speech that lost
/// nothing and says nothing twice has every number once.
fn claims(asked: &Asked) -> String {
    let who = asked.floor.rsplit(' ').next().unwrap_or_default();
    (1..=asked.words.div_ceil(15).max(1))
        .map(|i| {
            let number = asked.claims + i;
            format!(
                "Claim {number} of {who} rests on what this house has seen and can weigh alone. "
            )
        })
        .collect()
}

/// A sensible value of a schema.
pub fn instance(schema: Option<&Value>, asked: &Asked) -> Value {
    let Some(properties) = schema.and_then(|s| s["properties"].as_object()) else {
        return Value::Null;
    };
    let fields = properties
        .iter()
        .map(|(name, schema)| (name.clone(), field(name, schema, asked)));
    Value::Object(fields.collect())
}

fn field(name: &str, schema: &Value, asked: &Asked) -> Value {
    let list = |what: &str| json!([format!("{what} one"), format!("{what} two")]);
    match name {
        "prop" => json!(held(&asked.task, "is right")),
        "opp" => json!(held(&asked.task, "is wrong")),
        "rises" => json!(!asked.nth.is_multiple_of(3)),
        "accept" => json!(asked.nth % 2 == 1),
        "gesture" => json!("looks at the clock and nods"),
        "speaker" if asked.purpose != "choose" => json!(may_rise(&asked.task, asked.nth)),
        "point" => json!("And who will pay for all of this, if not the poor?"),
        "argues" => json!("neither"),
        "vote" => {
            let undecided = matches!(
                asked.purpose,
                "ballot_before" | "poll" | "lean" | "house_lean"
            );
            let votes = ["aye", "no", "undecided"];
            json!(votes[asked.nth % if undecided { 3 } else { 2 }])
        }
        "most_compelling_speaker" => json!(judged(&asked.task).first()),
        "weakest_link" => json!(judged(&asked.task).last()),
        "strongest_arguments" if schema["properties"].is_null() => {
            json!({"Team 1": "Room.", "Team 2": "Speed."})
        }
        // Whoever spoke last has convinced this judge, whatever they are called.
        "winner" if asked.task.contains("Team 1") => {
            let speakers = judged(&asked.task);
            let place = speakers.iter().position(|one| *one == asked.floor);
            let is_second = place.is_some_and(|place| place * 2 >= speakers.len());
            json!(if is_second { "Team 2" } else { "Team 1" })
        }
        // The first point is in dispute after all, and the others are agreed.
        "points" if asked.purpose == "confirm" => granted(&asked.task),
        // Taken for granted: what is copied would have to stand in the speech.
        "words" if asked.purpose == "define" => json!(""),
        // Every speaker says so, and after others have.
        "words" if asked.purpose == "annotate" => json!("rests on what this house has seen"),
        "answers" if asked.purpose == "annotate" => {
            json!("what this house has seen and can weigh alone")
        }
        "ranking" => {
            let names = asked
                .task
                .split_once("each of these once, the best first: ");
            let names = names.map_or("", |(_, names)| names.lines().next().unwrap_or_default());
            json!(names.split(", ").collect::<Vec<_>>())
        }
        "effectiveness" | "persona_fidelity" => json!(7),
        "question" => json!("Should cities ban private cars?"),
        "should_continue" | "meets_logic" => json!(true),
        "final_position" => json!("We hold what we held, and here is why it stands. ".repeat(12)),
        "fallacies" => json!([]),
        "personas" => people(&asked.task),
        "views" => {
            let view =
                |number| json!({"topic": format!("matter {number}"), "position": "So it is."});
            json!((1..=4).map(view).collect::<Vec<_>>())
        }
        _ if schema["enum"].is_array() => {
            let all = schema["enum"].as_array().unwrap();
            all[asked.nth % all.len()].clone()
        }
        _ if schema["properties"].is_object() => instance(Some(schema), asked),
        _ => match (schema["type"].as_str(), schema["items"].is_object()) {
            (Some("array"), true) if schema["items"]["properties"].is_object() => {
                let one = instance(Some(&schema["items"]), asked);
                json!([one.clone(), one.clone(), one])
            }
            (Some("array"), _) => list(name),
            (Some("boolean"), _) => json!(false),
            (Some("number" | "integer"), _) => json!(1),
            _ => json!(format!("The {} is plain.", name.replace('_', " "))),
        },
    }
}

/// A word on each of the points that were granted.
fn granted(task: &str) -> Value {
    let (_, points) = task.split_once("\n<<<\n").unwrap_or_default();
    let numbers = points
        .lines()
        .filter_map(|line| line.split_once(". ")?.0.parse::<u32>().ok());
    let point = |number: u32| {
        let dispute = if number == 1 {
            "It was a courtesy."
        } else {
            ""
        };
        json!({"number": number, "dispute": dispute, "agreed": number != 1})
    };
    json!(numbers.map(point).collect::<Vec<_>>())
}

/// The names of those who may rise, one of them.
fn may_rise(task: &str, which: usize) -> String {
    let names: Vec<&str> = task
        .split_once("WHO MAY RISE")
        .map_or("", |(_, rest)| rest)
        .split("THE LAST WORDS")
        .next()
        .unwrap_or_default()
        .split("\n<<<")
        .filter_map(|one| one.lines().next_back()?.split(", ").next())
        .filter(|name| !name.is_empty() && !name.starts_with(">>>"))
        .collect();
    names
        .get(which % names.len().max(1))
        .map_or_else(String::new, |name| (*name).to_owned())
}

/// As many people as are asked for, all of them different, for and against and neither in turn.
fn people(task: &str) -> Value {
    let count: usize = task
        .split_once("\"personas\", a list of ")
        .and_then(|(_, rest)| rest.split(',').next()?.parse().ok())
        .unwrap_or(0);
    let stances = ["for", "against", "nuanced"];
    let fields = ["law", "music", "farming", "medicine", "trade"];
    let person = |at: usize| {
        let field = fields[at % fields.len()];
        json!({
            "persona": format!("Pat Number{at}, somebody in {field}"),
            "domain": field,
            "position": format!("It looks otherwise from {field}."),
            "key_arguments": [
                format!("Reason{at} weighs most."),
                format!("Nobody in {field} denies case{at}."),
                "It has been tried before.",
            ],
            "stance": stances[at % stances.len()],
        })
    };
    json!((0..count).map(person).collect::<Vec<_>>())
}

/// What a side holds of a motion that was typed.
fn held(task: &str, what: &str) -> String {
    let motion = task.split_once("THE MOTION\n").unwrap_or_default().1;
    let motion = motion
        .lines()
        .find(|line| line.contains(' ') || line.len() > 3);
    let motion = motion.unwrap_or_default();
    format!(
        "It {what} what is said of {}.",
        motion.trim_matches(['"', '“', '”', '?', '.'])
    )
}

/// Who may have won the room.
fn judged(task: &str) -> Vec<String> {
    task.split_once("each one of: ")
        .and_then(|(_, rest)| rest.split(",\n").next())
        .map(|names| names.split(", ").map(str::to_owned).collect())
        .unwrap_or_default()
}

/// The answer where no schema is sent: the fields are known.
fn by_heart(asked: &Asked) -> Value {
    let properties = |names: &[&str], lists: &[&str]| {
        let mut all = serde_json::Map::new();
        for name in names {
            all.insert((*name).into(), json!({"type": "string"}));
        }
        for name in lists {
            all.insert((*name).into(), json!({"type": "array"}));
        }
        Value::Object(all)
    };
    // Of several at once, each under the text of their seat.
    let each = |one: Value| {
        let seats = asked.task.split_once("under each of ");
        let Some(seats) = seats.and_then(|(_, rest)| rest.split(" an object").next()) else {
            return one;
        };
        let each = seats
            .split(", ")
            .map(|seat| (seat.to_owned(), json!({"properties": one})));
        Value::Object(each.collect())
    };
    let schema = match asked.purpose {
        "poi_offer" => properties(&["weakness", "rises", "speaker", "point"], &[]),
        "poi_accept" => properties(&["reason", "accept", "gesture"], &[]),
        "side_check" => properties(&["words", "argues"], &[]),
        "claims" => properties(&["prop", "opp"], &[]),
        "rank" => properties(&[], &["ranking"]),
        "poll" | "lean" | "house_lean" => each(properties(&["vote"], &[])),
        "ballot_before" | "ballot_after" => properties(&["reason", "vote"], &[]),
        "extract" => {
            let mut all = properties(
                &["opening", "closing", "tone"],
                &["arguments", "key_rhetorical_moves"],
            );
            let mut point = properties(&["claim", "reasoning", "evidence"], &[]);
            point["is_rebuttal"] = json!({"type": "boolean"});
            all["arguments"]["items"] = json!({"properties": point});
            all
        }
        "confirm" => {
            let mut all = properties(&[], &["points"]);
            all["points"]["items"] = json!({"properties": properties(&["dispute"], &[])});
            all
        }
        "define" => {
            let lists: &[&str] = if asked.task.contains("\"contested\"") {
                &["terms", "left_out", "contested"]
            } else {
                &["terms", "left_out"]
            };
            let mut all = properties(&["scope"], lists);
            all["terms"]["items"] =
                json!({"properties": properties(&["term", "words", "meaning"], &[])});
            if lists.contains(&"contested") {
                let mut one = properties(&["how"], &[]);
                one["number"] = json!({"type": "integer"});
                all["contested"]["items"] = json!({"properties": one});
            }
            all
        }
        "annotate" => {
            let kind = json!({"enum": ["evidence", "principle", "assertion"]});
            let yes = || json!({"type": "boolean"});
            let claim = json!({"words": {"type": "string"}, "kind": kind, "specific": yes()});
            let rebuttal = json!({
                "answers": {"type": "string"},
                "words": {"type": "string"},
                "meets_logic": yes(),
                "new": yes(),
                "undermines": yes(),
            });
            let lists = |of: Value| json!({"type": "array", "items": {"properties": of}});
            let side =
                json!({"properties": {"claims": lists(claim), "rebuttals": lists(rebuttal)}});
            let teams = ["Team 1", "Team 2"].into_iter();
            let teams = teams.filter(|team| asked.task.contains(&format!("\"{team}\"")));
            Value::Object(teams.map(|team| (team.to_owned(), side.clone())).collect())
        }
        "verdict" if asked.task.contains("\"persona_fidelity\"") => each(properties(
            &["key_contribution", "effectiveness", "persona_fidelity"],
            &["feedback"],
        )),
        "verdict" => properties(
            &[
                "strongest_arguments",
                "most_compelling_speaker",
                "weakest_link",
                "analysis",
                "winner",
            ],
            &[
                "core_tensions",
                "most_damaging_rebuttals",
                "unchallenged",
                "decisive_moments",
            ],
        ),
        _ => return json!({}),
    };
    instance(Some(&json!({"properties": schema})), asked)
}
