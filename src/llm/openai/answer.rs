//! The body of an answer as chunks: an event stream, or, from a server that does not stream, JSON. What it is, is told
//! by its first letter and not by its header, which proxies get wrong. Nothing in it is passed over in silence: what
//! cannot be read is an item, too.

use serde_json::Value;

use super::{
    chunk::Chunk,
    events::{self, Decoder, Event, TooLong},
    json,
};

/// The most of the beginning that is kept, to say what came in the place of an answer; in bytes.
const HEAD: usize = 300;

/// A piece of an answer.
#[derive(Debug)]
pub(super) enum Item {
    /// A chunk of it.
    Chunk(Chunk),
    /// The server has said that it is complete.
    Done,
    /// Something that cannot be read, and may have been words.
    Unreadable(String),
}

/// The form of the body.
#[derive(Debug, Default)]
enum Form {
    /// Nothing but white space has come.
    #[default]
    Unknown,
    /// An event stream.
    Events(Decoder),
    /// One JSON value, or several.
    Json(Vec<u8>),
}

/// A chunk whose words end in half a character: the next may begin with the other.
#[derive(Debug)]
struct Half {
    chunk: Chunk,
    /// The half, as JSON writes it.
    escape: String,
}

/// A body that is being read.
#[derive(Debug, Default)]
pub(super) struct Answer {
    form: Form,
    half: Option<Half>,
    head: Vec<u8>,
    is_empty: bool,
}

impl Answer {
    /// A body of which nothing has come yet.
    pub(super) fn new() -> Self {
        Self {
            is_empty: true,
            ..Self::default()
        }
    }

    /// The beginning of what came, where that was something and nothing in it was an item.
    pub(super) fn head(&self) -> Option<String> {
        let head = String::from_utf8_lossy(&self.head);
        (self.is_empty && !head.trim().is_empty()).then(|| head.into_owned())
    }

    /// Takes in the next bytes, and adds the items that they complete.
    ///
    /// # Errors
    /// A part of it is longer than any answer.
    pub(super) fn push(&mut self, bytes: &[u8], items: &mut Vec<Item>) -> Result<(), TooLong> {
        let room = HEAD.saturating_sub(self.head.len());
        self.head.extend(bytes.iter().take(room));
        let mut bytes = bytes;
        if matches!(self.form, Form::Unknown) {
            // A byte order mark may be split, too.
            let is_blank = |byte: &u8| byte.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(byte);
            let blank = bytes.iter().take_while(|byte| is_blank(byte)).count();
            bytes = bytes.get(blank..).unwrap_or_default();
            self.form = match bytes.first() {
                None => return Ok(()),
                Some(b'{' | b'[') => Form::Json(Vec::new()),
                Some(_) => Form::Events(Decoder::default()),
            };
        }
        let before = items.len();
        let done = match &mut self.form {
            Form::Unknown => Ok(()),
            Form::Json(body) => {
                body.extend_from_slice(bytes);
                if body.len() > events::MOST {
                    Err(TooLong)
                } else {
                    Ok(())
                }
            }
            Form::Events(decoder) => {
                let mut events = Vec::new();
                let pushed = decoder.push(bytes, &mut events);
                for event in events {
                    read_event(&event, &mut self.half, items);
                }
                pushed
            }
        };
        self.is_empty &= items.len() == before;
        done
    }

    /// The body has ended: what was left.
    pub(super) fn finish(&mut self, items: &mut Vec<Item>) {
        let before = items.len();
        match &mut self.form {
            Form::Unknown => {}
            Form::Json(body) => {
                read_json(&String::from_utf8_lossy(body), &mut self.half, items);
                let_go(&mut self.half, items);
                items.push(Item::Done);
            }
            Form::Events(decoder) => {
                if let Some(event) = decoder.finish() {
                    read_event(&event, &mut self.half, items);
                }
            }
        }
        let_go(&mut self.half, items);
        self.is_empty &= items.len() == before;
    }
}

/// Gives out what was held back, as it is.
fn let_go(half: &mut Option<Half>, items: &mut Vec<Item>) {
    items.extend(half.take().map(|half| Item::Chunk(half.chunk)));
}

fn read_event(event: &Event, half: &mut Option<Half>, items: &mut Vec<Item>) {
    let data = event.data.trim();
    let name = event.name.trim().to_ascii_lowercase();
    if data.eq_ignore_ascii_case("[DONE]") {
        let_go(half, items);
        items.push(Item::Done);
    } else if name == "error" {
        let_go(half, items);
        items.push(Item::Chunk(Chunk::of_error(data)));
    } else if data.starts_with(['{', '[']) || !is_sign_of_life(&name, data) {
        read_json(data, half, items);
    }
}

/// Whether an event only says that the line is open.
fn is_sign_of_life(name: &str, data: &str) -> bool {
    let names = ["ping", "heartbeat", "keepalive", "keep-alive"];
    data.is_empty() || names.contains(&name)
}

