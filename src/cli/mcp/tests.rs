//! A client of the protocol, written by hand, at the other end of a pipe in memory.

mod lines;

use std::{path::Path, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{
        AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
        duplex, split,
    },
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::{
    debate::ask::Purpose,
    host::patience::{Patience, Watched},
    journal::{CompletionStatus, Journal},
    llm::{
        roster::Roster,
        scripted::{Scripted, ScriptedAnswer},
    },
    unattended::Wait,
};

const SAID: &str = "A toll pays for the road, and spares the poor.";
const ARGUED: &str = r#"{"opening": "", "closing": "", "tone": "", "key_rhetorical_moves": [], "arguments": [
    {"claim": "It pays for the road.", "reasoning": "Roads cost.", "is_rebuttal": false},
    {"claim": "It spares the poor.", "reasoning": "They walk.", "is_rebuttal": false}]}"#;
/// A key that a model says, as if by mistake.
const KEY: &str = "sk-proj-0123456789abcdefghijklmnopqrstuvwxyzABCD";

/// Models that say the same again and again, and take so long over it.
fn models(delay: Duration) -> Roster {
    let model = Scripted::new("scripted", move |request| {
        let answer = if request.purpose == Purpose::Extract {
            ARGUED.to_owned()
        } else {
            format!("{SAID} Nobody shall read {KEY}.")
        };
        ScriptedAnswer::text(answer).delays(delay, Duration::ZERO)
    });
    Roster::of(Arc::new(model))
}

/// An assistant.
struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    input: WriteHalf<DuplexStream>,
    served: JoinHandle<Result<(), Failure>>,
    asked: u64,
    /// The notifications that have come.
    told: Vec<Value>,
}

impl Client {
    /// One that is greeted by a server in that folder.
    async fn greeted(folder: &Path, models: Option<Roster>) -> Self {
        let mut client = Self::silent(folder, models);
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let greeting = client.ask("initialize", hello).await;
        assert_eq!(
            greeting["result"]["serverInfo"]["name"], "hustings",
            "{greeting}"
        );
        client.tell("notifications/initialized", json!({})).await;
        client
    }

    fn silent(folder: &Path, models: Option<Roster>) -> Self {
        let host = Host::in_folder(folder).unwrap();
        let patience = Patience::of(Watched::by_nobody(None), Wait::default());
        let mut debates = RunningDebates::new(host, 2, patience).unwrap();
        if let Some(models) = models {
            debates = debates.with_models(models);
        }
        let (ours, theirs) = duplex(1 << 16);
        let (output, input) = split(ours);
        let served = serve_on(Arc::new(debates), split(theirs), CancellationToken::new());
        Self {
            lines: BufReader::new(output).lines(),
            input,
            served: tokio::spawn(served),
            asked: 0,
            told: Vec::new(),
        }
    }

    async fn write(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.input.write_all(line.as_bytes()).await.unwrap();
    }

