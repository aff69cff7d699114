//! The screen in ASCII: what was drawn, with a form of one character in the place of every sign that not every terminal
//! and not every font has. Letters stay where the terminal knows them.

use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::buffer::Buffer;

use crate::text::ascii;

/// Whether the screen is drawn so.
static WANTED: AtomicBool = AtomicBool::new(false);

/// The letters that a terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Those of all languages.
    All,
    /// Those of ASCII alone.
    Plain,
}

impl Letters {
    /// The letters that the locale has, by the variables of the environment, asked through `var`. Where none is set, the
    /// terminal is taken to know all of them.
    pub(crate) fn of_locale(var: impl Fn(&str) -> Option<String>) -> Self {
        // The first of them that is set is what counts.
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
        let is_unicode = |locale: String| {
            let locale = locale.to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        };
        if cfg!(not(unix)) || locale.is_none_or(is_unicode) {
            Self::All
        } else {
            Self::Plain
        }
    }

    /// Those that the locale of this process has.
    fn of_process() -> Self {
        Self::of_locale(|name| std::env::var(name).ok())
    }
}

/// Draws the screen in ASCII from now on, or not; where nobody has said, as the locale has it.
pub fn use_ascii(is_wanted: Option<bool>) {
    let is_wanted = is_wanted.unwrap_or_else(|| Letters::of_process() == Letters::Plain);
    WANTED.store(is_wanted, Ordering::SeqCst);
}

/// Whether the screen is drawn in ASCII.
pub(crate) fn is_used() -> bool {
    WANTED.load(Ordering::SeqCst)
}

/// Puts the forms into what was drawn, where they are wanted.
pub(crate) fn put(buf: &mut Buffer) {
    if is_used() {
        redraw(buf, Letters::of_process());
    }
}

/// Puts the forms into what was drawn.
fn redraw(buf: &mut Buffer, letters: Letters) {
    let columns = usize::from(buf.area.width).max(1);
    for at in 0..buf.content.len() {
        let Some(first) = buf
            .content
            .get(at)
            .and_then(|cell| cell.symbol().chars().next())
        else {
            continue;
        };
        if first.is_ascii() {
            continue;
        }
        // Cells behind it on the same row that are empty: an ellipsis has three characters where there is room.
        let rest = columns - at % columns - 1;
        let behind = buf
            .content
            .get(at + 1..at + 1 + rest.min(3))
            .unwrap_or_default();
        let is_free = behind.iter().all(|cell| cell.symbol() == " ");
        if first == '…' && behind.len() == 3 && is_free {
            for cell in buf.content.iter_mut().skip(at).take(3) {
                cell.set_char('.');
            }
            continue;
        }
        let form = match (ascii::sign(first), letters) {
            (Some(form), _) => form,
            (None, Letters::Plain) => ascii::letter(first),
            (None, Letters::All) if first.is_alphanumeric() => continue,
            (None, Letters::All) => match ascii::letter(first) {
                '?' => '*',
                form => form,
            },
        };
        if let Some(cell) = buf.content.get_mut(at) {
            cell.set_char(form);
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::{layout::Rect, style::Style};

    use super::*;
    use crate::{
        keymap::Keymap, panes::situation::ChamberMode, tests::fixture::DebateFixture, ui::Ui, view,
    };

    fn drawn(text: &str, letters: Letters) -> String {
        let mut buf = Buffer::empty(Rect::new(0, 0, 20, 1));
        buf.set_string(0, 0, text, Style::new());
        redraw(&mut buf, letters);
        let cells = buf.content.iter().map(ratatui::buffer::Cell::symbol);
        cells.collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn signs_have_forms_and_letters_stay_where_the_terminal_has_them() {
        assert_eq!(drawn("╭ Châtelet ─╮", Letters::All), "+ Châtelet -+");
        assert_eq!(drawn("╭ Châtelet ─╮", Letters::Plain), "+ Chatelet -+");
        assert_eq!(drawn("writing …", Letters::All), "writing ...");
        assert_eq!(drawn("Oppos… 7", Letters::All), "Oppos~ 7");
        // A sign of two cells has the form of one, and an empty cell behind it.
        assert_eq!(drawn("✋ up", Letters::All), "!  up");
        assert_eq!(drawn("❂ 動議", Letters::All), "* 動 議");
    }

    #[test]
    fn every_sign_of_the_chamber_has_a_form_of_its_own() {
        for debate in [
            DebateFixture::speaking(),
            DebateFixture::divided(),
            DebateFixture::judged(1),
            DebateFixture::panel(),
            DebateFixture::at_once(),
        ] {
            let area = Rect::new(0, 0, 120, 40);
            let mut buf = Buffer::empty(area);
            let mut ui = Ui::new(ChamberMode::Live, Keymap::default(), Vec::new());
            view::render(area, &mut buf, &mut ui, &debate.state);
            let signs: Vec<char> = buf
                .content
                .iter()
                .filter_map(|cell| cell.symbol().chars().next())
                // Pictures stand in what is said, and are no signs of the screen.
                .filter(|first| !first.is_alphanumeric() && u32::from(*first) < 0x1_f000)
                .collect();
            let icons = debate
                .state
                .speakers()
                .iter()
                .map(|one| one.card.icon.as_str());
            let icons: String = icons.collect();
            for sign in signs {
                let is_known = ascii::sign(sign).is_some() || icons.contains(sign);
                assert!(is_known, "{sign:?}");
            }
            redraw(&mut buf, Letters::Plain);
            assert!(buf.content.iter().all(|cell| cell.symbol().is_ascii()));
        }
    }

    #[test]
    fn a_locale_that_is_no_unicode_has_plain_letters() {
        let of = |name: &'static str, value: &'static str| {
            Letters::of_locale(move |asked| (asked == name).then(|| value.to_owned()))
        };
        for (name, value, expected) in [
            ("LANG", "en_GB.UTF-8", Letters::All),
            ("LC_ALL", "C.utf8", Letters::All),
            ("LC_ALL", "C", Letters::Plain),
            ("LC_CTYPE", "de_DE.ISO-8859-1", Letters::Plain),
            ("OTHER", "C", Letters::All),
        ] {
            let expected = if cfg!(unix) { expected } else { Letters::All };
            assert_eq!(of(name, value), expected, "{name}={value}");
        }
    }
}
