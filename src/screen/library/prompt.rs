//! What is typed or chosen over the library: tags, a note, a tag to filter by, a form of export.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::super::{
    overlay::editor::{Editor, Shape},
    parts,
    style::{StyleRole, Styles},
    widgets::{self, Focus},
};
use crate::{
    debate::ids::DebateId,
    export::Form,
    journal::{FiledError, Tag, TagChange, note_of},
};

/// Columns of such a box at the most.
const WIDTH: u16 = 72;

/// What the text of a box is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PromptOf {
    /// The tags of debates; those that the one debate had.
    Tags(Vec<DebateId>, Vec<String>),
    /// The note of a debate.
    Note(DebateId),
}

/// A box with a line to type in.
#[derive(Debug)]
pub(super) struct Prompt {
    pub(super) of: PromptOf,
    editor: Editor,
    /// The text that it was opened with, before anything was typed.
    before: String,
    /// What is wrong with what was typed.
    said: String,
}

/// What a key has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Prompted {
    Stay,
    Close,
    Tags(Vec<DebateId>, TagChange),
    Note(DebateId, Option<String>),
}

impl Prompt {
    pub(super) fn tags(debates: Vec<DebateId>, had: Vec<String>) -> Self {
        let text = had.join(" ");
        Self {
            of: PromptOf::Tags(debates, had),
            editor: Editor::new(Shape::Line, "words, such as: exam climate").with_text(&text),
            before: text,
            said: String::new(),
        }
    }

    pub(super) fn note(debate: DebateId, had: &str) -> Self {
        Self {
            of: PromptOf::Note(debate),
            editor: Editor::new(Shape::Line, "what you want to remember of it").with_text(had),
            before: had.to_owned(),
            said: String::new(),
        }
    }

    /// The box with what was typed in it before.
    pub(super) fn with_draft(mut self, text: &str) -> Self {
        self.editor = self.editor.with_text(text);
        self
    }

    /// What was typed, where it differs from what stood there.
    pub(super) fn draft(&self) -> Option<String> {
        Some(self.editor.text()).filter(|text| *text != self.before)
    }

    pub(super) fn on_key(&mut self, key: KeyEvent) -> Prompted {
        self.said.clear();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let closes = key.code == KeyCode::Esc || control && key.code == KeyCode::Char('c');
        if closes {
            return Prompted::Close;
        }
        let takes = key.code == KeyCode::Enter || control && key.code == KeyCode::Char('s');
        if !takes {
            self.editor.on_key(key);
            return Prompted::Stay;
        }
        match self.taken() {
            Ok(done) => done,
            Err(error) => {
                self.said = error.to_string();
                Prompted::Stay
            }
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.editor.paste(text);
    }

    fn taken(&self) -> Result<Prompted, FiledError> {
        let text = self.editor.text();
        Ok(match &self.of {
            PromptOf::Note(debate) => Prompted::Note(debate.clone(), note_of(&text)?),
            PromptOf::Tags(debates, had) => {
                let mut change = TagChange::default();
                for word in text
                    .split([' ', ','])
                    .filter(|word| !word.trim().is_empty())
                {
                    match word.strip_prefix('-') {
                        Some(word) => change.remove.push(Tag::of(word)?),
                        None => change.add.push(Tag::of(word)?),
                    }
                }
                // Of one debate the line is all that it has: what was taken out of it goes.
                let gone = had.iter().filter_map(|tag| Tag::of(tag).ok());
                let gone: Vec<Tag> = gone.filter(|tag| !change.add.contains(tag)).collect();
                change.remove.extend(gone);
                Prompted::Tags(debates.clone(), change)
            }
        })
    }

    fn title(&self) -> String {
        match &self.of {
            PromptOf::Tags(debates, _) if debates.len() > 1 => {
                format!("Tags for {} debates (-word takes one away)", debates.len())
            }
            PromptOf::Tags(..) => "Tags".to_owned(),
            PromptOf::Note(_) => "Note".to_owned(),
        }
    }

    pub(super) fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let rows = match self.of {
            PromptOf::Tags(..) => 3,
            PromptOf::Note(_) => 7,
        };
        let place = widgets::centred(area, area.width.saturating_sub(4).min(WIDTH), rows);
        let inner = widgets::popup(&self.title(), place, buf, styles);
        self.editor.render(inner, buf, styles, Focus::On);
        parts::complaint(&self.said, place, buf, styles);
    }
}

