//! What a server may put into the body of an answer: in server-sent events, in JSON and in the words.

use std::time::Duration;

use serde_json::{Value, json};

use super::weather::{KEY, Lots, words_with_key};
use crate::common::{
    debater::{Asked, proper},
    fake_server::{DONE, Reply, Step, chunk, event, finish},
};

/// The words of the answer, good or not.
pub(super) fn said(asked: &Asked, lots: &mut Lots) -> String {
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
pub(super) fn count(lots: &mut Lots) -> Value {
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
    let value = match lots.below(34) {
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
        20 => {
            json!({"choices": [{"delta": {"role": lots.one(&["user", "system", "tool", ""]), "content": words}}]})
        }
        21 => {
            json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"name": "f", "arguments": words}}]}}]})
        }
        22 => json!({"choices": []}),
        23 => {
            json!({"choices": [{"delta": {"content": words}}, {"index": 1, "delta": {"content": "other"}}, {"index": 2}]})
        }
        24 => {
            json!({"choices": [{"index": lots.one(&[json!(-1), json!("x"), json!(null), json!(1e300)]), "delta": {"content": words}}]})
        }
        25 => {
            let depth = lots.one(&[100, 127, 129, 5000]);
            return format!(
                "data: {{\"choices\":[],\"x\":{}1{}}}\n\n",
                "[".repeat(depth),
                "]".repeat(depth)
            );
        }
        26 => {
            let words = json!(words);
            return format!(
                "data: {{\"choices\":7,\"choices\":[{{\"delta\":{{\"content\":1,\"content\":{words}}}}}]}}\n\n"
            );
        }
        27 => return format!("data: [DONE]\n\n{}", chunk(words)),
        28 => {
            json!({"usage": {"prompt_tokens": {"a": 1}, "completion_tokens": -7.5, "prompt_tokens_details": 3}})
        }
        _ => return chunk(words),
    };
    event(&value)
}

/// A stream of events.
pub(super) fn stream(asked: &Asked, lots: &mut Lots) -> Reply {
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
    match lots.below(16) {
        // A second answer behind the first, and a second end behind the end.
        0 => body.extend(body.clone()),
        1 => body.extend(DONE.repeat(2).bytes()),
        // An older alphabet than the one that JSON has.
        2 => {
            for byte in body.iter_mut().filter(|byte| **byte == b'e') {
                *byte = 0xe9;
            }
        }
        _ => {}
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
    match lots.below(12) {
        0 => steps.push(Step::Cut),
        1 => steps.push(Step::Hang),
        4 => steps.push(Step::HalfClose),
        5 => {
            steps.truncate(steps.len() / 2);
            steps.push(Step::Reset);
        }
        6 => steps.push(Step::Reset),
        2 => {
            steps.truncate(steps.len() / 2);
            steps.push(Step::Hang);
        }
        3 => steps.insert(0, Step::Wait(Duration::from_millis(150))),
        _ => {}
    }
    Reply::Stream(steps)
}
