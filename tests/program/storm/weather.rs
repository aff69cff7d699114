//! What a server may do to an answer, at random from a seed: what stands in HTTP around the body.

use std::time::Duration;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};
use serde_json::json;

use super::body::{count, said, stream};
use crate::common::{
    debater::{Asked, proper},
    fake_server::{DONE, Reply, Step, chunk, event},
};

/// The key that the server is sent, and says again.
pub(super) const KEY: &str = "sk-storm-hunter2-0123456789";

/// How a file of gzip begins.
const BOMB: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];

/// Choices by lot.
pub(super) struct Lots(ChaCha8Rng);

impl Lots {
    /// The lots of a seed, and of a name within it.
    pub(super) fn of(seed: u64, name: &str) -> Self {
        let of_name = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(ChaCha8Rng::seed_from_u64(seed ^ of_name))
    }

    /// A number below `most`.
    pub(super) fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.0.next_u64() % most.max(1) as u64).unwrap()
    }

    /// Whether something of so many in a hundred happens.
    pub(super) fn happens(&mut self, in_a_hundred: usize) -> bool {
        self.below(100) < in_a_hundred
    }

    /// One of these.
    pub(super) fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// Some bytes, fewer than so many.
    pub(super) fn bytes(&mut self, most: usize) -> Vec<u8> {
        let mut bytes = vec![0; self.below(most)];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}

/// Some way to answer this badly.
pub(super) fn fault(asked: &Asked, elsewhere: &str, lots: &mut Lots) -> Reply {
    match lots.below(10) {
        0 | 1 => refusal(elsewhere, lots),
        2 => whole(asked, lots),
        3 => bare(asked, lots),
        4 => endless(lots),
        5 => lots.one(&[
            Reply::Close,
            Reply::Silence,
            Reply::raw(""),
            Reply::raw("\r\n\r\n"),
        ]),
        _ => stream(asked, lots),
    }
}

/// What `GET /models` may be answered with.
pub(super) fn models(elsewhere: &str, lots: &mut Lots) -> Reply {
    let good = json!({"data": [{"id": "fake-1"}, {"id": KEY}]}).to_string();
    match lots.below(12) {
        0 => Reply::error(404, "not here"),
        1 => Reply::status(200, "<html>models</html>"),
        2 => Reply::status(
            200,
            r#"{"data": [{"id": "fake-1\ud83d"}, {"id": 7}, "fake-1", null]}"#,
        ),
        3 => Reply::Bare(vec![
            Step::Bytes(b"HTTP/1.1 200 OK\r\n\r\n{\"data\": [".to_vec()),
            Step::Endless(b"{\"id\": \"m\"},".repeat(5000)),
        ]),
        4 => refusal(elsewhere, lots),
        5 => Reply::Close,
        _ => Reply::status(200, good),
    }
}

fn refusal(elsewhere: &str, lots: &mut Lots) -> Reply {
    let status = lots.one(&[
        101, 204, 205, 301, 302, 304, 307, 308, 400, 402, 404, 408, 409, 413, 418, 422, 425, 429,
        429, 429, 500, 500, 502, 503, 503, 504, 529, 599,
    ]);
    let message = words_with_key(lots);
    let body = match lots.below(9) {
        0 => String::new(),
        1 => format!("<html><b>{message}\u{1b}[2J</b></html>"),
        2 => json!({"error": {"message": message, "code": [1, {"a": null}]}}).to_string(),
        3 => json!([{"error": {"message": message}}]).to_string(),
        4 => json!({"detail": [{"msg": message}]}).to_string(),
        5 => "[".repeat(50_000),
        6 => format!("{{\"error\": \"{message}"),
        7 => json!({"error": {"message": "response_format max_tokens temperature stream_options"}})
            .to_string(),
        _ => "\u{0}\u{1}\u{feff}".repeat(30_000),
    };
    let wait = lots.one(&[
        "0",
        "0.05",
        "-5",
        "1",
        "5",
        "259200",
        "99999999999999999999",
        "1e300",
        "nan",
        "inf",
        "soon",
        "",
        "Wed, 21 Oct 2099 07:28:00 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "\u{e9}",
    ]);
    let mut reply = Reply::status(status, body);
    if lots.happens(60) {
        reply = reply.with_header(
            lots.one(&["retry-after", "retry-after-ms", "Retry-After"]),
            wait,
        );
    }
    if lots.happens(30) {
        // To another server, on which nobody may be asked anything, and back to where it came from, without end.
        let elsewhere = format!("{elsewhere}/v1/chat/completions");
        let location = lots.one(&[elsewhere.as_str(), "/v1/chat/completions", "//", "\u{e9}"]);
        reply = reply.with_header("location", location);
    }
    if lots.happens(20) {
        reply = reply.with_header("x-echo", &format!("{KEY} {}", "x".repeat(2000)));
    }
    reply
}

/// Words with the key in them, as it is or taken apart.
pub(super) fn words_with_key(lots: &mut Lots) -> String {
    let (head, tail) = KEY.split_at(lots.below(KEY.len()));
    let between = lots.one(&[
        "",
        "\u{200b}",
        "\u{1b}[1m",
        "\u{feff}",
        "\u{2060}",
        "\u{ad}",
        "\u{202e}",
        "\u{85}",
    ]);
    format!("the key {head}{between}{tail} is wrong")
}

