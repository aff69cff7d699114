//! Server-sent events, out of bytes that may be split anywhere: the event stream of the HTML standard. Lenient where
//! servers are loose: bytes that are no UTF-8 become replacement characters, a byte order mark is dropped in front of any
//! line, and so are other characters that nobody sees, names of fields may have spaces and capitals, a line that no field
//! leads in counts as data where it may be words, and the last event counts without the empty line that should follow it.
//! Knows nothing of what the events say.

/// The most bytes of one event. A chunk of an answer has some hundreds; an answer in one piece has fewer, too.
pub(super) const MOST: usize = 4 << 20;

/// A server-sent event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Event {
    /// The name in its `event` field; empty where it has none.
    pub(super) name: String,
    /// The `data` fields of the event, joined by line feeds.
    pub(super) data: String,
}

/// An event is longer than [`MOST`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// A decoder with a memory of the event that is not complete yet.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    line: Vec<u8>,
    after_return: bool,
    name: String,
    data: Option<String>,
    /// Whether data has come: before, a line without a field is of something else than an event stream.
    has_begun: bool,
}

impl Decoder {
    /// Takes in the next bytes, and adds the events that they complete.
    ///
    /// # Errors
    /// An event without end. Nothing more can be read then.
    pub(super) fn push(&mut self, bytes: &[u8], events: &mut Vec<Event>) -> Result<(), TooLong> {
        for byte in bytes {
            let after_return = std::mem::replace(&mut self.after_return, *byte == b'\r');
            match byte {
                b'\n' if after_return => {}
                b'\n' | b'\r' => events.extend(self.end_line()),
                byte => self.line.push(*byte),
            }
            if self.line.len() + self.data.as_ref().map_or(0, String::len) > MOST {
                return Err(TooLong);
            }
        }
        Ok(())
    }

    /// The stream has ended: the event that was under way.
    pub(super) fn finish(&mut self) -> Option<Event> {
        self.end_line().or_else(|| self.dispatch())
    }

    /// No character of more than one byte has a line end in it, so that a line is decoded as a whole.
    fn end_line(&mut self) -> Option<Event> {
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_control());
        if line.is_empty() {
            return self.dispatch();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        match field.trim().to_ascii_lowercase().as_str() {
            "data" => self.add(value.strip_prefix(' ').unwrap_or(value)),
            "event" => value
                .strip_prefix(' ')
                .unwrap_or(value)
                .clone_into(&mut self.name),
            // Comments, and what is for those that connect anew.
            "" | "id" | "retry" => {}
            _ if self.may_be_words(line) => self.add(line),
            _ => {}
        }
        None
    }

    /// Whether a line without a known field may be words, or the rest of a line of them that was taken apart: JSON, tags,
    /// several words, or, under data, anything but an unknown field.
    fn may_be_words(&self, line: &str) -> bool {
        if line.contains('{') {
            return true;
        }
        let of_a_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ');
        let is_field = line
            .split_once(':')
            .is_some_and(|(name, _)| name.chars().all(of_a_name));
        let is_text = line.contains(['}', '"', '<', '>'])
            || line.split_whitespace().nth(1).is_some_and(|_| !is_field)
            || line.split_whitespace().nth(2).is_some();
        (self.data.is_some() && !is_field) || (self.has_begun && is_text)
    }

    fn add(&mut self, line: &str) {
        self.has_begun = true;
        match &mut self.data {
            Some(data) => {
                data.push('\n');
                data.push_str(line);
            }
            None => self.data = Some(line.to_owned()),
        }
    }

    fn dispatch(&mut self) -> Option<Event> {
        let name = std::mem::take(&mut self.name);
        let data = self.data.take()?;
        Some(Event { name, data })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The events of a stream that comes in these pieces, and whether it was too long.
    fn decoded<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Event>, bool) {
        let mut decoder = Decoder::default();
        let mut events = Vec::new();
        for piece in pieces {
            if decoder.push(piece, &mut events).is_err() {
                return (events, true);
            }
        }
        events.extend(decoder.finish());
        (events, false)
    }

    fn data(stream: &[u8]) -> Vec<String> {
        let (events, _) = decoded([stream]);
        events.into_iter().map(|event| event.data).collect()
    }

