//! Captions as SubRip and WebVTT files have them: cues with their times, what is new in each of them, and the turns of
//! speakers within. Pure: whoever reads a file hands in its lines.

mod cue;
mod markup;
mod voice;

pub use cue::{CaptionCue, CaptionCues, RollingCaptions, is_timing};
pub use voice::{CaptionNames, CaptionSpeaker, CaptionTurn, turns};

/// The cues of a whole text, each with what is new in it.
pub fn new_cues(text: &str) -> Vec<CaptionCue> {
    let (mut cues, mut rolling) = (CaptionCues::default(), RollingCaptions::default());
    let mut found = Vec::new();
    for line in text.lines() {
        found.extend(cues.line(line).and_then(|cue| rolling.new_in(cue)));
    }
    found.extend(cues.end().and_then(|cue| rolling.new_in(cue)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form of captions that machines make: each cue shows the line before once more and paints the next.
    #[test]
    fn rolling_lines_are_said_once() {
        let text = "WEBVTT\nKind: captions\n\n\
            00:00:01.000 --> 00:00:03.000\n \nwe would<00:00:01.500><c> build</c> the bridge\n\n\
            00:00:03.000 --> 00:00:03.010\nwe would build the bridge\n \n\n\
            00:00:03.010 --> 00:00:06.000\nwe would build the bridge\nand <c>pay for it</c> with tolls\n\n\
            00:00:06.000 --> 00:00:06.010\nand pay for it with tolls\n \n\n\
            00:00:06.010 --> 00:00:09.000\nand pay for it with tolls\nfor thirty years\n";
        let said: Vec<String> = new_cues(text)
            .iter()
            .flat_map(|cue| turns(cue, &CaptionNames::default().known()))
            .map(|turn| turn.text)
            .collect();
        assert_eq!(
            said,
            [
                "we would build the bridge",
                "and pay for it with tolls",
                "for thirty years"
            ]
        );
    }

    #[test]
    fn a_time_is_told_from_a_line_with_an_arrow() {
        assert!(is_timing("00:01,500 --> 00:02,000 align:start"));
        assert!(!is_timing("from here --> to there"));
    }
}
