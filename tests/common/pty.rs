//! The program in a real pseudo-terminal, and a server with which it can debate.
#![allow(
    unreachable_pub,
    clippy::unwrap_used,
    reason = "a module of one test, which may fail where it stands"
)]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    num::NonZeroU16,
    path::Path,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use serde_json::{Value, json};

use super::surroundings::{look_nowhere, of_the_tester};

/// Nothing that is waited for takes longer.
const PATIENCE: Duration = Duration::from_secs(180);

/// A terminal with a program in it.
pub struct Term {
    parser: Arc<Mutex<vt100::Parser>>,
    raw: Arc<Mutex<Vec<u8>>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    before: String,
    reader: Option<thread::JoinHandle<()>>,
}

/// A command that runs the program with these arguments in a home of its own.
pub fn hustings(home: &Path, args: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_hustings"));
    command.args(args);
    settle(&mut command, home);
    command
}

/// The arguments of a short debate with the server at `url`.
pub fn run(url: &str) -> Vec<&str> {
    vec![
        "run",
        "This House Would rather be heard",
        "--base-url",
        url,
        "--seed",
        "7",
        "--pace",
        "instant",
        "--polls",
        "off",
        "--audience",
        "3",
    ]
}

/// Gives a command the surroundings of a test.
pub fn settle(command: &mut CommandBuilder, home: &Path) {
    for name in of_the_tester() {
        command.env_remove(name);
    }
    look_nowhere(home);
    command.env("HUSTINGS_HOME", home);
    command.env("TERM", "xterm-256color");
    command.env("COLORTERM", "truecolor");
    // Nobody answers what is asked of the terminal.
    command.env("COLORFGBG", "15;0");
    command.cwd(home);
}

impl Term {
    /// Starts a program in a terminal of that size.
    pub fn start(command: CommandBuilder, cols: u16, rows: u16) -> Self {
        let pair = native_pty_system().openpty(size(cols, rows)).unwrap();
        let before = format!("{:?}", pair.master.get_termios().unwrap());
        let child = pair.slave.spawn_command(command).unwrap();
        // Otherwise the reader never sees the end.
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(cell(rows), cell(cols), 0)));
        let raw = Arc::new(Mutex::new(Vec::new()));
        let mut output = pair.master.try_clone_reader().unwrap();
        let (screen, bytes) = (Arc::clone(&parser), Arc::clone(&raw));
        let reader = thread::spawn(move || {
            let mut buffer = [0; 8192];
            let mut shown = 0;
            while let Ok(n @ 1..) = output.read(&mut buffer) {
                let mut bytes = bytes.lock().unwrap();
                bytes.extend_from_slice(&buffer[..n]);
                let whole = whole_frames(&bytes, shown);
                if let Some(more) = bytes.get(shown..whole) {
                    screen.lock().unwrap().process(more);
                    shown = whole;
                }
            }
        });
        Self {
            parser,
            raw,
            keys: pair.master.take_writer().unwrap(),
            child,
            master: pair.master,
            before,
            reader: Some(reader),
        }
    }

    /// What the screen shows.
    pub fn screen(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    /// The colour behind the middle of the screen.
    pub fn ground(&self) -> vt100::Color {
        let parser = self.parser.lock().unwrap();
        let screen = parser.screen();
        let (rows, cols) = screen.size();
        let middle = screen.cell(rows.get() / 2, cols.get() / 2);
        middle.unwrap().bgcolor()
    }

    /// Types.
    pub fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits until the screen is as wanted, and returns it.
    #[track_caller]
    pub fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if wanted(&screen) {
                return screen;
            }
            assert!(begun.elapsed() < PATIENCE, "never came: {what}\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for a text.
    #[track_caller]
    pub fn wait(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// Waits until a text has gone.
    #[track_caller]
    pub fn gone(&self, text: &str) -> String {
        self.until(&format!("no {text}"), |screen| !screen.contains(text))
    }

    /// Gives the terminal another size.
    pub fn resize(&self, cols: u16, rows: u16) {
        // The emulator first: what comes for the new size must not be drawn on the old one.
        self.parser
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(cell(rows), cell(cols));
        self.master.resize(size(cols, rows)).unwrap();
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        let id = self.process().to_string();
        let mut kill = std::process::Command::new("kill");
        assert!(kill.args(["-s", name, &id]).status().unwrap().success());
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Whether the terminal is the program's own: another screen, raw keys.
    pub fn is_taken(&self) -> bool {
        self.parser.lock().unwrap().screen().alternate_screen()
    }

    /// Waits for the end and returns the code and all that was written.
    #[track_caller]
    pub fn end(&mut self) -> (u32, String) {
        let begun = Instant::now();
        let code = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.exit_code();
            }
            assert!(begun.elapsed() < PATIENCE, "no end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(10));
        };
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        (code, self.output())
    }

    /// All that was written so far.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.raw.lock().unwrap()).into_owned()
    }

    /// The terminal is as it was before the program.
    #[track_caller]
    pub fn is_given_back(&self) {
        let parser = self.parser.lock().unwrap();
        let screen = parser.screen();
        assert!(!screen.alternate_screen(), "the first screen is back");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert!(!screen.bracketed_paste(), "pastes are plain again");
        let output = self.output();
        assert!(
            output.rfind("\u{1b}[?1007l") > output.rfind("\u{1b}[?1007h"),
            "the wheel is the terminal's again"
        );
        let after = format!("{:?}", self.master.get_termios().unwrap());
        assert_eq!(self.before, after, "the keys are as they were");
    }
}

impl Drop for Term {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Up to where the output may be shown: a frame is shown when it is whole, as terminals do that know of synchronized
/// updates. `shown` bytes are on the screen.
fn whole_frames(output: &[u8], shown: usize) -> usize {
    const BEGIN: &[u8] = b"\x1b[?2026h";
    const END: &[u8] = b"\x1b[?2026l";
    let from = shown.saturating_sub(BEGIN.len());
    let last = |mark: &[u8]| {
        let mut places = output[from..].windows(mark.len());
        places.rposition(|place| place == mark)
    };
    match (last(BEGIN), last(END)) {
        (Some(begin), end) if end.is_none_or(|end| end < begin) => from + begin,
        _ => output.len(),
    }
}

fn cell(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).unwrap()
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// Starts a server that debates, a word every `between`, and returns its base URL. It ends with the test.
pub fn server(between: Duration) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Whoever hangs up in the middle of an answer has had enough of it.
            thread::spawn(move || answer(stream, between).ok());
        }
    });
    url
}