    #[test]
    fn streams_are_read_as_the_standard_says_and_more_kindly() {
        let table: [(&[u8], &[&str]); 34] = [
            (b"data: a\n\ndata: b\n\n", &["a", "b"]),
            (b"data:a\r\rdata:  b\r\r", &["a", " b"]),
            (b"data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"]),
            (b"data: a\ndata: b\n\n", &["a\nb"]),
            (b"data\n\n", &[""]),
            (b"data:\n\n", &[""]),
            (b": comment\n\n:\n\ndata: a\n\n", &["a"]),
            (b"id: 7\nretry: 9\nmood: x\ndata: a\n\n", &["a"]),
            (b"event: x\n\n", &[]),
            (b"data: a", &["a"]),
            (b"data: a\n", &["a"]),
            (b"", &[]),
            (b"\xef\xbb\xbfdata: a\n\n", &["a"]),
            (b"data: a\n\n\xef\xbb\xbfdata: b\n\n", &["a", "b"]),
            (b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\n", &["a"]),
            (b"data: \xef\xbb\xbfa\n\n", &["\u{feff}a"]),
            (b"data: a\0b\n\n", &["a\0b"]),
            (b"data: a\xffb \xe2\x82\n\n", &["a\u{fffd}b \u{fffd}"]),
            (b"{\"a\": 1}\n\ndata: b\n\n", &["{\"a\": 1}", "b"]),
            (b"\n\r\n\r\xef\xbb\ndata: a\n\n", &["a"]),
            (b"data: a\n\n\0data: b\n\n", &["a", "b"]),
            (b"\0\0\n\x1bdata: b\n\0\n", &["b"]),
            (b" data: a\n\ndata : b\n\nDATA:c\n\n", &["a", "b", "c"]),
            (b"payload: {\"a\": 1}\n\n", &["payload: {\"a\": 1}"]),
            (b": {\"a\": 1}\n\n", &[]),
            (b"id: {7}\ndata: a\n\n", &["a"]),
            // What stands between events is no field where it has more than a field has.
            (b"data: a\n\n<html>502\n\n", &["a", "<html>502"]),
            (b"data: a\n\nbad gateway\n\n", &["a", "bad gateway"]),
            (b"data: a\n\ndta: and so on\n\n", &["a", "dta: and so on"]),
            (b"data: a\n\n, \"n\": null}\n\n", &["a", ", \"n\": null}"]),
            (b"data: {\"a\ncut\nb\"}\n\n", &["{\"a\ncut\nb\"}"]),
            (b"data: a\n\nmood: good\n\nmood\n\n", &["a"]),
            (b"data: a\nmood: good\n\n", &["a"]),
            (b"<html>502 bad gateway\n\n", &[]),
        ];
        for (stream, expected) in table {
            assert_eq!(data(stream), expected, "{}", stream.escape_ascii());
        }
        let (events, _) = decoded([b"event: error\ndata: a\n\ndata: b\n\n".as_slice()]);
        let names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
        assert_eq!(names, ["error", ""]);
    }

    #[test]
    fn an_event_without_end_is_given_up_and_comments_are_none() {
        let line = [b"data: ".as_slice(), &[b'x'; 1000], b"\n"].concat();
        let endless: Vec<&[u8]> = std::iter::repeat_n(line.as_slice(), 5000).collect();
        assert!(decoded(endless).1);
        assert!(decoded([vec![b'x'; MOST + 1].as_slice()]).1);
        let comments = b": still here\n".repeat(MOST / 8);
        assert_eq!(decoded([comments.as_slice()]), (vec![], false));
    }

    /// Bytes of which streams are made, and others.
    fn stream() -> impl Strategy<Value = Vec<u8>> {
        let part = prop_oneof![
            Just(b"data: ".to_vec()),
            Just(b"data".to_vec()),
            Just(b"event: e".to_vec()),
            Just(b"\n".to_vec()),
            Just(b"\r".to_vec()),
            Just(b"\r\n".to_vec()),
            Just(b"\n\n".to_vec()),
            Just(b"\xef\xbb\xbf".to_vec()),
            Just(b"\0".to_vec()),
            Just(b":".to_vec()),
            Just("{\"é\": \"😀\"}".as_bytes().to_vec()),
            proptest::collection::vec(any::<u8>(), 0..12),
        ];
        proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn it_is_the_same_wherever_it_is_split(stream in stream(), sizes in proptest::collection::vec(1..9_usize, 1..20)) {
            let whole = decoded([stream.as_slice()]);
            let mut pieces = Vec::new();
            let mut rest = stream.as_slice();
            for size in sizes.iter().cycle() {
                let (piece, behind) = rest.split_at((*size).min(rest.len()));
                pieces.push(piece);
                rest = behind;
                if rest.is_empty() {
                    break;
                }
            }
            prop_assert_eq!(&decoded(pieces), &whole);
            let bytes: Vec<&[u8]> = stream.chunks(1).collect();
            prop_assert_eq!(decoded(bytes), whole);
        }
    }
}
