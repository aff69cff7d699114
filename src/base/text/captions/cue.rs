//! The cues of a subtitle file: their times and lines, without numbers, notes and what rolls on from cue to cue.

/// The longest pause between two cues, in milliseconds, over which a repeated line is the same line still standing.
const STANDING: u64 = 250;

/// The most lines that stand on a screen at once.
const SCREEN: usize = 4;

/// A cue: the lines that stand on the screen from a time to a time, in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaptionCue {
    /// The time at which it appears.
    pub from: u64,
    /// The time at which it goes.
    pub to: u64,
    /// Its lines, tags and all.
    pub lines: Vec<String>,
}

/// The bytes of lines that a cue may have; what stands in it beyond that is a cue of the same time.
const CUE: usize = 64 * 1024;

/// CaptionCues in order, as lines come. The number or name above a time belongs to the cue below it, even where no blank line
/// stands between; notes and styles are no cues.
#[derive(Debug, Default)]
pub struct CaptionCues {
    /// The cue that lines belong to: from its time to the next blank line.
    under_way: Option<CaptionCue>,
    bytes: usize,
}

impl CaptionCues {
    /// The next line; gives the cue that is over with it.
    pub fn line(&mut self, line: &str) -> Option<CaptionCue> {
        let is_blank = line.trim_end_matches(['\r', '\n']).is_empty();
        let line = line.trim();
        if let Some((from, to)) = times(line) {
            if let Some(last) = &mut self.under_way {
                let numbered = |line: &mut String| line.bytes().all(|b| b.is_ascii_digit());
                last.lines.pop_if(numbered);
            }
            self.bytes = 0;
            let next = CaptionCue {
                from,
                to,
                lines: Vec::new(),
            };
            return self.under_way.replace(next);
        }
        if is_blank {
            return self.end();
        }
        // Captions made by machines hold a row free with a space: the cue goes on below it.
        if line.is_empty() {
            return None;
        }
        let cue = self.under_way.as_mut()?;
        let over = (self.bytes + line.len() > CUE).then(|| CaptionCue {
            lines: std::mem::take(&mut cue.lines),
            from: cue.from,
            to: cue.to,
        });
        self.bytes = line.len() + if over.is_some() { 0 } else { self.bytes };
        cue.lines.push(line.to_owned());
        over
    }

    /// The last cue.
    pub fn end(&mut self) -> Option<CaptionCue> {
        self.under_way.take()
    }
}

/// Whether a line is the timing of a cue: "00:01:02,500 --> 00:01:04,000".
pub fn is_timing(line: &str) -> bool {
    times(line.trim()).is_some()
}

/// "00:01:02,500 --> 00:01:04.000 align:start" in milliseconds; the hours may be left out.
fn times(line: &str) -> Option<(u64, u64)> {
    let (from, rest) = line.split_once("-->")?;
    Some((time(from.trim())?, time(rest.split_whitespace().next()?)?))
}

fn time(text: &str) -> Option<u64> {
    let (clock, fraction) = text.split_once([',', '.']).unwrap_or((text, "0"));
    let mut seconds: u64 = 0;
    let mut parts = 0;
    for part in clock.split(':') {
        if part.is_empty() || part.len() > 4 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
        parts += 1;
    }
    // So many parts of so many digits are no more milliseconds than a number holds.
    if !(2..=3).contains(&parts) {
        return None;
    }
    let fraction = fraction.get(..3).unwrap_or(fraction);
    let thousandths: u64 = fraction.parse().ok()?;
    let scale = [1000, 100, 10, 1].get(fraction.len())?;
    Some(seconds * 1000 + thousandths * scale)
}

/// The lines said so far, of live captions, which roll. A cue begins with the lines that stood there before, or paints
/// the same line further; that is not said again.
#[derive(Debug, Default)]
pub struct RollingCaptions {
    told: Vec<String>,
    until: u64,
}

impl RollingCaptions {
    /// The new part of a cue, if there is one.
    pub fn new_in(&mut self, mut cue: CaptionCue) -> Option<CaptionCue> {
        let told = &self.told;
        let lines: Vec<String> = cue.lines.iter().map(|line| bare(line)).collect();
        if cue.from <= self.until + STANDING {
            let most = told.len().min(lines.len()).min(SCREEN);
            let same = (1..=most)
                .rev()
                .find(|n| told.get(told.len() - n..) == lines.get(..*n))
                .unwrap_or(0);
            cue.lines.drain(..same);
            if same == 0 {
                painted(told.last(), &mut cue);
            }
        }
        // A line that only stands on is still the last one told.
        if !lines.is_empty() {
            self.told = lines;
        }
        self.until = cue.to.max(cue.from);
        cue.lines.retain(|line| !line.is_empty());
        Some(cue).filter(|cue| !cue.lines.is_empty())
    }
}

/// A line that is the last one and goes on: only what goes on is new.
fn painted(last: Option<&String>, cue: &mut CaptionCue) {
    let (Some(last), Some(first)) = (last, cue.lines.first_mut()) else {
        return;
    };
    let now = bare(first);
    let rest = now.strip_prefix(last.as_str());
    let rest = rest.filter(|rest| rest.starts_with(' ') && last.contains(' '));
    if let Some(rest) = rest {
        rest.trim_start().clone_into(first);
    }
}

/// A line without its tags, for comparing.
fn bare(line: &str) -> String {
    let words = super::markup::untagged(line);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
