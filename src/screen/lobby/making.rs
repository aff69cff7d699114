//! The form for a card that a model writes from a corpus: whose it is, and what is read into the corpus first. Pure:
//! whoever draws it has the card made.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
        wrapping,
    },
    CardForm, Lobby, LobbyChoice, LobbySpeaker, ModelSearch, Screen,
};
use crate::text::sanitize::sanitize_line;

/// The longest text of a field, in bytes.
const LONGEST: usize = 4_000;
/// Cells of the names of fields.
const NAMES: usize = 6;

/// A row of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MakingRow {
    Id,
    Name,
    Files,
    Make,
}

const ROWS: [MakingRow; 4] = [
    MakingRow::Id,
    MakingRow::Name,
    MakingRow::Files,
    MakingRow::Make,
];

/// How far the card is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Work {
    Unbegun,
    /// It is being written: what is under way.
    UnderWay(String),
    /// It was not written, and why.
    Failed(String),
}

/// The form, as far as it is filled in.
#[derive(Debug)]
pub(super) struct MakingPage {
    entered: CardForm,
    at: usize,
    work: Work,
    /// The seat whose personas were listed where the form was opened.
    seat: Option<usize>,
}

impl MakingPage {
    pub(super) fn row(&self) -> MakingRow {
        ROWS.get(self.at).copied().unwrap_or(MakingRow::Id)
    }

    /// Whether the card is being written.
    pub(super) fn is_at_work(&self) -> bool {
        matches!(self.work, Work::UnderWay(_))
    }

    fn field(&mut self) -> Option<&mut String> {
        match self.row() {
            MakingRow::Id => Some(&mut self.entered.id),
            MakingRow::Name => Some(&mut self.entered.name),
            MakingRow::Files => Some(&mut self.entered.files),
            MakingRow::Make => None,
        }
    }

    /// Takes a paste into the field that is marked.
    pub(super) fn paste(&mut self, text: &str) {
        // Several files are pasted a line each.
        let between = if self.row() == MakingRow::Files {
            "; "
        } else {
            " "
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let text = lines.collect::<Vec<_>>().join(between);
        self.put(&text);
    }

    fn put(&mut self, text: &str) {
        if self.is_at_work() {
            return;
        }
        // A space at the end goes on in the next word.
        let clean = match text {
            " " => " ".to_owned(),
            text => sanitize_line(text),
        };
        if let Some(field) = self.field()
            && field.len() + clean.len() <= LONGEST
        {
            field.push_str(&clean);
            self.work = Work::Unbegun;
        }
    }

    pub(super) fn render(&self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let inner = parts::boxed("A card from texts", "", Focus::On, area, buf, styles);
        let room = usize::from(inner.width).saturating_sub(NAMES + 3);
        let mut lines: Vec<Line<'static>> = Vec::new();
        for row in ROWS {
            lines.push(self.line(row, room, styles));
        }
        let (text, role) = match &self.work {
            Work::Unbegun => (self.about().to_owned(), StyleRole::Dim),
            Work::UnderWay(what) => (format!("{what}  esc stops it"), StyleRole::Text),
            Work::Failed(why) => (why.clone(), StyleRole::Warning),
        };
        lines.push(Line::default());
        let cells = usize::from(inner.width.saturating_sub(2)).max(1);
        for text in wrapping::rows(&text, cells) {
            lines.push(Line::styled(format!("  {text}"), styles.get(role)));
        }
        // What is said is read to its end, where not all has room: the rows give way.
        let height = usize::from(inner.height);
        let top = match &self.work {
            Work::Unbegun => 0,
            Work::UnderWay(_) | Work::Failed(_) => lines.len().saturating_sub(height),
        };
        for (row, (at, line)) in lines.iter().enumerate().skip(top).take(height).enumerate() {
            let place = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            widgets::line(line, place, buf);
            if at == self.at {
                buf.set_style(place, styles.get(StyleRole::Selection));
            }
        }
    }

    fn line(&self, row: MakingRow, room: usize, styles: &Styles) -> Line<'static> {
        let is_marked = self.row() == row;
        let mark = if is_marked { "▸ " } else { "  " };
        let mark = Span::styled(mark, styles.get(StyleRole::Key));
        let (name, text, none) = match row {
            MakingRow::Id => ("Id", &self.entered.id, "for example ada-lovelace"),
            MakingRow::Name => (
                "Name",
                &self.entered.name,
                "as the card or the texts have it",
            ),
            MakingRow::Files => ("Files", &self.entered.files, "none: the corpus as it is"),
            MakingRow::Make => {
                let make = Span::styled("Write the card", styles.get(StyleRole::Live));
                return Line::from(vec![mark, make]);
            }
        };
        let value = match (text.as_str(), is_marked) {
            ("", false) => widgets::fit(none, room),
            (text, true) => widgets::fit_end(&format!("{text}▌"), room),
            (text, false) => widgets::fit_end(text, room),
        };
        Line::from(vec![
            mark,
            Span::styled(format!("{name:<NAMES$} "), styles.get(StyleRole::Dim)),
            Span::styled(value, styles.get(StyleRole::Text)),
        ])
    }

