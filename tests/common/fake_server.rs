//! A scriptable OpenAI-compatible server on loopback. It answers as told, badly if told so, and keeps what
//! it was sent. A bare socket, so that bytes can be split anywhere and the line can break at any of them.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;

/// A step of a streamed body.
#[derive(Debug, Clone)]
pub enum Step {
    /// Sends these bytes as one write.
    Bytes(Vec<u8>),
    /// Sends these bytes again and again, until the client goes.
    Endless(Vec<u8>),
    /// Waits.
    Wait(Duration),
    /// Waits for something to happen elsewhere, and no longer than ten seconds.
    Until(Happened),
    /// Cuts the line in the middle of the body.
    Cut,
    /// Resets the line in the middle of the body: the other end is told of an error, and not of an end.
    Reset,
    /// Says that nothing more will come, and keeps the line open until the client goes.
    HalfClose,
    /// Says nothing more and keeps the line open until the client goes.
    Hang,
}

/// Whether something has happened; asked again and again.
#[derive(Clone)]
pub struct Happened(pub Arc<dyn Fn() -> bool + Send + Sync>);

impl std::fmt::Debug for Happened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Happened")
    }
}

/// An answer to one request.
#[derive(Debug, Clone)]
pub enum Reply {
    /// A status, headers and a whole body.
    Whole {
        /// The status.
        status: u16,
        /// Headers beside the length.
        headers: Vec<(String, String)>,
        /// The body.
        body: String,
    },
    /// A stream of events, step by step.
    Stream(Vec<Step>),
    /// Bytes without a frame of ours, whether they are HTTP or not.
    Bare(Vec<Step>),
    /// Closes the line without a word.
    Close,
    /// Takes the request and never answers.
    Silence,
    /// From now on nobody listens, and every line that is open is cut; until [`FakeServer::come_back`].
    Die,
}

impl Reply {
    /// A status with a plain body.
    pub fn status(status: u16, body: impl Into<String>) -> Self {
        Self::Whole {
            status,
            headers: vec![("content-type".into(), "application/json".into())],
            body: body.into(),
        }
    }

    /// An OpenAI error object.
    pub fn error(status: u16, message: &str) -> Self {
        Self::status(status, json!({"error": {"message": message}}).to_string())
    }

    /// The same with a further header.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        if let Self::Whole { headers, .. } = &mut self {
            headers.push((name.into(), value.into()));
        }
        self
    }

    /// A well-behaved stream of these pieces of text, with usage and an end.
    pub fn text(pieces: &[&str]) -> Self {
        let mut body: String = pieces.iter().map(|piece| chunk(piece)).collect();
        body += &finish("stop");
        body += "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":7,\
                 \"prompt_tokens_details\":{\"cached_tokens\":80}}}\n\n";
        body += DONE;
        Self::raw(&body)
    }

    /// A stream whose body is exactly this.
    pub fn raw(body: &str) -> Self {
        Self::Stream(vec![Step::Bytes(body.as_bytes().to_vec())])
    }

    /// The same body, in writes of `size` bytes.
    pub fn split(body: &str, size: usize) -> Self {
        Self::Stream(
            body.as_bytes()
                .chunks(size)
                .map(|bytes| Step::Bytes(bytes.to_vec()))
                .collect(),
        )
    }
}

/// The line that ends a stream.
pub const DONE: &str = "data: [DONE]\n\n";

