//! A server that can debate, and the program set against it. The server answers whatever the program asks,
//! properly or as a test wants it; the program runs as scripts run it, in a folder of its own.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, mpsc},
    time::{Duration, Instant},
};

use hustings::llm::Request;
use serde_json::{Value, json};

pub use super::process::*;

use super::fake_server::{DONE, FakeServer, Happened, Reply, Seen, Step, chunk, finish};

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

/// How a debater behaves.
#[derive(Clone, Copy)]
pub struct Manner {
    /// Before the first byte.
    pub latency: Duration,
    /// Characters of text in one write.
    pub piece: usize,
    /// Between two writes.
    pub between: Duration,
    /// Whether a speaker stops in the middle of a speech until somebody has risen on a point of information or chosen
    /// not to: on a busy machine a speech is over before anybody has been asked.
    pub is_heard: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            latency: Duration::ZERO,
            piece: 40,
            between: Duration::from_millis(4),
            is_heard: false,
        }
    }
}

/// The server, on a thread of its own that ends with it.
pub struct Debater {
    pub server: FakeServer,
    _ends: mpsc::Sender<()>,
}

impl Debater {
    /// One that does everything right.
    pub fn good() -> Self {
        Self::with(Manner::default(), |_| None)
    }

    /// One that does everything right, and whose speakers are in no hurry.
    pub fn heard(fault: impl Fn(&Asked) -> Option<Reply> + Send + Sync + 'static) -> Self {
        let manner = Manner {
            is_heard: true,
            ..Manner::default()
        };
        Self::with(manner, fault)
    }

    /// One that does what `fault` says, and where it says nothing the right thing.
    pub fn faulty(fault: impl Fn(&Asked) -> Option<Reply> + Send + Sync + 'static) -> Self {
        Self::with(Manner::default(), fault)
    }

    /// One with manners and faults.
    pub fn with(
        manner: Manner,
        fault: impl Fn(&Asked) -> Option<Reply> + Send + Sync + 'static,
    ) -> Self {
        let counts = Arc::new(Mutex::new(BTreeMap::new()));
        let answer = move |seen: &Seen| {
            let asked = asked(&seen.body, &mut counts.lock().unwrap());
            fault(&asked).unwrap_or_else(|| {
                let reply = spoken(&proper(&asked), manner);
                let begins = asked.purpose == "speech" && asked.claims == 0;
                if manner.is_heard && begins {
                    with_a_rest(reply, someone_has_decided(&counts))
                } else {
                    reply
                }
            })
        };
        let (started, server) = mpsc::channel();
        let (ends, end) = mpsc::channel::<()>();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            let server = runtime.block_on(FakeServer::answering(answer));
            started.send(server).unwrap();
            // The sender is never used; it goes when the debater does.
            let _ = end.recv();
            runtime.shutdown_background();
        });
        Self {
            server: server.recv().unwrap(),
            _ends: ends,
        }
    }

    /// The purposes of all requests so far.
    pub fn purposes(&self) -> Vec<&'static str> {
        let mut counts = BTreeMap::new();
        let seen = self.server.seen();
        seen.iter()
            .map(|s| asked(&s.body, &mut counts).purpose)
            .collect()
    }
}

type Counts = BTreeMap<&'static str, usize>;

/// Whether, from now on, a point of information was decided on, or a while has passed since someone was asked for one.
fn someone_has_decided(counts: &Arc<Mutex<Counts>>) -> Happened {
    let of = |counts: &Counts| ["poi_offer", "poi_accept"].map(|name| counts.get(name).copied());
    let counts = Arc::clone(counts);
    let [offers, decisions] = of(&counts.lock().unwrap());
    let offered = Mutex::new(None);
    Happened(Arc::new(move || {
        let [offers_now, decisions_now] = of(&counts.lock().unwrap());
        let mut offered = offered.lock().unwrap();
        if offers_now > offers && offered.is_none() {
            *offered = Some(Instant::now());
        }
        let waited = offered.is_some_and(|at| at.elapsed() > Duration::from_secs(1));
        decisions_now > decisions || waited
    }))
}

/// The stream with a rest in its middle.
fn with_a_rest(reply: Reply, rest: Happened) -> Reply {
    let Reply::Stream(mut steps) = reply else {
        return reply;
    };
    // Beyond what protects the beginning of a speech, and well before its end.
    let middle = steps.len() / 2;
    // What was decided is heard before the speech goes on.
    let pause = Step::Wait(Duration::from_millis(100));
    steps.splice(middle..middle, [Step::Until(rest), pause]);
    Reply::Stream(steps)
}

