//! SubRip and WebVTT: cues joined into what was said, with its time and its speaker.

mod cue;
mod voice;

use std::collections::HashSet;

use super::{Document, Unreadable, broken, draft::Draft};
use crate::text::{count_words, sentence};
use cue::Cue;

/// A pause of so many milliseconds at the end of a sentence ends a paragraph.
const PAUSE: u64 = 4_000;

/// A paragraph ends with its sentence after so many words.
const PARAGRAPH: u32 = 80;

/// And wherever it is after so many: captions made by machines have no full stops.
const LONGEST: u32 = 160;

/// Subtitles as a document.
pub(super) fn read(text: &str) -> Result<Document, Unreadable> {
    let cues = cue::all(text);
    if cues.is_empty() {
        return Err(broken(
            "no line of it is a time, such as 00:00:01,000 --> 00:00:02,000",
        ));
    }
    let cues = cue::without_rolling(cues);
    let names = voice::names(&cues);
    let mut said = Said::new(Draft::new("subtitles"));
    for cue in &cues {
        said.cue(cue, &names);
    }
    said.flush();
    said.draft.finish()
}

/// A paragraph under way.
struct Said {
    draft: Draft,
    text: String,
    words: u32,
    from: u64,
    to: u64,
    /// Who says it.
    speaker: Option<String>,
}

impl Said {
    fn new(draft: Draft) -> Self {
        Self {
            draft,
            text: String::new(),
            words: 0,
            from: 0,
            to: 0,
            speaker: None,
        }
    }

    fn cue(&mut self, cue: &Cue, names: &HashSet<String>) {
        for turn in voice::turns(cue, names) {
            let speaker = match turn.speaker {
                voice::Who::Same => self.speaker.clone(),
                voice::Who::Unknown => None,
                voice::Who::Named(name) => Some(name),
            };
            let at_end = sentence::is_at_end(&self.text);
            let pause = cue.from.saturating_sub(self.to) >= PAUSE;
            let full = self.words >= PARAGRAPH && at_end || self.words >= LONGEST;
            if speaker != self.speaker || turn.begins || full || (pause && at_end) {
                self.flush();
            }
            self.speaker = speaker;
            if self.text.is_empty() {
                self.from = cue.from;
            } else {
                self.text.push(' ');
            }
            self.text.push_str(&turn.text);
            self.words += count_words(&turn.text);
            self.to = cue.to;
        }
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        self.words = 0;
        let seconds = self.from / 1000;
        let place = format!(
            "{:02}:{:02}:{:02}",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60
        );
        self.draft.said(&text, place, self.speaker.as_deref());
    }
}