/// A chunk with some text.
pub fn chunk(text: &str) -> String {
    event(
        &json!({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
        "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}]}),
    )
}

/// The chunk that says why the answer ended.
pub fn finish(reason: &str) -> String {
    event(&json!({"id": "c", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}))
}

/// Any JSON as an event.
pub fn event(value: &Value) -> String {
    format!("data: {value}\n\n")
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Method and path.
    pub line: String,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The JSON body; null where there is none.
    pub body: Value,
}

impl Seen {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }
}

type Answerer = dyn Fn(&Seen) -> Reply + Send + Sync;

struct Inner {
    script: Mutex<VecDeque<Reply>>,
    otherwise: Box<Answerer>,
    models: Mutex<Reply>,
    properties: Mutex<Reply>,
    seen: Mutex<Vec<Seen>>,
    abandoned: AtomicUsize,
    /// Ends the listening and every line, once the server has died.
    life: Mutex<CancellationToken>,
    runtime: tokio::runtime::Handle,
}

/// The server. It ends with the test's runtime.
#[derive(Clone)]
pub struct FakeServer {
    address: std::net::SocketAddr,
    inner: Arc<Inner>,
}

impl FakeServer {
    /// A server that gives these answers in order, and 500 when they are used up.
    pub async fn start(script: impl IntoIterator<Item = Reply>) -> Self {
        Self::with(script, |_| Reply::error(500, "the script has run out")).await
    }

    /// A server that answers each request by a function.
    pub async fn answering(answer: impl Fn(&Seen) -> Reply + Send + Sync + 'static) -> Self {
        Self::with([], answer).await
    }

    async fn with(
        script: impl IntoIterator<Item = Reply>,
        otherwise: impl Fn(&Seen) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let inner = Arc::new(Inner {
            script: Mutex::new(script.into_iter().collect()),
            otherwise: Box::new(otherwise),
            properties: Mutex::new(Reply::status(404, "{}")),
            models: Mutex::new(Reply::status(
                200,
                json!({"object": "list", "data": [{"id": "text-embedding-x"}, {"id": "fake-1"}, {"id": "fake-2"}]})
                    .to_string(),
            )),
            seen: Mutex::default(),
            abandoned: AtomicUsize::new(0),
            life: Mutex::default(),
            runtime: tokio::runtime::Handle::current(),
        });
        let server = Self { address, inner };
        server.listen(listener);
        server
    }

    fn listen(&self, listener: TcpListener) {
        let (server, life) = (self.clone(), self.life());
        self.inner.runtime.spawn(async move {
            while let Some(Ok((stream, _))) = life.run_until_cancelled(listener.accept()).await {
                let (server, life) = (server.clone(), life.clone());
                tokio::spawn(async move {
                    let _ = life.run_until_cancelled(server.serve(stream)).await;
                });
            }
        });
    }

    fn life(&self) -> CancellationToken {
        self.inner.life.lock().unwrap().clone()
    }

    /// Whether it has died and has not come back.
    pub fn is_dead(&self) -> bool {
        self.life().is_cancelled()
    }

    /// Listens again where it did, after it died.
    pub fn come_back(&self) {
        let address = self.address;
        let listener = loop {
            // The old listener goes when its task is next run.
            if let Ok(listener) = std::net::TcpListener::bind(address) {
                break listener;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        listener.set_nonblocking(true).unwrap();
        *self.inner.life.lock().unwrap() = CancellationToken::new();
        let _in_runtime = self.inner.runtime.enter();
        self.listen(TcpListener::from_std(listener).unwrap());
    }

    /// The base URL.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// How `GET /models` is answered from now on.
    pub fn set_models(&self, reply: Reply) {
        *self.inner.models.lock().unwrap() = reply;
    }

    /// What it answers where llama.cpp's server tells its properties.
    pub fn set_properties(&self, reply: Reply) {
        *self.inner.properties.lock().unwrap() = reply;
    }

    /// Every request so far, except for lists of models.
    pub fn seen(&self) -> Vec<Seen> {
        self.inner.seen.lock().unwrap().clone()
    }

    /// How many clients went away before their answer was complete.
    pub fn abandoned(&self) -> usize {
        self.inner.abandoned.load(Ordering::SeqCst)
    }

    async fn serve(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let Some(seen) = read_request(&mut stream).await? else {
            return Ok(());
        };
        let reply = if seen.line.starts_with("GET /props ") {
            self.inner.properties.lock().unwrap().clone()
        } else if seen.line.starts_with("GET ") {
            self.inner.models.lock().unwrap().clone()
        } else {
            self.inner.seen.lock().unwrap().push(seen.clone());
            let scripted = self.inner.script.lock().unwrap().pop_front();
            scripted.unwrap_or_else(|| (self.inner.otherwise)(&seen))
        };
        match reply {
            Reply::Whole {
                status,
                headers,
                body,
            } => {
                let headers: Vec<String> = headers
                    .iter()
                    .map(|(name, value)| format!("{name}: {value}\r\n"))
                    .collect();
                let headers = headers.concat();
                let head = format!(
                    "HTTP/1.1 {status} X\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                stream.write_all(head.as_bytes()).await?;
                stream.write_all(body.as_bytes()).await?;
                stream.shutdown().await
            }
            Reply::Bare(steps) => self.steps(&mut stream, steps, <[u8]>::to_vec).await,
            Reply::Stream(steps) => {
                let result = self.stream(&mut stream, steps).await;
                if result.is_err() {
                    self.inner.abandoned.fetch_add(1, Ordering::SeqCst);
                }
                result
            }
            Reply::Close => Ok(()),
            Reply::Silence => self.hang(&mut stream).await,
            Reply::Die => {
                self.life().cancel();
                Ok(())
            }
        }
    }

    async fn stream(&self, stream: &mut TcpStream, steps: Vec<Step>) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\
                     transfer-encoding: chunked\r\nconnection: close\r\n\r\n";
        stream.write_all(head).await?;
        let chunk = |bytes: &[u8]| {
            let size = format!("{:x}\r\n", bytes.len());
            [size.as_bytes(), bytes, b"\r\n"].concat()
        };
        let is_cut = steps
            .iter()
            .any(|step| !matches!(step, Step::Bytes(_) | Step::Wait(_) | Step::Until(_)));
        self.steps(stream, steps, chunk).await?;
        if is_cut {
            return Ok(());
        }
        stream.write_all(b"0\r\n\r\n").await?;
        stream.shutdown().await
    }

    async fn steps(
        &self,
        stream: &mut TcpStream,
        steps: Vec<Step>,
        framed: impl Fn(&[u8]) -> Vec<u8>,
    ) -> std::io::Result<()> {
        for step in steps {
            match step {
                Step::Bytes(bytes) => {
                    stream.write_all(&framed(&bytes)).await?;
                    stream.flush().await?;
                }
                Step::Endless(bytes) => {
                    let framed = framed(&bytes);
                    loop {
                        stream.write_all(&framed).await?;
                    }
                }
                Step::Wait(time) => tokio::time::sleep(time).await,
                Step::Until(happened) => {
                    let until = tokio::time::Instant::now() + Duration::from_secs(10);
                    while !happened.0() && tokio::time::Instant::now() < until {
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                }
                Step::Cut => return Ok(()),
                Step::Reset => return stream.set_zero_linger(),
                Step::HalfClose => {
                    stream.shutdown().await?;
                    return self.hang(stream).await;
                }
                Step::Hang => return self.hang(stream).await,
            }
        }
        Ok(())
    }

    /// Waits until the client goes.
    async fn hang(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        let mut byte = [0];
        let _ = stream.read(&mut byte).await;
        self.inner.abandoned.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

async fn read_request(stream: &mut TcpStream) -> std::io::Result<Option<Seen>> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.lines();
    let line = lines.next().unwrap_or_default().to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers
        .iter()
        .find(|(name, _)| name == "content-length")
        .and_then(|(_, value)| value.parse::<usize>().ok())
        .unwrap_or(0);
    while bytes.len() < head_end + length {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    }
    let body = serde_json::from_slice(&bytes[head_end..head_end + length]).unwrap_or(Value::Null);
    Ok(Some(Seen {
        line,
        headers,
        body,
    }))
}
