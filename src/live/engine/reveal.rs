//! Text that a model has written and the house has not yet heard. Text goes in as it comes and is released at the
//! chosen pace: at once, or word by word. Nothing that is released reaches across the end of a sentence, so the rules
//! can interrupt at every one of them.
//!
//! Pure: time is handed in as the milliseconds of the debate's clock.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::{
    debate::{command::Pace, decide::Unspoken, event::CallReport},
    llm::Finish,
    text::{count_words, first_word, sentence},
};

/// The grain in which paced text is released, in milliseconds. Below this a screen gains nothing.
const GRAIN_MS: f64 = 60.0;
/// The most bytes without white space that can be a word of a language that has spaces: more are released as they come.
const LONGEST_WORD: usize = 120;

/// The unheard rest of one speech.
#[derive(Debug, Default)]
pub(super) struct Reveal {
    /// Written and not released.
    text: String,
    /// Whether the model has written all, though its call may go on.
    is_whole: bool,
    /// Set when the call has ended.
    report: Option<CallReport>,
    /// Whether the model stopped there for want of room.
    at_limit: bool,
    /// The time at which the next word may be released, in milliseconds.
    due_ms: f64,
}

impl Reveal {
    /// Nothing is written yet, and nothing is released before `from_ms`.
    pub(super) fn from(from_ms: u64) -> Self {
        Self {
            due_ms: from_ms as f64,
            ..Self::default()
        }
    }

    /// More was written.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// All is written, but for a few letters that are still looked at. A server may keep the line open after that: the
    /// bell does not take the last sentences from a speech for it.
    pub(super) fn complete(&mut self) {
        self.is_whole = true;
    }

    /// The call has ended. What was cut off in the middle of a sentence for want of room is given up, if a whole
    /// sentence stands before it.
    pub(super) fn finish(&mut self, report: CallReport, finish: Finish) {
        if finish == Finish::Length {
            self.keep_sentences();
            self.at_limit = true;
        }
        self.is_whole = true;
        self.report = Some(report);
    }

    /// Gives up an unfinished last sentence, if a whole one stands before it.
    pub(super) fn keep_sentences(&mut self) {
        let kept = sentence::last_end(&self.text);
        if kept > 0 {
            self.text.truncate(kept);
        }
    }

    /// The report, if the call has ended.
    pub(super) fn report(&self) -> Option<&CallReport> {
        self.report.as_ref()
    }

    /// The report, once the call has ended and all is released, and whether it stopped there for want of room.
    pub(super) fn drained(&self) -> Option<(&CallReport, bool)> {
        let report = self.report.as_ref().filter(|_| self.text.is_empty())?;
        Some((report, self.at_limit))
    }

    /// The time at which there will be something to release; `None` where nothing is known to come.
    pub(super) fn wake_ms(&self, pace: Pace) -> Option<u64> {
        let ready = match pace.words_per_minute() {
            None => self.sentence() > 0,
            Some(_) => self.first_word().is_some(),
        };
        ready.then(|| match pace.words_per_minute() {
            None => 0,
            Some(_) => self.due_ms.ceil() as u64,
        })
    }

    /// The next piece that may be released at `now_ms`, with what waits behind it.
    pub(super) fn release(&mut self, now_ms: u64, pace: Pace) -> Option<(String, Unspoken)> {
        let length = match pace.words_per_minute() {
            None => self.sentence(),
            Some(words_per_minute) => {
                self.words(now_ms as f64, 60_000.0 / f64::from(words_per_minute))
            }
        };
        if length == 0 {
            return None;
        }
        let rest = self.text.split_off(length);
        let piece = std::mem::replace(&mut self.text, rest);
        let behind = if self.is_whole {
            Unspoken::Written(count_words(&self.text))
        } else {
            Unspoken::Unfinished
        };
        Some((piece, behind))
    }

    /// Up to the end of the first sentence, or all there is: without a word that may go on, so that neither the bell
    /// nor the end of the time falls into one.
    fn sentence(&self) -> usize {
        let whole = || match self.report {
            Some(_) => self.text.len(),
            None => self.whole_words(),
        };
        sentence::first_end(&self.text).unwrap_or_else(whole)
    }

    fn whole_words(&self) -> usize {
        let words = self
            .text
            .trim_end_matches(|letter: char| !letter.is_whitespace());
        let unfinished = self.text.len() - words.len();
        if unfinished <= LONGEST_WORD {
            return words.len();
        }
        // More may come that belongs to the last letter.
        let last = self.text.grapheme_indices(true).next_back();
        last.map_or(0, |(at, _)| at)
    }

    /// Whole words that are due, up to the end of the first sentence.
    fn words(&mut self, now: f64, word_ms: f64) -> usize {
        // Time in which there was nothing to say is not made up for.
        let starved = now - GRAIN_MS.max(word_ms);
        self.due_ms = self.due_ms.max(starved);
        let end = self.sentence();
        let mut length = 0;
        while self.due_ms <= now && length < end {
            let Some(word) = self
                .text
                .get(length..end)
                .and_then(|rest| self.word_in(rest))
            else {
                break;
            };
            length += word;
            self.due_ms += word_ms;
        }
        length
    }

    fn first_word(&self) -> Option<usize> {
        self.word_in(&self.text)
    }

