//! A server of texts on loopback, on a bare socket: it answers as told, badly if told so.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener},
    sync::{Arc, Mutex},
    thread,
};

/// A request for a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedText {
    pub path: String,
    pub range: Option<String>,
    pub if_range: Option<String>,
}

/// An answer: the lines of its head behind the status, and what is sent of its body.
#[derive(Debug, Clone)]
pub struct TextAnswer {
    pub status: u16,
    pub head: Vec<String>,
    pub body: Vec<u8>,
}

impl TextAnswer {
    /// All of a text, as a server sends it that knows its length.
    pub fn whole(text: &str) -> Self {
        Self {
            status: 200,
            head: vec![format!("content-length: {}", text.len())],
            body: text.into(),
        }
    }

    pub fn status(status: u16) -> Self {
        Self {
            status,
            ..Self::whole("no")
        }
    }

    #[must_use]
    pub fn with(mut self, line: &str) -> Self {
        self.head.push(line.to_owned());
        self
    }

    /// The line breaks behind so many bytes.
    #[must_use]
    pub fn cut(mut self, at: usize) -> Self {
        self.body.truncate(at);
        self
    }
}

/// The server. Its thread ends with the tests.
pub struct TextServer {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<AskedText>>>,
}

impl TextServer {
    pub fn answering(answer: impl Fn(&AskedText) -> TextAnswer + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<AskedText>>> = Arc::default();
        let kept = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let first = lines.next().and_then(Result::ok).unwrap_or_default();
                let head: Vec<String> = lines
                    .map_while(Result::ok)
                    .take_while(|line| !line.is_empty())
                    .collect();
                let header = |name: &str| {
                    let found = head.iter().filter_map(|line| line.split_once(": "));
                    let mut found = found.filter(|(key, _)| key.eq_ignore_ascii_case(name));
                    found.next().map(|(_, value)| value.to_owned())
                };
                let one = AskedText {
                    path: first.split(' ').nth(1).unwrap_or_default().to_owned(),
                    range: header("range"),
                    if_range: header("if-range"),
                };
                kept.lock().unwrap().push(one.clone());
                let TextAnswer { status, head, body } = answer(&one);
                let head = head.join("\r\n");
                let head = format!("HTTP/1.1 {status} X\r\n{head}\r\nconnection: close\r\n\r\n");
                // Whoever has gone away does not mind.
                let _ = stream.write_all(head.as_bytes());
                let _ = stream.write_all(&body);
            }
        });
        Self { address, asked }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn asked(&self) -> Vec<AskedText> {
        self.asked.lock().unwrap().clone()
    }
}