/// A stream of this text.
pub fn spoken(text: &str, manner: Manner) -> Reply {
    let mut steps = vec![Step::Wait(manner.latency)];
    steps.extend(pieces(text, manner));
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 10}});
    let end = format!("{}data: {usage}\n\n{DONE}", finish("stop"));
    steps.push(Step::Bytes(end.into_bytes()));
    Reply::Stream(steps)
}

/// The steps that write this text, without an end.
pub fn pieces(text: &str, manner: Manner) -> Vec<Step> {
    let chars: Vec<char> = text.chars().collect();
    let mut steps = Vec::new();
    for piece in chars.chunks(manner.piece) {
        let piece: String = piece.iter().collect();
        steps.push(Step::Bytes(chunk(&piece).into_bytes()));
        if !manner.between.is_zero() {
            steps.push(Step::Wait(manner.between));
        }
    }
    steps
}

/// The right answer.
pub fn proper(asked: &Asked) -> String {
    match asked.purpose {
        "probe" => "Yes.".into(),
        "prepare" => "Two reasons: the street belongs to all. The air does too.".into(),
        "poi_answer" => "You ask who pays, and I answer that all of us pay already.".into(),
        "question" => "I meant what I said, and I say it to you again.".into(),
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

/// The numbers of the claims in a text.
pub fn numbers(text: &str) -> Vec<usize> {
    text.split("Claim ")
        .skip(1)
        .filter_map(|rest| rest.split(' ').next()?.parse().ok())
        .collect()
}

/// The right answer to a request, without a server.
pub fn proper_to(request: &Request, counts: &mut BTreeMap<&'static str, usize>) -> String {
    let messages = request.messages.iter();
    let messages = messages.map(|one| json!({"role": one.from.role(), "content": one.text}));
    let schema = request.shape.as_ref().map(|shape| &shape.schema);
    let body = json!({
        "messages": messages.collect::<Vec<_>>(),
        "max_tokens": request.max_tokens,
        "response_format": {"json_schema": {"schema": schema}},
    });
    proper(&asked(&body, counts))
}

fn asked(body: &Value, counts: &mut BTreeMap<&'static str, usize>) -> Asked {
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
    const MARKS: [(&str, &str); 30] = [
        ("wants to know whether you are there", "probe"),
        ("\"same_voice\"", "eval_style"),
        ("WHAT WAS CLAIMED IN THEIR NAME", "eval_positions"),
        ("THE CHALLENGE, BY", "eval_point"),
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
        ("\"core_tensions\"", "verdict"),
        ("\"persona_fidelity\"", "verdict"),
        ("\"key_insight\"", "judge"),
        ("Nobody has spoken yet. How", "ballot_before"),
        ("Nobody has spoken yet. Below", "ballot_before"),
        ("The debate is over and the house divides", "ballot_after"),
        ("If the house divided this minute", "poll"),
        ("Write your notes for the speech", "prepare"),
        ("Write only the answer, spoken to", "poi_answer"),
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
        "rises" => json!(!asked.nth.is_multiple_of(3)),
        "accept" => json!(asked.nth % 2 == 1),
        "gesture" => json!("lifts a hand without turning"),
        "speaker" if asked.purpose != "choose" => json!(may_rise(&asked.task, asked.nth)),
        "point" => json!("And who will pay for all of this, if not the poor?"),
        "argues" => json!("neither"),
        "vote" => {
            let undecided = matches!(asked.purpose, "ballot_before" | "poll");
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
        "effectiveness" | "persona_fidelity" => json!(7),
        "question" => json!("Should cities ban private cars?"),
        "should_continue" => json!(true),
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

/// The names of those who may rise, one of them.
fn may_rise(task: &str, which: usize) -> String {
    let names: Vec<&str> = task
        .split_once("WHO MAY RISE")
        .map_or("", |(_, rest)| rest)
        .split("THE LAST WORDS")
        .next()
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.strip_prefix("- ")?.split(", ").next())
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
    let schema = match asked.purpose {
        "poi_offer" => properties(&["weakness", "rises", "speaker", "point"], &[]),
        "poi_accept" => properties(&["reason", "accept", "gesture"], &[]),
        "side_check" => properties(&["words", "argues"], &[]),
        "poll" => properties(&["vote"], &[]),
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
        "verdict" if asked.task.contains("\"persona_fidelity\"") => properties(
            &["key_contribution", "effectiveness", "persona_fidelity"],
            &["feedback"],
        ),
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
                "decisive_moments",
            ],
        ),
        _ => return json!({}),
    };
    instance(Some(&json!({"properties": schema})), asked)
}
