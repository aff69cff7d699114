//! Captions of a debate: what was said, in paragraphs with their times, and with names where the captions have them.

use crate::text::{
    captions::{self, CaptionNames, CaptionSpeaker},
    count_words,
    sanitize::sanitize,
    sentence, upper_first,
};

/// The number of lines at the top of a file among which the first time stands.
const TOP: usize = 40;
/// A pause of so many milliseconds ends a paragraph.
const PAUSE: u64 = 2_000;
/// The fewest words after which a paragraph ends with its sentence, and the most after which it ends anyhow: captions
/// made by machines have no full stops.
const WORDS: (u32, u32) = (12, 40);

/// A paragraph of captions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heard {
    /// Seconds since the beginning.
    pub(super) at: f64,
    /// The speaker, where the captions name one.
    pub(super) speaker: Option<String>,
    /// Whether a mark says that somebody else begins here.
    pub(super) begins: bool,
    /// The words.
    pub(super) text: String,
}

/// Whether a text is a file of captions.
pub(super) fn are(text: &str) -> bool {
    let mut top = text.lines().filter(|line| !line.trim().is_empty());
    let is_headed = text.trim_start().starts_with("WEBVTT");
    let most = if is_headed { TOP } else { 2 };
    top.by_ref().take(most).any(captions::is_timing)
}

/// The paragraphs of captions. Who is named once goes on until another begins; `speaks` says of a name before a colon
/// whether one of the people has it.
pub(super) fn heard(text: &str, speaks: impl Fn(&str) -> bool) -> Vec<Heard> {
    let cues = captions::new_cues(text);
    let mut names = CaptionNames::default();
    for cue in &cues {
        names.count(cue);
    }
    let names = names.known_or(speaks);
    let mut all: Vec<Heard> = Vec::new();
    let mut until = 0;
    let mut speaker: Option<String> = None;
    for cue in &cues {
        for turn in captions::turns(cue, &names) {
            let text = sanitize(&turn.text);
            let next = match turn.speaker {
                CaptionSpeaker::Same => speaker.clone(),
                CaptionSpeaker::Unknown => None,
                CaptionSpeaker::Named(name) => Some(capitals(&name)),
            };
            let begins = turn.begins || next != speaker;
            speaker = next;
            let goes_on = all.last().filter(|last| {
                let words = count_words(&last.text);
                let is_full =
                    words >= WORDS.1 || words >= WORDS.0 && sentence::is_at_end(&last.text);
                !begins && !is_full && cue.from.saturating_sub(until) < PAUSE
            });
            if goes_on.is_some()
                && let Some(last) = all.last_mut()
            {
                last.text.push(' ');
                last.text.push_str(text.trim());
            } else {
                all.push(Heard {
                    at: (cue.from / 1_000) as f64,
                    speaker: speaker.clone(),
                    begins,
                    text: text.trim().to_owned(),
                });
            }
            until = cue.to;
        }
    }
    all.retain(|one| !one.text.is_empty());
    all
}

/// A name as names are written: voices may be in small letters.
fn capitals(name: &str) -> String {
    if name.chars().any(char::is_uppercase) {
        return name.to_owned();
    }
    let words: Vec<String> = name.split_whitespace().map(upper_first).collect();
    words.join(" ")
}

/// The lines of a transcript, where every paragraph is somebody's; `None` where some are nobody's. Each with its number.
pub(super) fn lines(heard: &[Heard]) -> Option<Vec<(usize, String)>> {
    let mut last: Option<&str> = None;
    let mut lines = Vec::new();
    for (number, one) in (1..).zip(heard) {
        let speaker = one.speaker.as_deref()?;
        let goes_on = last.replace(speaker) == Some(speaker) && !one.begins;
        lines.push((
            number,
            if goes_on {
                one.text.clone()
            } else {
                format!("[{}] {speaker}: {}", time(one.at), one.text)
            },
        ));
    }
    Some(lines)
}

/// Seconds as transcripts have them: "00:01:02".
pub(super) fn time(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    format!(
        "{:02}:{:02}:{:02}",
        whole / 3_600,
        whole / 60 % 60,
        whole % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMED: &str = "1\n00:00:01,000 --> 00:00:03,000\n<v Orla Fenwick>I have kept the engines.\n\n\
        2\n00:00:03,200 --> 00:00:05,000\nFor nineteen winters.\n\n\
        3\n00:00:06,000 --> 00:00:08,000\n<v Ines Calloway>And I the books.\n";

    #[test]
    fn named_captions_are_a_transcript() {
        assert!(are(NAMED) && !are("Motion: a --> b\n\nSMITH: Yes."));
        let heard = heard(NAMED, |_| false);
        let lines = lines(&heard).unwrap();
        let texts: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
        assert_eq!(
            texts,
            [
                "[00:00:01] Orla Fenwick: I have kept the engines. For nineteen winters.",
                "[00:00:06] Ines Calloway: And I the books."
            ]
        );
    }

    #[test]
    fn arrows_say_that_somebody_begins_and_not_who() {
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000\n>> Good evening.\n\n00:02.000 --> 00:03.000\n>> Thank you.\n";
        let heard = heard(text, |_| false);
        assert_eq!(heard.len(), 2);
        assert!(heard.iter().all(|one| one.begins && one.speaker.is_none()));
        assert_eq!(lines(&heard), None);
    }
}