    fn about(&self) -> &'static str {
        match self.row() {
            MakingRow::Id => {
                "Whose card it is: of small letters, digits and hyphens. Somebody who is there already has theirs written \
                 anew; what you edited in a card that was made stays."
            }
            MakingRow::Name => "The full name, where neither the card nor the texts say it.",
            MakingRow::Files => {
                "What they wrote or said: files and folders, with ; between them, read into the corpus first. Text, \
                 Markdown, HTML, EPUB, PDF, subtitles."
            }
            MakingRow::Make => {
                "A model reads passages from all over the corpus and writes who that was, what they held, each with its \
                 passage, and how they speak. It takes some minutes, and with a small model longer."
            }
        }
    }
}

impl Lobby {
    /// Opens the form; for whoever is marked among the personas, where they are listed.
    pub(super) fn go_to_making(&mut self) {
        let (seat, marked) = match (&self.screen, self.current()) {
            (Screen::Personas { seat }, _) => (Some(*seat), self.listed().get(self.at).copied()),
            (Screen::Settings, super::row::Row::Seat(seat)) => (None, self.lineup.get(seat)),
            _ => (None, None),
        };
        // Whoever was invented has no texts.
        let marked = marked.filter(|at| *at < self.at_hand());
        let person = marked.and_then(|at| self.data.personas.get(at));
        let id = person.map(|one| one.id.clone()).unwrap_or_default();
        let before = self.making.take();
        let is_same = |page: &MakingPage| id.is_empty() || page.entered.id == id;
        self.making = Some(match before.filter(is_same) {
            // What was typed and left is still there.
            Some(page) => MakingPage { seat, ..page },
            None => MakingPage {
                at: if id.is_empty() { 0 } else { 2 },
                entered: CardForm {
                    id,
                    ..CardForm::default()
                },
                work: Work::Unbegun,
                seat,
            },
        });
        self.screen = Screen::Making;
        self.names_model = false;
        self.filter.clear();
    }

    /// Takes a key of the form.
    pub(super) fn type_making(&mut self, key: KeyEvent) -> Option<LobbyChoice> {
        let page = self.making.as_mut()?;
        if page.is_at_work() {
            if key.code == KeyCode::Esc {
                page.work = Work::Failed(
                    "Stopped. Nothing was written; what was read into the corpus stays.".to_owned(),
                );
                return Some(LobbyChoice::StopMaking);
            }
            return None;
        }
        let has_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, has_control) {
            (KeyCode::Esc, _) => self.leave_making(),
            (KeyCode::Up | KeyCode::BackTab, _) => {
                page.at = page.at.checked_sub(1).unwrap_or(ROWS.len() - 1);
            }
            (KeyCode::Down | KeyCode::Tab, _) => page.at = (page.at + 1) % ROWS.len(),
            (KeyCode::Enter, _) if page.row() != MakingRow::Make => page.at += 1,
            (KeyCode::Enter, _) | (KeyCode::Char('s'), true) => return self.make(),
            (KeyCode::Backspace, _) => {
                page.field().map(String::pop);
            }
            (KeyCode::Char('u'), true) => {
                page.field().map(String::clear);
            }
            (KeyCode::Char(letter), false) if !key.modifiers.contains(KeyModifiers::ALT) => {
                page.put(&letter.to_string());
            }
            _ => {}
        }
        None
    }

    fn make(&mut self) -> Option<LobbyChoice> {
        let page = self.making.as_mut()?;
        if page.entered.id.trim().is_empty() {
            page.at = 0;
            page.work = Work::Failed("Say whose card it is: give an id.".to_owned());
            return None;
        }
        page.work = Work::UnderWay("beginning …".to_owned());
        Some(LobbyChoice::Make(page.entered.clone()))
    }

    /// Back to where the form was opened; what was typed is there when it is opened again.
    fn leave_making(&mut self) {
        let seat = self.making.as_ref().and_then(|page| page.seat);
        match seat {
            Some(seat) => self.go_to_personas(seat),
            None => self.screen = Screen::Settings,
        }
    }

    /// Whether a card is being written.
    pub(super) fn is_making(&self) -> bool {
        self.making.as_ref().is_some_and(MakingPage::is_at_work)
    }

    /// Says what is under way while a card is written.
    pub fn card_is_at(&mut self, what: &str) {
        if let Some(page) = self.making.as_mut().filter(|page| page.is_at_work()) {
            page.work = Work::UnderWay(what.to_owned());
        }
    }

    /// The card could not be written: why, and what to do.
    pub fn card_failed(&mut self, why: &str) {
        if let Some(page) = &mut self.making {
            page.work = Work::Failed(why.to_owned());
        }
    }

    /// The card is written: whoever it is of is in the list, marked where personas were being chosen; `told` says where it
    /// is and what was left out. Models are looked for again with the files as they are now.
    pub fn card_made(&mut self, speaker: LobbySpeaker, told: String) {
        let at = self
            .data
            .personas
            .iter()
            .position(|one| one.id == speaker.id);
        let at = if let Some(at) = at {
            if let Some(place) = self.data.personas.get_mut(at) {
                *place = speaker;
            }
            at
        } else {
            let at = self.at_hand();
            self.data.personas.insert(at, speaker);
            self.lineup.make_room(at);
            at
        };
        self.leave_making();
        self.making = None;
        if matches!(self.screen, Screen::Personas { .. }) {
            self.at = at;
        }
        self.data.search = ModelSearch::On;
        self.say(told);
    }
}