fn read_json(text: &str, half: &mut Option<Half>, items: &mut Vec<Item>) {
    let joined = half
        .as_ref()
        .and_then(|half| json::joined(&half.escape, text));
    if joined.is_some()
        && let Some(half) = half
    {
        half.chunk.content.pop();
    }
    let_go(half, items);
    let text = joined.as_deref().unwrap_or(text);
    let unreadable = || {
        let beginning: String = text.chars().take(HEAD).collect();
        Item::Unreadable(beginning)
    };
    let Ok(values) = json::read(text) else {
        items.push(unreadable());
        return;
    };
    // Some servers send all chunks as one list.
    let values = values.into_iter().flat_map(|value| {
        if let Value::Array(values) = value {
            values
        } else {
            vec![value]
        }
    });
    for value in values {
        items.push(Chunk::read(&value).map_or_else(|_| unreadable(), Item::Chunk));
    }
    let is_cut = |chunk: &Chunk| chunk.content.ends_with(char::REPLACEMENT_CHARACTER);
    if let Some(escape) = json::half(text)
        && let Some(Item::Chunk(chunk)) =
            items.pop_if(|item| matches!(item, Item::Chunk(chunk) if is_cut(chunk)))
    {
        *half = Some(Half { chunk, escape });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The words of a body, with `|` for what cannot be read and `.` for the end, or `!` where it is too long.
    fn words(pieces: &[&[u8]]) -> String {
        let mut answer = Answer::new();
        let mut items = Vec::new();
        let fits = pieces
            .iter()
            .all(|piece| answer.push(piece, &mut items).is_ok());
        answer.finish(&mut items);
        let mut said: String = items
            .iter()
            .map(|item| match item {
                Item::Chunk(chunk) => chunk.content.as_str(),
                Item::Done => ".",
                Item::Unreadable(_) => "|",
            })
            .collect();
        if !fits {
            said.push('!');
        }
        said
    }

    #[test]
    fn bodies_of_every_form_are_read() {
        let chunk =
            |text: &str| format!("{{\"choices\":[{{\"delta\":{{\"content\":\"{text}\"}}}}]}}");
        let event = |text: &str| format!("data: {}\n\n", chunk(text));
        let table = [
            (event("a") + &event("b") + "data: [DONE]\n\n", "ab."),
            (format!("\u{feff}{}data: [DONE]", event("a")), "a."),
            (event("a") + "data: oops\n\n" + &event("b"), "a|b"),
            (event("a") + "data: {\"choices\": [{\"del", "a|"),
            (event("cut \\ud83d"), "cut \u{fffd}"),
            (event("cut \\ud83d") + "data: [DONE]", "cut \u{fffd}."),
            (event("a\\ud83d") + ": hm\n\n" + &event("\\ude42b"), "a🙂b"),
            (
                event("a\\ud83d") + &event("\\ude42\\ud83d") + &event("\\ude42"),
                "a🙂🙂",
            ),
            (
                event("a\\ud83d") + &event("b") + &event("\\ude42"),
                "a\u{fffd}b\u{fffd}",
            ),
            (event("a\\\\ud83d") + &event("\\ude42"), "a\\ud83d\u{fffd}"),
            (event("a\\ud83d") + "data: oops\n\n", "a\u{fffd}|"),
            (
                event("a") + "event: ping\ndata: hello\n\n" + &event("b"),
                "ab",
            ),
            (event("a") + "data:\n\n: hm\n\n" + &event("b"), "ab"),
            (event("a") + "data: [done]", "a."),
            (event("a") + &chunk("b") + "\n\n", "ab"),
            // What is no field of a stream may be words, or have stood where words were.
            (
                event("a") + "<html>502 bad gateway\n\n" + &event("b"),
                "a|b",
            ),
            (event("a") + "dta: words of it\n\n" + &event("b"), "a|b"),
            (
                event("a") + "dta: " + &chunk("lost") + "\n\n" + &event("b"),
                "a|b",
            ),
            (
                event("a") + "\"}, \"finish_reason\": null}]}\n\n" + &event("b"),
                "a|b",
            ),
            (event("a\nb"), "a\nb"),
            (event("a\n\nb"), "||"),
            (event("a") + "mood: good\n\n" + &event("b"), "ab"),
            (chunk("a"), "a."),
            (format!("\r\n \u{feff}{}", chunk("a")), "a."),
            (format!("{}\n{}", chunk("a"), chunk("b")), "ab."),
            (format!("[{},\n{}]", chunk("a"), chunk("b")), "ab."),
            (chunk("a").replace('}', ""), "|."),
            ("<html>no</html>".to_owned(), ""),
            (" \n".to_owned(), ""),
            (String::new(), ""),
        ];
        for (body, expected) in table {
            for size in [1, 2, 3, 50, 10_000] {
                let pieces: Vec<&[u8]> = body.as_bytes().chunks(size).collect();
                assert_eq!(words(&pieces), expected, "{body} by {size}");
            }
        }
        let endless = vec![b'['; events::MOST + 2];
        assert!(words(&[&endless]).ends_with('!'));
    }

    #[test]
    fn what_came_instead_is_kept() {
        for (body, head) in [
            ("<html>no</html>", Some("<html>no</html>")),
            ("  ", None),
            ("data: {}\n\n", None),
            (": comment\n\n", Some(": comment\n\n")),
        ] {
            let mut answer = Answer::new();
            let mut items = Vec::new();
            answer.push(body.as_bytes(), &mut items).unwrap();
            answer.finish(&mut items);
            assert_eq!(answer.head().as_deref(), head, "{body}");
        }
    }

    proptest! {
        #[test]
        fn random_bytes_never_panic(body in proptest::collection::vec(any::<u8>(), 0..400), size in 1..50_usize) {
            let pieces: Vec<&[u8]> = body.chunks(size).collect();
            prop_assert_eq!(words(&pieces), words(&[&body]));
        }
    }
}