    /// The length of the first word of `text` and the white space around it; `None` where the word may go on.
    fn word_in(&self, text: &str) -> Option<usize> {
        let end = first_word(text);
        let tail = text.get(end..).unwrap_or_default();
        if !tail.is_empty() {
            return Some(text.len() - tail.trim_start().len());
        }
        (self.report.is_some() && !text.is_empty()).then_some(text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(reveal: &mut Reveal, now_ms: u64, pace: Pace) -> Vec<String> {
        std::iter::from_fn(|| reveal.release(now_ms, pace))
            .map(|(text, _)| text)
            .collect()
    }

    #[test]
    fn at_once_means_at_once_but_sentence_by_sentence() {
        let mut reveal = Reveal::from(0);
        reveal.push("One two. Three fo");
        assert_eq!(
            all(&mut reveal, 0, Pace::Instant),
            ["One two. ", "Three "],
            "what may be half a word waits for its other half"
        );
        reveal.push("ur. ");
        assert_eq!(all(&mut reveal, 0, Pace::Instant), ["four. "]);
        assert!(reveal.drained().is_none());
        reveal.finish(CallReport::default(), Finish::Stop);
        assert!(reveal.drained().is_some());
    }

    #[test]
    fn what_is_written_whole_is_known_to_be_before_its_call_has_ended() {
        let mut reveal = Reveal::from(0);
        reveal.push("One two. Three four. ");
        let unfinished = reveal.release(0, Pace::Instant).unwrap().1;
        assert_eq!(unfinished, Unspoken::Unfinished);
        reveal.push("Five. ");
        reveal.complete();
        let written = reveal.release(0, Pace::Instant).unwrap().1;
        assert_eq!(written, Unspoken::Written(1));
        assert!(reveal.drained().is_none(), "the call goes on");
    }

    #[test]
    fn a_pace_releases_so_many_words_a_minute() {
        let mut reveal = Reveal::from(0);
        let text: Vec<String> = (0..600).map(|i| format!("w{i}")).collect();
        reveal.push(&text.join(" "));
        reveal.finish(CallReport::default(), Finish::Stop);
        let mut said = 0;
        let mut now = 0;
        while let Some(wake) = reveal.wake_ms(Pace::Reading) {
            now = now.max(wake);
            said += all(&mut reveal, now, Pace::Reading)
                .iter()
                .map(|t| count_words(t))
                .sum::<u32>();
        }
        assert_eq!(said, 600);
        assert!(
            (119_000..=121_000).contains(&now),
            "600 words at 300 a minute take two minutes, not {now} ms"
        );
    }

    #[test]
    fn a_word_that_may_go_on_is_not_released_and_lost_time_is_not_made_up_for() {
        let mut reveal = Reveal::from(0);
        reveal.push("alone");
        assert_eq!(reveal.wake_ms(Pace::Live), None);
        reveal.push(" together with many others in a row");
        assert!(
            all(&mut reveal, 60_000, Pace::Live).len() <= 2,
            "a minute of silence is not a minute of words"
        );
    }

    #[test]
    fn a_sentence_cut_off_for_want_of_room_is_given_up() {
        let mut reveal = Reveal::from(0);
        reveal.push("Whole one. Half a");
        reveal.finish(CallReport::default(), Finish::Length);
        assert_eq!(all(&mut reveal, 0, Pace::Instant).concat(), "Whole one. ");
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost_and_no_sentence_end_is_crossed(chunks in proptest::collection::vec("[a-z .!\n]{0,12}", 0..20), step in 1_u64..2_000) {
            let mut reveal = Reveal::from(0);
            let mut said = String::new();
            let mut now = 0;
            for chunk in &chunks {
                reveal.push(chunk);
                now += step;
                for piece in all(&mut reveal, now, Pace::Reading) {
                    proptest::prop_assert!(sentence::first_end(&piece).is_none_or(|end| end == piece.len()));
                    said += &piece;
                }
            }
            reveal.finish(CallReport::default(), Finish::Stop);
            while let Some(wake) = reveal.wake_ms(Pace::Reading) {
                now = now.max(wake);
                said.extend(all(&mut reveal, now, Pace::Reading));
            }
            proptest::prop_assert_eq!(said, chunks.concat());
        }
    }

    #[test]
    fn no_word_is_released_before_it_is_whole() {
        let mut reveal = Reveal::from(0);
        let mut heard = Vec::new();
        for piece in [
            "We do not",
            " t",
            "rust th",
            "e answer",
            " tonight. And",
            " so",
        ] {
            reveal.push(piece);
            while let Some((text, _)) = reveal.release(0, Pace::Instant) {
                heard.push(text);
            }
            assert_eq!(
                reveal.wake_ms(Pace::Instant),
                None,
                "nobody waits for half a word"
            );
        }
        assert_eq!(
            heard,
            [
                "We do ",
                "not ",
                "trust ",
                "the ",
                "answer tonight. ",
                "And "
            ]
        );
        reveal.finish(CallReport::default(), Finish::Stop);
        assert_eq!(reveal.release(0, Pace::Instant).unwrap().0, "so");
        // A script without spaces has no such words; and what belongs to a letter is not torn from it.
        let mut reveal = Reveal::from(0);
        reveal.push(&"自由".repeat(40));
        reveal.push("e");
        assert_eq!(
            reveal.release(0, Pace::Instant).unwrap().0,
            "自由".repeat(40)
        );
        reveal.push("\u{301}");
        assert_eq!(reveal.release(0, Pace::Instant), None);
        reveal.finish(CallReport::default(), Finish::Stop);
        assert_eq!(reveal.release(0, Pace::Instant).unwrap().0, "e\u{301}");
    }
}
