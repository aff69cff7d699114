//! The cues of a subtitle file: their times and lines, without numbers, notes and what rolls on from cue to cue.

/// The longest pause between two cues, in milliseconds, over which a repeated line is the same line still standing.
const STANDING: u64 = 250;

/// The most lines that stand on a screen at once.
const SCREEN: usize = 4;

/// What stands on the screen from a time to a time, in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Cue {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) lines: Vec<String>,
}

/// Every cue in order. The number or name above a time belongs to the cue below it, even where no blank line stands
/// between; notes and styles are no cues.
pub(super) fn all(text: &str) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    // Whether lines belong to the last cue: from its time to the next blank line.
    let mut within = false;
    for line in text.lines().map(str::trim) {
        if let Some((from, to)) = times(line) {
            if let Some(last) = cues.last_mut().filter(|_| within) {
                let numbered = |line: &String| line.bytes().all(|b| b.is_ascii_digit());
                last.lines.pop_if(|line| numbered(line));
            }
            cues.push(Cue {
                from,
                to,
                lines: Vec::new(),
            });
            within = true;
        } else if line.is_empty() {
            within = false;
        } else if let Some(last) = cues.last_mut().filter(|_| within) {
            last.lines.push(line.to_owned());
        }
    }
    cues
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
    let fraction = fraction.get(..3).unwrap_or(fraction);
    let thousandths: u64 = fraction.parse().ok()?;
    let scale = [1000, 100, 10, 1].get(fraction.len())?;
    (2..=3)
        .contains(&parts)
        .then_some(seconds * 1000 + thousandths * scale)
}

/// Live captions roll: a cue begins with the lines that stood there before, or paints the same line further. What
/// has been said is not said again.
pub(super) fn without_rolling(cues: Vec<Cue>) -> Vec<Cue> {
    let mut told: Vec<String> = Vec::new();
    let mut until = 0;
    let mut kept = Vec::new();
    for mut cue in cues {
        let lines: Vec<String> = cue.lines.iter().map(|line| bare(line)).collect();
        if cue.from <= until + STANDING {
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
            told = lines;
        }
        until = cue.to.max(cue.from);
        cue.lines.retain(|line| !line.is_empty());
        if !cue.lines.is_empty() {
            kept.push(cue);
        }
    }
    kept
}

/// A line that is the last one and goes on: only what goes on is new.
fn painted(last: Option<&String>, cue: &mut Cue) {
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
    let words = super::voice::untagged(line);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
