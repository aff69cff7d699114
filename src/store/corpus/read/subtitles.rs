//! SubRip and WebVTT: cues joined into what was said, with its time and its speaker.

use std::collections::BTreeSet;

use super::{Unreadable, broken, decode::Text, draft::Draft, flow::Flow};
use crate::text::{
    captions::{self, CaptionCue, CaptionCues, CaptionNames, CaptionSpeaker, RollingCaptions},
    count_words, sentence,
};

/// A pause of so many milliseconds at the end of a sentence ends a paragraph.
const PAUSE: u64 = 4_000;

/// A paragraph ends with its sentence after so many words.
const PARAGRAPH: u32 = 80;

/// A paragraph ends wherever it is after so many words: captions made by machines have no full stops.
const LONGEST: u32 = 160;

/// A line of more bytes comes in parts, each a line.
const LINE: usize = 16 * 1024;

/// Subtitles as a document. Who speaks is known by the names that stand in all of it, so it is gone over twice.
pub(super) fn read(text: &mut Text<'_>, flow: &mut Flow<'_>) -> Result<(), Unreadable> {
    let mut names = CaptionNames::default();
    let has_cues = cues(text, |cue| {
        names.count(&cue);
        true
    })?;
    if !has_cues {
        return Err(broken(
            "no line of it is a time, such as 00:00:01,000 --> 00:00:02,000",
        ));
    }
    let names = names.known();
    let mut said = Said::new(flow.draft("subtitles"));
    cues(text, |cue| {
        said.cue(&cue, &names);
        !said.draft.has_stopped()
    })?;
    said.flush();
    said.draft.finish()
}

/// Gives each cue with what is new in it, as long as more are wanted. False where there is none, new or not.
fn cues(text: &mut Text<'_>, mut take: impl FnMut(CaptionCue) -> bool) -> Result<bool, Unreadable> {
    let (mut cues, mut rolling) = (CaptionCues::default(), RollingCaptions::default());
    let mut lines = text.lines(LINE)?;
    let mut any = false;
    loop {
        let line = lines.next()?;
        let is_over = line.is_none();
        let cue = match line {
            Some(line) => cues.line(line.text),
            None => cues.end(),
        };
        if let Some(cue) = cue {
            any = true;
            let wants = rolling.new_in(cue).is_none_or(&mut take);
            if !wants {
                return Ok(any);
            }
        }
        if is_over {
            return Ok(any);
        }
    }
}

/// A paragraph under way.
struct Said<'f, 'a> {
    draft: Draft<'f, 'a>,
    text: String,
    words: u32,
    from: u64,
    to: u64,
    /// The speaker of the paragraph.
    speaker: Option<String>,
}

impl<'f, 'a> Said<'f, 'a> {
    fn new(draft: Draft<'f, 'a>) -> Self {
        Self {
            draft,
            text: String::new(),
            words: 0,
            from: 0,
            to: 0,
            speaker: None,
        }
    }

    fn cue(&mut self, cue: &CaptionCue, names: &BTreeSet<String>) {
        for turn in captions::turns(cue, names) {
            let speaker = match turn.speaker {
                CaptionSpeaker::Same => self.speaker.clone(),
                CaptionSpeaker::Unknown => None,
                CaptionSpeaker::Named(name) => Some(name),
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
