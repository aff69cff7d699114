//! A harness for the driver: scripted models, a record in memory, and somebody who watches.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use hustings::{
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        answer::{
            ArgumentPoint, Ballot, PoiDecision, PoiOffer, SpeakerAssessment, SpeechArguments,
            StrawVote, Vote,
        },
        ask::Purpose,
        command::{Command, Pace},
        event::{Event, Record},
        ids::CommandId,
        opening::{Opening, Options},
    },
    engine::{self, Handle, Order, Outside, Recorder},
    llm::{
        BoxFuture, ModelError, Request,
        roster::Roster,
        scripted::{Scripted, ScriptedAnswer},
    },
    prompt::Prompts,
};
use serde_json::{Value, json};

/// A record in memory, shared with the test.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory(pub(super) Arc<Mutex<Vec<Record>>>);

impl Recorder for Memory {
    fn append(&mut self, records: Vec<Arc<Record>>) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            self.0
                .lock()
                .unwrap()
                .extend(records.iter().map(|record| (**record).clone()));
            Ok(())
        })
    }
}

pub(super) fn arguments() -> SpeechArguments {
    let point = ArgumentPoint {
        claim: "Streets are for people.".into(),
        reasoning: "They paid for them.".into(),
        evidence: None,
        is_rebuttal: false,
        rebuts_speaker: None,
    };
    SpeechArguments {
        opening: "A question.".into(),
        arguments: vec![point],
        closing: "A call.".into(),
        tone: "warm".into(),
        key_rhetorical_moves: vec![],
        shifts: None,
    }
}

/// The definitions of a speech, with what it contests where somebody has defined something before.
fn definitions(request: &Request) -> Value {
    let asked = request.messages.last().map_or("", |last| &last.text);
    let mut answer = json!({
        "terms": [{"term": "street", "words": "", "meaning": "Room that all have paid for."}],
        "scope": "Cities.",
        "left_out": ["Villages."],
    });
    if asked.contains("\"contested\"") {
        answer["contested"] = json!([{"number": 1, "how": "Who paid is not who needs it."}]);
    }
    answer
}

/// The claims and rebuttals of both sides, in words that everybody says.
fn annotation() -> Value {
    let words = "says quite plainly what it means";
    let side = json!({
        "claims": [{"words": words, "kind": "assertion", "specific": false}],
        "rebuttals": [{
            "answers": words,
            "words": words,
            "meets_logic": true,
            "new": false,
            "undermines": false,
        }],
    });
    json!({"Team 1": side, "Team 2": side})
}

/// Who opens the debate, as a prompt has it: the first whom the Chair calls.
pub(super) fn opens(request: &Request) -> &str {
    let texts = request.messages.iter().map(|one| one.text.as_str());
    let mut calls = texts.filter_map(|text| text.split_once("I call "));
    let call = calls.next().map_or("", |(_, call)| call);
    call.split(',').next().unwrap_or_default()
}

/// A verdict for the first speaker against the motion, as a judge gives it who knows nobody's name.
fn verdict(request: &Request) -> Value {
    // The other labels stand for them where the teams are exchanged.
    let [own, other, first, last] = match opens(request) {
        "Speaker A" => ["Team 2", "Team 1", "Speaker D", "Speaker A"],
        _ => ["Team 1", "Team 2", "Speaker A", "Speaker D"],
    };
    json!({
        "core_tensions": ["freedom and space"],
        "strongest_arguments": {own: "freedom", other: "space"},
        "most_damaging_rebuttals": [],
        "unchallenged": [format!("{last} of {other}: space is for all")],
        "decisive_moments": [],
        "most_compelling_speaker": first,
        "weakest_link": last,
        "analysis": format!("It was close, and {first} of {own} had it."),
        "winner": own,
    })
}

pub(super) fn assessment() -> SpeakerAssessment {
    SpeakerAssessment {
        speaker_name: String::new(),
        key_contribution: "A number.".into(),
        missed_opportunity: None,
        effectiveness: 6.0,
        persona_fidelity: 9.0,
        feedback: vec!["Breathe.".into()],
    }
}

