//! The question what is to be otherwise in a branch, and what becomes of the debate that it parts from.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        effect::{BranchStep, Meanwhile, NextStep, ScreenEffect},
        hint::{Hint, hints},
        parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
        wrapping,
    },
    Overlay, OverlayOutcome,
    editor::{Editor, Shape},
};
use crate::{
    catalog::Persona,
    debate::{
        DebateState,
        ids::Seat,
        what_if::{Replacement, WhatIf},
    },
    text::{cut::shortened, upper_first},
};

/// The most bytes of words that are quoted in the question.
const QUOTED: usize = 200;
/// Cells of the titles of the rows, with their marks.
const TITLES: usize = 18;
/// Rows of the field, with its frame.
const FIELD: u16 = 5;
/// Rows of what is told above the field, at the most.
const MOST_TOLD: u16 = 4;

/// Somebody who can be put in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The id of the persona file.
    pub id: String,
    /// The card.
    pub card: Persona,
}

/// The people who can be put in a seat, in the order of the catalog.
pub type Candidates = Arc<[Candidate]>;

/// The kind of what is otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Draw,
    Words,
    Point,
    Evidence,
    Speaker,
    Model,
}

impl Kind {
    fn title(self) -> &'static str {
        match self {
            Self::Draw => "Another draw",
            Self::Words => "Other words",
            Self::Point => "Another answer",
            Self::Evidence => "Evidence",
            Self::Speaker => "Another speaker",
            Self::Model => "Another model",
        }
    }
}

/// A row of the question: what can be otherwise, and what that means here.
struct KindRow {
    kind: Kind,
    told: String,
}

struct WhatIfBox {
    /// The number of the last record that both have.
    at: u64,
    rows: Vec<KindRow>,
    /// The row that is chosen.
    chosen: usize,
    words: Editor,
    answer: Editor,
    evidence: Editor,
    name: Editor,
    model: Editor,
    is_taken: bool,
    /// Seats in which somebody else can sit, each with the name of who does.
    seats: Vec<(Seat, String)>,
    seat: usize,
    /// For whom another model can answer: everybody, or a seat.
    models: Vec<(Option<Seat>, String)>,
    for_whom: usize,
    candidates: Candidates,
    /// What becomes of the debate that it parts from; `None` where that does not run here.
    meanwhile: Option<Meanwhile>,
    complaint: String,
}

/// The question what is to be otherwise from behind the record `at`; of a debate that runs here, whether it waits is asked,
/// too.
pub(crate) fn what_if(
    state: &DebateState,
    at: u64,
    candidates: Candidates,
    meanwhile: Option<Meanwhile>,
) -> Box<dyn Overlay> {
    let with_name = |seat: &Seat| (seat.clone(), state.name(seat));
    let seats: Vec<(Seat, String)> = state.seats_to_be_heard().map(with_name).collect();
    let seated = state.opening.iter().flat_map(|opening| opening.seated());
    let each = seated.map(|(seat, _)| (Some(seat.clone()), state.name(seat)));
    let models = [(None, "everybody".to_owned())].into_iter().chain(each);
    Box::new(WhatIfBox {
        at,
        rows: rows(state, !seats.is_empty() && !candidates.is_empty()),
        chosen: 0,
        words: Editor::new(Shape::Prose, "what is said instead…"),
        answer: Editor::new(
            Shape::Line,
            "the answer (may be empty: their model gives it)",
        ),
        evidence: Editor::new(Shape::Prose, "what all speakers should know…"),
        name: Editor::new(Shape::Line, "the beginning of a name"),
        model: Editor::new(Shape::Line, "the name of a model"),
        is_taken: true,
        seats,
        seat: 0,
        models: models.collect(),
        for_whom: 0,
        candidates,
        meanwhile,
        complaint: String::new(),
    })
}

/// What can be otherwise there.
fn rows(state: &DebateState, has_seats: bool) -> Vec<KindRow> {
    let row = |kind, told: String| KindRow { kind, told };
    let mut rows = vec![row(
        Kind::Draw,
        "nothing is changed; the rest is spoken anew".to_owned(),
    )];
    if let Some(floor) = state.floor() {
        let name = state.name(&floor.seat);
        let told = match state.unfinished_sentence() {
            "" => format!("{name} goes on from your sentence"),
            words => format!("in place of “{}”", shortened(words, QUOTED)),
        };
        rows.push(row(Kind::Words, told));
    }
    if let Some((from, _, text)) = state.describe_last_point() {
        let told = format!("to {from}: “{}”", shortened(text, QUOTED));
        rows.push(row(Kind::Point, told));
    }
    if state.is_evidence_of_use() {
        rows.push(row(Kind::Evidence, "for both sides".to_owned()));
    }
    if has_seats {
        let told = "in a seat that has said nothing yet".to_owned();
        rows.push(row(Kind::Speaker, told));
    }
    rows.push(row(Kind::Model, "for one, or for everybody".to_owned()));
    rows
}

impl WhatIfBox {
    fn kind(&self) -> Kind {
        self.rows
            .get(self.chosen)
            .map_or(Kind::Draw, |row| row.kind)
    }

