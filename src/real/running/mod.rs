//! Running text: what was said in a debate, without a word on who said it. Owns how such a text comes apart into utterances and
//! windows of them, how what was read of each window is joined, and how sure that is. Who reads is the caller's.

mod joined;
mod utterance;
mod window;
mod written;

pub use joined::{SplitCut, SplitText};
pub use utterance::{RunningText, Utterance};
pub(super) use utterance::{of_captions, of_paragraph};
pub use window::{Certainty, DebatePart, UtteranceReading, WindowReading, windows};
pub use written::reviewed;
