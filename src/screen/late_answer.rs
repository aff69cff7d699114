//! An answer of the terminal that comes when nobody waits for it any more: it is typed like keys, and taken out from among
//! them.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use crossterm::event::{Event, KeyCode, KeyModifiers};

/// The time in which an answer may still come.
const LATE: Duration = Duration::from_secs(20);
/// No answer has more letters.
const LONGEST: usize = 40;
/// Whether the terminal was asked and has not answered in time.
static UNANSWERED: AtomicBool = AtomicBool::new(false);

/// The terminal was asked and has not answered in time.
pub(crate) fn expect() {
    UNANSWERED.store(true, Ordering::SeqCst);
}

/// The answer of a slow terminal among the keys: `ESC ] 11 ; rgb:… ESC \`, or BEL at its end, as keys are read.
#[derive(Debug)]
pub(crate) struct LateAnswer {
    /// The time until which it may come; nothing where none is awaited.
    until: Option<Instant>,
    /// The number of its letters that came, while it comes.
    inside: Option<usize>,
}

impl LateAnswer {
    /// What may come from a terminal that was asked, from now on.
    pub(crate) fn awaited() -> Self {
        let is_awaited = UNANSWERED.load(Ordering::SeqCst);
        Self::until(is_awaited.then(|| Instant::now() + LATE))
    }

    fn until(until: Option<Instant>) -> Self {
        Self {
            until,
            inside: None,
        }
    }

    /// Whether an event is part of the answer, and no key of anybody's.
    pub(crate) fn takes(&mut self, event: &Event, now: Instant) -> bool {
        let Event::Key(key) = event else {
            return false;
        };
        if self.until.is_none_or(|until| now > until) {
            return false;
        }
        let with = key.modifiers;
        match (key.code, self.inside) {
            (KeyCode::Char(']'), None) if with == KeyModifiers::ALT => self.inside = Some(0),
            (KeyCode::Char('\\'), Some(_)) if with == KeyModifiers::ALT => self.inside = None,
            (KeyCode::Char('g'), Some(_)) if with == KeyModifiers::CONTROL => self.inside = None,
            (KeyCode::Char(letter), Some(count)) if count < LONGEST && is_of_answer(letter) => {
                self.inside = Some(count + 1);
            }
            _ => {
                self.inside = None;
                return false;
            }
        }
        true
    }
}

fn is_of_answer(letter: char) -> bool {
    letter.is_ascii_hexdigit() || matches!(letter, ';' | ':' | '/' | 'r' | 'g' | 'b' | '#')
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyEvent;

    use super::*;

    /// The keys that are left of these, with the answer taken out: letters, or what is pressed with alt or control.
    fn left(typed: &[(char, KeyModifiers)], late: &mut LateAnswer, now: Instant) -> String {
        let keys = typed.iter().filter(|(letter, with)| {
            let key = KeyEvent::new(KeyCode::Char(*letter), *with);
            !late.takes(&Event::Key(key), now)
        });
        keys.map(|(letter, _)| letter).collect()
    }

    fn plain(text: &str) -> Vec<(char, KeyModifiers)> {
        text.chars()
            .map(|letter| (letter, KeyModifiers::NONE))
            .collect()
    }

    #[test]
    fn a_late_answer_is_taken_out_from_among_the_keys() {
        let (alt, control) = (KeyModifiers::ALT, KeyModifiers::CONTROL);
        let now = Instant::now();
        for end in [('\\', alt), ('g', control)] {
            let mut typed = plain("te");
            typed.push((']', alt));
            typed.extend(plain("11;rgb:ffff/cdcd/f0f0"));
            typed.push(end);
            typed.extend(plain("a"));
            let mut late = LateAnswer::until(Some(now + LATE));
            assert_eq!(left(&typed, &mut late, now), "tea");
            // Nobody was asked, or it was long ago: all are keys.
            let all: String = typed.iter().map(|(letter, _)| *letter).collect();
            assert_eq!(left(&typed, &mut LateAnswer::until(None), now), all);
            let past = now + LATE + Duration::from_secs(1);
            assert_eq!(
                left(&typed, &mut LateAnswer::until(Some(now + LATE)), past),
                all
            );
        }
        // What is no answer is given back to whoever typed it, but for its beginning.
        let mut late = LateAnswer::until(Some(now + LATE));
        let mut typed = vec![(']', alt)];
        typed.extend(plain("query"));
        assert_eq!(left(&typed, &mut late, now), "query");
        let mut late = LateAnswer::until(Some(now + LATE));
        let mut typed = vec![(']', alt)];
        typed.extend(plain(&"f".repeat(60)));
        assert_eq!(left(&typed, &mut late, now).len(), 20);
    }
}
