//! The program as an assistant starts it: the protocol over its pipes.

use std::{io::Write as _, process::Stdio};

use serde_json::{Value, json};

use super::common::{
    debater::{Debater, Home, Running, end, start},
    process::{PATIENCE, json_lines},
};

/// An assistant with its server.
struct Assistant {
    server: Running,
    asked: u64,
    told: Vec<Value>,
}

impl Assistant {
    fn new(home: &Home, url: &str) -> Self {
        let mut command = home.command(&["mcp", "--base-url", url]);
        let mut one = Self {
            server: start(command.stdin(Stdio::piped())),
            asked: 0,
            told: Vec::new(),
        };
        let hello = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let greeting = one.ask("initialize", &hello);
        assert_eq!(greeting["serverInfo"]["name"], "hustings", "{greeting}");
        one.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        one
    }

    fn write(&mut self, message: &Value) {
        let input = self.server.child.stdin.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let message =
            json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params });
        self.write(&message);
        loop {
            let line = self.server.lines.recv_timeout(PATIENCE).unwrap();
            let message = json_lines(&line).remove(0);
            if message["id"] == self.asked {
                return message["result"].clone();
            }
            self.told.push(message);
        }
    }

    fn call(&mut self, name: &str, arguments: &Value) -> Value {
        let meta = json!({ "progressToken": 7 });
        let params = json!({ "name": name, "arguments": arguments, "_meta": meta });
        let result = self.ask("tools/call", &params);
        assert_eq!(result["isError"], false, "{result}");
        result["structuredContent"].clone()
    }
}

#[test]
fn an_assistant_has_a_question_debated_over_pipes() {
    let (home, debater) = (Home::new(), Debater::good());
    let mut one = Assistant::new(&home, &debater.server.url());
    let question = json!({
        "question": "Should we rewrite the parser?",
        "format": "lincoln-douglas",
        "scale": 0.1,
        "seed": 7,
        "evidence": [{ "text": "It has 40 open bugs.", "source": "tracker" }],
    });
    let opened = one.call("open_debate", &question);
    let (mut cursor, mut said) = (0, String::new());
    loop {
        let asked = json!({ "debate": opened["debate"], "cursor": cursor, "wait_seconds": 60 });
        let now = one.call("follow_debate", &asked);
        said += now["said"].as_str().unwrap();
        cursor = now["cursor"].as_u64().unwrap();
        if now["over"] == true {
            break;
        }
        let goes_on = now["progress"]["status"] == "running" || now["more"] == true;
        assert!(goes_on, "{now}");
    }
    assert!(said.contains("It has 40 open bugs."), "{said}");
    assert!(!one.told.is_empty(), "progress is told");
    let briefing = one.call("get_briefing", &json!({}))["briefing"].clone();
    assert!(briefing.as_str().unwrap().starts_with("# "), "{briefing}");

    // It goes in the middle of another one, which is kept.
    let other = one.call("open_debate", &question)["debate"].clone();
    drop(one.server.child.stdin.take());
    let done = end(one.server);
    assert_eq!(done.ended(0).stderr, "");
    let left = home.run(&["list", "--json", "--status", "unfinished"]);
    assert_eq!(left.lines()[0]["debate"], other);
    home.run(&["resume", "last", "--headless"]).ended(0);
}
