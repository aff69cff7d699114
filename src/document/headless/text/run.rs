//! The course of the run: what is tried again, what failed, that the debate pauses.

use std::io::{self, Write};

use super::Text;
use crate::{blocks::running, debate::ask::Purpose, headless::jsonl::CallLine};

impl<W: Write> Text<W> {
    /// A call is tried again. Many at once fail for one reason, which is told once.
    pub(super) fn retried(&mut self, reason: String, wait_ms: u64) -> io::Result<()> {
        if self.retried.as_ref() == Some(&reason) {
            return Ok(());
        }
        let told = running::tries_again(wait_ms, &reason);
        self.retried = Some(reason);
        self.aside(told)
    }

    /// A call has failed for good. Of what nobody would have heard nothing is told here.
    pub(super) fn failed(&mut self, reason: &str, call: &CallLine) -> io::Result<()> {
        if ![Purpose::Speech, Purpose::Write]
            .map(Purpose::word)
            .contains(&call.purpose)
        {
            return Ok(());
        }
        let seat = call.seat.as_deref();
        if seat.is_some_and(|seat| !self.is_at_once(seat)) {
            self.begin()?;
        }
        self.aside(running::failed(reason))
    }

    /// The debate waits.
    pub(super) fn paused(&mut self, why: &str, detail: Option<&str>) -> io::Result<()> {
        let told = running::paused(detail, why == "question");
        if detail.is_none() {
            return self.aside(told);
        }
        // Nobody knows when it goes on.
        self.tell_held()?;
        self.page.beside(&told)
    }
}