/// The assessment of a speaker, or of each of several who are assessed at once.
pub(super) fn assessments(request: &Request) -> ScriptedAnswer {
    let shape = request.shape.as_ref().unwrap();
    let fields = shape.schema["properties"].as_object().unwrap();
    if fields.contains_key("persona_fidelity") {
        return ScriptedAnswer::json(&assessment());
    }
    let each: serde_json::Map<_, _> = fields
        .keys()
        .map(|seat| (seat.clone(), json!(assessment())))
        .collect();
    ScriptedAnswer::json(&each)
}

pub(super) fn is_about_a_speaker(request: &Request) -> bool {
    let asked = request.messages.last();
    asked.is_some_and(|message| message.text.contains("\"persona_fidelity\""))
}

/// Who has the floor, as the Chair's last call in the prompt says.
pub(super) fn speaks(request: &Request) -> String {
    let all: String = request
        .messages
        .iter()
        .map(|message| message.text.as_str())
        .collect();
    let call = all.rsplit("I call ").next().unwrap_or_default();
    call.split(',').next().unwrap_or_default().to_owned()
}

/// A speech of numbered sentences, ten words each, a paragraph every five.
pub(super) fn speech(sentences: usize) -> String {
    (0..sentences)
        .map(|i| {
            format!(
                "Sentence number {i} says quite plainly what it means tonight.{}",
                if i % 5 == 4 { "\n\n" } else { " " }
            )
        })
        .collect::<Vec<String>>()
        .concat()
}

/// A sentence of which no word was ever said.
pub(super) fn sentence(number: usize) -> String {
    let words: Vec<String> = (0..14).map(|word| format!("w{number}x{word}")).collect();
    format!("{}.", words.join(" "))
}

/// The seats of those who are polled by a request, in the order of the prompt; nobody where one is asked alone.
pub(super) fn polled(request: &Request) -> Vec<String> {
    let asked = request.messages.last().map_or("", |last| &last.text);
    let seats = asked.split_once("under each of ");
    let seats = seats.and_then(|(_, rest)| rest.split(" an object").next());
    let seats = seats.into_iter().flat_map(|seats| seats.split(", "));
    seats.map(str::to_owned).collect()
}

/// The same straw vote of everybody who is asked.
pub(super) fn straw(request: &Request, vote: Vote) -> ScriptedAnswer {
    let one = StrawVote { vote };
    let seats = polled(request);
    if seats.is_empty() {
        return ScriptedAnswer::json(&one);
    }
    let all: BTreeMap<String, StrawVote> =
        seats.into_iter().map(|seat| (seat, one.clone())).collect();
    ScriptedAnswer::json(&all)
}

/// The profile of a small model, of which so many answers beside each other are wanted.
pub(super) fn small(candidates: u32) -> Profile {
    Profile {
        steps: Steps::OneAtATime,
        candidates,
        ..Profile::default()
    }
}

