//! The form for a server: its address, a key, a model; tried out before it is kept. Pure: whoever draws it asks the
//! server. The key is never drawn, and never printed.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::super::{
    parts,
    style::{StyleRole, Styles},
    widgets::{self, Focus},
    wrapping,
};
use crate::text::sanitize::sanitize_line;

/// The longest text of a field, in bytes.
const LONGEST: usize = 2_000;
/// So many letters of a key are counted on the screen; more are not told.
const DOTS: usize = 24;
/// Cells of the names of fields.
const NAMES: usize = 8;

/// A server as it is entered.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct ServerForm {
    /// The address of the server.
    pub address: String,
    /// The key; empty where none is wanted, or the one that is known already.
    pub key: String,
    /// The name of the model at the server; empty where one is to be chosen.
    pub model: String,
}

impl fmt::Debug for ServerForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerForm")
            .field("has_address", &!self.address.is_empty())
            .field("has_key", &!self.key.is_empty())
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// A row of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormRow {
    Address,
    Key,
    Model,
    Try,
    Keep,
}

const ROWS: [FormRow; 5] = [
    FormRow::Address,
    FormRow::Key,
    FormRow::Model,
    FormRow::Try,
    FormRow::Keep,
];

/// What is known of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Trial {
    /// It was not asked, or not with what stands there now.
    Untried,
    /// It is being asked: what is under way.
    Asking(String),
    Well(String),
    Failed(String),
}

/// What a key of the form leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FormOutcome {
    /// The form goes on.
    Stay,
    /// The server is to be tried out.
    Try,
    /// The trial is to be stopped.
    StopTrying,
    /// The server is to be kept.
    Keep,
    /// The form is left.
    Leave,
}

/// The form, as far as it is filled in.
#[derive(Debug)]
pub(super) struct FormPage {
    pub(super) entered: ServerForm,
    at: usize,
    trial: Trial,
    /// The models that the server lists.
    models: Vec<String>,
    /// Where it is kept, in words.
    kept: String,
}

impl FormPage {
    /// An empty form, or one with an address. `kept` says where a server is kept.
    pub(super) fn new(address: Option<&str>, kept: &str) -> Self {
        Self {
            entered: ServerForm {
                address: address.unwrap_or_default().to_owned(),
                ..ServerForm::default()
            },
            at: usize::from(address.is_some()),
            trial: Trial::Untried,
            models: Vec::new(),
            kept: kept.to_owned(),
        }
    }

    pub(super) fn row(&self) -> FormRow {
        ROWS.get(self.at).copied().unwrap_or(FormRow::Address)
    }

    /// Whether the server is being asked.
    pub(super) fn is_asking(&self) -> bool {
        matches!(self.trial, Trial::Asking(_))
    }

    /// Whether anything was typed.
    pub(super) fn is_blank(&self) -> bool {
        let ServerForm {
            address,
            key,
            model,
        } = &self.entered;
        address.is_empty() && key.is_empty() && model.is_empty()
    }

    /// Says what is under way.
    pub(super) fn is_at(&mut self, what: &str) {
        if self.is_asking() {
            self.trial = Trial::Asking(what.to_owned());
        }
    }

    /// The server has answered: its model, and all that it lists.
    pub(super) fn answered(&mut self, model: &str, models: Vec<String>) {
        let listed = match models.len() {
            0 => String::new(),
            1 => "; it lists 1 model".to_owned(),
            many => format!("; it lists {many} models, ← → at Model steps through them"),
        };
        self.trial = Trial::Well(format!("It works: {model} has answered{listed}."));
        model.clone_into(&mut self.entered.model);
        self.models = models;
        self.go_to(FormRow::Keep);
    }

    /// The server has not answered, or the trial was stopped: why, and what to do.
    pub(super) fn failed(&mut self, why: &str) {
        self.trial = Trial::Failed(why.to_owned());
    }

    fn go_to(&mut self, row: FormRow) {
        self.at = ROWS.iter().position(|one| *one == row).unwrap_or(0);
    }

