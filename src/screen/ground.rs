//! The ground of the terminal, light or dark: asked of it once, before the screen is taken, so that a theme can follow it.

use std::{sync::OnceLock, time::Duration};

use terminal_colorsaurus::{QueryOptions, background_color};

use super::{late_answer, style::ColorSupport, terminal};

/// The longest that a terminal may take to answer. Most answer at once, and those that do not know the question say so.
const DEADLINE: Duration = Duration::from_millis(600);
/// The lightness of a ground, from 0 to 1, above which dark text is read on it.
const LIGHT: f32 = 0.5;

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
            late_answer::expect();
        }
        if ground.ok()?.perceived_lightness() > LIGHT {
            Some(Self::Light)
        } else {
            Some(Self::Dark)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
