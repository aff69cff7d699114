//! The program as a process of its own, in a home of its own.

use std::{
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

use serde_json::Value;

use super::{
    fake_server::FakeServer,
    surroundings::{look_nowhere, of_the_tester},
};

/// No run of a test takes longer than this, and for nothing that should come soon is waited longer.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A folder for everything the program keeps, and the program in it.
pub struct Home {
    dir: tempfile::TempDir,
}

impl Home {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        look_nowhere(dir.path());
        Self { dir }
    }

    /// A file in it, with its folders; a new one for its owner alone, as files with keys in them are to be.
    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let is_new = !path.exists();
        std::fs::write(&path, text).unwrap();
        #[cfg(unix)]
        if is_new {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        }
        #[cfg(not(unix))]
        let _ = is_new;
        path
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The program with these arguments and nothing of the tester's environment that it would heed.
    pub fn command(&self, args: &[&str]) -> Command {
        self.starter(env!("CARGO_BIN_EXE_hustings"), args)
    }

    /// The same for what starts the program.
    pub fn starter(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        for name in of_the_tester() {
            command.env_remove(name);
        }
        command
            .args(args)
            .env("HUSTINGS_HOME", self.dir.path())
            .env("COLUMNS", "80")
            .stdin(Stdio::null());
        command
    }

    /// Runs it to its end.
    pub fn run(&self, args: &[&str]) -> Done {
        end(start(&mut self.command(args)))
    }

    /// Runs a short debate to its end: lines of JSON, no waiting, a tenth of the words, five listeners.
    pub fn debate(&self, server: &FakeServer, more: &[&str]) -> Done {
        self.run(&short_with(&server.url(), more))
    }

    /// Every byte of every file that the program has left.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut folders = vec![self.dir.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    bytes.extend(std::fs::read(path).unwrap());
                }
            }
        }
        bytes
    }
}

/// The arguments of a short debate.
pub fn short(url: &str) -> Vec<&str> {
    vec![
        "run",
        "ban-private-cars",
        "--headless",
        "--output",
        "jsonl",
        "--seed",
        "7",
        "--scale",
        "0.1",
        "--pace",
        "instant",
        "--audience",
        "5",
        "--base-url",
        url,
    ]
}

/// The same with more. A format that is named there and has no audience is given none.
pub fn short_with<'a>(url: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = short(url);
    let format = more.windows(2).find(|pair| pair[0] == "--format");
    if format.is_some_and(|pair| !["exhibition", "oxford"].contains(&pair[1])) {
        let at = args.iter().position(|one| *one == "--audience").unwrap();
        args.drain(at..at + 2);
    }
    args.extend(more);
    args
}

/// A process that runs, and what it has written so far.
pub struct Running {
    pub child: Child,
    pub lines: mpsc::Receiver<String>,
    stderr: Arc<Mutex<Vec<u8>>>,
    reads: std::thread::JoinHandle<()>,
}

impl Running {
    /// Waits until it has said this on standard error.
    pub fn says(&self, what: &str) {
        let begun = std::time::Instant::now();
        loop {
            let said = String::from_utf8_lossy(&self.stderr.lock().unwrap()).into_owned();
            if said.contains(what) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{what} is not said: {said}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Starts the program.
pub fn start(command: &mut Command) -> Running {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = child.stdout.take().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).unwrap_or(0) > 0 {
            let text = String::from_utf8(std::mem::take(&mut line)).expect("UTF-8 on stdout");
            if sender.send(text).is_err() {
                break;
            }
        }
    });
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&said);
    let reads = std::thread::spawn(move || {
        let mut piece = [0; 4096];
        while let Ok(count @ 1..) = stderr.read(&mut piece) {
            heard.lock().unwrap().extend_from_slice(&piece[..count]);
        }
    });
    Running {
        child,
        lines,
        stderr: said,
        reads,
    }
}

/// Waits for the end, within reason.
pub fn end(mut running: Running) -> Done {
    let mut stdout = String::new();
    let started = std::time::Instant::now();
    loop {
        match running.lines.recv_timeout(PATIENCE) {
            Ok(line) => stdout += &line,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                running.child.kill().unwrap();
                panic!("nothing more came: {stdout}");
            }
        }
        if started.elapsed() > PATIENCE {
            running.child.kill().unwrap();
            panic!("it does not end: {stdout}");
        }
    }
    let status = running.child.wait().unwrap();
    running.reads.join().unwrap();
    let stderr = std::mem::take(&mut *running.stderr.lock().unwrap());
    Done {
        status,
        stdout,
        stderr: String::from_utf8(stderr).expect("UTF-8 on stderr"),
    }
}

/// Sends a signal.
pub fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status().unwrap();
    assert!(sent.success());
}

/// How a run ended.
pub struct Done {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Done {
    /// The exit code. A run that ended as it should not shows all that it said.
    pub fn ended(&self, code: i32) -> &Self {
        assert_eq!(
            self.status.code(),
            Some(code),
            "stderr: {}\nthe end of stdout: {}",
            self.stderr,
            tail(&self.stdout)
        );
        self
    }

    /// The lines as JSON.
    pub fn lines(&self) -> Vec<Value> {
        json_lines(&self.stdout)
    }

    /// The lines of one type.
    pub fn of(&self, kind: &str) -> Vec<Value> {
        self.lines()
            .into_iter()
            .filter(|line| line["type"] == kind)
            .collect()
    }
}

/// Lines as JSON.
pub fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect()
}

/// What went wrong, and the last lines.
fn tail(text: &str) -> String {
    let failed = text
        .lines()
        .filter(|l| l.contains("model_failed") || l.contains("unreachable"));
    let last: Vec<&str> = text.lines().rev().take(4).collect();
    let all: Vec<&str> = failed.chain(last.into_iter().rev()).collect();
    all.join("\n")
}

/// The records of the last debate, if one is in the journal.
pub fn records(home: &Home) -> Vec<hustings::debate::event::Record> {
    let journal = hustings::journal::Journal::open(&home.path().join("data")).unwrap();
    match journal.find("last") {
        Ok(debate) => journal.load(&debate).unwrap(),
        Err(hustings::journal::JournalError::Empty) => vec![],
        Err(error) => panic!("{error}"),
    }
}
