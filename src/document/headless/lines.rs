//! The sink of JSON lines.

use std::io::{self, Write};

use super::Mapper;
use crate::{
    debate::{event::Record, sink::Sink},
    text::shown::visible,
};

/// The number of the record that the line of that number tells of; `None` where there is no such line.
pub fn record_of_line(records: &[Record], line: u64) -> Option<u64> {
    let mut mapper = Mapper::new();
    let mut records = records.iter();
    let told = records.find(|record| mapper.lines(record).iter().any(|one| one.seq == line));
    told.map(|record| record.seq)
}

/// Writes one JSON object a line.
#[derive(Debug)]
pub struct JsonLinesWriter<W> {
    out: W,
    mapper: Mapper,
}

impl<W: Write> JsonLinesWriter<W> {
    /// A writer of lines onto `out`.
    pub fn new(out: W) -> Self {
        Self {
            out,
            mapper: Mapper::new(),
        }
    }
}

impl<W: Write> Sink for JsonLinesWriter<W> {
    fn catch_up(&mut self, record: &Record) {
        self.mapper.lines(record);
    }

    fn record(&mut self, record: &Record) -> io::Result<()> {
        for line in self.mapper.lines(record) {
            // A line is written whole, so that a reader never sees half of one.
            let text = serde_json::to_string(&line)?;
            // Some readers break a line at more than its end.
            let text = format!("{}\n", visible(&text));
            self.out.write_all(text.as_bytes())?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
