//! Texts of records, filtered: what a journal from elsewhere holds, or one that a version has written which let through
//! more, is shown without what nobody sees.

use std::collections::HashMap;

use serde_json::Value;

use crate::{
    debate::{event::Event, ids::TurnId},
    text::sanitize::{TextEnd, is_stacked, sanitize, sanitize_behind},
};

/// The kind of record that holds a piece of a speech.
const PIECE: &str = "said";

/// A filter for the records of one debate, in their order: a speech comes in pieces, and what joins letters may be the
/// first of one.
#[derive(Debug, Default)]
pub(super) struct RecordFilter {
    /// The end of what was said in each turn so far.
    ends: HashMap<TurnId, TextEnd>,
}

impl RecordFilter {
    /// The event of a record's body. Where a text of it holds what nobody sees, it is filtered; what this version has
    /// written is read as it was written.
    pub(super) fn event(&mut self, body: &str) -> serde_json::Result<Event> {
        // What JSON escapes is a line break, or a character that no text has.
        let mut event = if !body.contains("\\u") && (body.is_ascii() || sanitize(body) == body) {
            serde_json::from_str(body)?
        } else {
            let mut value: Value = serde_json::from_str(body)?;
            self.clean(&mut value);
            serde_json::from_value(value)?
        };
        // Marks at the beginning of a piece are marks upon what was said before it.
        if let Event::Said { turn, text } = &mut event
            && text.starts_with(is_stacked)
        {
            *text = sanitize_behind(self.end(*turn), text);
        }
        self.remember(&event);
        Ok(event)
    }

    /// Filters every text of a record's body.
    pub(super) fn clean(&self, body: &mut Value) {
        let is_piece = body.get("event").and_then(Value::as_str) == Some(PIECE);
        let piece = body.get_mut("text").filter(|_| is_piece).map(Value::take);
        clean(body);
        let turn = body.get("turn").cloned();
        if let (Some(Value::String(piece)), Some(text)) = (piece, body.get_mut("text")) {
            let turn = turn.and_then(|turn| serde_json::from_value::<TurnId>(turn).ok());
            let end = turn.map(|turn| self.end(turn)).unwrap_or_default();
            *text = Value::String(sanitize_behind(end, &piece));
        }
    }

    /// Takes note of how a speech ends so far.
    pub(super) fn remember(&mut self, event: &Event) {
        if let Event::Said { turn, text } = event {
            let end = self.ends.entry(*turn).or_default();
            *end = end.behind(text);
        }
    }

    fn end(&self, turn: TurnId) -> TextEnd {
        self.ends.get(&turn).copied().unwrap_or_default()
    }
}

/// Filters every text of a value, and every name of a field.
fn clean(value: &mut Value) {
    let is_plain = |text: &str| {
        text.bytes()
            .all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte))
    };
    match value {
        Value::String(text) => {
            if !is_plain(text) {
                *text = sanitize(text);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(fields) => {
            if fields.keys().all(|key| is_plain(key)) {
                fields.values_mut().for_each(clean);
            } else {
                let old = std::mem::take(fields);
                fields.extend(old.into_iter().map(|(key, mut value)| {
                    clean(&mut value);
                    (sanitize(&key), value)
                }));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_by(filter: &mut RecordFilter, body: &str) -> String {
        let read = serde_json::to_value(filter.event(body).unwrap()).unwrap();
        read["text"].as_str().unwrap().to_owned()
    }

    fn read(text: &str) -> String {
        let body = format!("{{\"event\":\"notice\",\"text\":\"{text}\"}}");
        read_by(&mut RecordFilter::default(), &body)
    }

    fn said(filter: &mut RecordFilter, turn: u32, text: &str) -> String {
        let body = format!("{{\"event\":\"said\",\"turn\":{turn},\"text\":\"{text}\"}}");
        read_by(filter, &body)
    }

    #[test]
    fn what_nobody_sees_is_filtered_however_it_is_written() {
        for (text, kept) in [
            ("a caf\u{e9} \u{2014} \u{201c}so\u{201d}", "a café — “so”"),
            ("a\u{ad}b\u{115f}c\u{e0041}d", "abcd"),
            ("a\u{200b}b\u{200d}c", "abc"),
            ("a\\u00adb\\u202ec", "abc"),
            ("a\\u001b[2Jb", "ab"),
            ("two\\nlines", "two\nlines"),
            // Nothing stands before it that it could join.
            ("\u{200d}a", "a"),
            ("\u{200d}\u{645}", "\u{645}"),
        ] {
            assert_eq!(read(text), kept, "{text}");
        }
        // A speech of nothing but joiners, however it is cut.
        let mut filter = RecordFilter::default();
        for piece in ["\u{200d}", "\u{200c}", "a", "\u{200d}", "\u{645}"] {
            let kept = said(&mut filter, 1, piece);
            assert!(!kept.contains(['\u{200c}', '\u{200d}']), "{piece:?}");
        }
        assert_eq!(said(&mut filter, 1, "\u{200d}"), "\u{200d}");
        assert_eq!(said(&mut filter, 1, "\u{200d}"), "", "none follows another");
        assert_eq!(said(&mut filter, 2, "\u{200d}"), "", "in another turn");
        // Marks upon one letter, however they are cut.
        let pieces = ["a", "\u{301}\u{301}\u{301}", "\u{301}\u{301}\u{301}\u{301}"];
        let whole = pieces.iter().cycle().take(9).skip(1);
        let kept: String = whole.map(|piece| said(&mut filter, 3, piece)).collect();
        assert_eq!(
            kept.split('a').map(|one| one.chars().count()).max(),
            Some(7)
        );
        let bomb = (0..40).map(|_| said(&mut filter, 4, "\u{301}\u{301}"));
        assert_eq!(bomb.collect::<String>().chars().count(), 8);
    }

    proptest::proptest! {
        /// A text that was filtered, and journaled in pieces.
        #[test]
        fn what_was_written_is_read_as_it_was_written(
            letters in proptest::collection::vec(
                proptest::sample::select(vec![
                    'a', ' ', '\u{e9}', '\u{301}', '\u{200c}', '\u{200d}', '\u{fe0f}', '\u{645}', '\u{1f468}', '\u{915}', '\u{180b}', '\u{ad}',
                ]),
                0..24,
            ),
            at in 0..24_usize,
        ) {
            let text = sanitize(&letters.into_iter().collect::<String>());
            let cut = text.char_indices().nth(at).map_or(text.len(), |(at, _)| at);
            let (before, behind) = text.split_at(cut);
            let mut filter = RecordFilter::default();
            let read = said(&mut filter, 3, before) + &said(&mut filter, 3, behind);
            proptest::prop_assert_eq!(read, text);
        }
    }
}