    fn editor(&mut self) -> Option<&mut Editor> {
        match self.kind() {
            Kind::Draw => None,
            Kind::Words => Some(&mut self.words),
            Kind::Point if !self.is_taken => None,
            Kind::Point => Some(&mut self.answer),
            Kind::Evidence => Some(&mut self.evidence),
            Kind::Speaker => Some(&mut self.name),
            Kind::Model => Some(&mut self.model),
        }
    }

    /// The person whose name, or a part of it, begins as it is typed.
    fn candidate(&self) -> Option<&Candidate> {
        let typed = self.name.text().trim().to_lowercase();
        if typed.is_empty() {
            return None;
        }
        let begins = |one: &&Candidate| {
            let name = one.card.name.to_lowercase();
            let mut words = name.split_whitespace();
            one.id.starts_with(&typed)
                || name.starts_with(&typed)
                || words.any(|word| word.starts_with(&typed))
        };
        self.candidates.iter().find(begins)
    }

    fn change(&self) -> Result<Option<WhatIf>, &'static str> {
        let text = |editor: &Editor| editor.text().trim().to_owned();
        Ok(Some(match self.kind() {
            Kind::Draw => return Ok(None),
            Kind::Words if self.words.is_blank() => return Err("There are no words yet."),
            Kind::Words => WhatIf::Words(text(&self.words)),
            Kind::Point => WhatIf::Point {
                taken: self.is_taken,
                answer: Some(text(&self.answer)).filter(|one| self.is_taken && !one.is_empty()),
            },
            Kind::Evidence if self.evidence.is_blank() => return Err("There is no text yet."),
            Kind::Evidence => WhatIf::Evidence {
                text: text(&self.evidence),
                source: String::new(),
            },
            Kind::Speaker => {
                let one = self.candidate().ok_or("Nobody is called that.")?;
                let (seat, _) = self.seats.get(self.seat).ok_or("There is no such seat.")?;
                WhatIf::Speaker(Box::new(Replacement {
                    seat: seat.clone(),
                    persona: one.id.clone(),
                    card: one.card.clone(),
                    passages: 0,
                }))
            }
            Kind::Model if self.model.is_blank() => return Err("There is no name yet."),
            Kind::Model => WhatIf::Model {
                seat: self
                    .models
                    .get(self.for_whom)
                    .and_then(|(seat, _)| seat.clone()),
                model: text(&self.model),
            },
        }))
    }

    fn submit(&mut self) -> OverlayOutcome {
        match self.change() {
            Ok(change) => {
                OverlayOutcome::Do(ScreenEffect::Next(NextStep::Branch(Box::new(BranchStep {
                    at: self.at,
                    change,
                    meanwhile: self.meanwhile.unwrap_or_default(),
                }))))
            }
            Err(why) => {
                why.clone_into(&mut self.complaint);
                OverlayOutcome::Stay
            }
        }
    }

    /// The next of what is chosen beside the words: taken or declined, a seat, for whom.
    fn step(&mut self) {
        let next = |at: usize, of: usize| (at + 1) % of.max(1);
        match self.kind() {
            Kind::Draw | Kind::Words | Kind::Evidence => {}
            Kind::Point => self.is_taken = !self.is_taken,
            Kind::Speaker => self.seat = next(self.seat, self.seats.len()),
            Kind::Model => self.for_whom = next(self.for_whom, self.models.len()),
        }
    }

    /// The word for what the key steps through; nothing where there is nothing.
    fn steps(&self) -> &'static str {
        match self.kind() {
            Kind::Draw | Kind::Words | Kind::Evidence => "",
            Kind::Point => "taken or declined",
            Kind::Speaker => "seat",
            Kind::Model => "for whom",
        }
    }

    /// The line above what is typed.
    fn told(&self) -> String {
        match self.kind() {
            Kind::Draw => String::new(),
            Kind::Words => {
                "Your words are put on the record as the speaker's, and marked.".to_owned()
            }
            Kind::Point if self.is_taken => "● taken  ○ declined".to_owned(),
            Kind::Point => "○ taken  ● declined".to_owned(),
            Kind::Evidence => "Handed in where the branch parts.".to_owned(),
            Kind::Speaker => {
                let (seat, name) = self
                    .seats
                    .get(self.seat)
                    .map_or(("", ""), |(seat, name)| (seat.as_str(), name.as_str()));
                match self.candidate() {
                    Some(one) => format!("{} in place of {name} ({seat})", one.card.name),
                    None => format!("somebody in place of {name} ({seat})"),
                }
            }
            Kind::Model => {
                let whom = self.models.get(self.for_whom);
                format!(
                    "for {}",
                    whom.map_or("everybody", |(_, name)| name.as_str())
                )
            }
        }
    }

    /// The same, and before it what the chosen row has no room for in so many cells.
    fn told_whole(&self, room: usize) -> String {
        let chosen = self.rows.get(self.chosen);
        let cut = chosen.filter(|row| widgets::width(&row.told) > room);
        match cut {
            Some(row) => format!("{}. {}", upper_first(&row.told), self.told()),
            None => self.told(),
        }
    }

    fn waits(&self) -> Option<String> {
        self.meanwhile.map(|meanwhile| {
            match meanwhile {
                Meanwhile::Waits => "Meanwhile this debate: ● waits  ○ goes on",
                Meanwhile::GoesOn => "Meanwhile this debate: ○ waits  ● goes on",
            }
            .to_owned()
        })
    }
}