pub(super) fn usual(request: &Request) -> ScriptedAnswer {
    let ms = Duration::from_millis;
    match request.purpose {
        Purpose::Probe => ScriptedAnswer::text("Yes."),
        Purpose::Prepare => ScriptedAnswer::text("One, two, three.").delays(ms(500), ms(0)),
        Purpose::Speech => ScriptedAnswer::words(&speech(40)).delays(ms(200), ms(10)),
        Purpose::PoiOffer => {
            let seated = PoiOffer {
                weakness: "none".into(),
                rises: false,
                speaker: String::new(),
                point: String::new(),
            };
            ScriptedAnswer::json(&seated).delays(ms(300), ms(0))
        }
        Purpose::PoiAccept => {
            let taken = PoiDecision {
                reason: "gladly".into(),
                accept: true,
                gesture: String::new(),
                answer: None,
            };
            ScriptedAnswer::json(&taken).delays(ms(200), ms(0))
        }
        Purpose::PoiAnswer => {
            ScriptedAnswer::text("The same purse that pays for yours.").delays(ms(200), ms(0))
        }
        Purpose::Extract => ScriptedAnswer::json(&arguments()).delays(ms(900), ms(0)),
        Purpose::Define => ScriptedAnswer::json(&definitions(request)).delays(ms(900), ms(0)),
        Purpose::Poll => straw(request, Vote::Aye).delays(ms(400), ms(0)),
        Purpose::Lean | Purpose::HouseLean => {
            straw(request, Vote::Undecided).delays(ms(300), ms(0))
        }
        Purpose::Rank => {
            let shape = request.shape.as_ref().unwrap();
            let names = &shape.schema["properties"]["ranking"]["items"]["enum"];
            ScriptedAnswer::json(&json!({"ranking": names})).delays(ms(400), ms(0))
        }
        Purpose::BallotBefore => ScriptedAnswer::json(&Ballot {
            reason: "We shall see.".into(),
            vote: Vote::Undecided,
        })
        .delays(ms(300), ms(0)),
        Purpose::BallotAfter => ScriptedAnswer::json(&Ballot {
            reason: "Smith.".into(),
            vote: Vote::No,
        })
        .delays(ms(600), ms(0)),
        Purpose::Annotate => ScriptedAnswer::json(&annotation()).delays(ms(500), ms(0)),
        Purpose::Verdict if is_about_a_speaker(request) => {
            assessments(request).delays(ms(700), ms(0))
        }
        Purpose::Verdict => ScriptedAnswer::json(&verdict(request)).delays(ms(800), ms(0)),
        Purpose::Question => ScriptedAnswer::text("I meant every word.").delays(ms(300), ms(0)),
        Purpose::FollowUp => {
            ScriptedAnswer::words("It was said. I stand by it.").delays(ms(300), ms(10))
        }
        Purpose::SideCheck
        | Purpose::Write
        | Purpose::Referee
        | Purpose::Choose
        | Purpose::Round
        | Purpose::Judge
        | Purpose::Draw
        | Purpose::Confirm
        | Purpose::Claims
        | Purpose::Sources
        | Purpose::Assign => ScriptedAnswer::error(ModelError::EMPTY),
    }
}

pub(super) fn options(pace: Pace) -> Options {
    Options {
        scale: 0.3,
        pace,
        ..Options::default()
    }
}

pub(super) fn start(opening: &Arc<Opening>, model: Scripted) -> (Handle, Memory) {
    let memory = Memory::default();
    (
        engine::open(Arc::clone(opening), outside(memory.clone(), model)),
        memory,
    )
}

pub(super) fn outside(recorder: Memory, model: Scripted) -> Outside<Memory> {
    Outside {
        recorder,
        prompts: Arc::new(Prompts::load(None).unwrap()),
        roster: Arc::new(Roster::of(Arc::new(model))),
        passage_sources: None,
    }
}

/// A front end that folds what it is told.
pub(super) struct Watcher {
    pub(super) handle: Handle,
    pub(super) state: DebateState,
    pub(super) seen: Vec<Arc<Record>>,
    pub(super) orders: u64,
}

impl Watcher {
    pub(super) fn new(handle: Handle) -> Self {
        Self {
            handle,
            state: DebateState::default(),
            seen: vec![],
            orders: 0,
        }
    }

    pub(super) async fn next(&mut self) -> Option<Arc<Record>> {
        let record = self.handle.updates.recv().await?;
        self.state.apply(&record);
        self.seen.push(Arc::clone(&record));
        Some(record)
    }

    pub(super) async fn until(
        &mut self,
        what: impl Fn(&Event, &DebateState) -> bool,
    ) -> Arc<Record> {
        loop {
            let record = self.next().await.expect("the debate ended before that");
            if what(&record.event, &self.state) {
                return record;
            }
        }
    }

    pub(super) async fn order(&mut self, command: Command) -> CommandId {
        self.orders += 1;
        let id = CommandId(self.orders);
        self.handle
            .orders
            .send(Order { id, command })
            .await
            .unwrap();
        id
    }

    pub(super) async fn watch_out(&mut self) {
        while self.next().await.is_some() {}
    }
}

pub(super) fn count(watcher: &Watcher, what: impl Fn(&Event) -> bool) -> usize {
    watcher
        .seen
        .iter()
        .filter(|record| what(&record.event))
        .count()
}
