//! The public lines of a debate.

use hustings::{
    debate::{event::Record, sink::Sink as _},
    headless::JsonLinesWriter,
};
use serde_json::Value;

/// The lines of records, each as the JSON that it is.
pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Vec<Value> {
    let mut out = Vec::new();
    let mut sink = JsonLinesWriter::new(&mut out);
    for record in records {
        sink.record(record).unwrap();
    }
    sink.finish().unwrap();
    String::from_utf8(out)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}
