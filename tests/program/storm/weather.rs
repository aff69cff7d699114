//! What a server may do to an answer, at random from a seed: in HTTP, in server-sent events, in JSON and in the words.

use std::time::Duration;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};
use serde_json::{Value, json};

use crate::common::{
    debater::{Asked, proper},
    fake_server::{DONE, Reply, Step, chunk, event, finish},
};

/// The key that the server is sent, and says again.
pub(super) const KEY: &str = "sk-storm-hunter2-0123456789";

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

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let mut bytes = vec![0; self.below(most)];
        self.0.fill_bytes(&mut bytes);
        bytes
    }
}

/// Some way to answer this badly.
pub(super) fn fault(asked: &Asked, lots: &mut Lots) -> Reply {
    match lots.below(10) {
        0 | 1 => refusal(lots),
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
pub(super) fn models(lots: &mut Lots) -> Reply {
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
        4 => refusal(lots),
        5 => Reply::Close,
        _ => Reply::status(200, good),
    }
}

fn refusal(lots: &mut Lots) -> Reply {
    let status = lots.one(&[
        204, 301, 302, 307, 400, 402, 404, 408, 409, 413, 418, 422, 425, 429, 429, 429, 500, 500,
        502, 503, 503, 504, 529, 599,
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
    if lots.happens(20) {
        reply = reply.with_header("location", "http://127.0.0.1:9/v1/chat/completions");
    }
    if lots.happens(20) {
        reply = reply.with_header("x-echo", &format!("{KEY} {}", "x".repeat(2000)));
    }
    reply
}

/// Words with the key in them, as it is or taken apart.
fn words_with_key(lots: &mut Lots) -> String {
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

/// The words of the answer, good or not.
fn said(asked: &Asked, lots: &mut Lots) -> String {
    let mut text = proper(asked);
    match lots.below(16) {
        0 => text.insert_str(0, "<think>hm hm"),
        1 => text.insert_str(0, "<think>hm</think>"),
        2 => text = words_with_key(lots),
        3 => text = text.replace('a', "a\u{0}\u{1b}[31m"),
        4 => text = text.replace('1', "1e999").replace('"', "'"),
        5 => text = "[{".repeat(3000),
        6 => text = " \n\t".repeat(200),
        7 => text.truncate(
            text.char_indices()
                .nth(text.chars().count() / 2)
                .map_or(0, |(at, _)| at),
        ),
        8 => text = format!("```json\n{text}\n```"),
        9 => text = text.replace('e', &format!("e{}", KEY.replace('t', "\\u0074"))),
        10 => text = "word ".repeat(20_000),
        11 => text.push_str(&words_with_key(lots)),
        _ => {}
    }
    text
}

/// A count that no server has.
fn count(lots: &mut Lots) -> Value {
    lots.one(&[
        json!(u64::MAX),
        json!(i64::MIN),
        json!(-1),
        json!(1e300),
        json!("18446744073709551615"),
        json!(null),
        json!([1]),
        json!(7.5),
    ])
}

/// A chunk with these words, in some dialect or out of all of them.
fn odd_chunk(words: &str, lots: &mut Lots) -> String {
    let value = match lots.below(24) {
        0 => json!({"choices": [{"delta": {"content": [{"type": "text", "text": words}]}}]}),
        1 => json!({"choices": {"delta": {"content": words}}}),
        2 => json!({"choices": [{"message": {"content": words}}]}),
        3 => json!({"choices": [{"delta": words}]}),
        4 => json!({"choices": [{"index": 1, "delta": {"content": words}}]}),
        5 => json!({"choices": 7}),
        6 => json!({"choices": [{"delta": {"content": {"odd": words}}}]}),
        7 => json!({"error": {"message": words_with_key(lots)}}),
        8 => json!({"choices": [{"delta": {"refusal": words_with_key(lots)}}]}),
        9 => json!({"choices": [{"delta": {"reasoning": words, "content": ""}}]}),
        10 => {
            json!({"usage": {"prompt_tokens": count(lots), "completion_tokens": count(lots)}, "timings": 7})
        }
        11 => {
            json!({"choices": [{"delta": {}, "finish_reason": lots.one(&["length", "stop", "", "eos", "content_filter"])}]})
        }
        12 => {
            return "data: {\"choices\":[{\"delta\":{\"content\":\"cut \\ud83d\"}}]}\n\n"
                .to_owned();
        }
        13 => {
            return format!(
                "data: {}\n\n",
                lots.one(&["oops", "7", "null", "\"x\"", "[]", "{", "nan", "[DONE"])
            );
        }
        14 => return ": comment\n\n\u{feff}\n\n".to_owned(),
        15 => {
            return format!(
                "event: error\ndata: {}\n\n",
                words_with_key(lots).replace('\u{85}', "")
            );
        }
        16 => {
            return "data: {\"choices\":[{\"delta\":{\"content\":\"a\u{0}b\tc\"}}],\"n\":1e999}\n\n".to_owned();
        }
        17 => return "data: ".to_owned() + &"[".repeat(2000) + "\n\n",
        18 => {
            return event(&json!({"choices": [{"delta": {"content": words}}]}))
                .replace("\n\n", "\r\r");
        }
        19 => {
            return event(&json!({"choices": [{"delta": {"content": words}}]}))
                .replace("\n\n", "\r\n\r\n");
        }
        _ => return chunk(words),
    };
    event(&value)
}

fn stream(asked: &Asked, lots: &mut Lots) -> Reply {
    let text = said(asked, lots);
    let letters: Vec<char> = text.chars().collect();
    let size = lots.one(&[7, 19, 60, 5000]);
    let mut body = Vec::new();
    if lots.happens(30) {
        body.extend("\u{feff}".bytes());
    }
    // Most of it is right, so that faults come in the middle of something.
    let odd = lots.one(&[0, 5, 5, 30]);
    for piece in letters.chunks(size) {
        let piece: String = piece.iter().collect();
        let event = if lots.happens(odd) {
            odd_chunk(&piece, lots)
        } else {
            chunk(&piece)
        };
        body.extend(event.bytes());
    }
    if lots.happens(70) {
        body.extend(finish("stop").bytes());
    }
    if lots.happens(30) {
        let usage = json!({"choices": [], "usage": {"prompt_tokens": count(lots), "completion_tokens": count(lots)}});
        body.extend(event(&usage).bytes());
    }
    if lots.happens(70) {
        body.extend(DONE.bytes());
    }
    for _ in 0..lots.below(3) {
        match lots.below(4) {
            0 => {
                let at = lots.below(body.len());
                body.truncate(at);
            }
            1 => {
                let at = lots.below(body.len());
                let noise = lots.bytes(9);
                body.splice(at..at, noise);
            }
            2 if !body.is_empty() => {
                let at = lots.below(body.len());
                body[at] ^= 1 << lots.below(8);
            }
            _ => {}
        }
    }
    let writes = lots.one(&[3, 100, 1000, 1_000_000]);
    let mut steps: Vec<Step> = body
        .chunks(writes.max(body.len() / 2000).max(1))
        .map(|bytes| Step::Bytes(bytes.to_vec()))
        .collect();
    match lots.below(8) {
        0 => steps.push(Step::Cut),
        1 => steps.push(Step::Hang),
        2 => {
            steps.truncate(steps.len() / 2);
            steps.push(Step::Hang);
        }
        3 => steps.insert(0, Step::Wait(Duration::from_millis(150))),
        _ => {}
    }
    Reply::Stream(steps)
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
    let text = match lots.below(12) {
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
        _ => format!("{OK}\r\n{body}"),
    };
    let mut bytes = text.into_bytes();
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