fn answer(mut stream: TcpStream, between: Duration) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first)?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim().to_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        if line.is_empty() {
            break;
        }
    }
    if first.starts_with("GET") {
        let body = json!({"object": "list", "data": [{"id": "loud-speaker", "object": "model"}, {"id": "soft-speaker", "object": "model"}]});
        return whole(stream, &body);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let asked: Value = serde_json::from_slice(&body)?;
    let schema = &asked["response_format"]["json_schema"]["schema"];
    let (text, between) = if schema.is_object() {
        (instance(schema).to_string(), Duration::ZERO)
    } else {
        (speech(&asked), between)
    };
    let usage = json!({"prompt_tokens": 50, "completion_tokens": 20, "total_tokens": 70});
    if asked["stream"] != json!(true) {
        let message = json!({"role": "assistant", "content": text});
        let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
        return whole(
            stream,
            &json!({"id": "c", "object": "chat.completion", "created": 1,
            "model": "loud-speaker", "choices": [choice], "usage": usage}),
        );
    }
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
    )?;
    for piece in text.split_inclusive(' ') {
        let delta = json!({"index": 0, "delta": {"content": piece}, "finish_reason": null});
        write!(
            stream,
            "data: {}\n\n",
            json!({"id": "c", "choices": [delta]})
        )?;
        stream.flush()?;
        if !between.is_zero() {
            thread::sleep(between);
        }
    }
    let end = json!({"index": 0, "delta": {}, "finish_reason": "stop"});
    write!(stream, "data: {}\n\n", json!({"id": "c", "choices": [end]}))?;
    write!(
        stream,
        "data: {}\n\n",
        json!({"id": "c", "choices": [], "usage": usage})
    )?;
    write!(stream, "data: [DONE]\n\n")
}

fn whole(mut stream: TcpStream, body: &Value) -> std::io::Result<()> {
    let body = body.to_string();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

/// What is answered to questions and to points.
const ANSWER: &str = "My answer is plain enough for everyone.";

/// Numbered sentences; an answer where a question is asked.
fn speech(asked: &Value) -> String {
    let last = asked["messages"]
        .as_array()
        .and_then(|all| all.last())
        .map(|message| message["content"].to_string())
        .unwrap_or_default();
    if last.contains("Write only the answer") {
        return ANSWER.to_owned();
    }
    if !last.contains("Write only what you say") {
        return "Two notes on the matter.".to_owned();
    }
    let sentences: Vec<String> = (1..=200)
        .map(|n| format!("Sentence {n} weighs what this house has heard. "))
        .collect();
    sentences.concat()
}

/// A value that fits a schema.
fn instance(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
        return first.clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.first().and_then(Value::as_str),
        kind => kind.as_str(),
    };
    match kind {
        Some("object") => schema["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, of)| match name.as_str() {
                // Nobody rises by themselves, and whoever rises is heard.
                "accept" => (name.clone(), json!(true)),
                "answer" => (name.clone(), json!(ANSWER)),
                _ => (name.clone(), instance(of)),
            })
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Some("array") => json!([instance(&schema["items"])]),
        Some("boolean") => json!(false),
        Some("integer" | "number") => json!(5),
        _ => json!("The matter is plain."),
    }
}
