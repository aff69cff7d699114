//! A prompt for people: who was asked for what, whether it is the one that was sent, and its messages.

use std::fmt::Write as _;

use crate::{
    engine::PromptAgain,
    text::sanitize::{sanitize, sanitize_line},
};

/// The prompt of a call, message by message.
pub(super) fn text(number: u32, again: &PromptAgain) -> String {
    let mut whose = String::new();
    for seat in again.seat.iter().chain(again.ask.members()) {
        let _ = write!(whose, ", {seat}");
    }
    let mut text = sanitize_line(&format!(
        "Call {number}: {}{whose}, put to {}",
        again.ask.purpose().word(),
        again.model
    ));
    text.push('\n');
    text += if again.is_same {
        "As it was sent: made again from the record, and its hash is the same.\n"
    } else {
        "Not as it was sent: made again from the record with the templates of today, and its hash is another.\n"
    };
    for message in &again.messages {
        let from = message.from.role();
        let _ = writeln!(text, "\n== {from} ==\n{}", sanitize(&message.text));
    }
    text
}
