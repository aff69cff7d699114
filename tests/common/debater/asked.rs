//! What a request asks for, read from its words.

use std::collections::BTreeMap;

use serde_json::Value;

/// What one request asks for.
pub struct Asked {
    /// The purpose, in the words of the public schema.
    pub purpose: &'static str,
    /// How many requests of this purpose there were, this one included.
    pub nth: usize,
    /// Who has the floor, or had it last.
    pub floor: String,
    /// How many claims that speaker has made.
    pub claims: usize,
    /// How many words are asked for.
    pub words: usize,
    /// How many tokens that is by a server's count, four characters each, the room for the answer counted.
    pub tokens: u64,
    /// The instruction.
    pub task: String,
    /// The model that is asked, as the server knows it.
    pub model: String,
    /// Whether an earlier answer was wrong.
    pub again: bool,
    /// The JSON schema, where one was sent.
    pub schema: Option<Value>,
}

pub(super) type Counts = BTreeMap<&'static str, usize>;

pub(super) fn asked(body: &Value, counts: &mut BTreeMap<&'static str, usize>) -> Asked {
    let empty = vec![];
    let messages = body["messages"].as_array().unwrap_or(&empty);
    let texts = |role: &'static str| {
        messages
            .iter()
            .filter(move |m| m["role"] == role)
            .filter_map(|m| m["content"].as_str())
    };
    let (task, purpose) = texts("user")
        .rev()
        .find_map(|text| Some((text, purpose(text)?)))
        .unwrap_or(("", "unknown"));
    let floor = texts("user")
        .filter_map(|text| text.rsplit_once("I call ")?.1.split([',', '.']).next())
        .next_back()
        .unwrap_or_default()
        .to_owned();
    let who = format!(" of {}", floor.rsplit(' ').next().unwrap_or_default());
    let said = messages
        .last()
        .and_then(|_| texts("assistant").next_back())
        .unwrap_or_default();
    let claims = said
        .split("Claim ")
        .skip(1)
        .filter(|rest| rest.contains(&who))
        .filter_map(|rest| rest.split(' ').next()?.parse().ok())
        .max()
        .unwrap_or(0);
    let words = task
        .to_lowercase()
        .rsplit_once("about ")
        .and_then(|(_, rest)| rest.split(' ').next()?.parse().ok())
        .unwrap_or(30);
    let nth = counts.entry(purpose).or_default();
    *nth += 1;
    let characters: usize = messages
        .iter()
        .filter_map(|message| message["content"].as_str())
        .map(|text| text.chars().count())
        .sum();
    let room = ["max_tokens", "max_completion_tokens"].map(|name| body[name].as_u64());
    Asked {
        purpose,
        nth: *nth,
        tokens: characters as u64 / 4 + room.into_iter().flatten().max().unwrap_or_default(),
        floor,
        claims,
        words,
        task: task.to_owned(),
        model: body["model"].as_str().unwrap_or_default().to_owned(),
        again: texts("user").next_back().is_some_and(is_again),
        schema: body["response_format"]["json_schema"]
            .get("schema")
            .filter(|schema| !schema.is_null())
            .cloned(),
    }
}

fn is_again(task: &str) -> bool {
    task.starts_with("That cannot be used")
}

/// What an instruction is for, by words that only it has.
fn purpose(task: &str) -> Option<&'static str> {
    const MARKS: [(&str, &str); 43] = [
        ("wants to know whether you are there", "probe"),
        ("\"stretches\", a list", "split"),
        ("THE PASSAGE", "split"),
        ("\"same_voice\"", "eval_style"),
        ("WHAT WAS CLAIMED IN THEIR NAME", "eval_positions"),
        ("THE CHALLENGE, BY", "eval_point"),
        ("\"heard\" (", "eval_answers"),
        ("\"edge\" (", "eval_offer"),
        ("\"turning_point\"", "eval_arc"),
        ("WHOM TO PROPOSE", "assign"),
        ("a life and a voice of their own", "assign_card"),
        ("\"response_type\"", "write"),
        ("\"arguments\", a list, each with", "write"),
        ("\"areas_of_agreement\"", "write"),
        ("\"final_position\"", "write"),
        ("the answer, as a text, under each of", "write"),
        ("Answer with JSON: \"question\"", "write"),
        ("THE RULES OF THIS TURN", "referee"),
        ("you decide who speaks next", "choose"),
        ("\"should_continue\"", "round"),
        ("\"weakness\"", "poi_offer"),
        ("\"gesture\"", "poi_accept"),
        ("\"argues\"", "side_check"),
        ("\"key_rhetorical_moves\"", "extract"),
        ("\"left_out\"", "define"),
        ("\"meets_logic\"", "annotate"),
        ("\"ranking\", a list with each", "rank"),
        ("\"core_tensions\"", "verdict"),
        ("\"persona_fidelity\"", "verdict"),
        ("\"dispute\" (what", "confirm"),
        ("\"key_insight\"", "judge"),
        ("Somebody typed a motion as people", "claims"),
        ("which way you lean on the motion itself", "lean"),
        ("which way does that person lean", "house_lean"),
        ("Nobody has spoken yet. How", "ballot_before"),
        ("Nobody has spoken yet. Below", "ballot_before"),
        ("The debate is over and the house divides", "ballot_after"),
        ("If the house divided this minute", "poll"),
        ("Write your notes for the speech", "prepare"),
        ("Write only the answer, spoken to", "poi_answer"),
        (
            "somebody who followed the debate puts a question",
            "follow_up",
        ),
        ("Write only the answer.", "question"),
        ("Write only what you say", "speech"),
    ];
    // A wrong answer is asked for again with the fields alone; what they are for was said before.
    if is_again(task) {
        return None;
    }
    MARKS
        .into_iter()
        .find(|(mark, _)| task.contains(mark))
        .map(|(_, purpose)| purpose)
}