/// A server that does not stream, or says that it does.
fn whole(asked: &Asked, lots: &mut Lots) -> Reply {
    let text = said(asked, lots);
    let value = json!({"choices": [{"message": {"content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": count(lots), "completion_tokens": 3}});
    let body = match lots.below(6) {
        0 => serde_json::to_string_pretty(&value).unwrap(),
        1 => format!("\u{feff}{value}"),
        2 => json!([value]).to_string(),
        3 => value.to_string().chars().take(lots.below(200)).collect(),
        4 => format!("{value}\n{value}"),
        _ => value.to_string(),
    };
    let reply = Reply::Whole {
        status: lots.one(&[200, 200, 200, 201, 206]),
        headers: vec![(
            "content-type".into(),
            lots.one(&[
                "application/json",
                "text/event-stream",
                "text/html; charset=utf-16",
                "",
                "\u{e9}",
            ])
            .into(),
        )],
        body,
    };
    if lots.happens(15) {
        return reply.with_header(
            "content-encoding",
            lots.one(&["gzip", "br", "identity", "\u{e9}"]),
        );
    }
    reply
}

/// Bytes that are nearly HTTP.
fn bare(asked: &Asked, lots: &mut Lots) -> Reply {
    const OK: &str = "HTTP/1.1 200 OK\r\n";
    let body = chunk(&proper(asked)) + DONE;
    let good = format!("{OK}content-length: {}\r\n\r\n{body}", body.len());
    let text = match lots.below(24) {
        0 => format!("{OK}content-length: {}\r\n\r\n{body}", body.len() + 50),
        1 => format!("{OK}content-length: 5\r\n\r\n{body}"),
        2 => format!("{OK}content-length: -1\r\n\r\n{body}"),
        3 => format!("{OK}content-length: 5\r\ncontent-length: 6\r\n\r\n{body}"),
        4 => format!("{OK}transfer-encoding: chunked\r\n\r\nzz\r\n{body}\r\n0\r\n\r\n"),
        5 => format!("{OK}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{body}"),
        6 => format!("{OK}transfer-encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        7 => format!("HTTP/1.1 100 Continue\r\n\r\n{OK}\r\n{body}"),
        8 => format!("HTTP/1.0 200\r\n\r\n{body}"),
        9 => format!("{OK}x: {}\r\n\r\n{body}", "y".repeat(600_000)),
        10 => format!("{}\r\n{body}", "HTTP/1.1 103 Early\r\n\r\n".repeat(500)),
        11 => body,
        12 => format!("{good}{good}"),
        13 => format!("{good}oops"),
        14 => format!("{OK}{}\r\n{body}", "x: y\r\n".repeat(300)),
        15 => format!("{OK}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n{body}"),
        16 => format!(
            "{OK}transfer-encoding: chunked\r\n\r\n{:x};ext=\"a\"\r\n{body}\r\n0\r\nx-trailer: {KEY}\r\n\r\n",
            body.len()
        ),
        17 => format!(
            "{OK}transfer-encoding: chunked\r\n\r\n{:x}\r\n{body}",
            body.len() + 9
        ),
        18 => format!("{OK}content-encoding: gzip\r\n\r\n{body}"),
        19 => format!("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n{body}"),
        20 => "HTTP/9.9 200 OK\r\n\r\n".to_owned() + &body,
        _ => format!("{OK}\r\n{body}"),
    };
    let mut bytes = text.into_bytes();
    match lots.below(12) {
        0 => {
            // Every second byte is nothing, as its header says.
            let head = format!("{OK}content-type: text/event-stream; charset=utf-16le\r\n\r\n");
            let wide = chunk(&proper(asked))
                .into_bytes()
                .into_iter()
                .flat_map(|byte| [byte, 0]);
            bytes = head.into_bytes().into_iter().chain(wide).collect();
        }
        1 => {
            // What grows to a thousand times its size where it is unpacked.
            bytes = format!("{OK}content-encoding: gzip\r\n\r\n").into_bytes();
            bytes.extend(BOMB);
            bytes.extend(vec![0; 20_000]);
        }
        2 => {
            let early = "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n".repeat(200);
            return Reply::Bare(vec![Step::Endless(early.into_bytes())]);
        }
        3 => {
            let head = format!("{OK}x-first: 1\r\n");
            let endless = "x-more: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n".repeat(500);
            return Reply::Bare(vec![
                Step::Bytes(head.into_bytes()),
                Step::Endless(endless.into_bytes()),
            ]);
        }
        _ => {}
    }
    if lots.happens(30) {
        bytes = lots.bytes(300);
    }
    let mut steps = vec![Step::Bytes(bytes)];
    if lots.happens(20) {
        steps.push(Step::Hang);
    }
    Reply::Bare(steps)
}

fn endless(lots: &mut Lots) -> Reply {
    let word = chunk("word ").repeat(200);
    let thought = event(&json!({"choices": [{"delta": {"reasoning": "hm"}}]})).repeat(200);
    let again: [&[u8]; 7] = [
        b": still here\n\n",
        b"data: {}\n\n",
        b"data: x",
        b"\xef\xbb\xbf",
        b"{\"choices\": [",
        word.as_bytes(),
        thought.as_bytes(),
    ];
    let bytes = lots.one(&again);
    if lots.happens(50) {
        let steps = bytes.iter().take(600).flat_map(|byte| {
            [
                Step::Wait(Duration::from_millis(10)),
                Step::Bytes(vec![*byte]),
            ]
        });
        return Reply::Stream(steps.collect());
    }
    Reply::Stream(vec![Step::Endless(bytes.repeat(1 + 20_000 / bytes.len()))])
}