    async fn tell(&mut self, method: &str, params: Value) {
        self.write(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await;
    }

    async fn send(&mut self, method: &str, params: Value) -> u64 {
        self.asked += 1;
        let id = self.asked;
        self.write(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
        id
    }

    /// The next answer; what is told before it is kept.
    async fn answer(&mut self) -> Value {
        loop {
            let line = self.lines.next_line().await.unwrap().expect("an answer");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message.get("id").is_some() {
                return message;
            }
            self.told.push(message);
        }
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        let answer = self.answer().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// The fields that a tool answers with.
    async fn call(&mut self, name: &str, arguments: Value) -> Value {
        let result = self.result(name, arguments).await;
        assert_eq!(result["isError"], false, "{result}");
        assert!(!result["content"][0]["text"].as_str().unwrap().is_empty());
        result["structuredContent"].clone()
    }

    /// What a tool says that cannot do what it is asked.
    async fn refused(&mut self, name: &str, arguments: Value) -> String {
        let result = self.result(name, arguments).await;
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    async fn result(&mut self, name: &str, arguments: Value) -> Value {
        let params = json!({
            "name": name,
            "arguments": arguments,
            "_meta": { "progressToken": "p" },
        });
        self.ask("tools/call", params).await["result"].clone()
    }

    /// Follows a debate to its end, and gives all that was said and the last answer.
    async fn follow(&mut self, debate: &Value) -> (String, Value) {
        let (mut said, mut cursor) = (String::new(), 0);
        for _ in 0..1_000 {
            let asked = json!({ "debate": debate, "cursor": cursor });
            let now = self.call("follow_debate", asked).await;
            said += now["said"].as_str().unwrap();
            cursor = now["cursor"].as_u64().unwrap();
            if now["over"] == true {
                return (said, now);
            }
        }
        panic!("the debate does not end: {said}");
    }

    /// Goes, and gives how it was served.
    async fn go(mut self) -> Result<(), Failure> {
        self.input.shutdown().await.unwrap();
        self.served.await.unwrap()
    }
}

fn question() -> Value {
    json!({
        "question": "Are tolls fair?",
        "format": "oxford",
        "audience": 3,
        "scale": 0.1,
        "evidence": [{ "text": "Deaths fell by a third.", "source": "City report" }],
    })
}

#[tokio::test(start_paused = true)]
async fn a_question_is_debated_followed_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::greeted(folder.path(), Some(models(Duration::ZERO))).await;
    let opened = client.call("open_debate", question()).await;
    assert_eq!(opened["evidence"], json!([0]), "{opened}");
    let id = &opened["debate"];
    let (said, last) = client.follow(id).await;
    assert!(
        said.contains(SAID) && said.contains("Deaths fell by a third."),
        "{said}"
    );
    assert_eq!(
        last["progress"]["turns"], last["progress"]["turns_planned"],
        "{last}"
    );
    assert!(
        !said.contains(KEY) && !last.to_string().contains(KEY),
        "{said}"
    );

    let told = client
        .told
        .iter()
        .filter(|one| one["method"] == "notifications/progress");
    let told: Vec<f64> = told
        .filter(|one| one["params"]["total"].is_number())
        .map(|one| one["params"]["progress"].as_f64().unwrap())
        .collect();
    // Each time it is told to one who waits, it has grown.
    assert!(told.len() > 2, "{:?}", client.told);

    let result = client.call("get_result", json!({})).await;
    assert_eq!(
        (&result["status"], &result["debate"]),
        (&json!("completed"), id)
    );
    assert!(result["totals"]["calls"].as_u64().unwrap() > 10, "{result}");
    let read = client
        .call("get_transcript", json!({ "from": 2, "limit": 2 }))
        .await;
    assert_eq!(
        (read["turns"][0]["turn"].as_u64(), read["next"].as_u64()),
        (Some(2), Some(4))
    );
    assert!(
        read["turns"][1]["text"].as_str().unwrap().contains(SAID),
        "{read}"
    );
    let found = client
        .call("search_debates", json!({ "words": "spares poor" }))
        .await;
    let place = &found["places"][0];
    assert_eq!(&place["debate"], id, "{found}");
    let asked = json!({ "from": place["turn"], "limit": 1 });
    let read = client.call("get_transcript", asked).await;
    assert_eq!(read["turns"][0]["name"], place["speaker"], "{read}");
    let listed = client
        .call("list_debates", json!({ "status": "completed" }))
        .await;
    assert_eq!(listed["debates"].as_array().unwrap().len(), 1, "{listed}");
    // Once it is over, whoever took part is asked, and what is past its end is refused.
    let asked = json!({ "who": "audience.1", "question": "What moved you?" });
    let answer = client.call("ask_speaker", asked).await;
    assert_eq!(answer["seat"], "audience.1", "{answer}");
    assert!(answer["question"].is_number(), "it is kept: {answer}");
    let no = client
        .refused(
            "ask_speaker",
            json!({ "who": "prop.9", "question": "Who pays?" }),
        )
        .await;
    assert!(no.contains("nobody called `prop.9` took part"), "{no}");
    let no = client
        .refused("follow_debate", json!({ "cursor": 999_999 }))
        .await;
    assert!(no.contains("past the end"), "{no}");
    let no = client
        .refused("get_transcript", json!({ "from": 99 }))
        .await;
    assert!(no.contains("there is no turn 99"), "{no}");
    let no = client.refused("get_briefing", json!({})).await;
    assert!(no.contains("get_result"), "{no}");
    let no = client
        .refused("hand_in_evidence", json!({ "text": "Too late." }))
        .await;
    assert!(no.contains("does not run here"), "{no}");

    let address = format!("hustings://debate/{}", id.as_str().unwrap());
    let listed = client.ask("resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"][0]["uri"], address.as_str());
    let page = client
        .ask("resources/read", json!({ "uri": address }))
        .await;
    let page = page["result"]["contents"][0]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        page.starts_with("# ") && page.contains(SAID) && !page.contains(KEY),
        "{page}"
    );
    client.go().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_debate_is_steered_left_and_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let slow = || Some(models(Duration::from_secs(60)));
    let mut client = Client::greeted(folder.path(), slow()).await;
    let id = client.call("open_debate", question()).await["debate"].clone();
    let named = json!({ "debate": id });
    client.call("pause_debate", named.clone()).await;
    // Nothing happens, and it is not waited for.
    let now = client
        .call(
            "follow_debate",
            json!({ "debate": id, "wait_seconds": 600 }),
        )
        .await;
    assert_eq!(now["progress"]["status"], "paused", "{now}");
    assert!(
        now["next"].as_str().unwrap().contains("resume_debate"),
        "{now}"
    );
    client
        .call(
            "hand_in_evidence",
            json!({ "debate": id, "text": "It rains." }),
        )
        .await;
    client.call("resume_debate", named.clone()).await;
    let asked =
        json!({ "debate": id, "who": "prop.1", "question": "Who pays?", "wait_seconds": 600 });
    let answer = client.call("ask_speaker", asked).await;
    assert_eq!(answer["seat"], "prop.1", "{answer}");
    let nobody = json!({ "debate": id, "who": "prop.9", "question": "Who pays?" });
    let no = client.refused("ask_speaker", nobody).await;
    assert!(no.contains("prop.1 ("), "{no}");

    // Whoever cancels waits no longer, and gets no answer; the debate goes on.
    let waits =
        json!({ "name": "follow_debate", "arguments": { "debate": id, "wait_seconds": 600 } });
    let waiting = client.send("tools/call", waits).await;
    client
        .tell("notifications/cancelled", json!({ "requestId": waiting }))
        .await;
    let still = client
        .call("follow_debate", json!({ "debate": id, "wait_seconds": 0 }))
        .await;
    assert_eq!(still["progress"]["status"], "running", "{still}");

    // Two may run at once.
    client.call("open_debate", question()).await;
    let no = client.refused("open_debate", question()).await;
    assert!(no.contains("2 debates run") && no.contains("hint:"), "{no}");

    // They are left when the assistant goes in the middle of a request, and kept.
    client
        .send(
            "tools/call",
            json!({ "name": "follow_debate", "arguments": { "debate": id } }),
        )
        .await;
    client.go().await.unwrap();
    let journal = Journal::open(&crate::config::Dirs::under(folder.path()).data).unwrap();
    let kept = journal.list().unwrap();
    assert!(
        kept.iter()
            .all(|one| one.status == CompletionStatus::Unfinished && !one.running)
    );
    assert_eq!(kept.len(), 2);

    let mut client = Client::greeted(folder.path(), Some(models(Duration::ZERO))).await;
    let now = client.call("follow_debate", named.clone()).await;
    assert_eq!(now["progress"]["status"], "left", "{now}");
    client.call("resume_debate", named).await;
    let (said, _) = client.follow(&id).await;
    assert!(
        said.contains("It rains.") && said.contains("Who pays?"),
        "{said}"
    );
    let ends = json!({ "debate": kept.iter().find(|one| json!(one.debate) != id).unwrap().debate });
    client.call("resume_debate", ends.clone()).await;
    client.call("adjourn_debate", ends.clone()).await;
    let over = client.call("follow_debate", ends).await;
    assert_eq!(
        (&over["over"], &over["progress"]["status"]),
        (&json!(true), &json!("adjourned"))
    );
    client.go().await.unwrap();
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::greeted(folder.path(), Some(models(Duration::ZERO))).await;
    let cases = [
        ("open_debate", json!({}), "missing field `question`"),
        (
            "open_debate",
            json!({ "question": " " }),
            "there is nothing to debate",
        ),
        (
            "open_debate",
            json!({ "question": "Are tolls fair?", "colour": 1 }),
            "unknown field `colour`",
        ),
        (
            "open_debate",
            json!({ "question": "Are tolls fair?", "scale": 99 }),
            "scale may be 0.01 to 10",
        ),
        (
            "open_debate",
            json!({ "question": "Are tolls fair?", "format": "oxfrod" }),
            "oxford",
        ),
        (
            "open_debate",
            json!({ "question": "Are tolls fair?", "speakers": ["nobody at all"] }),
            "speakers: ",
        ),
        (
            "open_debate",
            json!({ "question": "Are tolls fair?", "speakers": ["auto", "mill"] }),
            "cannot stand beside",
        ),
        (
            "open_debate",
            json!({ "question": "Are tolls fair?", "evidence": [{ "text": " " }] }),
            "no word in entry 0",
        ),
        (
            "open_debate",
            json!({ "question": "Are tolls fair?", "max_cost": 1 }),
            "[[prices]]",
        ),
        ("follow_debate", json!({}), "no debate"),
        ("follow_debate", json!({ "wait_seconds": 601 }), "0 to 600"),
        ("search_debates", json!({ "words": "?" }), "no word"),
        ("list_formats", json!({ "id": "oxfrod" }), "oxford"),
        (
            "list_debates",
            json!({ "format": "\u{202e}oxfrod" }),
            "\\u202e",
        ),
    ];
    for (tool, arguments, expected) in cases {
        let no = client.refused(tool, arguments.clone()).await;
        assert!(no.contains(expected), "{tool} {arguments}: {no}");
    }
    let unknown = client
        .ask("tools/call", json!({ "name": "vote", "arguments": {} }))
        .await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
    let nowhere = client
        .ask("resources/read", json!({ "uri": "file:///etc/passwd" }))
        .await;
    assert!(
        nowhere["error"]["message"]
            .as_str()
            .unwrap()
            .contains("hustings://debate/ID")
    );
    assert!(
        Journal::open(&crate::config::Dirs::under(folder.path()).data)
            .unwrap()
            .list()
            .unwrap()
            .is_empty()
    );
    client.go().await.unwrap();
}

#[tokio::test]
async fn what_is_listed_is_what_can_be_called() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::greeted(folder.path(), None).await;
    let listed = client.ask("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].clone();
    insta::assert_json_snapshot!("tools", tools);
    for tool in tools.as_array().unwrap() {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(tools::named(tool["name"].as_str().unwrap()).is_some());
    }
    for (tool, of) in [
        ("list_motions", "motions"),
        ("list_personas", "personas"),
        ("list_formats", "formats"),
    ] {
        let all = client.call(tool, json!({})).await;
        let first = all[of][0]["id"].clone();
        let one = client.call(tool, json!({ "id": first })).await;
        assert_eq!(one["id"], first);
    }
    let prompts = client.ask("prompts/list", json!({})).await;
    assert_eq!(
        prompts["result"]["prompts"][0]["name"],
        "debate-this-decision"
    );
    let asked = json!({ "name": "debate-this-decision", "arguments": { "decision": "Shall we rewrite it?" } });
    let prompt = client.ask("prompts/get", asked).await;
    let text = &prompt["result"]["messages"][0]["content"]["text"];
    assert!(
        text.as_str().unwrap().contains("Shall we rewrite it?"),
        "{prompt}"
    );
    client.go().await.unwrap();
}
