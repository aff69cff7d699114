//! The passages that a turn names, whole, each with what is wrong with what was claimed of it.

use crossterm::event::KeyEvent;
use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        hint::Hint,
        style::{StyleRole, Styles},
    },
    Overlay, OverlayOutcome,
    page::Page,
};
use crate::{
    blocks::cited,
    debate::{DebateState, passage::Doubt, state::Turn},
};

/// A passage as it is shown.
struct Shown {
    heading: String,
    text: String,
    doubts: Vec<String>,
}

struct Sources {
    title: String,
    passages: Vec<Shown>,
    page: Page,
}

/// The passages that a turn names; where it names none, those that its speaker was given for it. `None` where there are
/// none either.
pub fn sources(state: &DebateState, turn: &Turn) -> Option<Box<dyn Overlay>> {
    let mut numbers: Vec<u32> = cited(turn).into_iter().collect();
    let names_some = !numbers.is_empty();
    if !names_some {
        numbers = turn.drawn.clone().unwrap_or_default();
    }
    let doubts = turn.doubts.as_deref().unwrap_or_default();
    let passages: Vec<Shown> = numbers
        .into_iter()
        .filter_map(|number| {
            let passage = state.passage(number)?;
            let of_it = doubts.iter().filter(|doubt| doubt.number == number);
            Some(Shown {
                heading: format!("[{number}] {}", passage.source),
                text: passage.text.clone(),
                doubts: of_it.map(Doubt::describe).collect(),
            })
        })
        .collect();
    if passages.is_empty() {
        return None;
    }
    let name = state.speaker_in(turn);
    let title = if names_some {
        format!("What {name} rests on")
    } else {
        format!("What {name} was given and did not name")
    };
    Some(Box::new(Sources {
        title,
        passages,
        page: Page::default(),
    }))
}

fn lines(passages: &[Shown], width: usize, styles: &Styles) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut put = |text: &str, role: StyleRole| {
        for row in crate::wrapping::rows(text, width) {
            lines.push(Line::styled(row.into_owned(), styles.get(role)));
        }
    };
    for (at, passage) in passages.iter().enumerate() {
        if at > 0 {
            put(" ", StyleRole::Text);
        }
        put(&passage.heading, StyleRole::Title);
        for paragraph in passage.text.lines() {
            put(paragraph, StyleRole::Text);
        }
        for doubt in &passage.doubts {
            put(doubt, StyleRole::Warning);
        }
    }
    lines
}

impl Overlay for Sources {
    fn title(&self) -> &str {
        &self.title
    }

    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.page.on_key(key, 's')
    }

    fn hints(&self) -> Vec<Hint> {
        self.page.hints()
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let (title, passages) = (&self.title, &self.passages);
        self.page.render((title, area), buf, styles, |width| {
            lines(passages, width, styles)
        });
    }
}