impl Overlay for WhatIfBox {
    fn title(&self) -> &'static str {
        "What if? A branch from here"
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that type, or mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.complaint.clear();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return OverlayOutcome::Close,
            KeyCode::Char('c') if control => return OverlayOutcome::Close,
            KeyCode::Char('s') if control => return self.submit(),
            KeyCode::Char('g') if control => {
                self.meanwhile = self.meanwhile.map(Meanwhile::other);
            }
            KeyCode::Enter => return self.submit(),
            KeyCode::Up => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down => self.chosen = (self.chosen + 1).min(self.rows.len().saturating_sub(1)),
            KeyCode::Tab | KeyCode::BackTab => self.step(),
            _ => {
                if let Some(editor) = self.editor() {
                    editor.on_key(key);
                }
            }
        }
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        let mut keys = hints([("enter", "branch"), ("↑↓", "what"), ("esc", "close")]);
        let steps = self.steps();
        if !steps.is_empty() {
            keys.insert(2, Hint::new("tab", steps));
        }
        match self.meanwhile {
            Some(Meanwhile::Waits) => keys.push(Hint::new("ctrl-g", "this one goes on")),
            Some(Meanwhile::GoesOn) => keys.push(Hint::new("ctrl-g", "this one waits")),
            None => {}
        }
        keys
    }

    fn on_paste(&mut self, text: &str) -> OverlayOutcome {
        self.complaint.clear();
        if let Some(editor) = self.editor() {
            editor.paste(text);
        }
        OverlayOutcome::Stay
    }

    fn set_text(&mut self, text: &str) {
        if let Some(editor) = self.editor() {
            editor.set_text(text.trim_end());
        }
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let width = area.width.saturating_sub(4).clamp(40, 76);
        let count = self.rows.len() as u16;
        let cells = usize::from(width.saturating_sub(4));
        let told_whole = self.told_whole(cells.saturating_sub(TITLES));
        let told_rows = wrapping::rows(&told_whole, cells);
        let many = u16::try_from(told_rows.len())
            .unwrap_or(MOST_TOLD)
            .clamp(1, MOST_TOLD);
        // The field keeps its rows; where nothing is typed, they go to what is told.
        let is_typed = self.kind() != Kind::Draw;
        let spare = area.height.saturating_sub(count + 3);
        let kept = if is_typed { FIELD } else { 2 };
        let many = many.min(spare.saturating_sub(kept)).max(1);
        let field = FIELD.min(spare.saturating_sub(many));
        let height = (count + many + field + 3).min(area.height);
        let place = widgets::centred(area, width, height);
        let inner = widgets::popup(self.title(), place, buf, styles);
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        let [list, told, text, waits] = parts::rows(inner, [count, many, field, 1]);
        for (at, (y, row)) in (list.y..list.bottom()).zip(&self.rows).enumerate() {
            let is_chosen = at == self.chosen;
            let (mark, role) = if is_chosen {
                ("● ", StyleRole::Emphasis)
            } else {
                ("○ ", StyleRole::Text)
            };
            let title = format!("{mark}{:<16}", row.kind.title());
            let room = usize::from(list.width).saturating_sub(widgets::width(&title));
            let line = Line::from(vec![
                Span::styled(title, styles.get(role)),
                Span::styled(widgets::fit(&row.told, room), styles.get(StyleRole::Dim)),
            ]);
            widgets::line(&line, Rect::new(list.x, y, list.width, 1), buf);
        }
        for (at, (y, row)) in (told.y..told.bottom()).zip(&told_rows).enumerate() {
            let is_last = at + 1 == usize::from(told.height);
            let line = if is_last && told_rows.len() > usize::from(told.height) {
                widgets::fit(&format!("{row} …"), cells)
            } else {
                row.to_string()
            };
            let line = Line::styled(line, styles.get(StyleRole::Dim));
            widgets::line(&line, Rect::new(told.x, y, told.width, 1), buf);
        }
        let title = self.kind().title();
        let has_room = text.height >= 3;
        if let Some(editor) = self.editor().filter(|_| has_room) {
            let inside = parts::boxed(title, "", Focus::On, text, buf, styles);
            editor.render(inside, buf, styles, Focus::On);
        } else if self.kind() == Kind::Draw {
            let all = wrapping::rows(
                "By the same people and models, from this very place.",
                text.width.into(),
            );
            for (y, row) in (text.y..text.bottom()).zip(&all) {
                let line = Line::styled(row.as_ref(), styles.get(StyleRole::Dim));
                widgets::line(&line, Rect::new(text.x, y, text.width, 1), buf);
            }
        }
        if let Some(line) = self.waits() {
            widgets::line(&Line::styled(line, styles.get(StyleRole::Text)), waits, buf);
        }
        parts::complaint(&self.complaint, place, buf, styles);
    }
}