    /// Takes a key.
    pub(super) fn on_key(&mut self, key: KeyEvent) -> FormOutcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.is_asking() {
            if matches!(key.code, KeyCode::Esc) {
                self.trial = Trial::Failed("The test was stopped.".to_owned());
                return FormOutcome::StopTrying;
            }
            return FormOutcome::Stay;
        }
        match (key.code, control) {
            (KeyCode::Esc, _) => return FormOutcome::Leave,
            (KeyCode::Up | KeyCode::BackTab, _) => {
                self.at = self.at.checked_sub(1).unwrap_or(ROWS.len() - 1);
            }
            (KeyCode::Down | KeyCode::Tab, _) => self.at = (self.at + 1) % ROWS.len(),
            (KeyCode::Char('s'), true) => return FormOutcome::Keep,
            (KeyCode::Char('t'), true) => return self.try_it(),
            (KeyCode::Char('u'), true) => self.change(String::clear),
            (KeyCode::Left | KeyCode::Right, _) if self.row() == FormRow::Model => {
                self.step_model(key.code == KeyCode::Right);
            }
            (KeyCode::Enter, _) => match self.row() {
                FormRow::Address | FormRow::Key | FormRow::Model => self.at += 1,
                FormRow::Try => return self.try_it(),
                FormRow::Keep => return FormOutcome::Keep,
            },
            (KeyCode::Backspace, _) => self.change(|text| {
                text.pop();
            }),
            (KeyCode::Char(letter), false) if !key.modifiers.contains(KeyModifiers::ALT) => {
                self.put(&letter.to_string());
            }
            _ => {}
        }
        FormOutcome::Stay
    }

    fn try_it(&mut self) -> FormOutcome {
        self.trial = Trial::Asking("asking …".to_owned());
        FormOutcome::Try
    }

    /// Takes a paste into the field that is marked; what surrounds a key goes.
    pub(super) fn paste(&mut self, text: &str) {
        if !self.is_asking() {
            self.put(text.trim());
        }
    }

    fn put(&mut self, text: &str) {
        // A space at the end goes on in the next word.
        let clean = if text == " " {
            " ".to_owned()
        } else {
            sanitize_line(text)
        };
        self.change(|field| {
            if field.len() + clean.len() <= LONGEST {
                field.push_str(&clean);
            }
        });
    }

    /// Changes the field that is marked; what was found out holds no more.
    fn change(&mut self, how: impl FnOnce(&mut String)) {
        let row = self.row();
        let field = match row {
            FormRow::Address => &mut self.entered.address,
            FormRow::Key => &mut self.entered.key,
            FormRow::Model => &mut self.entered.model,
            FormRow::Try | FormRow::Keep => return,
        };
        how(field);
        self.trial = Trial::Untried;
        if row == FormRow::Address {
            self.models.clear();
        }
    }

    fn step_model(&mut self, on: bool) {
        let held = self
            .models
            .iter()
            .position(|one| *one == self.entered.model);
        let count = self.models.len();
        let next = match (held, on) {
            (None, _) => Some(0),
            (Some(at), true) => Some((at + 1) % count),
            (Some(at), false) => Some(at.checked_sub(1).unwrap_or(count - 1)),
        };
        if let Some(model) = next.and_then(|at| self.models.get(at)).cloned() {
            self.entered.model = model;
            self.trial = Trial::Untried;
        }
    }

    pub(super) fn render(&self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let inner = parts::boxed("A server or a key", "", Focus::On, area, buf, styles);
        let roomy = inner.height > 10;
        let mut lines: Vec<Line<'static>> = Vec::new();
        let mut marked = 0;
        for one in ROWS {
            let is_marked = self.row() == one;
            if one == FormRow::Try && roomy {
                lines.push(Line::default());
            }
            if is_marked {
                marked = lines.len();
            }
            let room = usize::from(inner.width).saturating_sub(NAMES + 3);
            lines.push(self.field(one, is_marked, room, styles));
        }
        let fields = lines.len();
        let (text, role) = match &self.trial {
            Trial::Untried => (self.about(), StyleRole::Dim),
            Trial::Asking(what) => (format!("{what}  esc stops it"), StyleRole::Text),
            Trial::Well(what) => (what.clone(), StyleRole::Live),
            Trial::Failed(why) => (why.clone(), StyleRole::Warning),
        };
        let mut paragraphs = vec![(text, role), (self.kept.clone(), StyleRole::Dim)];
        // Where there is no room for both, whoever is about to save reads where.
        if !roomy && self.row() == FormRow::Keep && self.trial == Trial::Untried {
            paragraphs.remove(0);
        }
        let cells = usize::from(inner.width.saturating_sub(2)).max(1);
        for (text, role) in paragraphs {
            if roomy {
                lines.push(Line::default());
            }
            for text in wrapping::rows(&text, cells) {
                lines.push(Line::styled(format!("  {text}"), styles.get(role)));
            }
        }
        let height = usize::from(inner.height);
        let top = (marked + 1).saturating_sub(height);
        let last = (top + height).saturating_sub(1);
        // What has no room below is seen to go on.
        let is_cut = lines.len() > top + height && last >= fields;
        if let Some(line) = lines.get_mut(last).filter(|_| is_cut) {
            let text = format!("{} …", line.to_string().trim_end());
            let text = widgets::fit(&text, inner.width.into());
            *line = Line::styled(text, line.style);
        }
        for (row, (at, line)) in lines.iter().enumerate().skip(top).take(height).enumerate() {
            let place = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            widgets::line(line, place, buf);
            if at == marked {
                buf.set_style(place, styles.get(StyleRole::Selection));
            }
        }
    }

    /// A row of the form, with so many cells for what was entered.
    fn field(&self, row: FormRow, is_marked: bool, room: usize, styles: &Styles) -> Line<'static> {
        let (name, value) = self.told(row, is_marked, room);
        let mark = Span::styled(
            if is_marked { "▸ " } else { "  " },
            styles.get(StyleRole::Key),
        );
        let style = match row {
            FormRow::Address | FormRow::Key | FormRow::Model => StyleRole::Dim,
            FormRow::Try | FormRow::Keep => StyleRole::Live,
        };
        if value.is_empty() {
            return Line::from(vec![mark, Span::styled(name, styles.get(style))]);
        }
        Line::from(vec![
            mark,
            Span::styled(format!("{name:<NAMES$} "), styles.get(style)),
            Span::styled(value, styles.get(StyleRole::Text)),
        ])
    }

    /// The name of a row, and what is entered there, in so many cells: of what is typed the end is seen, where one types.
    fn told(&self, row: FormRow, is_marked: bool, room: usize) -> (&'static str, String) {
        let cursor = if is_marked { "▌" } else { "" };
        let entered = &self.entered;
        let or = |text: &str, none: &str| match (text, is_marked) {
            ("", false) => widgets::fit(none, room),
            (text, _) => widgets::fit_end(&format!("{text}{cursor}"), room),
        };
        match row {
            FormRow::Address => (
                "Address",
                or(&entered.address, "for example https://api.openai.com/v1"),
            ),
            FormRow::Key => {
                let letters = entered.key.chars().count();
                let count = match letters {
                    1 => "  (1 character)".to_owned(),
                    many => format!("  ({many} characters)"),
                };
                let most = room.saturating_sub(widgets::width(&count) + 1);
                let dots = "•".repeat(letters.min(DOTS).min(most));
                let none = if room < 30 {
                    "none, or a known one"
                } else {
                    "none, or the one that is known"
                };
                let told = if letters == 0 {
                    or("", none)
                } else {
                    format!("{dots}{cursor}{count}")
                };
                ("Key", told)
            }
            FormRow::Model => ("Model", or(&entered.model, "chosen for you")),
            FormRow::Try => ("Test the connection", String::new()),
            FormRow::Keep => ("Save, and use it", String::new()),
        }
    }

    fn about(&self) -> String {
        let says = match self.row() {
            FormRow::Address => {
                "Where the server is: any that speaks the OpenAI protocol. Most addresses end in /v1."
            }
            FormRow::Key => {
                "The key of the provider, pasted whole. Servers on this machine mostly want none."
            }
            FormRow::Model => "The server's name for the model; empty, one of its list is chosen.",
            FormRow::Try => "Asks the server for its models, and one of them for a word.",
            FormRow::Keep => "Kept for the next time, and used in this debate.",
        };
        says.to_owned()
    }
}
