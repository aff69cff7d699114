//! The ground of the terminal, light or dark: asked of it once, before the screen is taken, so that a theme can follow it.
//! An answer that comes too late is typed like keys, and taken out from among them.

use std::{
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crossterm::event::{Event, KeyCode, KeyModifiers};
use terminal_colorsaurus::{QueryOptions, background_color};

use super::{style::ColorSupport, terminal};

/// The longest that a terminal may take to answer. Most answer at once, and those that do not know the question say so.
const DEADLINE: Duration = Duration::from_millis(600);
/// The time in which an answer may still come after that.
const LATE: Duration = Duration::from_secs(20);
/// No answer has more letters.
const LONGEST: usize = 40;
/// The lightness of a ground, from 0 to 1, above which dark text is read on it.
const LIGHT: f32 = 0.5;
/// Whether the terminal was asked and has not answered in time.
static UNANSWERED: AtomicBool = AtomicBool::new(false);

/// The ground that text stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Dark text on a light ground.
    Light,
    /// Light text on a dark ground, or one that is not known.
    Dark,
}

impl Ground {
    /// The ground of this terminal. The terminal is asked at the first call alone, and only as long as nothing is drawn
    /// on it: later its answer would be taken for keys.
    pub fn of_terminal() -> Self {
        static ASKED: OnceLock<Ground> = OnceLock::new();
        *ASKED.get_or_init(|| {
            if ColorSupport::from_env() == ColorSupport::None {
                return Self::Dark;
            }
            let said = std::env::var("COLORFGBG").ok();
            let said = said.as_deref().and_then(Self::said);
            said.or_else(Self::asked).unwrap_or(Self::Dark)
        })
    }

    /// The ground that `COLORFGBG` tells, as rxvt and Konsole set it: the number of the text's colour among the sixteen,
    /// and last that of the ground's.
    fn said(colours: &str) -> Option<Self> {
        let (_, ground) = colours.rsplit_once(';')?;
        match ground.trim().parse().ok()? {
            0_u8..=6 | 8 => Some(Self::Dark),
            7 | 9..=15 => Some(Self::Light),
            16.. => None,
        }
    }

    fn asked() -> Option<Self> {
        if terminal::is_taken() {
            return None;
        }
        let mut options = QueryOptions::default();
        options.timeout = DEADLINE;
        // The ground alone: not every terminal tells the colour of its text.
        let ground = background_color(options);
        if let Err(terminal_colorsaurus::Error::Timeout(_)) = &ground {
            UNANSWERED.store(true, Ordering::SeqCst);
        }
        if ground.ok()?.perceived_lightness() > LIGHT {
            Some(Self::Light)
        } else {
            Some(Self::Dark)
        }
    }
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

    #[test]
    fn the_surroundings_tell_the_ground() {
        for (colours, ground) in [
            ("15;0", Some(Ground::Dark)),
            ("0;15", Some(Ground::Light)),
            ("0;default;15", Some(Ground::Light)),
            ("7;8", Some(Ground::Dark)),
            ("0;7", Some(Ground::Light)),
            ("default;default", None),
            ("15", None),
            ("0;300", None),
            ("", None),
        ] {
            assert_eq!(Ground::said(colours), ground, "{colours}");
        }
    }
}