/// An entry of a list to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Choice {
    /// Debates with this tag, or all.
    Tag(Option<String>),
    /// A form of export, for the debates that were meant when it was asked for.
    Form(Vec<DebateId>, Form),
}

/// A list to choose from.
#[derive(Debug)]
pub(super) struct ChoiceList {
    title: &'static str,
    entries: Vec<(Choice, String, String)>,
    at: usize,
}

impl ChoiceList {
    /// The tags, each with the number of debates that have it.
    pub(super) fn tags(counted: Vec<(String, usize)>, chosen: Option<&String>) -> Self {
        let all = (Choice::Tag(None), "all debates".to_owned(), String::new());
        let each = counted.into_iter().map(|(tag, count)| {
            let choice = Choice::Tag(Some(tag.clone()));
            (choice, tag, count.to_string())
        });
        let entries: Vec<_> = std::iter::once(all).chain(each).collect();
        let at = entries
            .iter()
            .position(|(choice, ..)| *choice == Choice::Tag(chosen.cloned()));
        Self {
            title: "Show debates tagged",
            at: at.unwrap_or_default(),
            entries,
        }
    }

    /// The forms in which debates can be written down.
    pub(super) fn forms(debates: &[DebateId]) -> Self {
        let entries = Form::ALL.map(|form| {
            let about = form.about().to_owned();
            (
                Choice::Form(debates.to_vec(), form),
                form.name().to_owned(),
                about,
            )
        });
        Self {
            title: "Write as",
            entries: entries.into(),
            at: 0,
        }
    }

    /// The choice that a key makes: `Err` where it closes the list, `Ok(None)` where it stays.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    pub(super) fn on_key(&mut self, key: KeyEvent) -> Result<Option<Choice>, Closed> {
        let last = self.entries.len().saturating_sub(1);
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return Err(Closed),
            KeyCode::Char('c') if control => return Err(Closed),
            KeyCode::Enter => {
                let chosen = self.entries.get(self.at);
                return Ok(chosen.map(|(choice, ..)| choice.clone()));
            }
            KeyCode::Up | KeyCode::Char('k') => self.at = self.at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.at = (self.at + 1).min(last),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            _ => {}
        }
        Ok(None)
    }

    pub(super) fn render(&self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let height = (self.entries.len() as u16 + 2).min(area.height);
        let width = area.width.saturating_sub(4).min(WIDTH);
        let place = widgets::centred(area, width, height);
        let inner = widgets::popup(self.title, place, buf, styles);
        let rows = usize::from(inner.height);
        let top = (self.at + 1).saturating_sub(rows);
        let names = self.entries.iter().map(|(_, name, _)| widgets::width(name));
        let names = names.max().unwrap_or(0).min(usize::from(inner.width) / 2);
        for (row, (at, (_, name, about))) in self
            .entries
            .iter()
            .enumerate()
            .skip(top)
            .take(rows)
            .enumerate()
        {
            let place = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            let name = widgets::fit(name, names);
            let pad = " ".repeat(names.saturating_sub(widgets::width(&name)) + 2);
            let room = usize::from(inner.width).saturating_sub(names + 4);
            let line = Line::from(vec![
                Span::styled(
                    if at == self.at { "▸ " } else { "  " },
                    styles.get(StyleRole::Key),
                ),
                Span::styled(format!("{name}{pad}"), styles.get(StyleRole::Text)),
                Span::styled(widgets::fit(about, room), styles.get(StyleRole::Dim)),
            ]);
            widgets::line(&line, place, buf);
            if at == self.at {
                buf.set_style(place, styles.get(StyleRole::Selection));
            }
        }
    }
}

/// The list was left without a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Closed;
